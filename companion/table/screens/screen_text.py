"""A screen as text, for those who hear it: its lines from the top, and what the boxes above the three keys say.

Invariant: it is made of the marks of that screen alone, so it tells whoever reads it nothing that the screen does not show.
"""

from typing import Final

from msgspec import json

from companion.core.screen import BODY, Icon, Screen, TextMark, every_mark
from companion.ui.layout import ARROWS, BOX_LEFT, BOX_TOP

DARK_SCREEN: Final = json.encode({"lines": [], "keys": ["", "", ""]})
"""The text of a dark screen."""
MARKED: Final = " (marked)"
"""Stands behind a line that is inverted, such as the entry of a list at which the keys are, and behind a dial's chosen value."""
_LEAST_ON_DIAL: Final = 3
"""Values beside each other, of which one is inverted: fewer may be a row that is filled one by one."""


def screen_text(screen: Screen) -> bytes:
    """Lines and labels as JSON, where the marked line of a list says so. Private, as the screen is: bytes, never text."""
    lines = [_line(marks, MARKED) + (MARKED if _is_marked(marks) else "") for marks in _rows(screen)]
    return json.encode({"lines": lines, "keys": key_labels(screen)})


def screen_lines(screen: Screen) -> list[str]:
    """What stands above the boxes of the keys, but the values of a dial; texts of one height are one line. The title ends as a
    sentence does, so that it is apart from what is read after it."""
    rows = [marks for marks in _rows(screen) if _chosen(marks) is None]
    return [_ended(_line(marks)) if marks[0].y < BODY.y else _line(marks) for marks in rows]


def dial_values(screen: Screen) -> tuple[list[str], int] | None:
    """The values that ◀ and ▶ go through, and which of them is chosen; None where the screen has no dial."""
    found = ((marks, _chosen(marks)) for marks in _rows(screen))
    return next((([mark.text for mark in marks], at) for marks, at in found if at is not None), None)


def _chosen(marks: list[TextMark]) -> int | None:
    inverse = [at for at, mark in enumerate(marks) if mark.inverse]
    return inverse[0] if len(inverse) == 1 and len(marks) >= _LEAST_ON_DIAL else None


def _ended(title: str) -> str:
    return title if not title or title[-1] in ".?!:…" else f"{title}."


def _rows(screen: Screen) -> list[list[TextMark]]:
    rows: dict[int, list[TextMark]] = {}
    for mark in every_mark(screen):
        if isinstance(mark, TextMark) and mark.y < BOX_TOP:
            rows.setdefault(mark.y, []).append(mark)
    return [sorted(rows[y], key=lambda mark: mark.x) for y in sorted(rows)]


def _line(marks: list[TextMark], after_chosen: str = "") -> str:
    chosen = _chosen(marks)
    return " ".join(mark.text + (after_chosen if at == chosen else "") for at, mark in enumerate(marks)).strip()


def _is_marked(marks: list[TextMark]) -> bool:
    return all(mark.inverse and mark.y >= BODY.y for mark in marks)


def key_labels(screen: Screen) -> list[str]:
    """What the boxes above ◀ ● ▶ say; empty where there is none."""
    labels = ["", "", ""]
    for mark in every_mark(screen):
        if isinstance(mark, TextMark | Icon) and mark.y >= BOX_TOP:
            key = max(number for number, left in enumerate(BOX_LEFT) if left <= max(mark.x, 0))
            arrows = (sign for sign, rows in ARROWS.items() if isinstance(mark, Icon) and rows == mark.rows)
            # A group of symbols has a mark for each.
            label = mark.text if isinstance(mark, TextMark) else next(arrows, "")
            labels[key] = f"{labels[key]} {label}".strip()
    return labels
