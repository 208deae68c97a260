"""The page of finished games in a real browser: the list, the steps, and whose eyes."""

import asyncio
import base64
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.core.seat import Observer
from companion.history.replay import replay_game
from companion.history.view_at_move import view_at_move
from companion.journal.rows import SavedGame
from companion.web.hub import Hub
from companion.web.server import Server
from tests.browser import new_page, shown
from tests.history.games import AT, case_of, opened, steps
from tests.patience import PATIENCE
from tests.web import clients

pytestmark = pytest.mark.browser

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
GAME = replay_game(SavedGame(opened(CASE), AT, b"", MADE, abandoned=False))
"""A series whose moves are all made."""


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
        page.locator("h2").click()
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
        assert errors == []
        page.close()
