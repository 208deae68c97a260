"""The solver of Da Vinci Code lists what the view leaves open, no more and no less (that each world can be told with an equal
view: laws/test_secrecy)."""

import random
from collections import Counter
from itertools import permutations

import pytest
from msgspec import structs

from companion.core.seat import PUBLIC, Observer
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind import hidden as solver
from companion.games.davinci.rules import TILE_RANK, Deduction, State, all_tiles
from tests.games.davinci.tables import table


def listed_by_hand(state: State, observer: Observer) -> set[tuple[tuple[tuple[str, ...], ...], str | None]]:
    """All worlds by trying every tile in every hidden place."""
    view = DAVINCI.view(state, observer)
    true = solver.actual_world(state, observer)
    hidden = [(seat, at) for seat, row in enumerate(view.rows) for at, tile in enumerate(row) if tile.value is None]
    seen = {name for seat, row in enumerate(true.rows) for at, name in enumerate(row) if (seat, at) not in hidden}
    if state.clue is not None and true.clue is None:
        seen.add(state.clue)
    wrong = {(said.target, said.position, said.value) for said in state.log if not said.correct}
    found = set()
    slots: list[tuple[int, int]] = [*hidden, *([(-1, 0)] if true.clue is not None else [])]
    for tiles in permutations([tile for tile in all_tiles(advanced=view.advanced) if tile not in seen], len(slots)):
        rows = [list(row) for row in true.rows]
        clue = None
        for (seat, at), tile in zip(slots, tiles, strict=True):
            if seat < 0:
                clue = tile
            else:
                rows[seat][at] = tile
        backs = all(
            tile[0] == other[0] for row, real in zip(rows, true.rows, strict=True)
            for tile, other in zip(row, real, strict=True)
        )  # fmt: skip
        backs = backs and (clue or "")[:1] == (true.clue or "")[:1]
        ordered = all(
            ranks == sorted(ranks) for ranks in ([TILE_RANK[tile] for tile in row if tile in TILE_RANK] for row in rows)
        )
        refuted = any(rows[seat][at][1:] == value for seat, at, value in wrong)
        if backs and ordered and not refuted:
            found.add((tuple(map(tuple, rows)), clue))
    return found


CASES = (
    (table(["B0 W3 B7 W11", "W1 B5 W6*"]), 0),
    (table(["B0 W3*", "W1* B5"], clue="W7"), 1),
    (table(["B0 W3*", "W1 B5 B9"], clue="B-", advanced=True), 0),
    (table(["B0 W-* W3", "B- W5"], clue="W7", advanced=True), 1),
    (table(["B0 W-*", "B5* W7", "B9*"], clue="B-", advanced=True), PUBLIC),
    (table(["B0 W3 B7", "W1 B5 W6*"], log=(Deduction(0, 1, 0, "2", False), Deduction(0, 1, 1, "6", False))), 0),
    (table(["B0 W3 B7", "W1 B-"], advanced=True, log=(Deduction(0, 1, 1, "-", False),)), 0),
)  # fmt: skip


@pytest.mark.parametrize(("state", "observer"), CASES)
def test_worlds_are_those_found_by_trying_all_tiles(state: State, observer: Observer) -> None:
    view = DAVINCI.view(state, observer)
    worlds = list(solver.worlds(state.options, view))
    assert len(worlds) == len(set(worlds)) == solver.count(state.options, view)
    assert {(world.rows, world.clue) for world in worlds} == listed_by_hand(state, observer)


def test_a_guess_is_each_world_with_equal_chance() -> None:
    state = table(["B0 W2 B3 W3 W7 B9", "B1 W1 W5* W9 B10"])
    view = DAVINCI.view(state, 0)
    worlds = list(solver.worlds(state.options, view))
    luck = random.Random(5)
    drawn = Counter(solver.guess(state.options, view, luck.randrange) for _ in range(60 * len(worlds)))
    assert set(drawn) == set(worlds)
    assert all(abs(times - 60) < 41 for times in drawn.values())


def test_what_the_view_rules_out_is_not_held() -> None:
    state = table(["B0 W3", "W1 B5 W6*"], clue="W7")
    view = DAVINCI.view(state, 0)
    true = solver.actual_world(state, 0)
    assert solver.holds(state.options, view, true)
    for row in (("W7", "B8", "W6"), ("B1", "B5", "W6"), ("W1", "B5", "W8"), ("W3", "B5", "W6"), ("W1", "B7", "W6")):
        wrong = structs.replace(true, rows=(true.rows[0], row))
        assert not solver.holds(state.options, view, wrong)
