"""The websockets of the table's pages, as uvicorn hands them on.

    bench_socket   gets everything, presses keys, throws the die and enters names
    card_socket    one card of the bench page that is switched to the touch interface
    table_socket   gets what is public, and sends nothing
    seat_socket    a seat's phone, let in by its cookie: gets what `PhoneSeats.page` has, and presses that seat's keys

To send a phone something new, put it into its Subscription; to take something new from it, add a case to `_read_phone`.

Invariants: a bad message closes the socket that sent it, with a reason, and releases its keys. It has no other effect. What a
phone is sent is filled up to whole blocks, since TLS hides what a message says and not how long it is.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar, assert_never

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.seat import Place, seat_number
from companion.web import messages
from companion.web.access import seat_secret
from companion.web.guard import client_in, may_play
from companion.web.held_keys import HeldKeys, SharedKeys
from companion.web.hub import CROWDED, Dismissed, Hub, PhoneSeats, SeatFeeds, Subscription, Wake, at_once
from companion.web.messages import DATA, TEXT, read_answer
from companion.web.page_handlers import PageHandlers
from companion.web.shares import Places, TokenBucket

GOING_AWAY: Final = 1001
NOT_OURS: Final = 1008
TRY_LATER: Final = 1013
DISMISSED: Final = 4000
"""The table closes this page for good; it does not connect again."""

BEAT: Final = 5.0
"""Seconds without a message after which a page gets a beat. A page counts the table as gone after more than twice that."""
PATIENCE: Final = 10.0
"""Seconds that a page may take to accept one message."""

TOO_MANY_KEYS: Final = "Too many key presses at once."
BLOCK: Final = 256
"""Bytes to a multiple of which what everybody may know is filled, and by the page (static/link.js) what it sends."""
SCREEN_BLOCK: Final = 1280
"""The same of a screen. No picture has more than 1,050 bytes and no text of one more, so all have one length."""
DATA_BLOCK: Final = 4096
"""The same of data, which have 1 to 18 KB. With smaller blocks a card's name decides more often how many there are."""
DOOR: Final = "Scan the code of a seat, or write it here."

T = TypeVar("T", str, bytes, str | bytes)


class Farewell(NamedTuple):
    """How the table closes a socket."""

    code: int
    reason: str


async def bench_socket(
    socket: WebSocket, hub: Hub, handlers: PageHandlers, shared: SharedKeys, bucket: TokenBucket, beat: float = BEAT
) -> None:
    """Serve one bench page. `shared`: the keys of all bench pages."""
    await socket.accept()
    may_play(socket.scope)
    subscription, keys = hub.bench(), shared.of_page()

    try:
        if await _has_place(socket, hub.bench_places, subscription):
            if hub.secrecy == "pass":
                handlers.give_page(None)  # who sits before it is not known
            await until_either(
                socket,
                send_all(socket, subscription, either(socket), beat),
                _read_bench(socket, hub.seats, handlers, keys, bucket),
            )
    finally:
        keys.close()
        hub.bench_places.leave(subscription)
        subscription.close()


async def table_socket(socket: WebSocket, hub: Hub, wake: Wake = at_once, beat: float = BEAT) -> None:
    """Serve one table page, which sends nothing. `wake` as for `Subscription`."""
    await socket.accept()
    subscription = hub.table(wake)
    try:
        if await _has_place(socket, hub.table_places, subscription):
            await until_either(socket, send_all(socket, subscription, socket.send_text, beat), _read_nothing(socket))
    finally:
        hub.table_places.leave(subscription)
        subscription.close()


async def _has_place(socket: WebSocket, places: Places[Subscription[T]], subscription: Subscription[T]) -> bool:
    if places.enter(client_in(socket.scope), subscription):
        places.offer(subscription)
        return True
    await socket.close(TRY_LATER, CROWDED)
    return False


async def send_all(
    socket: WebSocket, subscription: Subscription[T], send: Callable[[T], Coroutine[None, None, None]], beat: float
) -> Farewell:
    """Send a page all its messages, until the table ends its subscription."""
    while True:
        try:
            async with asyncio.timeout(beat):
                message = await subscription.next()
        except TimeoutError:
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(messages.encode(messages.Beat()))
        except Dismissed as dismissed:
            return Farewell(DISMISSED if dismissed.final else GOING_AWAY, dismissed.reason)
        else:
            async with asyncio.timeout(PATIENCE):
                await send(message)


async def _read_bench(
    socket: WebSocket, seats: int, handlers: PageHandlers, keys: HeldKeys, bucket: TokenBucket
) -> Farewell | None:
    while (text := await receive_text(socket)) is not None:
        if not bucket.take():
            return Farewell(NOT_OURS, TOO_MANY_KEYS)
        try:
            message = messages.read_bench(text, seats)
        except ValueError as error:
            return Farewell(NOT_OURS, str(error))
        match message:
            case messages.KeyMessage(seat, key, down):
                keys.move(seat, key, down)
            case messages.DieMessage("throw"):
                handlers.throw_die()
            case messages.DieMessage(messages.DieLiesMessage(top, front)):
                handlers.set_die(top, front)
            case messages.NameMessage(messages.NameEntry(seat, name)):
                handlers.enter_name(seat, name)
            case messages.GivenMessage(seat):
                handlers.give_page(seat)
    return None


