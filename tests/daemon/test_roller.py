"""The die at a whole table: who is told to throw, what counts, what is refused, and what is kept."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.keys import Gesture
from companion.core.prompt import Draw
from companion.core.screen import Screen, Text, misfits, overlapping, wrap
from companion.core.seat import CHANCE
from companion.daemon.roller import Roller, Turn, turn
from companion.daemon.roller_words import HOW, MOVING, TUMBLING, hindrance
from companion.devices.ports import Die, DieKind, DieSink, Reading, Sight
from companion.devices.simulated.die import SimulatedDie
from companion.games.catalog import CATALOG
from companion.games.die import ATTITUDES, FACES
from companion.journal.journal import Journal
from companion.table.effects import AskChance, Moved, Opened
from companion.web.hub import Hub
from tests.devices.clock import HandLoop
from tests.room import configured, room

pytestmark = pytest.mark.anyio

TURN = Turn(1, 0, "Ada")
ASKED = AskChance(7, Draw("The die rolls", (), die=True))


class Stub:
    """A real die whose sights and readings a test makes. `asked`: how often a roll was wanted."""

    by_hand = True
    throws = False

    def __init__(self, kind: DieKind) -> None:
        self.kind = kind
        self.asked = 0

    def start(self, sink: DieSink) -> None:
        self.sink = sink

    def ask(self) -> None:
        self.asked += 1

    def throw(self) -> None:
        raise AssertionError("a real die is thrown by a hand")

    def close(self) -> None:
        pass


class Tray:
    """A roller with a die, by default one in the page, on a clock that stands still; seat 1 of 3 is to throw."""

    def __init__(self, kind: DieKind = "page", turn: Turn = TURN) -> None:
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
        self.die: Die = SimulatedDie(self.loop, lambda _limit: 0) if kind == "page" else Stub(kind)
        self.answers: list[Any] = []
        self.roller = Roller(self.die, self.hub, 3, self.take, is_in_page=kind == "page")
        self.die.start(self.take)
        self.roller.expect(ASKED, turn)
        self.roller.ask()

    def take(self, said: Reading | Sight) -> None:
        """As the table's one consumer does."""
        if isinstance(said, Sight):
            self.roller.saw(said)
        else:
            self.answers.append(self.roller.judged(said))

    def words(self, seat: int) -> str:
        screen = self.roller.screen(seat)
        return "" if screen is None else words(screen)

    def press(self, *gestures: Gesture) -> None:
        for gesture in gestures:
            assert self.roller.touched(1, gesture), gesture

    @property
    def asked(self) -> int:
        assert isinstance(self.die, Stub)
        return self.die.asked


def words(screen: Screen) -> str:
    assert misfits(screen) == ()
    assert overlapping(screen) == ()
    return " ".join(mark.text for mark in screen.marks if isinstance(mark, Text))


def test_the_roller_alone_reads_that_the_die_is_to_be_thrown() -> None:
    tray = Tray()
    assert tray.words(1).startswith("Throw the die.")
    assert tray.words(1).endswith("◀ throw ▶")
    assert (tray.words(0), tray.words(2)) == ("", "")
    assert (tray.dice[-1]["state"], tray.dice[-1]["roller"], tray.dice[-1]["throws"]) == ("awaited", 1, True)


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
    tray.roller.set(3, 4)
    assert tray.answers == [None]
    assert "opposite faces" in tray.words(1)
    assert tray.events == ["3 on top and 4 in front are opposite faces; throw again, or set it again."]
    assert (tray.dice[-1]["state"], tray.dice[-1]["said"]) == ("awaited", tray.events[0])
    tray.roller.touched(1, "middle")
    tray.roller.set(3, 1)  # no reading of a die in the air
    tray.loop.advance(5)
    assert tray.answers[1].lies == (1, 2)


def test_what_comes_unasked_is_shown_and_not_counted() -> None:
    tray = Tray()
    tray.roller.set(1, 2)
    tray.roller.set(6, 2)
    assert [answer is None for answer in tray.answers] == [False, True]
    assert tray.events == ["6 on top; in front 2, left 3, right 4. Nobody was to roll, so it does not count."]
    assert tray.dice[-1] | {"state": "still", "shown": {"top": 6, "front": 2}, "said": tray.events[0]} == tray.dice[-1]
    assert tray.dice[-1]["rolls"] == 2


