"""Which codes agree with the answers so far. The helping sheet and the solver use it, and so does the question whether a move is
meant that can tell nothing new.

A code is two triples of digits, one above the other. The 810 triples are numbered, and a set of triples is an integer with a bit
for each. An answer about a row, a digit or a space removes triples. An answer about a column, or about two digits one above the
other, removes pairs of digits in one of three columns. For each upper triple, the possible lower triples are then the
intersection of a few sets. The result is always exact and takes about a millisecond: it looks at 810 upper triples, not at
465,120 codes.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, assert_never

from msgspec import Struct, convert

from companion.core.prompt import Move, RandBelow
from companion.core.seat import Seat
from companion.games.digitcode.rules import (
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    DIGIT_SEGMENTS,
    DIGITS_IN_ROW,
    MOST_OF_A_DIGIT,
    QUESTION_KINDS,
    ROW_LETTERS,
    SEGMENT_SPOTS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    CodeMaker,
    DigitCodeView,
    Options,
    Question,
    QuestionAnswer,
    SixDigits,
    answer_sentence,
    is_same_question,
    spaced_digits,
    true_answer,
)

TripleSet = int
"""A set of triples: bit n means TRIPLES[n]."""

TEN_DIGITS: Final = range(10)
TRIPLES: Final = tuple((a, b, c) for a in TEN_DIGITS for b in TEN_DIGITS for c in TEN_DIGITS if a != b and b != c)  # C2
_NUMBER_OF: Final = {triple: number for number, triple in enumerate(TRIPLES)}
_EVERY_TRIPLE: Final = (1 << len(TRIPLES)) - 1


def _triples_where(flags: Iterator[bool]) -> TripleSet:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


HAS_AT: Final = tuple(
    tuple(_triples_where(triple[x] == digit for triple in TRIPLES) for digit in TEN_DIGITS)
    for x in range(DIGITS_IN_ROW)
)
"""The triples with a digit at a position of the three."""
_HAS: Final = tuple(HAS_AT[0][digit] | HAS_AT[1][digit] | HAS_AT[2][digit] for digit in TEN_DIGITS)
_TWICE: Final = tuple(HAS_AT[0][digit] & HAS_AT[2][digit] for digit in TEN_DIGITS)


def _allowed_below(triple: tuple[int, int, int]) -> TripleSet:
    """C2: the lower triples that do not bring one of these digits to three."""
    barred = 0
    for digit in triple:
        barred |= _HAS[digit] if triple.count(digit) == MOST_OF_A_DIGIT else _TWICE[digit]
    return _EVERY_TRIPLE & ~barred


_ALLOWED_BELOW: Final = tuple(_allowed_below(triple) for triple in TRIPLES)

FILLED_IN_ROW: Final = tuple(
    tuple(sum(SEGMENT_SPOTS[segment][1] == row for segment in DIGIT_SEGMENTS[digit]) for digit in TEN_DIGITS)
    for row in range(5)
)
"""How many spaces each digit fills in each of its five rows."""
FILLED_IN_COLUMN: Final = tuple(
    tuple(sum(SEGMENT_SPOTS[segment][0] == column for segment in DIGIT_SEGMENTS[digit]) for digit in TEN_DIGITS)
    for column in range(3)
)


class HelpingSheet(Struct, frozen=True):
    """What the answers leave possible. `digits`: those of each place; `spaces`: True for filled, False for empty, None for
    unknown, in the order of ALL_SPACES; `count`: how many codes."""

    digits: tuple[tuple[int, ...], ...]
    spaces: tuple[bool | None, ...]
    count: int


def possible_codes(asked: Sequence[AskedQuestion], failed: Sequence[SixDigits] = ()) -> Iterator[SixDigits]:
    """Every legal code that gives these answers and is not in `failed`, in rising order."""
    for upper, lowers in possible_pairs(asked, failed):
        for lower in _members(lowers):
            yield (*TRIPLES[upper], *TRIPLES[lower])


def count_codes(asked: Sequence[AskedQuestion], failed: Sequence[SixDigits] = ()) -> int:
    """How many codes `possible_codes` gives."""
    return sum(lowers.bit_count() for _, lowers in possible_pairs(asked, failed))


def draw_code(asked: Sequence[AskedQuestion], failed: Sequence[SixDigits], pick: RandBelow) -> SixDigits:
    """One of the possible codes, all equally likely. There must be at least one."""
    pairs = list(possible_pairs(asked, failed))
    left = pick(sum(lowers.bit_count() for _, lowers in pairs))
    for upper, lowers in pairs:
        if left < lowers.bit_count():
            lower = next(number for place, number in enumerate(_members(lowers)) if place == left)
            return (*TRIPLES[upper], *TRIPLES[lower])
        left -= lowers.bit_count()
    raise AssertionError("the index is below the number of codes")


@lru_cache(maxsize=64)
def helping_sheet(asked: tuple[AskedQuestion, ...]) -> HelpingSheet:
    """C17: the exact sheet for these answers: a digit is in it if some code with that digit gives all of them."""
    possible: list[set[int]] = [set() for _ in DIGIT_LETTERS]
    below = total = 0
    for upper, lowers in possible_pairs(asked, ()):
        below |= lowers
        total += lowers.bit_count()
        for x, digit in enumerate(TRIPLES[upper]):
            possible[x].add(digit)
    for x in range(DIGITS_IN_ROW):
        possible[DIGITS_IN_ROW + x] = {digit for digit in TEN_DIGITS if HAS_AT[x][digit] & below}
    spaces = []
    for space in ALL_SPACES:
        fills = {space.segment in DIGIT_SEGMENTS[digit] for digit in possible[space.place]}
        spaces.append(fills.pop() if len(fills) == 1 else None)
    return HelpingSheet(tuple(tuple(sorted(digits)) for digits in possible), tuple(spaces), total)


def asked_about_sought(options: Options, view: DigitCodeView) -> tuple[AskedQuestion, ...]:
    """All questions about the code that this seat looks for."""
    if view.seat is None or view.seat == view.master:
        return view.asked
    return view.asked_about(options.hidden_from(view.seat))


def sheet_of(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker
) -> HelpingSheet | None:
    """C17: what follows from the answers, where the option is on and the code is not in sight."""
    is_hidden = view.seat is not None and view.code_in_sight(maker) is None
    return helping_sheet(asked) if options.sheet and is_hidden else None


class SheetData(Struct, frozen=True):
    """The sheet for a touch interface. `count`: how many codes are possible. `digits`: those that each place, "T" to "Y", can
    hold. `spaces`: by column and row, such as "AK", whether a space is filled, where that is certain."""

    count: int
    digits: dict[str, tuple[int, ...]]
    spaces: dict[str, bool]


def sheet(options: Options, view: DigitCodeView) -> SheetData | None:
    """C17: the sheet about the code that this seat looks for; None where it has none."""
    if view.seat is None or view.seat == view.master or view.phase == "code":
        return None
    found = sheet_of(options, view, asked_about_sought(options, view), options.hidden_from(view.seat))
    if found is None:
        return None
    spaces = zip(ALL_SPACES, found.spaces, strict=True)
    return SheetData(
        found.count,
        dict(zip(DIGIT_LETTERS, found.digits, strict=True)),
        {space.column + space.row: filled for space, filled in spaces if filled is not None},
    )


def known_answer(sheet: HelpingSheet, question: Question) -> QuestionAnswer | None:
    """The answer that the sheet shows already; None where it shows none."""
    match question:
        case AskLine():
            filled = [sheet.spaces[ALL_SPACES.index(space)] for space in question.spaces]
            return None if None in filled else filled.count(True)
        case AskParity():
            odd = {digit % 2 for digit in sheet.digits[question.index]}
            return None if len(odd) > 1 else "odd" if odd == {1} else "even"
        case AskLarger((first, second)):
            one, other = (sheet.digits[index] for index in question.indices)
            return first if min(one) > max(other) else second if max(one) < min(other) else None
        case AskSpace():
            return sheet.spaces[ALL_SPACES.index(question.space)]
        case _:
            assert_never(question)


def is_possible(code: SixDigits, asked: Sequence[AskedQuestion], failed: Sequence[SixDigits]) -> bool:
    """Whether a legal code gives these answers and did not fail: `code in possible_codes(...)`, without listing codes."""
    return code not in failed and all(true_answer(code, one.question) == one.answer for one in asked)


def possible_pairs(asked: Sequence[AskedQuestion], failed: Sequence[SixDigits]) -> Iterator[tuple[int, TripleSet]]:
    """Each possible upper triple, with the lower triples that are possible below it."""
    halves, below = _narrowed(asked)
    beneath = [[_either(x, below[x][digit]) for digit in TEN_DIGITS] for x in range(DIGITS_IN_ROW)]
    barred: dict[int, TripleSet] = {}
    for code in failed:
        first, second = _NUMBER_OF[code[0], code[1], code[2]], _NUMBER_OF[code[3], code[4], code[5]]
        barred[first] = barred.get(first, 0) | 1 << second
    for upper in _members(halves[0]):
        a, b, c = TRIPLES[upper]
        lowers = (
            halves[1] & _ALLOWED_BELOW[upper] & beneath[0][a] & beneath[1][b] & beneath[2][c] & ~barred.get(upper, 0)
        )
        if lowers:
            yield upper, lowers


def _narrowed(asked: Sequence[AskedQuestion]) -> tuple[list[TripleSet], list[list[set[int]]]]:
    """The upper and the lower triples that the answers leave; for each column and upper digit, the possible digits below it."""
    halves = [_EVERY_TRIPLE, _EVERY_TRIPLE]
    below = [[{low for low in TEN_DIGITS if low != up} for up in TEN_DIGITS] for _ in range(DIGITS_IN_ROW)]  # C2

    def keep(place: int, digits: set[int]) -> None:
        half, x = divmod(place, DIGITS_IN_ROW)
        halves[half] &= _either(x, digits)

    for one in asked:
        match one.question:
            case AskLine(line) if line in ROW_LETTERS:
                half, row = divmod(ROW_LETTERS.index(line), 5)
                halves[half] &= _row(row, int(one.answer))
            case AskLine(line):
                x, part = divmod(COLUMN_LETTERS.index(line), 3)
                fills = FILLED_IN_COLUMN[part]
                for up in TEN_DIGITS:
                    below[x][up] = {low for low in below[x][up] if fills[up] + fills[low] == one.answer}
            case AskParity(index=index):
                keep(index, {digit for digit in TEN_DIGITS if digit % 2 == (one.answer == "odd")})
            case AskLarger((_, second), indices=(left, right)):
                if right - left == 1:
                    half, x = divmod(left, DIGITS_IN_ROW)
                    rising = _rising(x)
                    halves[half] &= rising if one.answer == second else _EVERY_TRIPLE & ~rising
                else:
                    for up in TEN_DIGITS:
                        below[left][up] = {low for low in below[left][up] if (low > up) == (one.answer == second)}
            case AskSpace(space=space):
                keep(
                    space.place,
                    {digit for digit in TEN_DIGITS if (space.segment in DIGIT_SEGMENTS[digit]) == one.answer},
                )
    return halves, below


@lru_cache(maxsize=64)
def _row(row: int, total: int) -> TripleSet:
    """The triples that fill `total` spaces of a row."""
    fills = FILLED_IN_ROW[row]
    return _triples_where(fills[a] + fills[b] + fills[c] == total for a, b, c in TRIPLES)


@lru_cache(maxsize=2)
def _rising(x: int) -> TripleSet:
    """The triples whose digit at position `x` is smaller than the next one."""
    return _triples_where(triple[x] < triple[x + 1] for triple in TRIPLES)


def _either(x: int, digits: set[int]) -> TripleSet:
    found = 0
    for digit in digits:
        found |= HAS_AT[x][digit]
    return found


def _members(triples: TripleSet) -> Iterator[int]:
    """The numbers of the triples in a set, rising."""
    while triples:
        lowest = triples & -triples
        yield lowest.bit_length() - 1
        triples ^= lowest


def confirm_question(options: Options, view: DigitCodeView, move: Move) -> str | None:
    """A question back for a legal move whose answer everybody knows already, or the seat's own sheet; None for any other move."""
    if view.seat is None:
        return None
    sought = options.hidden_from(view.seat)
    if move["move"] == "propose":
        digits = tuple(move["digits"])
        for tried in view.proposals:
            if tried.digits == digits and not tried.correct and options.hidden_from(tried.seat) == sought:
                return f"{_already(view, tried.seat, 'proposed')}: {spaced_digits(digits)} is wrong. Again?"
    if move["move"] in QUESTION_KINDS:
        question: Question = convert(move, AskLine | AskParity | AskLarger | AskSpace)
        for asked in view.asked:
            if asked.of == sought and is_same_question(asked.question, question):
                return f"{_already(view, asked.seat, 'asked')}: {answer_sentence(asked)}. Again?"
        sheet = sheet_of(options, view, asked_about_sought(options, view), sought)
        answer = None if sheet is None else known_answer(sheet, question)
        if answer is not None:
            known = answer_sentence(AskedQuestion(view.seat, sought, question, answer))
            return f"Your sheet shows that {known}. Ask anyway?"
    return None


def _already(view: DigitCodeView, seat: Seat, did: str) -> str:
    return f"You {did} this before" if seat == view.seat else f"This was {did} before"