def either(socket: WebSocket) -> Callable[[str | bytes], Coroutine[None, None, None]]:
    """Sends text as text and bytes as bytes."""

    async def send(message: str | bytes) -> None:
        await (socket.send_text(message) if isinstance(message, str) else socket.send_bytes(message))

    return send


async def _read_nothing(socket: WebSocket) -> Farewell | None:
    return None if await receive_text(socket) is None else Farewell(NOT_OURS, "This page may only look.")


async def receive_text(socket: WebSocket) -> str | None:
    """The next text; empty for a binary message, which no page of ours sends; None at the end."""
    message: Message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


async def until_either(socket: WebSocket, *works: Coroutine[None, None, Farewell | None]) -> None:
    """Run all until one ends, cancel the others, and only then close the socket with the farewell that it ended with: else one
    would send to a socket that another one is closing."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        # A page that leaves, or that accepts nothing for too long, is no error of the program.
        gone = isinstance(result, WebSocketDisconnect | TimeoutError | asyncio.CancelledError)
        if isinstance(result, BaseException) and not gone:
            raise result
    farewell = next((result for result in results if isinstance(result, Farewell)), None)
    if farewell is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await socket.close(farewell.code, farewell.reason)


async def seat_socket(
    socket: WebSocket, phone_seats: PhoneSeats, handlers: PageHandlers, bucket: TokenBucket, beat: float = BEAT
) -> None:
    """Serve the phone of one seat."""
    await socket.accept()
    secret = seat_secret(socket)
    if secret is None:
        await socket.close(NOT_OURS, DOOR)
        return
    try:
        seat = handlers.resume_phone(secret)
    except ValueError as refusal:
        await socket.close(NOT_OURS, str(refusal))
        return
    may_play(socket.scope)
    subscription, keys = phone_seats.page(seat, handlers), phone_seats.keys(seat, handlers)

    try:
        send = _filling(socket)
        await send(messages.encode(messages.SeatGiven(seat, f"Player {seat_number(seat)}")))
        reading = _read_phone(socket, seat, handlers, keys, bucket)
        await until_either(socket, send_all(socket, subscription, send, beat), reading)
    except WebSocketDisconnect:
        pass  # it left before it got a message
    finally:
        keys.close()
        subscription.close()


def filled(message: str | bytes) -> str | bytes:
    """The same message in whole blocks: after JSON stand blanks, after the runs of a frame zeros."""
    if isinstance(message, str):
        return message + " " * (-len(message.encode()) % BLOCK)
    block = DATA_BLOCK if message[1] == DATA else SCREEN_BLOCK
    return message + (b" " if message[1] in (TEXT, DATA) else b"\0") * (-len(message) % block)


def _filling(socket: WebSocket) -> Callable[[str | bytes], Coroutine[None, None, None]]:
    send = either(socket)
    return lambda message: send(filled(message))


async def _read_phone(
    socket: WebSocket, seat: Place, handlers: PageHandlers, keys: HeldKeys, bucket: TokenBucket
) -> Farewell | None:
    # A phone that was put out can keep its socket open for a while, if it takes nothing: what it sends then counts no more.
    while (text := await receive_text(socket)) is not None and not keys.is_closed:
        try:
            answer = read_answer(text)
            if not bucket.take(1.0 if answer is None else answer.cost):
                raise ValueError(TOO_MANY_KEYS)
            if answer is not None:
                handlers.answer_seat(seat, answer.to, answer.number, answer.move)
                continue
            message = messages.read_phone(text)
        except ValueError as error:
            return Farewell(NOT_OURS, str(error))
        match message:
            case messages.PhoneKeyMessage(key, down):
                keys.move(seat, key, down)
            case _:
                assert_never(message)
    return None


async def card_socket(
    socket: WebSocket, feeds: SeatFeeds, handlers: PageHandlers, seat: Place, bucket: TokenBucket, beat: float
) -> None:
    """Serve the card of a seat on the bench page that is switched to the touch interface: that seat's data, and its answers."""
    await socket.accept()
    may_play(socket.scope)
    page = feeds.page(seat)
    try:
        handlers.seat_data_wanted(seat)
        await until_either(
            socket, send_all(socket, page, socket.send_bytes, beat), _read_card(socket, handlers, seat, bucket)
        )
    finally:
        page.close()


async def _read_card(socket: WebSocket, handlers: PageHandlers, seat: Place, bucket: TokenBucket) -> Farewell | None:
    while (text := await receive_text(socket)) is not None:
        try:
            answer = read_answer(text)
            if answer is None:
                raise ValueError("This socket takes answers of its seat only.")
            if not bucket.take(answer.cost):
                raise ValueError(TOO_MANY_KEYS)
        except ValueError as error:
            return Farewell(NOT_OURS, str(error))
        handlers.answer_seat(seat, answer.to, answer.number, answer.move)
    return None
