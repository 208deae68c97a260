"""Serial ports: a pod is found by its serial number under whatever name, and opened by one program at a time."""

import errno
import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.errors import DeviceError
from companion.devices.pods import ports as pod_ports
from companion.devices.pods.ports import UNPLUGGED, FoundPort, SerialPort, find_pod_port, port_fault_reason

SERIAL = "E6614C311B4A6F2D"


def dev(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


def none() -> list[FoundPort]:
    return []


@pytest.mark.parametrize("kind", ["companion/pod-{}", "serial/by-id/usb-MicroPython_Pico_{}-if00"])
def test_a_pod_is_found_by_the_name_that_udev_gave_and_no_other_is_taken_for_it(tmp_path: Path, kind: str) -> None:
    lower = SERIAL.lower()
    for other in (lower[:-1], f"{lower}0", f"1{lower}"):
        name = kind.format(other)
        assert find_pod_port(SERIAL, dev(tmp_path / other, name), none) is None, name
    for own in (lower, SERIAL):
        name = kind.format(own)
        assert find_pod_port(SERIAL, dev(tmp_path / own, name), none) == str(tmp_path / own / name)
        assert find_pod_port(lower, tmp_path / own, none) == str(tmp_path / own / name)


def test_it_is_found_by_what_the_system_tells(tmp_path: Path) -> None:
    def ports() -> list[FoundPort]:
        return [FoundPort("/dev/ttyACM0", "E6614C311B4A7011"), FoundPort("/dev/ttyACM3", SERIAL.lower())]

    assert find_pod_port(SERIAL, tmp_path, ports) == "/dev/ttyACM3"
    assert find_pod_port("E6614C311B4A9999", tmp_path, ports) is None


def test_a_port_that_goes_while_it_is_asked_for_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """udev takes the folder away with the last name in it; a file of sysfs is there, and gone when it is read."""

    class Going(type(tmp_path)):  # type: ignore[misc]
        def iterdir(self) -> Iterator[Path]:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(self))

    (tmp_path / "companion").mkdir()
    assert find_pod_port(SERIAL, Going(tmp_path), none) is None

    def pulled() -> list[FoundPort]:
        raise TypeError("int() can't convert non-string with explicit base")

    monkeypatch.setattr("serial.tools.list_ports.comports", pulled)
    assert find_pod_port(SERIAL, tmp_path) is None


def test_why_a_port_cannot_be_opened() -> None:
    for error, why in {
        OSError(errno.ENOENT, ""): UNPLUGGED,
        OSError(errno.EIO, ""): UNPLUGGED,
        OSError(errno.EACCES, ""): "access to /dev/x is denied",
        OSError(errno.EBUSY, ""): "another program uses /dev/x",
        OSError(errno.EAGAIN, ""): "another program uses /dev/x",
        OSError(errno.ENOSPC, "No space left"): "/dev/x cannot be opened (No space left)",
        DeviceError("The library is missing."): "The library is missing",
    }.items():
        assert why in port_fault_reason("/dev/x", error)


class Terminal:
    """A pseudo-terminal: `device` is the end that is opened, `master` the other."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.device = os.ttyname(self._slave)
        self._pulled = False

    def pull(self) -> None:
        if not self._pulled:
            self._pulled = True
            os.close(self.master)

    def close(self) -> None:
        self.pull()
        os.close(self._slave)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def test_what_is_written_comes_out_and_what_comes_in_is_read(terminal: Terminal) -> None:
    port = SerialPort(terminal.device)
    everything = bytes(range(256))
    port.write(everything)
    assert os.read(terminal.master, 1000) == everything
    os.write(terminal.master, everything)
    heard = b""
    while len(heard) < len(everything):
        heard += port.read()
    assert heard == everything
    port.close()


def test_a_second_program_is_refused_and_a_device_that_is_not_there_is_unplugged(terminal: Terminal) -> None:
    port = SerialPort(terminal.device)
    with pytest.raises(OSError) as caught:
        SerialPort(terminal.device)
    assert "another program uses" in port_fault_reason(terminal.device, caught.value)
    port.close()
    SerialPort(terminal.device).close()
    with pytest.raises(OSError) as caught:
        SerialPort("/dev/not-there")
    assert port_fault_reason("/dev/not-there", caught.value) == UNPLUGGED


def test_a_port_that_is_pulled_out_is_an_error(terminal: Terminal) -> None:
    port = SerialPort(terminal.device)
    terminal.pull()
    with pytest.raises(OSError):
        port.read()
    port.close()


def test_a_reader_is_woken(terminal: Terminal) -> None:
    """Woken before it waits, it comes back too, so nothing is lost between looking and waiting."""
    port = SerialPort(terminal.device)
    port.wake()
    assert port.read() == b""
    reader = threading.Thread(target=port.wake)
    reader.start()
    assert port.read() == b""
    reader.join()
    port.close()


def test_a_pod_that_reads_nothing_does_not_stop_the_writer_for_long(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pod_ports, "_WRITE_WITHIN", 0.01)
    port = SerialPort(terminal.device)
    with pytest.raises(TimeoutError) as caught:
        for _ in range(1000):
            port.write(bytes(1000))
    assert "accepts no data" in port_fault_reason("/dev/x", caught.value)
    port.close()
