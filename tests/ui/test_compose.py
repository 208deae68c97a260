"""Composed screens: the title, what has been entered, what the keys do; and the Secrecy screen, up and down."""

from collections.abc import Callable

import pytest

from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.core.prompt import Prompt
from companion.core.screen import FilledBox as FillMark
from companion.core.screen import Rendering, Screen, ScreenPage, TextMark, Veil, every_mark
from companion.ui.compose import Secrecy, compose, labels, notice, pages, share
from companion.ui.raster import draw
from companion.ui.seat_desk import Desk, asked, touch
from tests.core.prompts import CHOOSE, DIAL, MENU, ONCE
from tests.pictures import pixel
from tests.table.room import Room, code, guess, words


def face(*marks: TextMark | Veil, count: int = 1) -> Callable[[int], Rendering]:
    """A face whose first page has these marks, and further pages by number."""
    others = tuple(
        ScreenPage(f"Page {number}", (TextMark(0, 8, f"of page {number}"),)) for number in range(2, count + 1)
    )
    return lambda lines: Rendering("Ann thinks", (ScreenPage("The board", marks), *others))


def desk(prompt: Prompt | None, *gestures: Gesture, count: int = 4) -> Desk:
    now = asked(Desk(), prompt)
    for gesture in gestures:
        now, _ = touch(now, gesture, count)
    return now


def shown(prompt: Prompt | None, *gestures: Gesture, count: int = 1) -> list[str]:
    return words(compose(desk(prompt, *gestures), face(TextMark(0, 8, "board"), count=count), "open")).split("\n")


def below(screen: Screen) -> list[str]:
    """The labels of the keys, from left to right."""
    texts = [mark for mark in every_mark(screen) if isinstance(mark, TextMark) and mark.y == 56]
    return [mark.text for mark in sorted(texts, key=lambda mark: mark.x)]


def test_who_waits_sees_whose_turn_it_is_and_the_board() -> None:
    assert shown(None) == ["Ann thinks", "board"]


def test_pages_are_leafed_through_by_number() -> None:
    screen = compose(desk(None, "right", count=3), face(count=3), "open")
    assert words(screen).split("\n")[0].startswith("Page 2")
    assert words(screen).split("\n")[0].endswith("2/3")
    assert below(screen) == ["◀", "back", "▶"]
    assert below(compose(desk(None), face(count=3), "open")) == ["◀", "▶"]


def test_the_help_on_what_is_asked_is_a_page() -> None:
    two = face(count=2)(6)
    assert [page.name for page in pages(two, ONCE)] == ["The board", "Page 2", "Help"]
    assert [page.name for page in pages(two, None)] == ["The board", "Page 2"]
    helped = shown(ONCE, "back", "right", count=1)
    assert helped[0].startswith("Help")
    assert "Two, none twice." in helped


@pytest.mark.parametrize("prompt", [ONCE, CHOOSE, DIAL, MENU])
def test_who_is_asked_reads_what_on_the_title_line(prompt: Prompt) -> None:
    first = shown(prompt)
    assert first[0] == prompt.title
    assert "board" in first


@pytest.mark.parametrize(
    ("prompt", "gestures", "keys"),
    [
        (ONCE, (), ["A", "B", "C"]),
        (ONCE, ("left",), ["·", "B", "C"]),
        (DIAL, (), ["0", "1", "2"]),
        (CHOOSE, (), ["stop", "1", "KEY"]),
        (DIAL, ("left", "right"), ["undo", "● OK"]),
        (MENU, (), ["◀", "take", "▶"]),
    ],
)
def test_the_labels_say_what_the_keys_do(prompt: Prompt, gestures: tuple[Gesture, ...], keys: list[str]) -> None:
    assert below(compose(desk(prompt, *gestures), face(), "open")) == keys


def test_a_key_without_a_meaning_has_no_label() -> None:
    assert [mark for mark in labels("", "OK", "") if isinstance(mark, TextMark)] == [
        mark for mark in labels("", "OK", "") if isinstance(mark, TextMark) and mark.text == "OK"
    ]


