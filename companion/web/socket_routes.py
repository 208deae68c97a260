"""The three websockets. A bench page gets everything, presses keys, throws the die and enters names. A table page gets what
is public. A phone gets the screen of its one seat and presses that seat's keys.

Invariant: a bad message closes the socket that sent it, with a reason, and releases its keys. It has no other effect.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final, TypeVar

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.seat import Seat, seat_number
from companion.web import page_messages
from companion.web.connections.address_quota import AddressQuota, address_of
from companion.web.connections.connection import may_play
from companion.web.connections.token_bucket import TokenBucket
from companion.web.held_keys import HeldKeys, SharedKeys
from companion.web.hub import CROWDED, Hub
from companion.web.page_handlers import PageHandlers
from companion.web.phone_seats import PhoneSeats
from companion.web.subscription import Dismissed, Subscription, Wake, at_once
from companion.web.touch.seat_feeds import read_answer

GOING_AWAY: Final = 1001
NOT_OURS: Final = 1008
TRY_LATER: Final = 1013
DISMISSED: Final = 4000
"""The table closes this page for good; it does not connect again."""

BEAT: Final = 5.0
"""Seconds without a message after which a page gets a beat. A page counts the table as gone after more than twice that."""
PATIENCE: Final = 10.0
"""Seconds that a page may take to accept one message."""
STRANGERS: Final = 16
"""Phones at one time that have not yet sent their code or session."""

TOO_MANY: Final = "Too many key presses at once."

T = TypeVar("T", str, bytes, str | bytes)


async def bench_socket(
    socket: WebSocket, hub: Hub, handlers: PageHandlers, shared: SharedKeys, bucket: TokenBucket, beat: float = BEAT
) -> None:
    """Serve one bench page. `shared`: the keys of all bench pages."""
    await socket.accept()
    may_play(socket.scope)
    subscription, keys = hub.bench(), shared.of_page()

    async def send(message: str | bytes) -> None:
        await (socket.send_text(message) if isinstance(message, str) else socket.send_bytes(message))

    try:
        if await _has_place(socket, hub.bench_places, subscription):
            await until_either(
                send_all(socket, subscription, send, beat), _read_bench(socket, hub.seats, handlers, keys, bucket)
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
            await until_either(send_all(socket, subscription, socket.send_text, beat), _read_nothing(socket))
    finally:
        hub.table_places.leave(subscription)
        subscription.close()


def doorstep() -> AddressQuota[asyncio.Timeout]:
    """The places of phones that have not yet sent their code or session. A phone that loses its place runs into its timeout."""
    return AddressQuota(STRANGERS, STRANGERS, _end)


def _end(patience: asyncio.Timeout) -> None:
    # A timeout that has expired cannot be rescheduled, even while its task has not run yet.
    if not patience.expired():
        patience.reschedule(0)


async def seat_socket(
    socket: WebSocket,
    phone_seats: PhoneSeats,
    handlers: PageHandlers,
    strangers: AddressQuota[asyncio.Timeout],
    bucket: TokenBucket,
    beat: float = BEAT,
) -> None:
    """Serve the phone of one seat. Its first message has the one-time code, or the session that it got for one."""
    await socket.accept()
    try:
        async with asyncio.timeout(PATIENCE) as patience:
            try:
                # It always gets a place: every phone that waits here may be dropped for another one of the same address.
                if not strangers.enter(_address(socket), patience):
                    raise TimeoutError
                strangers.offer(patience)
                text = await receive_text(socket)
            finally:
                strangers.leave(patience)
    except TimeoutError:
        await socket.close(TRY_LATER, "A phone says who it is within ten seconds.")
        return
    if text is None:
        return
    try:
        admitted = handlers.admit_phone(page_messages.read_greeting(text))
    except ValueError as refusal:
        await socket.close(NOT_OURS, str(refusal))
        return
    may_play(socket.scope)
    seat = admitted.seat
    subscription, keys = phone_seats.page(seat, handlers), phone_seats.keys(seat, handlers)
    try:
        await socket.send_text(page_messages.seat(seat, f"Player {seat_number(seat)}", admitted.session))
        await until_either(
            send_all(socket, subscription, socket.send_bytes, beat),
            _read_phone(socket, seat, handlers, keys, bucket),
        )
    except WebSocketDisconnect:
        pass  # it left before it got a message
    finally:
        keys.close()
        subscription.close()


async def _has_place(socket: WebSocket, places: AddressQuota[Subscription[T]], subscription: Subscription[T]) -> bool:
    if places.enter(_address(socket), subscription):
        places.offer(subscription)
        return True
    await socket.close(TRY_LATER, CROWDED)
    return False


def _address(socket: WebSocket) -> str:
    return address_of(socket.client.host) if socket.client is not None else ""


async def send_all(
    socket: WebSocket, subscription: Subscription[T], send: Callable[[T], Coroutine[None, None, None]], beat: float
) -> None:
    """Send a page its messages, and a beat during a silence, until the table ends it."""
    while True:
        try:
            async with asyncio.timeout(beat):
                message = await subscription.next()
        except TimeoutError:
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(page_messages.beat())
        except Dismissed as dismissed:
            await socket.close(DISMISSED if dismissed.final else GOING_AWAY, dismissed.reason)
            return
        else:
            async with asyncio.timeout(PATIENCE):
                await send(message)


async def _read_bench(
    socket: WebSocket, seats: int, handlers: PageHandlers, keys: HeldKeys, bucket: TokenBucket
) -> None:
    while (text := await receive_text(socket)) is not None:
        if not bucket.take():
            await socket.close(NOT_OURS, TOO_MANY)
            return
        try:
            message = page_messages.read(text, seats)
        except ValueError as error:
            await socket.close(NOT_OURS, str(error))
            return
        match message:
            case page_messages.KeyMessage(seat, key, down):
                keys.move(seat, key, down)
            case page_messages.DieMessage("throw"):
                handlers.throw_die()
            case page_messages.DieMessage(page_messages.DieLiesMessage(top, front)):
                handlers.set_die(top, front)
            case page_messages.NameMessage(page_messages.NameEntry(seat, name)):
                handlers.enter_name(seat, name)


async def _read_phone(
    socket: WebSocket, seat: Seat, handlers: PageHandlers, keys: HeldKeys, bucket: TokenBucket
) -> None:
    while (text := await receive_text(socket)) is not None:
        if not bucket.take():
            await socket.close(NOT_OURS, TOO_MANY)
            return
        try:
            answer = read_answer(text)
            if answer is not None:
                handlers.answer_seat(seat, answer.to, answer.number, answer.move)
                continue
            message = page_messages.read_phone_key(text)
        except ValueError as error:
            await socket.close(NOT_OURS, str(error))
            return
        keys.move(seat, message.key, message.down)


async def _read_nothing(socket: WebSocket) -> None:
    if await receive_text(socket) is not None:
        await socket.close(NOT_OURS, "This page may only look.")


async def receive_text(socket: WebSocket) -> str | None:
    """The next text; empty for a binary message, which no page of ours sends; None at the end."""
    message: Message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


async def until_either(*works: Coroutine[None, None, None]) -> None:
    """Run all until one ends, and cancel the others."""
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
