"""Da Vinci Code by trying every tile in every hidden place: what the posterior must be equal to, and deals to compare on.

It shares nothing with the solver: what was said wrongly is known from the moves themselves, by the tiles that were pointed at.
"""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.core.prompt import sample
from companion.core.seat import Seat
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind.turn import START, Memory, hear, observe
from companion.games.davinci.rules import TILE_NUMBERS, DavinciView, Options, State, all_tiles

Place = tuple[int, int]
"""A seat and a position; seat -1 is the hand."""
Counted = tuple[int, dict[Place, dict[str, int]]]
"""How many arrangements there are, and in how many of them each value stands at each hidden place."""


class Deal(NamedTuple):
    """A moment of a round: what a seat sees and remembers, and what it was told was wrong (the true tile, the value)."""

    options: Options
    state: State
    view: DavinciView
    memory: Memory
    wrong: tuple[tuple[str, str], ...]


def deal(seats: int, given: dict[str, Any], seed: int) -> Deal:
    """A random game up to a random moment after the set-up, as one of its seats knows it. Every other claim fits the colours
    and the tiles that lie open, so that some are right; about one in six is of the true value."""
    luck = random.Random(seed)
    options = DAVINCI.read_options(given, seats)
    state = DAVINCI.setup(options, seats)
    seat = luck.randrange(seats)
    memory = observe(START, DAVINCI.view(state, seat))
    wrong: list[tuple[str, str]] = []
    names = tuple(map(str, range(seats)))
    stop = luck.randrange(1, 40)
    while acting := DAVINCI.to_act(state):
        stop -= state.phase not in ("deal", "arrange")
        if stop < 0:
            break
        actor = luck.choice(acting)
        prompt = DAVINCI.ask(options, state, actor)
        assert prompt is not None
        move = sample(prompt, luck.randrange)
        if move["move"] == "deduce":
            true = state.rows[move["seat"]][move["position"]].name[1:]
            move["value"] = true if luck.randrange(6) == 0 else move["value"]
        after = DAVINCI.apply(state, actor, move)
        if DAVINCI.announcement(options, state, (actor, move), after, names):
            memory = hear(memory, (actor, move))
            wrong.append((state.rows[move["seat"]][move["position"]].name, move["value"]))
        if after.round != state.round:
            wrong = []
        state = after
        memory = observe(memory, DAVINCI.view(state, seat))
    return Deal(options, state, DAVINCI.view(state, seat), memory, tuple(wrong))


def counted(deal: Deal, limit: int | None = None) -> Counted | None:
    """Every arrangement, tried tile by tile; None where there are more than `limit`."""
    view, seat = deal.view, deal.view.seat
    assert seat is not None
    slots = _slots(deal, seat)
    rows = [[tile.name for tile in row] for row in deal.state.rows]
    hidden = {place for place, _, _ in slots}
    seen = {name for owner, row in enumerate(rows) for at, name in enumerate(row) if (owner, at) not in hidden}
    if view.clue is not None and view.clue.value is not None:
        seen.add(view.clue.colour[0].upper() + view.clue.value)
    left = [tile for tile in all_tiles(advanced=view.advanced) if tile not in seen]
    filled: dict[Place, str] = {}
    found: dict[Place, dict[str, int]] = {place: {} for place, _, _ in slots}
    total = 0

    def fits(owner: int) -> bool:
        """Whether the numbers of a row rise as far as they are known or tried."""
        if owner < 0 or not _stands_in_order(view, owner):
            return True
        tiles = [filled.get((owner, at)) if (owner, at) in hidden else name for at, name in enumerate(rows[owner])]
        ranks = [TILE_NUMBERS.index(tile[1:]) * 2 + (tile[0] == "W") for tile in tiles if tile and tile[1:] != "-"]
        return all(low < high for low, high in pairwise(ranks))

    def fill(number: int) -> bool:
        nonlocal total
        if number == len(slots):
            total += 1
            for place, tile in filled.items():
                found[place][tile[1:]] = found[place].get(tile[1:], 0) + 1
            return limit is None or total <= limit
        place, back, refuted = slots[number]
        for tile in left:
            if tile[0] == back and tile not in filled.values() and tile[1:] not in refuted:
                filled[place] = tile
                enough = fits(place[0]) and not fill(number + 1)
                del filled[place]
                if enough:
                    return False
        return True

    return (total, found) if fill(0) else None


def _slots(deal: Deal, seat: Seat) -> Sequence[tuple[Place, str, frozenset[str]]]:
    """The hidden places, their backs, and what was wrongly said of the tiles there."""
    found: list[tuple[Place, str, frozenset[str]]] = []
    for owner, row in enumerate(deal.state.rows):
        for at, tile in enumerate(row):
            if deal.view.rows[owner][at].value is None:
                said = frozenset(value for name, value in deal.wrong if name == tile.name)
                found.append(((owner, at), tile.name[0], said))
    if deal.state.clue is not None and deal.state.turn_of != seat and deal.state.phase != "over":
        found.append(((-1, 0), deal.state.clue[0], frozenset()))
    return found


def _stands_in_order(view: DavinciView, owner: Seat) -> bool:
    if not view.advanced or view.phase not in ("deal", "arrange"):
        return True
    return view.phase == "arrange" and owner not in view.to_act
