"""Puzzles of Mastermind: the only code that is left ("last row"); the only row that tells all codes apart ("crack in two").

Puzzles have eight colours. A row of theirs has no colour twice, as a code.
"""

from typing import Final

from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.mastermind.mind.codes import Code, Codes, Row, every_code, possible
from companion.games.mastermind.rules import (
    PEG_COLOURS,
    PEGS_IN_CODE,
    GuessRow,
    Options,
    State,
    prompt,
    right_arms,
    view,
)
from companion.games.puzzle import Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict

COLOURS: Final = 8
_NAMES: Final = tuple(str(colour.value) for colour in PEG_COLOURS[:COLOURS])
_FIELDS: Final = tuple(Field(f"peg {number}", _NAMES) for number in range(1, PEGS_IN_CODE + 1))
_OPTIONS: Final = Options(games=1, colours=COLOURS, repeats_in_guess=False, codemaker="table")
_SOLVER: Final = Seat(0)
_ORDINALS: Final = ("first", "second", "third")
_HOW_MANY_FIT: Final[dict[PuzzleLevel, tuple[int, int]]] = {"easy": (1, 48), "medium": (49, 140), "hard": (141, 1680)}
"""By level: how many codes the best single row of a "last row" leaves, least and most."""
_TO_TELL_APART: Final = (4, 9)
"""How many codes are left where one row must tell all of them apart."""


def make(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    """Hard puzzles are half of either kind, the others all "last row"."""
    if level == "hard" and luck(2):
        return _crack_in_two(level, luck)
    return _last_row(level, luck)


def check_answer(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether a row is right."""
    code = tuple(_NAMES.index(name) for name in answer)
    rows: tuple[Row, ...] = puzzle.position
    if len(set(code)) < len(code):
        return Verdict(False, "A code has no colour twice.")
    if puzzle.kind == "crack in two":
        return _told_apart(possible(COLOURS, rows), code)
    for number, (guess, arms) in enumerate(rows, 1):
        shown = right_arms(tuple(map(str, code)), tuple(map(str, guess)))
        if shown != arms:
            return Verdict(
                False,
                f"Row {number} contradicts it: with this code it would show red {shown[0]}, white {shown[1]}, "
                f"and it shows red {arms[0]}, white {arms[1]}.",
            )
    return Verdict(True, "It agrees with every row, and no other code does.")


def _last_row(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    least, most = _HOW_MANY_FIT[level]
    while True:
        code, rows = _drawn(luck, 1)
        rows = _needed(rows)
        fit = min(len(possible(COLOURS, [row])) for row in rows)
        if len(rows) > 1 and least <= fit <= most and possible(COLOURS, rows).codes == (code,):
            return _puzzle(
                "The last row",
                "last row",
                level,
                "Only one code agrees with all rows. Which one? A code has four pegs of eight colours, none of them twice.",
                rows,
                code,
                fit - 1,
                f"The most telling row leaves {fit:,} codes; the other {_rows(len(rows) - 1)} must exclude "
                f"{'one' if fit == 2 else f'{fit - 1:,}'} of them.",
            )


def _crack_in_two(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    low, high = _TO_TELL_APART
    while True:
        _, rows = _drawn(luck, high)
        left = possible(COLOURS, rows)
        if not low <= len(left) <= high:
            continue
        telling: list[Code] = []
        for guess in every_code(COLOURS).codes:
            if len(left.split(guess)) == len(left):
                telling.append(guess)
                if len(telling) > 1:
                    break
        if len(telling) == 1:
            size = len(left)
            return _puzzle(
                "Crack it in two",
                "crack in two",
                level,
                f"{size} codes agree with all rows. Only one row makes sure that you crack the code in two: whatever the "
                "arms show for it, you know the code then. Which row? It has no colour twice.",
                rows,
                telling[0],
                len(every_code(COLOURS)) - 1,
                f"{size} codes must be told apart, and one of {len(every_code(COLOURS)):,} rows does it.",
            )


def _puzzle(
    title: str, kind: str, level: PuzzleLevel, task: str, rows: list[Row], answer: Code, worlds: int, grade: str
) -> Puzzle:
    pulled = tuple(GuessRow(_named(guess), red, white) for guess, (red, white) in rows)
    state = State(_OPTIONS, game_number=1, code=_named(answer), rows=pulled, past=(), over=False, seats=1)
    seen = view(state, _SOLVER)
    asked = prompt(_OPTIONS, seen)
    assert asked is not None, "the seat is to guess"
    named = _named(answer)
    return Puzzle(
        game="mastermind",
        title=title,
        kind=kind,
        level=level,
        task=task,
        clues=tuple(f"{', '.join(one.pegs)}: red {one.red}, white {one.white}" for one in pulled),
        fields=_FIELDS,
        answer=named,
        deductions=len(rows),
        worlds=worlds,
        grade=grade,
        position=tuple(rows),
        view=seen,
        names=("You",),
        prompt=asked,
        hints=tuple(f"The {ordinal} peg is {colour}." for ordinal, colour in zip(_ORDINALS, named, strict=False)),
    )


def _drawn(luck: TextLuck, until: int) -> tuple[Code, list[Row]]:
    """A code, and rows that each could have been the code, until no more than so many codes are left."""
    every = every_code(COLOURS).codes
    code = every[luck(len(every))]
    rows: list[Row] = []
    left = every_code(COLOURS)
    while len(left) > until:
        guess = left.codes[luck(len(left))]
        if guess == code:
            continue
        rows.append((guess, right_arms(tuple(map(str, code)), tuple(map(str, guess)))))
        left = possible(COLOURS, rows)
    return code, rows


def _needed(rows: list[Row]) -> list[Row]:
    """The rows without those that say nothing beyond the others."""
    kept = list(rows)
    for row in rows:
        fewer = [one for one in kept if one != row]
        if fewer and len(possible(COLOURS, fewer)) == 1:
            kept = fewer
    return kept


def _told_apart(left: Codes, code: Code) -> Verdict:
    for (red, white), part in sorted(left.split(code).items()):
        if part.bit_count() > 1:
            codes = [", ".join(_named(one)) for one in left.chosen(part)]
            more = ":" if len(codes) == 2 else ", among them"
            why = f"If its arms show red {red}, white {white}, {len(codes)} codes are left{more} {codes[0]} and {codes[1]}."
            return Verdict(False, why)
    return Verdict(True, "Whatever its arms show, only one code is left, and no other row does that.")


def _named(code: Code) -> tuple[str, ...]:
    return tuple(_NAMES[colour] for colour in code)


def _rows(count: int) -> str:
    return "row" if count == 1 else f"{count} rows"


def answer_of(move: Move) -> tuple[str, ...]:
    """The row of a guess."""
    return tuple(move["pegs"])


MASTERMIND_PUZZLES: Final = Maker("mastermind", make, check_answer, answer_of)
