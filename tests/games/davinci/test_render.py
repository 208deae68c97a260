"""The screens of Da Vinci Code: the widest rows fit, every move is a few presses, and secrets stand behind a veil."""

import random
from typing import Any

import pytest
from msgspec import structs

from companion.core.prompt import every
from companion.core.screen import FilledBox, Icon, Mark, Outline, Rect, Rendering, Screen, TextMark, Veil, every_mark
from companion.core.seat import PUBLIC
from companion.games.davinci import DAVINCI
from companion.games.davinci.box import BOX
from companion.games.davinci.rules import DavinciView, State
from companion.games.davinci.screens import WEDGE, DrawnRow, DrawnTile, place_row
from companion.ui.editor import Dialog, Draft
from companion.ui.raster import draw as picture
from companion.ui.screens import compose
from tests.games.davinci.tables import STOP, deduce, played, table, take
from tests.games.fits import assert_fits
from tests.key_spelling import spell

NAMES = ("Wolfgang", "Seat 1", "Bo", "Ałžbětágjpqy")


def composed(state: State, view: DavinciView, desk: Dialog, cover: str = "") -> Screen:
    return compose(desk, lambda entry: DAVINCI.render(state.options, view, NAMES[: state.seats], entry), cover=cover)


def asked(state: State) -> Any:
    """What seat 0 is asked."""
    prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
    assert prompt is not None
    return prompt


def face(state: State, observer: Any) -> Rendering:
    return DAVINCI.render(state.options, DAVINCI.view(state, observer), NAMES[: state.seats], None)


def test_the_title_names_who_lines_up_alone() -> None:
    state = table(["B0 W3", "W1 B9", "B4 W6"])
    view = structs.replace(DAVINCI.view(state, 0), phase="arrange")
    titles = [
        DAVINCI.render(state.options, structs.replace(view, to_act=waiting), NAMES, None).status
        for waiting in ((1,), (1, 2), (0, 1, 2))
    ]
    assert titles == ["Seat 1 lines up", "Others line up", "All line up rows"]


def first_page(state: State, observer: Any) -> tuple[Mark, ...]:
    return face(state, observer).pages[0].marks


def page_at(state: State, observer: Any, name: str) -> tuple[Mark, ...]:
    """The marks of the one page of that name."""
    (page,) = [page for page in face(state, observer).pages if page.name == name]
    return page.marks


def test_the_widest_rows_fit() -> None:
    """As many tiles as one row can get, all wide ones in it, and another in hand; and three others above the keys."""
    row = "B0 W0 B1 W1 B2 B9 W9 B10 W10 B11 W11 B- W-"
    others = ["B0 W0", "B1 B10 B- W10 W- B11 W11", "B2 B3 B4 B5 B6 B7 B8", "W1 W2 W3 W4"]
    for rows in ([row, "B3 W3 B4 W4 B5 W5 B6 W6 B7 W7 B8"], others):
        state = table(rows, clue="W8", advanced=True)
        for seed in range(20):
            assert_fits(DAVINCI, state.options, state, random.Random(seed).randrange)


def test_the_presses_of_each_question() -> None:
    def most(state: State) -> int:
        return max(len(spell(asked(state), move)) for move in every(asked(state)))

    rows = ["B0 W1 B2 W3", "B4 W5 B6 W7"]
    assert most(table(rows, phase="draw")) == 1
    assert most(table(rows, clue="W8")) == 2 + 3 + 1, "a tile of four, a value of twelve, the claim"
    assert most(table([*rows, "B8 W9 B10 W11"], clue="B1")) == 1 + 2 + 3 + 1, "and whose tile"
    assert most(played(table(rows, clue="W8"), deduce(1, 1, "5"))) == 1 + 1 + 3 + 1, "go on, and a tile of three"
    assert most(table(rows, phase="reveal", centre="", empty_centre="reveal")) == 2 + 1
    assert most(table(["B0 W- W3", "B4 W5 B6"], clue="B8", phase="place", advanced=True)) == 1


def test_a_row_is_drawn_whole_in_the_width_of_the_body() -> None:
    for count in range(1, 14):
        texts = [*"0123456789", "10", "11", "11"]
        tiles = [DrawnTile(number % 2 == 0, text) for number, text in enumerate(texts[-count:])]
        placed = place_row(Rect(1, 15, 126, 24), DrawnRow(tiles), lines=1)
        assert len(placed.tiles) == count
        assert placed.area.right <= 127


def texts(marks: tuple[Mark, ...]) -> list[str]:
    return [mark.text for mark in every_mark(Screen(marks)) if isinstance(mark, TextMark)]


