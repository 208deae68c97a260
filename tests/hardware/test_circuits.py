"""What the guide solders: resistors that fit the data sheets, every wire of the panels, and currents that the Pi can feed."""

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from companion.devices.pods.firmware import board_config
from companion.devices.wiring import I2CSettings
from tools.wiring.centre import HOLES as HOLES_OF_THE_CENTRE
from tools.wiring.centre import STRIPS as STRIPS_OF_THE_CENTRE
from tools.wiring.centre import Plan, plan
from tools.wiring.files import files
from tools.wiring.keys import HOLES, LEGS, PITCH, SCREWS, cuts
from tools.wiring.leads import (
    CAPACITANCE,
    CAPACITOR,
    CORES,
    KEY_CAPACITOR,
    KEY_PULL_UP,
    KEY_SERIES,
    LEAST_SUPPLY,
    MODULE_PULL_UP,
    PI_PULL_UP,
    POD_PULL_UP,
    PULL_UP,
    RISE,
    STRIP_CAPACITOR,
    greatest_pull_up,
    leads,
    least_pull_up,
    least_total,
    lowest_supply,
    parallel,
    pressed_level,
    resistors,
    rest_level,
    rise_time,
)
from tools.wiring.parts import die_parts, parts
from tools.wiring.picture.sheet import INK, rounded
from tools.wiring.power import PANELS, PI, PICO, drawn
from tools.wiring.sensor import BLACK, HIGH, LOW, QRE1113, TCRT5000, Sensor
from tools.wiring.wires import BOARDS, board

WIRED = [name for name in BOARDS if name != "six-pods"]
MUXED = ["four-seats", "six-seats"]


@cache
def made() -> dict[str, bytes]:
    """The wiring pages and pictures, made once."""
    return files()


def test_a_channels_pull_up_is_between_the_least_and_the_greatest() -> None:
    """The least: an open channel has the Pi's, the multiplexer's and the panel's own besides. The greatest: a cable of 2 m."""
    assert round(least_total()) == 967
    assert least_pull_up() < PULL_UP < greatest_pull_up(100)
    assert rise_time(PULL_UP) < RISE[100]
    assert I2CSettings().speed_khz == 100, "the configuration's default is the clock of the standard wiring"


@pytest.mark.parametrize("ohms", [2200, 3300])
def test_what_the_guide_once_said_is_below_the_least(ohms: int) -> None:
    assert ohms < least_pull_up()


def test_two_panels_on_the_pis_own_bus_are_within_the_limits() -> None:
    """Panels without resistors and with 4.7 kΩ each; two cables of 2 m."""
    farads = 2 * CAPACITANCE
    assert least_total() < parallel(PI_PULL_UP, 4700, 4700)
    assert greatest_pull_up(100, farads) > PI_PULL_UP
    assert greatest_pull_up(400, farads) < PI_PULL_UP, "which is why 400 kHz is for short wires"


def test_a_pods_panel_has_pull_ups_between_the_least_and_the_greatest() -> None:
    """Its wires are a few centimetres, nothing else pulls, and its bus runs at 400 kHz."""
    assert least_pull_up(MODULE_PULL_UP) < POD_PULL_UP < greatest_pull_up(400, 100e-12)


def test_a_ready_made_pods_bus_is_slow_enough_for_what_a_panels_board_brings() -> None:
    """Nothing is added there: 4.7 kΩ (printed 472) or 10 kΩ (103) on the panel's board."""
    khz = runpy.run_path(str(board_config("makerpi")))["FREQUENCY"] // 1000
    assert greatest_pull_up(khz, 100e-12) > MODULE_PULL_UP


def test_the_resistors_on_a_plugged_panels_board_are_enough_for_half_a_metre_of_cable() -> None:
    """Adafruit's multiplexer with sockets has none on its channels. A panel has 50 pF, a metre of such cable 60."""
    assert greatest_pull_up(100, 50e-12 + 0.5 * 60e-12) > MODULE_PULL_UP


def test_a_panel_that_is_plugged_in_leaves_the_pi_running() -> None:
    assert lowest_supply(CAPACITOR, STRIP_CAPACITOR) > LEAST_SUPPLY
    # As the guide had it once: 47 µF of low resistance, and nothing at the strips. An SD card needs 2.7 V.
    assert lowest_supply(47, 0, inner=0.1) < 2.7
    assert lowest_supply(CAPACITOR, 0) < LEAST_SUPPLY


