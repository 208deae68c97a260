"""How a game of Digit Code looks on a seat's screen: the code that it looks for, as far as the answers show it, and beside
it what was asked last and the proposals left. Further pages: all answers on the drawing, the own code, the log.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.screen import ACROSS as LETTERS
from companion.core.screen import CELL, LINE, FilledBox, Mark, Outline, Rendering, ScreenPage, TextMark, Veil
from companion.core.seat import Seat
from companion.games.digitcode.drawing import RIGHT, TALL, UNKNOWN, Known, drawing, letters, of_code
from companion.games.digitcode.options import Options, hidden_from, solvers
from companion.games.digitcode.possible import Sheet, sheet
from companion.games.digitcode.questions import AskedQuestion, AskSpace
from companion.games.digitcode.rules import TRIES
from companion.games.digitcode.segments import BY_LINES, PLACES, SPACES
from companion.games.digitcode.text import Holder, long_form, relations, short_form, spelled, status
from companion.games.digitcode.view import CodeView

SIDE: Final = 80
"""Where the column beside a large drawing begins; beside a small one it begins at SIDE_SMALL."""
SIDE_SMALL: Final = 92
MAKING: Final = ("Six digits in 2 rows:", "none three times, and", "no two alike side by", "side or stacked.")


def render(options: Options, view: CodeView, names: tuple[str, ...], lines: int) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    return Rendering(status(options, view, names), tuple(_pages(options, view, names, lines)))


def _pages(options: Options, view: CodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    if view.phase == "code" and view.seat in view.to_act:
        return [ScreenPage("Your code", _making(view))]
    pages = []
    sought = _sought(options, view)
    for holder in sought:
        pages += _hidden(options, view, names, lines, holder)
    if view.seat is not None and view.codes[view.seat] is not None and view.seat not in sought:
        own = _own(options, view, names, lines, view.seat)
        pages = [own, *pages] if view.seat == view.master or view.phase == "code" else [*pages, own]
    return [*pages, *_log(view, names, lines), *_proposals(view, names, lines)]


def _sought(options: Options, view: CodeView) -> tuple[Holder, ...]:
    """The codes that the observer does not know while the game is on: one, but for the public of two players."""
    if view.seat is not None:
        return () if view.seat == view.master else (hidden_from(options, view.seat),)
    return tuple(dict.fromkeys(hidden_from(options, seat) for seat in reversed(solvers(options, view.seats))))


def _making(view: CodeView) -> tuple[Mark, ...]:
    """What the maker of a code must know, beside the entry."""
    first = "A draw! New codes:" if view.replays else MAKING[0]
    return tuple(TextMark(0, LINE * (1 + line), text[:LETTERS]) for line, text in enumerate((first, *MAKING[1:])))


def _hidden(options: Options, view: CodeView, names: tuple[str, ...], lines: int, holder: Holder) -> list[ScreenPage]:
    """The code of `holder`: what is known of it, all answers about it, and what they leave possible."""
    asked = tuple(one for one in view.asked if one.of == holder)
    code = view.table_code if holder == "table" else view.codes[holder]
    worked_out = sheet(asked) if options.sheet and view.seat is not None and code is None else None  # C17
    known = of_code(code) if code is not None else worked_out.spaces if worked_out else _told(asked)
    name = "Table's code" if holder == "table" else f"{names[holder]}'s code"
    pages = [ScreenPage(name, (*drawing(known, lines, letters()), *_side(options, view, names, lines)))]
    if view.phase != "code":
        pages.append(ScreenPage("Answers", (*drawing(known, lines, _counts(asked)), *_map(asked, lines))))
    if worked_out:
        pages.append(ScreenPage(f"{worked_out.count} possible", _possible(worked_out, lines)))
    return pages


def _own(options: Options, view: CodeView, names: tuple[str, ...], lines: int, seat: Seat) -> ScreenPage:
    """The code that the observer made, behind the Secrecy screen while the game is on (C3)."""
    code = view.codes[seat]
    assert code is not None
    marks = drawing(of_code(code), lines, letters())
    across = RIGHT + CELL if lines >= TALL else SIDE_SMALL - 4
    shown: tuple[Mark, ...] = (Veil(0, LINE, across, LINE * lines, marks),) if view.phase != "over" else marks
    return ScreenPage("Your code", (*shown, *_side(options, view, names, lines)))


def _told(asked: Sequence[AskedQuestion]) -> Known:
    """The spaces that were asked for themselves; what else follows is the players' own affair."""
    known = list(UNKNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[SPACES.index(BY_LINES[one.question.column, one.question.row])] = bool(one.answer)
    return tuple(known)


def _counts(asked: Sequence[AskedQuestion]) -> dict[str, str]:
    """Every line labelled by how many of its spaces are filled."""
    counts = dict.fromkeys(letters(), "·")
    for one in asked:
        match short_form(one).split(" "):
            case [line, count] if line in counts and count.isdigit():
                counts[line] = count
            case _:
                pass
    return counts


def _side(options: Options, view: CodeView, names: tuple[str, ...], lines: int) -> tuple[Mark, ...]:
    """Beside the drawing: of two players what each asked last, of more what all asked last; and the proposals left."""
    left = SIDE if lines >= TALL else SIDE_SMALL
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
    if lines >= TALL and view.proposals:
        rows -= 1
        last = view.proposals[-1]
        text = f"{mark[last.seat]}{'✓' if last.correct else '✗'}{''.join(map(str, last.digits))}"
        marks.append(TextMark(left, LINE * lines, text))
    for line, one in enumerate(view.asked[-rows:]):
        text = short_form(one) if lines < TALL else f"{mark[one.seat]} {short_form(one)}"
        marks.append(TextMark(left, LINE * (first + line), text[:across]))
    return tuple(marks)


def _marks(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each seat: its initial, or its number where two have the same."""
    initials = tuple(name[:1] for name in names)
    return initials if len(set(initials)) == len(names) else tuple(str(seat) for seat in range(len(names)))


def _tries(view: CodeView, seat: Seat, y: int) -> tuple[Mark, ...]:
    """A full box for each proposal left, an empty one for each that was wrong."""
    lost = view.wrong[seat]
    boxes = ((128 - 5 * TRIES - (TRIES - 1) + 6 * number, number < TRIES - lost) for number in range(TRIES))
    return tuple(FilledBox(x, y + 1, 5, 5) if full else Outline(x, y + 1, 5, 5) for x, full in boxes)


def _map(asked: Sequence[AskedQuestion], lines: int) -> tuple[Mark, ...]:
    """Even, odd and larger, place by place, and which place is which."""
    left = SIDE if lines >= TALL else SIDE_SMALL
    texts = [*relations(asked), "", "T U V", "W X Y"][:lines]
    return tuple(TextMark(left, LINE * (1 + line), text) for line, text in enumerate(texts))


def _possible(found: Sheet, lines: int) -> tuple[Mark, ...]:
    """C17: for each place the digits that are still possible, each at its own spot of the line."""
    marks = []
    for line, (place, digits) in enumerate(zip(PLACES, found.digits, strict=True)):
        if line < lines:
            row = "".join(str(digit) if digit in digits else "·" for digit in range(10))
            marks.append(TextMark(0, LINE * (1 + line), f"{place}  {row}"))
    return tuple(marks)


def _log(view: CodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    """Who asked what, and the answer; the newest page first, so that what happened is next to the board."""
    pages = []
    for end in range(len(view.asked), 0, -lines):
        start = max(0, end - lines)
        rows = (f"{names[one.seat]:<8} {long_form(one)}" for one in view.asked[start:end])
        marks = tuple(TextMark(0, LINE * (1 + line), row[:LETTERS]) for line, row in enumerate(rows))
        pages.append(ScreenPage(f"Asked {start + 1}-{end}", marks))
    return pages


def _proposals(view: CodeView, names: tuple[str, ...], lines: int) -> list[ScreenPage]:
    pages = []
    for start in range(0, len(view.proposals), lines):
        rows = []
        for line, one in enumerate(view.proposals[start : start + lines]):
            verdict = "✓" if one.correct else "✗"
            rows.append(TextMark(0, LINE * (1 + line), f"{names[one.seat]:<8} {spelled(one.digits)} {verdict}"))
        pages.append(ScreenPage("Proposals", tuple(rows)))
    return pages
