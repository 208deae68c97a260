"""What every panel must do with every wiring: show the picture, and send few bytes for it."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from companion.core.picture import BLANK, Picture
from companion.devices.simulated.i2c import SimulatedI2C
from tests.devices.pictures import few_pixels, lit, pictures
from tests.devices.rigs import ADDRESS, CHIPS, FEW_BUILDS, Rig, i2c_panel, rig, show


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
