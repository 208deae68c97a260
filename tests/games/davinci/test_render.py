"""The screens of Da Vinci Code: every one fits, every move is a few presses, and secrets stand behind a veil."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.fonts.faces import text_width
from companion.core.game import ask, to_act
from companion.core.prompt import Choose, Dial, Menu, Prompt, every, sample
from companion.core.screen import (
    LABEL_WIDTH,
    TITLE_WIDTH,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Screen,
    TextMark,
    Veil,
    every_mark,
)
from companion.core.seat import CHANCE, PUBLIC
from companion.games.davinci.box import BOX
from companion.games.davinci.game import DAVINCI
from companion.games.davinci.marks import WEDGE, DrawnRow, DrawnTile, place_row
from companion.games.davinci.state import State
from companion.games.davinci.view import DavinciView
from companion.ui.compose import Secrecy, compose, screen_pages
from companion.ui.editor import Draft, empty_draft, press, step
from companion.ui.key_spelling import spell
from companion.ui.raster import draw as picture
from companion.ui.seat_desk import Desk
from tests.games.davinci.option_sets import OPTION_SETS
from tests.games.davinci.tables import STOP, deduce, played, table, take
from tests.games.fits import assert_fits
from tests.laws.play import one_round

NAMES = ("Wolfgang", "Seat 1", "Bo", "Ałžbětágjpqy")
every_option_set = pytest.mark.parametrize("index", one_round(range(len(OPTION_SETS))))


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


def moments(index: int) -> list[State]:
    """Sixty states of random games in one set of options."""
    seats, given = OPTION_SETS[index]
    luck = random.Random(index)
    found: list[State] = []
    while len(found) < 60:
        found += luck.sample(every_state := list(states(seats, given, len(found))), min(20, len(every_state)))
    return found


def composed(state: State, view: DavinciView, desk: Desk, secrecy: Secrecy = "open") -> Screen:
    return compose(desk, lambda entry: DAVINCI.render(state.options, view, NAMES[: state.seats], entry), secrecy)


def drafts(prompt: Prompt, luck: random.Random) -> Iterator[Draft]:
    """Every step of entering one move."""
    draft = empty_draft(prompt)
    for gesture in spell(prompt, sample(prompt, luck.randrange)):
        yield draft
        after = press(draft, gesture)
        if isinstance(after, Draft):
            draft = after


@every_option_set
def test_every_page_fits(index: int) -> None:
    for state in moments(index):
        for observer in (PUBLIC, *range(state.seats)):
            view = DAVINCI.view(state, observer)
            rendering = DAVINCI.render(state.options, view, NAMES[: state.seats], None)
            assert text_width(rendering.status, "label") <= TITLE_WIDTH
            assert_fits(composed(state, view, Desk()))
            for number, page in enumerate(screen_pages(rendering, None)):
                assert text_width(page.name, "label") <= TITLE_WIDTH
                assert text_width(page.label, "label") <= LABEL_WIDTH
                assert_fits(composed(state, view, Desk(page=number)))


@every_option_set
def test_every_step_of_every_entry_fits(index: int) -> None:
    luck = random.Random(index)
    for state in moments(index):
        for seat in to_act(DAVINCI, state):
            if seat == CHANCE:
                continue
            view = DAVINCI.view(state, seat)
            prompt = DAVINCI.prompt(state.options, view)
            assert prompt is not None
            for draft in drafts(prompt, luck):
                assert text_width(step(draft).title, "label") <= TITLE_WIDTH
                assert_fits(composed(state, view, Desk(draft)))
        reporter = BOX.reporter(state)
        if reporter is not None:
            view = DAVINCI.view(state, reporter.seat)
            for draft in drafts(BOX.offer(view, reporter.title), luck):
                assert text_width(step(draft).title, "label") <= TITLE_WIDTH
                assert_fits(composed(state, view, Desk(draft)))


@every_option_set
def test_every_move_is_a_few_presses(index: int) -> None:
    seats, given = OPTION_SETS[index]
    luck = random.Random(index)
    for state in states(seats, given, index):
        for seat in to_act(DAVINCI, state):
            prompt = ask(DAVINCI, state.options, state, seat)
            assert prompt is not None
            if seat == CHANCE:
                continue
            for move in luck.sample(moves := list(every(prompt)), min(3, len(moves))):
                # Go on, a row, one of thirteen tiles, one of thirteen values, and the claim itself.
                assert len(spell(prompt, move)) <= 9


def test_the_presses_of_each_question() -> None:
    def most(state: State, seat: int = 0) -> int:
        prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, seat))
        assert prompt is not None
        return max(len(spell(prompt, move)) for move in every(prompt))

    rows = ["B0 W1 B2 W3", "B4 W5 B6 W7"]
    assert most(table(rows, phase="draw")) == 1
    assert most(table(rows, clue="W8")) == 2 + 3 + 1, "a tile of four, a value of twelve, the claim"
    assert most(table([*rows, "B8 W9 B10 W11"], clue="B1")) == 1 + 2 + 3 + 1, "and whose tile"
    assert most(played(table(rows, clue="W8"), deduce(1, 1, "5"))) == 1 + 1 + 3 + 1, "go on, and a tile of three"
    assert most(table(rows, phase="reveal", centre="", empty_centre="reveal")) == 2 + 1
    assert most(table(["B0 W- W3", "B4 W5 B6"], clue="B8", phase="place", advanced=True)) == 1


def widest_game() -> State:
    """As many tiles as one row can get, all wide ones in it, and another in hand."""
    row = "B0 W0 B1 W1 B2 B9 W9 B10 W10 B11 W11 B- W-"
    return table([row, "B3 W3 B4 W4 B5 W5 B6 W6 B7 W7 B8"], clue="W8", advanced=True)


def test_the_widest_rows_fit() -> None:
    state = widest_game()
    for observer in (PUBLIC, 0, 1):
        view = DAVINCI.view(state, observer)
        count = len(DAVINCI.render(state.options, view, NAMES, None).pages)
        for desk in (Desk(), *(Desk(page=number) for number in range(count))):
            assert_fits(composed(state, view, desk))
    view = DAVINCI.view(state, 0)
    prompt = DAVINCI.prompt(state.options, view)
    assert prompt is not None
    for move in every(prompt):
        draft = empty_draft(prompt)
        for gesture in spell(prompt, move):
            assert_fits(composed(state, view, Desk(draft)))
            after = press(draft, gesture)
            draft = after if isinstance(after, Draft) else draft


def test_the_widest_rows_of_three_others_fit_above_the_keys() -> None:
    state = table(
        ["B0 W0", "B1 B10 B- W10 W- B11 W11", "B2 B3 B4 B5 B6 B7 B8", "W1 W2 W3 W4"], clue="W8", advanced=True
    )
    view = DAVINCI.view(state, 0)
    prompt = DAVINCI.prompt(state.options, view)
    assert prompt is not None
    assert_fits(composed(state, view, Desk(empty_draft(prompt))))


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


def first_page(state: State, observer: Any) -> tuple[Mark, ...]:
    return DAVINCI.render(state.options, DAVINCI.view(state, observer), NAMES, None).pages[0].marks


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


def test_a_page_says_which_own_tiles_lie_open() -> None:
    state = table(["B0 W1* B2 W3", "B4 W5 B6 W7"], clue="W8")
    shown = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES, None).pages
    (page,) = [page for page in shown if page.name == "Your tiles"]
    assert outside(page.marks) == ["Hidden", "Open", "1"]
    (veil,) = [mark for mark in page.marks if isinstance(mark, Veil)]
    assert texts(veil.marks) == ["0", "2", "3"]
    none_open = table(["B0 W1 B2 W3", "B4 W5* B6 W7"], clue="W8")
    shown = DAVINCI.render(none_open.options, DAVINCI.view(none_open, 0), NAMES, None).pages
    assert "Your tiles" not in [page.name for page in shown]


def body(state: State, *choices: int, seat: int = 0) -> tuple[Mark, ...]:
    """The body of a seat's screen after some choices of an entry."""
    view = DAVINCI.view(state, seat)
    prompt = DAVINCI.prompt(state.options, view)
    assert prompt is not None
    screen = composed(state, view, Desk(Draft(prompt, choices)))
    return tuple(mark for mark in screen.marks if 14 <= mark.y < 51)


