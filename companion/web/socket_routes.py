"""The three websockets: the bench hears everything, presses keys, throws the die and enters names; the table hears what is
public; a phone hears and moves its one seat.

Law: whatever a page sends, the worst that happens is that its own socket closes with a reason; and then it holds no key.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final, TypeVar

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.seat import Seat
from companion.web import page_messages
from companion.web.connections.address_quota import AddressQuota, address_of
from companion.web.connections.connection import may_play
from companion.web.held_keys import HeldKeys
from companion.web.hub import CROWDED, Hub
from companion.web.phone_seats import PhoneSeats
from companion.web.subscription import Dismissed, Subscription, Wake, at_once
from companion.web.token_bucket import TokenBucket

GOING_AWAY: Final = 1001
NOT_OURS: Final = 1008
TRY_LATER: Final = 1013
LET_GO: Final = 4000
"""The page is not wanted any more, and need not try again."""

BEAT: Final = 5.0
"""Seconds of silence after which a page is told that the table still stands; pages wait for more than twice that."""
PATIENCE: Final = 10.0
"""Seconds that a page may take to accept one message."""
STRANGERS: Final = 16
"""Phones at one time that have not yet said who they are."""

TOO_MANY: Final = "Too many key presses at once."

T = TypeVar("T", str, bytes, str | bytes)


async def bench_socket(socket: WebSocket, hub: Hub, bucket: TokenBucket, beat: float = BEAT) -> None:
    """Serve one bench page."""
    await socket.accept()
    may_play(socket.scope)
    subscription, hands = hub.bench(), hub.hands()

    async def send(message: str | bytes) -> None:
        await (socket.send_text(message) if isinstance(message, str) else socket.send_bytes(message))

    try:
        if await _has_place(socket, hub.bench_places, subscription):
            await _until_either(_tell(socket, subscription, send, beat), _read_hands(socket, hub, hands, bucket))
    finally:
        hands.let_go()
        hub.bench_places.leave(subscription)
        subscription.close()


async def table_socket(socket: WebSocket, hub: Hub, wake: Wake = at_once, beat: float = BEAT) -> None:
    """Serve one table page; it may only listen. `wake` as for `Subscription`."""
    await socket.accept()
    subscription = hub.table(wake)
    try:
        if await _has_place(socket, hub.table_places, subscription):
            await _until_either(_tell(socket, subscription, socket.send_text, beat), _read_nothing(socket))
    finally:
        hub.table_places.leave(subscription)
        subscription.close()


def doorstep() -> AddressQuota[asyncio.Timeout]:
    """The places of phones that have not yet said who they are. Another one's is taken by ending its time."""
    return AddressQuota(STRANGERS, STRANGERS, _end)


def _end(patience: asyncio.Timeout) -> None:
    # One whose time is over, but whose task does not know of it yet, cannot be ended again.
    if not patience.expired():
        patience.reschedule(0)


async def seat_socket(
    socket: WebSocket,
    lent: PhoneSeats,
    strangers: AddressQuota[asyncio.Timeout],
    bucket: TokenBucket,
    beat: float = BEAT,
) -> None:
    """Serve the phone of one seat: its first message says which, by a code or by the secret that it was given for one."""
    await socket.accept()
    try:
        async with asyncio.timeout(PATIENCE) as patience:
            try:
                # There is always one: whoever is offered can be sent away by anybody of the same address.
                if not strangers.enter(_address(socket), patience):
                    raise TimeoutError
                strangers.offer(patience)
                text = await _receive(socket)
            finally:
                strangers.leave(patience)
    except TimeoutError:
        await socket.close(TRY_LATER, "A phone says who it is within ten seconds.")
        return
    if text is None:
        return
    try:
        admitted = lent.admit(page_messages.read_greeting(text))
    except ValueError as refusal:
        await socket.close(NOT_OURS, str(refusal))
        return
    may_play(socket.scope)
    seat = admitted.seat
    subscription, hands = lent.page(seat), lent.hands(seat)
    try:
        await socket.send_text(page_messages.seat(seat, f"Seat {seat}", admitted.session))
        await _until_either(
            _tell(socket, subscription, socket.send_bytes, beat), _read_keys(socket, seat, hands, bucket)
        )
    except WebSocketDisconnect:
        pass  # before it heard anything
    finally:
        hands.let_go()
        subscription.close()


async def _has_place(socket: WebSocket, places: AddressQuota[Subscription[T]], subscription: Subscription[T]) -> bool:
    if places.enter(_address(socket), subscription):
        places.offer(subscription)
        return True
    await socket.close(TRY_LATER, CROWDED)
    return False


def _address(socket: WebSocket) -> str:
    return address_of(socket.client.host) if socket.client is not None else ""


async def _tell(
    socket: WebSocket, subscription: Subscription[T], send: Callable[[T], Coroutine[None, None, None]], beat: float
) -> None:
    while True:
        try:
            async with asyncio.timeout(beat):
                message = await subscription.next()
        except TimeoutError:
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(page_messages.beat())
        except Dismissed as farewell:
            await socket.close(LET_GO if farewell.final else GOING_AWAY, farewell.reason)
            return
        else:
            async with asyncio.timeout(PATIENCE):
                await send(message)


async def _read_hands(socket: WebSocket, hub: Hub, hands: HeldKeys, bucket: TokenBucket) -> None:
    while (text := await _receive(socket)) is not None:
        if not bucket.take():
            await socket.close(NOT_OURS, TOO_MANY)
            return
        try:
            message = page_messages.read(text, hub.seats)
        except ValueError as error:
            await socket.close(NOT_OURS, str(error))
            return
        match message:
            case page_messages.KeyMessage(seat, key, down):
                hands.move(seat, key, down)
            case page_messages.DieMessage("throw"):
                hub.on_throw()
            case page_messages.DieMessage(page_messages.DieLiesMessage(top, front)):
                hub.on_lies(top, front)
            case page_messages.NameMessage(page_messages.NameEntry(seat, name)):
                hub.on_name(seat, name)


async def _read_keys(socket: WebSocket, seat: Seat, hands: HeldKeys, bucket: TokenBucket) -> None:
    while (text := await _receive(socket)) is not None:
        if not bucket.take():
            await socket.close(NOT_OURS, TOO_MANY)
            return
        try:
            message = page_messages.read_phone_key(text)
        except ValueError as error:
            await socket.close(NOT_OURS, str(error))
            return
        hands.move(seat, message.key, message.down)


async def _read_nothing(socket: WebSocket) -> None:
    if await _receive(socket) is not None:
        await socket.close(NOT_OURS, "This page may only look.")


async def _receive(socket: WebSocket) -> str | None:
    """The next text; empty for a binary message, which is none of ours; None at the end."""
    message: Message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


async def _until_either(*works: Coroutine[None, None, None]) -> None:
    """Run both until one ends, and end the other."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        # A page that leaves, or that takes nothing for too long, is no error of ours.
        gone = isinstance(result, WebSocketDisconnect | TimeoutError | asyncio.CancelledError)
        if isinstance(result, BaseException) and not gone:
            raise result
