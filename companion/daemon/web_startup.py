"""The web server of the daemon: on systemd's socket where it brings one, else on the configured address."""

import socket
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack

from companion.config.configuration import Web
from companion.daemon.systemd_notify import listen_fds
from companion.web.history_routes import FinishedGames
from companion.web.hub import Hub
from companion.web.loopback import is_loopback
from companion.web.server import Server

ONLY_HERE = (
    "The page of this table is only on this machine, where no phone reaches it: see web.host in its configuration."
)
ONLY_HERE_BY_SYSTEMD = (
    "The page of this table is only on this machine, where no phone reaches it: see ListenStream in companion.socket."
)
"""Where systemd brings the port, web.host means nothing."""


async def open_pages(
    web: Web, hub: Hub, environ: Mapping[str, str], pid: int, stack: AsyncExitStack, past: FinishedGames | None = None
) -> str:
    """Listen until `stack` is closed; the address of the page.

    Raises ConfigError where the port cannot be had, and where the bench would be seen from elsewhere.
    """
    name = socket.gethostname()
    inherited = [socket.socket(fileno=descriptor) for descriptor in listen_fds(environ, pid)]
    for one in inherited:
        stack.callback(one.close)
    server = Server(
        hub,
        bench=web.bench,
        host=web.host,
        port=web.port,
        hosts=(*web.allowed_hosts, name, f"{name}.local"),
        sockets=inherited,
        past=past,
    )
    port = await server.start()
    stack.push_async_callback(server.stop)
    bound_to = [str(one.getsockname()[0]) for one in inherited] or [web.host]
    hub.lent.address = for_phones(web, bound_to, name, port)
    hub.lent.unreachable = ONLY_HERE_BY_SYSTEMD if inherited else ONLY_HERE
    host = web.host
    if inherited:
        bound = str(inherited[0].getsockname()[0])
        # Systemd's socket may stand at every address of the machine, which is none to go to.
        host = bound if is_loopback(bound) else name
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}{'/' if web.bench else '/table'}"


def for_phones(web: Web, bound: Sequence[str], name: str, port: int) -> str | None:
    """Host and port at which a phone in the same network reaches the table; None where none can.

    The service has no network of its own to look its address up in, so it is what the configuration calls it, else the
    address that it listens at, else `name`.local, which mDNS answers for. `bound`: the addresses listened at.
    """
    outside = [address for address in bound if not is_loopback(address)]
    if not outside:
        return None
    everywhere = outside[0] in ("0.0.0.0", "::")
    host = web.allowed_hosts[0] if web.allowed_hosts else f"{name}.local" if everywhere else outside[0]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
