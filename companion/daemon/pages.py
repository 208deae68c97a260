"""The web server of the daemon: on systemd's socket where it brings one, else on the configured address."""

import socket
from collections.abc import Mapping
from contextlib import AsyncExitStack

from companion.daemon.config import Web
from companion.daemon.notify import listen_fds
from companion.web.guard import is_loopback
from companion.web.history import Past
from companion.web.hub import Hub
from companion.web.server import Server


async def open_pages(
    web: Web, hub: Hub, environ: Mapping[str, str], pid: int, stack: AsyncExitStack, past: Past | None = None
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
    host = web.host
    if inherited:
        bound = str(inherited[0].getsockname()[0])
        # Systemd's socket may stand at every address of the machine, which is none to go to.
        host = bound if is_loopback(bound) else name
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}{'/' if web.bench else '/table'}"
