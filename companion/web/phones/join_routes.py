"""The requests by which a phone takes a seat and gives it back, and by which the machine itself gives a seat a new code.

    POST /seat/join    {"code": "...", "name": "ANN"}    200 {"seat": 0} and the cookie; 200 {"needs": "name"} where the code is
                                                         good and a name is missing; else {"error": "..."}, with
                                                         "needs": "name" where only the name is wrong
    POST /seat/leave   {}                                200 {}
    POST /phones/code  {"seat": 0}                       200 {}; from this machine only
    GET /phones/seats                                    200 and the message `join`; from this machine only

Invariant: a code and a secret stand in bodies and cookies only, never in an address. A wrong name costs no code.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.core.errors import CompanionError, RequestError
from companion.core.seat import Seat
from companion.web import page_messages
from companion.web.guard import client_in
from companion.web.page_handlers import Admitted, PageHandlers, WrongCodeError
from companion.web.page_messages import LONGEST_NAME, LONGEST_SECRET, MESSAGE_LIMIT
from companion.web.phones.join_board import JoinBoard
from companion.web.phones.join_tries import JoinTries
from companion.web.phones.seat_cookie import forget_seat_secret, seat_client, seat_secret, set_seat_secret
from companion.web.request_guard import is_this_machine
from companion.web.shares import MonotonicClock

TOO_MANY_CODES: Final = "Too many codes were wrong: wait a minute, then try again."
TOO_MANY_SEATS: Final = "Too many seats were taken from here: wait a minute, then try again."
MACHINE_ONLY: Final = (
    "Only this machine itself gives a seat a new code: open /phones on it, or run companion phones there."
)

T = TypeVar("T")
Answering = Callable[[Request], Awaitable[Response]]


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone sends a code, and the name of its player where it was asked for one."""

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None


class LeaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone gives its seat back."""


class CodeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat gets a new code, and its phone is put out."""

    seat: Seat


def join_routes(handlers: PageHandlers, board: JoinBoard, clock: MonotonicClock) -> tuple[Route, ...]:
    """The routes. `board`: what all may know of the seats; `clock` as in TokenBucket."""
    tries = JoinTries(clock)

    async def join(request: Request) -> Response:
        client = seat_client(request, handlers) or client_in(request.scope)
        if not tries.may(client):
            return _error(TOO_MANY_CODES, 429)
        at = client_in(request.scope)
        if not tries.may_join(at):
            return _error(TOO_MANY_SEATS, 429)
        given = await _read(request, JoinRequest, '{"code": "...", "name": "ANN"}')
        try:
            taken = await handlers.join_phone(given.code, given.name, seat_secret(request))
        except WrongCodeError as error:
            tries.failed(client)
            return _error(str(error), 403)
        except RequestError as error:
            return _error(str(error), 403, needs="name")
        if not isinstance(taken, Admitted):
            return JSONResponse({"needs": "name"})
        tries.joined(at)
        response = JSONResponse({"seat": taken.seat})
        set_seat_secret(request, response, taken.secret)
        return response

    async def leave(request: Request) -> Response:
        await _read(request, LeaveRequest, "{}")
        secret = seat_secret(request)
        if secret is not None:
            await handlers.leave_phone(secret)
        response = JSONResponse({})
        forget_seat_secret(request, response)
        return response

    async def code(request: Request) -> Response:
        if not is_this_machine(request.scope):
            return _error(MACHINE_ONLY, 403)
        given = await _read(request, CodeRequest, '{"seat": 0}')
        await handlers.renew_phone(given.seat)
        return JSONResponse({})

    async def seats(request: Request) -> Response:
        if not is_this_machine(request.scope):
            return _error(MACHINE_ONLY, 403)
        return Response(board.message or page_messages.join(None, ()), media_type="application/json")

    answers = (("/seat/join", join), ("/seat/leave", leave), ("/phones/code", code))
    return (
        Route("/phones/seats", seats, methods=["GET"]),
        *(Route(path, _answering(answer), methods=["POST"]) for path, answer in answers),
    )


def _answering(answer: Answering) -> Answering:
    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except CompanionError as error:
            return _error(str(error), 403)

    return answered


async def _read(request: Request, kind: type[T], form: str) -> T:
    """The body, which is JSON and short. Raises RequestError."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MESSAGE_LIMIT:
            raise RequestError(f"A message has at most {MESSAGE_LIMIT} bytes.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RequestError(f"This request takes {form}.") from None


def _error(sentence: str, status: int, **more: str) -> Response:
    return JSONResponse({"error": sentence, **more}, status)
