"""Sends the finished games of a table to its club, until the club has acknowledged each.

A PUBACK is not enough: a broker acknowledges what it then drops, where the club is away for long (Mosquitto 2.0.11 delivers
1,000 of 1,500). So a game leaves the outbox only when the club's own `ack` names its id.

    the outbox of the journal → a window of the oldest 20 → publish → ack → out of the journal, and the next game into the window
                                        ↑ again after 5 s, 10 s, ... 10 min, each times a random 0.5 to 1.5

Invariants. At most 20 games are unacknowledged at a time, in the order in which they ended. There is no last try. A game that the
club refused stays in the journal and out of the window, until a restart or until the club asks for it again.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import Raw, Struct

from companion.club.wire import WINDOW, Ack, FinishedGame, encoded
from companion.core.errors import JournalError
from companion.history.json_lines import finished_game_line
from companion.journal.rows import GameToSend
from companion.journal.worker import JournalWorker

log = logging.getLogger("companion")

FIRST_PAUSE: Final = 5.0
LONGEST_PAUSE: Final = 600.0

Send = Callable[[bytes], int | None]
"""Publishes a game; its number at the broker, or None where it was not sent."""


class _InWindow(Struct):
    """A game that waits for its ack. `tries`: since the connection; `due`: when it is sent the next time; `mid`: its publish that
    the broker has not answered."""

    number: int
    id: str
    payload: bytes
    tries: int = 0
    due: float = 0.0
    mid: int | None = None


class Outbox:
    """The games of `journal` that the club of `table` lacks. `send` publishes one; `changed` is called when a game was refused,
    or none is any more."""

    def __init__(
        self,
        journal: JournalWorker,
        table: str,
        send: Send,
        changed: Callable[[], None],
        uniform: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._journal = journal
        self._table = table
        self._send = send
        self._changed = changed
        self._uniform = uniform
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._window: dict[str, _InWindow] = {}
        self._last = 0
        """The last game that was read out of the journal."""
        self._acknowledged: list[Ack] = []
        self._is_connected = False
        self.refused: dict[str, str] = {}
        """The ids of games that the club does not take, and why."""

    async def run(self) -> None:
        """Send, and take what is acknowledged out of the journal; never returns."""
        while True:
            self._news.clear()
            is_read = True
            try:
                await self._take_acks()
                await self._fill()
            except JournalError as error:
                # The players are asked about it at the table. Whatever happens to the journal ends with another entry.
                log.warning("finished games wait: %s", error)
                is_read = False
            pause = self._send_due() if is_read else FIRST_PAUSE
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()

    def note_game(self) -> None:
        """The journal may hold another finished game."""
        self._news.set()

    def forget(self) -> None:
        """The journal was opened anew: what it holds is read again."""
        self._window.clear()
        self._last = 0
        self._news.set()

    def connected(self, *, is_connected: bool) -> None:
        """There is a connection, or none any more: with one everything is sent again, from the oldest on."""
        self._is_connected = is_connected
        for one in self._window.values():
            # A publish that the broker had not answered is sent again by the connection itself.
            one.tries, one.due = 0, 0.0
        self._news.set()

    def club_is_back(self) -> None:
        """The club is online again: nobody waits for the rest of a long pause."""
        for one in self._window.values():
            one.tries, one.due = 0, self._loop.time() + self._uniform(0.0, FIRST_PAUSE)
        self._news.set()

    def puback(self, mid: int) -> None:
        """The broker has answered the publish with that number."""
        for one in self._window.values():
            if one.mid == mid:
                one.mid = None

    def take(self, ack: Ack) -> None:
        """The club has answered."""
        self._acknowledged.append(ack)
        self._news.set()

    async def _take_acks(self) -> None:
        """Raises JournalError; what could not be written is taken again."""
        while self._acknowledged:
            ack = self._acknowledged[0]
            done = [self._window[uuid] for uuid in ack.ids if uuid in self._window]
            if done:
                await self._journal.acknowledge(one.number for one in done)
            for one in done:
                self._window.pop(one.id, None)
            self._acknowledged.pop(0)
            for uuid, reason in ack.refused.items():
                if self._window.pop(uuid, None) is not None:
                    log.warning("the club refuses the game %s: %s", uuid, reason[:200])
                    self.refused[uuid] = reason[:200]
                    self._changed()
            if ack.again and self.refused:
                self.refused.clear()
                self._last = 0
                self._changed()

    async def _fill(self) -> None:
        """Read the oldest games that are not in the window. Raises JournalError."""
        while (room := WINDOW - len(self._window)) > 0:
            found = await self._journal.outbox(self._last, room)
            for one in found:
                self._last = one.number
                self._put(one)
            if len(found) < room:
                return

    def _put(self, one: GameToSend) -> None:
        if one.game is None or one.ending is None:
            log.warning("a finished game cannot be sent to the club: %s", one.fault)
            return
        if one.id in self.refused or one.id in self._window:
            return
        line = Raw(finished_game_line(one.game, one.ending).rstrip(b"\n"))
        payload = encoded(FinishedGame(one.id, self._table, one.game.opened.order or None, line))
        self._window[one.id] = _InWindow(one.number, one.id, payload)

    def _send_due(self) -> float | None:
        """Send what is due; the seconds until the next game is due, None where none is."""
        if not self._is_connected:
            return None
        now = self._loop.time()
        for one in sorted(self._window.values(), key=lambda one: one.number):
            if one.due > now:
                continue
            if one.mid is None:
                one.mid = self._send(one.payload)
            one.due = now + min(FIRST_PAUSE * 2**one.tries, LONGEST_PAUSE) * self._uniform(0.5, 1.5)
            one.tries = min(one.tries + 1, 30)
        return max(0.0, min((one.due for one in self._window.values()), default=now + LONGEST_PAUSE) - now)
