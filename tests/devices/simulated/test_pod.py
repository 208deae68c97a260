"""The port of a simulated pod: a read returns with what is said, when it is woken, and when its time is over."""

from collections.abc import Callable

from companion.devices.simulated.pod import SimulatedPod
from companion.devices.simulated.ssd1306 import SSD1306
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_link import PodLink

SERIAL = "SIM0"


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by `step` at each look. It ends, so that a read that never returns fails."""
    return iter([step * number for number in range(60)]).__next__


def test_a_read_ends_when_its_time_is_over() -> None:
    assert SimulatedPod(SERIAL, SSD1306(), clock=ticking(1.0)).read() == b""


def test_a_read_ends_when_it_is_woken_or_something_is_said() -> None:
    pod = SimulatedPod(SERIAL, SSD1306(), clock=ticking(1e-6))
    pod.wake()
    assert pod.read() == b""
    hello = PodLink(up=False).greeting(pod_messages.HELLO, 7, pod_messages.pack_hello(SERIAL), 0)
    pod.write(hello)
    assert pod.read() != b""