def test_players_stand_above_the_key_that_points_at_their_side() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10", "B3 W4 W10"], clue="W8")
    prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
    assert isinstance(prompt, Menu)
    assert [branch.label for branch in prompt.branches] == ["Left", "Across", "Right"]
    assert {seat: spell(prompt, deduce(seat, 0, "1"))[0] for seat in (1, 2, 3)} == {1: "left", 2: "middle", 3: "right"}
    names = [mark for mark in body(state) if isinstance(mark, TextMark)]
    assert [mark.text for mark in names] == ["Seat 1", "Bo", "Ałžbětá"]
    assert [mark.x // 43 for mark in names] == [0, 1, 2]


def test_two_players_stand_above_the_outer_keys() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10"], clue="W8")
    assert [(mark.text, mark.x > 64) for mark in body(state) if isinstance(mark, TextMark)] == [
        ("Seat 1", False),
        ("Bo", True),
    ]


def test_a_claim_grows_into_a_sentence_and_the_value_into_the_tile() -> None:
    state = table(["B0 W1 B2", "B4 W5* B6", "B8 W9 B10"], clue="W8")
    assert {"1st", "3rd", "Seat 1", "You"} <= set(outside(body(state, 0))), (
        "the places of the hidden tiles, and whose rows"
    )
    asked = body(state, 0, 1)
    assert {"Seat 1's 3rd tile is ?", "?"} <= set(outside(asked)), "in the sentence and in the tile"
    complete = body(state, 0, 1, 10)
    assert {"Seat 1's 3rd tile is 10", "10?"} <= set(outside(complete))
    pointer = next(mark for mark in complete if isinstance(mark, Icon))
    tile = max(
        (mark for mark in complete if isinstance(mark, TextMark) and mark.text == "10?"), key=lambda mark: mark.y
    )
    assert abs(pointer.x + 2 - (tile.x + text_width("10?", tile.face) // 2)) <= 1


def test_places_are_ordinals_while_two_fit_above_a_key() -> None:
    few = table(["B0 W1", "B1 W2* B4 W5 B6"], clue="W8")
    many = table(["B0 W1", "B1 W2 B4 W5 B6 W6 B7 W7"], clue="W8")
    for state, labels in ((few, ["1st", "3rd", "4th", "5th"]), (many, [*"12345678"])):
        prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
        assert isinstance(prompt, Dial)
        assert [symbol.label for symbol in prompt.wheels[0].symbols] == labels


def test_the_backs_in_the_centre_are_counted_above_their_keys() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6"], phase="draw", centre="B7 B8 W9")
    counts = [mark for mark in body(state) if isinstance(mark, TextMark) and "left" in mark.text]
    assert [(mark.text, mark.x > 64) for mark in counts] == [("2 left", False), ("1 left", True)]
    alone = table(["B0 W1 B2", "B4 W5 B6"], phase="draw", centre="W9")
    (count,) = [mark for mark in body(alone) if isinstance(mark, TextMark) and "left" in mark.text]
    assert 43 <= count.x < 86


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
    for entering in (False, True):
        screens = []
        for state in (narrow, wide):
            view = DAVINCI.view(state, 0)
            prompt = DAVINCI.prompt(state.options, view)
            assert prompt is not None
            desk = Desk(empty_draft(prompt)) if entering else Desk()
            screens.append(composed(state, view, desk, "lift"))
        assert picture(screens[0]) == picture(screens[1])


def test_no_title_or_label_of_a_secret_question_names_a_tile() -> None:
    place = table(["B0 W- W3", "B4 W5 B6"], clue="B8", phase="place", advanced=True)
    reveal = table(["B9 W10", "B4 W5"], phase="reveal", centre="", empty_centre="reveal")
    for state in (place, reveal):
        prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
        assert isinstance(prompt, Choose)
        words = f"{prompt.title} {' '.join(option.label for option in prompt.options)}"
        assert not any(tile in words for tile in ("8", "9", "10", "-"))


def test_a_tile_out_of_the_box_is_drawn_in_its_colour() -> None:
    state = played(table(["B0 W3", "W1 W4"], phase="draw"), take("white"))
    view = DAVINCI.view(state, 0)
    screen = composed(state, view, Desk(empty_draft(BOX.offer(view, "Which white tile?"))))
    (veil,) = [mark for mark in screen.marks if isinstance(mark, Veil)]
    assert texts(veil.marks) == ["?"]
    assert shapes(veil.marks)[0][0] == "lit"


@pytest.mark.rule("D8", "D16")
def test_with_three_players_the_news_stands_above_the_own_row() -> None:
    before = table(["B0 W1 B2 W3", "B4 W5 B6 W7", "B9 W9 B10"], clue="W8")
    right = played(before, deduce(1, 1, "5"))
    for observer, words in ((0, "Seat 1's 2nd is 5: right"), (1, "Your 2nd is 5: right")):
        assert words in outside(first_page(right, observer))
    assert DAVINCI.render(right.options, DAVINCI.view(right, 1), NAMES, None).status == "Wolfgang's turn"
    stopped = played(right, STOP)
    for observer, words in ((0, "Your 5th tile is new"), (1, "Wolfga's 5th tile is new")):
        assert words in outside(first_page(stopped, observer))
    told = DAVINCI.describe(right.options, DAVINCI.view(right, PUBLIC), NAMES)
    assert told == "Wolfgang called Seat 1's 2nd tile a 5: right. Wolfgang may go on or stop."


@pytest.mark.rule("D16")
def test_a_wrong_claim_stays_on_its_page_for_the_rest_of_the_turn() -> None:
    state = table(["B9 W10", "B4 W5"], centre="", empty_centre="reveal")
    state = played(state, deduce(1, 1, "5"), deduce(1, 0, "9"))
    for observer in (0, 1, PUBLIC):
        shown = DAVINCI.render(state.options, DAVINCI.view(state, observer), NAMES, None).pages
        (page,) = [page for page in shown if page.name == "This turn"]
        whose = "Your" if observer == 1 else "Seat 1's"
        assert outside(page.marks) == [f"{whose} 1st", "9 wrong", f"{whose} 2nd", "5 right"] or state.phase == "over"


def test_the_memory_aid_lists_what_hidden_tiles_are_not() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B9", memory_aid=True)
    state = played(state, deduce(1, 2, "10"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W4"})
    state = played(state, deduce(0, 3, "8"), {"move": "take", "colour": "white"}, {"move": "draw", "tile": "W8"})
    state = played(state, deduce(1, 3, "9"))
    shown = DAVINCI.render(state.options, DAVINCI.view(state, 0), NAMES, None).pages
    # The tile W4 came in left of the one that was called a 10 and then a 9.
    assert [outside(page.marks) for page in shown if page.name == "Wrong so far"] == [
        ["Your 4th is not 8", "Seat 1's 4th is not", "9, 10"]
    ]


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
    assert DAVINCI.render(state.options, DAVINCI.view(state, 1), NAMES, None).status == "Wolfgan guesses"
    over = played(state, deduce(1, 1, "5"))
    titles = [DAVINCI.render(over.options, DAVINCI.view(over, seat), NAMES, None).status for seat in (0, 1)]
    assert titles == ["You win with 19", "Wolfgan wins, 19"]


@pytest.mark.rule("D17")
def test_the_points_stand_in_the_help() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1", rounds=3)
    prompt = DAVINCI.prompt(state.options, DAVINCI.view(state, 0))
    assert isinstance(prompt, Dial)
    for words in ("1 for each right claim", "3 more", "5 for winning the round", "the sum of their hidden tiles"):
        assert words in prompt.help
