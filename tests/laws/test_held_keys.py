"""A key that is held, by a finger or since it is stuck, does what its press did, scrolls on in that list, and does nothing else.

Held at random states of each game, through the hands of the table's own keys, of a phone and of a pod.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import AnyGame
from companion.core.keys import REPEATS, Contact, Gesture, KeyEdge, KeyEvent
from companion.core.prompt import sample
from companion.core.seat import CHANCE, Place, Seat
from companion.devices.pods.seat import _CONTACTS
from companion.games.catalog import CATALOG
from companion.seats.gestures import HOLD, REPEAT_AFTER, STUCK, GestureTimers, KeyStuck
from companion.table.effects import Answered, Append, AskChance, Effect, Gestured, JournalEntry, Opened
from companion.table.table import LOBBY, Table, TableState
from companion.ui.screens import Secrecy
from companion.web.hub import PhoneSeats, SeatFeeds
from tests.devices.clock import HandLoop
from tests.firmware.joint import Joint
from tests.laws.play import CASES, Case, moments
from tests.web.clients import Requests

LONG = STUCK + 5
TAP = 0.05
"""Seconds for which a key is held, and tapped."""
GESTURES: tuple[Gesture, ...] = ("left", "middle", "right", "back")
Stream = tuple[tuple[float, KeyEvent], ...]
"""What is heard of a key, and how many seconds after it was pressed."""


class Hand:
    """One seat's keys at a table whose clock the test turns; a second after the first key all others begin to play on.

    `entries`: what its gestures have written into the journal, with what luck made of it; `made`: its gestures.
    """

    def __init__(self, table: Table, seat: Seat, luck: int) -> None:
        self.table = table
        self.seat = seat
        self.entries: list[JournalEntry] = []
        self.made: Counter[str] = Counter()
        self._pick = random.Random(luck).randrange
        self._loop = HandLoop()
        self._began = self._loop.now
        lifting = table.setup.secrecy == "lift"
        self._touch = GestureTimers(6, self._loop, self._take, lifting=lifting, hold=HOLD, repeat=REPEAT_AFTER)

    def feel(self, stream: Stream, until: float) -> None:
        """What was heard of a key, in its times; then time goes on."""
        for after, event in stream:
            self._wait(self._began + after)
            self._touch.take(structs.replace(event, seat=self.seat, at=self._loop.now))
        self._wait(self._began + until)

    def _wait(self, until: float) -> None:
        while self._loop.now + 1 < until:
            self._loop.advance(1)
            self._others_play()
        self._loop.advance(until - self._loop.now)

    def _others_play(self) -> None:
        """One of the others makes a move; who holds the key is asked something new by it, sooner or later."""
        standing, entries = self.table.state, self.entries
        acting = [seat for seat in players(self.table) if seat != self.seat]
        # In the lobby after a game they leave it to each other what is played next.
        if (
            acting
            and self.table.front(Place(self.seat)) not in ("proposal", "doubt", "choice")
            and self.table.game.name != LOBBY
        ):
            seat = acting[self._pick(len(acting))]
            prompt = self.table.prompt(Place(seat))
            assert prompt is not None
            self.entries = []
            self.take(self.table.handle(Answered(seat, standing.number + 1, sample(prompt, self._pick))))
            self.entries = entries

    def take(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(entry):
                    self.entries.append(entry)
                case AskChance(number, prompt):
                    self.take(self.table.handle(Answered(CHANCE, number, sample(prompt, self._pick))))
                case _:
                    pass

    def _take(self, given: Gestured | KeyStuck) -> None:
        if not isinstance(given, Gestured):
            return
        gesture = given.gesture
        repeats, made = gesture in REPEATS, len(self.entries)
        before = self._sight() if repeats else None
        self.take(self.table.handle(given))
        self.made[gesture] += 1
        if repeats:
            assert self._sight() == before, "a repeat changes no question and no page"
            assert len(self.entries) == made, "a repeat makes no move"

    def _sight(self) -> Any:
        """What is in sight, but for which entry of a list: the question, how far it is answered, and the page."""
        standing = self.table.state
        own = standing.places[self.seat]
        choice = None if own.choice is None else own.choice.dialog
        dialogs = [dialog for dialog in (own.dialog, own.agreement, choice) if dialog is not None]
        return own.notices, [(one.draft and (one.draft.prompt, one.draft.chosen), one.page) for one in dialogs]


def players(table: Table) -> list[Seat]:
    """Who is to act but luck."""
    return [actor for actor in table.game.to_act(table.state.game_state) if actor != CHANCE]


def own_keys(key: Contact, seconds: float) -> Stream:
    """Of a key on the Pi's pins."""
    return ((0.0, KeyEdge(0, key, True, 0.0)), (seconds, KeyEdge(0, key, False, seconds)))


