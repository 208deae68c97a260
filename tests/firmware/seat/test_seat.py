"""A seat pod and the table, on a clock: what stands on the panel, whose it is, keys, sounds, and faults."""

from functools import partial
from random import Random

import pytest

from companion.core.keys import InitiallyDown, KeyEdge
from companion.core.picture import BLANK, applied
from companion.devices.pods.seat import MESSAGES_AHEAD, SeatPodSide
from companion.devices.pods.session import PodSession
from companion.devices.simulated.pod import POD_PANEL_ADDRESS
from companion.devices.wiring import PodSeat
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import LOST_AFTER, UP, PodLink
from tests.devices.pictures import lit
from tests.firmware.joint import SERIAL, SESSION, Count, Joint, same, showing

PICTURE, OTHER = lit((3, 3), (64, 40)), lit((100, 9))


@pytest.fixture
def joint() -> Joint:
    """A seat whose panel shows PICTURE."""
    return showing(PICTURE)


def test_a_panel_is_dark_until_a_whole_picture_stands() -> None:
    joint = Joint()
    joint.side.show(PICTURE)
    seen = {joint.chip.pixels()}
    while not joint.side.fine:
        joint.step()
        seen.add(joint.chip.pixels())
    assert seen == {BLANK, PICTURE}


def test_the_table_is_told_what_stands(joint: Joint) -> None:
    joint.side.show(OTHER)
    joint.run_until(lambda: joint.side.fine)
    assert sum(len(run.data) for run in joint.runs[0]) == len(BLANK)
    picture = BLANK
    for runs in joint.runs:
        picture = applied(picture, runs)
    assert picture == OTHER


def test_the_newest_picture_wins() -> None:
    """A hundred pictures are wanted while the pod is busy; no more than a few stretches of old ones are ever sent."""
    joint = Joint()
    joint.run_until(lambda: joint.side.fine)
    count = Count()
    joint.down = count
    for number in range(100):
        joint.side.show(lit((number, number % 64), (5, number % 8)))
        if number == 50:
            joint.step()
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.pixels() == lit((99, 35), (5, 3))
    assert count.all.count(b"\0") <= 2 * MESSAGES_AHEAD + 6


def test_the_pod_is_dark_when_the_table_is_gone(joint: Joint) -> None:
    """The cable is in, but nobody speaks any more."""
    waited = 0.0
    while joint.chip.pixels() == PICTURE:
        joint.pod.step(b"")
        joint.now += 0.01
        waited += 0.01
        assert waited < 10
    assert joint.chip.pixels() == BLANK
    assert waited == pytest.approx(LOST_AFTER / 1000, abs=0.5)
    # Its memory is blank too: lit by a wrong byte, it would show nothing.
    joint.chip.command(b"\xaf")
    assert joint.chip.pixels() == BLANK


def test_a_panel_that_cannot_be_switched_off_is_tried_again(joint: Joint) -> None:
    joint.hal.bus.fail(*[5] * 3)
    for _ in range(400):
        joint.pod.step(b"")
        joint.now += 0.01
    assert joint.chip.pixels() == BLANK


def test_a_pod_that_says_nothing_is_a_fault_and_its_keys_are_let_go(joint: Joint) -> None:
    joint.hal.pressed.add(0)
    joint.run_until(lambda: bool(joint.keys))
    end = joint.now + 3
    while joint.now < end:
        joint.session.step(b"", joint.now)
        joint.now += 0.01
    assert "stopped answering" in (joint.session.trouble or "")
    assert [(event.key, event.down) for event in joint.keys if isinstance(event, KeyEdge)] == [
        ("left", True),
        ("left", False),
    ]


def test_a_key_is_told_with_its_time_though_its_frame_was_lost(joint: Joint) -> None:
    joint.run(0.1)
    pressed_at = joint.now
    joint.hal.pressed.add(2)
    joint.up = lambda data: b""
    joint.run(0.1)
    joint.up = same
    joint.run_until(lambda: bool(joint.keys))
    (press,) = joint.keys
    assert isinstance(press, KeyEdge)
    assert joint.now - pressed_at > 0.1
    assert press.at == pytest.approx(pressed_at, abs=0.02)


def test_a_key_that_is_down_at_the_start_is_held_and_not_pressed() -> None:
    joint = Joint(seat=1)
    joint.hal.pressed.update((1, 3))
    joint.run_until(lambda: joint.side.fine)
    joint.hal.pressed.clear()
    joint.run(0.1)
    first, second, *released = joint.keys
    assert [(type(one), one.seat, one.key) for one in (first, second) if isinstance(one, InitiallyDown)] == [
        (InitiallyDown, 1, "middle"),
        (InitiallyDown, 1, "back"),
    ]
    assert [(one.key, one.down) for one in released if isinstance(one, KeyEdge)] == [("middle", False), ("back", False)]


def test_a_pod_that_starts_anew_is_drawn_anew(joint: Joint) -> None:
    """Its watchdog bit, and the port stayed open."""
    joint.start()
    joint.run(0.05)
    assert joint.chip.pixels() == BLANK
    joint.run_until(lambda: not joint.session.linked)
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.pixels() == PICTURE


