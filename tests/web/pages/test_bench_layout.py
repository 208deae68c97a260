"""The bench page as it is laid out in a real browser: everything in sight, nothing cut off, nothing over anything else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.messages import DieShown, Recap
from tests.browser import new_page
from tests.web.pages.game_views import SEATS
from tests.web.pages.layout import RECAP, SMALL, Shown, bench_faults, check, layout, lobby, position, resize, show
from tests.web.pages.test_bench_page import Table, table_and_page

pytestmark = pytest.mark.browser

WINDOWS = ((1024, 768), (1280, 720), (1920, 1080))
EVENT = "Wilhelma asked Mohammed for the spaces of line B and heard that 9 of them are filled."
Room = tuple[Table, Page]


@pytest.fixture(scope="module")
def six(browser: Browser) -> Iterator[Room]:
    """A bench of six seats on one page for all tests that need nothing else."""
    with table_and_page(browser, 6) as room:
        yield room


def full(name: str, players: int) -> Shown:
    """The game when much lies on the table, below a sentence that is as long as sentences are."""
    return (*position(name, players, 400)[:2], EVENT)


def extras(room: Room, positions: list[Shown], sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """What a die and the summary of a round cover or push out, beside these positions."""
    found = []
    for what, view, event in positions:
        show(*room, view, event)
        for size in sizes:
            resize(room[1], *size)
            if view["game"] == "passcode":
                found += beside_a_die(room, what, size)
            found += beside_a_summary(room, what, size)
    return found


def beside_a_die(room: Room, what: str, size: tuple[int, int]) -> list[str]:
    table, page = room
    table.do(lambda: table.hub.tell(DieShown("awaited", 1, 0)))
    expect(page.locator("#die")).to_be_visible()
    found = bench_faults(page, f"{what} with a die", size)
    table.do(lambda: table.hub.tell(DieShown("away", None, 0)))
    expect(page.locator("#die")).to_be_hidden()
    return found


def beside_a_summary(room: Room, what: str, size: tuple[int, int]) -> list[str]:
    table, page = room
    table.do(lambda: table.hub.tell(Recap(RECAP)))
    expect(page.locator("#recap")).to_be_visible()
    found = bench_faults(page, f"{what} with a summary", size)
    table.do(lambda: table.hub.tell(Recap()))
    expect(page.locator("#recap")).to_be_hidden()
    return found


def test_the_whole_table_is_in_sight(six: Room) -> None:
    """With the most players of each game."""
    games = [full(name, numbers[-1]) for name, numbers in SEATS.items()]
    check(layout(*six, [*games, lobby()], (WINDOWS[0], WINDOWS[-1]), bench_faults))


def test_a_small_window_scrolls_down_only_and_loses_nothing(six: Room) -> None:
    check(layout(*six, [full("digitcode", 5)], SMALL[:1], bench_faults))


LONGEST_EVENT = (
    "Machine rolled a 1, which locks in the code. These are the last turns. Alexandra is to draw, 0 of 3 digits done. "
    "On the discard pile lies a 4."
)


def test_a_longer_sentence_on_the_last_event_leaves_the_board_where_it_is(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        view, found = position("passcode", 2, 60)[1], []
        for event in ("Ann draws.", LONGEST_EVENT):
            show(table, page, view, event)
            found.append(page.locator(".board, .stack").evaluate_all(SHEETS))
        assert found[0] == found[1]


SHEETS = """(sheets) => sheets.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width }) => [x, y, width].map(Math.round))"""


def test_digit_codes_sheets_keep_their_size_while_answers_come(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        for size in ((1024, 768), (1280, 800)):
            resize(page, *size)
            found = []
            for moves in (3, 12, 60):
                show(table, page, position("digitcode", 2, moves)[1], EVENT)
                found.append(page.locator(".sheet").evaluate_all(SHEETS))
            assert found == [found[0]] * 3, size


def test_the_open_cards_of_break_the_code_touch_no_row(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        show(table, page, position("breakthecode", 2, 12)[1], EVENT)
        for size in ((1024, 768), (1280, 800)):
            resize(page, *size)
            gap = page.locator(".racks").evaluate(
                """(racks) => racks.getBoundingClientRect().top
                  - Math.max(...[...document.querySelectorAll('.lying li')].map((one) => one.getBoundingClientRect().bottom))"""
            )
            assert gap >= 6, size


def test_a_long_name_lies_over_neither_role_nor_score(browser: Browser) -> None:
    with table_and_page(browser, 2, width=320, height=568) as (table, page):
        what, view, event = full("mastermind", 2)
        show(table, page, view, event)
        over = page.locator(".plate").evaluate_all(
            """(plates) => plates.filter((plate) => {
              const boxes = [...plate.children].filter((one) => one.textContent).map((one) => {
                const text = document.createRange();
                text.selectNodeContents(one);
                return text.getBoundingClientRect();
              });
              return boxes.some((one, at) => boxes.slice(at + 1).some((other) =>
                one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top));
            }).map((plate) => plate.textContent)"""
        )
        assert over == [], what


def test_a_die_or_a_summary_in_the_middle_covers_nothing(six: Room) -> None:
    check(extras(six, [full("passcode", 6), full("davinci", 4)], WINDOWS[:1]))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_the_whole_table_is_in_sight_in_every_window(browser: Browser, seats: int) -> None:
    """With every number of players of each game, and before the table has told of a game."""
    games = [full(name, seats) for name, numbers in SEATS.items() if seats in numbers]
    summed = [game for game in games if game[1]["game"] in ("passcode", "davinci")]
    if seats == 6:
        games.append(lobby())
    with table_and_page(browser, seats) as room:
        found = [fault for size in WINDOWS for fault in bench_faults(room[1], "no game", size)]
        found += layout(*room, games, (*WINDOWS, *SMALL), bench_faults)
        check(found + extras(room, summed, WINDOWS))


def test_all_pixels_of_a_screen_are_of_one_size_and_each_key_is_below_its_box(browser: Browser) -> None:
    """Where a pixel of the page is one and a quarter of the display's own; the page asks scale.js, whose own tests have the other
    ratios."""
    table, ratio = Table(4), 1.25
    try:
        table.open()
        page = new_page(browser, viewport={"width": 1024, "height": 768}, device_scale_factor=ratio)
        page.goto(f"http://127.0.0.1:{table.port}/")
        page.wait_for_selector("body[data-link=up]")
        for width, height in (WINDOWS[0], WINDOWS[-1], (390, 844)):
            resize(page, width, height)
            for seat in range(4):
                screen = page.locator(f'canvas[data-screen="{seat}"]').bounding_box()
                assert screen is not None
                assert screen["width"] == 2 * screen["height"]
                scale = screen["width"] / 128
                assert scale >= 2
                assert abs(scale * ratio - round(scale * ratio)) < 0.001, "a whole number of the display's own pixels"
                keys = page.locator(f'button.key[data-seat="{seat}"]')
                for at, middle in enumerate((20.5, 63.5, 107.5)):  # of the boxes on the picture
                    key = keys.nth(at).bounding_box()
                    assert key is not None
                    assert abs(key["x"] + key["width"] / 2 - screen["x"] - middle * scale) <= scale
                    assert key["y"] >= screen["y"] + screen["height"]
        page.close()
    finally:
        table.end()
