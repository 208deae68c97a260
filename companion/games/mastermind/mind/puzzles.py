"""Puzzles of Mastermind: the only code that is left ("last row"); the only row that tells all codes apart ("crack in two").

Each is of one of the editions, drawn by luck. Where a code has no colour twice, a row has none either.
"""

from functools import cache
from typing import Final, NamedTuple

from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.mastermind.editions import EDITIONS, NUMBERS, row_text
from companion.games.mastermind.mind.codes import Code, CodeRules, Codes, Row, code_rules, every_code, possible
from companion.games.mastermind.rules import GuessRow, Options, State, prompt, read_options, right_arms, view
from companion.games.puzzle import Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict, needed

_SOLVER: Final = Seat(0)
_ORDINALS: Final = ("first", "second", "third", "fourth")
_TO_TELL_APART: Final = (4, 9)
"""How many codes are left where one row must tell all of them apart."""


_IN_TWO: Final = ("travel", "classic")
"""Editions in which a single row often tells all codes apart that are left. With fewer codes several rows do; with more it takes
too long to find one."""


class Position(NamedTuple):
    """What judges an answer: the edition, and the rows that stand."""

    edition: str
    rows: tuple[Row, ...]


@cache
def _options(edition: str) -> Options:
    asked = read_options({"edition": edition, "games": 1}, 1)
    return read_options({"edition": edition, "games": 1, "repeats_in_guess": asked.repeats_in_code}, 1)


