"""Firefox, over WebDriver BiDi, which it speaks itself on a websocket of its own.

Each window has a user context of its own: cookies and storage are its own, as of another phone. Its touches are real ones: the
page gets touch events and pointers of the type "touch".
"""

import base64
import itertools
import json
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.web.browsers.needed import ended, missing
from tests.web.browsers.window import HEIGHT, WIDTH, Window

NAMES: Final = ("firefox-esr", "firefox")
_DOWN: Final = {"type": "pointerDown", "button": 0}
_UP: Final = {"type": "pointerUp", "button": 0}
_PREFERENCES: Final = {
    "dom.w3c_touch_events.enabled": 1,
    "apz.max_tap_time": int(PATIENCE * 1000),
    "ui.prefersReducedMotion": 1,
    "media.volume_scale": "0.0",
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "browser.safebrowsing.update.enabled": False,
}
"""No animations, no sound, and nothing that asks the network. A touch is a tap however late a busy machine lets the finger go;
else it would be none after 300 ms."""


def _move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y}


class Firefox:
    """A running Firefox. A command waits for its answer; events are not asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.call("session.new", capabilities={})

    def call(self, method: str, **parameters: Any) -> Any:
        """The result of a command. AssertionError with what Firefox says against it."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(PATIENCE + 10))).get("id") != number:
            pass
        assert answer["type"] == "success", f"{method}: {answer}"
        return answer["result"]

    def window(self) -> "FirefoxWindow":
        """A new one, as large as a phone."""
        context = self.call("browser.createUserContext")["userContext"]
        opened = self.call("browsingContext.create", type="window", userContext=context)["context"]
        self.call("browsingContext.setViewport", context=opened, viewport={"width": WIDTH, "height": HEIGHT})
        return FirefoxWindow(self, opened)


class FirefoxWindow:
    """A `Window`."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        self._firefox = firefox
        self._context = context

    def open(self, address: str) -> None:
        """See `Window`."""
        # Else an address that differs in its fragment alone would load nothing.
        for url in ("about:blank", address):
            self._firefox.call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, source: str) -> Any:
        """See `Window`."""
        expression = f"(async () => JSON.stringify((await {source}) ?? null))()"
        told = self._firefox.call(
            "script.evaluate", expression=expression, target={"context": self._context}, awaitPromise=True
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

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
        steps = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def _finger(self, *steps: dict[str, Any]) -> None:
        self._act({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": list(steps)})

    def _act(self, source: dict[str, Any]) -> None:
        self._firefox.call("input.performActions", context=self._context, actions=[source])

    def picture(self) -> bytes:
        """See `Window`."""
        return base64.b64decode(self._firefox.call("browsingContext.captureScreenshot", context=self._context)["data"])


@contextmanager
def firefox_windows(count: int) -> Iterator[list[Window]]:
    """Windows of one Firefox. Skipped where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing("Firefox", "firefox-esr")
    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True))
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
        Path(profile, "user.js").write_text("".join(lines))
        command = [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        process = stack.enter_context(
            subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        )
        stack.callback(ended, process, signal.SIGKILL)
        assert process.stderr is not None
        said = ""
        while (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said)) is None:
            line = process.stderr.readline()
            if not line:
                pytest.fail(f"Firefox did not start: {said}")
            said += line
        # Firefox goes on writing to the pipe, and would block if nobody read it.
        reader = threading.Thread(target=process.stderr.read, name="firefox")
        reader.start()
        stack.callback(reader.join, PATIENCE)
        stack.callback(ended, process, signal.SIGKILL)
        with connect(f"{found[1]}/session", max_size=None, open_timeout=PATIENCE) as socket:
            firefox = Firefox(socket)
            yield [firefox.window() for _ in range(count)]
