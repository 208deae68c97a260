"""The session with a seat pod: greeting, identity, version, role, leaving."""

from functools import partial
from random import Random

import pytest

from companion.core.picture import BLANK
from companion.devices.pods.pod_seat import SeatPodSide
from companion.devices.pods.pod_session import PodSession
from companion.devices.wiring_records import PodSeat
from companion.link import pod_messages
from companion.link.pod_link import UP, PodLink
from tests.devices.pictures import lit
from tests.firmware.joint import SERIAL, SESSION, Count, Joint, showing

PICTURE, OTHER = lit((3, 3), (64, 40)), lit((100, 9))


@pytest.fixture
def joint() -> Joint:
    """A seat whose panel shows PICTURE."""
    return showing(PICTURE)


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
    assert joint.session.trouble == "it reports the serial number AAAA; write that number in the table's configuration"
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


@pytest.mark.parametrize("version", [0, 2, 255])
def test_a_wrong_version_is_told_with_its_remedy(version: int) -> None:
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
    assert joint.session.trouble == (
        f"it uses version {version} of the protocol, and this table uses version 1; "
        "put the firmware on it with 'companion pods flash'"
    )


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
    assert joint.session.trouble == "it is a nest pod; put the firmware on it with 'companion pods flash' --role seat"


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
