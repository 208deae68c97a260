"""How a series of Mastermind looks on a seat's screen: the unit from above, its arms at the sides.

A row is one line: the red arm, pulled out to the left by its blocks; four pegs, each a letter and a pattern; the white arm,
pulled out to the right. The top row is the Secrecy screen: the code for who may see it, a closed screen for who may not.
"""

from typing import Final

from companion.core.screen import LINE, Face, Fill, Frame, Mark, Page, Text, Veil, paragraph
from companion.games.mastermind.colours import PEGS, ROWS, symbol
from companion.games.mastermind.rules import Options, Past, Row
from companion.games.mastermind.view import SeriesView

BLOCK: Final = 6
"""Pixels of one notch of an arm."""
PEG: Final = 15
"""Pixels from peg to peg."""
PEGS_AT: Final = 36
ARMS: Final = (PEGS_AT - 4, PEGS_AT + PEGS * PEG + 1)
"""Where the red arm ends and the white arm begins."""


def face(options: Options, view: SeriesView, names: tuple[str, ...], lines: int) -> Face:
    """The pages of a seat, or of the table for the public view."""
    rows = view.rows
    shown = lines - 1
    start = max(0, len(rows) - shown)
    pages = [Page(_board_name(view), _board(view, start, rows[start:]))]
    while start > 0:  # older rows, so that none is ever out of reach (M7)
        end, start = start, max(0, start - shown)
        pages.append(Page(f"Rows {start + 1} to {end}", _board(view, start, rows[start:end])))
    pages.append(Page(f"Score, game {view.game_number} of {view.games}", _scores(options, view, names, lines)))
    return Face(_status(view, names), tuple(pages))


def tell(options: Options, view: SeriesView, names: tuple[str, ...]) -> str:
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


def _told(past: Past, names: tuple[str, ...]) -> str:
    code = ", ".join(past.code)
    if past.void:
        return f"Wrong arms: the game is void, 3 points for {names[past.decoder]}, and the code was {code}. Once more."
    scorer = past.points.index(max(past.points))
    return f"The code was {code}: {past.rows} rows, {past.rows} points {_for(past)} {names[scorer]}."


def _for(past: Past) -> str:
    return "against" if past.codemaker == "table" else "for"


def _status(view: SeriesView, names: tuple[str, ...]) -> str:
    match view.phase:
        case "code" if view.codemaker == "table":
            return "The table sets a code"
        case "code":
            return f"{names[int(view.codemaker)]} sets a code"
        case "guess":
            return f"{names[view.decoder]}'s guess {len(view.rows) + 1}/{ROWS}"
        case "arms":
            return f"{names[int(view.codemaker)]}: the arms"
        case _:
            pass
    winners = view.winners or ()
    return "A draw" if len(winners) == 2 else f"{names[winners[0]]} wins"


def _board_name(view: SeriesView) -> str:
    return f"Game {view.game_number} of {view.games}"


def _board(view: SeriesView, start: int, rows: tuple[Row, ...]) -> tuple[Mark, ...]:
    marks = list(_secrecy(view))
    for line, row in enumerate(rows):
        marks += _row(start + line + 1, LINE * (line + 2), row)
    if not rows:
        marks += _beginning(view)
    return tuple(marks)


def _secrecy(view: SeriesView) -> tuple[Mark, ...]:
    """The top row: what the arms at either side mean, and the code between them or the screen over it."""
    y = LINE
    heads = (Text(0, y, "red"), Text(ARMS[1] - 1, y, "white"))
    across = PEGS * PEG - 4
    if view.code is None:
        return (*heads, Frame(PEGS_AT, y, across, LINE - 1), Fill(PEGS_AT + 2, y + 2, across - 4, 3, 3))
    pegs = _pegs(y, view.code)
    if view.phase == "over":
        return (*heads, *pegs)
    return (*heads, Veil(PEGS_AT, y, across, LINE - 1, pegs))


def _row(number: int, y: int, row: Row) -> tuple[Mark, ...]:
    red_end, white_start = ARMS
    return (
        Text(0, y, str(number)),
        *_pegs(y, row.pegs),
        *_arm(red_end, y, row.red, leftwards=True),
        *_arm(white_start, y, row.white, leftwards=False),
    )


def _pegs(y: int, pegs: tuple[str, ...]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for place, colour in enumerate(pegs):
        x = PEGS_AT + place * PEG
        peg = symbol(colour)
        marks += [Text(x, y, peg.label), Fill(x + 6, y, 5, LINE - 1, peg.pattern)]
    return tuple(marks)


def _arm(edge: int, y: int, count: int | None, *, leftwards: bool) -> tuple[Mark, ...]:
    """An arm: a rail from `edge`, and a block for each peg that it counts. One that is not pulled yet is a question mark."""
    if count is None:
        return (Text(edge - 5 if leftwards else edge + 1, y, "?"),)
    long = max(count, 1) * BLOCK
    rail = Fill(edge - long if leftwards else edge, y + 3, long, 1)
    starts = (edge - BLOCK * (block + 1) + 1 if leftwards else edge + BLOCK * block for block in range(count))
    return (rail, *(Fill(x, y + 1, BLOCK - 1, 5) for x in starts))


def _beginning(view: SeriesView) -> tuple[Mark, ...]:
    """Before the first row: how the last game ended, for who looked away."""
    if not view.past:
        return ()
    past = view.past[-1]
    word = "Wrong arms: void" if past.void else f"Last game: {past.rows} rows"
    return (Text(0, 2 * LINE, word), *_pegs(3 * LINE, past.code))


def _scores(options: Options, view: SeriesView, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for seat, score in enumerate(view.scores):
        marks.append(Text(0, LINE * (1 + seat), f"{names[seat]:<9}{score:>3}"))
    word = "Fewest points win" if options.codemaker == "table" else "Most points win"
    text = f"{word}. Games:"
    marks += paragraph_at(3, text)
    games = [_game_line(number, past) for number, past in enumerate(view.past, 1)]
    for line, words in enumerate(games[-(lines - 3) :]):
        marks.append(Text(0, LINE * (4 + line), words))
    return tuple(marks)


def paragraph_at(line: int, text: str) -> list[Text]:
    """One line of text at line number `line` of the screen."""
    return [Text(mark.x, mark.y + LINE * (line - 1), mark.text) for mark in paragraph(text, 1)[0]]


def _game_line(number: int, past: Past) -> str:
    code = "".join(symbol(colour).label for colour in past.code)
    return (
        f"{number} {code} void  {past.points[0]}:{past.points[1]}"
        if past.void
        else (f"{number} {code} {past.rows} rows {past.points[0]}:{past.points[1]}")
    )
