"""The review of a finished game: what each deciding move brought, what it promised, and what the best one promised.

Each move is weighed by what its seat knew then: its view, and what it had been shown and told before. What the game showed later
plays no part, except the outcome of the move itself. The game's own reviewer judges the moves (`Mind.reviewer`); here they are
put together, in sentences.

The turning point: a move's deviation is what it gained less what the best move promised, its luck and its skill together. A
choice to go on or to stop adds what it lost against the other one; its luck is that of the claim, and so in there already. By
the sums of these each player's chance to win is estimated, and drawn as a line.

Where one player won, the turning point is the steepest rise of the winner's line since it went ahead for good: the lead itself
may have begun with a step that nobody sees. Where that line led from the first move or ends below another one, it is the move
at which any line bends most, if one stands out. So the star always stands where a line is steep.
"""

from collections.abc import Sequence
from math import exp, log2
from typing import Any, Final

from msgspec import Struct

from companion.core.game import AnyGame, Step
from companion.core.seat import CHANCE, Seat, all_seats
from companion.core.words import counted, ordinal, possessive
from companion.games.hints import first_memory, next_memory
from companion.games.mind import Judgement, Moment, Reviewer, TurnChoice, Unit, announced_step, mind_of


class ChoiceSums(Struct, frozen=True):
    """The choices of one seat together. `choices`: how many; `good`: so many were no worse than the other choice; `deviation`:
    what the others lost, as in `TurnChoice`."""

    choices: int
    good: int
    deviation: float


class ReviewedMove(Struct, frozen=True):
    """A deciding move. `number`: the game has so many moves after it; `nth`: which deciding move of its seat it is; `said`: the
    move and its outcome in words.

    `before`, `after`: how many secrets were possible for the seat, exactly; None where nobody counts them. `bits`: what it
    learned by that. `gained`, `expected`, `best`: what the move brought, what it promised, and what the best move promised, in
    the unit of the review; None for a move that is told but not weighed. `luck` is gained - expected; `skill` is expected -
    best, so at most 0. `contradiction`: by what the seat knew, the move could not be right. `why`: sentences for the players.
    `choice`: of a move that chose to go on or to stop; what that lost comes on top of `skill`.
    """

    number: int
    nth: int
    seat: Seat
    said: str
    before: int | None
    after: int | None
    bits: float | None
    gained: float | None
    expected: float | None
    best: float | None
    luck: float | None
    skill: float | None
    contradiction: bool
    why: str
    choice: TurnChoice | None = None


class SeatReview(Struct, frozen=True):
    """The moves of one seat together. `moves`: how many were weighed. `turned`: as in `Review`, for the player of the seat.
    `choices`: None in a game that has none."""

    seat: Seat
    moves: int
    luck: float
    skill: float
    contradictions: int
    turned: str
    choices: ChoiceSums | None = None


class Review(Struct, frozen=True):
    """The review of a game. `measure`: what the numbers count, as a sentence. `turning_point`: the number of a move, None where
    there is none; `turned`: what that means, as a sentence. `chances`: of each seat to win, after each of `moves`, 0 to 1; empty
    where fewer than two seats decide."""

    game: str
    unit: Unit
    measure: str
    moves: tuple[ReviewedMove, ...]
    turning_point: int | None
    turned: str
    seats: tuple[SeatReview, ...]
    chances: tuple[tuple[float, ...], ...] = ()


_UNITS: Final[dict[Unit, tuple[str, int, str]]] = {
    "bits": ("bits", 1, "one bit halves what is possible"),
    "chance": ("right claims", 1, "0.5 is a right claim in one of two tries"),
    "points": ("% of a chance", 0, "100 % is one code completed and locked in"),
}
"""What the numbers of a review are called, with how many digits they are said, and what one of them is."""
EVERY_MOVE: Final = "The page Finished games shows every move."


