"""How much of the table's time and memory the network may take, in numbers.

They are made for a Raspberry Pi Zero 2 and a service with 1,024 file descriptors. What things cost was measured on a desk's
computer; a Zero 2 is taken to be ten times slower, which is not measured. What is shared is shared by address, but nothing is
small for one address: a whole room may sit behind a proxy. Which addresses of IPv6 are one client is in `address_quota.py`.
"""

import resource
from typing import Final

from msgspec import Struct

RESERVED: Final = 128
"""File descriptors that the network leaves to the journal, the devices and everything else; a table uses about 50."""
FEWEST: Final = 16


class Allowance(Struct, frozen=True):
    """What one websocket may send: `frames` a second after `frames_at_once`, and the same of bytes. Every frame counts, and
    every read as `LEAST_READ` bytes or more."""

    frames: float
    frames_at_once: float
    octets: float
    octets_at_once: float


LISTENER: Final = Allowance(frames=5, frames_at_once=30, octets=2048, octets_at_once=16384)
"""Of a page that only listens. A browser sends a pong every ten seconds; 200 such pages may still send 1,000 frames a second."""
PLAYER: Final = Allowance(frames=120, frames_at_once=240, octets=32768, octets_at_once=65536)
"""Of a page with keys, somewhat more than the 100 messages a second that it may send as keys, each in a block of 256 bytes."""
REQUESTS: Final = Allowance(frames=0, frames_at_once=0, octets=8192, octets_at_once=32768)
"""Of a connection that sends requests; who sends more is read more slowly."""
LEAST_READ: Final = 64
"""Bytes that one read counts for, since a read costs time however little it brings."""


class Limits(Struct, frozen=True):
    """What all connections together may take."""

    connections: int = 512
    """At once. One that says nothing costs 3 KB of memory, a websocket 32 KB."""
    of_an_address: int = 256
    """Connections of one address: room for all spectators, all seats, and browsers that load pages, behind one proxy. One
    address leaves half of all connections to others."""
    of_a_network: int = 384
    """Connections of all addresses in the table's own IPv6 network, which one host can have as many of as it likes."""
    accepts: float = 200.0
    """Connections accepted in a second after `accepts_at_once`: each costs 0.2 ms, even if it is closed at once. Whoever comes
    faster waits in the kernel, behind everybody else; who is there notices nothing."""
    accepts_at_once: float = 64.0
    requests: float = 40.0
    """Requests and websockets' handshakes begun in a second after `requests_at_once`: they cost 0.7 and 1.8 ms."""
    requests_at_once: float = 120.0
    """Four bench pages, each with about 30 files."""
    first_request: float = 5.0
    """Seconds that a connection may take for a whole request with its body, from its start or the end of the last answer."""
    body: int = 4096
    """Bytes of a body that are read before the application begins; no message of ours is longer."""
    answer: float = 30.0
    """Seconds that an answer may take, until the client has it."""
    closing: float = 3.0
    """Seconds that a client has to take the rest of what was sent, and to answer the close of its socket."""
    backlog: int = 64
    """Connections that wait in the kernel."""
    buffer: int = 65536
    """Bytes of the kernel's buffers, for what a client has yet to take, and for what it sent and is not read yet."""
    rest: float = 1.0
    """Seconds after which accepting is tried again where the system has no file descriptors or memory left."""


def within(descriptors: int) -> Limits:
    """The limits of a process that may have so many file descriptors."""
    most = min(Limits().connections, max(descriptors - RESERVED, FEWEST))
    return Limits(connections=most, of_an_address=most // 2, of_a_network=most * 3 // 4)


def of_this_process() -> Limits:
    """The limits by RLIMIT_NOFILE."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return within(Limits().connections + RESERVED if soft == resource.RLIM_INFINITY else soft)
