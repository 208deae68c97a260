"""Seats that are phones, through the whole daemon and its web server: joining, playing, leaving, restarts, and what a phone is
sent."""

import asyncio
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import JournalError
from companion.core.picture import Picture
from companion.journal.kept_phones import kept_phones_path
from companion.seats.device_faults import FaultTimings
from companion.table.data import screen_text
from companion.table.effects import Answered
from companion.ui.raster import draw
from companion.web.codes import written
from tests.mirror import Mirror
from tests.room import Room, room
from tests.seats.phone import ADDRESS, Phone, code_of, joined, pages, with_phones
from tests.seats.test_qr_code import scanned
from tests.series import START, code, guess
from tests.until import next_turn, until
from tests.web.clients import post, ws

pytestmark = pytest.mark.anyio

AT_ONCE = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)


def counted() -> Callable[[int], bytes]:
    """The same secrets at every table."""
    count = itertools.count(1)
    return lambda size: next(count).to_bytes(size, "big")


async def sit(mirror: Mirror, *phones: Phone) -> None:
    """Wait until the phones show what a table in memory shows at which these players sat down."""
    for phone, picture in zip(phones, mirror.pictures, strict=True):
        await phone.shows(picture)


async def play(mirror: Mirror, phones: tuple[Phone, ...], *lines: tuple[int, Any]) -> None:
    """Make moves by the keys of the phones, and see every screen after each."""
    for seat, move in lines:
        gestures = mirror.spelled(seat, move)
        for gesture in gestures:
            mirror.do(seat, gesture)
        await phones[seat].press(*gestures)
        await sit(mirror, *phones)


def named(*names: str) -> Mirror:
    """A table in memory at which these players sat down, each with a phone."""
    mirror = Mirror()
    for seat, name in enumerate(names):
        mirror.answer(seat, {"move": "new_name", "name": name})
    return mirror


async def test_two_phones_join_and_play(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path), timings=AT_ONCE) as line, pages(line) as server:
        ann, ben = await joined(server, line, 0, "Ann"), await joined(server, line, 1, "Ben")
        async with ann.connected(), ben.connected():
            mirror = named("Ann", "Ben")
            await sit(mirror, ann, ben)
            assert [phone.words[0] for phone in (ann, ben)] == [
                {"type": "seat", "seat": seat, "name": f"Player {seat + 1}"} for seat in (0, 1)
            ]
            assert {word["type"] for phone in (ann, ben) for word in phone.words[1:]} <= {"cue", "log", "said"}
            await play(mirror, (ann, ben), START, code(0, "red", "green", "blue", "yellow"))
            await play(mirror, (ann, ben), guess(1, "white", "white", "orange", "orange"))
            await until(lambda: line.names == ["Ann", "Ben"], line.news)
            said = [screen_text(mirror.table.screen(seat)) for seat in (0, 1)]
            await until(lambda: [ann.said, ben.said] == said, next_turn)
            assert {frame[0] for frame in ann.frames} == {0}
            assert {frame[0] for frame in ben.frames} == {1}


async def test_a_phone_is_sent_the_same_in_worlds_that_its_player_cannot_tell_apart(tmp_path: Path) -> None:
    """So is every page of the table. The first frames, all in between, and the frames after a reload are compared."""
    worlds = [
        await _watched(tmp_path / str(world), pegs) for world, pegs in enumerate((("red", "green"), ("green", "red")))
    ]
    assert worlds[0] == worlds[1]
    frames, public = worlds[0]
    assert len(frames) > 5
    assert any(message["type"] == "cue" for message in public)
    assert any(message["type"] == "public" and message["view"]["game"] == "mastermind" for message in public)


