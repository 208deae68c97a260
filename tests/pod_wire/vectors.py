"""firmware/vectors.txt, and an independent encoder that checks it."""

import zlib
from typing import NamedTuple

from companion.devices.pods.firmware import firmware_folder
from companion.pod_wire.pod_frames import PodFrame


class Vector(NamedTuple):
    """A frame and what it is on the wire."""

    name: str
    frame: PodFrame
    wire: bytes


def vectors() -> list[Vector]:
    """All of them."""
    lines = (firmware_folder() / "vectors.txt").read_text().splitlines()
    return [_vector(line) for line in lines if not line.startswith("#")]


def written(frame: PodFrame) -> bytes:
    """The frame by the words of PROTOCOL.md alone: each zero is found by looking for it, byte after byte."""
    raw = bytearray([len(frame.body), frame.kind])
    raw += frame.session.to_bytes(4, "little") + bytes([frame.sequence, frame.acknowledged])
    raw += frame.time.to_bytes(4, "little") + frame.body
    raw += zlib.crc32(raw).to_bytes(4, "little")
    out = bytearray([0])
    place = 0
    for byte in raw:
        if byte == 0:
            out[place] = len(out) - place
            place = len(out)
        out.append(byte)
    out[place] = len(out) - place
    return bytes(out) + b"\0"


def same(one: PodFrame, other: PodFrame) -> bool:
    """Whether two frames say the same."""
    return vars(one) == vars(other)


def _vector(line: str) -> Vector:
    name, _, rest = line.partition(": ")
    said, _, wire = rest.partition(" = ")
    kind, session, sequence, acknowledged, time, body = said.split()
    frame = PodFrame(
        int(kind, 16),
        int(session, 16),
        int(sequence, 16),
        int(acknowledged, 16),
        int(time, 16),
        b"" if body == "-" else bytes.fromhex(body),
    )
    return Vector(name, frame, bytes.fromhex(wire))
