"""A seat pod: one player's screen, keys and buzzer. `SeatPodSide` is the table's half of what is said with it, sans I/O; below it
the pods of a table as `Display`, `Buzzer` and `KeySource`.

Invariant: pictures do not queue up. A few runs are on the way, and the next one is computed from the newest picture when one is
acknowledged. The panel holds what the pod acknowledged, and nothing at the start of a session. A key counts as down only while
the pod reports it; a release comes from the pod, or from the end of the session.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, Literal

from companion.core.errors import DeviceError
from companion.core.keys import Cancelled, Contact, InitiallyDown, KeyEdge, KeyEvent, SignalLost
from companion.core.picture import BLANK, Picture, PixelRun, applied, runs_upside_down, upside_down
from companion.core.seat import Place, seat_number
from companion.core.sound import Sound
from companion.devices.buzzer import MELODIES
from companion.devices.panels.bus import FIRST_RETRY_WAIT, LONGEST_RETRY_WAIT, FaultSink
from companion.devices.panels.dimming import shift_picture
from companion.devices.panels.luma_devices import LumaDevice
from companion.devices.panels.oled_panel import changed_runs
from companion.devices.pods.ports import PortFinder, PortOpener, SerialPort, find_pod_port
from companion.devices.pods.session import ANSWER_TIMEOUT
from companion.devices.pods.thread import PodThread
from companion.devices.protocols import UNMOVED, KeyEventSink, Loop, RunSink, Shift
from companion.devices.wiring import PodSeat
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import UP, PodLink

MESSAGES_AHEAD: Final = 4
"""Messages that are on the way at once. Fewer leave the cable idle; with more the newest picture waits."""
_STALE: Final = 5.0
"""Seconds: a key event cannot be older, since the session would have ended."""
KEY_SIGNAL_TIMEOUT: Final = 300
"""Milliseconds without a frame, confirmed by a second check, after which it is unknown whether a key is still down. A pod sends a
heartbeat every FAST_HEARTBEAT_EVERY while a key is down; a held key has its effect later than this."""
PANEL_NOT_ACKNOWLEDGING: Final = "its panel does not acknowledge, check the wires between pod and panel"
_CONTACTS: Final[dict[int, Contact]] = {
    pod_messages.KEY_LEFT: "left",
    pod_messages.KEY_MIDDLE: "middle",
    pod_messages.KEY_RIGHT: "right",
    pod_messages.KEY_BACK: "back",
}
_ANSWER_WITHIN: Final = ANSWER_TIMEOUT / 1000 + 1.0
"""Seconds after which it is known whether a pod answers."""
_Sent = PixelRun | Literal["light", "dark", "other"]


class SeatPodSide:
    """The `PodSide` of the pod at `seat`. `on_runs` takes the runs that are now on the panel, `on_key` the key events."""

    role = pod_messages.ROLE_SEAT

    def __init__(
        self,
        seat: Place,
        wiring: PodSeat,
        on_runs: Callable[[tuple[PixelRun, ...]], object],
        on_key: Callable[[KeyEvent], object],
    ) -> None:
        self._seat = seat
        self._wiring = wiring
        self._turned = wiring.rotate == 180
        self._on_runs = (lambda runs: on_runs(runs_upside_down(runs))) if self._turned else on_runs
        self._on_key = on_key
        self._picture = BLANK
        self._shift: Shift = UNMOVED
        self._target = BLANK
        self._contrast = wiring.contrast
        self._level = -1
        """The contrast that was sent to the pod; -1: none yet."""
        self._tones: list[tuple[int, int]] = []
        self._check = False
        self._closing = False
        self._down: set[Contact] = set()
        self._silent = 0
        """Consecutive checks with silence for KEY_SIGNAL_TIMEOUT."""
        self._wait = FIRST_RETRY_WAIT
        self.trouble: str | None = None
        self._in_flight: deque[_Sent] = deque()
        self._acknowledged = 0
        self._contents = self._sent = BLANK
        """The picture that the pod acknowledged; `_sent`: with the runs that are on the way. A started panel is blank."""
        self._written: list[PixelRun] = []
        self._known = True
        """Whether the panel's contents are known (`_sent`); if not, every page is drawn first."""
        self._whole = True
        """Whether the next report to `on_runs` contains every page."""
        self._drawing_towards: Picture | None = None
        self._todo: deque[PixelRun] = deque()
        self._forget(0.0)

    @property
    def fine(self) -> bool:
        """Whether the panel is on and shows the wanted picture."""
        return self._lit and self._contents == self._target

    @property
    def closed(self) -> bool:
        """Whether the panel is off after `close`."""
        return self._closing and self._dark

    # Requests of the table

    def show(self, picture: Picture) -> None:
        """Show a picture in place of older ones."""
        self._picture = picture
        moved = shift_picture(picture, self._shift)
        self._target = upside_down(moved) if self._turned else moved

    def dim(self, contrast: int | None, shift: Shift) -> None:
        """From now on use `contrast` (None: the configured one) and `shift`."""
        self._contrast = self._wiring.contrast if contrast is None else contrast
        self._shift = shift
        self.show(self._picture)

    def check(self) -> None:
        """Ask the pod to check that its panel is on."""
        self._check = True

    def play(self, tones: Iterable[tuple[int, int]]) -> None:
        """Play tones, (hertz, milliseconds), in place of those that still sound."""
        self._tones = list(tones)

    def close(self) -> None:
        """Switch the panel off and send nothing else."""
        self._closing = True

    # Reports of the pod

    def begin(self, now: float) -> None:
        """A session begins: the panel's contents are unknown, and no key is down."""
        self._in_flight.clear()
        self._acknowledged = 0
        self._forget(now)

    def end(self, now: float) -> None:
        """The session ended: keys that were down have no effect."""
        self._drop(now)
        self._lit = False

    def receive(self, frame: PodFrame, now: float) -> None:
        """Handle a key event or a fault."""
        if frame.kind == pod_messages.KEY_EVENT | UP:
            key = pod_messages.unpack_key(frame.body)
            if key is not None:
                # The age by the pod's clock; the time of the transfer is not included.
                age = ((frame.time - key[2]) & 0xFFFFFFFF) / 1000
                self._moved(_CONTACTS[key[0]], key[1], now - age if age < _STALE else now)
        elif frame.kind == pod_messages.POD_FAULT | UP:
            self._faulty(frame.body, now)

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Send the next messages for the panel, and detect keys whose contact was lost."""
        self._silent = self._silent + 1 if link.silence(ms) >= KEY_SIGNAL_TIMEOUT else 0
        # After a busy period the first check may come before the waiting frames were read.
        if self._silent == 2 and self._down:
            self._on_key(SignalLost(self._seat, now))
        self._arrived(link.delivered)
        while link.room and len(self._in_flight) < MESSAGES_AHEAD:
            message = self._next(now)
            if message is None:
                break
            kind, body, sent = message
            link.send(kind, bytes((self._seat,)) + body, ms)
            self._in_flight.append(sent)

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
        # Messages on the way are not drawn.
        self._in_flight = deque("other" for _ in self._in_flight)
        level = self._level
        self._forget(now)
        if body == bytes((pod_messages.FAULT_RESTARTED,)):
            # The panel stays on, so it is neither switched off nor cleared.
            self._started, self._known, self._level = True, False, level
        elif body == bytes((pod_messages.FAULT_NO_PANEL,)):
            self.trouble = PANEL_NOT_ACKNOWLEDGING
            self._not_before = now + self._wait
            self._wait = min(2 * self._wait, LONGEST_RETRY_WAIT)

    def _arrived(self, delivered: int) -> None:
        for _ in range(delivered - self._acknowledged):
            sent = self._in_flight.popleft()
            if isinstance(sent, PixelRun):
                self._contents = applied(self._contents, (sent,))
                self._written.append(sent)
            elif sent == "light":
                self._lit = True
            elif sent == "dark":
                self._dark = True
        self._acknowledged = delivered
        if self.fine:
            self._wait, self.trouble = FIRST_RETRY_WAIT, None
            if self._whole:
                self._on_runs(changed_runs(None, self._contents))
            elif self._written:
                self._on_runs(tuple(self._written))
            self._whole = False
            self._written.clear()

    def _forget(self, now: float) -> None:
        self._started = self._lit = self._lighting = self._dark = self._darkening = False
        self._contents = self._sent = BLANK
        self._written.clear()
        self._known = self._whole = True
        self._drawing_towards = None
        self._todo.clear()
        self._level = -1
        self._not_before = now

    def _next(self, now: float) -> tuple[int, bytes, _Sent] | None:
        """The next message: its kind, its body without the seat, and its effect; None: nothing to send."""
        if self._closing:
            return self._last()
        if now < self._not_before:
            return None
        if not self._started:
            self._started, self._level = True, self._contrast
            return pod_messages.START_PANEL, self._start_panel(), "other"
        if self._level != self._contrast:
            self._level = self._contrast
            return pod_messages.SET_CONTRAST, bytes((self._level,)), "other"
        if self._tones:
            tones, self._tones = self._tones[: pod_messages.MAX_TONES], []
            return pod_messages.PLAY_TONES, pod_messages.pack_sound(self._seat, tones)[1:], "other"
        return self._drawing()

    def _start_panel(self) -> bytes:
        device = LumaDevice(self._wiring.chip)
        assert device.paging is not None, "the configuration gives a pod no other panel"
        commands = (*device.start, *device.contrast(self._level))
        return bytes((device.paging.first_column,)) + b"".join(command.payload for command in commands)

    def _drawing(self) -> tuple[int, bytes, _Sent] | None:
        if self._drawing_towards != self._target:
            self._drawing_towards = self._target
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
            # The session began with the panel off.
            self._dark = True
        elif not self._darkening:
            self._darkening = True
            return pod_messages.DARKEN_PANEL, b"", "dark"
        return None


class PodDisplay:
    """The `Display` of one seat: a panel on a pod."""

    def __init__(self, seat: Place, pod: PodThread, side: SeatPodSide) -> None:
        self._seat = seat
        self._pod = pod
        self._side = side

    @property
    def seat(self) -> Place:
        return self._seat

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        """Send the newest picture. Each pod has its own cable, so `urgent` has no effect."""
        del urgent
        self._pod.update(lambda: self._side.show(picture))

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        del urgent
        self._pod.update(lambda: self._side.dim(contrast, shift))

    def check(self) -> None:
        self._pod.update(self._side.check)

    def darken(self) -> None:
        """Start to `close`, without waiting."""
        self._pod.update(self._side.close)

    def close(self) -> None:
        """Blank the panel, switch it off, and wait until that is done; a missing pod is given up."""
        self.darken()
        self._pod.close(lambda: self._side.closed)


class PodBuzzer:
    """The `Buzzer` of one seat."""

    def __init__(self, pod: PodThread, side: SeatPodSide) -> None:
        self._pod = pod
        self._side = side

    def play(self, sound: Sound) -> None:
        tones = [(note.hertz, round(note.seconds * 1000)) for note in MELODIES[sound]]
        self._pod.update(lambda: self._side.play(tones))

    def close(self) -> None:
        """No effect: it stops with its pod."""


class PodKeys:
    """The `KeySource` of all seats with a pod."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._sink: KeyEventSink | None = None
        self._down: dict[tuple[Place, Contact], None] = {}

    def start(self, sink: KeyEventSink) -> None:
        self._sink = sink
        for seat, contact in self._down:
            sink(InitiallyDown(seat, contact, self._loop.time()))

    def close(self) -> None:
        self._sink = None

    def receive(self, event: KeyEvent) -> None:
        """An event of a pod's key; on the loop."""
        if isinstance(event, KeyEdge | InitiallyDown):
            if isinstance(event, InitiallyDown) or event.down:
                self._down[event.seat, event.key] = None
            else:
                self._down.pop((event.seat, event.key), None)
        if self._sink is not None:
            self._sink(event)


