"""A turn by expected value: which tile is claimed to be what, and whether to go on or stop.

A claim is weighed by the chance that it is right, what the seat may then do (stop, or claim again), and what a wrong one
leaves. Claims are looked ahead as far as `BREADTHS` is long; all values are chances to win the round (`win_chance`).
"""

from typing import Final

from msgspec import Struct, structs

from companion.core.seat import Seat
from companion.core.small_steps import SmallSteps, finished
from companion.games.davinci.moves import joining_positions, tile_name
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.memory import Memory, Wrong, refuted
from companion.solvers.davinci.open_places import OpenPlaces, RowPlace, Spot
from companion.solvers.davinci.posterior import NO_DOUBTS, Doubts, Free, Posterior, posterior
from companion.solvers.davinci.worlds import open_places
from companion.solvers.davinci.worth import FITTED, HiddenRow, Weights, hidden_rows, own, unclaimed, win_chance

OWN_TILE_DOUBT: Final = 0.05
"""How likely a seat is to name a tile of its own in another's row, beside one that it cannot see."""

_CERTAIN: Final = 0.999999
"""A claim with a greater chance cannot be wrong."""

BREADTHS: Final = (5, 2, 1)
"""How many claims are weighed: first, after a right one, and after two. One less deep where several rows are open."""


class Claim(Struct, frozen=True):
    """A claim: the place, the value, the chance that it is right."""

    spot: Spot
    value: str
    chance: float


class Sight(Struct, frozen=True):
    """What a seat works with: what is open, what is unlikely, and all that follows."""

    view: DavinciView
    puzzle: OpenPlaces
    doubts: Doubts

    @property
    def posterior(self) -> Posterior:
        """Of the tiles that the seat does not see."""
        found = posterior(self.puzzle, self.doubts, OWN_TILE_DOUBT)
        return found if found.total else posterior(self.puzzle)

    @property
    def targets(self) -> tuple[Seat, ...]:
        """Whose rows the seat may point at and has not seen all of."""
        return tuple(seat for seat, row in enumerate(self.puzzle.rows) if row)

    @property
    def free(self) -> Free:
        """How likely each tile is not in the others' rows."""
        return unclaimed(
            self.posterior,
            {
                (row, at): place.back
                for row, places in enumerate(self.puzzle.rows)
                for at, place in enumerate(places)
                if place.tile is None
            },
        )


def sight(view: DavinciView, wrong: tuple[Wrong, ...], memory: Memory | None = None) -> Sight:
    """What is known by the view and these wrong claims; with a memory also what its claims make unlikely."""
    doubts = NO_DOUBTS
    if memory is not None:
        doubts = frozenset(
            ((seat, position), said)
            for seat, position, said in memory.denied
            if seat != view.seat and seat not in memory.careless
        )
    return Sight(view, open_places(view, refuted(wrong)), doubts)


def claims(seen: Sight) -> list[Claim]:
    """Every claim that may be right, the likeliest first; equal ones from the left."""
    found = seen.posterior
    every = [
        Claim(spot, said, weight / found.total)
        for spot, values in found.weights.items()
        if spot[0] >= 0
        for said, weight in values.items()
    ]
    return sorted(every, key=lambda claim: (-claim.chance, claim.spot, int(claim.value.replace("-", "12"))))


class Ends(Struct, frozen=True):
    """What will be hidden of the own row when the turn is over: after stopping, after a wrong claim."""

    stopped: HiddenRow
    wrong: HiddenRow


def ends(seen: Sight, wrong: tuple[Wrong, ...]) -> Ends:
    """What becomes of the tile in hand, as far as it matters to the others."""
    view, free = seen.view, seen.free
    assert view.seat is not None, "the public has no turn"
    row = tuple((tile_name(tile.colour, tile.value or ""), tile.exposed) for tile in view.rows[view.seat])
    clue = view.clue
    if clue is None or clue.value is None:
        mine = own(view, wrong, row, free)
        return Ends(mine, mine)
    tile = tile_name(clue.colour, clue.value)
    at = joining_positions(tuple(name for name, _ in row), tile)[0]
    mine_wrong = tuple(
        structs.replace(said, position=said.position + (said.target == view.seat and said.position >= at))
        for said in wrong
    )
    return Ends(
        own(view, mine_wrong, (*row[:at], (tile, False), *row[at:]), free),
        own(view, mine_wrong, (*row[:at], (tile, True), *row[at:]), free),
    )