def test_what_is_not_asked_any_more_is_put_away() -> None:
    tray = Tray()
    tray.roller.forget()
    assert tray.dice[-1]["state"] == "away"
    assert tray.words(1) == ""
    tray.die.throw()
    tray.loop.advance(5)
    assert tray.answers == [None]


# Real dice

REAL: tuple[DieKind, ...] = ("coded", "nest", "pod")


@pytest.mark.parametrize("kind", ["page", "button", *REAL])
def test_every_text_fits_the_screen_whole(kind: DieKind) -> None:
    for what in ("", "lying", "absent", "unreadable", "silent", "gone"):
        text = hindrance(kind, what) or HOW[kind]
        assert text
        assert len(wrap(text)) <= 6, text
    for text in (TUMBLING, MOVING):
        assert len(wrap(text)) <= 6


@pytest.mark.parametrize("kind", REAL)
def test_what_hinders_a_real_die_is_told_until_it_lies(kind: DieKind) -> None:
    tray = Tray(kind)
    assert tray.words(1).startswith("Throw the die")
    assert tray.words(1).endswith("◀ set ▶")
    said: list[str] = []
    for what in ("absent", "tumbling", "unreadable", "tumbling", "lying", "tumbling", "gone", "silent"):
        tray.take(Sight(what))  # type: ignore[arg-type]
        said.append(tray.words(1))
    assert [text.split()[0:3] for text in said] == [
        ["No", "die", "is" if kind == "coded" else "lies"],
        ["The", "die", "moves."],
        ["The", "die", "cannot" if kind == "coded" else "is"],
        ["The", "die", "moves."],
        ["The", "die", "lies"],
        ["The", "die", "moves."],
        ["The", "die's", "reader"],
        ["Throw", "the", "die"]
        if kind == "nest"
        else ["Throw", "the", "die."]
        if kind == "coded"
        else said[-1].split()[:3],
    ]
    tray.take(Reading(kind, 3, 2))
    assert tray.answers[-1].lies == (3, 2)
    assert tray.answers[-1].reading.source == kind
    assert (tray.dice[-1]["state"], tray.dice[-1]["rolls"]) == ("still", 1)
    assert not tray.dice[-1]["throws"]


@pytest.mark.parametrize("kind", REAL)
def test_a_real_die_that_nobody_was_to_throw_says_so_and_no_more(kind: DieKind) -> None:
    tray = Tray(kind)
    tray.roller.forget()
    before = len(tray.dice)
    for what in ("tumbling", "absent", "unreadable", "gone"):
        tray.take(Sight(what))  # type: ignore[arg-type]
    assert len(tray.dice) == before
    tray.take(Reading(kind, 3, 2))
    assert tray.answers == [None]
    assert tray.events == ["3 on top; in front 2, left 1, right 6. Nobody was to roll, so it does not count."]


def test_a_pod_that_says_what_no_die_shows_is_asked_again() -> None:
    tray = Tray("pod")
    tray.take(Reading("pod", 3, 3))
    tray.take(Reading("pod", 9, None))
    assert tray.answers == [None, None]
    assert "No die has 9 on top" in tray.words(1)
    assert tray.asked == 3


def test_a_front_that_nothing_can_see_is_asked_of_the_roller() -> None:
    tray = Tray("coded")
    tray.take(Reading("coded", 3, None))
    assert tray.answers == [None]
    assert tray.words(1) == "3 on top. Which number faces Ada? 1 2 5 6 ◀ OK ▶"
    tray.press("right", "right", "left", "middle")
    assert tray.answers[-1].lies == (3, 2)
    assert tray.answers[-1].reading == Reading("coded", 3, 2)
    assert tray.answers[-1].answer.move == {"move": "roll", "top": 3, "front": 2}


@pytest.mark.parametrize("top", FACES)
def test_only_fronts_that_can_be_are_offered(top: int) -> None:
    for place in range(4):
        tray = Tray("coded")
        tray.take(Reading("coded", top, None))
        tray.press(*["right"] * place, "middle")  # type: ignore[list-item]
        assert tray.answers[-1].lies == [one for one in ATTITUDES if one.top == top][place]


