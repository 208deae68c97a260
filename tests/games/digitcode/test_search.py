"""What the search for the fewest turns, the race and the table of openings do, against slow ways and hand counts."""

import random
from collections.abc import Callable
from functools import lru_cache

import pytest

from companion.games.digitcode import possible
from companion.games.digitcode.mind.counts import (
    Candidates,
    CodeSet,
    alone,
    index_codes,
    members,
    only_code,
    possible_digits,
)
from companion.games.digitcode.mind.search import (
    TurnPlan,
    answers,
    divided,
    duel,
    duel_move,
    opening_question,
    openings,
    plan_question,
    ranked,
    read_question,
    shared,
    shared_move,
    spelling,
)
from companion.games.digitcode.rules import (
    QUESTION_KINDS,
    QUESTIONS,
    AskedQuestion,
    QuestionAnswer,
    SixDigits,
    is_legal,
    question_kind,
    true_answer,
)
from tools.digitcode_openings import rows


def asked_of(code: SixDigits, luck: random.Random, number: int) -> list[AskedQuestion]:
    return [AskedQuestion(0, 1, one, true_answer(code, one)) for one in luck.sample(QUESTIONS, number)]


def few(seed: int, least: int, most: int) -> list[SixDigits]:
    """The codes that are left after so many questions that there are few."""
    luck = random.Random(seed)
    while True:
        code = possible.draw_code((), (), luck.randrange)
        codes = list(possible.possible_codes(asked_of(code, luck, luck.randrange(14, 20))))
        if least <= len(codes) <= most:
            return codes


@pytest.mark.parametrize("seed", range(2))
def test_each_answer_has_the_codes_that_give_it(seed: int) -> None:
    codes = few(seed, 20, 200)
    found = index_codes(codes)
    for number, parts in zip(QUESTIONS, found.parts, strict=True):
        told = {one: {found.codes[member] for member in members(part)} for one, part in parts}
        assert told == {one: {code for code in codes if true_answer(code, number) == one} for one in told}
        assert sum(map(len, told.values())) == len(codes)


@lru_cache(maxsize=4096)
def fewest(codes: tuple[SixDigits, ...], wrong: bool) -> int:
    """The turns of all these codes together, by trying every question and, while none was wrong, every proposal."""
    if len(codes) == 1:
        return 1
    ways = []
    if not wrong:
        ways += [len(codes) + fewest(tuple(other for other in codes if other != proposed), True) for proposed in codes]
    for question in QUESTIONS:
        parts: dict[QuestionAnswer, list[SixDigits]] = {}
        for code in codes:
            parts.setdefault(true_answer(code, question), []).append(code)
        if len(parts) > 1:
            ways.append(len(codes) + sum(fewest(tuple(part), wrong) for part in parts.values()))
    return min(ways)


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_small_sets_take_the_fewest_turns_that_there_are(seed: int, wrong: bool) -> None:
    """Against every question and every proposal, searched to the end."""
    codes = few(seed, 3, 6)
    found = index_codes(codes)
    assert plan_question(found, found.all, wrong).turns * len(codes) == pytest.approx(fewest(tuple(codes), wrong))


@pytest.mark.parametrize("wrong", [False, True])
def test_a_search_that_looks_further_than_one_question_takes_fewer_turns(wrong: bool) -> None:
    """Both ways to choose questions are played out for every code of a set."""

    def one_question_deep(codes: CodeSet, wrong: bool) -> int | None:
        size = codes.bit_count()
        return None if size == 1 or (size == 2 and not wrong) else ranked(found, codes, wrong, 1)[0][1]

    def planned(codes: CodeSet, wrong: bool) -> int | None:
        return plan_question(found, codes, wrong).question

    for seed in (10, 24, 33):
        found = index_codes(few(seed, 7, 20))
        far, near = (turns(found, found.all, wrong, choose) for choose in (planned, one_question_deep))
        assert far < near


def turns(found: Candidates, codes: CodeSet, wrong: bool, choose: Callable[[CodeSet, bool], int | None]) -> int:
    """The turns of all these codes together, where the first code is proposed when no question is chosen."""
    question = choose(codes, wrong)
    if question is None:
        others = codes & (codes - 1)
        return codes.bit_count() + (turns(found, others, True, choose) if others else 0)
    return codes.bit_count() + sum(turns(found, part, wrong, choose) for part in divided(found, codes, question))


