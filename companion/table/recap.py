"""The recap of a finished round as pages: who won it, what every seat scored, and for what."""

from typing import Any, Final

from msgspec import to_builtins

from companion.core.fonts.faces import text_width
from companion.core.keys import Gesture
from companion.core.recap import Pieces, Recap, Share
from companion.core.screen import (
    BODY,
    Mark,
    Screen,
    ScreenPage,
    TextMark,
    clipped,
    pitch,
    right_aligned,
    text_lines,
    title_with_name,
)
from companion.ui.screens import key_boxes, title_bar

ON: Final = "Go on"
_LINES: Final = BODY.lines("text")
_PIECES_HEIGHT: Final = 16
_SUM: Final = 96
"""The column before which the points of the round end; the total ends at the right edge."""


def recap_pages(recap: Recap, names: tuple[str, ...], pieces: Pieces) -> tuple[ScreenPage, ...]:
    """What happened; the points of all seats; then for each seat what it scored for, if that is not clear from the total."""
    shares = recap.shares
    overview = [
        ScreenPage(recap.title, _overview(shares[at : at + _LINES], recap, names))
        for at in range(0, len(shares), _LINES)
    ]
    if len(shares) % _LINES == 0:
        overview.append(ScreenPage(recap.title, text_lines((recap.note,))))
    else:
        note = TextMark(BODY.x, BODY.y + (_LINES - 1) * pitch("text"), recap.note)
        overview[-1] = ScreenPage(recap.title, (*overview[-1].marks, note))
    if recap.scene:
        room = BODY.width - text_width(f" {recap.did}") - 1  # a column is free between two letters
        told = TextMark(BODY.x, BODY.y + 1, f"{clipped(names[recap.winner], room)} {recap.did}")
        return (ScreenPage(recap.title, (told, *pieces(recap.scene, BODY.bottom - _PIECES_HEIGHT))), *overview)
    return (*overview, *(page for share in shares for page in _share(share, names, pieces)))


def screen(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int) -> Screen:
    """One of the pages as a whole screen."""
    every = recap_pages(recap, names, pieces)
    page = every[number % len(every)]
    bar = title_bar(page.name, acting=True, hold=ON.lower())
    return Screen((*bar, *page.marks, *key_boxes("◀", ON, "▶")))


def page_after(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int, gesture: Gesture) -> int | None:
    """The page after a gesture; None if the gesture closes the recap."""
    count = len(recap_pages(recap, names, pieces))
    match gesture:
        case "left":
            return (number - 1) % count
        case "right":
            return (number + 1) % count
        case "lift" | "lower" | "left_again" | "right_again":
            return number
        case _:
            return None


def as_json(recap: Recap, names: tuple[str, ...]) -> dict[str, Any]:
    """A recap as the web page receives it. `names`: the names of the seats."""
    return {**to_builtins(recap), "names": list(names)}


def _overview(shares: tuple[Share, ...], recap: Recap, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """A line for each seat: its name, its points of the round, its total."""
    marks: list[Mark] = []
    for line, share in enumerate(shares):
        y = BODY.y + line * pitch("text")
        who = names[share.seat] + (" wins" if share.seat == recap.winner and not recap.scene else "")
        marks.append(TextMark(BODY.x, y, clipped(who, _SUM - 26)))
        marks += [right_aligned(f"+{share.sum}", _SUM, y), right_aligned(f"= {share.total}", BODY.right, y)]
    return tuple(marks)


def _share(share: Share, names: tuple[str, ...], pieces: Pieces) -> list[ScreenPage]:
    """What one seat scored for, and the pieces that counted; on one page if there is room."""
    title = title_with_name(names[share.seat], f": +{share.sum}")
    lines = [(entry.what, str(entry.points)) for entry in share.points] or [("Nothing scored", "")]
    drawn = pieces(share.pieces, BODY.bottom - _PIECES_HEIGHT) if share.pieces else ()
    groups = [lines[at : at + _LINES] for at in range(0, len(lines), _LINES)]
    made = [_points(group) for group in groups]
    if drawn and len(groups[-1]) == 1:
        made[-1] = (*made[-1], *drawn)
    elif drawn:
        made.append(drawn)
    return [ScreenPage(title, marks) for marks in made]


def _points(lines: list[tuple[str, str]]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for line, (what, points) in enumerate(lines):
        y = BODY.y + line * pitch("text")
        marks += [TextMark(BODY.x, y, what), right_aligned(points, BODY.right, y)]
    return tuple(marks)
