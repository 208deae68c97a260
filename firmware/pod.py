"""One end of the wire and what hangs on it: the whole pod, sans I/O but for its `hal`.

Law: whatever comes over the wire, a pod goes on; a table that says nothing for two seconds is gone.
"""

from companion.link.link_frames import PodLink
from companion.link.pod_messages import HELLO, LEAVE, VERSION, WELCOME, pack_welcome, unpack_hello, unpack_serial

from . import VERSION as FIRMWARE
from .nest import Nest
from .seat import Seat


def part_of(role: str, hal):
    """What a pod of that role is."""
    return {"seat": Seat, "nest": Nest}[role](hal)


class Pod:
    """`part`: a Seat or a Nest."""

    def __init__(self, hal, part) -> None:
        self._hal = hal
        self._part = part
        self._link = PodLink(up=True)

    @property
    def linked(self) -> bool:
        """Whether there is a table."""
        return self._link.session is not None

    @property
    def deadline(self):
        """When to `step` though nothing moves; None: only for a sign of life."""
        return self._part.deadline

    def step(self, data: bytes) -> bytes:
        """Take what came over the wire; what is to be written to it."""
        hal, link, part = self._hal, self._link, self._part
        out = b""
        for frame in link.hear(data):
            if not link.takes(frame, hal.now()):
                continue
            if frame.kind == HELLO:
                out += self._greeted(frame)
            elif frame.kind == LEAVE:
                if unpack_serial(frame.body) == hal.serial.upper():
                    self.end()
                    hal.leave()
            else:
                part.heard(frame.kind, frame.body, hal.now())
                # A picture takes a while; keys are looked at between its parts.
                part.step(link, hal.now())
        now = hal.now()
        if link.lost(now):
            self.end()
        if link.session is None:
            part.idle(now)
            return out
        part.step(link, now)
        # A hand that presses a key must not be taken for pressing it when nobody hears of its letting go.
        link.eager = part.touched
        return out + link.outgoing(now)

    def end(self) -> None:
        """The table has gone, whatever it says from now on: the panel is dark."""
        self._link.end()
        self._part.end(self._hal.now())

    def _greeted(self, frame) -> bytes:
        hello = unpack_hello(frame.body)
        if hello is None:
            return b""
        hal, link = self._hal, self._link
        version, serial = hello
        now = hal.now()
        meant = version == VERSION and serial in ("", hal.serial.upper())
        # A greeting that comes twice begins nothing twice; one that is not for this pod ends what there was.
        if not meant:
            self.end()
        elif link.session != frame.session:
            link.begin(frame.session, now)
            self._part.begin(now)
        return link.greeting(WELCOME, frame.session, pack_welcome(self._part.role, FIRMWARE, hal.serial), now)
