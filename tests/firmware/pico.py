"""A Pico on a laptop: the firmware under a real MicroPython, with a pseudo-terminal as USB port and pins that the test drives."""

import os
import shutil
import signal
import socket
import subprocess
import threading
import tty
from collections.abc import Callable
from pathlib import Path

from companion.core.keys import Contact
from companion.core.picture import BLANK, Picture
from companion.devices.pods.firmware import PodRole, firmware_files
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from tests.firmware.micropython import micropython
from tests.until import until_notified

ADDRESS = 0x3C
PINS: dict[Contact, int] = {"left": 10, "middle": 11, "right": 12}
"""Seconds; only a failing test waits so long."""
_POWER, _WATCHDOG = 1, 3
"""Why it starts, as `machine` in the rig numbers it."""
_MACHINE = Path(__file__).with_name("rig") / "machine.py"


class Pico:
    """One Pico; `folder` is its flash memory. `serial`: hexadecimal. `config`: another wiring than the usual one,
    with the keys at `pins`. It is unplugged at first."""

    def __init__(
        self,
        folder: Path,
        serial: str,
        role: PodRole = "seat",
        chip: DisplayChip | None = None,
        config: Path | None = None,
        pins: dict[Contact, int] = PINS,
    ) -> None:
        self.folder = folder
        self.serial = serial
        self.chip = chip or SSD1306()
        self.bus = SimulatedI2C({ADDRESS: self.chip})
        self.tones: list[int] = []
        self.lights: list[int] = []
        """Every level that was written to its LED, whether it changed or not."""
        self.resets = 0
        self.imported: list[tuple[str, bool]] = []
        """Of each module that was told to say when it is imported: its name, and whether Ctrl-C would have ended that."""
        self.device: str | None = None
        self.udev: Path | None = None
        """The name that udev gives its port while it is plugged in."""
        self._levels: dict[int, int] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._slave = -1
        self._rig: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self.last = BLANK
        """What stood on its panel when it was unplugged."""
        self.news = threading.Condition()
        self._pins = pins
        flash(folder, role, config)

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """Its MicroPython, while it is plugged in."""
        assert self._process is not None, "it is unplugged"
        return self._process

    def plug(self) -> None:
        """Put its cable in: power comes, and the port has a name that it never had before."""
        self._start(_POWER)

    def restart(self) -> str:
        """Start it anew, as its watchdog does: nothing loses its power. What its MicroPython had to complain of."""
        said = self._stop()
        self._start(_WATCHDOG)
        return said

    def _start(self, cause: int) -> None:
        program = micropython()  # where there is none the test is skipped, before anything is open
        # Held until now, so that its name cannot be the next one's.
        old, (master, self._slave) = self._slave, os.openpty()
        if old >= 0:
            os.close(old)
        tty.setraw(self._slave)
        self._rig, theirs = socket.socketpair()
        environment = {
            "COMPANION_RIG": str(theirs.fileno()),
            "COMPANION_POD": self.serial,
            "COMPANION_CAUSE": str(cause),
        }
        self._process = subprocess.Popen(
            # -i: where the program ends, MicroPython's prompt begins, as on a Pico.
            (program, "-X", "heapsize=192k", "-i", "main.py"),
            stdin=master,
            stdout=master,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment,
            pass_fds=(theirs.fileno(),),
        )
        os.close(master)
        theirs.close()
        for pin, level in self._levels.items():
            self._send(f"p {pin} {level}")
        self._thread = threading.Thread(target=self._serve, args=(self._rig,), daemon=True)
        self._thread.start()
        self.device = os.ttyname(self._slave)
        if self.udev is not None:
            self.udev.symlink_to(self.device)

    def unplug(self) -> str:
        """Pull the cable; what its MicroPython had to complain of."""
        said = self._stop()
        self.last = self.chip.pixels()
        self.chip.power_cycle()
        return said

    def _stop(self) -> str:
        self.device = None
        if self.udev is not None:
            self.udev.unlink()
        process, self._process = self.process, None
        process.kill()
        _, said = process.communicate()
        assert self._thread is not None
        assert self._rig is not None
        self._thread.join()
        self._rig.close()
        return said.decode()

    def close(self) -> None:
        """Unplug it, if it is plugged in. What its MicroPython complained of is the test's fault."""
        if self._process is not None:
            said = self.unplug()
            assert said == "", said
        if self._slave >= 0:
            os.close(self._slave)
            self._slave = -1

    def press(self, key: Contact) -> None:
        """Close a contact to ground."""
        self.drive(self._pins[key], 0)

    def release(self, key: Contact) -> None:
        """Release it."""
        self.drive(self._pins[key], 1)

    def drive(self, pin: int, level: int) -> None:
        """Set the level of a pin."""
        self._levels[pin] = level
        if self._process is not None:
            self._send(f"p {pin} {level}")

    def hang(self) -> None:
        """Stop the process, as if the program hung."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue the stopped process."""
        self.process.send_signal(signal.SIGCONT)

    @property
    def minds_ctrl_c(self) -> bool:
        """Whether Ctrl-C ends what its MicroPython does: on a Pico that is a byte, here it is a signal that it catches."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught, 16) >> (signal.SIGINT - 1) & 1)

    @property
    def seen(self) -> Picture:
        """What its player sees; without power nothing."""
        return self.chip.pixels() if self._process is not None else BLANK

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something on its bus or its pins has made that true."""
        until_notified(self.news, holds)

    def _send(self, line: str) -> None:
        assert self._rig is not None
        self._rig.sendall(line.encode() + b"\n")

    def _serve(self, rig: socket.socket) -> None:
        with rig.makefile("rb") as lines:
            try:
                for line in lines:
                    answer = self._do(line.decode().split())
                    rig.sendall(b"=" + answer + b"\n")
                    with self.news:
                        self.news.notify_all()
            except OSError:
                # It was killed in the midst of something.
                pass

    def _do(self, words: list[str]) -> bytes:
        match words:
            case ["w", address, payload]:
                try:
                    self.bus.write(int(address), bytes.fromhex(payload))
                except OSError:
                    return b""
            case ["r", address, count]:
                try:
                    return self.bus.read(int(address), int(count)).hex().encode()
                except OSError:
                    return b""
            case ["t", hertz]:
                self.tones.append(int(hertz))
            case ["o", "LED", level]:
                self.lights.append(int(level))
            case ["i", name]:
                self.imported.append((name, self.minds_ctrl_c))
            case ["reset"]:
                self.resets += 1
            case _:
                raise AssertionError(words)
        return b"ok"


class Hub:
    """The Picos on a table, as the system's serial ports."""

    def __init__(self, *picos: Pico) -> None:
        self._picos = picos

    def find(self, serial: str) -> str | None:
        """The device of a Pico; None while it is unplugged."""
        return next((pico.device for pico in self._picos if pico.serial == serial), None)


def flash(folder: Path, role: PodRole, config: Path | None = None) -> None:
    """Put on it what `companion pods flash` would, and our `machine`."""
    for there, here in firmware_files(role, config).items():
        target = folder / there
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(here, target)
    shutil.copyfile(_MACHINE, folder / "machine.py")
