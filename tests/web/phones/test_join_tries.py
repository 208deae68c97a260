"""How often a wrong code may be sent."""

from companion.web.phones.join_tries import MOST_ADDRESSES, OF_ALL, OF_AN_ADDRESS, JoinTries


class Hand:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def failed(tries: JoinTries, address: str, times: int) -> None:
    for _ in range(times):
        assert tries.may(address)
        tries.failed(address)


def test_one_address_uses_up_its_own_tries_and_no_others() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    failed(tries, "a", OF_AN_ADDRESS)
    assert not tries.may("a")
    assert tries.may("b")
    clock.now = 9.9
    assert not tries.may("a")
    clock.now = 10.1
    failed(tries, "a", 1)
    assert not tries.may("a")


def test_many_addresses_together_have_a_bound_too() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for number in range(OF_ALL):
        failed(tries, str(number), 1)
    assert not tries.may("new")
    clock.now = 1.1
    failed(tries, "new", 1)
    assert not tries.may("newer")


def test_more_addresses_than_are_remembered_take_no_more_memory() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for number in range(2 * MOST_ADDRESSES):
        clock.now += 1
        failed(tries, str(number), 1)
    assert len(tries._each) == MOST_ADDRESSES
