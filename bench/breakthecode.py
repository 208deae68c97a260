"""How fast the worlds of Break the Code are counted, and how many questions its strongest player needs and how long it thinks.

The count stands beside a walk through all deals: at every turn of the same random games, in the same run, and every count is
compared with the walk's. The player stands beside one that asks what tells the most bits, alone against the same deals and the
same order of cards. Seconds of the processor.
"""

import time
from typing import Final

from bench.goals import expect
from companion.games.breakthecode import BREAKTHECODE
from companion.games.breakthecode.possible import count_worlds, knowledge, rows_of
from tests.games.breakthecode.brute import brute, random_positions
from tools.breakthecode_means import PLAYERS, alone, mean, random_deals

COUNTED: Final = {2: 12, 3: 2}
"""By the number of players, in so many games. A walk for three takes a second and more."""
LEAST: Final = 2
"""How many times as fast as the walk the count has to be."""
DEALS: Final = 40
SEED: Final = 20


def main() -> None:
    """Print both times of the counts and their ratio, then the questions and times of both players."""
    print(
        f"{'players':>7} {'counts':>6} {'ours':>11} {'walk':>12} {'ratio':>6}   a count, the first of a game included"
    )
    for seats, games in COUNTED.items():
        _print_counts(seats, games)
    print(f"{'player':>7} {'questions':>13} {'a turn':>11}   {DEALS} deals, one player alone")
    for player in PLAYERS:
        rows_of.cache_clear()
        dealt = random_deals(DEALS, SEED, own=True)
        began = time.process_time()
        counts = [alone(player, deal) for deal in dealt]
        taken = time.process_time() - began
        print(f"{player:>7} {mean(counts):>13} {1e3 * taken / (sum(counts) + len(counts)):8.2f} ms")


def _print_counts(seats: int, games: int) -> None:
    number, ours, walk = 0, 0.0, 0.0
    for seed in range(games):
        rows_of.cache_clear()
        for _, state in random_positions(seats, seed):
            view = BREAKTHECODE.view(state, state.turn_of)
            if view.phase == "last" or len(view.asked) < seats:
                continue
            began = time.process_time()
            found = count_worlds(knowledge(view))
            between = time.process_time()
            expected = len(set(brute(view)))
            walk += time.process_time() - between
            ours += between - began
            number += 1
            assert found == expected, f"game {seed} of {seats} differs"
    ratio = walk / ours
    print(f"{seats:7} {number:6} {1e3 * ours / number:8.2f} ms {1e3 * walk / number:9.1f} ms {ratio:6.1f}")
    expect(ratio >= LEAST, f"a count is {ratio:.1f} times as fast as a walk, and has to be {LEAST} times")
