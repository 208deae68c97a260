"""What a seat may remember of a round: the claims that were wrong, and by whom (D9, D16). A fold over the seat's views.

No view holds a wrong claim once its turn is over, but it is said aloud right when it is made; `hear` takes it in. A position
moves along with its tile when another tile joins the row. Right claims lie open, so the view itself remembers them.
"""

from typing import Final

from msgspec import Struct, structs

from companion.core.game import Step
from companion.core.seat import CHANCE, Seat
from companion.games.davinci.mind.posterior import Spot
from companion.games.davinci.rules import DavinciView, tile_name


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
    for seat, (old, new) in enumerate(zip(before.rows, view.rows, strict=True)):
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
        case int(seat), {"move": "deduce", "seat": int(target), "position": int(position), "value": str(said)} if (
            view := memory.last
        ):
            claim = Wrong(seat, target, position, said)
            if claim in memory.wrong:  # the same seat says it again, which no view tells apart from the first time
                memory = structs.replace(memory, careless=memory.careless | {seat})
            return structs.replace(_add(memory, claim, view), heard=True)
        case _:
            return memory


def refuted(wrong: tuple[Wrong, ...]) -> dict[Spot, frozenset[str]]:
    """For each place what its tile is not, by these claims."""
    found: dict[Spot, frozenset[str]] = {}
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
        shown.exposed and shown.value is not None and tile_name(shown.colour, shown.value) == name
        for row in view.rows
        for shown in row
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
