"""Whether the screens of a game fit: all pages of an observer, and every step of entering a move."""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import structs

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.game import AnyGame, ask, to_act
from companion.core.prompt import Fill, Menu, Move, Prompt, RandBelow, every, sample
from companion.core.screen import (
    BODY,
    LABEL_WIDTH,
    TITLE_WIDTH,
    Rendering,
    Screen,
    Veil,
    box,
    crowded,
    every_mark,
    misfits,
)
from companion.core.seat import CHANCE, Observer
from companion.ui.compose import Render, compose, screen_pages
from companion.ui.editor import Draft, empty_draft, press, sole_label, step
from companion.ui.key_spelling import spell
from companion.ui.layout import TimeLeft, fits_box, title_bar
from companion.ui.seat_desk import Desk

NAMES = ("Waltraudgyjq", "Ałžbětágjpqy", "Bo", "WWWWWWWWWWWW", "Player 5", "Anna")
"""Long, wide and high ones, as many letters as a name may have."""
MOMENTS = 60
KEYS = 3
WIDEST_TIME = TimeLeft("60:00", urgent=True)


@lru_cache(maxsize=4096)
def assert_fits(screen: Screen) -> None:
    """A screen that comes again, as most do, is judged once."""
    assert not (wrong := misfits(screen)), wrong
    assert not (pairs := crowded(screen)), pairs


def assert_seat_fits(game: AnyGame, options: Any, state: Any, observer: Observer, luck: random.Random) -> None:
    """All screens of an observer at a moment."""
    view = game.view(state, observer)

    rendering = game.render(options, view, NAMES[: view.seats], None)

    def render(entered: Entry | None) -> Rendering:
        return rendering if entered is None else game.render(options, view, NAMES[: view.seats], entered)

    assert text_width(rendering.status, "label") <= TITLE_WIDTH, rendering.status
    for number, page in enumerate(rendering.pages):
        assert text_width(page.name, "label") <= TITLE_WIDTH, page.name
        assert text_width(page.label, "label") <= LABEL_WIDTH, page.label
        for mark in every_mark(Screen(page.marks)):
            assert BODY.y - 1 <= box(mark).y, mark
            assert box(mark).bottom <= BODY.bottom + 1, mark
        _both_ways(Desk(page=number), render)
    _both_ways(Desk(), render)
    prompt = game.prompt(options, view)
    if prompt is None:
        return
    for number in range(len(screen_pages(rendering, prompt))):
        assert_fits(compose(Desk(empty_draft(prompt), page=number), render, "open"))
    entered: set[tuple[Any, ...]] = set()
    for move in one_of_each(prompt, luck):
        for draft in drafts(prompt, move):
            keys = structs.astuple(draft)[1:]
            if keys in entered:
                continue  # several moves begin with the same keys
            entered.add(keys)
            now = step(draft)
            assert text_width(now.title, "label") <= TITLE_WIDTH, now.title
            assert_fits(Screen(title_bar(now.title, acting=True, hold="menu", time=WIDEST_TIME)))
            if now.mode == "keypad" and len(now.entries) <= KEYS:
                assert all(fits_box(sole_label(choice)) for choice in now.entries), now.entries
            _both_ways(Desk(draft), render)


def moments(
    game: AnyGame, seats: int, given: dict[str, Any], steer: Callable[[Any, Move, RandBelow], Move] | None = None
) -> list[tuple[Any, Any]]:
    """The options and the states of MOMENTS moments of random games, their beginning and their end among them.

    `steer` replaces a move by luck with a better one.
    """
    luck = random.Random(f"{seats} {given}")
    options = game.read_options(given, seats)
    found: list[Any] = []
    while len(found) < 2 * MOMENTS:
        state = game.setup(options, seats)
        found.append(state)
        while acting := to_act(game, state):
            prompt = ask(game, options, state, acting[0])
            assert prompt is not None
            move = sample(prompt, luck.randrange)
            state = game.apply(state, acting[0], steer(state, move, luck.randrange) if steer else move)
            found.append(state)
    return [(options, state) for state in (found[0], found[-1], *luck.sample(found, MOMENTS - 2))]


def observers(game: AnyGame, state: Any, luck: random.Random) -> list[Observer]:
    """The public, who is to act, and one seat more."""
    seats = game.view(state, None).seats
    return [None, luck.randrange(seats), *(actor for actor in to_act(game, state) if actor != CHANCE)]


def one_of_each(prompt: Prompt, luck: random.Random) -> Iterator[Move]:
    """A move by luck for each way on of a menu and each of a few options."""
    match prompt:
        case Menu():
            for branch in prompt.branches:
                yield from one_of_each(branch.prompt, luck)
        case Fill():
            yield sample(prompt, luck.randrange)
        case _:
            found = list(every(prompt))
            yield from luck.sample(found, min(2, len(found)))


def drafts(prompt: Prompt, move: Move) -> Iterator[Draft]:
    """Every step of entering a move."""
    draft = empty_draft(prompt)
    for gesture in spell(prompt, move):
        yield draft
        after = press(draft, gesture)
        if isinstance(after, Draft):
            draft = after


def _both_ways(desk: Desk, render: Render) -> None:
    """With the Secrecy screen up, and down if there is anything behind it."""
    screen = compose(desk, render, "open")
    assert_fits(screen)
    if any(isinstance(mark, Veil) for mark in screen.marks):
        assert_fits(compose(desk, render, "lift"))
