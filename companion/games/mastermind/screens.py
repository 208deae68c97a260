"""The screens of Mastermind: its pages, the body while something is entered, its rules, and how it is played in seven drawn
pages.

    Peg 2/4               red  white   | red arm: colour and place; white arm: only the colour
    P ? _ _      4 YRGB     2     1    | the new guess, or the code for those who may know it
                 5 RBPO     0     2    | the last guesses with their numbers
                 6 PPOR     1     1

Pegs are boxes with a letter, digits larger ones. A page of its own holds all guesses. Before the first guess the pegs stand
alone, larger, above what is to be done.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import in_bar, text_width
from companion.core.prompt import Dial, Fill, Symbol
from companion.core.rules_book import IN_PICTURES, Book, HelpTopic, PageMarks, drawing_above, drawing_beside, topic
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
from companion.core.words import counted
from companion.games.mastermind.editions import EDITIONS, NUMBERS, PEG_COLOURS, Words, piece_symbol, row_text
from companion.games.mastermind.rules import GuessRow, MastermindView, Options, SeriesGame
from companion.games.mastermind.words import status

PEG_HEIGHT: Final = 13
_LARGE_PEGS: Final = 15
"""Pixels from a peg to the next one where they stand alone."""
_NARROW_PEGS: Final = (11, 9)
"""Pixels from a peg to the next one beside a table: of up to four, and of five."""
_ROW_PITCH: Final = 9
"""Pixels from a row to the next one."""
TABLE_ROWS: Final = 3
"""Rows of a table on one screen."""
_HEADS: Final = ((BODY.right - 29, 14), (BODY.right, 23))
"""Of the two numbers of a row: the column where the head ends, and how wide the numbers' column below it is."""
_HEADS_GAP: Final = 5
"""Columns between the two heads, at least."""
_TABLE_LEFT: Final = 48
_PEGS_LEFT: Final = 59


def entered_pegs(
    x: int, y: int, pegs: Sequence[str], pitch: int, *, of: int, next_place: bool = False
) -> tuple[Mark, ...]:
    """As many places as `of`: pegs are lit boxes with their letter. The next free place is framed, those after it are lines."""
    marks: list[Mark] = []
    for place in range(of):
        area = Rect(x + place * pitch, y, pitch - 1, PEG_HEIGHT)
        if place < len(pegs):
            label = piece_symbol(pegs[place]).label
            letter = centred(label, area, "number" if label.isdigit() and area.width > 8 else "label", inverse=True)
            marks += [FilledBox(*area, rounded=True), letter]
        elif place == len(pegs) and next_place:
            marks += [Outline(*area, rounded=True), centred("?", area, "label")]
        else:
            marks.append(FilledBox(area.x + 1, area.bottom - 1, area.width - 2, 1))
    return tuple(marks)


def narrow_pegs(
    y: int, pegs: Sequence[str], *, of: int, at_right: bool = False, next_place: bool = False
) -> tuple[Mark, ...]:
    """The same beside other things, at the left of the screen or at its right."""
    pitch = _narrow(of)
    left = BODY.right - of * pitch + 1 if at_right else BODY.x
    return entered_pegs(left, y, pegs, pitch, of=of, next_place=next_place)


def _narrow(of: int) -> int:
    return _NARROW_PEGS[of > 4]


