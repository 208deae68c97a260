"""Digit Code as well as this project can play it: what the bot `best` does, and the reason.

All four questions of an opening come from a table, as long as the answers are in it. Then the possible codes are listed, and
searched for the fewest turns; when a rival is close, for the best chance to win.
"""

from collections.abc import Sequence
from typing import Final

from companion.bots import digitcode_words as words
from companion.bots.bot import Choice
from companion.bots.digitcode_seat import Position, ask, propose
from companion.core.prompt import RandBelow
from companion.games.digitcode import possible
from companion.games.digitcode.moves import Question, question_kind
from companion.solvers.digitcode.candidates import QUESTIONS, Candidates, Codes, candidates, members
from companion.solvers.digitcode.opening import opening_question
from companion.solvers.digitcode.race import duel_move, shared_move
from companion.solvers.digitcode.tally import Counts, counts, tally
from companion.solvers.digitcode.turns import average, plan

LISTED: Final = 20_000
"""Of more codes no list is made."""
CLOSE: Final = 20
"""A rival with so many codes left or fewer is raced."""
IN_SIGHT: Final = 40
"""Where all look for one code, the race is on from so many codes left."""
LOST: Final = 512
"""With more codes than this no rival can be raced."""


def best(here: Position, pick: RandBelow) -> Choice:
    """The move of a seat that is to ask or to propose; `pick` chooses among codes that are proposed as well as each other."""
    looked_up = opening_question(here.opening, here.asked)
    size = possible.count_codes(here.asked, here.failed)
    if looked_up is not None and not here.failed and question_kind(looked_up) in here.kinds:
        return ask(looked_up, words.looked_up(looked_up, size))
    if here.in_opening or size > LISTED:
        return _from_numbers(here, size)
    found = candidates(tuple(possible.possible_codes(here.asked, here.failed)))
    if size > 1:
        if here.theirs is not None and here.theirs <= CLOSE and size <= LOST:
            return _in_a_duel(here, here.theirs, found, pick)
        if len(here.wrongs) > 1 and size <= IN_SIGHT:
            return _in_company(here, found, pick)
    planned = plan(found, found.all, here.wrong)
    if planned.question is not None:
        question = QUESTIONS[planned.question]
        return ask(question, words.soonest(question, size, planned.turns))
    return _propose(found, found.all, pick, words.CERTAIN if size == 1 else words.quicker(size))


def _in_a_duel(here: Position, theirs: int, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    prefer = plan(found, found.all, here.wrong).question
    chance, number = duel_move(
        found, found.all, theirs, here.wrong, here.their_wrong, starts=here.starts, prefer=prefer
    )
    if number is None:
        return _propose(found, found.all, pick, words.before_the_other(size, theirs, chance))
    return ask(QUESTIONS[number], words.in_a_duel(QUESTIONS[number], size, theirs, chance))


def _in_company(here: Position, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    chance, number = shared_move(found, found.all, here.wrongs, prefer=None)
    if number is None:
        return _propose(found, found.all, pick, words.before_the_others(size, chance))
    return ask(QUESTIONS[number], words.in_company(QUESTIONS[number], size, chance))


def _propose(found: Candidates, codes: Codes, pick: RandBelow, why: str) -> Choice:
    chosen: Sequence[int] = list(members(codes))
    return propose(found.codes[chosen[pick(len(chosen))]], why)


def _from_numbers(here: Position, size: int) -> Choice:
    """One question ahead: the one that leaves the fewest turns."""
    numbers = tally(here.asked, here.failed)

    def left(question: Question) -> float:
        return _left(counts(numbers, question))

    question = min((one for one in QUESTIONS if question_kind(one) in here.kinds), key=left)
    return ask(question, words.leaves_least(question, size, max(counts(numbers, question).values())))


def _left(by_answer: Counts) -> float:
    return sum(number * average(number, wrong=False) for number in by_answer.values())