async def _watched(folder: Path, pegs: tuple[str, str]) -> tuple[list[bytes], list[dict[str, Any]]]:
    """All that seat 1's phone and a page of the table are sent until a guess that says the same of both codes."""
    public: list[dict[str, Any]] = []

    async def listen(table: Any) -> None:
        async for message in table:
            assert isinstance(message, str)
            if (said := json.loads(message))["type"] != "beat":
                public.append(said)

    async with (
        room(with_phones(folder), timings=AT_ONCE, token_bytes=counted()) as line,
        pages(line) as server,
        ws(server, "/ws/table") as table,
    ):
        listening = asyncio.create_task(listen(table))
        await until(lambda: any(message["type"] == "public" for message in public), next_turn)
        ann, ben = await joined(server, line, 0, "Ann"), await joined(server, line, 1, "Ben")
        await until(lambda: [name for name, _ in _sitting(line)] == ["Ann", "Ben"], line.news)
        async with ann.connected(), ben.connected():
            mirror = named("Ann", "Ben")
            await sit(mirror, ann, ben)
            await play(mirror, (ann, ben), START, code(0, *pegs, "blue", "yellow"))
            await play(mirror, (ann, ben), guess(1, "white", "white", "orange", "orange"))
            again = Phone(server, ben.kept)
            async with again.connected():
                await again.shows(mirror.picture(1))
        await until(lambda: any(message.get("number") == mirror.number for message in public), next_turn)
        listening.cancel()
        # A code that is used up is told at once, and not in the order of the inputs.
        return [*ben.frames, *again.frames], sorted(public, key=lambda message: message["type"] == "join")


async def test_a_phone_plays_on_after_a_restart_of_the_table(tmp_path: Path) -> None:
    configuration = with_phones(tmp_path)
    async with room(configuration) as line, pages(line) as server:
        ann = await joined(server, line, 0, "Ann")
        free = code_of(line, 1)
        await until(lambda: _sitting(line)[:1] == [("Ann", 0)], line.news)
    name, secret = ann.kept.split("=")
    kept = kept_phones_path(configuration.journal).read_text()
    assert secret not in kept
    assert free not in kept
    async with room(configuration) as line, pages(line) as server:
        again = Phone(server, f"companion-seat-{server.port}={secret}")
        async with again.connected():
            mirror = named("Ann")
            await again.shows(mirror.picture(0))
        assert code_of(line, 1) != free, "codes are not kept"
        stranger = Phone(server, f"{name}={secret[:-1]}")
        async with stranger.connected():
            assert (await stranger.ended())[0] == 1008


async def test_a_new_code_puts_the_old_phone_out_at_once_and_forever(tmp_path: Path) -> None:
    configuration = with_phones(tmp_path)
    async with room(configuration) as line, pages(line) as server:
        old = await joined(server, line, 0, "Ann")
        async with old.connected():
            await old.shows(named("Ann").picture(0))
            assert (await post(server, "/phones/code", {"seat": 0}))[0] == 200
            assert await old.ended() == (4000, "This phone plays seat 1 no more: the seat has a new code.")
        async with old.connected():
            old.closed = None
            assert (await old.ended())[0] == 1008
        new = await joined(server, line, 0, "EVE")
        assert new.kept != old.kept
        status, _, answer = await post(server, "/phones/code", {"seat": 7})
        assert (status, answer) == (403, {"error": "This seat is no phone, so it has no code."})
    async with room(configuration) as line, pages(line) as server:
        stolen = Phone(server, f"companion-seat-{server.port}={old.kept.partition('=')[2]}")
        async with stolen.connected():
            assert (await stolen.ended())[0] == 1008
        mine = Phone(server, f"companion-seat-{server.port}={new.kept.partition('=')[2]}")
        async with mine.connected():
            await until(lambda: bool(mine.words), next_turn)