def test_a_pressed_key_is_low_and_a_spike_of_the_clock_is_none() -> None:
    assert pressed_level() < LOW
    # What an edge of a neighbouring clock leaves behind 1 kΩ and 100 nF: at most 3.3 V for 5 µs.
    assert 3.3 * 5e-6 / (KEY_SERIES * KEY_CAPACITOR * 1e-9) < 3.3 - HIGH
    # A release is seen long before the debouncing ends.
    assert 3 * KEY_PULL_UP * KEY_CAPACITOR * 1e-9 < 2e-3


def test_a_correct_key_passes_what_is_measured_before_the_first_power() -> None:
    """No program has set the pins yet, and those from GPIO 9 on begin with a resistor to ground."""
    guide = (Path(__file__).parents[2] / "docs" / "build.md").read_text(encoding="utf-8")
    found = re.search(r"Rows 4, 5 and 7 of each block have\s+(\d\.\d) to", guide)
    assert found is not None
    assert HIGH < float(found[1]) <= rest_level()


@pytest.mark.slow
def test_each_wire_of_the_cable_is_drawn_in_its_own_colour() -> None:
    """The colour of the jumper for the same signal is another one, and orange is 3.3 V in the cable."""
    svg = made()["details/two-seats-centre.svg"].decode()
    drawn = [ink for radius, ink in re.findall(r'<circle[^>]* r="([\d.]+)"[^>]*fill:(#\w+)', svg) if radius == "8.64"]
    assert sorted(drawn) == sorted(2 * [INK[core.colour] for core in CORES])


@pytest.mark.parametrize("name", WIRED)
def test_the_copper_of_the_central_board_is_the_circuit(name: str) -> None:
    """Follows strips, cuts and links: what each cable wire, pin and leg is joined to."""
    one = board(name)
    made = plan(one)
    joined = Copper(made)
    legs = [place for item in made.items for place in (item.one, item.other)]
    used = [*legs, *made.cables, *made.pins, *made.cuts]
    assert len(set(used)) == len(used), "one thing a hole"
    assert all(0 <= hole < HOLES_OF_THE_CENTRE and 0 <= strip < STRIPS_OF_THE_CENTRE for hole, strip in used)
    nets: dict[int, set[str]] = {}
    for place, to in made.pins.items():
        nets.setdefault(joined.net(place), set()).add(to)
    for seat in range(one.seats):
        at = {row: place for place, (whose, row) in made.cables.items() if whose == seat}
        pins = {int(wire.to.split()[1]): wire.pin for wire in one.wires if wire.part == f"seat {seat + 1}"}
        assert joined.net(at[6]) == joined.net(at[8])
        supply, ground = joined.net(at[1]), joined.net(at[6])
        assert nets[supply] == {"3.3 V strip"}
        assert nets[ground] == {"ground strip"}
        for row, pin in pins.items():
            cable = joined.net(at[row])
            ((_, line),) = joined.parts(cable)
            assert nets.get(cable) is None, "between cable and pin is a resistor"
            assert nets[line] == {f"pin {pin}"}
            assert joined.parts(line) == {("1 kΩ", cable), ("4.7 kΩ", supply), ("100 nF", ground)}
        channel = one.channels.get(seat)
        lines = ("SDA strip", "SCL strip") if channel is None else (f"SD{channel}", f"SC{channel}")
        for row, to in zip((2, 3), lines, strict=True):
            assert nets[joined.net(at[row])] == {to}
            assert joined.parts(joined.net(at[row])) == (set() if channel is None else {("4.7 kΩ", supply)})
    supply, ground = joined.net((5, 0)), joined.net((5, 1))
    assert ("220 µF", ground) in joined.parts(supply)
    assert "pin 1" in nets[supply]
    assert {"pin 9", "pin 25"} <= nets[ground]


class Copper:
    """Which holes of a stripboard are joined, and what is soldered between two nets."""

    def __init__(self, made: Plan) -> None:
        self._made = made
        self._links = [(item.one, item.other) for item in made.items if item.kind == "link"]

    def net(self, place: tuple[int, int]) -> int:
        """A number that all holes joined to `place` have, and no other."""
        holes, found = [place], {place}
        while holes:
            hole, strip = holes.pop()
            near = [(hole - 1, strip), (hole + 1, strip)]
            near += [there for pair in self._links if (hole, strip) in pair for there in pair]
            new = {one for one in near if 0 <= one[0] < HOLES_OF_THE_CENTRE and one not in self._made.cuts} - found
            found |= new
            holes += new
        return min(strip * HOLES_OF_THE_CENTRE + hole for hole, strip in found)

    def parts(self, net: int) -> set[tuple[str, int]]:
        """The value of each part with a leg on `net`, and the net of its other leg."""
        ends = [
            (item.value, self.net(item.one), self.net(item.other)) for item in self._made.items if item.kind != "link"
        ]
        return {(value, other if one == net else one) for value, one, other in ends if net in (one, other)}


