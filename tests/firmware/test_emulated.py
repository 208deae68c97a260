"""The firmware on the official MicroPython for the RP2040, as a builder puts it there: `make pod-test UF2=RPI_PICO-….uf2`.

One pod serves all tests of a seat, since an emulated start takes a quarter of a minute.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.core.keys import KeyEdge
from companion.core.picture import BLANK, Picture
from companion.devices.dice.serial import NestPodSide
from companion.devices.pods.firmware import firmware_module
from companion.devices.pods.flash import OLDEST_MICROPYTHON, PodAnswer
from companion.pod_wire import pod_messages
from tests.firmware.emulated import SERIAL, EmulatedPico, Table, micropython_uf2, welcome
from tools.pod_images import IMAGES, pod_image

pytestmark = [pytest.mark.process, pytest.mark.slow]

LOCKOUT = 0.008
"""Seconds: no press that is longer may be lost."""


def made(folder: Path, name: str, keys: tuple[int, ...] = (10, 11, 12), i2c: int = 0) -> EmulatedPico:
    """A Pico with MicroPython and that file."""
    micropython = micropython_uf2()
    image = folder / f"{name}.uf2"
    image.write_bytes(pod_image(*IMAGES[name]))
    return EmulatedPico(micropython, image, keys, i2c)


def noise(seed: int) -> Picture:
    """A picture of which every page has to be drawn."""
    return Random(seed).randbytes(1024)


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> EmulatedPico:
    """A seat's pod."""
    return made(tmp_path_factory.mktemp("pod"), "pod-seat")


@pytest.fixture
def table(pico: EmulatedPico) -> Iterator[Table]:
    """A table that shows a picture on it. An error in an interrupt ends that interrupt, and is only printed."""
    made = Table(pico)
    made.side.show(noise(0))
    pico.run_until(lambda: made.side.fine, 3)
    yield made
    assert b"Error" not in pico.all


def presses(table: Table) -> list[float]:
    """How long each press of ● took, as the table was told, in seconds."""
    edges = [event for event in table.keys if isinstance(event, KeyEdge)]
    assert [edge.down for edge in edges] == [True, False] * (len(edges) // 2)
    return [up.at - down.at for down, up in zip(edges[::2], edges[1::2], strict=True)]


def test_two_files_make_a_pod_and_it_tells_its_micropython(pico: EmulatedPico) -> None:
    version, role, firmware, serial = welcome(pico)
    assert (version, role, serial) == (pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_SEAT, SERIAL)
    number, micropython = pod_messages.unpack_firmware(firmware)
    assert number == firmware_module("pod").FIRMWARE
    assert tuple(map(int, micropython.split("."))) >= OLDEST_MICROPYTHON
    assert not PodAnswer(version, role, firmware, serial).outdated


def test_no_tap_is_lost_while_it_draws(table: Table) -> None:
    """The invariant of debounce.py: none longer than a lock-out. The pod is busy for a frame of a whole page at a time."""
    pico, count, length = table.pico, 12, LOCKOUT + 0.002
    for number in range(count):
        table.side.show(noise(number + 1))
        at = 0.02 + number * 0.0013
        pico.after(at, lambda: pico.press(1))
        pico.after(at + length, lambda: pico.release(1))
        pico.run(0.1)
        assert not table.side.fine or pico.chip.pixels() == noise(number + 1)
    pico.run(0.2)
    assert presses(table) == pytest.approx([length] * count, abs=0.0021)
    assert table.session.trouble is None


def test_no_tap_is_lost_while_the_panel_is_started(pico: EmulatedPico) -> None:
    """Its whole memory is cleared in one message."""
    table = Table(pico)
    table.side.show(noise(1))
    pico.run_until(lambda: table.session.linked, 3)
    pico.after(0.006, lambda: pico.press(1))
    pico.after(0.016, lambda: pico.release(1))
    pico.run_until(lambda: table.side.fine, 1)
    assert presses(table) == pytest.approx([0.010], abs=0.0021)


def test_a_picture_is_there_in_less_than_the_eighth_of_a_second(table: Table) -> None:
    assert table.shows(noise(99)) < 0.125


def test_a_line_that_never_rests_does_not_stop_it(table: Table) -> None:
    """A wire beside the panel's clock, say: thousands of edges in a second, which are no press, and other keys work."""
    pico = table.pico

    def shake(left: int) -> Callable[[], None]:
        def act() -> None:
            (pico.press if left % 2 else pico.release)(0)
            if left:
                pico.after(0.00004, shake(left - 1))

        return act

    shake(2500)()
    pico.after(0.03, lambda: pico.press(1))
    pico.after(0.06, lambda: pico.release(1))
    assert table.shows(noise(7)) < 1
    pico.run(0.2)
    middle = [event.down for event in table.keys if isinstance(event, KeyEdge) and event.key == "middle"]
    assert middle == [True, False]
    table.keys.clear()
    table.side.show(noise(8))
    pico.after(0.03, lambda: pico.press(1))
    pico.after(0.04, lambda: pico.release(1))
    pico.run(0.2)
    assert presses(table) == pytest.approx([0.010], abs=0.0021)
    assert pico.resets == 0


def test_a_host_that_does_not_read_does_not_hang_it(table: Table) -> None:
    """As a program does that is stopped and keeps the port open. Old MicroPythons wait for ever. The panel goes dark, and the pod
    answers when somebody reads again."""
    pico = table.pico
    pico.host_reads = False
    pico.press(1)
    since = pico.now
    pico.run_until(lambda: pico.chip.pixels() == BLANK, 4)
    assert pico.now - since < 3.5
    pico.release(1)
    pico.run(1)
    pico.read_again()
    assert welcome(pico)[3] == SERIAL
    assert pico.resets == 0


def test_a_panel_that_is_gone_is_told(table: Table) -> None:
    table.pico.bus.unplug(0x3C)
    table.side.show(noise(3))
    table.pico.run_until(lambda: table.session.trouble is not None, 2)
    table.pico.bus.plug(0x3C)
    table.pico.run_until(lambda: table.side.fine, 3)
    assert table.pico.chip.pixels() == noise(3)


def test_a_ready_made_board_is_a_seat(tmp_path: Path) -> None:
    """Its own keys, its own piezo, and a panel at its socket."""
    pico = made(tmp_path, "pod-seat-makerpi", (20, 21, 22), i2c=1)
    table = Table(pico)
    table.side.show(noise(1))
    pico.run_until(lambda: table.side.fine, 5)
    assert pico.chip.pixels() == noise(1)
    for key in range(3):
        pico.press(key)
        pico.run(0.03)
        pico.release(key)
        pico.run(0.03)
    assert [(event.key, event.down) for event in table.keys if isinstance(event, KeyEdge)] == [
        (key, down) for key in ("left", "middle", "right") for down in (True, False)
    ]
    assert pico.is_pwm(18)


def test_a_nest_reads_its_sensors(tmp_path: Path) -> None:
    pico = made(tmp_path, "pod-nest", ())
    told: list[tuple[int, int]] = []
    Table(pico, NestPodSide(lambda state, raw, top, front: told.append((state, raw)), lambda: None))
    for sensor in range(6):
        pico.drive(2 + sensor, sensor % 2 == 0)
    pico.run_until(lambda: bool(told) and told[-1] == (pod_messages.DIE_SETTLED, 0b010101), 5)
