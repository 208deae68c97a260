"""The finger of the tests in Firefox and in WebKit: on a busy machine, too, each touch is a tap."""

import pytest

from tests.web.browsers.window import Phone

pytestmark = pytest.mark.browser

PAGE = "data:text/html,<meta name=viewport content='width=device-width'><button>Roll</button>"
BUSY = """() => {
  const button = document.querySelector("button");
  button.addEventListener("pointerdown", () => {
    const begin = performance.now();
    while (performance.now() - begin < 1000);
  });
  button.addEventListener("click", () => { button.textContent = "Rolled"; });
}"""


def test_a_touch_is_a_tap_where_the_page_is_busy_while_the_finger_is_down(phones: list[Phone]) -> None:
    phone = phones[0]
    phone.open(PAGE)
    phone.run(BUSY)
    phone.tap("button")
    phone.reads("button", "Rolled")