def seat_words(review: Review, seat: Seat, names: tuple[str, ...]) -> tuple[str, ...]:
    """The review for the player of a seat: short sentences, the turning point first. Each can be read by itself."""
    own = next(one for one in review.seats if one.seat == seat)
    told = [_turning(move, seat, names) for move in review.moves if move.number == review.turning_point]
    told += _sentences(own.turned)
    if own.moves:
        told += luck_and_costs(own, review.unit)
    else:
        told.append("No move of yours can be weighed.")
    if own.contradictions:
        told.append(
            f"{own.contradictions} of your {counted(own.moves, 'move')} could not be right, by what you knew then."
        )
    return (*told, EVERY_MOVE)


def _turning(move: ReviewedMove, own: Seat, names: tuple[str, ...]) -> str:
    return f"Turning point, {possessive(names, move.seat, own)} {ordinal(move.nth)} move: {move.said}."


def _sentences(text: str) -> list[str]:
    return [f"{one.removesuffix('.')}." for one in text.split(". ")] if text else []


def luck_and_costs(own: SeatReview, unit: Unit) -> list[str]:
    """What luck brought the player of a seat and what choices cost; the first number says what it counts."""
    choices = own.choices
    luck, lost = _amount(own.luck, unit), _amount(own.skill, unit)
    stopping = "" if choices is None else _amount(choices.deviation, unit)
    what = "choices" if choices is None else "claims"
    told = [
        (f"Good luck brought you {luck}." if own.luck > 0 else f"Bad luck cost you {luck}.")
        if luck
        else "Luck neither helped nor hurt you.",
        f"Your weaker {what} cost you {lost}." if lost else f"Your {what} were the best.",
    ]
    if stopping:
        told.append(f"To go on or stop at the wrong time cost you {stopping}.")
    elif choices is not None and choices.choices:
        told.append("You went on and stopped at the right times.")
    first = next((at for at, amount in enumerate((luck, lost, stopping)) if amount), None)
    if first is not None:
        told[first] = f"{told[first].removesuffix('.')} ({_UNITS[unit][2]})."
    return told


def _amount(value: float, unit: Unit) -> str:
    """The size of a number with its unit; empty for 0."""
    named, digits, _ = _UNITS[unit]
    shown = f"{abs(value):.{digits}f}"
    return f"{shown} {named}" if float(shown) else ""


SEEN: Final = 0.03
"""A change of a chance to win by less is none that is seen in its line."""
NOTHING_STANDS_OUT: Final = "No move stands out."
SLIGHT: Final = 0.1
"""A choice that cost no more than this part of what bad luck cost was good."""


def turning_point(
    moves: Sequence[ReviewedMove],
    winners: Sequence[Seat] | None,
    names: tuple[str, ...],
    stands_out: float,
    chances: Sequence[Sequence[float]],
    own: Seat | None = None,
) -> tuple[int | None, str]:
    """The number of the move, None where there is none, and what it means in sentences. `stands_out`: the least deviation worth
    naming; `chances`: as in `Review`; `own`: the seat of the reader, which is called you."""
    weighed = [(move.number, move.seat, _deviation(move)) for move in moves if _is_weighed(move)]
    deciders = {seat for _, seat, _ in weighed}
    if winners is not None and len(winners) == 1 and len(deciders) > 1 and winners[0] in deciders:
        lead = _lead_for_good(weighed, winners[0], deciders)
        if lead is not None:
            begin = [move.number for move in moves].index(lead)
            return _steepest_rise(moves, begin, winners[0], names, chances, own)
    bends = _bends(moves, chances, deciders)
    clear = [
        at
        for at, move in enumerate(moves)
        if abs(_deviation(move)) >= stands_out and (not chances or bends[at] >= SEEN)
    ]
    if not clear:
        return None, NOTHING_STANDS_OUT
    move = moves[max(clear, key=bends.__getitem__)]
    return move.number, _stands_out(move, names, own)


