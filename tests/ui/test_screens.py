"""Composed screens: the title, what has been entered, what the keys do; and the Secrecy screen, up and down."""

from functools import partial

import pytest

from companion.core.entry import Entry
from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.core.prompt import Prompt
from companion.core.screen import FilledBox, Mark, Rendering, Screen, ScreenPage, TextMark, Veil, crowded, misfits
from companion.ui.editor import Dialog, MenuEntry, asked, fits_box, take_gesture
from companion.ui.raster import draw
from companion.ui.screens import (
    BOX_LEFT,
    BOX_TOP,
    BOX_WIDTH,
    HOLD,
    Render,
    after_first_page,
    compose,
    key_boxes,
    notice,
    question_screen,
    screen_pages,
)
from tests.core.prompts import CHOOSE, DIAL, MENU, ONCE
from tests.pictures import pixel
from tests.table.room import Room, code, guess, words

ENTRIES = (MenuEntry("Undo my last choice", "undo"), MenuEntry("Look at it", "page"), MenuEntry("Table", "abandon"))


def face(*marks: Mark, count: int = 1, entry: tuple[Mark, ...] | None = None) -> Render:
    """A rendering whose first page has these marks, and further pages by number."""
    others = tuple(
        ScreenPage(f"Page {number}", (TextMark(1, 15, f"of page {number}"),), f"P{number}")
        for number in range(2, count + 1)
    )

    def render(entered: Entry | None) -> Rendering:
        return Rendering("Ann thinks", (ScreenPage("The board", marks, "Board"), *others), entry if entered else None)

    return render


@pytest.mark.parametrize(
    ("gestures", "wanted"),
    [((), ["Page 0"]), (("right",), ["Page 1"]), (("back",), []), (("right", "right"), ["Page 2"])],
    ids=["waiting", "the next page", "the menu", "two pages on"],
)
def test_only_the_page_that_is_shown_is_drawn(gestures: tuple[Gesture, ...], wanted: list[str]) -> None:
    drawn: list[str] = []

    def drawing(name: str) -> tuple[Mark, ...]:
        drawn.append(name)
        return (TextMark(1, 15, name),)

    pages = tuple(ScreenPage(f"Page {number}", partial(drawing, f"Page {number}")) for number in range(4))
    shown = compose(desk(None, *gestures), lambda entered: Rendering("Ann thinks", pages), ENTRIES)
    assert drawn == wanted
    assert all(name in words(shown) for name in wanted)


def desk(prompt: Prompt | None, *gestures: Gesture, count: int = 4) -> Dialog:
    now = asked(Dialog(), prompt)
    for gesture in gestures:
        now = take_gesture(now, gesture, count, ENTRIES).dialog
    return now


def screen(prompt: Prompt | None, *gestures: Gesture, count: int = 1) -> Screen:
    drawn = compose(desk(prompt, *gestures, count=count), face(TextMark(1, 15, "board"), count=count), ENTRIES)
    assert misfits(drawn) == ()
    assert crowded(drawn) == ()
    return drawn


def shown(prompt: Prompt | None, *gestures: Gesture, count: int = 1) -> list[str]:
    return words(screen(prompt, *gestures, count=count)).split("\n")


def boxes(drawn: Screen) -> list[str]:
    """What stands in the boxes of ◀ ● ▶; empty where there is no box, `*` for an arrow."""
    found = []
    for left in BOX_LEFT:
        box = FilledBox(left, BOX_TOP, BOX_WIDTH, 13, rounded=True)
        texts = [
            mark
            for mark in drawn.marks
            if isinstance(mark, TextMark) and mark.y >= BOX_TOP and left <= mark.x < left + BOX_WIDTH
        ]
        if box not in drawn.marks:
            assert texts == []
        found.append(" ".join(mark.text for mark in texts) or ("*" if box in drawn.marks else ""))
    return found


def is_inverted(drawn: Screen) -> bool:
    """Whether the title bar is lit."""
    picture = draw(drawn)
    return sum(pixel(picture, x, 0) for x in range(WIDTH)) == WIDTH


