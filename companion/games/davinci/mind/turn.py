"""A turn of Da Vinci Code by expected value: which tile is claimed to be what, whether to go on or stop, which colour to take
(D2, D5).

A claim is weighed by the chance that it is right, what the seat may then do (stop, or claim again), and what a wrong one
leaves. Claims are looked ahead as far as `BREADTHS` is long; all values are chances to win the round (`win_chance`).

How likely a seat is to win a round, seen from that seat at the end of its turn, is a logistic model of what is still hidden.
Its weights were fitted to 400 seeded games of two seats, of the strongest bot against one that deduces at random among all
values that are consistent (`python -m tools.davinci_fit --games 400 best consistent`).

A memory is what a seat may remember of a round: the claims that were wrong, and by whom (D9, D16). A fold over the seat's views.
No view holds a wrong claim once its turn is over, but it is said aloud right when it is made; `hear` takes it in. A position
moves along with its tile when another tile joins the row. Right claims lie open, so the view itself remembers them.
"""

from collections.abc import Iterable, Mapping
from math import exp, log2
from typing import Final

from msgspec import Struct, structs

from companion.core.game import Step
from companion.core.seat import CHANCE, Seat, each_seat
from companion.games.davinci.mind.hidden import (
    NO_DOUBTS,
    Doubts,
    Free,
    NamedTile,
    OpenPlaces,
    Posterior,
    RowPlace,
    Spot,
    Weight,
    open_places,
    posterior,
)
from companion.games.davinci.rules import (
    TILE_COLOURS,
    TILE_RANK,
    DavinciView,
    TileColour,
    all_tiles,
    joining_positions,
    tile_front,
    tile_name,
)


class Wrong(Struct, frozen=True):
    """A wrong claim: `seat` said that the tile which stands now at `position` of the row of `target` is `value`."""

    seat: Seat
    target: Seat
    position: int
    value: str


class Memory(Struct, frozen=True):
    """`wrong`: oldest first, each once. `denied`: tiles that a seat named wrongly in another's row and that stood then perhaps
    in its own: (seat, position in its row, value); whoever plays with care names no tile of its own. `careless`: seats that
    named a tile which everybody could see was another. `last`: the view before. `heard`: whether a wrong claim has been heard
    since then; `missed`: how many wrong claims of the own seat never came to its ears."""

    wrong: tuple[Wrong, ...] = ()
    denied: tuple[tuple[Seat, int, str], ...] = ()
    careless: frozenset[Seat] = frozenset()
    last: DavinciView | None = None
    heard: bool = False
    missed: int = 0


START: Final = Memory()


def observe(memory: Memory, view: DavinciView) -> Memory:
    """The memory after one more view; a view that is equal to the last one changes nothing."""
    before = memory.last
    if view == before:
        return memory
    if before is None or view.round != before.round or view.phase in ("deal", "arrange"):
        return Memory(careless=memory.careless, last=view)
    if _went_wrong(before, view) and not memory.heard:
        memory = structs.replace(memory, missed=memory.missed + 1)
    for seat, (old, new) in each_seat(zip(before.rows, view.rows, strict=True)):
        if len(old) != len(new):
            joined = view.joined
            at = joined.position if joined is not None and joined.seat == seat and len(new) == len(old) + 1 else None
            memory = _moved(memory, seat, at)
    for said in view.turn_log:
        if not said.correct:
            memory = _add(memory, Wrong(said.seat, said.target, said.position, said.value), view)
    return structs.replace(memory, last=view, heard=False)


def hear(memory: Memory, step: Step) -> Memory:
    """The memory after a wrong claim was said aloud, before the view that follows it. Other moves change nothing."""
    match step:
        case seat, {"move": "deduce", "seat": int(target), "position": int(position), "value": str(said)} if (
            seat != CHANCE and (view := memory.last)
        ):
            claim = Wrong(seat, Seat(target), position, said)
            if claim in memory.wrong:  # the same seat says it again, which no view tells apart from the first time
                memory = structs.replace(memory, careless=memory.careless | {seat})
            return structs.replace(_add(memory, claim, view), heard=True)
        case _:
            return memory


