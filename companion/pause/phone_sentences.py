"""What is said of phones that play seats; {0} is the number of the seat."""

from collections.abc import Iterable
from typing import Final

from companion.core.seat import Seat, seat_number
from companion.core.words import listed

# To everybody at the table.
PHONE_GONE: Final = "seat {0}: the phone it is played from is gone: wake it, and look at its page again."
PHONE_AWAY: Final = "seat {0}: the phone it is played from is gone: wake it, or press ● at the seat's panel."
PHONE_FREE: Final = "seat {0}: no phone plays it: scan its code on the page /table."
PHONE_HELD: Final = "Seat {0} has a phone: wake it. A new one is given in the lobby's menu."
PHONE_CHOSEN: Final = "Seat {0} is played from a phone: wake it, or press ● at the seat's panel."
PHONE_BACK: Final = "Seat {0} is played at its panel again."

# To the person with the phone, whose page is closed.
PHONE_OUT: Final = "This phone plays seat {0} no more: the seat has a new code."
PHONE_MOVED: Final = "This phone does not play seat {0} any more."
PHONE_OVER: Final = "The screen and keys of seat {0} work again: play on there."


def played_from_phones(seats: Iterable[Seat]) -> str:
    """Which seats are played from phones; empty if none is."""
    numbers = [seat_number(seat) for seat in sorted(seats)]
    if len(numbers) < 2:
        return "".join(f"Seat {number} is played from a phone." for number in numbers)
    return f"Seats {listed(numbers)} are played from phones."