def test_labels_stand_above_their_keys() -> None:
    """Each in its own third, whatever its length up to seven letters."""
    for words_ in (("l", "m", "r"), ("sevenXX", "sevenXX", "sevenXX"), ("◀", "● OK", "▶")):
        marks = [mark for mark in labels(*words_) if isinstance(mark, TextMark)]
        centres = [mark.x + len(mark.text) * 3 for mark in marks]
        assert [centre * 3 // WIDTH for centre in centres] == [0, 1, 2]


@pytest.mark.parametrize(
    ("of", "label"),
    [
        ((), ""),
        (("R",), "R"),
        (("R", "Y"), "R Y"),
        (("R", "Y", "G"), "R Y G"),
        (("R", "Y", "G", "B"), "R Y G B"),
        (("R", "Y", "G", "B", "W"), "R-W"),
        (("10", "11", "12"), "10-12"),
        (("sevenXX",), "sevenXX"),
    ],
)
def test_a_key_that_stands_for_several_says_which(of: tuple[str, ...], label: str) -> None:
    assert share(of) == label
    assert len(label) <= 7


def test_what_has_been_entered_stands_on_the_screen() -> None:
    assert "A" in shown(ONCE, "left")
    assert "red arm: 2" in shown(DIAL, "right")
    assert "who: ?" in shown(DIAL, "right")
    assert "Play the KEY" not in shown(CHOOSE)


def test_a_notice_takes_the_screen_and_says_what_the_key_does() -> None:
    screen = notice("A code may not hold two pegs of one colour.")
    assert words(screen).split("\n") == ["A code may not hold", "two pegs of one", "colour.", "OK"]
    noticed = Desk(notice="A code may not hold two pegs of one colour.")
    assert compose(noticed, face(TextMark(0, 8, "board")), "open") == screen


def test_a_long_notice_is_cut_and_stays_above_the_keys() -> None:
    screen = notice("word " * 200)
    texts = [mark for mark in screen.marks if isinstance(mark, TextMark)]
    assert max(mark.y for mark in texts if mark.text != "OK") == 48


# The Secrecy screen.

VEILED = (36, 8, 56, 7)


def secret(letters: str) -> Callable[[int], Rendering]:
    return face(
        TextMark(0, 8, "red"), Veil(*VEILED, (TextMark(38, 8, letters), FillMark(70, 8, 9, 7, 1 + len(set(letters)))))
    )


def picture(letters: str, secrecy: Secrecy, *gestures: Gesture) -> Picture:
    return draw(compose(desk(CHOOSE, *gestures), secret(letters), secrecy))


def test_open_shows_secrets_on_the_own_screen() -> None:
    assert picture("RYG", "open") != picture("RRG", "open")


def test_covered_secrets_all_look_alike() -> None:
    covered = {picture(letters, "lift") for letters in ("RYG", "RRG", "", "WWWW", "O")}
    assert len(covered) == 1
    assert covered != {picture("RYG", "open")}


def test_lifting_shows_them_and_lowering_covers_them_again() -> None:
    assert picture("RYG", "lift", "lift") == picture("RYG", "open")
    assert picture("RYG", "lift", "lift") != picture("RRG", "lift", "lift")
    assert picture("RYG", "lift", "lift", "lower") == picture("", "lift")


def test_a_cover_stays_in_its_rectangle_and_says_how_to_lift_it() -> None:
    covered, lifted = picture("", "lift"), picture("", "open")
    x, y, width, height = VEILED
    differ = [(a, b) for a in range(WIDTH) for b in range(HEIGHT) if pixel(covered, a, b) != pixel(lifted, a, b)]
    assert differ
    assert all(x <= a < x + width and y <= b < y + height for a, b in differ)
    assert "hold ◀ ▶" in words(compose(desk(CHOOSE), secret("RYG"), "lift"))


def test_a_small_cover_is_hatched_and_hides_as_well() -> None:
    def small(letter: str) -> Callable[[int], Rendering]:
        return face(Veil(0, 8, 9, 9, (TextMark(2, 9, letter),)))

    covered = {draw(compose(Desk(), small(letter), "lift")) for letter in "ABC"}
    assert len(covered) == 1


@pytest.mark.rule("M3", "M16")
@pytest.mark.parametrize("page", [0, 1, 2])
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
