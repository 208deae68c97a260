"""Replays a game of the journal: every state of it, and how it ended.

Invariant: only the replay decides the states and the ending of a game. A game that does not replay is refused with one sentence.

The cache replays games in steps, as budgets allow, and keeps the replays and the endings found.

Its key contains the digest of a game's last entry, so an appended entry invalidates what is cached.

What an observer knew after a move comes from the game's `view` of the state at that move alone, so nothing later is in it.
"""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, to_builtins

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.game import AnyGame, by_rules, replay_states, to_act
from companion.core.picture import Picture
from companion.core.screen import Rendering
from companion.core.seat import PUBLIC, Observer
from companion.games.catalog import find_game
from companion.history.cpu_budget import CpuBudget
from companion.journal.reader import Reader
from companion.journal.rows import GameEnding, GameHead, GameRows, SavedGame
from companion.table.effects import Opened
from companion.ui.editor import Dialog, asked
from companion.ui.raster import draw
from companion.ui.screens import compose


class ReplayedGame(Struct, frozen=True):
    """A game and its states. `states[n]` is the state after n moves; a partial replay has fewer than all."""

    kept: SavedGame
    game: AnyGame
    options: Any
    states: tuple[Any, ...]


def game_and_options(opened: Opened) -> tuple[AnyGame, Any]:
    """The game with the rules of its time, and its options. Raises RuleError if this version does not know the rules."""
    known = find_game(opened.game)
    game = by_rules(known, opened.rules)
    if game is None:
        raise RuleError(
            f"It was played by rules {opened.rules} of {known.title}, and this version plays it by rules {known.rules}."
        )
    low, high = game.seats
    if not low <= len(opened.names) <= high:
        fits = f"exactly {low}" if low == high else f"{low} to {high}"
        raise RuleError(f"{game.title} is for {fits} seats, not {len(opened.names)}.")
    return game, game.read_options(opened.options, len(opened.names))


def replay_game(kept: SavedGame) -> ReplayedGame:
    """Replay a whole game. Raises RuleError."""
    game, options = game_and_options(kept.opened)
    return ReplayedGame(kept, game, options, tuple(replay_states(game, options, len(kept.opened.names), kept.steps)))


def replayed_ending(one: ReplayedGame) -> GameEnding:
    """How the game ended. `open`: it is in progress, or was never finished."""
    state = one.states[-1]
    result = one.game.result(state)
    if one.kept.abandoned:
        return GameEnding("abandoned", len(one.kept.steps), result.scores, None)
    over = not to_act(one.game, state)
    return GameEnding("over" if over else "open", len(one.kept.steps), result.scores, result.winners if over else None)


_MAX_REPLAYS: Final = 3
"""Most games whose states are cached; a viewer of one move usually asks for the next."""
_MAX_ENDINGS: Final = 5_000
"""Most cached endings of games that are not over, or whose stored ending is damaged."""

_ReplayKey = tuple[Path, int, bytes]
"""The journal of a game, its id there, and the digest of its last entry."""


class PartialReplay:
    """The unfinished replay of one game. Raises RuleError if this version does not know the rules of the game."""

    def __init__(self, head: GameHead) -> None:
        self._head = head
        self._rules, self._options = game_and_options(head.opened)
        self._rows = GameRows(head.id, head.opening)
        self._kept: SavedGame | None = None
        self._states: list[Any] = []
        self._next_states: Iterator[Any] = iter(())

    @property
    def played(self) -> ReplayedGame:
        """The game and its states so far."""
        assert self._kept is not None, "its moves were read"
        return ReplayedGame(self._kept, self._rules, self._options, tuple(self._states))

    def has(self, number: int) -> bool:
        """Whether the replay has reached the state after `number` moves."""
        return len(self._states) > number

    def advance(self, reader: Reader, budget: CpuBudget, number: int | None = None) -> bool:
        """Continue to the state after `number` moves, or to the end; False if the budget ends first.

        Raises JournalError if the journal is damaged, and RuleError if the game does not replay.
        """
        kept = self._kept
        if kept is None:
            for row in reader.entries(self._head.id, self._rows.rows):
                self._rows.add(row)
                if not budget.step():
                    return False
            kept = self._kept = self._rows.saved_game(self._head.opened, self._head.at)
            self._next_states = replay_states(self._rules, self._options, len(kept.opened.names), kept.steps)
        wanted = len(kept.steps) if number is None else min(number, len(kept.steps))
        while not self.has(wanted):
            self._states.append(next(self._next_states))
            if not budget.step() and not self.has(wanted):
                return False
        return True


class ReplayCache:
    """The replays of recently viewed games, and the endings that no journal has stored."""

    def __init__(self) -> None:
        self._games: OrderedDict[_ReplayKey, PartialReplay] = OrderedDict()
        self._derived: OrderedDict[_ReplayKey, GameEnding] = OrderedDict()

    def ending(self, path: Path, reader: Reader, head: GameHead, budget: CpuBudget) -> GameEnding | None:
        """The ending of a game; None if the budget ends first. Raises JournalError and RuleError."""
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
        """A game, replayed at least to move `number`; None if the budget ends first. Raises JournalError and RuleError."""
        return self._advanced((path, head.id, head.chain), reader, head, number, budget)

    def _advanced(
        self, name: _ReplayKey, reader: Reader, head: GameHead, number: int | None, budget: CpuBudget
    ) -> ReplayedGame | None:
        # A replay that fails is removed from the cache, and the next request starts it again.
        one = self._games.pop(name, None) or PartialReplay(head)
        through = one.advance(reader, budget, number)
        self._games[name] = one
        while len(self._games) > _MAX_REPLAYS:
            self._games.popitem(last=False)
        return one.played if through else None


class ViewAtMove(Struct, frozen=True):
    """After `number` moves: the view as JSON values, the public description, and the screen of a seat (None for the
    public)."""

    number: int
    view: dict[str, Any]
    description: str
    picture: Picture | None


def view_at_move(one: ReplayedGame, observer: Observer, number: int) -> ViewAtMove:
    """What `observer` knew after `number` moves; `one` must be replayed that far."""
    game, options, state, names = one.game, one.options, one.states[number], one.kept.opened.names
    view = game.view(state, observer)
    description = game.describe(options, game.view(state, PUBLIC), names)
    picture = None
    if observer is not PUBLIC:

        def rendered(entry: Entry | None) -> Rendering:
            return game.render(options, view, names, entry)

        picture = draw(compose(asked(Dialog(), game.prompt(options, view)), rendered, "open"))
    return ViewAtMove(number, to_builtins(view), description, picture)
