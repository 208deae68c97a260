"""Every kind of die at a whole table: a valid throw reaches the game through the pins, an invalid one does not."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.devices.wiring_records import ButtonDie, CodedDie, DieWiring, NestDie, SerialDie
from companion.dice.attitude import Attitude
from companion.dice.nest_code import encode_attitude
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.table.effects import MachineSeat, Moved, Opened
from tests.room import Room, configured, room
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]  # a die takes its time to come to rest

"""Seconds; only a failing test waits so long."""
PINS = (8, 7, 26, 19, 16, 20)
CODED = CodedDie(bits=(8, 7, 26), strobe=19)
NEST = NestDie(ring=(8, 7, 26, 19), centre=16, parity=20)
KINDS: dict[str, DieWiring] = {
    "machine": "machine",
    "page": "page",
    "button": ButtonDie(8, (7, 26, 19, 16)),
    "coded": CODED,
    "turned": CodedDie(bits=(8, 7, 26), strobe=19, turn=(16, 20)),
    "nest": NEST,
    "pod": SerialDie("SIMDIE"),
}


class Thrown:
    """A table at which seat 0 of two is to roll for the first number of a game of Passcode."""

    def __init__(self, line: Room) -> None:
        self.line = line

    async def asked(self) -> None:
        await until(
            lambda: self.line.number is not None and self.line.daemon.hardware.roller.seats == (0,), self.line.news
        )

    async def throw(self) -> None:
        """Throw in the page until the daemon accepts it: the screen asks a moment before the die does."""

        async def again() -> None:
            self.line.pages.throw_die()
            await next_turn()

        await until(lambda: self.die["state"] != "awaited", again)

    async def says(self, text: str) -> None:
        """Wait until the page says of the die what the roller reads."""
        await until(lambda: text in self.die["said"], self.line.news)

    async def rolled(self, lies: Attitude) -> None:
        await until(lambda: self.line.number == 2, self.line.news)
        assert self.line.view["die"] == {"top": lies.top, "front": lies.front}

    @property
    def die(self) -> dict[str, Any]:
        """The last state of the die that the page received."""
        assert self.line.hub._die is not None
        told: dict[str, Any] = json.loads(self.line.hub._die)
        return told

    def drive(self, *levels: bool) -> None:
        for number, high in zip(PINS, levels, strict=False):
            pin = self.line.daemon.devices.pin_factory.pin(number)
            (pin.drive_high if high else pin.drive_low)()

    def lay(self, lies: Attitude, wrong: int | None = None) -> None:
        """A cube in a nest, which may have one wrong sensor."""
        self.drive(*(white == (sensor == wrong) for sensor, white in enumerate(encode_attitude(lies))))

    def tap(self, seat: int = 0) -> None:
        for down in (True, False):
            self.line.pages.press_key(seat, "middle", down)


def started(path: Path, *machines: MachineSeat) -> None:
    """A journal in which a game of Passcode stands before the answer to its first roll. `machines`: the seats of the machine."""
    game = next(game for game in CATALOG if game.name == "passcode")
    journal = Journal.open(path, str)
    try:
        options = {"levels": [3], "turning": False}
        journal.append(Opened(game.name, game.rules, options, ("Player 2", "Player 3"), machines=machines))
        journal.append(Moved(1, 0, {"move": "roll"}))
    finally:
        journal.close()


def kept(path: Path) -> list[tuple[str, int, int]]:
    """The log of rolls."""
    journal = Journal.open(path, str)
    try:
        return [(roll.source, roll.top, roll.front) for roll in journal.rolls()]
    finally:
        journal.close()


@pytest.mark.parametrize("name", KINDS)
async def test_a_throw_reaches_the_game_and_is_kept(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    lies = Attitude(4, 5)
    async with room(replace(configured(tmp_path), die=KINDS[name]), randbelow=lambda _limit: 14) as line:
        table = Thrown(line)
        if name != "machine":
            await table.asked()
        if name == "pod":
            await table.says("No die lies there")
        if name != "machine":
            await table.throw()
        if name == "coded":
            await table.says("4 on top.")
            for _ in range(2):
                line.pages.press_key(0, "right", True)
                line.pages.press_key(0, "right", False)
            table.tap()
        await table.rolled(lies)
    assert kept(path) == [("coded" if name == "turned" else name, 4, 5)]


@pytest.mark.parametrize("name", ["page", "button"])
async def test_the_machines_roll_needs_no_person(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path, MachineSeat(0, "best", "seed"))
    async with room(replace(configured(tmp_path), die=KINDS[name]), randbelow=lambda _limit: 14) as line:
        await Thrown(line).rolled(Attitude(4, 5))
    assert kept(path) == [(name, 4, 5)]


async def test_what_the_page_says_of_a_real_die_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    async with room(replace(configured(tmp_path), die="page")) as line:
        table = Thrown(line)
        await table.asked()
        line.pages.set_die(0, 7)
        await table.says("No die has 0 on top")
        line.pages.set_die(3, 2)
        await table.rolled(Attitude(3, 2))
    assert kept(path) == [("hand", 3, 2)]


async def test_a_module_that_bounces_and_cannot_read_makes_one_roll(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    async with room(replace(configured(tmp_path), die=CODED)) as line:
        table = Thrown(line)
        await table.asked()
        table.drive(True, True, True, True)
        await table.says("cannot be read")
        table.drive(False, False, False, True)
        await table.says("No die is there")
        for _ in range(50):  # a strobe that bounces over bits that change
            table.drive(True, False, True, True)
            table.drive(False, True, True, False)
        table.drive(False, True, True, True)
        await table.says("6 on top.")
        table.drive(False, True, True, False)  # lifted before anybody said the front
        await until(lambda: table.die["state"] == "awaited" and not table.die["said"], line.news)
        table.drive(True, False, False, True)
        await table.says("1 on top.")
        table.tap()
        await table.rolled(Attitude(1, 2))
    assert kept(path) == [("coded", 1, 2)]


@pytest.mark.parametrize("sensor", range(6))
async def test_a_nest_with_one_wrong_sensor_is_told_and_does_not_roll(sensor: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    async with room(replace(configured(tmp_path), die=NEST)) as line:
        table = Thrown(line)
        await table.asked()
        table.lay(Attitude(5, 1), wrong=sensor)
        await table.says("cocked or askew")
        assert line.number == 1
        table.drive(*(True,) * 6)
        await table.says("No die lies in the nest")
        table.lay(Attitude(5, 1))
        await table.rolled(Attitude(5, 1))
    assert kept(path) == [("nest", 5, 1)]


async def test_a_die_that_still_lies_there_is_no_roll_until_it_was_lifted(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    async with room(replace(configured(tmp_path), die=NEST)) as line:
        table = Thrown(line)
        await table.asked()
        table.lay(Attitude(5, 1))
        await table.rolled(Attitude(5, 1))
        # The next roll is asked of seat 1, and the die still lies there.
        table.tap(1)
        await until(lambda: line.daemon.hardware.roller.seats == (1,), line.news)
        number = line.number
        table.drive(*(True,) * 6)
        await table.says("No die lies in the nest")
        assert line.number == number
        table.lay(Attitude(5, 1))
        await until(lambda: line.number != number, line.news)
    assert kept(path) == [("nest", 5, 1)] * 2


async def test_a_roller_can_set_by_keys_what_its_reader_cannot_see(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    started(path)
    async with room(replace(configured(tmp_path), die=NEST)) as line:
        table = Thrown(line)
        await table.asked()
        for _ in range(3):
            table.tap()
        await table.rolled(Attitude(1, 2))
    assert kept(path) == [("hand", 1, 2)]
