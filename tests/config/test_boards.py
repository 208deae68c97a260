"""The pin maps that come with the companion: complete, within the header, and with comments that are true."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from companion.config.boards import board_names, boards_folder
from companion.config.configuration import Configuration, load, simulated
from companion.config.key_table import TABLE_KEYS, OneOf
from companion.config.pi_header import RESERVED_PINS, SPI_LINES, header_of, ranges
from companion.core.errors import ConfigError
from companion.devices.dice.coded import CodedDie
from companion.devices.dice.die import die_wiring
from companion.devices.dice.nest import NestDie
from companion.devices.wiring import I2CPanel, KeyPins, Mux, PodSeat, SeatWiring

SEATS = {"two-seats": 2, "four-seats": 4, "six-seats": 6, "bench": 6}
DICE = ("machine", "page", "button", "coded", "nest", "serial")


def whole(board: str, folder: Path, extra: str = "") -> Configuration:
    """A table that uses all of a board's seats."""
    file = folder / "table.toml"
    file.write_text(f'board = "{board}"\n{extra}' + "[[seats]]\n" * SEATS[board])
    return load(file, {"HOME": "/home/ada"})


def pins(configuration: Configuration) -> list[int]:
    seats = [seat.keys for seat in configuration.wiring.seats if isinstance(seat, SeatWiring)]
    return [pin for keys in seats if isinstance(keys, KeyPins) for pin in (keys.left, keys.middle, keys.right)]


def test_these_are_all() -> None:
    assert board_names() == sorted([*SEATS, "six-pods"])


def test_six_pods(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    seats = "".join(f'[[seats]]\npod = "E661{seat}"\n' for seat in range(6))
    file.write_text(f'board = "six-pods"\n{seats}[die]\nsource = "nest"\n')
    configuration = load(file, {"HOME": "/home/ada"})
    assert configuration.wiring.seats == tuple(PodSeat(f"E661{seat}") for seat in range(6))
    assert configuration.die == NestDie((8, 7, 26, 19), 10, 9)


def test_simulated_pods_need_no_numbers() -> None:
    wiring = simulated(6, {"HOME": "/home/ada"}, board="six-pods").wiring
    assert wiring.seats == tuple(PodSeat(f"SIM{seat}") for seat in range(6))


@pytest.mark.parametrize(
    ("board", "seats"), [("two-seats", 2), ("four-seats", 4), ("six-seats", 6), ("six-pods", 6), ("bench", 2)]
)
def test_a_simulated_board_has_all_its_seats_and_the_laptops_has_two(board: str, seats: int) -> None:
    assert len(simulated(None, {"HOME": "/home/ada"}, board=board).wiring.seats) == seats


@pytest.mark.parametrize("board", SEATS)
@pytest.mark.parametrize("source", DICE)
def test_every_die_finds_room_or_is_refused(board: str, source: str, tmp_path: Path) -> None:
    text = f'[die]\nsource = "{source}"\n' + ('serial = "E661"\n' if source == "serial" else "")
    if source == "nest" and board in ("six-seats", "bench"):
        with pytest.raises(ConfigError):
            whole(board, tmp_path, text)
    else:
        assert whole(board, tmp_path, text).die.source == source


def test_every_source_of_rolls_has_a_file_and_each_of_its_keys_is_described() -> None:
    described = {key.path: key.kind for key in TABLE_KEYS}
    sources = described["die.source"]
    assert isinstance(sources, OneOf)
    for source in sources.values:
        record = die_wiring(str(source))
        assert record.source == source
        assert {f"die.{field.name}" for field in structs.fields(record)} <= described.keys()


@pytest.mark.parametrize("board", SEATS)
def test_loads(board: str, tmp_path: Path) -> None:
    configuration = whole(board, tmp_path)
    assert len(configuration.wiring.seats) == SEATS[board]
    assert configuration.wiring.simulated is (board == "bench")


@pytest.mark.parametrize("board", SEATS)
@pytest.mark.parametrize("revision", [0x902120, 0xA02082, 0xC03111, 0xB04170, 0x10])
def test_its_pins_exist_on_every_pi_with_40_pins(board: str, revision: int, tmp_path: Path) -> None:
    configuration = whole(board, tmp_path, f"revision = {revision}\n")
    header = header_of(revision)
    assert header is not None
    used = pins(configuration)
    assert len(set(used)) == len(used) == 3 * SEATS[board]
    assert set(used) <= set(header.physical) - set(RESERVED_PINS)


@pytest.mark.parametrize("board", SEATS)
def test_it_leaves_room_for_a_die_and_a_buzzer(board: str, tmp_path: Path) -> None:
    configuration = whole(board, tmp_path, '[die]\nsource = "coded"\n')
    free = set(range(4, 28)) - set(pins(configuration))
    # Three bits and a strobe, and a buzzer at a pin with hardware PWM; and the serial console keeps its line.
    assert configuration.die == CodedDie((8, 7, 26), 19)
    assert configuration.wiring.sounds.pin == 12
    assert {7, 8, 26, 19, 12, 14} <= free
    if SEATS[board] <= 4 and board != "bench":
        assert set(SPI_LINES[0]) <= free


@pytest.mark.parametrize("board", ["four-seats", "six-seats", "bench"])
def test_each_panel_has_a_channel_of_its_own_and_no_bus_number(board: str, tmp_path: Path) -> None:
    panels = [seat.panel for seat in whole(board, tmp_path).wiring.seats if isinstance(seat, SeatWiring)]
    places = [(panel.bus, panel.mux) for panel in panels if isinstance(panel, I2CPanel)]
    assert places == [(None, Mux(0x70, seat, bus=1)) for seat in range(SEATS[board])]
    assert not re.search(r"\bbus = ", (boards_folder() / f"{board}.toml").read_text())


@pytest.mark.parametrize("board", ["two-seats", "four-seats", "six-seats"])
def test_the_physical_pins_in_its_comments_are_true(board: str) -> None:
    header = header_of(None)
    assert header is not None
    text = (boards_folder() / f"{board}.toml").read_text()
    said = [(int(bcm), int(at)) for bcm, at in re.findall(r"^keys\.\w+ = (\d+) +# pin (\d+)$", text, re.MULTILINE)]
    for line in re.findall(r"^\w+ = .+ # pins? .+$", text, re.MULTILINE):
        values, _, comment = line.partition("#")
        pairs = list(zip(re.findall(r"\d+", values), re.findall(r"\d+", comment), strict=True))
        said += [(int(bcm), int(at)) for bcm, at in pairs]
    # The keys, and for the middle of the table the roll key, four LEDs, three bits, a strobe and the buzzer.
    assert len(said) >= 3 * SEATS[board] + 10
    assert [pair for pair in said if header.physical[pair[0]] != pair[1]] == []


@pytest.mark.parametrize(
    ("revision", "exists"), [(None, True), (0x902120, True), (0xD, True), (0x1234, False), (0x900061, False)]
)
def test_header(revision: int | None, exists: bool) -> None:
    header = header_of(revision)
    assert (header is not None) is exists
    assert header is None or header.physical[17] == 11


@pytest.mark.parametrize(
    ("numbers", "text"), [(range(28), "0 to 27"), ([3], "3"), ([5, 4], "4 and 5"), ([1, 2, 3, 7, 8], "1 to 3, 7 and 8")]
)
def test_ranges(numbers: list[int], text: str) -> None:
    assert ranges(numbers) == text
