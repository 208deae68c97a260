"""What a move promises, in words: the numbers are right, and a prompt that asks back allows the same moves."""

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import AnyGame
from companion.core.prompt import Choose, Dial, Move, Prompt, every
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind.turn import START, Wrong, observe
from companion.games.digitcode import DIGITCODE
from companion.games.helps import asked_back
from companion.games.hints import promise_words, remembered
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import right_arms
from companion.games.mind import Sighting
from companion.games.passcode import PASSCODE
from companion.games.reasons import code_question
from companion.ui.editor import Draft, Spelled
from tests.games.davinci.tables import deduce, table
from tests.games.positions import CODE, digitcode, fitting, mastermind
from tests.games.test_hints import ONE_OF_EACH
from tests.key_spelling import spell
from tests.laws.play import Case, moments
from tests.said import numbers


def words(game: AnyGame, options: Any, view: Any, move: Move) -> str:
    return promise_words(game, options, remembered(game, options, [Sighting(None, view)]), view, move)


def test_of_a_row_it_is_told_how_many_codes_it_leaves_and_whether_it_can_be_the_code() -> None:
    options, view = mastermind(("yellow", "red", "white", "orange"))
    left = fitting(view)
    twice, shown = ("red", "red", "green", "white"), ("yellow", "red", "white", "green")
    for guess, verdict in ((CODE, "may be the code"), (twice, "colour twice"), (shown, "Row 1 rules out")):
        sizes = Counter(right_arms(code, guess) for code in left)
        mean = sum(size * size for size in sizes.values()) / len(left)
        told = words(MASTERMIND, options, view, {"move": "guess", "pegs": list(guess)})
        assert numbers(told)[:3] == [str(len(left)), str(round(mean)), str(max(sizes.values()))]
        assert verdict in told
        assert (guess in left) == ("may" in verdict)


def test_the_only_row_that_is_left_is_the_code_and_no_other_one_can_be() -> None:
    options, view = mastermind(("yellow", "red", "white", "orange"), ("red", "yellow", "blue", "green"))
    while len(left := fitting(view)) > 1:
        options, view = mastermind(*(tuple(row.pegs) for row in view.rows), next(one for one in left if one != CODE))
    told = [words(MASTERMIND, options, view, {"move": "guess", "pegs": list(row)}) for row in (CODE, ("red",) * 4)]
    assert [said.partition(" the code")[0] for said in told] == ["This is", "This cannot be"]


def test_a_question_says_how_many_codes_it_leaves_on_average_and_at_most_and_how_many_bits_it_tells() -> None:
    assert numbers(code_question(8, [2, 2, 2, 2])) == ["8", "2", "2.0"]
    assert numbers(code_question(12, [9, 2, 1])) == ["12", "7", "9", "1.0"]
    assert numbers(code_question(4, [1, 1, 1, 1])) == ["4", "2.0"], "one code is left whatever the answer is"
    assert numbers(code_question(12, [12])) == [], "the answer is known"
    options, view = digitcode()
    half = words(DIGITCODE, options, view, {"move": "ask_parity", "place": "T"})
    assert numbers(half) == ["465,120", "232,560", "1.0"]


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.game.name)
def test_a_prompt_that_asks_back_allows_the_same_moves_and_each_can_be_entered(case: Case) -> None:
    confirmed = 0
    for moment in moments(case, 9, 30):
        for seat in range(case.seats):
            prompt = case.game.prompt(case.options, case.game.view(moment.state, seat))
            if prompt is None:
                continue
            changed = asked_back(case.game, prompt)
            moves = list(islice(every(prompt), 200))
            assert list(islice(every(changed), 200)) == moves
            for move in moves[:: max(1, len(moves) // 12)]:
                *keys, last = spell(changed, move)
                draft = pressed(changed, keys)
                after = draft.press(last)
                assert isinstance(after, Spelled)
                assert after.move == move
                if case.game.weighs(move) and case.game.name != PASSCODE.name:
                    assert draft.step.mode == "confirm"
                    confirmed += 1
    assert confirmed or case.game.name == PASSCODE.name


def pressed(prompt: Prompt, keys: list[Any]) -> Draft:
    draft = Draft(prompt)
    for key in keys:
        after = draft.press(key)
        assert isinstance(after, Draft)
        draft = after
    return draft


def test_only_questions_are_asked_back() -> None:
    single: Any = asked_back(PASSCODE, Choose("Draw?", "", ()))
    assert not single.confirm
    wheel: Any = Dial("Which?", "", "pull_arms", ())
    assert asked_back(MASTERMIND, wheel) == wheel


CERTAIN = table(["B0 W3 B7 W11", "B8* B9 B10* W9"], clue="W1")
SEEN = table(["B5 W7 B9", "B2 W8* B10"], clue="B3")


@pytest.mark.parametrize(
    ("state", "claim", "wrong", "why"),
    [
        (CERTAIN, (1, 1, "9"), (), "This is certain"),
        (CERTAIN, (1, 1, "4"), (), "This cannot be right"),
        (SEEN, (1, 0, "5"), (), "you see the black 5 elsewhere"),
        (SEEN, (1, 0, "10"), (), "the known tiles beside it leave no room"),
        (SEEN, (1, 2, "9"), (), "you see the black 9 elsewhere"),
        # Right of a black 10 would stand two white tiles and a black one, and only three tiles are above it.
        (table(["W0 W4 B8 W9", "W1 W3 B5 W7", "B1 W2 W3 B9"], clue="B7"), (2, 0, "10"), (), "fill the places beside it"),
        # Right of the black 11 would stand a black tile, and none is above it.
        (table(["W0", "B8 B9"]), (1, 0, "11"), (), "fill the places beside it"),
        # Bob can only have the black 0, and Cleo's last tile then is the black 1.
        (table(["W5", "B0 W0*", "B1 W1*"]), (2, 0, "0"), (), "fill all the rows"),
        # Bob's 2nd tile is a black 9 or 10; if it is no 10, the first one is no 9.
        (table(["B11 W5", "B8 B9 W10*"], clue="W1"), (1, 0, "9"), (Wrong(0, 1, 1, "10"),), "goes against a wrong claim"),
        # A tile in the own row is the plainest reason, though the same claim had been wrong before.
        (table(["B11 W5", "B8 W9"], clue="W1"), (1, 1, "5"), (Wrong(0, 1, 1, "5"),), "you see the white 5 elsewhere"),
    ],
)  # fmt: skip
def test_a_claim_that_is_certain_or_cannot_be_right_is_told_so_and_why(
    state: Any, claim: tuple[int, int, str], wrong: tuple[Wrong, ...], why: str
) -> None:
    view = DAVINCI.view(state, 0)
    memory = structs.replace(observe(START, view), wrong=wrong)
    assert why in promise_words(DAVINCI, state.options, memory, view, deduce(*claim))


def test_a_proposal_that_cannot_be_right_is_told_the_answer_that_it_contradicts() -> None:
    options, view = digitcode({"move": "ask_parity", "place": "T"})
    told = words(DIGITCODE, options, view, {"move": "propose", "digits": [2, 3, 4, 5, 6, 7]})
    assert told.startswith("This cannot be right")
    assert "T is odd" in told
    assert numbers(told) == ["234567"]
