"""What is asked back: a question or a proposal whose answer all have heard. It stays a legal move."""

from typing import Any

import pytest
from msgspec import to_builtins

from companion.core.screen import wrap
from companion.games.digitcode.possible import (
    asked_about_sought,
    confirm_question,
    helping_sheet,
    is_possible,
    known_answer,
    sheet_of,
)
from companion.games.digitcode.rules import (
    QUESTIONS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    is_same_question,
    true_answer,
)
from tests.games.digitcode.play import FOUR, ONE, OTHER, WRONG, Play, duel, mastered

LARGER = {"move": "ask_larger", "places": ["U", "V"]}


def asked_back(play: Play, seat: int, move: dict[str, Any]) -> str | None:
    return confirm_question(play.options, play.view(seat), move)


def propose(digits: tuple[int, ...]) -> dict[str, Any]:
    return {"move": "propose", "digits": list(digits)}


def test_what_was_asked_before_is_asked_back_with_its_answer() -> None:
    for number, answer in enumerate(("line P has 4", "W is odd", "V is larger than the one at U", "F, M is filled")):
        play = mastered(3)
        assert asked_back(play, 1, FOUR[number]) is None
        play.ask(1, number).ask(2, (number + 1) % 4)
        own = asked_back(play, 1, FOUR[number]) or ""
        assert answer in own
        assert len(wrap(own)) in range(2, 8), "it fits a screen"
        play.move(1, FOUR[number])
        others = asked_back(play, 2, FOUR[number]) or ""
        assert answer in others
        assert (own.startswith("You"), others.startswith("You")) == (True, False), "who has asked it"


def test_a_question_about_another_code_is_another_question() -> None:
    play = duel(opening="one").ask(0, 0)
    assert asked_back(play, 1, FOUR[0]) is None, "each of two looks for a code of its own"
    play.ask(1, 1)
    assert asked_back(play, 0, FOUR[0]) is not None


def test_two_places_are_the_same_two_in_either_order() -> None:
    assert is_same_question(AskLarger(("U", "V")), AskLarger(("V", "U")))
    assert not is_same_question(AskLarger(("U", "V")), AskLarger(("T", "U")))
    assert is_same_question(AskLine("P"), AskLine("P"))
    assert not is_same_question(AskLine("T"), AskParity("T"))
    play = mastered(3).ask(1, 2)
    assert asked_back(play, 2, {**LARGER, "places": ["V", "U"]}) == asked_back(play, 2, LARGER)


def test_six_digits_that_were_incorrect_are_asked_back() -> None:
    play = mastered(4)
    assert asked_back(play, 1, propose(WRONG)) is None
    play.propose(1, WRONG)
    assert "123 456 is wrong" in (asked_back(play, 2, propose(WRONG)) or "")
    assert asked_back(play, 2, propose(ONE)) is None
    play.ask(2, 0).ask(3, 0)
    assert (asked_back(play, 1, propose(WRONG)) or "").startswith("You")


def test_of_two_each_has_proposals_of_its_own() -> None:
    play = duel(opening="one").propose(0, WRONG)
    assert asked_back(play, 1, propose(WRONG)) is None
    play.ask(1, 0)
    assert asked_back(play, 0, propose(WRONG)) is not None


def test_after_a_draw_all_is_new() -> None:
    play = duel(opening="one").ask(0, 0).ask(1, 0).propose(0, OTHER).propose(1, ONE)
    assert play.view(None).replays == 1
    play.code(0, ONE).code(1, OTHER)
    assert asked_back(play, 1, FOUR[0]) is None


def test_the_public_and_other_moves_are_asked_back_nothing() -> None:
    play = mastered(3).ask(1, 0)
    assert confirm_question(play.options, play.view(None), FOUR[0]) is None
    assert asked_back(Play(2), 0, {"move": "set_code", "digits": list(ONE)}) is None
    assert asked_back(duel(), 0, {"move": "pass"}) is None


@pytest.mark.rule("C10")
def test_it_stays_a_legal_move() -> None:
    play = mastered(3).ask(1, 0).move(2, FOUR[0])
    assert len(play.view(None).asked) == 2


@pytest.mark.rule("C17")
def test_what_the_own_sheet_shows_is_asked_back_and_nothing_without_a_sheet() -> None:
    play = mastered(3, sheet=True).ask(1, 0).ask(2, 1).ask(1, 2).ask(2, 3)
    sheet = sheet_of(play.options, play.view(1), asked_about_sought(play.options, play.view(1)), 0)
    assert sheet is not None
    shown = 0
    for one in QUESTIONS:
        answer, move = known_answer(sheet, one), to_builtins(one)
        said = asked_back(play, 1, move)
        if any(is_same_question(one, had.question) for had in play.view(1).asked):
            assert said is not None
            assert said.endswith("Again?")
        elif answer is None:
            assert said is None
        else:
            shown += 1
            assert answer == true_answer(ONE, one), "every possible code gives it"
            assert said is not None
            assert said.startswith("Your sheet shows that ")
            assert said.endswith(". Ask anyway?")
            assert len(wrap(said)) <= 4
    assert shown > 0
    plain = mastered(3).ask(1, 0).ask(2, 1).ask(1, 2).ask(2, 3)
    assert not any("sheet" in (asked_back(plain, 1, to_builtins(one)) or "") for one in QUESTIONS)


def test_a_code_is_possible_that_gives_all_answers_and_has_not_failed() -> None:
    asked = tuple(AskedQuestion(1, 0, one, true_answer(ONE, one)) for one in QUESTIONS)
    assert is_possible(ONE, asked, ())
    assert not is_possible(ONE, asked, (ONE,))
    assert not is_possible(OTHER, asked, (ONE,))


@pytest.mark.rule("C17")
def test_a_full_sheet_shows_every_answer_and_an_empty_one_none() -> None:
    empty = helping_sheet(())
    assert all(known_answer(empty, one) is None for one in QUESTIONS)
    answers = tuple(AskedQuestion(1, 0, one, true_answer(ONE, one)) for one in QUESTIONS)
    full = helping_sheet(answers)
    assert full.count == 1
    assert all(known_answer(full, one.question) == one.answer for one in answers)
