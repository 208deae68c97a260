"""What a seat knows of the code that it looks for: the last answer in words and on a map, and which spaces are filled."""

from collections.abc import Sequence
from typing import Final, assert_never

from companion.core.fonts.faces import text_width
from companion.core.screen import BODY, Mark, Rect, box, clipped, text_lines, wrap
from companion.games.digitcode.marks import (
    BELOW_ACCENTS,
    LINE_MAP_WIDTH,
    NOTHING_KNOWN,
    PLACE_MAP_LEFT,
    KnownSpaces,
    known_from_code,
    line_map,
    place_map,
)
from companion.games.digitcode.moves import ALL_SPACES, SPACE_AT, AskLarger, AskLine, AskParity, AskSpace
from companion.games.digitcode.options import CodeMaker, Options, hidden_from
from companion.games.digitcode.possible import sheet_of
from companion.games.digitcode.state import AskedQuestion
from companion.games.digitcode.text import spoken_form
from companion.games.digitcode.view import DigitCodeView, asked_about, code_in_sight

_ASKED: Final = " asked:"


def last_answer(view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> tuple[Mark, ...]:
    """The last answer about the code of `maker` in words, and beside them a map of what was asked about; nothing before the first
    one."""
    asked = asked_about(view, maker)
    if not asked:
        return ()
    last = asked[-1]
    drawn = _asked_map(last, _asked_spaces(asked))
    width = min(box(mark).x for mark in drawn) - BODY.x - 4
    who = "You" if last.seat == view.seat else clipped(names[last.seat], width - text_width(_ASKED) - 1)
    head = "You are out." if view.seat in view.out else f"{who}{_ASKED}"
    area = Rect(BELOW_ACCENTS.x, BELOW_ACCENTS.y, width, BELOW_ACCENTS.height)
    return (*text_lines((head, *wrap(spoken_form(last), width)), area), *drawn)


def _asked_map(last: AskedQuestion, known: KnownSpaces) -> tuple[Mark, ...]:
    """Where the lines, the space or the digits are that a question was about."""
    match last.question:
        case AskLine(line):
            lines: tuple[str, ...] = (line,)
        case AskSpace(column, row):
            lines = (column, row)
        case AskParity(place):
            return place_map(PLACE_MAP_LEFT, BODY.y, (place,))
        case AskLarger(places):
            return place_map(PLACE_MAP_LEFT, BODY.y, places)
        case _:
            assert_never(last.question)
    return line_map(BODY.right - LINE_MAP_WIDTH, BODY.y, known, lines)


def known_spaces(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker | None = None
) -> KnownSpaces:
    """What is known of the spaces: of a code in sight all, else what was asked or what the helping sheet has worked out."""
    if maker is None and view.seat is not None and view.seat != view.master:
        maker = hidden_from(options, view.seat)
    if maker is None:
        return _asked_spaces(asked)
    if (code := code_in_sight(view, maker)) is not None:
        return known_from_code(code)
    worked_out = sheet_of(options, view, asked, maker)
    return worked_out.spaces if worked_out is not None else _asked_spaces(asked)


def _asked_spaces(asked: Sequence[AskedQuestion]) -> KnownSpaces:
    """The spaces that were asked about. What follows from other answers is left to the players."""
    known = list(NOTHING_KNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[ALL_SPACES.index(SPACE_AT[one.question.column, one.question.row])] = bool(one.answer)
    return tuple(known)
