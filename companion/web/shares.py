"""How the network's share of the table is divided: numbers, and who gets what of it. No I/O.

The numbers are made for a Raspberry Pi Zero 2 and a service with 1,024 file descriptors. What things cost was measured on a
desk's computer; a Zero 2 is taken to be ten times slower, which is not measured. What is shared is shared by address, but
nothing is small for one address: a whole room may sit behind a proxy.

Over IPv6 a host chooses among 2^64 addresses of its network, so a network far away is one client. Of the table's own network
each address is a client, since all devices of a home share its first 64 bits; but that network has a share of its own, too.
"""

import asyncio
import resource
from collections import Counter, deque
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

T = TypeVar("T", bound=Hashable)

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
REQUESTS: Final = Allowance(frames=0, frames_at_once=0, octets=8192, octets_at_once=65536)
"""Of a connection that sends requests. A page of 50 files is 25 KB of heads, over six connections."""
LEAST_READ: Final = 64
"""Bytes that one read counts for, since a read costs time however little it brings."""


class Limits(Struct, frozen=True):
    """What all connections together may take."""

    connections: int = 512
    """At once. One that says nothing costs 6 KB of memory, a websocket 32 KB."""
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
    ping: float = 10.0
    """Seconds between two pings of a websocket, and that the client has to answer one."""


