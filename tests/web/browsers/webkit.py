"""WebKit, as Debian packages it for GTK, over its own WebDriver.

One driver has one session, so each window has a driver and a browser of its own, and an X server with a screen as large as a
phone, which it fills. WebKitGTK's driver makes a pointer of the type "mouse" of every touch.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

from tests.patience import PATIENCE
from tests.web.browsers.needed import ended, missing
from tests.web.browsers.window import HEIGHT, WIDTH, Window

DRIVER: Final = "WebKitWebDriver"
BROWSER: Final = "*/webkit2gtk-4.*/MiniBrowser"
_LIBRARIES: Final = Path("/usr/lib")
_DOWN: Final = {"type": "pointerDown", "button": 0}
_UP: Final = {"type": "pointerUp", "button": 0}
_STILL: Final = "[Settings]\ngtk-enable-animations=false\n"


def _move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0}


class WebKitWindow:
    """A `Window`."""

    def __init__(self, driver: WebDriver) -> None:
        self._driver = driver
        driver.set_script_timeout(PATIENCE + 10)

    def open(self, address: str) -> None:
        """See `Window`."""
        for url in ("about:blank", address):
            self._driver.get(url)

    def run(self, source: str) -> Any:
        """See `Window`."""
        return self._driver.execute_script(f"return {source};")

    def touch(self, x: int, y: int) -> None:
        """See `Window`."""
        self._finger(_move(x, y), _DOWN, _UP)

    def put_down(self, x: int, y: int) -> None:
        """See `Window`."""
        self._finger(_move(x, y), _DOWN)

    def lift(self) -> None:
        """See `Window`."""
        self._finger(_UP)

    def write(self, text: str) -> None:
        """See `Window`."""
        self._driver.switch_to.active_element.send_keys(text)

    def _finger(self, *steps: dict[str, Any]) -> None:
        # Selenium's own builders put a pause after every step.
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": list(steps)}
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [source]})

    def picture(self) -> bytes:
        """See `Window`."""
        return self._driver.get_screenshot_as_png()


@contextmanager
def webkit_windows(count: int) -> Iterator[list[Window]]:
    """Windows of as many browsers. Skipped where there is none."""
    driver, browser, server = shutil.which(DRIVER), next(_LIBRARIES.glob(BROWSER), None), shutil.which("Xvfb")
    if driver is None or browser is None:
        missing("WebKit with its driver", "webkit2gtk-driver")
    if server is None:
        missing("Xvfb, which WebKit needs", "xvfb")
    with ExitStack() as stack:
        yield [stack.enter_context(_window(driver, str(browser), server)) for _ in range(count)]


@contextmanager
def _window(driver: str, browser: str, server: str) -> Iterator[WebKitWindow]:
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)))
        settings = home / ".config" / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(_STILL)
        display = stack.enter_context(_display(server))
        environ = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        environ |= {
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "GDK_BACKEND": "x11",
        }
        options = Options()
        options.binary_location = browser
        for argument in ("--automation", "--full-screen"):
            options.add_argument(argument)
        with warnings.catch_warnings():
            # Selenium's own call of its own constructor.
            warnings.filterwarnings("ignore", "setting remote_server_addr", DeprecationWarning)
            opened = WebDriver(options, Service(driver, log_output=subprocess.DEVNULL, env=environ))
        opened.set_window_rect(0, 0, WIDTH, HEIGHT)
        stack.callback(opened.quit)
        yield WebKitWindow(opened)


@contextmanager
def _display(server: str) -> Iterator[str]:
    """A screen as large as a phone, of an X server that chooses a free number."""
    command = [server, "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            yield f":{process.stdout.readline().strip()}"
        finally:
            ended(process, signal.SIGTERM)
