"""The screens of Break the Code: rows of tiles with the letters of their places, tables of answers, the body while a question is
chosen or a row is guessed, its rules, and how it is played.

A white tile is a lit box with a dark number, a black tile an outline, a green five an outline with rounded corners and a second
line. The first page is the own row below the last news. Then come the answers, four on a page, newest page first: where two play
the other player's, where more play a table with a column for each other seat. Further pages hold what the own row has answered,
the open cards, guesses and the helping sheet. When the game is over all rows come first.

Who is to act sees the open cards in columns above the keys that lead to them, three a key, and beside them the own row; then
these three in whole words, each with the sign of its key: holding ● leads back to the row. Wherever else something is entered,
the own row stands below it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import Face, cap, ink, text_width
from companion.core.prompt import Choose, Fill, Menu
from companion.core.rules_book import IN_PICTURES, Book, PageMarks, drawing_above, topic
from companion.core.screen import (
    BELOW_ACCENTS,
    BODY,
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
    title_with_name,
    wrap,
)
from companion.core.seat import Seat, all_seats, clockwise
from companion.core.words import MAX_NAME_LETTERS, shortened
from companion.games.breakthecode.possible import Hand, SheetData, hands, sheet
from companion.games.breakthecode.rules import (
    ASK_LABEL,
    CARDS,
    GREEN,
    MIDDLE,
    PLACES,
    TILE_KINDS,
    AskedCard,
    BreakTheCodeView,
    Options,
    asked_words,
    row_length,
    row_words,
    tile_number,
)
from companion.games.breakthecode.words import passer, short_answer, short_question, status

YOU: Final = "You"
_UNKNOWN: Final = "?"
_WIDE: Final = 20
"""Pixels across a tile that has the line to itself."""
_SMALL: Final = 13
_NARROW: Final = 12
"""Pixels across a tile of which three stand above a key."""
_HIGH: Final = 13
_LOW: Final = 11
_PITCH: Final = 25
"""Pixels from place to place, where the letters stand above."""
_LINE: Final = 9
"""Rows from line to line of a table, whose letters have no descenders."""
_QUESTION: Final = 38
"""Pixels of a question in a table of answers."""
_HEAD_GAP: Final = 3
"""Pixels between the names above it."""
_LETTERS: Final = 8
"""Rows of the letters of the places, above their tiles."""
_NEWS: Final = BODY.y + 1
"""Where the news begin: an accent may rise above its capitals."""
_OVER_KEYS: Final = tuple(Rect(x, BODY.y, 40, BODY.height) for x in (1, 44, 87))
"""The part of the body above each key."""
_KEY_SIGNS: Final = {1: ("●",), 2: ("◀", "▶"), 3: ("◀", "●", "▶")}
"""Of so many choices, which key takes each."""
_LISTED: Final = 3
"""Lines of text on a page."""


def draw_tile(area: Rect, tile: str | None, face: Face) -> tuple[Mark, ...]:
    """A tile by its name; None: one that lies face down."""
    if tile is None:
        return (Outline(*area), centred(_UNKNOWN, area, face))
    figure = centred(tile[1:], area, face, inverse=tile[0] == "W")
    if tile[0] == "W":
        return (FilledBox(*area), figure)
    if tile[0] == "B":
        return (Outline(*area), figure)
    if area.height < _HIGH:
        return (Outline(*area, rounded=True), figure)  # no room for a second line
    inner = Rect(area.x + 1, area.y + 1, area.width - 2, area.height - 2)
    return (Outline(*area, rounded=True), Outline(*inner, rounded=True), figure)


def draw_row(x: int, y: int, row: Sequence[str | None], *, lettered: bool = False) -> tuple[Mark, ...]:
    """A row of wide tiles, with the letters of their places above; or of small ones."""
    marks: list[Mark] = []
    for at, tile in enumerate(row):
        if not lettered:
            marks += draw_tile(Rect(x + (_SMALL + 3) * at, y, _SMALL, _LOW), tile, "text")
            continue
        place = Rect(x + _PITCH * at, y + _LETTERS, _WIDE, _HIGH)
        marks += [centred(PLACES[at], Rect(place.x, y, _WIDE, cap("text"))), *draw_tile(place, tile, "label")]
    return tuple(marks)


def render(options: Options, view: BreakTheCodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    body = None if entry is None else _entry_body(view, names, entry)
    return Rendering(status(view, names), tuple(_pages(options, view, names)), body)


def _pages(options: Options, view: BreakTheCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    pages: list[ScreenPage] = []
    others = clockwise(view.seat, view.seats)[1:] if view.seat is not None else all_seats(view.seats)
    if view.phase == "over":
        pages += _all_rows(view, names)
    elif view.seat is not None:
        pages.append(ScreenPage("Your row", partial(_own, view, names), "Row"))
    if len(others) == 1:
        pages += _pairs(title_with_name(names[others[0]], "'s answers", " said"), "Replies", view, others[0])
    else:
        pages += _tables(view, names, others)
    if view.seat is not None:
        pages += _pairs("You answered", "I said", view, view.seat)
        if (helping := sheet(options, view)) is not None:
            pages += _sheet_pages(helping)
    return [*pages, *_open_cards(view), *_guesses(view, names)]


def _own(view: BreakTheCodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The own row, and the news above it."""
    row = _own_row(view)
    high = _LETTERS + _HIGH
    top = BODY.bottom - high
    return (
        TextMark(BODY.x, _NEWS, _news(view, names)),
        *((Veil(BODY.x, top, BODY.width, high, draw_row(BODY.x, top, row, lettered=True)),) if row else ()),
    )


