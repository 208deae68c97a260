"""The page of the table on a television: whoever sits three metres away can read it.

legibility.py has the sizes. Most tests share one page of a table of six, to which the views are sent.
"""

import io
from collections.abc import Iterator
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.web.phones.join_board import OwnPhone, Wifi
from tests.web.pages.game_views import LONG_NAMES, described
from tests.web.pages.layout import RECAP, SMALL, bench_faults, check, layout, lobby, position, resize, show
from tests.web.pages.test_bench_page import Table, table_and_page
from tests.web.television.legibility import LAPTOPS, SIZES, can_be_read, faults

pytestmark = pytest.mark.browser

EVENTS = (
    "MMMMMMMMMMMM called WWWWWWWWWWWW's 11th tile an 11: wrong. MMMMMMMMMMMM must show a tile.",
    "Gwendolynmmm is to draw, 2 of 6 digits. On the discard pile lies a 4.",
    "WWWWWWWWWWWW takes a tile.",
)
CODES = "ABCDEFGH23MW"
LARGEST = {"mastermind": 2, "davinci": 4, "digitcode": 5, "passcode": 6}
"""The most players of each game."""
OTHERS = [pytest.param(*game, marks=pytest.mark.slow) for game in LARGEST.items() if game[0] != "passcode"]
THE_LARGEST_OF_EACH = [("passcode", 6), *OTHERS]
Room = tuple[Table, Page]


@pytest.fixture(scope="module")
def television(browser: Browser) -> Iterator[Room]:
    """A table of six seats on one page."""
    with table_and_page(browser, 6, "/table") as (table, page):
        happens(table, *EVENTS)
        yield table, page


@pytest.fixture
def room(television: Room) -> Iterator[Room]:
    """That page, from which everything but the game and the last events is gone after the test."""
    yield television
    hub = television[0].hub

    def clear() -> None:
        hub.recap(None)
        hub.fault(None)
        hub.phones(None)
        hub.join_board.show([])

    television[0].do(clear)


def happens(table: Table, *events: str) -> None:
    def tell() -> None:
        for event in events:
            table.hub.event(event)

    table.do(tell)


def phones(table: Table, free: int, seats: int, *, wifi: bool = False) -> None:
    """So many seats are phones that nobody has, and the others are phones that somebody has."""
    network = Wifi("Living Room Network", "a-long-password-1234") if wifi else None
    own = [
        OwnPhone(seat, "free", f"{CODES[:-1]}{seat + 2}") if seat < free else OwnPhone(seat, "here")
        for seat in range(seats)
    ]
    table.do(lambda: table.hub.join_board.show(own))
    table.do(lambda: table.hub.join_board.set_page("http://192.168.178.123:8080/seat", network))


def test_the_position_of_every_game_can_be_read(room: Room) -> None:
    positions = [position(*game, 5000, is_over=True) for game in LARGEST.items()]
    check(layout(*room, positions, (SIZES[0], LAPTOPS[0]), can_be_read))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("mastermind", players) for players in (1, 2)),
        *(("davinci", players) for players in (2, 3, 4)),
        *(("digitcode", players) for players in (2, 3, 5)),
        *(("passcode", players) for players in (2, 3, 4, 5, 6)),
    ],
)
def test_every_position_can_be_read_in_every_window(room: Room, name: str, players: int) -> None:
    early = [position(name, players, moves) for moves in (0, 150)]
    check(layout(*room, early, SIZES[:1], can_be_read))
    check(layout(*room, [position(name, players, 5000, is_over=True)], (*SIZES, *LAPTOPS), can_be_read))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"), [("mastermind", {"games": 8}), ("mastermind", {}), ("davinci", {"advanced": True, "rounds": 3})]
)
def test_games_with_other_options_can_be_read_too(room: Room, name: str, options: dict[str, Any]) -> None:
    ended = (f"{name} {options}", *described(name, 2, 5000, is_over=True, given=options))
    check(layout(*room, [ended], (*SIZES, *LAPTOPS), can_be_read))


