"""Whole games by taps alone, on phones of 390 x 844: a real browser, the real daemon, and a mirror beside them."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.game import to_act
from companion.core.prompt import Move, move_names
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.table.effects import Moved, Opened
from tests.mirror import NAMES, Mirror
from tests.web.touch.documented_taps import TapCount, documented
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import touch_table
from tests.web.whole_games.test_whole_games import davinci, digitcode, offered, passcode

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
    if "pull_arms" in move_names(prompt):
        right = state.rows[-1].pegs == state.code
        return {"move": "pull_arms", "red": 4 if right else 2 - 1, "white": 0 if right else 1}
    return {"move": "guess", "pegs": list(state.code) if state.rows else WRONG}


def davinci_of_all_kinds(mirror: Mirror, seat: Seat) -> Move:
    """Everybody knows everything; the first claim of the game is wrong, and whoever may stop does so at each third move."""
    moves = offered(mirror, seat)
    stop: Move = {"move": "stop"}
    if stop in moves and mirror.number % 3 == 0:
        return stop
    right = davinci(mirror, seat)
    claimed = any(entry.move["move"] == "deduce" for entry in mirror.entries if isinstance(entry, Moved))
    return right if right["move"] != "deduce" or claimed else next(move for move in moves if move != right)


GAMES: tuple[tuple[str, dict[str, Any], Callable[[Mirror, Seat], Move]], ...] = (
    ("mastermind", {"indication": "manual"}, mastermind),
    ("davinci", {"advanced": True, "rounds": 3}, davinci_of_all_kinds),
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
        counted = TapCount()
        mirror = play(phones, opened, choose, counted)
        for seat, phone in enumerate(phones):
            expect(phone.locator(".touch .result h2")).to_have_text(won(mirror, seat))
            assert scores_shown(phone) == mirror.result.scores
            link = phone.get_by_role("link", name="Review, move by move")
            expect(link).to_have_attribute("href", f"/history#newest/{seat}/{mirror.number}/review")
            expect(phone.locator(".touch .turn")).to_have_text("Game over")
            phone.context.close()
    assert errors == []
    assert counted.rows(name) == documented(game.title), "docs/touch.md has other numbers"


TAPS = {
    "mastermind": {"set_code": 5, "guess": 5, "pull_arms": 3},
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
    "passcode": {"roll": 1, "turn": 1, "draw": 1, "play": 1, "discard": 1, "keep": 1, "lay_down": 3},
}
"""The most taps that a move takes."""


def won(mirror: Mirror, seat: Seat) -> str:
    """What the seat reads of the result."""
    winners = mirror.result.winners
    assert winners is not None
    if len(winners) > 1:
        return "A draw"
    return "You win" if winners == (seat,) else f"{NAMES[winners[0]]} wins"


def play(phones: list[Page], opened: Opened, choose: Callable[[Mirror, Seat], Move], counted: TapCount) -> Mirror:
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
        counted.add(prompt, move, taps)
        mirror.answer(seat, move)
        for phone in phones:
            expect(phone.locator(".touch")).to_have_attribute("data-number", str(mirror.number + 1))
    return mirror


def scores_shown(phone: Page) -> tuple[int, ...]:
    """The scores that stand on the phone, in the order of the seats."""
    return tuple(int(score) for score in phone.locator(".touch .result [data-score]").all_inner_texts())
