"""In how many ways a filling can go on from each of its states.

The counts of all states before a tile are one long number, a field of bits for each state, and where a step leads is the same
distance from each state that can take it. So one shift, one mask and one addition count a step for all states at once.
"""

from collections import defaultdict
from typing import Final

from companion.games.davinci.moves import NUMBER_TILES, tile_front
from companion.solvers.davinci.open_places import FillingState, OpenPlaces, settle

_BYTES: Final = 12
"""Of a field. All 26 tiles in any order are fewer ways than 2 to the power of 89, so no sum leaves its field."""


class FillingCounts:
    """The counts of a puzzle. The number of a state is the sum of its dashes, hand and next places, each times its stride."""

    def __init__(self, puzzle: OpenPlaces) -> None:
        self._puzzle = puzzle
        self._dashes = puzzle.loose_dashes
        self._sizes = [len(places) + 1 for places in puzzle.rows]
        self._dash_strides = {dash: 1 << number for number, dash in enumerate(self._dashes)}
        self._hand_stride = 1 << len(self._dashes)
        self._strides = list[int]()
        self._states = self._hand_stride << (puzzle.hand is not None)
        for size in self._sizes:
            self._strides.append(self._states)
            self._states *= size
        self._anchored = {place.tile for places in puzzle.rows for place in places}
        self._not_held = self._where(self._hand_stride, 2, (0,)) if puzzle.hand is not None else 0
        self._has_dash = {dash: self._where(stride, 2, (1,)) for dash, stride in self._dash_strides.items()}
        self._counts = self._counted()

    def of(self, state: FillingState) -> int:
        """In how many ways a state goes on to a whole filling."""
        number, at, held, dashes = state
        field = sum(self._dash_strides[dash] for dash in dashes)
        field += self._hand_stride if held and self._puzzle.hand is not None else 0
        field += sum(index * stride for index, stride in zip(at, self._strides, strict=True))
        return int.from_bytes(self._counts[number][field * _BYTES : (field + 1) * _BYTES], "little")

    def _counted(self) -> list[bytes]:
        """The counts before each tile, and after the last one, where a state is a whole filling or none."""
        full = [self._where(stride, size, (size - 1,)) for stride, size in zip(self._strides, self._sizes, strict=True)]
        ways = int.from_bytes((1).to_bytes(_BYTES, "little") * self._states, "little")
        for mask in full:
            ways &= mask
        ways &= ~self._not_held
        counts = [ways.to_bytes(self._states * _BYTES, "little")]
        for tile in reversed(NUMBER_TILES):
            ways = self._before(tile, ways)
            counts.append(ways.to_bytes(self._states * _BYTES, "little"))
        counts.reverse()
        return counts

    def _before(self, tile: str, after: int) -> int:
        """The counts before a tile, from those after it."""
        puzzle, is_known = self._puzzle, tile in self._puzzle.known
        # It stays in the centre, or it is known and stands in none of these rows.
        ways = 0 if is_known and tile in self._anchored else after
        if not is_known and puzzle.hand == tile[0]:
            ways += (after >> self._hand_stride * _BYTES * 8) & self._not_held
        for row, (stride, size) in enumerate(zip(self._strides, self._sizes, strict=True)):
            for (places, used), starts in self._steps(tile, row).items():
                distance = places * stride - sum(self._dash_strides[dash] for dash in used)
                reached = (after >> distance * _BYTES * 8) & self._where(stride, size, starts)
                for dash in used:
                    reached &= self._has_dash[dash]
                ways += reached
        return ways

    def _steps(self, tile: str, row: int) -> dict[tuple[int, tuple[str, ...]], list[int]]:
        """How a tile joins a row: how many places on the next one is, and the dashes in between; from which places on."""
        found: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        is_known = tile in self._puzzle.known
        for index, place in enumerate(self._puzzle.rows[row]):
            fits = place.tile is None and place.back == tile[0] and tile_front(tile) not in place.refuted
            if (place.tile == tile) if is_known else fits:
                for following, left, _ in settle(self._puzzle, row, index + 1, self._dashes):
                    used = tuple(dash for dash in self._dashes if dash not in left)
                    found[following - index, used].append(index)
        return found

    def _where(self, stride: int, size: int, values: list[int] | tuple[int, ...]) -> int:
        """A mask of the fields of all states in which what has that stride, and so many values, has one of these."""
        one, none = b"\xff" * (stride * _BYTES), bytes(stride * _BYTES)
        period = b"".join(one if value in values else none for value in range(size))
        return int.from_bytes(period * (self._states // (stride * size)), "little")
