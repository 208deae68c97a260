"""The role of a seat pod: one player's screen, keys and buzzer.

Invariant: it shows only what was sent for its seat, and nothing without a session.
"""

from companion.pod_wire.pod_messages import (
    CHECK_PANEL,
    DARKEN_PANEL,
    DRAW_RUN,
    FAULT_NO_PANEL,
    FAULT_RESTARTED,
    FAULT_WENT_DARK,
    FAULT_WRONG_SEAT,
    KEY_EVENT,
    KEY_INITIALLY_DOWN,
    KEY_PRESSED,
    KEY_RELEASED,
    LIGHT_PANEL,
    NO_SEAT,
    PLAY_TONES,
    POD_FAULT,
    ROLE_SEAT,
    SET_CONTRAST,
    START_PANEL,
    pack_key,
    unpack_draw,
    unpack_sound,
)

from .debounce import Debounce
from .panel import Panel

_TRY_AGAIN = 500
"""Milliseconds until the next try to switch off a panel that did not answer."""
_MAX_EVENTS = 64


class Key:
    """One key: gives its debouncing the samples that it would get if the contact were sampled every millisecond, from the edges
    that were latched since the last look. `down`: its level at `now`, the start."""

    def __init__(self, down: bool, now: int) -> None:
        self._contact = Debounce(down)
        self._level = down
        self._sampled_at = now

    @property
    def down(self) -> bool:
        """The level that was last reported."""
        return self._contact.down

    @property
    def deadline(self):
        """When the next look is needed though nothing changes; None: not at all."""
        return self._contact.deadline

    def look(self, edges: "list[tuple[bool, int]]", down: bool, now: int) -> "list[tuple[bool, int]]":
        """Take the latched edges, in order, as (closed, when), and its level `now`. Returns the changes (closed, when)."""
        contact, changes = self._contact, []
        if not edges and down == self._level and contact.deadline is None:
            # Nothing is due: the next look gives the samples of this time, too.
            return changes
        # MicroPython has no [*edges, ...].
        levels = edges + [(down, now)] if edges else [(down, now)]  # noqa: RUF005
        for number, (level, at) in enumerate(levels):
            if number + 1 < len(levels) and levels[number + 1][1] <= at:
                # Of a millisecond, the last level counts.
                continue
            before = at - 1
            while self._sampled_at < before:
                # While nothing is due, a level that stays needs no samples but the last.
                self._sampled_at = before if contact.deadline is None else self._sampled_at + 1
                changes += contact.sample(self._level, self._sampled_at)
            self._level = level
            self._sampled_at = max(self._sampled_at, at)
            changes += contact.sample(level, self._sampled_at)
        return changes


class SeatPod:
    """`hal`: see pico.py."""

    role = ROLE_SEAT

    def __init__(self, hal) -> None:
        self._hal = hal
        self._panel = Panel(hal.panel, hal.panel_status)
        self._seat = NO_SEAT
        self._keys = []
        self._events = []
        self._tones = []
        self._tone_ends = None
        self._dark_again = 0
        self.end(hal.now())

    def begin(self, now: int) -> None:
        """A session begins. Keys that are already down are reported as initially down."""
        self.end(now)
        # What was pressed before the session is not of this game.
        self._hal.edges()
        for key in range(self._hal.keys):
            down = self._hal.down(key)
            self._keys.append(Key(down, now))
            if down:
                self._report(KEY_EVENT, pack_key(key, KEY_INITIALLY_DOWN, now))

    def receive(self, kind: int, body: bytes, now: int) -> None:
        """Handle a message of the table."""
        try:
            self._do(kind, body, now)
        except OSError:
            # The panel's contents count as unknown; the table starts it again.
            self._panel.dark()
            self._report(POD_FAULT, bytes((FAULT_NO_PANEL,)))

    def step(self, link, now: int) -> None:
        """Look at the keys, continue the tones, and send events."""
        edges = self._hal.edges()
        changes = []
        for key, contact in enumerate(self._keys):
            latched = [(closed, at) for number, closed, at in edges if number == key] if edges else []
            for down, at in contact.look(latched, self._hal.down(key), now):
                changes.append((at, key, KEY_PRESSED if down else KEY_RELEASED))
        if len(changes) > 1:
            # Of different keys: in the order in which they changed.
            changes.sort()
        for at, key, happened in changes:
            self._report(KEY_EVENT, pack_key(key, happened, at))
        if self._tone_ends is not None and now >= self._tone_ends:
            self._sound(now)
        while self._events and link.room:
            kind, body = self._events.pop(0)
            link.send(kind, body, now)

    def idle(self, now: int) -> None:
        """There is no session: try again to switch off a panel that did not answer."""
        if not self._panel.sure and now >= self._dark_again:
            self._dark_again = now + _TRY_AGAIN
            self._panel.dark()

    def end(self, now: int) -> None:
        """The session ended."""
        self._seat = NO_SEAT
        self._keys = []
        self._events = []
        self._tones = []
        self._tone_ends = None
        self._hal.tone(0)
        self._dark_again = now + _TRY_AGAIN
        self._panel.dark()

    @property
    def key_is_down(self) -> bool:
        """Whether a key is down."""
        return any(contact.down for contact in self._keys)

    @property
    def deadline(self):
        """When the next `step` is needed though nothing changes; None: not at all."""
        due = [contact.deadline for contact in self._keys if contact.deadline is not None]
        if self._tone_ends is not None:
            due.append(self._tone_ends)
        return min(due) if due else None

    def _do(self, kind: int, body: bytes, now: int) -> None:
        if not body:
            return
        if kind == START_PANEL and len(body) > 2:
            self._seat = body[0]
            self._panel.start(body[1], body[2:])
        elif body[0] != self._seat:
            self._report(POD_FAULT, bytes((FAULT_WRONG_SEAT,)))
        elif kind == PLAY_TONES:
            sound = unpack_sound(body)
            if sound is not None:
                self._tones = sound[1]
                self._sound(now)
        elif kind == DARKEN_PANEL:
            self._panel.dark()
        elif self._panel.started:
            self._show(kind, body)

    def _show(self, kind: int, body: bytes) -> None:
        if kind == DRAW_RUN:
            drawn = unpack_draw(body)
            if drawn is not None:
                self._panel.draw(drawn[1], drawn[2], drawn[3])
        elif kind == LIGHT_PANEL:
            self._panel.light()
        elif kind == SET_CONTRAST and len(body) == 2:
            self._panel.contrast(body[1])
        elif kind == CHECK_PANEL:
            self._check()

    def _check(self) -> None:
        if not self._panel.shows():
            self._panel.dark()
            self._report(POD_FAULT, bytes((FAULT_WENT_DARK,)))
        elif self._panel.aged():
            self._report(POD_FAULT, bytes((FAULT_RESTARTED,)))

    def _sound(self, now: int) -> None:
        if self._tones:
            hertz, length = self._tones.pop(0)
            self._hal.tone(hertz)
            self._tone_ends = now + length
        else:
            self._hal.tone(0)
            self._tone_ends = None

    def _report(self, kind: int, body: bytes) -> None:
        # So many wait only if the table acknowledges nothing, and then the session is about to end.
        if len(self._events) < _MAX_EVENTS:
            self._events.append((kind, body))