@pytest.mark.parametrize("sensor", [TCRT5000, QRE1113], ids=lambda one: one.name)
def test_a_sensor_is_low_over_white_and_high_over_black(sensor: Sensor) -> None:
    least, typical = sensor.white
    assert sensor.line(least) < LOW
    assert sensor.line(typical * BLACK) > HIGH
    assert sensor.current <= 25


@pytest.mark.parametrize("name", WIRED)
def test_each_panel_has_its_four_wires(name: str) -> None:
    one = board(name)
    ends = [lead.end for lead in leads(one) if "block" in lead.end]
    assert sorted(ends) == sorted(
        f"seat {n}'s block, row {row}" for n in range(1, one.seats + 1) for row in (1, 2, 3, 6)
    )


@pytest.mark.parametrize("name", MUXED)
def test_no_channel_is_shared_and_each_line_has_a_pull_up(name: str) -> None:
    one = board(name)
    lines = [lead.start for lead in leads(one) if re.fullmatch(r"S[DC]\d", lead.start)]
    assert len(set(lines)) == len(lines) == 2 * one.seats
    assert {part.start for part in resistors(one)} == {*lines, "RST"}
    counts = {part.name: part.count for part in parts(one)}
    assert counts["Resistor 4.7 kΩ, for the keys, and for SDA and SCL of the channels"] == 5 * one.seats
    assert counts["Resistor 10 kΩ, at the multiplexer's RST"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", WIRED)
def test_the_picture_of_the_panels_has_every_lead(name: str) -> None:
    one = board(name)
    svg = made()[f"details/{name}-panels.svg"].decode()
    for lead in leads(one):
        place, _, pin = lead.end.replace("multiplexer's ", "TCA9548A, ").partition(", ")
        for said in (place.removesuffix(" block"), pin, lead.start.removesuffix(" strip")):
            assert f">{said}<" in svg, lead


@pytest.mark.parametrize("name", WIRED)
def test_small_panels_are_fed_by_the_pi_and_large_ones_are_not(name: str) -> None:
    one = board(name)
    assert drawn(one, "0.96 in") < drawn(one, "1.3 in") <= PI < drawn(one, "2.42 in")


def test_a_pico_feeds_any_panel() -> None:
    assert max(PANELS.values()) <= PICO


@pytest.mark.slow
def test_every_line_of_a_die_roller_is_in_its_picture() -> None:
    for name in BOARDS:
        for kind, wires in board(name).dice.items():
            svg = made()[f"details/die-{kind}.svg"].decode()
            for wire in wires:
                assert re.search(rf"pin {wire.pin}\b", svg), (name, wire)


def test_each_sensor_has_its_two_resistors() -> None:
    counts = {part.name.partition(",")[0]: part.count for part in die_parts("nest")}
    assert counts["Reflective sensor"] == counts["Resistor 220 Ω"] == counts["Resistor 10 kΩ"] == 6


def test_the_keys_stand_in_holes_of_stripboard() -> None:
    assert PITCH * 2.54 in (pytest.approx(17.78), pytest.approx(20.32))
    assert SCREWS[1] < HOLES
    legs = {4 + PITCH * number + end for number in range(3) for end in (0, LEGS)}
    # A cut, and a screw with a head of two holes, touch no leg and no wire beside one.
    assert not {*cuts()} & {*legs, *(leg + 1 for leg in legs)}
    assert min(abs(screw - leg) for screw in SCREWS for leg in legs) > 2


@pytest.mark.slow
def test_the_boards_outlines_say_where_pin_1_and_usb_are() -> None:
    for name, svg in made().items():
        if name.endswith(".svg") and "/" not in name:
            assert b">pin 1<" in svg, name
            assert b">USB<" in svg, name


@pytest.mark.slow
def test_every_number_of_a_picture_has_two_decimals_at_most() -> None:
    """The last digits of a float depend on the Python: its `sum` compensates from 3.12 on."""
    for name, svg in made().items():
        if name.endswith(".svg"):
            assert not re.findall(rb"\d\.\d{3,}|-0(?![.\d])|\de-", svg), name


def test_numbers_are_rounded() -> None:
    assert (
        rounded('x="-203.04000000000002" y="-1.4210854715202004e-14" z="7" w="0.125"')
        == 'x="-203.04" y="0" z="7" w="0.12"'
    )
