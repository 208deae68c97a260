"""Replays a game of the journal: every state of it, and how it ended.

Invariant: only the replay decides the states and the ending of a game. A game that does not replay is refused with one sentence.

The cache keeps some replays, and the endings found.

Its key contains the digest of a game's last entry, so an appended entry invalidates what is cached.

What an observer knew after a move comes from the game's `view` of the state at that move alone, so nothing later is in it.
"""

from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, to_builtins

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.picture import Picture
from companion.core.screen import Rendering
from companion.core.seat import PUBLIC, Observer
from companion.games.catalog import find_game
from companion.history.pace import Pace, at_once
from companion.journal.reader import Reader
from companion.journal.rows import GameEnding, GameHead, SavedGame, read_game_rows
from companion.table.effects import Opened
from companion.ui.editor import Dialog, asked
from companion.ui.raster import draw
from companion.ui.screens import compose


class ReplayedGame(Struct, frozen=True):
    """A game and its states. `states[n]` is the state after n moves."""

    kept: SavedGame
    game: AnyGame
    options: Any
    states: tuple[Any, ...]


def game_and_options(opened: Opened) -> tuple[AnyGame, Any]:
    """The game with the rules of its time, and its options. Raises RuleError if this version does not know the rules."""
    known = find_game(opened.game)
    game = known.by_rules(opened.rules)
    if game is None:
        raise RuleError(
            f"It was played by rules {opened.rules} of {known.title}, and this version plays it by rules {known.rules}."
        )
    low, high = game.seats
    if not low <= len(opened.names) <= high:
        fits = f"exactly {low}" if low == high else f"{low} to {high}"
        raise RuleError(f"{game.title} is for {fits} seats, not {len(opened.names)}.")
    return game, game.read_options(opened.options, len(opened.names))


def replay_game(kept: SavedGame, pace: Pace = at_once) -> ReplayedGame:
    """Replay a whole game. Raises RuleError."""
    game, options = game_and_options(kept.opened)
    states = tuple(pace(game.replay_states(options, len(kept.opened.names), kept.steps)))
    return ReplayedGame(kept, game, options, states)


def replayed_ending(one: ReplayedGame) -> GameEnding:
    """How the game ended. `open`: it is in progress, or was never finished."""
    state = one.states[-1]
    result = one.game.result(state)
    if one.kept.abandoned:
        return GameEnding("abandoned", len(one.kept.steps), result.scores, None)
    over = not one.game.to_act(state)
    return GameEnding("over" if over else "open", len(one.kept.steps), result.scores, result.winners if over else None)


_MAX_REPLAYS: Final = 3
"""Most games whose states are cached; a viewer of one move usually asks for the next."""
_MAX_ENDINGS: Final = 5_000
"""Most cached endings of games that are not over, or whose stored ending is damaged."""

_ReplayKey = tuple[Path, int, bytes]
"""The journal of a game, its id there, and the digest of its last entry."""


class ReplayCache:
    """The replays of recently viewed games, and the endings that no journal has stored. `pace`: of reading and replaying."""

    def __init__(self, pace: Pace = at_once) -> None:
        self._pace = pace
        self._games: OrderedDict[_ReplayKey, ReplayedGame] = OrderedDict()
        self._derived: OrderedDict[_ReplayKey, GameEnding] = OrderedDict()

    def ending(self, path: Path, reader: Reader, head: GameHead) -> GameEnding:
        """The ending of a game. Raises JournalError and RuleError."""
        name = path, head.id, head.chain
        known = head.ending or self._derived.get(name)
        if known is not None:
            return known
        known = self._derived[name] = replayed_ending(self.replayed(path, reader, head))
        while len(self._derived) > _MAX_ENDINGS:
            self._derived.popitem(last=False)
        return known

    def replayed(self, path: Path, reader: Reader, head: GameHead) -> ReplayedGame:
        """A game. Raises JournalError if the journal is damaged, and RuleError if the game does not replay."""
        name = path, head.id, head.chain
        one = self._games.pop(name, None) or replay_game(self.saved(reader, head), self._pace)
        self._games[name] = one
        while len(self._games) > _MAX_REPLAYS:
            self._games.popitem(last=False)
        return one

    def saved(self, reader: Reader, head: GameHead) -> SavedGame:
        """The moves of a game, which are not kept. Raises JournalError if the journal is damaged."""
        rows = read_game_rows(head.id, head.opening, self._pace(reader.entries(head.id)))
        return rows.saved_game(head.opened, head.at)


class ViewAtMove(Struct, frozen=True):
    """After `number` moves: the view as JSON values, the public description, and the screen of a seat (None for the
    public)."""

    number: int
    view: dict[str, Any]
    description: str
    picture: Picture | None


def view_at_move(one: ReplayedGame, observer: Observer, number: int) -> ViewAtMove:
    """What `observer` knew after `number` moves."""
    game, options, state, names = one.game, one.options, one.states[number], one.kept.opened.names
    view = game.view(state, observer)
    description = game.describe(options, game.view(state, PUBLIC), names)
    picture = None
    if observer is not PUBLIC:

        def rendered(entry: Entry | None) -> Rendering:
            return game.render(options, view, names, entry)

        picture = draw(compose(asked(Dialog(), game.prompt(options, view)), rendered))
    return ViewAtMove(number, to_builtins(view), description, picture)
