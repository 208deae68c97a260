"""What pages ask of the table, as one protocol. `app/page_requests.py` implements it; the web server calls it.

Every method is called on the event loop. Those that are not coroutines return at once.
"""

from typing import Protocol

from msgspec import Struct

from companion.core.errors import RequestError
from companion.core.keys import Key
from companion.core.prompt import Move
from companion.core.seat import Place


class WrongCodeError(RequestError):
    """A code that is good for no seat."""


class Admitted(Struct, frozen=True):
    """A phone that may play `seat`. From now on its `secret` identifies it."""

    seat: Place
    secret: str


class SeatOffer(Struct, frozen=True):
    """What a person reads before they join by a good code, which stays good.

    `asks_name`: the code must be sent with the name of the player. `player`: who plays there so far; empty: nobody. `game`: the
    title of the game that is chosen, or played (`is_played`); empty: none is chosen yet.
    """

    seat: Place
    asks_name: bool
    player: str
    game: str
    is_played: bool


class PageHandlers(Protocol):
    """The requests of bench pages, and of the phones from which seats are played."""

    def press_key(self, seat: Place, key: Key, down: bool) -> None:
        """A bench page presses or releases a key of a seat."""

    def throw_die(self) -> None:
        """A bench page throws the die."""

    def set_die(self, top: object, front: object) -> None:
        """A person enters in a bench page how a real die lies. Both values are unchecked."""

    def enter_name(self, seat: Place, text: str) -> None:
        """A bench page enters a name for the player at a place of the table. The text is unchecked."""

    def give_page(self, seat: Place | None) -> None:
        """A bench page that several players share was given to the player at a place of the table; None: it was opened."""

    def look_up_code(self, code: str) -> SeatOffer:
        """A phone asks what a code is good for. Raises WrongCodeError with a sentence for the person with the phone."""

    async def join_phone(self, code: str, name: str | None, secret: str | None) -> Admitted:
        """A phone sends the code of a seat. A wrong code is told before anything else happens on the loop. `secret`: that of the
        seat that it plays so far, which becomes free. Raises WrongCodeError and RequestError with a sentence for the person with
        the phone."""

    def resume_phone(self, secret: str) -> Place:
        """The seat of the phone that has this secret. Raises RequestError."""

    async def leave_phone(self, secret: str) -> None:
        """The phone with this secret gives its seat back. Nothing where it has none."""

    async def renew_phone(self, seat: Place) -> None:
        """Put out the phone of a seat, and give the seat a new code. Raises RequestError where the seat is no phone, and
        JournalError where the change could not be kept."""

    def press_phone_key(self, seat: Place, key: Key, down: bool) -> None:
        """The phone of a seat presses or releases a key."""

    def phone_keys_lost(self, seat: Place) -> None:
        """The phone of a seat no longer reports its keys. The release of a held key follows, and must make no move."""

    def seat_data_wanted(self, seat: Place) -> None:
        """A page with a touch interface opened for a seat: send it the seat's data now."""

    def answer_seat(self, seat: Place, to: str, number: int, move: Move) -> None:
        """A touch interface of a seat answers a question with a whole move. Nothing of it is checked."""

    def phone_connected(self, seat: Place, connected: bool) -> None:
        """The page of a seat's phone connected or disconnected."""
