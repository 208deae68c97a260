"""The four kinds of question and their answers, which everybody hears."""

from itertools import islice
from typing import Any

import pytest

from companion.core.prompt import every
from companion.games.digitcode.rules import (
    ALL_SPACES,
    LINE_LETTERS,
    QUESTION_KINDS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    true_answer,
)
from tests.games.digitcode.play import ONE, OTHER, Play, duel, mastered
from tests.games.digitcode.tally import PICTURE_SPACES, answer_by_picture


@pytest.mark.rule("C4")
def test_a_line_counts_its_filled_spaces() -> None:
    # 4 0 7 over 1 9 3. T = 4 has b c f g, U = 0 all but g, V = 7 has a b c; W = 1 b c, X = 9 all but e, Y = 3 all but e f.
    counts = {
        "A": 1, "B": 1, "C": 4, "D": 3, "E": 5, "F": 4, "G": 0, "H": 4, "I": 4,
        "J": 2, "K": 5, "L": 1, "M": 4, "N": 1, "O": 2, "P": 4, "Q": 2, "R": 3, "S": 2,
    }  # fmt: skip
    assert {line: true_answer(ONE, AskLine(line)) for line in LINE_LETTERS} == counts
    assert sum(counts[line] for line in "ABCDEFGHI") == sum(counts[line] for line in "JKLMNOPQRS")


@pytest.mark.rule("C4")
def test_a_line_has_as_many_spaces_as_the_sheet_shows() -> None:
    for line in LINE_LETTERS:
        spaces = sum(line in (space.column, space.row) for space in ALL_SPACES)
        column = 6 if line in "BEH" else 4
        row = 3 if line in "JLNOQS" else 6
        assert spaces == (column if line in "ABCDEFGHI" else row), line


@pytest.mark.rule("C5")
def test_parity_is_even_or_odd_and_0_is_even() -> None:
    assert [true_answer(ONE, AskParity(place)) for place in "TUVWXY"] == ["even", "even", "odd", "odd", "odd", "odd"]


@pytest.mark.rule("C6")
def test_of_two_neighbours_the_place_of_the_larger_is_told() -> None:
    play = duel(opening="one")
    offered = [move["places"] for move in islice(every(play.prompt(0)), 74) if move["move"] == "ask_larger"]
    assert offered == [["T", "U"], ["U", "V"], ["W", "X"], ["X", "Y"], ["T", "W"], ["U", "X"], ["V", "Y"]]
    answers = [true_answer(ONE, AskLarger((first, second))) for first, second in offered]
    assert answers == ["T", "V", "X", "X", "T", "X", "V"]


@pytest.mark.rule("C6")
def test_only_neighbours_can_be_compared() -> None:
    wrong: tuple[Any, ...] = (["U", "T"], ["T", "V"], ["T", "X"], ["T", "T"], ["T", "Z"], ["T"], "TU")
    for places in wrong:
        assert "(C6, C9)" in duel().refusal(0, {"move": "ask_larger", "places": places})


@pytest.mark.rule("C7")
def test_a_space_is_filled_or_not() -> None:
    # The rulebook's example: F is the right side of U and X, and M is where the lower uprights of the upper digits are.
    assert true_answer(ONE, AskSpace("F", "M")) is True
    assert true_answer((2, 0, 7, 1, 9, 3), AskSpace("C", "M")) is False


@pytest.mark.rule("C7")
def test_42_pairs_can_be_asked_and_48_are_no_spaces() -> None:
    play = duel(opening="one")
    offered = [
        (move["column"], move["row"]) for move in islice(every(play.prompt(0)), 74) if move["move"] == "ask_space"
    ]
    assert len(offered) == len(set(offered)) == 42
    assert set(offered) == set(PICTURE_SPACES)
    refused = [
        play.refusal(0, {"move": "ask_space", "column": column, "row": row})
        for column in "ABCDEFGHI"
        for row in "JKLMNOPQRS"
        if (column, row) not in offered
    ]
    assert len(refused) == 48
    assert all("row can be" in words and "(C7, C9)" in words for words in refused)


@pytest.mark.rule("C7")
def test_lines_and_places_that_are_none_are_refused_by_name() -> None:
    play = duel()
    assert '"Z"' in play.refusal(0, {"move": "ask_line", "line": "Z"})
    assert '"A"' in play.refusal(0, {"move": "ask_parity", "place": "A"})
    assert 'column can be "A", "B"' in play.refusal(0, {"move": "ask_space", "column": "M", "row": "F"})
    assert "not a list (C4, C9)" in play.refusal(0, {"move": "ask_line", "line": ["P"]})


@pytest.mark.rule("C8")
def test_everybody_hears_every_question_and_its_answer() -> None:
    play = duel().ask(0, 0, 1, 2, 3).ask(1, 3)
    heard = play.view(None).asked
    assert heard == (
        AskedQuestion(0, 1, AskLine("P"), 4),
        AskedQuestion(0, 1, AskParity("W"), "odd"),
        AskedQuestion(0, 1, AskLarger(("U", "V")), "V"),
        AskedQuestion(0, 1, AskSpace("F", "M"), False),
        AskedQuestion(1, 0, AskSpace("F", "M"), True),
    )
    assert play.view(0).asked == play.view(1).asked == heard
    table = mastered(5).ask(1, 0).ask(2, 1)
    assert all(table.view(seat).asked == table.view(None).asked for seat in range(5))
    assert [one.of for one in table.view(3).asked] == [0, 0]


@pytest.mark.rule("C4", "C5", "C6", "C7", "C8")
@pytest.mark.parametrize("code", [ONE, OTHER, (1, 2, 3, 4, 5, 6), (7, 8, 9, 0, 1, 2)])
def test_every_answer_is_what_a_drawing_of_the_code_shows(code: tuple[int, ...]) -> None:
    for move in every(Play(3).code(0, code).prompt(1)):
        if move["move"] not in QUESTION_KINDS:
            break
        (asked,) = Play(3).code(0, code).move(1, move).view(None).asked
        assert asked.answer == answer_by_picture(code, move)
        assert type(asked.answer) is type(answer_by_picture(code, move))
