"""companion doctor on folders that stand for Raspberry Pis: each fault is one line, with its remedy."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion import cli
from companion.config.boards import boards_folder
from companion.config.configuration import load
from companion.core.errors import DeviceError
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import Mux, Pull, Wiring
from companion.journal.journal import Journal
from companion.pi.doctor.examine import examine, is_well
from companion.pi.host import User, probed, read_levels
from companion.pi.resources_used import pins_used
from tests.pi.hosts import PANELS, TABLE, Found, assert_found, four_seats, host, put, raspberry, wrong


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return four_seats(tmp_path)


def test_a_table_that_is_well(pi: Path) -> None:
    checks = examine(host(pi, answering=PANELS, tools={"vcgencmd get_throttled": "throttled=0x0\n"}), None)
    assert wrong(checks) == []
    assert is_well(checks)
    assert_found(checks, ("I2C bus 1", "ok", "100 kHz"), of="I2C bus 1")


def test_panels_that_are_missing_elsewhere_or_before_the_multiplexer(pi: Path) -> None:
    checks = examine(host(pi, answering=[*PANELS[:2], (13, 0x3D)]), None)
    elsewhere = ("seat 3's panel", "bad", "0x3C", "channel 2 of the multiplexer at 0x70", "panel.address = 0x3D")
    missing = ("seat 4's panel", "bad", "0x3C", "channel 3 of the multiplexer at 0x70", "panel.reset")
    assert_found(checks, elsewhere, missing, status="bad")
    (line,) = [check.line() for check in checks if check.what == "seat 4's panel"]
    title = line.partition('the guide has them under "')[2].partition('"')[0]
    assert f"\n## {title}\n" in (Path(__file__).parents[3] / "docs/build.md").read_text()
    checks = examine(host(pi, answering=[*PANELS, *((bus, 0x3C) for bus in range(15, 19))]), None)
    (line,) = [check.line() for check in checks if check.status == "bad"]
    assert "channel 7" in line
    assert "secrets" in line


@pytest.mark.parametrize("first", [22, 13])
def test_channels_are_found_whatever_their_numbers(tmp_path: Path, first: int) -> None:
    raspberry(tmp_path, first=first)
    put(tmp_path, "etc/companion/table.toml", TABLE)
    (tmp_path / "var/lib/companion").mkdir(parents=True)
    checks = examine(host(tmp_path, answering=[(first + seat, 0x3C) for seat in range(4)]), None)
    assert wrong(checks) == []
    numbers = ", ".join(f"i2c-{first + channel}" for channel in range(8))
    assert_found(checks, ("multiplexer", "ok", "0x70", "bus 1", numbers), of="multiplexer")
    for seat in range(4):
        told = (f"seat {seat + 1}'s bus", "ok", f"channel {seat} ", f"i2c-{first + seat}")
        assert_found(checks, told, of=told[0])


@pytest.mark.parametrize("shift", [1, 5])
def test_a_table_that_is_shifted_is_found_out(pi: Path, shift: int) -> None:
    """Numbers that somebody wrote, each another seat's, on which panels answer all the same."""
    seats = "".join(f"[[seats]]\npanel.bus = {11 + (seat + shift) % 8}\n" for seat in range(4))
    put(pi, "etc/companion/table.toml", TABLE + seats)
    told = (
        (f"seat {seat + 1}'s bus", "bad", f"bus {11 + (seat + shift) % 8} is not channel {seat} ", "panel.bus")
        for seat in range(4)
    )
    assert_found(examine(host(pi, answering=PANELS), None), *told, status="bad")
    put(pi, "etc/companion/table.toml", TABLE + "".join(f"[[seats]]\npanel.bus = {11 + seat}\n" for seat in range(4)))
    assert wrong(examine(host(pi, answering=PANELS), None)) == []