def phones_keys(key: Contact, seconds: float) -> Stream:
    """Of a button on a phone's page."""
    if key == "back":
        return own_keys(key, seconds)  # a phone has three
    heard, now = list[tuple[float, KeyEvent]](), 0.0

    class Phone(Requests):
        def press_phone_key(self, seat: Place, key: Contact, down: bool) -> None:
            heard.append((now, KeyEdge(seat, key, down, now)))

    keys = PhoneSeats(SeatFeeds()).keys(0, Phone())
    keys.move(0, key, True)
    now = seconds
    keys.move(0, key, False)
    return tuple(heard)


@cache
def pods_keys(key: Contact, seconds: float) -> Stream:
    """Of a key at a pod, which runs the real firmware."""
    joint = Joint()
    joint.run_until(lambda: joint.side.fine)
    began = joint.now
    number = next(number for number, contact in _CONTACTS.items() if contact == key)
    joint.hal.pressed.add(number)
    joint.run(seconds)
    joint.hal.pressed.discard(number)
    joint.run(0.1)
    return tuple((max(event.at - began, 0.0), event) for event in joint.keys)


SOURCES: tuple[Callable[[Contact, float], Stream], ...] = (own_keys, phones_keys, pods_keys)


def states(game: AnyGame, count: int) -> list[tuple[Case, Secrecy, Seat, TableState]]:
    """Random states of a game with a seat at each; most are to act, and some have begun to enter something."""
    cases: list[Case] = [param.values[0] for param in CASES if param.values[0].game is game]
    found = list[tuple[Case, Secrecy, Seat, TableState]]()
    pick = random.Random(f"{game.name}, held").randrange
    for case in itertools.cycle(cases):
        opened = Opened(game.name, game.rules, case.given, case.names)
        for number, moment in enumerate(moments(case, seed=pick(1000), count=-(-count // len(cases)))):
            if len(found) == count:
                return found
            secrecy: Secrecy = ("open", "lift")[number % 2]
            table = Table(CATALOG, case.names, secrecy)
            hand = Hand(table, 0, luck=number)
            hand.take(table.resume(opened, moment.steps))
            acting = players(table)
            seat = acting[pick(len(acting))] if acting and pick(4) else pick(case.seats)
            for _ in range(pick(6)):
                hand.take(table.handle(Gestured(seat, GESTURES[pick(12) % 3 if pick(6) else 3])))
            found.append((case, secrecy, seat, table.state))
    raise AssertionError("there is always another game to be played")


def held(case: Case, secrecy: Secrecy, seat: Seat, standing: TableState, stream: Stream, until: float) -> Hand:
    table = Table(CATALOG, case.names, secrecy)
    table.state = standing
    hand = Hand(table, seat, luck=5)
    hand.feel(stream, until)
    return hand


FEW, MANY = 30, 200
"""So many states are tried in `make test`, of one game, and in `make test-all` of every game."""


@pytest.mark.parametrize(
    ("game", "count"),
    [
        pytest.param(CATALOG[0], FEW, id="mastermind", marks=pytest.mark.corner),
        *(pytest.param(game, MANY, id=f"{game.name}-all", marks=pytest.mark.slow) for game in CATALOG),
    ],
)
def test_a_key_that_is_held_makes_no_entry_but_its_presss_own(game: AnyGame, count: int) -> None:
    made: Counter[str] = Counter()
    for number, (case, secrecy, seat, standing) in enumerate(states(game, count)):
        source = SOURCES[number % len(SOURCES)]
        for key in GESTURES:
            tapped = held(case, secrecy, seat, standing, source(key, TAP), 1.0)
            hand = held(case, secrecy, seat, standing, source(key, LONG), LONG + 1)
            # A held ● is no tap, so it makes nothing.
            assert hand.entries == ([] if key == "middle" else tapped.entries), (case, seat, key)
            made += hand.made
    assert made["left_again"] > 100 * count
    assert made["right_again"] > 100 * count
    assert made["back"] == 2 * count, "of ● held, and of a fourth key"
