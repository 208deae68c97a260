"""The pages of a game of Digit Code: the code that the seat looks for, as far as the answers show it; beside it the last
questions and the proposals left. Further pages: all answers on the drawing, the seat's own code, the log.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.screen import ACROSS, CELL, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil
from companion.core.seat import Seat
from companion.games.digitcode.drawing import (
    DRAWING_WIDTH,
    LARGE_LINES,
    NOTHING_KNOWN,
    KnownSpaces,
    draw_code_spaces,
    known_from_code,
    line_labels,
)
from companion.games.digitcode.moves import ALL_SPACES, DIGIT_LETTERS, SPACE_AT, AskSpace
from companion.games.digitcode.options import CodeMaker, Options, hidden_from, solvers
from companion.games.digitcode.possible import HelpingSheet, helping_sheet
from companion.games.digitcode.state import MAX_WRONG_PROPOSALS, AskedQuestion
from companion.games.digitcode.text import long_form, relations, short_form, spaced_digits, status
from companion.games.digitcode.view import DigitCodeView

_SIDE_LEFT: Final = 80
"""Pixels from the left edge to the column beside a large drawing; beside a small one it is _SIDE_LEFT_SMALL."""
_SIDE_LEFT_SMALL: Final = 92
_CODE_RULES: Final = ("Six digits in 2 rows:", "none three times, and", "no two alike side by", "side or stacked.")


def render(options: Options, view: DigitCodeView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    return Rendering(status(options, view, names), tuple(_pages(options, view, names, lines)))


def _pages(options: Options, view: DigitCodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    if view.phase == "code" and view.seat in view.to_act:
        return [ScreenPage("Your code", _making(view))]
    pages = []
    sought = _sought(options, view)
    for maker in sought:
        pages += _hidden(options, view, names, lines, maker)
    if view.seat is not None and view.codes[view.seat] is not None and view.seat not in sought:
        own = _own(options, view, names, lines, view.seat)
        pages = [own, *pages] if view.seat == view.master or view.phase == "code" else [*pages, own]
    return [*pages, *_log(view, names, lines), *_proposals(view, names, lines)]


def _sought(options: Options, view: DigitCodeView) -> tuple[CodeMaker, ...]:
    """The makers of the codes that the observer looks for: one, or two for the public view of two players."""
    if view.seat is not None:
        return () if view.seat == view.master else (hidden_from(options, view.seat),)
    return tuple(dict.fromkeys(hidden_from(options, seat) for seat in reversed(solvers(options, view.seats))))


def _making(view: DigitCodeView) -> tuple[Mark, ...]:
    """The rules of a code, above the entry."""
    first = "A draw! New codes:" if view.replays else _CODE_RULES[0]
    return tuple(TextMark(0, LINE * (1 + line), text[:ACROSS]) for line, text in enumerate((first, *_CODE_RULES[1:])))


def _hidden(
    options: Options, view: DigitCodeView, names: tuple[str, ...], lines: int, maker: CodeMaker
) -> list[ScreenPage]:
    """The code of `maker`: the known spaces, all answers about it, and the digits that they leave possible."""
    asked = tuple(one for one in view.asked if one.of == maker)
    code = view.table_code if maker == "table" else view.codes[maker]
    worked_out = helping_sheet(asked) if options.sheet and view.seat is not None and code is None else None  # C17
    known = known_from_code(code) if code is not None else worked_out.spaces if worked_out else _asked_spaces(asked)
    name = "Table's code" if maker == "table" else f"{names[maker]}'s code"
    pages = [ScreenPage(name, (*draw_code_spaces(known, lines, line_labels()), *_side(options, view, names, lines)))]
    if view.phase != "code":
        pages.append(ScreenPage("Answers", (*draw_code_spaces(known, lines, _counts(asked)), *_map(asked, lines))))
    if worked_out:
        pages.append(ScreenPage(f"{worked_out.count} possible", _possible(worked_out, lines)))
    return pages


def _own(options: Options, view: DigitCodeView, names: tuple[str, ...], lines: int, seat: Seat) -> ScreenPage:
    """The code that the observer made, behind a veil while the game is on (C3)."""
    code = view.codes[seat]
    assert code is not None
    marks = draw_code_spaces(known_from_code(code), lines, line_labels())
    across = DRAWING_WIDTH + CELL if lines >= LARGE_LINES else _SIDE_LEFT_SMALL - 4
    shown: tuple[Mark, ...] = (Veil(0, LINE, across, LINE * lines, marks),) if view.phase != "over" else marks
    return ScreenPage("Your code", (*shown, *_side(options, view, names, lines)))


def _asked_spaces(asked: Sequence[AskedQuestion]) -> KnownSpaces:
    """The spaces that were asked about. What follows from other answers is left to the players."""
    known = list(NOTHING_KNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[ALL_SPACES.index(SPACE_AT[one.question.column, one.question.row])] = bool(one.answer)
    return tuple(known)


def _counts(asked: Sequence[AskedQuestion]) -> dict[str, str]:
    """Each line with the number of its filled spaces as its label, as far as it was asked."""
    counts = dict.fromkeys(line_labels(), "·")
    for one in asked:
        match short_form(one).split(" "):
            case [line, count] if line in counts and count.isdigit():
                counts[line] = count
            case _:
                pass
    return counts


def _side(options: Options, view: DigitCodeView, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    """Beside the drawing: the last questions, of each of two players or of all; and the proposals left."""
    left = _SIDE_LEFT if lines >= LARGE_LINES else _SIDE_LEFT_SMALL
    across = (128 - left) // CELL
    if view.phase == "code":
        return ()
    if options.master is None:
        each = lines // 2 - 1
        order = (1 - view.seat, view.seat) if view.seat is not None else (0, 1)
        marks: list[Mark] = []
        for block, seat in enumerate(order):
            y = LINE * (1 + block * (lines // 2))
            name = "You" if seat == view.seat else names[seat][: across - 2]
            marks += [TextMark(left, y, name), *_tries(view, seat, y)]
            own = [short_form(one) for one in view.asked if one.seat == seat][-each:]
            marks += [TextMark(left, y + LINE * (1 + line), text[:across]) for line, text in enumerate(own)]
        return tuple(marks)
    marks = []
    first = 1
    if view.seat is not None and view.seat != options.master:
        marks += [TextMark(left, LINE, "You"), *_tries(view, view.seat, LINE)]
        first = 2
    mark = _marks(names)
    rows = lines + 1 - first
    if lines >= LARGE_LINES and view.proposals:
        rows -= 1
        last = view.proposals[-1]
        text = f"{mark[last.seat]}{'✓' if last.correct else '✗'}{''.join(map(str, last.digits))}"
        marks.append(TextMark(left, LINE * lines, text))
    for line, one in enumerate(view.asked[-rows:]):
        text = short_form(one) if lines < LARGE_LINES else f"{mark[one.seat]} {short_form(one)}"
        marks.append(TextMark(left, LINE * (first + line), text[:across]))
    return tuple(marks)


def _marks(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each seat: its initial, or its number where two have the same."""
    initials = tuple(name[:1] for name in names)
    return initials if len(set(initials)) == len(names) else tuple(str(seat) for seat in range(len(names)))


