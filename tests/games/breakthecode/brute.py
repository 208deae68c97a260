"""Break the Code by a walk through all deals: what the exact counts must be equal to, and positions to compare on.

It shares nothing with the mind: the answers are those of the second engine.
"""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.core.prompt import Branch, Menu, sample
from companion.core.seat import CHANCE
from companion.games.breakthecode import BREAKTHECODE
from companion.games.breakthecode.rules import TILES
from tests.games.breakthecode.tally import answer


def random_positions(seats: int, seed: int) -> Iterator[Any]:
    """The states of a random game in which somebody is to act; most turns are questions."""
    luck = random.Random(seed)
    options = BREAKTHECODE.read_options({}, seats)
    state = BREAKTHECODE.setup(options, seats)
    while acting := BREAKTHECODE.to_act(state):
        prompt: Any = BREAKTHECODE.ask(options, state, acting[0])
        if acting[0] != CHANCE:
            yield options, state
            if isinstance(prompt, Menu) and len(prompt.branches) > 1 and luck.random() < 0.85:
                first: Branch = prompt.branches[0]
                prompt = first.prompt
        state = BREAKTHECODE.apply(state, acting[0], sample(prompt, luck.randrange))


def brute(view: Any) -> list[tuple[tuple[str, ...], ...]]:
    """Every world of two or three players, with its deals: each way to lay the unseen tiles, judged by the second engine."""
    own = view.rows[view.seat]
    unseen = list(TILES)
    for tile in own:
        unseen.remove(tile)
    others = [seat for seat in range(view.seats) if seat != view.seat]

    def fits(seat: int, row: tuple[str, ...]) -> bool:
        said = [(one.card, one.number, one.answers[seat]) for one in view.asked if one.answers[seat] is not None]
        return all(
            answer(row, card, number) == (list(told) if isinstance(told, tuple) else told)
            for card, number, told in said
        )

    places = range(len(unseen))
    found: list[tuple[tuple[str, ...], ...]] = []
    for first in combinations(places, 5):
        row = tuple(unseen[place] for place in first)
        if not fits(others[0], row):
            continue
        if view.seats == 2:
            if not any(one.tiles == row and one.seat == view.seat for one in view.guesses):
                found.append((row,))
            continue
        rest = [place for place in places if place not in first]
        for second in combinations(rest, 5):
            other = tuple(unseen[place] for place in second)
            middle = tuple(unseen[place] for place in rest if place not in second)
            if fits(others[1], other) and not any(one.tiles == middle for one in view.guesses):
                found.append((row, other, middle))
    return found