def test_only_a_multiplexer_of_cameras_is_none(tmp_path: Path) -> None:
    sysfs = raspberry(tmp_path, first=None)
    sysfs.camera_switch()
    sysfs.multiplexer(10, count=4, name="pca9544")
    put(tmp_path, "etc/companion/table.toml", TABLE)
    (tmp_path / "var/lib/companion").mkdir(parents=True)
    probed: list[tuple[int, int]] = []
    checks = examine(host(tmp_path, probed=probed), None)
    assert_found(checks, ("multiplexer", "bad", "0x70", "bus 1", "10-0070", "companion setup"), status="bad")
    assert probed == [], "nobody is called on a bus that is not the seat's"
    sysfs.told(1, 0x70)
    told = ("multiplexer", "bad", "does not find it at 0x70 on I2C bus 1")
    assert_found(examine(host(tmp_path), None), told, status="bad")


def test_a_bus_of_which_nobody_said_the_channel(pi: Path) -> None:
    """As the boards' files had it once, and somebody's own may have it still."""
    put(pi, "own.toml", (boards_folder() / "two-seats.toml").read_text().replace("bus = 1,", "bus = 12,"))
    put(pi, "etc/companion/table.toml", TABLE.replace('"four-seats"', '"../../own.toml"'))
    checks = examine(host(pi, answering=PANELS), None)
    for part in ("seat 1's bus", "seat 2's bus"):
        assert_found(checks, (part, "bad", "bus 12 is a channel", "panel.mux and panel.channel"), of=part)


