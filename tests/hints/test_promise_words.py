"""What a move in the making promises, in words: the numbers are right, and a prompt that asks back allows the same moves."""

from collections import Counter
from itertools import islice, permutations
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import AnyGame
from companion.core.prompt import Choose, Dial, Move, Prompt, every
from companion.games.davinci.game import DAVINCI
from companion.games.digitcode.game import DIGITCODE
from companion.games.mastermind.game import MASTERMIND
from companion.games.mastermind.state import right_arms
from companion.games.passcode.game import PASSCODE
from companion.hints.asked_back import asked_back
from companion.hints.catalog import remembered
from companion.hints.hint import Sighting
from companion.hints.hint_words import promise_words
from companion.hints.promise_words import code_question, may_promise
from companion.solvers.davinci.memory import START, Wrong, observe
from companion.ui.editor import Draft, Spelled, empty_draft, press, step
from companion.ui.key_spelling import spell
from tests.games.davinci.tables import table
from tests.hints.test_hints import ONE_OF_EACH
from tests.laws.play import Case, moments


def words(game: AnyGame, options: Any, view: Any, move: Move) -> str:
    return promise_words(game, options, remembered(game, options, [Sighting(None, view)]), view, move)


def mastermind(*rows: tuple[str, ...]) -> Any:
    """A game with six colours, as its Decoder sees it after these rows."""
    options = MASTERMIND.read_options({"colours": 6}, 2)
    state: Any = MASTERMIND.setup(options, 2)
    state = MASTERMIND.apply(state, 0, {"move": "set_code", "pegs": ["red", "yellow", "green", "blue"]})
    for row in rows:
        state = MASTERMIND.apply(state, 1, {"move": "guess", "pegs": list(row)})
    return options, MASTERMIND.view(state, 1)


def test_of_a_row_it_is_told_how_many_codes_it_leaves_and_whether_it_can_be_the_code() -> None:
    options, view = mastermind(("yellow", "red", "white", "orange"))
    (row,) = view.rows
    left = [code for code in permutations(view.colours, 4) if right_arms(code, row.pegs) == (row.red, row.white)]
    twice, shown = ("red", "red", "green", "white"), ("yellow", "red", "white", "green")
    for guess, verdict in (
        (("red", "yellow", "green", "blue"), "The guess may be the code itself."),
        (twice, "No code has a colour twice."),
        (shown, "Row 1 rules out that it is the code."),
    ):
        sizes = Counter(right_arms(code, guess) for code in left)
        mean = sum(size * size for size in sizes.values()) / len(left)
        told = words(MASTERMIND, options, view, {"move": "guess", "pegs": list(guess)})
        assert told.startswith(f"Of {len(left)} possible codes, about {round(mean)} would be left")
        assert f", and {max(sizes.values())} at most (" in told
        assert told.endswith(f" {verdict}")
        assert (guess in left) == ("may" in verdict)


def test_a_row_that_tells_nothing_and_the_only_row_left_are_called_so() -> None:
    assert code_question(12, [12]) == "You know the answer already, so it would tell you nothing new."
    assert (
        code_question(4, [1, 1, 1, 1])
        == "Whatever the answer is, only one of 4 possible codes would be left (2.0 bits)."
    )
    options, view = mastermind(("yellow", "red", "white", "orange"), ("red", "yellow", "blue", "green"))
    while len(left := fitting(view)) > 1:
        options, view = mastermind(*(tuple(row.pegs) for row in view.rows), next(one for one in left if one != CODE))
    told = [words(MASTERMIND, options, view, {"move": "guess", "pegs": list(row)}) for row in (CODE, ("red",) * 4)]
    assert told == [
        "This is the code: no other one is possible.",
        "This cannot be the code: only one code is left, and it is another.",
    ]


def test_a_question_says_how_many_codes_it_leaves_and_how_many_bits_it_tells() -> None:
    assert code_question(8, [2, 2, 2, 2]) == ("Of 8 possible codes, about 2 would be left on average (2.0 bits).")
    assert code_question(12, [9, 2, 1]) == (
        "Of 12 possible codes, about 7 would be left on average, and 9 at most (1.0 bits)."
    )


CODE = ("red", "yellow", "green", "blue")


def fitting(view: Any) -> list[tuple[str, ...]]:
    return [
        code
        for code in permutations(view.colours, 4)
        if all(right_arms(code, row.pegs) == (row.red, row.white) for row in view.rows)
    ]


def test_half_of_all_digit_codes_would_be_left_after_even_or_odd() -> None:
    options = DIGITCODE.read_options({"master": "table"}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})
    view = DIGITCODE.view(state, 0)
    told = words(DIGITCODE, options, view, {"move": "ask_parity", "place": "T"})
    assert told == "Of 465,120 possible codes, about 232,560 would be left on average (1.0 bits)."


