"""Who has a place, and who has to go for another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.web.connections.address_quota import AddressQuota, address_of


def places(total: int, each: int, *, within: bool = True) -> tuple[AddressQuota[str], list[str]]:
    gone: list[str] = []
    return AddressQuota(total, each, gone.append, within=within), gone


def enter(at: AddressQuota[str], who: str, *, offer: bool = True) -> bool:
    """The first letter is the address."""
    entered = at.enter(who[0], who)
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


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["enter", "keep", "offer", "leave"])), max_size=60))
@settings(deadline=None)
def test_never_more_than_may_and_no_address_above_its_own_limit(steps: list[tuple[str, str]]) -> None:
    here: dict[str, None] = {}
    at: AddressQuota[str] = AddressQuota(5, 3, lambda who: here.pop(who))
    for number, (address, step) in enumerate(steps):
        who = f"{address}{number}"
        some = next((one for one in here if one[0] == address), None)
        if step == "enter" and at.enter(address, who):
            here[who] = None
        elif step == "keep" and some:
            at.keep(some)
        elif step == "offer" and some:
            at.offer(some)
        elif step == "leave" and some:
            at.leave(some)
            here.pop(some)
        assert len(at) == len(here) <= 5
        assert all(sum(one[0] == address for one in here) <= 3 for address in "abc")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("@", "@"),
    ],
)
def test_by_which_address_a_client_counts(host: str, address: str) -> None:
    assert address_of(host) == address
