"""A dialog: entering, the menu, looking at pages, dead keys, and what becomes of a half-entered move."""

from itertools import product
from typing import get_args

import pytest
from msgspec import structs

from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import Choose, Fill, Option, Prompt, Symbol
from companion.core.screen import Rendering, ScreenPage
from companion.ui.editor import Dialog, Draft, MenuEntry, asked, entry_number, menu_entries, needs_pages, take_gesture
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


def pressed(dialog: Dialog, *gestures: Gesture) -> Dialog:
    for gesture in gestures:
        dialog, done, _ = take_gesture(dialog, gesture, PAGES, MENU_ENTRIES)
        assert done is None
    return dialog


def entering(prompt: Prompt = ONCE, *gestures: Gesture) -> Dialog:
    return pressed(asked(Dialog(), prompt), *gestures)


def test_what_is_asked_is_entered_on_an_untouched_draft() -> None:
    assert asked(Dialog(), ONCE) == Dialog(Draft(ONCE))
    assert asked(Dialog(), None) == Dialog()


def test_a_half_entered_move_stays_as_long_as_the_same_is_asked() -> None:
    half = entering(ONCE, "left")
    assert half.draft != Draft(ONCE)
    assert asked(half, ONCE) == half


def test_pages_of_one_name_are_numbered_in_the_menu() -> None:
    pages = tuple(
        ScreenPage(name, (), label)
        for name, label in (("Board", ""), ("What is left", "Sheet"), ("What is left", "More"))
    )
    entries = menu_entries(Dialog(), Rendering("", pages), 0, ())
    assert [entry.text for entry in entries] == ["Look: What is left 1/2", "Look: What is left 2/2", "Look: Board"]


def test_a_half_entered_move_is_dropped_when_another_is_asked() -> None:
    for other in (CHOOSE, MENU, None):
        assert asked(entering(ONCE, "left"), other) == asked(Dialog(), other)


def test_a_complete_move_leaves_an_empty_draft() -> None:
    dialog, move, _ = take_gesture(entering(ONCE, "left", "right"), "middle", PAGES)
    assert (dialog, move) == (Dialog(Draft(ONCE)), {"move": "set", "code": ["a", "c"]})


def test_looking_and_the_menu_never_cost_what_was_entered() -> None:
    half_entered: tuple[tuple[Gesture, ...], ...] = ((), ("left",), ("left", "right"))
    for keys in half_entered:
        half = entering(TWICE, *keys)
        opened = pressed(half, "back")
        assert (opened.menu, opened.draft) == (UNDO, half.draft)
        assert pressed(opened, "back") == half, "holding the key again closes the menu"
        looking = pressed(opened, "right", "middle")
        assert (looking.page, looking.menu, looking.draft) == (1, None, half.draft)
        assert pressed(looking, "left", "right", "right", "middle") == half
        assert pressed(looking, "back") == half


def test_the_menu_is_a_list_that_goes_round() -> None:
    opened = pressed(entering(), "back")
    ways: tuple[tuple[Gesture, ...], ...] = (("right",), ("right",) * 2, ("right",) * 3, ("left",))
    assert [pressed(opened, *keys).menu for keys in ways] == [PAGE, TABLE, UNDO, TABLE]


def test_undo_takes_the_last_step_back() -> None:
    half = entering(TWICE, "left", "right")
    assert offers_undo(half)
    assert pressed(half, "back", "middle") == entering(TWICE, "left")
    assert not offers_undo(entering(TWICE))
    assert not offers_undo(entering(LIST, "right")), "moving in a list enters nothing"


def offers_undo(dialog: Dialog) -> bool:
    entries = menu_entries(dialog, Rendering("", (ScreenPage("The board", ()),)), 0, ())
    return any(entry.action == "undo" for entry in entries)


def test_an_entry_of_the_table_is_handed_on_and_the_menu_closes() -> None:
    half = entering(TWICE, "left")
    opened = pressed(half, "back", "left")
    assert take_gesture(opened, "middle", PAGES, MENU_ENTRIES)[:2] == (half, TABLE)


def test_holding_the_middle_key_closes_an_open_group() -> None:
    group = pressed(asked(Dialog(), SIX), "left")
    assert group != asked(Dialog(), SIX)
    assert pressed(group, "back") == asked(Dialog(), SIX)


