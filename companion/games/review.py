"""The review of a finished game: what each deciding move brought, what it promised, and what the best one promised.

Each move is weighed by what its seat knew then: its view, and what it had been shown and told before. What the game showed later
plays no part, except the outcome of the move itself. The game's own reviewer judges the moves (`Mind.reviewer`); here they are
put together, in sentences and in short lines for a small screen.

The turning point: a move's deviation is what it gained less what the best move promised, its luck and its skill together. A
choice to go on or to stop adds what it lost against the other one; its luck is that of the claim, and so in there already. Where
one player won, the turning point is the move after which the sum of the winner's deviations stayed above everybody else's. Where
that says nothing, it is the move with the largest deviation, if one stands out.

By the same sums each player's chance to win is estimated, so that the winner's line crosses the others' at the turning point.
"""

from collections.abc import Sequence
from math import exp, log2
from typing import Any, Final

from msgspec import Struct

from companion.core.game import AnyGame, Step
from companion.core.seat import CHANCE, Seat, all_seats
from companion.games.hints import first_memory, next_memory
from companion.games.mind import Judgement, Moment, Reviewer, TurnChoice, Unit, announced_step, mind_of
from companion.games.reasons import sentence


class ChoiceSums(Struct, frozen=True):
    """The choices of one seat together. `choices`: how many; `good`: so many were no worse than the other choice; `deviation`:
    what the others lost, as in `TurnChoice`."""

    choices: int
    good: int
    deviation: float


class ReviewedMove(Struct, frozen=True):
    """A deciding move. `number`: the game has so many moves after it; `said`: the move and its outcome in words.

    `before`, `after`: how many secrets were possible for the seat, exactly; None where nobody counts them. `bits`: what it
    learned by that. `gained`, `expected`, `best`: what the move brought, what it promised, and what the best move promised, in
    the unit of the review; None for a move that is told but not weighed. `luck` is gained - expected; `skill` is expected -
    best, so at most 0. `contradiction`: by what the seat knew, the move could not be right. `why`: sentences for the players.
    `choice`: of a move that chose to go on or to stop; what that lost comes on top of `skill`.
    """

    number: int
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
    """The moves of one seat together. `moves`: how many were weighed. `lines`: for a small screen, at most 21 letters each.
    `choices`: None in a game that has none."""

    seat: Seat
    moves: int
    luck: float
    skill: float
    contradictions: int
    lines: tuple[str, str, str]
    choices: ChoiceSums | None = None


class Review(Struct, frozen=True):
    """The review of a game. `measure`: what the numbers count, as a sentence. `turning_point`: the number of a move, None where
    there is none; `turned`: what that means, as a sentence. `lines`: for a small screen that all may read. `chances`: of each
    seat to win, after each of `moves`, 0 to 1; empty where fewer than two seats decide."""

    game: str
    unit: Unit
    measure: str
    moves: tuple[ReviewedMove, ...]
    turning_point: int | None
    turned: str
    seats: tuple[SeatReview, ...]
    lines: tuple[str, str, str]
    chances: tuple[tuple[float, ...], ...] = ()


_UNITS: Final[dict[Unit, tuple[str, int]]] = {
    "bits": ("bits", 1),
    "chance": ("tiles", 2),
    "points": ("% of a chance", 0),
}
"""What the numbers of a review are called, and with how many digits they are said."""
EVERY_MOVE: Final = "The page Finished games shows every move."


def luck_and_costs(who: str, luck: float, skill: float, choices: ChoiceSums | None, unit: Unit) -> str:
    """What luck brought somebody and what their moves cost, as a part of a sentence."""
    lost = _amount(skill, unit) or "nothing"
    if choices is None:
        return f"{_luck(who, luck, unit)}, and choices that were not the best cost {lost}"
    stopping = _amount(choices.deviation, unit) or "nothing"
    return f"{_luck(who, luck, unit)}; claims that were not the best cost {lost}, going on or stopping cost {stopping}"


def seat_words(review: Review, seat: Seat) -> str:
    """The review for the player of a seat, as sentences."""
    own = next(one for one in review.seats if one.seat == seat)
    told = [] if review.turning_point is None else [f"Turning point: move {review.turning_point}."]
    told += [review.turned, _moves(own.moves)]
    if own.moves:
        words = luck_and_costs("you", own.luck, own.skill, own.choices, review.unit)
        told.append(sentence(words))
    if own.contradictions:
        told.append(f"{own.contradictions} of your moves could not be right, by what you knew then.")
    return " ".join(filter(None, (*told, EVERY_MOVE)))