def test_a_waiting_seat_sees_whose_turn_it_is_and_the_board() -> None:
    assert shown(None)[:3] == ["Ann thinks", "hold: menu", "board"]
    assert not is_inverted(screen(None))


@pytest.mark.parametrize("prompt", [ONCE, CHOOSE, DIAL, MENU])
def test_a_seat_that_is_asked_has_a_lit_title_with_the_question(prompt: Prompt) -> None:
    assert is_inverted(screen(prompt))
    title = "red arm" if prompt is DIAL else prompt.title
    assert shown(prompt)[:2] == [title, "hold: menu"]


def test_pages_are_turned_by_keys_that_name_them() -> None:
    assert boxes(screen(None, count=3)) == ["P3", "", "P2"]
    second = screen(None, "right", count=3)
    assert words(second).split("\n")[:3] == ["Page 2", "hold: back", "of page 2"]
    assert boxes(second) == ["Board", "Back", "P3"]
    assert boxes(screen(None)) == ["", "", ""]


def test_the_help_on_the_question_is_a_page() -> None:
    two = face(count=2)(None)
    assert [page.name for page in screen_pages(two, ONCE)] == ["The board", "Page 2", "Help"]
    assert [page.name for page in screen_pages(two, None)] == ["The board", "Page 2"]


def test_the_boxes_say_what_the_keys_do_now() -> None:
    steps: tuple[tuple[Prompt, tuple[Gesture, ...], list[str]], ...] = (
        (ONCE, (), ["a", "b", "c"]),
        (ONCE, ("left",), ["", "b", "c"]),
        (ONCE, ("left", "right"), ["Undo", "OK", ""]),
        (DIAL, (), ["0", "1", "2"]),
        (CHOOSE, (), ["stop", "1", "KEY"]),
        (MENU, (), ["*", "Choose", "*"]),
    )
    for prompt, gestures, keys in steps:
        assert boxes(screen(prompt, *gestures)) == keys
    dead = compose(desk(ONCE, "left"), face(TextMark(1, 15, "board")), flash="Used already")
    assert words(dead).split("\n")[0] == "Used already", "why a key does nothing stands in the title"


def test_a_group_is_drawn_as_its_symbols_and_opens_to_its_members() -> None:
    room = Room().start()
    assert boxes(room.shown[0]) == ["R Y G", "B W O", "P or S"]
    room.press(0, "right")
    assert boxes(room.shown[0]) == ["Pink", "", "Silver"]
    assert words(room.shown[0]).split("\n")[1] == "back"


def test_a_group_of_many_shows_its_first_and_its_last() -> None:
    assert fits_box(("0", "1", "2", "3"))
    assert not fits_box(("R", "Y", "G", "B", "W", "O", "P", "S"))
    assert fits_box(("1", "2", "3", "4", "5")), "digits stand close, so five of them have room"
    assert not fits_box(("10", "11", "12")), "without a gap that is seen these were one long number"


