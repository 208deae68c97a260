"""What a right configuration becomes, and that what is in force can be written down and loaded again."""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.config.club import BrokerAddress, ClubSettings, broker_address
from companion.config.configuration import Configuration, TableSettings, Web, load, simulated
from companion.config.effective import effective_toml, reference_toml
from companion.config.key_table import TABLE_KEYS
from companion.core.fonts.faces import can_draw
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.coded import CodedDie
from companion.devices.dice.die import DieWiring
from companion.devices.dice.machine import MachineDie
from companion.devices.dice.nest import NestDie
from companion.devices.dice.page import PageDie
from companion.devices.dice.serial import SerialDie
from companion.devices.wiring import (
    ChipName,
    DimmingSettings,
    Encoder,
    I2CPanel,
    I2CSettings,
    KeyPins,
    Mux,
    PhoneSeat,
    PodSeat,
    SeatKind,
    SeatWiring,
    SoundSettings,
    SPIPanel,
    Wiring,
)
from companion.pi.resources_used import groups_needed, pins_used
from tests.patience import PATIENCE

ENVIRON = {"HOME": "/home/ada"}


def configured(folder: Path, text: str, environ: dict[str, str] = ENVIRON) -> Configuration:
    file = folder / "table.toml"
    file.write_text(text)
    return load(file, environ)


def wired(configuration: Configuration) -> list[SeatWiring]:
    """The seats, none of which is a pod."""
    seats = [seat for seat in configuration.wiring.seats if isinstance(seat, SeatWiring)]
    assert len(seats) == len(configuration.wiring.seats)
    return seats


def test_a_line_is_enough(tmp_path: Path) -> None:
    assert configured(tmp_path, 'board = "two-seats"') == Configuration(
        board="two-seats",
        wiring=Wiring(
            simulated=False,
            pin_factory="lgpio",
            seats=(
                SeatWiring(KeyPins(17, 27, 22), I2CPanel("ssd1306", bus=1, address=0x3C)),
                SeatWiring(KeyPins(23, 24, 25), I2CPanel("ssd1306", bus=1, address=0x3D)),
            ),
            sounds=SoundSettings(pin=12),
        ),
        names=("Player 1", "Player 2"),
        table=TableSettings(secrecy="open", hold_ms=500, repeat_ms=450, material="screens"),
        web=Web(enabled=True, host="127.0.0.1", port=8080, bench=False, allowed_hosts=()),
        journal=Path("/home/ada/.local/state/companion/journal.sqlite3"),
    )


