"""The table's half of the session with one pod: greeting, session, end; sans I/O.

Invariant: a pod receives only greetings until it has reported the right serial number, role and version of the protocol. A
greeting never contains Ctrl-C, which would stop the program of another Pico.
"""

from collections.abc import Callable
from typing import Final, Protocol

from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import UP, PodLink

HELLO_EVERY: Final = 500
ANSWER_TIMEOUT: Final = 2000
"""Milliseconds until a pod that does not answer is a fault."""
CTRL_C: Final = 3
_DATE: Final = 0x40404040
"""The time field of a greeting, which has no meaning. A real time would contain Ctrl-C, directly or by stuffing, for minutes."""
_DRAWS: Final = 16
"""How many session numbers are drawn at most to find a greeting without Ctrl-C; about 19 in 20 have none."""

_NAMES: Final = {number: name for name, number in pod_messages.POD_ROLES.items()}
_FLASH: Final = "put the firmware on it with 'companion pods flash'"
POD_NEVER_ANSWERED: Final = f"it does not answer; unplug it and plug it in again, or {_FLASH}"
POD_STOPPED_ANSWERING: Final = "it stopped answering; unplug it and plug it in again"


class PodSide(Protocol):
    """The part of a session for one role: what is sent to the pod, and what its frames mean. `now`: seconds, the loop's clock."""

    @property
    def role(self) -> int:
        """The role that the pod must have."""

    @property
    def trouble(self) -> str | None:
        """A fault of a pod that answers; None: no fault."""

    @property
    def fine(self) -> bool:
        """Whether the pod does all that is wanted."""

    def begin(self, now: float) -> None:
        """A session begins; the pod's state is unknown."""

    def receive(self, frame: PodFrame, now: float) -> None:
        """Handle a frame of the pod."""

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Queue messages, as far as there is room."""

    def end(self, now: float) -> None:
        """The session ended."""


def hello_frame(link: PodLink, session: Callable[[], int], hello: bytes) -> tuple[int, bytes]:
    """A session number, and the bytes of the HELLO that opens it."""
    for _ in range(_DRAWS):
        drawn = session()
        wire = b"\0" + link.greeting(pod_messages.HELLO, drawn, hello, _DATE)
        if CTRL_C not in wire:
            break
    return drawn, wire


class PodSession:
    """The session with the pod `serial`. `session`: returns a new session number, 0 to 2**32 - 1."""

    def __init__(self, serial: str, side: PodSide, session: Callable[[], int]) -> None:
        self._serial = serial
        self._side = side
        self._session = session
        self._link = PodLink(up=False)
        self._hello_session, self._hello = 0, b""
        self._hello_sent_at: int | None = None
        self._since = 0
        self._refused: str | None = None

    @property
    def linked(self) -> bool:
        """Whether a session is open."""
        return self._link.session is not None

    @property
    def trouble(self) -> str | None:
        """Why there is no session, or the pod's fault: the end of a sentence, without a full stop."""
        return self._refused or self._side.trouble

    def open(self, now: float) -> None:
        self._start_greeting(_ms(now))
        self._refused = None

    def close(self, now: float) -> None:
        if self.linked:
            self._link.end()
            self._side.end(now)

    def step(self, data: bytes, now: float) -> bytes:
        """Handle received bytes; returns the bytes to write."""
        ms, link = _ms(now), self._link
        for frame in link.receive(data):
            if not link.accepts(frame, ms):
                continue
            if frame.kind == pod_messages.WELCOME | UP:
                self._welcomed(frame, now)
            elif self.linked:
                self._side.receive(frame, now)
        if link.lost(ms):
            self.close(now)
            self._start_greeting(ms)
            self._refused = POD_STOPPED_ANSWERING
        if self.linked:
            self._side.fill(link, now, ms)
            return link.outgoing(ms)
        if self._refused is None and ms - self._since >= ANSWER_TIMEOUT:
            self._refused = POD_NEVER_ANSWERED
        if self._hello_sent_at is not None and ms - self._hello_sent_at < HELLO_EVERY:
            return b""
        self._hello_sent_at = ms
        return self._hello

    def _start_greeting(self, ms: int) -> None:
        self._hello_session, self._hello = hello_frame(self._link, self._session, pod_messages.pack_hello(self._serial))
        self._hello_sent_at, self._since = None, ms

    def _welcomed(self, frame: PodFrame, now: float) -> None:
        welcome = pod_messages.unpack_welcome(frame.body)
        if welcome is None or self.linked or frame.session != self._hello_session:
            return
        version, role, _firmware, serial = welcome
        self._refused = self._refusal(version, role, serial)
        if self._refused is None:
            self._link.begin(frame.session, _ms(now))
            self._side.begin(now)

    def _refusal(self, version: int, role: int, serial: str) -> str | None:
        if version != pod_messages.PROTOCOL_VERSION:
            mine = pod_messages.PROTOCOL_VERSION
            return f"it uses version {version} of the protocol, and this table uses version {mine}; {_FLASH}"
        if serial.upper() != self._serial.upper():
            return f"it reports the serial number {serial}; write that number in the table's configuration"
        if role != self._side.role:
            is_one, wanted = _NAMES.get(role, "strange"), _NAMES[self._side.role]
            return f"it is a {is_one} pod; {_FLASH} --role {wanted}"
        return None


def _ms(now: float) -> int:
    return int(now * 1000)
