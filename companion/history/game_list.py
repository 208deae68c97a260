"""The list of finished games, newest first, one page at a time, from all journals of a table.

The keys of its games contain the permanent number of their journal's volume.

Invariants: the list has only games that are over or abandoned, and no lobbies. The cost of a page depends only on its own games:
a page begins at the key of a game, and nothing is counted.
"""

import re
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError, RequestError, RuleError
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.history.pace import Pace, at_once
from companion.history.replay import ReplayCache
from companion.journal.files import VolumeFiles
from companion.journal.reader import FoundGame, Reader, damaged_game_sentence, open_reader
from companion.journal.rows import EndingKind, GameEnding, GameHead
from companion.table.effects import Opened
from companion.table.table import LOBBY

_TABLE: Final = 1_000
"""Distance between the volume numbers of two tables."""


class JournalVolume(Struct, frozen=True):
    """One journal volume. `live`: this process writes it."""

    number: int
    path: Path
    live: bool = False


def journal_volumes(bases: Sequence[Path], live: Path | None = None) -> list[JournalVolume]:
    """The volumes of the tables at `bases`, oldest first, table by table. `live`: the volume that this process writes.

    Raises JournalError if a folder cannot be read.
    """
    found: list[JournalVolume] = []
    for table, base in enumerate(bases):
        try:
            of_table = VolumeFiles(base)
            files = of_table.existing()
        except OSError as error:
            raise JournalError(f"The folder {base.parent} cannot be read: {error.strerror or error}.") from error
        found += [JournalVolume(table * _TABLE + of_table.number(file), file, file == live) for file in files]
    return found


GAMES_PER_PAGE: Final = 50
"""Games on a page."""
_KEY: Final = re.compile(r"([0-9]{1,4})\.(-?[0-9]{1,9})", re.ASCII)
_TITLES: Final = {game.name: game.title for game in CATALOG}


class ListedGame(Struct, frozen=True):
    """A finished game. `key`: its permanent key; `moves`: the number of moves; `counts`: points were counted, since it was a
    series."""

    key: str
    at: str
    game: str
    title: str
    players: tuple[str, ...]
    how: EndingKind
    scores: tuple[int, ...]
    winners: tuple[Seat, ...] | None
    moves: int
    counts: bool = True


class GameKey(Struct, frozen=True):
    """The key of a game: the number of its journal volume, and its id there, which is below 0 for an imported game."""

    volume: int
    game: int

    @classmethod
    def of(cls, key: str) -> "GameKey":
        """Parse a key such as "1.23". Raises RequestError."""
        match = _KEY.fullmatch(key)
        if match is None:
            raise RequestError(f"The key of a game is like 1.23, not {key[:20]!r}: copy it from the list of games.")
        return cls(int(match[1]), int(match[2]))

    @property
    def key(self) -> str:
        """The key as text, which never changes."""
        return f"{self.volume}.{self.game}"

    @property
    def newer(self) -> "GameKey":
        """The key to pass as `before` so that the page begins with this game."""
        return GameKey(self.volume, self.game + (1 if self.game > 0 else -1))


class GameListPage(Struct, frozen=True):
    """Some finished games, newest first. `older`: the key to pass as `before` for the next page; None on the last page.

    `faults`: one sentence for each game or journal that cannot be listed.
    """

    games: tuple[ListedGame, ...]
    faults: tuple[str, ...]
    older: str | None


def games_page(
    volumes: Sequence[JournalVolume],
    before: GameKey | None,
    replays: ReplayCache,
    *,
    quoted: bool,
    size: int = GAMES_PER_PAGE,
    most_moves: float = inf,
    pace: Pace = at_once,
) -> GameListPage:
    """At most `size` games older than `before`; fewer if so many have no stored ending that they have more than `most_moves`
    moves, since those are replayed.

    `volumes`: oldest first. `quoted`: reasons may quote moves, and the newest game is replayed too. Otherwise that game is left
    out unless its journal says that it is over, because it may be in progress.
    """
    games: list[ListedGame] = []
    faults: list[str] = []
    replayed = 0
    for volume in reversed(volumes):
        if before is not None and volume.number > before.volume:
            continue
        start = before.game if before is not None and volume.number == before.volume else None
        try:
            with open_reader(volume.path, live=volume.live) as reader:
                running = 0 if quoted or volume is not volumes[-1] else reader.newest()
                for number, head in pace(_backwards(reader, start, size + 1)):
                    place = GameKey(volume.number, number)
                    if len(games) == size or replayed > most_moves:
                        return GameListPage(tuple(games), tuple(faults), place.newer.key)
                    if head is None:
                        faults.append(damaged_game_sentence(number))
                        continue
                    if head.ending is None and number == running:
                        continue
                    try:
                        how = replays.ending(volume.path, reader, head)
                    except (JournalError, RuleError) as error:
                        reason = str(error) if quoted else "it does not replay, and `companion history` says why."
                        faults.append(left_out_sentence(head, reason))
                        continue
                    if head.ending is None:
                        replayed += how.moves
                    if how.how != "open":
                        games.append(listed_game(place, head, how))
                    elif number < 0:  # it was finished when it was imported
                        faults.append(left_out_sentence(head, "its last moves are missing."))
        except JournalError as error:
            faults.append(error_with_path(volume.path, error))
    return GameListPage(tuple(games), tuple(faults), None)


def listed_game(place: GameKey, head: GameHead, how: GameEnding) -> ListedGame:
    """The list entry of a game."""
    return ListedGame(
        key=place.key,
        at=head.at,
        game=head.opened.game,
        title=_TITLES.get(head.opened.game, head.opened.game),
        players=head.opened.names,
        how=how.how,
        scores=how.scores,
        winners=how.winners,
        moves=how.moves,
        counts=_counts(head.opened),
    )


def _counts(opened: Opened) -> bool:
    """Whether points were counted: not where a single round was won."""
    game = next((one for one in CATALOG if one.name == opened.game), None)
    return game is None or not game.series or opened.options.get(game.series, 1) != 1


def is_game(head: GameHead) -> bool:
    """Whether it is a game and not a lobby."""
    return head.opened.game != LOBBY


def left_out_sentence(head: GameHead, reason: str) -> str:
    """The sentence that says why a game is left out."""
    return f"The game of {head.opened.game} from {head.at} is left out: {reason}"


def error_with_path(path: Path, error: JournalError) -> str:
    """The text of an error, with the path of the journal in it."""
    text = str(error)
    return text if str(path) in text else f"{path}: {text}"


def _backwards(reader: Reader, start: int | None, batch_size: int) -> Iterator[FoundGame]:
    """The games of a journal before id `start` (None: all), newest first: those of this table, then the imported ones."""
    for own in (True, False):
        if own and start is not None and start <= 0:
            continue
        beyond = None if start is not None and start > 0 and not own else start
        while batch := reader.games_before(beyond, batch_size, own=own, excluded=LOBBY):
            yield from batch
            beyond = batch[-1][0]
