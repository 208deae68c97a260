"""What all tables of a club show now, as their retained states and availabilities tell it.

Invariant: a table that floods or lies changes its own entry alone; so many tables are known at most.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from companion.club.wire import ONLINE, State, decoded

MOST_TABLES: Final = 2000
MAX_STATE_BYTES: Final = 16_384


class TableShown(Struct, frozen=True):
    """A table. `state`: None until it has told one."""

    table: str
    online: bool = False
    state: State | None = None


class Viewer:
    """Somebody who looks at the hall. Of a table that changes faster than it is read, only the newest is kept."""

    def __init__(self, tables: Iterable[TableShown]) -> None:
        self._changed = {one.table: one for one in tables}
        self._news = asyncio.Event()
        self._news.set()
        self._is_closed = False

    def put(self, table: TableShown) -> None:
        """A table is another one now."""
        self._changed[table.table] = table
        self._news.set()

    def close(self) -> None:
        """The club ends."""
        self._is_closed = True
        self._news.set()

    async def next(self, patience: float) -> tuple[TableShown, ...] | None:
        """The tables that have changed; none after so many seconds without a change. None at the end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._news.wait()
        self._news.clear()
        changed, self._changed = tuple(self._changed.values()), {}
        return None if self._is_closed else changed


class Hall:
    """All tables, and who looks at them."""

    def __init__(self) -> None:
        self._tables: dict[str, TableShown] = {}
        self._viewers: set[Viewer] = set()

    def enter(self) -> Viewer:
        """Somebody looks from now on; what is there is the first news."""
        viewer = Viewer(self.tables)
        self._viewers.add(viewer)
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no more."""
        self._viewers.discard(viewer)

    def close(self) -> None:
        """The club ends."""
        for viewer in self._viewers:
            viewer.close()

    @property
    def tables(self) -> tuple[TableShown, ...]:
        """By name."""
        return tuple(self._tables[name] for name in sorted(self._tables))

    @property
    def online(self) -> int:
        """How many are online."""
        return sum(one.online for one in self._tables.values())

    def take_availability(self, table: str, payload: bytes) -> None:
        """A table comes or goes."""
        self._put(table, online=payload == ONLINE)

    def take_state(self, table: str, payload: bytes) -> None:
        """A table shows something else."""
        if len(payload) > MAX_STATE_BYTES:
            return
        state = decoded(payload, State, f"{table}/state")
        if state is not None:
            self._put(table, state=state)

    def _put(self, table: str, **changes: object) -> None:
        before = self._tables.get(table)
        if before is None and len(self._tables) >= MOST_TABLES:
            return
        after = msgspec.structs.replace(before or TableShown(table), **changes)
        if after != before:
            self._tables[table] = after
            for viewer in self._viewers:
                viewer.put(after)
