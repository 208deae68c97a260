"""The screens of Mastermind: its pages, the body while something is entered, its rules, and how it is played in seven drawn
pages.

    Peg 2/4             exact  near    | exact: colour and place; near: only the colour
    P ? _ _      4 YRGB     2     1    | the new guess, or the code for those who may know it
                 5 RBPO     0     2    | the last guesses with their numbers
                 6 PPOR     1     1

Pegs are boxes with a letter. A page of its own holds all guesses. Before the first guess the pegs stand alone, larger, above what
is to be done.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import in_bar, text_width
from companion.core.prompt import Dial, Fill, Symbol
from companion.core.rules_book import IN_PICTURES, Book, PageMarks, drawing_above, drawing_beside, topic
from companion.core.screen import (
    BODY,
    LINE_GAP,
    FilledBox,
    Mark,
    Outline,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    centred,
    clipped,
    pitch,
    right_aligned,
    text_lines,
    wrap,
)
from companion.games.mastermind.rules import (
    PEG_COLOURS,
    PEGS_IN_CODE,
    GuessRow,
    MastermindView,
    Options,
    SeriesGame,
    peg_symbol,
)
from companion.games.mastermind.words import status

PEG_HEIGHT: Final = 13
_LARGE_PEGS: Final = 15
"""Pixels from a peg to the next one where they stand alone."""
NARROW_PEGS: Final = 11
"""Pixels from a peg to the next one beside a table."""
_ROW_PITCH: Final = 9
"""Pixels from a row to the next one."""
TABLE_ROWS: Final = 3
"""Rows of a table on one screen."""
_HEADS: Final = (("exact", BODY.right - 29, 14), ("near", BODY.right, 23))
"""What the two numbers of a row count, the column where the head ends, and how wide the numbers' column below it is."""
_TABLE_LEFT: Final = 48
_PEGS_LEFT: Final = 59


def entered_pegs(x: int, y: int, pegs: Sequence[str], pitch: int, *, next_place: bool) -> tuple[Mark, ...]:
    """Four places: pegs are lit boxes with their letter. The next free place is framed, those after it are lines."""
    marks: list[Mark] = []
    for place in range(PEGS_IN_CODE):
        area = Rect(x + place * pitch, y, pitch - 1, PEG_HEIGHT)
        if place < len(pegs):
            letter = centred(peg_symbol(pegs[place]).label, area, "label", inverse=True)
            marks += [FilledBox(*area, rounded=True), letter]
        elif place == len(pegs) and next_place:
            marks += [Outline(*area, rounded=True), centred("?", area, "label")]
        else:
            marks.append(FilledBox(area.x + 1, area.bottom - 1, area.width - 2, 1))
    return tuple(marks)


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """The pegs of a row side by side, and beside them what its arms show."""
    pegs, counts = names[:PEGS_IN_CODE], names[PEGS_IN_CODE:]
    right = f"{counts[0]} exact" if counts else "the code"
    drawn = entered_pegs(BODY.x, y + 1, pegs, _LARGE_PEGS, next_place=False)
    return (*drawn, right_aligned(right, BODY.right, y + 4))


def guess_table(y: int, rows: Sequence[GuessRow], first: int) -> tuple[Mark, ...]:
    """Rows below the heads of their numbers, each with its own number, from `first` on."""
    marks: list[Mark] = [right_aligned(head, right, y) for head, right, _ in _HEADS]
    for line, row in enumerate(rows):
        top = y + (line + 1) * _ROW_PITCH
        number = str(first + line)
        letters = "".join(peg_symbol(peg).label for peg in row.pegs)
        marks += [TextMark(_TABLE_LEFT, top, number), TextMark(_PEGS_LEFT, top, letters)]
        for (_, right, width), count in zip(_HEADS, (row.red, row.white), strict=True):
            marks.append(centred("?" if count is None else str(count), Rect(right - width, top, width, 7)))
    return tuple(marks)


