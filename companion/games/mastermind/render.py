"""The screens of Mastermind.

    P ? _ _    in place  colour    | the new guess, and what the numbers of the others count
    Y R G B       2        1       | the last guess
    R B P O       0        2       | the one before it

Who knows the code sees it above the last guess. All rows stand on a page of their own.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import in_bar, text_width
from companion.core.prompt import Dial, Fill
from companion.core.screen import (
    BODY,
    Mark,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    clipped,
    right_aligned,
    text_lines,
    wrap,
)
from companion.games.mastermind.marks import (
    PEG_HEIGHT,
    PEG_PITCH,
    PEGS_WIDTH,
    compact_rows,
    guess_rows,
    heads,
    pegs_in_making,
)
from companion.games.mastermind.moves import PEG_COLOURS, peg_symbol
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import GuessRow, SeriesGame
from companion.games.mastermind.text import status
from companion.games.mastermind.view import MastermindView

_LAST_ROWS: Final = 2
"""So many rows are shown large."""
_HEADS_TOP: Final = BODY.y + 2
_ROWS_TOP: Final = BODY.y + PEG_HEIGHT + 3
_BELOW_PEGS: Final = Rect(BODY.x, _ROWS_TOP, BODY.width, BODY.bottom - _ROWS_TOP)
_LAST_HEADS: Final = BODY.y + PEG_HEIGHT + 2
_LAST_ROW: Final = _LAST_HEADS + 11
_CODE_PITCH: Final = 21
_COMPACT_PITCH: Final = 9
_COMPACT_COLUMN: Final = 66
_ROWS_IN_COLUMN: Final = 4
_ROWS_ON_PAGE: Final = 2 * _ROWS_IN_COLUMN
_LINE: Final = 14
_TASK: Final = "Find the hidden code."
_CODE_RULE: Final = "Four different colours."
_UNLIKE_ITS_NAME: Final = next(symbol for symbol in PEG_COLOURS if not symbol.name.startswith(symbol.label))


def render(options: Options, view: MastermindView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (
        ScreenPage(f"Game {view.game_number} of {view.games}", _board(view), "Last"),
        *_all_rows(view),
        ScreenPage(_how_points_win(options, view), _scores(view, names), "Points"),
    )
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, entry))


def _entry_body(view: MastermindView, entry: Entry) -> tuple[Mark, ...] | None:
    pegs = tuple(map(str, entry.values))
    match entry.prompt:
        case Fill(move="set_code"):
            left = BODY.x + (BODY.width - 4 * _CODE_PITCH) // 2
            return (*pegs_in_making(left, BODY.y, pegs, _CODE_PITCH, next_place=True), *_task(view, _CODE_RULE))
        case Fill():
            making = pegs_in_making(BODY.x, BODY.y, pegs, PEG_PITCH, next_place=True)
            return (*making, *(_answered(view.rows) or _task(view, _TASK)))
        case Dial():
            return _arms(view, entry)
        case _:
            return None


def _task(view: MastermindView, words: str) -> tuple[Mark, ...]:
    """What is to be done, and a letter that does not begin the name of its colour."""
    known = str(_UNLIKE_ITS_NAME.value) in view.colours
    lines = (
        (*wrap(words), f"{_UNLIKE_ITS_NAME.label} stands for {_UNLIKE_ITS_NAME.name.lower()}.")
        if known
        else wrap(words)
    )
    return text_lines(lines, _BELOW_PEGS)


def _answered(rows: Sequence[GuessRow]) -> tuple[Mark, ...]:
    """The last rows, the newest on top, below what their numbers count."""
    return (*heads(_HEADS_TOP), *guess_rows(_ROWS_TOP, rows[: -_LAST_ROWS - 1 : -1])) if rows else ()


def _board(view: MastermindView) -> tuple[Mark, ...]:
    """The last rows, or the last one below the code if this view may know that."""
    if not view.rows and view.past and view.phase == "code":
        return _last_game(view.past[-1])
    if view.code is None:
        return (TextMark(BODY.x, _HEADS_TOP, "Guess"), *_answered(view.rows)) if view.rows else _nothing_yet(view)
    words = "Your code" if view.codemaker == view.seat else "The code"
    left = BODY.right - PEGS_WIDTH
    pegs = pegs_in_making(left, BODY.y, view.code, PEG_PITCH, next_place=False)
    shown = pegs if view.phase == "over" else (Veil(left, BODY.y, PEGS_WIDTH, PEG_HEIGHT, pegs),)
    last = (
        (TextMark(BODY.x, _LAST_HEADS, "Guess"), *heads(_LAST_HEADS), *guess_rows(_LAST_ROW, view.rows[-1:]))
        if view.rows
        else (TextMark(BODY.x, _LAST_HEADS + 4, "No guess yet.", "label"),)
    )
    return (TextMark(BODY.x, BODY.y + 1, words, "label"), *shown, *last)


def _nothing_yet(view: MastermindView) -> tuple[Mark, ...]:
    words = "A code is being set." if view.phase == "code" else "No guess yet."
    return (TextMark(BODY.x, BODY.y + 2, words, "label"),)


def _all_rows(view: MastermindView) -> tuple[ScreenPage, ...]:
    """Every row, the oldest first, if there are more than the board shows."""
    if len(view.rows) < _LAST_ROWS:
        return ()
    pages = []
    for start in range(0, len(view.rows), _ROWS_ON_PAGE):
        some = view.rows[start : start + _ROWS_ON_PAGE]
        marks = [
            mark
            for column in range(0, len(some), _ROWS_IN_COLUMN)
            for mark in compact_rows(
                BODY.x + column // _ROWS_IN_COLUMN * _COMPACT_COLUMN,
                BODY.y,
                some[column : column + _ROWS_IN_COLUMN],
                _COMPACT_PITCH,
            )
        ]
        pages.append(ScreenPage("In place:colour", tuple(marks), "Older"))
    return tuple(pages)


def _arms(view: MastermindView, entry: Entry) -> tuple[Mark, ...]:
    """The guess that is to be judged above the code, and the numbers entered so far."""
    marks: list[Mark] = []
    for line, (word, pegs) in enumerate((("Guess", view.rows[-1].pegs), ("Code", view.code or ()))):
        y = BODY.y + 1 + line * 18
        marks.append(TextMark(BODY.x, y + 3, word))
        for place, peg in enumerate(pegs):
            marks.append(TextMark(BODY.x + 34 + place * 11, y, peg_symbol(peg).label, "value"))
    for line, (word, value) in enumerate(zip(("place", "colour"), (*entry.values, "?"), strict=False)):
        y = BODY.y + 1 + line * 18
        marks += [TextMark(BODY.x + 84, y + 3, word), right_aligned(str(value), BODY.right, y + 1, "title")]
    return tuple(marks)


def _last_game(past: SeriesGame) -> tuple[Mark, ...]:
    """Between two games: how the last one ended."""
    words = "Wrong arms: game void." if past.void else f"Last game: {past.rows} guesses."
    pegs = pegs_in_making(BODY.right - PEGS_WIDTH, BODY.y + 15, past.code, PEG_PITCH, next_place=False)
    return (TextMark(BODY.x, BODY.y, words), TextMark(BODY.x, BODY.y + 18, "Its code was"), *pegs)


def _how_points_win(options: Options, view: MastermindView) -> str:
    if view.seats == 1:
        return "Guesses so far"
    return "Least points win" if options.codemaker == "table" else "Most points win"


def _scores(view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """Each player's points."""
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        y = BODY.y + _LINE * seat
        who = names[seat] + (", you" if seat == view.seat else "")
        points = str(score)
        room = BODY.width - text_width(points, "title") - 6
        face, down = in_bar(clipped(who, room, "label"), "label")
        marks.append(TextMark(BODY.x, y + down - 1, clipped(who, room, face), face))
        marks.append(right_aligned(points, BODY.right, y, "title"))
    return tuple(marks)
