"""What the guide solders: resistors that fit the data sheets, every wire of the panels, and currents that the Pi can feed."""

import re
from functools import cache
from pathlib import Path

import pytest

from tools.wiring.files import files
from tools.wiring.keys import HOLES, LEGS, PITCH, SCREWS, cuts
from tools.wiring.leads import PULL_UP, RISE_400, SINK, leads, resistors, rise_time
from tools.wiring.parts import die_parts, parts
from tools.wiring.picture.sheet import rounded
from tools.wiring.power import PANELS, PI, PICO, drawn
from tools.wiring.sensor import BLACK, HIGH, LOW, QRE1113, TCRT5000, Sensor
from tools.wiring.wires import BOARDS, board

_PI_PULL_UP = 1800

WIRED = [name for name in BOARDS if name != "six-pods"]
MUXED = ["four-seats", "six-seats"]


@cache
def made() -> dict[str, bytes]:
    """The wiring pages and pictures, made once."""
    return files()


def test_the_channels_rise_in_time_at_400_khz() -> None:
    assert round(rise_time(4700) * 1e9) == 398
    assert rise_time(4700) > RISE_400 > rise_time(PULL_UP)


def test_no_panel_must_sink_more_than_it_can() -> None:
    """Through an open switch it pulls the Pi's resistor low as well."""
    together = 1 / (1 / PULL_UP + 1 / _PI_PULL_UP)
    assert (3.3 - 0.4) / together <= SINK


@pytest.mark.parametrize("sensor", [TCRT5000, QRE1113], ids=lambda one: one.name)
def test_a_sensor_is_low_over_white_and_high_over_black(sensor: Sensor) -> None:
    least, typical = sensor.white
    assert sensor.line(least) < LOW
    assert sensor.line(typical * BLACK) > HIGH
    assert sensor.current <= 25


@pytest.mark.parametrize("name", WIRED)
def test_each_panel_has_its_four_wires(name: str) -> None:
    one = board(name)
    ends = [lead.end for lead in leads(one) if "panel" in lead.end]
    assert sorted(ends) == sorted(
        f"seat {n}'s panel, {pin}" for n in range(1, one.seats + 1) for pin in ("VCC", "SDA", "SCL", "GND")
    )


@pytest.mark.parametrize("name", MUXED)
def test_no_channel_is_shared_and_each_line_has_a_pull_up(name: str) -> None:
    one = board(name)
    lines = [lead.start for lead in leads(one) if re.fullmatch(r"S[DC]\d", lead.start)]
    assert len(set(lines)) == len(lines) == 2 * one.seats
    assert {part.start for part in resistors(one)} == {*lines, "RST"}
    counts = {part.name: part.count for part in parts(one)}
    assert counts["Resistor 2.2 kΩ, from a channel's SDA and SCL to 3.3 V"] == 2 * one.seats
    assert counts["Resistor 10 kΩ, at the multiplexer's RST"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", WIRED)
def test_the_picture_of_the_panels_has_every_lead(name: str) -> None:
    one = board(name)
    svg = made()[f"details/{name}-panels.svg"].decode()
    for lead in leads(one):
        place, _, pin = lead.end.replace("multiplexer's ", "TCA9548A, ").partition(", ")
        for said in (place.removesuffix(" panel"), pin, lead.start.removesuffix(" strip")):
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
def test_every_link_of_the_guide_leads_somewhere() -> None:
    folder = Path(__file__).parents[2] / "hardware"
    for page in folder.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
            assert (page.parent / link).exists(), (page, link)


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
