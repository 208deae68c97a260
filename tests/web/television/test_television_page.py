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

from companion.core.seat import Place
from companion.table.effects import Publish
from companion.web.codes import OwnPhone, Wifi
from companion.web.messages import Fault, Phones, Recap
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
LARGEST = {"digitcode": 5, "mastermind": 2, "davinci": 4, "passcode": 6, "breakthecode": 4}
"""The most players of each game."""
OTHERS = [pytest.param(*game, marks=pytest.mark.slow) for game in LARGEST.items() if game[0] != "passcode"]
THE_LARGEST_OF_EACH = [("passcode", 6), *OTHERS]
WINDOWS = (SIZES[0], LAPTOPS[0], LAPTOPS[2])
"""The sizes that differ most."""
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
        hub.tell(Recap())
        hub.tell(Fault())
        hub.tell(Phones())
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


GAMES: list[tuple[str, int, dict[str, Any] | None]] = [
    ("mastermind", 1, {}),
    ("mastermind", 2, {"games": 8}),
    ("davinci", 2, {"advanced": True, "rounds": 3}),
    *(("davinci", players, None) for players in (3, 4)),
    *(("digitcode", players, None) for players in (2, 3, 5)),
    *(("passcode", players, None) for players in (2, 3, 4, 5, 6)),
    *(("breakthecode", players, None) for players in (2, 3, 4)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_position_can_be_read_in_every_window(
    room: Room, name: str, players: int, options: dict[str, Any] | None
) -> None:
    empty, middle, end = (
        (f"after {moves}", *described(name, players, moves, is_over=moves == 5000, given=options))
        for moves in (0, 150, 5000)
    )
    check(layout(*room, [empty, middle], SIZES[:1], can_be_read))
    check(layout(*room, [end], (*SIZES, *LAPTOPS), can_be_read))


def scanned(page: Page, *, share: float = 1) -> set[str]:
    """What a reader of QR codes finds on the page when its picture is shrunk to this share."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    small = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.BILINEAR)
    return {found.text for found in zxingcpp.read_barcodes(small)}


@pytest.mark.parametrize(("free", "wifi"), [(2, False), pytest.param(6, True, marks=pytest.mark.slow)])
def test_the_lobby_shows_the_code_of_every_free_seat_for_a_phone_three_metres_away(
    room: Room, free: int, wifi: bool
) -> None:
    table, page = room
    phones(table, free, 6, wifi=wifi)
    show(table, page, *lobby()[1:])
    expect(page.locator(".join")).to_have_count(free + wifi)
    check(faults(page, f"{free} free", WINDOWS))
    _, view, event = lobby("mastermind")
    show(table, page, view | {"choices": []}, event)
    check(faults(page, f"{free} free, nothing chosen", WINDOWS))
    expect(page.locator(".codes .how")).to_contain_text("http")
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


@pytest.mark.parametrize(
    ("free", "seats"),
    [(0, 4), (1, 4), *(pytest.param(*one, marks=pytest.mark.slow) for one in [(0, 6), (0, 2), (2, 2)])],
)
def test_the_lobby_can_be_read_whoever_sits_and_whatever_is_set(room: Room, free: int, seats: int) -> None:
    table, page = room
    phones(table, free, seats)
    for chosen in LARGEST:
        _, view, event = lobby(chosen)
        who = [one | {"joined": seat >= free} for seat, one in enumerate(view["players"][:seats])]
        view |= {"seats": seats, "to_act": list(range(seats)), "players": who, "needs": ""}
        for shown in (view | {"choices": []}, view):
            show(table, page, shown, event)
            check(faults(page, f"{chosen}, {free} free of {seats}, {len(shown['choices'])} set", WINDOWS))


@pytest.mark.parametrize(("name", "players"), THE_LARGEST_OF_EACH)
def test_the_codes_that_a_game_waits_for_lie_beside_it(room: Room, name: str, players: int) -> None:
    table, page = room
    free = min(4, players)
    phones(table, free, players)
    show(table, page, *position(name, players, 150)[1:])
    expect(page.locator(".join")).to_have_count(free)
    check(faults(page, name, WINDOWS, can_be_small=True))
    resize(page, 1920, 1080)
    assert len(scanned(page, share=0.496 * 0.95)) == free


@pytest.mark.parametrize(
    ("name", "players"), [("davinci", 4), ("mastermind", 2), pytest.param("passcode", 6, marks=pytest.mark.slow)]
)
def test_a_round_is_summed_up_below_the_board(room: Room, name: str, players: int) -> None:
    table, page = room
    pieces = {"davinci": ["W7", "B-", "B11", "W10", "B3"], "passcode": ["4", "KEY", "2", "FAIL"], "mastermind": []}[
        name
    ]
    scene = ["red", "yellow", "green", "blue", "4 exact"] if name == "mastermind" else []
    share = RECAP["shares"][0]
    shares = [share | {"seat": seat, "pieces": pieces} for seat in range(players)]
    free = min(4, players)
    phones(table, free, players)
    show(table, page, *position(name, players, 150)[1:])
    table.do(
        lambda: table.hub.tell(
            Recap(RECAP | {"winner": 0, "shares": shares, "names": list(LONG_NAMES[:players]), "scene": scene})
        )
    )
    expect(page.locator("#recap")).to_be_visible()
    check(faults(page, f"{name}, {free} free", WINDOWS, can_be_small=True))
    phones(table, 0, players)
    expect(page.locator(".join")).to_have_count(0)
    check(faults(page, name, WINDOWS, can_be_small=True))
    page.get_by_role("button", name="Close").click()
    check(faults(page, f"{name}, closed", SIZES[:1], can_be_small=True))


@pytest.mark.parametrize(("name", "players"), THE_LARGEST_OF_EACH)
def test_notices_cover_nothing(room: Room, name: str, players: int) -> None:
    table, page = room
    show(table, page, *position(name, players, 150)[1:])
    table.do(lambda: table.hub.tell(Phones("Seat 2 is played from a phone. Seat 1 is played from a phone.")))
    expect(page.locator("#phones")).to_be_visible()
    check(faults(page, "phones", WINDOWS))
    fault = "Seat 2: screen not answering on bus 1 at 0x3d, check its plug and cable. The game waits."
    table.do(lambda: table.hub.tell(Fault(fault)))
    expect(page.locator("#fault")).to_be_visible()
    check(faults(page, "a fault", WINDOWS, can_be_small=True))


@pytest.mark.parametrize(
    ("name", "players"),
    [("digitcode", 5), *(pytest.param(*one, marks=pytest.mark.slow) for one in [*LARGEST.items(), ("lobby", 6)][1:])],
)
def test_a_small_window_scrolls_down_only_and_loses_nothing(room: Room, name: str, players: int) -> None:
    table, page = room
    phones(table, players if name == "lobby" else 1, players, wifi=True)
    _, view, event = lobby() if name == "lobby" else position(name, players, 150)
    show(table, page, view, event)
    for size in SMALL:
        check(bench_faults(page, name, size))
        expect(page.locator(".join svg").first).to_be_visible()
        assert page.locator("#codes").evaluate("(codes) => codes.scrollHeight <= codes.clientHeight + 1")


def test_the_list_of_questions_says_how_many_it_does_not_show(room: Room) -> None:
    table, page = room
    questions = [
        {"seat": 0, "of": 1, "question": {"move": "ask_line", "line": "ABCDEFGHIJKLMNOPQRS"[at % 19]}, "answer": 3}
        for at in range(66)
    ]
    view, event = described("digitcode", 2, 12)
    for asked in (questions, questions[:3]):
        resize(page, 1920, 1080)
        show(table, page, view | {"asked": asked, "proposals": []}, event)
        resize(page, 1920, 1080)  # and wait for a frame
        shown = page.locator(".heard li:not(.more)").locator("visible=true").count()
        assert shown == min(shown, len(asked)) > 0
        told = page.locator(".heard .more")
        if shown < len(asked):
            expect(told).to_have_text(f"and {len(asked) - shown} more: see the sheet")
        else:
            expect(told).to_have_count(0)
        assert page.locator(".heard").evaluate("(list) => list.scrollHeight <= list.clientHeight + 1")
    resize(page, 390, 844)
    show(table, page, view | {"asked": questions, "proposals": []}, event)
    expect(page.locator(".heard li").locator("visible=true")).to_have_count(66)


APART = """() => [...document.querySelectorAll(".sheet")].flatMap((sheet) => {
  const plates = [...sheet.querySelectorAll(".line.told > span")].map((one) => [one.textContent, one.getBoundingClientRect()]);
  return plates.flatMap(([name, a], at) => plates.slice(at + 1)
    .filter(([, b]) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom) < 1)
    .map(([other]) => `${name} touches ${other}`));
})"""


@pytest.mark.parametrize("players", [2, 5])
def test_the_answers_on_digit_codes_sheet_are_apart(room: Room, players: int) -> None:
    table, page = room
    _, view, event = position("digitcode", players, 12)
    asked = [
        {"seat": 0, "of": code, "question": {"move": "ask_line", "line": line}, "answer": 6}
        for line in "ABCDEFGHIJKLMNOPQRS"
        for code in range(players)
    ]
    show(table, page, view | {"asked": asked, "proposals": []}, event)
    for size in (*SIZES, LAPTOPS[1]):
        resize(page, *size)
        expect(page.locator(".line.told").first).to_be_visible()
        assert page.evaluate(APART) == [], size


def test_the_open_cards_lie_on_the_table_however_much_was_asked(room: Room) -> None:
    table, page = room
    _, view, event = position("breakthecode", 4, 150)
    asked = {"seat": 0, "card": "sum", "number": None, "answers": [20, 11, 12, 28]}
    cards = ["count_even", "where_8_9", "spread", "count_black", "pairs", "same_colour"]
    resize(page, *SIZES[0])
    show(table, page, view | {"open": cards, "asked": [asked] * 14}, event)
    expect(page.locator(".heard .more")).to_be_visible()
    expect(page.locator(".lying li").locator("visible=true")).to_have_count(6)
    for size in WINDOWS:
        check(can_be_read(page, "Break the Code with six cards", size))


def test_the_list_of_questions_follows_the_size_of_its_window(room: Room) -> None:
    table, page = room
    questions = [{"seat": 0, "of": 1, "question": {"move": "ask_line", "line": "A"}, "answer": 3}] * 66
    view, event = described("digitcode", 2, 12)
    resize(page, 1024, 768)
    show(table, page, view | {"asked": questions, "proposals": []}, event)
    hidden = page.locator(".heard li:not(.more)[hidden]")
    seen: list[int] = []
    for width, height in ((1024, 768), (1024, 640)):
        resize(page, width, height)
        expect(page.locator(".heard .more")).to_have_text(f"and {hidden.count()} more: see the sheet")
        seen.append(hidden.count())
    assert seen[1] > seen[0]


CLAIM = {"seat": 0, "target": 1, "position": 0, "value": "4", "correct": True}


def test_what_happened_is_told_beside_da_vinci_codes_board_while_tiles_are_claimed(room: Room) -> None:
    table, page = room
    view, event = described("davinci", 2, 12)
    happens(table, *EVENTS)
    show(table, page, view | {"turn_log": [CLAIM]}, event)
    resize(page, 1920, 1080)
    expect(page.locator("#events li").first).to_be_visible()
    expect(page.locator(".claims")).to_be_hidden()


def test_what_happened_is_told_beside_the_games_of_a_series(room: Room) -> None:
    table, page = room
    view, event = described("mastermind", 2, 27, given={"games": 8})
    assert view["past"]
    happens(table, *EVENTS)
    show(table, page, view, event)
    resize(page, 1920, 1080)
    expect(page.locator("#events li").first).to_be_visible()
    expect(page.locator(".past li").first).to_be_visible()


RING = "(one) => getComputedStyle(one).boxShadow.split(' ').at(-1)"


@pytest.mark.parametrize(
    ("name", "players", "parts"), [("davinci", 4, ".rack"), ("passcode", 6, ".board"), ("mastermind", 2, ".plate")]
)
def test_the_ring_around_who_acts_grows_with_the_window(room: Room, name: str, players: int, parts: str) -> None:
    table, page = room
    show(table, page, *described(name, players, 20))
    resize(page, 1920, 1080)
    assert page.locator(f"{parts}.acting").first.evaluate(RING) == "4px"


def test_the_lobby_says_whose_phone_is_away(room: Room) -> None:
    table, page = room
    _, view, _ = lobby()
    table.do(lambda: table.hub.publish(Publish(1, view, "", LONG_NAMES, absent={Place(2): "phone is away"})))
    seats = page.locator(".players li")
    expect(seats.nth(2)).to_contain_text("phone is away")
    expect(seats.nth(0)).not_to_contain_text("away")
    table.do(lambda: table.hub.publish(Publish(2, view, "", LONG_NAMES)))
    expect(seats.nth(2)).not_to_contain_text("away")


def test_the_rules_of_the_game_are_one_click_away(room: Room) -> None:
    table, page = room
    link = page.get_by_role("link", name="Rules")
    for name, page_name in (("digitcode", "digit-code"), ("davinci", "davinci-code"), ("mastermind", "mastermind")):
        show(table, page, *described(name, 2, 5))
        expect(link).to_have_attribute("href", f"/rules/{page_name}")
    show(table, page, *lobby("passcode")[1:])
    expect(link).to_have_attribute("href", "/rules/passcode")


def test_before_the_table_answers_and_in_a_game_that_the_page_does_not_know(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        check(faults(page, "waiting", SIZES[:1]))
        strange = {"game": "nim", "seats": 2, "to_act": [0], "phase": "take", "winners": None}
        show(table, page, strange | {"heaps": [3, 4, 5], "scores": [0, 1]}, "Ada takes two.")
        check(faults(page, "nim", SIZES[:1]))


def test_a_page_that_comes_later_is_told_the_log_and_a_new_game_begins_another(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table", width=1920, height=1080) as (table, page):
        view, event = described("davinci", 2, 12)
        show(table, page, view, event)
        happens(table, "One.", "Two.", "Two.", "Three.")
        for _ in range(2):
            expect(page.locator("#event")).to_have_text("Three.")
            expect(page.locator("#events li")).to_have_text(["Two.", "One.", event])
            page.reload()
        table.do(lambda: table.hub.publish(Publish(0, view, "A new game.", anew=True)))
        expect(page.locator("#event")).to_have_text("A new game.")
        expect(page.locator("#events li")).to_have_count(0)
