"""Reviews the claims of Da Vinci Code by the chance that they were right, and the choices to go on or to stop.

A right claim counts 1 tile, a wrong one 0; a choice is weighed in chances to win. Drawing, placing and showing tiles is not
reviewed.
"""

from typing import Final

from companion.core.small_steps import SmallSteps
from companion.core.wording.percent import percent
from companion.games.davinci.moves import tile_front, tile_name
from companion.games.davinci.text import ordinal, tile_words, with_article
from companion.hints.davinci import best, claim_promise, ways, why_impossible
from companion.hints.hint import Best
from companion.review.go_on_or_stop import choice_words, weighed_choice
from companion.review.review import Judgement, Moment, TurnChoice
from companion.solvers.davinci.memory import refuted
from companion.solvers.davinci.posterior import posterior
from companion.solvers.davinci.worlds import open_places

SMALL_LOSS: Final = 0.01
"""A claim whose chance was so little below the best one's was as good."""
CERTAIN_CHANCE: Final = 0.999999


def judge(moment: Moment) -> SmallSteps[Judgement | None]:
    """The judgement of a claim or a stop; None for anything else."""
    name = moment.move["move"]
    if name not in ("deduce", "stop"):
        return None
    top = yield from best(moment.options, moment.memory, moment.view)
    assert top is not None, "a tile is hidden while a turn lasts"
    choice = yield from weighed_choice(moment)
    if name == "stop":
        left = f"The best claim left, {_claim(top, moment)}, {_odds(top)}"
        if moment.view.clue is not None and top.promise.worth <= CERTAIN_CHANCE:
            left = f"{left}, and a wrong one would have laid the new tile open"
        return Judgement("stopped", _with_choice(left, choice, moment), choice=choice)
    target, position, said = moment.move["seat"], moment.move["position"], moment.move["value"]
    values = ways(moment.view, moment.memory, target, position)
    yield
    made = claim_promise(values, said)
    right = tile_front(moment.state.rows[target][position].name) == said
    before = int(posterior(open_places(moment.view, refuted(moment.memory.wrong))).total)
    here = values.get(said, 0)
    claim = f"{moment.names[target]}'s {ordinal(position)} tile is {with_article(said)}"
    if not here:
        why = f"{_impossible(moment, target, position, said)}. The claim {_claim(top, moment)} {_odds(top)}"
    elif made.worth > CERTAIN_CHANCE:
        why = f"It was certain, by what {moment.names[moment.seat]} saw and had heard"
    elif made.worth >= top.promise.worth - SMALL_LOSS:
        why = f"It had a chance of {percent(made.worth)}, and no claim had a better one"
    else:
        why = f"It had a chance of {percent(made.worth)}. The claim {_claim(top, moment)} {_odds(top)}"
    return Judgement(
        said=f"{claim}: {'right' if right else 'wrong'}",
        why=_with_choice(why, choice, moment),
        gained=float(right),
        expected=made.worth,
        best=top.promise.worth,
        before=before,
        after=here if right else before - here,
        contradiction=not here,
        choice=choice,
    )


def _with_choice(why: str, choice: TurnChoice | None, moment: Moment) -> str:
    return f"{why}." if choice is None else f"{why}. {choice_words(choice, risk=moment.view.clue is not None)}"


def _impossible(moment: Moment, target: int, position: int, said: str) -> str:
    """Why a claim could not be right."""
    match why_impossible(moment.view, moment.memory, (target, position), said):
        case "seen":
            tile = tile_words(tile_name(moment.view.rows[target][position].colour, said))
            return f"It could not be right, as {moment.names[moment.seat]} saw the {tile} elsewhere"
        case "said":
            return "It could not be right, as the same claim had been wrong before"
        case "order":
            return "It could not be right, as the known tiles beside it left no room for it"
        case "row":
            return "It could not be right: with it, the tiles out of sight could not fill the places beside it"
        case "rows":
            return "It could not be right: with it, the tiles out of sight could not fill all the rows"
        case "claims":
            return "It could not be right: every way in which the hidden tiles could lie with it went against a wrong claim"


def _claim(top: Best, moment: Moment) -> str:
    move = top.move
    name = moment.names[move["seat"]]
    return f"that {name}'s {ordinal(move['position'])} tile is {with_article(move['value'])}"


def _odds(top: Best) -> str:
    return "was certain" if top.promise.worth > CERTAIN_CHANCE else f"had a chance of {percent(top.promise.worth)}"