class ClaimWorth(Struct, frozen=True):
    """What a claim is worth, and what it leaves once it is known to be right or wrong: chances to win."""

    worth: float
    right: float
    wrong: float


class ClaimPlan(Struct, frozen=True):
    """The best claim, what it is worth, and what it is worth to stop instead: chances to win. `made`: what the claim
    leaves, right or wrong."""

    claim: Claim
    claiming: float
    stopping: float
    made: ClaimWorth


def plan_claim(seen: Sight, after: Ends, weights: Weights = FITTED, width: tuple[int, ...] = BREADTHS) -> ClaimPlan:
    """What to do now. `after`: what the turn's end leaves of the own row."""
    return finished(plan_steps(seen, after, weights, width))


def plan_steps(
    seen: Sight, after: Ends, weights: Weights = FITTED, width: tuple[int, ...] = BREADTHS
) -> SmallSteps[ClaimPlan]:
    """The same in small steps."""
    found = yield from _best(seen, after, weights, _looked_ahead(seen, width))
    assert found is not None, "somebody's tile is hidden while a turn lasts"
    return found


def worth_steps(
    seen: Sight, claim: Claim, after: Ends, weights: Weights = FITTED, width: tuple[int, ...] = BREADTHS
) -> SmallSteps[ClaimWorth]:
    """What any claim is worth, by the plan that `plan_steps` would go on with. A claim that cannot be right is worth its wrong
    end."""
    return (yield from _worth(seen, claim, after, weights, _looked_ahead(seen, width)[1:]))


def _looked_ahead(seen: Sight, width: tuple[int, ...]) -> tuple[int, ...]:
    return width[:-1] if len(seen.targets) > 1 else width


def _best(seen: Sight, after: Ends, weights: Weights, width: tuple[int, ...]) -> SmallSteps[ClaimPlan | None]:
    stopping = win_chance(after.stopped, hidden_rows(seen.posterior, seen.targets), weights)
    yield
    best: ClaimPlan | None = None
    for claim in claims(seen)[: width[0]]:
        made = yield from _worth(seen, claim, after, weights, width[1:])
        if best is None or made.worth > best.claiming:
            best = ClaimPlan(claim, made.worth, stopping, made)
        if claim.chance > _CERTAIN:
            break
    return best


def _worth(seen: Sight, claim: Claim, after: Ends, weights: Weights, width: tuple[int, ...]) -> SmallSteps[ClaimWorth]:
    good = 0.0
    if claim.chance:
        right = structs.replace(seen, puzzle=_if_right(seen.puzzle, claim))
        if not right.targets:
            good = 1.0
        else:
            further = (yield from _best(right, after, weights, width)) if width else None
            if further is None:
                good = win_chance(after.stopped, hidden_rows(right.posterior, right.targets), weights)
                yield
            else:
                good = max(further.claiming, further.stopping)
    if claim.chance > _CERTAIN:
        return ClaimWorth(good, good, good)
    wrong = structs.replace(seen, puzzle=_if_wrong(seen.puzzle, claim))
    bad = win_chance(after.wrong, hidden_rows(wrong.posterior, wrong.targets), weights)
    yield
    return ClaimWorth(claim.chance * good + (1 - claim.chance) * bad, good, bad)


def _if_right(before: OpenPlaces, claim: Claim) -> OpenPlaces:
    (row, at), places = claim.spot, before.rows[claim.spot[0]]
    tile = places[at].back + claim.value
    after = (*places[:at], RowPlace(tile, places[at].back), *places[at + 1 :])
    if all(place.tile is not None for place in after):
        after = ()
    return structs.replace(before, rows=_with(before.rows, row, after), known=before.known | {tile})


def _if_wrong(before: OpenPlaces, claim: Claim) -> OpenPlaces:
    (row, at), places = claim.spot, before.rows[claim.spot[0]]
    place = structs.replace(places[at], refuted=places[at].refuted | {claim.value})
    return structs.replace(before, rows=_with(before.rows, row, (*places[:at], place, *places[at + 1 :])))


def _with(
    rows: tuple[tuple[RowPlace, ...], ...], row: int, places: tuple[RowPlace, ...]
) -> tuple[tuple[RowPlace, ...], ...]:
    return (*rows[:row], places, *rows[row + 1 :])