async def test_a_stolen_secret_frees_no_seat_and_takes_none_after_a_new_code(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path), timings=AT_ONCE) as line, pages(line) as server:
        stolen = (await joined(server, line, 0, "Ann")).kept
        assert (await post(server, "/phones/code", {"seat": 0}))[0] == 200
        mine = await joined(server, line, 0, "EVE")
        assert (await post(server, "/seat/leave", {}, cookie=stolen))[0] == 200
        free = [one.state for one in line.hub.join_board.phones]
        assert free == ["away", "free"], "the seat of the new phone is not given back by the old one"
        status, _, answer = await post(server, "/seat/join", {"code": "", "name": "MAL"}, cookie=stolen)
        assert (status, "seat" in answer) == (403, False)
        async with mine.connected():
            thief = Phone(server, stolen)
            async with thief.connected():
                assert (await thief.ended())[0] == 1008
            assert thief.frames == []
            assert mine.closed is None, "the thief's page did not take the place of the right one"


async def test_a_change_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    configuration = with_phones(tmp_path)
    async with room(configuration) as line, pages(line) as server:
        await joined(server, line, 0, "Ann")
        kept_phones_path(configuration.journal).unlink()
        kept_phones_path(configuration.journal).symlink_to(tmp_path / "elsewhere")
        with pytest.raises(JournalError, match="links are not followed"):
            await line.pages.renew_phone(0)
        ben = await joined(server, line, 1, "Ben")  # who can play until a restart
        async with ben.connected():
            await until(lambda: bool(ben.words), next_turn)


NAMES = ["<b>A</b>", "", "ABCDEFGHIJKLM", "Ω", "A  B", "'; --", "Ben"]


async def test_a_name_that_the_lobby_would_refuse_costs_no_code(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 4)) as line, pages(line) as server:
        await joined(server, line, 1, "Ben")
        # The name counts once the table has taken it.
        await until(lambda: _sitting(line) == [("Ben", 1)], line.news)
        for name in NAMES:
            status, _, answer = await post(server, "/seat/join", {"code": code_of(line, 0), "name": name})
            assert (status, answer["needs"], answer["error"][-1]) == (403, "name", "."), name
        await joined(server, line, 0, "Ann")
        await until(lambda: _sitting(line) == [("Ann", 0), ("Ben", 1)], line.news)


def _sitting(line: Room) -> list[tuple[str, int]]:
    return [(player["name"], player["seat"]) for player in line.view.get("players", ()) if player["joined"]]


async def test_a_phone_plays_one_seat(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 4)) as line, pages(line) as server:
        ann = await joined(server, line, 0, "Ann")
        async with ann.connected():
            await until(lambda: _sitting(line) == [("Ann", 0)], line.news)
            moved = await joined(server, line, 2, "ANNE", kept=ann.kept)
            assert (await ann.ended())[0] == 4000
        assert code_of(line, 0)
        await until(lambda: _sitting(line) == [("ANNE", 2)], line.news)
        await post(server, "/seat/leave", {}, cookie=moved.kept)
        assert code_of(line, 2)
        await until(lambda: _sitting(line) == [], line.news)
        async with moved.connected():
            assert (await moved.ended())[0] == 1008


async def test_panels_and_phones_play_at_one_table(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, phones=(1,)), timings=AT_ONCE) as line, pages(line) as server:
        assert set(line.session.hardware.devices.displays) == {0}
        ben = await joined(server, line, 1, "Ben")
        mirror = Mirror()
        mirror.answer(1, {"move": "new_name", "name": "Ben"})

        def panel() -> Picture:
            assert line.session.hardware.devices.panels is not None
            return line.session.hardware.devices.panels[0].pixels()

        async with ben.connected():
            for seat, move in (START, code(0, "red", "green", "blue", "yellow")):
                for gesture in mirror.spelled(seat, move):
                    mirror.do(seat, gesture)
                    await line.press(seat, gesture, True)
                    await line.press(seat, gesture, False)
                    await until(lambda: panel() == mirror.picture(0), line.news)
            await ben.shows(mirror.picture(1))
            line.pages.press_key(1, "middle", True)  # a bench page has no keys of a phone
            line.pages.press_key(1, "middle", False)
        # Ben is to move, and away.
        await until(lambda: line.fault == "Waiting for Ben's phone.", line.news)
        assert (line.table.front(0), line.session.stops) == ("game", None), "the board stays"
        await until(lambda: panel() == draw(line.table.screen(0)), line.news)
        async with ben.connected():
            await ben.shows(mirror.picture(1))
            await until(lambda: line.fault is None, line.news)


