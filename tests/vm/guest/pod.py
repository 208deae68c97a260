"""A seat pod on a USB cable: a Pico's own firmware under MicroPython, behind a USB device that this kernel is and hosts.

The kernel's dummy_hcd is a USB host and, at its only port, a device that usb_f_acm makes a serial one; so the cable ends in a
real /dev/ttyACM at the table's side and in /dev/ttyGS0 at the pod's. The cable is pulled by switching the port's power off,
which the kernel takes for what it is: the device is gone.
"""

import os
import queue
import shutil
import socket
import subprocess
import threading
import time
import tty
from pathlib import Path

from companion.core.keys import Key
from companion.devices.pods.firmware import firmware_files
from tests.vm.guest.panels import Glass
from tests.vm.guest.service import until

SERIAL = "E6614C311B4A6F2D"
DEVICE = Path("/dev/ttyACM0")

_GADGET = Path("/sys/kernel/config/usb_gadget/pod")
_END = Path("/dev/ttyGS0")
_PINS: dict[Key, int] = {"left": 10, "middle": 11, "right": 12}
_PATIENCE = 60.0
"""Seconds until the pod has seen a key, and only for one that is broken."""
_HERE = Path(__file__).parents[3]
_MICROPYTHON = ("/opt/companion/bin/python", "-c", "import micropython_unix; micropython_unix.main()")
_FINGER = 0.02
"""Seconds that a key of the pod stays as it is after the pod has looked at it thrice; more than its lock-out."""


class Pod:
    """The pod; unplugged at first. `glass`: its panel. `flash`: the folder that is its memory."""

    def __init__(self, glass: Glass, flash: Path) -> None:
        self._glass = glass
        self._flash = flash
        self._process: subprocess.Popen[bytes] | None = None
        self._wire: socket.socket | None = None
        self._looks: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
        """Levels of pins that the firmware has seen."""
        self.complaints: list[str] = []
        glass.pull()
        for there, here in firmware_files("seat").items():
            (flash / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(here, flash / there)
        shutil.copyfile(_HERE / "tests" / "firmware" / "rig" / "machine.py", flash / "machine.py")
        self._make_device()
        ports = Path("/sys/bus/usb/devices").glob("usb*/*-0:1.0/usb*-port1/disable")
        self._switch = next(iter(ports))
        self._switch.write_text("1")

    def plug(self) -> None:
        """Put the cable in: power comes, the firmware starts, and the device is there."""
        mine, theirs = socket.socketpair()
        end = os.open(_END, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(end)
        self._glass.put_back()
        environment = {
            "COMPANION_RIG": str(theirs.fileno()),
            "COMPANION_POD": SERIAL,
            "COMPANION_CAUSE": "1",
            "COMPANION_LOOKS": "1",
            "PYTHONPATH": str(_HERE / "lib"),
        }
        self._process = subprocess.Popen(
            (*_MICROPYTHON, "-X", "heapsize=192k", "main.py"),
            stdin=end,
            stdout=end,
            stderr=subprocess.PIPE,
            cwd=self._flash,
            env=environment,
            pass_fds=(theirs.fileno(),),
        )
        os.close(end)
        theirs.close()
        self._wire = mine
        threading.Thread(target=self._serve, args=(mine,), daemon=True).start()
        self._switch.write_text("0")
        if not until(DEVICE.exists, 90):
            raise OSError(f"the cable is in, and there is no {DEVICE}")
        if self._process.poll() is not None:
            raise OSError(f"the firmware ended: {self._process.communicate()[1].decode(errors='replace')}")

    def pull(self) -> None:
        """Pull the cable: the device is gone, and the pod has no power."""
        self._switch.write_text("1")
        process, wire = self._process, self._wire
        assert process is not None, "it is plugged in"
        assert wire is not None, "it is plugged in"
        process.kill()
        _, said = process.communicate()
        wire.close()
        self._process = self._wire = None
        self._glass.pull()
        if said:
            self.complaints.append(said.decode(errors="replace"))
        if not until(lambda: not DEVICE.exists(), 90):
            raise OSError(f"the cable is out, and {DEVICE} is still there")

    def press(self, key: Key, hold: float) -> None:
        """Press a key and let it go; without power nobody notices."""
        if self._wire is None:
            return
        for level in (0, 1):
            self._wire.sendall(f"p {_PINS[key]} {level}\n".encode())
            # An emulated pod takes its time: what began and ended between two of its looks at its keys would be no press.
            seen = self._looks.get(timeout=_PATIENCE)
            if seen != (str(_PINS[key]), str(level)):
                raise OSError(f"the pod has seen {seen}, and not pin {_PINS[key]} at {level}")
            time.sleep(max(_FINGER, hold if level == 0 else 0))

    def _serve(self, wire: socket.socket) -> None:
        """What the firmware's `machine` asks."""
        with wire.makefile("rb") as lines:
            try:
                for line in lines:
                    wire.sendall(b"=" + self._answer(line.decode().split()) + b"\n")
            except OSError:
                pass  # it was pulled in the midst of something

    def _answer(self, words: list[str]) -> bytes:
        try:
            match words:
                case ["w", address, payload]:
                    self._glass.write(int(address), bytes.fromhex(payload))
                case ["l", pin, level]:
                    self._looks.put((pin, level))
                case ["r", address, count]:
                    return self._glass.read(int(address), int(count)).hex().encode()
        except OSError:
            return b""
        return b"ok"

    def _make_device(self) -> None:
        for module in ("dummy_hcd", "libcomposite", "usb_f_acm"):
            subprocess.run(["modprobe", module], check=True)
        texts = _GADGET / "strings" / "0x409"
        texts.mkdir(parents=True)
        (_GADGET / "idVendor").write_text("0x2e8a")
        (_GADGET / "idProduct").write_text("0x0005")
        (texts / "serialnumber").write_text(SERIAL)
        (texts / "manufacturer").write_text("MicroPython")
        (texts / "product").write_text("Board in FS mode")
        (_GADGET / "configs" / "c.1").mkdir(parents=True)
        (_GADGET / "functions" / "acm.0").mkdir(parents=True)
        (_GADGET / "configs" / "c.1" / "acm.0").symlink_to(_GADGET / "functions" / "acm.0")
        (_GADGET / "UDC").write_text(next(Path("/sys/class/udc").iterdir()).name)
