"""The table's half of the conversation with one pod: greeting, session, and its end; sans I/O.

Law: nothing is sent to a pod before it has said that it is the one that is meant, of the right kind, and speaks this
version of the protocol. Nor is Ctrl-C: what listens there may be a Pico whose program that would end.
"""

from collections.abc import Callable
from typing import Final, Protocol

from companion.link import pod_messages
from companion.link.pod_frames import PodFrame
from companion.link.pod_link import UP, PodLink

HELLO_EVERY: Final = 500
ANSWER_TIMEOUT: Final = 2000
"""Milliseconds until a pod that does not answer is a fault."""
CTRL_C: Final = 3
_DATE: Final = 0x40404040
"""The time in a greeting, which nobody reads; the true one holds Ctrl-C, or zeros that make one, for minutes on end."""
_DRAWS: Final = 16
"""Sessions that are drawn to find one whose greeting is without Ctrl-C, which about 19 in 20 are."""

_NAMES: Final = {number: name for name, number in pod_messages.POD_ROLES.items()}
_FLASH: Final = "put the firmware on it with 'companion pods flash'"
POD_NEVER_ANSWERED: Final = f"it does not answer; take its plug out and in again, or {_FLASH}"
POD_STOPPED_ANSWERING: Final = "it has stopped answering; take its plug out and in again"


class PodSide(Protocol):
    """What the table wants of a pod, and does with what it says. `now`: seconds on the loop's clock."""

    @property
    def role(self) -> int:
        """What the pod has to be."""

    @property
    def trouble(self) -> str | None:
        """What is wrong with it though it answers."""

    @property
    def fine(self) -> bool:
        """Whether all is as it should be."""

    def begin(self, now: float) -> None:
        """A session begins; nothing is known."""

    def receive(self, frame: PodFrame, now: float) -> None:
        """It said something."""

    def fill(self, link: PodLink, now: float, ms: int) -> None:
        """Send what there is to be sent, as far as there is room."""

    def end(self, now: float) -> None:
        """It is gone."""


def hello_frame(link: PodLink, session: Callable[[], int], hello: bytes) -> tuple[int, bytes]:
    """A session, and the HELLO on the wire that opens it."""
    for _ in range(_DRAWS):
        drawn = session()
        wire = b"\0" + link.greeting(pod_messages.HELLO, drawn, hello, _DATE)
        if CTRL_C not in wire:
            break
    return drawn, wire


class PodSession:
    """The conversation with the pod `serial`. `session`: gives a number, 0 to 2**32 - 1, that no session had before."""

    def __init__(self, serial: str, side: PodSide, session: Callable[[], int]) -> None:
        self._serial = serial
        self._side = side
        self._session = session
        self._link = PodLink(up=False)
        self._calling, self._hello = 0, b""
        self._called: int | None = None
        self._since = 0
        self._refused: str | None = None

    @property
    def linked(self) -> bool:
        """Whether there is a session."""
        return self._link.session is not None

    @property
    def trouble(self) -> str | None:
        """Why there is no session, or what is wrong in it; the end of a sentence, without a full stop."""
        return self._refused or self._side.trouble

    def open(self, now: float) -> None:
        """The port is open."""
        self._call(_ms(now))
        self._refused = None

    def close(self, now: float) -> None:
        """The port is gone."""
        if self.linked:
            self._link.end()
            self._side.end(now)

    def step(self, data: bytes, now: float) -> bytes:
        """Take what came; what is to be written."""
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
            self._call(ms)
            self._refused = POD_STOPPED_ANSWERING
        if self.linked:
            self._side.fill(link, now, ms)
            return link.outgoing(ms)
        if self._refused is None and ms - self._since >= ANSWER_TIMEOUT:
            self._refused = POD_NEVER_ANSWERED
        if self._called is not None and ms - self._called < HELLO_EVERY:
            return b""
        self._called = ms
        return self._hello

    def _call(self, ms: int) -> None:
        self._calling, self._hello = hello_frame(self._link, self._session, pod_messages.pack_hello(self._serial))
        self._called, self._since = None, ms

    def _welcomed(self, frame: PodFrame, now: float) -> None:
        welcome = pod_messages.unpack_welcome(frame.body)
        if welcome is None or self.linked or frame.session != self._calling:
            return
        version, role, _firmware, serial = welcome
        self._refused = self._refusal(version, role, serial)
        if self._refused is None:
            self._link.begin(frame.session, _ms(now))
            self._side.begin(now)

    def _refusal(self, version: int, role: int, serial: str) -> str | None:
        if version != pod_messages.PROTOCOL_VERSION:
            mine = pod_messages.PROTOCOL_VERSION
            return f"it speaks version {version} of the protocol, and this table version {mine}; {_FLASH}"
        if serial.upper() != self._serial.upper():
            return f"it says that it is pod {serial}; put that number into the table's configuration"
        if role != self._side.role:
            is_one, wanted = _NAMES.get(role, "strange"), _NAMES[self._side.role]
            return f"it is a {is_one} pod; {_FLASH} --role {wanted}"
        return None


def _ms(now: float) -> int:
    return int(now * 1000)
