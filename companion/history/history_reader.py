"""Serves the finished games to the web pages, on a separate thread and through read-only connections.

Invariants: no request reveals anything of a game in progress. A request has a bounded budget of processor time
(`_REQUEST_SECONDS`), pauses between slices so that the running game can use the interpreter, and never makes a move wait. The
next request repeats a failed read.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Raw, to_builtins

from companion.core.errors import JournalError, RequestError, RuleError
from companion.core.seat import Observer
from companion.history.cpu_budget import CpuBudget
from companion.history.game_list import (
    GameKey,
    GameListPage,
    JournalVolume,
    games_page,
    is_game,
    journal_volumes,
    listed_game,
)
from companion.history.replay import ReplayCache, view_at_move
from companion.journal.reader import Reader, open_reader
from companion.journal.rows import GameEnding, GameHead
from companion.journal.worker import JournalWorker
from companion.thinking.messages import PageReviewWanted

T = TypeVar("T")
Review = Callable[[Hashable, PageReviewWanted], Awaitable[Raw | dict[str, Any]]]
"""Takes the name of a finished game, which changes with its moves, and what is asked; gives the review."""

_REQUEST_SECONDS: Final = 0.03
"""Processor time for the rows and replays of a request, in seconds; the whole request then stays below 0.05 s."""
MAX_WAITING: Final = 8
"""Most requests that wait for the thread; further ones are refused, so that nobody can build up a long queue."""
HISTORY_BUSY_ERROR: Final = "Too many people are viewing finished games: try again in a moment."
_NO_SUCH_GAME: Final = "There is no finished game with that key: no journal of this table has it, or it is not over."


class HistoryReader:
    """The finished games of the table that writes `journal`. `think`: reviews a game. `budget`: returns the processor budget of a
    new request."""

    def __init__(
        self,
        journal: JournalWorker,
        think: Review,
        budget: Callable[[], CpuBudget] = lambda: CpuBudget(_REQUEST_SECONDS),
    ) -> None:
        self._journal = journal
        self._budget = budget
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="history")
        self._waiting = 0
        self._replays = ReplayCache()
        self._think = think

    async def games(self, before: str | None) -> dict[str, Any]:
        """A page of the list. Raises RequestError if `before` is not a key, and JournalError if too many requests wait."""
        place = None if before is None else GameKey.of(before)
        return await self._run(lambda: self._page(place))

    async def game(self, key: str) -> dict[str, Any]:
        """The list entry of one game. Raises RequestError if no finished game has that key."""
        return await self._run(lambda: self._game(GameKey.of(key)))

    async def view_at(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        """What `seat` knew after `number` moves. `{"again": true}`: the replay has not got there yet; repeat the request to
        continue it. Raises RequestError if no finished game has that key, seat or move."""
        return await self._run(lambda: self._moment(GameKey.of(key), seat, number))

    async def review(self, key: str) -> Raw | dict[str, Any]:
        """The review of one game. `{"again": true}`: as for `view_at`. Raises RequestError if no finished game has that key."""
        found = await self._run(lambda: self._to_review(GameKey.of(key)))
        return {"again": True} if found is None else await self._think(*found)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)

    def _page(self, before: GameKey | None) -> dict[str, Any]:
        found: GameListPage = games_page(self._volumes(), before, self._budget(), self._replays, quoted=False)
        faults = [fault.replace(f"{self._journal.path.parent}/", "") for fault in found.faults]
        return {"games": [to_builtins(game) for game in found.games], "faults": faults, "older": found.older}

    def _game(self, place: GameKey) -> dict[str, Any]:
        def list_entry(
            _reader: Reader, _path: Path, head: GameHead, how: GameEnding, _budget: CpuBudget
        ) -> dict[str, Any]:
            found: dict[str, Any] = to_builtins(listed_game(place, head, how))
            return found

        return self._finished(place, list_entry) or {"again": True}

    def _moment(self, place: GameKey, seat: Observer, number: int) -> dict[str, Any]:
        def seen(reader: Reader, path: Path, head: GameHead, how: GameEnding, budget: CpuBudget) -> dict[str, Any]:
            names = head.opened.names
            if seat is not None and seat >= len(names):
                raise RequestError(f"This game has the seats 1 to {len(names)}.")
            if number > how.moves:
                raise RequestError(f"This game has {how.moves} moves.")
            one = self._replays.replayed_to(path, reader, head, number, budget)
            if one is None:
                return {"again": True}
            then = view_at_move(one, seat, number)
            picture = None if then.picture is None else base64.b64encode(then.picture).decode()
            return {"number": number, "view": then.view, "told": then.description, "picture": picture}

        return self._finished(place, seen) or {"again": True}

    def _to_review(self, place: GameKey) -> tuple[Hashable, PageReviewWanted] | None:
        """The name and the moves of a game; None if the budget ends first."""

        def asked(
            reader: Reader, path: Path, head: GameHead, _how: GameEnding, budget: CpuBudget
        ) -> tuple[Hashable, PageReviewWanted] | None:
            # Its moves alone are read here; the process that thinks replays them.
            one = self._replays.replayed_to(path, reader, head, 0, budget)
            if one is None:
                return None
            opened = one.kept.opened
            wanted = PageReviewWanted(opened.game, opened.rules, opened.options, opened.names, one.kept.steps)
            return (path, head.id, head.chain), wanted

        return self._finished(place, asked)

    def _finished(self, place: GameKey, work: Callable[[Reader, Path, GameHead, GameEnding, CpuBudget], T]) -> T | None:
        """Apply `work` to a finished game; None if the budget ends before it is known whether it is finished. Raises RequestError
        if the game is not finished or does not replay."""
        volumes = self._volumes()
        volume = next((volume for volume in volumes if volume.number == place.volume), None)
        if volume is None:
            raise RequestError(_NO_SUCH_GAME)
        budget = self._budget()
        with open_reader(volume.path, live=volume.live) as reader:
            head = reader.head(place.game)
            if head is None or not is_game(head):
                raise RequestError(_NO_SUCH_GAME)
            if head.ending is None and volume is volumes[-1] and head.id == reader.newest():
                # It may be in progress: then nobody may learn even whether it replays.
                raise RequestError(_NO_SUCH_GAME)
            try:
                how = self._replays.ending(volume.path, reader, head, budget)
                if how is None:
                    return None
                if how.how == "open":
                    raise RequestError(_NO_SUCH_GAME)
                return work(reader, volume.path, head, how, budget)
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
