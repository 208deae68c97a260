"""The reader of history serves reviews: those of finished games only, in small pieces, and the same as at once."""

import json
from pathlib import Path

import pytest

from companion.core.errors import RequestError
from companion.core.small_steps import finished
from companion.history.cpu_budget import CpuBudget
from companion.history.replay import replay_game
from companion.journal.rows import SavedGame
from companion.review.catalog import review_steps
from companion.table.effects import TakenBack
from companion.web.hub import Hub
from tests.history.games import AT, case_of, opened, steps, written
from tests.history.test_history_reader import opened_worker, play, reading, spent
from tests.laws.play import Case, one_case
from tests.web.clients import http, serving

pytestmark = pytest.mark.anyio

MASTERMIND = case_of("mastermind")


@one_case
async def test_a_game_is_reviewed_piece_by_piece_as_at_once(case: Case, tmp_path: Path) -> None:
    made = steps(case, 6)
    one = replay_game(SavedGame(opened(case), AT, b"", made, abandoned=False))
    expected = finished(review_steps(one.game, one.options, one.states, made, case.names))
    path = written(tmp_path / "t.sqlite3", (case, made))
    async with opened_worker(path) as worker, reading(worker, lambda: spent(60)) as past:
        asked = 1
        while "again" in (found := await past.review("1.2")):
            asked += 1
        assert asked > 1
        assert [move["why"] for move in found["moves"]] == [move.why for move in expected.moves]
        assert found["turning_point"] == expected.turning_point
        assert await past.review("1.2") == found, "a finished review is kept"


async def test_a_running_game_has_no_review(tmp_path: Path) -> None:
    """Neither one in progress, nor one that goes on again after its last move was taken back."""
    made = steps(MASTERMIND, 3)
    async with opened_worker(tmp_path / "t.sqlite3") as worker:
        await play(worker, MASTERMIND, made)
        await play(worker, MASTERMIND, made[:-1])
        async with reading(worker, CpuBudget) as past:
            assert (await past.review("1.2"))["moves"]
            with pytest.raises(RequestError, match="There is no finished game with that key"):
                await past.review("1.4")
    async with opened_worker(tmp_path / "u.sqlite3") as worker, reading(worker, CpuBudget) as past:
        await play(worker, MASTERMIND, made)
        assert (await past.review("1.2"))["moves"]
        await worker.append(TakenBack(len(made) + 1))
        with pytest.raises(RequestError, match="There is no finished game with that key"):
            await past.review("1.2")


async def test_the_route_answers_for_finished_games_only(tmp_path: Path) -> None:
    made = steps(MASTERMIND, 3)
    async with opened_worker(tmp_path / "t.sqlite3") as worker:
        await play(worker, MASTERMIND, made)
        await play(worker, MASTERMIND, made[:-1])
        hub = Hub(2, ("Ann", "Bob"))
        async with reading(worker, CpuBudget) as past, serving(hub, bench=False, past=past) as server:
            status, _, body = await http(server, "/history/games/1.2/review")
            assert (status, json.loads(body)["game"]) == (200, "mastermind")
            for key in ("1.1", "1.4", "1.9", "2.2", "x", "1.2."):
                assert (await http(server, f"/history/games/{key}/review"))[0] == 404
            assert (await http(server, "/history/games/1.2/review", host="evil.example"))[0] == 403
            own = f"Origin: http://127.0.0.1:{server.port}\r\n"
            assert (await http(server, "/history/games/1.2/review", method="POST", more=own))[0] == 405
