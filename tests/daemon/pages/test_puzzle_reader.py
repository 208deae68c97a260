"""The puzzles of the web page: made piece by piece, judged, and refused where they do not exist."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from companion.core.errors import JournalError, RequestError
from companion.core.small_steps import finished
from companion.daemon.pages.puzzle_reader import PUZZLES_BUSY_ERROR, PuzzleReader
from companion.games.daily_puzzle import game_of_day, puzzle_steps
from companion.history.cpu_budget import CpuBudget
from companion.web.hub import Hub
from tests.web.clients import http, serving

pytestmark = pytest.mark.anyio
DAY = "2026-03-01"


@asynccontextmanager
async def reading(budget: Callable[[], CpuBudget] = CpuBudget) -> AsyncIterator[PuzzleReader]:
    reader = PuzzleReader(budget)
    try:
        yield reader
    finally:
        reader.close()


def spent(steps: int) -> CpuBudget:
    ticks = itertools.count()
    return CpuBudget(steps, lambda: next(ticks), lambda _: None)


async def test_a_puzzle_is_made_piece_by_piece_without_its_answer() -> None:
    whole = finished(puzzle_steps("digitcode", "hard", DAY))
    async with reading(lambda: spent(20)) as puzzles:
        asked = 1
        while "again" in (found := await puzzles.puzzle("digitcode", "hard", DAY)):
            asked += 1
        assert asked > 1
        assert [clue["text"] for clue in found["clues"]] == [clue.text for clue in whole.clues]
        assert "answer" not in found
        assert "position" not in found
        assert (await puzzles.answer("digitcode", "hard", DAY, whole.answer))["right"] is True
        assert (await puzzles.answer("digitcode", "hard", DAY, None)) == {"answer": whole.answer}


async def test_what_does_not_exist_is_refused_with_a_sentence() -> None:
    async with reading() as puzzles:
        for game, level, day, reason in (
            ("passcode", "easy", DAY, "Passcode has no puzzles"),
            ("mastermind", "mean", DAY, "There is no level 'mean'"),
            ("mastermind", "easy", "2026-02-30", "A date is like 2026-01-31"),
            ("mastermind", "easy", "1999-01-01", "There are puzzles for the years 2020 to 2099"),
        ):
            with pytest.raises(RequestError, match=reason):
                await puzzles.puzzle(game, level, day)
        with pytest.raises(RequestError, match="An answer has 4 parts"):
            await puzzles.answer("mastermind", "easy", DAY, ("red",))


async def test_more_than_a_few_may_not_wait() -> None:
    async with reading() as puzzles:
        answers = await asyncio.gather(*(puzzles.offered(DAY) for _ in range(12)), return_exceptions=True)
    assert [str(one) for one in answers if isinstance(one, JournalError)] == [PUZZLES_BUSY_ERROR] * 4


async def test_the_routes() -> None:
    whole = finished(puzzle_steps("mastermind", "easy", DAY))
    async with reading() as puzzles, serving(Hub(2, ("Ann", "Bob")), bench=False, puzzles=puzzles) as server:
        assert (await http(server, "/puzzle"))[0] == 200
        status, _, body = await http(server, f"/puzzle/{DAY}")
        assert (status, json.loads(body)["today"]) == (200, game_of_day(DAY))
        place = f"/puzzle/{DAY}/mastermind/easy"
        status, _, body = await http(server, place)
        assert (status, json.loads(body)["task"]) == (200, whole.task)
        values = "&".join(f"value={value}" for value in whole.answer)
        assert json.loads((await http(server, f"{place}/answer?{values}"))[2])["right"] is True
        assert json.loads((await http(server, f"{place}/solution"))[2]) == {"answer": list(whole.answer)}
        for path in (
            "/puzzle/x",
            f"/puzzle/{DAY}/MASTERMIND/easy",
            f"{place}/answer?value={'x' * 50}",
            "/puzzle/1-1-1",
        ):
            assert (await http(server, path))[0] == 404
        assert (await http(server, f"{place}/answer?{'value=red&' * 20}"))[0] == 404
        assert (await http(server, place, method="POST"))[0] == 403, "no page of the table asks with POST"
        assert (await http(server, place, host=f"evil.example:{server.port}"))[0] == 403
