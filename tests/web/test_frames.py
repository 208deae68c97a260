"""The binary message of a screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import BLANK, PAGES, WIDTH, Picture, Run, applied
from companion.web.frames import Frame, decode, encode, full, update, whole


@st.composite
def runs(draw: st.DrawFn) -> Run:
    column = draw(st.integers(0, WIDTH - 1))
    data = draw(st.binary(min_size=1, max_size=WIDTH - column))
    return Run(draw(st.integers(0, PAGES - 1)), column, data)


FRAMES = st.builds(Frame, st.integers(0, 5), st.booleans(), st.lists(runs(), max_size=10).map(tuple))
PICTURES = st.lists(runs(), max_size=10).map(lambda drawn: applied(BLANK, drawn))


@given(FRAMES)
def test_what_is_decoded_is_what_was_encoded(frame: Frame) -> None:
    assert decode(encode(frame)) == frame


@given(PICTURES)
def test_a_whole_picture_is_made_from_a_blank_one(picture: Picture) -> None:
    frame = decode(full(3, picture))
    assert (frame.seat, frame.full) == (3, True)
    assert applied(BLANK, frame.runs) == picture == applied(BLANK, whole(picture))


@given(PICTURES, PICTURES, st.lists(runs(), max_size=3).map(tuple))
def test_an_update_always_leads_to_the_picture_that_stands(
    before: Picture, after: Picture, told: tuple[Run, ...]
) -> None:
    message = update(0, before, told, after)
    if message is None:
        assert before == after
    else:
        frame = decode(message)
        assert applied(BLANK if frame.full else before, frame.runs) == after


def test_a_small_update_travels_as_its_runs() -> None:
    """A marker that moves, a letter that changes, a digit that counts: 40 bytes at most in the mean."""
    before = applied(BLANK, [Run(page, 0, bytes([page + 1]) * WIDTH) for page in range(PAGES)])
    small = [
        (Run(3, 10, b"\x80" * 12), Run(3, 40, b"\x81" * 12)),
        (Run(5, 60, bytes(range(5, 10))),),
        (Run(0, 118, b"\x11\x22\x33\x44\x55"), Run(7, 0, b"\x7f" * 20)),
    ]
    sizes = []
    for told in small:
        message = update(1, before, told, applied(before, told))
        assert message is not None
        assert decode(message) == Frame(1, False, told)
        sizes.append(len(message))
    assert sum(sizes) / len(sizes) <= 40


@given(st.binary(max_size=60))
def test_any_bytes_are_a_frame_or_one_error(message: bytes) -> None:
    try:
        frame = decode(message)
    except ValueError:
        return
    assert encode(frame) == message


@pytest.mark.parametrize(
    "run", [Run(8, 0, b"1"), Run(0, 128, b"1"), Run(0, 127, b"12"), Run(0, 0, b""), Run(0, -1, b"1")]
)
def test_a_run_that_leaves_the_screen_is_refused(run: Run) -> None:
    with pytest.raises(ValueError, match="leaves the screen"):
        encode(Frame(0, False, (run,)))
