"""What is said of phones that play seats; {0} is the number of the seat."""

from typing import Final

# To everybody at the table.
PHONE_GONE: Final = "seat {0}: the phone it is played from is gone: wake it, and look at its page again."
PHONE_FREE: Final = "seat {0}: no phone plays it: scan its code on the page /table."
PHONE_HELD: Final = "Seat {0} has a phone: wake it. A new one is given in the lobby's menu."

# To the person with the phone, whose page is closed.
PHONE_OUT: Final = "This phone plays seat {0} no more: the seat has a new code."
PHONE_MOVED: Final = "This phone does not play seat {0} any more."
PHONE_OVER: Final = "The screen and keys of seat {0} work again: play on there."
