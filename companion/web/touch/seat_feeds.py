"""The data of seats for touch interfaces: each page gets the data of its one seat, as JSON in a binary message.

    byte 0     seat
    byte 1     2: the message holds data, and not pixels as in screen_frames.py
    then       the JSON object that companion/table/data.py makes

Invariant: private data are bytes, so no page of public text can be sent them. Nothing is kept of a seat whose data no page wants,
and a page gets only what was made after it asked.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from companion.core.seat import Seat
from companion.web.subscription import BACKLOG, Subscription

DATA: Final = 2
LONGEST_QUESTION: Final = 32
"""Letters of the name of a question."""
QUESTION_COST: Final = 10.0
"""Keys of a page's allowance that a hint, a review or "What is it worth?" costs: ten a second in the long run."""

FeedPage = Subscription[bytes] | Subscription[str | bytes]


class AnswerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole move by touch. `to`: the question that it answers; `number`: the move that it would be."""

    move: dict[str, Any]
    number: int
    to: str = "game"

    @property
    def cost(self) -> float:
        """What it takes of the allowance of keys: a question to the machine costs more than a move."""
        return QUESTION_COST if self.to == "promise" or self.move["move"] in ("hint", "review") else 1.0


def read_answer(text: str) -> AnswerMessage | None:
    """The answer in a message of a page; None where the message is something else. Raises ValueError for a wrong answer."""
    if '"move"' not in text:
        return None
    try:
        answer = msgspec.json.decode(text, type=AnswerMessage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        answer = None
    if answer is None or len(answer.to) > LONGEST_QUESTION or not isinstance(answer.move.get("move"), str):
        raise ValueError('An answer is {"move": {"move": "guess", ...}, "number": 7, "to": "game"}.')
    return answer


def encode_data(seat: Seat, data: bytes) -> bytes:
    """The binary message."""
    return bytes((seat, DATA)) + data


class SeatFeeds:
    """The pages that want data, by seat."""

    def __init__(self) -> None:
        self._pages: dict[Seat, set[FeedPage]] = {}
        self._newest: dict[Seat, bytes] = {}

    def is_wanted(self, seat: Seat) -> bool:
        """Whether any page wants the data of a seat."""
        return bool(self._pages.get(seat))

    def put(self, seat: Seat, data: bytes) -> None:
        """Send a seat's data to its pages."""
        message = encode_data(seat, data)
        if not self.is_wanted(seat) or self._newest.get(seat) == message:
            return
        self._newest[seat] = message
        for page in self._pages[seat]:
            page.put(message)

    def newest(self, seat: Seat) -> Iterator[bytes]:
        """The last message of a seat, for a page that lags."""
        if seat in self._newest:
            yield self._newest[seat]

    def join(self, seat: Seat, page: FeedPage) -> None:
        """Send that page the data of a seat from now on."""
        # The page that joins gets what is made for it, even where an earlier page has the same already.
        self._newest.pop(seat, None)
        self._pages.setdefault(seat, set()).add(page)

    def leave(self, seat: Seat, page: FeedPage) -> None:
        """Send that page nothing more."""
        pages = self._pages.get(seat, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(seat, None)
            self._newest.pop(seat, None)

    def page(self, seat: Seat) -> Subscription[bytes]:
        """The data of one seat alone, without its screen."""
        page: Subscription[bytes] = Subscription(
            lambda: self.newest(seat), BACKLOG, lambda page: self.leave(seat, page)
        )
        self.join(seat, page)
        return page

    def dismiss(self) -> None:
        """End every page."""
        for pages in list(self._pages.values()):
            for page in list(pages):
                page.dismiss()
