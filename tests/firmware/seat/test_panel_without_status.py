"""A pod's panel that cannot tell whether it is lit: it is drawn anew now and then, and nobody sees that."""

import pytest

from companion.core.picture import BLANK
from companion.devices.simulated.simulated_pod import POD_PANEL_ADDRESS
from tests.devices.pictures import lit
from tests.firmware.joint import Joint

PICTURE, OTHER = lit((3, 3), (64, 40)), lit((100, 9))


@pytest.fixture
def joint() -> Joint:
    """A seat whose panel acknowledges no read, and shows PICTURE."""
    made = Joint(seat=2)
    made.hal.bus.mute(POD_PANEL_ADDRESS)
    made.side.show(PICTURE)
    made.run_until(lambda: made.side.fine)
    return made


def test_a_panel_that_cannot_tell_is_drawn_anew_now_and_then(joint: Joint) -> None:
    """One that acknowledges no read; it is not darkened for that, and shows the contrast that it had."""
    joint.side.dim(8, (0, 0))
    for _ in range(13):
        joint.side.check()
        for _ in range(30):
            joint.step()
            assert joint.chip.pixels() == PICTURE
    assert (joint.side.fine, joint.session.trouble, joint.chip.contrast) == (True, None, 8)
    joint.chip.power_cycle()
    seen = set()
    for _ in range(6):
        joint.side.check()
        for _ in range(30):
            joint.step()
            seen.add(joint.chip.pixels())
    assert seen == {BLANK, PICTURE}
    assert (joint.chip.pixels(), joint.chip.contrast) == (PICTURE, 8)


def test_a_panel_that_cannot_tell_is_drawn_anew_while_pictures_change(joint: Joint) -> None:
    """A new picture comes in the midst of it: every page is that picture's."""
    for steps in range(12):
        joint.chip.power_cycle()
        for number in range(6):
            joint.side.check()
            joint.run(0.01 * steps if number == 5 else 0.2)
        for picture in (OTHER, BLANK, PICTURE):
            joint.side.show(picture)
            joint.run(0.02)
        joint.run_until(lambda: joint.side.fine)
        assert joint.chip.pixels() == PICTURE


def test_a_panel_that_cannot_tell_and_is_missing_is_told_at_a_look(joint: Joint) -> None:
    joint.hal.bus.unplug(POD_PANEL_ADDRESS)
    joint.side.check()
    joint.run_until(lambda: joint.session.trouble is not None)
    assert joint.session.trouble == "its panel does not acknowledge, check the wires between pod and panel"
