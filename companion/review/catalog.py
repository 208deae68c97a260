"""Makes the review of any finished game, in small steps."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, Final

from companion.bots.learn_from_move import announced_step
from companion.core.game import AnyGame, Step
from companion.core.seat import CHANCE
from companion.core.small_steps import SmallSteps
from companion.hints.catalog import HINTS, first_memory, next_memory
from companion.hints.hint import Unit
from companion.review import davinci, digitcode, mastermind, passcode
from companion.review.phrases import contradictions_line, fitting, luck_line, seat_lines, signed, turning_line
from companion.review.review import ChoiceSums, Judgement, Moment, Review, ReviewedMove, SeatReview, TurnChoice
from companion.review.turning_point import turning_point

NAME_ROOM: Final = 7
"""Letters that a name may have on a line of a panel, beside what it says."""
NOT_REVIEWED: Final = "This version reviews no moves of this game."


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How one game is reviewed. `measure`: what the numbers count. `stands_out`: see `turning_point`. `has_choices`: whether
    players choose to go on or to stop."""

    judge: Callable[[Moment], SmallSteps[Judgement | None]]
    measure: str
    stands_out: float
    has_choices: bool = False


_BITS: Final = (
    "The numbers beside the moves are bits: one bit halves the codes that are possible. The sentences count codes."
)
REVIEWERS: Final[dict[str, Reviewer]] = {
    "mastermind": Reviewer(mastermind.judge, _BITS, 1.0),
    "digitcode": Reviewer(digitcode.judge, _BITS, 1.0),
    "davinci": Reviewer(
        davinci.judge,
        "The numbers beside the moves are tiles: a right claim brings 1, a wrong one 0. A claim is expected to bring the chance "
        "that it is right: 0.5 is one time in two. Percentages of going on and stopping are chances to win the round, as the "
        "strongest bot estimates them.",
        0.3,
        has_choices=True,
    ),
    "passcode": Reviewer(
        passcode.judge,
        "The numbers are per cent of a chance: to complete the code and lay a LOCK IN card down before the round ends. What a "
        "move leaves to the next player is taken off. The strongest bot reckons both.",
        5.0,
    ),
}


def review_steps(
    game: AnyGame, options: Any, states: Sequence[Any], steps: Sequence[Step], names: tuple[str, ...]
) -> SmallSteps[Review]:
    """The review. `states[n]` is the state after n of `steps`; `names`: what the seats are called."""
    reviewer = REVIEWERS.get(game.name)
    if reviewer is None:
        return Review(game.name, "bits", NOT_REVIEWED, (), None, "", (), (NOT_REVIEWED[:21], "", ""))
    seats = range(len(names))
    memories = []
    for seat in seats:
        memories.append(next_memory(game, options, first_memory(game, options), None, game.view(states[0], seat)))
        yield
    moves: list[ReviewedMove] = []
    for number, step in enumerate(steps, 1):
        before, after, (actor, move) = states[number - 1], states[number], step
        if actor != CHANCE:
            following = steps[number] if number < len(steps) else None
            view = game.view(before, actor)
            moment = Moment(options, before, view, memories[actor], actor, move, following, names)
            judgement = yield from reviewer.judge(moment)
            if judgement is not None:
                moves.append(_reviewed(number, actor, judgement))
        announced = announced_step(game, options, before, step, after, len(names))
        for seat in seats:
            memories[seat] = next_memory(game, options, memories[seat], announced, game.view(after, seat))
            yield
    unit = HINTS[game.name].unit
    winners = game.result(states[-1]).winners
    turning, turned = turning_point(moves, winners, names, reviewer.stands_out, unit)
    by_seat = tuple(_seat_review(reviewer, unit, seat, moves, turning) for seat in seats)
    lines = game_lines(unit, by_seat, turning, names)
    return Review(game.name, unit, reviewer.measure, tuple(moves), turning, turned, by_seat, lines)


