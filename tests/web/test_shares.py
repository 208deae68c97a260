"""How the network's share is divided: the numbers, who has a place, whose turn it is, and what counts as a frame."""

import asyncio
import time
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from companion.web.codes import LETTERS, TYPED
from companion.web.hub import BENCHES, SPECTATORS
from companion.web.messages import MESSAGE_LIMIT
from companion.web.shares import (
    LISTENER,
    MOST_CLIENTS,
    OF_A_CLIENT,
    PLAYER,
    RESERVED,
    SEATS_TAKEN,
    Client,
    FrameCount,
    JoinTries,
    Limits,
    Places,
    Turns,
    client_of,
    within,
)
from tests.patience import PATIENCE


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


def places(
    total: int, each: int, *, of_a_network: int | None = None, within: bool = True
) -> tuple[Places[str], list[str]]:
    gone: list[str] = []
    return Places(total, each, gone.append, of_a_network=of_a_network, within=within), gone


def client(who: str) -> Client:
    return Client("LAN" if who[0].isupper() else who[0], who[0])


def enter(at: Places[str], who: str, *, offer: bool = True) -> bool:
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
    at: Places[str] = Places(5, 3, lambda who: here.pop(who), of_a_network=4)
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


@pytest.mark.anyio
async def test_addresses_take_turns_whoever_asks_most() -> None:
    turns = Turns(1000, 100, time.monotonic)
    begun: list[str] = []

    async def ask(address: str) -> None:
        await turns.turn(client(address))
        begun.append(address)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(ask(address) for address in "aaaabbc"))
    assert begun == list("abcabaa")


@pytest.mark.anyio
async def test_a_network_with_many_addresses_takes_one_turn_of_each() -> None:
    turns = Turns(1000, 100, time.monotonic)
    begun: list[str] = []

    async def ask(address: str) -> None:
        await turns.turn(client(address))
        begun.append(address)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(ask(address) for address in "AABCDaa"))
    assert begun == list("AaBaCDA")


@pytest.mark.anyio
async def test_one_is_begun_at_a_turn_of_the_loop() -> None:
    turns = Turns(1000, 100, time.monotonic)
    begun: list[bool] = []

    def begin() -> bool:
        begun.append(True)
        return True

    for _ in range(3):
        turns.ask(client("a"), begin)
    seen = []
    while len(begun) < 3:
        await asyncio.sleep(0)
        seen.append(len(begun))
    assert seen == [1, 2, 3]


@pytest.mark.anyio
async def test_beyond_the_burst_they_wait_for_time_to_pass() -> None:
    now = 0.0
    turns = Turns(1000, 2, lambda: now)
    begun: list[str] = []
    done = asyncio.Event()

    def begin(name: str) -> bool:
        begun.append(name)
        if len(begun) == 3:
            done.set()
        return True

    for name in "abc":
        turns.ask(client(name), partial(begin, name))
    for _ in range(20):
        await asyncio.sleep(0)
    assert begun == ["a", "b"]
    now = 1.0
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert begun == ["a", "b", "c"]


@pytest.mark.anyio
async def test_who_is_gone_takes_nobody_elses_turn() -> None:
    turns = Turns(0.001, 1, lambda: 0.0)
    turns.turn(client("a")).cancel()
    async with asyncio.timeout(PATIENCE):
        await turns.turn(client("b"))


FRAMES = st.lists(
    st.builds(
        Frame,
        st.sampled_from([Opcode.CONT, Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.PONG]),
        st.one_of(
            st.just(b""),
            st.binary(max_size=5),
            st.integers(0, 200).map(bytes),
            st.sampled_from([65535, 65536]).map(bytes),
        ),
        st.booleans(),
    ),
    max_size=20,
)


@given(FRAMES, st.lists(st.integers(1, 200), min_size=1, max_size=20), st.booleans())
@settings(deadline=None)
def test_every_frame_counts_once(frames: list[Frame], pieces: list[int], mask: bool) -> None:
    whole = b"".join(Frame.serialize(_legal(frame), mask=mask) for frame in frames)
    count, counted, at, turn = FrameCount(), 0, 0, 0
    while at < len(whole):
        size = pieces[turn % len(pieces)] * (500 if len(whole) > 50_000 else 1)
        counted += count.count(whole[at : at + size], 1000)
        at, turn = at + size, turn + 1
    assert counted == len(frames)


def test_the_count_ends_soon_after_it_is_too_many() -> None:
    assert FrameCount().count(Frame(Opcode.PING, b"").serialize(mask=True) * 10_000, 30) == 31


def _legal(frame: Frame) -> Frame:
    """A control frame is short and in one piece."""
    return Frame(frame.opcode, frame.data[:125], True) if frame.opcode in (Opcode.PING, Opcode.PONG) else frame


class Hand:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def sender(address: str) -> Client:
    return Client(address, address)


def failed(tries: JoinTries, address: str, times: int) -> None:
    for _ in range(times):
        assert tries.may(sender(address))
        tries.failed(sender(address))


def test_one_address_uses_up_its_own_tries_and_no_others() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    failed(tries, "a", OF_A_CLIENT)
    assert not tries.may(sender("a"))
    assert tries.may(sender("b"))
    clock.now = 9.9
    assert not tries.may(sender("a"))
    clock.now = 10.1
    failed(tries, "a", 1)
    assert not tries.may(sender("a"))


def test_in_an_evening_a_code_is_guessed_by_nobody_however_many_addresses_they_have() -> None:
    """The odds of docs/operate.md: six free seats, four hours, and a new address for every code."""
    clock = Hand()
    tries = JoinTries(clock)
    guesses = 0
    while clock.now < 4 * 60 * 60:
        while tries.may(sender(str(guesses))):
            tries.failed(sender(str(guesses)))
            guesses += 1
        clock.now += 1
    assert guesses <= 1500
    assert 6 * guesses * 34_000 < len(LETTERS) ** TYPED


def test_more_addresses_than_are_remembered_take_no_more_memory() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for number in range(2 * MOST_CLIENTS):
        clock.now += 10
        failed(tries, str(number), 1)
    assert len(tries._wrong._each) == MOST_CLIENTS


def test_one_client_takes_seats_for_a_table_and_then_slowly() -> None:
    clock = Hand()
    tries = JoinTries(clock)
    for _ in range(SEATS_TAKEN):
        assert tries.may_join(sender("proxy"))
        tries.joined(sender("proxy"))
    assert not tries.may_join(sender("proxy"))
    assert tries.may_join(sender("other"))
    assert tries.may(sender("proxy")), "a wrong code is something else"
    clock.now = 5.1
    assert tries.may_join(sender("proxy"))
