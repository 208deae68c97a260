"""The pages of a series of Mastermind: the unit seen from above, with the arms at both sides of each row.

A page shows all nine rows, in two columns of five and four. A row takes half of a line: the red arm, which grows to the left by
a block for each peg; four pegs, each a letter and a pattern; the white arm, which grows to the right. The code is below the
second column: visible to those who may know it, behind a closed cover for the others. A row never moves, so a new row sends
only its own bytes to the panel.
"""

from typing import Final

from companion.core.screen import LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, Slot, TextMark, Veil
from companion.core.short_names import shortened
from companion.games.mastermind.moves import PEGS_IN_CODE, peg_symbol
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import MAX_GUESSES, GuessRow, SeriesGame
from companion.games.mastermind.text import status
from companion.games.mastermind.view import MastermindView

_ROWS_IN_COLUMN: Final = 5
_COLUMN_PITCH: Final = 66
"""Pixels from one column of rows to the other."""
_BLOCK: Final = 3
"""Pixels from block to block of an arm."""
_PEGS_LEFT: Final = 13
"""Pixels from the left edge of a row to its first peg."""
_PEG_PITCH: Final = 9
"""Pixels from peg to peg of a row; the pattern of a peg is PEG_PATTERN wide."""
PEG_PATTERN: Final = 2
_WHITE_ARM_LEFT: Final = _PEGS_LEFT + PEGS_IN_CODE * _PEG_PITCH + 1

_CODE_LEFT: Final = _COLUMN_PITCH + 2
_CODE_PITCH: Final = 15
CODE_PATTERN: Final = 5
"""Pixels: the pattern of a peg of the code is wider."""
_FULL_PAGE: Final = 6
"""Lines of a page while nothing is entered."""


