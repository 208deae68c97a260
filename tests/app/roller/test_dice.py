"""Every kind of die at a whole table: a valid throw reaches the game through the pins, an invalid one does not."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.die import Orientation
from companion.core.keys import Key
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.coded import CodedDie
from companion.devices.dice.die import DieWiring
from companion.devices.dice.machine import MachineDie
from companion.devices.dice.marking import encode_orientation
from companion.devices.dice.nest import NestDie
from companion.devices.dice.page import PageDie
from companion.devices.dice.serial import SerialDie
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.table.effects import MachineSeat, Moved, Opened
from tests.room import Room, configured, room
from tests.until import next_turn, until

pytestmark = pytest.mark.anyio

PINS = (8, 7, 26, 19, 16, 20)
CODED = CodedDie(bits=(8, 7, 26), strobe=19)
NEST = NestDie(ring=(8, 7, 26, 19), centre=16, parity=20)
KINDS: dict[str, DieWiring] = {
    "page": PageDie(),
    "nest": NEST,
    "machine": MachineDie(),
    "button": ButtonDie(8, (7, 26, 19, 16)),
    "coded": CODED,
    "turned": CodedDie(bits=(8, 7, 26), strobe=19, turn=(16, 20)),
    "pod": SerialDie("SIMDIE"),
}
quick_and_slow = pytest.mark.parametrize(
    "name", [name if name in ("page", "nest") else pytest.param(name, marks=pytest.mark.slow) for name in KINDS]
)
"""A real die takes its time to come to rest, so most kinds are thrown in `make test-all` alone."""


class Thrown:
    """A table at which seat 0 of two is to roll for the first number of a game of Passcode."""

    def __init__(self, line: Room) -> None:
        self.line = line

    async def asked(self) -> None:
        await until(lambda: self.line.number is not None and self.line.roller.seats == (0,), self.line.news)

    async def throw(self) -> None:
        """Throw in the page until the daemon accepts it: the screen asks a moment before the die does."""

        async def again() -> None:
            self.line.pages.throw_die()
            await next_turn()

        await until(lambda: self.die["state"] != "awaited", again)

    async def says(self, text: str) -> None:
        """Wait until the page says of the die what the roller reads."""
        await until(lambda: text in self.die["said"], self.line.news)

    async def rolled(self, lies: Orientation) -> None:
        await until(lambda: self.line.number == 2, self.line.news)
        assert self.line.view["die"] == {"top": lies.top, "front": lies.front}

    @property
    def die(self) -> dict[str, Any]:
        """The last state of the die that the pages were told."""
        told: list[dict[str, Any]] = [json.loads(message) for message in self.line.hub._current_messages()]
        return next(message for message in told if message["type"] == "die")

    def drive(self, *levels: bool) -> None:
        for number, high in zip(PINS, levels, strict=False):
            pin = self.line.session.hardware.devices.pin_factory.pin(number)
            (pin.drive_high if high else pin.drive_low)()

    def lay(self, lies: Orientation, wrong: int | None = None) -> None:
        """A cube in a nest, which may have one wrong sensor."""
        self.drive(*(white == (sensor == wrong) for sensor, white in enumerate(encode_orientation(lies))))

    def tap(self, seat: int = 0, key: Key = "middle") -> None:
        for down in (True, False):
            self.line.pages.press_key(seat, key, down)


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


def kept(folder: Path) -> list[tuple[str, int, int]]:
    """The log of rolls."""
    journal = Journal.open(folder / "journal.sqlite3", str)
    try:
        return [(roll.source, roll.top, roll.front) for roll in journal.rolls()]
    finally:
        journal.close()


@asynccontextmanager
async def rolling(folder: Path, die: DieWiring, *machines: MachineSeat) -> AsyncIterator[Thrown]:
    """A table with this die, at the first roll of a game of Passcode. All random numbers are 14: 4 on top, 5 in front."""
    started(folder / "journal.sqlite3", *machines)
    async with room(replace(configured(folder), die=die), randbelow=lambda _limit: 14) as line:
        table = Thrown(line)
        if die != MachineDie() and not machines:
            await table.asked()
        yield table


@quick_and_slow
async def test_a_throw_reaches_the_game_and_is_kept(name: str, tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS[name]) as table:
        if name == "pod":
            await table.says("No die lies there")
        if name != "machine":
            await table.throw()
        if name == "coded":
            await table.says("4 on top.")
            for _ in range(2):
                table.tap(key="right")
            table.tap()
        await table.rolled(Orientation(4, 5))
    assert kept(tmp_path) == [("coded" if name == "turned" else name, 4, 5)]


@pytest.mark.parametrize("name", ["page", pytest.param("button", marks=pytest.mark.slow)])
async def test_the_machines_roll_needs_no_person(name: str, tmp_path: Path) -> None:
    async with rolling(tmp_path, KINDS[name], MachineSeat(0, "best", "seed")) as table:
        await table.rolled(Orientation(4, 5))
    assert kept(tmp_path) == [(name, 4, 5)]


async def test_what_the_page_says_of_a_real_die_is_judged(tmp_path: Path) -> None:
    async with rolling(tmp_path, PageDie()) as table:
        table.line.pages.set_die(0, 7)
        await table.says("No die has 0 on top")
        table.line.pages.set_die(3, 2)
        await table.rolled(Orientation(3, 2))
    assert kept(tmp_path) == [("hand", 3, 2)]


@pytest.mark.slow
async def test_a_module_that_bounces_and_cannot_read_makes_one_roll(tmp_path: Path) -> None:
    async with rolling(tmp_path, CODED) as table:
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
        await until(lambda: table.die["state"] == "awaited" and not table.die["said"], table.line.news)
        table.drive(True, False, False, True)
        await table.says("1 on top.")
        table.tap()
        await table.rolled(Orientation(1, 2))
    assert kept(tmp_path) == [("coded", 1, 2)]


@pytest.mark.slow
async def test_a_nest_rolls_with_all_its_sensors_right_and_again_once_the_die_was_lifted(tmp_path: Path) -> None:
    async with rolling(tmp_path, NEST) as table:
        line = table.line
        table.lay(Orientation(5, 1), wrong=2)
        await table.says("cocked or askew")
        assert line.number == 1
        table.drive(*(True,) * 6)
        await table.says("No die lies in the nest")
        table.lay(Orientation(5, 1))
        await table.rolled(Orientation(5, 1))
        # The next roll is asked of seat 1, and the die still lies there.
        table.tap(1)
        await until(lambda: line.roller.seats == (1,), line.news)
        number = line.number
        table.drive(*(True,) * 6)
        await table.says("No die lies in the nest")
        assert line.number == number
        table.lay(Orientation(5, 1))
        await until(lambda: line.number != number, line.news)
    assert kept(tmp_path) == [("nest", 5, 1)] * 2
