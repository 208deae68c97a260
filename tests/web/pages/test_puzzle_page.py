"""The page of puzzles in a real browser: solved by tapping on the board of its game, explained, and counted by the browser."""

import re
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


def choose(page: Page, game: str, level: str) -> None:
    page.locator(f"#offered [data-puzzle='{game}/{level}']").click()
    expect(page.locator("body")).to_have_attribute("data-shown", f"{DAY}/{game}/{level}")


def tapped(page: Page, puzzle: Puzzle, answer: tuple[str, ...]) -> None:
    """The answer, made on the board."""
    match puzzle.kind:
        case "certain tile":
            owner, place, _ = answer[0].split()
            page.get_by_role("button", name=re.compile(f"^{owner} {place} tile")).click()
            page.locator(f"[data-id='value {answer[1]}']").click()
        case "one question":
            kind, key = question(answer[0])
            page.get_by_role("button", name="Digits" if kind in ("digit", "pair") else "Sheet", exact=True).click()
            page.locator(f"[data-id='{kind} {key}']").click()
        case "last code":
            page.get_by_role("button", name="Propose", exact=True).click()
            for digit in answer:
                page.locator(f"[data-id='symbol {digit}']").click()
        case _:
            for colour in answer:
                page.locator(f"[data-id='symbol {colour}']").click()
    page.get_by_role("button", name="Check").click()


def question(words: str) -> tuple[str, str]:
    """Where a question is tapped: "line D", "T even or odd", "T or U larger", "space A, K"."""
    one, *more = words.replace(",", "").split()
    if more[0] == "even":
        return "digit", one
    return ("pair", one + more[1]) if more[0] == "or" else (one, "".join(more))


def puzzle(game: str, level: str) -> Puzzle:
    return puzzle_of_day(game, level, DAY)


@pytest.mark.slow
def test_each_game_and_level_can_be_solved_by_taps_on_a_phone(browser: Browser) -> None:
    with puzzles(browser, "mastermind") as page:
        page.clock.install(time=CLOCK)
        for game in (one.name for one in games_with_puzzles()):
            for level in PUZZLE_LEVELS:
                choose(page, game, level)
                found = puzzle(game, level)
                expect(page.locator("#task")).to_have_text(found.task)
                if level == PUZZLE_LEVELS[-1]:
                    assert violations(page) == []
                tapped(page, found, found.answer)
                expect(page.locator("#verdict")).to_contain_text("✓ Right.")
                expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
                expect(page.get_by_role("button", name="✓ Right")).to_be_disabled()
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
        expect(page.locator("#offered .cell b", has_text="✓")).to_have_count(
            len(games_with_puzzles()) * len(PUZZLE_LEVELS)
        )


@pytest.mark.parametrize("game", [game.name for game in games_with_puzzles()])
def test_marks_are_pencilled_on_the_board_stay_and_answer_nothing(browser: Browser, game: str) -> None:
    with puzzles(browser, game) as page:
        check = page.get_by_role("button", name="Check")
        page.get_by_role("button", name="Pencil").click()
        if game == "mastermind":
            first, second = "symbol red", "symbol blue"
            marked = page.locator("[data-id='place 0']")
        elif game == "davinci":
            owner, place, _ = puzzle(game, "easy").answer[0].split()
            marked = page.get_by_role("button", name=re.compile(f"^{owner} {place} tile"))
            marked.click()
            first, second = "value 3", "value 11"
        elif game == "breakthecode":
            first = second = "symbol B0"
            marked = page.locator(f"[data-id='{first}']")
        else:
            marked = page.locator("button.space").first
            first = second = marked.get_attribute("data-id") or ""
        page.locator(f"[data-id='{first}']").click()
        page.locator(f"[data-id='{second}']").click()
        words = {"mastermind": "Red and Blue", "davinci": "3 and 11", "digitcode": "empty", "breakthecode": "maybe"}[
            game
        ]
        expect(marked).to_have_accessible_name(re.compile(f"; pencilled {words}$"))
        expect(check).to_be_disabled()
        assert violations(page) == []
        page.reload()
        expect(marked).to_have_accessible_name(re.compile(f"; pencilled {words}$"))
        page.locator(f"[data-id='{second}']").click()
        expect(marked).not_to_have_accessible_name(re.compile(f"{words}$"))


def test_a_wrong_answer_is_explained_and_the_streak_counts_days(browser: Browser) -> None:
    with puzzles(browser, "mastermind") as page:
        page.clock.install(time=CLOCK)
        page.reload()
        expect(page.locator("#streak")).to_have_text("Solve a puzzle of today to begin a streak.")
        found = puzzle("mastermind", "easy")
        tapped(page, found, (*found.answer[1:], found.answer[0]))
        expect(page.locator("#verdict")).to_have_text(re.compile("^✗ Not right. Row . contradicts it"))
        page.get_by_role("button", name="Show the answer").click()
        expect(page.locator("#verdict")).to_contain_text(", ".join(found.answer))
        for _ in found.answer:
            page.get_by_role("button", name="Undo").click()
        tapped(page, found, found.answer)
        expect(page.locator("#verdict")).to_contain_text("✓ Right.")
        expect(page.locator("#streak")).to_have_text("Solve a puzzle of today to begin a streak.")
        choose(page, "mastermind", "medium")
        tapped(page, puzzle("mastermind", "medium"), puzzle("mastermind", "medium").answer)
        expect(page.locator("#streak")).to_have_text("Your streak: 1 day in a row (longest: 1).")
        expect(page.get_by_role("button", name="Mastermind, medium: solved")).to_be_visible()
        assert violations(page) == []
        page.reload()
        expect(page.locator("#verdict")).to_have_text("You have solved this one.")
        expect(page.locator("#streak")).to_have_text("Your streak: 1 day in a row (longest: 1).")


def test_the_edition_of_a_puzzle_is_chosen_and_stays(browser: Browser) -> None:
    with puzzles(browser, "mastermind") as page:
        edition = page.get_by_label("Edition")
        edition.select_option(label="Bulls and Cows")
        name = "mastermind.bulls_and_cows"
        expect(page.locator("body")).to_have_attribute("data-shown", f"{DAY}/{name}/easy")
        expect(page.locator("#task")).to_have_text(puzzle(name, "easy").task)
        assert violations(page) == []
        choose(page, "davinci", "easy")
        expect(edition).to_be_hidden()
        choose(page, name, "hard")
        page.reload()
        expect(edition).to_have_value("bulls_and_cows")
        tapped(page, puzzle(name, "hard"), puzzle(name, "hard").answer)
        expect(page.locator("#verdict")).to_contain_text("✓ Right.")
        edition.select_option(label="the day's")
        expect(page.locator("body")).to_have_attribute("data-shown", f"{DAY}/mastermind/hard")


def test_hints_lead_to_the_answer_and_the_result_is_told_without_it(browser: Browser) -> None:
    """The page is served without encryption, where a browser gives no clipboard: the text is there to be copied."""
    with puzzles(browser, "davinci") as page:
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        found = puzzle("davinci", "easy")
        more = page.locator("#help")
        for hint in found.hints:
            more.click()
            expect(page.locator("#verdict")).to_contain_text(hint)
        expect(more).to_be_disabled()
        share = page.get_by_role("button", name="Share my result")
        expect(share).to_be_hidden()
        tapped(page, found, found.answer)
        share.click()
        text = page.locator("#text").input_value()
        assert f"Da Vinci Code, easy: solved in 1 try, with {len(found.hints)} hints" in text
        assert not any(part in text for part in found.answer)
        assert page.evaluate("getSelection().toString()") == text
        assert violations(page) == []
