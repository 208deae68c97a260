"""The websockets of the table's pages, and what all websockets share. A bench page gets everything, presses keys, throws the
die and enters names. A table page gets what is public. A phone's socket is in phones/seat_socket.py.

Invariant: a bad message closes the socket that sent it, with a reason, and releases its keys. It has no other effect.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web import page_messages
from companion.web.guard import client_in, may_play
from companion.web.held_keys import HeldKeys, SharedKeys
from companion.web.hub import CROWDED, Hub
from companion.web.page_handlers import PageHandlers
from companion.web.shares import Places, TokenBucket
from companion.web.subscription import Dismissed, Subscription, Wake, at_once

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
                await socket.send_text(page_messages.beat())
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
            message = page_messages.read_bench(text, seats)
        except ValueError as error:
            return Farewell(NOT_OURS, str(error))
        match message:
            case page_messages.KeyMessage(seat, key, down):
                keys.move(seat, key, down)
            case page_messages.DieMessage("throw"):
                handlers.throw_die()
            case page_messages.DieMessage(page_messages.DieLiesMessage(top, front)):
                handlers.set_die(top, front)
            case page_messages.NameMessage(page_messages.NameEntry(seat, name)):
                handlers.enter_name(seat, name)
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
