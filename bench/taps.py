"""How long the processor works for a tap of a touch board and for a key, from the input to the bytes for both seats.

Two people play each game at random in this process, without a journal. A tap is measured to the data of both seats, once where
nobody looks at a picture of either seat and once with both pictures; a key, to the pictures that it changes. Tables are compared
by checking both out and running this in turn, since two runs on one machine differ by some percent.
"""

import gc
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from bench.goals import expect
from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.prompt import sample
from companion.core.seat import CHANCE, Place, all_places
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Effect, Gestured, Opened, SeatAnswered, Show
from companion.table.table import Table
from companion.ui.raster import draw

NAMES: Final = ("Ann", "Bob")
GAMES: Final = 6
TAPS: Final = 60
KEYS: Final = 400
MOST: Final = 0.7
"""Share of a tap with both pictures that a tap may take where nobody looks at one."""
PRESSES: Final[tuple[Gesture, ...]] = ("left", "middle", "right")

Pick = Callable[[int], int]


def main() -> None:
    """Print microseconds of processor time for each game: the best of five runs."""
    print("game          tap    tap, looked at      key   (µs)")
    for game in CATALOG:
        alone = _best(partial(_taps, game, pictures=False))
        looked = _best(partial(_taps, game, pictures=True))
        key = _best(partial(_keys, game))
        print(f"{game.name:11} {alone:5.0f} {looked:17.0f} {key:8.0f}")
        expect(alone <= MOST * looked, f"{game.name}: a tap at which nobody looks takes {alone / looked:.2f} of one")


def _best(run: Callable[[int], float]) -> float:
    gc.disable()
    try:
        return min(sum(run(seed) for seed in range(GAMES)) / GAMES for _ in range(5))
    finally:
        gc.enable()


def _opened(game: AnyGame) -> Table:
    table = Table(CATALOG, NAMES)
    table.resume(Opened(game.name, game.rules, {}, NAMES), ())
    return table


def _acting(table: Table, pick: Pick) -> Place | None:
    """The place of a seat that is asked for a move, after what chance had to do; None at the end of the game."""
    while (acting := table.game.to_act(table.state.game_state)) == (CHANCE,):
        prompt = table.state.position.chance
        assert prompt is not None, "chance is to act"
        table.handle(Answered(CHANCE, table.state.number + 1, sample(prompt, pick)))
    seats = [Place(actor) for actor in acting if actor != CHANCE]
    return seats[pick(len(seats))] if seats else None


def _draw(table: Table, effects: list[Effect]) -> None:
    for effect in effects:
        if isinstance(effect, Show):
            draw(table.screen(effect.place))


def _taps(game: AnyGame, seed: int, *, pictures: bool) -> float:
    """Microseconds for each tap of a game."""
    pick, table, total, count = random.Random(seed).randrange, _opened(game), 0, 0
    while count < TAPS and (seat := _acting(table, pick)) is not None:
        prompt = table.prompt(seat)
        assert prompt is not None, "who acts is asked"
        given = SeatAnswered(seat, table.seat_moment(seat).asked.to, table.state.number + 1, sample(prompt, pick))
        began = time.process_time_ns()
        effects = table.handle(given)
        if pictures:
            _draw(table, effects)
        for place in all_places(len(NAMES)):
            table.data(place)
        total, count = total + time.process_time_ns() - began, count + 1
        _read(table, seat)
    return total / 1000 / max(count, 1)


def _read(table: Table, seat: Place) -> None:
    """What is asked back is meant, and sentences are read."""
    to = table.seat_moment(seat).asked.to
    if to in ("doubt", "round"):
        move = {"move": "yes" if to == "doubt" else "go_on"}
        table.handle(SeatAnswered(seat, to, table.state.number + 1, move))
    while table.seat_moment(seat).notice:
        table.handle(SeatAnswered(seat, "notice", 0, {"move": "read"}))


def _keys(game: AnyGame, seed: int) -> float:
    """Microseconds for each key of a game."""
    pick, table, total, count = random.Random(seed).randrange, _opened(game), 0, 0
    while count < KEYS and (seat := _acting(table, pick)) is not None:
        given = Gestured(seat, PRESSES[pick(len(PRESSES))], float(count))
        began = time.process_time_ns()
        _draw(table, table.handle(given))
        total, count = total + time.process_time_ns() - began, count + 1
    return total / 1000 / max(count, 1)