async def test_the_seat_of_a_player_who_is_left_out_has_a_code_for_any_phone(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, phones=(1,)), timings=AT_ONCE) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            # Between joining and the first connection the phone counts as away, too.
            await until(lambda: line.table.state.player_names[1] == "Ben" and not line.table.state.away, next_turn)
        await until(lambda: line.table.state.away == (1,), next_turn)
        line.pages.answer_seat(0, "menu", line.table.state.number + 1, {"move": "leave_out", "place": 1})
        await until(lambda: [one.state for one in line.hub.join_board.phones] == ["free"], next_turn)
        assert line.table.state.game_state.people == (0,)
        other = await joined(server, line, 1, "Cleo")
        async with other.connected():
            await until(lambda: line.table.state.player_names[1] == "Cleo", next_turn)


async def test_a_seat_for_which_the_machine_plays_is_taken_by_a_new_phone(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, phones=(1,)), timings=AT_ONCE) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            line.put(Answered(0, line.table.state.number + 1, {"move": "choose", "game": "davinci"}))
            await until(lambda: line.table.state.game_state.chosen == "davinci", line.news)
            line.put(Answered(0, line.table.state.number + 1, {"move": "start"}))
            await until(lambda: line.table.game.name == "davinci", line.news)
        await until(lambda: line.table.state.away == (1,), next_turn)
        line.pages.answer_seat(0, "menu", line.table.state.number + 1, {"move": "stand_in", "place": 1})
        await until(lambda: line.table.state.machine_seats == (1,), next_turn)
        line.pages.answer_seat(0, "menu", line.table.state.number + 1, {"move": "new_code", "place": 1})
        await until(lambda: [one.state for one in line.hub.join_board.phones] == ["free"], next_turn)
        other = await joined(server, line, 1)
        async with other.connected():
            await until(lambda: line.table.state.machine_seats == (), next_turn)
            assert line.table.state.player_names[1] == "Ben", "the seat's own name stays"


async def test_a_new_code_for_a_phone_that_is_away_is_shown_there_and_then(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, phones=(1,)), timings=AT_ONCE) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        assert line.session.hardware.devices.panels is not None
        glass = line.session.hardware.devices.panels[0]
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            line.put(Answered(0, line.table.state.number + 1, {"move": "start"}))
            await until(lambda: line.table.game.name == "mastermind", line.news)
            line.put(Answered(0, 1, {"move": "set_code", "pegs": ["red", "green", "blue", "yellow"]}))
            await until(lambda: line.table.state.number == 1, line.news)
        await until(lambda: line.fault == "Waiting for Ben's phone.", line.news)
        line.pages.answer_seat(0, "menu", line.table.state.number + 1, {"move": "new_code", "place": 1})
        await until(lambda: line.table.front(0) == "code", next_turn)
        await until(lambda: line.fault is not None and written(code_of(line, 1)) in line.fault, line.news)
        await until(lambda: scanned(glass.pixels()) == [f"HTTP://{ADDRESS.upper()}/SEAT#{code_of(line, 1)}"], next_turn)
        status, _, offer = await post(server, "/seat/look", {"code": written(code_of(line, 1))})
        assert (status, offer) == (
            200,
            {"seat": 1, "asks_name": False, "player": "Ben", "game": "Mastermind", "is_played": True},
        )
        other = await joined(server, line, 1)
        async with other.connected():
            await until(lambda: line.fault is None, line.news)
            await until(lambda: line.table.front(0) == "notice", next_turn)  # that seat 2 has a phone again
            await other.shows(lambda: draw(line.table.screen(1)))