def test_a_panel_that_does_not_acknowledge_is_told_and_comes_back(joint: Joint) -> None:
    joint.hal.bus.unplug(0x3C)
    joint.side.show(OTHER)
    joint.run_until(lambda: joint.session.trouble is not None)
    assert "its panel does not acknowledge" in (joint.session.trouble or "")
    assert joint.session.linked
    joint.hal.pressed.add(0)
    joint.run_until(lambda: bool(joint.keys))
    joint.hal.bus.plug(0x3C)
    joint.run_until(lambda: joint.side.fine)
    assert joint.session.trouble is None
    assert joint.chip.pixels() == OTHER


def test_a_panel_that_lost_its_power_between_two_pictures_is_found_by_looking(joint: Joint) -> None:
    joint.chip.power_cycle()
    joint.run(1)
    assert joint.chip.pixels() == BLANK
    joint.side.check()
    joint.run_until(lambda: joint.chip.pixels() == PICTURE)
    assert joint.session.trouble is None


def test_looking_at_a_panel_that_shows_changes_nothing(joint: Joint) -> None:
    before = len(joint.runs)
    for _ in range(20):
        joint.side.check()
        joint.run(0.05)
        assert joint.chip.pixels() == PICTURE
    assert len(joint.runs) == before


def test_it_is_dimmed_and_moved_and_comes_back(joint: Joint) -> None:
    joint.side.dim(8, (1, 0))
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.contrast == 8
    assert joint.chip.pixels() == lit((4, 3), (65, 40))
    joint.side.dim(None, (0, 0))
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.contrast == 127
    assert joint.chip.pixels() == PICTURE


def test_a_sound_is_played_tone_by_tone_and_cuts_an_older_one_off(joint: Joint) -> None:
    joint.side.play([(1000, 5000)])
    joint.run(0.1)
    joint.side.play([(2000, 50), (0, 30), (3000, 50)])
    joint.run(1)
    assert joint.hal.tones[-5:] == [1000, 2000, 0, 3000, 0]


def test_closed_it_is_dark_with_a_blank_memory(joint: Joint) -> None:
    joint.side.close()
    joint.run_until(lambda: joint.side.closed)
    joint.chip.command(b"\xaf")
    assert joint.chip.pixels() == BLANK


def test_a_key_cannot_be_pressed_twice_running(joint: Joint) -> None:
    for happened in (
        pod_messages.KEY_PRESSED,
        pod_messages.KEY_PRESSED,
        pod_messages.KEY_RELEASED,
        pod_messages.KEY_RELEASED,
    ):
        body = pod_messages.pack_key(pod_messages.KEY_LEFT, happened, 0)
        joint.side.receive(PodFrame(pod_messages.KEY_EVENT | UP, SESSION, 1, 0, 0, body), joint.now)
    assert [event.down for event in joint.keys if isinstance(event, KeyEdge)] == [True, False]


def test_a_panel_that_failed_is_dark_until_it_is_drawn_anew(joint: Joint) -> None:
    joint.hal.bus.fail(5)
    joint.side.show(OTHER)
    joint.run_until(lambda: joint.session.trouble is not None)
    assert joint.chip.pixels() == BLANK
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.pixels() == OTHER


@pytest.fixture
def mute() -> Joint:
    """A seat whose panel acknowledges no read, and shows PICTURE."""
    made = Joint(seat=2)
    made.hal.bus.mute(POD_PANEL_ADDRESS)
    made.side.show(PICTURE)
    made.run_until(lambda: made.side.fine)
    return made


def test_a_panel_that_cannot_tell_is_drawn_anew_now_and_then(mute: Joint) -> None:
    """One that acknowledges no read; it is not darkened for that, and shows the contrast that it had."""
    mute.side.dim(8, (0, 0))
    for _ in range(13):
        mute.side.check()
        for _ in range(30):
            mute.step()
            assert mute.chip.pixels() == PICTURE
    assert (mute.side.fine, mute.session.trouble, mute.chip.contrast) == (True, None, 8)
    mute.chip.power_cycle()
    seen = set()
    for _ in range(6):
        mute.side.check()
        for _ in range(30):
            mute.step()
            seen.add(mute.chip.pixels())
    assert seen == {BLANK, PICTURE}
    assert (mute.chip.pixels(), mute.chip.contrast) == (PICTURE, 8)


def test_a_panel_that_cannot_tell_is_drawn_anew_while_pictures_change(mute: Joint) -> None:
    """A new picture comes in the midst of it: every page is that picture's."""
    for steps in range(12):
        mute.chip.power_cycle()
        for number in range(6):
            mute.side.check()
            mute.run(0.01 * steps if number == 5 else 0.2)
        for picture in (OTHER, BLANK, PICTURE):
            mute.side.show(picture)
            mute.run(0.02)
        mute.run_until(lambda: mute.side.fine)
        assert mute.chip.pixels() == PICTURE


