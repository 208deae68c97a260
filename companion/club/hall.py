"""What all tables of a club show now, as their retained states and availabilities tell it.

Invariant: a table that floods or lies changes its own entry alone; so many tables are known at most.
"""

from collections.abc import Callable
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


class Hall:
    """All tables. `changed` is called with each table that is another one now."""

    def __init__(self, changed: Callable[[TableShown], None] = lambda _table: None) -> None:
        self._changed = changed
        self._tables: dict[str, TableShown] = {}

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
            self._changed(after)