def test_a_key_without_a_box_says_so_and_changes_nothing() -> None:
    full = entering(ONCE, "left", "middle")
    assert take_gesture(full, "right", PAGES) == (full, None, "This key does nothing")
    assert take_gesture(entering(ONCE, "left"), "left", PAGES) == (entering(ONCE, "left"), None, "Used already")
    assert take_gesture(asked(Dialog(), None), "middle", PAGES).dead
    rising = structs.replace(ONCE, rising_rule="Low ones stand left.")
    assert take_gesture(entering(rising, "left"), "left", PAGES).dead == "Not allowed here", "it may be too low"
    apart = structs.replace(ONCE, repeats=2, apart=((0, 1),))
    assert take_gesture(entering(apart, "left"), "left", PAGES).dead == "Not allowed here", (
        "of two rules it tells neither"
    )


def test_who_is_asked_nothing_turns_pages_at_once() -> None:
    waiting = asked(Dialog(), None)
    assert pressed(waiting, "right").page == 1
    assert pressed(waiting, "left").page == 2
    assert pressed(waiting, "right", "middle") == waiting
    assert pressed(waiting, "middle").page is None


def test_whoever_is_asked_anew_is_called_from_the_pages() -> None:
    looking = pressed(asked(Dialog(), None), "right")
    assert asked(looking, None) == looking, "a page stays open while others play"
    assert asked(looking, ONCE) == entering(ONCE)
    reading = entering(ONCE, "back", "right", "middle")
    assert asked(reading, ONCE) == reading, "but not when nothing new is asked"
    assert asked(reading, CHOOSE) == entering(CHOOSE)


def test_who_waits_stays_in_the_menu_while_others_move() -> None:
    """At the entry of the same name, though there may be one more before it by then."""
    opened = pressed(asked(Dialog(), None), "back", "right")
    assert asked(opened, None) == opened
    later = (MenuEntry("Hint", "hint"), UNDO, structs.replace(PAGE, page=2), TABLE)
    assert entry_number(PAGE, later) == 2
    assert take_gesture(opened, "right", PAGES, later).dialog.menu == TABLE
    assert entry_number(PAGE, (UNDO, TABLE)) == 0, "where it is gone, the first one"


def listed(*gestures: Gesture) -> Dialog:
    """A dialog with a list to leaf through in sight, after these gestures."""
    return entering(LIST, *gestures)


@pytest.mark.parametrize(("tap", "again"), [("left", "left_again"), ("right", "right_again")])
def test_a_key_that_is_held_scrolls_on_in_the_list_that_it_has_scrolled(tap: Gesture, again: Gesture) -> None:
    draft = Draft(LIST)
    for count, wanted in ((1, 1), (2, 2), (4, 1)):
        assert pressed(listed(), tap, *[again] * (count - 1)).draft == structs.replace(
            draft, low=wanted if tap == "right" else (3 - wanted)
        )


@pytest.mark.parametrize("again", REPEATS)
def test_a_repeat_does_nothing_anywhere_else(again: Gesture) -> None:
    """It narrows nothing, takes back nothing, confirms nothing, turns no page and reads no sentence."""
    for dialog in (
        listed(),  # whose press went to something that was there before
        listed("right", "middle"),
        entering(ONCE),
        entering(ONCE, "left"),
        entering(ONCE, "left", "right"),
        structs.replace(entering(ONCE), page=1),
        pressed(asked(Dialog(), None), "left"),
        asked(listed("right"), CHOOSE),
        asked(listed("right"), None),
    ):
        assert take_gesture(dialog, again, PAGES) == (dialog, None, "")


def test_a_list_that_is_asked_again_is_left_where_it_was() -> None:
    """The same question after the move that answered it is another prompt, and a key that is held is for the one before."""
    dialog, move, _ = take_gesture(listed("right", "middle"), "middle", PAGES)
    assert move == {"move": "take", "one": 1}
    for again in REPEATS:
        assert take_gesture(asked(dialog, LIST), again, PAGES) == (dialog, None, "")


def test_how_many_pages_there_are_matters_only_where_the_gesture_turns_them() -> None:
    for prompt, page in product((None, CHOOSE, LIST, ONCE), (None, 0, 2)):
        dialog = structs.replace(asked(Dialog(), prompt), page=page)
        for gesture in (one for one in get_args(Gesture) if one not in ("lift", "lower")):
            results = [take_gesture(dialog, gesture, count) for count in (1, 5, 7)]
            if not needs_pages(dialog, gesture):
                assert results == results[:1] * 3, (dialog, gesture)
            elif gesture in ("left", "right"):
                assert results[1] != results[0], "and there it does matter"
