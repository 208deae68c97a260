"""Converts the bitmap fonts of X11 (misc-fixed, public domain) into companion/core/fonts/glyphs.txt.

Needs Debian's package xfonts-base, and freetype-py. `python -m tools.fonts [FOLDER]` writes that file; FOLDER holds the
`.pcf.gz` files. A glyph keeps its pixels and loses its empty columns, so letters are as wide as they look.
"""

import sys
from itertools import chain
from pathlib import Path
from typing import Final

import freetype
from msgspec import Struct

from companion.core.fonts.faces import FACE_METRICS, Face, FaceMetrics

SOURCE: Final = Path("/usr/share/fonts/X11/misc")
TARGET: Final = Path(__file__).parents[1] / "companion" / "core" / "fonts" / "glyphs.txt"
ORIGIN: Final = """\
# The glyphs of the faces, made by tools/fonts.py: a letter, and its columns from left to right in hexadecimal digits.
# The lowest bit of a column is its highest row, `rise` rows above the capitals (faces.py). Their origin: LICENSE.
"""

LETTERS: Final = "".join(map(chr, chain(range(0x21, 0x7F), range(0xA1, 0xAD), range(0xAE, 0x180))))
"""Basic Latin, Latin-1 and Latin Extended-A, without blanks and the soft hyphen."""
SIGNS: Final = "–—‘’“”…•←→◀▶▲▼●○×÷≤≥≠√½"
"""Beside the letters, where the font or its stand-in has them."""


class Source(Struct, frozen=True):
    """One face: its measures, the font it comes from, and the font for signs that this one lacks."""

    name: Face
    font: str
    stand_in: str

    @property
    def metrics(self) -> FaceMetrics:
        """The measures of the face."""
        return FACE_METRICS[self.name]

    @property
    def rows(self) -> int:
        """All rows of the face: the accents above the capitals, the capitals, the descenders."""
        return self.metrics.rise + self.metrics.height


SOURCES: Final = (
    Source("text", "6x10", "6x12"),
    Source("label", "6x13", "6x13"),
    Source("title", "6x13B", "6x13"),
    Source("number", "8x13B", "7x13"),
    Source("value", "10x20", "10x20"),
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
        y = source.metrics.rise + source.metrics.cap - top + row
        for x in range(bitmap.width):
            if bitmap.buffer[row * bitmap.pitch + x // 8] >> (7 - x % 8) & 1 and 0 <= y < source.rows:
                found[x] |= 1 << y
    lit = [x for x, column in enumerate(found) if column]
    return tuple(found[lit[0] : lit[-1] + 1]) if lit else None


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
    top = source.metrics.rise + source.metrics.cap - len(rows)
    return tuple(sum(1 << top + y for y, row in enumerate(rows) if row[x] == "#") for x in range(len(rows[0])))


def _zero(source: Source) -> Columns:
    """An oval four columns wide, narrower than the letter O."""
    side = ((1 << source.metrics.cap - 2) - 1) << source.metrics.rise + 1
    lids = (1 | 1 << source.metrics.cap - 1) << source.metrics.rise
    return (side, lids, lids, side)


def _dots(source: Source, *, colon: bool) -> Columns:
    """A square on the baseline, and for a colon another one at the height of small letters."""
    square = (1 << DOT) - 1
    low = square << source.metrics.rise + source.metrics.cap - DOT
    high = square << source.metrics.rise + source.metrics.cap // 2 - DOT // 2 if colon else 0
    return (low | high,) * DOT


def lines(source: Source, found: dict[str, Columns]) -> str:
    """The lines of a face."""
    digits = -(-source.rows // 4)
    glyphs = (f"{letter} {' '.join(f'{column:0{digits}x}' for column in made)}\n" for letter, made in found.items())
    return f"face {source.name}\n{''.join(glyphs)}"


def main() -> None:
    """Write the glyphs of all faces."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    written = [ORIGIN]
    for source in SOURCES:
        found = glyphs(source, folder)
        written.append(lines(source, found))
        print(
            f"{source.name}: {len(found)} glyphs, without {''.join(set(LETTERS + SIGNS) - found.keys()) or 'nothing'}"
        )
    TARGET.write_text("".join(written), encoding="utf-8")


if __name__ == "__main__":
    main()