def render(options: Options, view: MastermindView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    board = f"Game {view.game_number} of {view.games}"
    if lines < _FULL_PAGE and view.seat is not None and view.seat in view.to_act and view.phase != "arms":
        marks, slots = _while_coding(view) if view.phase == "code" else _while_guessing(view)
        return Rendering(status(view, names), (ScreenPage(board, marks),), slots)
    # An entry of arms leaves room for fewer lines: the page shows the last rows.
    first = max(0, len(view.rows) - (lines - 1)) if lines < _FULL_PAGE else 0
    # Beside the entry of a new code, the last row of the game before would look like a row of this game.
    between = lines == _FULL_PAGE and (view.phase == "code" or view.codemaker == "table")
    rows = _rows(view.rows[first:]) or (_last_game(view) if between else ())
    score = (TextMark(0, LINE * lines, _score(view, names)),) if lines == _FULL_PAGE else ()
    pages = (
        ScreenPage(board, (*rows, *_secret_code(view, min(lines, _ROWS_IN_COLUMN)), *score)),
        ScreenPage(f"Score, game {view.game_number}/{view.games}", _scores(options, view, names, lines)),
    )
    return Rendering(status(view, names), pages)


def _while_coding(view: MastermindView) -> tuple[tuple[Mark, ...], tuple[Slot, ...]]:
    """While a code is set: the four places where it will be shown, and how the last game ended."""
    slots = tuple(
        Slot(_CODE_LEFT + place * _CODE_PITCH, LINE * _ROWS_IN_COLUMN, CODE_PATTERN) for place in range(PEGS_IN_CODE)
    )
    return _last_game(view), slots


def _while_guessing(view: MastermindView) -> tuple[tuple[Mark, ...], tuple[Slot, ...]]:
    """While a row is placed: all rows so far, and the places of the new one."""
    x, y = _row_corner(len(view.rows))
    slots = tuple(Slot(x + _PEGS_LEFT + place * _PEG_PITCH, y, PEG_PATTERN) for place in range(PEGS_IN_CODE))
    return (*_rows(view.rows), *_secret_code(view, _ROWS_IN_COLUMN)), slots


def _secret_code(view: MastermindView, line: int) -> tuple[Mark, ...]:
    """The end of the unit: the code, or a closed cover, whether there is a code behind it or not."""
    y = LINE * line
    across = PEGS_IN_CODE * _CODE_PITCH - 4
    if view.code is None:
        return (Outline(_CODE_LEFT, y, across, LINE - 1), FilledBox(_CODE_LEFT + 2, y + 2, across - 4, 3, 3))
    pegs = _pegs(_CODE_LEFT, y, view.code, _CODE_PITCH, CODE_PATTERN)
    return pegs if view.phase == "over" else (Veil(_CODE_LEFT, y, across, LINE - 1, pegs),)


def _score(view: MastermindView, names: tuple[str, ...]) -> str:
    """Both scores in one line."""
    return "  ".join(f"{shortened(name, 6)} {score}" for name, score in zip(names, view.scores, strict=True))


def _row_corner(row: int) -> tuple[int, int]:
    """The left edge and the top of row number `row` (from 0)."""
    return row // _ROWS_IN_COLUMN * _COLUMN_PITCH, LINE * (1 + row % _ROWS_IN_COLUMN)


def _rows(rows: tuple[GuessRow, ...]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for number, row in enumerate(rows):
        x, y = _row_corner(number)
        marks += _pegs(x + _PEGS_LEFT, y, row.pegs, _PEG_PITCH, PEG_PATTERN)
        marks += _arm(x + _PEGS_LEFT - _BLOCK - 1, y, row.red, -_BLOCK)
        marks += _arm(x + _WHITE_ARM_LEFT, y, row.white, _BLOCK)
    return tuple(marks)


def _pegs(x: int, y: int, pegs: tuple[str, ...], pitch: int, swatch: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for place, colour in enumerate(pegs):
        peg = peg_symbol(colour)
        marks += [
            TextMark(x + place * pitch, y, peg.label),
            FilledBox(x + place * pitch + 6, y, swatch, LINE - 1, peg.pattern),
        ]
    return tuple(marks)


def _arm(x: int, y: int, count: int | None, step: int) -> tuple[Mark, ...]:
    """An arm from `x` on, a block for each peg that it counts. An arm that was not pulled yet is not drawn, and a count of 0
    is a dash."""
    if not count:
        return () if count is None else (FilledBox(x, y + 3, _BLOCK - 1, 1),)
    return tuple(FilledBox(x + step * block, y + 1, _BLOCK - 1, 5) for block in range(count))


def _last_game(view: MastermindView) -> tuple[Mark, ...]:
    """Before the first row: the last game's code, where its last row was."""
    if not view.past:
        return ()
    past = view.past[-1]
    cracked = not past.void and past.rows < MAX_GUESSES
    x, y = _row_corner(0 if past.void else past.rows - 1)
    marks = list(_pegs(x + _PEGS_LEFT, y, past.code, _PEG_PITCH, PEG_PATTERN))
    if cracked:
        marks += _arm(x + _PEGS_LEFT - _BLOCK - 1, y, PEGS_IN_CODE, -_BLOCK)
    elif past.void:
        words = ("was the code", "Wrong arms: void,", "the same once more")
        marks += [TextMark(0, LINE * line, text) for line, text in enumerate(words, 2)]
    else:
        marks.append(TextMark(0, LINE * _ROWS_IN_COLUMN, f"{MAX_GUESSES} rows"))
    return tuple(marks)


def _scores(options: Options, view: MastermindView, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        marks.append(TextMark(0, LINE * (1 + seat), f"{names[seat]:<9}{score:>3}"))
    word = "Fewest points win" if options.codemaker == "table" else "Most points win"
    if view.seats == 1:
        word = "Find all in 9 rows"
    marks.append(TextMark(0, LINE * 3, word))
    games = [_game_line(number, past) for number, past in enumerate(view.past, 1)]
    for line, words in enumerate(games[-(lines - 3) :]):
        marks.append(TextMark(0, LINE * (4 + line), words))
    return tuple(marks)


def _game_line(number: int, past: SeriesGame) -> str:
    code = "".join(peg_symbol(colour).label for colour in past.code)
    return (
        f"{number} {code} void  {past.points[0]}:{past.points[1]}"
        if past.void
        else (f"{number} {code} {past.rows} rows {':'.join(map(str, past.points))}")
    )
