"""The wire between the table and a microcontroller: frames, and which of them count; sans I/O.

Law: what comes in is a frame of this session in its turn, or it changes nothing; nothing that comes in raises.

This one file runs on CPython and, unchanged, on the MicroPython of the pods, so it keeps to what both know. It relies on
`binascii.crc32`, which MicroPython's ports for the Pico (rp2) and for Unix have. firmware/PROTOCOL.md tells it byte by byte.
Times are milliseconds of the own clock, and never go back.
"""

import binascii

HEAD = 12
"""Bytes before the body: length 1, kind 1, session 4, sequence 1, acknowledged 1, time 4."""
CHECK = 4
MOST_BODY = 144
# Below 254, so that no group of the byte stuffing is ever a full one, and the first byte adds one to the frame.
_MOST_STUFFED = HEAD + MOST_BODY + CHECK + 1

UP = 0x80
"""This bit of a kind says that the frame comes from a pod, so that nobody takes an echo of its own for an answer."""
GREETINGS = 0x10
"""Kinds below it, the bit UP left out, are not part of the sequence."""
BEAT = 0x02
"""Nothing but a sign of life and an acknowledgement."""

WINDOW = 8
"""Messages that may be on their way without an acknowledgement."""
RESEND_AFTER = 60
BEAT_EVERY = 400
BEAT_SOON = 50
"""So often an end says something of which the other must know soon whether it is still there."""
LOST_AFTER = 2000


class LinkFrame:
    """What one frame says. `time`: the sender's clock when it went out, modulo 2**32."""

    def __init__(self, kind: int, session: int, sequence: int, acknowledged: int, time: int, body: bytes) -> None:
        self.kind = kind
        self.session = session
        self.sequence = sequence
        self.acknowledged = acknowledged
        self.time = time
        self.body = body


def encode_frame(frame: LinkFrame) -> bytes:
    """The frame on the wire, its closing zero included."""
    raw = bytes((len(frame.body), frame.kind)) + frame.session.to_bytes(4, "little")
    raw += bytes((frame.sequence, frame.acknowledged)) + (frame.time & 0xFFFFFFFF).to_bytes(4, "little") + frame.body
    raw += binascii.crc32(raw).to_bytes(CHECK, "little")
    # COBS: each zero becomes the distance to the next one.
    return b"".join([bytes((len(part) + 1,)) + part for part in raw.split(b"\0")]) + b"\0"


def decode_frame(stuffed: bytes) -> "LinkFrame | None":
    """The frame between two zeros; None if it is none."""
    if len(stuffed) > _MOST_STUFFED:
        return None
    raw = _unstuffed(stuffed)
    if raw is None or len(raw) < HEAD + CHECK or len(raw) != HEAD + raw[0] + CHECK:
        return None
    end = len(raw) - CHECK
    if binascii.crc32(raw[:end]) != int.from_bytes(raw[end:], "little"):
        return None
    session, time = int.from_bytes(raw[2:6], "little"), int.from_bytes(raw[8:12], "little")
    return LinkFrame(raw[1], session, raw[6], raw[7], time, raw[HEAD:end])


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
    """Cuts what is heard into frames; what is none is left out."""

    def __init__(self) -> None:
        self._held = b""

    def hear(self, data: bytes) -> "list[LinkFrame]":
        """The frames that are complete with `data`."""
        frames = []
        parts = (self._held + data).split(b"\0")
        # Of what is too long for a frame no more is kept than shows that it is.
        self._held = parts[-1][: _MOST_STUFFED + 1]
        for part in parts[:-1]:
            frame = decode_frame(part)
            if frame is not None:
                frames.append(frame)
        return frames


