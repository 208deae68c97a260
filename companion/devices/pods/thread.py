"""The thread of one pod: finds its port by the serial number, opens it, runs the session, and searches again when it is gone.

Only this thread uses the port; it passes its results to the loop. While a pod is missing the thread keeps searching for it,
whatever name its device has then.
"""

import threading
from collections.abc import Callable
from typing import Final

from companion.core.errors import DeviceError
from companion.devices.panels.bus import WORKER_ENDED
from companion.devices.pods.ports import UNPLUGGED, Port, PortFinder, PortOpener, port_fault_reason
from companion.devices.pods.session import PodSession, PodSide
from companion.devices.protocols import Loop

FIRST_SEARCH_WAIT: Final = 0.1
LONGEST_SEARCH_WAIT: Final = 1.0
"""Seconds between searches for a missing pod."""
LAST_ORDER_SECONDS: Final = 1.5
"""Seconds that a pod has for its last request."""

TroubleSink = Callable[[DeviceError | None], None]
"""Takes an error when the pod fails, and None when it works again."""


class PodThread:
    """The pod with that serial number. `what` begins the sentences of its errors: "seat 2: screen".

    `on_trouble` is called on `loop`. `session` returns new session numbers, 0 to 2**32 - 1.
    """

    def __init__(
        self,
        serial: str,
        what: str,
        side: PodSide,
        loop: Loop,
        on_trouble: TroubleSink,
        *,
        find_port: PortFinder,
        open_port: PortOpener,
        session: Callable[[], int],
    ) -> None:
        self._serial = serial
        self._what = what
        self._loop = loop
        self._on_trouble = on_trouble
        self._find_port = find_port
        self._open_port = open_port
        self._side = side
        self._session = PodSession(serial, side, session)
        self._reported: str | None = None
        self.trouble: DeviceError | None = None
        """The last argument of `on_trouble`."""
        self._changed = threading.Condition()
        """Guards the side, the session and the open port."""
        self._port: Port | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._work, name=f"pod-{serial}", daemon=True)

    def start(self) -> None:
        """Start the search."""
        self._thread.start()

    def update(self, change: Callable[[], None]) -> None:
        """Change the side's requests, and send them. Thread-safe, returns at once."""
        with self._changed:
            change()
            self._wake()

    def wait(self, until: Callable[[], bool], seconds: float = LAST_ORDER_SECONDS) -> bool:
        """Wait until `until` holds; False after a timeout."""
        with self._changed:
            return self._changed.wait_for(until, seconds)

    @property
    def linked(self) -> bool:
        return self._session.linked

    def close(self, done: Callable[[], bool] = lambda: True) -> None:
        """Wait until the last request is `done` or the session is gone, then end the thread and wait for it."""
        if self._thread.is_alive():
            self.wait(lambda: done() or not self.linked)
        with self._changed:
            self._closing = True
            self._wake()
        if self._thread.is_alive():
            self._thread.join()

    def _wake(self) -> None:
        self._changed.notify_all()
        if self._port is not None:
            self._port.wake()

    def _work(self) -> None:
        wait = FIRST_SEARCH_WAIT
        try:
            while not self._closing:
                if self._serve():
                    wait = FIRST_SEARCH_WAIT
                with self._changed:
                    self._changed.wait_for(lambda: self._closing, wait)
                wait = min(2 * wait, LONGEST_SEARCH_WAIT)
        finally:
            # However the thread ended, the pod no longer works: report that, unless it was closed.
            self._report(WORKER_ENDED)

    def _serve(self) -> bool:
        """Run sessions as long as it is plugged in; returns whether there was one."""
        device = self._find_port(self._serial)
        if device is None:
            self._report(UNPLUGGED)
            return False
        try:
            port = self._open_port(device)
        except OSError as error:
            self._report(port_fault_reason(device, error))
            return False
        with self._changed:
            self._port = port
            self._session.open(self._loop.time())
        had_session = False
        try:
            data = b""
            while not self._closing:
                with self._changed:
                    out = self._session.step(data, self._loop.time())
                    self._report_state()
                    self._changed.notify_all()
                if out:
                    port.write(out)
                had_session = had_session or self._session.linked
                data = port.read()
        except OSError as error:
            gone = had_session and not isinstance(error, TimeoutError)
            self._report(UNPLUGGED if gone else port_fault_reason(device, error))
        finally:
            with self._changed:
                self._port = None
                self._session.close(self._loop.time())
                self._changed.notify_all()
            port.close()
        return had_session

    def _report_state(self) -> None:
        if self._session.trouble is not None:
            self._report(self._session.trouble)
        elif self._session.linked and self._side.fine and self._reported is not None:
            self._reported = self.trouble = None
            self._loop.call_soon_threadsafe(self._on_trouble, None)

    def _report(self, why: str) -> None:
        # A missing pod is searched for every second; its error is reported once.
        if why != self._reported and not self._closing:
            self._reported = why
            self.trouble = DeviceError(f"{self._what} not answering (pod {self._serial}): {why}.")
            self._loop.call_soon_threadsafe(self._on_trouble, self.trouble)
            with self._changed:
                self._changed.notify_all()
