"""Codes for phones on a panel in the lobby, its own seat's first: read from the pixels, used, and gone with the lobby."""

import asyncio
from pathlib import Path

import pytest

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.table.effects import Answered, Gestured
from companion.table.pages import CODES_ENTRY, table_entries
from companion.ui.raster import draw
from companion.web.codes import written
from tests.room import Room
from tests.seats.phone import ADDRESS, code_of, joined, reached
from tests.seats.test_qr_code import scanned
from tests.table.room import menu_of
from tests.until import next_turn, until
from tests.web.clients import post

pytestmark = pytest.mark.anyio


def press(line: Room, *gestures: Gesture) -> None:
    """Use the keys of the panel of seat 1."""
    for gesture in gestures:
        line.put(Gestured(0, gesture, asyncio.get_running_loop().time()))


def screen(line: Room) -> Screen | None:
    """The code that the panel shows; None: something else."""
    return line.table.screen(0) if line.table.front(0) == "code" else None


def words(line: Room) -> str:
    shown = screen(line)
    return "" if shown is None else " ".join(mark.text for mark in shown.marks if isinstance(mark, TextMark))


def pixels(line: Room) -> Picture:
    """What the glass of seat 1 shows."""
    panels = line.session.hardware.devices.panels
    assert panels is not None
    return panels[0].pixels()


async def open_codes(line: Room, *more: Gesture) -> Picture:
    """Hold ●, choose the codes, and make these gestures; what the panel shows then."""
    table = line.table
    press(line, "back")
    await until(lambda: table.state.places[0].dialog.menu is not None, next_turn)
    entries = menu_of(table, 0)
    for _ in range(entries.index(CODES_ENTRY)):
        press(line, "right")
    press(line, "middle", *more)
    await until(lambda: line.session.inputs.empty() and screen(line) is not None, next_turn)
    shown = screen(line)
    assert shown is not None
    assert (misfits(shown), crowded(shown)) == ((), ())
    await until(lambda: pixels(line) == draw(shown), next_turn)
    return pixels(line)


def link(line: Room, seat: int) -> str:
    return f"HTTP://{ADDRESS.upper()}/SEAT#{code_of(line, seat)}"


async def test_each_free_code_is_read_from_the_panel(tmp_path: Path) -> None:
    async with reached(tmp_path, 3, (1, 2)) as (line, _):
        own = scanned(await open_codes(line))
        assert own == [f"HTTP://{ADDRESS.upper()}/SEAT#{line.session.hardware.phones.transfers[0]}"]
        press(line, "left")
        await until(lambda: screen(line) is None, next_turn)
        to_first: tuple[Gesture, ...] = ("right",)
        for presses, seat in ((to_first, 1), (to_first * 2, 2)):
            assert scanned(await open_codes(line, *presses)) == [link(line, seat)]
            press(line, "left")
            await until(lambda: screen(line) is None, next_turn)
        await open_codes(line, "right", "middle")
        await until(lambda: written(code_of(line, 1)) in words(line), next_turn)
        press(line, "right", "right")
        await until(lambda: line.session.inputs.empty(), next_turn)
        first = screen(line)
        assert first is not None
        await until(lambda: pixels(line) == draw(first), next_turn)
        assert scanned(pixels(line)) == [f"HTTP://{ADDRESS.upper()}/SEAT#{line.session.hardware.phones.transfers[0]}"]


async def test_a_code_that_was_used_disappears_and_a_new_one_of_the_machine_is_shown(tmp_path: Path) -> None:
    async with reached(tmp_path, 3, (1, 2)) as (line, server):
        code = await open_codes(line, "right")
        assert (await post(server, "/phones/code", {"seat": 1}))[0] == 200
        await until(lambda: scanned(pixels(line)) == [link(line, 1)] != scanned(code), next_turn)
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            await until(lambda: screen(line) is None and scanned(pixels(line)) == [], next_turn)
            assert scanned(await open_codes(line, "right")) == [link(line, 2)]


async def test_a_code_disappears_when_the_game_begins(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, (1,)) as (line, _):
        code = await open_codes(line)
        number = line.table.state.number + 1
        line.put(Answered(1, number, {"move": "start"}))
        await until(lambda: line.table.game.name != "lobby" and pixels(line) != code, next_turn)
        assert screen(line) is None


async def test_a_question_to_all_comes_before_a_code(tmp_path: Path) -> None:
    async with reached(tmp_path, 3, (1, 2)) as (line, server):
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            table = line.table
            # Ben sits down and gets his name by two moves.
            await until(lambda: table.state.player_names[1] == "Ben" and 1 in table.state.game_state.joined, next_turn)
            line.put(Answered(0, table.state.number + 1, {"move": "join"}))
            await until(lambda: set(table.state.game_state.joined) == {0, 1}, next_turn)
            code = await open_codes(line, "right")
            assert scanned(code) == [link(line, 2)]
            old = code_of(line, 2)
            line.pages.answer_seat(1, "menu", table.state.number + 1, {"move": "new_code", "place": 2})
            await until(lambda: table.front(0) == "proposal", next_turn)
            assert screen(line) is None
            await until(lambda: pixels(line) != code and scanned(pixels(line)) == [], next_turn)
            press(line, "right", "middle")
            await until(lambda: table.front(0) != "proposal" and code_of(line, 2) != old, next_turn)
            await until(lambda: scanned(pixels(line)) == [link(line, 2)], next_turn)


async def test_each_panel_has_the_entry_and_a_seat_without_a_panel_has_none(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, (1,)) as (line, _):
        table = line.table
        entries = [table_entries(table.at(place)) for place in (0, 1)]
        assert [CODES_ENTRY in every for every in entries] == [True, False]


async def test_a_panel_that_no_phone_reaches_says_why(tmp_path: Path) -> None:
    async with reached(tmp_path, 2, ()) as (line, _):
        line.hub.phone_seats.set_address(None, "No phone reaches the page: see web.host.")
        await open_codes(line)
        assert words(line).startswith("No phone reaches")
        assert line.session.hardware.phones.transfers == {}
