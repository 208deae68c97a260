"""A channel that the kernel switches: found by its place in sysfs, and seen open before a byte goes to its panel."""

import errno
import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, Picture
from companion.core.seat import Place, all_places
from companion.devices import build as building
from companion.devices.build import blank, build
from companion.devices.panels.multiplexer import LocatedChannel, OpenChannel, locate_channel, located_bus, mux_channels
from companion.devices.panels.wires import I2CAdapter
from companion.devices.simulated.i2c import TCA9548A, SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import DimmingSettings, I2CPanel, I2CSettings, Mux, Wiring
from tests.devices.clock import HandLoop
from tests.devices.kernel_mux import KernelMux
from tests.devices.rigs import seats
from tests.sysfs import Model, Sysfs, raspberry_pi

EVERY = list(itertools.product((True, False), repeat=4))
"""Whether the camera's bus, HDMI's buses and a multiplexer for cameras are there, and the table's own comes late."""
MODELS: tuple[Model, ...] = ("3", "4", "5", "zero2")


def behind(channel: int, *, bus: int | None = None, address: int = 0x70, mux_bus: int = 1) -> I2CPanel:
    return I2CPanel("ssd1306", bus, 0x3C, mux=Mux(address, channel, mux_bus))


def refusal(panel: I2CPanel, sysfs: Sysfs) -> str:
    with pytest.raises(DeviceError) as caught:
        locate_channel(panel, sysfs.devices)
    return str(caught.value)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("sets", [EVERY[:1], pytest.param(EVERY[1:], marks=pytest.mark.slow)], ids=["one", "every"])
def test_every_channel_is_found_whatever_its_number(model: Model, sets: list[tuple[bool, ...]], tmp_path: Path) -> None:
    for number, (i2c_vc, hdmi, camera, late) in enumerate(sets):
        pi = raspberry_pi(tmp_path / str(number), model, i2c_vc=i2c_vc, hdmi=hdmi, camera=camera, late=late)
        found = [locate_channel(behind(channel), pi.sysfs.devices).number for channel in range(8)]
        assert found == pi.channels, (i2c_vc, hdmi, camera, late)
        assert mux_channels(Mux(0x70, 0), pi.sysfs.devices) == dict(enumerate(pi.channels))


def test_a_multiplexer_of_cameras_is_not_the_tables(tmp_path: Path) -> None:
    """It has the same address and the same driver, on another bus."""
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    sysfs.camera_switch()
    sysfs.multiplexer(10, count=4, name="pca9544")
    assert mux_channels(Mux(0x70, 0), sysfs.devices) == {}
    assert "no multiplexer at 0x70 on I2C bus 1" in refusal(behind(0), sysfs)
    assert locate_channel(behind(0, mux_bus=10), sysfs.devices).number == 12


@pytest.mark.parametrize(
    ("name", "driver", "reason"),
    [
        ("pca9548", None, "has not found the multiplexer at 0x70 on I2C bus 1"),
        ("ltc4306", "ltc4306", "what the kernel drives at 0x70 on I2C bus 1 is no TCA9548A"),
    ],
)
def test_only_a_pca954x_counts(tmp_path: Path, name: str, driver: str | None, reason: str) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    if driver is None:
        sysfs.told(1, 0x70, name)
    else:
        sysfs.multiplexer(1, name=name, driver=driver)
    assert reason in refusal(behind(0), sysfs)
    assert mux_channels(Mux(0x70, 0), sysfs.devices) == {}


