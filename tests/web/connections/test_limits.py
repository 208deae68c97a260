"""The numbers fit together, and leave file descriptors to the rest."""

import pytest

from companion.web.connections.limits import LISTENER, PLAYER, RESERVED, Limits, within
from companion.web.hub import BENCHES, SPECTATORS
from companion.web.page_messages import MESSAGE_LIMIT


@pytest.mark.parametrize("descriptors", [256, 640, 1024, 1_000_000])
def test_the_network_leaves_descriptors_to_the_journal_and_the_devices(descriptors: int) -> None:
    limits = within(descriptors)
    assert limits.connections + RESERVED <= descriptors
    assert 2 * limits.of_an_address <= limits.connections
    assert limits.of_an_address < limits.of_a_network < limits.connections


def test_behind_one_address_there_is_room_for_every_page_and_for_who_loads_one() -> None:
    assert Limits().of_an_address >= SPECTATORS + BENCHES + 2 * 6


def test_whoever_may_send_a_message_may_send_the_longest() -> None:
    assert min(LISTENER.octets_at_once, PLAYER.octets_at_once) > MESSAGE_LIMIT
