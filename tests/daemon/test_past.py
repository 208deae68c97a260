"""Finished games through the worker of the journal: what a seat knew, and never a word of the game that is being played."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.errors import RequestError
from companion.core.game import Step, replay
from companion.daemon.keeper import Keeper
from companion.daemon.past import Past
from companion.journal.files import Volumes
from companion.table.effects import Abandoned, Moved, Opened, TakenBack
from companion.table.table import Table
from companion.ui.raster import draw
from companion.web.hub import Hub
from companion.web.server import Server
from tests.archive.games import EVERY, LOBBY, case_of, opened, steps, written
from tests.laws.play import Case, every_case
from tests.web.clients import http

pytestmark = pytest.mark.anyio

MASTERMIND = case_of("mastermind")
LAST_LINE = 7 * 128
"""Bytes of a picture before its last line."""


@asynccontextmanager
async def kept(path: Path) -> AsyncIterator[Keeper]:
    keeper = Keeper(path)
    await keeper.open()
    try:
        yield keeper
    finally:
        await keeper.close()


async def play(keeper: Keeper, case: Case, made: tuple[Step, ...]) -> None:
    await keeper.append(LOBBY)
    await keeper.append(opened(case))
    for number, (actor, move) in enumerate(made, 1):
        await keeper.append(Moved(number, actor, move))


@every_case
async def test_a_seat_sees_what_it_knew_then(case: Case, tmp_path: Path) -> None:
    """The view of that moment, and the screen that a table showed then."""
    made = steps(case, 4)
    written(tmp_path / "t.sqlite3", (case, made))
    async with kept(tmp_path / "t.sqlite3") as keeper:
        past = Past(keeper)
        ((game,), faults) = (await past.games()).values()
        assert (game["key"], game["moves"], faults) == ("1.2", len(made), [])
        for number in sorted({0, 1, len(made) // 2, len(made) - 1, len(made)}):
            state = replay(case.game, case.options, case.seats, made[:number])
            table = Table((case.game,), case.names)
            table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), made[:number])
            for seat in range(case.seats):
                moment = await past.moment("1.2", seat, number)
                assert moment["view"] == msgspec.to_builtins(case.game.view(state, seat))
                if number < len(made):
                    # What a table's own keys do for a seat that waits stands in the last line; it is none of the game.
                    end = None if seat in moment["view"]["to_act"] else LAST_LINE
                    assert base64.b64decode(moment["picture"])[:end] == draw(table.screen(seat))[:end]
            public = await past.moment("1.2", None, number)
            assert public["picture"] is None
            assert public["view"] == msgspec.to_builtins(case.game.view(state, None))


SECRET = {"move": "set_code", "pegs": ["silver", "orange", "pink", "yellow"]}


async def test_nothing_of_the_running_game_is_told_whatever_is_asked(tmp_path: Path) -> None:
    """Beside a finished game one goes on; its code, which nobody else uses here, is in no answer."""
    plain = ["red", "blue", "green", "white"]
    over: tuple[Step, ...] = ((0, {"move": "set_code", "pegs": plain}), (1, {"move": "guess", "pegs": plain}))
    over = (*over, (1, {"move": "set_code", "pegs": plain}), (0, {"move": "guess", "pegs": plain}))
    async with kept(tmp_path / "t.sqlite3") as keeper:
        await play(keeper, MASTERMIND, over)
        running: tuple[Step, ...] = ((0, SECRET), (1, {"move": "guess", "pegs": plain}))
        replay(MASTERMIND.game, MASTERMIND.options, 2, running)  # it could be shown
        await play(keeper, MASTERMIND, running)
        hub = Hub(2, ("Ann", "Bob"))
        async with Server(hub, bench=False, past=Past(keeper)) as server:
            paths = ["/history/games", "/history"]
            for key in (
                "1.1",
                "1.2",
                "1.3",
                "1.4",
                "1.5",
                "1.0",
                "1.-1",
                "2.4",
                "0.4",
                "01.04",
                "1.04",
                "4",
                "1.4.",
                "-1.4",
            ):
                for seat in ("0", "1", "2", "-1", "public", "None", "chance"):
                    paths += [f"/history/games/{key}/{seat}/{number}" for number in ("0", "1", "2", "-1", "999999")]
            answers = {path: await http(server, path) for path in paths}
    for path, (status, _, body) in answers.items():
        # Every seat and the colours in play are told of a finished game; four pegs in that order are not.
        assert '"silver","orange","pink","yellow"' not in body.replace(" ", ""), path
        if path.startswith("/history/games/") and "/1.2/" not in path:
            assert status == 404, path
    assert answers["/history/games/1.2/0/2"][0] == 200
    assert answers["/history/games/1.2/2/2"][0] == 404
    assert answers["/history/games/1.2/0/999999"][0] == 404
    listed = json.loads(answers["/history/games"][2])["games"]
    assert [game["key"] for game in listed] == ["1.2"]
    # What does not exist and what is not over cannot be told apart.
    assert answers["/history/games/1.4/0/1"][2] == answers["/history/games/1.5/0/1"][2]


async def test_a_game_that_goes_on_again_is_told_no_more(tmp_path: Path) -> None:
    made = steps(MASTERMIND, 3)
    async with kept(tmp_path / "t.sqlite3") as keeper:
        await play(keeper, MASTERMIND, made)
        past = Past(keeper)
        assert len((await past.games())["games"]) == 1
        await past.moment("1.2", 0, 1)
        await keeper.append(TakenBack(len(made) + 1))
        assert (await past.games())["games"] == []
        with pytest.raises(RequestError, match="There is no finished game of that name"):
            await past.moment("1.2", 0, 1)
        await keeper.append(Abandoned(len(made) + 2))
        ((game,), _) = (await past.games()).values()
        assert (game["how"], game["moves"]) == ("abandoned", len(made) - 1)
        await past.moment("1.2", 0, 1)


async def test_the_table_plays_on_while_games_are_replayed(tmp_path: Path) -> None:
    """Between the moves of a replay the loop belongs to the table: it appends several times before the list is there."""
    written(tmp_path / "t.sqlite3", *((case, steps(case, 1)) for case in EVERY[:8]))
    async with kept(tmp_path / "t.sqlite3") as keeper:
        listing = asyncio.create_task(Past(keeper).games())
        await keeper.append(LOBBY)
        appended = 0
        while not listing.done():
            appended += 1
            await keeper.append(Moved(appended, 0, {"move": "start"}))
        assert len((await listing)["games"]) == 8
        assert appended > 8


async def test_older_journals_are_listed_and_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    written(path, (MASTERMIND, steps(MASTERMIND, 1)))
    Volumes(path).path(2).write_bytes(b"no journal at all")
    written(Volumes(path).path(3), (MASTERMIND, steps(MASTERMIND, 2)))
    async with kept(path) as keeper:
        past = Past(keeper)
        for _ in range(2):
            told: dict[str, Any] = await past.games()
            assert [game["key"] for game in told["games"]] == ["1.2", "3.2"]
            assert told["faults"] == [
                "The journal t-2.sqlite3 is damaged (it is not a SQLite file); it is left as it is."
            ]
        for key in ("1.2", "3.2"):
            assert (await past.moment(key, None, 0))["view"]["phase"] == "code"


async def test_the_guard_stands_before_the_history_too(tmp_path: Path) -> None:
    written(tmp_path / "t.sqlite3", (MASTERMIND, steps(MASTERMIND, 1)))
    async with (
        kept(tmp_path / "t.sqlite3") as keeper,
        Server(Hub(2, ("Ann", "Bob")), bench=False, past=Past(keeper)) as server,
    ):
        for path in ("/history", "/history/games", "/history/games/1.2/0/1"):
            assert (await http(server, path))[0] == 200
            assert (await http(server, path, host=f"evil.example:{server.port}"))[0] == 403
            assert (await http(server, path, more="Origin: http://evil.example\r\n"))[0] == 403
            assert (await http(server, path, method="POST"))[0] == 405


async def test_a_journal_that_does_not_answer_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    written(path, (MASTERMIND, steps(MASTERMIND, 1)))
    async with kept(path) as keeper, Server(Hub(2, ("Ann", "Bob")), bench=False, past=Past(keeper)) as server:
        await keeper.let_go()
        path.write_bytes(b"torn")
        status, _, body = await http(server, "/history/games/1.2/0/1")
        assert (status, "is damaged" in body) == (503, True)
        status, _, body = await http(server, "/history/games")
        assert (status, json.loads(body)["games"]) == (200, [])
        assert "is damaged" in json.loads(body)["faults"][0]
