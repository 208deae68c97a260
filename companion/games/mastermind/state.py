"""The state of a series of Mastermind, and what can be read from it without changing it."""

from typing import Final, Literal

from msgspec import Struct

from companion.core.game import Result
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor
from companion.games.mastermind.moves import ArmCount, Pegs
from companion.games.mastermind.options import Options

MAX_GUESSES: Final = 9
"""M10: guesses of a game."""
ERROR_POINTS: Final = 3
"""M14: points of the Decoder for wrong arms."""

Phase = Literal["code", "guess", "arms", "over"]


class GuessRow(Struct, frozen=True):
    """A guess and its arms; `red` and `white` are None until the arms are out."""

    pegs: Pegs
    red: ArmCount | None
    white: ArmCount | None


class SeriesGame(Struct, frozen=True):
    """A game that has ended. `rows`: how many; `void`: ended by an indication error; `points`: one a seat."""

    codemaker: int | Literal["table"]
    decoder: int
    code: Pegs
    rows: int
    void: bool
    points: tuple[int, ...]


class State(Struct, frozen=True):
    """The series so far. `code` and `rows` are those of the game being played, and of the last one when all is over.

    `unfound`: how many codes were not cracked in their nine rows.
    """

    options: Options
    game_number: int
    code: tuple[str, ...] | None
    rows: tuple[GuessRow, ...]
    past: tuple[SeriesGame, ...]
    over: bool
    seats: int = 2
    unfound: int = 0


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


def result(state: State) -> Result:
    """M13: the points so far, and who has won once the series is over."""
    scores = tuple(sum(past.points[seat] for past in state.past) for seat in range(state.seats))
    if not state.over:
        return Result(scores, None)
    if state.seats == 1:  # M15
        return Result(scores, () if state.unfound else (0,))
    best = min(scores) if state.options.codemaker == "table" else max(scores)  # M15
    return Result(scores, tuple(seat for seat in (0, 1) if scores[seat] == best))


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.over:
        return "over"
    if state.code is None:
        return "code"
    return "arms" if state.rows and state.rows[-1].red is None else "guess"


def roles(state: State) -> tuple[int | Literal["table"], int]:
    """M12: the Codemaker and the Decoder of the game being played; they switch from game to game."""
    if state.seats == 1:
        return "table", 0  # M15
    first = state.options.first_codemaker
    maker = first if state.game_number % 2 else 1 - first
    return ("table" if state.options.codemaker == "table" else maker), 1 - maker  # M15


def games(state: State) -> int:
    """M1: how many games the series has."""
    assert state.options.games is not None, "read_options has set it"
    return state.options.games


def right_arms(code: tuple[str, ...], guess: tuple[str, ...]) -> tuple[int, int]:
    """M8: what the red and the white arm show for a guess."""
    red = sum(one == other for one, other in zip(code, guess, strict=True))
    common = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return red, common - red


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    Moves that the arms have not answered can be taken back.
    """
    match move["move"]:
        case "set_code":
            return None
        case "guess" if state.options.indication == "manual":
            return None  # M9: the Codemaker has not pulled the arms yet
        case "guess":
            return "the arms have answered it."
        case _:
            return "the arms have been seen."