def _steepest_rise(
    moves: Sequence[ReviewedMove],
    begin: int,
    winner: Seat,
    names: tuple[str, ...],
    chances: Sequence[Sequence[float]],
    own: Seat | None,
) -> tuple[int | None, str]:
    """Of the winner's line, from where the lead began that lasted. `begin`: the index of that move; never the first one."""
    line = [one[winner] for one in chances]
    at = max(range(begin, len(moves)), key=lambda one: line[one] - line[one - 1])
    move, before, after = moves[at], line[at - 1], line[at]
    if after - before < SEEN:
        return None, NOTHING_STANDS_OUT
    mistake = _mistake(move, names, own)
    if at == len(moves) - 1:
        return move.number, f"{mistake}It was the last move, and decided the game."
    took = f"It raised {possessive(names, winner, own)} chance to win from {100 * before:.0f} % to {100 * after:.0f} %."
    if at == begin:
        led = f"From then on {'you' if winner == own else names[winner]}"
    else:
        led = f"{'You' if winner == own else names[winner]} led already, and"
    return move.number, f"{mistake}{took} {led} stayed ahead."


def _bends(moves: Sequence[ReviewedMove], chances: Sequence[Sequence[float]], deciders: set[Seat]) -> list[float]:
    """How much each move changed the line that it changed most; its deviation where there are no lines."""
    if not chances:
        return [abs(_deviation(move)) for move in moves]
    even = [1 / len(deciders) if seat in deciders else 0.0 for seat in all_seats(len(chances[0]))]
    pairs = zip([even, *chances[:-1]], chances, strict=True)
    return [max(abs(now - then) for then, now in zip(*pair, strict=True)) for pair in pairs]


def turned_by_choice(move: ReviewedMove) -> bool:
    """Whether a turning point is one mainly by a wrong choice to go on or to stop."""
    return move.choice is not None and move.choice.deviation < 0 and move.choice.deviation <= -abs(_of_claim(move))


def _deviation(move: ReviewedMove) -> float:
    return _of_claim(move) + (0.0 if move.choice is None else move.choice.deviation)


def _of_claim(move: ReviewedMove) -> float:
    return 0.0 if move.gained is None or move.best is None else move.gained - move.best


LEAD: Final[dict[Unit, float]] = {"bits": 0.7, "chance": 1.0, "points": 0.01}
"""What a lead of one unit is worth: of two players the chances are as 1 to e to the power of so many times the lead. Fitted to 60
games of bots of all levels a game. There the logarithmic loss was 0.33 in Digit Code, 0.51 in Mastermind, 0.52 in Da Vinci Code
and 0.66 in Passcode, where 0.69 is that of a coin."""


def chances_to_win(moves: Sequence[ReviewedMove], seats: int, unit: Unit) -> tuple[tuple[float, ...], ...]:
    """After each move the chance of each seat to win, by what luck and choices brought until then; 0 for a seat that decides
    nothing. Empty where fewer than two seats decide."""
    deciders = {move.seat for move in moves if _is_weighed(move)}
    if len(deciders) < 2:
        return ()
    sums, found = dict.fromkeys(deciders, 0.0), []
    for move in moves:
        if _is_weighed(move):
            sums[move.seat] += _deviation(move)
        most = max(sums.values())
        weights = [exp(LEAD[unit] * (sums[seat] - most)) if seat in sums else 0.0 for seat in all_seats(seats)]
        found.append(tuple(round(weight / sum(weights), 3) for weight in weights))
    return tuple(found)


def _is_weighed(move: ReviewedMove) -> bool:
    return move.gained is not None or move.choice is not None


def _mistake(move: ReviewedMove, names: tuple[str, ...], own: Seat | None) -> str:
    """What its player did wrong with the turning point; empty where it was no wrong choice."""
    if move.choice is None or not turned_by_choice(move):
        return ""
    who = "You" if move.seat == own else names[move.seat]
    return f"{who} {'went on too long' if move.choice.went_on else 'stopped too soon'}. "


def _stands_out(move: ReviewedMove, names: tuple[str, ...], own: Seat | None) -> str:
    """Of the move with the largest deviation: whose luck or mistake it was."""
    whose = "Your" if move.seat == own else possessive(names, move.seat, own)
    if move.choice is not None and turned_by_choice(move):
        other = "stopping" if move.choice.went_on else "going on"
        return f"{whose} mistake stands out most: {other} promised far more."
    luck, skill = move.luck or 0.0, move.skill or 0.0
    if luck + skill > 0:
        return f"{whose} lucky move stands out most: it brought far more than any move promised."
    if luck > skill:
        return f"{whose} mistake stands out most: another move promised far more."
    if skill > SLIGHT * luck:
        return f"{whose} bad luck stands out most: the choice was good, but it brought far less than it promised."
    return f"{whose} bad luck stands out most: the move brought far less than it promised. Another one promised more."