def outside(marks: tuple[Mark, ...]) -> list[str]:
    """The texts that stand behind no veil."""
    return [mark.text for mark in marks if isinstance(mark, TextMark)]


def test_the_own_row_stands_behind_a_veil_and_hidden_tiles_of_others_are_blank() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5* B6 W7"], clue="W8")
    own = first_page(state, 0)
    veils = [mark for mark in own if isinstance(mark, Veil)]
    assert len(veils) == 1
    assert texts(veils[0].marks) == ["0", "1", "2", "3", "drawn", "8"]
    assert outside(own) == ["Seat 1", "5", "You"]
    public = first_page(state, PUBLIC)
    assert not any(isinstance(mark, Veil) for mark in public)
    assert set(texts(public)) == {"Wolfgang", "Seat 1", "5"}


def shapes(marks: tuple[Mark, ...]) -> list[tuple[str, int]]:
    """The tiles as drawn: lit or outlined, and how high."""
    return [
        ("lit" if isinstance(mark, FilledBox) else "outlined", mark.height)
        for mark in every_mark(Screen(marks))
        if isinstance(mark, FilledBox | Outline)
    ]


def test_colour_is_light_and_all_tiles_of_a_row_are_as_high() -> None:
    tiles = [DrawnTile(white, text) for white in (False, True) for text in ("7", "")]
    for height in (16, 24, 34):
        found = shapes(place_row(Rect(1, 15, 126, height), DrawnRow(tiles)).marks)
        assert [kind for kind, _ in found] == ["outlined", "outlined", "lit", "lit"]
        assert len({high for _, high in found}) == 1


def test_a_line_stands_below_the_own_tiles_that_lie_open_and_below_no_others() -> None:
    for phase in ("deduce", "draw"):
        state = table(["B0 W1* B2 W3*", "B4* W5 B6 W7"], phase=phase, clue="W8" if phase == "deduce" else None)
        entry = Draft(asked(state)).entry if phase == "draw" else None
        marks = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES[:2], entry)
        shown = (marks.entry or ()) if phase == "draw" else marks.pages[0].marks
        drawn = list(every_mark(Screen(shown)))
        lines = [(mark.x, mark.width) for mark in drawn if isinstance(mark, FilledBox) and mark.height == 1]
        figures = {mark.text: mark.x for mark in drawn if isinstance(mark, TextMark)}
        assert len(lines) == 2
        assert all(x < figures[figure] < x + width for (x, width), figure in zip(lines, "13", strict=True))


def test_a_page_says_which_own_tiles_lie_open() -> None:
    marks = page_at(table(["B0 W1* B2 W3", "B4 W5 B6 W7"], clue="W8"), 0, "Your tiles")
    assert outside(marks) == ["Hidden", "Open", "1"]
    (veil,) = [mark for mark in marks if isinstance(mark, Veil)]
    assert texts(veil.marks) == ["0", "2", "3"]
    none_open = table(["B0 W1 B2 W3", "B4 W5* B6 W7"], clue="W8")
    assert "Your tiles" not in [page.name for page in face(none_open, 0).pages]


def body(state: State, *choices: int) -> tuple[Mark, ...]:
    """The body of the screen of seat 0 after some choices of an entry."""
    screen = composed(state, DAVINCI.view(state, 0), Dialog(Draft(asked(state), choices)))
    return tuple(mark for mark in screen.marks if 14 <= mark.y < 51)


