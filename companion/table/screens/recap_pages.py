"""The recap of a finished round as pages: who won it, what every seat scored, and for what."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import to_builtins

from companion.core.keys import Gesture
from companion.core.recap import Recap, Share
from companion.core.screen import ACROSS, LINE, Mark, Screen, ScreenPage, TextMark
from companion.ui.compose import PAGE_LINES, labels

ON: Final = "go on"

Pieces = Callable[[tuple[str, ...], int], tuple[Mark, ...]]
"""Draws the tiles or cards that were counted, from a height on: `Game.pieces`."""


def pages(recap: Recap, names: tuple[str, ...], pieces: Pieces) -> tuple[ScreenPage, ...]:
    """The points of all seats; then one page for each seat, with what it scored for."""
    lines = [_line(share, recap, names) for share in recap.shares]
    # Below six names there is no room for the note: it has a page of its own.
    groups = [[*lines, recap.note]] if len(lines) < PAGE_LINES else [lines, [recap.note]]
    overview = (_page(recap.title, group) for group in groups)
    return (*overview, *(_share(share, names, pieces) for share in recap.shares))


def screen(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int) -> Screen:
    """One of the pages as a whole screen."""
    every = pages(recap, names, pieces)
    page = every[number % len(every)]
    count = f"{number % len(every) + 1}/{len(every)}"
    title = f"{page.name[: ACROSS - len(count) - 1]:<{ACROSS - len(count)}}{count}"
    return Screen((TextMark(0, 0, title), *page.marks, *labels("◀", ON, "▶")))


def turned(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int, gesture: Gesture) -> int | None:
    """The page after a gesture; None if the gesture closes the recap."""
    count = len(pages(recap, names, pieces))
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


def _line(share: Share, recap: Recap, names: tuple[str, ...]) -> str:
    wins = " wins" if share.seat == recap.winner else ""
    return f"{names[share.seat]:<8}{f'+{share.sum}':>4}{share.total:>4}{wins}"


def _share(share: Share, names: tuple[str, ...], pieces: Pieces) -> ScreenPage:
    lines = [f"{entry.what:<17}{entry.points:>4}" for entry in share.points] or ["nothing scored"]
    page = _page(f"{names[share.seat]}: {share.sum}", lines)
    return ScreenPage(page.name, (*page.marks, *pieces(share.pieces, LINE * (1 + len(lines)) + 1)))


def _page(name: str, lines: list[str]) -> ScreenPage:
    return ScreenPage(name, tuple(TextMark(0, LINE * number, line) for number, line in enumerate(lines, 1)))