def refuted(wrong: tuple[Wrong, ...]) -> dict[NamedTile, frozenset[str]]:
    """For each place what its tile is not, by these claims."""
    found: dict[NamedTile, frozenset[str]] = {}
    for said in wrong:
        spot = (said.target, said.position)
        found[spot] = found.get(spot, frozenset()) | {said.value}
    return found


def _add(memory: Memory, said: Wrong, view: DavinciView) -> Memory:
    if said in memory.wrong:
        return memory
    tile = view.rows[said.target][said.position]
    name = tile_name(tile.colour, said.value)
    lies_open = any(
        shown.exposed and shown.value is not None and shown.name == name for row in view.rows for shown in row
    )
    again = any(
        (said.target, said.position, said.value) == (one.target, one.position, one.value) for one in memory.wrong
    )
    denied = tuple(
        (said.seat, position, said.value)
        for position, own in enumerate(view.rows[said.seat])
        if not own.exposed and own.colour == tile.colour
    )
    return structs.replace(
        memory,
        wrong=(*memory.wrong, said),
        denied=(*memory.denied, *denied),
        careless=memory.careless | {said.seat} if lies_open or again else memory.careless,
    )


def _moved(memory: Memory, seat: Seat, joined: int | None) -> Memory:
    """After a tile joined the row of `seat` at an index; None where nobody can say how the row changed."""
    if joined is None:
        return structs.replace(
            memory,
            wrong=tuple(said for said in memory.wrong if said.target != seat),
            denied=tuple(one for one in memory.denied if one[0] != seat),
        )
    return structs.replace(
        memory,
        wrong=tuple(
            structs.replace(said, position=said.position + 1)
            if said.target == seat and said.position >= joined
            else said
            for said in memory.wrong
        ),
        denied=tuple(
            (owner, position + (owner == seat and position >= joined), said) for owner, position, said in memory.denied
        ),
    )


def _went_wrong(before: DavinciView, view: DavinciView) -> bool:
    """Whether the seat's own turn has just ended by a wrong claim of which the view holds nothing."""
    if before.seat is None or before.turn_of != before.seat or before.phase not in ("deduce", "go_on"):
        return False
    if view.turn_log or view.to_act == (CHANCE,) or view.turn_of == before.seat:
        return False
    if before.clue is None:
        return before.phase == "deduce"
    joined = view.joined
    return joined is not None and joined.seat == before.seat and view.rows[joined.seat][joined.position].exposed


class HiddenRow(Struct, frozen=True):
    """What is hidden of a row, as those see it who do not know it. `tiles`: how many; `bits`: their entropies together;
    `sure`: the sum of the chances of the most likely values; `known`: of the true values, where these are known, else `sure`."""

    tiles: float
    bits: float
    sure: float
    known: float


class Weights(Struct, frozen=True):
    """What each part of `HiddenRow` adds to the logarithm of the odds, for the own row; for the others' it takes away."""

    start: float
    tiles: float
    bits: float
    known: float
    other_tiles: float
    other_bits: float
    other_sure: float


FITTED: Final = Weights(-0.158, 0.378, 0.248, -0.024, 0.755, -0.005, -0.609)


def hidden(weights: Iterable[Mapping[str, Weight]], true: Iterable[str | None]) -> HiddenRow:
    """From the weights of the values at each hidden place of one row, and what truly stands there (None: unknown)."""
    tiles, bits, sure, known = 0, 0.0, 0.0, 0.0
    for values, really in zip(weights, true, strict=True):
        total = sum(values.values())
        if not total:
            continue
        most = max(values.values()) / total
        tiles += 1
        bits += sum(-weight / total * log2(weight / total) for weight in values.values())
        sure += most
        known += most if really is None else values.get(really, 0) / total
    return HiddenRow(tiles, bits, sure, known)


