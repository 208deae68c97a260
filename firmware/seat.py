"""A seat pod: one player's screen, keys and buzzer.

Law: it shows what was sent for its own seat and nothing else, and without the table it shows nothing.
"""

from companion.link.pod_messages import (
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
"""Milliseconds until a panel that could not be switched off is tried again."""
_MOST_NEWS = 64


class SeatPod:
    """`hal`: see pico.py."""

    role = ROLE_SEAT

    def __init__(self, hal) -> None:
        self._hal = hal
        self._panel = Panel(hal.panel, hal.panel_status)
        self._seat = NO_SEAT
        self._keys = []
        self._news = []
        self._tones = []
        self._tone_ends = None
        self._dark_again = 0
        self.end(hal.now())

    def begin(self, now: int) -> None:
        """The table is there. Keys that are down now are told as such; nobody pressed them."""
        self.end(now)
        for key in range(self._hal.keys):
            down = self._hal.down(key)
            self._keys.append(Debounce(down))
            if down:
                self._tell(KEY_EVENT, pack_key(key, KEY_INITIALLY_DOWN, now))

    def receive(self, kind: int, body: bytes, now: int) -> None:
        """Do what the table wants."""
        try:
            self._do(kind, body, now)
        except OSError:
            # Nothing is known of the panel any more; the table starts it anew.
            self._panel.dark()
            self._tell(POD_FAULT, bytes((FAULT_NO_PANEL,)))

    def step(self, link, now: int) -> None:
        """Look at the keys, go on with the tones, and tell what is new."""
        for key, contact in enumerate(self._keys):
            for down, at in contact.sample(self._hal.down(key), now):
                self._tell(KEY_EVENT, pack_key(key, KEY_PRESSED if down else KEY_RELEASED, at))
        if self._tone_ends is not None and now >= self._tone_ends:
            self._sound(now)
        while self._news and link.room:
            kind, body = self._news.pop(0)
            link.send(kind, body, now)

    def idle(self, now: int) -> None:
        """There is no table: a panel that did not let itself be switched off is tried again."""
        if not self._panel.sure and now >= self._dark_again:
            self._dark_again = now + _TRY_AGAIN
            self._panel.dark()

    def end(self, now: int) -> None:
        """The table has gone."""
        self._seat = NO_SEAT
        self._keys = []
        self._news = []
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
        """When to `step` though nothing moves; None: not at all."""
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
            self._tell(POD_FAULT, bytes((FAULT_WRONG_SEAT,)))
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
            self._tell(POD_FAULT, bytes((FAULT_WENT_DARK,)))
        elif self._panel.aged():
            self._tell(POD_FAULT, bytes((FAULT_RESTARTED,)))

    def _sound(self, now: int) -> None:
        if self._tones:
            hertz, length = self._tones.pop(0)
            self._hal.tone(hertz)
            self._tone_ends = now + length
        else:
            self._hal.tone(0)
            self._tone_ends = None

    def _tell(self, kind: int, body: bytes) -> None:
        # So many wait only while the table takes nothing, and then the session is about to end.
        if len(self._news) < _MOST_NEWS:
            self._news.append((kind, body))
