"""How a series of Mastermind looks on a seat's screen: the unit from above, its arms at the sides of each row.

All nine rows are in sight at once, in two columns of five and four; a row never moves, so a new one costs its own bytes only.
A row is half a line: the red arm, pulled out to the left by a block for each peg; four pegs, each a letter and a pattern; the
white arm, pulled out to the right. Below the second column is the Secrecy screen: the code for who may see it, closed for who
may not. What stays from one moment to the next stays in its place.
"""

from typing import Final

from companion.core.game import Step
from companion.core.screen import LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, Slot, TextMark, Veil
from companion.core.short_names import shortened
from companion.games.mastermind.colours import ERROR_POINTS, PEGS, ROWS, symbol
from companion.games.mastermind.rules import FinishedGame, Options, Row, arms
from companion.games.mastermind.view import SeriesView, between_arms

PER_COLUMN: Final = 5
COLUMN: Final = 66
"""Pixels from one column of rows to the other."""
BLOCK: Final = 3
"""Pixels from block to block of an arm."""
PEGS_AT: Final = 13
PEG: Final = 9
"""Pixels from peg to peg of a row, of which the pattern has SWATCH."""
SWATCH: Final = 2
WHITE_AT: Final = PEGS_AT + PEGS * PEG + 1

CODE_AT: Final = COLUMN + 2
CODE_PEG: Final = 15
CODE_SWATCH: Final = 5
"""The code is drawn wider."""
LOOKING: Final = 6
"""Lines of a page while nothing is entered."""


