"""Reviews and puzzles as web pages get them: one process thinks about one question after another.

A thread would hold the interpreter while a key waits for it; a process at a lower priority does not. It starts with the first
question and ends when nobody has asked for a while.

Invariant: nobody makes a long queue. The same question is thought about once however many ask it, at most `MOST_WAITING` others
of its kind wait, and the kinds take turns. A question that takes too long ends with its process, and after a failure the next
process waits.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final, Literal

from msgspec import Raw

from companion.core.errors import JournalError, RequestError
from companion.machine_players.ending_processes import EndingProcesses
from companion.machine_players.machine_messages import (
    FromProcess,
    PageMade,
    PageRefused,
    PageReviewWanted,
    PageWanted,
    PuzzlesWanted,
    PuzzleWanted,
)
from companion.machine_players.machine_process import COMMAND, MachineProcess

log = logging.getLogger("companion")

MOST_WAITING: Final = 8
"""Questions about reviews, and about puzzles, that wait."""
PATIENCE_SECONDS: Final = 0.3
"""How long a request waits before the page is told to ask again."""
LONGEST_SECONDS: Final = 300.0
"""Of one question. The review of a long game of Passcode takes 10 s on a desk's computer; a Zero 2 is ten times slower."""
AGAIN_SECONDS: Final = 5.0
"""After a failure, until a question starts another process."""
IDLE_SECONDS: Final = 120.0
"""How long a process waits for a question. It holds some 40 MB."""
MOST_KEPT: Final = 1 << 20
"""Bytes of answers that are kept; the review of a long game of Passcode has 300 KB."""
BUSY: Final = "Too many people are asking for reviews or puzzles: try again in a moment."
FAILED: Final = "The machine found no answer: try again in a moment."

Answer = Raw | dict[str, Any]
"""JSON; `{"again": true}`: it is thought about, and the same question, asked again, comes nearer to its answer."""
_Name = tuple[Literal["review", "puzzle"], Hashable]
_Outcome = PageMade | PageRefused | None
"""None: the process failed."""


class PageThinker:
    """All methods that ask raise RequestError for what does not exist, and JournalError where too many ask."""

    def __init__(self, command: tuple[str, ...] = COMMAND, *, patience: float = PATIENCE_SECONDS) -> None:
        self._command = command
        self._patience = patience
        self._process: MachineProcess | None = None
        self._ending = EndingProcesses()
        self._waiting: dict[_Name, PageWanted] = {}
        self._asked: _Name | None = None
        """What the process thinks about."""
        self._outcomes: dict[_Name, asyncio.Future[_Outcome]] = {}
        """Of all that wait, and of what it thinks about."""
        self._kept: OrderedDict[_Name, Raw] = OrderedDict()
        self._again_at = 0.0
        """When a process may be started after one that failed, on the loop's clock."""
        self._last = ""
        """The kind of the last question."""
        self._timer: asyncio.TimerHandle | None = None
        """Ends the process: when a question takes too long, and when there is none."""

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def review(self, game: Hashable, wanted: PageReviewWanted) -> Answer:
        """The review of a finished game. `game`: names it, and changes with its moves."""
        return await self._answer(("review", game), wanted)

    async def offered(self, day: str) -> Answer:
        """The games with puzzles, the levels, and the game of that day."""
        return await self._answer(("puzzle", day), PuzzlesWanted(day))

    async def puzzle(self, game: str, level: str, day: str) -> Answer:
        """A puzzle without its answer."""
        return await self._answer(("puzzle", (game, level, day)), PuzzleWanted(game, level, day))

    async def answer(self, game: str, level: str, day: str, values: tuple[str, ...] | None) -> Answer:
        """Whether an answer is right and why; without values the right answer."""
        if values is None:
            wanted = PuzzleWanted(game, level, day, "solution")
        else:
            wanted = PuzzleWanted(game, level, day, "verdict", values)
        return await self._answer(("puzzle", (game, level, day, values)), wanted)

    async def close(self) -> None:
        """End the process, and return when nothing is left of it. Who still waits is told that there is no answer."""
        self._waiting.clear()
        self._end()
        for outcome in self._outcomes.values():
            outcome.set_result(None)
        self._outcomes.clear()
        await self._ending.closed()

    async def _answer(self, name: _Name, wanted: PageWanted) -> Answer:
        known = self._kept.get(name)
        if known is not None:
            self._kept.move_to_end(name)
            return known
        outcome = self._outcomes.get(name)
        if outcome is None:
            if sum(kind == name[0] for kind, _ in self._waiting) >= MOST_WAITING:
                raise JournalError(BUSY)
            loop = asyncio.get_running_loop()
            if self._process is None and loop.time() < self._again_at:
                raise JournalError(FAILED)
            outcome = self._outcomes[name] = loop.create_future()
            self._waiting[name] = wanted
            self._think()
        await asyncio.wait((outcome,), timeout=self._patience)
        if not outcome.done():
            return {"again": True}
        match outcome.result():
            case PageMade(answer):
                return answer
            case PageRefused(why):
                raise RequestError(why)
            case None:
                raise JournalError(FAILED)

    def _think(self) -> None:
        """Take up a question when the process has answered the one before: the oldest of another kind than that, if there is
        one."""
        if self._asked is not None or not self._waiting:
            return
        name = next((one for one in self._waiting if one[0] != self._last), next(iter(self._waiting)))
        self._asked, self._last = name, name[0]
        process = self._process or self._start()
        process.send([self._waiting.pop(name)])
        self._end_after(LONGEST_SECONDS, "it has thought for too long")

    def _start(self) -> MachineProcess:
        process: MachineProcess

        def answered(answer: FromProcess) -> None:
            if process is self._process:
                self._settle(answer if isinstance(answer, PageMade | PageRefused) else None)

        def ended(why: str) -> None:
            if process is self._process:
                self._fail(why)

        process = self._process = MachineProcess(self._command, answered, ended)
        return process

    def _settle(self, outcome: _Outcome) -> None:
        name, self._asked = self._asked, None
        if name is not None:
            self._outcomes.pop(name).set_result(outcome)
            if isinstance(outcome, PageMade):
                self._keep(name, outcome.answer)
        self._think()
        if self._asked is None:
            self._rest()

    def _rest(self) -> None:
        """The process waits for a question, and ends if none comes."""
        if self._process is not None:
            self._end_after(IDLE_SECONDS, "")

    def _keep(self, name: _Name, answer: Raw) -> None:
        # A copy: `answer` is a part of the line that was read, and would keep all of it.
        self._kept[name] = Raw(bytes(answer))
        while sum(len(bytes(one)) for one in self._kept.values()) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _fail(self, why: str) -> None:
        """The process is of no use any more. The next question has another one."""
        asked = self._asked
        if asked is not None:
            log.error("the machine's %s for a page: %s", asked[0], why)
            self._again_at = asyncio.get_running_loop().time() + AGAIN_SECONDS
        self._end()
        self._asked = asked
        self._settle(None)

    def _end_after(self, seconds: float, why: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._fail, why)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        process, self._process, self._asked = self._process, None, None
        if process is not None:
            self._ending.end(process)
