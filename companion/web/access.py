"""Who may ask for what: checks of every request, before any page or socket gets it, and the cookie that has a phone's secret.

Invariant: a request is answered only when its Host is a name of this machine (against DNS rebinding) and its Origin, where a
browser sends one, is this server. A websocket, and a request that changes something, must have an Origin: neither uvicorn nor
websockets checks either header, and a browser lets any page open a socket or send a form to any server.

Scripts cannot read the cookie, and no other site can have it sent. It outlives a reload, an empty battery and a restart of the
daemon. Browsers do not separate cookies by port, so its name has the port, and two tables on one machine keep theirs.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.core.errors import RequestError
from companion.web.loopback import address, is_loopback
from companion.web.page_handlers import PageHandlers
from companion.web.shares import Client

HOST: Final = re.compile(r"(?:\[(?P<literal>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9._-]{1,253}))(?::[0-9]{1,5})?")
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_PROXIES: Final = ("forwarded", "x-forwarded-for", "via")
"""Headers by which a proxy says that it hands a request on."""

BENCH_IS_LOCAL: Final = (
    "The bench shows every player's secrets, so only this machine itself may open it; the public view is at /table."
)


class RequestGuard:
    """ASGI middleware round the whole application. `hosts`: more names of this machine, such as "table.local". `headers`: of
    every answer."""

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = (), headers: Mapping[str, str] = SECURITY_HEADERS
    ) -> None:
        self._app = app
        self._headers = headers
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse with one sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        reason = refusal(scope, self._hosts)
        if reason is not None:
            await send_forbidden(reason, scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def send_forbidden(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Status 403 and a sentence, to a request and to a websocket's handshake alike."""
    await PlainTextResponse(reason + "\n", 403, SECURITY_HEADERS)(scope, receive, send)


def refusal(scope: Scope, hosts: Collection[str]) -> str | None:
    """Why this request is refused, or None."""
    headers = Headers(scope=scope)
    named, origins = headers.getlist("host"), headers.getlist("origin")
    if len(named) != 1 or not _is_ours(_host_name(named[0]), scope, hosts):
        return "This address is not a name of this table; it is set in the configuration."
    if scope["type"] == "websocket" and not origins:
        return "A socket is opened by a page of this table only."
    if scope["type"] == "http" and scope.get("method", "GET") not in ("GET", "HEAD") and not origins:
        return "This request is sent by a page of this table only."
    if any(not _same_origin(origin, named[0]) for origin in origins):
        return "Pages of other sites may not use this table."
    return None


def bench_refusal(scope: Scope) -> str | None:
    """Why this client may not see the bench, or None: it must be on this machine, call it by a local name, and use no proxy."""
    headers = Headers(scope=scope)
    client = scope.get("client")
    passed_on = any(name in headers for name in _PROXIES)
    if (
        client is None
        or not is_loopback(client[0])
        or not is_loopback(_host_name(headers.get("host", "")))
        or passed_on
    ):
        return BENCH_IS_LOCAL
    return None


def is_this_machine(scope: Scope) -> bool:
    """Whether this client is on this machine, and calls it by a local name or by the address that both ends of the connection
    have. It uses no proxy, as far as a proxy says so."""
    if bench_refusal(scope) is None:
        return True
    headers, client, server = Headers(scope=scope), scope.get("client"), scope.get("server")
    if client is None or server is None or any(name in headers for name in _PROXIES):
        return False
    here = address(server[0])
    return here is not None and here == address(client[0]) == address(_host_name(headers.get("host", "")))


def _is_ours(name: str, scope: Scope, hosts: Collection[str]) -> bool:
    """A loopback name, a configured one, or the very address at which the client reached us."""
    if name in LOOPBACK_NAMES or name in hosts:
        return True
    server = scope.get("server")
    called = address(name)
    return called is not None and server is not None and called == address(server[0])


def _host_name(header: str) -> str:
    """The host of `host:port`, lower case and without brackets; empty where it is none."""
    match = HOST.fullmatch(header.lower())
    return (match["literal"] or match["name"]) if match else ""


def _same_origin(origin: str, host: str) -> bool:
    scheme, separator, rest = origin.partition("://")
    return bool(separator) and scheme in ("http", "https") and rest.lower() == host.lower()


COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""Seconds; no browser keeps one longer."""
LONGEST_COOKIE: Final = 64


def seat_secret(connection: HTTPConnection) -> str | None:
    """The secret that the phone sent; None where it has none."""
    secret = connection.cookies.get(_name(connection), "")
    return secret if 0 < len(secret) <= LONGEST_COOKIE else None


def seat_client(connection: HTTPConnection, handlers: PageHandlers) -> Client | None:
    """As whom a phone counts that shows the secret of a seat: as that seat, wherever it is; None for everybody else."""
    secret = seat_secret(connection)
    if secret is None:
        return None
    try:
        name = f"seat {handlers.resume_phone(secret)}"
    except RequestError:
        return None
    return Client(name, name)


def set_seat_secret(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Have the phone keep its secret."""
    response.set_cookie(
        _name(connection),
        secret,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


def forget_seat_secret(connection: HTTPConnection, response: Response) -> None:
    """Have the phone forget its secret."""
    response.delete_cookie(_name(connection), path="/", httponly=True, samesite="strict")


def _name(connection: HTTPConnection) -> str:
    server = connection.scope.get("server")
    return f"companion-seat-{server[1] if server else 0}"
