"""The rules of Digit Code: its options and moves, the state of a game, what a seat may know of it, and what it is asked.

There are one or two hidden codes of six digits, drawn as segments in 42 spaces. Players ask questions about them in turn, and
propose. Two seats look for each other's code; more seats, or any number against the table, look for one code. Without a question
master a draw begins the game again with new codes; the state is the play since the last draw.

    T U V     columns A to I, three a digit: left uprights, bars, right uprights
    W X Y     rows J to S, five a digit: top bar, upper uprights, middle bar, lower uprights, bottom bar

Invariant: the view is built field by field. A code is in the view of the seat that made it, and of everybody once the game is
over (C3, C18). The moves of a prompt come in this order: lines A to S, parity T to Y, larger in the order of the rules, spaces
column by column, `pass`, proposals digit by digit.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, assert_never

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import Result, View
from companion.core.moves import (
    MoveRecord,
    Moves,
    MoveWords,
    dial,
    fill,
    letters,
    move_reader,
    numbers,
    option,
    row_of,
    tag,
    wheel,
)
from companion.core.options import Setting, Value, read_record, switch
from companion.core.prompt import Branch, Choose, Fill, Menu, Move, Prompt
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, clockwise, each_seat, next_seat

Opening = Literal["four", "each", "one"]
CodeMaker = Seat | Literal["table"]
"""Whoever makes a code."""
SEATS: Final = (1, 5)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "master", 0, "Question master",
        "With three or more: who makes the code and does not solve. table: the table makes it and all solve. "
        "Two players need nobody: each makes a code for the other.",
        (Value("table", "table"),), of_seats=True, of_two="nobody",
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
    switch("sheet", False, "Sheet for all", "yes: every screen works out which spaces and digits are still possible."),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on. From `read_options`, `master` is None if two play, and nothing else is None."""

    master: Seat | Literal["table"] | None = Seat(0)
    first_seat: Seat | None = None
    opening: Opening | None = None
    sheet: bool = False

    def solvers(self, seats: int) -> tuple[Seat, ...]:
        """C1: the seats that look for a code."""
        return tuple(seat for seat in all_seats(seats) if seat != self.master)

    def hidden_from(self, seat: Seat) -> CodeMaker:
        """C1: the maker of the code that a seat looks for."""
        return next_seat(seat, 2) if self.master is None else self.master

    @property
    def opening_questions(self) -> int:
        """C9: how many questions, each of another kind, a solver asks before anything else."""
        return 0 if self.opening == "one" else 4

    def starter(self, replays: int) -> Seat:
        """C14: who asks first. After a draw, which only two players can have, it is the other seat."""
        assert self.first_seat is not None, "read_options sets the first seat"
        return next_seat(self.first_seat, 2) if replays % 2 else self.first_seat


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
        first = next_seat(master, seats)
    # C9
    opening: Opening = options.opening or ("four" if seats == 2 else "one")
    return structs.replace(options, master=master, first_seat=first or Seat(0), opening=opening)


def with_sheet(options: Options) -> Options:
    """C17: the options of a player whose own screen has the helping sheet."""
    return structs.replace(options, sheet=True)


_DIGIT: Final = numbers(0, 9)
SixDigits = Annotated[tuple[Annotated[int, _DIGIT.meta, _DIGIT], ...], row_of(6)]
"""Six digits in the order T U V W X Y."""

DIGIT_LETTERS: Final = ("T", "U", "V", "W", "X", "Y")
DIGITS_IN_CODE: Final = len(DIGIT_LETTERS)
DIGITS_IN_ROW: Final = 3
"""Digits side by side."""
COLUMN_LETTERS: Final = tuple("ABCDEFGHI")
ROW_LETTERS: Final = tuple("JKLMNOPQRS")
LINE_LETTERS: Final = COLUMN_LETTERS + ROW_LETTERS
_PLACE: Final = letters(*DIGIT_LETTERS)
_LINE: Final = letters(*LINE_LETTERS)
_COLUMN: Final = letters(*COLUMN_LETTERS)
_ROW: Final = letters(*ROW_LETTERS)
DigitLetter = Annotated[str, _PLACE.meta, _PLACE]
"""The letter of a digit of the code."""
LineLetter = Annotated[str, _LINE.meta, _LINE]
"""The letter of a column or a row."""
ColumnLetter = Annotated[str, _COLUMN.meta, _COLUMN]
RowLetter = Annotated[str, _ROW.meta, _ROW]

