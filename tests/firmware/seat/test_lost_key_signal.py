"""A key at a pod that falls silent counts as held only while the pod reports it, and becomes no gesture afterwards."""

import pytest

from companion.core.keys import Cancelled, KeyEdge, SignalLost
from companion.seats.gestures import REPEAT_AFTER, Gestures
from tests.firmware.joint import Count, Joint, same


@pytest.fixture
def joint() -> Joint:
    """A seat that is there."""
    made = Joint(seat=2)
    made.run_until(lambda: made.side.fine)
    return made


class Dam:
    """Keeps what is said until it is opened."""

    def __init__(self) -> None:
        self.is_open = False
        self._kept = b""

    def __call__(self, data: bytes) -> bytes:
        kept, self._kept = self._kept + data, b""
        if self.is_open:
            return kept
        self._kept = kept
        return b""


@pytest.mark.parametrize(("key", "contact", "did"), [(0, "left", ["left"]), (1, "middle", []), (3, "back", ["back"])])
@pytest.mark.parametrize("lifting", [False, True])
def test_a_pod_that_falls_silent_makes_no_gesture(
    joint: Joint, key: int, contact: str, did: list[str], lifting: bool
) -> None:
    """It hangs right after a key was pressed: nobody held that, and nobody let it go. With the Secrecy screen, ◀ waits."""
    hands, gestures = Gestures(lifting=lifting), list[str]()
    joint.hal.pressed.add(key)
    joint.run_until(lambda: bool(joint.keys))
    joint.up = lambda data: b""
    seen = 0
    for _ in range(400):
        for event in joint.keys[seen:]:
            match event:
                case KeyEdge():
                    gestures += hands.change(event.key, event.down, event.at)
                case SignalLost():
                    hands.lose_signal()
                case Cancelled():
                    hands.cancel()
        seen = len(joint.keys)
        gestures += hands.expire(joint.now)
        joint.step()
    assert gestures == ([] if lifting and contact == "left" else did)
    press, unheard, dropped, release = joint.keys
    assert isinstance(press, KeyEdge)
    assert isinstance(unheard, SignalLost)
    assert isinstance(dropped, Cancelled)
    assert isinstance(release, KeyEdge)
    assert dropped.at == release.at
    assert unheard.at - press.at < REPEAT_AFTER


def test_what_a_silent_pod_says_later_of_a_tap_is_a_tap(joint: Joint) -> None:
    """It was busy, and so was nobody's finger: no press is lost by it, and none is held."""
    hands, gestures = Gestures(lifting=False), list[str]()
    joint.hal.pressed.add(1)
    joint.run_until(lambda: bool(joint.keys))
    joint.up = dam = Dam()
    joint.hal.pressed.discard(1)
    joint.run(0.6)
    dam.is_open = True
    joint.run(1)
    for event in joint.keys:
        gestures += hands.expire(event.at)
        match event:
            case KeyEdge():
                gestures += hands.change(event.key, event.down, event.at)
            case SignalLost():
                hands.lose_signal()
    assert [type(event) for event in joint.keys] == [KeyEdge, SignalLost, KeyEdge]
    assert gestures == ["middle"]


@pytest.mark.parametrize("lost", [0.25, 0.0])
def test_a_key_that_is_held_stays_held(joint: Joint, lost: float) -> None:
    """The pod says so all the time, and a frame that is lost changes nothing."""
    joint.hal.pressed.add(1)
    joint.run_until(lambda: bool(joint.keys))
    joint.run(1)
    joint.up = lambda data: b""
    joint.run(lost)
    joint.up = same
    joint.run(1)
    assert len(joint.keys) == 1


def test_nothing_more_is_said_while_no_key_is_down(joint: Joint) -> None:
    joint.run(1)
    count = Count()
    joint.up = count
    joint.run(2)
    assert count.all.count(b"\0") <= 6
    joint.hal.pressed.add(1)
    joint.run(1)
    assert count.all.count(b"\0") > 12
