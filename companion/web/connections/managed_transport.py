"""The transport as uvicorn's protocols see it: the real one, with a say of ours in when it is read and how long it closes."""

import asyncio
from collections.abc import Callable
from typing import Any


class ManagedTransport(asyncio.Transport):
    """Wraps `real`. It is read while neither the protocol nor `hold` wants a pause. Closing takes at most `closing` seconds,
    whatever the client takes. `on_protocol` is told of the protocol that takes over, at an upgrade to a websocket."""

    def __init__(
        self,
        real: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        closing: float,
        on_protocol: Callable[[asyncio.BaseProtocol], None],
    ) -> None:
        super().__init__()
        self._real = real
        self._loop = loop
        self._closing = closing
        self._on_protocol = on_protocol
        self._protocol: asyncio.BaseProtocol | None = None
        self._is_paused = False
        self._is_held = False
        self._end: asyncio.TimerHandle | None = None

    def hold(self, held: bool) -> None:
        """Pause reading on our own account, or go on."""
        self._is_held = held
        self._read()

    def lost(self) -> None:
        """The real connection is gone."""
        if self._end is not None:
            self._end.cancel()

    def end_within(self, seconds: float) -> None:
        """Abort when it is still there by then."""
        if self._end is None:
            self._end = self._loop.call_later(seconds, self._real.abort)

    # What a protocol calls.

    def close(self) -> None:
        """Send what is to be sent, for as long as that may take, and close."""
        self._real.close()
        self.end_within(self._closing)

    def abort(self) -> None:
        """Close at once."""
        self._real.abort()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Another protocol takes over."""
        self._protocol = protocol
        self._on_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """The one that was set, else ours."""
        return self._protocol or self._real.get_protocol()

    def pause_reading(self) -> None:
        """Read no more for the protocol."""
        self._is_paused = True
        self._read()

    def resume_reading(self) -> None:
        """Read again."""
        self._is_paused = False
        self._read()

    def is_reading(self) -> bool:
        """Whether it is read."""
        return self._real.is_reading()

    def is_closing(self) -> bool:
        """Whether it is closing or closed."""
        return self._real.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """As the real one has it."""
        return self._real.get_extra_info(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send; nothing once it is closing, since asyncio logs a warning for what is sent to a client that has gone."""
        if not self._real.is_closing():
            self._real.write(data)

    def can_write_eof(self) -> bool:
        """As the real one can."""
        return self._real.can_write_eof()

    def write_eof(self) -> None:
        """Send an end."""
        self._real.write_eof()

    def get_write_buffer_size(self) -> int:
        """Bytes that wait to be sent."""
        return self._real.get_write_buffer_size()

    def _read(self) -> None:
        if self._real.is_closing():
            return
        if self._is_paused or self._is_held:
            self._real.pause_reading()
        else:
            self._real.resume_reading()
