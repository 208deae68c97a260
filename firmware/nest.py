"""The role of a nest: six reflective sensors under a die. It sends their levels; the table computes the orientation.

Invariant: a reading is sent as settled when no sensor has changed for 300 ms, and as changing before that.
"""

from companion.pod_wire.pod_messages import DIE_CHANGING, DIE_SETTLED, NEST_READING, ROLE_NEST, pack_reading

STILL_MS = 300
CHANGING_AGAIN_MS = 150
"""Milliseconds after which changing is sent again while the sensors change."""


class NestPod:
    """`hal`: see pico.py."""

    role = ROLE_NEST
    key_is_down = False

    def __init__(self, hal) -> None:
        self._hal = hal
        self._raw = 0
        self._since = 0
        self._sent = None
        self._sent_raw = 0
        self._sent_at = 0

    def begin(self, now: int) -> None:
        """A session begins; nothing was sent yet."""
        self._raw = self._hal.sensors()
        self._since = now
        self._sent = None

    def receive(self, kind: int, body: bytes, now: int) -> None:
        """No effect: a nest receives no messages."""

    def step(self, link, now: int) -> None:
        """Read the sensors, and send what is new."""
        raw = self._hal.sensors()
        moved = raw != self._raw
        if moved:
            self._raw = raw
            self._since = now
        state = DIE_SETTLED if now - self._since >= STILL_MS else DIE_CHANGING
        # A link without room may have kept back that the sensors changed, so settled levels are compared, too.
        is_new = state != self._sent or (state == DIE_SETTLED and raw != self._sent_raw)
        due = is_new or (moved and now - self._sent_at >= CHANGING_AGAIN_MS)
        if due and link.room:
            self._sent = state
            self._sent_raw = raw
            self._sent_at = now
            # The levels of a changing reading have no meaning.
            link.send(NEST_READING, pack_reading(state, raw if state == DIE_SETTLED else 0, 0, 0), now)

    def idle(self, now: int) -> None:
        """There is no session."""

    def end(self, now: int) -> None:
        """The session ended."""
        self._sent = DIE_SETTLED
        self._sent_raw = self._raw

    @property
    def deadline(self):
        """When the next `step` is needed though nothing changes; None: not at all."""
        is_sent = self._sent == DIE_SETTLED and self._sent_raw == self._raw
        return None if is_sent else self._since + STILL_MS