def test_two_codes_are_proposed_one_after_the_other_unless_a_second_wrong_one_would_lose() -> None:
    found = index_codes(few(1, 2, 2))
    assert plan_question(found, found.all, wrong=False) == TurnPlan(turns=1.5, question=None)
    assert plan_question(found, found.all, wrong=True).question is not None
    assert plan_question(found, found.all, wrong=True).turns == 2


def test_a_duel_of_the_certain() -> None:
    """Both know: the starter's proposal is answered by a right one (C13), a draw; the second player's wins at once."""
    assert duel(1, 1, False, False, starts=True) == 0.5
    assert duel(1, 1, False, False, starts=False) == 1
    # The second player guesses one of two in the last chance: a draw half of the time.
    assert duel(1, 2, False, False, starts=True) == 0.75
    # The starter has one of two to find, and the other knows: right half of the time, which is a draw half of the time.
    assert duel(2, 1, False, False, starts=True) == 0.25
    # The second player, with a wrong one behind it, asks first and leaves the starter's sure proposal to the last chance.
    assert duel(2, 1, True, False, starts=False) == 0.5


def test_a_race_to_one_code_that_all_close_in_on() -> None:
    """With two codes a proposal wins half of the time, and whoever is next has the other one."""
    assert shared(1, (False, False)) == (1.0, 0.0)
    assert shared(2, (False, False)) == (0.5, 0.5)
    # Three: a third now, and after a miss the next one leaves a half of the rest.
    assert shared(3, (False, False)) == pytest.approx((2 / 3, 1 / 3))
    # Alone again, since all others are out, nobody is in a hurry.
    assert shared(7, (True,)) == (1.0,)
    for seats in (2, 3, 5):
        for size in (1, 2, 5, 16, 40):
            assert sum(shared(size, (False,) * seats)) == pytest.approx(1)


def test_what_a_rival_is_near_to_decides_between_asking_and_proposing() -> None:
    found = index_codes(few(2, 3, 3))
    planned = plan_question(found, found.all, wrong=False)
    chance, number = duel_move(found, found.all, 1, False, False, starts=True, prefer=planned.question)
    assert number is None
    assert chance == pytest.approx(1 / 6)
    assert duel_move(found, found.all, 400, True, False, starts=True, prefer=planned.question)[1] is not None
    chance, number = shared_move(found, found.all, (False, False), prefer=None)
    assert number is None
    assert chance == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["kinds", "free"])
def test_the_table_of_openings_holds_each_answer_to_its_own_questions(name: str) -> None:
    """Walked from the first question with random codes: four questions are there, of four kinds where they must be."""
    luck = random.Random(4)
    reached = set()
    for _ in range(60):
        code = possible.draw_code((), (), luck.randrange)
        asked: list[AskedQuestion] = []
        while (one := opening_question("one" if name == "free" else "four", asked)) is not None:
            reached.add(answers(asked))
            assert read_question(spelling(one)) == one
            asked.append(AskedQuestion(0, 1, one, true_answer(code, one)))
        assert len(asked) == 4
        if name == "kinds":
            assert {question_kind(one.question) for one in asked} == set(QUESTION_KINDS)
    assert reached <= set(openings()[name])


def test_the_table_is_what_its_program_makes() -> None:
    """One branch of it: the rest takes half a minute."""
    free = openings()["free"]
    asked = [AskedQuestion(0, 1, read_question(free[""]), 1)]
    for _ in range(2):
        one = read_question(free[answers(asked)])
        luck = random.Random(0)
        asked.append(AskedQuestion(0, 1, one, true_answer(possible.draw_code(asked, (), luck.randrange), one)))
    found = index_codes(list(possible.possible_codes(asked)))
    made = dict(rows(found, tuple(asked), by_kind=False))
    assert made
    assert made.items() <= free.items()


@pytest.mark.parametrize("seed", range(3))
def test_whoever_thinks_place_by_place_is_never_wrong(seed: int) -> None:
    """The code's digits stand on both sheets; a sheet of one code is right, and knows no more than whole codes tell."""
    luck = random.Random(seed)
    code = possible.draw_code((), (), luck.randrange)
    asked = asked_of(code, luck, 20)
    exact = possible.helping_sheet(tuple(asked)).digits
    for digits in (alone(asked), possible_digits(asked)):
        for place, here in enumerate(digits):
            assert set(exact[place]) <= here
        assert only_code(digits) in (None, code)
    assert all(few <= many for few, many in zip(possible_digits(asked), alone(asked), strict=True))
    assert is_legal(code)