def _tries(view: DigitCodeView, seat: Seat, y: int) -> tuple[Mark, ...]:
    """A full box for each proposal left, an empty box for each wrong one."""
    lost = view.wrong[seat]
    first = 128 - 6 * MAX_WRONG_PROPOSALS + 1
    boxes = ((first + 6 * number, number < MAX_WRONG_PROPOSALS - lost) for number in range(MAX_WRONG_PROPOSALS))
    return tuple(FilledBox(x, y + 1, 5, 5) if full else Outline(x, y + 1, 5, 5) for x, full in boxes)


def _map(asked: Sequence[AskedQuestion], lines: int) -> tuple[Mark, ...]:
    """Even, odd and larger for each digit, and the letters of the digits."""
    left = _SIDE_LEFT if lines >= LARGE_LINES else _SIDE_LEFT_SMALL
    texts = [*relations(asked), "", "T U V", "W X Y"][:lines]
    return tuple(TextMark(left, LINE * (1 + line), text) for line, text in enumerate(texts))


def _possible(found: HelpingSheet, lines: int) -> tuple[Mark, ...]:
    """C17: for each place the digits that are still possible, each digit in its own column."""
    marks = []
    for line, (place, digits) in enumerate(zip(DIGIT_LETTERS, found.digits, strict=True)):
        if line < lines:
            row = "".join(str(digit) if digit in digits else "·" for digit in range(10))
            marks.append(TextMark(0, LINE * (1 + line), f"{place}  {row}"))
    return tuple(marks)


def _log(view: DigitCodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """All questions and answers; the newest page comes first, next to the board."""
    pages = []
    for end in range(len(view.asked), 0, -lines):
        start = max(0, end - lines)
        rows = (f"{names[one.seat]:<8} {long_form(one)}" for one in view.asked[start:end])
        marks = tuple(TextMark(0, LINE * (1 + line), row[:ACROSS]) for line, row in enumerate(rows))
        pages.append(ScreenPage(f"Asked {start + 1}-{end}", marks))
    return pages


def _proposals(view: DigitCodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    pages = []
    for start in range(0, len(view.proposals), lines):
        rows = []
        for line, one in enumerate(view.proposals[start : start + lines]):
            verdict = "✓" if one.correct else "✗"
            rows.append(TextMark(0, LINE * (1 + line), f"{names[one.seat]:<8} {spaced_digits(one.digits)} {verdict}"))
        pages.append(ScreenPage("Proposals", tuple(rows)))
    return pages