def test_config_checks_a_number_that_is_written_against_this_pi(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = pi / "etc/companion/table.toml"
    assert cli.main(["config", "--config", str(file), "--root", str(pi)]) == 0
    assert capsys.readouterr().out == f"{file}: 4 seats, nothing is wrong.\n"
    put(pi, "etc/companion/table.toml", TABLE + "[[seats]]\npanel.bus = 12\n[[seats]]\n")
    assert cli.main(["config", "--config", str(file), "--root", str(pi)]) == 1
    said = capsys.readouterr()
    assert "nothing is wrong" not in said.out
    assert said.err.splitlines()[1].startswith("BAD  seat 1's bus: I2C bus 12 is not channel 0 ")
    # On another machine the file is right.
    (pi / "proc/device-tree/model").unlink()
    assert cli.main(["config", "--config", str(file), "--root", str(pi)]) == 0


def test_the_speed_that_the_table_is_set_to_is_the_right_one(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", TABLE + "i2c.speed_khz = 400\n")
    put(pi, "boot/firmware/config.txt", "")
    told = ("I2C bus 1", "bad", "100 kHz instead of 400", "companion setup")
    assert_found(examine(host(pi, answering=PANELS), None), told, status="bad")
    put(pi, "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (400_000).to_bytes(4, "big"))
    checks = examine(host(pi, answering=PANELS), None)
    assert wrong(checks) == []
    assert_found(checks, ("I2C bus 1", "ok", "400 kHz"), of="I2C bus 1")


CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "says"),
    [
        (CARD, ""),
        ("", ""),
        ("overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n", "overlay in memory"),
        (
            "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\ntmpfs-root /media/root-rw tmpfs rw 0 0\n"
            "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n",
            "overlay in memory",
        ),
        (
            "/dev/sda1 /media/root-rw ext4 rw 0 0\n"
            "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n",
            "",
        ),
        ("overlay / overlay rw,upperdir=/rw 0 0\n/dev/sda1 /var/lib ext4 rw 0 0\n", ""),
        (CARD + "tmpfs /var/lib tmpfs rw 0 0\n", "the journal lies in memory"),
        ("/dev/root / ext4 ro,noatime 0 0\n", "nothing can be written"),
        (CARD + "/dev/sda1 /var/lib/companion\\040b ext4 ro 0 0\nbroken\n", ""),
    ],
)
def test_a_root_that_forgets(pi: Path, mounts: str, says: str) -> None:
    put(pi, "proc/mounts", mounts)
    told: list[Found] = [("file system", "bad", says, "raspi-config")] if says else []
    assert_found(examine(host(pi, answering=PANELS), None), *told, status="bad")


def test_a_bus_that_is_slow_and_one_that_is_not_there(pi: Path) -> None:
    put(pi, "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", (50_000).to_bytes(4, "big"))
    slow = ("I2C bus 1", "bad", "runs at 50 kHz")
    assert_found(examine(host(pi, answering=PANELS), None), slow, of="I2C bus 1")
    (pi / "dev/i2c-1").unlink()
    gone = ("I2C bus 1", "bad", "modprobe i2c-dev")
    assert_found(examine(host(pi, answering=PANELS), None), gone, of="I2C bus 1")


@pytest.mark.parametrize(("bits", "well"), [("0x0", True), ("0x50000", False), ("0x1", False), ("0x20000", True)])
def test_under_voltage(pi: Path, bits: str, well: bool) -> None:
    tools = {"vcgencmd get_throttled": f"throttled={bits}\n"}
    assert is_well(examine(host(pi, answering=PANELS, tools=tools), None)) is well


@pytest.mark.parametrize(
    ("low", "no_pins", "told"),
    [
        ([27], "", ("keys", "bad", "seat 1's ●", "BCM 27", "physical pin 13")),
        ([], "No pins.", ("pins", "bad", "No pins")),
        ([], "the doctor cannot use GPIO12 (GPIO busy).", ("pins", "bad", "the buzzer", "GPIO12 (GPIO busy)")),
    ],
)
def test_a_stuck_key_and_pins_that_cannot_be_had(pi: Path, low: list[int], no_pins: str, told: Found) -> None:
    assert_found(examine(host(pi, answering=PANELS, low=low, no_pins=no_pins), None), told, status="bad")


@pytest.mark.parametrize(
    ("die", "pulled"),
    [
        ('source = "nest"', dict.fromkeys((7, 8, 9, 10, 19, 26), "up")),
        (
            'source = "coded"\nbits = [7, 8, 10]\nstrobe = 26\nturn = [20, 21]',
            dict.fromkeys((7, 8, 10, 26, 20, 21), "down"),
        ),
        ('source = "button"\nkey = 26\nleds = [7, 8, 10, 11]', {26: "up", **dict.fromkeys((7, 8, 10, 11), "floating")}),
    ],
)
def test_every_pin_that_the_table_takes_is_opened(pi: Path, die: str, pulled: dict[int, str]) -> None:
    """Not the keys' alone: a die or a buzzer whose pin another program has would fail at the start."""
    put(pi, "etc/companion/table.toml", TABLE.replace("four-seats", "two-seats") + f"[die]\n{die}\n")
    asked: dict[int, str] = {}

    def levels(_wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
        asked.update(pins)
        # A die that lies there holds some of its lines low.
        return {pin: pins[pin] == "up" and pin not in (7, 8, 20) for pin in pins}

    checks = examine(replace(host(pi, answering=[(1, 0x3C), (1, 0x3D)]), levels=levels), None)
    configuration = load(pi / "etc/companion/table.toml", {})
    assert asked.keys() == pins_used(configuration.wiring, configuration.die).keys()
    assert {pin: asked[pin] for pin in pulled} == pulled
    assert asked[12] == "floating", "nothing is to come out of the buzzer"
    assert_found(checks, ("pins", "ok", f" {len(asked)} "), of="pins")
    assert_found(checks, of="keys")


def test_a_roll_key_that_is_stuck_is_told_like_any_key(pi: Path) -> None:
    put(
        pi,
        "etc/companion/table.toml",
        TABLE.replace("four-seats", "two-seats") + '[die]\nsource = "button"\nkey = 26\n',
    )
    checks = examine(host(pi, answering=[(1, 0x3C), (1, 0x3D)], low=[26]), None)
    assert_found(checks, ("keys", "bad", "the die's roll key", "BCM 26", "physical pin 37"), of="keys")


def test_a_pin_in_other_hands_is_found_whatever_it_is_for() -> None:
    """On gpiozero's mock pins: all are held at a time, and let go again."""
    factory = MockFactory()
    pulls: dict[int, Pull] = {17: "up", 5: "down", 12: "floating"}
    assert read_levels(factory, pulls) == {17: True, 5: False, 12: False}
    taken = DigitalInputDevice(12, pin_factory=factory)
    with pytest.raises(DeviceError, match="cannot use GPIO12"):
        read_levels(factory, pulls)
    taken.close()
    assert read_levels(factory, pulls)[17]
    factory.close()


def test_groups_and_revision(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", TABLE.replace("revision = 0xC03114\n", ""))
    user = User("ada", 1000, frozenset({"gpio"}))
    lines = [check.line() for check in examine(host(pi, answering=PANELS, user=user), None) if check.status == "bad"]
    assert "write revision = 0xC03114" in lines[0]
    assert "sudo usermod -aG i2c ada" in lines[1]


def test_an_open_table_is_left_alone(pi: Path) -> None:
    journal = Journal.open(pi / "var/lib/companion/journal.sqlite3", str)
    touched: list[tuple[int, int]] = []
    try:
        before = sorted(path.name for path in (pi / "var/lib/companion").iterdir())
        checks = examine(host(pi, no_pins="touched", probed=touched), None)
        assert sorted(path.name for path in (pi / "var/lib/companion").iterdir()) == before
    finally:
        journal.close()
    assert (wrong(checks), touched) == ([], [])
    assert any("in use by the open table" in check.says for check in checks)


def test_nothing_is_made_in_the_state_folder(pi: Path) -> None:
    examine(host(pi, answering=PANELS), None)
    assert [*(pi / "var/lib/companion").iterdir()] == []


def test_a_bad_configuration_is_told_whole(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", 'bord = "x"\nweb.port = 70000\n')
    checks = examine(host(pi), None)
    assert sum(check.what == "configuration" and check.status == "bad" for check in checks) >= 2


def test_a_laptop_is_calm(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "etc/companion/table.toml", TABLE)
    assert is_well(examine(host(tmp_path), None))
    (tmp_path / "etc/companion/table.toml").unlink()
    assert is_well(examine(host(tmp_path), None))
    put(tmp_path, "bench.toml", f'board = "bench"\njournal.path = "{tmp_path}/j.sqlite3"\n')
    monkeypatch.setattr("companion.pi.host.this_host", lambda _environ: host(tmp_path))
    assert cli.main(["doctor", "--config", str(tmp_path / "bench.toml")]) == 0
    assert capsys.readouterr().out.endswith("Nothing is wrong.\n")


def test_a_probe_changes_no_picture() -> None:
    chip = SSD1306()
    chip.command(b"\x8d\x14\xa1\xc8\x20\x00\xaf")
    chip.data(bytes(range(256)))
    before = chip.pixels()
    bus = SimulatedI2C({0x3C: chip})
    assert probed(bus, 0x3C, None)
    assert not probed(bus, 0x3D, None)
    assert chip.pixels() == before


def test_a_probe_behind_a_multiplexer_leaves_no_channel_open() -> None:
    written: list[tuple[int, bytes]] = []

    class Wires:
        def write(self, address: int, payload: bytes) -> None:
            written.append((address, payload))

        def read(self, address: int, count: int, after: bytes = b"") -> bytes:
            raise AssertionError("nothing is read")

        def close(self) -> None:
            pass

    assert probed(Wires(), 0x3C, Mux(0x70, 3))
    assert probed(Wires(), 0x70, None)
    assert written == [(0x70, b"\x08"), (0x3C, b"\x00\xe3"), (0x70, b"\x00"), (0x70, b"\x00")]