_RULES: Final[Book] = (
    topic(
        "The game",
        "The Codemaker sets four pegs in secret, no colour twice.",
        "The Decoder has nine rows to find them.",
        "Nobody else sees the code. At the end it is shown to all.",
    ),
    topic(
        "The arms",
        "The red arm: the right colour in the right place.",
        "The white arm: a right colour in a wrong place.",
        "A peg of the code answers for one peg of the guess only.",
    ),
    topic(
        "Colours",
        "R red, Y yellow, G green, B blue, W white, O orange, P pink, S silver, N brown, V violet.",
        # M5
        "The rulebook prints no number of colours. Here it is eight, or what the option Colours says.",
        # M6
        "A guess may repeat a colour, the code may not.",
        "The option Repeats in guess can forbid it in a guess too.",
    ),
    topic(
        "Points",
        "Each row is a point for the Codemaker. Not cracked: nine.",
        "After each game the roles switch.",
        "After the last game the higher total wins.",
        # M13
        "Equal totals are a draw: both are winners.",
    ),
    topic(
        "Wrong arms",
        # M14
        "A wrong arm is told at once, with what was right.",
        "The code is shown to all. The game is void, its rows score nothing.",
        "The Decoder is given 3 points. A new code is set.",
        "The roles stay. It is the same game of the series.",
    ),
    topic(
        "Never pulled",
        # M14
        "Arms that no code could give are refused and cost nothing.",
        "Red 3 and white 1 are such arms. So are more than four together.",
    ),
    topic(
        "Table's code",
        # M15
        "The table can make the codes and pull the arms (option Codemaker).",
        "Both take turns as Decoder. Rows count against the Decoder.",
        "So the lower total wins. All other rules stay.",
    ),
    topic(
        "Alone",
        # M15
        "You guess codes of the table. The score is the number of rows.",
        "You win if every code was cracked within nine rows.",
        "Alone you choose any number of games. It need not be even.",
    ),
)


_CODE: Final = ("red", "yellow", "green", "blue")
_PITCH: Final = 14
_WIDE: Final = 4 * _PITCH


_HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside(
        "One sets a code of four pegs.", BODY.x + _WIDE + 5,
        *entered_pegs(BODY.x, BODY.y + 8, _CODE, _PITCH, next_place=False),
    ),
    drawing_beside(
        "Nobody else sees it.", BODY.x + _WIDE + 5,
        *(FilledBox(BODY.x + _PITCH * place, BODY.y + 8, _PITCH - 1, PEG_HEIGHT, 2, rounded=True) for place in range(4)),
    ),
    drawing_beside(
        "A guess is four letters: R is red.", BODY.x + 50,
        TextMark(BODY.x + 4, BODY.y + 10, "RYPO", "value"),
    ),
    drawing_above(
        "Exact: in its place.",
        *guess_table(BODY.y, (GuessRow(("red", "yellow", "pink", "orange"), 2, 0),), 1),
    ),
    drawing_above(
        "Near: in a wrong place.",
        *guess_table(BODY.y, (GuessRow(("green", "pink", "red", "orange"), 0, 2),), 1),
    ),
    drawing_above(
        "Go on until you find it.",
        *guess_table(BODY.y, (GuessRow(_CODE, 4, 0),), 1),
    ),
    drawing_above(
        "Rows are points for the maker. Then swap.", TextMark(BODY.x + 20, BODY.y, "3 rows: 3 points", "label")
    ),
)  # fmt: skip
"""The pages in their order."""


_PEGS_TOP: Final = BODY.y + 10
_LEGEND_TOP: Final = BODY.bottom - 8
_LARGE_TOP: Final = BODY.y + 1
_BESIDE: Final = 62
_BELOW_PEGS: Final = Rect(BODY.x, _LARGE_TOP + PEG_HEIGHT + 1, BODY.width, 2 * pitch("text") - LINE_GAP)
_RESULT_PITCH: Final = 11
_LETTERS_LEFT: Final = 34
_LETTER_PITCH: Final = 9
_LINE: Final = 14
_SHORT_NAME: Final = 22
"""Pixels of a name of which two stand in a line with their points."""
_WHAT_COUNTS: Final = ("Right colour and place.", "Wrong place; each once.")
"""What the two numbers count; a peg of the code counts once, however often the guess has its colour."""
_HOW: Final = "A group, then a colour."
_OTHERS: Final = "Hold: other colours."
_ONCE: Final = "No colour twice."
_UNLIKE_ITS_NAME: Final = next(symbol for symbol in PEG_COLOURS if not symbol.name.startswith(symbol.label))
_LEGEND: Final = f"{_UNLIKE_ITS_NAME.label}: {_UNLIKE_ITS_NAME.name.lower()}"


