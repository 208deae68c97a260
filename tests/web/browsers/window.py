"""One window of a browser as a phone, whatever the browser: what a finger and two eyes do there."""

import json
from collections.abc import Callable
from typing import Any, Final, Protocol

from tests.patience import PATIENCE

WIDTH: Final = 390
HEIGHT: Final = 844
POLL_MS: Final = 16
"""Between two looks at the page, which are taken in the page itself."""

_WAIT: Final = """async (holds, values) => {
  const end = performance.now() + %d;
  for (;;) {
    const found = holds(...values);
    if (found || performance.now() > end) return found;
    await new Promise((next) => setTimeout(next, %d));
  }
}"""
_TARGET: Final = """(selector, text) => {
  const button = [...document.querySelectorAll(selector)].find((one) => one.innerText.includes(text));
  if (!button || button.disabled || button.getAttribute("aria-disabled") === "true") return null;
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  return button.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
_LISTEN: Final = """() => {
  globalThis.faults = [];
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective }) => faults.push(violatedDirective));
}"""


class Window(Protocol):
    """What a browser must be able to do."""

    def open(self, address: str) -> None:
        """Load a page, and wait until it is loaded."""

    def run(self, source: str) -> Any:
        """The value of an expression in the page, as JSON has it; a promise is awaited."""

    def touch(self, x: int, y: int) -> None:
        """A finger goes down and up at that point of the page's visible part, by one command: it must be no long press."""

    def put_down(self, x: int, y: int) -> None:
        """A finger goes down there, and stays."""

    def lift(self) -> None:
        """The finger goes up."""

    def write(self, text: str) -> None:
        """Type letters into the field that has the focus."""

    def picture(self) -> bytes:
        """The visible part as PNG."""


class Phone:
    """A phone with that window. `taps`: made so far."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.taps = 0

    def open(self, address: str) -> None:
        """Load a page, and note from then on what goes wrong in it."""
        self.window.open(address)
        self.run(_LISTEN)

    @property
    def faults(self) -> list[str]:
        """Errors of scripts, and what the page's policy refused, since it was opened."""
        return list(self.run("() => faults"))

    def run(self, function: str, *values: Any) -> Any:
        """The result of a JavaScript function for these values."""
        return self.window.run(f"({function})(...{json.dumps(values)})")

    def wait(self, function: str, *values: Any, what: Callable[[], str] = lambda: "") -> Any:
        """Wait until a JavaScript function of these values has a result; that result. `what`: for the error."""
        waiting = _WAIT % (PATIENCE * 1000, POLL_MS)
        found = self.window.run(f"({waiting})({function}, {json.dumps(values)})")
        assert found, f"waited in vain for {function} of {values}; {what()} the page says: {self.says('body')}"
        return found

    def has(self, selector: str) -> bool:
        """Whether there is such an element now."""
        return bool(self.run("(selector) => document.querySelector(selector) !== null", selector))

    def says(self, selector: str) -> str:
        """The visible text of an element."""
        return str(self.run("(selector) => document.querySelector(selector)?.innerText ?? ''", selector))

    def reads(self, selector: str, text: str) -> None:
        """Wait until an element is there and has that text in it."""
        wanted = "(selector, text) => document.querySelector(selector)?.innerText.includes(text)"
        self.wait(wanted, selector, text, what=lambda: f"{selector} says {self.says(selector)!r};")

    def tap(self, selector: str, text: str = "") -> None:
        """Wait until the element, with that text in it, can be hit by a finger, and tap it in its middle."""
        self.window.touch(*self.wait(_TARGET, selector, text))
        self.taps += 1

    def hold(self, selector: str, text: str = "") -> None:
        """Put a finger down where `tap` does, and leave it there."""
        self.window.put_down(*self.wait(_TARGET, selector, text))

    def lift(self) -> None:
        """The finger that holds goes up."""
        self.window.lift()

    def write(self, text: str) -> None:
        """Type letters into the field that has the focus."""
        self.window.write(text)