def make(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    """Hard puzzles are half of either kind, the others all "last row"."""
    return make_edition(level, luck, EDITIONS[luck(len(EDITIONS))].value)


def make_edition(level: PuzzleLevel, luck: TextLuck, edition: str) -> Puzzle:
    """The same in one of the editions."""
    options = _options(edition)
    if level == "hard" and options.edition in _IN_TWO and luck(2):
        return _crack_in_two(options, level, luck)
    return _last_row(options, level, luck)


def check_answer(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether a row is right."""
    position: Position = puzzle.position
    options = _options(position.edition)
    names, words = _names(options), options.words
    if len(set(answer)) < len(answer) and not options.repeats_in_code:
        return Verdict(False, f"A code has no {words.symbol[0]} twice.")
    if puzzle.kind == "crack in two":
        code = tuple(names.index(name) for name in answer)
        return _told_apart(options, possible(code_rules(options), position.rows), code)
    for number, (guess, arms) in enumerate(position.rows, 1):
        shown = right_arms(answer, _named(options, guess))
        if shown != arms:
            return Verdict(
                False,
                f"Row {number} contradicts it: with this code it would show {words.answer(*shown)}, "
                f"and it shows {words.answer(*arms)}.",
            )
    return Verdict(True, "It agrees with every row, and no other code does.")


def _fits_level(level: PuzzleLevel, rules: CodeRules, fit: int) -> bool:
    """Whether the best single row of a "last row" leaves as many codes as its level has: of four pegs at most a 35th of all codes
    in an easy one, and more than a twelfth in a hard one."""
    codes = len(every_code(rules)) * (14 / len(rules.answers)) ** 2  # more answers leave fewer codes
    few, many = (max(2, round(codes / part)) for part in (35, 12))
    return {"easy": fit <= few, "medium": few < fit <= many, "hard": many < fit}[level]


def _last_row(options: Options, level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    rules = code_rules(options)
    every = every_code(rules)
    while True:
        code, rows = _drawn(rules, luck, 1)
        rows = needed(rows, lambda some: every.fitting(some).bit_count() == 1)
        fit = min(every.fitting([row]).bit_count() for row in rows)
        if len(rows) > 1 and _fits_level(level, rules, fit):
            return _puzzle(
                options,
                "The last row",
                "last row",
                level,
                f"Only one code agrees with all rows. Which one? {_what_a_code_is(options)}",
                rows,
                code,
                fit - 1,
                f"The most telling row leaves {fit:,} codes; the other {_rows(len(rows) - 1)} must exclude "
                f"{'one' if fit == 2 else f'{fit - 1:,}'} of them.",
            )


def _what_a_code_is(options: Options) -> str:
    words, count = options.words, options.colours
    repeats = f"{words.symbol[1]} may repeat" if options.repeats_in_code else "none of them twice"
    made_of = f"of {count} colours" if options.symbols == "colours" else f"from 0 to {count - 1}"
    return f"A code has {NUMBERS[options.pegs].lower()} {words.piece[1]} {made_of}, {repeats}."


def _crack_in_two(options: Options, level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    rules = code_rules(options)
    low, high = _TO_TELL_APART
    while True:
        _, rows = _drawn(rules, luck, high)
        left = possible(rules, rows)
        if not low <= len(left) <= high:
            continue
        telling: list[Code] = []
        for guess in every_code(rules).codes:
            if len(left.split(guess)) == len(left):
                telling.append(guess)
                if len(telling) > 1:
                    break
        if len(telling) == 1:
            size = len(left)
            return _puzzle(
                options,
                "Crack it in two",
                "crack in two",
                level,
                f"{size} codes agree with all rows. Only one row makes sure that you crack the code in two: whatever the "
                f"answer to it, you know the code then. Which row? {_what_a_code_is(options)}",
                rows,
                telling[0],
                len(every_code(rules)) - 1,
                f"{size} codes must be told apart, and one of {len(every_code(rules)):,} rows does it.",
            )


def _puzzle(
    options: Options,
    title: str,
    kind: str,
    level: PuzzleLevel,
    task: str,
    rows: list[Row],
    answer: Code,
    worlds: int,
    grade: str,
) -> Puzzle:
    pulled = tuple(GuessRow(_named(options, guess), red, white) for guess, (red, white) in rows)
    named, words = _named(options, answer), options.words
    state = State(options, game_number=1, code=named, rows=pulled, past=(), over=False, seats=1)
    seen = view(state, _SOLVER)
    asked = prompt(options, seen)
    assert asked is not None, "the seat is to guess"
    pieces = [f"{words.piece[0]} {number}" for number in range(1, options.pegs + 1)]
    return Puzzle(
        game="mastermind",
        title=title,
        kind=kind,
        level=level,
        task=task,
        clues=tuple(f"{row_text(one.pegs)}: {words.answer(one.red, one.white)}" for one in pulled),
        fields=tuple(Field(piece, _names(options)) for piece in pieces),
        answer=named,
        deductions=len(rows),
        worlds=worlds,
        grade=grade,
        position=Position(options.edition, tuple(rows)),
        view=seen,
        names=("You",),
        prompt=asked,
        hints=tuple(
            f"The {ordinal} {words.piece[0]} is {piece}." for ordinal, piece in zip(_ORDINALS, named[:-1], strict=False)
        ),
    )


def _drawn(rules: CodeRules, luck: TextLuck, until: int) -> tuple[Code, list[Row]]:
    """A code, and rows that each could have been the code, until no more than so many codes are left."""
    every = every_code(rules).codes
    code = every[luck(len(every))]
    rows: list[Row] = []
    left = every_code(rules)
    while len(left) > until:
        guess = left.codes[luck(len(left))]
        if guess == code:
            continue
        rows.append((guess, right_arms(tuple(map(str, code)), tuple(map(str, guess)))))
        left = possible(rules, rows)
    return code, rows


def _told_apart(options: Options, left: Codes, code: Code) -> Verdict:
    for (red, white), part in sorted(left.split(code).items()):
        if part.bit_count() > 1:
            codes = [row_text(_named(options, one)) for one in left.chosen(part)]
            more = ":" if len(codes) == 2 else ", among them"
            answer = options.words.answer(red, white)
            why = f"If the answer to it is {answer}, {len(codes)} codes are left{more} {codes[0]} and {codes[1]}."
            return Verdict(False, why)
    return Verdict(True, "Whatever the answer to it, only one code is left, and no other row does that.")


def _names(options: Options) -> tuple[str, ...]:
    return tuple(str(symbol.value) for symbol in options.in_play)


def _named(options: Options, code: Code) -> tuple[str, ...]:
    return tuple(_names(options)[colour] for colour in code)


def _rows(count: int) -> str:
    return "row" if count == 1 else f"{count} rows"


def answer_of(move: Move) -> tuple[str, ...]:
    """The row of a guess."""
    return tuple(move["pegs"])


MASTERMIND_PUZZLES: Final = Maker("mastermind", make, check_answer, answer_of, make_edition)