MOST_OF_A_DIGIT: Final = 2
"""C2: how often a code may hold the same digit."""
ADJACENT_DIGITS: Final = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
"""C2, C6: the digits, by index, that are next to each other or one above the other."""
ADJACENT_LETTERS: Final = tuple((DIGIT_LETTERS[first], DIGIT_LETTERS[second]) for first, second in ADJACENT_DIGITS)

DIGIT_SEGMENTS: Final = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""The segments of each digit: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle."""

SEGMENT_SPOTS: Final = {"a": (1, 0), "b": (2, 1), "c": (2, 3), "d": (1, 4), "e": (0, 3), "f": (0, 1), "g": (1, 2)}
"""The column (0 to 2) and the row (0 to 4) of a segment in its digit."""


class Space(NamedTuple):
    """A space: its column and row, the index of its digit, and the segment of that digit."""

    column: str
    row: str
    place: int
    segment: str


def _spaces() -> tuple[Space, ...]:
    found = []
    for place in range(DIGITS_IN_CODE):
        down, across = divmod(place, DIGITS_IN_ROW)
        for segment, (column, row) in SEGMENT_SPOTS.items():
            found.append(Space(COLUMN_LETTERS[3 * across + column], ROW_LETTERS[5 * down + row], place, segment))
    return tuple(sorted(found))


# C7: column by column, from the top.
ALL_SPACES: Final[tuple[Space, ...]] = _spaces()
SPACE_AT: Final = {(space.column, space.row): space for space in ALL_SPACES}
SPACES_OF_LINE: Final = {
    line: tuple(space for space in ALL_SPACES if line in (space.column, space.row)) for line in LINE_LETTERS
}


class AskLine(MoveRecord, frozen=True, tag="ask_line"):
    """C4: how many spaces of a line are filled? The answer is a number."""

    words = MoveWords(accept="Ask", suggest="count line {line}", back="Count this line?", weighed=True, rules="C4, C9")
    line: LineLetter

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces of the line, from the top or from the left."""
        return SPACES_OF_LINE[self.line]


class AskParity(MoveRecord, frozen=True, tag="ask_parity"):
    """C5: is the digit at a place even or odd? The answer is `"even"` or `"odd"`."""

    words = MoveWords(
        accept="Ask", suggest="ask whether {place} is even or odd", back="Even or odd?", weighed=True, rules="C5, C9"
    )
    place: DigitLetter

    @property
    def index(self) -> int:
        """Which digit of the code it is about."""
        return DIGIT_LETTERS.index(self.place)


class AskLarger(MoveRecord, frozen=True, tag="ask_larger"):
    """C6: which of two neighbours is larger? The answer is its place; two neighbours are never equal."""

    words = MoveWords(
        "{places[0]} or {places[1]}",
        "{places[0]} or {places[1]}?",
        "Ask",
        suggest="ask which is larger, {places[0]} or {places[1]}",
        weighed=True,
        rules="C6, C9",
    )
    places: tuple[DigitLetter, DigitLetter]

    @property
    def indices(self) -> tuple[int, int]:
        """Which digits of the code it is about."""
        first, second = self.places
        return DIGIT_LETTERS.index(first), DIGIT_LETTERS.index(second)


class AskSpace(MoveRecord, frozen=True, tag="ask_space"):
    """C7: is a space filled? The answer is true or false."""

    words = MoveWords(
        accept="Ask",
        suggest="ask whether the space at {column}, {row} is filled",
        back="Is it filled?",
        weighed=True,
        rules="C7, C9",
    )
    column: ColumnLetter
    row: RowLetter

    @property
    def space(self) -> Space:
        return SPACE_AT[self.column, self.row]