def test_everything_said(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(
        "[[seats]]\nkeys = { left = 4, middle = 5, right = 6 }\n"
        "panel = { kind = 'spi', chip = 'ssd1306', port = 0, device = 1, dc = 24, reset = 25, rotate = 180 }\n"
    )
    text = """
        board = "./my.toml"
        pin_factory = "rpigpio"
        revision = 0x902120
        table = { secrecy = "lift", material = "box", clock = "player 600" }
        keys = { debounce_ms = 12, settle_ms = 5, hold_ms = 700, repeat_ms = 0 }
        displays = { chip = "sh1106", contrast = 40 }
        web = { enabled = false, host = "0.0.0.0", port = 81, bench = false, allowed_hosts = ["a.local"] }
        journal.path = "~/games.db"
        [[seats]]
        name = "Ada"
        keys.middle = 12
        panel.contrast = 50
    """
    assert configured(tmp_path, text) == Configuration(
        board=str(tmp_path / "my.toml"),
        wiring=Wiring(
            simulated=False,
            pin_factory="rpigpio",
            seats=(
                SeatWiring(
                    KeyPins(4, 12, 6),
                    SPIPanel("sh1106", port=0, device=1, dc=24, reset=25, rotate=180, contrast=50),
                ),
            ),
            debounce_ms=12,
            settle_ms=5,
            revision=0x902120,
        ),
        names=("Ada",),
        table=TableSettings(secrecy="lift", hold_ms=700, repeat_ms=0, material="box", clock="player 600"),
        web=Web(enabled=False, host="0.0.0.0", port=81, bench=False, allowed_hosts=("a.local",)),
        journal=Path("/home/ada/games.db"),
    )


def test_a_seat_stands_over_displays_and_that_over_the_board(tmp_path: Path) -> None:
    text = 'board = "two-seats"\n[displays]\nrotate = 180\nchip = "sh1106"\n[[seats]]\npanel.rotate = 0\n[[seats]]\n'
    first, second = (seat.panel for seat in wired(configured(tmp_path, text)))
    assert (first.chip, first.rotate, second.chip, second.rotate) == ("sh1106", 0, "sh1106", 180)


def test_a_seat_can_be_wired_in_another_way_than_on_the_board(tmp_path: Path) -> None:
    text = (
        'board = "two-seats"\n[[seats]]\n[[seats]]\npanel = { kind = "spi", port = 0, device = 0, dc = 5, reset = 6 }\n'
    )
    panel = wired(configured(tmp_path, text))[1].panel
    assert panel == SPIPanel("ssd1306", port=0, device=0, dc=5, reset=6)


def test_fewer_seats_than_the_board_has(tmp_path: Path) -> None:
    seats = wired(configured(tmp_path, 'board = "six-seats"\nseats = [{}, {}, {}]'))
    assert [seat.panel.mux for seat in seats if isinstance(seat.panel, I2CPanel)] == [
        Mux(0x70, 0),
        Mux(0x70, 1),
        Mux(0x70, 2),
    ]


def test_the_bench_seats_two_unless_told_otherwise(tmp_path: Path) -> None:
    assert len(configured(tmp_path, 'board = "bench"').wiring.seats) == 2


def test_phones_beside_panels_and_beyond_the_board(tmp_path: Path) -> None:
    text = 'board = "two-seats"\n[[seats]]\n[[seats]]\nkind = "phone"\nname = "Ada"\n[[seats]]\nkind = "phone"\n'
    configuration = configured(tmp_path, text)
    assert [type(seat) for seat in configuration.wiring.seats] == [SeatWiring, PhoneSeat, PhoneSeat]
    assert configuration.wiring.phones == {1, 2}
    assert configuration.names == ("Player 1", "Ada", "Player 3")
    # The board's pins of a seat that is a phone are free.
    key = configured(tmp_path, 'board = "two-seats"\n[[seats]]\n[[seats]]\n').wiring.seats[1].keys.left  # type: ignore[union-attr]
    assert configured(tmp_path, f'{text}[die]\nsource = "button"\nkey = {key}\nleds = []\n').die == ButtonDie(key)


def test_a_table_of_phones_alone_uses_no_pins(tmp_path: Path) -> None:
    quiet = 'board = "two-seats"\n[buzzer]\nenabled = false\n'
    configuration = configured(tmp_path, quiet + '[[seats]]\nkind = "phone"\n' * 6)
    assert configuration.wiring.phones == set(range(6))
    assert pins_used(configuration.wiring, configuration.die) == {}
    assert list(groups_needed(configuration.wiring, configuration.die)) == []


def test_the_pins_of_a_seat_that_does_not_play_are_free(tmp_path: Path) -> None:
    seats = wired(configured(tmp_path, 'board = "two-seats"\n[[seats]]\nkeys.left = 23\n'))
    assert seats[0].keys == KeyPins(23, 27, 22)


@pytest.mark.parametrize(
    ("environ", "journal"),
    [
        ({"STATE_DIRECTORY": "/var/lib/companion", "HOME": "/h", "XDG_STATE_HOME": "/x"}, "/var/lib/companion"),
        ({"STATE_DIRECTORY": "/a:/b"}, "/a"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/companion"),
        ({"XDG_STATE_HOME": "x", "HOME": "/h"}, "/h/.local/state/companion"),
        ({"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/companion"),
    ],
)
def test_where_the_journal_is(environ: dict[str, str], journal: str, tmp_path: Path) -> None:
    assert configured(tmp_path, 'board = "two-seats"', environ).journal == Path(journal, "journal.sqlite3")


@pytest.mark.parametrize(
    ("web", "bench"),
    [("", True), ('host = "::1"', True), ("bench = false", False), ('host = "192.168.1.5"', False)],
)
def test_the_bench_view_of_a_simulated_table(web: str, bench: bool, tmp_path: Path) -> None:
    assert configured(tmp_path, f'board = "bench"\n[web]\n{web}\n').web.bench is bench


def test_the_bench_view_of_a_real_table_must_be_asked_for(tmp_path: Path) -> None:
    assert configured(tmp_path, 'board = "two-seats"\n[web]\nbench = true\n').web.bench


def test_a_file_from_another_system(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_bytes(b'\xef\xbb\xbfboard = "two-seats"\r\n[web]\r\nport = 81\r\n')
    assert load(tmp_path / "table.toml", ENVIRON).web.port == 81


@pytest.mark.parametrize(
    ("board", "seats"),
    [("bench", seats) for seats in range(1, 7)] + [("four-seats", 4), ("six-seats", 6), ("two-seats", 1)],
)
def test_a_simulated_table(board: str, seats: int) -> None:
    configuration = simulated(seats, ENVIRON, board=board, journal=Path("/tmp/games.db"))
    wiring = configuration.wiring
    assert (wiring.simulated, wiring.pin_factory, len(wiring.seats)) == (True, "mock", seats)
    assert (configuration.web.bench, configuration.web.host) == (True, "127.0.0.1")
    assert configuration.journal == Path("/tmp/games.db")


CLUB = """
[club]
broker = "mqtts://club.local:8883"
table = "table-4"
password_file = "/etc/companion/club-password"
delay_s = 2.5
"""


def test_a_table_in_a_club(tmp_path: Path) -> None:
    club = configured(tmp_path, f'board = "bench"\n{CLUB}').club
    assert club == ClubSettings(
        "mqtts://club.local:8883", "table-4", password_file="/etc/companion/club-password", delay_s=2.5
    )
    assert broker_address(club.broker) == BrokerAddress("club.local", 8883, tls=True)
    assert configured(tmp_path, 'board = "bench"').club is None


@pytest.mark.parametrize(
    "text",
    ['board = "six-seats"', 'board = "bench"', 'board = "two-seats"\nrevision = 0xA02082', f'board = "bench"\n{CLUB}'],
)
def test_what_is_in_force_can_be_loaded(text: str, tmp_path: Path) -> None:
    configuration = configured(tmp_path, text)
    assert configured(tmp_path, effective_toml(configuration), {}) == configuration


LETTERS = [letter for letter in map(chr, range(32, 384)) if can_draw(letter)]
NAMES = st.text(st.sampled_from(LETTERS), min_size=1, max_size=12).filter(lambda name: name == name.strip())
CHANNEL_BUS = 77
"""The bus number that the kernel gave a channel of a multiplexer, so no other panel has it."""


@st.composite
def configurations(draw: st.DrawFn) -> Configuration:
    """Any two or three seats: the second may hang on SPI port 1 or be a pod, the third has an encoder and a multiplexer."""
    first, second = draw(st.lists(NAMES, min_size=2, max_size=2, unique=True).filter(lambda two: "Third" not in two))
    rotations: tuple[Literal[0, 180], ...] = (0, 180)
    chips: tuple[ChipName, ...] = ("ssd1306", "sh1106", "ssd1309")
    rotate = st.sampled_from(rotations)
    contrast = st.integers(0, 255)
    chip = st.sampled_from(chips)
    bus = draw(st.integers(1, 99).filter(lambda number: number != CHANNEL_BUS))
    i2c = I2CPanel(draw(chip), bus, address=0x3C, rotate=draw(rotate), contrast=draw(contrast))
    spi = SPIPanel(draw(chip), 1, draw(st.integers(0, 2)), 5, 6, rotate=draw(rotate), contrast=draw(contrast))
    third_mux = Mux(0x72, draw(st.integers(0, 7)), draw(st.integers(1, 99)))
    by_kernel = I2CPanel("ssd1309", draw(st.sampled_from([None, CHANNEL_BUS])), 0x3D, mux=third_mux, reset=25)
    twin = I2CPanel("sh1106", bus=draw(st.integers(1, 99)), address=0x3D)
    simulated_ = draw(st.booleans())
    pod = PodSeat("E6614C311B", draw(chip), draw(rotate), draw(contrast))
    of_second: list[SeatKind] = [
        SeatWiring(KeyPins(24, 25, 13), spi),
        SeatWiring(KeyPins(24, 25, 13), twin),
        SeatWiring(KeyPins(24, 16, 13), by_kernel),
        pod,
        PhoneSeat(),
    ]
    second_seat = draw(st.sampled_from(of_second))
    beyond = I2CPanel("ssd1306", i2c.bus, 0x3C, mux=Mux(0x71, draw(st.integers(0, 7)), i2c.bus or 1))
    before = I2CPanel(
        i2c.chip, i2c.bus, 0x3C, i2c.rotate, i2c.contrast, Mux(0x70, draw(st.integers(0, 7)), i2c.bus or 1)
    )
    third = SeatWiring(Encoder(15, 14, 4, draw(st.sampled_from([None, 26]))), beyond)
    with_third = not isinstance(second_seat, SeatWiring) and draw(st.booleans())
    seats = (
        SeatWiring(
            KeyPins(27, 22, 23, None if with_third else draw(st.sampled_from([None, 26]))),
            before if with_third else i2c,
        ),
        second_seat,
    )
    dice: st.SearchStrategy[DieWiring] = st.sampled_from(
        [
            MachineDie(),
            PageDie(),
            ButtonDie(8, None),
            ButtonDie(8, (7, 10, 9, 11)),
            CodedDie((8, 7, 10), 11, None),
            CodedDie((8, 7, 10), 11, (9, 5)) if seats[1] is pod else CodedDie((8, 7, 10), 11, None),
            NestDie((8, 7, 10, 9), 11, 5) if seats[1] is pod else SerialDie("E66"),
            SerialDie("E6614C311C"),
        ]
    )
    khz: tuple[Literal[100, 400], ...] = (100, 400)
    has_mux = any(isinstance(one, SeatWiring) and one.panel in (by_kernel, before, beyond) for one in seats)
    quiet = st.none() | st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda span: span[0] != span[1])
    sounds = SoundSettings(draw(st.sampled_from([None, 12])), quiet=draw(quiet))
    sounds = structs.replace(sounds, enabled=sounds.pin is not None)
    dimming = DimmingSettings(draw(st.integers(0, 86400)), draw(contrast), draw(st.integers(0, 86400)))
    names = (first, second, "Third") if with_third else (first, second)
    allowed = tuple(draw(st.lists(st.sampled_from(["a.local", "10.0.0.2", "::1"]), max_size=2)))
    return Configuration(
        board="bench",
        wiring=Wiring(
            simulated=simulated_,
            pin_factory="mock" if simulated_ else draw(st.sampled_from(["lgpio", "rpigpio", "pigpio"])),
            seats=(*seats, third) if with_third else seats,
            debounce_ms=draw(st.integers(1, 50)),
            settle_ms=draw(st.integers(1, 20)),
            revision=draw(st.sampled_from([None, 0x902120, 0x10])),
            sounds=sounds,
            dimming=dimming,
            i2c=I2CSettings(draw(st.sampled_from(khz)), draw(st.sampled_from([None, 18])) if has_mux else None),
        ),
        names=names,
        die=draw(dice),
        table=TableSettings(
            draw(st.sampled_from(["open", "lift"])),
            draw(st.integers(200, 3000)),
            draw(st.integers(0, 5000)),
            draw(st.sampled_from(["screens", "box"])),
        ),
        web=Web(
            isinstance(second_seat, PhoneSeat) or draw(st.booleans()),
            "127.0.0.1",
            draw(st.integers(0, 65535)),
            draw(st.booleans()),
            allowed,
            *draw(st.sampled_from([(None, None), ("/etc/table.pem", "/etc/table.key")])),
            *draw(st.sampled_from([(None, None), ("table", None), ("table", 'a "b" c')])),
        ),
        journal=Path(
            "/", draw(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/"), min_size=1))
        ),
    )


@given(configurations())
def test_whatever_is_in_force_can_be_loaded(configuration: Configuration) -> None:
    if not str(configuration.journal).isprintable() or str(configuration.journal) != str(configuration.journal).strip():
        return
    with tempfile.TemporaryDirectory() as folder:
        assert configured(Path(folder), effective_toml(configuration), {}) == configuration


def test_the_reference_names_every_key() -> None:
    text = reference_toml()
    assert tomllib.loads(text) == {}
    written = [line[1:] for line in text.splitlines() if line.startswith("#") and not line.startswith("# ")]
    for key in TABLE_KEYS:
        inner = key.path.removeprefix("seats[].")
        name = inner if inner != key.path else key.path.rpartition(".")[2]
        assert any(line.startswith(f"{name} = ") for line in written), key.path


def test_the_examples_of_the_reference_are_allowed(tmp_path: Path) -> None:
    """Uncommented, up to the seats: only what two of them say together is refused."""
    lines = [line[1:] for line in reference_toml().splitlines() if line.startswith("#") and not line.startswith("# ")]
    text = "\n".join(lines[: lines.index("[[seats]]")]).replace("simulated = true\n", "").replace("bench = true\n", "")
    assert configured(tmp_path, text).wiring.revision == 0x902120


@pytest.mark.process
def test_a_right_configuration_asks_nothing_of_gpiozero(tmp_path: Path) -> None:
    """It costs a Pi Zero a second to import, and so it is asked only of boards that are said to be unusual."""
    (tmp_path / "table.toml").write_text('board = "six-seats"')
    code = (
        "import sys; from pathlib import Path; from companion.config.configuration import load; "
        f"load(Path({str(tmp_path / 'table.toml')!r}), {ENVIRON!r}); print('gpiozero' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert answer.stdout == "False\n"
