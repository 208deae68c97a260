"""The desk: entering, the menu, looking at pages, notices, hints, and what becomes of a half-entered move."""

from itertools import product
from typing import Any, get_args

import pytest
from msgspec import structs

from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import Choose, Fill, Option, Prompt, Symbol
from companion.ui.editor import empty_draft
from companion.ui.rules_bookmark import Bookmark
from companion.ui.seat_desk import Desk, Doubt, MenuEntry, asked, can_undo, needs_pages, touch
from tests.core.prompts import CHOOSE, MENU, ONCE, TWICE

PAGES = 3
SIX = Fill("Code", "", "set", "code", tuple(Symbol(n, str(n), str(n)) for n in range(6)), 2, 2)
LIST = Choose(
    "Which one?",
    "",
    tuple(Option({"move": "take", "one": number}, "a long label", f"Number {number}") for number in range(3)),
    confirm=True,
)
"""Too wide for the boxes, so it is a list."""
UNDO = MenuEntry("Undo", "undo")
PAGE = MenuEntry("Look", "page", 1)
TABLE = MenuEntry("Table", "abandon")
MENU_ENTRIES = (UNDO, PAGE, TABLE)


def touched(desk: Desk, *gestures: Gesture) -> Desk:
    for gesture in gestures:
        desk, move = touch(desk, gesture, PAGES, MENU_ENTRIES)
        assert move is None
    return desk


def entering(prompt: Prompt = ONCE, *gestures: Gesture) -> Desk:
    return touched(asked(Desk(), prompt), *gestures)


def test_what_is_asked_is_entered_on_an_untouched_draft() -> None:
    assert asked(Desk(), ONCE) == Desk(empty_draft(ONCE))
    assert asked(Desk(), None) == Desk()


def test_a_half_entered_move_stays_as_long_as_the_same_is_asked() -> None:
    half = entering(ONCE, "left")
    assert half.draft != empty_draft(ONCE)
    assert asked(half, ONCE) == half


def test_a_half_entered_move_is_dropped_when_another_is_asked() -> None:
    for other in (CHOOSE, MENU, None):
        assert asked(entering(ONCE, "left"), other) == asked(Desk(), other)


def test_a_complete_move_leaves_an_empty_draft() -> None:
    desk, move = touch(entering(ONCE, "left", "right"), "middle", PAGES)
    assert (desk, move) == (Desk(empty_draft(ONCE)), {"move": "set", "code": ["a", "c"]})


def test_looking_and_the_menu_never_cost_what_was_entered() -> None:
    half_entered: tuple[tuple[Gesture, ...], ...] = ((), ("left",), ("left", "right"))
    for keys in half_entered:
        half = entering(TWICE, *keys)
        opened = touched(half, "back")
        assert (opened.menu, opened.draft) == (0, half.draft)
        assert touched(opened, "back") == half, "holding the key again closes the menu"
        looking = touched(opened, "right", "middle")
        assert (looking.page, looking.menu, looking.draft) == (1, None, half.draft)
        assert touched(looking, "left", "right", "right", "middle") == half
        assert touched(looking, "back") == half


def test_the_menu_is_a_list_that_goes_round() -> None:
    opened = touched(entering(), "back")
    ways: tuple[tuple[Gesture, ...], ...] = (("right",), ("right",) * 2, ("right",) * 3, ("left",))
    assert [touched(opened, *keys).menu for keys in ways] == [1, 2, 0, 2]


def test_undo_takes_the_last_step_back() -> None:
    half = entering(TWICE, "left", "right")
    assert can_undo(half)
    assert touched(half, "back", "middle") == entering(TWICE, "left")
    assert not can_undo(entering(TWICE))
    assert not can_undo(entering(LIST, "right")), "moving in a list enters nothing"


def test_an_entry_of_the_table_is_handed_on_and_the_menu_closes() -> None:
    half = entering(TWICE, "left")
    opened = touched(half, "back", "left")
    assert touch(opened, "middle", PAGES, MENU_ENTRIES) == (half, TABLE)


def test_holding_the_middle_key_closes_an_open_group() -> None:
    group = touched(asked(Desk(), SIX), "left")
    assert group != asked(Desk(), SIX)
    assert touched(group, "back") == asked(Desk(), SIX)


def test_a_key_without_a_box_says_so_and_changes_nothing() -> None:
    full = entering(ONCE, "left", "middle")
    dead = touched(full, "right")
    assert dead.hint
    assert structs.replace(dead, hint="") == full
    assert touched(dead, "left") == touched(full, "left"), "the next key counts as always"
    used = touched(entering(ONCE, "left"), "left")
    assert used.hint == "Used already"
    assert touched(asked(Desk(), None), "middle").hint


