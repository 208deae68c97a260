"""Frames are counted as the websockets library makes them, in whatever pieces they come."""

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from companion.web.connections.frame_count import FrameCount

FRAMES = st.lists(
    st.builds(
        Frame,
        st.sampled_from([Opcode.CONT, Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.PONG]),
        st.one_of(
            st.just(b""),
            st.binary(max_size=5),
            st.integers(0, 200).map(bytes),
            st.sampled_from([65535, 65536]).map(bytes),
        ),
        st.booleans(),
    ),
    max_size=20,
)


@given(FRAMES, st.lists(st.integers(1, 200), min_size=1, max_size=20), st.booleans())
@settings(deadline=None)
def test_every_frame_counts_once(frames: list[Frame], pieces: list[int], mask: bool) -> None:
    whole = b"".join(Frame.serialize(_legal(frame), mask=mask) for frame in frames)
    count, counted, at, turn = FrameCount(), 0, 0, 0
    while at < len(whole):
        size = pieces[turn % len(pieces)] * (500 if len(whole) > 50_000 else 1)
        counted += count.count(whole[at : at + size], 1000)
        at, turn = at + size, turn + 1
    assert counted == len(frames)


def test_the_count_ends_soon_after_it_is_too_many() -> None:
    assert FrameCount().count(Frame(Opcode.PING, b"").serialize(mask=True) * 10_000, 30) == 31


def _legal(frame: Frame) -> Frame:
    """A control frame is short and in one piece."""
    return Frame(frame.opcode, frame.data[:125], True) if frame.opcode in (Opcode.PING, Opcode.PONG) else frame