class PodLink:
    """One end of the wire. `up`: the pod's end."""

    def __init__(self, up: bool) -> None:
        self._up = UP if up else 0
        self._ear = FrameDecoder()
        self.session: int | None = None
        """The number of the session; None while there is none."""
        self.delivered = 0
        """How many messages of this session the other end has taken."""
        self.eager = False
        """Whether a sign of life goes out every BEAT_SOON instead of BEAT_EVERY."""
        self._waiting: list[tuple[int, int, bytes]] = []
        self._unsent = 0
        """Which of those waiting goes out next."""
        self._next = 1
        self._expected = 1
        self._last = 0
        """The message that was taken last; 0: none yet."""
        self._owes = False
        """Whether an acknowledgement is due."""
        self._heard = 0
        self._said = 0
        self._tried = 0
        self._moved = 0
        """When the other end took something last, or was first asked to."""

    def begin(self, session: int, now: int) -> None:
        """A new session: whatever was on its way in an old one counts no more. `session`: 0 to 2**32 - 1."""
        self.session = session
        self.delivered = 0
        self._waiting = []
        self._unsent = 0
        self._next = self._expected = 1
        self._last = 0
        self._owes = False
        self._heard = self._said = self._tried = self._moved = now

    def end(self) -> None:
        """No session any more."""
        self.session = None
        self._waiting = []

    @property
    def room(self) -> int:
        """How many messages can be sent now."""
        return 0 if self.session is None else WINDOW - len(self._waiting)

    def send(self, kind: int, body: bytes, now: int) -> None:
        """Send a message, again and again until it is acknowledged. Only while there is `room`."""
        if not self._waiting:
            self._moved = now
        self._waiting.append((self._next, kind | self._up, body))
        self._next = _after(self._next)

    def greeting(self, kind: int, session: int, body: bytes, now: int) -> bytes:
        """A frame outside of the sequence, to be written at once."""
        return encode_frame(LinkFrame(kind | self._up, session, 0, 0, now, body))

    def hear(self, data: bytes) -> "list[LinkFrame]":
        """The frames that are complete with `data`; ask of each in its turn whether this end `takes` it."""
        return self._ear.hear(data)

    def takes(self, frame: LinkFrame, now: int) -> bool:
        """Whether it counts: greetings do in any session, and each message of this one does once, and in order."""
        if frame.kind & UP == self._up:
            return False
        if frame.kind & ~UP < GREETINGS and frame.kind & ~UP != BEAT:
            return True
        if self.session is None or frame.session != self.session:
            return False
        self._heard = now
        self._acknowledge(frame.acknowledged, now)
        if not frame.sequence:
            return False
        # What is not in its turn comes again, since it is not acknowledged.
        self._owes = True
        if frame.sequence != self._expected:
            return False
        self._last = frame.sequence
        self._expected = _after(frame.sequence)
        return True

    def outgoing(self, now: int) -> bytes:
        """What is to be written now: new messages, old ones again, or a sign of life. Call it at least ten times a second."""
        if self.session is None:
            return b""
        if self._waiting and self._unsent and now - self._tried >= RESEND_AFTER:
            self._unsent = 0
        out = b""
        for sequence, kind, body in self._waiting[self._unsent :]:
            out += encode_frame(LinkFrame(kind, self.session, sequence, self._last, now, body))
            self._tried = now
        self._unsent = len(self._waiting)
        if not out and (self._owes or now - self._said >= (BEAT_SOON if self.eager else BEAT_EVERY)):
            out = encode_frame(LinkFrame(BEAT | self._up, self.session, 0, self._last, now, b""))
        if out:
            self._said = now
            self._owes = False
        return out

    def silence(self, now: int) -> int:
        """How long the other end has said nothing."""
        return now - self._heard

    def lost(self, now: int) -> bool:
        """Whether the other end has gone: it says nothing, or takes nothing any more."""
        if self.session is None:
            return False
        return now - self._heard >= LOST_AFTER or (bool(self._waiting) and now - self._moved >= LOST_AFTER)

    def _acknowledge(self, sequence: int, now: int) -> None:
        for number, waiting in enumerate(self._waiting):
            if waiting[0] == sequence and number < self._unsent:
                self._waiting = self._waiting[number + 1 :]
                self._unsent -= number + 1
                self.delivered += number + 1
                self._moved = self._tried = now
                return


def _after(sequence: int) -> int:
    """1 to 255, round and round; 0 is outside of the sequence."""
    return sequence % 255 + 1
