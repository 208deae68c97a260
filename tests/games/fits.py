"""Every screen that a game's state has: all pages of each observer, and every step of entering a move of each kind."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.core.entry import Entry
from companion.core.game import AnyGame
from companion.core.prompt import Menu, Move, Prompt, RandBelow, sample
from companion.core.screen import Rendering, Screen, Veil, crowded, misfits
from companion.core.seat import PUBLIC, Observer
from companion.ui.editor import Dialog, Draft
from companion.ui.screens import HOLD, TimeLeft, compose, screen_pages, title_bar
from tests.key_spelling import spell

NAMES = ("Ĵįģ ŴŷþÅÇjĲ", "WWWWWWWWWWWW", "ÄÖÜ-Ñg'Ĥĵ", "İ", "ŷĢğjÊŐ", "MWŴŶQĄgĶjpqy")
"""High, deep and wide ones, as many letters as a name may have."""
WIDEST_TIME = TimeLeft("60:00", urgent=True)


@lru_cache(maxsize=4096)
def fits(screen: Screen) -> None:
    """A screen that comes again, as most do, is judged once."""
    assert not (wrong := misfits(screen)), wrong
    assert not (pairs := crowded(screen)), pairs


def assert_fits(game: AnyGame, options: Any, state: Any, pick: RandBelow) -> None:
    """All screens of all observers at a moment."""
    for observer in (PUBLIC, *range(game.view(state, PUBLIC).seats)):
        view = game.view(state, observer)
        assert_seat_fits(game, options, state, observer, game.prompt(options, view), pick)


def assert_seat_fits(
    game: AnyGame, options: Any, state: Any, observer: Observer, prompt: Prompt | None, pick: RandBelow
) -> None:
    """All screens of one observer who is asked this."""
    view = game.view(state, observer)

    def render(entered: Entry | None) -> Rendering:
        drawn: Rendering = game.render(options, view, NAMES[: view.seats], entered)
        return drawn

    desks = [Dialog(), *(Dialog(page=number) for number in range(len(screen_pages(render(None), prompt))))]
    if prompt is not None:
        for move in one_of_each(prompt, pick):
            for draft in drafts(prompt, move):
                fits(Screen(title_bar(draft.step.title, acting=True, hold="menu", time=WIDEST_TIME)))
                desks.append(Dialog(draft))
    for desk in desks:
        screen = compose(desk, render)
        fits(screen)
        if any(isinstance(mark, Veil) for mark in screen.marks):
            fits(compose(desk, render, cover=HOLD))


def one_of_each(prompt: Prompt, pick: RandBelow) -> Iterator[Move]:
    """A move by luck for each way on of a menu, or of all others."""
    if isinstance(prompt, Menu):
        for branch in prompt.branches:
            yield from one_of_each(branch.prompt, pick)
    else:
        yield sample(prompt, pick)


def drafts(prompt: Prompt, move: Move) -> Iterator[Draft]:
    """Every step of entering a move."""
    draft = Draft(prompt)
    for gesture in spell(prompt, move):
        yield draft
        after = draft.press(gesture)
        if isinstance(after, Draft):
            draft = after