Question = AskLine | AskParity | AskLarger | AskSpace

QUESTION_KINDS: Final = tuple(tag(kind) for kind in (AskLine, AskParity, AskLarger, AskSpace))
"""The four kinds of question, by the names of their moves, in the order of the rules."""
QUESTIONS: Final[tuple[Question, ...]] = (
    *map(AskLine, LINE_LETTERS),
    *map(AskParity, DIGIT_LETTERS),
    *map(AskLarger, ADJACENT_LETTERS),
    *(AskSpace(space.column, space.row) for space in ALL_SPACES),
)
"""Every question that there is, 74 in all, in the order in which they are offered."""


class SetCode(MoveRecord, frozen=True, tag="set_code"):
    """The secret code, of a seat, or of chance for the table."""

    words = MoveWords(accept="Set", rules="C2")
    digits: SixDigits


class Propose(MoveRecord, frozen=True, tag="propose"):
    """C10: all six digits, instead of a question."""

    words = MoveWords(
        accept="Solve", told="proposed {digits}", suggest="propose {digits}", weighed=True, rules="C2, C10"
    )
    digits: SixDigits


class Pass(MoveRecord, frozen=True, tag="pass"):
    """C13: the player gives up the last chance."""

    words = MoveWords("Pass", "Pass and lose?", "Pass", told="passed", rules="C13")


MOVES: Final = Moves(seats=(SetCode, AskLine, AskParity, AskLarger, AskSpace, Propose, Pass), chance=(SetCode,))
AnyMove = SetCode | Question | Propose | Pass

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def question_kind(question: Question) -> str:
    """Which of QUESTION_KINDS a question is."""
    return tag(type(question))


def is_legal(code: SixDigits) -> bool:
    """C2: whether six digits are a code."""
    if any(code.count(digit) > MOST_OF_A_DIGIT for digit in code):
        return False
    return all(code[first] != code[second] for first, second in ADJACENT_DIGITS)


def is_filled(code: SixDigits, space: Space) -> bool:
    """Whether the digit of the code has the segment of this space."""
    return space.segment in DIGIT_SEGMENTS[code[space.place]]


MAX_WRONG_PROPOSALS: Final = 2
"""C12: wrong proposals that end a player's game."""

Phase = Literal["code", "ask", "last", "over"]
QuestionAnswer = bool | int | str


class AskedQuestion(Struct, frozen=True):
    """A question that `seat` asked about the code `of` a seat or the table, and its answer, which everybody knows (C8)."""

    seat: Seat
    of: CodeMaker
    question: Question
    answer: QuestionAnswer


class ProposedCode(Struct, frozen=True):
    """C11: six digits that a seat proposed, and the verdict."""

    seat: Seat
    digits: SixDigits
    correct: bool


BESIDE_PROTOCOL: Final = ("asked_before",)
"""What the engine does not send of a view."""


class State(Struct, frozen=True):
    """A game since its last draw. `codes`: the code that each seat made; `asked_before`: for each proposal, how many questions
    all players had asked before it; `last`: whether this is the last chance of C13."""

    options: Options
    codes: tuple[SixDigits | None, ...]
    table_code: SixDigits | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[ProposedCode, ...]
    asked_before: tuple[int, ...]
    last: bool
    replays: int
    winners: tuple[Seat, ...] | None

    def hidden_code(self, seat: Seat) -> SixDigits:
        """The code that this seat looks for."""
        maker = self.options.hidden_from(seat)
        code = self.table_code if maker == "table" else self.codes[maker]
        assert code is not None, "a question comes after the code"
        return code


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
    return tuple(failed.count(seat) for seat in all_seats(seats))


def out(proposals: Sequence[ProposedCode], seats: int) -> tuple[Seat, ...]:
    """C12: the seats that are out."""
    return tuple(seat for seat, count in each_seat(wrong(proposals, seats)) if count >= MAX_WRONG_PROPOSALS)


