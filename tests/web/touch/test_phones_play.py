"""Two phones join a table by their codes and play Mastermind by taps alone, from the lobby to the result."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import PORTRAIT, TouchTable, touch_table

pytestmark = pytest.mark.browser

ANNS = ["silver", "red", "blue", "pink"]
BOBS = ["green", "pink", "red", "white"]
WRONG = ["red", "red", "yellow", "pink"]


class Phone:
    """A phone that joined. `heard`: all that it was sent, as text; `errors`: of its page."""

    def __init__(self, browser: Browser, table: TouchTable, seat: int) -> None:
        self.heard: list[str] = []
        self.errors: list[str] = []
        self.page = table.phone(browser, seat, named=True)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._listen)
        # The sockets that are open already cannot be listened to: a reload opens another one, for the cookie alone.
        self.page.reload()
        self.page.locator(".touch[data-number]").wait_for()
        self.hands = TouchHands(self.page)

    def _listen(self, socket: WebSocket) -> None:
        def hear(payload: str | bytes) -> None:
            self.heard.append(payload if isinstance(payload, str) else payload.decode(errors="replace"))

        socket.on("framereceived", hear)

    def was_told(self, pegs: list[str]) -> bool:
        """Whether these pegs, in this order, were in anything that it was sent."""
        return any(",".join(f'"{peg}"' for peg in pegs) in one for one in self.heard)

    def is_at(self, number: int, turn: str) -> None:
        """Wait until the phone shows that move and whose turn it is."""
        expect(self.page.locator(".touch")).to_have_attribute("data-number", str(number))
        expect(self.page.locator(".touch .turn")).to_have_text(turn)

    def shows_touch_alone(self) -> None:
        """The screen of 128x64 pixels is out of sight, everything else fits the phone, and one can scroll down only."""
        expect(self.page.locator("canvas")).to_be_hidden()
        assert self.page.viewport_size == PORTRAIT
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def result(page: Page) -> tuple[str, list[str]]:
    """Who won, and the points of the seats."""
    shown = page.locator(".touch .result")
    return shown.locator("h2").inner_text(), shown.locator("[data-score]").all_inner_texts()


def test_two_phones_join_by_their_codes_and_play_mastermind_by_taps(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path) as table:
        ann, bob = Phone(browser, table, 0), Phone(browser, table, 1)
        players = ann.page.locator(".touch .players")
        expect(players).to_contain_text("Ann (you)")
        expect(players).to_contain_text("Bobplays")
        ann.shows_touch_alone()
        ann.hands.tap("start")
        ann.page.get_by_role("button", name="Yes, do it").tap()

        ann.is_at(1, "Your turn")
        bob.is_at(1, "Ann's turn")
        ann.hands.symbols(ANNS)
        bob.is_at(2, "Your turn")
        bob.shows_touch_alone()
        bob.hands.symbols(WRONG)
        bob.is_at(3, "Your turn")
        row = ann.page.locator(".touch .rows li").first
        expect(row).to_contain_text("red, red, yellow and pink")
        assert ann.was_told(ANNS)
        assert not bob.was_told(ANNS), "only its own seat's secrets reach a phone"
        bob.hands.symbols(ANNS)

        bob.is_at(4, "Your turn")
        ann.is_at(4, "Bob's turn")
        bob.hands.symbols(BOBS)
        ann.is_at(5, "Your turn")
        assert not ann.was_told(BOBS)
        ann.hands.symbols(BOBS)

        for phone, won in ((ann, "You win"), (bob, "Ann wins")):
            expect(phone.page.locator(".touch .turn")).to_have_text("Game over")
            assert result(phone.page) == (won, ["2", "1"])
        # Two codes, a wrong row and two right ones, each of five taps; no key was pressed.
        assert (ann.hands.taps, bob.hands.taps) == (1 + 2 * 5, 3 * 5)
        assert ann.errors + bob.errors == []
        for phone in (ann, bob):
            phone.page.context.close()


def test_a_phone_that_is_put_out_gets_no_more_data_and_its_seat_takes_another_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with touch_table(tmp_path) as table:
        ann, bob = Phone(browser, table, 0), Phone(browser, table, 1)
        ann.hands.tap("start")
        ann.page.get_by_role("button", name="Yes, do it").tap()
        ann.hands.symbols(ANNS)
        bob.is_at(2, "Your turn")

        machine = browser.new_page()
        machine.goto(f"{table.address}/phones")
        machine.locator("li[data-state=here] button").first.click()
        expect(ann.page.locator("#said")).to_contain_text("the seat has a new code")
        expect(ann.page.locator(".touch")).to_have_count(0)
        heard = len(ann.heard)

        newer = table.phone(browser, 0)
        expect(newer.locator(".touch .own-code [role=img]")).to_have_attribute(
            "aria-label", "silver, red, blue and pink"
        )
        bob.hands.symbols(ANNS)
        expect(newer.locator(".touch")).to_have_attribute("data-number", "3")
        assert len(ann.heard) == heard
        for page in (ann.page, bob.page, newer):
            page.context.close()
        machine.close()
