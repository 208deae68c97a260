"""A finished round in front of the game: who won it, and what was scored for what, until each player presses on.

Every seat reads at its own pace, while the game goes on behind it; no move is made by it, so it stands in no journal. After a
power cut it is shown again to whoever has made no move since.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import to_builtins

from companion.core.game import AnyGame, Step
from companion.core.keys import Gesture
from companion.core.recap import Recap, Share
from companion.core.screen import ACROSS, LINE, Mark, Screen, ScreenPage, TextMark
from companion.core.seat import Seat
from companion.ui.compose import PAGE_LINES, labels

ON: Final = "go on"

Pieces = Callable[[tuple[str, ...], int], tuple[Mark, ...]]


def pages(recap: Recap, names: tuple[str, ...], pieces: Pieces) -> tuple[ScreenPage, ...]:
    """What every seat got, and then for each of them what for."""
    lines = [_line(share, recap, names) for share in recap.shares]
    # Where there is no room below six names, the note stands on a page of its own.
    groups = [[*lines, recap.note]] if len(lines) < PAGE_LINES else [lines, [recap.note]]
    told = (_page(recap.title, group) for group in groups)
    return (*told, *(_share(share, names, pieces) for share in recap.shares))


def screen(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int) -> Screen:
    """One of the pages as a whole screen."""
    every = pages(recap, names, pieces)
    page = every[number % len(every)]
    count = f"{number % len(every) + 1}/{len(every)}"
    title = f"{page.name[: ACROSS - len(count) - 1]:<{ACROSS - len(count)}}{count}"
    return Screen((TextMark(0, 0, title), *page.marks, *labels("◀", ON, "▶")))


def leafed(recap: Recap, names: tuple[str, ...], pieces: Pieces, number: int, gesture: Gesture) -> int | None:
    """The page after a gesture; None where it presses on."""
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


def unread(game: AnyGame, options: object, seats: int, steps: tuple[Step, ...]) -> tuple[Seat, ...]:
    """Who has made no move since a round ended, if one did. `steps` are known to replay."""
    state = game.setup(options, seats)
    waiting: tuple[Seat, ...] = ()
    for actor, move in steps:
        before, state = game.recap(state), game.apply(state, actor, move)
        waiting = tuple(seat for seat in waiting if seat != actor)
        if game.recap(state) != before:
            waiting = tuple(range(seats))
    return waiting


def as_json(recap: Recap, names: tuple[str, ...]) -> dict[str, Any]:
    """A recap as the page receives it; `names`: what the seats are called."""
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
