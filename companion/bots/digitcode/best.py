"""Digit Code as well as this project can play it: what the bot `best` does, and the reason.

All four questions of an opening come from a table, as long as the answers are in it. Then the possible codes are listed, and
searched for the fewest turns; when a rival is close, for the best chance to win.
"""

from collections.abc import Sequence
from typing import Final

from companion.bots.bot import Choice
from companion.bots.digitcode import reasons
from companion.bots.digitcode.search_position import SearchPosition, asking, proposing
from companion.core.prompt import RandBelow
from companion.games.digitcode import possible
from companion.games.digitcode.moves import Question, question_kind
from companion.solvers.digitcode.answer_counts import Counts, counts, digit_counts
from companion.solvers.digitcode.candidates import QUESTIONS, Candidates, CodeSet, index_codes, members
from companion.solvers.digitcode.opening_lookup import opening_question
from companion.solvers.digitcode.race import duel_move, shared_move
from companion.solvers.digitcode.turns import average, plan_question

LISTED: Final = 20_000
"""Of more codes no list is made."""
_CLOSE: Final = 20
"""A rival with so many codes left or fewer is raced."""
IN_SIGHT: Final = 40
"""Where all look for one code, the race is on from so many codes left."""
LOST: Final = 512
"""With more codes than this no rival can be raced."""


def play_best(here: SearchPosition, pick: RandBelow) -> Choice:
    """The move of a seat that is to ask or to propose; `pick` chooses among codes that are proposed as well as each other."""
    looked_up = opening_question(here.opening, here.asked)
    size = possible.count_codes(here.asked, here.failed)
    if looked_up is not None and not here.failed and question_kind(looked_up) in here.kinds:
        return asking(looked_up, reasons.looked_up(restricted=here.restricted))
    if here.in_opening or size > LISTED:
        return _from_numbers(here, size)
    found = index_codes(tuple(possible.possible_codes(here.asked, here.failed)))
    if size > 1:
        if here.theirs is not None and here.theirs <= _CLOSE and size <= LOST:
            return _in_a_duel(here, here.theirs, found, pick)
        if len(here.wrongs) > 1 and size <= IN_SIGHT:
            return _in_company(here, found, pick)
    planned = plan_question(found, found.all, here.wrong)
    if planned.question is not None:
        question = QUESTIONS[planned.question]
        return asking(question, reasons.soonest(planned.turns))
    return _propose(found, found.all, pick, reasons.CERTAIN if size == 1 else reasons.quicker(size))


def _in_a_duel(here: SearchPosition, theirs: int, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    prefer = plan_question(found, found.all, here.wrong).question
    chance, number = duel_move(
        found, found.all, theirs, here.wrong, here.their_wrong, starts=here.starts, prefer=prefer
    )
    if number is None:
        return _propose(found, found.all, pick, reasons.before_the_other(size, theirs, chance))
    return asking(QUESTIONS[number], reasons.in_a_duel(size, theirs, chance), tells_count=True)


def _in_company(here: SearchPosition, found: Candidates, pick: RandBelow) -> Choice:
    size = len(found.codes)
    chance, number = shared_move(found, found.all, here.wrongs, prefer=None)
    if number is None:
        return _propose(found, found.all, pick, reasons.before_the_others(size, chance))
    return asking(QUESTIONS[number], reasons.in_company(size, chance), tells_count=True)


def _propose(found: Candidates, codes: CodeSet, pick: RandBelow, why: str) -> Choice:
    chosen: Sequence[int] = list(members(codes))
    return proposing(found.codes[chosen[pick(len(chosen))]], why, tells_count=True)


def _from_numbers(here: SearchPosition, size: int) -> Choice:
    """One question ahead: the one that leaves the fewest turns."""
    numbers = digit_counts(here.asked, here.failed)

    def left(question: Question) -> float:
        return _left(counts(numbers, question))

    question = min((one for one in QUESTIONS if question_kind(one) in here.kinds), key=left)
    most = max(counts(numbers, question).values())
    return asking(question, reasons.leaves_least(size, most, restricted=here.restricted), tells_count=True)


def _left(by_answer: Counts) -> float:
    return sum(number * average(number, wrong=False) for number in by_answer.values())