def _lead_for_good(weighed: Sequence[tuple[int, Seat, float]], winner: Seat, deciders: set[Seat]) -> int | None:
    """The move with which the winner's lead began that lasted; None where it never did, or where it did from the first move."""
    sums = dict.fromkeys(deciders, 0.0)
    since: int | None = None
    behind_once = False
    for number, seat, deviation in weighed:
        sums[seat] += deviation
        ahead = all(sums[winner] > sums[other] for other in deciders if other != winner)
        if not ahead:
            since, behind_once = None, True
        elif since is None:
            since = number
    return since if behind_once else None


NOT_REVIEWED: Final = "This version reviews no moves of this game."


def review_game(
    game: AnyGame, options: Any, states: Sequence[Any], steps: Sequence[Step], names: tuple[str, ...]
) -> Review:
    """The review. `states[n]` is the state after n of `steps`; `names`: what the seats are called."""
    mind = mind_of(game)
    reviewer, hints = mind.reviewer, mind.hints
    if reviewer is None or hints is None:
        return Review(game.name, "bits", NOT_REVIEWED, (), None, "", ())
    seats = all_seats(len(names))
    first = first_memory(game, options)
    memories = [next_memory(game, options, first, None, game.view(states[0], seat)) for seat in seats]
    moves: list[ReviewedMove] = []
    made = [0] * len(names)
    for number, step in enumerate(steps, 1):
        before, after, (actor, move) = states[number - 1], states[number], step
        if actor != CHANCE:
            following = steps[number] if number < len(steps) else None
            view = game.view(before, actor)
            moment = Moment(options, before, view, memories[actor], actor, move, following, names)
            judgement = reviewer.judge(moment)
            if judgement is not None:
                made[actor] += 1
                moves.append(_reviewed(number, made[actor], actor, judgement))
        announced = announced_step(game, options, before, step, after, len(names))
        for seat in seats:
            memories[seat] = next_memory(game, options, memories[seat], announced, game.view(after, seat))
    unit = hints.unit
    winners = game.result(states[-1]).winners
    chances = chances_to_win(moves, len(names), unit)
    turning, turned = turning_point(moves, winners, names, reviewer.stands_out, chances)
    by_seat = tuple(
        _seat_review(reviewer, seat, moves, turning_point(moves, winners, names, reviewer.stands_out, chances, seat)[1])
        for seat in seats
    )
    return Review(game.name, unit, reviewer.measure, tuple(moves), turning, turned, by_seat, chances)


def _reviewed(number: int, nth: int, seat: Seat, found: Judgement) -> ReviewedMove:
    luck = skill = None
    if found.gained is not None and found.expected is not None and found.best is not None:
        luck, skill = found.gained - found.expected, min(0.0, found.expected - found.best)
    bits = log2(found.before / found.after) if found.before and found.after else None
    return ReviewedMove(
        number=number,
        nth=nth,
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


def _seat_review(reviewer: Reviewer, seat: Seat, moves: Sequence[ReviewedMove], turned: str) -> SeatReview:
    own = [move for move in moves if move.seat == seat and move.luck is not None and move.skill is not None]
    luck = sum(move.luck or 0.0 for move in own)
    skill = sum(move.skill or 0.0 for move in own)
    wrong = sum(move.contradiction for move in own)
    chosen = [move.choice for move in moves if move.seat == seat and move.choice is not None]
    choices = _choice_sums(chosen) if reviewer.has_choices else None
    return SeatReview(
        seat,
        len(own),
        round(luck, 3) + 0.0,
        round(skill, 3) + 0.0,
        wrong,
        turned,
        choices,
    )


def _choice_sums(choices: Sequence[TurnChoice]) -> ChoiceSums:
    return ChoiceSums(
        len(choices),
        sum(one.good for one in choices),
        round(sum(one.deviation for one in choices), 3) + 0.0,
    )
