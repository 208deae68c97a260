"""A die on a pod: what its readings become, and one on a pod that runs the real firmware, unplugged and plugged in again."""

import asyncio

import pytest

from companion.core.die import ORIENTATIONS, Orientation
from companion.core.errors import DeviceError
from companion.devices.dice.marking import EMPTY_NEST, NestCode, encode_orientation
from companion.devices.dice.readings import check_reading
from companion.devices.dice.serial import PodDieSensors, nest_pod, pod_sensor_die
from companion.devices.protocols import DieReading, DieSight
from companion.devices.simulated.pod import SimulatedPod, SimulatedPods
from companion.pod_wire.pod_messages import DIE_ABSENT, DIE_CHANGING, DIE_COCKED, DIE_SETTLED, DIE_UNREADABLE
from tests.devices.clock import HandLoop
from tests.until import setting, until


def raw(seen: NestCode) -> int:
    """A bit for each sensor over a dark field."""
    return sum(1 << sensor for sensor, white in enumerate(seen) if not white)


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_nest_that_is_unplugged_is_told_and_what_lies_there_afterwards_is_no_roll() -> None:
    loop, news = asyncio.get_running_loop(), asyncio.Event()
    told: list[DieReading | DieSight] = []
    troubles: list[DeviceError | None] = []

    def hear(said: DieReading | DieSight) -> None:
        told.append(said)
        news.set()

    def trouble(error: DeviceError | None) -> None:
        troubles.append(error)
        news.set()

    nest = SimulatedPod("E66", role="nest")
    ports = SimulatedPods((nest,))
    sensors = PodDieSensors(loop)
    die = pod_sensor_die(sensors, loop)
    pod = nest_pod("E66", sensors, loop, trouble, find_port=ports.find, open_port=ports.open)
    die.start(hear)
    pod.start()
    try:
        await until(lambda: DieSight("absent") in told, setting(news))
        nest.lay(raw(encode_orientation(Orientation(3, 2))))
        await until(lambda: DieReading("pod", 3, 2) in told, setting(news))
        nest.unplug()
        await until(lambda: DieSight("gone") in told and bool(troubles) and troubles[-1] is not None, setting(news))
        assert "E66" in str(troubles[-1])
        nest.lay(raw(encode_orientation(ORIENTATIONS[0])))
        nest.plug()
        await until(lambda: told[-1] == DieSight("lying") and troubles[-1] is None, setting(news))
        nest.lay(raw(EMPTY_NEST))
        await until(lambda: told[-1] == DieSight("absent"), setting(news))
        # Another orientation: the same one would be no roll where the loop is late and takes it for a knock.
        nest.lay(raw(encode_orientation(ORIENTATIONS[1])))
        await until(lambda: isinstance(told[-1], DieReading), setting(news))
        assert [one for one in told if isinstance(one, DieReading)] == [
            DieReading("pod", 3, 2),
            DieReading("pod", *ORIENTATIONS[1]),
        ]
    finally:
        pod.close()
        die.close()


