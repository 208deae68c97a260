"""The bots of Digit Code: they count what is possible, propose when it pays, and differ in strength."""

import random
from itertools import islice, product
from operator import eq
from typing import Any

import pytest

from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, PUBLIC, Seat
from companion.games.digitcode import DIGITCODE
from companion.games.digitcode.mind import SOLVER, analyse
from companion.games.digitcode.mind.counts import counts, digit_counts
from companion.games.digitcode.possible import helping_sheet
from companion.games.digitcode.rules import (
    ALL_SPACES,
    DIGIT_SEGMENTS,
    QUESTIONS,
    AskLine,
    DigitCodeView,
    Options,
    SixDigits,
    is_legal,
    true_answer,
)
from companion.games.mind import Bot
from tests.games.digitcode.play import ALSO_WRONG, ONE, OTHER, WRONG, Play, duel, mastered
from tools.digitcode_means import LEVELS, alone, drawn

NAMES = ("beginner", "steady", "sharp", "best")
"""The levels, and the greedy player that the last of them is measured by."""


def choose(bot: Bot[Any, Any, Any], options: Options, view: DigitCodeView, pick: RandBelow) -> Any:
    """The bot's choice, after it was given this view twice."""
    prompt = DIGITCODE.prompt(options, view)
    assert prompt is not None
    memory = bot.observe(options, bot.observe(options, bot.start(options), view), view)
    return bot.choose(options, memory, view, prompt, pick)


@pytest.mark.slow
def test_the_number_of_worlds_and_of_each_answer_is_the_slow_count() -> None:
    """Every legal code is asked every question again; nobody's machinery but the rules'."""
    rows = [row for row in product(range(10), repeat=3) if row[0] != row[1] != row[2]]
    stacked = ((upper, lower) for upper in rows for lower in rows if not any(map(eq, upper, lower)))
    codes = [upper + lower for upper, lower in stacked if is_legal(upper + lower)]
    assert len(codes) == 465_120
    luck = random.Random(11)
    secret = luck.choice(codes)
    play = Play(1, master="table", opening="one").code(CHANCE, secret)
    assert analyse(play.options, None, play.view(0)).worlds == len(codes)
    lines = [question for question in QUESTIONS if isinstance(question, AskLine)]
    digits = [question for question in QUESTIONS if question not in lines]
    for number, question in enumerate(luck.sample(digits, 5) + luck.sample(lines, 4), 1):
        play.state = DIGITCODE.apply(play.state, 0, as_move(question))
        codes = [code for code in codes if true_answer(code, question) == true_answer(secret, question)]
        if number == 6:
            wrong = luck.choice([code for code in codes if code != secret])
            play.propose(0, wrong)
            codes.remove(wrong)
        assert analyse(play.options, None, play.view(0)).worlds == len(codes)
        if number >= 7:
            assert_tally(play.view(0), codes)
    assert len(codes) > 1
    view = play.view(0)
    assert [world[-1] for world in SOLVER.worlds(play.options, view)] == codes
    # The sheet is exact: what stands in it is in some code, from the answers alone.
    found, told = helping_sheet(view.asked), list(codes)
    if all(true_answer(wrong, one.question) == one.answer for one in view.asked):
        told.append(wrong)
    assert found.count == len(told)
    assert found.digits == tuple(tuple(sorted({code[place] for code in told})) for place in range(6))
    for space, known in zip(ALL_SPACES, found.spaces, strict=True):
        fills = {space.segment in DIGIT_SEGMENTS[code[space.place]] for code in told}
        assert known == (fills.pop() if len(fills) == 1 else None)


def as_move(question: Any) -> dict[str, Any]:
    return {
        "move": question.__struct_config__.tag,
        **{name: getattr(question, name) for name in question.__struct_fields__},
    }


def assert_tally(view: DigitCodeView, codes: list[SixDigits]) -> None:
    numbers = digit_counts(view.asked, [one.digits for one in view.proposals])
    for question in random.Random(len(codes)).sample(QUESTIONS, 8):
        answers = [true_answer(code, question) for code in codes]
        assert counts(numbers, question) == {one: answers.count(one) for one in set(answers)}


