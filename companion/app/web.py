"""The web server of the daemon: on systemd's socket where it brings one, else on the configured address."""

import logging
import socket
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from companion.app.systemd import listen_fds
from companion.config.configuration import Web
from companion.games.catalog import CATALOG
from companion.table.table import LOBBY
from companion.web.codes import Wifi
from companion.web.hub import Hub
from companion.web.lookups.history_routes import FinishedGames
from companion.web.lookups.puzzle_routes import Puzzles
from companion.web.loopback import host_and_port, is_loopback
from companion.web.page_handlers import PageHandlers
from companion.web.server import Server, server_context
from companion.web.static_pages import StaticPages

log = logging.getLogger("companion")

EVERYWHERE = ("0.0.0.0", "::")
"""Every address of this machine."""
ONLY_HERE = "No phone reaches this table: set web.host, or use play --phones without --host."
ONLY_HERE_BY_SYSTEMD = "No phone reaches the page of this table: see ListenStream in companion.socket."
"""Where systemd opens the port, web.host has no effect."""


async def open_pages(
    web: Web,
    hub: Hub,
    handlers: PageHandlers,
    environ: Mapping[str, str],
    pid: int,
    stack: AsyncExitStack,
    past: FinishedGames | None = None,
    puzzles: Puzzles | None = None,
) -> str:
    """Listen until `stack` is closed; the address of the page.

    Raises ConfigError where the port cannot be had, and where other machines could open the bench.
    """
    name = socket.gethostname()
    inherited = [socket.socket(fileno=descriptor) for descriptor in listen_fds(environ, pid)]
    for one in inherited:
        stack.callback(one.close)
    encryption = None
    if web.certificate is not None and web.key is not None:
        encryption = server_context(Path(web.certificate), Path(web.key))
    scheme = "http" if encryption is None else "https"
    server = Server(
        hub,
        handlers,
        table_pages(),
        bench=web.bench,
        host=web.host,
        port=web.port,
        hosts=(*web.allowed_hosts, name, f"{name}.local"),
        sockets=inherited,
        past=past,
        puzzles=puzzles,
        encryption=encryption,
    )
    port = await server.start()
    stack.push_async_callback(server.stop)
    bound_to = [str(one.getsockname()[0]) for one in inherited] or [web.host]
    unreachable = ONLY_HERE_BY_SYSTEMD if inherited else ONLY_HERE
    hub.phone_seats.set_address(for_phones(web, bound_to, name, port), unreachable, scheme)
    if hub.join_board.phones and hub.phone_seats.join_page is None:
        log.warning("%s", unreachable)
    # Where no phone reaches the table, a browser on this machine can still try a seat.
    wifi = None if web.wifi is None else Wifi(web.wifi, web.wifi_password or "")
    hub.join_board.set_page(hub.phone_seats.join_page or f"{scheme}://127.0.0.1:{port}/seat", wifi)
    return f"{scheme}://{for_browsers(web, bound_to[0], name, port)}{'/' if web.bench else '/table'}"


def for_browsers(web: Web, bound: str, name: str, port: int) -> str:
    """Host and port of the page for a browser on this machine. `bound`: the address listened at."""
    # A table may listen at every address of the machine; a browser needs one of them.
    host = (*web.allowed_hosts, name)[0] if bound in EVERYWHERE else bound
    return host_and_port(host, port)


def table_pages() -> StaticPages:
    """The web pages for every game of the catalog, and for the lobby."""
    return StaticPages((*(game.name for game in CATALOG), LOBBY))


def for_phones(web: Web, bound: Sequence[str], name: str, port: int) -> str | None:
    """Host and port at which a phone in the same network reaches the table; None where none can.

    The service has no network in which to look up its own address. So the host is the first of web.allowed_hosts, else the
    address that it listens at, else `name`.local, which mDNS resolves. `bound`: the addresses listened at.
    """
    outside = [address for address in bound if not is_loopback(address)]
    if not outside:
        return None
    everywhere = outside[0] in EVERYWHERE
    host = web.allowed_hosts[0] if web.allowed_hosts else f"{name}.local" if everywhere else outside[0]
    return host_and_port(host, port)