def _news(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    """The last question and its answers, or the last guess, in a line."""
    if view.phase == "deal":
        return "You get your tiles."
    match view.last_act:
        case "guess":
            last = view.guesses[-1]
            was = "right" if last.correct else "wrong"
            if last.seat == view.seat:
                return f"Your guess was {was}."
            said = f" guessed {was}."
            return _who(view, names, last.seat, said) + said
        case "pass":
            return _who(view, names, passer(view), " passed.") + " passed."
        case "ask":
            return _last_answers(view, names)
        case _:
            return "Low numbers stand left."


def _last_answers(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    """The last question, with who answered: one name where two play, else all others in the order of the table, whose names
    are cut to what fits. Where they do not fit, who asked it: the answers are on a page of their own."""
    last = view.asked[-1]
    said = [
        (Seat(seat), short_answer(last.question, answer))
        for seat, answer in enumerate(last.answers)
        if answer is not None
    ]
    question = short_question(last.question)
    others = [one for one in said if one[0] != view.seat] or said
    if len(others) == 1:
        rest = f" said: {question} {others[0][1]}"
        return _who(view, names, others[0][0], rest) + rest
    for letters in range(MAX_NAME_LETTERS, 1, -1):
        called = [shortened(names[seat], letters) for seat, _ in others]
        line = f"{question}: {', '.join(f'{name} {answer}' for name, (_, answer) in zip(called, others, strict=True))}"
        if text_width(line) <= BODY.width and len(set(called)) == len(called):
            return line
    rest = f" asked: {question}"
    return _who(view, names, last.seat, rest) + rest


def _who(view: BreakTheCodeView, names: tuple[str, ...], seat: Seat, rest: str) -> str:
    """A name before the rest of a line, as long as the line allows."""
    return YOU if seat == view.seat else clipped(names[seat], BODY.width - text_width(rest) - 1)


def _all_rows(view: BreakTheCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    """Every row, two on a page, the one that was sought first. Of more than two, that one stands alone, with the way to the
    others."""
    order = sorted(hands(view), key=lambda hand: (hand != view.sought, hand == view.seat))
    first = 1 if len(order) > 2 else 2
    parts = [order[:first], *(order[at : at + 2] for at in range(first, len(order), 2))]
    return [ScreenPage("All rows", partial(_rows, view, names, part), "Rows") for part in parts]


def _rows(view: BreakTheCodeView, names: tuple[str, ...], some: Sequence[Hand]) -> tuple[Mark, ...]:
    """Rows after their owners' names."""
    tiles = (_SMALL + 3) * row_length(view.seats)
    marks: list[Mark] = []
    for at, hand in enumerate(some):
        y = BODY.y + 2 + 17 * at
        name = "Middle" if hand == MIDDLE else YOU if hand == view.seat else names[int(hand)]
        marks.append(TextMark(BODY.x, y + 2, clipped(name, BODY.width - tiles - 2)))
        marks += draw_row(BODY.right - tiles + 3, y, view.row_of(hand))
    if view.sought in some and len(some) == 1:
        marks.append(TextMark(BODY.x, BODY.y + 21, "Others: menu, All rows."))
    return tuple(marks)


def _pairs(title: str, label: str, view: BreakTheCodeView, seat: Seat) -> list[ScreenPage]:
    """What a seat answered, eight on a page in two columns, newest page first."""
    said = [
        (short_question(one.question), short_answer(one.question, answer))
        for one in view.asked
        if (answer := one.answers[seat]) is not None
    ]
    if not said:
        nothing = "No question yet." if seat == view.seat else "No answer yet."
        return [ScreenPage(title, (TextMark(BODY.x, BODY.y, nothing),), label)]
    ends = range(len(said), 0, -8)
    return [ScreenPage(title, partial(_two_columns, said[max(0, end - 8) : end]), label) for end in ends]


def _two_columns(said: Sequence[tuple[str, str]]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    width = BODY.width // 2 - 3
    for at, (question, answer) in enumerate(said):
        across, down = divmod(at, 4)
        x, y = BODY.x + across * (BODY.width - width), BODY.y + down * _LINE
        shown = right_aligned(answer, x + width, y)
        marks += [TextMark(x, y, clipped(question, shown.x - x - 3)), shown]
    return tuple(marks)


def _tables(view: BreakTheCodeView, names: tuple[str, ...], seats: Sequence[Seat]) -> list[ScreenPage]:
    """The answers of several seats: a line for each question, a column for each of them, newest page first."""
    # Of two, the first one may also stand above the questions.
    room = _column(len(seats)) - _HEAD_GAP if len(seats) > 2 else (BODY.width - _HEAD_GAP) // 2
    heads = [clipped(names[seat].upper(), room) for seat in seats]
    top = BODY.y + max(0, *(-ink(head, "text")[0] for head in heads))
    first = top + max(ink(head, "text")[1] for head in heads) + 2
    lines = (BODY.bottom - first + 2) // _LINE
    if not view.asked:
        return [ScreenPage("Answers", (TextMark(BODY.x, BODY.y, "No answer yet."),), "Replies")]
    ends = range(len(view.asked), 0, -lines)
    return [
        ScreenPage(
            "Answers", partial(_table, view.asked[max(0, end - lines) : end], seats, heads, top, first), "Replies"
        )
        for end in ends
    ]


def _column(columns: int) -> int:
    """Pixels across each of so many columns of answers."""
    return (BODY.width - _QUESTION) // columns


def _table(
    asked: Sequence[AskedCard], seats: Sequence[Seat], heads: Sequence[str], top: int, first: int
) -> tuple[Mark, ...]:
    left, width = BODY.x + _QUESTION, _column(len(seats))
    marks: list[Mark] = []
    end = BODY.right
    for at in reversed(range(len(seats))):
        head = right_aligned(heads[at], min(end, left + width * (at + 1)), top)
        end = head.x - _HEAD_GAP
        marks.append(head)
    for line, one in enumerate(asked):
        y = first + line * _LINE
        marks.append(TextMark(BODY.x, y, clipped(short_question(one.question), _QUESTION)))
        for at, seat in enumerate(seats):
            answer = one.answers[seat]
            said = "-" if answer is None else short_answer(one.question, answer)
            marks.append(right_aligned(clipped(said, width - 2), left + width * (at + 1), y))
    return tuple(marks)


def _open_cards(view: BreakTheCodeView) -> list[ScreenPage]:
    """The questions that can be asked, and how many cards are left."""
    if not view.open:
        return []
    questions = tuple(CARDS[card].asks for card in view.open)
    return [
        ScreenPage(f"Cards, {view.pile} more", text_lines(questions[at : at + _LISTED]), "Cards")
        for at in range(0, len(questions), _LISTED)
    ]


def _guesses(view: BreakTheCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    """The guesses, newest page first."""
    starts = range(0, len(view.guesses), _LISTED)
    return [ScreenPage("Guesses", partial(_guess_lines, view, names, start), "Tries") for start in starts][::-1]


def _guess_lines(view: BreakTheCodeView, names: tuple[str, ...], start: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for line, one in enumerate(view.guesses[start : start + _LISTED]):
        y = BODY.y + 1 + (pitch("text") + 1) * line
        row = "secret" if one.tiles is None else row_words(one.tiles)
        said = right_aligned(f"{row} {'yes' if one.correct else 'no'}", BODY.right, y)
        who = YOU if one.seat == view.seat else names[one.seat]
        name = clipped(who, said.x - BODY.x - 3)
        marks += [*((TextMark(BODY.x, y, name),) if name else ()), said]
    return tuple(marks)


def _sheet_pages(helping: SheetData) -> list[ScreenPage]:
    title = f"{helping.count:,} possible"
    if text_width(title, "label") > 90:
        title = "Too many to list"
    places = tuple(helping.tiles)
    if not places:
        words = f"{helping.count:,} ways to lie are possible. The sheet begins when fewer are left."
        return [ScreenPage("Helping sheet", text_lines(wrap(words)), "Sheet")]
    return [
        ScreenPage(title, partial(_sheet_lines, helping, places[at : at + _LISTED]), "Sheet")
        for at in range(0, len(places), _LISTED)
    ]


def _sheet_lines(helping: SheetData, places: Sequence[str]) -> tuple[Mark, ...]:
    """A line for each place: below each number the tiles that may lie there, drawn small, black left of white."""
    marks: list[Mark] = [TextMark(BODY.x + 14 + 11 * number, BODY.y, str(number)) for number in range(10)]
    for line, place in enumerate(places):
        y = BODY.y + (line + 1) * _LINE
        marks.append(TextMark(BODY.x, y, place))
        for tile in TILE_KINDS:
            if tile not in helping.tiles[place]:
                continue
            x = BODY.x + 12 + 11 * tile_number(tile)
            if tile == GREEN:
                marks.append(Outline(x + 1, y + 1, 7, 6, rounded=True))
            elif tile[0] == "B":
                marks.append(Outline(x, y + 1, 4, 6))
            else:
                marks.append(FilledBox(x + 5, y + 1, 4, 6))
    return tuple(marks)


def _entry_body(view: BreakTheCodeView, names: tuple[str, ...], entry: Entry) -> tuple[Mark, ...] | None:
    """What is shown for what has been entered so far; None: the first page."""
    match entry.prompt:
        case Menu(branches=branches) if not entry.path:
            return _columns(view, names, branches[0].label == ASK_LABEL)
        case Menu(branches=branches):
            signs = _KEY_SIGNS[len(branches)]
            return text_lines(tuple(f"{sign} {one.text}" for sign, one in zip(signs, branches, strict=True)))
        case Fill():
            return _row_entry(view, tuple(map(str, entry.values)), complete=entry.complete)
        case Choose(options=options) if options[0].move["move"] == "ask":
            asked = [one.move for one in options if entry.focus in (None, one)]
            lines = [asked_words((one["card"], one.get("number"))) for one in asked]
            return (*text_lines(tuple(lines), BODY, "label"), *_row_below(view))
        case _:
            return None


def _columns(view: BreakTheCodeView, names: tuple[str, ...], asking: bool) -> tuple[Mark, ...]:
    """The open cards above the keys that lead to them, and the own row at the right."""
    if not asking:
        found = next((one.seat for one in view.guesses if one.correct), None)
        if found is None:
            lines: tuple[str, ...] = ("No card is left.", "All pass: nobody wins.")
        else:
            row = " found your row." if view.seats == 2 else " found the row."
            lines = (clipped(names[found], BODY.width - text_width(row) - 1) + row, "Guess now to win, too.")
        return (*text_lines(lines, BELOW_ACCENTS), *_row_below(view))
    groups = [view.open[:3], view.open[3:]] if len(view.open) > 3 else [view.open]
    cards = tuple(
        centred(CARDS[card].label, Rect(key.x, key.y + pitch("text") * line, key.width, cap("text")))
        for key, some in zip(_OVER_KEYS, groups, strict=False)
        for line, card in enumerate(some)
    )
    return (*cards, *_row_at_the_right(view, _OVER_KEYS[2]))


def _row_at_the_right(view: BreakTheCodeView, area: Rect) -> tuple[Mark, ...]:
    """The own row in two lines of small tiles."""
    row = _own_row(view)
    first, head, gap = -(-len(row) // 2), cap("text") + 3, 2
    tiles: list[Mark] = []
    for at, tile in enumerate(row):
        down, across = divmod(at, first)
        left = area.x + (_NARROW + gap) * across
        tiles += draw_tile(Rect(left, area.y + head + (_LOW + gap) * down, _NARROW, _LOW), tile, "text")
    high = area.height - head
    return (TextMark(area.x, area.y, "Yours"), Veil(area.x, area.y + head, area.width, high, tuple(tiles)))


def _row_below(view: BreakTheCodeView) -> tuple[Mark, ...]:
    """The own row at the foot of the body."""
    y = BODY.bottom - _LOW
    left = BODY.x + text_width("You have") + 5
    own = draw_row(left, y, _own_row(view))
    return (TextMark(BODY.x, y + 2, "You have"), Veil(left, y, BODY.right - left, _LOW, own))


def _own_row(view: BreakTheCodeView) -> tuple[str | None, ...]:
    assert view.seat is not None, "only a seat has a row"
    return view.rows[view.seat]


def _row_entry(view: BreakTheCodeView, tiles: tuple[str, ...], *, complete: bool) -> tuple[Mark, ...]:
    """The guess so far; the next place is framed, those after it are underlined. Below it stands the own row, and once the guess
    is whole, what it costs if it is wrong."""
    marks: list[Mark] = []
    for at in range(row_length(view.seats)):
        place = Rect(BODY.x + _PITCH * at, BODY.y + _LETTERS, _WIDE, _HIGH)
        marks.append(centred(PLACES[at], Rect(place.x, BODY.y, _WIDE, cap("text"))))
        if at < len(tiles):
            marks += draw_tile(place, tiles[at], "label")
        elif at == len(tiles):
            marks += [Outline(*place, rounded=True), centred(_UNKNOWN, place, "label")]
        else:
            marks.append(FilledBox(place.x + 2, place.bottom - 2, _WIDE - 4, 1))
    if complete and view.phase != "last":  # B10, B11
        cost = "If wrong: turn ends." if view.seats == 2 else "If wrong: you are out."
        return (*marks, TextMark(BODY.x, BODY.bottom - _LOW + 2, cost))
    return (*marks, *_row_below(view))


_STRIP: Final = BODY.y
_EXAMPLE: Final = ("B0", "B3", "W3", GREEN, "W9")
_HIDDEN: Final = (None,) * 5

_HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_above("Only you see your row.", *draw_row(BODY.x, BODY.y, _EXAMPLE, lettered=True)),
    drawing_above("Black and white. The fives are green.", *draw_row(BODY.x, BODY.y, ("B4", "W4", GREEN, GREEN, "B6"))),
    drawing_above("Low is left. At a tie black is left.", *draw_row(BODY.x, BODY.y, ("B1", "W1", "W4", "B8", "W8"))),
    drawing_above("Find out the row that is hidden.", *draw_row(BODY.x, BODY.y, _HIDDEN)),
    drawing_above("Ask one of six open cards in your turn.", TextMark(BODY.x, _STRIP, "Sum of black tiles?", "label")),
    drawing_above("All hear the answer. It is always true.", TextMark(BODY.x, _STRIP, "Bob: Black + 12", "label")),
    drawing_above("Sure? Then guess the whole row.", *draw_row(BODY.x, BODY.y, ("B2", "W2", GREEN, "W7", "B9"))),
)
"""The pages in their order."""

_RULES: Final[Book] = (
    topic(
        "The game",
        "Everybody has a row of number tiles that the others do not see.",
        "Two play: find the other player's row.",
        # B2
        "Three or four: find the row in the middle, which nobody sees.",
    ),
    topic(
        "The tiles",
        # B1
        "There are 20: 0 to 9 in black and in white, but both fives are green.",
        "Each has five, or four where four play. With two players ten are not in the game.",
        "In words B1 is a black 1, W4 a white 4, G5 a green 5.",
    ),
    topic(
        "The row",
        draw_row(BODY.x, BODY.y + 4, _EXAMPLE, lettered=True),
        # B3
        "Low numbers stand left. Of two equal numbers the black one stands left.",
        "The places are A to E from the left. White is lit, black an outline, green has two lines.",
    ),
    topic(
        "A turn",
        # B5, B6
        "Ask one of the open cards, or guess.",
        "With two or three players all others answer a card. With four the one who asks answers, too.",
        "The table gives the answers, so each is true. All hear it.",
        "A card that was asked is replaced while there are more.",
    ),
    topic(
        "Sums",
        "Sum, Left +, Mid +, Right +: of all numbers, or of three.",
        "Black + and White +: of the tiles of that colour. A green five counts in neither.",
        "Hi-lo: the highest number less the lowest.",
    ),
    topic(
        "Counts",
        "Blacks, Whites, Evens, Odds: how many tiles. 0 is even.",
        "Pairs: how many times two numbers are equal.",
    ),
    topic(
        "Places",
        "Follow: neighbours of which the right one is one greater, such as 3 4.",
        "Colour: neighbours of one colour, two green fives too.",
        "AB CDE means: A and B do, and C, D and E.",
        "Where 0, Where 5, 1 or 2 and so on: where that number lies. You choose which of the two.",
        # B7, B8
        "C > 4: whether the number at C is more than 4. Four players have neither this nor Mid +.",
    ),
    topic(
        "Guessing",
        # B9
        "A guess names the whole row. You hear right or wrong, and all see it.",
        # B10, B11
        "Two players: a wrong guess costs the turn.",
        "Three or four: who guesses wrong is out, but goes on answering.",
    ),
    topic(
        "The end",
        "Two players: if the one who began is right, the other has one last guess. Both right: both win.",
        "Three or four: the round is played to its end. All who were right win.",
        # B12
        "Nobody wins if all are out, or if no card is left and all pass.",
    ),
)

BOOK: Final[Book] = (topic(IN_PICTURES, *_HOW_TO_PLAY), *_RULES)
