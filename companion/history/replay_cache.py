"""Games that are read and replayed bit by bit, as budgets allow, and what was found out by that.

Law: nothing is kept of a game but under the chain of its last entry, so whatever is appended to it is noticed.
"""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.history.cpu_budget import CpuBudget
from companion.history.replay import ReplayedGame, game_and_options, replay_states, replayed_ending
from companion.journal.reader import Reader
from companion.journal.rows import GameEnding, GameHead, GameRows, SavedGame

_MAX_REPLAYS: Final = 3
"""Games whose states are kept, since whoever looks at one move looks at the next."""
_MAX_ENDINGS: Final = 5_000
"""Endings that are kept of games that were played before journals kept them."""

_ReplayKey = tuple[Path, int, bytes]
"""The journal of a game, its id there, and its last chain."""


class PartialReplay:
    """One game on its way through its replay. Raises RuleError where this version does not play it so."""

    def __init__(self, head: GameHead) -> None:
        self._head = head
        self._rules, self._options = game_and_options(head.opened)
        self._rows = GameRows(head.id, head.opening)
        self._kept: SavedGame | None = None
        self._states: list[Any] = []
        self._going: Iterator[Any] = iter(())

    @property
    def played(self) -> ReplayedGame:
        """The game and the states found so far."""
        assert self._kept is not None, "its moves were read"
        return ReplayedGame(self._kept, self._rules, self._options, tuple(self._states))

    def has(self, number: int) -> bool:
        """Whether the state after `number` moves is found."""
        return len(self._states) > number

    def advance(self, reader: Reader, budget: CpuBudget, number: int | None = None) -> bool:
        """Go on to the state after `number` moves, or to the end; False where the budget ends before.

        Raises JournalError where the journal is damaged, and RuleError where the game does not replay.
        """
        kept = self._kept
        if kept is None:
            for row in reader.entries(self._head.id, self._rows.rows):
                self._rows.add(row)
                if not budget.step():
                    return False
            kept = self._kept = self._rows.saved_game(self._head.opened, self._head.at)
            self._going = replay_states(self._rules, self._options, len(kept.opened.names), kept.steps)
        wanted = len(kept.steps) if number is None else min(number, len(kept.steps))
        while not self.has(wanted):
            self._states.append(next(self._going))
            if not budget.step() and not self.has(wanted):
                return False
        return True


class ReplayCache:
    """The games that somebody looks at, and how those ended of which no journal says it."""

    def __init__(self) -> None:
        self._games: OrderedDict[_ReplayKey, PartialReplay] = OrderedDict()
        self._derived: OrderedDict[_ReplayKey, GameEnding] = OrderedDict()

    def ending(self, path: Path, reader: Reader, head: GameHead, budget: CpuBudget) -> GameEnding | None:
        """How a game stands; None where the budget ends before that is known. Raises JournalError and RuleError."""
        name = path, head.id, head.chain
        known = head.ending or self._derived.get(name)
        if known is not None:
            return known
        one = self._advanced(name, reader, head, None, budget)
        if one is None:
            return None
        known = self._derived[name] = replayed_ending(one)
        while len(self._derived) > _MAX_ENDINGS:
            self._derived.popitem(last=False)
        return known

    def replayed_to(
        self, path: Path, reader: Reader, head: GameHead, number: int, budget: CpuBudget
    ) -> ReplayedGame | None:
        """A game replayed to its move `number` at least; None where the budget ends before. Raises JournalError and RuleError."""
        return self._advanced((path, head.id, head.chain), reader, head, number, budget)

    def derived(self, path: Path) -> list[tuple[int, bytes, GameEnding]]:
        """What was found out about the games of a journal that were over: their ids and last chains."""
        return [
            (game, chain, how) for (of, game, chain), how in self._derived.items() if of == path and how.how != "open"
        ]

    def _advanced(
        self, name: _ReplayKey, reader: Reader, head: GameHead, number: int | None, budget: CpuBudget
    ) -> ReplayedGame | None:
        # What fails is forgotten, and tried anew when somebody asks again.
        one = self._games.pop(name, None) or PartialReplay(head)
        through = one.advance(reader, budget, number)
        self._games[name] = one
        while len(self._games) > _MAX_REPLAYS:
            self._games.popitem(last=False)
        return one.played if through else None
