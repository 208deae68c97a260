"""The options of a game of Passcode, as the lobby offers them and as they are read."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.options import Setting, Value, read_record, switch
from companion.core.spelling import one_of

_LEVELS: Final = (3, 4, 5, 6)
"""P3: a LEVEL is named after the number of digits of its code."""
SEATS: Final = (2, 6)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "levels", [3, 4, 5, 6], "LEVELs",
        "The codes to be completed, from the shortest to the longest. The last one has to be locked in. Fewer LEVELs make a "
        "shorter game.",
        (
            Value([3, 4, 5, 6], "3 to 6"), Value([3, 4, 5], "3 to 5"), Value([3, 4], "3 and 4"), Value([3], "only 3"),
            Value([4, 5, 6], "4 to 6"), Value([6], "only 6"),
        ),
    ),
    switch(
        "turning", True, "Turn the die",
        "yes: the player who rolls for the codes turns a die that lies askew left or right. no: it counts as it lies.",
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the game."""

    levels: tuple[Annotated[int, one_of(*_LEVELS)], ...] = _LEVELS
    turning: bool = True


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Passcode is for 2 to 6 seats, not {seats}.")
    options = read_record(Options, "Passcode", given, SETTINGS)
    # P19
    levels = options.levels
    if not levels or not set(levels) <= set(_LEVELS) or list(levels) != sorted(set(levels)):
        raise RuleError(
            f"Option levels must be some of 3, 4, 5 and 6, rising and each once, such as [3, 4], not {str(list(levels))[:40]}."
        )
    return options
