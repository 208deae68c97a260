"""Message bodies: unpacking returns what was packed. For any other bytes it returns None and raises nothing."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from companion.pod_wire import pod_messages

UNPACKERS: list[Callable[[bytes], object]] = [
    pod_messages.unpack_hello,
    pod_messages.unpack_serial,
    pod_messages.unpack_welcome,
    pod_messages.unpack_draw,
    pod_messages.unpack_sound,
    pod_messages.unpack_key,
    pod_messages.unpack_reading,
]
TONES = st.tuples(
    st.just(0) | st.integers(pod_messages.LOWEST_HERTZ, pod_messages.HIGHEST_HERTZ), st.integers(0, 65535)
)


@given(st.binary(max_size=160))
def test_any_bytes_are_a_body_or_none(body: bytes) -> None:
    for unpack in UNPACKERS:
        unpack(body)


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=32))
def test_greetings(serial: str) -> None:
    assert pod_messages.unpack_hello(pod_messages.pack_hello(serial)) == (pod_messages.PROTOCOL_VERSION, serial.upper())
    welcome = pod_messages.pack_welcome(pod_messages.ROLE_NEST, "1.0.0", serial)
    assert pod_messages.unpack_welcome(welcome) == (
        pod_messages.PROTOCOL_VERSION,
        pod_messages.ROLE_NEST,
        "1.0.0",
        serial,
    )


@given(st.integers(0, 255), st.integers(0, 7), st.integers(0, 127), st.data())
def test_stretches_of_a_page(seat: int, page: int, column: int, data: st.DataObject) -> None:
    stretch = data.draw(st.binary(min_size=1, max_size=128 - column))
    assert pod_messages.unpack_draw(pod_messages.pack_draw(seat, page, column, stretch)) == (
        seat,
        page,
        column,
        stretch,
    )


def test_what_says_nothing_that_there_is_is_no_body() -> None:
    no_bytes, no_such_page, past_the_edge, too_long = b"\0\0\0", b"\0\x08\0x", b"\0\0\x7fxx", b"\0\0\0" + bytes(129)
    for body in (no_bytes, no_such_page, past_the_edge, too_long):
        assert pod_messages.unpack_draw(body) is None, body
    for hertz in (1, pod_messages.LOWEST_HERTZ - 1, pod_messages.HIGHEST_HERTZ + 1):
        assert pod_messages.unpack_sound(pod_messages.pack_sound(0, [(hertz, 10)])) is None, hertz
    for body in (b"\x04\x01\0\0\0\0", b"\x00\x03\0\0\0\0", b"\x00\x01\0\0\0"):
        assert pod_messages.unpack_key(body) is None, body
    for body in (b"\x05\0\0\0", b"\x01\0\x07\x01", b"\x01\0\x01\x07", b"\x01\0\0", b"\x01\0\0\0\0"):
        assert pod_messages.unpack_reading(body) is None, body


@given(st.lists(TONES, max_size=pod_messages.MAX_TONES))
def test_sounds(tones: list[tuple[int, int]]) -> None:
    assert pod_messages.unpack_sound(pod_messages.pack_sound(3, tones)) == (3, tones)


@given(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2**40))
def test_keys(key: int, happened: int, at: int) -> None:
    assert pod_messages.unpack_key(pod_messages.pack_key(key, happened, at)) == (key, happened, at % 2**32)


def test_a_pod_with_micropython_tells_its_version_too() -> None:
    for micropython in ("1.24.1", ""):
        text = pod_messages.pack_firmware("1.1.0", micropython)
        assert pod_messages.unpack_firmware(text) == ("1.1.0", micropython)