def test_players_stand_above_the_key_that_points_at_their_side() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10", "B3 W4 W10"], clue="W8")
    keys = [spell(asked(state), deduce(seat, 0, "1"))[0] for seat in (1, 2, 3)]
    assert keys == ["left", "middle", "right"]
    names = [mark for mark in body(state) if isinstance(mark, TextMark)]
    assert [mark.text for mark in names] == ["Seat 1", "Bo", "Ałžbětá", "You"]
    assert [mark.x // 43 for mark in names[:3]] == [0, 1, 2]
    two = body(table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10"], clue="W8"))
    found = [(mark.text, mark.x > 64) for mark in two if isinstance(mark, TextMark)]
    assert found == [("Seat 1", False), ("Bo", True), ("You", False)], "two stand above the outer keys"


def test_a_claim_grows_into_a_sentence_and_the_value_into_the_tile() -> None:
    state = table(["B0 W1 B2", "B4 W5* B6", "B8 W9 B10"], clue="W8")
    assert {"1st", "3rd", "Seat 1", "You"} <= set(outside(body(state, 0))), (
        "the places of the hidden tiles, and whose rows"
    )
    asked = body(state, 0, 1)
    assert {"Seat 1's 3rd tile is ?", "?"} <= set(outside(asked)), "in the sentence and in the tile"
    complete = body(state, 0, 1, 10)
    assert {"Seat 1's 3rd tile is 10", "10?"} <= set(outside(complete))


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize(
    "own", ["B0 W1 B2", "B2 W5 B9* B10* W11*", "B0 W0 B1 W1 B2 W2 B3 W3* B4 B10*"], ids=["few", "five", "many"]
)
def test_the_own_tiles_and_the_one_in_hand_are_in_sight_through_the_whole_claim(own: str, others: int) -> None:
    state = table([own, "B5 W5 B6 W6* B7 W7 B8", "W4 W9 B9", "B11 W10"][: others + 1], clue="W8")
    fronts = [tile.strip("BW*") for tile in own.split()] + ["8"]
    player = () if others == 1 else (0,)
    for choices in {(), player, (*player, 0), (*player, 0, 10)}:
        (veil,) = [mark for mark in body(state, *choices) if isinstance(mark, Veil)]
        assert [text for text in texts(veil.marks) if text != "drawn"] == fronts


def test_places_are_ordinals_while_two_fit_above_a_key() -> None:
    few = table(["B0 W1", "B1 W2* B4 W5 B6"], clue="W8")
    many = table(["B0 W1", "B1 W2 B4 W5 B6 W6 B7 W7"], clue="W8")
    for state, labels in ((few, ["1st", "3rd", "4th", "5th"]), (many, [*"12345678"])):
        assert [symbol.label for symbol in asked(state).wheels[0].symbols] == labels


def test_the_backs_in_the_centre_are_counted_above_their_keys() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6"], phase="draw", centre="B7 B8 W9")
    counts = [mark for mark in body(state) if isinstance(mark, TextMark) and "left" in mark.text]
    assert [(mark.text, mark.x > 64) for mark in counts] == [("2 left", False), ("1 left", True)]
    alone = table(["B0 W1 B2", "B4 W5 B6"], phase="draw", centre="W9")
    counts = [mark for mark in body(alone) if isinstance(mark, TextMark) and "left" in mark.text]
    assert [(mark.text, mark.x > 64) for mark in counts] == [("0 left", False), ("1 left", True)]


def test_what_is_at_stake_stands_behind_a_veil() -> None:
    state = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="W8"), deduce(1, 1, "5"))
    (veil,) = [mark for mark in body(state) if isinstance(mark, Veil)]
    assert texts(veil.marks) == ["8"]
    assert "8" not in outside(body(state))


@pytest.mark.parametrize(
    ("phase", "clue", "options"),
    [
        ("draw", None, {}),
        ("deduce", "W8", {}),
        ("reveal", None, {"empty_centre": "reveal"}),
        ("place", "B-", {"advanced": True}),
    ],
)
def test_a_covered_screen_does_not_tell_how_wide_the_own_numbers_are(
    phase: Any, clue: str | None, options: dict[str, Any]
) -> None:
    few = ("B0 W1 B2", "B9 W10 B11")
    many = ("B0 W0 B1 W1 B2 W2 B3 W3", "B7 W7 B9 W9 B10 W10 B11 W11")
    for rows in (few, many):
        narrow, wide = (table([row, "B4 W5 B6 W6*"], phase=phase, clue=clue, centre="B8 W8", **options) for row in rows)
        assert_covered_alike(narrow, wide)


def assert_covered_alike(narrow: State, wide: State) -> None:
    wheels = getattr(asked(narrow), "wheels", ())
    for entered in (None, *((0,) * number for number in range(len(wheels) + 1))):
        screens = []
        for state in (narrow, wide):
            desk = Dialog() if entered is None else Dialog(Draft(asked(state), entered))
            screens.append(composed(state, DAVINCI.view(state, 0), desk, "lift"))
        assert picture(screens[0]) == picture(screens[1])


def test_no_title_or_label_of_a_secret_question_names_a_tile() -> None:
    place = table(["B0 W- W3", "B4 W5 B6"], clue="B8", phase="place", advanced=True)
    reveal = table(["B9 W10", "B4 W5"], phase="reveal", centre="", empty_centre="reveal")
    for state in (place, reveal):
        prompt = asked(state)
        words = f"{prompt.title} {' '.join(option.label for option in prompt.options)}"
        assert not any(tile in words for tile in ("8", "9", "10", "-"))


