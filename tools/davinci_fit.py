"""Fits the weights of `companion/games/davinci/mind/turn.py` to seeded games: logistic regression on what is hidden at the end
of a turn and on who won.

    python -m tools.davinci_fit [--games N] [--jobs N] [PLAYER PLAYER]
"""

import argparse
from collections.abc import Sequence
from functools import partial
from math import exp, log
from multiprocessing import get_context

from companion.games.davinci import DAVINCI
from companion.games.davinci.mind.turn import Memory, hidden_rows, own, sight
from companion.games.davinci.rules import State, tile_name
from tools.davinci_games import PLAYERS, game

Row = list[float]
NAMES = ("start", "tiles", "bits", "known", "other_tiles", "other_bits", "other_sure")


def _samples(names: Sequence[str], seed: int) -> list[tuple[Row, int]]:
    """What a player leaves behind at the end of each of its turns, and whether it won: of each first of the two names."""
    found: list[tuple[Row, int]] = []
    turned = seed % 2
    bots = [PLAYERS[names[(seat + turned) % 2]] for seat in range(2)]
    seats = [seat for seat, bot in enumerate(bots) if bot.name == names[0]]

    def look(before: State, after: State, memories: Sequence[Memory]) -> None:
        seat = before.turn_of
        if after.phase not in ("draw", "deduce") or before.phase in ("deal", "arrange") or after.turn_of == seat:
            return
        if seat not in seats:
            return
        view, memory = DAVINCI.view(after, seat), memories[seat]
        row = tuple((tile_name(tile.colour, tile.value or ""), tile.exposed) for tile in view.rows[seat])
        seen = sight(view, memory.wrong, memory)
        mine = own(view, memory.wrong, row, seen.free)
        (theirs,) = hidden_rows(seen.posterior, seen.targets)
        found.append(([1.0, mine.tiles, mine.bits, mine.known, -theirs.tiles, -theirs.bits, -theirs.sure], seat))

    winners = DAVINCI.result(game(bots, seed, {}, look)).winners or ()
    return [(row, int(seat in winners)) for row, seat in found]


def fit(samples: Sequence[tuple[Row, int]], ridge: float = 1.0, rounds: int = 15) -> Row:
    """The weights that make the outcomes likeliest, by Newton's method."""
    size = len(samples[0][0])
    weights = [0.0] * size
    for _ in range(rounds):
        gradient = [-ridge * weight for weight in weights]
        curvature = [[ridge * (i == j) for j in range(size)] for i in range(size)]
        for row, won in samples:
            chance = 1 / (1 + exp(-sum(a * b for a, b in zip(row, weights, strict=True))))
            spread = chance * (1 - chance)
            for i, x in enumerate(row):
                gradient[i] += x * (won - chance)
                for j in range(size):
                    curvature[i][j] += spread * x * row[j]
        weights = [a + b for a, b in zip(weights, _solved(curvature, gradient), strict=True)]
    return weights


def _solved(matrix: list[Row], right: Row) -> Row:
    """A system of linear equations, by elimination with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda line: abs(rows[line][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for line in range(len(rows)):
            if line != at:
                rows[line] = [a - rows[line][at] * b for a, b in zip(rows[line], rows[at], strict=True)]
    return [line[-1] for line in rows]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=["best", "best"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    with get_context("fork").Pool(given.jobs) as pool:
        played = pool.map(partial(_samples, given.players), range(50_000, 50_000 + given.games), chunksize=20)
    samples = [sample for one in played for sample in one]
    weights = fit(samples)
    loss = -sum(
        log(max(1e-9, abs(1 - won - 1 / (1 + exp(-sum(a * b for a, b in zip(row, weights, strict=True)))))))
        for row, won in samples
    ) / len(samples)
    print(f"{len(samples)} ends of turns, loss {loss:.4f}")
    print(", ".join(f"{name}={weight:.3f}" for name, weight in zip(NAMES, weights, strict=True)))


if __name__ == "__main__":
    main()