def _makers_waited_for(state: State) -> tuple[Actor, ...]:
    """C1: those who have still to make their codes."""
    match state.options.master:
        case "table":
            return () if state.table_code is not None else (CHANCE,)
        case None:
            return tuple(seat for seat, code in each_seat(state.codes) if code is None)
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


def spaced_digits(code: SixDigits) -> str:
    """Six digits in seven letters, row by row."""
    digits = digits_text(code)
    return f"{digits[:3]} {digits[3:]}"


def digits_text(code: SixDigits) -> str:
    return "".join(map(str, code))


def answer_sentence(one: AskedQuestion) -> str:
    """A question and its answer in words, without a capital or a full stop."""
    match one.question:
        case AskLine(line):
            return f"line {line} has {one.answer} filled"
        case AskParity(place):
            return f"the digit at {place} is {one.answer}"
        case AskLarger((first, second)):
            other = second if one.answer == first else first
            return f"the digit at {one.answer} is larger than the one at {other}"
        case AskSpace(column, row):
            return f"the space at {column}, {row} is {'filled' if one.answer else 'empty'}"
        case _:
            assert_never(one.question)


def setup(options: Options, seats: int) -> State:
    """A game before its codes."""
    assert options.first_seat is not None, "read_options sets the first seat"
    return State(options, (None,) * seats, None, options.first_seat, (), (), (), last=False, replays=0, winners=None)


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
        case AskLine():  # C4
            return sum(is_filled(code, space) for space in question.spaces)
        case AskParity():  # C5
            return "odd" if code[question.index] % 2 else "even"
        case AskLarger((first, second)):  # C6
            left, right = question.indices
            return first if code[left] > code[right] else second
        case AskSpace():  # C7
            return is_filled(code, question.space)
        case _:
            assert_never(question)


def _ask(state: State, question: Question) -> State:
    seat = state.turn_of
    asked = AskedQuestion(
        seat, state.options.hidden_from(seat), question, true_answer(state.hidden_code(seat), question)
    )  # C8
    after = structs.replace(state, asked=(*state.asked, asked))
    if state.options.opening == "four":
        own = sum(one.seat == seat for one in after.asked)
        if own < state.options.opening_questions:
            return after  # C9: the four are one turn
    return _turn_passes(after)


def _propose(state: State, digits: SixDigits) -> State:
    seat = state.turn_of
    correct = digits == state.hidden_code(seat)
    after = structs.replace(
        state,
        proposals=(*state.proposals, ProposedCode(seat, digits, correct)),
        asked_before=(*state.asked_before, len(state.asked)),
    )
    if state.last:
        return _replay(after) if correct else structs.replace(after, winners=(1 - seat,))  # C13
    if correct:
        if state.options.master is None and seat == state.options.starter(state.replays):
            return structs.replace(after, last=True, turn_of=1 - seat)  # C13
        return structs.replace(after, winners=(seat,))  # C13, C15
    gone = out(after.proposals, len(state.codes))
    if seat not in gone:
        return _turn_passes(after)  # C11
    if state.options.master is None:
        return structs.replace(after, winners=(1 - seat,))  # C12
    if len(gone) == len(state.options.solvers(len(state.codes))):
        master = state.options.master
        return structs.replace(after, winners=() if master == "table" else (master,))  # C15
    return _turn_passes(after)  # C12


def _turn_passes(state: State) -> State:
    """C16: the next solver clockwise who is not out."""
    seats = len(state.codes)
    able = {*state.options.solvers(seats)} - {*out(state.proposals, seats)}
    return structs.replace(
        state, turn_of=next(seat for seat in clockwise(next_seat(state.turn_of, seats), seats) if seat in able)
    )


def _replay(state: State) -> State:
    """C13, C14: new codes, and the other seat starts."""
    replays = state.replays + 1
    begun = setup(state.options, len(state.codes))
    return structs.replace(begun, turn_of=state.options.starter(replays), replays=replays)


class DigitCodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; but for `asked_before` the keys are those of the engine protocol. `asked` and `proposals`:
    those since the last draw. `asked_before`: for each proposal, how many questions had been asked. `turn_of`: while codes are
    made, the seat that will begin."""

    phase: Phase
    master: CodeMaker | None
    codes: tuple[SixDigits | None, ...]
    table_code: SixDigits | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[ProposedCode, ...]
    asked_before: tuple[int, ...]
    wrong: tuple[int, ...]
    out: tuple[Seat, ...]
    replays: int

    def code_in_sight(self, maker: CodeMaker) -> SixDigits | None:
        """The code that was made by `maker`, where the view has it."""
        return self.table_code if maker == "table" else self.codes[maker]

    def asked_about(self, maker: CodeMaker | None) -> tuple[AskedQuestion, ...]:
        """All questions about the code of `maker`, with their answers."""
        return tuple(one for one in self.asked if one.of == maker)


def view(state: State, observer: Observer) -> DigitCodeView:
    """What `observer` may know."""
    so_far = result(state)
    seats = len(state.codes)
    over = state.winners is not None
    return DigitCodeView(
        game="digitcode",
        seats=seats,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=so_far.scores,
        winners=so_far.winners,
        master=state.options.master,
        codes=tuple(code if over or seat == observer else None for seat, code in each_seat(state.codes)),
        table_code=state.table_code if over else None,
        turn_of=state.turn_of,
        asked=state.asked,
        proposals=state.proposals,
        asked_before=state.asked_before,
        wrong=wrong(state.proposals, seats),
        out=out(state.proposals, seats),
        replays=state.replays,
    )


TOO_MANY_ALIKE = "A code may hold each digit at most twice."
TOO_CLOSE = "Equal digits may not stand side by side or one above the other."
COSTS_NOTHING = " That costs you nothing."
LINE_TITLE: Final = "Which line?"
LARGER_TITLE: Final = "Which is larger?"
OTHER: Final = "Other"
"""The label of the key that leads to more than one kind of question."""

_ASKING_HELP = (
    "Line: how many spaces of a column A to I or a row J to S are filled. Other: is a digit even or odd, which of two neighbours "
    "is larger, is one space filled. The digits are T U V above W X Y."
)


def _space(column: str) -> Branch:
    """A column crosses two digits, one above the other: first which of them, then which row."""
    digits = []
    for place in sorted({space.place for space in SPACES_OF_LINE[column]}):
        rows = [space.row for space in SPACES_OF_LINE[column] if space.place == place]
        title = f"{column}: which row?"
        which = wheel(AskSpace, "row", title, letters(*rows).symbols)
        text = f"Column {column}, digit {DIGIT_LETTERS[place]}"
        asked = dial(AskSpace, "", which, title=title, fixed=(("column", column),))
        digits.append(Branch(DIGIT_LETTERS[place], text, asked))
    return Branch(column, f"Column {column}", Menu(f"{column}: which digit?", "", tuple(digits)))


def _lines_of(label: str, text: str, lines: Sequence[str]) -> Branch:
    which = wheel(AskLine, "line", LINE_TITLE, letters(*lines).symbols)
    return Branch(label, text, dial(AskLine, "", which, title=LINE_TITLE))


_PAIRS: Final = (
    ("Upper", "Two upper digits", ADJACENT_LETTERS[:2]),
    ("Lower", "Two lower digits", ADJACENT_LETTERS[2:4]),
    ("Column", "One above the other", ADJACENT_LETTERS[4:]),
)

# C4 to C7, in the order of QUESTION_KINDS.
_QUESTIONS: Final = (
    Branch(
        "Line",
        "Filled in a line",
        Menu(
            LINE_TITLE,
            "",
            (
                _lines_of("A - I", "A column", COLUMN_LETTERS),
                _lines_of("J - N", "An upper row", ROW_LETTERS[:5]),
                _lines_of("O - S", "A lower row", ROW_LETTERS[5:]),
            ),
        ),
    ),
    Branch("Even?", "Even or odd", dial(AskParity, "", wheel(AskParity, "place", AskParity.words.back))),
    Branch(
        "Larger",
        "Which is larger",
        Menu(
            LARGER_TITLE,
            "",
            tuple(
                Branch(label, text, Choose(LARGER_TITLE, "", tuple(option(AskLarger(pair)) for pair in pairs)))
                for label, text, pairs in _PAIRS
            ),
        ),
    ),
    Branch("Space", "Is a space filled", Menu("Which column?", "", tuple(map(_space, COLUMN_LETTERS)))),
)


def _six(kind: type[SetCode | Propose], title: str, help_text: str, loss: str = "", *, secret: bool = False) -> Fill:
    return fill(
        kind,
        title,
        help_text,
        DIGITS_IN_CODE,
        repeats=MOST_OF_A_DIGIT,
        repeat_rule=TOO_MANY_ALIKE + loss,
        apart=ADJACENT_DIGITS,
        apart_rule=TOO_CLOSE + loss,
        columns=DIGITS_IN_ROW,
        secret=secret,
    )


_PROPOSE: Final = Branch("Solve", "Propose all six", _six(Propose, "Your proposal", "", COSTS_NOTHING))
_LOSE: Final = option(Pass())
_PASS: Final = Choose(_LOSE.text, "", (_LOSE,), confirm=True, accept=Pass.words.accept)
CODE_PROMPT: Final = _six(
    SetCode,
    "Make a code",
    "Six digits, three above three. A digit may come twice, but never next to, above or below its like. Only you see them until "
    "the game ends; the table gives the answers. Every digit takes 3 presses, so nobody can tell it by counting.",
    secret=True,
)


def prompt(options: Options, view: DigitCodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return CODE_PROMPT
    if view.phase == "last":  # C13
        return Menu(
            "Last chance",
            "The other player has found your code. Propose all six digits: if they are right it is a draw, and both make new "
            "codes. If they are wrong, or you pass, you have lost.",
            (Branch("Pass", "Pass and lose", _PASS), _PROPOSE),
        )
    left = kinds_left(options, view)
    rule = "" if options.master is None else " The first right proposal wins."
    losing = "lose the game." if options.master is None or view.seats == 1 else "put you out."
    if left:  # C9
        number = options.opening_questions - len(left) + 1
        words = "First ask one question of each kind, then propose or ask as you like. "
        return _menu(f"Opening {number} of 4", words + _ASKING_HELP, left, may_propose=False)
    words = f"{_ASKING_HELP} Solve: propose all six.{rule} Two wrong ones {losing}"
    return _menu("Ask or solve?", words, QUESTION_KINDS, may_propose=True)  # C10


def chance(state: State) -> Prompt | None:
    """C2: the table's code; every legal code is equally likely."""
    return CODE_PROMPT if to_act(state) == (CHANCE,) else None


def is_same_question(one: Question, other: Question) -> bool:
    """Whether two questions ask the same; T and U is the same as U and T."""
    if isinstance(one, AskLarger) and isinstance(other, AskLarger):
        return set(one.places) == set(other.places)
    return one == other


def kinds_left(options: Options, view: DigitCodeView) -> tuple[str, ...]:
    """C9: the kinds of question that the view's seat has still to ask in its opening; none once the opening is done."""
    own = [question_kind(one.question) for one in view.asked if one.seat == view.seat]
    if len(own) >= options.opening_questions:
        return ()
    return tuple(name for name in QUESTION_KINDS if name not in own)


def _menu(title: str, words: str, kinds: tuple[str, ...], *, may_propose: bool) -> Prompt:
    """The kinds of question, at most three on a step, so that each has a key."""
    branches = [_QUESTIONS[QUESTION_KINDS.index(name)] for name in kinds]
    if len(branches) > DIGITS_IN_ROW:
        branches = [
            branches[0],
            Branch(OTHER, "Another question", Menu("Which question?", "", tuple(branches[1:]))),
        ]
    return Menu(title, words, (*branches, _PROPOSE) if may_propose else tuple(branches))
