"""The list of finished games, newest first and a page at a time, out of the journals that a table has written one after another.

Laws: a game that is neither over nor abandoned is not in it, nor is a lobby. A page costs what its own games cost, however many
there are: it begins at the key of a game, and counts nothing.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError, RequestError, RuleError
from companion.games.catalog import CATALOG
from companion.history.cpu_budget import CpuBudget
from companion.history.journal_volumes import JournalVolume
from companion.history.replay_cache import ReplayCache
from companion.journal.reader import FoundGame, Reader, damaged_game_sentence, open_reader
from companion.journal.rows import EndingKind, GameEnding, GameHead
from companion.table.table import LOBBY

GAMES_PER_PAGE: Final = 50
"""Games of a page."""
_KEY: Final = re.compile(r"([0-9]{1,4})\.(-?[0-9]{1,9})", re.ASCII)
_TITLES: Final = {game.name: game.title for game in CATALOG}


class ListedGame(Struct, frozen=True):
    """A finished game. `key`: its name for ever; `moves`: how many."""

    key: str
    at: str
    game: str
    title: str
    players: tuple[str, ...]
    how: EndingKind
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    moves: int


class GameKey(Struct, frozen=True):
    """Where a game is: the number of its journal, and its id there, which is below 0 where it came from elsewhere."""

    volume: int
    game: int

    @classmethod
    def of(cls, key: str) -> "GameKey":
        """The place that a key names. Raises RequestError."""
        match = _KEY.fullmatch(key)
        if match is None:
            raise RequestError(f"The key of a game is like 1.23, not {key[:20]!r}: it stands in the list of games.")
        return cls(int(match[1]), int(match[2]))

    @property
    def key(self) -> str:
        """Its name for ever."""
        return f"{self.volume}.{self.game}"

    @property
    def newer(self) -> "GameKey":
        """The place before which a page begins with this game."""
        return GameKey(self.volume, self.game + (1 if self.game > 0 else -1))


class GameListPage(Struct, frozen=True):
    """Some finished games, newest first. `older`: before which key the next page begins, None where there is none.

    `faults`: a sentence for whatever on the way here cannot be told.
    """

    games: tuple[ListedGame, ...]
    faults: tuple[str, ...]
    older: str | None


def games_page(
    volumes: Sequence[JournalVolume],
    before: GameKey | None,
    budget: CpuBudget,
    replays: ReplayCache,
    *,
    quoted: bool,
    size: int = GAMES_PER_PAGE,
) -> GameListPage:
    """The games that came before `before`, at most `size`, and fewer where the budget ends.

    `volumes`: oldest first. `quoted`: whether reasons may quote moves, and the game that was opened last is judged too;
    otherwise that game is left out unless its journal says that it is over, since it may be the one that is being played.
    """
    games: list[ListedGame] = []
    faults: list[str] = []
    for volume in reversed(volumes):
        if before is not None and volume.number > before.volume:
            continue
        start = before.game if before is not None and volume.number == before.volume else None
        try:
            with open_reader(volume.path, live=volume.live) as reader:
                unsaid = 0 if quoted or volume is not volumes[-1] else reader.newest()
                for number, head in budget.each(_backwards(reader, start, size + 1)):
                    place = GameKey(volume.number, number)
                    if len(games) == size:
                        return GameListPage(tuple(games), tuple(faults), place.newer.key)
                    if head is None:
                        faults.append(damaged_game_sentence(number))
                        continue
                    if head.ending is None and number == unsaid:
                        continue
                    try:
                        how = replays.ending(volume.path, reader, head, budget)
                    except (JournalError, RuleError) as error:
                        reason = str(error) if quoted else "it does not replay, and `companion history` says why."
                        faults.append(left_out_sentence(head, reason))
                        continue
                    if how is None:
                        return GameListPage(tuple(games), tuple(faults), place.newer.key)
                    if how.how != "open":
                        games.append(listed_game(place, head, how))
        except JournalError as error:
            faults.append(error_with_path(volume.path, error))
    return GameListPage(tuple(games), tuple(faults), None)


def listed_game(place: GameKey, head: GameHead, how: GameEnding) -> ListedGame:
    """A game as the list has it."""
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
    )


def is_game(head: GameHead) -> bool:
    """Whether it is more than a lobby."""
    return head.opened.game != LOBBY


def left_out_sentence(head: GameHead, reason: str) -> str:
    """Why a game is left out."""
    return f"The game of {head.opened.game} from {head.at} is left out: {reason}"


def error_with_path(path: Path, error: JournalError) -> str:
    """What is wrong with a journal, with its name."""
    said = str(error)
    return said if str(path) in said else f"{path}: {said}"


def _backwards(reader: Reader, start: int | None, most: int) -> Iterator[FoundGame]:
    """The games of a journal before the one called `start`, newest first: this table's, then those from elsewhere."""
    for own in (True, False):
        if own and start is not None and start <= 0:
            continue
        beyond = None if start is not None and start > 0 and not own else start
        while batch := reader.games_before(beyond, most, own=own, besides=LOBBY):
            yield from batch
            beyond = batch[-1][0]
