"""No tap is lost without a word: news that come while a finger is down, answers without a connection and in a pause."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, Route, expect

from companion.core.prompt import Choose, Option
from companion.games.catalog import find_game
from companion.table.effects import Opened
from companion.table.seat_data import Asked, SeatMoment, seat_data
from tests.browser import new_page
from tests.mirror import NAMES
from tests.web.browsers.relay import Relay
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import PORTRAIT, touch_table

pytestmark = pytest.mark.browser

LOST: Final = "Your last tap did not reach the table. Tap again."
CODE: Final = [4, 0, 7, 1, 9, 3]
PAUSE: Final = {"place": 0, "device": {"lines": ["Seat 2 is away."], "keys": ["", "Play on", ""]}}

PANEL: Final = """async () => {
  const { Countdown } = await import("/static/countdown/countdown.js");
  const { Panel } = await import("/static/touch/panel.js");
  const { Settings } = await import("/static/touch/settings.js");
  window.sent = [];
  window.connected = true;
  const send = (answer) => window.connected && (window.sent.push(answer), true);
  const made = { settings: new Settings(), sounds: { play() {} }, countdown: new Countdown(), send, press() {} };
  window.panel = new Panel(made);
  document.body.replaceChildren(window.panel.root);
}"""

CLICKED_TWICE: Final = """async () => {
  const { Hands } = await import("/static/seats/hands.js");
  const changes = [];
  const hands = new Hands((...change) => changes.push(change));
  const key = document.createElement("button");
  hands.attach(key, 0, "middle");
  key.click();
  key.click();
  dispatchEvent(new Event("blur"));
  return changes;
}"""


class Board:
    """The touch interface of seat 0 in a page; what the table sends comes from the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(PANEL)

    def show(self, data: dict[str, Any]) -> None:
        self.page.evaluate("(data) => window.panel.show(data)", data)

    def connect(self, connected: bool) -> None:
        self.page.evaluate("(on) => { window.connected = on; if (!on) window.panel.lost(); }", connected)

    def tap(self, name: str) -> None:
        self.page.locator(f'button[data-id="{name}"]').click()

    def enter(self) -> None:
        """A whole code, up to the button that sends it."""
        for digit in CODE:
            self.tap(f"symbol {digit}")

    @property
    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("() => window.sent")
        return found

    @property
    def notice(self) -> str:
        return self.page.locator(".touch .notice").inner_text().removesuffix("OK").strip()

    @property
    def entered(self) -> int:
        """How many digits of the code are entered."""
        return self.page.locator('button[data-id^="place "]:not([aria-label$=empty])').count()


@contextmanager
def board(browser: Browser) -> Iterator[Board]:
    with table_and_page(browser, 2) as (_, page):
        yield Board(page)


def moment() -> SeatMoment:
    """Both players of Digit Code make their codes."""
    game = find_game("digitcode")
    options = game.read_options({}, 2)
    view = game.view(game.setup(options, 2), 0)
    return SeatMoment(0, 1, game.title, view, NAMES, (0, 1), Asked("game", game.prompt(options, view)))


def asked(number: int, *, to_act: tuple[int, ...] = (0,), **changed: Any) -> dict[str, Any]:
    """What seat 0 is sent when it is asked for its code."""
    data = seat_data(structs.replace(moment(), number=number, **changed))
    return json.loads(json.dumps({**data, "view": {**data["view"], "to_act": list(to_act)}}))  # type: ignore[no-any-return]


def choosing(number: int, *names: str) -> dict[str, Any]:
    """What seat 0 is sent when it is asked to choose one of these."""
    options = tuple(Option({"move": name}, name, name) for name in names)
    question = Choose("Which?", "", options) if options else None
    return asked(number, asked=Asked("abandon 1" if options else "", question))


@pytest.mark.parametrize("then", [(), ("third", "fourth")], ids=["no button", "another button"])
def test_a_tap_counts_for_what_was_there_when_the_finger_went_down(browser: Browser, then: tuple[str, ...]) -> None:
    with board(browser) as seat:
        seat.show(choosing(7, "first", "second"))
        seat.page.locator('button[data-id="choose 0"]').hover()
        seat.page.mouse.down()
        seat.show(choosing(8, *then))
        seat.page.mouse.up()
        assert seat.sent == [{"move": {"move": "first"}, "number": 7, "to": "abandon 1"}]
        assert seat.page.locator(".pad button").all_inner_texts() == list(then)


