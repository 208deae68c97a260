"""The frame of the club's pages: their templates, the organiser who is logged in, forms, and the pages to log in and out.

A module with pages has a function `…_routes() -> list[Route]`, whose result `create_app` takes in. Its handlers use:

    await page(request, "results.html", games=games)     a page, from templates/results.html, which extends base.html
    await page(request, "x.html", 400, fault="…", …)     the page again, with one sentence that says what was wrong
    await shared_page(request, turn, make)               a page that many look at, made once for all who are not logged in
    await ask(request, database.players)                  what the database says, on a thread
    @organiser_only                                       a handler for organisers alone; others are led to the login
    await organiser_of(request)                           the name of the organiser who asks, or None
    form = await checked_form(request)                    the fields of a POST by their names, of this session for certain
    redirect(request, "/results/5", "Corrected.")         after a POST: another page, which says this sentence first

Templates know `organiser`, `section` (the first part of the path) and what the handler gives; anything else is a fault. Each form
that posts has `<input type="hidden" name="csrf" value="{{ csrf }}">`. A sentence for a person who asks for what cannot be had is
raised as `HTTPException(404, "…")`. Pages have no script or style inline, and work without scripts.

Invariants. What a POST changes needs a page of this server (the Origin, which `RequestGuard` asks for), the session's cookie, and
the form's secret, which is made of the cookie's token. The cookie is for this server alone, and no script reads it.
"""

import asyncio
import logging
import math
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import wraps
from hmac import compare_digest
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.club.database import Database, DatabaseError
from companion.club.organisers import TOKEN_LETTERS, LoginTries, Organisers, form_secret
from companion.club.results import plain
from companion.club.threads import on_thread
from companion.core.errors import RequestError
from companion.web.access import SECURITY_HEADERS
from companion.web.lookups.json_answers import said
from companion.web.loopback import is_loopback
from companion.web.shares import client_of

log = logging.getLogger("companion")

NAVIGATION: Final = (
    ("/", "Hall"),
    ("/results", "Results"),
    ("/players", "Players"),
    ("/tournaments", "Tournaments"),
)
"""What the head of every page leads to."""
HEADERS: Final = SECURITY_HEADERS | {
    "Content-Security-Policy": SECURITY_HEADERS["Content-Security-Policy"].replace(
        "form-action 'none'", "form-action 'self'"
    ),
    # With no-referrer, browsers send forms without their Origin.
    "Referrer-Policy": "same-origin",
}
LONGEST_FORM: Final = 40_000
"""Bytes; a connection may send 64 KB at once, with its heads."""
MOST_FIELDS: Final = 1000
_BOUNDARY: Final = re.compile(
    r'multipart/form-data; *boundary="?([A-Za-z0-9\'()+_,./:=?-]{1,70})"?', re.ASCII | re.IGNORECASE
)
_FIELD: Final = re.compile(
    rb'^\r\nContent-Disposition: form-data; name="([^"\r\n]*)"(; filename=.*)?\r?$', re.IGNORECASE | re.MULTILINE
)
FORM_SECONDS: Final = 10.0
COOKIE_SECONDS: Final = 7 * 86_400
LOGINS_WAITING: Final = 8
"""Passwords that wait to be checked; one is checked at a time."""
AWAY: Final = "The database cannot be read now. Try again in a moment."
STALE: Final = "This form is too old, or of another login. Open its page again."

SHARED_SECONDS: Final = 1.0
"""For so long a page that all get is kept, unless something changes: its clock may be slow by that. 500 may look at one
(bench/club.py)."""
MOST_SHARED: Final = 64
"""Such pages that are kept at once."""
BEAT: Final = 15.0
"""Seconds after which a page that follows something hears that the club is there, though nothing has changed."""

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
Form = Mapping[str, str]
"""The fields of a form; of several with one name the last. A file is a field with its text."""


