"""One pod and the thread that reads its port: found by its serial number, opened, talked to, and found again.

The thread is the only one that touches the port; what it learns it hands to the loop. A pod that is not there is looked for
again and again, under whatever name its device has by then.
"""

import threading
from collections.abc import Callable
from typing import Final

from companion.core.errors import DeviceError
from companion.devices.loop_protocol import Loop
from companion.devices.panels.panel_bus import WORKER_ENDED
from companion.devices.pods.pod_ports import UNPLUGGED, Port, PortFinder, PortOpener, port_fault_reason
from companion.devices.pods.pod_session import PodSession, PodSide

FIRST_SEARCH_WAIT: Final = 0.1
LONGEST_SEARCH_WAIT: Final = 1.0
"""Seconds between looks for a pod that is not there."""
LAST_ORDER_SECONDS: Final = 1.5
"""Seconds that a pod has to do the last thing that it is asked for."""

TroubleSink = Callable[[DeviceError | None], None]
"""Takes an error when the pod stops answering or fails in another way, and None when all is as it should be again."""


class PodThread:
    """The pod with that serial number. `what` it is to the table begins the sentence of an error: "seat 2: screen".

    `on_trouble` is called on `loop`. `session` gives numbers for sessions, 0 to 2**32 - 1, no two of them equal in practice.
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
        self._told: str | None = None
        self.trouble: DeviceError | None = None
        """What `on_trouble` was told last."""
        self._news = threading.Condition()
        """Guards the side, the talk, and which port is open."""
        self._port: Port | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._work, name=f"pod-{serial}", daemon=True)

    def start(self) -> None:
        """Start looking for it."""
        self._thread.start()

    def update(self, change: Callable[[], None]) -> None:
        """Change what the side wants, and have it sent; from any thread, returns at once."""
        with self._news:
            change()
            self._wake()

    def wait(self, until: Callable[[], bool], seconds: float = LAST_ORDER_SECONDS) -> bool:
        """Wait until that is so; False when it takes too long."""
        with self._news:
            return self._news.wait_for(until, seconds)

    @property
    def linked(self) -> bool:
        """Whether it is there and talks with the table."""
        return self._session.linked

    def close(self, done: Callable[[], bool] = lambda: True) -> None:
        """Let it go once what was asked last is `done`, or cannot be, and wait for the thread to end."""
        if self._thread.is_alive():
            self.wait(lambda: done() or not self.linked)
        with self._news:
            self._closing = True
            self._wake()
        if self._thread.is_alive():
            self._thread.join()

    def _wake(self) -> None:
        self._news.notify_all()
        if self._port is not None:
            self._port.wake()

    def _work(self) -> None:
        wait = FIRST_SEARCH_WAIT
        try:
            while not self._closing:
                if self._serve():
                    wait = FIRST_SEARCH_WAIT
                with self._news:
                    self._news.wait_for(lambda: self._closing, wait)
                wait = min(2 * wait, LONGEST_SEARCH_WAIT)
        finally:
            # Whatever ended it, nobody may take a pod for alive that is not; when it was let go, nobody is told.
            self._tell(WORKER_ENDED)

    def _serve(self) -> bool:
        """Talk to it as long as it is plugged in; whether it was there at all."""
        device = self._find_port(self._serial)
        if device is None:
            self._tell(UNPLUGGED)
            return False
        try:
            port = self._open_port(device)
        except OSError as error:
            self._tell(port_fault_reason(device, error))
            return False
        with self._news:
            self._port = port
            self._session.open(self._loop.time())
        heard = False
        try:
            data = b""
            while not self._closing:
                with self._news:
                    out = self._session.step(data, self._loop.time())
                    self._judge()
                    self._news.notify_all()
                if out:
                    port.write(out)
                heard = heard or self._session.linked
                data = port.read()
        except OSError as error:
            gone = heard and not isinstance(error, TimeoutError)
            self._tell(UNPLUGGED if gone else port_fault_reason(device, error))
        finally:
            with self._news:
                self._port = None
                self._session.close(self._loop.time())
                self._news.notify_all()
            port.close()
        return heard

    def _judge(self) -> None:
        if self._session.trouble is not None:
            self._tell(self._session.trouble)
        elif self._session.linked and self._side.fine and self._told is not None:
            self._told = self.trouble = None
            self._loop.call_soon_threadsafe(self._on_trouble, None)

    def _tell(self, why: str) -> None:
        # A pod that lies in a drawer is looked for every second; that is one piece of news, not thousands.
        if why != self._told and not self._closing:
            self._told = why
            self.trouble = DeviceError(f"{self._what} not answering (pod {self._serial}): {why}.")
            self._loop.call_soon_threadsafe(self._on_trouble, self.trouble)
            with self._news:
                self._news.notify_all()