def within(descriptors: int, connections: int = Limits().connections) -> Limits:
    """The limits of a process that may have so many file descriptors, and that serves so many `connections` at most."""
    most = min(connections, max(descriptors - RESERVED, FEWEST))
    return Limits(connections=most, of_an_address=most // 2, of_a_network=most * 3 // 4)


def of_this_process(connections: int = Limits().connections) -> Limits:
    """The limits by RLIMIT_NOFILE, and by how many connections are served at most."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return within(connections + RESERVED if soft == resource.RLIM_INFINITY else soft, connections)


MonotonicClock = Callable[[], float]
"""Seconds, monotonic."""


class TokenBucket:
    """How fast something may come: holds `burst` tokens at most and gains `rate` of them a second."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take so many tokens, or none and False where there are fewer."""
        self._fill()
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    @property
    def left(self) -> float:
        """The tokens there are."""
        self._fill()
        return self._tokens

    def wait(self) -> float:
        """Seconds until there is a token."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


LINK_LOCAL: Final = IPv6Network("fe80::/10")


class Client(NamedTuple):
    """As whom a client counts: its address, and the network that it is one of. Both are the same where no others count in it."""

    network: str
    address: str


def client_of(host: str, here: str) -> Client:
    """As whom the client at `host` counts, which has reached this machine at its address `here`."""
    address = _address(host)
    if not isinstance(address, IPv6Address):
        return Client(address, address)
    network = _network(address)
    ours = _address(here)
    is_near = address in LINK_LOCAL or (isinstance(ours, IPv6Address) and _network(ours) == network)
    return Client(network, str(address) if is_near else network)


def _address(host: str) -> IPv6Address | str:
    """An IPv4 address in IPv6's clothes is itself."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return address if address.ipv4_mapped is None else str(address.ipv4_mapped)
    return str(address)


def _network(address: IPv6Address) -> str:
    return str(ip_network((int(address) >> 64 << 64, 64)))


class Places(Generic[T]):
    """`total` places, at most `each` of one address and `of_a_network` of one network. `drop` is told of whoever has to go for
    another; that one has left by then. `within`: whether one goes for another of the same address or network, too.

    Invariant: only a place that is offered is taken away: for the same address, or for one that has at least two fewer, or for
    one whose network has at least two fewer, or within a network that has its whole share.
    """

    def __init__(
        self, total: int, each: int, drop: Callable[[T], None], *, of_a_network: int | None = None, within: bool = True
    ) -> None:
        self._total = total
        self._each = each
        self._of_a_network = total if of_a_network is None else of_a_network
        self._drop = drop
        self._is_within = within
        self._taken: dict[T, Client] = {}
        self._counts: Counter[Client] = Counter()
        self._networks: Counter[str] = Counter()
        self._loose: dict[Client, dict[T, None]] = {}

    def __len__(self) -> int:
        """How many are taken."""
        return len(self._taken)

    def enter(self, client: Client, who: T) -> bool:
        """Take a place, if need be of another; False where none can be had. It is kept until `offer` or `leave`."""
        if self._is_full(client):
            victim = self._victim(client)
            if victim is None:
                return False
            self.leave(victim)
            self._drop(victim)
        self._taken[who] = client
        self._counts[client] += 1
        self._networks[client.network] += 1
        return True

    def offer(self, who: T) -> None:
        """From now on this place may be given to another, after those that were offered before."""
        if who in self._taken:
            self.keep(who)
            self._loose.setdefault(self._taken[who], {})[who] = None

    def keep(self, who: T) -> None:
        """From now on this place is not given to another."""
        if who in self._taken:
            self._loosed(self._taken[who], who)

    def leave(self, who: T) -> None:
        """Give the place back; nothing where it is given back already."""
        client = self._taken.pop(who, None)
        if client is None:
            return
        self._loosed(client, who)
        self._counts[client] -= 1
        self._networks[client.network] -= 1
        if not self._counts[client]:
            del self._counts[client]
        if not self._networks[client.network]:
            del self._networks[client.network]

    def _is_full(self, client: Client) -> bool:
        return (
            self._counts[client] >= self._each
            or self._networks[client.network] >= self._of_a_network
            or len(self._taken) >= self._total
        )

    def _loosed(self, client: Client, who: T) -> None:
        loose = self._loose.get(client, {})
        loose.pop(who, None)
        if not loose:
            self._loose.pop(client, None)

    def _victim(self, client: Client) -> T | None:
        """Who was offered first: of the address that has the most, or of the network that has the most, or else of its own."""
        own, ours = self._counts[client], self._networks[client.network]
        is_crowded = ours >= self._of_a_network
        if own >= self._each:
            of = client if self._is_within else None
        else:
            rivals = [other for other in self._loose if not is_crowded or other.network == client.network]
            heavier = [other for other in rivals if self._counts[other] >= own + 2]
            of = max(heavier, key=self._counts.__getitem__, default=None)
            if of is None and not is_crowded:
                larger = [other for other in rivals if self._networks[other.network] >= ours + 2]
                of = max(larger, key=lambda other: self._networks[other.network], default=None)
            if of is None and self._is_within:
                of = next(iter(rivals), None) if is_crowded else client
        return next(iter(self._loose.get(of, ())), None) if of is not None else None


Begin = Callable[[], bool]
"""Begins a piece of work; False where it is wanted no more."""


class Turns:
    """Work that the network asks for, begun a little at a time: one piece at each turn of the loop, so that a key that comes
    meanwhile waits for one piece at most; `rate` pieces a second after `burst`; of one network after the other, and within a
    network of one address after the other. Belongs to the running loop from the first piece on; `clock` as in `TokenBucket`."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._bucket = TokenBucket(rate, burst, clock)
        self._waiting: dict[str, dict[str, deque[Begin]]] = {}
        self._timer: asyncio.Handle | None = None

    def __len__(self) -> int:
        """How many pieces wait, those among them that are wanted no more."""
        return sum(len(queue) for addresses in self._waiting.values() for queue in addresses.values())

    def ask(self, client: Client, begin: Begin) -> None:
        """Call `begin` when it is its turn."""
        self._waiting.setdefault(client.network, {}).setdefault(client.address, deque()).append(begin)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._next)

    def turn(self, client: Client) -> asyncio.Future[None]:
        """Done when it is its turn. Whoever wants it no more cancels it or sets its result, and it takes nobody else's."""
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if come.done():
                return False
            come.set_result(None)
            return True

        self.ask(client, begin)
        return come

    def close(self) -> None:
        """Begin nothing more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _next(self) -> None:
        self._timer = None
        wait = self._bucket.wait()
        if wait == 0:
            self._begin_one()
            wait = self._bucket.wait()
        if not self._waiting or self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait, self._next) if wait else loop.call_soon(self._next)

    def _begin_one(self) -> None:
        while self._waiting:
            network = next(iter(self._waiting))
            addresses = self._waiting.pop(network)
            address = next(iter(addresses))
            queue = addresses.pop(address)
            begin = queue.popleft()
            if queue:
                addresses[address] = queue
            if addresses:
                self._waiting[network] = addresses
            if begin():
                self._bucket.take()
                return


_LENGTHS: Final = {126: 2, 127: 8}
"""Bytes of the length that stand after a second byte with these values."""
_MASK: Final = 4


class FrameCount:
    """Counts the websocket frames of one connection before a library parses them: pings, pongs, fragments and empty frames too.
    They may come in any pieces. Nothing is judged here: what is malformed counts as something, and the library closes the
    socket."""

    def __init__(self) -> None:
        self._head = b""
        self._rest = 0

    def count(self, data: bytes, most: float) -> int:
        """How many frames have their head's end in `data`, the next bytes of the connection. Beyond `most` the count ends."""
        frames, at, end = 0, 0, len(data)
        while at < end and frames <= most:
            if self._rest:
                step = min(self._rest, end - at)
                self._rest -= step
                at += step
                continue
            need = self._need() - len(self._head)
            self._head += data[at : at + need]
            at += need
            if len(self._head) >= 2 and len(self._head) == self._need():
                self._rest = self._length()
                self._head = b""
                frames += 1
        return frames

    def _need(self) -> int:
        """Bytes of the head, as far as it is known."""
        if len(self._head) < 2:
            return 2
        return 2 + _LENGTHS.get(self._head[1] & 127, 0) + (_MASK if self._head[1] & 128 else 0)

    def _length(self) -> int:
        short = self._head[1] & 127
        return int.from_bytes(self._head[2 : 2 + _LENGTHS[short]], "big") if short in _LENGTHS else short


OF_A_CLIENT: Final = 10
"""Wrong codes at once of one client; then one in ten seconds."""
OF_ALL: Final = 60
"""Wrong codes at once of all clients together; then one in ten seconds. However many addresses somebody has, in four hours they
try 1,500 codes. Who scans a code is not held up: a code that is scanned is too long to be guessed, and is not counted."""
SEATS_TAKEN: Final = 24
"""Seats that one client takes at once, a whole table behind one proxy four times; then one in five seconds."""
MOST_CLIENTS: Final = 256
"""Clients that are remembered; the one that is heard of longest ago is forgotten first."""


class JoinTries:
    """The wrong codes that were typed, and the seats that were taken so far. `clock` as in TokenBucket."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._all = TokenBucket(0.1, OF_ALL, clock)
        self._wrong = Buckets(0.1, OF_A_CLIENT, clock)
        self._taken = Buckets(0.2, SEATS_TAKEN, clock)

    def may(self, client: Client) -> bool:
        """Whether this client may try a typed code now."""
        return self._wrong.left(client) >= 1 and self._all.wait() == 0

    def failed(self, client: Client) -> None:
        """A typed code from this client was wrong."""
        self._wrong.take(client)
        self._all.take()

    def may_join(self, client: Client) -> bool:
        """Whether this client may take a seat now."""
        return self._taken.left(client) >= 1

    def joined(self, client: Client) -> None:
        """This client has taken a seat."""
        self._taken.take(client)


class Buckets:
    """A token bucket for each of the clients, or whatever is counted, that were heard of last."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._each: dict[Hashable, TokenBucket] = {}

    def left(self, client: Hashable) -> float:
        """The tokens of one."""
        own = self._each.get(client)
        return self._burst if own is None else own.left

    def wait(self, client: Hashable) -> float:
        """Seconds until one has a token."""
        own = self._each.get(client)
        return 0.0 if own is None else own.wait()

    def take(self, client: Hashable) -> None:
        """Take a token of one, if it has any."""
        own = self._each.pop(client, None) or TokenBucket(self._rate, self._burst, self._clock)
        if len(self._each) >= MOST_CLIENTS:
            del self._each[next(iter(self._each))]
        self._each[client] = own
        own.take()
