"""The rules of Mastermind: all that affects its state is in this file.

A series of games between two seats. In each game the Codemaker (a seat, or the table: a move of chance) sets a code, the
Decoder guesses, and arms are pulled until the code is cracked or nine rows stand. The state is the series so far.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, convert, structs

from companion.core.errors import RuleError
from companion.core.game import Result
from companion.core.options import Setting, Value, read, switch
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor
from companion.core.spelling import whole
from companion.games.mastermind.colours import COLOURS, ERROR_POINTS, PEGS, ROWS, Arm, Pegs

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "games", 2, "Games in the series", "An even number, so that both are Codemaker equally often.",
        (Value(2, "2"), Value(4, "4"), Value(6, "6"), Value(8, "8")),
    ),
    Setting(
        "first_codemaker", 0, "First code by", "Who makes the first code. With the table as the Codemaker: who waits.",
        of_seats=True,
    ),
    Setting("colours", 8, "Colours", "How many colours of pegs are in play.", (Value(6, "6"), Value(7, "7"), Value(8, "8"))),
    switch("repeats_in_guess", True, "Repeats in guess", "Whether a guess may hold two pegs of one colour. A code never may."),
    Setting(
        "indication", "auto", "Indicator arms",
        "auto: the table pulls the arms. by hand: the Codemaker does, and an error voids the game.",
        (Value("auto", "auto"), Value("manual", "by hand")),
    ),
    Setting(
        "codemaker", "seat", "Codemaker", "table: the table makes every code; fewest rows win.",
        (Value("seat", "players"), Value("table", "table")),
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on before the series."""

    games: int = 2
    first_codemaker: int = 0
    colours: Annotated[int, whole(4, len(COLOURS))] = len(COLOURS) - 2
    repeats_in_guess: bool = True
    indication: Literal["auto", "manual"] = "auto"
    codemaker: Literal["seat", "table"] = "seat"


class Row(Struct, frozen=True):
    """A guess and its arms; `red` and `white` are None until the arms are out."""

    pegs: Pegs
    red: Arm | None
    white: Arm | None


class FinishedGame(Struct, frozen=True):
    """A game that has ended. `rows`: how many; `void`: ended by an indication error; `points`: one a seat."""

    codemaker: int | Literal["table"]
    decoder: int
    code: Pegs
    rows: int
    void: bool
    points: tuple[int, int]


class State(Struct, frozen=True):
    """The series so far. `code` and `rows` are those of the game being played, and of the last one when all is over."""

    options: Options
    game_number: int
    code: tuple[str, ...] | None
    rows: tuple[Row, ...]
    past: tuple[FinishedGame, ...]
    over: bool


class SetCode(Struct, frozen=True, tag_field="move", tag="set_code"):
    """The code of this game, of the Codemaker or of chance."""

    pegs: Pegs


class Guess(Struct, frozen=True, tag_field="move", tag="guess"):
    """A row of the Decoder."""

    pegs: Pegs


class PullArms(Struct, frozen=True, tag_field="move", tag="pull_arms"):
    """The Codemaker's answer, in manual indication."""

    red: Arm
    white: Arm


Phase = Literal["code", "guess", "arms", "over"]


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a series. Raises RuleError with a sentence that names the option."""
    if seats != 2:
        raise RuleError(f"Mastermind is for exactly 2 seats, not {seats}.")
    options = read(Options, "Mastermind", given, SETTINGS)
    # M1
    if options.games < 2 or options.games % 2:
        raise RuleError(
            f"Option games must be an even number from 2, so that both are Codemaker equally often, not {options.games}."
        )
    # M2
    if options.first_codemaker not in (0, 1):
        raise RuleError(f"Option first_codemaker must be seat 0 or 1, not {options.first_codemaker}.")
    # M5
    if not 4 <= options.colours <= len(COLOURS):
        raise RuleError(f"Option colours must be from 4 to {len(COLOURS)}, not {options.colours}.")
    # M15: the table never errs, so with it there is nothing to pull by hand.
    return structs.replace(options, indication="auto") if options.codemaker == "table" else options


def setup(options: Options, seats: int) -> State:
    """A series before its first code."""
    return State(options, game_number=1, code=None, rows=(), past=(), over=False)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made: SetCode | Guess | PullArms = convert(move, SetCode | Guess | PullArms)
    match made:
        case SetCode(pegs):
            return structs.replace(state, code=pegs, rows=())
        case Guess(pegs):
            row = Row(pegs, None, None)
            if state.options.indication == "auto":  # M9
                row = Row(pegs, *arms(_code(state), pegs))
            return _end_if_done(structs.replace(state, rows=(*state.rows, row)))
        case PullArms(red, white):
            last = state.rows[-1]
            if (red, white) != arms(_code(state), last.pegs):
                return _void(state)
            return _end_if_done(structs.replace(state, rows=(*state.rows[:-1], Row(last.pegs, red, white))))


def result(state: State) -> Result:
    """M13: the points so far, and who has won once the series is over."""
    scores = tuple(sum(past.points[seat] for past in state.past) for seat in (0, 1))
    if not state.over:
        return Result(scores, None)
    best = min(scores) if state.options.codemaker == "table" else max(scores)  # M15
    return Result(scores, tuple(seat for seat in (0, 1) if scores[seat] == best))


def arms(code: tuple[str, ...], pegs: tuple[str, ...]) -> tuple[int, int]:
    """M8: what the red and the white arm show for a guess."""
    red = sum(one == other for one, other in zip(code, pegs, strict=True))
    common = sum(min(code.count(colour), pegs.count(colour)) for colour in set(pegs))
    return red, common - red


def roles(state: State) -> tuple[int | Literal["table"], int]:
    """M12: the Codemaker and the Decoder of the game being played; they switch from game to game."""
    first = state.options.first_codemaker
    maker = first if state.game_number % 2 else 1 - first
    return ("table" if state.options.codemaker == "table" else maker), 1 - maker  # M15


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.over:
        return "over"
    if state.code is None:
        return "code"
    return "arms" if state.rows and state.rows[-1].red is None else "guess"


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    codemaker, decoder = roles(state)
    match phase(state):
        case "over":
            return ()
        case "guess":
            return (decoder,)
        case "code" | "arms":
            return (CHANCE if codemaker == "table" else codemaker,)


def _code(state: State) -> tuple[str, ...]:
    assert state.code is not None, "nobody guesses before there is a code"
    return state.code


def _end_if_done(state: State) -> State:
    last = state.rows[-1]
    if last.red is None or (last.red < PEGS and len(state.rows) < ROWS):
        return state
    # M10, M11: nine rows that cracked nothing are nine points as well. M15: with the table they count against the Decoder.
    codemaker, decoder = roles(state)
    return _next_game(state, decoder if codemaker == "table" else codemaker, len(state.rows), void=False)


def _void(state: State) -> State:
    # M14: the same game of the series again, its rows score nothing.
    return _next_game(state, roles(state)[1], ERROR_POINTS, void=True)


def _next_game(state: State, winner: int, points: int, *, void: bool) -> State:
    """Enter a game that has ended into the series, and begin the next one unless this was the last."""
    codemaker, decoder = roles(state)
    shares = (points, 0) if winner == 0 else (0, points)
    past = (*state.past, FinishedGame(codemaker, decoder, _code(state), len(state.rows), void, shares))
    if void:
        return structs.replace(state, code=None, rows=(), past=past)
    if state.game_number == state.options.games:
        return structs.replace(state, past=past, over=True)
    return structs.replace(state, game_number=state.game_number + 1, code=None, rows=(), past=past)
