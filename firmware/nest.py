"""The nest: six reflective sensors under a die. It tells what they see; what that means is the table's to say.

Law: a reading is told as settled when all six have stood still for 300 ms, and as changing while any of them moves.
"""

from companion.link.pod_messages import DIE_CHANGING, DIE_SETTLED, NEST_READING, ROLE_NEST, pack_reading

STILL_MS = 300
CHANGING_AGAIN_MS = 150
"""Milliseconds after which it is told once more that the die still moves."""


class NestPod:
    """`hal`: see pico.py."""

    role = ROLE_NEST
    key_is_down = False

    def __init__(self, hal) -> None:
        self._hal = hal
        self._raw = 0
        self._since = 0
        self._told = None
        self._told_at = 0

    def begin(self, now: int) -> None:
        """The table is there, and knows nothing yet."""
        self._raw = self._hal.sensors()
        self._since = now
        self._told = None

    def receive(self, kind: int, body: bytes, now: int) -> None:
        """Nothing is said to a nest."""

    def step(self, link, now: int) -> None:
        """Look at the sensors, and tell what is new."""
        raw = self._hal.sensors()
        moved = raw != self._raw
        if moved:
            self._raw = raw
            self._since = now
        state = DIE_SETTLED if now - self._since >= STILL_MS else DIE_CHANGING
        due = state != self._told or (moved and now - self._told_at >= CHANGING_AGAIN_MS)
        if due and link.room:
            self._told = state
            self._told_at = now
            # While it changes, what exactly is seen is nobody's business.
            link.send(NEST_READING, pack_reading(state, raw if state == DIE_SETTLED else 0, 0, 0), now)

    def idle(self, now: int) -> None:
        """There is no table."""

    def end(self, now: int) -> None:
        """The table has gone."""
        self._told = DIE_SETTLED

    @property
    def deadline(self):
        """When to `step` though nothing moves; None: not at all."""
        return None if self._told == DIE_SETTLED else self._since + STILL_MS
