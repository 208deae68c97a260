"""A player points at a tile of Da Vinci Code: who sees it, and when the finger goes away. tests/laws has the law of pointing."""

import random
from collections.abc import Callable

import pytest

from companion.core.fonts.faces import text_width
from companion.core.prompt import Move, sample
from companion.core.screen import TITLE_WIDTH, TextMark, every_mark
from companion.core.seat import Place, Seat
from companion.games.davinci import DAVINCI
from companion.table.data import POINT
from companion.table.effects import (
    Answered,
    Gestured,
    Input,
    Opened,
    PhonesAway,
    Pointed,
    PointedShown,
    SeatAnswered,
    Show,
)
from companion.table.table import Table

NAMES = ("Ann", "Bob", "WWWWWWWWWWWW")
TILE: Move = {"move": "deduce", "seat": 1, "position": 2}


@pytest.fixture
def table() -> Table:
    """Three players; the first one is to make a claim."""
    pick, options = random.Random(3).randrange, DAVINCI.read_options({}, 3)
    state, steps = DAVINCI.setup(options, 3), []
    while state.phase != "deduce":
        actor = DAVINCI.to_act(state)[0]
        prompt = DAVINCI.ask(options, state, actor)
        assert prompt is not None
        steps.append((actor, sample(prompt, pick)))
        state = DAVINCI.apply(state, *steps[-1])
    table = Table((DAVINCI,), NAMES)
    table.resume(Opened("davinci", DAVINCI.rules, {}, NAMES), steps)
    for place in (0, 1, 2):
        while table.front(Place(place)) == "notice":
            table.handle(Gestured(Place(place), "middle"))
    return table


def point(table: Table, move: Move, place: int = 0, number: int | None = None) -> list[object]:
    return list(table.handle(SeatAnswered(Place(place), POINT, number or table.state.number + 1, move)))


def title(table: Table, place: int) -> str:
    return next(mark.text for mark in every_mark(table.screen(Place(place))) if isinstance(mark, TextMark))


def test_all_others_see_it_each_in_its_own_words(table: Table) -> None:
    effects = point(table, {**TILE, "value": "7"})
    assert effects[-3:] == [
        Show(Place(1), urgent=False),
        Show(Place(2), urgent=False),
        PointedShown(Pointed(Seat(0), TILE), "Ann points at Bob's 3rd tile"),
    ]
    assert [title(table, place) for place in (1, 2)] == ["Your 3rd tile …", "Bob's 3rd tile …"]
    assert b'"event":"Ann points at your 3rd tile."' in table.data(Place(1))
    assert point(table, TILE) == [], "while nothing changes, nothing is sent"


def test_a_long_name_is_shortened_in_the_title(table: Table) -> None:
    point(table, {**TILE, "seat": 2})
    told = title(table, 1)
    assert told.endswith("WWW: 3rd tile"), "the rest is shortened first"
    assert text_width(told, "label") <= TITLE_WIDTH


@pytest.mark.parametrize(
    "given",
    [
        lambda number: SeatAnswered(Place(0), POINT, number, {"move": "none"}),
        lambda number: Gestured(Place(0), "left"),
        lambda number: PhonesAway((Place(0),)),
        lambda number: Answered(Seat(0), number, {**TILE, "value": "7"}),
    ],
    ids=["undone", "a key", "the phone is away", "the claim is made"],
)
def test_a_finger_that_goes_away_disappears(table: Table, given: Callable[[int], Input]) -> None:
    point(table, TILE)
    assert PointedShown(None) in table.handle(given(table.state.number + 1))


@pytest.mark.parametrize(
    ("move", "place", "number"),
    [
        (TILE, 1, None),
        ({**TILE, "seat": 0}, 0, None),
        ({**TILE, "position": 12}, 0, None),
        ({"move": "deduce", "seat": 1}, 0, None),
        ({"move": "stop"}, 0, None),
        (TILE, 0, 3),
    ],
    ids=["not asked", "own row", "no such tile", "no tile", "no place", "too late"],
)
def test_what_is_no_place_that_could_be_meant_is_not_shown(
    table: Table, move: Move, place: int, number: int | None
) -> None:
    assert point(table, move, place, number) == []
