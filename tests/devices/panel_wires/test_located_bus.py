"""A panel is written on the right bus only: checks before and after the bus is opened, and at every write."""

import errno
from pathlib import Path

import pytest

from companion.core.errors import DeviceError
from tests.devices.panel_wires.located_rig import ADDRESS, SEATS, Rig, said


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
    # Before seat 0's write the kernel sets the channel, and after the stir once more.
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
