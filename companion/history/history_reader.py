"""Serves the finished games to the web pages, on a separate thread and through read-only connections.

Invariants: no request reveals anything of a game in progress. A request replays one game at most, or `_MOST_MOVES` for a page of
the list, and pauses between slices of processor time so that the running game can use the interpreter; it never makes a move
wait. The next request repeats a failed read.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Raw, to_builtins

from companion.core.errors import JournalError, RequestError, RuleError
from companion.core.seat import Observer
from companion.core.words import counted
from companion.history.game_list import (
    GameKey,
    GameListPage,
    JournalVolume,
    games_page,
    is_game,
    journal_volumes,
    listed_game,
)
from companion.history.pace import Pace, Pauses
from companion.history.replay import ReplayCache, game_and_options, view_at_move
from companion.journal.reader import Reader, open_reader
from companion.journal.rows import GameEnding, GameHead
from companion.journal.worker import JournalWorker
from companion.thinking.messages import PageReviewWanted

T = TypeVar("T")
Review = Callable[[Hashable, PageReviewWanted], Awaitable[Raw]]
"""Takes the name of a finished game, which changes with its moves, and what is asked; gives the review."""

_MOST_MOVES: Final = 500
"""Moves that a page of the list may replay, where the journal has lost how games ended."""
MAX_WAITING: Final = 8
"""Most requests that wait for the thread; further ones are refused, so that nobody can build up a long queue."""
HISTORY_BUSY_ERROR: Final = "Too many people are viewing finished games: try again in a moment."
_NO_SUCH_GAME: Final = "There is no finished game with that key: no journal of this table has it, or it is not over."


class HistoryReader:
    """The finished games of the table that writes `journal`. `think`: reviews a game. `pace`: of the thread."""

    def __init__(self, journal: JournalWorker, think: Review, pace: Pace | None = None) -> None:
        self._journal = journal
        self._pace: Pace = pace or Pauses()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="history")
        self._waiting = 0
        self._replays = ReplayCache(self._pace)
        self._think = think

    async def games(self, before: str | None) -> dict[str, Any]:
        """A page of the list. Raises RequestError if `before` is not a key, and JournalError if too many requests wait."""
        place = None if before is None else GameKey.of(before)
        return await self._run(lambda: self._page(place))

    async def game(self, key: str) -> dict[str, Any]:
        """The list entry of one game. Raises RequestError if no finished game has that key."""
        return await self._run(lambda: self._game(GameKey.of(key)))

    async def view_at(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        """What `seat` knew after `number` moves. Raises RequestError if no finished game has that key, seat or move."""
        return await self._run(lambda: self._moment(GameKey.of(key), seat, number))

    async def review(self, key: str) -> Raw:
        """The review of one game. Raises RequestError if no finished game has that key."""
        return await self._think(*await self._run(lambda: self._to_review(GameKey.of(key))))

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)

    def _page(self, before: GameKey | None) -> dict[str, Any]:
        found: GameListPage = games_page(
            self._volumes(), before, self._replays, quoted=False, most_moves=_MOST_MOVES, pace=self._pace
        )
        faults = [fault.replace(f"{self._journal.path.parent}/", "") for fault in found.faults]
        return {"games": [to_builtins(game) for game in found.games], "faults": faults, "older": found.older}

    def _game(self, place: GameKey) -> dict[str, Any]:
        with self._finished(place) as (_, _, head, how):
            found: dict[str, Any] = to_builtins(listed_game(place, head, how))
            return found

    def _moment(self, place: GameKey, seat: Observer, number: int) -> dict[str, Any]:
        with self._finished(place) as (reader, path, head, how):
            names = head.opened.names
            if seat is not None and seat >= len(names):
                raise RequestError(f"This game has the seats 1 to {len(names)}.")
            if number > how.moves:
                raise RequestError(f"This game has {counted(how.moves, 'move')}.")
            then = view_at_move(self._replays.replayed(path, reader, head), seat, number)
            picture = None if then.picture is None else base64.b64encode(then.picture).decode()
            return {"number": number, "view": then.view, "told": then.description, "picture": picture}

    def _to_review(self, place: GameKey) -> tuple[Hashable, PageReviewWanted]:
        """The name and the moves of a game. The process that thinks replays them."""
        with self._finished(place) as (reader, path, head, _):
            opened, steps = head.opened, self._replays.saved(reader, head).steps
            game_and_options(opened)  # refused here if this version does not know its rules
            wanted = PageReviewWanted(opened.game, opened.rules, opened.options, opened.names, steps)
            return (path, head.id, head.chain), wanted

    @contextmanager
    def _finished(self, place: GameKey) -> Iterator[tuple[Reader, Path, GameHead, GameEnding]]:
        """A finished game. Raises RequestError if the game is not finished or does not replay."""
        volumes = self._volumes()
        volume = next((volume for volume in volumes if volume.number == place.volume), None)
        if volume is None:
            raise RequestError(_NO_SUCH_GAME)
        with open_reader(volume.path, live=volume.live) as reader:
            head = reader.head(place.game)
            if head is None or not is_game(head):
                raise RequestError(_NO_SUCH_GAME)
            if head.ending is None and volume is volumes[-1] and head.id == reader.newest():
                # It may be in progress: then nobody may learn even whether it replays.
                raise RequestError(_NO_SUCH_GAME)
            try:
                how = self._replays.ending(volume.path, reader, head)
                if how.how == "open":
                    raise RequestError(_NO_SUCH_GAME)
                yield reader, volume.path, head, how
            except RuleError as error:
                raise RequestError(str(error) if head.ending is not None else _NO_SUCH_GAME) from error

    def _volumes(self) -> list[JournalVolume]:
        return journal_volumes([self._journal.path], self._journal.file)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING:
            raise JournalError(HISTORY_BUSY_ERROR)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
