"""The six-seat board: what its bus carries, and how soon the acting seat sees what its key did. Counted in clocks."""

from statistics import median

import pytest

from bench.devices.board import SMALL, Switching, latencies, load, stock_load
from companion.devices.wiring_records import ChipName


@pytest.mark.slow
@pytest.mark.parametrize(("chip", "switching"), [("ssd1306", "kernel"), ("ssd1306", "daemon"), ("sh1106", "daemon")])
def test_ten_updates_a_second_on_every_seat_leave_almost_half_of_the_bus_free(
    chip: ChipName, switching: Switching
) -> None:
    """Stock luma would need more than the whole bus for that."""
    assert 0.4 < load(chip, switching) <= 0.53
    assert stock_load(chip) > 1.3


@pytest.mark.slow
def test_the_acting_seats_update_stands_within_25_ms_while_five_screens_are_redrawn() -> None:
    updates = latencies("sh1106", "daemon")
    assert median(update.stood for update in updates) <= 0.01
    assert max(update.stood for update in updates) <= 0.025
    assert max(update.stood for update in updates if update.changed <= SMALL) <= 0.011
    assert len(updates) > 400
    # It waits for one step of another panel, and the key that comes up for 1.25 ms.
    assert all(update.stood - update.alone <= 0.0026 for update in updates)
