"""The rules of Digit Code: how a move changes the state. The state is in `state.py`, the options and the moves are in
`options.py` and `moves.py`.

There are one or two hidden codes. Players ask questions about them in turn, and propose. Two seats look for each other's code;
more seats, or any number against the table, look for one code. Without a question master a draw begins the game again with new
codes; the state is the play since the last draw.
"""

from typing import assert_never

from msgspec import structs

from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor
from companion.games.digitcode.moves import (
    DIGIT_LETTERS,
    SPACE_AT,
    SPACES_OF_LINE,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Pass,
    Propose,
    Question,
    SetCode,
    SixDigits,
    is_filled,
    made_move,
)
from companion.games.digitcode.options import Options, hidden_from, opening_questions, solvers
from companion.games.digitcode.state import (
    AskedQuestion,
    ProposedCode,
    QuestionAnswer,
    State,
    hidden_code,
    out,
    starter,
)


def setup(options: Options, seats: int) -> State:
    """A game before its codes."""
    assert options.first_seat is not None, "read_options sets the first seat"
    return State(options, (None,) * seats, None, options.first_seat, (), (), last=False, replays=0, winners=None)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
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


def true_answer(code: SixDigits, question: Question) -> QuestionAnswer:
    """The true answer to a question about a code."""
    match question:
        case AskLine(line):  # C4
            return sum(is_filled(code, space) for space in SPACES_OF_LINE[line])
        case AskParity(place):  # C5
            return "odd" if code[DIGIT_LETTERS.index(place)] % 2 else "even"
        case AskLarger((first, second)):  # C6
            return first if code[DIGIT_LETTERS.index(first)] > code[DIGIT_LETTERS.index(second)] else second
        case AskSpace(column, row):  # C7
            return is_filled(code, SPACE_AT[column, row])
        case _:
            assert_never(question)


def _ask(state: State, question: Question) -> State:
    seat = state.turn_of
    asked = AskedQuestion(
        seat, hidden_from(state.options, seat), question, true_answer(hidden_code(state, seat), question)
    )  # C8
    after = structs.replace(state, asked=(*state.asked, asked))
    if state.options.opening == "four":
        own = sum(one.seat == seat for one in after.asked)
        if own < opening_questions(state.options):
            return after  # C9: the four are one turn
    return _turn_passes(after)


def _propose(state: State, digits: SixDigits) -> State:
    seat = state.turn_of
    correct = digits == hidden_code(state, seat)
    after = structs.replace(state, proposals=(*state.proposals, ProposedCode(seat, digits, correct)))
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
    """C16: the next solver clockwise who is not out."""
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
