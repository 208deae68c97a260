"""Carries the connection of a table without a network to its club's broker: `companion club relay`, companion-club.service.

    the table, in its sandbox → a Unix socket → this program, with a network and nothing else → the broker

The bytes are those of TLS, which begins at the table and ends at the broker: there is nothing here that could be read or changed.
Where the broker is stands in the table's configuration, which is read anew for each connection.
"""

import asyncio
import logging
import socket
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.config.club import BrokerAddress, broker_address
from companion.core.errors import ConfigError

log = logging.getLogger("companion")

CONNECT_SECONDS: Final = 10.0
AT_ONCE: Final = 4
"""Connections at a time: a table has one, and one more for a moment when it connects again."""
CHUNK: Final = 65_536


def broker_of(path: Path) -> BrokerAddress:
    """Of a table's configuration. Raises ConfigError."""
    try:
        club = tomllib.loads(path.read_text(encoding="utf-8")).get("club", {})
        return broker_address(str(club["broker"]))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError((f"{path} names no broker: {error}.",)) from error


async def relay(listener: socket.socket, configuration: Path, stop: asyncio.Event) -> None:
    """Carry each connection that comes at `listener`, until `stop` is set."""
    free = asyncio.Semaphore(AT_ONCE)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with free:
            try:
                address = broker_of(configuration)
                async with asyncio.timeout(CONNECT_SECONDS):
                    from_broker, to_broker = await asyncio.open_connection(address.host, address.port)
            except (OSError, TimeoutError, ConfigError) as error:
                log.warning("no connection to the broker: %s", str(error) or "it does not answer")
                writer.close()
                return
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(_pump(reader, to_broker))
                    both.create_task(_pump(from_broker, writer))
            finally:
                # At once: whoever is left learns that the other one is gone.
                for end in (writer, to_broker):
                    end.transport.abort()

    server = await asyncio.start_unix_server(carry, sock=listener)
    try:
        await stop.wait()
    finally:
        server.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until `reader` ends; then `writer` ends too."""
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    writer.close()
