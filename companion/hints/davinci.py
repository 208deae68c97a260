"""Hints for Da Vinci Code: the chance that a claim is right, by all that the seat sees and was told.

Claims are compared by that chance, not by bits. A claim that is certain tells nothing new, and is the best one all the same.
"""

from math import log2
from typing import Final, Literal

from msgspec import structs

from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps
from companion.games.davinci.moves import tile_name
from companion.games.davinci.options import Options
from companion.games.davinci.text import tile_words
from companion.games.davinci.view import DavinciView
from companion.hints.hint import Best, Hints, Promise
from companion.hints.promise_words import cases
from companion.solvers.davinci.memory import Memory, refuted
from companion.solvers.davinci.open_places import OpenPlaces, Spot
from companion.solvers.davinci.order import by_order
from companion.solvers.davinci.posterior import Posterior, posterior
from companion.solvers.davinci.worlds import open_places, spots


def promise(options: Options, memory: Memory, view: DavinciView, move: Move) -> Promise | None:
    """The chance of a claim, and its bits. To stop, and to draw or place a tile, is not compared."""
    if move["move"] != "deduce":
        return None
    return claim_promise(ways(view, memory, move["seat"], move["position"]), move["value"])


def best(options: Options, memory: Memory, view: DavinciView) -> SmallSteps[Best | None]:
    """The claim that is right with the greatest chance; of equal ones the first from the left."""
    if view.phase not in ("deduce", "go_on") or view.seat not in view.to_act:
        return None
    found = _found(view, memory)
    yield
    first = spots(view)
    claims = [
        (weight, (first[row][0], first[row][1] + at), said)
        for (row, at), values in found.weights.items()
        if row >= 0
        for said, weight in values.items()
    ]
    weight, (seat, position), said = min(claims, key=lambda claim: (-claim[0], claim[1], len(claim[2]), claim[2]))
    move: Move = {"move": "deduce", "seat": seat, "position": position, "value": said}
    return Best(move, _promise(weight / found.total))


def ways(view: DavinciView, memory: Memory, seat: int, position: int) -> dict[str, int]:
    """In how many arrangements each value stands at a place of another's row; their sum is the number of arrangements."""
    return {said: int(weight) for said, weight in _found(view, memory).weights[_place(view, seat, position)].items()}


def _place(view: DavinciView, seat: int, position: int) -> Spot:
    """A tile as the solver counts rows and places."""
    return next(
        (row, position - start)
        for row, (owner, start) in reversed(list(enumerate(spots(view))))
        if owner == seat and start <= position
    )


def claim_promise(values: dict[str, int], said: str) -> Promise:
    """What a claim promises where the values of a place have these weights."""
    return _promise(values.get(said, 0) / sum(values.values()))


def _promise(chance: float) -> Promise:
    told = sum(-part * log2(part) for part in (chance, 1 - chance) if part > 0)
    return Promise(round(chance, 9), round(told, 9))


def _found(view: DavinciView, memory: Memory) -> Posterior:
    return posterior(open_places(view, refuted(memory.wrong)))


def words(options: Options, memory: Memory, view: DavinciView, move: Move) -> str:
    """The chance of a claim, and in how many arrangements it is right."""
    values = ways(view, memory, move["seat"], move["position"])
    right, total = values.get(move["value"], 0), sum(values.values())
    if right == 0:
        spot, said = (move["seat"], move["position"]), move["value"]
        tile = tile_words(tile_name(view.rows[spot[0]][spot[1]].colour, said))
        return _CANNOT[why_impossible(view, memory, spot, said)].format(tile=tile)
    if right == total:
        return "This is certain, by what you see and were told."
    return f"Right {cases(right / total)}: in {right:,} of {total:,} ways in which the hidden tiles can lie."


Impossible = Literal["seen", "said", "order", "row", "rows", "claims"]
"""Why a claim cannot be right: its tile is in sight; it was said before and was wrong; the known tiles beside it leave no room;
with it the unseen tiles cannot fill that row, or all rows; or wrong claims rule out every way that is left then."""

_CANNOT: Final[dict[Impossible, str]] = {
    "seen": "This cannot be right: you see the {tile} elsewhere.",
    "said": "This cannot be right: the same claim has been wrong before.",
    "order": "This cannot be right: the known tiles beside it leave no room for it.",
    "row": "This cannot be right: with it, the tiles that you do not see could not fill the places beside it.",
    "rows": "This cannot be right: with it, the tiles that you do not see could not fill all the rows.",
    "claims": "This cannot be right: every way in which the hidden tiles could lie with it goes against a wrong claim.",
}


def why_impossible(view: DavinciView, memory: Memory, spot: Spot, said: str) -> Impossible:
    """The plainest reason for a claim that cannot be right."""
    tile = view.rows[spot[0]][spot[1]]
    if tile_name(tile.colour, said) in _in_sight(view):
        return "seen"
    if said in refuted(memory.wrong).get(spot, ()):
        return "said"
    if said not in by_order(view).get(spot, ()):
        return "order"
    unclaimed, (number, at) = _without_claims(open_places(view)), _place(view, *spot)
    alone = structs.replace(
        unclaimed, rows=tuple(row if other == number else () for other, row in enumerate(unclaimed.rows)), hand=None
    )
    if said not in posterior(alone).weights[number, at]:
        return "row"
    return "claims" if said in posterior(unclaimed).weights[number, at] else "rows"


def _without_claims(puzzle: OpenPlaces) -> OpenPlaces:
    """The same, as if nothing had been claimed."""
    rows = tuple(tuple(structs.replace(place, refuted=frozenset()) for place in row) for row in puzzle.rows)
    return structs.replace(puzzle, rows=rows)


def _in_sight(view: DavinciView) -> set[str]:
    seen = {tile_name(tile.colour, tile.value) for row in view.rows for tile in row if tile.value is not None}
    if view.clue is not None and view.clue.value is not None:
        seen.add(tile_name(view.clue.colour, view.clue.value))
    return seen


def still_possible(options: Options, memory: Memory, view: DavinciView, suggested: Move | None) -> str | None:
    """In how many ways the hidden tiles can lie, and whether a suggested claim is right in all of them."""
    if view.seat is None:
        return None
    found = _found(view, memory)
    count = int(found.total)
    if count == 1:
        return "You know every hidden tile."
    told = f"The hidden tiles can lie in {count:,} ways"
    if suggested is None or suggested["move"] != "deduce":
        return f"{told}."
    spot, said = (suggested["seat"], suggested["position"]), suggested["value"]
    if found.weights[_place(view, *spot)].get(said, 0) < found.total:
        return f"{told}."
    return f"{told}, and it is so in {'both' if count == 2 else 'all'} of them."


DAVINCI_HINTS: Final = Hints("davinci", "chance", promise, best, words, still_possible)
