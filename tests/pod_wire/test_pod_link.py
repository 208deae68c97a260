"""Sessions, order and resending between two ends, with a simulated wire and a manual clock."""

from hypothesis import given
from hypothesis import strategies as st

from companion.pod_wire.pod_frames import PodFrame, encode_frame
from companion.pod_wire.pod_link import HEARTBEAT_EVERY, LOST_AFTER, RESEND_AFTER, SEND_WINDOW, UP, PodLink

KIND, UNSEQUENCED = 0x20, 0x0F
SESSION = 7


def ends() -> tuple[PodLink, PodLink]:
    """The table's and the pod's, in one session."""
    down, up = PodLink(up=False), PodLink(up=True)
    down.begin(SESSION, 0)
    up.begin(SESSION, 0)
    return down, up


def taken(link: PodLink, data: bytes, now: int) -> list[PodFrame]:
    return [frame for frame in link.receive(data) if link.accepts(frame, now)]


def test_so_many_wait_and_no_more() -> None:
    down, up = ends()
    assert down.room == SEND_WINDOW
    for _ in range(SEND_WINDOW):
        down.send(KIND, b"", 0)
    assert down.room == 0
    taken(up, down.outgoing(0), 0)
    assert taken(down, up.outgoing(0), 0) == []
    assert (down.room, down.delivered) == (SEND_WINDOW, SEND_WINDOW)


def test_a_lost_message_is_sent_again_with_all_behind_it() -> None:
    down, up = ends()
    for number in range(3):
        down.send(KIND, bytes([number]), 0)
        sent = down.outgoing(number)
        if number != 1:
            taken(up, sent, number)
    assert down.outgoing(RESEND_AFTER) == b""
    again = down.outgoing(2 + RESEND_AFTER)
    assert [frame.body[0] for frame in taken(up, again, 300)] == [1, 2]


def test_the_sequence_goes_round() -> None:
    down, up = ends()
    for number in range(1000):
        down.send(KIND, bytes([number % 251]), number)
        (frame,) = taken(up, down.outgoing(number), number)
        assert frame.body[0] == number % 251
        taken(down, up.outgoing(number), number)
    assert down.delivered == 1000


def test_an_end_takes_nothing_of_its_own_direction() -> None:
    down, _ = ends()
    down.send(KIND, b"x", 0)
    assert taken(down, down.outgoing(0), 0) == []
    assert taken(down, encode_frame(PodFrame(0x01, SESSION, 0, 0, 0, b"")), 0) == []


def test_what_was_never_sent_cannot_be_acknowledged() -> None:
    down, _ = ends()
    down.send(KIND, b"x", 0)
    taken(down, encode_frame(PodFrame(KIND | UP, SESSION, 0, 1, 0, b"")), 0)
    assert down.delivered == 0
    down.outgoing(0)
    taken(down, encode_frame(PodFrame(KIND | UP, SESSION, 0, 2, 0, b"")), 0)
    assert down.delivered == 0
    taken(down, encode_frame(PodFrame(KIND | UP, SESSION, 0, 1, 0, b"")), 0)
    assert down.delivered == 1


def test_without_a_session_nothing_is_said_and_only_greetings_count() -> None:
    down = PodLink(up=False)
    assert (down.outgoing(10**6), down.room, down.lost(10**6)) == (b"", 0, False)
    assert taken(down, encode_frame(PodFrame(KIND | UP, 0, 1, 0, 0, b"")), 0) == []
    assert len(taken(down, encode_frame(PodFrame(0x01 | UP, 99, 0, 0, 0, b"")), 0)) == 1


def test_a_sign_of_life_and_its_absence() -> None:
    down, up = ends()
    assert down.outgoing(HEARTBEAT_EVERY - 1) == b""
    assert taken(up, down.outgoing(HEARTBEAT_EVERY), HEARTBEAT_EVERY) == []
    assert not up.lost(HEARTBEAT_EVERY + LOST_AFTER - 1)
    assert up.lost(HEARTBEAT_EVERY + LOST_AFTER)


def test_an_end_that_lives_but_takes_nothing_is_lost() -> None:
    """Counted from the first message that waits: neither long silence before it nor more messages behind it matter."""
    down, up = ends()
    silence = 5 * LOST_AFTER
    for now in range(0, silence + LOST_AFTER, 100):
        if now >= silence and down.room:
            down.send(KIND, b"x", now)
        down.outgoing(now)
        assert not down.lost(now)
        taken(down, up.outgoing(now), now)
    assert down.lost(silence + LOST_AFTER)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 3)), min_size=1, max_size=60))
def test_whatever_is_lost_or_doubled_what_comes_is_what_was_sent(steps: list[tuple[bool, bool, int]]) -> None:
    """`steps`: whether the bytes down and up of a step are lost, and how many messages are sent in it."""
    down, up = ends()
    sent, came, now = 0, [], 0
    for lose_down, lose_up, more in [*steps, *[(False, False, 0)] * 40]:
        for _ in range(min(more, down.room)):
            down.send(KIND, sent.to_bytes(2, "little"), now)
            sent += 1
        data = down.outgoing(now)
        came += [] if lose_down else taken(up, data * 2, now)
        back = up.outgoing(now)
        taken(down, b"" if lose_up else back, now)
        now += 50
    assert [int.from_bytes(frame.body, "little") for frame in came] == list(range(sent))
    assert down.delivered == sent