def render(options: Options, view: MastermindView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (
        ScreenPage(f"Game {view.game_number} of {view.games}", _board(view, names), "Last"),
        *_all_guesses(view),
        ScreenPage(_how_points_win(view), _scores(view, names), "Points"),
    )
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, entry))


def _entry_body(view: MastermindView, entry: Entry) -> tuple[Mark, ...] | None:
    match entry.prompt:
        case Fill(move="guess") if view.rows:
            return _next_guess(view, entry)
        case Fill():
            pegs = tuple(map(str, entry.values))
            left = BODY.x + (BODY.width - PEGS_IN_CODE * _LARGE_PEGS) // 2
            words = text_lines(_told(view, entry), _BELOW_PEGS)
            return (*entered_pegs(left, _LARGE_TOP, pegs, _LARGE_PEGS, next_place=True), *words)
        case Dial():
            return _arms(view, entry)
        case _:
            return None


def _told(view: MastermindView, entry: Entry) -> tuple[str, ...]:
    """How a colour is chosen, and which are used already; at the end, the names of all."""
    if entry.complete:
        return wrap(", ".join(peg_symbol(str(value)).name.lower() for value in entry.values).capitalize() + "?")
    legend = _legend(view)
    if len(entry.group) == 1 and isinstance(entry.group[0], Symbol):
        return (f"{entry.group[0].name}: press again.", "All take equal presses.")
    if _is_once(entry) and entry.values:
        used = f"Used: {' '.join(peg_symbol(str(value)).label for value in entry.values)}"
        if entry.group:
            return (used, _OTHERS)
        return (f"{used}    {legend}" if legend else used, _ONCE)
    if entry.group:
        return (_OTHERS,)
    return (_HOW, legend or (_ONCE if _is_once(entry) else ""))


def _legend(view: MastermindView) -> str:
    """What the letter stands for that is not its colour's first one, if that colour is in play."""
    return _LEGEND if _UNLIKE_ITS_NAME.value in view.colours else ""


def _is_once(entry: Entry) -> bool:
    """Whether no colour may come twice in what is entered."""
    return isinstance(entry.prompt, Fill) and entry.prompt.repeats == 1


def _next_guess(view: MastermindView, entry: Entry) -> tuple[Mark, ...]:
    """The guess that is being entered, beside the last ones."""
    pegs = tuple(map(str, entry.values))
    head = f"Peg {len(pegs) + 1}/{PEGS_IN_CODE}" if len(pegs) < PEGS_IN_CODE else "Guess this?"
    if pegs and not entry.complete and _is_once(entry):
        head = "No doubles"
    return (
        TextMark(BODY.x, BODY.y, head),
        *entered_pegs(BODY.x, _PEGS_TOP, pegs, NARROW_PEGS, next_place=True),
        *_below_pegs(view),
        *_last_guesses(view.rows),
    )


def _below_pegs(view: MastermindView) -> tuple[TextMark, ...]:
    """The legend below the pegs beside a table."""
    legend = _legend(view)
    return (TextMark(BODY.x, _LEGEND_TOP, legend),) if legend else ()


def _last_guesses(rows: Sequence[GuessRow]) -> tuple[Mark, ...]:
    first = max(0, len(rows) - TABLE_ROWS)
    return guess_table(BODY.y, rows[first:], first + 1)


