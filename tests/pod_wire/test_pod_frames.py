"""Frames: the decoder reads what the encoder wrote and ignores everything else, on CPython and on MicroPython."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.pod_wire import pod_frames
from companion.pod_wire.pod_frames import MAX_BODY_BYTES, FrameDecoder, PodFrame, decode_frame, encode_frame
from tests.firmware.micropython import ran
from tests.pod_wire.vectors import same, vectors, written

ROOT = Path(pod_frames.__file__).parents[2]
VECTORS = vectors()


def frames() -> st.SearchStrategy[PodFrame]:
    byte, number = st.integers(0, 255), st.integers(0, 2**32 - 1)
    return st.builds(PodFrame, byte, number, byte, byte, number, st.binary(max_size=MAX_BODY_BYTES))


def test_a_vector_is_what_the_protocol_says() -> None:
    for vector in VECTORS:
        assert written(vector.frame) == vector.wire, vector.name
        assert encode_frame(vector.frame) == vector.wire, vector.name
        read = decode_frame(vector.wire[:-1])
        assert read is not None, vector.name
        assert same(read, vector.frame), vector.name


@given(frames())
@example(PodFrame(0, 0, 0, 0, 0, b""))
@example(PodFrame(255, 2**32 - 1, 255, 255, 2**32 - 1, b"\xff" * MAX_BODY_BYTES))
def test_every_frame_is_read_as_it_was_written(frame: PodFrame) -> None:
    assert encode_frame(frame) == written(frame)
    assert 0 not in encode_frame(frame)[:-1]
    read = decode_frame(encode_frame(frame)[:-1])
    assert read is not None
    assert same(read, frame)


@given(st.lists(frames(), max_size=5), st.integers(1, 40))
def test_frames_come_in_pieces(sent: list[PodFrame], size: int) -> None:
    data, decoder, heard = b"".join(map(encode_frame, sent)), FrameDecoder(), []
    for start in range(0, len(data), size):
        heard += decoder.feed(data[start : start + size])
    assert len(heard) == len(sent)
    assert all(map(same, heard, sent))


@given(st.binary(max_size=600))
def test_no_noise_is_a_frame(noise: bytes) -> None:
    assert FrameDecoder().feed(noise + b"\0") == []


@pytest.mark.slow
def test_a_frame_damaged_anywhere_is_none() -> None:
    """Every byte dropped, doubled, and turned into each of the 255 others; nothing but the whole frame ever counts."""
    for vector in VECTORS:
        data = vector.wire
        for place in range(len(data) - 1):
            damaged = [data[:place] + data[place + 1 :], data[:place] + data[place : place + 1] + data[place:]]
            damaged += [data[:place] + bytes([byte]) + data[place + 1 :] for byte in range(256) if byte != data[place]]
            for one in damaged:
                assert FrameDecoder().feed(one) == [], (vector.name, place)


def test_the_frame_after_a_damaged_one_counts() -> None:
    for one, other in pairwise(VECTORS):
        for place in range(len(one.wire) - 1):
            heard = FrameDecoder().feed(one.wire[:place] + one.wire[place + 1 :] + other.wire)
            assert [same(frame, other.frame) for frame in heard] == [True]


def test_an_endless_frame_takes_no_memory() -> None:
    decoder = FrameDecoder()
    for _ in range(1000):
        assert decoder.feed(b"\x01" * 1000) == []
    assert len(vars(decoder)["_pending"]) < 256
    assert len(decoder.feed(b"\0" + VECTORS[0].wire)) == 1


CODE = """
import sys
sys.path.insert(0, sys.argv[1])
from companion.pod_wire.pod_frames import FrameDecoder, PodFrame, decode_frame, encode_frame
count = damaged = 0
for line in open(sys.argv[1] + "/firmware/vectors.txt"):
    if line.startswith("#"):
        continue
    said, wire = line.split(": ", 1)[1].split(" = ")
    kind, session, sequence, acknowledged, time, body = said.split()
    body = b"" if body == "-" else bytes([int(body[i : i + 2], 16) for i in range(0, len(body), 2)])
    wire = wire.strip()
    wire = bytes([int(wire[i : i + 2], 16) for i in range(0, len(wire), 2)])
    values = (int(kind, 16), int(session, 16), int(sequence, 16), int(acknowledged, 16), int(time, 16), body)
    assert encode_frame(PodFrame(*values)) == wire, line
    read = decode_frame(wire[:-1])
    assert (read.kind, read.session, read.sequence, read.acknowledged, read.time, read.body) == values, line
    for place in range(len(wire) - 1):
        for one in (wire[:place] + wire[place + 1 :], wire[: place + 1] + wire[place:],
                    wire[:place] + bytes([wire[place] ^ 0x20]) + wire[place + 1 :]):
            assert FrameDecoder().feed(one) == [], (line, place)
            damaged += 1
    count += 1
print(count, damaged)
"""


@pytest.mark.process
def test_micropython_reads_and_writes_the_same(tmp_path: Path) -> None:
    """The very file, with the heap of a Pico: every vector, and each with every byte dropped, doubled and changed."""
    bytes_in_all = sum(len(vector.wire) - 1 for vector in VECTORS)
    assert ran(CODE, tmp_path, str(ROOT)) == f"{len(VECTORS)} {3 * bytes_in_all}\n"
