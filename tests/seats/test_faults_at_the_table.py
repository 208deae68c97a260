"""Panels unplugged and plugged in again in the middle of every game, through the whole daemon: the game waits, everybody reads
why, and it goes on with the same pictures as a table to which nothing happened."""

import random
from pathlib import Path

import pytest

from companion.config.configuration import Configuration
from companion.core.game import AnyGame
from companion.core.keys import Key
from companion.core.picture import BLANK
from companion.core.prompt import sample
from companion.core.seat import Place
from companion.devices.wiring import I2CPanel, SeatWiring
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.seats.device_faults import FaultReport, FaultTimings
from companion.seats.pause import Pause
from companion.table.effects import Opened
from companion.ui.raster import draw
from tests.laws.play import one_round
from tests.mirror import NAMES, Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.series import CODE_A, SERIES, START, WRONG, code, guess
from tests.until import until

pytestmark = pytest.mark.anyio

AT_ONCE = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)
SEED = 7


def plug(line: Room, seat: Place, *, into: bool) -> None:
    wired = line.configuration.wiring.seats[seat]
    assert isinstance(wired, SeatWiring)
    assert isinstance(wired.panel, I2CPanel)
    cable = line.session.hardware.devices.i2c_buses[seat]
    (cable.plug if into else cable.unplug)(wired.panel.address)


def paused(line: Room) -> Pause:
    pause = line.watch.pause
    assert pause is not None, "the game waits"
    return pause


async def unplug(line: Room, seat: Place) -> None:
    """Pull a panel's plug, let it be noticed, and see every other screen say so."""
    plug(line, seat, into=False)
    line.session.router.check()
    await until(lambda: line.watch.pause is not None, line.news)
    await waits(line)
    assert line.pictures[seat] == BLANK


async def waits(line: Room) -> None:
    """Every screen that works shows the pause, pixel by pixel, and the page its sentence."""

    def said() -> bool:
        pause = line.watch.pause
        return pause is not None and all(
            picture == draw(pause.screen(seat)) for seat, picture in enumerate(line.pictures) if seat not in pause.blind
        )

    await until(said, line.news)
    await until(lambda: line.fault is not None and paused(line).text in line.fault, line.news)


async def press(line: Room, seat: Place, key: Key) -> None:
    """A key of the pause, and what it does to the own screen."""
    before = line.watch.pause
    await line.press(seat, key, True)
    await line.press(seat, key, False)
    await until(lambda: line.watch.pause != before, line.news)


def begun(folder: Path, game: AnyGame) -> tuple[Configuration, Mirror]:
    """A table at which the game has begun, and its mirror."""
    configuration = configured(folder)
    opened = Opened(game.name, game.rules, {}, NAMES)
    journal = Journal.open(configuration.journal, str)
    journal.append(opened)
    journal.close()
    mirror = Mirror(pick=random.Random(SEED).randrange)
    mirror._carry_out(mirror.table.resume(opened, []))
    return configuration, mirror


