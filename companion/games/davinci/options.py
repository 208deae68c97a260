"""The options of a game of Da Vinci Code, as the lobby offers them and as they are read."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.options import Setting, Value, read_record, switch

SEATS: Final = (2, 4)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("first_seat", 0, "The youngest", "The youngest player begins the first round.", of_seats=True),
    switch("advanced", False, "Dashes in play", "A black and a white tile with a dash, which may stand anywhere in a row."),
    Setting(
        "rounds", 1, "Rounds", "Three rounds are a tournament: the most points win. In one round the last player in wins.",
        (Value(1, "1"), Value(3, "3")),
    ),
    Setting(
        "empty_centre", "nothing", "Wrong, no tile",
        "What a wrong claim costs when the centre is empty: nothing but the turn, or one of your own tiles shown.",
        (Value("nothing", "nothing"), Value("reveal", "a tile")),
    ),
    switch("memory_aid", False, "Memory aid", "Whether the screens keep the claims of earlier turns, wrong ones too."),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the game."""

    advanced: bool = False
    first_seat: int = 0
    empty_centre: Literal["nothing", "reveal"] = "nothing"
    memory_aid: bool = False
    rounds: Literal[1, 3] = 1


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Da Vinci Code is for 2 to 4 seats, not {seats}.")
    options = read_record(Options, "Da Vinci Code", given, SETTINGS)
    if not 0 <= options.first_seat < seats:  # D4
        raise RuleError(f"Option first_seat must be a seat from 0 to {seats - 1}, not {options.first_seat}.")
    return options