def test_a_panel_that_cannot_tell_and_is_missing_is_told_at_a_look(mute: Joint) -> None:
    mute.hal.bus.unplug(POD_PANEL_ADDRESS)
    mute.side.check()
    mute.run_until(lambda: mute.session.trouble is not None)
    assert "its panel does not acknowledge" in (mute.session.trouble or "")


# The session: greeting, identity, version, role, leaving


def test_no_greeting_is_ctrl_c_to_a_pico_with_another_program() -> None:
    """Whatever the table's clock and whatever number luck gives."""
    luck = Random(1)
    for _ in range(2000):
        side = SeatPodSide(0, PodSeat(SERIAL), lambda runs: None, lambda key: None)
        talk = PodSession(SERIAL, side, partial(luck.getrandbits, 32))
        now = luck.choice((1.0, 100.0, 1e4, 1e6)) * luck.random()
        talk.open(now)
        hello = talk.step(b"", now)
        assert _kinds(hello) == [pod_messages.HELLO]
        assert 3 not in hello


def test_a_pod_that_is_another_one_is_sent_nothing() -> None:
    """The wires are crossed: the pod tells who it is, and the table sends it neither a start nor a picture."""
    joint = Joint(pods="AAAA")
    count = Count()
    joint.down = count
    joint.side.show(PICTURE)
    joint.run(5)
    assert joint.chip.pixels() == BLANK
    assert "reports the serial number AAAA" in (joint.session.trouble or "")
    assert not joint.pod.linked
    assert set(_kinds(count.all)) == {pod_messages.HELLO}


def test_a_pod_shows_no_other_seats_picture(joint: Joint) -> None:
    link = PodLink(up=False)
    wire = link.greeting(pod_messages.HELLO, 77, pod_messages.pack_hello(SERIAL), 0)
    joint.pod.step(wire)
    link.begin(77, 0)
    link.send(pod_messages.DRAW_RUN, pod_messages.pack_draw(1, 0, 0, b"\xff"), 0)
    link.send(pod_messages.LIGHT_PANEL, b"\x01", 0)
    said = joint.pod.step(link.outgoing(0))
    assert joint.chip.pixels() == BLANK
    faults = [frame.body[0] for frame in link.receive(said) if frame.kind == pod_messages.POD_FAULT | UP]
    assert faults == [pod_messages.FAULT_WRONG_SEAT, pod_messages.FAULT_WRONG_SEAT]


@pytest.mark.parametrize("version", [0, 2])
def test_a_wrong_version_is_told(version: int) -> None:
    joint = Joint()

    def other(data: bytes) -> bytes:
        """The pod is one of another version: its greeting says so."""
        link = PodLink(up=True)
        found = link.receive(data)
        if not found:
            return b""
        body = bytes((version, pod_messages.ROLE_SEAT, 5)) + b"9.9.9" + SERIAL.encode()
        return link.greeting(pod_messages.WELCOME, found[0].session, body, 0)

    said = b""
    for _ in range(300):
        said = other(joint.session.step(said, joint.now))
        joint.now += 0.01
    assert not joint.session.linked
    assert f"it uses version {version} of the protocol, and this table uses version 1" in (joint.session.trouble or "")


def test_a_table_of_another_version_opens_nothing(joint: Joint) -> None:
    hello = bytes((pod_messages.PROTOCOL_VERSION + 1,)) + SERIAL.encode()
    said = joint.pod.step(PodLink(up=False).greeting(pod_messages.HELLO, 5, hello, 0))
    assert pod_messages.WELCOME | UP in _kinds(said)
    assert not joint.pod.linked
    assert joint.chip.pixels() == BLANK


def test_a_pod_of_another_role_is_told() -> None:
    joint = Joint()
    link = PodLink(up=True)
    joint.session.step(b"", joint.now)
    welcome = pod_messages.pack_welcome(pod_messages.ROLE_NEST, "1.0.0", SERIAL)
    joint.session.step(link.greeting(pod_messages.WELCOME, SESSION, welcome, 0), joint.now)
    assert "it is a nest pod" in (joint.session.trouble or "")


def test_leaving_is_for_the_pod_that_is_meant(joint: Joint) -> None:
    leave = PodLink(up=False).greeting(pod_messages.LEAVE, 0, b"AAAA", 0)
    joint.pod.step(leave)
    assert not joint.hal.left
    joint.pod.step(PodLink(up=False).greeting(pod_messages.LEAVE, 0, SERIAL.lower().encode(), 0))
    assert joint.hal.left


def _kinds(data: bytes) -> list[int]:
    return [frame.kind for frame in PodLink(up=True).receive(data)]


def test_a_pod_is_opened_only_by_whoever_means_it(joint: Joint) -> None:
    """A greeting for another one ends the session: whoever is at the other end takes this pod for that one."""
    said = joint.pod.step(PodLink(up=False).greeting(pod_messages.HELLO, 5, pod_messages.pack_hello("AAAA"), 0))
    assert pod_messages.WELCOME | UP in _kinds(said)
    assert not joint.pod.linked
    assert joint.chip.pixels() == BLANK
