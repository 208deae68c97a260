"""The websocket of a seat's phone: the one place that sends to a phone and reads what it sends.

A phone is let in by its cookie. It gets what `PhoneSeats.page` has for its seat, and presses that seat's keys. To send a phone
something new, put it into its Subscription; to take something new from it, add a case to `_read`.

Invariants: a bad message closes the socket that sent it, with a reason, and releases its keys. It has no other effect. What is
sent is filled up to whole blocks, since TLS hides what a message says and not how long it is.
"""

from collections.abc import Callable, Coroutine
from typing import Final, assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.seat import Seat, seat_number
from companion.web import page_messages
from companion.web.guard import may_play
from companion.web.held_keys import HeldKeys
from companion.web.page_handlers import PageHandlers
from companion.web.phone_seats import PhoneSeats
from companion.web.phones.seat_cookie import seat_secret
from companion.web.screen_frames import TEXT
from companion.web.shares import TokenBucket
from companion.web.socket_routes import (
    BEAT,
    NOT_OURS,
    TOO_MANY_KEYS,
    Farewell,
    either,
    receive_text,
    send_all,
    until_either,
)
from companion.web.touch.seat_feeds import DATA, read_answer

BLOCK: Final = 256
"""Bytes to a multiple of which what everybody may know is filled, and by the page (static/link.js) what it sends."""
SCREEN_BLOCK: Final = 1280
"""The same of a screen. No picture has more than 1,050 bytes and no text of one more, so all have one length."""
DATA_BLOCK: Final = 4096
"""The same of data, which have 1 to 18 KB. With smaller blocks a card's name decides more often how many there are."""
DOOR: Final = "Scan the code of a seat, or write it here."


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
        await send(page_messages.seat(seat, f"Player {seat_number(seat)}"))
        reading = _read(socket, seat, handlers, keys, bucket)
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


async def _read(
    socket: WebSocket, seat: Seat, handlers: PageHandlers, keys: HeldKeys, bucket: TokenBucket
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
            message = page_messages.read_phone(text)
        except ValueError as error:
            return Farewell(NOT_OURS, str(error))
        match message:
            case page_messages.PhoneKeyMessage(key, down):
                keys.move(seat, key, down)
            case _:
                assert_never(message)
    return None
