"""The rules of Digit Code: all that affects its state is in this file, and in the tables and options it imports.

One or two hidden codes, questions about them in turn, and proposals. Two seats look for each other's code; more (or any
number against the table) look for one. Without a master a draw begins the game again with new codes. The state is the
play since the last draw.
"""

from collections.abc import Sequence
from typing import Literal, assert_never

from msgspec import Struct, convert, structs

from companion.core.game import Result
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.digitcode.options import Options, hidden_from, opening_questions, solvers
from companion.games.digitcode.questions import (
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Question,
    answer,
)
from companion.games.digitcode.segments import Code

TRIES = 2
"""C12: wrong proposals that end a player's game."""

Phase = Literal["code", "ask", "last", "over"]


class Proposed(Struct, frozen=True):
    """C11: six digits that a seat proposed, and all that was said of them."""

    seat: Seat
    digits: Code
    correct: bool


class State(Struct, frozen=True):
    """A game since its last draw. `codes`: what each seat made; `last`: the last chance of C13 is being given."""

    options: Options
    codes: tuple[Code | None, ...]
    table_code: Code | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[Proposed, ...]
    last: bool
    replays: int
    winners: tuple[Seat, ...] | None


class SetCode(Struct, frozen=True, tag_field="move", tag="set_code"):
    """The code of its maker: a seat, or chance for the table."""

    digits: Code


class Propose(Struct, frozen=True, tag_field="move", tag="propose"):
    """C10: all six digits, in place of a question."""

    digits: Code


class Pass(Struct, frozen=True, tag_field="move", tag="pass"):
    """C13: the last chance is not taken."""


def setup(options: Options, seats: int) -> State:
    """A game before its codes."""
    assert options.first_seat is not None, "read_options settles who begins"
    return State(options, (None,) * seats, None, options.first_seat, (), (), last=False, replays=0, winners=None)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made: SetCode | Question | Propose | Pass = convert(
        move, SetCode | AskLine | AskParity | AskLarger | AskSpace | Propose | Pass
    )
    match made:
        case SetCode(digits):
            if actor == CHANCE:
                return structs.replace(state, table_code=digits)
            return structs.replace(state, codes=(*state.codes[:actor], digits, *state.codes[actor + 1 :]))
        case AskLine() | AskParity() | AskLarger() | AskSpace():
            return _ask(state, made)
        case Propose(digits):
            return _propose(state, digits)
        case Pass():
            return structs.replace(state, winners=(1 - state.turn_of,))  # C13
        case _:
            assert_never(made)


def result(state: State) -> Result:
    """C15: 1 for a winner and 0 for the others, once it is over."""
    winners = state.winners or ()
    return Result(tuple(int(seat in winners) for seat in range(len(state.codes))), state.winners)


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.winners is not None:
        return "over"
    if _makers_waited_for(state):
        return "code"
    return "last" if state.last else "ask"


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now. Two players make their codes at the same time."""
    if state.winners is not None:
        return ()
    return _makers_waited_for(state) or (state.turn_of,)


def wrong(proposals: Sequence[Proposed], seats: int) -> tuple[int, ...]:
    """C12: wrong proposals, one number a seat."""
    failed = [proposal.seat for proposal in proposals if not proposal.correct]
    return tuple(failed.count(seat) for seat in range(seats))


def out(proposals: Sequence[Proposed], seats: int) -> tuple[Seat, ...]:
    """C12: the seats that may not go on."""
    return tuple(seat for seat, count in enumerate(wrong(proposals, seats)) if count >= TRIES)


def starter(options: Options, replays: int) -> Seat:
    """C14: who asks first; after a draw it is the other seat, which two players alone can have."""
    assert options.first_seat is not None, "read_options settles who begins"
    return 1 - options.first_seat if replays % 2 else options.first_seat


def hidden_code(state: State, seat: Seat) -> Code:
    """The code that a solver looks for."""
    holder = hidden_from(state.options, seat)
    code = state.table_code if holder == "table" else state.codes[holder]
    assert code is not None, "nobody asks before there is a code"
    return code


def _makers_waited_for(state: State) -> tuple[Actor, ...]:
    """C1: whose code is not made yet."""
    match state.options.master:
        case "table":
            return () if state.table_code is not None else (CHANCE,)
        case None:
            return tuple(seat for seat, code in enumerate(state.codes) if code is None)
        case master:
            return () if state.codes[master] is not None else (master,)


def _ask(state: State, question: Question) -> State:
    seat = state.turn_of
    asked = AskedQuestion(
        seat, hidden_from(state.options, seat), question, answer(hidden_code(state, seat), question)
    )  # C8
    after = structs.replace(state, asked=(*state.asked, asked))
    if state.options.opening == "four":
        own = sum(one.seat == seat for one in after.asked)
        if own < opening_questions(state.options):
            return after  # C9: the four are one turn
    return _turn_passes(after)


def _propose(state: State, digits: Code) -> State:
    seat = state.turn_of
    correct = digits == hidden_code(state, seat)
    after = structs.replace(state, proposals=(*state.proposals, Proposed(seat, digits, correct)))
    if state.last:
        return _replay(after) if correct else structs.replace(after, winners=(1 - seat,))  # C13
    if correct:
        if state.options.master is None and seat == starter(state.options, state.replays):
            return structs.replace(after, last=True, turn_of=1 - seat)  # C13
        return structs.replace(after, winners=(seat,))  # C13, C15
    gone = out(after.proposals, len(state.codes))
    if seat not in gone:
        return _turn_passes(after)  # C11
    if state.options.master is None:
        return structs.replace(after, winners=(1 - seat,))  # C12
    if len(gone) == len(solvers(state.options, len(state.codes))):
        master = state.options.master
        return structs.replace(after, winners=() if master == "table" else (master,))  # C15
    return _turn_passes(after)  # C12


def _turn_passes(state: State) -> State:
    """C16: to the next solver clockwise who is not out."""
    seats = len(state.codes)
    gone = out(state.proposals, seats)
    able = [seat for seat in solvers(state.options, seats) if seat not in gone]
    turn = min(able, key=lambda seat: (seat - state.turn_of - 1) % seats)
    return structs.replace(state, turn_of=turn)


def _replay(state: State) -> State:
    """C13, C14: new codes, and the other seat starts."""
    replays = state.replays + 1
    begun = setup(state.options, len(state.codes))
    return structs.replace(begun, turn_of=starter(state.options, replays), replays=replays)
