"""Layers of the app in the table's one list: the first one that is there is drawn, takes the keys and is what touch sees."""

import random
from typing import Any

from msgspec import json

from companion.core.keys import Gesture
from companion.core.screen import Screen, TextMark
from companion.games.catalog import CATALOG
from companion.games.mastermind import MASTERMIND
from companion.table.effects import Gestured, Opened, Passed, SeatAnswered, Show
from companion.table.layers import ORDER, OWN_LAYERS
from companion.table.state import At
from companion.table.table import Table

NAMES = ("Ann", "Bob")
OUTSIDE = [name for name in ORDER if name not in [layer.name for layer in OWN_LAYERS]]


class Curtain:
    """A layer of the app that a test draws and opens, at these places."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.at: set[int] = set()
        self.text = name

    def active(self, at: At) -> bool:
        return at.place in self.at

    def made_from(self, at: At) -> tuple[Any, ...]:
        return (self.text,)

    def screen(self, at: At) -> Screen:
        return Screen((TextMark(2, 20, self.text),))

    def words(self, at: At) -> str:
        return ""


def curtained() -> tuple[Table, dict[str, Curtain]]:
    """A game of Mastermind, and all layers that the app can have."""
    curtains = [Curtain(name) for name in OUTSIDE]
    table = Table(CATALOG, NAMES, "lift", outside=random.Random(4).sample(curtains, len(curtains)))
    table.resume(Opened("mastermind", MASTERMIND.rules, {}, NAMES), ())
    return table, {curtain.name: curtain for curtain in curtains}


def test_the_first_layer_that_is_there_takes_the_keys_of_its_place_alone() -> None:
    table, curtains = curtained()
    table.notify("A thing.")
    for name in reversed(OUTSIDE):
        curtains[name].at = {0}
        above = ORDER.index(name) < ORDER.index("notice")
        assert table.front(0) == (name if above else "notice"), "a sentence is read before the die, and after a pause"
    table.shows()
    before = table.state
    assert table.handle(Gestured(0, "middle")) == [Passed("power off", 0, "middle")]
    assert table.state is before, "no countdown and no announcement is touched"
    assert table.handle(Gestured(1, "middle")) == [Show(1, urgent=True)]


def test_lifting_and_lowering_reach_the_table_through_every_layer() -> None:
    table, curtains = curtained()
    for curtain in curtains.values():
        curtain.at = {0}
        for gesture, lifted in (("lift", True), ("lower", False)):
            table.handle(Gestured(0, gesture))
            assert table.state.places[0].lifted is lifted
        curtain.at = set()


def test_touch_sees_the_device_and_its_answers_do_not_pass_it() -> None:
    table, curtains = curtained()
    for name in OUTSIDE:
        curtains[name].at = {0}
        seen = json.decode(table.data(0))
        assert seen["device"]["lines"] == [name]
        assert "view" in json.decode(table.data(1))
        for to, move in (("game", {"move": "set_code", "pegs": ["red"] * 4}), ("menu", {"move": "abandon"})):
            table.handle(SeatAnswered(0, to, 1, move))
        assert (table.state.number, table.state.proposal) == (0, None)
        assert len(table.state.places[0].notices) == 1, "its player reads why"
        table.handle(SeatAnswered(0, "notice", 1, {"move": "read"}))
        curtains[name].at = set()


def test_keys_of_a_page_go_to_what_its_player_reads() -> None:
    table, curtains = curtained()
    curtains["die"].at = {0}
    table.notify("A thing.", (0,))
    assert json.decode(table.data(0))["device"]["lines"] == ["A thing."]
    table.handle(Gestured(0, "middle"))
    assert json.decode(table.data(0))["device"]["lines"] == ["die"]


def test_whatever_comes_and_goes_no_screen_and_no_data_are_stale() -> None:
    table, curtains = curtained()
    pick = random.Random(7).randrange
    shown = {place: (table.screen(place), table.data(place)) for place in (0, 1)}
    gestures: tuple[Gesture, ...] = ("left", "middle", "right", "back", "lift", "lower")
    for second in range(2000):
        curtain = curtains[OUTSIDE[pick(len(OUTSIDE))]]
        place, what = pick(2), pick(6)
        told: set[int] = set()
        if what == 0:
            curtain.at ^= {place}
        elif what == 1:
            curtain.text = f"{curtain.name} {pick(3)}"
        elif what == 2:
            told = {one.place for one in table.notify(f"Thing {pick(9)}.")}
        elif what == 3 and not pick(4):
            table.put_back(table.state, second)
        told |= {one.place for one in table.handle(Gestured(place, gestures[pick(6)], second)) if isinstance(one, Show)}
        told |= {one.place for one in table.shows()}
        for one in (0, 1):
            now = (table.screen(one), table.data(one))
            assert now == (table.screen(one), table.data(one)), "a query changes nothing"
            assert one in told or now == shown[one]
            shown[one] = now
