"""Counts outcomes: who won how often, with the interval in which the true rate lies in 95 of 100 contests."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from companion.arena.match import Contest, Outcome

Z: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Tally:
    """The outcomes of a contest so far, for each of its line-ups."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._games = [0 for _ in contest.line_ups]
        self._scored = [0 for _ in contest.line_ups]
        self._shares = [[0.0 for _ in line_up] for line_up in contest.line_ups]
        self._scores = [[0 for _ in line_up] for line_up in contest.line_ups]
        self.faults: list[str] = []

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self._games)

    def add(self, outcome: Outcome) -> None:
        """Count one game more."""
        at = outcome.line_up
        self._games[at] += 1
        for who, share in enumerate(outcome.shares):
            self._shares[at][who] += share
        if outcome.scores:
            self._scored[at] += 1
            for who, score in enumerate(outcome.scores):
                self._scores[at][who] += score
        if outcome.fault is not None:
            self.faults.append(outcome.fault)

    def table(self) -> Iterator[str]:
        """The lines of a table for each line-up: a row for each entrant, with all its seats together."""
        contest = self._contest
        width = max(6, *(len(one.given) for line_up in contest.line_ups for one in line_up))
        for at, line_up in enumerate(contest.line_ups):
            games = self._games[at]
            if not games:
                continue
            if at:
                yield ""
            yield f"{contest.game}, {_plural(len(line_up), 'seat')}, {_plural(games, 'game')}, seed {contest.seed}"
            yield f"{'player':{width}}  seats      wins  win rate   95 % interval    even  mean score"
            for entrant in dict.fromkeys(line_up):
                whose = [who for who, other in enumerate(line_up) if other == entrant]
                wins = sum(self._shares[at][who] for who in whose)
                low, high = wilson(wins, games)
                even = len(whose) / len(line_up)
                scores = sum(self._scores[at][who] for who in whose)
                mean = f"{scores / (self._scored[at] * len(whose)):10.2f}" if self._scored[at] else f"{'-':>10}"
                yield (
                    f"{entrant.given:{width}}  {len(whose):5}  {_count(wins):>8}  {wins / games:7.1%}  "
                    f"{low:6.1%} to {high:6.1%}  {even:6.1%}  {mean}"
                )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a rate, at 95 %. A shared win counts as a part of one, which makes the interval wider than
    it need be, never narrower."""
    rate, square = wins / games, Z * Z / games
    middle = rate + square / 2
    spread = Z * sqrt(max(0.0, rate * (1 - rate)) / games + square / (4 * games))
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))


def told(faults: Sequence[str], most: int = 3) -> Iterator[str]:
    """The first faults, and how many more there were."""
    yield from faults[:most]
    if len(faults) > most:
        more = len(faults) - most
        yield f"There {'was' if more == 1 else 'were'} {_plural(more, 'more fault')} like these."


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _count(wins: float) -> str:
    return f"{wins:.0f}" if abs(wins - round(wins)) < 1e-6 else f"{wins:.1f}"
