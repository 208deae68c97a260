"""The codes of seats that are phones, on a panel in the lobby: read from the pixels, used, and gone with the lobby."""

import asyncio
from pathlib import Path

import pytest

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.daemon.phone_codes import NONE_FREE
from companion.pause.fault_timing import FaultTimings
from companion.table.inputs import Answered, Gestured, SeatAnswered
from companion.table.screens.seat_screen import CODES_ENTRY, seat_menu, table_entries
from companion.ui.raster import draw
from tests.daemon.pages.phone import code_of, joined, pages, with_phones
from tests.pause.test_qr_code import scanned
from tests.room import Room, room
from tests.until import next_turn, until

pytestmark = pytest.mark.anyio

CALM = FaultTimings(grace=0, recovery=0, phone_grace=1000, phone_return=0, reading=0)
ADDRESS = "companion.local:8080"


def press(line: Room, *gestures: Gesture) -> None:
    """Use the keys of the panel of seat 1."""
    for gesture in gestures:
        line.daemon.inputs.put_nowait(Gestured(0, gesture, asyncio.get_running_loop().time()))


def screen(line: Room) -> Screen | None:
    """The code that the panel shows; None: something else."""
    return line.daemon.screens.codes.screen(line.daemon.session.table, 0)


def words(line: Room) -> str:
    shown = screen(line)
    return "" if shown is None else " ".join(mark.text for mark in shown.marks if isinstance(mark, TextMark))


def pixels(line: Room) -> Picture:
    """What the glass of seat 1 shows."""
    panels = line.daemon.devices.panels
    assert panels is not None
    return panels[0].pixels()


async def open_codes(line: Room, *more: Gesture) -> Picture:
    """Hold ●, choose the codes, and make these gestures; what the panel shows then."""
    table = line.daemon.session.table
    press(line, "back")
    await until(lambda: table.state.desks[0].menu is not None, next_turn)
    entries = seat_menu(table.setup, table.state, 0, table.state.desks[0])
    for _ in range(entries.index(CODES_ENTRY)):
        press(line, "right")
    press(line, "middle", *more)
    await until(lambda: line.daemon.inputs.empty() and screen(line) is not None, next_turn)
    shown = screen(line)
    assert shown is not None
    assert (misfits(shown), crowded(shown)) == ((), ())
    await until(lambda: pixels(line) == draw(shown), next_turn)
    return pixels(line)


def link(line: Room, seat: int) -> str:
    return f"HTTP://{ADDRESS.upper()}/SEAT#{code_of(line, seat)}"


async def test_each_free_code_is_read_from_the_panel(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 3, (1, 2)), timings=CALM) as line:
        line.hub.phone_seats.set_address(ADDRESS, "")
        assert scanned(await open_codes(line)) == [link(line, 1)]
        press(line, "left")
        await until(lambda: screen(line) is None, next_turn)
        assert scanned(await open_codes(line, "right")) == [link(line, 2)]
        press(line, "left")
        await until(lambda: screen(line) is None, next_turn)
        assert scanned(await open_codes(line, "right", "right")) == [link(line, 1)], "after the last one the first"
        press(line, "middle")
        await until(lambda: code_of(line, 1) in words(line).replace(" ", ""), next_turn)


async def test_a_code_that_was_used_disappears(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 3, (1, 2)), timings=CALM) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        code = await open_codes(line)
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            await until(lambda: pixels(line) != code, next_turn)
            assert screen(line) is None
            assert scanned(await open_codes(line)) == [link(line, 2)]
            cleo = await joined(server, line, 2, "Cleo")
            async with cleo.connected():
                await until(lambda: screen(line) is None, next_turn)
                await open_codes(line)
                assert words(line).startswith(NONE_FREE[:20])


async def test_a_code_disappears_when_the_game_begins(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 2, (1,)), timings=CALM) as line:
        line.hub.phone_seats.set_address(ADDRESS, "")
        code = await open_codes(line)
        number = line.daemon.session.table.state.number + 1
        line.daemon.inputs.put_nowait(Answered(1, number, {"move": "start"}))
        await until(lambda: line.daemon.session.table.game.name != "lobby" and pixels(line) != code, next_turn)
        assert screen(line) is None


async def test_a_question_to_all_comes_before_a_code(tmp_path: Path) -> None:
    async with room(with_phones(tmp_path, 3, (1, 2)), timings=CALM) as line, pages(line) as server:
        line.hub.phone_seats.set_address(ADDRESS, "")
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            table = line.daemon.session.table
            # Ben sits down and gets his name by two moves.
            await until(lambda: table.state.player_names[1] == "Ben" and 1 in table.state.game_state.joined, next_turn)
            line.daemon.inputs.put_nowait(Answered(0, table.state.number + 1, {"move": "join"}))
            await until(lambda: set(table.state.game_state.joined) == {0, 1}, next_turn)
            code = await open_codes(line)
            assert scanned(code) == [link(line, 2)]
            line.daemon.inputs.put_nowait(
                SeatAnswered(1, "menu", table.state.number + 1, {"move": "new_code", "place": 2})
            )
            await until(lambda: table.has_overlay(0), next_turn)
            assert screen(line) is None
            await until(lambda: pixels(line) != code and scanned(pixels(line)) == [], next_turn)
            press(line, "left", "middle")
            await until(lambda: not table.has_overlay(0), next_turn)


async def test_a_table_of_panels_has_no_such_entry_and_a_phone_has_none(tmp_path: Path) -> None:
    for folder, phones, place in (("panels", (), 0), ("phones", (1,), 1)):
        async with room(with_phones(tmp_path / folder, 2, phones), timings=CALM) as line:
            table = line.daemon.session.table
            assert CODES_ENTRY not in table_entries(table.setup, table.state, place)
