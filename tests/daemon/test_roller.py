"""The die at a whole table: who is told to throw, what counts, what is refused, and what is kept."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.prompt import Draw
from companion.core.screen import Screen, Text, misfits
from companion.core.seat import CHANCE
from companion.daemon.roller import Roller
from companion.devices.simulated.die import SimulatedDie
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.table.effects import AskChance, Moved, Opened
from companion.web.hub import Hub
from tests.devices.clock import HandLoop
from tests.room import configured, room

pytestmark = pytest.mark.anyio

ASKED = AskChance(7, Draw("The die rolls", (), die=True))


class Tray:
    """A roller with a die in the page, on a clock that stands still; seat 1 of 3 is to throw."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.hub = Hub(3, ["Ada", "Ben", "Cleo"])
        self.events: list[str] = []
        self.dice: list[dict[str, Any]] = []
        self.hub.event = self.events.append  # type: ignore[method-assign, assignment]
        real = self.hub.die

        def noted(*state: Any) -> None:
            real(*state)
            assert self.hub._die is not None
            self.dice.append(json.loads(self.hub._die))

        self.hub.die = noted  # type: ignore[method-assign, assignment]
        self.die = SimulatedDie(self.loop, lambda _limit: 0)
        self.roller = Roller(self.die, self.hub, ["Ada", "Ben", "Cleo"])
        self.answers: list[Any] = []
        self.die.start(lambda reading: self.answers.append(self.roller.judged(reading)), self.roller.tumbling)
        self.roller.expect(ASKED, {"turn_of": 1})
        self.roller.ask()

    def words(self, seat: int) -> str:
        screen = self.roller.screen(seat)
        return "" if screen is None else words(screen)


def words(screen: Screen) -> str:
    assert misfits(screen) == ()
    return " ".join(mark.text for mark in screen.marks if isinstance(mark, Text))


def test_the_roller_alone_reads_that_the_die_is_to_be_thrown() -> None:
    tray = Tray()
    assert tray.words(1).startswith("Throw the die.")
    assert tray.words(1).endswith("◀ throw ▶")
    assert (tray.words(0), tray.words(2)) == ("", "")
    assert (tray.dice[-1]["state"], tray.dice[-1]["roller"]) == ("awaited", 1)


def test_the_own_key_throws_and_the_others_look() -> None:
    tray = Tray()
    assert not tray.roller.touched(1, "left")  # the table's: the board is looked at
    assert tray.words(1) == ""
    assert tray.roller.touched(1, "middle")
    assert tray.words(1).startswith("Throw the die.")
    assert not tray.roller.touched(0, "middle")
    assert tray.roller.touched(1, "middle")
    assert tray.words(1).startswith("The die tumbles")
    assert tray.dice[-1] | {"shown": {"top": 1, "front": 2}, "state": "tumbling", "rolls": 1} == tray.dice[-1]
    tray.loop.advance(5)
    (roll,) = tray.answers
    assert (roll.answer.actor, roll.answer.number) == (CHANCE, 7)
    assert roll.answer.move == {"move": "roll", "top": 1, "front": 2}
    assert tray.words(1) == ""
    assert (tray.dice[-1]["state"], tray.dice[-1]["said"]) == ("still", "1 on top; in front 2, left 4, right 3.")


@pytest.mark.rule("P1")
def test_a_bad_reading_is_refused_on_the_rollers_screen_and_asked_for_again() -> None:
    tray = Tray()
    tray.die.set(3, 4)
    assert tray.answers == [None]
    assert "opposite faces" in tray.words(1)
    assert tray.events == ["3 on top and 4 in front are opposite faces; throw again, or set it again."]
    assert (tray.dice[-1]["state"], tray.dice[-1]["said"]) == ("awaited", tray.events[0])
    tray.roller.touched(1, "middle")
    tray.loop.advance(5)
    assert tray.answers[1].lies == (1, 2)


def test_what_comes_unasked_is_told_and_not_counted() -> None:
    tray = Tray()
    tray.die.set(1, 2)
    tray.die.set(6, 2)
    assert [answer is None for answer in tray.answers] == [False, True]
    assert tray.events == ["6 on top; in front 2, left 3, right 4. Nobody was to roll, so it does not count."]


def test_what_is_not_asked_any_more_is_put_away() -> None:
    tray = Tray()
    tray.roller.forget()
    assert tray.dice[-1]["state"] == "away"
    assert tray.words(1) == ""
    tray.die.throw()
    tray.loop.advance(5)
    assert tray.answers == [None]


@pytest.mark.parametrize("source", ["machine", "page"])
async def test_a_roll_is_kept_and_makes_the_move(source: str, tmp_path: Path) -> None:
    """Passcode with the youngest at seat 0: its first move is a roll for the first number of the codes."""
    path = tmp_path / "journal.sqlite3"
    started(path)
    configuration = replace(configured(tmp_path), die=source)
    async with room(configuration, pick=lambda _limit: 0) as line:
        while line.number is None:
            await line.news()
        if source == "page":
            line.hub.on_lies(0, 7)
            line.hub.on_lies(3, 2)
        while line.number != 2:
            await line.news()
        assert line.view["die"] == ({"top": 1, "front": 2} if source == "machine" else {"top": 3, "front": 2})
    journal = Journal.open(path, str)
    try:
        kept = [(roll.source, roll.top, roll.front) for roll in journal.rolls()]
    finally:
        journal.close()
    assert kept == ([("machine", 1, 2)] if source == "machine" else [("hand", 3, 2)])


def started(path: Path) -> None:
    """A journal in which a game of Passcode stands before the answer to its first roll."""
    game = next(game for game in CATALOG if game.name == "passcode")
    journal = Journal.open(path, str)
    try:
        journal.append(Opened(game.name, game.rules, {"levels": [3]}, ("Seat 1", "Seat 2")))
        journal.append(Moved(1, 0, {"move": "roll"}))
    finally:
        journal.close()
