"""The history reader beside the journal worker: it serves what a seat knew, and nothing of the game in progress."""

import asyncio
import base64
import itertools
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.errors import JournalError, RequestError
from companion.core.game import Step
from companion.core.seat import all_seats
from companion.games.review import review_game
from companion.history.history_reader import HISTORY_BUSY_ERROR, MAX_WAITING, HistoryReader
from companion.history.pace import Pace, Pauses, at_once
from companion.history.replay import replay_game
from companion.journal.files import VolumeFiles
from companion.journal.rows import SavedGame
from companion.journal.worker import JournalWorker
from companion.table.effects import Abandoned, Gestured, Moved, Opened, TakenBack
from companion.table.table import Table
from companion.ui.raster import draw
from companion.web.hub import Hub
from tests.history.games import AT, LOBBY, case_of, opened, result_of, steps, unsettled, written
from tests.laws.play import Case, every_case
from tests.patience import PATIENCE
from tests.thinking.at_once import AtOnce
from tests.web.clients import http, serving

pytestmark = pytest.mark.anyio

MASTERMIND = case_of("mastermind")
LAST_LINE = 7 * 128
"""Bytes of a picture above its last line."""


@asynccontextmanager
async def opened_worker(path: Path) -> AsyncIterator[JournalWorker]:
    worker = JournalWorker(path)
    await worker.open()
    try:
        yield worker
    finally:
        await worker.close()


async def play(worker: JournalWorker, case: Case, made: tuple[Step, ...]) -> None:
    await worker.append(LOBBY)
    await worker.append(opened(case))
    for number, (actor, move) in enumerate(made, 1):
        await worker.append(Moved(number, actor, move), result=result_of(case, made) if number == len(made) else None)


@asynccontextmanager
async def reading(worker: JournalWorker, pace: Pace | None = None) -> AsyncIterator[HistoryReader]:
    past = HistoryReader(worker, AtOnce().review, pace)
    try:
        yield past
    finally:
        past.close()


@every_case
async def test_a_seat_sees_what_it_knew_then(case: Case, tmp_path: Path) -> None:
    """The view at that move, and the screen that the table showed then."""
    made = steps(case, 4)
    written(tmp_path / "t.sqlite3", (case, made))
    async with opened_worker(tmp_path / "t.sqlite3") as worker, reading(worker, at_once) as past:
        ((game,), faults, older) = (await past.games(None)).values()
        assert (game["key"], game["moves"], faults, older) == ("1.2", len(made), [], None)
        assert await past.game("1.2") == game
        for number in sorted({0, 1, len(made) // 2, len(made) - 1, len(made)}):
            state = case.game.replay(case.options, case.seats, made[:number])
            table = Table((case.game,), case.names)
            table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), made[:number])
            for seat in range(case.seats):  # all read what the others did meanwhile, and how the last round ended
                while table.state.places[seat].unread or table.state.places[seat].recap is not None:
                    table.handle(Gestured(seat, "middle"))
            for seat in range(case.seats):
                moment = await past.view_at("1.2", seat, number)
                assert moment["view"] == msgspec.to_builtins(case.game.view(state, seat))
                if number < len(made):
                    # The last line shows what the keys of a waiting seat do at a table; it is not part of the game.
                    end = None if seat in moment["view"]["to_act"] else LAST_LINE
                    assert base64.b64decode(moment["picture"])[:end] == draw(table.screen(seat))[:end]
            public = await past.view_at("1.2", None, number)
            assert public["picture"] is None
            assert public["view"] == msgspec.to_builtins(case.game.view(state, None))


SECRET = {"move": "set_code", "pegs": ["silver", "orange", "pink", "yellow"]}
NO_GAMES = ("1.1", "1.3", "1.4", "1.5", "1.0", "1.-1", "2.4", "0.4", "01.04", "1.04", "4", "1.4.", "-1.4", "x")
"""Keys of lobbies, of the game in progress in several spellings, and of nothing."""


