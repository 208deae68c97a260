"""The screens of Mastermind.

    YRGB 2 1   RBPO 0 2   | the new row, large, or the code for those who may know it
    ...        ...        | what the two numbers count

All rows stay in sight: in two columns of four, nine rows in three columns. A row never moves, so a new row sends few bytes.
"""

from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import in_bar, text_width
from companion.core.prompt import Dial, Fill
from companion.core.screen import (
    BODY,
    Mark,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    clipped,
    right_aligned,
    text_lines,
    wrap,
)
from companion.games.mastermind.marks import PEG_HEIGHT, ROW_PITCH, ROW_WIDTH, guess_rows, large_pegs, legend
from companion.games.mastermind.moves import PEGS_IN_CODE, peg_symbol
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import MAX_GUESSES, GuessRow, SeriesGame
from companion.games.mastermind.text import status
from companion.games.mastermind.view import MastermindView

_COLUMN_PITCH: Final = ROW_WIDTH + 4
_ROWS_IN_COLUMN: Final = 4
_SIDE_PITCH: Final = 11
_SIDE: Final = BODY.right - PEGS_IN_CODE * _SIDE_PITCH + 1
"""Where the column of the new row and of the code begins."""
_LEGEND_TOP: Final = BODY.y + 17
_CODE_PITCH: Final = 21
_LINE: Final = 13
_TASK: Final = "Find the hidden code of four pegs."


def render(options: Options, view: MastermindView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (
        ScreenPage(f"Game {view.game_number} of {view.games}", _board(view), "Rows"),
        ScreenPage("Points", _scores(options, view, names), "Points"),
    )
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, entry))


def _entry_body(view: MastermindView, entry: Entry) -> tuple[Mark, ...] | None:
    pegs = tuple(map(str, entry.values))
    match entry.prompt:
        case Fill(move="set_code"):
            left = BODY.x + (BODY.width - PEGS_IN_CODE * _CODE_PITCH) // 2
            return large_pegs(left, BODY.y + 9, pegs, PEGS_IN_CODE, _CODE_PITCH, next_place=True)
        case Fill():
            row = large_pegs(_SIDE, BODY.y, pegs, PEGS_IN_CODE, _SIDE_PITCH, next_place=True)
            task = () if view.rows else text_lines(wrap(_TASK, _SIDE - BODY.x - 6))
            return (*_rows(view.rows), *task, *row, *legend(_SIDE, _LEGEND_TOP))
        case Dial():
            return _arms(view, entry)
        case _:
            return None


def _board(view: MastermindView) -> tuple[Mark, ...]:
    """All rows, and beside them the code or what the numbers count."""
    if not view.rows and view.past:
        return _last_game(view.past[-1])
    if len(view.rows) > 2 * _ROWS_IN_COLUMN:
        return _full_board(view)
    if view.code is None:
        hint = legend(_SIDE, _LEGEND_TOP)
        return (*_rows(view.rows), *hint) if view.rows else _nothing_yet(view)
    pegs = large_pegs(_SIDE, BODY.y + 11, view.code, PEGS_IN_CODE, _SIDE_PITCH, next_place=False)
    title = TextMark(_SIDE, BODY.y, "Code")
    return (*_rows(view.rows), title, *_veiled(view, pegs, BODY.y + 11))


def _veiled(view: MastermindView, pegs: tuple[Mark, ...], y: int) -> tuple[Mark, ...]:
    """The code behind the Secrecy screen, until everybody may know it."""
    if view.phase == "over":
        return pegs
    return (Veil(_SIDE, y, PEGS_IN_CODE * _SIDE_PITCH - 1, PEG_HEIGHT, pegs),)


def _nothing_yet(view: MastermindView) -> tuple[Mark, ...]:
    words = "A code is being set." if view.phase == "code" else "No row yet."
    return (TextMark(BODY.x, BODY.y + 2, words, "label"),)


def _full_board(view: MastermindView) -> tuple[Mark, ...]:
    """Nine rows in three columns, and the code below them if this view may know it."""
    marks = list(_rows(view.rows, MAX_GUESSES // 3))
    if view.code is not None:
        y = BODY.bottom - 8
        letters = "".join(peg_symbol(peg).label for peg in view.code)
        text = TextMark(BODY.x + 54, y, letters)
        marks.append(TextMark(BODY.x, y, "The code:"))
        marks.append(text if view.phase == "over" else Veil(text.x - 1, y - 1, 26, 9, (text,)))
    return tuple(marks)


def _rows(rows: tuple[GuessRow, ...], in_column: int = _ROWS_IN_COLUMN) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for column, first in enumerate(range(0, len(rows), in_column)):
        x = BODY.x + column * (_COLUMN_PITCH if in_column == _ROWS_IN_COLUMN else _COLUMN_PITCH + 2)
        marks += guess_rows(x, BODY.y, rows[first : first + in_column])
    return tuple(marks)


def _arms(view: MastermindView, entry: Entry) -> tuple[Mark, ...]:
    """The row that is to be judged above the code, and the numbers entered so far."""
    marks: list[Mark] = []
    for line, (word, pegs) in enumerate((("Row", view.rows[-1].pegs), ("Code", view.code or ()))):
        y = BODY.y + line * ROW_PITCH * 2
        marks.append(TextMark(BODY.x, y + 3, word))
        for place, peg in enumerate(pegs):
            marks.append(TextMark(BODY.x + 30 + place * 12, y, peg_symbol(peg).label, "value"))
    for line, (word, value) in enumerate(zip(("place", "colour"), (*entry.values, "?", "?"), strict=False)):
        y = BODY.y + 1 + line * 18
        marks += [TextMark(BODY.x + 84, y + 2, word), right_aligned(str(value), BODY.right, y, "title")]
    return tuple(marks)


def _last_game(past: SeriesGame) -> tuple[Mark, ...]:
    """Between two games: how the last one ended."""
    words = "Wrong arms: game void." if past.void else f"Last game: {past.rows} rows."
    pegs = large_pegs(_SIDE, BODY.y + 14, past.code, PEGS_IN_CODE, _SIDE_PITCH, next_place=False)
    return (TextMark(BODY.x, BODY.y, words), TextMark(BODY.x, BODY.y + 19, "Its code was"), *pegs)


def _scores(options: Options, view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Each player's points, and how points win."""
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        y = BODY.y + _LINE * seat
        who = names[seat] + (", you" if seat == view.seat else "")
        points = str(score)
        room = BODY.width - text_width(points, "title") - 6
        face, down = in_bar(clipped(who, room, "label"), "label")
        marks.append(TextMark(BODY.x, y + down - 1, clipped(who, room, face), face))
        marks.append(right_aligned(points, BODY.right, y, "title"))
    word = "Fewest points win." if options.codemaker == "table" else "Most points win."
    if view.seats == 1:
        word = "Find all in nine rows."
    return (*marks, TextMark(BODY.x, BODY.bottom - 9, word))
