"""A whole table behind multiplexers that the kernel switches: late probes, new bus numbers, a hanging bus."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, Picture
from companion.core.seat import Seat
from companion.devices import build_devices as building
from companion.devices.build_devices import blank, build
from companion.devices.panel_wires.i2c_wire import I2CAdapter
from companion.devices.wiring_records import DimmingSettings, I2CSettings, KeyPins, SeatWiring, Wiring
from tests.devices.clock import HandLoop
from tests.devices.panel_wires.located_rig import ADDRESS, PINS, RESET, SEATS, Rig, panel, secret


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def table(rig: Rig, monkeypatch: pytest.MonkeyPatch, i2c: I2CSettings) -> Wiring:
    """A table for three on the rig, whose wires stand in the place of /dev/i2c-N."""
    monkeypatch.setattr(building, "LinuxI2C", rig.open)
    seats = tuple(SeatWiring(KeyPins(*pins), panel(seat)) for seat, pins in enumerate(PINS))
    return Wiring(False, "mock", seats, dimming=DimmingSettings(dim_after=0), i2c=i2c)


class Watcher:
    """What the daemon is told of faults: by seat, the last one."""

    def __init__(self) -> None:
        self.faults: dict[Seat, str | None] = {}

    def on_fault(self, seat: Seat, error: DeviceError | None) -> None:
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
        monkeypatch.setattr("companion.devices.panels.panel_bus.PanelBus.start", lambda bus: None)
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
        for seat in (0, 2):
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