def test_news_wait_for_no_finger_that_scrolls(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(choosing(7, "first", "second"))
        seat.page.locator('button[data-id="choose 0"]').dispatch_event("pointerdown")
        seat.show(choosing(8, "third"))
        seat.page.locator(".touch").dispatch_event("pointercancel")
        assert seat.page.locator(".pad button").all_inner_texts() == ["third"]


def test_an_answer_without_a_connection_is_told_and_can_be_given_again_at_once(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(asked(1))
        seat.enter()
        seat.connect(False)
        seat.tap("bar go")
        assert (seat.sent, seat.notice) == ([], LOST)
        seat.connect(True)
        seat.tap("bar go")
        assert [answer["move"]["digits"] for answer in seat.sent] == [CODE]
        assert seat.notice == ""


@pytest.mark.parametrize("way", ["connection", "pause"])
def test_an_answer_that_was_lost_on_its_way_is_told(browser: Browser, way: str) -> None:
    with board(browser) as seat:
        seat.show(asked(1))
        seat.enter()
        seat.tap("bar go")
        if way == "pause":
            seat.show(PAUSE)
        else:
            seat.connect(False)
            seat.connect(True)
        assert seat.notice == ""
        seat.show(asked(1))
        assert (seat.notice, seat.entered) == (LOST, len(CODE))
        expect(seat.page.locator(".touch [aria-live]")).to_have_text(LOST)
        seat.tap("bar go")
        assert (len(seat.sent), seat.notice) == (2, "")


def test_an_answer_that_arrived_is_not_asked_for_again(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(asked(1))
        seat.enter()
        seat.tap("bar go")
        seat.connect(False)
        seat.connect(True)
        seat.show(asked(2))
        assert (seat.notice, seat.entered) == ("", 0)


def test_what_the_menu_offered_before_a_pause_is_not_sent_in_it(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(asked(1, menu=Choose("The table", "", (Option({"move": "hint"}, "Hint", "Hint"),))))
        seat.page.locator('[data-act="tool menu"]').click()
        seat.show(PAUSE)
        seat.page.locator(".touch-dialog .choices button").click()
        assert (seat.sent, seat.notice) == ([], LOST)


def test_the_same_answer_is_sent_once_and_another_one_is_not_swallowed(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(choosing(7, "first", "second"))
        for name in ("choose 0", "choose 0", "choose 1"):
            seat.tap(name)
        assert [answer["move"]["move"] for answer in seat.sent] == ["first", "second"]


def test_a_code_stays_entered_where_another_player_was_first(browser: Browser) -> None:
    with board(browser) as seat:
        seat.show(asked(1, to_act=(0, 1)))
        seat.enter()
        seat.tap("bar go")
        seat.show(asked(2))
        seat.show(asked(2, notice="The table has gone on meanwhile."))
        assert seat.entered == len(CODE)
        seat.tap("bar go")
        assert [answer["number"] for answer in seat.sent] == [1, 2]


def test_a_phone_without_a_connection_says_that_a_tap_was_lost(browser: Browser, tmp_path: Path) -> None:
    opened = Opened("mastermind", find_game("mastermind").rules, {}, NAMES)
    with touch_table(tmp_path, opened) as table, Relay(table.address).running() as relay:
        page = new_page(browser, viewport=PORTRAIT, has_touch=True, is_mobile=True)
        page.goto(f"{relay.address}/seat#{table.code(0)}")
        page.locator(".touch[data-number]").wait_for()
        relay.cut()
        expect(page.locator("#banner")).to_contain_text("Not connected to the table")
        TouchHands(page).symbols(["red", "yellow", "green", "blue"])
        expect(page.locator(".touch .notice")).to_contain_text(LOST)
        relay.mend()
        page.wait_for_selector("body[data-link=up]")
        TouchHands(page).go()
        expect(page.locator(".touch")).to_have_attribute("data-number", "2")
        expect(page.locator(".touch .notice")).to_be_hidden()
        page.close()


def test_a_card_that_is_switched_twice_while_its_scripts_load_has_one_board(browser: Browser, tmp_path: Path) -> None:
    opened = Opened("mastermind", find_game("mastermind").rules, {}, NAMES)
    with touch_table(tmp_path, opened, phones=False) as table:
        page = new_page(browser)
        held: list[Route] = []
        page.route("**/touch/card.js", lambda route: held.append(route))
        page.goto(table.address)
        page.wait_for_selector("body[data-link=up]")
        card = page.locator('.seat[data-seat="0"]')
        with page.expect_request("**/touch/card.js"):
            card.get_by_role("button", name="Touch").click()
        card.get_by_role("button", name="Keys").click()
        card.get_by_role("button", name="Touch").click()
        held[0].continue_()
        card.locator(".touch[data-number]").wait_for()
        expect(card.locator(".touch")).to_have_count(1)
        page.close()


def test_two_clicks_of_a_screen_reader_within_a_taps_time_press_the_key_twice(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        changes = page.evaluate(CLICKED_TWICE)
    assert changes == [[0, "middle", True], [0, "middle", False], [0, "middle", True], [0, "middle", False]]
