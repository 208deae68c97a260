"""A game asks once whether a move is meant: only for moves made with keys, and only on that player's screen."""

import pytest

from companion.core.game import Step
from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.games.digitcode import DIGITCODE
from companion.table.effects import Append, Effect, Opened, Publish, Show
from companion.ui.editor import Draft
from tests.table.room import Room

NAMES = ("Ann", "Bob")
ASK: Move = {"move": "ask_line", "line": "P"}
OTHER: Move = {"move": "ask_line", "line": "A"}
WRONG: Move = {"move": "propose", "digits": [1, 2, 3, 4, 5, 6]}
MADE: Step = (CHANCE, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})
OPTIONS = {"master": "table", "opening": "one"}


def table(*steps: Step) -> Room:
    """Two look for the table's code."""
    room = Room(CATALOG)
    room.carry_out(room.table.resume(Opened("digitcode", DIGITCODE.rules, OPTIONS, NAMES), (MADE, *steps)))
    while room.table.state.places[1].unread:
        room.press(1, "middle")  # what was done since the own turn
    return room


def moved(effects: list[Effect]) -> bool:
    return any(isinstance(effect, Append) for effect in effects)


@pytest.mark.parametrize("move", [ASK, WRONG])
def test_what_was_asked_before_is_asked_back_and_made_all_the_same(move: Move) -> None:
    at = table((0, move))
    effects = at.enter(1, move)
    assert [type(effect) for effect in effects] == [Show], "nobody else sees or hears of it"
    assert "Again?" in at.words(1).replace("\n", " ")
    assert at.words(1).split("\n")[-2:] == ["No", "Yes"]
    assert at.table.state.number == 2
    effects = at.press(1, "right")
    assert moved(effects)
    assert any(isinstance(effect, Publish) for effect in effects)
    assert at.table.state.number == 3
    assert at.table.state.steps[-1] == (1, move)


@pytest.mark.parametrize("no", ["left", "back"])
def test_who_says_no_begins_anew_and_is_asked_back_again_another_time(no: Gesture) -> None:
    at = table((0, ASK))
    at.enter(1, ASK)
    assert not moved(at.press(1, no))
    own = at.table.state.places[1]
    assert own.doubt is None
    assert own.dialog.draft is not None
    assert own.dialog.draft == Draft(own.dialog.draft.prompt)
    assert not moved(at.enter(1, ASK))
    at.press(1, "left")
    assert moved(at.enter(1, OTHER)), "what is new is made at once"


def test_a_key_that_means_nothing_and_lifting_answer_nothing() -> None:
    at = table((0, ASK))
    at.enter(1, ASK)
    asked = at.shown[1]
    for gesture in ("middle", "lift", "lower", "left_again", "right_again"):
        assert not moved(at.press(1, gesture))
        assert at.shown[1] == asked


def test_who_answers_without_keys_is_not_asked_back() -> None:
    """Bots and outside programs: the move is legal."""
    at = table((0, ASK))
    assert moved(at.answer(1, ASK))


def test_what_is_asked_meanwhile_takes_the_doubt_away() -> None:
    at = table((0, ASK))
    at.enter(1, ASK)
    at.answer(1, OTHER)
    assert at.table.state.places[1].doubt is None
