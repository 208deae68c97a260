"""Weighs the choice of Da Vinci Code to go on or to stop after a right claim, as the strongest bot does.

All numbers are its estimates of the chance to win the round, from what the seat knew then. They are high, as they were fitted to
games against a simple player: what tells is which of two is larger, and by how much.
"""

from typing import Final

from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps
from companion.core.wording.percent import percent
from companion.games.davinci.moves import tile_front
from companion.review.review import Moment, TurnChoice
from companion.solvers.davinci.turn import Claim, ClaimWorth, Sight, ends, plan_steps, sight, worth_steps

AS_GOOD: Final = 0.01
"""Estimates that differ by less are as good: the bot's model is no finer."""
TILE: Final = 0.2
"""What a right claim adds to the chance to win, against a wrong one: 0.17 to 0.23 in the mean of games of bots with 2 to 4 seats.
By this a choice is compared with claims, to find the turning point."""


def weighed_choice(moment: Moment) -> SmallSteps[TurnChoice | None]:
    """What the choice was worth; None for a move that did not choose between going on and stopping."""
    view, memory, options = moment.view, moment.memory, moment.options
    if view.phase != "go_on":
        return None
    if view.clue is None and options.empty_centre == "reveal":
        return None  # A wrong claim costs a tile of the own choice then (D15), which the bot does not weigh.
    seen = sight(view, memory.wrong, memory)
    yield
    after = ends(seen, memory.wrong)
    plan = yield from plan_steps(seen, after)
    going_on, stopping = plan.claiming, plan.stopping
    went_on = moment.move["move"] == "deduce"
    gained = expected = stopping
    if went_on:
        claim = _claim(seen, moment.move)
        made = plan.made if claim == plan.claim else (yield from worth_steps(seen, claim, after))
        gained, expected = _outcome(made, moment), made.worth
        going_on = max(going_on, expected)
    best = max(going_on, stopping)
    cost = best - (going_on if went_on else stopping)
    good = cost == 0 or _alike(going_on, stopping)
    return TurnChoice(
        went_on=went_on,
        going_on=_rounded(going_on),
        stopping=_rounded(stopping),
        good=good,
        gained=_rounded(gained),
        expected=_rounded(expected),
        best=_rounded(best),
        luck=_rounded(gained - expected),
        skill=_rounded(expected - best),
        deviation=0.0 if good else _rounded(-cost / TILE),
    )


def choice_words(choice: TurnChoice, *, risk: bool) -> str:
    """Which was better, and by how much, as a sentence. `risk`: a wrong claim lays a tile open."""
    going_on, stopping = percent(choice.going_on), percent(choice.stopping)
    if _alike(choice.going_on, choice.stopping):
        said = f"Going on and stopping were as good: each wins an estimated {going_on} of such rounds"
    else:
        stop = choice.stopping > choice.going_on
        better = f"{'Stopping' if stop else 'Going on'} was {'better' if stop == choice.went_on else 'right'}"
        numbers = (stopping, f"going on {going_on}") if stop else (going_on, f"stopping {stopping}")
        why = ", as a wrong claim lays the new tile open" if risk and stop and choice.went_on else ""
        said = f"{better}{why}: it wins an estimated {numbers[0]} of such rounds, {numbers[1]}"
    if choice.went_on and not _alike(choice.going_on, choice.expected):
        said = f"{said}. With this claim, going on wins {percent(choice.expected)}"
    return f"{said}."


def _alike(one: float, other: float) -> bool:
    return abs(one - other) < AS_GOOD or percent(one) == percent(other)


def _rounded(value: float) -> float:
    """To a thousandth, as all numbers of a review."""
    return round(value, 3) + 0.0


def _claim(seen: Sight, move: Move) -> Claim:
    spot, said = (move["seat"], move["position"]), move["value"]
    return Claim(spot, said, seen.posterior.chance(spot, said))


def _outcome(made: ClaimWorth, moment: Moment) -> float:
    tile = moment.state.rows[moment.move["seat"]][moment.move["position"]].name
    return made.right if tile_front(tile) == moment.move["value"] else made.wrong
