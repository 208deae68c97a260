"""The posterior of Da Vinci Code by dynamic programming beside trying every tile, on the same random deals in the same run.

Every deal is compared too, so this is also the proof of the posterior: `python -m bench.davinci --deals 300`.
"""

import argparse
import time
from collections import defaultdict
from statistics import median

from companion.games.davinci.mind.hidden import open_places, posterior
from companion.games.davinci.mind.turn import refuted
from tests.games.davinci.brute import counted, deal
from tests.games.davinci.option_sets import OPTION_SETS

LIMIT = 20_000
"""Deals with more arrangements are left out: to try them all takes minutes."""


def main(deals: int = 60) -> None:
    """Print the times for each number of seats, and the ratio; raises AssertionError where the two differ."""
    print(f"The posterior of {deals} random deals with up to {LIMIT:,} arrangements, all options in turn")
    print(
        f"{'seats':>5} {'deals':>6} {'arrangements':>13} {'DP ms':>8} {'every tile ms':>14} {'ratio':>7} {'median':>7}"
    )
    times: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    seed = found = remembered = 0
    while found < deals:
        seats, given = OPTION_SETS[seed % len(OPTION_SETS)]
        one = deal(seats, given, seed)
        seed += 1
        open_ = open_places(one.view, refuted(one.memory.wrong))
        if not any(open_.rows) or posterior(open_).total > LIMIT:
            continue
        started = time.process_time()
        by_hand = counted(one)
        slow = time.process_time() - started
        posterior.cache_clear()
        repeats = 3
        started = time.process_time()
        for _ in range(repeats):
            posterior.cache_clear()
            exact = posterior(open_)
        fast = (time.process_time() - started) / repeats
        assert by_hand is not None
        assert (exact.total, exact.weights) == by_hand, f"seed {seed - 1} differs"
        times[seats].append((by_hand[0], fast, slow))
        found += 1
        remembered += bool(one.memory.wrong)
    groups = [(str(seats), times[seats]) for seats in sorted(times)]
    for name, row in [*groups, ("all", [one for _, group in groups for one in group])]:
        fast, slow = sum(one[1] for one in row), sum(one[2] for one in row)
        middle = median(one[2] / max(one[1], 1e-9) for one in row)
        arrangements = sum(one[0] for one in row)
        print(
            f"{name:>5} {len(row):6} {arrangements:13,} {fast * 1000:8.1f} {slow * 1000:14.1f} {slow / fast:7.0f} {middle:7.1f}"
        )
    print(f"All {found} are equal; in {remembered} of them wrong claims are remembered; {seed - found} were left out.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    main(parser.parse_args().deals)