def test_a_tile_out_of_the_box_is_drawn_in_its_colour() -> None:
    state = played(table(["B0 W3", "W1 W4"], phase="draw"), take("white"))
    view = DAVINCI.view(state, 0)
    screen = composed(state, view, Dialog(Draft(BOX.offer(view, "Which white tile?"))))
    (veil,) = [mark for mark in screen.marks if isinstance(mark, Veil)]
    assert texts(veil.marks) == ["?"]
    assert shapes(veil.marks)[0][0] == "lit"


@pytest.mark.rule("D8", "D16")
def test_with_three_players_the_news_stands_above_the_own_row() -> None:
    before = table(["B0 W1 B2 W3", "B4 W5 B6 W7", "B9 W9 B10"], clue="W8")
    right = played(before, deduce(1, 1, "5"))
    stopped = played(right, STOP)
    for observer, claim, new in ((0, "Seat 1's 2nd is 5", "Your 5th"), (1, "Your 2nd is 5", "Wolfga's 5th")):
        assert any(claim in text for text in outside(first_page(right, observer)))
        assert any(new in text for text in outside(first_page(stopped, observer)))
    told = DAVINCI.describe(right.options, DAVINCI.view(right, PUBLIC), NAMES)
    assert all(fact in told for fact in ("Wolfgang called", "2nd tile a 5", "right"))


@pytest.mark.rule("D16")
def test_a_wrong_claim_stays_on_its_page_for_the_rest_of_the_turn() -> None:
    state = table(["B9 W10", "B4 W5"], centre="", empty_centre="reveal")
    state = played(state, deduce(1, 1, "5"), deduce(1, 0, "9"))
    for observer in (0, 1, PUBLIC):
        whose = "Your" if observer == 1 else "Seat 1's"
        marks = page_at(state, observer, "Your claims" if observer == 0 else f"{NAMES[0]}'s claims")
        assert outside(marks) == [f"{whose} 1st", "9 wrong", f"{whose} 2nd", "5 right"]


def test_the_memory_aid_lists_what_hidden_tiles_are_not() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B9", memory_aid=True)
    state = played(state, deduce(1, 2, "10"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W4"})
    state = played(state, deduce(0, 3, "8"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W8"})
    state = played(state, deduce(1, 3, "9"))
    # The tile W4 came in left of the one that was called a 10 and then a 9.
    assert outside(page_at(state, 0, "Wrong so far")) == ["Your 4th is not 8", "Seat 1's 4th is not", "9, 10"]


@pytest.mark.rule("D8")
def test_a_wedge_points_at_the_tile_that_joined_last() -> None:
    before = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1"), deduce(1, 1, "5"))
    after = played(before, STOP)
    for observer in (0, 1, PUBLIC):
        old, new = (every_mark(Screen(first_page(state, observer))) for state in (before, after))
        assert not [mark for mark in old if isinstance(mark, Icon) and mark.rows == WEDGE]
        (wedge,) = [mark for mark in new if isinstance(mark, Icon) and mark.rows == WEDGE]
        tiles = [
            mark
            for mark in new
            if isinstance(mark, FilledBox | Outline) and mark.y <= wedge.y and mark.y + mark.height > wedge.y
        ]
        assert sum(tile.x < wedge.x for tile in tiles) == 1, "it stands left of the second tile"


def test_who_waits_reads_for_whom_and_the_winner_reads_it_as_you() -> None:
    state = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*"], clue="B9", rounds=3, round=3, scores=(0, 0))
    assert face(state, 1).status.startswith("Wolfgan")
    over = played(state, deduce(1, 1, "5"))
    assert face(over, 0).status.startswith("You win")
    assert face(over, 1).status.startswith("Wolfgang wins")


@pytest.mark.rule("D17")
def test_the_points_stand_in_the_help() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1", rounds=3)
    for points in ("1 for each right claim", "3 more", "5 for winning the round", "hidden tiles"):
        assert points in asked(state).help


def test_a_long_row_says_what_its_lines_mean() -> None:
    """A line over a black tile that has no room for its outline, and one under an own tile that all see."""
    long, longer = "B0 W0 B1{0} W3 B4 B9 W9 B10 W11", "B0 W0 B1{0} W3 B4 B9 W9 B10 W11 B11 W10"
    for row, star, clue, told in (
        (long, "*", None, {"under"}),
        (longer, "*", None, {"over", "under"}),
        (longer, "", None, set()),
        (long, "", "W8", {"drawn"}),
        (long, "", None, set()),
    ):
        state = table([row.format(star), "W1* B2 B3"], clue=clue, phase="go_on")
        marks = every_mark(Screen(first_page(state, 0)))
        words = " ".join(mark.text for mark in marks if isinstance(mark, TextMark)).lower()
        assert {word for word in ("over", "under", "drawn") if word in words} == told, (row, star, clue)