def test_each_box_stands_above_its_key() -> None:
    drawn = draw(Screen(key_boxes("Left", "●", "Right")))
    for key in range(3):
        lit = [x for x in range(WIDTH) if pixel(drawn, x, 57) and x * 3 // WIDTH == key]
        assert lit, "each third of the screen has its box"
    assert Screen(key_boxes("", "", "")).marks == ()


def test_the_menu_is_a_list_and_says_what_holding_does() -> None:
    opened = screen(ONCE, "left", "back")
    assert words(opened).split("\n")[:2] == ["Menu", "hold: back"]
    assert "Undo my last choice" in words(opened)
    assert boxes(opened) == ["*", "Choose", "*"]
    assert is_inverted(opened)
    assert not is_inverted(screen(None, "back")), "who waits is asked nothing, in the menu too"
    looking = screen(ONCE, "back", "right", "middle", count=2)
    assert boxes(looking)[1] == "Back"
    assert is_inverted(looking), "who looks at a page is asked still"


def test_what_has_been_entered_stands_on_the_screen() -> None:
    assert "A" in shown(ONCE, "left")
    assert "red arm 2" in shown(DIAL, "right")
    assert "board" not in shown(ONCE), "the general body of a code takes all the room"
    assert "board" in shown(CHOOSE)


def test_a_game_may_draw_the_entry_itself() -> None:
    own = face(TextMark(1, 15, "board"), entry=(TextMark(1, 15, "entry"),))
    assert "entry" in words(compose(desk(ONCE), own))
    assert "entry" not in words(compose(desk(None), own))


def test_a_notice_takes_the_screen_and_says_what_the_key_does() -> None:
    drawn = notice("A code may not hold two pegs of one colour.")
    assert boxes(drawn) == ["", "OK", ""]
    assert " ".join(words(drawn).split("\n")[:-1]) == "A code may not hold two pegs of one colour."


def test_a_question_has_a_no_and_a_yes() -> None:
    assert boxes(question_screen("You asked this before. Again?")) == ["No", "", "Yes"]


def test_a_long_notice_is_read_page_by_page() -> None:
    numbers = " ".join(str(number) for number in range(100, 200))
    rest, read = numbers, []
    while rest:
        drawn = notice(rest)
        assert (misfits(drawn), crowded(drawn)) == ((), ())
        *lines, label = words(drawn).split("\n")
        read += " ".join(lines).split()
        rest = after_first_page(rest)
        assert label == ("More" if rest else "OK")
    assert read == numbers.split()


def test_a_page_of_a_notice_ends_with_a_sentence_where_it_can() -> None:
    said = "Ann answered wrong: red 2, white 2 was right. The code was red, yellow, green, blue. So 3 points for Bob."
    assert after_first_page(said).startswith("The code was red")


# The Secrecy screen.

VEILED = (30, 20, 70, 15)


def secret(letters: str) -> Render:
    return face(
        TextMark(1, 15, "red"),
        Veil(*VEILED, (TextMark(38, 22, letters), FilledBox(80, 22, 9, 7, len(set(letters)) % 4))),
    )


def picture(letters: str, cover: str = "") -> Picture:
    return draw(compose(desk(CHOOSE), secret(letters), cover=cover))


def test_covered_secrets_all_look_alike() -> None:
    covered = {picture(letters, HOLD) for letters in ("RYG", "RRG", "", "WWWW", "O")}
    assert len(covered) == 1
    assert len({*covered, picture("RYG"), picture("RRG")}) == 3
    small = {
        draw(compose(Dialog(), face(Veil(1, 15, 9, 9, (TextMark(2, 16, letter),))), cover=HOLD)) for letter in "ABC"
    }
    assert len(small) == 1, "and a small cover, which is hatched, hides as well"


def test_a_cover_stays_in_its_rectangle_and_says_how_to_lift_it() -> None:
    covered, lifted = picture("", HOLD), picture("")
    x, y, width, height = VEILED
    differ = [(a, b) for a in range(WIDTH) for b in range(HEIGHT) if pixel(covered, a, b) != pixel(lifted, a, b)]
    assert differ
    assert all(x <= a < x + width and y <= b < y + height for a, b in differ)
    assert "hold ◀ ▶" in words(compose(desk(CHOOSE), secret("RYG"), cover=HOLD))


@pytest.mark.rule("M3", "M16")
@pytest.mark.parametrize("page", [0, 1])
def test_a_series_played_covered_shows_its_maker_nothing_of_the_code(page: int) -> None:
    """Two codes, same arms: while the screen is down even the Codemaker's pictures are equal; lifted they differ."""
    pictures: dict[bool, list[Picture]] = {False: [], True: []}
    for letters in ("RYGB", "WOGB"):
        room = Room(secrecy="lift").start().play((0, code(letters)), (1, guess("GGGG")))
        for _ in range(page):
            room.press(0, "right")
        pictures[False].append(draw(room.shown[0]))
        room.press(0, "lift")
        pictures[True].append(draw(room.shown[0]))
    assert pictures[False][0] == pictures[False][1]
    assert (pictures[True][0] != pictures[True][1]) == (page == 0)
