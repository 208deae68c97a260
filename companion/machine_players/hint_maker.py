"""Hints and reviews as the daemon gets them: for each request a process that is told what it needs, answers, and ends.

So no thought keeps the table waiting, and nothing stays in memory between two requests. A request replaces an older one of the
same place.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from companion.core.seat import Place
from companion.machine_players.machine_messages import (
    FromProcess,
    HintMade,
    HintWanted,
    ReviewMade,
    ReviewWanted,
    ToProcess,
)
from companion.machine_players.machine_process import COMMAND, MachineProcess
from companion.machine_players.seat_reports import everything_seen
from companion.table.effects import AskHint, AskReview
from companion.table.inputs import HintGiven, ReviewGiven

log = logging.getLogger("companion")

HINT_FAILED: Final = "The machine could not think of a hint: ask once more. If that does not help, play on without it."


class HintMaker:
    """`queue` takes each hint and each review."""

    def __init__(self, queue: Callable[[HintGiven | ReviewGiven], None], command: tuple[str, ...] = COMMAND) -> None:
        self._queue = queue
        self._command = command
        self._thinking: dict[Place, MachineProcess] = {}
        self._ending: list[MachineProcess] = []

    def ask(self, asked: AskHint) -> None:
        """Think about a hint, and queue it."""
        (machine,) = asked.seated.machines
        self._start(asked, [*everything_seen(asked.seated), HintWanted(1, machine.seat)])

    def review(self, asked: AskReview) -> None:
        """Review a game that is over, and queue the review."""
        opened = asked.opened
        wanted = ReviewWanted(1, asked.seat, opened.game, opened.options, opened.names, asked.steps)
        self._start(asked, [wanted])

    def forget(self) -> None:
        """Nobody waits for a hint any more."""
        for place in tuple(self._thinking):
            self._end(place)

    async def close(self) -> None:
        """End every process, and return when nothing is left of them."""
        self.forget()
        await asyncio.gather(*(process.closed() for process in self._ending))
        self._ending.clear()

    def _start(self, asked: AskHint | AskReview, messages: list[ToProcess]) -> None:
        self._end(asked.place)
        process = MachineProcess(self._command, partial(self._made, asked), partial(self._failed, asked))
        self._thinking[asked.place] = process
        process.send(messages)

    def _made(self, asked: AskHint | AskReview, answer: FromProcess) -> None:
        self._end(asked.place)
        match asked:
            case AskReview(place, number):
                pages = answer.pages if isinstance(answer, ReviewMade) else ()
                self._queue(ReviewGiven(place, number, pages))
            case AskHint(place, number):
                self._queue(HintGiven(place, number, answer.words if isinstance(answer, HintMade) else HINT_FAILED))

    def _failed(self, asked: AskHint | AskReview, why: str) -> None:
        log.error("the machine's %s: %s", "review" if isinstance(asked, AskReview) else "hint", why)
        self._made(asked, HintMade(1, HINT_FAILED))

    def _end(self, place: Place) -> None:
        process = self._thinking.pop(place, None)
        if process is not None:
            process.kill()
            self._ending = [*(one for one in self._ending if not one.is_closed), process]
