"""The finished games as the pages see them, read through the worker that keeps the journal.

Laws: a game in progress is never told, whatever is asked. A replay gives the loop back after a few moves, so that the
running game does not wait for a finished one.
"""

import asyncio
import base64
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from companion.archive.listing import Listed, is_game, key_of, listed, unlisted
from companion.archive.moments import moment
from companion.archive.replay import Played, ending, opening, states
from companion.core.errors import JournalError, RequestError, RuleError
from companion.core.seat import Observer
from companion.daemon.keeper import Keeper
from companion.journal.endings import head, heads, settle
from companion.journal.rows import Ending, Head, Kept

SLICE: Final = 4
"""Moves that are replayed before the loop is given back."""
REMEMBERED: Final = 3
"""Games whose states are kept, since whoever looks at one move looks at the next."""
NONE: Final = "There is no finished game of that name: it is in no journal of this table, or it is not over."

Found = list[tuple[str, Head, Ending]]


class Past:
    """The finished games of the table whose journal `keeper` has."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._looking = asyncio.Lock()
        self._played: OrderedDict[str, Played] = OrderedDict()
        self._older: dict[Path, tuple[Found, list[str]]] = {}
        """The journals that nobody writes any more."""

    async def games(self) -> dict[str, Any]:
        """The list, and a sentence for each journal or game that cannot be read."""
        async with self._looking:
            found, faults = await self._list()
        return {"games": to_builtins(found), "faults": faults}

    async def moment(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        """What `seat` knew after `number` moves. Raises RequestError where no finished game has that."""
        async with self._looking:
            one = await self._finished(key)
        names = one.kept.opened.names
        if seat is not None and seat >= len(names):
            raise RequestError(f"This game has the seats 0 to {len(names) - 1}.")
        if number >= len(one.states):
            raise RequestError(f"This game has {len(one.states) - 1} moves.")
        then = moment(one, seat, number)
        picture = None if then.picture is None else base64.b64encode(then.picture).decode()
        return {"number": number, "view": then.view, "told": then.told, "picture": picture}

    async def _list(self) -> tuple[list[Listed], list[str]]:
        files = await self._keeper.files()
        found: Found = []
        faults: list[str] = []
        for volume, path in files.items():
            some, said = self._older.get(path) or await self._volume(volume, path)
            if volume != max(files):
                self._older[path] = (some, said)
            found += some
            faults += said
        return listed(found), faults

    async def _volume(self, volume: int, path: Path) -> tuple[Found, list[str]]:
        """The games of one journal; those whose ending is not known are replayed and settled."""
        try:
            every, faults = await self._keeper.read(path, heads)
        except JournalError as error:
            return [], [str(error).replace(f"{path.parent}/", "")]
        found: Found = []
        fresh: list[tuple[int, bytes, Ending]] = []
        for one in filter(is_game, every):
            how = one.ending
            if how is None:
                try:
                    how = ending(await self._replayed(path, one.id))
                except (JournalError, RuleError, RequestError):
                    # The reason would quote a move, and it may be one of the game that is being played.
                    faults.append(unlisted(one, "it does not replay, and `companion history` says why."))
                    continue
                fresh.append((one.id, one.chain, how))
            found.append((key_of(volume, one.id), one, how))
        if fresh:
            await self._keeper.read(path, lambda journal: settle(journal, fresh))
        return found, faults

    async def _finished(self, key: str) -> Played:
        """The replay of a finished game. Raises RequestError where it is not that, or does not replay."""
        volume, game = (int(part) for part in key.split("."))
        files = await self._keeper.files()
        path = files.get(volume)
        if path is None:
            raise RequestError(NONE)
        now = await self._keeper.read(path, lambda journal: head(journal, game))
        if now is None or not is_game(now):
            raise RequestError(NONE)
        one = self._played.pop(key, None)
        # What was over may go on, where its last move is taken back.
        if one is None or one.kept.chain != now.chain:
            try:
                one = await self._replayed(path, game)
            except RuleError as error:
                raise RequestError(str(error) if now.ending and now.ending.how != "open" else NONE) from error
        if ending(one).how == "open":
            raise RequestError(NONE)
        self._played[key] = one
        while len(self._played) > REMEMBERED:
            self._played.popitem(last=False)
        return one

    async def _replayed(self, path: Path, game: int) -> Played:
        """Raises JournalError, RuleError, and RequestError where it has gone."""
        kept: Kept | None = await self._keeper.read(path, lambda journal: journal.game(game))
        if kept is None:
            raise RequestError(NONE)
        rules, options = opening(kept.opened)
        found: list[Any] = []
        going: Iterator[Any] = states(rules, options, len(kept.opened.names), kept.steps)
        for state in going:
            found.append(state)
            if len(found) % SLICE == 0:
                await asyncio.sleep(0)
        return Played(kept, rules, options, tuple(found))
