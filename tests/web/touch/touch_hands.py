"""A finger on the touch interface of a seat: it makes moves by taps, and counts them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.core.prompt import Move, Prompt, every


class Hands(ABC):
    """A finger in any browser. `taps`: made so far."""

    def __init__(self) -> None:
        self.taps = 0

    @abstractmethod
    def tap_first(self, selector: str) -> None:
        """Tap the first of such elements, as soon as it can be tapped."""

    @abstractmethod
    def attribute_of_last(self, selector: str, name: str) -> str | None:
        """An attribute of the last of such elements."""

    @abstractmethod
    def has(self, selector: str) -> bool:
        """Whether there is such an element now."""

    @abstractmethod
    def until_gone(self, selector: str) -> None:
        """Wait until there is no such element."""

    def tap(self, name: str) -> None:
        """Tap the button of that name."""
        self.tap_first(f'button[data-id="{name}"]')
        self.taps += 1

    def go(self) -> None:
        """The button that makes the move which the bar shows."""
        self.tap("bar go")

    def make(self, game: str, move: Move, prompt: Prompt) -> int:
        """Make a move of that game; how many taps it took."""
        if self.has(".touch .recap"):
            self.tap("choose 0")
            self.until_gone(".touch .recap")
        before = self.taps
        _MOVES[game](self, move, prompt)
        return self.taps - before

    def tab(self, name: str) -> None:
        """Open a page of Digit Code's board, if it is not open."""
        if self.attribute_of_last(f'button[data-id="tab {name}"]', "aria-pressed") != "true":
            self.tap(f"tab {name}")

    def way(self, name: str) -> None:
        """The same of Break the Code's board, which has pages while there are cards to ask."""
        if self.has(f'button[data-id="tab {name}"]'):
            self.tab(name)

    def symbols(self, values: list[Any]) -> None:
        """Fill a row."""
        for value in values:
            self.tap(f"symbol {value}")
        self.go()


class TouchHands(Hands):
    """A finger in a page of the Chromium."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def tap_first(self, selector: str) -> None:
        """See `Hands`."""
        self.page.locator(selector).first.tap()

    def attribute_of_last(self, selector: str, name: str) -> str | None:
        """See `Hands`."""
        return self.page.locator(selector).last.get_attribute(name)

    def has(self, selector: str) -> bool:
        """See `Hands`."""
        return self.page.locator(selector).count() > 0

    def until_gone(self, selector: str) -> None:
        """See `Hands`."""
        expect(self.page.locator(selector)).to_have_count(0)


def _mastermind(hands: Hands, move: Move, _prompt: Prompt) -> None:
    if move["move"] == "pull_arms":
        hands.tap(f"wheel 0 {move['red']}")
        hands.tap(f"wheel 1 {move['white']}")
        hands.go()
    else:
        hands.symbols(move["pegs"])


def _davinci(hands: Hands, move: Move, prompt: Prompt) -> None:
    match move["move"]:
        case "take":
            hands.tap(f"stack {move['colour']}")
            return
        case "stop":
            hands.tap("stop")
            return
        case "deduce":
            hands.tap(f"tile {move['seat']} {move['position']}")
            hands.tap(f"value {move['value']}")
        case "place":
            hands.tap(f"gap {move['position']}")
        case "reveal":
            seat = hands.attribute_of_last(".touch .rack", "data-rack")
            hands.tap(f"tile {seat} {move['position']}")
        case "arrange":
            hands.tap(f"choose {list(every(prompt)).index(move)}")
        case other:
            raise AssertionError(other)
    hands.go()


def _digitcode(hands: Hands, move: Move, _prompt: Prompt) -> None:
    match move["move"]:
        case "set_code":
            hands.symbols(move["digits"])
            return
        case "propose":
            hands.tab("propose")
            hands.symbols(move["digits"])
            return
        case "pass":
            hands.tab("propose")
            hands.tap("pass")
        case "ask_line":
            hands.tab("sheet")
            hands.tap(f"line {move['line']}")
        case "ask_space":
            hands.tab("sheet")
            hands.tap(f"space {move['column']}{move['row']}")
        case "ask_parity":
            hands.tab("digits")
            hands.tap(f"digit {move['place']}")
        case "ask_larger":
            hands.tab("digits")
            hands.tap(f"pair {''.join(move['places'])}")
        case other:
            raise AssertionError(other)
    hands.go()


def _passcode(hands: Hands, move: Move, _prompt: Prompt) -> None:
    match move["move"]:
        case "roll":
            hands.tap("roll")
        case "turn":
            hands.tap(f"turn {move['to']}")
        case "draw":
            hands.tap(f"pile {move['pile']}")
        case "keep" | "decline" as act if "card" not in move:
            hands.tap(f"act {act}")
        case "play" | "discard" | "lay_down" | "keep" as act:
            act = "keyed" if "number" in move else act
            way = f"act {act} {move['card']}"
            if not hands.has(f'button[data-id="{way}"]'):
                hands.tap_first(f"button[aria-label^='Your card: {_spoken(move['card'])}']")
                hands.taps += 1
            hands.tap(way)
            if "number" in move:
                hands.tap(f"wheel 0 {move['number']}")
                hands.go()
        case other:
            raise AssertionError(other)


def _spoken(card: str) -> str:
    return card if card == "KEY" else f"the {card}"


def _breakthecode(hands: Hands, move: Move, _prompt: Prompt) -> None:
    match move["move"]:
        case "ask":
            hands.way("ask")
            hands.tap(f"card {move['card']}")
            if "number" in move:
                hands.tap(f"number {move['number']}")
            hands.go()
        case "guess":
            hands.way("guess")
            hands.symbols(move["tiles"])
        case "pass":
            hands.tap("pass")
            hands.go()
        case other:
            raise AssertionError(other)


_MOVES: dict[str, Callable[[Hands, Move, Prompt], None]] = {
    "mastermind": _mastermind,
    "davinci": _davinci,
    "digitcode": _digitcode,
    "passcode": _passcode,
    "breakthecode": _breakthecode,
}