async def test_nothing_of_the_running_game_is_told_whatever_is_asked(tmp_path: Path) -> None:
    """A second game is in progress; its code, which is unique here, is in no answer."""
    plain = ["red", "blue", "green", "white"]
    ann, bob = all_seats(2)
    over: tuple[Step, ...] = ((ann, {"move": "set_code", "pegs": plain}), (bob, {"move": "guess", "pegs": plain}))
    over = (*over, (bob, {"move": "set_code", "pegs": plain}), (ann, {"move": "guess", "pegs": plain}))
    running: tuple[Step, ...] = ((ann, SECRET), (bob, {"move": "guess", "pegs": plain}))
    MASTERMIND.game.replay(MASTERMIND.options, 2, running)  # it replays, so it could be shown
    lists = ["/history/games", "/history", "/history/games?before=1.4", "/history/games?before=1.5"]
    looks = [
        f"1.4/{seat}/{number}" for seat in ("0", "1", "2", "-1", "public", "chance") for number in ("0", "2", "-1")
    ]
    looks += [f"{key}{look}" for key in NO_GAMES for look in ("", "/0/1", "/review")]
    async with opened_worker(tmp_path / "t.sqlite3") as worker:
        await play(worker, MASTERMIND, over)
        await play(worker, MASTERMIND, running)
        hub = Hub(2, ("Ann", "Bob"))
        async with reading(worker, at_once) as past, serving(hub, bench=False, past=past) as server:
            answers = {path: await http(server, path) for path in lists}
            answers |= {look: await http(server, f"/history/games/{look}") for look in looks}
            told = {
                look: await http(server, f"/history/games/1.2{look}")
                for look in ("/0/2", "/2/2", "/0/999999", "/review")
            }
    for path, (_, _, body) in (answers | told).items():
        # A finished game names every seat and the colours in play, but not four pegs in that order.
        assert '"silver","orange","pink","yellow"' not in body.replace(" ", ""), path
    assert {path: answers[path][0] for path in looks} == dict.fromkeys(looks, 404)
    assert [status for status, _, _ in told.values()] == [200, 404, 404, 200]
    assert [game["key"] for game in json.loads(answers["/history/games"][2])["games"]] == ["1.2"]
    # The answers for a missing game and for a game in progress are equal.
    assert answers["1.4/0/1"][2] == answers["1.5/0/1"][2]


async def test_a_game_that_goes_on_again_is_told_no_more(tmp_path: Path) -> None:
    made = steps(MASTERMIND, 3)
    async with opened_worker(tmp_path / "t.sqlite3") as worker, reading(worker, at_once) as past:
        await play(worker, MASTERMIND, made)
        assert len((await past.games(None))["games"]) == 1
        await past.view_at("1.2", 0, 1)
        assert isinstance(await past.review("1.2"), msgspec.Raw)
        await worker.append(TakenBack(len(made) + 1))
        assert (await past.games(None))["games"] == []
        for asked in (past.view_at("1.2", 0, 1), past.review("1.2")):
            with pytest.raises(RequestError, match="There is no finished game with that key"):
                await asked
        await worker.append(Abandoned(len(made) + 2), result=result_of(MASTERMIND, made))
        ((game,), _, _) = (await past.games(None)).values()
        assert (game["how"], game["moves"]) == ("abandoned", len(made) - 1)
        await past.view_at("1.2", 0, 1)


async def test_a_move_waits_for_nothing_that_is_read(tmp_path: Path) -> None:
    """The reading thread stops in the middle of a page, and every move is still written."""
    written(tmp_path / "t.sqlite3", *((MASTERMIND, steps(MASTERMIND, seed)) for seed in range(8)))
    going, stands = threading.Event(), threading.Event()

    def stand(_seconds: float) -> None:
        stands.set()
        assert going.wait(PATIENCE)

    async with opened_worker(tmp_path / "t.sqlite3") as worker, reading(worker, eager(stand)) as past:
        listing = asyncio.create_task(past.games(None))
        assert await asyncio.to_thread(stands.wait, PATIENCE)
        await worker.append(LOBBY)
        for number in range(1, 501):  # more than the WAL takes before a checkpoint
            await worker.append(Moved(number, 0, {"move": "start"}))
        assert not listing.done()
        going.set()
        assert len((await listing)["games"]) == 8


def eager(rest: Callable[[float], object]) -> Pauses:
    """A pause after every step."""
    ticks = itertools.count()
    return Pauses(lambda: next(ticks), rest)


async def test_a_page_replays_a_few_games_and_none_is_left_out(tmp_path: Path) -> None:
    """For a journal without endings, each request replays some moves, and the next one goes on."""
    count = 60
    made = steps(MASTERMIND, 1)
    path = unsettled(written(tmp_path / "t.sqlite3", *((MASTERMIND, made) for _ in range(count))))
    async with opened_worker(path) as worker:
        await worker.append(LOBBY)
        async with reading(worker, at_once) as past:
            pages: list[list[dict[str, Any]]] = []
            before = None
            while not pages or before is not None:
                page = await past.games(before)
                pages.append(page["games"])
                before = page["older"]
            assert [game["key"] for games in pages for game in games] == [f"1.{2 * n}" for n in range(count, 0, -1)]
            assert 1 < len(pages[0]) < 50
            assert len(made) * len(pages[0]) < 600


@every_case
async def test_a_game_is_read_for_its_review(case: Case, tmp_path: Path) -> None:
    made = steps(case, 6)
    one = replay_game(SavedGame(opened(case), AT, b"", made, abandoned=False))
    expected = review_game(one.game, one.options, one.states, made, case.names)
    path = written(tmp_path / "t.sqlite3", (case, made))
    async with opened_worker(path) as worker, reading(worker, at_once) as past:
        assert bytes(await past.review("1.2")) == msgspec.json.encode(expected)


