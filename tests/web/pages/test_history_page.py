"""The page of finished games in a real browser: the list, the steps, whose eyes, and the review."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.history.replay import view_at_move
from tests.browser import shown
from tests.history.games import case_of, steps
from tests.web.access.axe import violations
from tests.web.finished_game import FinishedGame
from tests.web.pages.test_bench_page import table_and_page

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


@contextmanager
def history(browser: Browser, shown: str = "", past: FinishedGame = PAST) -> Iterator[Page]:
    """The page of finished games on a phone; `shown`: the fragment of its address."""
    path, ready = f"/history{shown}", "#games button"
    with table_and_page(browser, 2, path, width=390, height=844, ready=ready, past=past) as (_, page):
        yield page


def test_a_game_is_stepped_through_from_a_seats_eyes(browser: Browser) -> None:
    with history(browser) as page:
        expect(page.locator("#fault")).to_have_text("The journal t-2.sqlite3 is damaged.")
        page.get_by_role("button", name="Older games").click()
        expect(page.locator("#fault")).to_have_text(
            "The journal t-2.sqlite3 is damaged. The journal t.sqlite3 is damaged."
        )
        expect(page.locator("#older")).to_be_hidden()
        expect(page.locator("#games button")).to_have_count(1)
        # The newest game is open, at its end.
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{len(MADE)}")
        expect(page.locator("#position")).to_be_in_viewport()
        expect(page.locator("#sides li")).to_have_text(["Ann 50 %", "Bob 50 %"])
        page.get_by_role("button", name=re.compile("Mastermind: Ann, Bob")).click()
        page.locator("#slider").fill("0")
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/public/0")
        expect(page.locator("#fault")).to_contain_text("t-2.sqlite3 is damaged. The journal t.sqlite3")
        expect(page.locator("#title")).to_have_text("Mastermind: Ann, Bob")
        expect(page.locator("#result")).to_have_text("A draw of Ann and Bob: Ann 9, Bob 9")
        expect(page.locator("#glass")).to_be_hidden()
        page.get_by_role("button", name="One step on").click()
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
        expect(page.locator("#place")).to_have_text(f"Step {len(MADE)} of {len(MADE)}")
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/1/{len(MADE)}")
        assert violations(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mastermind", "davinci"])
def test_the_review_has_room_in_every_window_and_follows_the_position(browser: Browser, name: str) -> None:
    """What chart and table hold: review.js has its own tests."""
    case = case_of(name)
    past = FinishedGame(case, steps(case, 3))
    moves = past.review_of_moves.moves
    with history(browser, f"#1.2/public/{moves[1].number}", past) as page:
        review = page.get_by_role("region", name="Review of the moves")
        columns = review.locator("svg[role=img] g[data-number]")
        expect(columns).to_have_count(len(moves))
        expect(review.locator("g[data-shown]")).to_have_attribute("data-number", str(moves[1].number))
        review.get_by_text("All moves as a table").click()
        assert violations(page) == []
        review.locator("tbody tr").last.get_by_role("button").click()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{moves[-1].number}")
        expect(page.locator("#middle")).to_be_in_viewport()
        # From a phone to a television nothing of chart and table has to be scrolled sideways.
        for width in (390, 700, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 844})
            each = Counter(move.seat for move in moves).values()
            expect(review.locator("svg[role=img]")).to_have_count(sum(rows_of_charts(page, many) for many in each))
            assert page.evaluate(OUTSIDE) == [], f"at {width} pixels"
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_review_of_the_newest_game_has_an_address(browser: Browser) -> None:
    """Its sentence, chart and table are those of the position: the wiring of the review."""
    second = REVIEW.moves[1]
    with history(browser, f"#newest/1/{len(MADE)}/review") as page:
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/1/{len(MADE)}")
        expect(page.get_by_role("heading", name="Review")).to_be_in_viewport()
        page.get_by_role("button", name="Everybody", exact=True).click()
        review = page.get_by_role("region", name="Review of the moves")
        columns = review.locator("svg[role=img] g[data-number]")
        expect(columns).to_have_count(len(REVIEW.moves))
        review.locator(f"g[data-number='{second.number}']").click()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{second.number}")
        expect(page.locator("[data-part=sentence]")).to_contain_text(f"{second.said}. {second.why} Luck ")
        expect(page.locator("#middle")).to_be_in_viewport()
        review.get_by_text("All moves as a table").click()
        expect(review.locator("tbody tr")).to_have_count(len(REVIEW.moves))
        expect(review.locator("tbody tr").nth(1)).to_contain_text(second.why)
        assert page.evaluate(OUTSIDE) == []


def test_a_game_plays_by_itself_from_its_beginning_until_somebody_steps_through_it(browser: Browser) -> None:
    with history(browser) as page:
        page.clock.install(time=0)
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{len(MADE)}")
        page.clock.pause_at(3_600_000)
        page.locator("#speed").select_option("quick")
        page.get_by_role("button", name="Play").click()
        for number in (0, 1, 2):
            expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{number}")
            page.clock.run_for(1_000)
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/public/3")
        page.get_by_role("button", name="One step back").click()
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        expect(page.locator("body")).to_have_attribute("data-shown", "1.2/public/2")
        page.clock.run_for(5_000)
        expect(page.locator("#place")).to_have_text(f"Step 2 of {len(MADE)}")
        page.locator("#slider").fill(str(len(MADE) - 1))
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{len(MADE) - 1}")
        page.get_by_role("button", name="Play").click()
        page.clock.run_for(1_000)
        expect(page.locator("body")).to_have_attribute("data-shown", f"1.2/public/{len(MADE)}")
        expect(page.get_by_role("button", name="Play")).to_be_visible()


def rows_of_charts(page: Page, moves: int) -> int:
    """How many rows the chart has in this width, where a move takes 26 pixels and the scale 50."""
    width: int = page.locator("[data-part=chart]").evaluate("chart => chart.clientWidth")
    return math.ceil(moves / max(8, (width - 50) // 26))
