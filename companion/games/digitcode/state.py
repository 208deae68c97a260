"""The state of a game of Digit Code, and what can be read from it without changing it."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from companion.core.game import Result
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.digitcode.moves import Question, SixDigits
from companion.games.digitcode.options import CodeMaker, Options, hidden_from

MAX_WRONG_PROPOSALS: Final = 2
"""C12: wrong proposals that end a player's game."""

Phase = Literal["code", "ask", "last", "over"]
QuestionAnswer = bool | int | str


class AskedQuestion(Struct, frozen=True):
    """A question that `seat` asked about the code `of` a seat or the table, and its answer, which everybody knows (C8)."""

    seat: int
    of: CodeMaker
    question: Question
    answer: QuestionAnswer


class ProposedCode(Struct, frozen=True):
    """C11: six digits that a seat proposed, and the verdict."""

    seat: Seat
    digits: SixDigits
    correct: bool


class State(Struct, frozen=True):
    """A game since its last draw. `codes`: the code that each seat made; `last`: whether this is the last chance of C13."""

    options: Options
    codes: tuple[SixDigits | None, ...]
    table_code: SixDigits | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[ProposedCode, ...]
    last: bool
    replays: int
    winners: tuple[Seat, ...] | None


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now. Two players make their codes at the same time."""
    if state.winners is not None:
        return ()
    return _makers_waited_for(state) or (state.turn_of,)


def result(state: State) -> Result:
    """C15: once the game is over, 1 for a winner and 0 for the others."""
    winners = state.winners or ()
    return Result(tuple(int(seat in winners) for seat in range(len(state.codes))), state.winners)


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.winners is not None:
        return "over"
    if _makers_waited_for(state):
        return "code"
    return "last" if state.last else "ask"


def wrong(proposals: Sequence[ProposedCode], seats: int) -> tuple[int, ...]:
    """C12: the number of wrong proposals of each seat."""
    failed = [proposal.seat for proposal in proposals if not proposal.correct]
    return tuple(failed.count(seat) for seat in range(seats))


def out(proposals: Sequence[ProposedCode], seats: int) -> tuple[Seat, ...]:
    """C12: the seats that are out."""
    return tuple(seat for seat, count in enumerate(wrong(proposals, seats)) if count >= MAX_WRONG_PROPOSALS)


def starter(options: Options, replays: int) -> Seat:
    """C14: who asks first. After a draw, which only two players can have, it is the other seat."""
    assert options.first_seat is not None, "read_options sets the first seat"
    return 1 - options.first_seat if replays % 2 else options.first_seat


def hidden_code(state: State, seat: Seat) -> SixDigits:
    """The code that this seat looks for."""
    maker = hidden_from(state.options, seat)
    code = state.table_code if maker == "table" else state.codes[maker]
    assert code is not None, "a question comes after the code"
    return code


def _makers_waited_for(state: State) -> tuple[Actor, ...]:
    """C1: those who have still to make their codes."""
    match state.options.master:
        case "table":
            return () if state.table_code is not None else (CHANCE,)
        case None:
            return tuple(seat for seat, code in enumerate(state.codes) if code is None)
        case master:
            return () if state.codes[master] is not None else (master,)


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    A code can be taken back as long as nobody has asked about it.
    """
    match move["move"]:
        case "set_code":
            return None
        case "propose":
            return "it was called right or wrong."
        case "pass":
            return "it ended the game."
        case _:
            return "the question has been answered."