def test_the_first_player_is_asked_which_number_faces_her() -> None:
    tray = Tray("coded", Turn(1, 1, "Ben"))
    tray.take(Reading("coded", 4, None))
    assert tray.words(1).startswith("4 on top. Which number faces you?")


def test_a_die_that_moves_takes_back_what_was_read_of_it() -> None:
    tray = Tray("coded")
    tray.take(Reading("coded", 3, None))
    tray.take(Sight("tumbling"))
    assert tray.words(1).startswith("The die moves.")
    tray.press("middle")
    assert tray.answers == [None], "no key counts while it moves"
    tray.take(Sight("lying"))
    assert tray.words(1).startswith("3 on top.")
    tray.take(Sight("tumbling"))
    tray.take(Sight("absent"))
    assert tray.words(1).startswith("No die is there.")
    tray.take(Reading("coded", 5, None))
    assert tray.words(1).startswith("5 on top.")


def test_who_is_asked_for_a_front_can_look_at_the_game_first() -> None:
    tray = Tray("coded")
    tray.take(Reading("coded", 3, None))
    assert not tray.roller.touched(1, "back")
    assert tray.words(1) == ""
    tray.press("middle")
    assert tray.words(1).startswith("3 on top.")


def test_a_front_that_nobody_needs_is_not_asked_for() -> None:
    tray = Tray("coded")
    tray.roller.forget()
    tray.take(Reading("coded", 3, None))
    assert tray.words(1) == ""
    assert tray.events == ["3 on top. Nobody was to roll, so it does not count."]


@pytest.mark.parametrize("kind", REAL)
def test_a_real_die_can_be_set_by_keys_where_its_reader_fails(kind: DieKind) -> None:
    tray = Tray(kind)
    tray.take(Sight("gone"))
    tray.press("middle")
    assert tray.words(1) == "Which number is on top? 1 2 3 4 5 6 ◀ OK ▶"
    tray.press("left", "middle")
    assert tray.words(1).startswith("6 on top. Which number faces Ada? 2 3 4 5")
    tray.press("back")
    assert tray.words(1).startswith("Which number is on top?")
    tray.take(Sight("unreadable"))  # whatever the reader says meanwhile
    tray.press("middle", "right", "middle")
    assert tray.answers[-1].lies == (6, 3)
    assert tray.answers[-1].reading.source == "hand"


def test_setting_by_keys_can_be_left_and_a_reading_ends_it() -> None:
    tray = Tray("nest")
    tray.press("middle", "back")
    assert tray.words(1).startswith("Throw the die")
    tray.press("middle")
    tray.take(Reading("nest", 2, 1))
    assert tray.answers[-1].lies == (2, 1)
    assert tray.words(1) == ""


def test_a_roll_key_that_is_pressed_for_fun_tumbles_in_the_page() -> None:
    tray = Tray("button")
    tray.roller.forget()
    tray.take(Sight("tumbling", ATTITUDES[0]))
    assert tray.dice[-1]["state"] == "tumbling"
    tray.take(Reading("button", *ATTITUDES[0]))
    assert (tray.dice[-1]["state"], tray.dice[-1]["rolls"]) == ("still", 1)
    assert tray.answers == [None]


def test_where_the_game_does_not_say_whose_turn_it_is_anybody_throws() -> None:
    tray = Tray("nest", Turn())
    assert all(tray.words(seat).startswith("Throw the die") for seat in range(3))


@pytest.mark.parametrize(
    ("view", "names", "places", "expected"),
    [
        ({"turn_of": 1}, (), (), Turn(1, 0, "the first player")),
        ({"turn_of": 1}, ("Ann", "Bob"), (2, 5), Turn(5, 2, "Ann")),
        ({"turn_of": None}, ("Ann",), (2,), Turn(None, 2, "Ann")),
        ({}, (), (), Turn()),
    ],
)
def test_a_roll_belongs_to_places_at_the_table(
    view: dict[str, Any], names: tuple[str, ...], places: tuple[int, ...], expected: Turn
) -> None:
    assert turn(view, names, places) == expected


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