def hidden_rows(found: Posterior, seats: Iterable[Seat]) -> list[HiddenRow]:
    """What is hidden of each of these rows, for whom the posterior is; a row that lies open is left out."""
    rows: list[HiddenRow] = []
    for seat in seats:
        weights = [values for spot, values in found.weights.items() if spot[0] == seat]
        if weights:
            rows.append(hidden(weights, [None] * len(weights)))
    return rows


def unclaimed(found: Posterior, backs: Mapping[Spot, str]) -> Free:
    """For each tile the chance that none of the others has it, from one of them to the next. `backs`: of the open places."""
    seats = {row for row, _ in backs}
    held: dict[str, float] = {}
    for spot, back in backs.items():
        for said, weight in found.weights[spot].items():
            held[back + said] = held.get(back + said, 0.0) + weight / found.total / len(seats)
    return tuple((tile, round(max(1 - chance, 0.01), 2)) for tile, chance in sorted(held.items()) if tile in TILE_RANK)


def own(view: DavinciView, wrong: tuple[Wrong, ...], row: tuple[tuple[str, bool], ...], free: Free = ()) -> HiddenRow:
    """What is hidden of the own row from the others. `row`: its tiles as it will be, and whether each lies open; `wrong`: the
    claims, by the places in that row; `free`: how likely the others do not see a tile in their own rows."""
    assert view.seat is not None, "the public has no row"
    lying = {
        tile.name
        for seat, tiles in enumerate(view.rows)
        for tile in tiles
        if tile.exposed and tile.value is not None and seat != view.seat
    }
    lying |= {tile for tile, is_open in row if is_open}
    claims = refuted(wrong)
    places = tuple(
        RowPlace(tile if is_open else None, tile[0], claims.get((view.seat, at), frozenset()))
        for at, (tile, is_open) in enumerate(row)
    )
    standing = [(at, tile_front(tile)) for at, (tile, is_open) in enumerate(row) if not is_open]
    if not standing:
        return HiddenRow(0, 0.0, 0.0, 0.0)
    found = posterior(OpenPlaces((places,), None, frozenset(lying), view.advanced), free=free)
    return hidden((found.weights[0, at] for at, _ in standing), (said for _, said in standing))


def win_chance(mine: HiddenRow, theirs: list[HiddenRow], weights: Weights = FITTED) -> float:
    """The chance to win, 0 to 1: of the own row against each of the others, all together as if they were independent."""
    if not theirs:
        return 1.0
    if not mine.tiles:
        return 0.0
    strength = weights.start + weights.tiles * mine.tiles + weights.bits * mine.bits + weights.known * mine.known
    odds = 0.0
    for row in theirs:
        odds += exp(
            -strength + weights.other_tiles * row.tiles + weights.other_bits * row.bits + weights.other_sure * row.sure
        )
    return 1 / (1 + odds)


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
        return tuple(seat for seat, row in each_seat(self.puzzle.rows) if row)

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
    row = tuple((tile.name, tile.exposed) for tile in view.rows[view.seat])
    clue = view.clue
    if clue is None or clue.value is None:
        mine = own(view, wrong, row, free)
        return Ends(mine, mine)
    tile = clue.name
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
    found = _best(seen, after, weights, _looked_ahead(seen, width))
    assert found is not None, "somebody's tile is hidden while a turn lasts"
    return found


def claim_worth(
    seen: Sight, claim: Claim, after: Ends, weights: Weights = FITTED, width: tuple[int, ...] = BREADTHS
) -> ClaimWorth:
    """What any claim is worth, by the plan that `plan_claim` would go on with. A claim that cannot be right is worth its wrong
    end."""
    return _worth(seen, claim, after, weights, _looked_ahead(seen, width)[1:])


