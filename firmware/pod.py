"""The pod: its end of the link, and its role; all I/O goes through `hal`.

Invariant: no input stops a pod; a session ends when the table sends nothing for two seconds.
"""

from companion.pod_wire.pod_link import PodLink
from companion.pod_wire.pod_messages import (
    HELLO,
    LEAVE,
    PROTOCOL_VERSION,
    WELCOME,
    pack_firmware,
    pack_welcome,
    unpack_hello,
    unpack_serial,
)

from . import VERSION as FIRMWARE
from .nest import NestPod
from .seat import SeatPod


def make_role(role: str, hal):
    """The role object for a role of config.py."""
    return {"seat": SeatPod, "nest": NestPod}[role](hal)


class Pod:
    """`role`: a SeatPod or a NestPod."""

    def __init__(self, hal, role) -> None:
        self._hal = hal
        self._role = role
        self._link = PodLink(up=True)

    @property
    def linked(self) -> bool:
        """Whether a session is open."""
        return self._link.session is not None

    @property
    def deadline(self):
        """When the next `step` is needed though nothing changes; None: only for a heartbeat."""
        return self._role.deadline

    def step(self, data: bytes) -> bytes:
        """Handle received bytes; returns the bytes to send."""
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
                # A picture takes a while; sample the keys between its parts.
                role.step(link, hal.now())
        now = hal.now()
        if link.lost(now):
            self.end()
        if link.session is None:
            role.idle(now)
            return out
        role.step(link, now)
        # While a key is down the table must notice a lost contact soon.
        link.fast_heartbeat = role.key_is_down
        return out + link.outgoing(now)

    def end(self) -> None:
        """End the session: the panel goes off."""
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
        # A repeated greeting does not begin the session again; a greeting for another pod ends the session.
        if not meant:
            self.end()
        elif link.session != frame.session:
            link.begin(frame.session, now)
            self._role.begin(now)
        firmware = pack_firmware(FIRMWARE, hal.micropython)
        return link.greeting(WELCOME, frame.session, pack_welcome(self._role.role, firmware, hal.serial), now)
