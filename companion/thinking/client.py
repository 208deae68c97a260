"""The process that thinks, as the daemon's loop sees it. How it works is told in `__init__.py`."""

import asyncio
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from msgspec import MsgspecError, Raw, Struct, json

from companion.core.errors import JournalError, RequestError
from companion.core.seat import Place, Seat
from companion.table.effects import Answered, AskMachine, AskReview, Seated, Thought
from companion.thinking.messages import (
    Asked,
    ChoiceMade,
    FromProcess,
    PageMade,
    PageRefused,
    PageReviewWanted,
    PageWanted,
    PuzzlesWanted,
    PuzzleWanted,
    TableMade,
    ToProcess,
    everything_seen,
    table_wants,
    thought_of,
    views_seen,
)

log = logging.getLogger("companion")

COMMAND: Final = (sys.executable, "-P", "-m", "companion.thinking.process")
"""-P: nothing is imported from the working directory."""
LONGEST_ANSWER: Final = 1 << 20
"""Bytes of one line of the process. A review of a long game has tens of thousands."""
ATTEMPTS: Final = 2
"""Processes that may fail at one question of the table."""
LONGEST_SECONDS: Final = 120.0
"""Of a question of the table. A review of a long game of Passcode takes 10 s on a desk's computer; a Zero 2 is ten times
slower."""
LONGEST_PAGE_SECONDS: Final = 300.0
"""Of a question of a page, with all that the table asks meanwhile."""
AGAIN_SECONDS: Final = 5.0
"""After a failure, until a page may ask again."""
IDLE_SECONDS: Final = 600.0
"""How long a process waits for a question. It holds some 40 MB."""
MOST_WAITING: Final = 8
"""Questions about reviews, and about puzzles, that wait."""
PATIENCE_SECONDS: Final = 25.0
"""How long a page's request waits for its answer; the web server gives it 30. The thought goes on, and its answer is kept."""
MOST_REQUESTS: Final = 64
"""Requests of pages that wait, however many ask the same: each holds a connection, of which the web server has 512."""
MOST_KEPT: Final = 1 << 20
"""Bytes of answers for pages that are kept; the review of a long game of Passcode has 300 KB."""
BUSY: Final = "Too many people are asking for reviews or puzzles: try again in a moment."
TOO_LONG: Final = "it has thought for too long"
LONG: Final = "The machine is still thinking about that: ask again in a minute."
FAILED: Final = "The machine found no answer: try again in a moment."

_PageName = tuple[Literal["review", "puzzle"], Hashable]
_Outcome = PageMade | PageRefused | None
"""None: the process failed."""


class _Question(NamedTuple):
    """What the table asks. `seated`: the seat that it is about, with all that it has seen."""

    asked: Asked
    seated: Seated


class MachineFailed(Struct, frozen=True):
    """The machine has not found the move that it was asked for, in two processes. The table may ask again."""


