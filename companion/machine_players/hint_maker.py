"""Hints as the daemon gets them: for each request a process that is told what the seat has seen, answers, and ends.

So no thought keeps the table waiting, and nothing stays in memory between two requests. A request replaces an older one of the
same place.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from companion.core.seat import Place
from companion.machine_players.machine_messages import FromProcess, HintMade, HintWanted
from companion.machine_players.machine_process import COMMAND, MachineProcess
from companion.machine_players.seat_reports import everything_seen
from companion.table.effects import AskHint
from companion.table.inputs import HintGiven

log = logging.getLogger("companion")

FAILED: Final = "The machine could not think of a hint: ask once more. If that does not help, play on without it."


class HintMaker:
    """`queue` takes each hint."""

    def __init__(self, queue: Callable[[HintGiven], None], command: tuple[str, ...] = COMMAND) -> None:
        self._queue = queue
        self._command = command
        self._thinking: dict[Place, MachineProcess] = {}
        self._ending: list[MachineProcess] = []

    def ask(self, asked: AskHint) -> None:
        """Think about a hint, and queue it."""
        self._end(asked.place)
        process = MachineProcess(self._command, partial(self._made, asked), partial(self._failed, asked))
        self._thinking[asked.place] = process
        (machine,) = asked.seated.machines
        process.send([*everything_seen(asked.seated), HintWanted(1, machine.seat)])

    def forget(self) -> None:
        """Nobody waits for a hint any more."""
        for place in tuple(self._thinking):
            self._end(place)

    async def close(self) -> None:
        """End every process, and return when nothing is left of them."""
        self.forget()
        await asyncio.gather(*(process.closed() for process in self._ending))
        self._ending.clear()

    def _made(self, asked: AskHint, answer: FromProcess) -> None:
        words = answer.words if isinstance(answer, HintMade) else FAILED
        self._end(asked.place)
        self._queue(HintGiven(asked.place, asked.number, words))

    def _failed(self, asked: AskHint, why: str) -> None:
        log.error("the machine's hint: %s", why)
        self._end(asked.place)
        self._queue(HintGiven(asked.place, asked.number, FAILED))

    def _end(self, place: Place) -> None:
        process = self._thinking.pop(place, None)
        if process is not None:
            process.kill()
            self._ending = [*(one for one in self._ending if not one.is_closed), process]
