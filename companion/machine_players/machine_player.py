"""The machine's seats as the daemon plays them: one process that thinks, at the pace of people.

The process is started with the first game in which the machine has a seat, and ended when the table leaves that game. A thought
that nobody waits for any more is ended with its process. A process that ends by itself is started once more; when it ends again
before it has made a choice, `failed` is told so, and the machine makes no move until the game is resumed.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.machine_players.ending_processes import EndingProcesses
from companion.machine_players.machine_messages import ChoiceMade, ChoiceWanted, FromProcess
from companion.machine_players.machine_process import COMMAND, MachineProcess
from companion.machine_players.seat_reports import everything_seen, view_seen
from companion.table.effects import Answered, AskMachine, MachineSees, SeatMachines

log = logging.getLogger("companion")

ATTEMPTS: Final = 2
"""Starts of the process for one choice."""


class MachineEnded(Struct, frozen=True):
    """The process that thinks for the machine has ended by itself. `again`: it may be started once more."""

    again: bool


class MachinePlayer:
    """`queue` takes the machine's moves, and its failure. `pace`: seconds from the question to the move, or more where the
    machine thinks longer."""

    def __init__(
        self,
        queue: Callable[[Answered | MachineEnded], None],
        pace: float,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self._queue = queue
        self._pace = pace
        self._command = command
        self._process: MachineProcess | None = None
        self._ending = EndingProcesses()
        self._questions = 0
        self._asked: AskMachine | None = None
        """The question that waits for a move."""
        self._due = 0.0
        self._thinks = False
        self._timer: asyncio.TimerHandle | None = None
        self._failures = 0

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def has_chosen(self) -> bool:
        """Whether a choice waits for its time."""
        return self._timer is not None

    def seat(self, seated: SeatMachines, *, again: bool = False) -> None:
        """These seats are the machine's from now on, and no others. `again`: as before, for a process that begins anew."""
        self._drop_question()
        if not again:
            self._failures = 0
        if not seated.machines:
            self._stop()
            return
        if self._process is None:
            self._process = MachineProcess(self._command, self._chosen, self._ended)
        self._process.send(everything_seen(seated))

    def see(self, sees: MachineSees) -> None:
        """One more view of a seat."""
        if self._process is not None:
            self._process.send([view_seen(sees.seat, sees.seen)])

    def ask(self, asked: AskMachine, delay: float = 0) -> None:
        """A seat is to move. `delay`: seconds until it thinks about it."""
        if asked == self._asked or self._process is None:
            return
        self._drop_question(stop=False)
        now = asyncio.get_running_loop().time()
        self._questions += 1
        self._asked, self._due, self._thinks = asked, now + delay + self._pace, True
        self._process.send([ChoiceWanted(self._questions, asked.seat, asked.luck)])

    def forget(self) -> None:
        """Nobody is played by the machine any more."""
        self._drop_question()
        self._stop()

    async def close(self) -> None:
        """End the process, and return when nothing is left of it."""
        self.forget()
        await self._ending.closed()

    def _chosen(self, choice: FromProcess) -> None:
        """The process has made a choice; the move is made when a person would have made it, too."""
        if self._asked is None or not isinstance(choice, ChoiceMade) or choice.id != self._questions:
            return
        self._thinks, self._failures = False, 0
        loop, answer = asyncio.get_running_loop(), Answered(self._asked.seat, self._asked.number, choice.move)
        if self._due <= loop.time():
            self._answer(answer)
        else:
            self._timer = loop.call_at(self._due, self._answer, answer)

    def _answer(self, answer: Answered) -> None:
        self._timer = self._asked = None
        self._queue(answer)

    def _ended(self, why: str) -> None:
        log.error("the machine: %s", why)
        self._failures += 1
        if self._process is not None:
            self._ending.end(self._process)
        self._process = None
        self._drop_question()
        self._queue(MachineEnded(self._failures < ATTEMPTS))

    def _drop_question(self, *, stop: bool = True) -> None:
        """Nobody waits for that move any more. `stop`: nor for the thought."""
        if self._timer is not None:
            self._timer.cancel()
        if self._thinks and stop:
            self._stop()
        self._timer = self._asked = None
        self._thinks = False

    def _stop(self) -> None:
        process, self._process = self._process, None
        self._thinks = False
        if process is not None:
            self._ending.end(process)
