"""Any panel on any wire shows the picture for few bytes, and one that lost its power is found and drawn again."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from companion.core.picture import BLANK, Picture
from companion.devices.panels.oled_panel import RESEND_EVERY
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.spi import SimulatedSPI
from companion.devices.wiring import ChipName
from tests.devices.pictures import few_pixels, lit, pictures
from tests.devices.rigs import ADDRESS, BUILDS, CHIPS, FEW_BUILDS, Build, Rig, i2c_panel, rig, show
from tests.laws.play import one_round


@pytest.fixture(params=FEW_BUILDS, ids=str)
def screen(request: pytest.FixtureRequest) -> Iterator[Rig]:
    with rig(request.param) as made:
        yield made
        made.panel.close()


def noise(seed: int) -> Picture:
    return random.Random(seed).randbytes(len(BLANK))


def test_the_glass_shows_the_picture(screen: Rig) -> None:
    for seed in range(4):
        show(screen.panel, noise(seed))
        assert screen.seen() == noise(seed)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(old=few_pixels() | pictures(), new=few_pixels())
def test_any_picture_after_any_other(screen: Rig, old: Picture, new: Picture) -> None:
    show(screen.panel, old)
    show(screen.panel, new)
    assert screen.seen() == new


def test_nothing_is_seen_before_the_whole_first_picture_stands(screen: Rig) -> None:
    while not screen.panel.step(noise(2)):
        assert screen.seen() == BLANK
    assert screen.seen() == noise(2)


def test_a_start_never_shows_what_the_last_daemon_left(screen: Rig) -> None:
    show(screen.panel, noise(3))
    screen.panel.forget()
    screen.panel.step(BLANK)
    assert screen.seen() == BLANK
    show(screen.panel, BLANK)
    assert screen.seen() == BLANK


def test_the_newest_picture_wins_in_the_middle_of_the_start_and_of_another(screen: Rig) -> None:
    for older, newer in ((4, 5), (6, 7)):
        for _ in range(4):
            screen.panel.step(noise(older))
        show(screen.panel, noise(newer))
        assert screen.seen() == noise(newer)


def test_a_closed_panel_is_dark_and_holds_nothing_also_when_it_was_never_opened(screen: Rig) -> None:
    for was_opened in (True, False):
        show(screen.panel, noise(1))
        if not was_opened:
            screen.panel.forget()
        screen.panel.close()
        assert screen.seen() == BLANK
        screen.chip.command(b"\xaf")
        assert screen.seen() == BLANK


@pytest.mark.parametrize(("chip", "most"), [("sh1106", 15), ("ssd1306", 18), ("ssd1309", 18)])
def test_one_aligned_cell_costs_few_bytes(chip: str, most: int) -> None:
    name = next(known for known in CHIPS if known == chip)
    bus = SimulatedI2C({ADDRESS: CHIPS[name]()})
    panel = i2c_panel(name, bus)
    show(panel, BLANK)
    before = (bus.bytes, bus.transactions)
    show(panel, lit(*((x, y) for x in range(40, 48) for y in range(8, 16))))
    assert bus.bytes - before[0] <= most
    assert bus.transactions - before[1] == 2
    panel.close()


BUSY = bytes(range(256)) * 4
I2C = [build for build in BUILDS if build.wire == "i2c" and build.rotate == 0]


def clone(name: ChipName) -> Rig:
    """A panel that acknowledges no read."""
    chip = CHIPS[name]()
    bus = SimulatedI2C({ADDRESS: chip})
    bus.mute(ADDRESS)
    return Rig(i2c_panel(name, bus), chip, bus, turned=False)


def replug(screen: Rig) -> None:
    """Pull the plug and put it back while nobody writes."""
    if isinstance(screen.traffic, SimulatedSPI):
        screen.traffic.unplug()
        screen.traffic.plug()
    else:
        screen.traffic.unplug(ADDRESS)
        screen.traffic.plug(ADDRESS)


def checks_until_redrawn(screen: Rig) -> int:
    """How many checks it took to find that the panel is to be drawn again."""
    for checks in range(1, RESEND_EVERY + 1):
        if not screen.panel.check():
            return checks
    raise AssertionError("it would never be found out")


def test_a_replugged_panel_is_found_and_shows_again(screen: Rig) -> None:
    show(screen.panel, BUSY)
    replug(screen)
    assert screen.seen() == BLANK
    # Why a check is needed: a small change is taken, and nothing is to be seen of it.
    show(screen.panel, lit((1, 1), on=BUSY))
    assert screen.seen() == BLANK
    checks_until_redrawn(screen)
    while not screen.panel.step(BUSY):
        assert screen.seen() == BLANK
    assert screen.seen() == BUSY


@pytest.mark.parametrize("build", one_round(I2C), ids=str)
def test_a_check_costs_five_bytes_moves_no_pointer_and_finds_a_lost_panel_at_once(build: Build) -> None:
    with rig(build) as screen:
        show(screen.panel, lit((20, 20)))
        before = (screen.traffic.bytes, screen.traffic.transactions)
        assert screen.panel.check()
        assert (screen.traffic.bytes - before[0], screen.traffic.transactions - before[1]) == (5, 1)
        # It goes on in the same page, so only what is new is said.
        show(screen.panel, lit((20, 20), (90, 20)))
        assert screen.seen() == lit((20, 20), (90, 20))
        replug(screen)
        assert not screen.panel.check()
        screen.panel.close()


@pytest.mark.parametrize("name", one_round(CHIPS))
def test_a_panel_whose_status_cannot_be_read_plays_all_the_same(name: ChipName) -> None:
    screen = clone(name)
    show(screen.panel, BUSY)
    assert screen.seen() == BUSY
    replug(screen)
    checks_until_redrawn(screen)
    show(screen.panel, BUSY)
    assert screen.seen() == BUSY


@pytest.mark.parametrize("answer", [0x00, 0x40, 0xFF])
def test_a_status_that_never_changes_is_not_trusted(answer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = clone("ssd1306")
    monkeypatch.setattr(screen.traffic, "read", lambda *_args, **_more: bytes([answer]))
    show(screen.panel, BUSY)
    before = screen.traffic.bytes
    assert screen.panel.check()
    assert screen.traffic.bytes == before


def test_renewing_is_never_seen_on_a_panel_that_shows(screen: Rig) -> None:
    show(screen.panel, BUSY)
    screen.panel._status_trusted = False
    checks_until_redrawn(screen)
    assert screen.seen() == BUSY
    while not screen.panel.step(BUSY):
        assert screen.seen() == BUSY
    assert screen.seen() == BUSY


def test_panels_are_not_all_renewed_at_a_time() -> None:
    waits = []
    for seat in range(RESEND_EVERY):
        chip = CHIPS["ssd1306"]()
        bus = SimulatedI2C({ADDRESS: chip})
        bus.mute(ADDRESS)
        screen = Rig(i2c_panel("ssd1306", bus, seat), chip, bus, turned=False)
        show(screen.panel, BUSY)
        waits.append(checks_until_redrawn(screen))
    assert sorted(waits) == list(range(1, RESEND_EVERY + 1))


def test_a_panel_that_is_not_started_is_not_checked_and_is_dimmed_when_it_is(screen: Rig) -> None:
    before = screen.traffic.bytes
    assert not screen.panel.check()
    screen.panel.dim(9)
    assert screen.traffic.bytes == before
    show(screen.panel, BUSY)
    assert screen.chip.contrast == 9


def test_contrast_reaches_the_chip_and_outlives_a_fault(screen: Rig) -> None:
    show(screen.panel, BUSY)
    assert screen.chip.contrast == 127
    before = (screen.traffic.bytes, screen.seen())
    screen.panel.dim(8)
    assert screen.chip.contrast == 8
    assert screen.traffic.bytes - before[0] <= 6
    assert screen.seen() == before[1]
    screen.panel.dim(8)
    assert screen.traffic.bytes - before[0] <= 6
    screen.panel.forget()
    screen.chip.power_cycle()
    show(screen.panel, BUSY)
    assert screen.chip.contrast == 8
    screen.panel.dim(None)
    assert screen.chip.contrast == 127


def test_a_picture_that_is_dimmed_or_closed_in_the_middle_is_not_spoilt(screen: Rig) -> None:
    show(screen.panel, BLANK)
    for level in (8, 9, 10):
        screen.panel.step(BUSY[level:] + bytes(level))
        screen.panel.dim(level)
        show(screen.panel, BUSY)
        assert (screen.seen(), screen.chip.contrast) == (BUSY, level)
    screen.panel.step(lit((1, 1), on=BUSY[::-1]))
    screen.panel.close()
    assert screen.seen() == BLANK
    screen.chip.command(b"\xaf")
    assert screen.seen() == BLANK
