"""Who has a place, and who has to go for another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.web.connections.address_quota import AddressQuota, Client, client_of


def places(
    total: int, each: int, *, of_a_network: int | None = None, within: bool = True
) -> tuple[AddressQuota[str], list[str]]:
    gone: list[str] = []
    return AddressQuota(total, each, gone.append, of_a_network=of_a_network, within=within), gone


def client(who: str) -> Client:
    return Client("LAN" if who[0].isupper() else who[0], who[0])


def enter(at: AddressQuota[str], who: str, *, offer: bool = True) -> bool:
    """The first letter is the address; capitals are addresses of one network."""
    entered = at.enter(client(who), who)
    if offer:
        at.offer(who)
    return entered


def test_who_waits_longest_goes_for_a_newcomer_of_the_same_address() -> None:
    at, gone = places(9, 2)
    assert enter(at, "a1")
    assert enter(at, "a2")
    assert enter(at, "a3")
    at.offer("a2")
    assert enter(at, "a4")
    assert (gone, len(at)) == (["a1", "a3"], 2)


def test_nobody_goes_who_is_kept() -> None:
    at, gone = places(9, 2)
    assert enter(at, "a1", offer=False)
    assert enter(at, "a2")
    at.keep("a2")
    assert not enter(at, "a3")
    at.offer("a2")
    assert enter(at, "a3")
    assert gone == ["a2"]


def test_the_address_with_the_most_gives_way_to_one_with_less_and_not_to_its_like() -> None:
    at, gone = places(4, 4, within=False)
    assert all(enter(at, who) for who in ("a1", "a2", "a3", "b1"))
    assert enter(at, "c1")
    assert gone == ["a1"]
    assert enter(at, "c2") is False  # two, one and one: nobody has two more than c
    assert enter(at, "a4") is False
    at.leave("b1")
    assert enter(at, "a5")
    assert enter(at, "b2")
    assert gone == ["a1", "a2"]


def test_a_full_house_of_one_address_gives_way_within_it() -> None:
    at, gone = places(2, 9)
    assert all(enter(at, who) for who in ("a1", "a2", "a3"))
    assert gone == ["a1"]


@given(st.lists(st.tuples(st.sampled_from("abAB"), st.sampled_from(["enter", "keep", "offer", "leave"])), max_size=60))
@settings(deadline=None)
def test_never_more_than_may_and_no_address_above_its_own_limit(steps: list[tuple[str, str]]) -> None:
    here: dict[str, None] = {}
    at: AddressQuota[str] = AddressQuota(5, 3, lambda who: here.pop(who), of_a_network=4)
    for number, (address, step) in enumerate(steps):
        who = f"{address}{number}"
        some = next((one for one in here if one[0] == address), None)
        if step == "enter" and at.enter(client(who), who):
            here[who] = None
        elif step == "keep" and some:
            at.keep(some)
        elif step == "offer" and some:
            at.offer(some)
        elif step == "leave" and some:
            at.leave(some)
            here.pop(some)
        assert len(at) == len(here) <= 5
        assert all(sum(one[0] == address for one in here) <= 3 for address in "abAB")
        assert sum(one[0].isupper() for one in here) <= 4


def test_a_stranger_with_many_connections_leaves_the_others_of_the_network_theirs() -> None:
    at, gone = places(12, 6, of_a_network=9)
    assert all(enter(at, f"S{number}") for number in range(6))
    assert all(enter(at, who) for who in ("P1", "P2", "Q1"))
    assert enter(at, "R1")
    assert gone == ["S0"], "of the address with the most"
    assert enter(at, "S6")
    assert gone == ["S0", "S1"], "a network with its whole share makes room within it"
    assert all(enter(at, who) for who in ("a1", "b1", "c1"))
    assert gone == ["S0", "S1"], "and leaves the rest to others"


def test_a_stranger_with_many_addresses_holds_up_nobody_of_another_network_and_none_for_good_of_its_own() -> None:
    at, gone = places(4, 4, of_a_network=3)
    assert all(enter(at, who) for who in ("S1", "T1", "U1"))
    assert enter(at, "P1")
    assert gone == ["S1"], "nobody has two more, and so who waits longest goes"
    assert enter(at, "a1")
    assert enter(at, "b1")
    assert gone == ["S1", "T1"], "of the network with the most"


@pytest.mark.parametrize(
    ("host", "here", "network", "address"),
    [
        ("192.168.1.7", "192.168.1.2", "192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "::ffff:192.168.1.2", "192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:3::1", "2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "192.168.1.2", "2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::1", "2001:db8:1:2::/64", "2001:db8:1:2:ffff::9"),
        ("fe80::1%eth0", "fe80::2%eth0", "fe80::/64", "fe80::1"),
        ("@", "", "@", "@"),
    ],
)
def test_as_whom_a_client_counts(host: str, here: str, network: str, address: str) -> None:
    assert client_of(host, here) == Client(network, address)
