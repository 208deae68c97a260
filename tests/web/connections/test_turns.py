"""Whose turn it is."""

import asyncio
import time
from functools import partial

import pytest

from companion.web.connections.fair_queue import FairQueue
from tests.patience import PATIENCE
from tests.web.connections.test_places import client

pytestmark = pytest.mark.anyio


async def test_addresses_take_turns_whoever_asks_most() -> None:
    turns = FairQueue(1000, 100, time.monotonic)
    begun: list[str] = []

    async def ask(address: str) -> None:
        await turns.turn(client(address))
        begun.append(address)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(ask(address) for address in "aaaabbc"))
    assert begun == list("abcabaa")


async def test_a_network_with_many_addresses_takes_one_turn_of_each() -> None:
    turns = FairQueue(1000, 100, time.monotonic)
    begun: list[str] = []

    async def ask(address: str) -> None:
        await turns.turn(client(address))
        begun.append(address)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(ask(address) for address in "AABCDaa"))
    assert begun == list("AaBaCDA")


async def test_one_is_begun_at_a_turn_of_the_loop() -> None:
    turns = FairQueue(1000, 100, time.monotonic)
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


async def test_beyond_the_burst_they_wait_for_time_to_pass() -> None:
    now = 0.0
    turns = FairQueue(1000, 2, lambda: now)
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


async def test_who_is_gone_takes_nobody_elses_turn() -> None:
    turns = FairQueue(0.001, 1, lambda: 0.0)
    turns.turn(client("a")).cancel()
    async with asyncio.timeout(PATIENCE):
        await turns.turn(client("b"))
