"""The websocket of a seat's card on the bench page that is switched to the touch interface: that seat's data, and its answers.

Invariant: as for every socket, a bad message closes it, with a reason, and has no other effect.
"""

from starlette.websockets import WebSocket

from companion.core.seat import Seat
from companion.web.guard import may_play
from companion.web.page_handlers import PageHandlers
from companion.web.shares import TokenBucket
from companion.web.socket_routes import NOT_OURS, TOO_MANY_KEYS, Farewell, receive_text, send_all, until_either
from companion.web.touch.seat_feeds import SeatFeeds, read_answer


async def touch_socket(
    socket: WebSocket, feeds: SeatFeeds, handlers: PageHandlers, seat: Seat, bucket: TokenBucket, beat: float
) -> None:
    """Serve one card."""
    await socket.accept()
    may_play(socket.scope)
    page = feeds.page(seat)
    try:
        handlers.seat_data_wanted(seat)
        await until_either(
            socket, send_all(socket, page, socket.send_bytes, beat), _read(socket, handlers, seat, bucket)
        )
    finally:
        page.close()


async def _read(socket: WebSocket, handlers: PageHandlers, seat: Seat, bucket: TokenBucket) -> Farewell | None:
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
