"""How phones take seats and give them back: checked at once, kept beside the journal, and told to the table in its turn.

Invariant: which phone holds a seat is on the disk before the phone gets its secret, and before a new code is reported as given.
Where the disk takes nothing, a phone that scanned a good code plays all the same, until a restart, and the log says so.
"""

import logging
from collections.abc import Callable

from companion.core.errors import JournalError, RequestError
from companion.core.seat import PUBLIC, Place, Seat, seat_number
from companion.journal.worker import JournalWorker
from companion.seats.phones import PHONE_BACK, PHONE_MOVED, PHONE_OUT, PhoneAccess
from companion.seats.watch import FaultWatch
from companion.table.lobby import SeatLeft, SeatTaken, has_name, is_naming, name_refusal
from companion.table.table import Table
from companion.web.page_handlers import Admitted, SeatOffer, WrongCodeError

log = logging.getLogger("companion")


class PhoneJoining:
    """The phones of one table. `table`: the one in play; `put` queues who has sat down, and who has left."""

    def __init__(
        self,
        phones: PhoneAccess,
        watch: FaultWatch,
        journal: JournalWorker,
        table: Callable[[], Table],
        put: Callable[[SeatTaken | SeatLeft], None],
    ) -> None:
        self._phones = phones
        self._watch = watch
        self._journal = journal
        self._table = table
        self._put = put

    def look_up(self, code: str) -> SeatOffer:
        """What a code is good for; as `PageHandlers.look_up_code`."""
        place, table = self._place_of(code), self._table()
        state, in_lobby = table.state, table.state.position.in_lobby
        seat = (
            Seat(place)
            if in_lobby and has_name(state.game_state, place)
            else None
            if in_lobby
            else state.seat_at(place)
        )
        return SeatOffer(
            place,
            self._asks_name(place),
            "" if seat is None else state.player_names[seat],
            self._game(),
            is_played=not in_lobby,
        )

    def _game(self) -> str:
        """The title of what is played, or that somebody has chosen; empty while nobody has."""
        table = self._table()
        if not table.state.position.in_lobby:
            return table.game.title
        lobby = table.game.view(table.state.game_state, PUBLIC)
        return lobby.title if lobby.settled else ""

    async def join(self, code: str, name: str | None, secret: str | None) -> Admitted:
        """Take a seat by a code; as `PageHandlers.join_phone`."""
        seat = self._place_of(code)
        taken, older = None, self._seat_of(secret)
        if self._asks_name(seat):
            taken = SeatTaken(seat, name or "")
            if (fault := name_refusal(self._table().state.game_state, taken, older)) is not None:
                raise RequestError(fault)
        admitted = self._watch.admit(code)
        if older is not None and older != seat:
            self._put_out(older, PHONE_MOVED)
        try:
            await self._keep()
        except JournalError as error:
            log.warning("a phone must scan again after a restart: %s", error)
        if taken is not None:
            self._put(taken)
        return admitted

    def _place_of(self, code: str) -> Place:
        try:
            return self._watch.seat_of(code)
        except RequestError as error:
            raise WrongCodeError(str(error)) from None

    async def leave(self, secret: str) -> None:
        """Give back the seat of the phone with this secret."""
        seat = self._seat_of(secret)
        if seat is not None:
            self._put_out(seat, PHONE_MOVED)
            await self._keep()

    async def renew(self, seat: Place) -> None:
        """Disconnect the phone of a seat, and give the seat a new code. Raises RequestError and JournalError."""
        if seat not in self._phones.own:
            raise RequestError("This seat is no phone, so it has no code.")
        self._put_out(seat, PHONE_BACK if seat in self._phones.transferred else PHONE_OUT)
        await self._keep()

    async def take_back(self, seat: Place) -> None:
        """Play a transferred seat at its panel again. If that cannot be saved, it holds until a restart."""
        self._put_out(seat, PHONE_BACK)
        try:
            await self._keep()
        except JournalError as error:
            log.warning("seat %s is on its phone again after a restart: %s", seat_number(seat), error)

    async def swap(self, one: Place, other: Place) -> None:
        """The players of two seats have swapped them, and their phones go along. If that cannot be saved, it holds until a
        restart."""
        self._watch.swap(one, other)
        try:
            await self._keep()
        except JournalError as error:
            log.warning("the phones of two seats that were swapped scan again after a restart: %s", error)

    def _put_out(self, seat: Place, sentence: str) -> None:
        """Disconnect the phone of a seat. Its player leaves the table, unless the seat has a panel to play on."""
        if seat not in self._phones.transferred:
            self._put(SeatLeft(seat))
        self._watch.put_out(seat, sentence.format(seat_number(seat)))

    def _asks_name(self, seat: Place) -> bool:
        """Whether the person with the phone is asked for a name: in the lobby, unless the player at the seat's panel has one."""
        if not is_naming(self._table().state.game_state):
            return False
        return seat in self._phones.own or (
            seat in self._phones.transfers and not has_name(self._table().state.game_state, seat)
        )

    async def _keep(self) -> None:
        await self._journal.keep_phones(self._phones.kept)

    def _seat_of(self, secret: str | None) -> Place | None:
        try:
            return None if secret is None else self._watch.resume(secret)
        except RequestError:
            return None
