"""Frames between the table and a pod: packing them, unpacking them, and the check of their length and CRC-32.

Invariant: bytes that are not a whole, undamaged frame are dropped; no input raises. `PodLink` (pod_link.py) then checks whether
a frame belongs to the session and is the next one.

CPython and the MicroPython of the pods run this one file, so it uses only what both have. It needs `binascii.crc32`, which
MicroPython's ports for the Pico (rp2) and for Unix have. firmware/PROTOCOL.md describes the format byte by byte.
"""

import binascii

HEADER_BYTES = 12
"""Bytes before the body: length 1, kind 1, session 4, sequence 1, acknowledged 1, time 4."""
CRC_BYTES = 4
MAX_BODY_BYTES = 144
# Below 254: no COBS group is ever full, so stuffing adds exactly one byte.
_MAX_STUFFED_BYTES = HEADER_BYTES + MAX_BODY_BYTES + CRC_BYTES + 1


class PodFrame:
    """The fields of one frame. `time`: the sender's clock when the frame was sent, in milliseconds modulo 2**32."""

    def __init__(self, kind: int, session: int, sequence: int, acknowledged: int, time: int, body: bytes) -> None:
        self.kind = kind
        self.session = session
        self.sequence = sequence
        self.acknowledged = acknowledged
        self.time = time
        self.body = body


def encode_frame(frame: PodFrame) -> bytes:
    """The bytes to send, with the closing zero."""
    raw = bytes((len(frame.body), frame.kind)) + frame.session.to_bytes(4, "little")
    raw += bytes((frame.sequence, frame.acknowledged)) + (frame.time & 0xFFFFFFFF).to_bytes(4, "little") + frame.body
    raw += binascii.crc32(raw).to_bytes(CRC_BYTES, "little")
    # COBS: each zero is replaced by the distance to the next zero.
    return b"".join([bytes((len(part) + 1,)) + part for part in raw.split(b"\0")]) + b"\0"


def decode_frame(stuffed: bytes) -> "PodFrame | None":
    """The frame between two zeros; None if the bytes are not a valid frame."""
    if len(stuffed) > _MAX_STUFFED_BYTES:
        return None
    raw = _unstuffed(stuffed)
    if raw is None or not is_frame_intact(raw):
        return None
    session, time = int.from_bytes(raw[2:6], "little"), int.from_bytes(raw[8:12], "little")
    return PodFrame(raw[1], session, raw[6], raw[7], time, raw[HEADER_BYTES:-CRC_BYTES])


def is_frame_intact(raw: bytes) -> bool:
    """Whether an unstuffed frame has the length that its first byte says, and the right CRC-32."""
    if len(raw) < HEADER_BYTES + CRC_BYTES or len(raw) != HEADER_BYTES + raw[0] + CRC_BYTES:
        return False
    return binascii.crc32(raw[:-CRC_BYTES]) == int.from_bytes(raw[-CRC_BYTES:], "little")


def _unstuffed(stuffed: bytes) -> "bytes | None":
    parts = []
    position = 0
    while position < len(stuffed):
        end = position + stuffed[position]
        if end == position or end > len(stuffed):
            return None
        parts.append(stuffed[position + 1 : end])
        position = end
    return b"\0".join(parts)


class FrameDecoder:
    """Cuts a stream of bytes into frames; invalid frames are dropped."""

    def __init__(self) -> None:
        self._pending = b""

    def feed(self, data: bytes) -> "list[PodFrame]":
        """The valid frames that `data` completes."""
        frames = []
        parts = (self._pending + data).split(b"\0")
        # Of an overlong frame, keep just enough to show that it is too long.
        self._pending = parts[-1][: _MAX_STUFFED_BYTES + 1]
        for part in parts[:-1]:
            frame = decode_frame(part)
            if frame is not None:
                frames.append(frame)
        return frames
