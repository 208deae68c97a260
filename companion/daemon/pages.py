"""The web server of the daemon: on systemd's socket where it brings one, else on the configured address."""

import socket
from collections.abc import Mapping
from contextlib import AsyncExitStack

from companion.daemon.config import Web
from companion.daemon.notify import listen_fds
from companion.web.hub import Hub
from companion.web.server import Server


async def open_pages(web: Web, hub: Hub, environ: Mapping[str, str], pid: int, stack: AsyncExitStack) -> str:
    """Listen until `stack` is closed; the address of the page. Raises ConfigError where the port cannot be had."""
    name = socket.gethostname()
    server = Server(
        hub,
        bench=web.bench,
        host=web.host,
        port=web.port,
        hosts=(*web.allowed_hosts, name, f"{name}.local"),
        sockets=[socket.socket(fileno=descriptor) for descriptor in listen_fds(environ, pid)],
    )
    port = await server.start()
    stack.push_async_callback(server.stop)
    shown = f"[{web.host}]" if ":" in web.host else web.host
    return f"http://{shown}:{port}{'/' if web.bench else '/table'}"
