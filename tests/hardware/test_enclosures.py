"""The enclosures by numbers: the sizes of what goes in are those of the data sheets, and nothing that goes in stands in a wall.

OpenSCAD itself intersects each printed part with a model of what is put into it, plugs included; what is left must be nothing.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.wiring import centre
from tools.wiring.keys import HOLES, PITCH, SCREWS, STRIPS
from tools.wiring.sensor import QRE1113, TCRT5000

FOLDER = Path(__file__).parents[2] / "hardware" / "enclosure"
NOTHING = "Current top level object is empty."
_NEEDED = bool(os.environ.get("COMPANION_NEEDS_OPENSCAD"))


def openscad(test: Callable[..., None]) -> Callable[..., None]:
    """Marks a test that runs OpenSCAD."""
    is_missing = shutil.which("openscad") is None and not _NEEDED
    skipped = pytest.mark.skipif(is_missing, reason="no OpenSCAD: sudo apt install openscad")
    marked: Callable[..., None] = pytest.mark.process(pytest.mark.slow(skipped(test)))
    return marked


# From the makers: Raspberry Pi Pico data sheet (chapter 2), mechanical drawings of the Zero 2 W and the 4B, Vishay 83760,
# onsemi QRE1113, Murata PKM13EPYH4000-A0.
SHEETS = {
    "pico_board": [21.0, 51.0, 1.0],
    "pico_holes": [11.4, 47.0],
    "pico_hole": 2.1,
    "pico_rows": 17.78,
    "pico_usb_out": 1.3,
    "zero_board": [65.0, 30.0, 1.4],
    "zero_holes": [58.0, 23.0],
    "full_board": [85.0, 56.0, 1.4],
    "full_holes": [58.0, 49.0],
    "pi_hole_in": 3.5,
    "tcrt5000": [10.2, 5.8, 7.0],
    "tcrt5000_distance": 2.5,
    "qre1113": [3.6, 2.9, 1.7],
    "qre1113_distance": 1.0,
    "piezo": [12.6, 6.9],
    "hole": 2.54,
}
SEATS = [
    ("none", "1.3", "keys"),
    ("flat", "0.96", "keys"),
    ("flat", "2.42", "four"),
    ("pins", "0.96", "encoder"),
    ("none", "0.96", "four"),
]


def value(source: str, name: str) -> list[float]:
    """The numbers that a variable is given in a file of OpenSCAD; `hole` is 2.54."""
    found = re.search(rf"^{name} = ([^;]+);", (FOLDER / source).read_text(), re.MULTILINE)
    assert found is not None, name
    parts = found[1].strip("[]").split(",")
    numbers = [[2.54 if word.strip() == "hole" else float(word) for word in part.split("*")] for part in parts]
    return [one[0] * (one[1] if len(one) > 1 else 1) for one in numbers]


def run(source: str, **settings: str) -> str:
    """What OpenSCAD says of a file."""
    words = [f"-D{name}={text}" for name, text in settings.items()]
    command = ["openscad", *words, "--export-format", "stl", "-o", os.devnull, str(FOLDER / source)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False).stderr


def said(source: str, **settings: str) -> str:
    """What OpenSCAD says when it makes the part "clash" of a file."""
    answer = run(source, **{"$fn": "12", "part": '"clash"', **settings})
    assert "ERROR" not in answer, answer
    return answer


def test_what_is_bought_has_the_size_of_its_data_sheet() -> None:
    for name, sheet in SHEETS.items():
        assert value("bought.scad", name) == (sheet if isinstance(sheet, list) else [sheet]), name


def test_the_keys_holes_are_where_their_stripboard_has_them() -> None:
    assert value("seat.scad", "key_pitch") == [pytest.approx(PITCH * 2.54)]
    assert value("seat.scad", "key_screws") == [pytest.approx((SCREWS[1] - SCREWS[0]) * 2.54)]
    assert value("bought.scad", "keys_board") == [pytest.approx(HOLES * 2.54), pytest.approx(STRIPS * 2.54)]


def test_the_pis_case_takes_the_central_board() -> None:
    assert value("pi.scad", "mux_board") == [pytest.approx(centre.HOLES * 2.54), pytest.approx(centre.STRIPS * 2.54)]
    (left, top), (right, _), (_, bottom), _ = centre.SCREWS
    assert value("pi.scad", "mux_screws") == [
        pytest.approx((right - left) * 2.54),
        pytest.approx((bottom - top) * 2.54),
    ]
    # The case has its posts in the middle of the board.
    assert (left + right, top + bottom) == (centre.HOLES - 1, centre.STRIPS - 1)


def test_the_sensors_are_those_of_the_circuit() -> None:
    for sensor, name in ((TCRT5000, "tcrt5000"), (QRE1113, "qre1113")):
        assert tuple(value("bought.scad", name)[:2]) == sensor.size
        assert value("bought.scad", f"{name}_distance") == [sensor.distance]


def test_the_page_says_for_which_panels_the_seat_is_made() -> None:
    source = (FOLDER / "seat.scad").read_text(encoding="utf-8")
    page = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d.]+) in \| (.+) \|$", page, re.MULTILINE)
    assert [panel for panel, _ in rows] == ["0.96", "1.3", "2.42"]
    made = re.findall(r"\[(\d[\d., ]+)\]", source[source.index("module_of =") : source.index("wall =")])
    assert [[float(size) for size in re.findall(r"[\d.]+", row)] for _, row in reversed(rows)] == [
        [float(size) for size in sizes.split(",")[:6]] for sizes in made
    ]


@pytest.mark.parametrize("source", sorted(path.name for path in FOLDER.glob("*.scad")))
def test_what_is_compared_with_a_text_is_one(source: str) -> None:
    """OpenSCAD takes a number beside a text for unequal, without a word."""
    said = (FOLDER / source).read_text(encoding="utf-8")
    compared = set(re.findall(r'(\w+) [!=]= "', said))
    assert compared <= set(re.findall(r'^(\w+) = (?:"|[^;]*\? ")', said, re.MULTILINE))


@openscad
@pytest.mark.parametrize(("pod", "panel", "front"), SEATS)
def test_a_seat_holds_its_keys_panel_and_pico(pod: str, panel: str, front: str) -> None:
    assert NOTHING in said("seat.scad", pod=f'"{pod}"', panel=f'"{panel}"', front=f'"{front}"')


@openscad
@pytest.mark.parametrize("pi", ["zero", "full"])
def test_the_case_holds_the_pi_its_plugs_the_multiplexer_and_the_buzzer(pi: str) -> None:
    assert NOTHING in said("pi.scad", pi=f'"{pi}"')


@openscad
@pytest.mark.parametrize("kind", ["TCRT5000", "QRE1113"])
def test_the_nest_holds_its_sensors_and_the_die(kind: str) -> None:
    assert NOTHING in said("nest.scad", kind=f'"{kind}"')


@openscad
@pytest.mark.parametrize(
    ("source", "settings"),
    [
        # The opening too low for the plug; the Pico off the middle; a lid on the Pi's jumper wires; holes too small for sensors.
        ("seat.scad", {"pod": '"pins"', "usb_height": "8"}),
        ("seat.scad", {"pod": '"flat"', "pico_at": "[3, depth - 27.8, 5]"}),
        # The fourth key so high that it stands in the panel, an encoder that is too wide for the front.
        ("seat.scad", {"front": '"four"', "side_key_at": "[30, 30]"}),
        ("seat.scad", {"front": '"encoder"', "encoder": "[13, 34, 12]"}),
        ("pi.scad", {"above": "10"}),
        ("nest.scad", {"slack": "-0.5"}),
    ],
)
def test_what_does_not_fit_is_noticed(source: str, settings: dict[str, str]) -> None:
    assert NOTHING not in said(source, **settings)


@openscad
def test_module_boards_are_refused_for_the_nest() -> None:
    answer = run("nest.scad", sensor="[32, 14, 10]")
    assert "These sensors are wider than their pitch" in answer
