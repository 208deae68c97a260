"""The build guide's wiring: made from the pin maps, true, and not stale."""

import json
import re
from pathlib import Path

import pytest

from companion.daemon.boards import boards_folder
from companion.daemon.header import header_of
from companion.games.nest import SENSORS
from companion.games.nest_sheet import SHIFT
from tools.wiring.files import files
from tools.wiring.parts import parts
from tools.wiring.pods import GROUNDS as PICO_GROUNDS
from tools.wiring.pods import PHYSICAL, PODS, pod
from tools.wiring.pods import POWER as PICO_POWER
from tools.wiring.wires import BOARDS, GROUNDS, POWER, Board, Wire, board

FOLDER = Path(__file__).parents[2] / "hardware" / "wiring"
WIRED = [name for name in BOARDS if name != "six-pods"]


def wires(one: Board) -> list[tuple[Wire, ...]]:
    """Every set of wires that is on the header at one time: the seats', with each die roller."""
    return [one.wires, *((*one.wires, *die) for die in one.dice.values())]


def test_nothing_is_stale() -> None:
    stale = [name for name, made in files().items() if (FOLDER / name).read_bytes() != made]
    assert stale == [], "run `make wiring`"
    assert {file.name for file in FOLDER.iterdir()} == set(files())


@pytest.mark.parametrize("name", BOARDS)
def test_every_wire_is_at_the_pin_that_it_says(name: str) -> None:
    header = header_of(None)
    assert header is not None
    for together in wires(board(name)):
        for wire in together:
            if wire.bcm is None:
                assert wire.pin in (*GROUNDS, POWER, 17), wire
            else:
                assert header.physical[wire.bcm] == wire.pin, wire


@pytest.mark.parametrize("name", BOARDS)
def test_no_pin_has_two_signals(name: str) -> None:
    for together in wires(board(name)):
        pins = [wire.pin for wire in together if wire.bcm is not None]
        assert len(set(pins)) == len(pins)


@pytest.mark.parametrize("name", WIRED)
def test_each_seat_has_a_ground_of_its_own_and_the_map_says_the_same(name: str) -> None:
    one = board(name)
    grounds = [wire.pin for wire in one.wires if wire.part.startswith("seat") and wire.bcm is None]
    said = re.findall(r"# ground at pin (\d+)", (boards_folder() / f"{name}.toml").read_text())
    assert grounds == [int(pin) for pin in said]
    assert len(set(grounds)) == one.seats
    panels = {wire.pin for wire in one.wires if wire.part in ("multiplexer", "panels")}
    assert panels == {1, 3, 5, 9}
    assert not panels & set(grounds)


def test_the_channels_are_those_of_the_map() -> None:
    said = re.findall(r"; channel (\d) of the multiplexer", (boards_folder() / "six-seats.toml").read_text())
    assert list(board("six-seats").channels.items()) == list(enumerate(map(int, said)))


@pytest.mark.parametrize(("name", "keys", "panels"), [("two-seats", 6, 2), ("four-seats", 12, 4), ("six-seats", 18, 6)])
def test_the_parts_are_as_many_as_the_wires_say(name: str, keys: int, panels: int) -> None:
    counts = {part.name.split(",")[0].split(" with")[0]: part.count for part in parts(board(name))}
    assert counts["Tactile switch 12 mm"] == keys
    assert counts["OLED panel 0.96 in"] == panels
    assert counts["Jumper wire"] == 4 + keys + panels + 2  # bus and power, keys, a ground for each seat, buzzer
    assert counts["Raspberry Pi"] == 1


def test_pods_have_a_microcontroller_each() -> None:
    counts = {part.name: part.count for part in parts(board("six-pods"))}
    assert counts["Raspberry Pi Pico with headers"] == 6


# From the Pico's pinout: GPIO number and physical pin at both ends of both rows, and round the gaps.
@pytest.mark.parametrize(
    ("gpio", "pin"),
    [(0, 1), (1, 2), (2, 4), (5, 7), (6, 9), (13, 17), (14, 19), (16, 21), (17, 22), (18, 24), (22, 29), (28, 34)],
)
def test_the_picos_pins(gpio: int, pin: int) -> None:
    assert PHYSICAL[gpio] == pin


@pytest.mark.parametrize("name", PODS)
def test_a_pods_pins_are_its_own(name: str) -> None:
    wires = pod(name).wires
    assert not {PHYSICAL[gpio] for gpio in PHYSICAL} & {*PICO_GROUNDS, PICO_POWER}
    pins = [wire.pin for wire in wires]
    assert len(set(pins)) == len(pins)
    for wire in wires:
        assert wire.pin in ((*PICO_GROUNDS, PICO_POWER) if wire.bcm is None else (PHYSICAL[wire.bcm],))


def test_the_nests_holes_are_under_the_spots_of_the_sheet() -> None:
    source = (FOLDER.parent / "enclosure" / "nest.scad").read_text()
    found = re.search(r"^sensors = (\[.+\]);$", source, re.MULTILINE)
    assert found is not None
    # The sheet's second number grows towards the front, and OpenSCAD's away from it.
    assert json.loads(found[1]) == [[across, -down] for across, down in (SHIFT[sensor] for sensor in SENSORS)]
