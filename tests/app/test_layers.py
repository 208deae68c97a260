"""What the app puts in front of seats: nothing is drawn past it, and each key goes to what its player sees. Where nobody looks,
nothing is drawn."""

from pathlib import Path

import pytest

from companion.app.recovery import JournalFaultScreen
from companion.core.errors import JournalError
from companion.core.keys import Gesture
from companion.core.picture import BLANK, Picture
from companion.core.screen import Screen
from companion.table.effects import Answered, Gestured, MachineSeat
from companion.ui.raster import draw
from companion.ui.screens import notice
from tests.app.roller.test_dice import KINDS, rolling
from tests.room import Room
from tests.seats.phone import joined, reached
from tests.seats.test_transferred_seats import with_ann
from tests.table.room import menu_of
from tests.until import next_turn, until

pytestmark = pytest.mark.anyio


async def keys(line: Room, place: int, *gestures: Gesture) -> None:
    """Gestures at a panel; then all is done that they lead to."""
    for gesture in gestures:
        line.put(Gestured(place, gesture, 0.0))
    await until(lambda: line.session.inputs.empty(), next_turn)
    for _ in range(3):
        await next_turn()


async def shows_table(line: Room, place: int) -> None:
    """The panel shows what the table has for the place."""
    await until(lambda: line.pictures[place] == draw(line.table.screen(place)), next_turn)


async def test_while_a_roll_is_awaited_every_entry_of_the_menu_can_be_chosen(tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS["page"]) as table:
        line = table.line
        asked = draw(line.roller.screen_of(0))
        await until(lambda: line.pictures[0] == asked, next_turn)
        await keys(line, 0, "back")
        names = [entry.text for entry in menu_of(line.table, 0)]
        await keys(line, 0, *["right"] * names.index("End this game"), "middle")
        assert line.table.state.places[0].doubt is not None, "OK has chosen what was in sight"
        await shows_table(line, 0)
        await keys(line, 0, "left")
        await until(lambda: line.pictures[0] == asked, next_turn)


async def test_the_key_that_leads_to_the_game_does_nothing_else_there(tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS["page"]) as table:
        await keys(table.line, 0, "left")
        assert table.line.table.state.places[0].dialog.page == 0, "it is the first page, and not the next one"
        await shows_table(table.line, 0)


async def test_one_players_look_at_the_game_takes_the_request_from_nobody_else(tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS["nest"], MachineSeat(0, "best", "seed")) as table:
        line = table.line
        await until(lambda: line.roller.seats == (0, 1), line.news)
        await until(lambda: line.pictures[1] == draw(line.roller.screen_of(1)), next_turn)
        await keys(line, 0, "left")
        await shows_table(line, 0)
        assert line.pictures[0] != line.pictures[1] == draw(line.roller.screen_of(1))


async def test_a_sentence_is_read_before_the_die_and_its_key_throws_nothing(tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS["page"]) as table:
        line = table.line
        line.session._show(line.table.notify("A thing."))
        await until(lambda: line.pictures[0] == draw(notice("A thing.")), next_turn)
        await keys(line, 0, "middle")
        assert table.die["state"] == "awaited"
        await until(lambda: line.pictures[0] == draw(line.roller.screen_of(0)), next_turn)
        await keys(line, 0, "middle")
        assert table.die["state"] == "tumbling"


async def test_a_roll_that_is_asked_for_takes_its_player_back_from_the_pages(tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS["page"]) as table:
        line = table.line
        await keys(line, 0, "left")
        line.session._to_the_die()
        await until(lambda: line.pictures[0] == draw(line.roller.screen_of(0)), next_turn)


async def test_nothing_is_drawn_over_the_fault_of_a_journal_and_the_refused_move_is_on_no_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise JournalError("The disk is gone.")

    async with with_ann(tmp_path) as (line, _, ann):
        before = line.table.state
        monkeypatch.setattr(line.session.journal, "append", broken)
        monkeypatch.setattr(line.session.journal, "open_game", broken)
        line.put(Answered(1, before.number + 1, {"move": "choose", "game": "passcode"}))
        fault = draw(JournalFaultScreen("The disk is gone.").screen)
        await ann.shows(fault)
        await until(lambda: line.pictures[1] == fault, next_turn)
        assert line.table.state == before, "the table holds what the journal holds"
        # The panel that Ann has left says that its seat is on a phone, and takes nothing back now.
        for gesture in ("middle", "right"):
            for down in (True, False):
                await line.press(0, gesture, down)
                for _ in range(200):
                    await next_turn()
        assert line.watch.on_phone == {0}
        assert (ann.picture, line.pictures[1]) == (fault, fault)


async def test_a_code_that_is_not_shown_any_more_admits_nobody(tmp_path: Path) -> None:
    async with reached(tmp_path, 3, (1, 2)) as (line, server):
        line.session.codes.open(0)
        await keys(line, 0, "right")
        ben = await joined(server, line, 1, "Ben")
        async with ben.connected():
            await until(lambda: line.table.state.player_names[1] == "Ben", next_turn)
            assert line.session.hardware.phones.transfers == {}
            line.session.codes.open(0)
            assert len(line.session.hardware.phones.transfers) == 1
            await keys(line, 0, "right", "right", "left")
            assert line.session.hardware.phones.transfers == {}


async def test_where_nobody_looks_nothing_is_drawn_and_who_comes_sees_what_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Screen] = []

    def noted(screen: Screen) -> Picture:
        drawn.append(screen)
        return draw(screen)

    async with reached(tmp_path, 2) as (line, server):
        monkeypatch.setattr("companion.seats.router.draw", noted)
        line.put(Answered(0, line.table.state.number + 1, {"move": "choose", "game": "passcode"}))
        await until(lambda: line.number == 1, line.news)  # the pages are told after the screens
        assert drawn == []
        ann = await joined(server, line, 1, "Ann")
        assert ann.picture == BLANK
        async with ann.connected():
            await until(lambda: line.table.state.player_names[1] == "Ann", next_turn)
            await ann.shows(lambda: draw(line.table.screen(1)))
        assert drawn
