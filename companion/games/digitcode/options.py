"""The options of a game of Digit Code, as the lobby offers them and as they are read. `read_options` sets all that depends on the
number of seats."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.options import Setting, Value, read_record, switch
from companion.core.seat import Seat

Opening = Literal["four", "each", "one"]
CodeMaker = Seat | Literal["table"]
"""Whoever makes a code."""
SEATS: Final = (1, 5)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "master", 0, "Question master",
        "With three or more: who makes the code and does not solve. table: the table makes it and all solve. "
        "Two players need nobody: each makes a code for the other.",
        (Value("table", "table"),), of_seats=True,
    ),
    Setting(
        "first_seat", None, "First to ask", "auto: seat 1, or the one to the master's left. After a draw the other seat begins.",
        (Value(None, "auto"),), of_seats=True,
    ),
    Setting(
        "opening", None, "Opening",
        "4 at once: the first turn is a question of each kind. 4 kinds: the first four turns are. free: neither. "
        "auto: 4 at once with two seats, else free.",
        (Value(None, "auto"), Value("four", "4 at once"), Value("each", "4 kinds"), Value("one", "free")),
    ),
    switch("sheet", False, "Helping sheet", "yes: every screen works out which spaces and digits are still possible."),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on. From `read_options`, `master` is None if two play, and nothing else is None."""

    master: int | Literal["table"] | None = 0
    first_seat: int | None = None
    opening: Opening | None = None
    sheet: bool = False


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Digit Code is for 2 to 5 seats, or for 1 against the table, not for {seats}.")
    options = read_record(Options, "Digit Code", given, SETTINGS)
    master, first = options.master, options.first_seat
    if isinstance(master, int) and not 0 <= master < seats:
        raise RuleError(f'Option master must be a seat from 0 to {seats - 1}, or "table", not {master}.')
    if first is not None and not 0 <= first < seats:
        raise RuleError(f"Option first_seat must be a seat from 0 to {seats - 1}, not {first}.")
    # C1
    if seats == 1 and "master" not in given:
        master = "table"  # the only possible maker of a code
    if seats == 1 and master != "table":
        raise RuleError('A single seat solves against the table: set option master (Question master) to "table".')
    if seats == 2 and master != "table":
        master = None
    elif master is None:
        raise RuleError(f'With {seats} seats option master must be a seat from 0 to {seats - 1}, or "table".')
    # C14: a master does not solve; the seat to the master's left begins.
    if isinstance(master, int) and first in (None, master):
        first = (master + 1) % seats
    # C9
    opening: Opening = options.opening or ("four" if seats == 2 else "one")
    return structs.replace(options, master=master, first_seat=first or 0, opening=opening)


def with_sheet(options: Options) -> Options:
    """C17: the options of a player whose own screen has the helping sheet."""
    return structs.replace(options, sheet=True)


def solvers(options: Options, seats: int) -> tuple[Seat, ...]:
    """C1: the seats that look for a code."""
    return tuple(seat for seat in range(seats) if seat != options.master)


def hidden_from(options: Options, seat: Seat) -> CodeMaker:
    """C1: the maker of the code that a seat looks for."""
    return 1 - seat if options.master is None else options.master


def opening_questions(options: Options) -> int:
    """C9: how many questions, each of another kind, a solver asks before anything else."""
    return 0 if options.opening == "one" else 4