def _moves(count: int) -> str:
    if not count:
        return "No move of yours can be weighed."
    return f"{count} of your moves {'is' if count == 1 else 'are'} weighed."


def _luck(who: str, luck: float, unit: Unit) -> str:
    amount = _amount(luck, unit)
    if not amount:
        return f"luck neither helped nor hurt {who}"
    return f"good luck brought {who} {amount}" if luck > 0 else f"bad luck cost {who} {amount}"


def _amount(value: float, unit: Unit) -> str:
    """The size of a number with its unit; empty for 0."""
    named, digits = _UNITS[unit]
    shown = f"{abs(value):.{digits}f}"
    return f"{shown} {named}" if float(shown) else ""


SLIGHT: Final = 0.1
"""A choice that cost no more than this part of what bad luck cost was good."""


def turning_point(
    moves: Sequence[ReviewedMove],
    winners: Sequence[Seat] | None,
    names: tuple[str, ...],
    stands_out: float,
    chances: Sequence[Sequence[float]],
) -> tuple[int | None, str]:
    """The number of the move, None where there is none, and what it means in sentences. `stands_out`: the least deviation worth
    naming; `chances`: as in `Review`."""
    weighed = [(move.number, move.seat, _deviation(move)) for move in moves if _is_weighed(move)]
    by_number = {move.number: move for move in moves}
    deciders = {seat for _, seat, _ in weighed}
    if winners is not None and len(winners) == 1 and len(deciders) > 1 and winners[0] in deciders:
        found = _lead_for_good(weighed, winners[0], deciders)
        if found is not None:
            winner, at = winners[0], [move.number for move in moves].index(found)
            before, after = (f"{100 * chances[number][winner]:.0f} %" for number in (at - 1, at))
            took = f"It took {names[winner]}'s chance to win from {before} to {after}."
            return found, f"{_mistake(by_number[found], names)}{took} From then on {names[winner]} stayed ahead."
    number, _, deviation = max(weighed, key=lambda one: abs(one[2]), default=(0, 0, 0.0))
    if abs(deviation) < stands_out:
        return None, "No move stands out."
    return number, _stands_out(by_number[number])


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


def _mistake(move: ReviewedMove, names: tuple[str, ...]) -> str:
    """What its player did wrong with the turning point; empty where it was no wrong choice."""
    if move.choice is None or not turned_by_choice(move):
        return ""
    return f"{names[move.seat]} {'went on too long' if move.choice.went_on else 'stopped too soon'}. "


def _stands_out(move: ReviewedMove) -> str:
    """Of the move with the largest deviation: whether it was luck or a mistake."""
    if move.choice is not None and turned_by_choice(move):
        other = "stopping" if move.choice.went_on else "going on"
        return f"This mistake stands out most: {other} promised far more."
    luck, skill = move.luck or 0.0, move.skill or 0.0
    if luck + skill > 0:
        return "This lucky move stands out most: it brought far more than any move promised."
    if luck > skill:
        return "This mistake stands out most: another move promised far more."
    if skill > SLIGHT * luck:
        return "This bad luck stands out most: the choice was good, but it brought far less than it promised."
    return "This bad luck stands out most: the move brought far less than it promised. Another one promised more."


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


MOST_LETTERS: Final = 21
"""Letters on a line of a panel."""


def signed(value: float, unit: Unit) -> str:
    """A sum of luck or skill in a few letters."""
    shown = f"{value:+.{0 if unit == 'points' else 1}f}"
    return shown if float(shown) else shown[1:]


def _line(name: str, value: float, unit: Unit) -> str:
    """A sum with its name and its unit."""
    return fitting(f"{name} {signed(value, unit)} {'%' if unit == 'points' else _UNITS[unit][0]}")


def fitting(*choices: str) -> str:
    """The first of these that fits a line of a panel, else the last one cut off."""
    return next((line for line in choices if len(line) <= MOST_LETTERS), choices[-1][:MOST_LETTERS])


def contradictions_line(count: int, unit: Unit) -> str:
    """How many contradictions were overlooked; empty for Passcode, which has no secret to contradict."""
    return "" if unit == "points" else fitting(f"Contradictions: {count}")


def turning_line(move: ReviewedMove) -> str:
    """That a move was the turning point."""
    if move.choice is not None and turned_by_choice(move):
        return fitting(f"{'Went on too long' if move.choice.went_on else 'Stopped too soon'}: {move.number}")
    return f"Turning point: {move.number}"


