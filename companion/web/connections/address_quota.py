"""A limited number of places, shared by network address.

Invariant: only a place that is offered is taken away, and only for the same address or for one that has at least two fewer.
"""

from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


def address_of(host: str) -> str:
    """The address by which a client counts: an IPv6 host has a whole network of them, of which the first 64 bits are given
    to it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


class AddressQuota(Generic[T]):
    """`total` places, at most `each` of one address. `drop` is told of whoever has to go for another; that one has left by
    then. `within`: whether one of an address goes for another of the same address, too."""

    def __init__(self, total: int, each: int, drop: Callable[[T], None], *, within: bool = True) -> None:
        self._total = total
        self._each = each
        self._drop = drop
        self._is_within = within
        self._taken: dict[T, str] = {}
        self._counts: dict[str, int] = {}
        self._loose: dict[str, dict[T, None]] = {}

    def __len__(self) -> int:
        """How many are taken."""
        return len(self._taken)

    def enter(self, address: str, who: T) -> bool:
        """Take a place, if need be of another; False where none can be had. It is kept until `offer` or `leave`."""
        full = self._counts.get(address, 0) >= self._each or len(self._taken) >= self._total
        if full:
            victim = self._victim(address)
            if victim is None:
                return False
            self.leave(victim)
            self._drop(victim)
        self._taken[who] = address
        self._counts[address] = self._counts.get(address, 0) + 1
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
        address = self._taken.pop(who, None)
        if address is None:
            return
        self._loosed(address, who)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def _loosed(self, address: str, who: T) -> None:
        loose = self._loose.get(address, {})
        loose.pop(who, None)
        if not loose:
            self._loose.pop(address, None)

    def _victim(self, address: str) -> T | None:
        """Who was offered first: of the address that has the most, or else of the same address."""
        own = self._counts.get(address, 0)
        heavier = [] if own >= self._each else [other for other in self._loose if self._counts[other] >= own + 2]
        of = max(heavier, key=self._counts.__getitem__, default=address if self._is_within else None)
        return next(iter(self._loose.get(of, ())), None) if of is not None else None
