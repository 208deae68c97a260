"""A game without a board of its own: its public view as the pages draw it, and controls for every kind of prompt."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.core.game import to_act
from companion.core.prompt import Choose, Dial, Fill, Menu, Move, Prompt, every, move_names
from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from companion.web import static_pages
from tests.mirror import NAMES, Mirror
from tests.web.touch.touch_tables import touch_table
from tests.web.whole_games.test_whole_games import davinci, digitcode, passcode

pytestmark = pytest.mark.browser

SEED = 9


def make(page: Page, prompt: Prompt, move: Move, inner: str = "") -> None:
    """Make a move by the controls of its prompt."""

    def button(name: str) -> Locator:
        return page.locator(f'button[data-id="{inner}{name}"]')

    match prompt:
        case Menu():
            number, branch = next(
                (at, one)
                for at, one in enumerate(prompt.branches)
                if move["move"] in move_names(one.prompt) and offers(one.prompt, move)
            )
            button(f"branch {number}").tap()
            if not (
                isinstance(branch.prompt, Choose) and len(branch.prompt.options) == 1 and not branch.prompt.confirm
            ):
                make(page, branch.prompt, move, f"inner {inner}")
            return
        case Choose():
            button(f"choose {[option.move for option in prompt.options].index(move)}").tap()
            if not prompt.confirm:
                return
        case Fill():
            for value in move[prompt.field]:
                button(f"symbol {value}").tap()
        case Dial():
            for at, wheel in enumerate(prompt.wheels):
                wanted = button(f"wheel {at} {move[wheel.field]}")
                if wanted.get_attribute("aria-pressed") != "true":
                    wanted.tap()
        case _:
            raise AssertionError(prompt)
    page.locator('button[data-id="bar go"]').tap()


def offers(prompt: Prompt, move: Move) -> bool:
    return move in islice(every(prompt), 3000) or isinstance(prompt, Fill)


@pytest.mark.parametrize(
    ("name", "options", "choose"),
    [("davinci", {"advanced": True}, davinci), ("digitcode", {}, digitcode), ("passcode", {"levels": [3]}, passcode)],
    ids=["davinci", "digitcode", "passcode"],
)
def test_a_whole_game_without_a_board(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], choose: Any
) -> None:
    no_boards = static_pages._boards_script({})
    monkeypatch.setattr(static_pages, "_boards_script", lambda _boards: no_boards)
    game = next(game for game in CATALOG if game.name == name)
    opened = Opened(name, game.rules, options, NAMES)
    errors: list[str] = []
    with touch_table(tmp_path, opened, seed=SEED) as table:
        phones = [table.phone(browser, seat) for seat in range(2)]
        for phone in phones:
            phone.on("pageerror", lambda error: errors.append(str(error)))
        mirror = Mirror(pick=random.Random(SEED).randrange)
        mirror._carry_out(mirror.table.resume(opened, []))
        while acting := to_act(mirror.table.game, mirror.table.state.game_state):
            seat = acting[0]
            assert isinstance(seat, int)
            prompt = mirror.table.prompt(seat)
            assert prompt is not None
            move = choose(mirror, seat)
            make(phones[seat], prompt, move)
            mirror.answer(seat, move)
            for phone in phones:
                expect(phone.locator(".touch")).to_have_attribute("data-number", str(mirror.number + 1))
        expect(phones[0].locator(".touch .result")).to_be_visible()
        scores = phones[0].locator(".touch .result [data-score]").all_inner_texts()
        assert tuple(map(int, scores)) == mirror.result.scores
        for phone in phones:
            phone.context.close()
    assert errors == []
