"""What the log says of a panel that cannot be placed leaves the machine in a support bundle: it helps, and tells no secret."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.power import LEAVING, switched_off
from companion.devices.build import blank
from companion.devices.wiring import I2CPanel, KeyPins, Mux, SeatWiring, Wiring
from companion.pi.support_bundle import daemon_lines
from tests.sysfs import Sysfs


def refusals(folder: Path) -> Iterator[str]:
    """Every sentence of a panel whose bus is not the one that is meant."""
    none, told, other, four, all_eight = (Sysfs(folder / name) for name in ("none", "told", "other", "four", "eight"))
    for sysfs in (none, told, other, four, all_eight):
        sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    told.told(1, 0x70)
    other.multiplexer(1, driver="ltc4306")
    four.multiplexer(1, count=4, name="pca9546")
    all_eight.multiplexer(1)
    kernels, daemons = (I2CPanel("ssd1306", bus, 0x3C, mux=Mux(0x70, 5)) for bus in (None, 1))
    numbered, plain = I2CPanel("ssd1306", 12, 0x3C, mux=Mux(0x70, 5)), I2CPanel("ssd1306", 12, 0x3C)
    for panel, sysfs in (
        *((kernels, sysfs) for sysfs in (none, told, other, four)),
        *((panel, all_eight) for panel in (daemons, numbered, plain)),
        (plain, none),
        (I2CPanel("ssd1306", None, 0x3C, mux=Mux(0x71, 5, bus=12)), all_eight),
    ):
        wiring = Wiring(False, "mock", (SeatWiring(KeyPins(4, 5, 6), panel),))
        (error,) = blank(wiring, sysfs=sysfs.devices)
        yield str(error)


def test_the_sentences_of_a_panel_without_a_place_leave_as_they_are(tmp_path: Path) -> None:
    said = list(refusals(tmp_path))
    assert len(set(said)) == 9
    stamp = "2026-11-21T10:00:00"
    lines = [f"{stamp}+00:00 companion[7]: WARNING {sentence}" for sentence in said]
    assert list(daemon_lines(lines)) == [f"{stamp} WARNING {sentence}" for sentence in said]


@pytest.mark.parametrize(
    "reason",
    [
        "the multiplexer at 0x70 has another channel open, check its cable",
        "the multiplexer at 0x70 cannot be read: nothing acknowledges there, check its cable",
        "the multiplexer at 0x77 cannot be set: the bus timed out, check for a short circuit",
        "the multiplexer at 0x70 did not keep its setting, check its cable",
        "the kernel created its bus again, searching for it",
    ],
)
def test_so_do_those_of_the_wires_and_nothing_that_stands_behind_them(reason: str) -> None:
    place = "seat 3: screen not answering (I2C bus 1, multiplexer 0x70 channel 2, address 0x3C)"
    stamp = "2026-11-21T10:00:00+00:00 companion[7]:"
    assert list(daemon_lines([f"{stamp} {place}: {reason}."])) == [f"2026-11-21T10:00:00 {place}: {reason}."]
    assert list(daemon_lines([f"{stamp} {place}: {reason} PLANTED."])) == ["(1 line left out)"]


def test_of_switching_off_everything_leaves_but_what_the_system_says() -> None:
    async def refused(_: tuple[str, ...]) -> str | None:
        return "PLANTED"

    async def taken(_: tuple[str, ...]) -> str | None:
        return None

    no, still_on = (asyncio.run(switched_off(tool, grace=0)).why for tool in (refused, taken))
    assert "PLANTED" in no
    stamp = "2026-11-21T10:00:00+00:00 companion[7]:"
    lines = [f"{stamp} {said}" for said in (f"INFO {LEAVING}", f"ERROR {no}", f"ERROR {still_on}")]
    assert [line.partition(" ")[2] for line in daemon_lines(lines)] == [
        f"INFO {LEAVING}",
        "ERROR The Pi stays on: (left out)",
        f"ERROR {still_on}",
    ]
