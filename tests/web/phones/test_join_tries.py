"""How often a wrong code may be sent."""

from companion.web.phones.join_tries import MISREAD, MOST_CLIENTS, OF_A_CLIENT, OF_ALL, SEATS_TAKEN, JoinTries
from companion.web.shares import Client


class Hand:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def client(address: str) -> Client:
    return Client(address, address)


def failed(tries: JoinTries, address: str, times: int) -> None:
    for _ in range(times):
        assert tries.may(client(address))
        tries.failed(client(address))


def test_one_address_uses_up_its_own_tries_and_no_others() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    failed(tries, "a", OF_A_CLIENT)
    assert not tries.may(client("a"))
    assert tries.may(client("b"))
    clock.now = 9.9
    assert not tries.may(client("a"))
    clock.now = 10.1
    failed(tries, "a", 1)
    assert not tries.may(client("a"))


def test_those_who_tried_often_have_a_bound_together_and_hold_up_nobody_else() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for number in range(OF_ALL // OF_A_CLIENT * 2):
        failed(tries, str(number), OF_A_CLIENT // 2)
    assert not tries.may(client("0")), "all together"
    failed(tries, "misread", MISREAD)
    assert not tries.may(client("misread"))
    for number in range(2 * MOST_CLIENTS):
        failed(tries, f"stranger {number}", 1)
        assert tries.may(client("new"))


def test_more_addresses_than_are_remembered_take_no_more_memory() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for number in range(2 * MOST_CLIENTS):
        clock.now += 1
        failed(tries, str(number), 1)
    assert len(tries._wrong._each) == MOST_CLIENTS


def test_one_client_takes_seats_for_a_table_and_then_slowly() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for _ in range(SEATS_TAKEN):
        assert tries.may_join(client("proxy"))
        tries.joined(client("proxy"))
    assert not tries.may_join(client("proxy"))
    assert tries.may_join(client("other"))
    assert tries.may(client("proxy")), "a wrong code is something else"
    clock.now = 5.1
    assert tries.may_join(client("proxy"))
