"""A player at a panel chooses a phone in the lobby: joining, playing, the way back, restarts, and what the panel shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.core.picture import Picture
from companion.core.screen import TextMark, crowded, misfits
from companion.seats.phones import NOT_GOOD, PHONE_BACK
from companion.seats.router import PHONE_PLAYS, PanelReturn
from companion.table.effects import Answered
from companion.ui.raster import draw
from companion.web.server import Server
from tests.pictures import as_text
from tests.room import Room
from tests.seats.phone import Phone, reached
from tests.series import START, code
from tests.until import next_turn, until
from tests.web.clients import cookie_of, post

pytestmark = pytest.mark.anyio

CODES = (("red", "green", "blue", "yellow"), ("white", "orange", "blue", "yellow"))


def shown_code(line: Room, place: int) -> str:
    """The code that the panel of a place shows now, by its menu."""
    line.session.codes.open(place)
    return line.session.hardware.phones.transfers[place]


async def scanning(server: Server, code: str, place: int, name: str = "") -> Phone:
    """A phone that scanned this code."""
    body = {"code": code} | ({"name": name} if name else {})
    status, head, answer = await post(server, "/seat/join", body)
    assert (status, answer) == (200, {"seat": place}), answer
    return Phone(server, cookie_of(head))


@asynccontextmanager
async def with_ann(folder: Path) -> AsyncIterator[tuple[Room, Server, Phone]]:
    """A table of two panels, and Ann, who plays seat 0 on a phone."""
    async with reached(folder, 2, ()) as (line, server):
        ann = await scanning(server, shown_code(line, 0), 0, "Ann")
        async with ann.connected():
            await until(lambda: line.table.state.player_names[0] == "Ann", next_turn)
            yield line, server, ann


def beside(place: int = 0, *gestures: str) -> Picture:
    """What the panel shows while a phone has its place, after these gestures, with a game running and the phone connected."""
    panel = PanelReturn(lambda _place: False)
    for gesture in gestures:
        assert not panel.take_gesture(place, gesture)
    return draw(panel.screen(place))


async def shows(line: Room, picture: Picture, place: int = 0) -> None:
    """Wait until the glass of a panel shows that."""
    try:
        await until(lambda: line.pictures[place] == picture, line.news)
    except AssertionError:
        raise AssertionError(f"{as_text(line.pictures[place])}\ninstead of\n{as_text(picture)}") from None


async def tap(line: Room, key: str, place: int = 0) -> None:
    for down in (True, False):
        await line.press(place, key, down)


async def do(line: Room, place: int, move: dict[str, object]) -> None:
    """A move of a place, whatever its keys are."""
    before = line.table.state
    line.put(Answered(place, before.number + 1, move))
    await until(lambda: line.table.state.game_state != before.game_state, next_turn)


def own_screen(line: Room, place: int = 0) -> Picture:
    return draw(line.table.screen(place))


async def test_whoever_scans_the_code_of_a_panel_sits_down_there_with_a_name(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, ()) as (line, server):
        shown = shown_code(line, 0)
        status, _, answer = await post(server, "/seat/look", {"code": shown})
        assert (status, answer["seat"], answer["asks_name"]) == (200, 0, True), "nobody there has one"
        assert answer["game"] == "", "that the table proposes it does not mean that anybody has chosen it"
        await do(line, 1, {"move": "choose", "game": "digitcode"})
        _, _, answer = await post(server, "/seat/look", {"code": shown})
        assert (answer["game"], answer["is_played"]) == ("Digit Code", False)
        ann = await scanning(server, shown, 0, "Ann")
        async with ann.connected():
            await until(lambda: line.table.state.player_names[0] == "Ann", next_turn)
            await shows(line, beside())
            await ann.shows(lambda: own_screen(line))
            status, _, answer = await post(server, "/seat/join", {"code": shown, "name": "EVE"})
            assert status == 403
            assert "used already" in answer["error"]
            assert [(one.seat, one.state, one.has_panel) for one in line.hub.join_board.phones] == [(0, "here", True)]


async def test_a_player_who_has_a_name_is_not_asked_for_one(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, ()) as (line, server):
        await do(line, 0, {"move": "new_name", "name": "Ann"})
        ann = await scanning(server, shown_code(line, 0), 0)
        async with ann.connected():
            await ann.shows(lambda: own_screen(line))
            assert line.table.state.player_names[0] == "Ann"


async def test_the_panel_takes_its_seat_back_in_the_lobby(tmp_path: Path) -> None:
    async with with_ann(tmp_path) as (line, _, ann):
        await shows(line, beside())
        await tap(line, "middle")
        await shows(line, beside(0, "middle"))
        await tap(line, "left")
        await shows(line, beside())
        await tap(line, "middle")
        await tap(line, "right")
        assert await ann.ended() == (4000, PHONE_BACK.format(1))
        await until(lambda: line.pictures[0] == own_screen(line), line.news)
        assert line.table.state.player_names[0] == "Ann"
        assert line.hub.join_board.phones == ()
        async with ann.connected():
            ann.closed = None
            assert (await ann.ended())[0] == 1008
        before = line.pictures[0]
        await tap(line, "right")
        await until(lambda: line.pictures[0] != before, line.news)


async def test_in_a_game_the_panel_takes_its_seat_back_only_while_the_phone_is_away(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, ()) as (line, server):
        ann = await scanning(server, shown_code(line, 0), 0, "Ann")
        async with ann.connected():
            await until(lambda: line.table.state.player_names[0] == "Ann", next_turn)
            await do(line, *START)
            await do(line, *code(0, *CODES[0]))
            await ann.shows(lambda: own_screen(line))
            await shows(line, beside())
            await tap(line, "middle")
            await tap(line, "right")
            await shows(line, beside(0, "middle", "right"))
            await tap(line, "middle")
            await shows(line, beside())
            assert ann.closed is None
        await until(lambda: not line.hub.phone_seats.is_open(0), next_turn)
        await tap(line, "middle")
        await tap(line, "right")
        await until(lambda: 0 not in line.watch.on_phone, next_turn)
        await until(lambda: line.event == PHONE_BACK.format(1), line.news)
        await tap(line, "middle")  # the sentence is read
        await until(lambda: line.pictures[0] == own_screen(line), line.news)


async def test_the_phone_plays_on_after_a_restart_until_the_panel_has_its_seat_back(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, ()) as (line, server):
        secret = (await scanning(server, shown_code(line, 0), 0, "Ann")).kept.partition("=")[2]
        await until(lambda: line.table.state.player_names[0] == "Ann", next_turn)
    async with reached(tmp_path, 2, ()) as (line, server):
        again = Phone(server, f"companion-seat-{server.port}={secret}")
        async with again.connected():
            await again.shows(lambda: own_screen(line))
            await shows(line, beside())
            assert (await post(server, "/phones/code", {"seat": 0}))[0] == 200
            assert await again.ended() == (4000, PHONE_BACK.format(1))
            await until(lambda: line.pictures[0] == own_screen(line), line.news)
    async with reached(tmp_path, 2, ()) as (line, server):
        stolen = Phone(server, f"companion-seat-{server.port}={secret}")
        async with stolen.connected():
            assert (await stolen.ended())[0] == 1008
        await until(lambda: line.pictures[0] == own_screen(line), line.news)


@pytest.mark.parametrize(("how", "seats", "phones"), [("back", 2, ()), ("another", 3, (2,)), ("game", 2, ())])
async def test_a_code_is_void_once_no_panel_shows_it(
    tmp_path: Path, how: str, seats: int, phones: tuple[int, ...]
) -> None:
    async with reached(tmp_path, seats, phones) as (line, server):
        shown = shown_code(line, 0)
        if how in ("back", "another"):
            await tap(line, "left" if how == "back" else "right")
        else:
            await do(line, *START)
        await until(lambda: not line.session.hardware.phones.transfers, next_turn)
        status, _, answer = await post(server, "/seat/join", {"code": shown, "name": "EVE"})
        assert status == 403
        assert answer["error"] == NOT_GOOD


async def test_the_panel_beside_a_phone_shows_the_same_whatever_the_secret_is(tmp_path: Path) -> None:
    worlds = []
    for world, secret in enumerate(CODES):
        async with with_ann(tmp_path / str(world)) as (line, _, ann):
            await do(line, *START)
            panels = []
            await do(line, *code(0, *secret))
            await ann.shows(lambda: own_screen(line))
            await shows(line, beside())
            for key in ("right", "middle", "right", "left", "middle"):
                await tap(line, key)
                await until(lambda: line.session.inputs.empty(), next_turn)
                panels.append(line.pictures[0])
            await shows(line, beside())
            worlds.append((panels, [frame for frame in ann.frames if frame[0] != 0]))
            assert own_screen(line) not in panels
    assert worlds[0] == worlds[1]


async def test_a_phone_that_chooses_the_codes_reads_how_its_panel_takes_the_seat_back(tmp_path: Path) -> None:
    async with with_ann(tmp_path) as (line, _, _):
        line.session.codes.open(0)
        assert line.session.hardware.phones.transfers == {}
        told = line.table.screen(0)
        assert told is not None
        assert (misfits(told), crowded(told)) == ((), ())


def test_every_screen_of_the_panel_has_room() -> None:
    for place in (0, 5):
        panel = PanelReturn(lambda _place: False)
        for gesture in ("middle", "right"):
            screen = panel.screen(place)
            assert (misfits(screen), crowded(screen)) == ((), ())
            assert any(mark.text in ("Return", "Yes") for mark in screen.marks if isinstance(mark, TextMark)), "uncut"
            panel.take_gesture(place, gesture)
        assert PHONE_PLAYS.split()[0] in str(panel.screen(place))