def pieces(names: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """The pegs of a row side by side, and beside them what the last name says of it."""
    *pegs, told = names
    drawn = entered_pegs(BODY.x, y + 1, pegs, _LARGE_PEGS, of=len(pegs))
    return (*drawn, right_aligned(told, BODY.right, y + 4))


def guess_table(words: Words, y: int, rows: Sequence[GuessRow], first: int) -> tuple[Mark, ...]:
    """Rows below the heads of their numbers, each with its own number, from `first` on."""
    marks: list[Mark] = [
        right_aligned(words.exact[1], _first_head(words), y),
        right_aligned(words.near[1], BODY.right, y),
    ]
    for line, row in enumerate(rows):
        top = y + (line + 1) * _ROW_PITCH
        number = str(first + line)
        letters = "".join(piece_symbol(peg).label for peg in row.pegs)
        marks += [TextMark(_TABLE_LEFT - len(number) + 1, top, number), TextMark(_PEGS_LEFT, top, letters)]
        for (right, width), count in zip(_HEADS, (row.red, row.white), strict=True):
            # Five letters reach below the first head, so its number stands at its right.
            room = width if len(letters) < 5 else 5
            marks.append(centred("?" if count is None else str(count), Rect(right - room, top, room, 7)))
    return tuple(marks)


def _first_head(words: Words) -> int:
    """Where the head of the first number ends: apart from the second one, which may be wider than its numbers."""
    return min(_HEADS[0][0], BODY.right - text_width(words.near[1]) - _HEADS_GAP)


@cache
def book(options: Options) -> Book:
    """How it is played by these options, in pictures, and the rules in the words of the edition."""
    return (topic(IN_PICTURES, *_how_to_play(options)), *_rules(options))


def _rules(options: Options) -> Iterator[HelpTopic]:
    words, number = options.words, NUMBERS[options.pegs].lower()
    (piece, pieces), (symbol, symbols) = words.piece, words.symbol
    rows = str(options.rows)
    yield topic(
        "The game",
        f"The Codemaker sets {number} {pieces} in secret, "
        + (f"and {symbols} may repeat." if options.repeats_in_code else f"no {symbol} twice."),
        f"The Decoder has {rows} rows to find them.",
        "Nobody else sees the code. At the end it is shown to all.",
    )
    exact, near = words.parts
    yield topic(
        "The arms" if words.arms else "The answer",
        *(("They stand beside each row as two numbers, red and white.",) if words.arms else ()),
        f"{exact}: the right {symbol} in the right place.",
        f"{near}: a right {symbol} in a wrong place.",
        f"A {piece} of the code answers for one {piece} of the guess only.",
    )
    letters = ", ".join(f"{one.label} {one.name.lower()}" for one in options.in_play)
    digits = f"0 to {options.in_play[-1].label} are in play. A code may begin with 0."
    if options.repeats_in_code:
        repeats = f"A code and a guess may repeat a {symbol}."
    elif options.repeats_in_guess:
        repeats = f"A guess may repeat a {symbol}, the code may not."  # M6
    else:
        repeats = f"Neither a code nor a guess may repeat a {symbol}."
    yield topic(
        symbols.capitalize(),
        f"{letters}." if options.symbols == "colours" else digits,
        # M5
        *(("The rulebook prints no number of colours. Here it is eight.",) if options.edition == "travel" else ()),
        repeats,
        "The options below Own rules change that.",
    )
    yield topic(
        "Points",
        f"Each row is a point for the Codemaker. Not cracked: {rows}.",
        "After each game the roles switch.",
        "After the last game the higher total wins.",
        # M13
        "Equal totals are a draw: both are winners.",
    )
    answer = "arm" if words.arms else "answer"
    yield topic(
        "Wrong arms" if words.arms else "A mistake",
        # M14
        f"A wrong {answer} is told at once, with what was right.",
        "The code is shown to all. The game is void, its rows score nothing.",
        "The Decoder is given 3 points. A new code is set.",
        "The roles stay. It is the same game of the series.",
    )
    yield topic(
        "Never pulled" if words.arms else "Never given",
        # M14, M21
        f"{answer.capitalize()}s that no code could give are refused and cost nothing.",
        f"{words.answer(options.pegs - 1, 1).capitalize()}: no code gives that. Nor more than {number} together.",
    )
    yield topic(
        "Table's code",
        # M15
        "The table can make the codes and answer (option Codes made by).",
        "Both take turns as Decoder. Rows count against the Decoder.",
        "So the lower total wins. All other rules stay.",
    )
    yield topic(
        "Alone",
        # M15
        "You guess codes of the table. The score is the number of rows.",
        f"You win if every code was cracked within {rows} rows.",
        "Alone you choose any number of games. It need not be even.",
    )
    # M22
    yield topic("Editions", *(f"{one.label}: {one.about}" for one in EDITIONS))


def _how_to_play(options: Options) -> Iterator[PageMarks]:
    """The pages in their order."""
    words, number, pegs = options.words, NUMBERS[options.pegs].lower(), options.pegs
    code = tuple(str(one.value) for one in options.in_play[:pegs]) if len(options.in_play) >= pegs else ("red",) * pegs
    others = tuple(str(one.value) for one in options.in_play[::-1])
    pitch = 14 if pegs < 5 else 11
    beside = BODY.x + pegs * pitch + 5
    # Two of the code's pieces in their place, then two elsewhere, among some that it does not hold.
    in_place = (*code[:2], *others[: pegs - 2])
    elsewhere = (code[1], code[0], *others[: pegs - 2])
    table = partial(guess_table, words, BODY.y, first=1)
    yield drawing_beside(
        f"One sets a code of {number} {words.piece[1]}.",
        beside,
        *entered_pegs(BODY.x, BODY.y + 8, code, pitch, of=pegs),
    )
    yield drawing_beside(
        "Nobody else sees it.", beside,
        *(FilledBox(BODY.x + pitch * place, BODY.y + 8, pitch - 1, PEG_HEIGHT, 2, rounded=True) for place in range(pegs)),
    )  # fmt: skip
    letters = "".join(piece_symbol(one).label for one in in_place)
    told = f"A guess is {number} {'letters: R is red' if options.symbols == 'colours' else 'digits'}."
    written = TextMark(BODY.x + 2, BODY.y + 10, letters, "value" if pegs < 5 else "number")
    yield drawing_beside(told, written.x + text_width(letters, written.face) + 5, written)
    own = "its" if words.arms else "their"
    yield drawing_above(f"{words.exact[1].capitalize()}: in {own} place.", *table((GuessRow(in_place, 2, 0),)))
    yield drawing_above(f"{words.near[1].capitalize()}: in a wrong place.", *table((GuessRow(elsewhere, 0, 2),)))
    yield drawing_above("Go on until you find it.", *table((GuessRow(code, pegs, 0),)))
    yield drawing_above(
        "Rows are points for the maker. Then swap.", TextMark(BODY.x + 20, BODY.y, "3 rows: 3 points", "label")
    )


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
_UNLIKE_ITS_NAME: Final = next(symbol for symbol in PEG_COLOURS if not symbol.name.startswith(symbol.label))
_LEGEND: Final = f"{_UNLIKE_ITS_NAME.label}: {_UNLIKE_ITS_NAME.name.lower()}"


def render(options: Options, view: MastermindView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (
        ScreenPage(f"Game {view.game_number} of {view.games}", _board(view, names), "Board"),
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
            left = BODY.x + (BODY.width - view.pegs * _LARGE_PEGS) // 2
            words = text_lines(_told(view, entry), _BELOW_PEGS)
            return (*entered_pegs(left, _LARGE_TOP, pegs, _LARGE_PEGS, of=view.pegs, next_place=True), *words)
        case Dial():
            return _arms(view, entry)
        case _:
            return None


def _told(view: MastermindView, entry: Entry) -> tuple[str, ...]:
    """How a colour is chosen, and which are used already; at the end, the names of all."""
    if entry.complete:
        return wrap(row_text(tuple(map(str, entry.values))).capitalize() + "?")
    legend = _legend(view)
    symbol, symbols = view.words.symbol
    once, others = f"No {symbol} twice.", f"Hold: other {symbols}."
    if len(entry.group) == 1 and isinstance(entry.group[0], Symbol):
        return (f"{entry.group[0].name}: press again.", "All take equal presses.")
    if _is_once(entry) and entry.values:
        used = f"Used: {' '.join(piece_symbol(str(value)).label for value in entry.values)}"
        if entry.group:
            return (used, others)
        return (f"{used}    {legend}" if legend else used, once)
    if entry.group:
        return (others,)
    return (f"A group, then a {symbol}.", legend or (once if _is_once(entry) else ""))


def _legend(view: MastermindView) -> str:
    """What the letter stands for that is not its colour's first one, if that colour is in play."""
    return _LEGEND if _UNLIKE_ITS_NAME.value in view.colours else ""


def _is_once(entry: Entry) -> bool:
    """Whether no colour may come twice in what is entered."""
    return isinstance(entry.prompt, Fill) and entry.prompt.repeats == 1


def _next_guess(view: MastermindView, entry: Entry) -> tuple[Mark, ...]:
    """The guess that is being entered, beside the last ones."""
    pegs = tuple(map(str, entry.values))
    head = f"{view.words.piece[0].capitalize()} {len(pegs) + 1}/{view.pegs}"
    if entry.complete:
        head = _that_fits(view, "Guess this?", "Guess?")
    elif pegs and _is_once(entry):
        head = _that_fits(view, "No doubles", "Not twice")
    return (
        TextMark(BODY.x, BODY.y, head),
        *narrow_pegs(_PEGS_TOP, pegs, of=view.pegs, next_place=True),
        *_below_pegs(view),
        *_last_guesses(view),
    )


def _that_fits(view: MastermindView, long: str, short: str) -> str:
    """The longer words if they have room left of the heads of the table."""
    room = _first_head(view.words) - text_width(view.words.exact[1]) - BODY.x
    return long if text_width(long) + 4 <= room else short


def _below_pegs(view: MastermindView) -> tuple[TextMark, ...]:
    """The legend below the pegs beside a table."""
    legend = _legend(view)
    return (TextMark(BODY.x, _LEGEND_TOP, legend),) if legend else ()


def _last_guesses(view: MastermindView) -> tuple[Mark, ...]:
    first = max(0, len(view.rows) - TABLE_ROWS)
    return guess_table(view.words, BODY.y, view.rows[first:], first + 1)


def _board(view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The last guesses, beside the code if this view may know it."""
    if view.phase == "over":
        return _end(view, names)
    if not view.rows and view.past and view.phase == "code":
        return _last_game(view.past[-1])
    if view.code is None:
        whose = "Your" if view.seat == view.decoder else "Last"
        last = (*text_lines((whose, "guesses")), *_below_pegs(view), *_last_guesses(view))
        return last if view.rows else _nothing_yet(view)
    head = TextMark(BODY.x, BODY.y, "Your code" if view.codemaker == view.seat else "The code")
    pegs = narrow_pegs(_PEGS_TOP, view.code, of=view.pegs)
    shown = Veil(BODY.x, _PEGS_TOP, view.pegs * _narrow(view.pegs) - 1, PEG_HEIGHT, pegs)
    last = _last_guesses(view) if view.rows else (TextMark(_BESIDE, _PEGS_TOP + 3, "No guess"),)
    return (head, shown, *_below_pegs(view), *last)


def _nothing_yet(view: MastermindView) -> tuple[Mark, ...]:
    words = "A code is being set." if view.phase == "code" else "No guess yet."
    return (TextMark(BODY.x, BODY.y + 2, words, "label"),)


def _end(view: MastermindView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """What each player has reached, which of it wins, and the last code."""
    top = BODY.bottom - PEG_HEIGHT
    pegs = narrow_pegs(top, view.code or (), of=view.pegs, at_right=True)
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
    return (*said, TextMark(BODY.x, top + 4, "The last code" if lines else "The code was"), *pegs)


def _all_guesses(view: MastermindView) -> tuple[ScreenPage, ...]:
    """Every guess, the oldest first, if there are more than the board shows."""
    if len(view.rows) <= TABLE_ROWS:
        return ()
    starts = range(0, len(view.rows), TABLE_ROWS)
    return tuple(
        ScreenPage(
            "All guesses",
            guess_table(view.words, BODY.y, view.rows[start : start + TABLE_ROWS], start + 1),
            "Earlier" if not start else "Later",
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
            marks.append(TextMark(_LETTERS_LEFT + place * _LETTER_PITCH, y, piece_symbol(peg).label, "label"))
    for line, (word, value) in enumerate(
        zip((view.words.exact[1], view.words.near[1]), (*entry.values, "?"), strict=False)
    ):
        marks.append(right_aligned(f"{value} {word}", BODY.right, BODY.y + 1 + line * 12))
    if (legend := _legend(view)) and not entry.values:
        marks.append(right_aligned(legend, BODY.right, BODY.y + 13))
    # A peg of the code counts once, however often the guess has its colour.
    counts = "Wrong place; each once." if entry.values else f"Right {view.words.symbol[0]} and place."
    return (*marks, TextMark(BODY.x, BODY.y + 25, counts))


def _last_game(past: SeriesGame) -> tuple[Mark, ...]:
    """Between two games: how the last one ended."""
    words = "A wrong answer: void." if past.void else f"Last game: {counted(past.rows, 'guess', 'guesses')}."
    pegs = narrow_pegs(BODY.y + 14, past.code, of=len(past.code), at_right=True)
    return (TextMark(BODY.x, BODY.y, words), TextMark(BODY.x, BODY.y + 17, "The code was"), *pegs)


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
