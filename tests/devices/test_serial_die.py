"""A die on a pod that runs the real firmware: read over its port, unplugged, and plugged in again."""

import asyncio
from collections.abc import Callable

import pytest

from companion.core.errors import DeviceError
from companion.devices.pod_die import die_pod
from companion.devices.ports import Reading, Sight
from companion.devices.serial_die import PodEyes, serial_die
from companion.devices.simulated.pod import SimulatedPod, SimulatedPods
from companion.games.die import ATTITUDES, Attitude
from companion.games.nest import EMPTY, Code, code

pytestmark = pytest.mark.anyio

PATIENCE = 20.0
"""Seconds, and only for what is broken."""


def raw(seen: Code) -> int:
    """A bit for each sensor over a dark field."""
    return sum(1 << sensor for sensor, white in enumerate(seen) if not white)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_nest_that_is_unplugged_is_told_and_what_lies_there_afterwards_is_no_roll() -> None:
    loop, news = asyncio.get_running_loop(), asyncio.Event()
    told: list[Reading | Sight] = []
    troubles: list[DeviceError | None] = []

    def hear(said: Reading | Sight) -> None:
        told.append(said)
        news.set()

    def trouble(error: DeviceError | None) -> None:
        troubles.append(error)
        news.set()

    async def until(there: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not there():
                news.clear()
                await news.wait()

    nest = SimulatedPod("E66", role="nest")
    ports = SimulatedPods((nest,))
    eyes = PodEyes(loop)
    die = serial_die(eyes, loop)
    pod = die_pod("E66", eyes, loop, trouble, find=ports.find, open_port=ports.open)
    die.start(hear)
    pod.start()
    try:
        await until(lambda: Sight("absent") in told)
        nest.lay(raw(code(Attitude(3, 2))))
        await until(lambda: Reading("pod", 3, 2) in told)
        nest.unplug()
        await until(lambda: Sight("gone") in told and bool(troubles) and troubles[-1] is not None)
        assert "E66" in str(troubles[-1])
        nest.lay(raw(code(ATTITUDES[0])))
        nest.plug()
        await until(lambda: told[-1] == Sight("lying") and troubles[-1] is None)
        nest.lay(raw(EMPTY))
        await until(lambda: told[-1] == Sight("absent"))
        nest.lay(raw(code(ATTITUDES[0])))
        await until(lambda: isinstance(told[-1], Reading))
        assert [one for one in told if isinstance(one, Reading)] == [
            Reading("pod", 3, 2),
            Reading("pod", *ATTITUDES[0]),
        ]
    finally:
        pod.close()
        die.close()
