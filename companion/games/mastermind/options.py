"""The options of a series of Mastermind, as the lobby offers them and as they are read."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.options import Setting, Value, read_record, switch
from companion.core.spelling import whole_number
from companion.games.mastermind.moves import PEG_COLOURS

Indication = Literal["auto", "manual"]
SEATS: Final = (1, 2)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "games", None, "Games",
        "An even number, so that both are Codemaker equally often. auto: two; alone, where the table is Codemaker, one.",
        (Value(None, "auto"), Value(2, "2"), Value(4, "4"), Value(6, "6"), Value(8, "8")),
    ),
    Setting(
        "first_codemaker", 0, "First code by", "Who makes the first code. If the table is Codemaker: who waits.",
        of_seats=True,
    ),
    Setting("colours", 8, "Colours", "How many colours of pegs are in play.", (Value(6, "6"), Value(7, "7"), Value(8, "8"))),
    switch(
        "repeats_in_guess", True, "Repeats in guess", "Whether a guess may hold two pegs of one colour. A code never may.",
        rare=True,
    ),
    Setting(
        "indication", "auto", "Arms",
        "auto: the table pulls the arms. by hand: the Codemaker does, and an error voids the game.",
        (Value("auto", "auto"), Value("manual", "by hand")), rare=True,
    ),
    Setting(
        "codemaker", "seat", "Codemaker", "table: the table makes every code; fewest rows win. Alone it always is the table.",
        (Value("seat", "players"), Value("table", "table")),
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the series. From `read_options`, `games` is a number."""

    games: int | None = None
    first_codemaker: int = 0
    colours: Annotated[int, whole_number(4, len(PEG_COLOURS))] = len(PEG_COLOURS) - 2
    repeats_in_guess: bool = True
    indication: Indication = "auto"
    codemaker: Literal["seat", "table"] = "seat"


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a series. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Mastermind is for 2 seats, or for 1 against the table, not for {seats}.")
    options = read_record(Options, "Mastermind", given, SETTINGS)
    if seats == 1:
        options = _alone(options, given)
    games = 2 if options.games is None else options.games
    # M1
    if seats == 2 and (games < 2 or games % 2):
        raise RuleError(
            f"Option games must be an even number from 2, so that both are Codemaker equally often, not {games}."
        )
    # M2
    if options.first_codemaker not in (0, 1):
        raise RuleError(f"Option first_codemaker must be seat 0 or 1, not {options.first_codemaker}.")
    # M5
    if not 4 <= options.colours <= len(PEG_COLOURS):
        raise RuleError(f"Option colours must be from 4 to {len(PEG_COLOURS)}, not {options.colours}.")
    # M15: the table makes no errors, so its arms are never pulled by hand.
    indication: Indication = "auto" if options.codemaker == "table" else options.indication
    return structs.replace(options, games=games, indication=indication)


def _alone(options: Options, given: Mapping[str, Any]) -> Options:
    """M15: a single seat is the Decoder of every game, and the table its Codemaker."""
    if "codemaker" in given and options.codemaker != "table":
        raise RuleError('A single seat plays against the table: set option codemaker (Codemaker) to "table".')
    if options.first_codemaker != 0:
        raise RuleError(f"Option first_codemaker must be seat 0 where one plays alone, not {options.first_codemaker}.")
    games = 1 if options.games is None else options.games
    if games < 1:
        raise RuleError(f"Option games must be a number from 1 where one plays alone, not {games}.")
    return structs.replace(options, codemaker="table", games=games)
