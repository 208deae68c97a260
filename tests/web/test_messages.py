"""What pages are told, as text and as bytes: the keyboard of each seat, and the binary message of a screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.web.messages import (
    KEYBOARD,
    ScreenFrame,
    changed_screen,
    decode_screen,
    encode_screen,
    keyboard_of,
    lit_runs,
    whole_screen,
)


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
    frame = decode_screen(whole_screen(3, picture))
    assert (frame.seat, frame.full) == (3, True)
    assert applied(BLANK, frame.runs) == picture == applied(BLANK, lit_runs(picture))


@given(PICTURES, PICTURES, st.lists(runs(), max_size=3).map(tuple))
def test_an_update_always_leads_to_the_picture_that_stands(
    before: Picture, after: Picture, told: tuple[PixelRun, ...]
) -> None:
    message = changed_screen(0, before, told, after)
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
        message = changed_screen(1, before, told, applied(before, told))
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


# The keyboard that hello tells; what a page makes of it is in tests/web/node/keyboard.test.mjs.


def test_each_of_six_seats_has_three_keys_that_no_other_has_and_a_seat_beyond_them_none() -> None:
    for seats in range(1, 9):
        keyboard = keyboard_of(seats)
        assert len(keyboard) == seats
        codes = [code for keys in keyboard for code in keys]
        assert len(set(codes)) == len(codes) == 3 * min(seats, 6), f"{seats} seats"
        assert {len(keys) for keys in keyboard} <= {0, 3}


def test_the_left_hand_has_the_seats_at_the_left_from_the_front_and_the_right_hand_the_others_from_the_back() -> None:
    left, right = KEYBOARD[:3], KEYBOARD[3:]
    assert keyboard_of(6) == (*left, *right)
    assert keyboard_of(3) == (*left[:2], right[2])
    assert keyboard_of(2) == (left[0], right[2])