def render(options: Options, view: SeriesView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    board = f"Game {view.game_number} of {view.games}"
    if lines < LOOKING and view.seat is not None and view.seat in view.to_act and view.phase != "arms":
        marks, slots = _coding(view) if view.phase == "code" else _guessing(view)
        return Rendering(_status(view, names), (ScreenPage(board, marks),), slots)
    # Beside the entry of the arms there is room for fewer lines: the rows in question are the last ones.
    first = max(0, len(view.rows) - (lines - 1)) if lines < LOOKING else 0
    # Beside a seat's new code the last row of the game before would look like one of this game.
    between = lines == LOOKING and (view.phase == "code" or view.codemaker == "table")
    rows = _rows(view.rows[first:]) or (_beginning(view) if between else ())
    score = (TextMark(0, LINE * lines, _score(view, names)),) if lines == LOOKING else ()
    pages = (
        ScreenPage(board, (*rows, *_secrecy(view, min(lines, PER_COLUMN)), *score)),
        ScreenPage(f"Score, game {view.game_number}/{view.games}", _scores(options, view, names, lines)),
    )
    return Rendering(_status(view, names), pages)


def _coding(view: SeriesView) -> tuple[tuple[Mark, ...], tuple[Slot, ...]]:
    """Setting a code: its four places where it will be seen, and how the last game ended."""
    slots = tuple(Slot(CODE_AT + place * CODE_PEG, LINE * PER_COLUMN, CODE_SWATCH) for place in range(PEGS))
    return _beginning(view), slots


def _guessing(view: SeriesView) -> tuple[tuple[Mark, ...], tuple[Slot, ...]]:
    """Placing a row: all rows so far, and the place of the new one."""
    x, y = _place(len(view.rows))
    slots = tuple(Slot(x + PEGS_AT + place * PEG, y, SWATCH) for place in range(PEGS))
    return (*_rows(view.rows), *_secrecy(view, PER_COLUMN)), slots


def describe(options: Options, view: SeriesView, names: tuple[str, ...]) -> str:
    """What happened last, as everybody may hear it."""
    decoder = names[view.decoder]
    if view.rows and not view.winners:
        last = view.rows[-1]
        guess = f"{decoder} guessed {', '.join(last.pegs)}"
        if last.red is None:
            return f"{guess}: the arms are still in."
        return f"{guess}: red arm {last.red}, white arm {last.white}."
    if view.winners is not None:
        total = " to ".join(str(score) for score in view.scores)
        if len(view.winners) == 2:
            return f"The series is a draw, {total}."
        return f"{names[view.winners[0]]} wins the series, {total}."
    if view.phase == "guess":
        maker = "The table" if view.codemaker == "table" else names[view.codemaker]
        return f"{maker} has set a code; {decoder} guesses."
    if view.past:
        return _told(view.past[-1], names)
    return f"A series of {view.games} games begins."


def announce(options: Options, before: SeriesView, step: Step, after: SeriesView, names: tuple[str, ...]) -> str | None:
    """M14: what wrong arms should have shown. The voided row is in no view any more."""
    if len(after.past) == len(before.past) or not after.past[-1].void:
        return None
    past = after.past[-1]
    red, white = arms(past.code, before.rows[-1].pegs)
    return (
        f"Wrong arms: red {red} and white {white} was right. The code: {', '.join(past.code)}. Void, and played again; "
        f"{ERROR_POINTS} points for {names[past.decoder]}."
    )


def _told(past: FinishedGame, names: tuple[str, ...]) -> str:
    code = ", ".join(past.code)
    if past.void:
        return f"Wrong arms: the game is void, 3 points for {names[past.decoder]}, and the code was {code}. Once more."
    scorer = past.points.index(max(past.points))
    return f"The code was {code}: {past.rows} rows, {past.rows} points {_for(past)} {names[scorer]}."


def _for(past: FinishedGame) -> str:
    return "against" if past.codemaker == "table" else "for"


def _status(view: SeriesView, names: tuple[str, ...]) -> str:
    match view.phase:
        case "code" if view.codemaker == "table":
            return "The table sets a code"
        case "code":
            return f"{names[int(view.codemaker)]} sets a code"
        case "guess":
            return between_arms(f"{shortened(names[view.decoder], 7)} {len(view.rows) + 1}/{ROWS}")
        case "arms":
            return f"{names[int(view.codemaker)]}: the arms"
        case _:
            pass
    winners = view.winners or ()
    score = ":".join(str(points) for points in view.scores)
    return f"A draw, {score}" if len(winners) == 2 else f"{names[winners[0]]} wins {score}"


def _secrecy(view: SeriesView, line: int) -> tuple[Mark, ...]:
    """The end of the unit: the code, or the screen over it, which is closed over no code as well."""
    y = LINE * line
    across = PEGS * CODE_PEG - 4
    if view.code is None:
        return (Outline(CODE_AT, y, across, LINE - 1), FilledBox(CODE_AT + 2, y + 2, across - 4, 3, 3))
    pegs = _pegs(CODE_AT, y, view.code, CODE_PEG, CODE_SWATCH)
    return pegs if view.phase == "over" else (Veil(CODE_AT, y, across, LINE - 1, pegs),)


def _score(view: SeriesView, names: tuple[str, ...]) -> str:
    """Both scores in a line, so that nobody has to look for them."""
    return "  ".join(f"{shortened(name, 6)} {score}" for name, score in zip(names, view.scores, strict=True))


def _place(row: int) -> tuple[int, int]:
    """Where row number `row` (from 0) stands: its left edge and its top."""
    return row // PER_COLUMN * COLUMN, LINE * (1 + row % PER_COLUMN)


def _rows(rows: tuple[Row, ...]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for number, row in enumerate(rows):
        x, y = _place(number)
        marks += _pegs(x + PEGS_AT, y, row.pegs, PEG, SWATCH)
        marks += _arm(x + PEGS_AT - BLOCK - 1, y, row.red, -BLOCK)
        marks += _arm(x + WHITE_AT, y, row.white, BLOCK)
    return tuple(marks)


def _pegs(x: int, y: int, pegs: tuple[str, ...], pitch: int, swatch: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for place, colour in enumerate(pegs):
        peg = symbol(colour)
        marks += [
            TextMark(x + place * pitch, y, peg.label),
            FilledBox(x + place * pitch + 6, y, swatch, LINE - 1, peg.pattern),
        ]
    return tuple(marks)


def _arm(x: int, y: int, count: int | None, step: int) -> tuple[Mark, ...]:
    """An arm that comes out from `x`, a block for each peg that it counts. One that is still in is not drawn, and one that
    counts nothing is a dash."""
    if not count:
        return () if count is None else (FilledBox(x, y + 3, BLOCK - 1, 1),)
    return tuple(FilledBox(x + step * block, y + 1, BLOCK - 1, 5) for block in range(count))


def _beginning(view: SeriesView) -> tuple[Mark, ...]:
    """Before the first row: the last game's code, where its last row stood, for who looked away."""
    if not view.past:
        return ()
    past = view.past[-1]
    cracked = not past.void and past.rows < ROWS
    x, y = _place(0 if past.void else past.rows - 1)
    marks = list(_pegs(x + PEGS_AT, y, past.code, PEG, SWATCH))
    if cracked:
        marks += _arm(x + PEGS_AT - BLOCK - 1, y, PEGS, -BLOCK)
    elif past.void:
        words = ("was the code", "Wrong arms: void,", "the same once more")
        marks += [TextMark(0, LINE * line, text) for line, text in enumerate(words, 2)]
    else:
        marks.append(TextMark(0, LINE * PER_COLUMN, f"{ROWS} rows"))
    return tuple(marks)


def _scores(options: Options, view: SeriesView, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        marks.append(TextMark(0, LINE * (1 + seat), f"{names[seat]:<9}{score:>3}"))
    word = "Fewest points win" if options.codemaker == "table" else "Most points win"
    marks.append(TextMark(0, LINE * 3, word))
    games = [_game_line(number, past) for number, past in enumerate(view.past, 1)]
    for line, words in enumerate(games[-(lines - 3) :]):
        marks.append(TextMark(0, LINE * (4 + line), words))
    return tuple(marks)


def _game_line(number: int, past: FinishedGame) -> str:
    code = "".join(symbol(colour).label for colour in past.code)
    return (
        f"{number} {code} void  {past.points[0]}:{past.points[1]}"
        if past.void
        else (f"{number} {code} {past.rows} rows {past.points[0]}:{past.points[1]}")
    )
