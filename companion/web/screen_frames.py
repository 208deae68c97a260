"""The binary message that carries one seat's screen to the bench page: a seat, a flag, and runs of bytes.

    byte 0     seat
    byte 1     flags; bit 0: full, that is, the runs are drawn on a blank picture and not on the one before
    then runs  page (one byte), column (one byte), length (one byte), data
    then zeros, any number of them: phones are sent them to fill the message

A small update takes 2 + 3 bytes a run + its data, since a frame is what the display path sent to the panel.

The same screen as text, for who hears it, has 4 as its flags, and then the JSON object of table/data.py.
"""

from typing import Final, NamedTuple

from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.core.seat import Seat

FULL: Final = 1
TEXT: Final = 4


class ScreenFrame(NamedTuple):
    """A message: `runs` of `seat`'s picture. `full`: all other pixels are dark."""

    seat: Seat
    full: bool
    runs: tuple[PixelRun, ...]


def lit_runs(picture: Picture) -> tuple[PixelRun, ...]:
    """The runs that make `picture` out of a blank one: one for each page that is not dark, without its dark ends."""
    runs = []
    for page in range(PAGES):
        line = picture[page * WIDTH : (page + 1) * WIDTH]
        lit = line.strip(b"\0")
        if lit:
            runs.append(PixelRun(page, len(line) - len(line.lstrip(b"\0")), lit))
    return tuple(runs)


def encode_screen(frame: ScreenFrame) -> bytes:
    """The message. Every run lies within its page."""
    parts = [bytes((frame.seat, FULL if frame.full else 0))]
    for run in frame.runs:
        if not (0 <= run.page < PAGES and run.column >= 0 and 0 < len(run.data) <= WIDTH - run.column):
            raise ValueError(
                f"A run of {len(run.data)} bytes at page {run.page}, column {run.column} leaves the screen."
            )
        parts += (bytes((run.page, run.column, len(run.data))), run.data)
    return b"".join(parts)


def decode_screen(message: bytes) -> ScreenFrame:
    """The frame of a message, which zeros may fill. Raises ValueError for a message that `encode_screen` never makes."""
    if len(message) < 2 or message[1] & ~FULL:
        raise ValueError("A frame begins with its seat and its flags.")
    runs, at = [], 2
    while any(message[at:]):
        if at + 3 > len(message):
            raise ValueError("A run of this frame has no head.")
        page, column, length = message[at : at + 3]
        data = message[at + 3 : at + 3 + length]
        if page >= PAGES or not 0 < length <= WIDTH - column or len(data) != length:
            raise ValueError(
                f"A run of {length} bytes at page {page}, column {column} leaves the screen or the message."
            )
        runs.append(PixelRun(page, column, data))
        at += 3 + length
    return ScreenFrame(message[0], bool(message[1] & FULL), tuple(runs))


def encode_text(seat: Seat, text: bytes) -> bytes:
    """The message with a screen as text."""
    return bytes((seat, TEXT)) + text


def full(seat: Seat, picture: Picture) -> bytes:
    """The message that makes a seat's screen from nothing."""
    return encode_screen(ScreenFrame(seat, True, lit_runs(picture)))


def update(seat: Seat, before: Picture, runs: tuple[PixelRun, ...], after: Picture) -> bytes | None:
    """The message that changes a page from `before` to `after`; None where they are equal.

    It has the `runs` where they give `after`, else the whole picture; so a page never differs from its panel.
    """
    if before == after:
        return None
    if after != BLANK and applied(before, runs) == after:
        return encode_screen(ScreenFrame(seat, False, runs))
    return full(seat, after)