def test_a_claim_is_right_as_often_as_its_arrangements_say() -> None:
    state = table(["B0 W3 B7 W11", "B8* B9 B10* W9"], clue="W1")
    view = DAVINCI.view(state, 0)
    claim: Move = {"move": "deduce", "seat": 1, "position": 1, "value": "9"}
    assert words(DAVINCI, state.options, view, claim) == "This is certain, by what you see and were told."
    assert words(DAVINCI, state.options, view, {**claim, "value": "4"}).startswith("This cannot be right: ")


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.game.name)
def test_a_prompt_that_asks_back_allows_the_same_moves_and_each_can_be_entered(case: Case) -> None:
    confirmed = 0
    for moment in moments(case, 9, 30):
        for seat in range(case.seats):
            prompt = case.game.prompt(case.options, case.game.view(moment.state, seat))
            if prompt is None:
                continue
            changed = asked_back(case.game.name, prompt)
            moves = list(islice(every(prompt), 200))
            assert list(islice(every(changed), 200)) == moves
            for move in moves[:: max(1, len(moves) // 12)]:
                *keys, last = spell(changed, move)
                draft = pressed(changed, keys)
                after = press(draft, last)
                assert isinstance(after, Spelled)
                assert after.move == move
                if may_promise(case.game.name, move) and case.game.name != PASSCODE.name:
                    assert step(draft).mode == "confirm"
                    confirmed += 1
    assert confirmed or case.game.name == PASSCODE.name


def pressed(prompt: Prompt, keys: list[Any]) -> Draft:
    draft = empty_draft(prompt)
    for key in keys:
        after = press(draft, key)
        assert isinstance(after, Draft)
        draft = after
    return draft


def test_only_questions_are_asked_back() -> None:
    single: Any = asked_back("passcode", Choose("Draw?", "", ()))
    assert not single.confirm
    wheel: Any = Dial("Which?", "", "pull_arms", ())
    assert asked_back("mastermind", wheel) == wheel


@pytest.mark.parametrize(
    ("position", "value", "why"),
    [
        (0, "5", "you see the black 5 elsewhere."),
        (0, "10", "the known tiles beside it leave no room for it."),
        (2, "9", "you see the black 9 elsewhere."),
    ],
)
def test_a_claim_that_cannot_be_right_is_told_why(position: int, value: str, why: str) -> None:
    state = table(["B5 W7 B9", "B2 W8* B10"], clue="B3")
    view = DAVINCI.view(state, 0)
    claim: Move = {"move": "deduce", "seat": 1, "position": position, "value": value}
    assert words(DAVINCI, state.options, view, claim) == f"This cannot be right: {why}"


def test_a_proposal_that_cannot_be_right_is_told_the_answer_that_it_contradicts() -> None:
    options = DIGITCODE.read_options({"master": "table", "opening": "one"}, 1)
    state: Any = DIGITCODE.setup(options, 1)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})
    state = DIGITCODE.apply(state, 0, {"move": "ask_parity", "place": "T"})
    told = words(DIGITCODE, options, DIGITCODE.view(state, 0), {"move": "propose", "digits": [2, 3, 4, 5, 6, 7]})
    assert told == "This cannot be right: the digit at T is odd, and with 234567 the digit at T is even."


@pytest.mark.parametrize(
    ("rows", "clue", "claim", "why"),
    [
        # Right of a black 10 would stand two white tiles and a black one, and only three tiles are above it.
        (["W0 W4 B8 W9", "W1 W3 B5 W7", "B1 W2 W3 B9"], "B7", (2, 0, "10"), "row"),
        # Right of the black 11 would stand a black tile, and none is above it.
        (["W0", "B8 B9"], None, (1, 0, "11"), "row"),
        # Bob can only have the black 0, and Cleo's last tile then is the black 1.
        (["W5", "B0 W0*", "B1 W1*"], None, (2, 0, "0"), "rows"),
    ],
)
def test_where_nothing_was_claimed_no_claim_is_said_to_rule_it_out(
    rows: list[str], clue: str | None, claim: tuple[int, int, str], why: str
) -> None:
    seat, position, value = claim
    state = table(rows, clue=clue)
    told = words(
        DAVINCI,
        state.options,
        DAVINCI.view(state, 0),
        {"move": "deduce", "seat": seat, "position": position, "value": value},
    )
    rest = {"row": "fill the places beside it.", "rows": "fill all the rows."}[why]
    assert told == f"This cannot be right: with it, the tiles that you do not see could not {rest}"


def test_wrong_claims_are_named_where_only_they_rule_a_claim_out() -> None:
    """Bob's 2nd tile is a black 9 or 10; if it is no 10, the first one is no 9."""
    state = table(["B11 W5", "B8 B9 W10*"], clue="W1")
    wrong = (Wrong(0, 1, 1, "10"),)
    memory = structs.replace(observe(START, DAVINCI.view(state, 0)), wrong=wrong)
    told = promise_words(
        DAVINCI,
        state.options,
        memory,
        DAVINCI.view(state, 0),
        {"move": "deduce", "seat": 1, "position": 0, "value": "9"},
    )
    assert told == (
        "This cannot be right: every way in which the hidden tiles could lie with it goes against a wrong claim."
    )


def test_a_tile_in_the_own_row_is_the_plainest_reason() -> None:
    """Though the same claim had been wrong before."""
    state = table(["B11 W5", "B8 W9"], clue="W1")
    memory = structs.replace(observe(START, DAVINCI.view(state, 0)), wrong=(Wrong(0, 1, 1, "5"),))
    claim: Move = {"move": "deduce", "seat": 1, "position": 1, "value": "5"}
    assert promise_words(DAVINCI, state.options, memory, DAVINCI.view(state, 0), claim) == (
        "This cannot be right: you see the white 5 elsewhere."
    )
