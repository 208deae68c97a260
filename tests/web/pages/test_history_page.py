"""The page of finished games in a real browser: the list, the steps, whose eyes, and the review."""

import math
import re

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect

from companion.history.view_at_move import view_at_move
from tests.browser import new_page, shown
from tests.history.games import case_of, steps
from tests.web.access.axe import violations
from tests.web.finished_game import FinishedGame, serving

pytestmark = pytest.mark.browser

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
PAST = FinishedGame(CASE, MADE)
"""A series whose moves are all made."""
GAME = PAST.played
REVIEW = PAST.review_of_moves
OUTSIDE = """() => {
  const edge = document.querySelector('.review').getBoundingClientRect();
  const all = [...document.querySelectorAll('.review :is(svg, tbody *, ul *, p)')];
  return all.filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < edge.left || box.right > edge.right || (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
  }).map((one) => `${one.tagName} ${one.textContent}`.slice(0, 60));
}"""


def test_a_game_is_stepped_through_from_a_seats_eyes(browser: Browser) -> None:
    with serving(PAST) as address:
        page = new_page(browser)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/history")
        expect(page.locator("#fault")).to_have_text("The journal t-2.sqlite3 is damaged.")
        page.get_by_role("button", name="Older games").click()
        expect(page.locator("#fault")).to_have_text(
            "The journal t-2.sqlite3 is damaged. The journal t.sqlite3 is damaged."
        )
        expect(page.locator("#older")).to_be_hidden()
        expect(page.locator("#games button")).to_have_count(1)
        page.get_by_role("button", name=re.compile("Mastermind: Ann, Bob")).click()
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/public/0")
        expect(page.locator("#fault")).to_contain_text("t-2.sqlite3 is damaged. The journal t.sqlite3")
        assert "(" not in page.locator("#title").inner_text().replace("(Ann: ", "")
        expect(page.locator("#glass")).to_be_hidden()
        page.get_by_role("button", name="One move on").click()
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/public/1")
        expect(page.locator(".code")).to_have_attribute("aria-label", "The secret code is hidden")
        page.get_by_role("button", name="Ann", exact=True).click()
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/0/1")
        expect(page.locator(".code")).to_have_attribute("aria-label", re.compile("^The code was "))
        page.locator("#screen").evaluate("canvas => { canvas.dataset.screen = '0'; }")
        picture = view_at_move(GAME, 0, 1).picture
        assert picture is not None
        assert shown(page, 0) == picture
        page.locator("#title").click()
        page.keyboard.press("ArrowRight")
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/0/2")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/0/1")
        page.get_by_role("button", name="Bob", exact=True).click()
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/1/1")
        expect(page.locator(".code")).to_have_attribute("aria-label", "The secret code is hidden")
        page.locator("#slider").fill(str(len(MADE)))
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/1/{len(MADE)}")
        expect(page.locator("#place")).to_have_text(f"{len(MADE)} of {len(MADE)}")
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/1/{len(MADE)}")
        assert violations(page) == []
        assert errors == []
        page.close()


def test_the_review_is_a_chart_with_a_table_and_follows_the_position(browser: Browser) -> None:
    with serving(PAST) as address:
        page = new_page(browser, viewport={"width": 390, "height": 844})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        second = REVIEW.moves[1]
        page.goto(f"{address}/history#1.2/public/{second.number}")
        review = page.get_by_role("region", name="Review of the moves")
        columns = review.locator("svg[role=img] g[data-number]")
        expect(columns).to_have_count(len(REVIEW.moves))
        expect(review.locator("[data-part=state]")).to_have_text(REVIEW.measure)
        assert violations(page) == []
        expect(review.locator("[data-part=sentence]")).to_contain_text(f"{second.said}. {second.why} Luck ")
        expect(review.locator("g[data-shown]")).to_have_attribute("data-number", str(second.number))
        contradictions = [move for move in REVIEW.moves if move.contradiction]
        assert contradictions, "so that the sign is looked for"
        assert sum("!" in text for text in review.locator("g .sign").all_text_contents()) == len(contradictions)
        review.get_by_text("All moves as a table").click()
        rows = review.locator("tbody tr")
        expect(rows).to_have_count(len(REVIEW.moves))
        for row, move in zip(rows.all(), REVIEW.moves, strict=True):
            text = row.inner_text()
            assert move.why in text
            assert ("contradiction" in text) == move.contradiction
            assert f"{move.before:,} → {move.after:,}" in text
        # Chosen in the table or in the chart, a move's position is shown.
        last = REVIEW.moves[-1].number
        rows.last.get_by_role("button").click()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{last}")
        columns.first.click()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{REVIEW.moves[0].number}")
        # Through a seat's eyes, its own moves remain.
        page.get_by_role("button", name="Bob", exact=True).click()
        expect(columns).to_have_count(sum(move.seat == 1 for move in REVIEW.moves))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert errors == []
        page.close()


