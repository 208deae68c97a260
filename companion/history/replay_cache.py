"""Games that are read and replayed bit by bit, as budgets allow, and what was found out by that.

Law: nothing is kept of a game but under the chain of its last entry, so whatever is appended to it is noticed.
"""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.history.cpu_budget import CpuBudget
from companion.history.replay import Played, ending, opening, states
from companion.journal.reader import Reader
from companion.journal.rows import Fold, GameEnding, GameHead, SavedGame

REMEMBERED: Final = 3
"""Games whose states are kept, since whoever looks at one move looks at the next."""
DERIVED: Final = 5_000
"""Endings that are kept of games that were played before journals kept them."""

Name = tuple[Path, int, bytes]
"""The journal of a game, its id there, and its last chain."""


class Replaying:
    """One game on its way through its replay. Raises RuleError where this version does not play it so."""

    def __init__(self, head: GameHead) -> None:
        self._head = head
        self._rules, self._options = opening(head.opened)
        self._fold = Fold(head.id, head.opening)
        self._kept: SavedGame | None = None
        self._states: list[Any] = []
        self._going: Iterator[Any] = iter(())

    @property
    def played(self) -> Played:
        """The game and the states found so far."""
        assert self._kept is not None, "its moves were read"
        return Played(self._kept, self._rules, self._options, tuple(self._states))

    def has(self, number: int) -> bool:
        """Whether the state after `number` moves is found."""
        return len(self._states) > number

    def go_on(self, reader: Reader, budget: CpuBudget, number: int | None = None) -> bool:
        """Go on to the state after `number` moves, or to the end; False where the budget ends before.

        Raises JournalError where the journal is damaged, and RuleError where the game does not replay.
        """
        kept = self._kept
        if kept is None:
            for row in reader.entries(self._head.id, self._fold.rows):
                self._fold.take(row)
                if not budget.step():
                    return False
            kept = self._kept = self._fold.kept(self._head.opened, self._head.at)
            self._going = states(self._rules, self._options, len(kept.opened.names), kept.steps)
        wanted = len(kept.steps) if number is None else min(number, len(kept.steps))
        while not self.has(wanted):
            self._states.append(next(self._going))
            if not budget.step() and not self.has(wanted):
                return False
        return True


class ReplayCache:
    """The games that somebody looks at, and how those ended of which no journal says it."""

    def __init__(self) -> None:
        self._games: OrderedDict[Name, Replaying] = OrderedDict()
        self._derived: OrderedDict[Name, GameEnding] = OrderedDict()

    def ending(self, path: Path, reader: Reader, head: GameHead, budget: CpuBudget) -> GameEnding | None:
        """How a game stands; None where the budget ends before that is known. Raises JournalError and RuleError."""
        name = path, head.id, head.chain
        known = head.ending or self._derived.get(name)
        if known is not None:
            return known
        one = self._gone_on(name, reader, head, None, budget)
        if one is None:
            return None
        known = self._derived[name] = ending(one)
        while len(self._derived) > DERIVED:
            self._derived.popitem(last=False)
        return known

    def until(self, path: Path, reader: Reader, head: GameHead, number: int, budget: CpuBudget) -> Played | None:
        """A game replayed to its move `number` at least; None where the budget ends before. Raises JournalError and RuleError."""
        return self._gone_on((path, head.id, head.chain), reader, head, number, budget)

    def derived(self, path: Path) -> list[tuple[int, bytes, GameEnding]]:
        """What was found out about the games of a journal that were over: their ids and last chains."""
        return [
            (game, chain, how) for (of, game, chain), how in self._derived.items() if of == path and how.how != "open"
        ]

    def _gone_on(
        self, name: Name, reader: Reader, head: GameHead, number: int | None, budget: CpuBudget
    ) -> Played | None:
        # What fails is forgotten, and tried anew when somebody asks again.
        one = self._games.pop(name, None) or Replaying(head)
        through = one.go_on(reader, budget, number)
        self._games[name] = one
        while len(self._games) > REMEMBERED:
            self._games.popitem(last=False)
        return one.played if through else None
