"""A held key repeats only while the list is in sight in which its press has moved."""

from companion.games.catalog import CATALOG
from tests.table.room import Room


def test_a_list_that_is_replaced_by_boxes_takes_no_repeat() -> None:
    room = Room(CATALOG, names=("Ann", "Bob", "Cleo"))
    room.press(0, "middle")
    room.enter(0, {"move": "choose", "game": "davinci"})
    room.press(0, "middle", "right", "right_again")
    assert "Passcode" in room.words(0), "the list of the games to begin, two further than the chosen one"
    room.press(1, "middle")
    boxes = room.words(0)
    assert "Start" in boxes, "with Bob the chosen game can begin, so that the list is gone"
    room.press(0, "right_again", "left_again")
    assert room.words(0) == boxes


def test_a_list_that_is_left_as_it_was_goes_on() -> None:
    room = Room(CATALOG, names=("Ann", "Bob", "Cleo", "Dan"))
    for place in (0, 1):
        room.press(place, "middle")
    room.enter(0, {"move": "choose", "game": "davinci"})
    room.press(0, "left", "right", "right_again")
    before = room.words(0)
    room.press(0, "right_again")
    assert room.words(0) != before
