"""Whole games by taps alone, on phones of 390 x 844: a real browser, the real daemon, and a mirror beside them."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.game import to_act
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from tests.mirror import NAMES, Mirror
from tests.web.pages.test_whole_games import davinci, digitcode, passcode
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

SEED = 5
WRONG = ["red", "red", "yellow", "pink"]


def mastermind(mirror: Mirror, seat: Seat) -> Move:
    """A code, one wrong guess, and the right one; the arms as they are."""
    state = mirror.table.state.game_state
    prompt = mirror.table.prompt(seat)
    assert prompt is not None
    if state.code is None:
        return {"move": "set_code", "pegs": ["red", "yellow", "green", ["blue", "white"][len(state.past)]]}
    if "arm" in repr(prompt.title):
        right = state.rows[-1].pegs == state.code
        return {"move": "pull_arms", "red": 4 if right else 2 - 1, "white": 0 if right else 1}
    return {"move": "guess", "pegs": list(state.code) if state.rows else WRONG}


GAMES: tuple[tuple[str, dict[str, Any], Callable[[Mirror, Seat], Move]], ...] = (
    ("mastermind", {"indication": "auto"}, mastermind),
    ("davinci", {"advanced": True, "rounds": 3}, davinci),
    ("digitcode", {}, digitcode),
    ("passcode", {"levels": [3]}, passcode),
)


@pytest.mark.parametrize(("name", "options", "choose"), GAMES, ids=[game[0] for game in GAMES])
def test_a_whole_game_by_taps(
    browser: Browser,
    tmp_path: Path,
    name: str,
    options: dict[str, Any],
    choose: Callable[[Mirror, Seat], Move],
) -> None:
    game = next(game for game in CATALOG if game.name == name)
    opened = Opened(name, game.rules, options, NAMES)
    errors: list[str] = []
    with touch_table(tmp_path, opened, seed=SEED) as table:
        phones = [table.phone(browser, seat) for seat in range(2)]
        for phone in phones:
            phone.on("pageerror", lambda error: errors.append(str(error)))
        mirror = play(phones, opened, choose)
        for seat, phone in enumerate(phones):
            expect(phone.locator(".touch .result h2")).to_have_text(won(mirror, seat))
            assert scores_shown(phone) == mirror.result.scores
            expect(phone.locator(".touch .turn")).to_have_text("Game over")
            phone.context.close()
    assert errors == []


TAPS = {
    "mastermind": {"set_code": 5, "guess": 5},
    "davinci": {"take": 1, "arrange": 2, "deduce": 3, "stop": 1, "place": 2},
    "digitcode": {
        "set_code": 7,
        "ask_line": 2,
        "ask_parity": 3,
        "ask_larger": 3,
        "ask_space": 3,
        "propose": 8,
        "pass": 3,
    },
    "passcode": {"roll": 1, "turn": 1, "draw": 1, "play": 2, "discard": 2, "keep": 2, "lay_down": 4},
}
"""The most taps that a move takes; docs/touch.md has the same table."""


def won(mirror: Mirror, seat: Seat) -> str:
    """What the seat reads of the result."""
    winners = mirror.result.winners
    assert winners is not None
    if len(winners) > 1:
        return "A draw"
    return "You win" if winners == (seat,) else f"{NAMES[winners[0]]} wins"


def play(phones: list[Page], opened: Opened, choose: Callable[[Mirror, Seat], Move]) -> Mirror:
    """Play to the end. After each move every phone is where the mirror is, and asks whom the mirror asks."""
    mirror = Mirror(pick=random.Random(SEED).randrange)
    mirror._carry_out(mirror.table.resume(opened, []))
    hands = [TouchHands(phone) for phone in phones]
    while acting := to_act(mirror.table.game, mirror.table.state.game_state):
        seat = acting[0]
        assert isinstance(seat, int)
        prompt = mirror.table.prompt(seat)
        assert prompt is not None
        move = choose(mirror, seat)
        taps = hands[seat].make(opened.game, move, prompt)
        assert taps <= TAPS[opened.game][move["move"]], move
        mirror.answer(seat, move)
        for phone in phones:
            expect(phone.locator(".touch")).to_have_attribute("data-number", str(mirror.number + 1))
    return mirror


def scores_shown(phone: Page) -> tuple[int, ...]:
    """The scores that stand on the phone, in the order of the seats."""
    return tuple(int(score) for score in phone.locator(".touch .result [data-score]").all_inner_texts())
