"""What a pod's welcome must be: whole, of the session that was asked for, and of the right pod."""

from companion.devices.dice.serial import NestPodSide
from companion.devices.pods.session import PodSession
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import FrameDecoder
from companion.pod_wire.pod_link import UP, PodLink

SERIAL = "E6614C311B7F5A2D"
WELCOME = pod_messages.pack_welcome(pod_messages.POD_ROLES["nest"], "1.0", SERIAL)


def test_only_a_whole_welcome_of_this_greeting_opens_a_session() -> None:
    session = PodSession(SERIAL, NestPodSide(lambda *_: None, lambda: None), lambda: 7)
    session.open(1.0)
    (hello,) = FrameDecoder().feed(session.step(b"", 1.0))
    assert hello.session == 7

    def answer(number: int, body: bytes) -> bool:
        link = PodLink(up=True)
        session.step(b"\0" + link.greeting(pod_messages.WELCOME | UP, number, body, 1000), 1.0)
        return session.linked

    assert not answer(7, WELCOME[:2]), "a body that is cut off"
    assert not answer(6, WELCOME), "the answer to an older greeting"
    assert answer(7, WELCOME)
