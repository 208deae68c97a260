"""The page of finished games in a real browser: the list, the steps, whose eyes, and the review."""

import re

import pytest
from playwright.sync_api import Browser, expect

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
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert errors == []
        page.close()
