"""One end of the link between the table and a pod: sessions, sequence, acknowledgements, resending, heartbeats; sans I/O.

Invariant: a frame has an effect only if it belongs to the open session and is the next one in the sequence. No input raises.

CPython and the MicroPython of the pods run this one file, so it uses only what both have. Times are milliseconds of this end's
clock, which never goes back. firmware/PROTOCOL.md describes the rules.
"""

from companion.pod_wire.pod_frames import FrameDecoder, PodFrame, encode_frame

UP = 0x80
"""The bit of a kind that marks frames from the pod, so that an end never takes an echo of its own frames for an answer."""
FIRST_SEQUENCED_KIND = 0x10
"""Kinds below it, without the bit UP, are greetings and heartbeats: they are not part of the sequence."""
HEARTBEAT = 0x02
"""A sign of life and an acknowledgement, nothing else."""

SEND_WINDOW = 8
"""Messages that may be sent before the first of them is acknowledged."""
RESEND_AFTER = 60
HEARTBEAT_EVERY = 400
FAST_HEARTBEAT_EVERY = 50
"""The interval of heartbeats while the other end must notice a lost contact soon."""
LOST_AFTER = 2000


class PodLink:
    """One end of the link. `up`: whether it is the pod's end."""

    def __init__(self, up: bool) -> None:
        self._direction = UP if up else 0
        self._decoder = FrameDecoder()
        self.session: int | None = None
        """The number of the session; None: no session."""
        self.delivered = 0
        """How many messages of this session the other end has acknowledged."""
        self.fast_heartbeat = False
        """Whether heartbeats are sent every FAST_HEARTBEAT_EVERY instead of HEARTBEAT_EVERY."""
        self._unacknowledged: list[tuple[int, int, bytes]] = []
        self._unsent = 0
        """The index in `_unacknowledged` of the next message to send."""
        self._next = 1
        self._expected = 1
        self._last = 0
        """The sequence of the last message that was accepted; 0: none yet."""
        self._owes_acknowledgement = False
        self._received_at = 0
        self._sent_at = 0
        self._tried_at = 0
        self._progress_at = 0
        """When the other end last acknowledged something, or when the oldest waiting message was queued."""

    def begin(self, session: int, now: int) -> None:
        """Open a session, 0 to 2**32 - 1; messages of an older one are dropped."""
        self.session = session
        self.delivered = 0
        self._unacknowledged = []
        self._unsent = 0
        self._next = self._expected = 1
        self._last = 0
        self._owes_acknowledgement = False
        self._received_at = self._sent_at = self._tried_at = self._progress_at = now

    def end(self) -> None:
        """Close the session."""
        self.session = None
        self._unacknowledged = []

    @property
    def room(self) -> int:
        """How many messages can be queued now."""
        return 0 if self.session is None else SEND_WINDOW - len(self._unacknowledged)

    def send(self, kind: int, body: bytes, now: int) -> None:
        """Queue a message, which is sent until it is acknowledged. Only while there is `room`."""
        if not self._unacknowledged:
            self._progress_at = now
        self._unacknowledged.append((self._next, kind | self._direction, body))
        self._next = _after(self._next)

    def greeting(self, kind: int, session: int, body: bytes, now: int) -> bytes:
        """A frame outside the sequence, to be written at once."""
        return encode_frame(PodFrame(kind | self._direction, session, 0, 0, now, body))

    def receive(self, data: bytes) -> "list[PodFrame]":
        """The intact frames that `data` completes; the caller asks `accepts` for each of them, in order."""
        return self._decoder.feed(data)

    def accepts(self, frame: PodFrame, now: int) -> bool:
        """Check a frame against the session and the sequence; True if it has to be handled.

        Greetings are accepted in any session, each message of the open session once and in order.
        """
        if frame.kind & UP == self._direction:
            return False
        if frame.kind & ~UP < FIRST_SEQUENCED_KIND and frame.kind & ~UP != HEARTBEAT:
            return True
        if self.session is None or frame.session != self.session:
            return False
        self._received_at = now
        self._acknowledge(frame.acknowledged, now)
        if not frame.sequence:
            return False
        # A message out of order is not acknowledged, so the other end sends it again.
        self._owes_acknowledgement = True
        if frame.sequence != self._expected:
            return False
        self._last = frame.sequence
        self._expected = _after(frame.sequence)
        return True

    def outgoing(self, now: int) -> bytes:
        """The bytes to write now: new messages, messages to resend, or a heartbeat. Call it at least ten times a second."""
        if self.session is None:
            return b""
        if self._unacknowledged and self._unsent and now - self._tried_at >= RESEND_AFTER:
            self._unsent = 0
        out = b""
        for sequence, kind, body in self._unacknowledged[self._unsent :]:
            out += encode_frame(PodFrame(kind, self.session, sequence, self._last, now, body))
            self._tried_at = now
        self._unsent = len(self._unacknowledged)
        every = FAST_HEARTBEAT_EVERY if self.fast_heartbeat else HEARTBEAT_EVERY
        if not out and (self._owes_acknowledgement or now - self._sent_at >= every):
            out = encode_frame(PodFrame(HEARTBEAT | self._direction, self.session, 0, self._last, now, b""))
        if out:
            self._sent_at = now
            self._owes_acknowledgement = False
        return out

    def silence(self, now: int) -> int:
        """Milliseconds since the last frame of the other end."""
        return now - self._received_at

    def lost(self, now: int) -> bool:
        """Whether the other end is gone: it sends nothing, or acknowledges nothing."""
        if self.session is None:
            return False
        unacknowledged = bool(self._unacknowledged)
        return now - self._received_at >= LOST_AFTER or (unacknowledged and now - self._progress_at >= LOST_AFTER)

    def _acknowledge(self, sequence: int, now: int) -> None:
        for index, message in enumerate(self._unacknowledged):
            if message[0] == sequence and index < self._unsent:
                self._unacknowledged = self._unacknowledged[index + 1 :]
                self._unsent -= index + 1
                self.delivered += index + 1
                self._progress_at = self._tried_at = now
                return


def _after(sequence: int) -> int:
    """The next sequence number: 1 to 255, then 1 again; 0 means outside the sequence."""
    return sequence % 255 + 1
