"""A screen in words, for golden files: its title, the rows of its body, and the labels of the three keys.

    [Your guess ◉ menu]         the title; in brackets while the seat is asked for something
    [R] [Y] (?) ▬  3 RYBG       the body: in one row what stands side by side
    9┄ 12┆                      how many there are of what belongs to no row, such as the segments of a drawn code
    ◀ Red  ● Look  ▶ Blue       the labels of the keys; a key that does nothing has none

    […] on a lit box     (…) in an outline     {…} secret: covered while the veil is down     ▒… dotted: the cover
    ▬ ▮ a bar that lies or stands     ┄ ┆ a dotted one     (3•) a die with three pips     <##>, ▾ and the like: small drawings
    ¬word  dark on dark or lit on lit: nobody can read it

It is made of the screen's marks without their faces, columns and pixels. So it changes when what can be read changes, and stays
when letters are drawn in another way.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Final, assert_never

from companion.core.fonts.faces import cap
from companion.core.screen import (
    BODY,
    CHEQUER,
    DARK,
    DOTS,
    LIT,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Screen,
    TextMark,
    Veil,
    box,
)
from companion.games.davinci.screens import POINTER, WEDGE
from companion.table.data import key_labels
from companion.ui.screens import ARROWS, BOX_TOP, HOLD_RING

NEAR: Final = 3
"""Pixels between the bars of one drawing, at most."""
LEAST: Final = 5
"""Pixels of the shorter side of a rectangle that can hold something; a smaller one is a bar or a square."""
SIGNS: Final = {**{rows: sign for sign, rows in ARROWS.items()}, HOLD_RING: "◉", WEDGE: "▸", POINTER: "▾"}


@dataclass
class Piece:
    """A mark, the rectangle that it fills, and the pieces that stand in it."""

    mark: Mark
    place: Rect
    inside: list["Piece"] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether it can have others inside."""
        return isinstance(self.mark, Veil) or (
            isinstance(self.mark, FilledBox | Outline) and min(self.place.width, self.place.height) >= LEAST
        )


@lru_cache(maxsize=4096)
def screen_words(screen: Screen) -> tuple[str, ...]:
    """The lines of a screen."""
    pieces = _nested(screen.marks)
    title = [piece for piece in pieces if piece.place.y < BODY.y - 1 and not _is_line(piece)]
    body = [piece for piece in pieces if BODY.y - 1 <= piece.place.y < BOX_TOP]
    keys = [f"{sign} {label}" for sign, label in zip("◀●▶", key_labels(screen), strict=True) if label]
    return tuple(line for line in (_told(title, ground=False), *_rows(body), "  ".join(keys)) if line)


@lru_cache(maxsize=4096)
def body_words(marks: tuple[Mark, ...]) -> tuple[str, ...]:
    """The lines of a page of a game."""
    return tuple(_rows(_nested(marks)))


def _nested(marks: Iterable[Mark]) -> list[Piece]:
    """The marks that stand in no other; the others are inside of theirs. What is drawn later stands in what was drawn before."""
    pieces: list[Piece] = []
    outer: list[Piece] = []
    for mark in marks:
        piece = Piece(mark, _place(mark), _nested(mark.marks) if isinstance(mark, Veil) else [])
        holders = [one for one in pieces if one.holds and _contains(one.place, piece.place)]
        (holders[-1].inside if holders else outer).append(piece)
        pieces += [piece, *_every(piece.inside)]
    return outer


