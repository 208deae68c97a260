"""The six-seat board: what its bus carries, and how soon the acting seat sees what its key did. Counted in clocks."""

import pytest

from bench.board import SMALL, Switching, latencies, load
from companion.devices.wiring_records import ChipName


@pytest.mark.slow
@pytest.mark.parametrize(("chip", "switching"), [("ssd1306", "kernel"), ("ssd1306", "daemon"), ("sh1106", "daemon")])
def test_ten_updates_a_second_on_every_seat_load_the_bus_by_six_in_a_hundred_at_most(
    chip: ChipName, switching: Switching
) -> None:
    assert 0.03 < load(chip, switching) <= 0.06


@pytest.mark.slow
def test_the_acting_seats_update_stands_within_5_ms_while_five_screens_are_redrawn() -> None:
    updates = latencies("sh1106", "daemon")
    entries = [update for update in updates if update.changed <= SMALL]
    assert max(update.stood for update in entries) <= 0.005
    # The others are whole new screens, whose bytes alone take longer than that; they wait for one step of another's.
    others = [update for update in updates if update.changed > SMALL]
    assert len(entries) > 380
    assert len(others) == 8
    assert all(update.alone > 0.005 for update in others)
    assert all(update.stood - update.alone <= 0.0035 for update in updates)