def test_who_is_asked_nothing_leafs_at_once() -> None:
    waiting = asked(Desk(), None)
    assert touched(waiting, "right").page == 1
    assert touched(waiting, "left").page == 2
    assert touched(waiting, "right", "middle") == waiting
    assert touched(waiting, "middle").page is None


def test_whoever_is_asked_anew_is_called_from_the_pages() -> None:
    looking = touched(asked(Desk(), None), "right")
    assert asked(looking, None) == looking, "a page stays open while others play"
    assert asked(looking, ONCE) == entering(ONCE)
    reading = entering(ONCE, "back", "right", "middle")
    assert asked(reading, ONCE) == reading, "but not when nothing new is asked"
    assert asked(reading, CHOOSE) == entering(CHOOSE)


@pytest.mark.parametrize("gesture", ["left", "middle", "right", "back"])
def test_a_notice_stands_until_a_key_which_enters_nothing(gesture: Gesture) -> None:
    half = entering(ONCE, "left")
    noticed = Desk(half.draft, notice="That is refused.")
    assert touch(noticed, gesture, PAGES) == (half, None)


def test_lifting_leaves_all_else_as_it_is() -> None:
    for desk in (entering(ONCE, "left"), structs.replace(entering(ONCE), page=0), Desk(notice="x"), Desk()):
        lifted = touched(desk, "lift")
        assert lifted.lifted
        assert touched(lifted, "lower") == desk


def test_the_screen_stays_lifted_when_something_new_is_asked() -> None:
    for prompt in (ONCE, CHOOSE, None):
        assert asked(touched(entering(MENU), "lift"), prompt).lifted


def listed(*gestures: Gesture) -> Desk:
    """A desk with a list to leaf through in sight, after these gestures."""
    return entering(LIST, *gestures)


@pytest.mark.parametrize(("tap", "again"), [("left", "left_again"), ("right", "right_again")])
def test_a_key_that_is_held_leafs_on_in_the_list_that_it_has_leafed_in(tap: Gesture, again: Gesture) -> None:
    draft = empty_draft(LIST)
    for count, wanted in ((1, 1), (2, 2), (4, 1)):
        assert touched(listed(), tap, *[again] * (count - 1)).draft == structs.replace(
            draft, low=wanted if tap == "right" else (3 - wanted)
        )


@pytest.mark.parametrize("again", REPEATS)
def test_a_repeat_does_nothing_anywhere_else(again: Gesture) -> None:
    """It narrows nothing, takes back nothing, confirms nothing, turns no page and reads no sentence."""
    for desk in (
        listed(),  # whose press went to something that was there before
        listed("right", "middle"),
        entering(ONCE),
        entering(ONCE, "left"),
        entering(ONCE, "left", "right"),
        structs.replace(entering(ONCE), page=1),
        touched(asked(Desk(), None), "left"),
        asked(listed("right"), CHOOSE),
        asked(listed("right"), None),
        structs.replace(listed("right"), notice="That is refused."),
        touched(structs.replace(listed("right"), notice="That is refused."), "left"),
        touched(listed("right"), "lift"),
    ):
        assert touch(desk, again, PAGES) == (desk, None)


def test_a_list_that_is_asked_again_is_left_where_it_was() -> None:
    """The same question after the move that answered it is another prompt, and a key that is held is for the one before."""
    desk, move = touch(listed("right", "middle"), "middle", PAGES)
    assert move == {"move": "take", "one": 1}
    for again in REPEATS:
        assert touch(asked(desk, LIST), again, PAGES) == (desk, None)


def test_how_many_pages_there_are_matters_only_where_the_gesture_leafs() -> None:
    fronts: tuple[dict[str, Any], ...] = (
        {},
        {"notice": "Wait."},
        {"doubt": Doubt("Really?", {"move": "take"})},
        {"bookmark": Bookmark()},
    )
    for prompt, page, front in product((None, CHOOSE, LIST, ONCE), (None, 0, 2), fronts):
        desk = structs.replace(asked(Desk(), prompt), page=page, **front)
        for gesture in get_args(Gesture):
            results = [touch(desk, gesture, count) for count in (1, 5, 7)]
            if not needs_pages(desk, gesture):
                assert results == results[:1] * 3, (desk, gesture)
            elif gesture in ("left", "right"):
                assert results[1] != results[0], "and there it does matter"
