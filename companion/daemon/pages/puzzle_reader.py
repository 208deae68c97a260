"""Makes the puzzles of a day for the web page, on a thread of its own.

Invariants: a request has a bounded budget of processor time, and pauses between slices, as in `history.history_reader`. It knows
nothing of the table. The thread starts with the first request.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import JournalError, RequestError
from companion.core.small_steps import SmallSteps
from companion.history.cpu_budget import CpuBudget

if TYPE_CHECKING:
    from companion.games.puzzle import Puzzle

_REQUEST_SECONDS: Final = 0.03
"""Processor time of a request, in seconds."""
_MAX_KEPT: Final = 12
"""Most puzzles that are kept, finished and unfinished each."""
_MAX_WAITING: Final = 8
"""Most requests that wait for the thread."""
_YEARS: Final = range(2020, 2100)
PUZZLES_BUSY_ERROR: Final = "Too many people are asking for puzzles: try again in a moment."

_Key = tuple[str, str, str]
"""Game, level and date."""


class PuzzleReader:
    """The puzzles. `budget`: returns the processor budget of a new request."""

    def __init__(self, budget: Callable[[], CpuBudget] = lambda: CpuBudget(_REQUEST_SECONDS)) -> None:
        self._budget = budget
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="puzzles")
        self._waiting = 0
        self._finished: OrderedDict[_Key, Puzzle] = OrderedDict()
        self._partial: OrderedDict[_Key, SmallSteps[Puzzle]] = OrderedDict()

    async def offered(self, day: str) -> dict[str, Any]:
        """The games with puzzles, the levels, and the game of that day."""
        return await self._run(lambda: self._offered(day))

    async def puzzle(self, game: str, level: str, day: str) -> dict[str, Any]:
        """A puzzle without its answer. `{"again": true}`: it is not made yet; repeat the request to continue."""
        return await self._run(lambda: self._shown(game, level, day))

    async def answer(self, game: str, level: str, day: str, values: tuple[str, ...] | None) -> dict[str, Any]:
        """Whether an answer is right and why; without values the right answer."""
        return await self._run(lambda: self._judged(game, level, day, values))

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)

    def _offered(self, day: str) -> dict[str, Any]:
        from companion.games.daily_puzzle import game_of_day, games_with_puzzles
        from companion.games.puzzle import PUZZLE_LEVELS

        titles = {game.name: game.title for game in games_with_puzzles()}
        return {"games": titles, "levels": PUZZLE_LEVELS, "today": game_of_day(_known_day(day))}

    def _shown(self, game: str, level: str, day: str) -> dict[str, Any]:
        found = self._made(game, level, day)
        if found is None:
            return {"again": True}
        shown = ("game", "title", "kind", "level", "task", "grade", "deductions", "worlds", "drawing")
        return {
            **{key: getattr(found, key) for key in shown},
            "clues": [{"text": clue.text, "pieces": clue.pieces} for clue in found.clues],
            "fields": [{"name": field.name, "choices": field.choices} for field in found.fields],
        }

    def _judged(self, game: str, level: str, day: str, values: tuple[str, ...] | None) -> dict[str, Any]:
        from companion.games.daily_puzzle import judged

        found = self._made(game, level, day)
        if found is None:
            return {"again": True}
        if values is None:
            return {"answer": found.answer}
        verdict = judged(found, values)
        return {"right": verdict.right, "why": verdict.why}

    def _made(self, game: str, level: str, day: str) -> "Puzzle | None":
        """The puzzle; None if the budget ends first."""
        # Imported here, since the solvers take time and memory that a table without puzzles does not need.
        from companion.games.daily_puzzle import known_game, known_level, puzzle_steps

        name = known_game(game), known_level(level), _known_day(day)
        if name in self._finished:
            return self._finished[name]
        steps = self._partial.pop(name, None) or puzzle_steps(*name)
        budget = self._budget()
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Puzzle = end.value
                self._finished[name] = found
                if len(self._finished) > _MAX_KEPT:
                    self._finished.popitem(last=False)
                return found
            if not budget.step():
                break
        self._partial[name] = steps
        if len(self._partial) > _MAX_KEPT:
            self._partial.popitem(last=False)
        return None

    async def _run(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if self._waiting >= _MAX_WAITING:
            raise JournalError(PUZZLES_BUSY_ERROR)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1


def _known_day(day: str) -> str:
    """A date as it is spelled in a puzzle's name. Raises RequestError."""
    try:
        found = date.fromisoformat(day)
    except ValueError as error:
        raise RequestError(f"A date is like 2026-01-31, not {day[:20]!r}.") from error
    if found.year not in _YEARS:
        raise RequestError(f"There are puzzles for the years {_YEARS[0]} to {_YEARS[-1]}.")
    return found.isoformat()
