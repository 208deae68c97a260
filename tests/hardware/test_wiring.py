"""The build guide's wiring: made from the pin maps, true, and not stale."""

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.config.boards import boards_folder
from companion.config.pi_header import header_of
from companion.devices.dice.marking import NEST_SENSORS, SENSOR_POSITIONS
from tools.wiring.files import files
from tools.wiring.parts import (
    Part,
    computer_parts,
    die_parts,
    encoder_parts,
    parts,
    price,
    qt_parts,
    ready_made_parts,
    tools,
)
from tools.wiring.pods import GROUNDS as PICO_GROUNDS
from tools.wiring.pods import PHYSICAL, PODS, pod
from tools.wiring.pods import POWER as PICO_POWER
from tools.wiring.wires import BOARDS, FIVE_VOLTS, GROUNDS, POWER, STRIP_GROUNDS, Board, Wire, board

FOLDER = Path(__file__).parents[2] / "hardware" / "wiring"
WIRED = [name for name in BOARDS if name != "six-pods"]


def wires(one: Board) -> list[tuple[Wire, ...]]:
    """Every set of wires that is on the header at one time: the seats', with each die roller."""
    return [one.wires, *((*one.wires, *die) for die in one.dice.values())]


@pytest.mark.slow
def test_nothing_is_stale() -> None:
    stale = [name for name, made in files().items() if (FOLDER / name).read_bytes() != made]
    assert stale == [], "run `make wiring`"
    assert {str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*") if file.is_file()} == set(files())


@pytest.mark.parametrize("name", BOARDS)
def test_every_wire_is_at_the_pin_that_it_says_and_no_pin_has_two_signals(name: str) -> None:
    header = header_of(None)
    assert header is not None
    for together in wires(board(name)):
        for wire in together:
            if wire.bcm is None:
                assert wire.pin in (*GROUNDS, POWER, 17), wire
            else:
                assert header.physical[wire.bcm] == wire.pin, wire
        signals = [wire.pin for wire in together if wire.bcm is not None]
        assert len(set(signals)) == len(signals)


@pytest.mark.parametrize("name", WIRED)
def test_no_ground_is_beside_5_volts(name: str) -> None:
    """One pin off it would lead 5 V to every key and panel; beside a pin are those of its own row and the one across."""
    beside = {pin + off for pin in FIVE_VOLTS for off in (-2, 2, -1)}
    for together in wires(board(name)):
        grounds = {wire.pin for wire in together if wire.signal == "ground"}
        assert set(STRIP_GROUNDS) <= grounds
        assert not grounds & beside
        assert not {wire.pin for wire in together} & set(FIVE_VOLTS)


def test_the_channels_are_those_of_the_map() -> None:
    said = re.findall(r"# channel (\d) of the multiplexer", (boards_folder() / "six-seats.toml").read_text())
    assert list(board("six-seats").channels.items()) == list(enumerate(map(int, said)))


# From the Pi SDA, SCL, 3.3 V and two grounds; from the strips 3.3 V, ground and RST to the multiplexer.
@pytest.mark.parametrize(
    ("name", "keys", "panels", "bus"), [("two-seats", 6, 2, 5), ("four-seats", 12, 4, 8), ("six-seats", 18, 6, 8)]
)
def test_the_parts_are_as_many_as_the_wires_say(name: str, keys: int, panels: int, bus: int) -> None:
    counts = counted(parts(board(name)))
    assert counts["Tactile switch 12 mm"] == keys
    assert counts["Key cap"] == counts["Capacitor 100 nF"] == counts["Resistor 1 kΩ"] == keys
    assert counts["Capacitor 10 µF"] == counts["OLED panel 0.96 in"] == panels
    assert counts["Network patch cable"] == counts["Coupler for network cables"] == panels
    # Four to each block for the panel, one to each key, the buzzer's two.
    assert counts["Jumper wire"] == bus + 4 * panels + keys + 2
    assert counts["Raspberry Pi"] == 1


def test_pods_have_a_microcontroller_each() -> None:
    """And each seat the ten wires of its page; the hub is put into a Zero's only socket."""
    counts = counted(parts(board("six-pods")))
    for name, count in (("Raspberry Pi Pico", 6), ("USB cable", 6), ("Piezo", 6), ("Resistor 100 Ω", 6)):
        assert counts[name] == count
    assert counts["Jumper wire"] == 6 * (4 + 4 + 2)
    assert counts["USB OTG adapter"] == counts["USB hub"] == 1


@pytest.mark.parametrize("name", BOARDS)
def test_no_pin_of_the_header_takes_two_wires(name: str) -> None:
    for together in wires(board(name)):
        pins = [wire.pin for wire in together]
        assert len(set(pins)) == len(pins)


def test_the_pins_that_the_guide_calls_free_are_free() -> None:
    """For the reset line of a panel: a key's pin there would be pulled low, or be driven against the key."""
    guide = (FOLDER.parents[1] / "docs" / "build.md").read_text(encoding="utf-8")
    examples = {int(pin) for pin in re.findall(r"panel\.reset = (\d+)", guide)}
    listed = re.search(r"On `two-seats` and `four-seats` GPIO ([\d,\sand]+) are free", guide)
    assert listed is not None
    free = {int(pin) for pin in re.findall(r"\d+", listed[1])}
    assert examples <= free
    for name in ("two-seats", "four-seats"):
        assert not free & {wire.bcm for together in wires(board(name)) for wire in together}


def test_a_nest_has_its_wires_and_on_a_pod_a_pico() -> None:
    on_pins, on_pod = counted(die_parts("nest")), counted(die_parts("serial"))
    # The six lines and two that feed the strips; the four legs of each sensor.
    assert on_pins["Jumper wire"] == on_pod["Jumper wire"] == 6 + 2 + 4 * 6
    assert {"Raspberry Pi Pico": 1, "USB cable": 1, "USB OTG adapter": 1}.items() <= on_pod.items() - on_pins.items()


def test_the_prices_of_the_guides_are_those_of_the_list() -> None:
    """To the next 5 euros: what a seat costs without the Pi, and what a first table of two costs."""
    root = FOLDER.parents[1]
    said = dict(
        re.findall(
            r"^\| (.+?) \| (?:yes|none) \| (\d+) €", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    pi = sum(one.price for one in computer_parts())

    def each(name: str) -> int:
        one = board(name)
        return 5 * round((sum(part.count * part.price for part in parts(one)) - pi) / one.seats / 5)

    assert {each(name) for name in WIRED} == {int(said["the boards `two-seats`, `four-seats`, `six-seats`"])}
    assert each("six-pods") == int(said["pods of your own"])
    more = price(ready_made_parts(4)) - price(ready_made_parts(2))
    (pod_said,) = (amount for seat, amount in said.items() if seat.startswith("a ready-made pod"))
    assert more / 2 == pytest.approx(int(pod_said), abs=2.5)
    plugged = sum(part.price * part.count for part in qt_parts(4)) - pi
    assert plugged / 4 == pytest.approx(int(said["a panel that plugs in, and keys on wires"]), abs=2.5)
    guide = re.search(
        r"about (\d+) € for two seats, (\d+) € for four.+?Two seats on wires cost about (\d+) €.+?no tools needs (\d+) €",
        (root / "docs" / "build.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert guide is not None
    listed = (qt_parts(2), qt_parts(4), parts(board("two-seats")), tools())
    assert [int(amount) for amount in guide.groups()] == [price(some) for some in listed]


def test_an_encoder_has_a_pulse_for_each_detent() -> None:
    encoder, _knob = encoder_parts()
    said = re.search(r"(\d+) detents and (\d+) pulses", encoder.name)
    assert said is not None
    assert said[1] == said[2]


def counted(some: Iterable[Part]) -> dict[str, int]:
    """How many, by the first words of their names."""
    return {part.name.split(",")[0].split(" with")[0]: part.count for part in some}


# From the Pico's pinout: GPIO number and physical pin at both ends of both rows, and round the gaps.
def test_the_picos_pins() -> None:
    seen = {0: 1, 1: 2, 2: 4, 5: 7, 6: 9, 13: 17, 14: 19, 16: 21, 17: 22, 18: 24, 22: 29, 28: 34}
    assert {gpio: PHYSICAL[gpio] for gpio in seen} == seen


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
    assert json.loads(found[1]) == [
        [across, -down] for across, down in (SENSOR_POSITIONS[sensor] for sensor in NEST_SENSORS)
    ]


def test_people_count_the_seats_from_1() -> None:
    for path in (*FOLDER.glob("*.md"), *FOLDER.rglob("*.svg")):
        assert not re.search(r"seat 0\b", path.read_text(encoding="utf-8"), re.IGNORECASE), path
    page = (FOLDER / "six-seats.md").read_text(encoding="utf-8")
    assert re.findall(r"^## Seat (\d)'s keys", page, re.MULTILINE) == list("123456")
    for number, seat in enumerate(tomllib.loads((boards_folder() / "six-seats.toml").read_text())["seats"], 1):
        table = page.partition(f"## Seat {number}'s keys")[2].partition("##")[0]
        assert {f"| {pin} | key " in table for name, pin in seat["keys"].items() if name != "kind"} == {True}
