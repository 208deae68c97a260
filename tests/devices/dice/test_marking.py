"""The marked cube: its codes against a cube turned in space, what one wrong sensor can do, and the sheet it is printed on."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from companion.core.die import FACES, ORIENTATIONS
from companion.core.errors import RuleError
from companion.devices.dice.marking import (
    CUBE_NET,
    EMPTY_NEST,
    FLOODED_NEST,
    LARGEST_CUBE_MM,
    NEST_SENSORS,
    SMALLEST_CUBE_MM,
    NestCode,
    decode_orientation,
    encode_orientation,
    has_white_corners,
    marking_sheet,
)

SVG = "{http://www.w3.org/2000/svg}"
Vector = tuple[int, int, int]

# A die in the hand: 1 up, 2 towards us, so that 3 is on the right. (rightwards, away from us, upwards)
LOOKS: dict[int, Vector] = {1: (0, 0, 1), 2: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0), 5: (0, 1, 0), 6: (0, 0, -1)}
SENSOR_AT: dict[str, tuple[int, int]] = {
    "front": (0, -1),
    "left": (-1, 0),
    "back": (0, 1),
    "right": (1, 0),
    "centre": (0, 0),
    "corner": (1, -1),
}
"""(rightwards, away from us), in thirds of the cube."""


def distance(one: NestCode, other: NestCode) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def flipped(seen: NestCode, sensor: int) -> NestCode:
    bits = list(seen)
    bits[sensor] = not bits[sensor]
    front, to_left, back, to_right, centre, corner = bits
    return (front, to_left, back, to_right, centre, corner)


CODES = {orientation: encode_orientation(orientation) for orientation in ORIENTATIONS}


def test_the_24_orientations_have_24_codes() -> None:
    assert len(set(CODES.values())) == 24
    assert all(decode_orientation(seen) == orientation for orientation, seen in CODES.items())


def test_nothing_else_is_a_die() -> None:
    every = list(product((False, True), repeat=6))
    assert sum(decode_orientation(seen) is not None for seen in every) == 24
    assert decode_orientation(EMPTY_NEST) is None
    assert decode_orientation(FLOODED_NEST) is None


def test_one_wrong_sensor_never_passes() -> None:
    """Inverted, stuck at dark or stuck at white: what comes out is the truth or no die at all."""
    for sensor, name in enumerate(NEST_SENSORS):
        for orientation, seen in CODES.items():
            assert decode_orientation(flipped(seen, sensor)) is None, name
            for stuck in (False, True):
                read = seen if seen[sensor] == stuck else flipped(seen, sensor)
                assert decode_orientation(read) in (orientation, None), name
        for nothing in (EMPTY_NEST, FLOODED_NEST):
            assert decode_orientation(flipped(nothing, sensor)) is None, name


# The sheet, folded up and turned in space


def printed(size: float = 30) -> dict[int, dict[tuple[int, int], bool]]:
    """From the SVG alone: face → (rightwards, upwards on the sheet, in thirds) → white."""
    root = ElementTree.fromstring(marking_sheet(size))
    faces: dict[int, dict[tuple[int, int], bool]] = {}
    for group in root.iter(f"{SVG}g"):
        if not (group.get("id") or "").startswith("face-"):
            continue
        spots = {(x, y): False for x in (-1, 0, 1) for y in (-1, 0, 1)}
        for cell in group.findall(f"{SVG}rect"):
            if cell.get("fill") == "white":
                column, row = (round(float(cell.get(axis, "0")) / (size / 3)) for axis in "xy")
                spots[column - 1, 1 - row] = True
        faces[int((group.get("id") or "").removeprefix("face-"))] = spots
    return faces


def folded() -> dict[tuple[Vector, Vector], bool]:
    """(where a face looks, where on it a spot is) → white, on the cube with 1 up and 2 towards us.

    The net is folded by hand: for each face, where the right and the upper edge of the sheet come to look.
    """
    edges: dict[int, tuple[Vector, Vector]] = {
        1: ((1, 0, 0), (0, 1, 0)),
        2: ((1, 0, 0), (0, 0, 1)),
        5: ((1, 0, 0), (0, 0, -1)),
        3: ((0, 0, -1), (0, 1, 0)),
        4: ((0, 0, 1), (0, 1, 0)),
        6: ((-1, 0, 0), (0, 1, 0)),
    }
    spots = {}
    for face, marks in printed().items():
        across, up = edges[face]
        for (x, y), white in marks.items():
            spots[LOOKS[face], tuple(x * a + y * b for a, b in zip(across, up, strict=True))] = white
    return spots  # type: ignore[return-value]


def cross(one: Vector, other: Vector) -> Vector:
    (a, b, c), (x, y, z) = one, other
    return (b * z - c * y, c * x - a * z, a * y - b * x)


def test_the_sensors_read_the_folded_sheet() -> None:
    """Wherever the printed cube lies, the spots over the sensors are its code."""
    spots = folded()
    for orientation in ORIENTATIONS:
        top, front = LOOKS[orientation.top], LOOKS[orientation.front]
        # The table's axes, as they run through the cube: rightwards is upwards × towards us.
        rightwards, away = cross(top, front), tuple(-part for part in front)
        below = tuple(-part for part in top)
        seen = [
            spots[below, tuple(x * a + y * b for a, b in zip(rightwards, away, strict=True))]
            for x, y in (SENSOR_AT[sensor] for sensor in NEST_SENSORS)
        ]
        assert tuple(seen) == encode_orientation(orientation), orientation


def test_parity_can_be_read_at_any_corner() -> None:
    for face, spots in printed().items():
        corners = {spots[x, y] for x, y in product((-1, 1), repeat=2)}
        assert corners == {has_white_corners(face)}


def test_a_face_is_the_number_of_its_white_sides_and_three_for_the_centre() -> None:
    for face, spots in printed().items():
        sides = sum(spots[at] for at in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        assert sides + 3 * spots[0, 0] == face


def test_neighbours_on_the_net_are_neighbours_on_the_die() -> None:
    for (column, row), lies in CUBE_NET.items():
        if beside := CUBE_NET.get((column + 1, row)):
            assert (lies.right, beside.left) == (beside.top, lies.top)
        if below := CUBE_NET.get((column, row + 1)):
            assert lies.front == below.top
    assert sorted(lies.top for lies in CUBE_NET.values()) == list(FACES)


@pytest.mark.parametrize("size", [SMALLEST_CUBE_MM, 20, 33.3, LARGEST_CUBE_MM])
def test_the_sheet_is_to_scale_and_on_the_paper(size: float) -> None:
    root = ElementTree.fromstring(marking_sheet(size))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    for group in root.findall(f"{SVG}g"):
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform") or ""))
        assert {cell.get("width") for cell in group.findall(f"{SVG}rect")} <= {f"{size:g}", f"{size / 3:.3f}"}
        # Letter is 279 mm across; printers leave 6 mm free.
        assert x + size <= 273
        assert y + size <= 204
    assert max(float(text.get("y", "0")) for text in root.findall(f"{SVG}text")) <= 204
    bar = next(path for path in root.iter(f"{SVG}path") if path.get("id") == "bar")
    assert "h50" in (bar.get("d") or "")


@pytest.mark.parametrize("size", [11.9, 45.1, 0, -20, float("nan"), float("inf")])
def test_a_cube_that_cannot_be_is_refused(size: float) -> None:
    with pytest.raises(RuleError, match=r"cannot be marked.*choose a size from 12 to 45"):
        marking_sheet(size)
