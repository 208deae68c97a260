"""What pages ask of the table, as one protocol. The daemon implements it; the routes of the web server call it.

Every method is called on the event loop and returns at once.
"""

from typing import Protocol

from msgspec import Struct

from companion.core.keys import Key
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.web.page_messages import Greeting


class Admitted(Struct, frozen=True):
    """A phone that may play `seat`. From now on the secret `session` identifies it."""

    seat: Seat
    session: str


class PageHandlers(Protocol):
    """The requests of bench pages, and of the phones from which seats are played."""

    def press_key(self, seat: Seat, key: Key, down: bool) -> None:
        """A bench page presses or releases a key of a seat."""

    def throw_die(self) -> None:
        """A bench page throws the die."""

    def set_die(self, top: object, front: object) -> None:
        """A person enters in a bench page how a real die lies. Both values are unchecked."""

    def enter_name(self, seat: Seat, text: str) -> None:
        """A bench page enters a name for the player at a place of the table. The text is unchecked."""

    def admit_phone(self, greeting: Greeting) -> Admitted:
        """Check the code or the session of a phone. Raises RequestError with a sentence for the person with the phone."""

    def press_phone_key(self, seat: Seat, key: Key, down: bool) -> None:
        """The phone of a seat presses or releases a key."""

    def phone_keys_lost(self, seat: Seat) -> None:
        """The phone of a seat no longer reports its keys. The release of a held key follows, and must make no move."""

    def seat_data_wanted(self, seat: Seat) -> None:
        """A page with a touch interface opened for a seat: send it the seat's data now."""

    def answer_seat(self, seat: Seat, to: str, number: int, move: Move) -> None:
        """A touch interface of a seat answers a question with a whole move. Nothing of it is checked."""

    def phone_connected(self, seat: Seat, connected: bool) -> None:
        """The page of a seat's phone connected or disconnected."""