def test_the_choices_to_go_on_or_to_stop_have_columns_and_a_sign_of_their_own(browser: Browser) -> None:
    case = case_of("davinci")
    past = FinishedGame(case, steps(case, 3))
    chosen = [move for move in past.review_of_moves.moves if move.choice is not None]
    stops = [move for move in chosen if move.said == "stopped"]
    wrong = [move for move in chosen if move.choice is not None and not move.choice.good]
    assert stops
    assert wrong, "so that the sign is looked for"
    with serving(past) as address:
        page = new_page(browser, viewport={"width": 390, "height": 844})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/history#1.2/public/{stops[0].number}")
        review = page.get_by_role("region", name="Review of the moves")
        expect(review.locator("[data-part=sentence]")).to_contain_text(
            f"stopped. {stops[0].why} Choice: luck 0.0 %, skill "
        )
        expect(review.get_by_text("wrong choice: going on or stopping")).to_be_visible()
        assert sum("?" in text for text in review.locator("g .sign").all_text_contents()) == len(wrong)
        for seat in past.review_of_moves.seats:
            assert seat.choices is not None
            told = f"right {seat.choices.good} of {seat.choices.choices} time"
            expect(review.locator("[data-part=totals] li").nth(seat.seat)).to_contain_text(told)
        review.get_by_text("All moves as a table").click()
        heads = review.locator("thead th").all_text_contents()
        assert heads[-5:] == ["Going on", "Stopping", "Choice gained", "Choice luck", "Choice skill"]
        for move in chosen:
            assert move.choice is not None
            cells = review.locator(f"tr[data-number='{move.number}'] td").all_text_contents()[-5:]
            shown_numbers = [float(cell.replace("−", "-").removesuffix(" %")) for cell in cells]
            numbers = [
                move.choice.going_on,
                move.choice.stopping,
                move.choice.gained,
                move.choice.luck,
                move.choice.skill,
            ]
            assert shown_numbers == pytest.approx([100 * number for number in numbers], abs=0.051)
        assert violations(page) == []
        # From a phone to a television nothing of chart and table has to be scrolled sideways.
        for width in (390, 700, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 844})
            expect(review.locator("svg[role=img]")).to_have_count(rows_of_charts(page, len(past.review_of_moves.moves)))
            assert page.evaluate(OUTSIDE) == [], f"at {width} pixels"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert errors == []
        page.close()


def test_the_review_of_the_newest_game_has_an_address(browser: Browser) -> None:
    with serving(PAST) as address:
        page = new_page(browser, viewport={"width": 390, "height": 844})
        page.goto(f"{address}/history#newest/1/{len(MADE)}/review")
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/1/{len(MADE)}")
        expect(page.get_by_role("heading", name="Review")).to_be_in_viewport()
        page.close()


def test_columns_without_a_number_are_left_out_and_zero_has_no_sign(browser: Browser) -> None:
    past = FinishedGame(CASE, MADE)
    moves = tuple(
        structs.replace(move, before=None, after=None, gained=-0.3, expected=-0.4, skill=-0.3) for move in REVIEW.moves
    )
    past.review_of_moves = structs.replace(REVIEW, unit="points", moves=moves)
    with serving(past) as address:
        page = new_page(browser, viewport={"width": 1920, "height": 1080})
        page.goto(f"{address}/history#1.2/public/0")
        review = page.get_by_role("region", name="Review of the moves")
        review.get_by_text("All moves as a table").click()
        heads = review.locator("thead th").all_text_contents()
        assert heads == ["Move", "Player", "What and why", "Gained", "Expected", "Best", "Luck", "Skill"]
        first = review.locator("tbody tr").first.locator("td[data-head]")
        assert [first.nth(at).inner_text() for at in (0, 1, 4)] == ["0", "0", "0"]
        assert "−0" not in re.sub(r"−0\.\d*[1-9]", "", review.inner_text())
        page.close()


def rows_of_charts(page: Page, moves: int) -> int:
    """How many rows the chart has in this width, where a move takes 26 pixels and the scale 50."""
    width: int = page.locator("[data-part=chart]").evaluate("chart => chart.clientWidth")
    return math.ceil(moves / max(8, (width - 50) // 26))