def test_only_the_address_that_is_configured_counts(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4")
    assert "no multiplexer at 0x71 on I2C bus 1 yet" in refusal(behind(0, address=0x71), pi.sysfs)
    other = pi.sysfs.multiplexer(1, 0x71)
    assert locate_channel(behind(3, address=0x71), pi.sysfs.devices).number == other[3]
    assert locate_channel(behind(3), pi.sysfs.devices).number == pi.channels[3]


def test_a_channel_that_the_chip_does_not_have(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    sysfs.multiplexer(1, count=4, name="pca9546")
    assert "has no channel 5 here, so nothing is shown there" in refusal(behind(5), sysfs)


def test_a_number_that_is_written_is_checked_against_its_channel(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4", i2c_vc=True, late=True)
    assert pi.channels[0] == 23
    assert locate_channel(behind(0, bus=23), pi.sysfs.devices).number == 23
    for wrong in (11, 22, 24):
        assert f"I2C bus {wrong} is not channel 0 of the multiplexer" in refusal(behind(0, bus=wrong), pi.sysfs)


@pytest.mark.parametrize("is_bound", [True, False])
def test_a_bus_of_which_it_is_not_said_which_channel_it_should_be_is_none(tmp_path: Path, is_bound: bool) -> None:
    """Not while the driver lets it go, either."""
    pi = raspberry_pi(tmp_path, "3")
    if not is_bound:
        (pi.sysfs.devices / "1-0070" / "driver").unlink()
    assert "I2C bus 12 is a channel of a multiplexer" in refusal(I2CPanel("ssd1306", 12, 0x3C), pi.sysfs)


def test_a_bus_of_the_pis_own_is_itself(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4", i2c_vc=True)
    assert [locate_channel(I2CPanel("ssd1306", bus, 0x3C), pi.sysfs.devices).number for bus in (1, 10)] == [1, 10]
    assert "no such bus" in refusal(I2CPanel("ssd1306", 3, 0x3C), pi.sysfs)


def test_a_multiplexer_has_one_master(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    own = behind(2, bus=1)
    assert locate_channel(own, sysfs.devices).number == 1
    sysfs.multiplexer(1)
    assert "the kernel switches the multiplexer at 0x70 too" in refusal(own, sysfs)


def test_a_bus_that_is_made_anew_is_another_one(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "3")
    before = locate_channel(behind(2), pi.sysfs.devices)
    pi.sysfs.unbind(1)
    assert "has not found the multiplexer" in refusal(behind(2), pi.sysfs)
    assert pi.sysfs.multiplexer(1) == pi.channels
    after = locate_channel(behind(2), pi.sysfs.devices)
    assert (before.number, after.number) == (13, 13)
    assert before != after
    assert isinstance(after, LocatedChannel)


def test_a_multiplexer_behind_another_has_no_number_to_be_known_by(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "3")
    pi.sysfs.multiplexer(12, 0x71)
    assert "I2C bus 12 is itself a channel" in refusal(behind(0, address=0x71, mux_bus=12), pi.sysfs)


SEATS = 3
ADDRESS = 0x3C
RESET = 14


def panel(channel: int, *, bus: int | None = None) -> I2CPanel:
    return I2CPanel("ssd1306", bus, ADDRESS, mux=Mux(0x70, channel))


def secret(seat: Place) -> Picture:
    """A picture of which every byte tells whose it is."""
    return bytes([0x11 << seat]) * len(BLANK)


class Rig:
    """A Raspberry Pi 3 with a TCA9548A on bus 1: three panels on its channels 0 to 2, the kernel's driver, sysfs, and /dev.

    `opened`: the number of every bus that was opened, and not closed. `before_open`: called before each.
    """

    def __init__(self, root: Path, first: int = 11) -> None:
        self.sysfs = Sysfs(root, first)
        self.sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
        self.chips = [SSD1306() for _ in range(SEATS)]
        self.mux = TCA9548A({channel: {ADDRESS: chip} for channel, chip in enumerate(self.chips)})
        self.wires = SimulatedI2C({}, {0x70: self.mux})
        self.nodes: dict[int, I2CAdapter] = {1: self.wires}
        self.opened: list[int] = []
        self.before_open: Callable[[], None] = lambda: None
        self.bound = False
        self.open_channel = OpenChannel()

    def bind(self, *, skip: int = 0) -> list[int]:
        """The kernel finds the multiplexer; `skip`: other buses that came first. The numbers of its channels."""
        for _ in range(skip):
            self.sysfs.adapter("another")
        driver, numbers = KernelMux(self.wires, 0x70), self.sysfs.multiplexer(1)
        self.nodes |= {number: driver.channel(channel) for channel, number in enumerate(numbers)}
        self.bound = True
        return numbers

    def unbind(self) -> None:
        self.sysfs.unbind(1)
        self.bound = False

    def open(self, number: int) -> I2CAdapter:
        """What opens /dev/i2c-N."""
        self.before_open()
        if number not in self.nodes:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self.opened.append(number)
        return Opened(self, number, self.nodes[number])

    def adapter(self, channel: int) -> I2CAdapter:
        return located_bus(panel(channel), self.open, self.open_channel, self.sysfs.devices)


class Opened:
    """An open node, counted until it is closed."""

    def __init__(self, rig: Rig, number: int, node: I2CAdapter) -> None:
        self._rig = rig
        self._number = number
        self._node = node

    def write(self, address: int, payload: bytes) -> None:
        self._node.write(address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        return self._node.read(address, count, after)

    def close(self) -> None:
        self._rig.opened.remove(self._number)


def said(chip: SSD1306) -> bool:
    """Whether the chip was told to light up."""
    return not chip.status() & 0x40


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def test_what_is_written_reaches_the_channel_and_no_other(rig: Rig) -> None:
    rig.bind(skip=3)
    rig.adapter(1).write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]


def test_a_bus_that_got_its_number_between_the_look_and_the_opening_is_not_used(rig: Rig) -> None:
    """The driver is bound anew just then, and the number that was read is now another seat's channel."""
    first = rig.bind()

    def rebind() -> None:
        rig.before_open = lambda: None
        rig.unbind()
        rig.nodes = {1: rig.wires}
        # One bus came in between, so that every channel has its neighbour's old number.
        assert rig.bind(skip=1)[0] == first[1]

    rig.before_open = rebind
    with pytest.raises(DeviceError, match="the kernel created its bus again"):
        rig.adapter(1)
    assert rig.opened == []
    rig.adapter(1).write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]


@pytest.mark.parametrize("is_back", [True, False])
def test_nothing_is_written_to_a_bus_after_its_channel_was_made_anew(rig: Rig, is_back: bool) -> None:
    """Even where it comes back with the same number: what is open is the old one."""
    numbers = rig.bind()
    adapter = rig.adapter(1)
    rig.unbind()
    if is_back:
        assert rig.bind() == numbers
    before = rig.wires.transactions
    with pytest.raises(DeviceError, match="the kernel created its bus again, searching for it"):
        adapter.write(ADDRESS, b"\x00\xaf")
    with pytest.raises(DeviceError, match="the kernel created its bus again"):
        adapter.read(ADDRESS, 1)
    assert rig.wires.transactions == before


def test_a_node_that_leads_to_another_channel_is_found_out_on_the_wires(rig: Rig) -> None:
    """Should sysfs and /dev ever disagree: the multiplexer's register says which channel is open."""
    numbers = rig.bind()
    rig.nodes[numbers[0]], rig.nodes[numbers[1]] = rig.nodes[numbers[1]], rig.nodes[numbers[0]]
    with pytest.raises(DeviceError, match="the multiplexer at 0x70 has another channel open"):
        rig.adapter(1)
    assert [said(chip) for chip in rig.chips] == [False] * SEATS
    assert rig.opened == []


def test_a_multiplexer_that_lost_its_power_is_set_anew(rig: Rig) -> None:
    """The kernel still believes that the channel is open, and would set it never again."""
    rig.bind()
    rig.adapter(1).write(ADDRESS, b"\x00\xae")
    rig.mux.power_cycle()
    adapter = rig.adapter(1)
    adapter.write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]
    adapter.close()


def test_a_multiplexer_that_does_not_answer_is_named(rig: Rig) -> None:
    rig.bind()
    rig.wires.unplug(0x70)
    with pytest.raises(DeviceError, match="the multiplexer at 0x70 cannot be read: nothing acknowledges there"):
        rig.adapter(0)
    assert rig.opened == []


@pytest.mark.parametrize("bits", range(1, 8))
def test_a_setting_that_arrives_otherwise_opens_nobody_elses_panel(rig: Rig, bits: int) -> None:
    """The kernel takes for granted that it arrived. Every change of the channel is looked at before a panel is written."""
    rig.bind()
    first, second = rig.adapter(0), rig.adapter(1)
    first.write(ADDRESS, b"\x00\xae")
    rig.wires.flip(bits)
    second.write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]
    # Before seat 0's write the kernel sets the channel, and after another channel was used once more.
    rig.wires.flip(bits)
    rig.wires.flip(bits, skip=3)
    with pytest.raises(DeviceError, match="the multiplexer at 0x70 has another channel open"):
        first.write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]


def test_a_fault_makes_what_is_open_unknown(rig: Rig) -> None:
    rig.bind()
    adapter = rig.adapter(1)
    rig.wires.fail(errno.EIO)
    with pytest.raises(OSError, match="simulated"):
        adapter.write(ADDRESS, b"\x00\xaf")
    rig.mux.power_cycle()
    adapter.write(ADDRESS, b"\x00\xaf")
    assert [said(chip) for chip in rig.chips] == [False, True, False]


def test_a_look_costs_one_read_for_each_change_of_the_channel(rig: Rig) -> None:
    rig.bind()
    adapter = rig.adapter(1)
    before = rig.wires.transactions
    for _ in range(5):
        adapter.write(ADDRESS, b"\x00\xe3")
    assert rig.wires.transactions - before == 5
    other = rig.adapter(2)
    before = rig.wires.transactions
    for turn in (adapter, other, adapter):
        turn.write(ADDRESS, b"\x00\xe3")
    # The kernel sets the channel, and it is read back.
    assert rig.wires.transactions - before == 3 * 3


def table(rig: Rig, monkeypatch: pytest.MonkeyPatch, i2c: I2CSettings) -> Wiring:
    """A table for three on the rig, whose wires stand in the place of /dev/i2c-N."""
    monkeypatch.setattr(building, "LinuxI2C", rig.open)
    wired = seats(*(panel(seat) for seat in range(SEATS)))
    return Wiring(False, "mock", wired, dimming=DimmingSettings(dim_after=0), i2c=i2c)


class Watcher:
    """What the daemon is told of faults: by seat, the last one."""

    def __init__(self) -> None:
        self.faults: dict[Place, str | None] = {}

    def on_fault(self, seat: Place, error: DeviceError | None) -> None:
        self.faults[seat] = None if error is None else str(error)


@pytest.fixture
def stands(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> "Table":
    return Table(rig, monkeypatch, I2CSettings())


class Table:
    """The devices of a table for three, whose workers are turned by hand."""

    def __init__(self, rig: Rig, monkeypatch: pytest.MonkeyPatch, i2c: I2CSettings) -> None:
        self.rig = rig
        self.loop = HandLoop()
        self.watcher = Watcher()
        # The worker is this thread: nothing depends on when another one runs.
        monkeypatch.setattr("companion.devices.panels.bus.PanelBus.start", lambda bus: None)
        wiring = table(rig, monkeypatch, i2c)
        self.devices = build(wiring, self.loop, lambda *_: None, self.watcher.on_fault, sysfs=rig.sysfs.devices)

    def show(self) -> None:
        """Everybody's own secret, and all that is due within twenty seconds."""
        for seat, display in self.devices.displays.items():
            display.show(secret(seat))
        self.work()

    def work(self) -> None:
        for _ in range(20):
            for bus in self.devices._buses:
                while bus.step():
                    pass
            self.loop.advance(1)

    @property
    def seen(self) -> list[Picture]:
        return [chip.pixels() for chip in self.rig.chips]


def test_a_table_waits_for_a_multiplexer_that_is_probed_late(rig: Rig, stands: Table) -> None:
    stands.show()
    assert stands.seen == [BLANK] * SEATS
    for seat in range(SEATS):
        told = stands.watcher.faults[seat] or ""
        assert f"seat {seat + 1}" in told
        assert f"multiplexer 0x70 channel {seat}, address 0x3C" in told
        assert "no multiplexer" in told
    rig.bind(skip=2)
    stands.work()
    assert stands.seen == [secret(seat) for seat in range(SEATS)]
    assert stands.watcher.faults == dict.fromkeys(range(SEATS))
    stands.devices.close()


def test_a_table_goes_on_after_its_multiplexer_was_bound_anew_with_other_numbers(rig: Rig, stands: Table) -> None:
    first = rig.bind()
    stands.show()
    rig.unbind()
    rig.nodes = {1: rig.wires}
    assert rig.bind(skip=1)[0] == first[1]
    for seat, display in stands.devices.displays.items():
        display.show(bytes([0x10 << seat]) * len(BLANK))
    stands.work()
    assert stands.seen == [bytes([0x10 << seat]) * len(BLANK) for seat in range(SEATS)]
    stands.devices.close()
    assert rig.opened == []


def test_blank_waits_for_nobody_and_names_every_seat(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = table(rig, monkeypatch, I2CSettings())
    errors = blank(wiring, sysfs=rig.sysfs.devices)
    assert [str(error).partition(":")[0] for error in errors] == ["seat 1", "seat 2", "seat 3"]
    rig.bind()
    assert blank(wiring, sysfs=rig.sysfs.devices) == ()


EVENTS = st.lists(
    st.sampled_from(["unbind", "bind", "bind later", "power", "write 0", "write 1", "write 2"]), max_size=30
)


@pytest.mark.slow
@settings(max_examples=settings().max_examples * 3 // 5)
@given(events=EVENTS, racing=st.sampled_from([None, "unbind", "bind later"]))
def test_whatever_the_kernel_does_no_chip_hears_of_another(
    tmp_path_factory: pytest.TempPathFactory, events: list[str], racing: str | None
) -> None:
    rig = Rig(tmp_path_factory.mktemp("pi"))
    rig.bind()
    adapters: dict[int, I2CAdapter] = {}

    def happen(event: str) -> None:
        if rig.bound and event != "power":
            rig.unbind()
            rig.nodes = {1: rig.wires}
        if event == "power":
            rig.mux.power_cycle()
        elif event != "unbind":
            rig.bind(skip=event == "bind later")

    def race() -> None:
        rig.before_open = lambda: None
        if racing is not None:
            happen(racing)

    for event in events:
        if not event.startswith("write"):
            happen(event)
            continue
        seat = int(event[-1])
        # What a panel does: a bus that failed is let go, and opened anew at the next try.
        with suppress(OSError):
            if seat not in adapters:
                rig.before_open = race
                adapters[seat] = rig.adapter(seat)
            try:
                adapters[seat].write(ADDRESS, bytes([0x00, 0x81, 0x11 << seat]))
            except OSError:
                adapters.pop(seat).close()
                raise
        for other, chip in enumerate(rig.chips):
            assert chip.contrast in (0x7F, 0x11 << other)


def test_a_hung_bus_is_freed_by_the_multiplexers_reset(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """One panel holds SDA low for ever: the others go on, and when it lets go it is right again."""
    rig.bind()
    stands = Table(rig, monkeypatch, I2CSettings(mux_reset=RESET))
    rig.wires.reset_by(stands.devices.pin_factory.pin(RESET), rig.mux)
    stands.show()
    assert stands.seen == [secret(seat) for seat in range(SEATS)]
    rig.wires.jam(0x70, 1)
    for round in range(3):
        for seat, display in stands.devices.displays.items():
            display.show(bytes([0x10 << seat | round]) * len(BLANK))
        stands.work()
        for seat in all_places(3)[::2]:
            assert stands.seen[seat] == bytes([0x10 << seat | round]) * len(BLANK)
            assert stands.watcher.faults.get(seat) is None
        assert "seat 2: screen not answering" in (stands.watcher.faults[1] or "")
        assert stands.seen[1] == secret(1)
    rig.wires.unjam()
    stands.work()
    assert stands.seen[1] == bytes([0x20 | round]) * len(BLANK)
    assert stands.watcher.faults[1] is None
    stands.devices.close()
    assert rig.opened == []
