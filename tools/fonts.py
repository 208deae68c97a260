"""Converts the bitmap fonts of X11 (misc-fixed, public domain) into the faces of companion/core/fonts.

Needs Debian's package xfonts-base, and freetype-py. `python -m tools.fonts [FOLDER]` writes all faces; FOLDER holds the
`.pcf.gz` files. A glyph keeps its pixels and loses its empty columns, so letters are as wide as they look.
"""

import sys
from itertools import chain
from pathlib import Path
from typing import Final

import freetype
from msgspec import Struct

SOURCE: Final = Path("/usr/share/fonts/X11/misc")
TARGET: Final = Path(__file__).parents[1] / "companion" / "core" / "fonts"

LETTERS: Final = "".join(map(chr, chain(range(0x21, 0x7F), range(0xA1, 0xAD), range(0xAE, 0x180))))
"""Basic Latin, Latin-1 and Latin Extended-A, without blanks and the soft hyphen."""
SIGNS: Final = "–—‘’“”…•←→◀▶▲▼●○×÷≤≥≠√½"
"""Beside the letters, where the font or its stand-in has them."""


class Source(Struct, frozen=True):
    """One face: the font it comes from, the font for signs that it lacks, the rows above the capitals that it keeps for
    accents, the height of capitals, the rows below the baseline, and the width of a blank, in pixels."""

    name: str
    font: str
    stand_in: str
    rise: int
    cap: int
    descent: int
    blank: int


FACES: Final = (
    Source("text", "6x10", "6x12", 1, 7, 2, 3),
    Source("label", "6x13", "6x13", 1, 9, 2, 3),
    Source("title", "6x13B", "6x13", 1, 9, 2, 3),
    Source("number", "8x13B", "7x13", 1, 10, 2, 4),
    Source("value", "10x20", "10x20", 2, 13, 4, 5),
)

Columns = tuple[int, ...]

OWN_ZERO: Final = frozenset(("text", "label"))
"""Faces whose zero is drawn here, as a narrow oval: theirs looks like a diamond."""
OWN_BOLD: Final = {
    "M": ("##....##", "###..###", "########", "##.##.##", "##.##.##", *("##....##",) * 4),
    "W": (*("##....##",) * 4, *("##.##.##",) * 3, "########", ".##..##."),
    "m": ("#######.", "##.##.##", "##.##.##", "##.##.##", "##.##.##", "##.##.##"),
    "w": ("##....##", "##....##", "##.##.##", "##.##.##", "########", ".##..##."),
}
"""Letters of the face "title", above the baseline: those of the fonts at hand are filled in, or look like an H."""
DOT: Final = 2
"""Full stops and colons are squares of so many pixels: theirs look like plus signs."""


def columns(face: freetype.Face, letter: str, source: Source) -> Columns | None:
    """The columns of a glyph from its first lit one to its last, bit 0 at the top; None where the font has none."""
    index = face.get_char_index(letter)
    if not index:
        return None
    face.load_glyph(index, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    bitmap = face.glyph.bitmap
    top = face.glyph.bitmap_top
    found = [0] * bitmap.width
    for row in range(bitmap.rows):
        y = source.rise + source.cap - top + row
        for x in range(bitmap.width):
            if bitmap.buffer[row * bitmap.pitch + x // 8] >> (7 - x % 8) & 1 and 0 <= y < height(source):
                found[x] |= 1 << y
    lit = [x for x, column in enumerate(found) if column]
    return tuple(found[lit[0] : lit[-1] + 1]) if lit else None


def height(source: Source) -> int:
    """All rows of a face."""
    return source.rise + source.cap + source.descent


def glyphs(source: Source, folder: Path) -> dict[str, Columns]:
    """All letters and signs of a face."""
    faces = [freetype.Face(str(folder / f"{name}.pcf.gz")) for name in (source.font, source.stand_in)]
    found: dict[str, Columns] = {}
    for letter in LETTERS + SIGNS:
        if letter == "0" and source.name in OWN_ZERO:
            found[letter] = _zero(source)
            continue
        if letter in OWN_BOLD and source.name == "title":
            found[letter] = _drawn(source, OWN_BOLD[letter])
            continue
        if letter in ".:":
            found[letter] = _dots(source, colon=letter == ":")
            continue
        for face in faces:
            if (made := columns(face, letter, source)) is not None:
                found[letter] = made
                break
    return found


def _drawn(source: Source, rows: tuple[str, ...]) -> Columns:
    """A glyph from its rows, the last one on the baseline."""
    top = source.rise + source.cap - len(rows)
    return tuple(sum(1 << top + y for y, row in enumerate(rows) if row[x] == "#") for x in range(len(rows[0])))


def _zero(source: Source) -> Columns:
    """An oval four columns wide, narrower than the letter O."""
    side = ((1 << source.cap - 2) - 1) << source.rise + 1
    lids = (1 | 1 << source.cap - 1) << source.rise
    return (side, lids, lids, side)


def _dots(source: Source, *, colon: bool) -> Columns:
    """A square on the baseline, and for a colon another one at the height of small letters."""
    square = (1 << DOT) - 1
    low = square << source.rise + source.cap - DOT
    high = square << source.rise + source.cap // 2 - DOT // 2 if colon else 0
    return (low | high,) * DOT


def module(source: Source, found: dict[str, Columns]) -> str:
    """The Python module of a face."""
    digits = -(-height(source) // 4)
    lines = [
        f'"""The face "{source.name}", made by tools/fonts.py from X11\'s misc-fixed {source.font} (see LICENSE)."""',
        "",
        "from typing import Final",
        "",
        "from companion.core.fonts.metrics import FaceMetrics",
        "",
        f"METRICS: Final = FaceMetrics(cap={source.cap}, rise={source.rise}, descent={source.descent}, blank={source.blank})",
        "",
        "# fmt: off",
        "GLYPHS: Final[dict[str, str]] = {",
    ]
    lines += [
        f'    {_quoted(letter)}: "{" ".join(f"{column:0{digits}x}" for column in made)}",'
        for letter, made in found.items()
    ]
    return "\n".join((*lines, "}", "# fmt: on", ""))


def _quoted(letter: str) -> str:
    return f"'{letter}'" if letter == '"' else '"\\\\"' if letter == "\\" else f'"{letter}"'


def main() -> None:
    """Write the modules of all faces."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    for source in FACES:
        found = glyphs(source, folder)
        (TARGET / f"{source.name}_face.py").write_text(module(source, found), encoding="utf-8")
        print(
            f"{source.name}: {len(found)} glyphs, without {''.join(set(LETTERS + SIGNS) - found.keys()) or 'nothing'}"
        )


if __name__ == "__main__":
    main()