def test_what_is_analysed_is_what_the_seat_may_know() -> None:
    """Each player of a duel looks for one code; the public for both; the question master for none."""
    play = duel(opening="one").move(0, {"move": "ask_line", "line": "B"})
    asked = play.state.asked
    mine = sum(1 for _ in SOLVER.worlds(play.options, play.view(Seat(0))))
    assert analyse(play.options, None, play.view(0)).worlds == mine == digit_counts(asked).total
    assert analyse(play.options, None, play.view(1)).worlds == 465_120
    assert analyse(play.options, None, play.view(PUBLIC)).worlds == mine * 465_120
    assert analyse(mastered(3).options, None, mastered(3).view(0)).worlds == 1
    assert analyse(mastered(3).options, None, mastered(3).view(1)).worlds == 465_120


def test_every_level_finds_a_code_that_nobody_races_it_to() -> None:
    """None of them loses by two wrong proposals."""
    (code,) = drawn(8, 1)
    assert all(alone(LEVELS[name], code, random.Random(5).randrange).found for name in NAMES)


@pytest.mark.slow
def test_levels_differ_in_questions_and_turns() -> None:
    """On the same eight codes."""
    games = {name: [alone(LEVELS[name], code, random.Random(5).randrange) for code in drawn(8, 8)] for name in NAMES}
    assert all(game.found for played in games.values() for game in played)
    turns = [sum(game.turns for game in games[name]) for name in NAMES]
    assert turns == sorted(set(turns), reverse=True)


def test_best_proposes_one_of_two_codes_at_once_and_nothing_doubtful_after_a_wrong_one() -> None:
    play = last_two_codes()
    view = play.view(0)
    two = {world[-1] for world in SOLVER.worlds(play.options, view)}
    choice = choose(LEVELS["best"], play.options, view, lambda count: 0)
    assert choice.move["move"] == "propose"
    assert tuple(choice.move["digits"]) in two
    assert choose(LEVELS["sharp"], play.options, view, lambda count: 0).move["move"] != "propose"
    # Once one was wrong, a second wrong one would lose.
    wrong = next(code for code in (WRONG, ALSO_WRONG) if code not in two)
    play.propose(0, wrong)
    assert choose(LEVELS["best"], play.options, play.view(0), lambda count: 0).move["move"] != "propose"


def last_two_codes() -> Any:
    """One seat against the table, as soon as two codes are left."""
    for seed in range(50):
        play = mastered(1, master="table", opening="one")
        for question in random.Random(seed).sample(QUESTIONS, 40):
            play.state = DIGITCODE.apply(play.state, 0, as_move(question))
            left = len(list(islice(SOLVER.worlds(play.options, play.view(0)), 3)))
            if left == 2:
                return play
            if left < 2:
                break
    raise AssertionError("two codes are left now and then")


def test_best_risks_a_proposal_when_the_other_player_is_sure_of_its_code() -> None:
    """Seat 1, which asks second, knows seat 0's code: seat 0 proposes though it has several codes left, or is too late."""
    near, far = duel(opening="one"), duel(opening="one")
    for number, question in enumerate(QUESTIONS[:19]):
        for play, late in ((near, QUESTIONS[number]), (far, QUESTIONS[0])):
            left = len(list(islice(SOLVER.worlds(play.options, play.view(0)), 9)))
            mine = question if left > 8 else QUESTIONS[0]
            play.state = DIGITCODE.apply(play.state, 0, as_move(mine))
            play.state = DIGITCODE.apply(play.state, 1, as_move(late))
    assert analyse(near.options, None, near.view(1)).worlds == 1
    assert 2 < (analyse(near.options, None, near.view(0)).worlds or 0) <= 8
    assert near.view(0).asked[::2] == far.view(0).asked[::2]
    assert choose(LEVELS["best"], near.options, near.view(0), lambda count: 0).move["move"] == "propose"
    assert choose(LEVELS["best"], far.options, far.view(0), lambda count: 0).move["move"] != "propose"


@pytest.mark.parametrize("name", NAMES)
def test_a_last_chance_is_taken(name: str) -> None:
    play = duel(opening="one").propose(0, OTHER)
    assert play.phase == "last"
    choice = choose(LEVELS[name], play.options, play.view(1), random.Random(1).randrange)
    assert choice.move["move"] == "propose"
    play.move(1, choice.move)
    assert play.winners == ((0,) if tuple(choice.move["digits"]) != ONE else None)