def seat_lines(
    moves: int,
    luck: float,
    skill: float,
    contradictions: int,
    turning: Sequence[str],
    unit: Unit,
    choices: ChoiceSums | None,
) -> tuple[str, str, str]:
    """The three lines of a seat: what luck brought and its moves cost, then what matters most. `turning`: the line of its turning
    point, if it has one."""
    if not moves:
        return ("No moves to review", "", "")
    weighed = f"{moves} {'move' if moves == 1 else 'moves'} weighed"
    lines = [_line("Luck", luck, unit), _line("Choices" if choices is None else "Claims", skill, unit)]
    lines += [_line("Stopping", choices.deviation, unit)] if choices and choices.choices else []
    lines += [*turning, contradictions_line(contradictions, unit), weighed]
    first, second, third, *_ = [line for line in lines if line] + [""]
    return (first, second, third)


NAME_ROOM: Final = 7
"""Letters that a name may have on a line of a panel, beside what it says."""
NOT_REVIEWED: Final = "This version reviews no moves of this game."


def review_game(
    game: AnyGame, options: Any, states: Sequence[Any], steps: Sequence[Step], names: tuple[str, ...]
) -> Review:
    """The review. `states[n]` is the state after n of `steps`; `names`: what the seats are called."""
    mind = mind_of(game)
    reviewer, hints = mind.reviewer, mind.hints
    if reviewer is None or hints is None:
        return Review(game.name, "bits", NOT_REVIEWED, (), None, "", (), (NOT_REVIEWED[:21], "", ""))
    seats = all_seats(len(names))
    first = first_memory(game, options)
    memories = [next_memory(game, options, first, None, game.view(states[0], seat)) for seat in seats]
    moves: list[ReviewedMove] = []
    for number, step in enumerate(steps, 1):
        before, after, (actor, move) = states[number - 1], states[number], step
        if actor != CHANCE:
            following = steps[number] if number < len(steps) else None
            view = game.view(before, actor)
            moment = Moment(options, before, view, memories[actor], actor, move, following, names)
            judgement = reviewer.judge(moment)
            if judgement is not None:
                moves.append(_reviewed(number, actor, judgement))
        announced = announced_step(game, options, before, step, after, len(names))
        for seat in seats:
            memories[seat] = next_memory(game, options, memories[seat], announced, game.view(after, seat))
    unit = hints.unit
    winners = game.result(states[-1]).winners
    chances = chances_to_win(moves, len(names), unit)
    turning, turned = turning_point(moves, winners, names, reviewer.stands_out, chances)
    by_seat = tuple(_seat_review(reviewer, unit, seat, moves, turning) for seat in seats)
    lines = game_lines(unit, by_seat, turning, names)
    return Review(game.name, unit, reviewer.measure, tuple(moves), turning, turned, by_seat, lines, chances)


def _reviewed(number: int, seat: Seat, found: Judgement) -> ReviewedMove:
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
    reviewer: Reviewer, unit: Unit, seat: Seat, moves: Sequence[ReviewedMove], turning: int | None
) -> SeatReview:
    own = [move for move in moves if move.seat == seat and move.luck is not None and move.skill is not None]
    luck = sum(move.luck or 0.0 for move in own)
    skill = sum(move.skill or 0.0 for move in own)
    wrong = sum(move.contradiction for move in own)
    turned = [turning_line(move) for move in moves if move.seat == seat and move.number == turning]
    chosen = [move.choice for move in moves if move.seat == seat and move.choice is not None]
    choices = _choice_sums(chosen) if reviewer.has_choices else None
    return SeatReview(
        seat,
        len(own),
        round(luck, 3) + 0.0,
        round(skill, 3) + 0.0,
        wrong,
        seat_lines(len(own), luck, skill, wrong, turned, unit, choices),
        choices,
    )


def _choice_sums(choices: Sequence[TurnChoice]) -> ChoiceSums:
    return ChoiceSums(
        len(choices),
        sum(one.good for one in choices),
        round(sum(one.deviation for one in choices), 3) + 0.0,
    )


def game_lines(
    unit: Unit, seats: Sequence[SeatReview], turning: int | None, names: tuple[str, ...]
) -> tuple[str, str, str]:
    """For everybody: the turning point, who lost least by choice, and who had most luck."""
    own = [one for one in seats if one.moves]
    if not own:
        return ("No moves to review", "", "")
    if len(own) == 1:
        (one,) = own
        first, second = _line("Luck", one.luck, unit), _line("Choices", one.skill, unit)
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
    turned = "No turning point" if turning is None else f"Turning point: {turning}"
    return (fitting(turned), fitting(first), fitting(second))


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