class Thinking:
    """One process, started when there is something to think about. `queue` takes the moves of the machine, its failure, and what
    it has thought of for people. `longest`: seconds that it may think about a question of the table."""

    def __init__(
        self,
        queue: Callable[[Answered | Thought | MachineFailed], None],
        command: tuple[str, ...] = COMMAND,
        *,
        patience: float = PATIENCE_SECONDS,
        longest: float = LONGEST_SECONDS,
    ) -> None:
        self._queue = queue
        self._command = command
        self._patience = patience
        self._longest = longest
        self._process: _Child | None = None
        self._ending: list[_Child] = []
        """Processes that were told to end, held no longer than they need for it."""
        self._failures = 0
        """Processes that have failed since the last answer."""
        self._limit: asyncio.TimerHandle | None = None
        """Ends the process: when a question of the table takes too long, and when there is none."""
        # The table
        self._told: dict[Seat, Seated] = {}
        """What the process knows of each seat."""
        self._asked: _Question | None = None
        """What it thinks about."""
        self._is_wanted = False
        """Whether anybody still waits for the answer."""
        self._waiting: dict[Place | None, _Question] = {}
        """At None: of the machine."""
        self._answers: dict[Place, Thought] = {}
        """What was queued last for each place, and nobody has withdrawn."""
        self._move: AskMachine | None = None
        """The question that waits for a move of the machine."""
        self._due = 0.0
        self._pacing: asyncio.TimerHandle | None = None
        # Pages
        self._requests = 0
        self._pages: dict[_PageName, PageWanted] = {}
        """Those that wait."""
        self._page: tuple[_PageName, PageWanted] | None = None
        """What it thinks about."""
        self._page_limit: asyncio.TimerHandle | None = None
        self._outcomes: dict[_PageName, asyncio.Future[_Outcome]] = {}
        """Of all that wait, and of what it thinks about."""
        self._kept: OrderedDict[_PageName, Raw] = OrderedDict()
        self._pages_from = 0.0
        """When pages may ask after a failure, on the loop's clock."""
        self._last_kind = ""

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def move_due(self) -> float | None:
        """When the move that the machine has chosen is made, in seconds on the loop's clock; None: it has chosen none."""
        return None if self._pacing is None else self._pacing.when()

    # What the table asks

    def begin(self, *, wanted: bool) -> None:
        """Another game begins, so nobody waits for a thought about the one before. `wanted`: somebody may ask in this one, so a
        process is started for the first question, since a start takes longer than most thoughts."""
        self.forget()
        if wanted and self._process is None:
            self._start()
            self._set_limit()

    def ask(self, asked: Asked, seated: Seated, delay: float = 0) -> None:
        """Think about it, and queue the answer. `seated`: the seat that it is about, with all that it has seen until now.
        `delay`: seconds until a move of the machine is queued, or more where it thinks longer."""
        if isinstance(asked, AskMachine):
            if asked == self._move:
                return
            self._drop_move()
            self._move, self._due = asked, asyncio.get_running_loop().time() + delay
        else:
            self.drop(asked.place)
        if self._asked is not None and asked == self._asked.asked:
            self._is_wanted = True
        else:
            self._waiting[_asker(asked)] = _Question(asked, seated)
            self._think()

    def takes(self, given: Thought) -> bool:
        """Whether the place still waits for this, which was queued; asked once for each."""
        return self._answers.pop(given.place, None) is given

    def drop(self, place: Place) -> None:
        """Nobody at a place waits any more."""
        self._answers.pop(place, None)
        self._withdraw(place)

    def drop_stale(self) -> None:
        """The position is another one: questions about the one before wait no more, but reviews do."""
        self._drop_move()
        self._waiting = {
            place: question for place, question in self._waiting.items() if isinstance(question.asked, AskReview)
        }

    def forget(self) -> None:
        """The table leaves its game: nobody there waits any more."""
        self._drop_move()
        self._answers.clear()
        self._waiting.clear()
        self._told.clear()
        if self._asked is not None or self._page is None:
            self._end()
            self._think()

    async def close(self) -> None:
        """End the process, and return when nothing is left of it. Pages that still wait are told that there is no answer."""
        self._pages.clear()
        self._page = None
        self.forget()
        for outcome in self._outcomes.values():
            outcome.set_result(None)
        self._outcomes.clear()
        while self._ending:
            await self._ending.pop().closed()

    def _drop_move(self) -> None:
        if self._pacing is not None:
            self._pacing.cancel()
        self._pacing = self._move = None
        self._withdraw(None)

    def _withdraw(self, asker: Place | None) -> None:
        self._waiting.pop(asker, None)
        if self._asked is not None and _asker(self._asked.asked) == asker:
            self._is_wanted = False

    def _give(self, asked: Asked, made: TableMade | None) -> None:
        """Queue the answer, or that there is none."""
        if isinstance(asked, AskMachine):
            self._give_move(asked, made)
        else:
            self._answers[asked.place] = given = thought_of(asked, made)
            self._queue(given)

    def _give_move(self, asked: AskMachine, made: TableMade | None) -> None:
        """The machine's move is made when a person would have made it, too."""
        if not isinstance(made, ChoiceMade):
            self._move = None
            self._queue(MachineFailed())
            return
        loop, answer = asyncio.get_running_loop(), Answered(asked.seat, asked.number, made.move)
        if self._due <= loop.time():
            self._make(answer)
        else:
            self._pacing = loop.call_at(self._due, self._make, answer)

    def _make(self, move: Answered) -> None:
        self._pacing = self._move = None
        self._queue(move)

    # What pages ask. These raise RequestError for what does not exist, and JournalError where too many ask or it takes too long.

    async def review(self, game: Hashable, wanted: PageReviewWanted) -> Raw:
        """The review of a finished game. `game`: names it, and changes with its moves."""
        return await self._answer(("review", game), wanted)

    async def offered(self, day: str) -> Raw:
        """The games with puzzles, the levels, and the game of that day."""
        return await self._answer(("puzzle", day), PuzzlesWanted(day))

    async def puzzle(self, game: str, level: str, day: str) -> Raw:
        """A puzzle without its answer."""
        return await self._answer(("puzzle", (game, level, day)), PuzzleWanted(game, level, day))

    async def answer(self, game: str, level: str, day: str, move: str | None) -> Raw:
        """Whether a move answers it right and why; without a move the right answer."""
        wanted = PuzzleWanted(game, level, day, "solution" if move is None else "verdict", move or "")
        return await self._answer(("puzzle", (game, level, day, move)), wanted)

    async def _answer(self, name: _PageName, wanted: PageWanted) -> Raw:
        known = self._kept.get(name)
        if known is not None:
            self._kept.move_to_end(name)
            return known
        if self._requests >= MOST_REQUESTS:
            raise JournalError(BUSY)
        outcome = self._outcomes.get(name)
        if outcome is None:
            if sum(kind == name[0] for kind, _ in self._pages) >= MOST_WAITING:
                raise JournalError(BUSY)
            loop = asyncio.get_running_loop()
            if loop.time() < self._pages_from:
                raise JournalError(FAILED)
            outcome = self._outcomes[name] = loop.create_future()
            self._pages[name] = wanted
            self._think()
        self._requests += 1
        try:
            await asyncio.wait((outcome,), timeout=self._patience)
        finally:
            self._requests -= 1
        if not outcome.done():
            raise JournalError(LONG)
        match outcome.result():
            case PageMade(answer):
                return answer
            case PageRefused(why):
                raise RequestError(why)
            case None:
                raise JournalError(FAILED)

    def _settle(self, outcome: _Outcome) -> None:
        """What a page has asked is answered."""
        assert self._page is not None
        name, _ = self._page
        self._page = None
        if self._page_limit is not None:
            self._page_limit.cancel()
        if isinstance(outcome, PageMade):
            # A copy: `answer` is a part of the line that was read, and would keep all of it.
            self._kept[name] = outcome.answer.copy()
            while sum(map(len, self._kept.values())) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._outcomes.pop(name).set_result(outcome)

    # The process

    def _think(self) -> None:
        """Write the next question of the table, and the next of pages, if the process has answered those before."""
        if self._asked is None and self._waiting:
            asker = None if None in self._waiting else next(iter(self._waiting))
            asked, seated = self._asked = self._waiting.pop(asker)
            self._is_wanted = True
            process = self._process or self._start()
            news = () if isinstance(asked, AskReview) else self._news(seated)
            process.send([*news, table_wants(asked)])
        # After a failure the table's question is asked alone, so that it is known which one is at fault.
        if self._page is None and self._pages and not (self._failures and self._asked):
            # The oldest of another kind than the last one, if there is one.
            name = next((one for one in self._pages if one[0] != self._last_kind), next(iter(self._pages)))
            self._page, self._last_kind = (name, self._pages.pop(name)), name[0]
            process = self._process or self._start()
            process.send([self._page[1]])
            self._page_limit = asyncio.get_running_loop().call_later(LONGEST_PAGE_SECONDS, self._failed, TOO_LONG)
        self._set_limit()

    def _news(self, seated: Seated) -> Sequence[ToProcess]:
        """What the process has not been told yet of a seat: everything where moves were taken back or corrected."""
        told, self._told[seated.seat] = self._told.get(seated.seat), seated
        # Views are kept as they are while the game goes on, so this compares identities.
        if told is not None and told.level == seated.level and seated.seen[: len(told.seen)] == told.seen:
            return views_seen(seated.seat, seated.seen[len(told.seen) :])
        return everything_seen(seated)

    def _start(self) -> "_Child":
        self._process = _Child(self._command, self._answered, self._failed)
        return self._process

    def _answered(self, answer: FromProcess) -> None:
        if self._page is not None and isinstance(answer, PageMade | PageRefused):
            self._settle(answer)
        elif self._asked is not None and isinstance(answer, TableMade):
            question, self._asked, self._failures = self._asked, None, 0
            if self._is_wanted:
                self._give(question.asked, answer)
        else:
            self._failed("it has answered what nobody asked")
            return
        self._think()

    def _failed(self, why: str) -> None:
        """The process is of no use any more."""
        log.error("the machine: %s", why)
        question = self._asked if self._is_wanted else None
        if self._page is not None:
            self._pages_from = asyncio.get_running_loop().time() + AGAIN_SECONDS
            self._settle(None)
        self._end()
        if question is not None:
            self._failures += 1
            if self._failures < ATTEMPTS:
                self._waiting = {_asker(question.asked): question, **self._waiting}
            else:
                self._failures = 0
                self._give(question.asked, None)
        self._think()

    def _set_limit(self) -> None:
        """A question of the table has to be answered in time, and a process that nobody asks ends."""
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        if self._process is None:
            return
        loop = asyncio.get_running_loop()
        if self._asked is not None:
            self._limit = loop.call_later(self._longest, self._failed, TOO_LONG)
        elif self._page is None:
            self._limit = loop.call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        """End the process. A page's question that it thought about waits again."""
        for timer in (self._limit, self._page_limit):
            if timer is not None:
                timer.cancel()
        self._limit = self._page_limit = None
        self._told.clear()
        self._asked = None
        if self._page is not None:
            self._pages = dict([self._page, *self._pages.items()])
            self._page = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._ending = [*(one for one in self._ending if not one.is_closed), process]