def _board(view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The last guesses, beside the code if this view may know it."""
    if view.phase == "over":
        return _end(view, names)
    if not view.rows and view.past and view.phase == "code":
        return _last_game(view.past[-1])
    if view.code is None:
        whose = "Your" if view.seat == view.decoder else "Last"
        last = (*text_lines((whose, "guesses")), *_below_pegs(view), *_last_guesses(view.rows))
        return last if view.rows else _nothing_yet(view)
    head = TextMark(BODY.x, BODY.y, "Your code" if view.codemaker == view.seat else "The code")
    pegs = entered_pegs(BODY.x, _PEGS_TOP, view.code, NARROW_PEGS, next_place=False)
    shown = Veil(BODY.x, _PEGS_TOP, PEGS_IN_CODE * NARROW_PEGS - 1, PEG_HEIGHT, pegs)
    last = _last_guesses(view.rows) if view.rows else (TextMark(_BESIDE, _PEGS_TOP + 3, "No guess"),)
    return (head, shown, *_below_pegs(view), *last)


def _nothing_yet(view: MastermindView) -> tuple[Mark, ...]:
    words = "A code is being set." if view.phase == "code" else "No guess yet."
    return (TextMark(BODY.x, BODY.y + 2, words, "label"),)


def _end(view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """What each player has reached, which of it wins, and the last code."""
    top = BODY.bottom - PEG_HEIGHT
    pegs = entered_pegs(
        BODY.right - PEGS_IN_CODE * NARROW_PEGS + 1, top, view.code or (), NARROW_PEGS, next_place=False
    )
    winner_first = sorted(range(view.seats), key=lambda seat: seat not in (view.winners or ()))
    parts = [
        f"{'You' if seat == view.seat else clipped(names[seat], _SHORT_NAME)} {view.scores[seat]}"
        for seat in winner_first
    ]
    lines: tuple[str, ...] = ()  # alone, the title says it all
    if len(parts) > 1:
        lines = (
            f"{parts[0]} point{'s' * (view.scores[winner_first[0]] != 1)}, {parts[1]}",
            "Fewest win." if view.codemaker == "table" else "Most win.",
        )
    said = (TextMark(BODY.x, BODY.y + 1 + _RESULT_PITCH * number, line) for number, line in enumerate(lines))
    return (*said, TextMark(BODY.x, top + 4, "The last code"), *pegs)


def _all_guesses(view: MastermindView) -> tuple[ScreenPage, ...]:
    """Every guess, the oldest first, if there are more than the board shows."""
    if len(view.rows) <= TABLE_ROWS:
        return ()
    starts = range(0, len(view.rows), TABLE_ROWS)
    return tuple(
        ScreenPage(
            "All guesses",
            guess_table(BODY.y, view.rows[start : start + TABLE_ROWS], start + 1),
            "Earlier" if not start else "Next",
        )
        for start in starts
    )


def _arms(view: MastermindView, entry: Entry) -> tuple[Mark, ...]:
    """The guess that is to be judged above the code, and below them the numbers entered so far."""
    marks: list[Mark] = []
    for line, (word, pegs) in enumerate((("Guess", view.rows[-1].pegs), ("Code", view.code or ()))):
        y = BODY.y + line * 12
        marks.append(TextMark(BODY.x, y + 1, word))
        for place, peg in enumerate(pegs):
            marks.append(TextMark(_LETTERS_LEFT + place * _LETTER_PITCH, y, peg_symbol(peg).label, "label"))
    for line, (word, value) in enumerate(zip(("exact", "near"), (*entry.values, "?"), strict=False)):
        marks.append(right_aligned(f"{value} {word}", BODY.right, BODY.y + 1 + line * 12))
    if (legend := _legend(view)) and not entry.values:
        marks.append(right_aligned(legend, BODY.right, BODY.y + 13))
    return (*marks, TextMark(BODY.x, BODY.y + 25, _WHAT_COUNTS[min(len(entry.values), 1)]))


def _last_game(past: SeriesGame) -> tuple[Mark, ...]:
    """Between two games: how the last one ended."""
    words = "Wrong arms: game void." if past.void else f"Last game: {past.rows} guesses."
    pegs = entered_pegs(
        BODY.right - PEGS_IN_CODE * NARROW_PEGS + 1, BODY.y + 14, past.code, NARROW_PEGS, next_place=False
    )
    return (TextMark(BODY.x, BODY.y, words), TextMark(BODY.x, BODY.y + 17, "Its code was"), *pegs)


def _how_points_win(view: MastermindView) -> str:
    if view.seats == 1:
        return "Guesses so far"
    return "Least points win" if view.codemaker == "table" else "Most points win"


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


BOOK: Final[Book] = (topic(IN_PICTURES, *_HOW_TO_PLAY), *_RULES)