class Frame:
    """What all pages share; `frame_of` finds it. `now`: seconds since 1970; `clock`: monotonic, of the tries to log in."""

    def __init__(
        self, database: Database, now: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.database = database
        self.now = now
        self.organisers = Organisers(database, now)
        self.clock = clock
        self.tries = LoginTries(clock)
        self.sharing = asyncio.Lock()
        self.shared: dict[str, tuple[int, float, Response]] = {}
        """For all who are not logged in, by the path of a page: the turn that it shows, when it was made, and the page."""
        self.reading = asyncio.Semaphore(4)
        self.hashing = asyncio.Semaphore(1)
        self.waiting = 0
        """Logins whose password is not checked yet."""
        self.notices: dict[str, list[str]] = {}
        """What the next page of a session says first, by the session's form secret."""
        self.templates = Environment(
            loader=PackageLoader("companion.club", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.filters["moment"] = _moment
        self.templates.filters["plain"] = plain


def frame_of(request: Request) -> Frame:
    """The frame of the application that was asked."""
    frame: Frame = request.app.state.frame
    return frame


async def ask(request: Request, work: Callable[[], T]) -> T:
    """What `work` returns or raises, on a thread; so many at a time."""
    async with frame_of(request).reading:
        return await on_thread(work, "pages")


async def organiser_of(request: Request) -> str | None:
    """The organiser who is logged in. Raises DatabaseError."""
    if not hasattr(request.state, "organiser"):
        token = _token(request)
        organisers = frame_of(request).organisers
        request.state.organiser = await ask(request, lambda: organisers.session(token)) if token else None
    name: str | None = request.state.organiser
    return name


def organiser_only(handler: Handler) -> Handler:
    """A handler that only organisers reach."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if await organiser_of(request) is not None:
            return await handler(request)
        if request.method in ("GET", "HEAD"):
            return redirect(request, f"/login?next={quote(_here(request), safe='/')}")
        raise HTTPException(403, "You are not logged in any more. Log in, and do it again.")

    return guarded


async def page(
    request: Request, template: str, status: int = 200, *, fault: str | None = None, **values: Any
) -> Response:
    """A page. `fault`: a sentence that says what was wrong with a form. Without the database, nobody is logged in."""
    try:
        organiser = await organiser_of(request)
    except DatabaseError:
        organiser = None
    frame = frame_of(request)
    secret = "" if organiser is None else form_secret(_token(request))
    known = {
        "organiser": organiser,
        "csrf": secret,
        "navigation": NAVIGATION,
        "section": request.url.path.split("/")[1],
        "here": _here(request),
        "fault": fault,
        "notices": frame.notices.pop(secret, []),
    }
    return HTMLResponse(frame.templates.get_template(template).render(known | values), status)


async def shared_page(request: Request, turn: int, make: Callable[[], Awaitable[Response]]) -> Response:
    """The page that `make` makes. It is made once a second, or when `turn` is another one, for all who are not logged in: many of
    them ask in the same moment, when something has changed."""
    if request.url.query or await organiser_of(request) is not None:
        return await make()
    frame, path = frame_of(request), request.url.path
    async with frame.sharing:
        made = frame.shared.get(path)
        now = frame.clock()
        if made is None or made[0] < turn or not 0 <= now - made[1] < SHARED_SECONDS:
            if len(frame.shared) >= MOST_SHARED:
                frame.shared.clear()
            made = frame.shared[path] = (turn, now, await make())
    return made[2]


def redirect(request: Request, path: str, notice: str = "") -> Response:
    """Send the browser to another page of the club. `notice`: a sentence for its organiser."""
    if notice and (token := _token(request)):
        frame_of(request).notices.setdefault(form_secret(token), []).append(notice)
    return RedirectResponse(path, 303)


async def swept(request: Request) -> str:
    """Remove what was forgotten or deleted from the database's files. Returns a sentence where that has to wait, else nothing."""
    database = frame_of(request).database
    try:
        await ask(request, database.sweep)
    except DatabaseError as error:
        log.warning("%s What was forgotten is removed from the database's files at the next start.", error)
        return " The names are removed from the database's files when the club starts next."
    return ""


async def checked_form(request: Request) -> Form:
    """The fields of the form that was sent. Raises HTTPException where it is not of this session."""
    body = b""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_FORM:
                    raise HTTPException(413, f"A form has at most {LONGEST_FORM} bytes.")
    except TimeoutError as error:
        raise HTTPException(408, "The form did not arrive in time. Send it again.") from error
    boundary = _BOUNDARY.fullmatch(request.headers.get("content-type", ""))
    try:
        if boundary is not None:
            fields = _multipart(body, boundary[1].encode())
        else:
            fields = dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise HTTPException(400, "This is not a form.") from error
    token = _token(request)
    given = fields.pop("csrf", "").encode()
    if not token or not compare_digest(form_secret(token).encode(), given):
        raise HTTPException(403, STALE)
    if any("\0" in text for text in fields.values()):
        raise HTTPException(400, "This is not a form.")
    return fields


def _multipart(body: bytes, boundary: bytes) -> dict[str, str]:
    """The fields of a form with files (RFC 7578). Raises ValueError."""
    first, *parts, last = (b"\r\n" + body).split(b"\r\n--" + boundary)
    if first or len(parts) > MOST_FIELDS or not last.startswith(b"--"):
        raise ValueError("it is damaged")
    fields = {}
    for part in parts:
        head, _, content = part.partition(b"\r\n\r\n")
        field = _FIELD.search(head)
        if field is None:
            raise ValueError("a field has no name")
        fields[field[1].decode()] = content.decode() if field[2] is None else _file_text(content)
    return fields


def _file_text(content: bytes) -> str:
    """A file as text: UTF-8, or what spreadsheets on Windows write. What is no text has the letter U+FFFD in it."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return text.replace("\0", "\ufffd")


async def refused(request: Request, error: Exception) -> Response:
    """The answer to a request that is refused: a page, or JSON below /api/."""
    status, sentence = 503, AWAY
    if isinstance(error, HTTPException):
        status, sentence = error.status_code, error.detail
        if status in (404, 405) and sentence in ("Not Found", "Method Not Allowed"):
            sentence = "There is no such page."
    if request.url.path.startswith("/api/"):
        return said(sentence, status)
    return await page(request, "refused.html", status, sentence=sentence)


# To log in and out


def frame_routes() -> list[Route]:
    """The login, the logout, and an organiser's own password."""
    return [
        Route("/login", _login_page, methods=["GET"]),
        Route("/login", _log_in, methods=["POST"]),
        Route("/logout", _log_out, methods=["POST"]),
        Route("/account", _account, methods=["GET"]),
        Route("/account", _change_password, methods=["POST"]),
    ]


async def _login_page(request: Request) -> Response:
    following = _following(request.query_params.get("next", ""))
    if await organiser_of(request) is not None:
        return redirect(request, following)
    return await _ask_to_log_in(request, "", following)


async def _log_in(request: Request) -> Response:
    form = await checked_form(request)
    name, password, following = form.get("name", "").strip(), form.get("password", ""), _following(form.get("next", ""))
    checked = await _check_password(request, name, password)
    if not isinstance(checked, str):
        answer = await _ask_to_log_in(request, name, following, checked.status_code, checked.detail)
        answer.headers.update(checked.headers or {})
        return answer
    # The session that this browser had ends; its token is never used again.
    await _end(request)
    answer = redirect(request, following)
    _set_token(request, answer, checked)
    return answer


async def _check_password(request: Request, name: str, password: str) -> str | HTTPException:
    """The token of a new session, or why there is none. One password is checked at a time."""
    frame, address = frame_of(request), _address(request)
    wait = frame.tries.wait(address, name)
    if wait > 0 or frame.waiting >= LOGINS_WAITING:
        seconds = str(max(1, math.ceil(wait)))
        return HTTPException(429, f"Too many tries. Try again in {seconds} seconds.", {"Retry-After": seconds})
    frame.waiting += 1
    try:
        async with frame.hashing:
            token = await on_thread(lambda: frame.organisers.log_in(name, password), "login")
    finally:
        frame.waiting -= 1
    if token is None:
        return HTTPException(403, "This name and this password do not belong together.")
    frame.tries.succeeded(address, name)
    return token


@organiser_only
async def _account(request: Request) -> Response:
    return await page(request, "account.html")


@organiser_only
async def _change_password(request: Request) -> Response:
    form = await checked_form(request)
    frame, name, password = frame_of(request), str(await organiser_of(request)), form.get("new", "")
    if form.get("again", "") != password:
        return await page(request, "account.html", 400, fault="The two new passwords differ.")
    # Whoever sits down at a browser that was left open does not know the old one.
    checked = await _check_password(request, name, form.get("old", ""))
    if not isinstance(checked, str):
        wrong = "This is not your old password." if checked.status_code == 403 else checked.detail
        return await page(request, "account.html", checked.status_code, fault=wrong)
    try:
        async with frame.hashing:
            await on_thread(lambda: frame.organisers.set_password(name, password), "login")
            token = await on_thread(lambda: frame.organisers.log_in(name, password), "login")
    except RequestError as error:
        await ask(request, lambda: frame.organisers.log_out(checked))
        return await page(request, "account.html", 400, fault=str(error))
    answer = redirect(request, "/account")
    if token is not None:
        _set_token(request, answer, token)
        frame.notices[form_secret(token)] = ["Your password is changed, and every other session of yours is over."]
    return answer


async def _log_out(request: Request) -> Response:
    await checked_form(request)
    await _end(request)
    answer = redirect(request, "/")
    answer.delete_cookie(_cookie(request), path="/", httponly=True, samesite="strict")
    return answer


async def _end(request: Request) -> None:
    token, frame = _token(request), frame_of(request)
    if token:
        frame.notices.pop(form_secret(token), None)
        await ask(request, lambda: frame.organisers.log_out(token))


async def _ask_to_log_in(
    request: Request, name: str, following: str, status: int = 200, fault: str | None = None
) -> Response:
    token = _token(request)
    there = await ask(request, frame_of(request).organisers.are_there)
    # A form needs a secret before there is a session: it has that of a token which no session has.
    fresh = token or secrets.token_urlsafe(32)
    values = {"name": name, "following": following, "are_there": there, "csrf": form_secret(fresh)}
    answer = await page(request, "login.html", status, fault=fault, **values)
    if not token:
        _set_token(request, answer, fresh)
    return answer


def _following(path: str) -> str:
    """Where a login leads: a page of the club, whatever the address says."""
    is_ours = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isascii() and path.isprintable()
    return path if is_ours and len(path) <= 500 else "/"


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def _cookie(request: Request) -> str:
    # Browsers do not separate cookies by port.
    server = request.scope.get("server")
    return f"companion-club-{server[1] if server else 0}"


def _token(request: Request) -> str:
    """The token that the browser sent; empty where it has none."""
    token = request.cookies.get(_cookie(request), "")
    return token if len(token) == TOKEN_LETTERS and token.isascii() else ""


def _set_token(request: Request, answer: Response, token: str) -> None:
    answer.set_cookie(
        _cookie(request),
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=_is_encrypted(request),
        httponly=True,
        samesite="strict",
    )


def _is_proxied(request: Request) -> bool:
    """Whether a proxy on this machine may say whose request it is: nobody else is believed."""
    return request.client is not None and is_loopback(request.client.host)


def _is_encrypted(request: Request) -> bool:
    said_so = _is_proxied(request) and request.headers.get("x-forwarded-proto", "") == "https"
    return said_so or request.url.scheme == "https"


def _address(request: Request) -> str:
    """As whom the browser counts that tries to log in."""
    host = request.client.host if request.client is not None else ""
    passed_on = request.headers.get("x-forwarded-for", "") if _is_proxied(request) else ""
    if passed_on:
        # The last one is what the proxy itself has seen.
        host = passed_on.rpartition(",")[2].strip()[:64]
    server = request.scope.get("server")
    return client_of(host, str(server[0]) if server else "").address


def _moment(seconds: float) -> str:
    """A time as this machine's clock shows it."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
