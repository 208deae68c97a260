"""Hints and reviews as the daemon gets them: a process is told what it needs for one request, and answers.

So no thought keeps the table waiting. While a game is played with help, one process waits for the next request, since its start
takes longer than most thoughts; ten minutes at most, and not into another game. A request replaces an older one of the same
place, and the thought of that one ends with its process.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.core.seat import Place
from companion.machine_players.ending_processes import EndingProcesses
from companion.machine_players.machine_messages import (
    FromProcess,
    HintMade,
    HintWanted,
    PromiseWanted,
    ReviewMade,
    ReviewWanted,
    ToProcess,
)
from companion.machine_players.machine_process import COMMAND, MachineProcess
from companion.machine_players.seat_reports import everything_seen
from companion.table.effects import AskHint, AskPromise, AskReview
from companion.table.inputs import HintGiven, PromiseGiven, ReviewGiven, Thought

log = logging.getLogger("companion")

IDLE_SECONDS: Final = 600.0
"""How long a process waits for a request."""

_Question = AskHint | AskPromise | AskReview


@dataclass(slots=True, eq=False)
class _Thinker:
    """A process, and what it thinks about; None: it waits."""

    process: MachineProcess
    asked: _Question | None = None


class HintMaker:
    """`queue` takes each hint and each review. `takes` says whether somebody still waits for what it was given."""

    def __init__(self, queue: Callable[[Thought], None], command: tuple[str, ...] = COMMAND) -> None:
        self._queue = queue
        self._command = command
        self._busy: dict[Place, _Thinker] = {}
        self._idle: _Thinker | None = None
        self._idle_end: asyncio.TimerHandle | None = None
        self._answers: dict[Place, Thought] = {}
        """What was queued last for each place, and nobody has withdrawn."""
        self._ending = EndingProcesses()

    @property
    def processes(self) -> int:
        """How many there are."""
        return len(self._busy) + (self._idle is not None)

    def begin(self, *, wanted: bool) -> None:
        """Another game begins, so nobody waits for a hint of the one before. `wanted`: somebody may ask in this one, so a process
        is started for the first request."""
        self.forget()
        if wanted:
            self._rest(self._started())

    def ask(self, asked: _Question) -> None:
        """Think about it, and queue the answer."""
        self.drop(asked.place)
        thinker = self._idle or self._started()
        self._rest(None)
        thinker.asked = asked
        self._busy[asked.place] = thinker
        thinker.process.send(_messages(asked))

    def takes(self, given: Thought) -> bool:
        """Whether the place still waits for this, which was queued; asked once for each."""
        return self._answers.pop(given.place, None) is given

    def drop(self, place: Place) -> None:
        """Nobody at a place waits any more."""
        self._answers.pop(place, None)
        thinker = self._busy.pop(place, None)
        if thinker is not None:
            self._ending.end(thinker.process)

    def forget(self) -> None:
        """Nobody waits any more, and another game may be played: what was told of this one goes."""
        self._answers.clear()
        for place in tuple(self._busy):
            self.drop(place)
        self._end_idle()

    async def close(self) -> None:
        """End every process, and return when nothing is left of them."""
        self.forget()
        await self._ending.closed()

    def _started(self) -> _Thinker:
        thinker: _Thinker

        def answered(answer: FromProcess) -> None:
            self._made(thinker, answer)

        def ended(why: str) -> None:
            self._failed(thinker, why)

        thinker = _Thinker(MachineProcess(self._command, answered, ended))
        return thinker

    def _made(self, thinker: _Thinker, answer: FromProcess | None) -> None:
        asked, thinker.asked = thinker.asked, None
        if asked is None:
            return
        del self._busy[asked.place]
        if answer is not None and self._idle is None:
            self._rest(thinker)
        else:
            self._ending.end(thinker.process)
        self._answers[asked.place] = given = _given(asked, answer)
        self._queue(given)

    def _failed(self, thinker: _Thinker, why: str) -> None:
        if thinker is self._idle:
            self._end_idle()
            return
        log.error("the machine's %s: %s", "review" if isinstance(thinker.asked, AskReview) else "hint", why)
        self._made(thinker, None)

    def _rest(self, thinker: _Thinker | None) -> None:
        """This process waits from now on, or none does."""
        if self._idle_end is not None:
            self._idle_end.cancel()
        self._idle = thinker
        loop = asyncio.get_running_loop()
        self._idle_end = None if thinker is None else loop.call_later(IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        idle = self._idle
        self._rest(None)
        if idle is not None:
            self._ending.end(idle.process)


def _messages(asked: _Question) -> list[ToProcess]:
    """All that the process has to know."""
    match asked:
        case AskHint(_, _, seated, helps):
            (machine,) = seated.machines
            return [*everything_seen(seated), HintWanted(machine.seat, helps)]
        case AskPromise(_, _, move, seated):
            (machine,) = seated.machines
            return [*everything_seen(seated), PromiseWanted(machine.seat, move)]
        case AskReview(_, _, seat, opened, steps):
            return [ReviewWanted(seat, opened.game, opened.options, opened.names, steps)]


def _given(asked: _Question, answer: FromProcess | None) -> Thought:
    """The answer for the table; empty where there is none."""
    words = answer.words if isinstance(answer, HintMade) else ""
    match asked:
        case AskHint(place, number):
            return HintGiven(place, number, words)
        case AskPromise(place, number, move):
            return PromiseGiven(place, number, move, words)
        case AskReview(place, number):
            if isinstance(answer, ReviewMade):
                return ReviewGiven(place, number, answer.pages, answer.words)
            return ReviewGiven(place, number, ())
