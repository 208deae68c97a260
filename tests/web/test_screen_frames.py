"""The binary message of a screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.web.screen_frames import ScreenFrame, decode_screen, encode_screen, full, lit_runs, update


@st.composite
def runs(draw: st.DrawFn) -> PixelRun:
    column = draw(st.integers(0, WIDTH - 1))
    data = draw(st.binary(min_size=1, max_size=WIDTH - column))
    return PixelRun(draw(st.integers(0, PAGES - 1)), column, data)


FRAMES = st.builds(ScreenFrame, st.integers(0, 5), st.booleans(), st.lists(runs(), max_size=10).map(tuple))
PICTURES = st.lists(runs(), max_size=10).map(lambda drawn: applied(BLANK, drawn))


@given(FRAMES)
def test_what_is_decoded_is_what_was_encoded(frame: ScreenFrame) -> None:
    assert decode_screen(encode_screen(frame)) == frame


@given(PICTURES)
def test_a_whole_picture_is_made_from_a_blank_one(picture: Picture) -> None:
    frame = decode_screen(full(3, picture))
    assert (frame.seat, frame.full) == (3, True)
    assert applied(BLANK, frame.runs) == picture == applied(BLANK, lit_runs(picture))


@given(PICTURES, PICTURES, st.lists(runs(), max_size=3).map(tuple))
def test_an_update_always_leads_to_the_picture_that_stands(
    before: Picture, after: Picture, told: tuple[PixelRun, ...]
) -> None:
    message = update(0, before, told, after)
    if message is None:
        assert before == after
    else:
        frame = decode_screen(message)
        assert applied(BLANK if frame.full else before, frame.runs) == after


def test_a_small_update_travels_as_its_runs() -> None:
    """A marker that moves, a letter that changes, a digit that counts: 40 bytes at most in the mean."""
    before = applied(BLANK, [PixelRun(page, 0, bytes([page + 1]) * WIDTH) for page in range(PAGES)])
    small = [
        (PixelRun(3, 10, b"\x80" * 12), PixelRun(3, 40, b"\x81" * 12)),
        (PixelRun(5, 60, bytes(range(5, 10))),),
        (PixelRun(0, 118, b"\x11\x22\x33\x44\x55"), PixelRun(7, 0, b"\x7f" * 20)),
    ]
    sizes = []
    for told in small:
        message = update(1, before, told, applied(before, told))
        assert message is not None
        assert decode_screen(message) == ScreenFrame(1, False, told)
        sizes.append(len(message))
    assert sum(sizes) / len(sizes) <= 40


@given(st.binary(max_size=60))
def test_any_bytes_are_a_frame_or_one_error(message: bytes) -> None:
    try:
        frame = decode_screen(message)
    except ValueError:
        return
    assert encode_screen(frame).ljust(len(message), b"\0") == message


def test_a_run_that_leaves_the_screen_is_refused() -> None:
    for page, column, data in ((8, 0, b"1"), (0, 128, b"1"), (0, 127, b"12"), (0, 0, b""), (0, -1, b"1")):
        with pytest.raises(ValueError, match="leaves the screen"):
            encode_screen(ScreenFrame(0, False, (PixelRun(page, column, data),)))