@pytest.mark.parametrize("game", one_round(CATALOG), ids=lambda game: game.name)
async def test_in_every_game_a_panel_may_be_pulled_at_any_moment(game: AnyGame, tmp_path: Path) -> None:
    """Before, in the middle of and at the end of entering a move, the acting seat's panel and another's."""
    configuration, mirror = begun(tmp_path, game)
    choice = random.Random(3).randrange
    async with room(configuration, randbelow=random.Random(SEED).randrange, timings=AT_ONCE) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        for turn in range(6):
            standing = mirror.table.state
            if not (acting := mirror.table.game.to_act(standing.game_state)):
                break
            seat = standing.opened.places[acting[0]]
            prompt = mirror.table.prompt(seat)
            assert prompt is not None
            gestures = mirror.spelled(seat, sample(prompt, choice))
            moment = (0, len(gestures) // 2, len(gestures) - 1)[turn % 3]
            victim = seat if turn % 2 else 1 - seat
            for number, gesture in enumerate(gestures):
                if number == moment:
                    entered, moves = mirror.pictures, mirror.number
                    await unplug(line, victim)
                    await press(line, 1 - victim, "left")
                    await waits(line)
                    plug(line, victim, into=True)
                    await pilot.agree()
                    assert (line.pictures, line.number) == (entered, moves)
                    await until(lambda: line.fault is None, line.news)
                await pilot.do(seat, gesture)
        assert mirror.number > 2


async def test_no_screen_says_anything_of_a_secret_while_the_game_waits(tmp_path: Path) -> None:
    """What all the screens show from the fault to the return is the same for two different half-entered codes."""
    seen = []
    for number, pegs in enumerate((CODE_A, CODE_A[::-1])):
        (tmp_path / str(number)).mkdir()
        async with room(configured(tmp_path / str(number)), timings=AT_ONCE) as line:
            pilot = Pilot(line, Mirror())
            await pilot.play(*START)
            for gesture in pilot.mirror.spelled(*code(0, *pegs))[:-1]:
                await pilot.do(0, gesture)
            await unplug(line, 1)
            shown = [line.pictures]
            await press(line, 0, "left")
            await waits(line)
            shown.append(line.pictures)
            seen.append(shown)
            plug(line, 1, into=True)
            await pilot.agree()
    assert seen[0] == seen[1]


async def test_no_move_is_made_while_the_game_waits(tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        *before, last = pilot.mirror.spelled(*code(0, *CODE_A))
        for gesture in before:
            await pilot.do(0, gesture)
        await unplug(line, 1)
        await press(line, 0, "middle")  # it would have confirmed the code
        await waits(line)
        assert line.number == pilot.mirror.number
        await press(line, 0, "left")
        plug(line, 1, into=True)
        await pilot.agree()
        await pilot.do(0, last)
        assert line.number == 1


async def test_several_panels_at_once(tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        await unplug(line, 0)
        await unplug_too(line, 1)
        assert line.fault is not None
        assert line.fault.startswith(
            "No screen of this table answers. seat 1: screen not answering (I2C bus 1, multiplexer 0x70 channel 0, "
        )
        assert "seat 2: screen not answering (I2C bus 1, multiplexer 0x70 channel 1, address 0x3C)" in line.fault
        plug(line, 0, into=True)
        await until(lambda: {fault.seat for fault in paused(line).faults} == {1}, line.news)
        await waits(line)
        plug(line, 1, into=True)
        await pilot.agree()


async def unplug_too(line: Room, seat: Place) -> None:
    plug(line, seat, into=False)
    line.session.router.check()
    await until(lambda: seat in paused(line).blind, line.news)


async def test_a_place_that_looks_on_and_the_lobby_only_tell(tmp_path: Path) -> None:
    names = tuple(f"Player {seat + 1}" for seat in range(3))
    async with room(configured(tmp_path, seats=3), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror(names))
        await pilot.agree()
        plug(line, 2, into=False)
        line.session.router.check()
        await until(lambda: line.fault is not None, line.news)
        assert line.watch.pause is None
        assert line.fault is not None
        assert line.fault.startswith(
            "seat 3: screen not answering (I2C bus 1, multiplexer 0x70 channel 2, address 0x3C)"
        )
        for seat, move in ((0, {"move": "join"}), (1, {"move": "join"}), START, code(0, *CODE_A), guess(1, *WRONG)):
            for gesture in pilot.mirror.spelled(seat, move):
                pilot.mirror.do(seat, gesture)
                await pilot.press(seat, gesture)
                await until(lambda: line.pictures[:2] == pilot.mirror.pictures[:2], line.news)
        assert line.watch.pause is None
        plug(line, 2, into=True)
        await pilot.agree()


async def test_what_luck_answers_while_the_game_waits_comes_after_it(tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    pick = random.Random(5).randrange
    async with room(configuration, randbelow=pick, timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror(pick=random.Random(5).randrange))
        await pilot.play(0, {"move": "set", "option": "codemaker", "value": "table"})
        *before, last = pilot.mirror.spelled(*START)
        for gesture in before:
            await pilot.do(0, gesture)
        # The game begins with a seat that cannot see, and luck is asked in the same turn.
        plug(line, 1, into=False)
        line.session.router.check()
        await until(lambda: line.fault is not None, line.news)
        await pilot.press(0, last)
        await until(lambda: line.view.get("game") == "mastermind", line.news)
        assert line.number == 0, "the code is not drawn yet"
        plug(line, 1, into=True)
        pilot.mirror.do(0, last)
        await pilot.agree()
        assert line.number == 1


async def test_playing_on_holds_until_the_seat_is_asked_again(tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        await unplug(line, 1)
        await press(line, 0, "middle")
        await line.press(0, "right", True)
        await line.press(0, "right", False)
        await until(lambda: line.watch.pause is None, line.news)
        said = "Seat 1 lets the game go on without what is missing at seat 2."
        await until(lambda: line.event == said, line.news)
        pilot.mirror.table.notify(said, [1])
        for gesture in pilot.mirror.spelled(*code(0, *CODE_A)):
            pilot.mirror.do(0, gesture)
            await pilot.press(0, gesture)
        await until(lambda: line.watch.pause is not None, line.news)
        assert line.number == 1
        await waits(line)
        plug(line, 1, into=True)
        await pilot.agree()


async def test_a_stuck_key_stops_the_game_until_it_comes_up(tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        line.put(FaultReport(1, "keys", "seat 2: the key ● is stuck down (GPIO24, pin 18)."))
        await until(lambda: line.watch.pause is not None, line.news)
        await waits(line)
        assert line.pictures[1] != BLANK, "its screen works, and says so, too"
        line.put(FaultReport(1, "keys", None))
        await pilot.agree()


async def test_a_lifted_screen_is_lowered_though_the_game_waits(tmp_path: Path) -> None:
    async with room(configured(tmp_path, secrecy="lift"), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror(secrecy="lift"))
        for seat, move in SERIES[:3]:
            await pilot.play(seat, move)
        covered = line.pictures
        await pilot.do(0, "lift")
        await unplug(line, 1)
        await pilot.press(0, "lower")
        pilot.mirror.do(0, "lower")
        await press(line, 0, "middle")
        await press(line, 0, "left")
        plug(line, 1, into=True)
        await pilot.agree()
        assert line.pictures == covered


async def test_a_key_held_when_the_game_goes_on_enters_nothing(tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        for gesture in pilot.mirror.spelled(*code(0, *CODE_A))[:-1]:
            await pilot.do(0, gesture)
        await unplug(line, 1)
        await line.press(0, "middle", True)
        plug(line, 1, into=True)
        await pilot.agree()
        await line.press(0, "middle", False)
        await pilot.do(1, "left")
        assert line.number == 0


async def test_a_flickering_cable_changes_the_screens_once(tmp_path: Path) -> None:
    calm = FaultTimings(grace=0, recovery=3600, phone_grace=0, phone_return=0, reading=0)
    async with room(configured(tmp_path), timings=calm) as line:
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        await unplug(line, 1)
        before = line.pictures[0]
        for _ in range(20):
            line.put(FaultReport(1, "screen", None))
            line.put(FaultReport(1, "screen", paused(line).faults[0].sentence))
        await press(line, 0, "middle")
        await press(line, 0, "left")
        await waits(line)
        assert line.pictures[0] == before
        assert line.number == pilot.mirror.number
