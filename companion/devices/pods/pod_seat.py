"""A seat's pod as the table sees it: one player's screen, keys and buzzer; sans I/O.

Law: the newest picture wins, and none waits in a queue: a few stretches of it are on their way, and what comes next is
decided when one has arrived. What stands on the panel is what the pod acknowledged; in a new session that is nothing. A key
counts as held only while the pod says so; that it was let go is the pod's to say, or the end of the session's.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Literal

from companion.core.keys import Cancelled, Contact, InitiallyDown, KeyEdge, KeyEvent, SignalLost
from companion.core.picture import BLANK, Picture, PixelRun, applied
from companion.core.seat import Seat
from companion.devices.device_protocols import UNMOVED, Shift
from companion.devices.panels.burn_in_shift import shift_picture
from companion.devices.panels.chip_commands import CONTRAST_COMMAND, FIRST_COLUMN, start_up_commands
from companion.devices.panels.draw_queue import FIRST_RETRY_WAIT, LONGEST_RETRY_WAIT
from companion.devices.panels.picture_diff import changed_runs
from companion.devices.wiring_records import PodSeat
from companion.link import pod_messages
from companion.link.pod_frames import PodFrame
from companion.link.pod_link import UP, PodLink

MESSAGES_AHEAD: Final = 4
"""Messages that are on their way at a time. Fewer leave the wire idle, more let the newest picture wait."""
_STALE: Final = 5.0
"""Seconds: a key cannot have waited longer than that, since the session would have ended."""
KEY_SIGNAL_TIMEOUT: Final = 300
"""Milliseconds of silence, and nothing at the next look either, after which nobody knows whether a key is still down. A pod
speaks every BEAT_SOON while one is; and what holding a key does comes later."""
PANEL_NOT_ACKNOWLEDGING: Final = "its panel does not acknowledge, check the wires between them"
_CONTACTS: Final[dict[int, Contact]] = {
    pod_messages.KEY_LEFT: "left",
    pod_messages.KEY_MIDDLE: "middle",
    pod_messages.KEY_RIGHT: "right",
    pod_messages.KEY_BACK: "back",
}
_Sent = PixelRun | Literal["light", "dark", "other"]


class SeatPodSide:
    """The `Side` of a pod at `seat`. `on_runs` is told what now stands on the panel, `on_key` what happens to a key."""

    role = pod_messages.ROLE_SEAT

    def __init__(
        self,
        seat: Seat,
        wiring: PodSeat,
        on_runs: Callable[[tuple[PixelRun, ...]], object],
        on_key: Callable[[KeyEvent], object],
    ) -> None:
        self._seat = seat
        self._wiring = wiring
        self._on_runs = on_runs
        self._on_key = on_key
        self._picture = BLANK
        self._shift: Shift = UNMOVED
        self._target = BLANK
        self._contrast = wiring.contrast
        self._level = -1
        """The contrast that the pod was told, -1: none yet."""
        self._tones: list[tuple[int, int]] = []
        self._check = False
        self._closing = False
        self._down: set[Contact] = set()
        self._silent = 0
        """Looks at which nothing had been heard for UNHEARD."""
        self._wait = FIRST_RETRY_WAIT
        self.trouble: str | None = None
        self._flying: deque[_Sent] = deque()
        self._taken = 0
        self._stands = self._sent = BLANK
        """What the pod has acknowledged; and with that what is on its way. A panel that is started is blank."""
        self._written: list[PixelRun] = []
        self._known = True
        """Whether all of the panel is as `_sent` has it; if not, every page is drawn before anything else."""
        self._whole = True
        """Whether the next thing that is told of the panel is every page of it."""
        self._aim: Picture | None = None
        self._todo: deque[PixelRun] = deque()
        self._forget(0.0)

    @property
    def fine(self) -> bool:
        """Whether the picture that is wanted stands, and is lit."""
        return self._lit and self._stands == self._target

    @property
    def closed(self) -> bool:
        """Whether the panel is dark, as `close` wants it."""
        return self._closing and self._dark

    # What the table wants

    def show(self, picture: Picture) -> None:
        """The newest picture."""
        self._picture = picture
        self._target = shift_picture(picture, self._shift)

    def dim(self, contrast: int | None, shift: Shift) -> None:
        """From now on at that contrast, None: its own; and moved by `shift`."""
        self._contrast = self._wiring.contrast if contrast is None else contrast
        self._shift = shift
        self.show(self._picture)

    def check(self) -> None:
        """Have the pod look whether its panel is lit."""
        self._check = True

    def play(self, tones: Iterable[tuple[int, int]]) -> None:
        """Tones, (hertz, milliseconds); what still sounds is cut off."""
        self._tones = list(tones)

    def close(self) -> None:
        """Off, and nothing more."""
        self._closing = True

    # What the pod says

    def begin(self, now: float) -> None:
        """Nothing is known of the panel, and no key is down."""
        self._flying.clear()
        self._taken = 0
        self._forget(now)

    def end(self, now: float) -> None:
        """Whoever held a key when the pod went meant nothing by it."""
        self._drop(now)
        self._lit = False

    def receive(self, frame: PodFrame, now: float) -> None:
        """A key, or a fault."""
        if frame.kind == pod_messages.KEY_EVENT | UP:
            key = pod_messages.unpack_key(frame.body)
            if key is not None:
                # How long ago it was, the pod knows; what a frame takes to come here is not counted.
                age = ((frame.time - key[2]) & 0xFFFFFFFF) / 1000
                self._moved(_CONTACTS[key[0]], key[1], now - age if age < _STALE else now)
        elif frame.kind == pod_messages.POD_FAULT | UP:
            self._faulty(frame.body, now)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Send what brings the panel nearer to what it should show; and see to it that no key is held for ever."""
        self._silent = self._silent + 1 if link.silence(ms) >= KEY_SIGNAL_TIMEOUT else 0
        # A table that was busy finds only at its second look what waited there.
        if self._silent == 2 and self._down:
            self._on_key(SignalLost(self._seat, now))
        self._arrived(link.delivered)
        while link.room and len(self._flying) < MESSAGES_AHEAD:
            message = self._next(now)
            if message is None:
                break
            kind, body, sent = message
            link.send(kind, bytes((self._seat,)) + body, ms)
            self._flying.append(sent)

    def _drop(self, now: float) -> None:
        if self._down:
            self._on_key(Cancelled(self._seat, now))
        for contact in sorted(self._down):
            self._on_key(KeyEdge(self._seat, contact, False, now))
        self._down.clear()

    def _moved(self, contact: Contact, happened: int, at: float) -> None:
        if happened == pod_messages.KEY_RELEASED:
            if contact in self._down:
                self._down.remove(contact)
                self._on_key(KeyEdge(self._seat, contact, False, at))
        elif contact not in self._down:
            self._down.add(contact)
            held = happened == pod_messages.KEY_INITIALLY_DOWN
            self._on_key(InitiallyDown(self._seat, contact, at) if held else KeyEdge(self._seat, contact, True, at))

    def _faulty(self, body: bytes, now: float) -> None:
        # Whatever is on its way is not drawn any more.
        self._flying = deque("other" for _ in self._flying)
        level = self._level
        self._forget(now)
        if body == bytes((pod_messages.FAULT_RESTARTED,)):
            # It stays lit, so it is neither darkened nor cleared.
            self._started, self._known, self._level = True, False, level
        elif body == bytes((pod_messages.FAULT_NO_PANEL,)):
            self.trouble = PANEL_NOT_ACKNOWLEDGING
            self._not_before = now + self._wait
            self._wait = min(2 * self._wait, LONGEST_RETRY_WAIT)

    def _arrived(self, delivered: int) -> None:
        for _ in range(delivered - self._taken):
            sent = self._flying.popleft()
            if isinstance(sent, PixelRun):
                self._stands = applied(self._stands, (sent,))
                self._written.append(sent)
            elif sent == "light":
                self._lit = True
            elif sent == "dark":
                self._dark = True
        self._taken = delivered
        if self.fine:
            self._wait, self.trouble = FIRST_RETRY_WAIT, None
            if self._whole:
                self._on_runs(changed_runs(None, self._stands))
            elif self._written:
                self._on_runs(tuple(self._written))
            self._whole = False
            self._written.clear()

    def _forget(self, now: float) -> None:
        self._started = self._lit = self._lighting = self._dark = self._darkening = False
        self._stands = self._sent = BLANK
        self._written.clear()
        self._known = self._whole = True
        self._aim = None
        self._todo.clear()
        self._level = -1
        self._not_before = now

    def _next(self, now: float) -> tuple[int, bytes, _Sent] | None:
        """The message that is due: its kind, its body without the seat, and what it does."""
        if self._closing:
            return self._last()
        if now < self._not_before:
            return None
        if not self._started:
            self._started, self._level = True, self._contrast
            chip = self._wiring.chip
            commands = start_up_commands(chip, self._wiring.rotate) + bytes((CONTRAST_COMMAND, self._level))
            return pod_messages.START_PANEL, bytes((FIRST_COLUMN[chip],)) + commands, "other"
        if self._level != self._contrast:
            self._level = self._contrast
            return pod_messages.SET_CONTRAST, bytes((self._level,)), "other"
        if self._tones:
            tones, self._tones = self._tones[: pod_messages.MAX_TONES], []
            return pod_messages.PLAY_TONES, pod_messages.pack_sound(self._seat, tones)[1:], "other"
        return self._drawing()

    def _drawing(self) -> tuple[int, bytes, _Sent] | None:
        if self._aim != self._target:
            self._aim = self._target
            self._todo = deque(changed_runs(self._sent if self._known else None, self._target))
        if self._todo:
            run = self._todo.popleft()
            self._sent = applied(self._sent, (run,))
            self._known = self._known or not self._todo
            return pod_messages.DRAW_RUN, pod_messages.pack_draw(self._seat, *run)[1:], run
        if not self._lighting:
            self._lighting = True
            return pod_messages.LIGHT_PANEL, b"", "light"
        if self._check:
            self._check = False
            return pod_messages.CHECK_PANEL, b"", "other"
        return None

    def _last(self) -> tuple[int, bytes, _Sent] | None:
        if not self._started:
            # The session began with a dark panel.
            self._dark = True
        elif not self._darkening:
            self._darkening = True
            return pod_messages.DARKEN_PANEL, b"", "dark"
        return None