def _looked_ahead(seen: Sight, width: tuple[int, ...]) -> tuple[int, ...]:
    return width[:-1] if len(seen.targets) > 1 else width


def _best(seen: Sight, after: Ends, weights: Weights, width: tuple[int, ...]) -> ClaimPlan | None:
    stopping = win_chance(after.stopped, hidden_rows(seen.posterior, seen.targets), weights)
    best: ClaimPlan | None = None
    for claim in claims(seen)[: width[0]]:
        made = _worth(seen, claim, after, weights, width[1:])
        if best is None or made.worth > best.claiming:
            best = ClaimPlan(claim, made.worth, stopping, made)
        if claim.chance > _CERTAIN:
            break
    return best


def _worth(seen: Sight, claim: Claim, after: Ends, weights: Weights, width: tuple[int, ...]) -> ClaimWorth:
    good = 0.0
    if claim.chance:
        right = structs.replace(seen, puzzle=_if_right(seen.puzzle, claim))
        if not right.targets:
            good = 1.0
        else:
            further = _best(right, after, weights, width) if width else None
            if further is None:
                good = win_chance(after.stopped, hidden_rows(right.posterior, right.targets), weights)
            else:
                good = max(further.claiming, further.stopping)
    if claim.chance > _CERTAIN:
        return ClaimWorth(good, good, good)
    wrong = structs.replace(seen, puzzle=_if_wrong(seen.puzzle, claim))
    bad = win_chance(after.wrong, hidden_rows(wrong.posterior, wrong.targets), weights)
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


def scarce(view: DavinciView) -> tuple[TileColour, ...]:
    """The colours that can be taken and of which the own row has fewest: a row of both is harder to guess."""
    assert view.seat is not None, "the public takes no tile"
    counts = {colour: sum(tile.colour == colour for tile in view.rows[view.seat]) for colour in _left(view)}
    return tuple(colour for colour, count in counts.items() if count == min(counts.values()))


def telling(seen: Sight) -> tuple[TileColour, ...]:
    """The colours that can be taken and with which the likeliest claim is expected to be likeliest."""
    colours = _left(seen.view)
    if len(colours) == 1:
        return tuple(colours)
    promise = {colour: round(_promise(seen, tile_name(colour, "")), 9) for colour in colours}
    return tuple(colour for colour, chance in promise.items() if chance == max(promise.values()))


def ways_left(seen: Sight, colour: TileColour) -> float:
    """In how many ways the hidden tiles can lie, in the mean, once a tile of this colour is drawn. Doubts play no part."""
    ways = [
        posterior(structs.replace(seen.puzzle, known=seen.puzzle.known | {tile})).total
        for tile in _unseen(seen, tile_name(colour, ""))
    ]
    # A tile is drawn in each way in which it lies in the centre, so the more often, the more ways it leaves.
    return round(sum(count * count for count in ways) / sum(ways), 9)


def _promise(seen: Sight, back: str) -> float:
    """How likely the likeliest claim will be once a tile of this back is drawn."""
    free = dict(seen.free)
    chances = total = 0.0
    for tile in _unseen(seen, back):
        drawn = posterior(structs.replace(seen.puzzle, known=seen.puzzle.known | {tile}), seen.doubts, OWN_TILE_DOUBT)
        if drawn.total:
            best = max(weight for spot, values in drawn.weights.items() for weight in values.values()) / drawn.total
            chances += free.get(tile, 1.0) * best
            total += free.get(tile, 1.0)
    return chances / total if total else 0.0


def _unseen(seen: Sight, back: str) -> list[str]:
    """The tiles of this back that the seat sees nowhere."""
    return [
        tile for tile in all_tiles(advanced=seen.view.advanced) if tile[0] == back and tile not in seen.puzzle.known
    ]


def _left(view: DavinciView) -> list[TileColour]:
    return [colour for colour in TILE_COLOURS if getattr(view.centre, colour)]