@pytest.mark.slow
async def test_a_request_costs_the_same_however_many_games_there_are(tmp_path: Path) -> None:
    async def rests(count: int) -> int:
        path = written(tmp_path / f"{count}.sqlite3", *((MASTERMIND, steps(MASTERMIND, 1)) for _ in range(count)))
        taken: list[float] = []
        async with opened_worker(path) as worker, reading(worker, eager(taken.append)) as past:
            page = await past.games(None)
            assert (len(page["games"]), page["older"]) == (50, f"1.{2 * (count - 50) + 1}")
        return len(taken)

    assert await rests(60) == await rests(180) > 0


async def test_more_than_a_few_may_not_wait(tmp_path: Path) -> None:
    written(tmp_path / "t.sqlite3", (MASTERMIND, steps(MASTERMIND, 1)))
    async with opened_worker(tmp_path / "t.sqlite3") as worker, reading(worker) as past:
        answers = await asyncio.gather(*(past.games(None) for _ in range(MAX_WAITING + 5)), return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, JournalError)]
        assert ([str(error) for error in refused], len(answers) - len(refused)) == (
            [HISTORY_BUSY_ERROR] * 5,
            MAX_WAITING,
        )
        assert len((await past.games(None))["games"]) == 1


async def test_a_fault_of_reading_is_forgotten_when_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    written(path, (MASTERMIND, steps(MASTERMIND, 1)))
    whole = path.read_bytes()
    written(VolumeFiles(path).path(2), (MASTERMIND, steps(MASTERMIND, 2)))
    async with opened_worker(path) as worker, reading(worker) as past:
        path.write_bytes(b"torn")
        told = await past.games(None)
        assert ([game["key"] for game in told["games"]], len(told["faults"])) == (["2.2"], 1)
        path.write_bytes(whole)
        told = await past.games(None)
        assert ([game["key"] for game in told["games"]], told["faults"]) == (["2.2", "1.2"], [])


async def test_looking_at_history_writes_nothing(tmp_path: Path) -> None:
    """The WAL (which has moves), the file and an older journal stay equal, and no file is created or deleted."""
    path = tmp_path / "t.sqlite3"
    unsettled(written(path, (MASTERMIND, steps(MASTERMIND, 1))))
    written(VolumeFiles(path).path(2), (MASTERMIND, steps(MASTERMIND, 2)))
    async with opened_worker(path) as worker:
        await play(worker, MASTERMIND, steps(MASTERMIND, 3))
        await worker.append(LOBBY)
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
        assert before["t-2.sqlite3-wal"]
        names = {file.name for file in tmp_path.iterdir()}
        async with reading(worker) as past:
            assert [game["key"] for game in (await past.games(None))["games"]] == ["2.4", "2.2", "1.2"]
            for key in ("2.4", "1.2"):
                await past.view_at(key, 0, 3)
        assert {file.name for file in tmp_path.iterdir()} == names
        assert {name: (tmp_path / name).read_bytes() for name in before} == before


async def test_the_guard_stands_before_the_history_too(tmp_path: Path) -> None:
    written(tmp_path / "t.sqlite3", (MASTERMIND, steps(MASTERMIND, 1)))
    async with (
        opened_worker(tmp_path / "t.sqlite3") as worker,
        reading(worker, at_once) as past,
        serving(Hub(2, ("Ann", "Bob")), bench=False, past=past) as server,
    ):
        for path in (
            "/history",
            "/history/games",
            "/history/games?before=1.9",
            "/history/games/1.2",
            "/history/games/1.2/0/1",
            "/history/games/1.2/review",
        ):
            assert (await http(server, path))[0] == 200
            assert (await http(server, path, host=f"evil.example:{server.port}"))[0] == 403
            assert (await http(server, path, more="Origin: http://evil.example\r\n"))[0] == 403
            own = f"Origin: http://127.0.0.1:{server.port}\r\n"
            assert (await http(server, path, method="POST", more=own))[0] == 405


async def test_a_journal_that_does_not_answer_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    written(path, (MASTERMIND, steps(MASTERMIND, 1)))
    async with (
        opened_worker(path) as worker,
        reading(worker) as past,
        serving(Hub(2, ("Ann", "Bob")), bench=False, past=past) as server,
    ):
        await worker.close_journal()
        path.write_bytes(b"torn")
        status, _, body = await http(server, "/history/games/1.2/0/1")
        assert (status, "is damaged" in body) == (503, True)
        status, _, body = await http(server, "/history/games")
        assert (status, json.loads(body)["games"]) == (200, [])
        assert "is damaged" in json.loads(body)["faults"][0]
