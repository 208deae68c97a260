"""The page draws a game without a script of its own: every key of its public view, with the players' names."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, expect

from companion.core.game import Step, replay
from tests.games import small_game
from tests.web.pages.test_bench_page import table_and_page


@pytest.mark.browser
def test_the_page_draws_it_without_a_script_of_its_own(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[Step] = [("chance", {"move": "hide", "number": 6}), (0, {"move": "guess", "number": 4})]
    monkeypatch.syspath_prepend(str(tmp_path))
    with small_game.made(tmp_path) as game:
        state: Any = replay(game, game.read_options({}, 2), 2, steps)
        view = to_builtins(game.view(state, None))
    with table_and_page(browser, 2, "/table") as (room, page):
        room.do(lambda: room.hub.public(view, 3, ("Kim", "Lou"), (0, 1)))
        expect(page.locator(".game")).to_have_text("Higherlower")
        expect(page.locator(".turn")).to_have_text("Guess: Lou")
        expect(page.locator("dl")).to_contain_text("Higher")