def _every(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        yield from _every(piece.inside)


def _place(mark: Mark) -> Rect:
    """A text stands where its capitals do, whatever hangs below the line."""
    x, y, width, height = box(mark)
    return (
        Rect(x, mark.y, width, cap(mark.face) * mark.scale) if isinstance(mark, TextMark) else Rect(x, y, width, height)
    )


def _contains(outer: Rect, inner: Rect) -> bool:
    """Whether the middle of one stands in the other."""
    return outer.x <= inner.x + inner.width / 2 <= outer.right and outer.y <= _middle(inner) <= outer.bottom


def _is_line(piece: Piece) -> bool:
    """The line below the title of a seat that waits."""
    return isinstance(piece.mark, FilledBox) and piece.place.height == 1


def _rows(pieces: Sequence[Piece]) -> list[str]:
    """A line for all pieces that stand beside one another, from the top; then the bars of a drawing and what else is left,
    counted."""
    rows: list[list[Piece]] = []
    rest: list[Piece] = []
    for piece in sorted(pieces, key=lambda one: (_kind(one), one.place.y, one.place.x)):
        distances = [(distance, row) for row in rows if (distance := _distance(piece, row)) is not None]
        if _is_drawing(piece, pieces) or not (distances or piece.holds or _has_text(piece)):
            rest.append(piece)
        elif distances:
            min(distances, key=lambda found: found[0])[1].append(piece)
        else:
            rows.append([piece])
    told = [_told(row, ground=False) for row in sorted(rows, key=lambda row: row[0].place.y)]
    return [*told, *([_counted(rest)] if rest else [])]


def _kind(piece: Piece) -> int:
    """Texts make the rows; boxes with a text in them join one or make one; then come the others."""
    return 0 if isinstance(piece.mark, TextMark) else 1 if _has_text(piece) else 2 if piece.holds else 3


def _distance(piece: Piece, row: Sequence[Piece]) -> tuple[int, float] | None:
    """How far a piece is from a row: columns to the nearest piece beside it, then rows of pixels; None if it is beside none."""
    one = piece.place
    found = []
    for other in (member.place for member in row):
        if other.y <= _middle(one) <= other.bottom or one.y <= _middle(other) <= one.bottom:
            apart = max(0, other.x - one.right, one.x - other.right)
            found.append((apart, abs(_middle(other) - _middle(one))))
    return min(found, default=None)


def _middle(place: Rect) -> float:
    return place.y + place.height / 2


def _is_drawing(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a bar stands, or lies and meets one that stands, as the segments of a digit do."""
    return _is_bar(piece) and (
        _stands(piece) or any(_is_bar(one) and _stands(one) and _meet(piece, one) for one in pieces)
    )


def _stands(piece: Piece) -> bool:
    return piece.place.height > piece.place.width


def _meet(one: Piece, other: Piece) -> bool:
    """Whether two are at most NEAR pixels apart."""
    (x, y, width, height), place = one.place, other.place
    return (
        -NEAR < place.right - x < width + place.width + NEAR and -NEAR < place.bottom - y < height + place.height + NEAR
    )


def _is_bar(piece: Piece) -> bool:
    return isinstance(piece.mark, FilledBox) and not piece.holds and piece.place.width != piece.place.height


def _has_text(piece: Piece) -> bool:
    return isinstance(piece.mark, TextMark) or any(_has_text(one) for one in piece.inside)


def _counted(pieces: Sequence[Piece]) -> str:
    """How many there are of each sign."""
    signs = sorted(_sign(piece, ground=False) for piece in pieces)
    return " ".join(f"{len(list(same))}{sign}" for sign, same in groupby(signs))


def _told(pieces: Sequence[Piece], *, ground: bool) -> str:
    """Pieces side by side; squares alone are counted. `ground`: whether they stand on a lit box."""
    if pieces and all(_is_square(piece) for piece in pieces):
        return _counted(pieces)
    return " ".join(_sign(piece, ground=ground) for piece in sorted(pieces, key=lambda one: one.place.x))


def _is_square(piece: Piece) -> bool:
    return isinstance(piece.mark, FilledBox) and not piece.holds and piece.place.width == piece.place.height


def _sign(piece: Piece, *, ground: bool) -> str:
    mark = piece.mark
    match mark:
        case TextMark():
            return mark.text if mark.inverse == ground or not mark.text.strip() else f"¬{mark.text}"
        case Icon():
            return SIGNS.get(mark.rows, f"<{mark.rows[len(mark.rows) // 2].strip()}>")
        case Veil():
            return "{" + " / ".join(_rows(piece.inside)) + "}"
        case Outline():
            return f"({_told(piece.inside, ground=ground)})"
        case FilledBox():
            return _filled(piece, mark.pattern)
        case _:
            assert_never(mark)


def _filled(piece: Piece, pattern: int) -> str:
    dotted = pattern in (CHEQUER, DOTS)
    if piece.holds:
        inside = _told(piece.inside, ground=pattern == LIT)
        return inside if pattern == DARK else f"▒{inside}" if dotted else f"[{inside}]"
    if _is_square(piece):
        return "•"
    if piece.place.width > piece.place.height:
        return "┄" if dotted else "▬"
    return "┆" if dotted else "▮"
