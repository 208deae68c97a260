"""Random games end, and end as an independent tally says; counts of move sequences are those derived by hand."""

import os
import random
from typing import Any

import pytest

from companion.core.game import Step, ask, to_act
from companion.core.prompt import every, sample
from companion.games.passcode.cards import FAIL, left_to_draw
from companion.games.passcode.game import PASSCODE
from companion.games.passcode.state import State
from tests.games.passcode.option_sets import OPTION_SETS
from tests.games.passcode.play import Play
from tests.games.passcode.tally import tally

GAMES = int(os.environ.get("COMPANION_GAMES", "60"))
LIMIT = 50_000
"""Moves, far beyond what the longest of 2,000 random games took."""


def cards_in_sight(state: State) -> int:
    """Every card that is not a FAIL lying in front of somebody."""
    hands = sum(len(player.hand) + len(player.board) + (player.lock_in is not None) for player in state.players)
    return hands + left_to_draw(state.piles) + len(state.piles.discard)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "given"), OPTION_SETS)
def test_random_games_end_as_the_tally_says(seats: int, given: dict[str, Any]) -> None:
    options = PASSCODE.read_options(given, seats)
    for seed in range(GAMES):
        pick = random.Random(f"{seats} {given} {seed}").randrange
        state = PASSCODE.setup(options, seats)
        steps: list[Step] = []
        fails = 0
        while acting := to_act(PASSCODE, state):
            prompt = ask(PASSCODE, options, state, acting[0])
            assert prompt is not None
            move = sample(prompt, pick)
            before, state = state, PASSCODE.apply(state, acting[0], move)
            steps.append((acting[0], move))
            fails += before.luck in ("deal", "card") and move["card"] == FAIL
            if state.round != before.round:
                fails = 0
            elif state.phase not in ("codes", "turning"):
                assert cards_in_sight(state) + fails == 90, "no card is lost"
            assert len(steps) < LIMIT
        standing = PASSCODE.result(state)
        scores, winners = tally(seats, options.levels, options.turning, steps)
        assert list(standing.scores) == scores
        assert standing.winners is not None
        assert list(standing.winners) == winners


def perft(play: Play, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for actor in to_act(PASSCODE, state):
        prompt = ask(PASSCODE, play.options, state, actor)
        assert prompt is not None
        count += sum(perft(play, PASSCODE.apply(state, actor, move), depth - 1) for move in every(prompt))
    return count


def test_counts_from_the_start() -> None:
    """A roll is 1 move and 24 of chance; with the option turning 2 more.

    With: 1, 24, 24 * 2 = 48, then the next roll 48, 48 * 24 = 1,152. Without: 1, 24, 24 (the next seat's roll), 576.
    """
    turning, lying = Play(2, levels=[3]), Play(2, levels=[3], turning=False)
    assert [perft(turning, turning.state, depth) for depth in range(1, 6)] == [1, 24, 48, 48, 1152]
    assert [perft(lying, lying.state, depth) for depth in range(1, 5)] == [1, 24, 24, 576]


def test_counts_of_the_deal() -> None:
    """Eight kinds of cards for each of two seats, and eight to start the discard pile: 8, 64, 512.

    Then a FAIL turned over (64 of 512) is followed by 8 more cards, and any other (448) by the one roll of seat 0: 960.
    """
    play = Play(2, levels=[3], turning=False)
    play.codes()
    assert [perft(play, play.state, depth) for depth in range(1, 5)] == [8, 64, 512, 64 * 8 + 448]


def test_counts_of_a_turn() -> None:
    """Seat 0 holds a 1 and needs a 2; seat 1 holds a 1 and needs a 5; a 3 lies on the discard pile.

    Depth 1: two piles. Depth 2: chance has 8 cards for the one drawn; the 3 taken, the 1 or the 3 is discarded: 10.
    Depth 3. Drawn a FAIL: 2 (seat 1 draws). A 1: discards it, 1 move. A 2: play it, or discard it or the 1: 3. A KEY: 3. Each of
    3, 4, 5, 6: 2. Together 2 + 1 + 3 + 3 + 8 = 17. The 3 taken and one discarded, seat 1 has two piles: 4. In all 21.
    """
    play = Play(2, levels=[3], turning=False)
    play.codes()
    play.deal("1", "1", "3")
    play.roll(0, 6)
    play.roll(1, 1)
    assert [perft(play, play.state, depth) for depth in range(1, 4)] == [2, 10, 21]


def test_counts_of_locking_in() -> None:
    """Seat 0 has completed its code and holds a KEY: six numbers or decline, 7; then seat 1's two piles, 14; then
    8 cards from the draw pile and from the discard pile, where another card lies below, seat 1's two discards: 7 * (8 + 2).
    """
    play = Play(2, levels=[3], turning=False)
    play.codes()
    play.deal("KEY", "1", "3")
    play.roll(0, 6)
    play.roll(1, 1)
    for turn in range(3):
        play.draw(0, "2")
        play.do(0, "play", card="2")
        if turn < 2:
            play.drop(1, "4")
    assert [perft(play, play.state, depth) for depth in range(1, 4)] == [7, 14, 70]
