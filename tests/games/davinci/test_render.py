"""The screens of Da Vinci Code: every one fits, every move can be made with the keys, and secrets stand behind a veil."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.game import ask, to_act
from companion.core.prompt import every, sample
from companion.core.screen import ACROSS, FilledBox, Mark, Screen, TextMark, Veil, every_mark, misfits, crowded
from companion.core.seat import PUBLIC
from companion.games.davinci.game import DAVINCI
from companion.games.davinci.state import State
from companion.ui.key_spelling import spell
from tests.games.davinci.option_sets import OPTION_SETS
from tests.games.davinci.tables import STOP, deduce, played, table

NAMES = ("Wolfgang", "Seat 1", "Bo", "Annabell")


def states(seats: int, given: dict[str, Any], seed: int) -> Iterator[State]:
    """All states of a random game."""
    luck = random.Random(seed)
    options = DAVINCI.read_options(given, seats)
    state = DAVINCI.setup(options, seats)
    yield state
    while acting := to_act(DAVINCI, state):
        prompt = ask(DAVINCI, options, state, acting[0])
        assert prompt is not None
        state = DAVINCI.apply(state, acting[0], sample(prompt, luck.randrange))
        yield state


@pytest.mark.slow
@pytest.mark.parametrize("index", range(len(OPTION_SETS)))
def test_every_page_fits(index: int) -> None:
    seats, given = OPTION_SETS[index]
    for state in states(seats, given, index):
        for observer in (PUBLIC, *range(seats)):
            view = DAVINCI.view(state, observer)
            for lines in (4, 6):
                face = DAVINCI.render(state.options, view, NAMES[:seats], lines)
                assert len(face.status) <= ACROSS
                for page in face.pages:
                    assert len(page.name) <= ACROSS - 3
                    screen = Screen(page.marks)
                    assert not misfits(screen)
                    assert not crowded(screen)
                    assert all(8 <= mark.y < 8 * (lines + 1) for mark in every_mark(screen))
            assert DAVINCI.describe(state.options, view, NAMES[:seats]).endswith(".")


@pytest.mark.parametrize("index", range(len(OPTION_SETS)))
def test_every_move_is_a_few_presses(index: int) -> None:
    seats, given = OPTION_SETS[index]
    luck = random.Random(index)
    for state in states(seats, given, index):
        for seat in to_act(DAVINCI, state):
            prompt = ask(DAVINCI, state.options, state, seat)
            assert prompt is not None
            assert len(getattr(prompt, "title", "")) <= ACROSS
            if seat == "chance":
                continue
            moves = list(every(prompt))
            for move in luck.sample(moves, min(3, len(moves))):
                assert len(spell(prompt, move)) <= 9


def widest_game() -> State:
    """As many tiles as one row can get, all wide ones in it, and another in hand."""
    row = "B0 W0 B1 W1 B2 B9 W9 B10 W10 B11 W11 B- W-"
    return table([row, "B3 W3 B4 W4 B5 W5 B6 W6 B7 W7 B8"], clue="W8", advanced=True)


def test_the_widest_rows_fit() -> None:
    for observer in (PUBLIC, 0, 1):
        view = DAVINCI.view(widest_game(), observer)
        for lines in (4, 6):
            for page in DAVINCI.render(widest_game().options, view, NAMES, lines).pages:
                assert not misfits(Screen(page.marks))
                assert not crowded(Screen(page.marks))


def texts(marks: tuple[Mark, ...]) -> list[str]:
    return [mark.text for mark in every_mark(Screen(marks)) if isinstance(mark, TextMark)]


def test_the_own_row_stands_behind_a_veil_and_others_show_letters() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5* B6 W7"], clue="W8")
    own = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES, 6).pages[0].marks
    veils = [mark for mark in own if isinstance(mark, Veil)]
    assert len(veils) == 1
    assert texts(veils) == ["0", "1", "2", "3", "8"]  # type: ignore[arg-type]
    outside = texts(tuple(mark for mark in own if not isinstance(mark, Veil)))
    assert [text for text in outside if len(text) == 1][:4] == ["a", "5", "c", "d"]
    public = DAVINCI.render(state.options, DAVINCI.view(state, PUBLIC), NAMES, 6).pages[0].marks
    assert not any(isinstance(mark, Veil) for mark in public)
    assert "?" in texts(public)


def test_keys_point_at_the_side_where_a_player_sits() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10", "B3 W4 W10"], clue="W8")
    prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
    assert prompt is not None
    keys = {seat: spell(prompt, deduce(seat, 0, "1"))[0] for seat in (1, 2, 3)}
    assert keys == {1: "left", 2: "middle", 3: "right"}
    marks = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES, 4).pages[0].marks
    assert {"◀Seat 1", "●Bo", "▶Annabell"} <= set(texts(marks))


def test_the_last_claim_of_the_turn_stands_on_the_first_page() -> None:
    state = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="W8"), deduce(1, 1, "5"))
    for observer in (0, 1, PUBLIC):
        face = DAVINCI.render(state.options, DAVINCI.view(state, observer), NAMES, 6)
        assert "Seat 1 b is 5 ✓" in texts(face.pages[0].marks)
        assert face.status == "Wolfgang was right"
    told = DAVINCI.describe(state.options, DAVINCI.view(state, PUBLIC), NAMES)
    assert told == "Wolfgang called Seat 1's tile b a 5: right. Wolfgang may go on or stop."
    after = played(state, STOP)
    assert DAVINCI.describe(after.options, DAVINCI.view(after, PUBLIC), NAMES).startswith("Seat 1 draws")


def test_the_memory_aid_lists_what_standing_tiles_are_not() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B9", memory_aid=True)
    state = played(state, deduce(1, 2, "10"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W4"})
    state = played(state, deduce(0, 3, "8"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W8"})
    state = played(state, deduce(1, 3, "9"))
    pages = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES, 6).pages
    # The tile W4 came in left of the one that was called a 10 and then a 9.
    assert [texts(page.marks) for page in pages if page.name == "Wrong so far"] == [
        ["Wolfgang d not 8", "Seat 1 d not 9 10"]
    ]


@pytest.mark.rule("D8")
def test_a_wedge_points_at_the_tile_that_joined_last_and_a_line_names_it() -> None:
    before = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1"), deduce(1, 1, "5"))
    after = played(before, STOP)
    for observer in (0, 1, PUBLIC):
        old, new = (DAVINCI.render(state.options, DAVINCI.view(state, observer), NAMES, 6) for state in (before, after))
        assert "Wolfgang's new tile b" in texts(new.pages[0].marks)
        assert "new tile" not in " ".join(texts(old.pages[0].marks))
        for lines in (4, 6):
            marks = DAVINCI.render(after.options, DAVINCI.view(after, observer), NAMES, lines).pages[0].marks
            wedges = [mark for mark in every_mark(Screen(marks)) if isinstance(mark, FilledBox) and mark.height == 5]
            (wedge,) = wedges
            beside = [
                mark for mark in every_mark(Screen(marks)) if isinstance(mark, TextMark) and abs(mark.y - wedge.y) < 5
            ]
            shown = min((mark for mark in beside if mark.x > wedge.x), key=lambda mark: mark.x)
            assert shown.text == ("1" if observer == 0 else "b"), "it stands left of that tile"


@pytest.mark.rule("D17")
def test_the_points_stand_in_the_help() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1", rounds=3)
    prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
    assert prompt is not None
    for words in (
        "1 for each right claim",
        "3 more",
        "5 for winning the round",
        "the sum of their hidden tiles",
    ):
        assert words in prompt.help