def _reviewed(number: int, seat: int, found: Judgement) -> ReviewedMove:
    luck = skill = None
    if found.gained is not None and found.expected is not None and found.best is not None:
        luck, skill = found.gained - found.expected, min(0.0, found.expected - found.best)
    bits = log2(found.before / found.after) if found.before and found.after else None
    return ReviewedMove(
        number=number,
        seat=seat,
        said=found.said,
        before=found.before,
        after=found.after,
        bits=_rounded(bits),
        gained=_rounded(found.gained),
        expected=_rounded(found.expected),
        best=_rounded(found.best),
        luck=_rounded(luck),
        skill=_rounded(skill),
        contradiction=found.contradiction,
        why=found.why,
        choice=found.choice,
    )


def _rounded(value: float | None) -> float | None:
    """To a thousandth: finer differences mean nothing to a reader."""
    return None if value is None else round(value, 3) + 0.0


def _seat_review(
    reviewer: Reviewer, unit: Unit, seat: int, moves: Sequence[ReviewedMove], turning: int | None
) -> SeatReview:
    own = [move for move in moves if move.seat == seat and move.luck is not None and move.skill is not None]
    luck = sum(move.luck or 0.0 for move in own)
    skill = sum(move.skill or 0.0 for move in own)
    wrong = sum(move.contradiction for move in own)
    turned = [turning_line(move) for move in moves if move.seat == seat and move.number == turning]
    choices = _choice_sums([move.choice for move in moves if move.seat == seat and move.choice is not None])
    return SeatReview(
        seat,
        len(own),
        round(luck, 3) + 0.0,
        round(skill, 3) + 0.0,
        wrong,
        seat_lines(len(own), luck, skill, wrong, turned, unit, choices),
        choices if reviewer.has_choices else None,
    )


def _choice_sums(choices: Sequence[TurnChoice]) -> ChoiceSums:
    return ChoiceSums(
        len(choices),
        sum(one.good for one in choices),
        round(sum(one.luck for one in choices), 3) + 0.0,
        round(sum(one.skill for one in choices), 3) + 0.0,
        round(sum(one.deviation for one in choices), 3) + 0.0,
    )


def game_lines(
    unit: Unit, seats: Sequence[SeatReview], turning: int | None, names: tuple[str, ...]
) -> tuple[str, str, str]:
    """For everybody: who lost least by choice, who had most luck, and the turning point."""
    own = [one for one in seats if one.moves]
    if not own:
        return ("No moves to review", "", "")
    if len(own) == 1:
        (one,) = own
        first = luck_line(signed(one.luck, unit), signed(one.skill, unit))
        second = contradictions_line(one.contradictions, unit)
    else:
        called = (
            names
            if all(len(name) <= NAME_ROOM for name in names)
            else [f"seat {seat + 1}" for seat in range(len(names))]
        )
        first = f"Best choices: {_first_of(own, _most_skilled(own, unit), called)}"
        most = max(one.luck for one in own)
        lucky = [one for one in own if signed(one.luck, unit) == signed(most, unit)]
        second = f"Most luck: {_first_of(own, lucky, called)}"
        if round(most, 3) <= 0 or float(signed(most, unit)) == 0:
            second = "Nobody had good luck"
    third = "No turning point" if turning is None else f"Turning point: {turning}"
    return (fitting(first), fitting(second), fitting(third))


def _most_skilled(own: Sequence[SeatReview], unit: Unit) -> list[SeatReview]:
    """Who lost least by choice in the mean of the own moves; also who comes so near that the numbers shown are alike."""
    lost = {one.seat: one.skill + (0.0 if one.choices is None else one.choices.deviation) for one in own}
    best = max(own, key=lambda one: lost[one.seat] / one.moves)
    least = lost[best.seat]
    return [
        one
        for one in own
        if signed(lost[one.seat], unit) == signed(least, unit)
        and signed(least / best.moves * one.moves, unit) == signed(lost[one.seat], unit)
    ]


def _first_of(own: Sequence[SeatReview], first: Sequence[SeatReview], called: Sequence[str]) -> str:
    """One name, or that several are alike."""
    if len(first) == 1:
        return called[first[0].seat]
    if len(first) < len(own):
        return "several"
    return "both" if len(own) == 2 else "all"
