"""Start and end of a pod: no bytes on the wire break a start, and no picture stays when the program ends."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.keys import Contact, KeyEdge, KeyEvent
from companion.core.picture import BLANK
from companion.core.seat import Place
from companion.devices.build import NoLoop
from companion.devices.pods.firmware import board_config, firmware_files
from companion.devices.pods.ports import SerialPort
from companion.devices.pods.seat import Pods
from companion.devices.wiring import PodSeat
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import UP, PodLink
from tests.devices.pictures import lit
from tests.firmware.pico import Hub, Pico
from tests.until import until_notified

pytestmark = [pytest.mark.process, pytest.mark.slow]

SERIAL = "E6614C311B4A6F2D"
SECRET = lit((3, 3), (64, 40))
_READS = 300
"""A tenth of a second each; so many only of a Pico that is broken."""


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    """A seat pod that is unplugged."""
    made = Pico(tmp_path, SERIAL)
    yield made
    made.close()


def shown(pico: Pico, loop: NoLoop | None = None) -> Pods:
    """A table that shows SECRET on it."""
    pods = Pods(
        {Place(0): PodSeat(SERIAL)},
        loop or NoLoop(),
        lambda seat, runs: None,
        lambda seat, error: None,
        find_port=Hub(pico).find,
        open_port=SerialPort,
    )
    pods.open()
    pods.displays[0].show(SECRET)
    pico.wait(lambda: pico.seen == SECRET)
    return pods


def left(pico: Pico) -> None:
    """A table showed SECRET on it and is gone, and the pod hangs: what the table said last it never heard."""
    pods = shown(pico)
    pico.hang()
    pods.close()
    assert pico.seen == SECRET


def prompted(pico: Pico) -> None:
    """It is at MicroPython's prompt, and what is typed there can be broken off with Ctrl-C."""
    assert pico.device is not None
    port = SerialPort(pico.device)
    said = b""
    try:
        for _ in range(_READS):
            said += port.read()
            if b">>> " in said:
                break
        port.write(b"import machine; machine.importing('prompt')\r")
        pico.wait(lambda: pico.imported == [("prompt", True)])
    finally:
        port.close()


def greeted(pico: Pico) -> list[PodFrame]:
    """Its answers to a greeting."""
    assert pico.device is not None
    link = PodLink(up=False)
    port = SerialPort(pico.device)
    found: list[PodFrame] = []
    try:
        port.write(
            b"\0" + link.greeting(pod_messages.HELLO, 0, pod_messages.pack_hello("", pod_messages.QUERY_VERSION), 0)
        )
        for _ in range(_READS):
            found += link.receive(port.read())
            if found:
                break
    finally:
        port.close()
    return found


class Now(NoLoop):
    """Calls back at once, on the pod's thread."""

    def __init__(self) -> None:
        self.news = threading.Condition()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        with self.news:
            callback(*args)
            self.news.notify_all()
        return None


def has(heard: list[KeyEvent], count: int) -> bool:
    return len(heard) == count


def test_a_ready_made_board_is_a_seat_with_its_own_keys(tmp_path: Path) -> None:
    pins: dict[Contact, int] = {"left": 20, "middle": 21, "right": 22}
    pico = Pico(tmp_path, SERIAL, config=board_config("makerpi"), pins=pins)
    loop, heard = Now(), list[KeyEvent]()
    pico.plug()
    pods = shown(pico, loop)
    pods.keys.start(heard.append)
    expected = [(key, down) for key in pins for down in (True, False)]
    for number, (key, down) in enumerate(expected, start=1):
        (pico.press if down else pico.release)(key)
        until_notified(loop.news, partial(has, heard, number))
    assert [(event.key, event.down) for event in heard if isinstance(event, KeyEdge)] == expected
    pods.buzzers[0].play("accepted")
    pico.wait(lambda: any(pico.tones))
    pods.close()
    pico.close()


def test_the_led_is_written_on_change_only(pico: Pico) -> None:
    """On a Pico W a write goes by the radio's chip and takes about a millisecond, as long as a look at the keys."""
    pico.plug()
    assert [frame.kind for frame in greeted(pico)] == [pod_messages.WELCOME | UP]
    # Some twenty turns of its loop and more: a key is told of after three looks at least.
    pods = shown(pico)
    assert pico.lights == [0, 1]
    pods.close()
    pico.wait(lambda: pico.seen == BLANK and len(pico.lights) > 2)
    assert pico.lights == [0, 1, 0]


def test_no_greeting_breaks_a_start(pico: Pico) -> None:
    """A greeting may hold the byte that is Ctrl-C, and comes while the pod still reads its files."""
    modules = [name for name in firmware_files("seat") if name != "main.py"]
    for name in modules:
        path = pico.folder / name
        path.write_text(f"import machine\nmachine.importing('{name}')\n{path.read_text()}")
    pico.plug()
    pico.wait(lambda: ("firmware/run.py", False) in pico.imported and pico.bus.transactions > 0)
    assert [frame.kind for frame in greeted(pico)] == [pod_messages.WELCOME | UP]
    assert sorted(pico.imported) == [(name, False) for name in sorted(modules)]


def test_a_pod_whose_player_holds_the_middle_key_goes_on_after_its_watchdog(pico: Pico) -> None:
    pico.plug()
    left(pico)
    pico.press("middle")
    assert pico.restart() == ""
    assert [frame.kind for frame in greeted(pico)] == [pod_messages.WELCOME | UP]
    assert pico.seen == BLANK


def test_no_picture_is_left_at_the_prompt(pico: Pico) -> None:
    """The panel keeps its power while the Pico is started anew, to be flashed."""
    pico.plug()
    left(pico)
    (pico.folder / "stay").touch()
    pico.restart()
    prompted(pico)
    assert pico.seen == BLANK
    assert not (pico.folder / "stay").exists()


def test_the_middle_key_held_while_it_is_plugged_in_leads_to_the_prompt(pico: Pico) -> None:
    pico.press("middle")
    pico.plug()
    prompted(pico)


def test_a_picture_is_dark_before_the_pod_leaves(pico: Pico) -> None:
    pico.plug()
    left(pico)
    assert pico.device is not None
    port = SerialPort(pico.device)
    pico.go_on()
    port.write(b"\0" + PodLink(up=False).greeting(pod_messages.LEAVE, 0, SERIAL.encode(), 0))
    pico.wait(lambda: pico.resets == 1)
    assert pico.seen == BLANK
    port.close()


def test_a_program_that_fails_leaves_no_picture(pico: Pico) -> None:
    """It has no memory left, say; its watchdog starts it anew later."""
    seat = pico.folder / "firmware" / "seat.py"
    broken = "if kind == PLAY_TONES:\n            raise MemoryError\n        if not body:"
    seat.write_text(seat.read_text().replace("if not body:", broken, 1))
    pico.plug()
    pods = shown(pico)
    pods.buzzers[0].play("accepted")
    pico.wait(lambda: pico.seen == BLANK)
    pods.close()
    pico.unplug()
