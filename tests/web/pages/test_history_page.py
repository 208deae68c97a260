"""The page of finished games in a real browser: the list, the steps, and whose eyes."""

import asyncio
import base64
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, expect

from companion.core.seat import Observer
from companion.core.small_steps import finished
from companion.history.replay import replay_game
from companion.history.view_at_move import view_at_move
from companion.journal.rows import SavedGame
from companion.review.catalog import review_steps
from companion.web.hub import Hub
from companion.web.server import Server
from tests.browser import new_page, shown
from tests.history.games import AT, case_of, opened, steps
from tests.patience import PATIENCE
from tests.web import clients
from tests.web.access.axe import violations

pytestmark = pytest.mark.browser

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
GAME = replay_game(SavedGame(opened(CASE), AT, b"", MADE, abandoned=False))
"""A series whose moves are all made."""
REVIEW = finished(review_steps(GAME.game, GAME.options, GAME.states, MADE, ("Ann", "Bob")))


class OnePast:
    """One finished game, without a journal; every second question is to be asked again."""

    asked = 0

    async def games(self, before: str | None) -> dict[str, Any]:
        """Two pages: the game, and nothing but a fault."""
        if before is not None:
            return {"games": [], "faults": ["The journal t.sqlite3 is damaged."], "older": None}
        return {"games": [await self.game("1.2")], "faults": ["The journal t-2.sqlite3 is damaged."], "older": "1.2"}

    async def game(self, key: str) -> dict[str, Any]:
        one = {
            "key": key,
            "at": AT,
            "game": "mastermind",
            "title": "Mastermind",
            "players": ["Ann", "Bob"],
        }
        how = {"how": "over", "scores": [9, 9], "winners": [0, 1], "moves": len(MADE)}
        return {**one, **how}

    async def view_at(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        self.asked += 1
        if self.asked % 2:
            return {"again": True}
        then = view_at_move(GAME, seat, number)
        picture = None if then.picture is None else base64.b64encode(then.picture).decode()
        return {"number": number, "view": then.view, "told": then.description, "picture": picture}

    async def review(self, key: str) -> dict[str, Any]:
        self.asked += 1
        return {"again": True} if self.asked % 2 else to_builtins(REVIEW)


@contextmanager
def serving() -> Iterator[str]:
    """A server on a loop in a thread, since playwright's own loop runs in the test's."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="history")
    thread.start()

    async def make() -> Server:
        return clients.serving(Hub(2, ("Ann", "Bob")), bench=False, past=OnePast())

    server = asyncio.run_coroutine_threadsafe(make(), loop).result(PATIENCE)
    port = asyncio.run_coroutine_threadsafe(server.start(), loop).result(PATIENCE)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


def test_a_game_is_stepped_through_from_a_seats_eyes(browser: Browser) -> None:
    with serving() as address:
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
    with serving() as address:
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
