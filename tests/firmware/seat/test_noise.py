"""Noise on the wire, at every place of everything that is said while a picture is drawn and a key pressed: it costs time,
and nothing else. No garbage becomes a key, and nothing but the picture ever stands on the panel."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.keys import KeyEdge
from companion.core.picture import BLANK, Picture
from companion.pod_wire.pod_frames import PodFrame, encode_frame
from tests.devices.pictures import lit
from tests.firmware.joint import SESSION, Count, Damage, Joint
from tests.laws.play import one_round
from tests.pod_wire.vectors import vectors

PICTURE = lit((3, 3), (64, 40), (127, 63))

NOISES: dict[str, Callable[[bytes], bytes]] = {
    "dropped": lambda byte: b"",
    "doubled": lambda byte: byte * 2,
    "flipped": lambda byte: bytes([byte[0] ^ 0x10]),
    "zero": lambda byte: b"\0",
    "burst": lambda byte: byte + bytes(range(1, 60)) + b"\0\xff\0",
}


def played(joint: Joint) -> None:
    """A picture is drawn, a key pressed and let go."""
    joint.side.show(PICTURE)
    joint.run_until(lambda: joint.side.fine)
    assert joint.chip.pixels() == PICTURE
    joint.hal.pressed.add(1)
    joint.run_until(lambda: bool(joint.keys))
    joint.hal.pressed.discard(1)
    joint.run_until(lambda: len(joint.keys) > 1)


def clean() -> tuple[bytes, bytes]:
    """All that goes down and up when nothing is damaged."""
    down, up = Count(), Count()
    joint = Joint(down=down, up=up)
    played(joint)
    assert not joint.session.trouble
    return down.all, up.all


def lengths() -> dict[str, int]:
    down, up = clean()
    return {"down": len(down), "up": len(up)}


@pytest.mark.parametrize("noise", one_round(NOISES))
@pytest.mark.parametrize("way", ["down", "up"])
def test_noise_at_every_place(way: str, noise: str) -> None:
    places = lengths()[way]
    assert places > 100
    for place in range(places):
        damage = Damage(place, NOISES[noise])
        joint = Joint(down=damage) if way == "down" else Joint(up=damage)
        played(joint)
        press, release = joint.keys
        assert isinstance(press, KeyEdge)
        assert isinstance(release, KeyEdge)
        assert [(edge.key, edge.down) for edge in (press, release)] == [("middle", True), ("middle", False)]
        assert joint.chip.pixels() == PICTURE


def test_pictures_while_half_of_all_bytes_go_wrong_now_and_then() -> None:
    """Every tenth exchange is spoilt; each picture that stands is one that was wanted, and the last one does stand."""
    count = 0

    def spoil(data: bytes) -> bytes:
        nonlocal count
        count += 1
        return data[::2] if count % 10 == 0 else data

    joint = Joint(down=spoil, up=spoil)
    wanted: set[Picture] = {BLANK}
    for number in range(60):
        picture = lit((number, number), (127 - number, 5))
        wanted.add(picture)
        joint.side.show(picture)
        joint.run_until(lambda: joint.side.fine)
        assert joint.chip.pixels() == picture
    assert joint.keys == []


def test_what_was_said_in_an_old_session_counts_no_more() -> None:
    """A whole conversation, recorded and played to the same pod in its next session, does nothing."""
    down, _ = clean()
    # What is left of an old session never begins with a greeting, since that would open it again.
    rest = down[down.index(b"\0", 1) + 1 :]
    for cut in range(0, len(rest), 7):
        joint = in_a_second_session()
        joint.pod.step(rest[cut:])
        assert joint.chip.pixels() == BLANK
        joint.run(0.2)
        assert joint.chip.pixels() == BLANK
        assert joint.session.trouble is None


def in_a_second_session() -> Joint:
    joint = Joint()
    joint.session.close(joint.now)
    joint.session.open(joint.now)
    joint.run_until(lambda: joint.side.fine)
    return joint


def test_an_echo_is_no_answer() -> None:
    """A port that is a terminal in its usual mode sends everything back: nobody is there."""
    joint = Joint()
    for _ in range(400):
        joint.said = joint.session.step(joint.said, joint.now)
        joint.now += 0.01
    assert not joint.session.linked
    assert joint.keys == []
    assert "does not answer" in (joint.session.trouble or "")


def test_no_frame_of_the_vectors_moves_a_pod_without_a_session() -> None:
    joint = Joint()
    for vector in vectors():
        if "hello" not in vector.name:
            joint.pod.step(vector.wire)
    assert not joint.pod.linked
    assert joint.chip.pixels() == BLANK
    assert joint.hal.left  # but for "leave", which is meant for exactly this


@given(st.integers(0, 255), st.binary(max_size=144), st.integers(0, 255))
@settings(max_examples=3 * settings().max_examples)
def test_no_frame_stops_a_pod_or_the_table(kind: int, body: bytes, sequence: int) -> None:
    """Even frames that are right, in the session, and say anything at all."""
    joint = Joint()
    joint.run_until(lambda: joint.side.fine)
    joint.pod.step(encode_frame(PodFrame(kind & 0x7F, SESSION, sequence or 1, 0, 0, body)))
    joint.said += encode_frame(PodFrame(kind | 0x80, SESSION, sequence or 1, 0, 0, body))
    joint.run(0.1)