def scanned(page: Page, *, share: float = 1) -> set[str]:
    """What a reader of QR codes finds on the page when its picture is shrunk to this share."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    small = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.BILINEAR)
    return {found.text for found in zxingcpp.read_barcodes(small)}


@pytest.mark.parametrize("wifi", [False, True])
@pytest.mark.parametrize("free", [1, 2, 6])
def test_the_lobby_shows_the_code_of_every_free_seat_for_a_phone_three_metres_away(
    browser: Browser, free: int, wifi: bool
) -> None:
    with table_and_page(browser, 6, "/table") as (table, page):
        phones(table, free, 6, wifi=wifi)
        show(table, page, 1, lobby(6), EVENTS[2])
        expect(page.locator(".join")).to_have_count(free + wifi)
        check(faults(page, f"{free} free", (*SIZES, *LAPTOPS)))
        for width, height in SIZES:
            resize(page, width, height)
            for card in page.locator(".join").all():
                box = card.locator("svg").bounding_box()
                assert box is not None
                modules = int(card.evaluate("(card) => card.style.getPropertyValue('--modules')"))
                assert box["width"] / modules >= 5.8 * width / 1920, "3 mm where 1920 pixels are 952 mm wide"
        resize(page, 1920, 1080)
        # A phone's camera of 4000 by 3000 pixels over 70 degrees has, three metres away, 0.95 pixels for each millimetre.
        codes = {f"HTTP://192.168.178.123:8080/SEAT#{CODES[:-1]}{seat + 2}" for seat in range(free)}
        assert {text for text in scanned(page, share=0.496 * 0.95) if "#" in text} == codes
        assert len(scanned(page)) == free + wifi


@pytest.mark.parametrize(("name", "players"), [("mastermind", 2), ("davinci", 4), ("digitcode", 5), ("passcode", 6)])
@pytest.mark.parametrize("free", [1, 2, 4])
def test_the_codes_that_a_game_waits_for_lie_beside_it(browser: Browser, name: str, players: int, free: int) -> None:
    with table_and_page(browser, players, "/table") as (table, page):
        phones(table, min(free, players), players)
        view, event = described(name, players, 150)
        show(table, page, 1, view, event)
        expect(page.locator(".join")).to_have_count(min(free, players))
        check(faults(page, name, (*SIZES[:1], *LAPTOPS), can_be_small=True))
        resize(page, 1920, 1080)
        assert len(scanned(page, share=0.496 * 0.95)) == min(free, players)


@pytest.mark.parametrize(
    ("name", "players"), [("davinci", 2), ("davinci", 4), ("passcode", 2), ("passcode", 4), ("passcode", 6)]
)
@pytest.mark.parametrize("free", [0, 1])
def test_a_round_is_summed_up_below_the_board(browser: Browser, name: str, players: int, free: int) -> None:
    pieces = {"davinci": ["W7", "B-", "B11", "W10", "B3"], "passcode": ["4", "KEY", "2", "FAIL"]}[name]
    share = RECAP["shares"][0]
    shares = [share | {"seat": seat, "pieces": pieces} for seat in range(players)]
    with table_and_page(browser, players, "/table") as (table, page):
        phones(table, free, players)
        view, event = described(name, players, 150)
        show(table, page, 1, view, event)
        table.do(lambda: table.hub.recap(RECAP | {"winner": 0, "shares": shares, "names": list(LONG_NAMES[:players])}))
        expect(page.locator("#recap")).to_be_visible()
        check(faults(page, name, (*SIZES, *LAPTOPS), can_be_small=True))
        page.get_by_role("button", name="Close").click()
        check(faults(page, f"{name}, closed", SIZES[:1], can_be_small=free > 0))


@pytest.mark.parametrize(("name", "players"), [("mastermind", 2), ("davinci", 4), ("digitcode", 5), ("passcode", 6)])
def test_notices_cover_nothing(browser: Browser, name: str, players: int) -> None:
    with table_and_page(browser, players, "/table") as (table, page):
        view, event = described(name, players, 150)
        show(table, page, 1, view, event)
        table.do(lambda: table.hub.phones("Seat 2 is played from a phone. Seat 1 is played from a phone."))
        expect(page.locator("#phones")).to_be_visible()
        check(faults(page, "phones", (*SIZES[:1], *LAPTOPS)))
        table.do(
            lambda: table.hub.fault(
                "Seat 2: screen not answering on bus 1 at 0x3d, check its plug and cable. The game waits."
            )
        )
        expect(page.locator("#fault")).to_be_visible()
        check(faults(page, "a fault", (*SIZES[:1], *LAPTOPS), can_be_small=True))


def test_before_the_table_answers_and_in_a_game_that_the_page_does_not_know(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        check(faults(page, "waiting"))
        strange = {
            "game": "nim",
            "seats": 2,
            "to_act": [0],
            "phase": "take",
            "winners": None,
            "heaps": [3, 4, 5],
            "scores": [0, 1],
        }
        show(table, page, 1, strange, "Ada takes two.")
        check(faults(page, "nim"))


def test_the_list_of_questions_says_how_many_it_does_not_show(browser: Browser) -> None:
    questions = [
        {"seat": 0, "of": 1, "question": {"move": "ask_line", "line": "ABCDEFGHIJKLMNOPQRS"[at % 19]}, "answer": 3}
        for at in range(66)
    ]
    view, event = described("digitcode", 2, 12)
    for path, window in (("/table", (1920, 1080)), ("/", (1024, 768))):
        with table_and_page(browser, 2, path) as (table, page):
            resize(page, *window)
            for number, asked in enumerate((questions, questions[:3]), 1):
                show(table, page, number, view | {"asked": asked, "proposals": []}, event)
                resize(page, *window)  # and wait for a frame
                shown = page.locator(".heard li:not(.more)").locator("visible=true").count()
                assert shown == min(shown, len(asked)) > 0
                told = page.locator(".heard .more")
                if shown < len(asked):
                    expect(told).to_have_text(f"and {len(asked) - shown} more: see the sheet")
                else:
                    expect(told).to_have_count(0)
                assert page.locator(".heard").evaluate("(list) => list.scrollHeight <= list.clientHeight + 1")
            resize(page, 390, 844)
            show(table, page, 3, view | {"asked": questions, "proposals": []}, event)
            expect(page.locator(".heard li").locator("visible=true")).to_have_count(66)


def test_a_page_that_comes_later_is_told_the_last_events(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table", width=1920, height=1080) as (table, page):
        view, event = described("passcode", 2, 12)
        show(table, page, 1, view, event)
        happens(table, "One.", "Two.", "Two.", "Three.")
        expect(page.locator("#event")).to_have_text("Three.")
        expect(page.locator("#events li")).to_have_text(["Two.", "One.", event])
        page.reload()
        expect(page.locator("#event")).to_have_text("Three.")
        expect(page.locator("#events li")).to_have_text(["Two.", "One.", event])


@pytest.mark.rule("D16")
def test_what_is_said_once_does_not_come_into_the_list(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table", width=1920, height=1080) as (table, page):
        view, event = described("davinci", 2, 12)
        show(table, page, 1, view, event)
        table.do(lambda: table.hub.event("Kim: it is a 4. Wrong!", said_once=True))
        expect(page.locator("#event")).to_have_text("Kim: it is a 4. Wrong!")
        expect(page.locator("#events li")).to_have_text([event])
        happens(table, "Lou takes a tile.")
        expect(page.locator("#event")).to_have_text("Lou takes a tile.")
        expect(page.locator("#events li")).to_have_text([event])


def test_the_rules_of_the_game_are_one_click_away(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        link = page.get_by_role("link", name="Rules")
        for number, (name, page_name) in enumerate(
            (("digitcode", "digit-code"), ("davinci", "davinci-code"), ("mastermind", "mastermind"))
        ):
            show(table, page, number, *described(name, 2, 5))
            expect(link).to_have_attribute("href", f"/rules/{page_name}")
        show(table, page, 5, lobby(2, "passcode"), EVENTS[2])
        link.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Passcode")


@pytest.mark.parametrize(
    ("name", "players"), [("lobby", 6), ("mastermind", 2), ("davinci", 4), ("digitcode", 5), ("passcode", 6)]
)
def test_a_small_window_scrolls_down_only_and_loses_nothing(browser: Browser, name: str, players: int) -> None:
    with table_and_page(browser, players, "/table") as (table, page):
        phones(table, players if name == "lobby" else 1, players, wifi=True)
        view, event = (lobby(6), EVENTS[2]) if name == "lobby" else described(name, players, 150)
        show(table, page, 1, view, event)
        for width, height in SMALL:
            resize(page, width, height)
            check(test_bench_layout.faults(page, f"{width}x{height}", small=True))
            expect(page.locator(".join svg").first).to_be_visible()
            assert page.locator("#codes").evaluate("(codes) => codes.scrollHeight <= codes.clientHeight + 1")
