"""One end of the wire and what hangs on it: the whole pod, sans I/O but for its `hal`.

Law: whatever comes over the wire, a pod goes on; a table that says nothing for two seconds is gone.
"""

from companion.link.pod_link import PodLink
from companion.link.pod_messages import (
    HELLO,
    LEAVE,
    PROTOCOL_VERSION,
    WELCOME,
    pack_welcome,
    unpack_hello,
    unpack_serial,
)

from . import PROTOCOL_VERSION as FIRMWARE
from .nest import NestPod
from .seat import SeatPod


def make_role(role: str, hal):
    """What a pod of that role is."""
    return {"seat": SeatPod, "nest": NestPod}[role](hal)


class Pod:
    """`role`: a Seat or a Nest."""

    def __init__(self, hal, role) -> None:
        self._hal = hal
        self._role = role
        self._link = PodLink(up=True)

    @property
    def linked(self) -> bool:
        """Whether there is a table."""
        return self._link.session is not None

    @property
    def deadline(self):
        """When to `step` though nothing moves; None: only for a sign of life."""
        return self._role.deadline

    def step(self, data: bytes) -> bytes:
        """Take what came over the wire; what is to be written to it."""
        hal, link, role = self._hal, self._link, self._role
        out = b""
        for frame in link.receive(data):
            if not link.accepts(frame, hal.now()):
                continue
            if frame.kind == HELLO:
                out += self._greeted(frame)
            elif frame.kind == LEAVE:
                if unpack_serial(frame.body) == hal.serial.upper():
                    self.end()
                    hal.leave()
            else:
                role.receive(frame.kind, frame.body, hal.now())
                # A picture takes a while; keys are looked at between its parts.
                role.step(link, hal.now())
        now = hal.now()
        if link.lost(now):
            self.end()
        if link.session is None:
            role.idle(now)
            return out
        role.step(link, now)
        # A hand that presses a key must not be taken for pressing it when nobody hears of its letting go.
        link.fast_heartbeat = role.key_is_down
        return out + link.outgoing(now)

    def end(self) -> None:
        """The table has gone, whatever it says from now on: the panel is dark."""
        self._link.end()
        self._role.end(self._hal.now())

    def _greeted(self, frame) -> bytes:
        hello = unpack_hello(frame.body)
        if hello is None:
            return b""
        hal, link = self._hal, self._link
        version, serial = hello
        now = hal.now()
        meant = version == PROTOCOL_VERSION and serial in ("", hal.serial.upper())
        # A greeting that comes twice begins nothing twice; one that is not for this pod ends what there was.
        if not meant:
            self.end()
        elif link.session != frame.session:
            link.begin(frame.session, now)
            self._role.begin(now)
        return link.greeting(WELCOME, frame.session, pack_welcome(self._role.role, FIRMWARE, hal.serial), now)
