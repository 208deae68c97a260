"""The page of puzzles in a real browser: solved, explained, and counted for a streak that the browser keeps."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.daily_puzzle import games_with_puzzles, puzzle_of_day
from companion.games.puzzle import PUZZLE_LEVELS, Puzzle
from tests.thinking.at_once import AtOnce
from tests.web.access.axe import violations
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser
DAY = "2026-03-01"
CLOCK = f"{DAY}T12:00:00"


@contextmanager
def puzzles(browser: Browser, game: str, level: str = "easy") -> Iterator[Page]:
    """The page of puzzles on a phone, with that puzzle."""
    path, ready = f"/puzzle#{DAY}/{game}/{level}", f"body[data-shown='{DAY}/{game}/{level}']"
    with table_and_page(browser, 2, path, width=390, height=844, ready=ready, puzzles=AtOnce()) as (_, page):
        yield page


def answered(page: Page, answer: tuple[str, ...]) -> None:
    boxes = page.locator("#fields select")
    expect(boxes).to_have_count(len(answer))
    for box, value in zip(boxes.all(), answer, strict=True):
        box.select_option(value)
    page.get_by_role("button", name="Check").click()


def puzzle(game: str, level: str) -> Puzzle:
    return puzzle_of_day(game, level, DAY)


@pytest.mark.slow
def test_each_game_and_level_can_be_solved_on_a_phone(browser: Browser) -> None:
    with puzzles(browser, "mastermind") as page:
        for game in (one.name for one in games_with_puzzles()):
            for level in PUZZLE_LEVELS:
                page.locator("#game").select_option(game)
                page.locator("#level").select_option(level)
                expect(page.locator("body")).to_have_attribute("data-shown", f"{DAY}/{game}/{level}")
                found = puzzle(game, level)
                expect(page.locator("#task")).to_have_text(found.task)
                expect(page.locator("#clues li")).to_have_count(len(found.clues))
                if level == PUZZLE_LEVELS[-1]:
                    assert violations(page) == []
                answered(page, found.answer)
                expect(page.locator("#verdict")).to_contain_text("✓ Right.")
                assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_tile_of_an_answer_is_found_by_the_place_below_it(browser: Browser) -> None:
    with puzzles(browser, "davinci") as page:
        bens = page.locator("#clues li").nth(1)
        places = [
            box.locator("small").inner_text()
            for box in bens.locator(".placed").all()
            if box.locator(".standing").count()
        ]
        tiles = [f"Ben's {place} tile" for place in places]
        assert tiles == [name for name in puzzle("davinci", "easy").fields[0].choices if name.startswith("Ben")]
        assert page.locator("#fields select").first.locator("option").all_inner_texts()[1:] == tiles


def test_a_wrong_answer_is_explained_and_the_streak_counts_days(browser: Browser) -> None:
    with puzzles(browser, "mastermind") as page:
        page.clock.install(time=CLOCK)
        page.reload()
        expect(page.locator("#streak")).to_have_text("Solve a puzzle of today to begin a streak.")
        found = puzzle("mastermind", "easy")
        answered(page, ("red", "red", "red", "red"))
        expect(page.locator("#verdict")).to_have_text("✗ Not right. A code has no colour twice.")
        page.get_by_role("button", name="Show the answer").click()
        expect(page.locator("#verdict")).to_contain_text(", ".join(found.answer))
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#verdict")).to_contain_text("✓ Right.")
        expect(page.locator("#streak")).to_have_text("Solve a puzzle of today to begin a streak.")
        page.locator("#level").select_option("medium")
        expect(page.locator("body")).to_have_attribute("data-shown", f"{DAY}/mastermind/medium")
        answered(page, puzzle("mastermind", "medium").answer)
        expect(page.locator("#streak")).to_have_text("Your streak: 1 day in a row (longest: 1).")
        assert violations(page) == []
        page.reload()
        expect(page.locator("#verdict")).to_have_text("You have solved this one.")
        expect(page.locator("#streak")).to_have_text("Your streak: 1 day in a row (longest: 1).")


LEAVES = """(sheet) => [...sheet.querySelectorAll('.cells > *')].filter((cell) => {
  const [a, b] = [cell.getBoundingClientRect(), sheet.getBoundingClientRect()];
  return a.height < 10 || a.left < b.left || a.right > b.right || a.top < b.top || a.bottom > b.bottom;
}).length"""


def test_digit_codes_sheet_holds_all_its_spaces_and_letters(browser: Browser) -> None:
    with puzzles(browser, "digitcode") as page:
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.locator("#drawing .sheet").evaluate(LEAVES) == 0
            assert page.evaluate("document.documentElement.scrollWidth") <= width