class Pods:
    """The pods of `seats`, by seat. `on_runs` and `on_fault` are called on `loop`.

    `find` and `open_port` are the system's functions, or those of simulated pods.
    """

    def __init__(
        self,
        seats: Mapping[Place, PodSeat],
        loop: Loop,
        on_runs: RunSink,
        on_fault: FaultSink,
        *,
        find_port: PortFinder = find_pod_port,
        open_port: PortOpener = SerialPort,
    ) -> None:
        self.keys = PodKeys(loop)
        self.displays: dict[Place, PodDisplay] = {}
        self.buzzers: dict[Place, PodBuzzer] = {}
        self._pods: dict[Place, PodThread] = {}
        for seat, wiring in seats.items():
            side = SeatPodSide(
                seat,
                wiring,
                partial(loop.call_soon_threadsafe, on_runs, seat),
                partial(loop.call_soon_threadsafe, self.keys.receive),
            )
            pod = PodThread(
                wiring.serial,
                f"seat {seat_number(seat)}: screen",
                side,
                loop,
                partial(on_fault, seat),
                find_port=find_port,
                open_port=open_port,
                session=partial(secrets.randbits, 32),
            )
            self._pods[seat] = pod
            self.displays[seat] = PodDisplay(seat, pod, side)
            self.buzzers[seat] = PodBuzzer(pod, side)

    def open(self) -> None:
        """Start the search for them. A pod blanks its panel when its session begins."""
        for pod in self._pods.values():
            pod.start()

    def close(self) -> None:
        """Blank all panels at the same time, and wait until that is done."""
        self.keys.close()
        for display in self.displays.values():
            display.darken()
        for display in self.displays.values():
            display.close()

    def blank(self) -> tuple[DeviceError, ...]:
        """Only find every pod once and blank it; returns the errors of those that did not answer."""
        self.open()
        for pod in self._pods.values():
            pod.wait(_answered(pod), _ANSWER_WITHIN)
        self.close()
        return tuple(pod.trouble for pod in self._pods.values() if pod.trouble is not None)


def _answered(pod: PodThread) -> Callable[[], bool]:
    return lambda: pod.linked or pod.trouble is not None
