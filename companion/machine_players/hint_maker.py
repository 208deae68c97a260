"""Hints and reviews as the daemon gets them: one process thinks about one question after another.

So no thought keeps the table waiting. While a game is played with help, the process stays, since its start takes longer than most
thoughts. It ends when nobody has asked for ten minutes, and with the game.

Each place has at most one question under way and one that waits: the newest. A question is written to the process only when the
one before is answered, with the views of its seat that the process has not been told yet. Whoever asks as fast as a phone can
costs the loop no more than the asking.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from companion.core.seat import Place, Seat
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
from companion.machine_players.seat_reports import everything_seen, view_seen
from companion.table.effects import (
    AskHint,
    AskPromise,
    AskReview,
    HintGiven,
    PromiseGiven,
    ReviewGiven,
    SeatMachines,
    Seen,
    Thought,
)

log = logging.getLogger("companion")

IDLE_SECONDS: Final = 600.0
"""How long a process waits for a question."""

_Question = AskHint | AskPromise | AskReview


class HintMaker:
    """`queue` takes each hint and each review. `takes` says whether somebody still waits for what it was given."""

    def __init__(self, queue: Callable[[Thought], None], command: tuple[str, ...] = COMMAND) -> None:
        self._queue = queue
        self._command = command
        self._process: MachineProcess | None = None
        self._told: dict[Seat, tuple[Seen, ...]] = {}
        """What the process knows of each seat that has asked."""
        self._asked: _Question | None = None
        """What the process thinks about."""
        self._is_wanted = False
        """Whether its place still waits for the answer."""
        self._waiting: dict[Place, tuple[_Question, SeatMachines]] = {}
        self._answers: dict[Place, Thought] = {}
        """What was queued last for each place, and nobody has withdrawn."""
        self._idle_end: asyncio.TimerHandle | None = None
        self._ending = EndingProcesses()

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    def begin(self, *, wanted: bool) -> None:
        """Another game begins, so nobody waits for a hint of the one before. `wanted`: somebody may ask in this one, so a process
        is started for the first question."""
        self.forget()
        if wanted:
            self._start()
            self._rest()

    def ask(self, asked: _Question, seated: SeatMachines) -> None:
        """Think about it, and queue the answer. `seated`: the seat that asks, with all that it has seen until now."""
        self.drop(asked.place)
        if asked == self._asked:
            self._is_wanted = True
        else:
            self._waiting[asked.place] = asked, seated
            self._think()

    def drop_stale(self) -> None:
        """The position is another one: questions about the one before wait no more, but reviews do."""
        for place, (asked, _) in tuple(self._waiting.items()):
            if not isinstance(asked, AskReview):
                del self._waiting[place]

    def takes(self, given: Thought) -> bool:
        """Whether the place still waits for this, which was queued; asked once for each."""
        return self._answers.pop(given.place, None) is given

    def drop(self, place: Place) -> None:
        """Nobody at a place waits any more."""
        self._answers.pop(place, None)
        self._waiting.pop(place, None)
        if self._asked is not None and self._asked.place == place:
            self._is_wanted = False

    def forget(self) -> None:
        """Nobody waits any more, and another game may be played: what was told of this one goes."""
        self._answers.clear()
        self._waiting.clear()
        self._end()

    async def close(self) -> None:
        """End every process, and return when nothing is left of them."""
        self.forget()
        await self._ending.closed()

    def _think(self) -> None:
        """Take up the question that has waited longest, when the process has answered the one before."""
        if self._asked is not None or not self._waiting:
            return
        asked, seated = self._waiting.pop(next(iter(self._waiting)))
        process = self._process or self._start()
        self._stay()
        news = () if isinstance(asked, AskReview) else self._news(asked.seat, seated)
        self._asked, self._is_wanted = asked, True
        process.send([*news, _message(asked)])

    def _news(self, seat: Seat, seated: SeatMachines) -> Sequence[ToProcess]:
        """What the process has not been told yet of the seat that asks: everything where moves were taken back or corrected."""
        (seen,) = seated.seen
        told, self._told[seat] = self._told.get(seat, ()), seen
        # Views are kept as they are while the game goes on, so this compares identities.
        if told and seen[: len(told)] == told:
            return [view_seen(seat, one) for one in seen[len(told) :]]
        return everything_seen(seated)

    def _start(self) -> MachineProcess:
        process: MachineProcess

        def answered(answer: FromProcess) -> None:
            if process is self._process:
                self._made(answer)

        def ended(why: str) -> None:
            if process is self._process:
                self._failed(why)

        process = self._process = MachineProcess(self._command, answered, ended)
        return process

    def _made(self, answer: FromProcess | None) -> None:
        asked, self._asked = self._asked, None
        if asked is not None and self._is_wanted:
            self._answers[asked.place] = given = _given(asked, answer)
            self._queue(given)
        self._think()
        if self._asked is None:
            self._rest()

    def _failed(self, why: str) -> None:
        asked = self._asked
        if asked is not None:
            log.error("the machine's %s: %s", "review" if isinstance(asked, AskReview) else "hint", why)
        self._end()
        self._asked = asked
        self._made(None)

    def _rest(self) -> None:
        """The process waits for a question, and ends if none comes."""
        self._stay()
        if self._process is not None:
            self._idle_end = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def _stay(self) -> None:
        if self._idle_end is not None:
            self._idle_end.cancel()
            self._idle_end = None

    def _end(self) -> None:
        self._stay()
        self._told.clear()
        self._asked = None
        process, self._process = self._process, None
        if process is not None:
            self._ending.end(process)


def _message(asked: _Question) -> ToProcess:
    match asked:
        case AskHint(_, _, seat, helps):
            return HintWanted(seat, helps)
        case AskPromise(_, _, seat, move):
            return PromiseWanted(seat, move)
        case AskReview(_, _, seat, opened, steps):
            return ReviewWanted(seat, opened.game, opened.options, opened.names, steps)


def _given(asked: _Question, answer: FromProcess | None) -> Thought:
    """The answer for the table; empty where there is none."""
    words = answer.words if isinstance(answer, HintMade) else ""
    match asked:
        case AskHint(place, number):
            return HintGiven(place, number, words)
        case AskPromise(place, number, _, move):
            return PromiseGiven(place, number, move, words)
        case AskReview(place, number):
            if isinstance(answer, ReviewMade):
                return ReviewGiven(place, number, answer.pages, answer.words)
            return ReviewGiven(place, number, ())
