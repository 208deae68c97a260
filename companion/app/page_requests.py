"""What pages ask of the table, carried out on its hardware: the other side of `web/page_handlers.py`.

Invariant: a request makes no move by itself. It becomes an event of a key or of the die, or an input in the queue.
"""

from collections.abc import Callable

from companion.app.hardware import TableHardware
from companion.app.inputs import AppInput, SeatDataWanted
from companion.core.keys import Key, KeyEdge
from companion.core.prompt import Move
from companion.core.seat import Place
from companion.devices.protocols import Loop
from companion.seats.joining import PhoneJoining
from companion.table.effects import PageGiven, SeatAnswered
from companion.table.lobby import NameEntered
from companion.web.page_handlers import Admitted, SeatOffer


class PageRequests:
    """Implements `PageHandlers`; the methods are described there."""

    def __init__(
        self, hardware: TableHardware, phones: PhoneJoining, loop: Loop, put: Callable[[AppInput], None]
    ) -> None:
        self._hardware = hardware
        self._phones = phones
        self._loop = loop
        self._put = put

    def press_key(self, seat: Place, key: Key, down: bool) -> None:
        """Move a key of the simulated table. Keys of a real table cannot be pressed from a page."""
        if self._hardware.key_pacer is not None:
            self._hardware.key_pacer.move(seat, key, down)

    def throw_die(self) -> None:
        """Throw the simulated die, or press the roll key."""
        self._hardware.die.throw()

    def set_die(self, top: object, front: object) -> None:
        """Take how a real die lies."""
        self._hardware.roller.set(top, front)

    def enter_name(self, seat: Place, text: str) -> None:
        """Queue the name; the table checks it."""
        self._put(NameEntered(seat, text))

    def give_page(self, seat: Place | None) -> None:
        """Queue it; the table asked for it, or takes no notice."""
        self._put(PageGiven(seat))

    def look_up_code(self, code: str) -> SeatOffer:
        """What a code is good for. Raises WrongCodeError."""
        return self._phones.look_up(code)

    async def join_phone(self, code: str, name: str | None, secret: str | None) -> Admitted:
        """Let a phone take a seat. Raises RequestError."""
        return await self._phones.join(code, name, secret)

    def resume_phone(self, secret: str) -> Place:
        """Check a secret at once. Raises RequestError."""
        return self._hardware.watch.resume(secret)

    async def leave_phone(self, secret: str) -> None:
        """Let a phone give its seat back."""
        await self._phones.leave(secret)

    async def renew_phone(self, seat: Place) -> None:
        """Give a seat a new code. Raises RequestError and JournalError."""
        await self._phones.renew(seat)

    def press_phone_key(self, seat: Place, key: Key, down: bool) -> None:
        """Give the event to the gestures of the phones."""
        self._hardware.phone_gestures.take(KeyEdge(seat, key, down, self._loop.time()))

    def phone_keys_lost(self, seat: Place) -> None:
        """Cancel what is pressed on the phone of a seat."""
        self._hardware.phone_gestures.cancel_seat(seat)

    def seat_data_wanted(self, seat: Place) -> None:
        """Queue it, so that the page sees nothing that the journal does not hold yet."""
        self._put(SeatDataWanted(seat))

    def answer_seat(self, seat: Place, to: str, number: int, move: Move) -> None:
        """Queue the answer; the table judges it."""
        self._put(SeatAnswered(seat, to, number, move, self._loop.time()))
        self._hardware.devices.dimming.key_used(seat)

    def phone_connected(self, seat: Place, connected: bool) -> None:
        """Report it to the watch over faults."""
        self._hardware.watch.phone_connected(seat, connected)