def _asker(asked: Asked) -> Place | None:
    return None if isinstance(asked, AskMachine) else asked.place


class _Child:
    """One started process: lines in, answers out, and its end. After `kill`, nothing of it is heard any more.

    `answered` takes each answer; `ended` is called once when the process ends by itself, or cannot be started.
    """

    def __init__(
        self, command: tuple[str, ...], answered: Callable[[FromProcess], None], ended: Callable[[str], None]
    ) -> None:
        self._command = command
        self._answered = answered
        self._ended = ended
        self._unsent: list[bytes] = []
        self._process: asyncio.subprocess.Process | None = None
        self._is_over = False
        self._task = asyncio.create_task(self._run())

    def send(self, messages: Iterable[ToProcess]) -> None:
        """Tell it something, as soon as it runs."""
        lines = b"".join(json.encode(message) + b"\n" for message in messages)
        if self._process is None:
            self._unsent.append(lines)
        else:
            self._write(lines)

    def kill(self) -> None:
        """End it, whatever it thinks about. One that has ended by itself is left to be cleared away."""
        if not self._is_over:
            self._is_over = True
            self._task.cancel()

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left of it."""
        return self._task.done()

    async def closed(self) -> None:
        """Returns when nothing is left of it."""
        await asyncio.wait((self._task,))

    def _write(self, lines: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(lines)

    async def _run(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                start_new_session=True,  # Ctrl-C is the daemon's
            )
        except OSError as error:
            self._end(f"it cannot be started: {error.strerror or error}")
            return
        try:
            self._write(b"".join(self._unsent))
            self._unsent.clear()
            self._end(await self._listen(self._process))
        finally:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _listen(self, process: asyncio.subprocess.Process) -> str:
        """Pass on its answers until its output ends; returns why it did."""
        assert process.stdout is not None
        while line := await _line(process.stdout):
            try:
                answer = json.decode(line, type=FromProcess)
            except MsgspecError:
                return "it said something else than an answer"
            if not self._is_over:
                self._answered(answer)
        return "it has ended"

    def _end(self, why: str) -> None:
        if not self._is_over:
            self._is_over = True
            self._ended(why)


async def _line(output: asyncio.StreamReader) -> bytes:
    """The next line of an output, or its first part where it is longer than LONGEST_ANSWER, which is no answer."""
    try:
        return await output.readline()
    except ValueError:
        return b"longer than an answer may be"
