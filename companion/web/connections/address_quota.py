"""A limited number of places, shared by network address.

Over IPv6 a host chooses among 2^64 addresses of its network, so a network far away is one client. Of the table's own network
each address is a client, since all devices of a home share its first 64 bits; but that network has a share of its own, too.

Invariant: only a place that is offered is taken away: for the same address, or for one that has at least two fewer, or for one
whose network has at least two fewer, or within a network that has its whole share.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)

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


class AddressQuota(Generic[T]):
    """`total` places, at most `each` of one address and `of_a_network` of one network. `drop` is told of whoever has to go for
    another; that one has left by then. `within`: whether one goes for another of the same address or network, too."""

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
