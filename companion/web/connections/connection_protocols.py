"""Between which protocols a connection stands: who keeps it, and what parses what it lets pass."""

import asyncio
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.web.connections.connection import Connection


class Inner(Protocol):
    """As much of uvicorn's protocols as is called here; each is an asyncio.Protocol."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """The first call."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The last call."""

    def data_received(self, data: bytes) -> None:
        """What the client sent."""

    def pause_writing(self) -> None:
        """The client lags."""

    def resume_writing(self) -> None:
        """It has caught up."""

    def shutdown(self) -> None:
        """End politely."""


class ConnectionOwner(Protocol):
    """Who keeps the connections."""

    def waits(self, connection: "Connection") -> None:
        """It has nothing asked."""

    def is_busy(self, connection: "Connection") -> None:
        """It has asked something."""

    def is_flooded(self, connection: "Connection") -> None:
        """It sent too much, and is cut off."""

    def is_lost(self, connection: "Connection") -> None:
        """It is gone."""
