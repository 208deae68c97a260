"""The process of reviews and puzzles for web pages: each question once, no long queue, and the end of a process that fails."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from urllib.parse import quote

import pytest
from msgspec import Raw

from companion.core.errors import JournalError, RequestError
from companion.games.daily_puzzle import game_of_day, puzzle_of_day
from companion.thinking.client import BUSY, COMMAND, FAILED, LONG, MOST_REQUESTS, MOST_WAITING, Thinking
from companion.thinking.messages import PageReviewWanted
from companion.web.hub import Hub
from tests.app.test_machine import FAILING
from tests.patience import PATIENCE
from tests.web.clients import http, serving

pytestmark = [pytest.mark.anyio, pytest.mark.process]
DAY = "2026-03-01"
DAYS = tuple((date(2026, 3, 1) + timedelta(number)).isoformat() for number in range(2 * MOST_WAITING))
GAME = PageReviewWanted("mastermind", 0, {}, ("Ann", "Bob"), ())


@asynccontextmanager
async def thinking(how: str | None = None, patience: float = PATIENCE) -> AsyncIterator[Thinking]:
    command = COMMAND if how is None else (sys.executable, str(FAILING), how)
    thinker = Thinking(lambda _: None, command, patience=patience)
    try:
        yield thinker
    finally:
        await thinker.close()


def decoded(answer: Raw) -> dict[str, object]:
    found: dict[str, object] = json.loads(bytes(answer))
    return found


async def test_a_puzzle_comes_without_its_answer_and_is_judged() -> None:
    whole = puzzle_of_day("digitcode", "easy", DAY)
    async with thinking() as puzzles:
        found = decoded(await puzzles.puzzle("digitcode", "easy", DAY))
        assert found["task"] == whole.task
        assert "answer" not in found
        assert "position" not in found
        right = json.dumps({"move": "propose", "digits": [int(digit) for digit in whole.answer]})
        assert decoded(await puzzles.answer("digitcode", "easy", DAY, right))["right"] is True
        assert decoded(await puzzles.answer("digitcode", "easy", DAY, None)) == {"answer": list(whole.answer)}


async def test_what_does_not_exist_is_refused_with_a_sentence() -> None:
    async with thinking() as puzzles:
        for game, level, day, reason in (
            ("passcode", "easy", DAY, "Passcode has no puzzles"),
            ("mastermind", "mean", DAY, "There is no level 'mean'"),
            ("mastermind", "easy", "2026-02-30", "A date is like 2026-01-31"),
            ("mastermind", "easy", "1999-01-01", "There are puzzles for the years 2020 to 2099"),
        ):
            with pytest.raises(RequestError, match=reason):
                await puzzles.puzzle(game, level, day)
        with pytest.raises(RequestError, match="no move"):
            await puzzles.answer("mastermind", "easy", DAY, "red")
        assert puzzles.is_running, "a refusal is an answer"


async def test_who_waits_for_long_is_told_so() -> None:
    async with thinking("mute", patience=0) as thinker:
        with pytest.raises(JournalError, match=LONG):
            await thinker.puzzle("mastermind", "easy", DAY)


async def test_many_may_ask_the_same_but_not_hold_every_connection() -> None:
    async with thinking("page") as thinker:
        asked = (thinker.puzzle("mastermind", "easy", DAY) for _ in range(MOST_REQUESTS + 3))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(answer) for answer in answers if isinstance(answer, Exception)] == [BUSY] * 3
        assert [decoded(answer) for answer in answers if isinstance(answer, Raw)] == [{"lines": 1}] * MOST_REQUESTS


async def test_more_than_a_few_questions_may_not_wait_and_puzzles_leave_room_for_reviews() -> None:
    async with thinking("mute", patience=0) as thinker:
        for day in DAYS[: MOST_WAITING + 1]:  # one is thought about
            with pytest.raises(JournalError, match=LONG):
                await thinker.puzzle("mastermind", "easy", day)
        with pytest.raises(JournalError, match=BUSY):
            await thinker.puzzle("mastermind", "easy", DAYS[-1])
        with pytest.raises(JournalError, match=LONG):
            await thinker.review("a game", GAME)


async def test_reviews_and_puzzles_take_turns() -> None:
    async with thinking("page") as thinker:
        puzzles = [asyncio.create_task(thinker.puzzle("mastermind", "easy", day)) for day in DAYS[:4]]
        await asyncio.sleep(0)
        said = decoded(await thinker.review("a game", GAME))
        assert said == {"lines": 2}, "one puzzle was under way"
        assert [decoded(await one) for one in puzzles] == [{"lines": number} for number in (1, 3, 4, 5)]
        assert decoded(await thinker.puzzle("mastermind", "easy", DAYS[0])) == {"lines": 1}, "it is kept"


@pytest.mark.parametrize("how", ["at once", "babble"])
async def test_a_process_that_fails_is_said_and_not_started_again_at_once(how: str) -> None:
    async with thinking(how) as thinker:
        for _ in range(2):
            with pytest.raises(JournalError, match=FAILED):
                await thinker.puzzle("mastermind", "easy", DAY)
            assert not thinker.is_running


async def test_the_routes() -> None:
    whole = puzzle_of_day("mastermind", "easy", DAY)
    async with thinking() as puzzles, serving(Hub(2, ("Ann", "Bob")), bench=False, puzzles=puzzles) as server:
        assert (await http(server, "/puzzle"))[0] == 200
        status, _, body = await http(server, f"/puzzle/{DAY}")
        assert (status, json.loads(body)["today"]) == (200, game_of_day(DAY))
        place = f"/puzzle/{DAY}/mastermind/easy"
        status, _, body = await http(server, place)
        assert (status, json.loads(body)["task"]) == (200, whole.task)
        assert list(json.loads((await http(server, f"/puzzle/{DAY}"))[2])["editions"]) == ["mastermind"]
        status, _, body = await http(server, f"/puzzle/{DAY}/mastermind.super/easy")
        assert (status, json.loads(body)["task"]) == (200, puzzle_of_day("mastermind.super", "easy", DAY).task)
        move = quote(json.dumps({"move": "guess", "pegs": whole.answer}))
        assert json.loads((await http(server, f"{place}/answer?move={move}"))[2])["right"] is True
        assert json.loads((await http(server, f"{place}/solution"))[2]) == {"answer": list(whole.answer)}
        for path in (
            "/puzzle/x",
            f"/puzzle/{DAY}/MASTERMIND/easy",
            f"/puzzle/{DAY}/mastermind./easy",
            f"/puzzle/{DAY}/mastermind.super.x/easy",
            f"{place}/answer?move={'x' * 50}",
            f"{place}/answer",
            "/puzzle/1-1-1",
        ):
            assert (await http(server, path))[0] == 404
        assert (await http(server, place, method="POST"))[0] == 403, "no page of the table asks with POST"
        assert (await http(server, place, host=f"evil.example:{server.port}"))[0] == 403