class Pod:
    """A pod's readings as they come over the wire, and what becomes of them."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.sensors = PodDieSensors(self.loop)
        self.die = pod_sensor_die(self.sensors, self.loop)
        self.told: list[DieReading | DieSight] = []
        self.die.start(self.told.append)
        self.die.ask()
        assert self.told == [DieSight("gone")], "nobody has answered yet"
        self.told.clear()

    def hear(self, *reading: int, after: float = 0.0) -> None:
        self.loop.advance(after)
        self.sensors.receive(*reading)
        self.loop.run()

    @property
    def readings(self) -> list[tuple[object, object]]:
        return [(one.top, one.front) for one in self.told if isinstance(one, DieReading)]

    @property
    def sights(self) -> list[str]:
        return [one.what for one in self.told if isinstance(one, DieSight)]


def test_a_nest_on_a_pod_reads_all_24() -> None:
    pod = Pod()
    pod.hear(DIE_SETTLED, 0b111111, 0, 0)
    for lies in ORIENTATIONS:
        pod.hear(DIE_CHANGING, 0, 0, 0, after=2)
        pod.hear(DIE_SETTLED, raw(encode_orientation(lies)), 0, 0, after=0.4)
        pod.hear(DIE_CHANGING, 0, 0, 0, after=2)
        pod.hear(DIE_SETTLED, 0b111111, 0, 0, after=0.4)
    assert pod.readings == list(ORIENTATIONS)
    assert pod.loop.timers == []


def test_a_pod_that_reads_faces_says_them_good_or_bad() -> None:
    pod = Pod()
    pod.hear(DIE_ABSENT, 0, 0, 0)
    for top, front in ((3, 2), (4, 0), (3, 3)):
        pod.hear(DIE_CHANGING, 0, 0, 0, after=1)
        pod.hear(DIE_SETTLED, 0, top, front, after=1)
    assert pod.readings == [(3, 2), (4, None), (3, 3)]
    with pytest.raises(DeviceError, match="are the same face"):
        check_reading(DieReading("pod", 3, 3))


def test_what_a_pod_cannot_read_is_told() -> None:
    pod = Pod()
    for state in (DIE_ABSENT, DIE_COCKED, DIE_UNREADABLE, 99):
        pod.hear(DIE_SETTLED, raw(encode_orientation(ORIENTATIONS[0])), 0, 0, after=1)
        pod.told.clear()
        pod.hear(state, 0, 0, 0, after=1)
        assert pod.sights == ["tumbling", "absent" if state == DIE_ABSENT else "unreadable"]
    for nonsense in (0b1111111, 0b101010, 255):
        pod.told.clear()
        pod.hear(DIE_SETTLED, nonsense, 0, 0, after=1)
        assert pod.readings == []


@pytest.mark.parametrize("is_quick", [False, True])
def test_a_pod_that_comes_back_makes_no_roll_of_what_lies_there(is_quick: bool) -> None:
    """Quick: what it said in its new session waits in the loop right behind the end of the old one."""
    pod = Pod()
    pod.hear(DIE_SETTLED, 0b111111, 0, 0)
    pod.hear(DIE_SETTLED, raw(encode_orientation(ORIENTATIONS[5])), 0, 0, after=1)
    assert pod.readings == [ORIENTATIONS[5]]
    pod.told.clear()
    pod.loop.call_soon_threadsafe(pod.sensors.lost)
    if is_quick:
        pod.loop.call_soon_threadsafe(pod.sensors.receive, DIE_CHANGING, 0, 0, 0)
    else:
        pod.loop.run()
        assert pod.sights[-1] == "gone"
        pod.told.clear()
        pod.die.ask()
        assert pod.told == [DieSight("gone")]
        pod.hear(DIE_CHANGING, 0, 0, 0, after=9)
    pod.hear(DIE_SETTLED, raw(encode_orientation(ORIENTATIONS[6])), 0, 0, after=0.3)
    assert (pod.readings, pod.sights[-1]) == ([], "lying")


@pytest.mark.parametrize(("wobble", "rolls"), [(0.25, 1), (0.35, 2)])
def test_a_knock_against_a_pod_is_no_roll(wobble: float, rolls: int) -> None:
    """The pod calls a die settled 300 ms after it was laid down; so long it is away at least."""
    pod = Pod()
    pod.hear(DIE_SETTLED, 0b111111, 0, 0)
    pod.hear(DIE_SETTLED, raw(encode_orientation(ORIENTATIONS[5])), 0, 0, after=1)
    pod.hear(DIE_CHANGING, 0, 0, 0, after=1)
    pod.hear(DIE_SETTLED, raw(encode_orientation(ORIENTATIONS[5])), 0, 0, after=wobble + 0.3)
    assert len(pod.readings) == rolls
