"""The build guide's wiring: made from the pin maps, true, and not stale."""

import re
from pathlib import Path

import pytest

from companion.daemon.boards import boards_folder
from companion.daemon.header import header_of
from tools.wiring.files import files
from tools.wiring.parts import parts
from tools.wiring.wires import BOARDS, GROUNDS, POWER, Board, Wire, board

FOLDER = Path(__file__).parents[2] / "hardware" / "wiring"
WIRED = [name for name in BOARDS if name != "six-pods"]


def wires(one: Board) -> list[tuple[Wire, ...]]:
    """Every set of wires that is on the header at one time: the seats', with each die roller."""
    return [one.wires, *((*one.wires, *die) for die in one.dice.values())]


def test_nothing_is_stale() -> None:
    stale = [name for name, made in files().items() if (FOLDER / name).read_bytes() != made]
    assert stale == [], "run `make wiring`"
    hand_written = {"pod.md"}
    assert {file.name for file in FOLDER.iterdir()} - hand_written == set(files())


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
