"""Renews docs/screens/: sheets with every kind of screen, to be looked through in a minute. Part of `make screenshots`.

A sheet shows one screen of each kind that seeded games come to: for each game its phases, as a player who waits sees them, and
every step of entering a move; for the table the lobby, the menu, the rules, what all must agree on, and think time.
"""

import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from PIL import Image

from companion.core.entry import Entry
from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH
from companion.core.prompt import sample
from companion.core.screen import Rendering, Screen
from companion.core.seat import CHANCE, Place, Seat, all_seats
from companion.devices.panels.image import as_image
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Gestured, Ticked
from companion.table.table import Table
from companion.ui.editor import Dialog, Draft, Spelled
from companion.ui.raster import draw
from companion.ui.screens import compose
from tests.key_spelling import spell

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screens"
NAMES: Final = ("Ann", "Ben", "Chloë", "Dan", "Eve", "Finn")
SCALE: Final = 2
COLUMNS: Final = 4
GAP: Final = 6
GREY: Final = 128
MOST: Final = 40
"""Screens of a sheet."""
GAMES: Final = 12
"""Random games that a sheet looks for kinds of screens in."""

TABLE_SCENES: Final[tuple[tuple[int, str], ...]] = (
    (2, ""), (2, "0m"), (2, "0l"), (2, "0l 0r"), (2, "0l 0l 0m"), (2, "0r"), (2, "0b"), (2, "0m 0r 0b"),
    (2, "0m 0r 0l 0b"), (2, "0m 0r 0b 0l"), (2, "0m 0r 0b 0l 0m"), (4, ""), (4, "0m"), (4, "0m 1m 2m 3m"),
    (4, "0m 1m 2m 3m 0m"), (6, "0m 1m 2m 3m 4m 5m"),
)  # fmt: skip
"""Numbers of seats, and the keys that are pressed before the screen of the first seat is drawn: a seat, and the key's letter."""
CLOCK_SECONDS: Final = (53.0, 60.0, 85.0)
KEYS: Final[dict[str, Gesture]] = {"l": "left", "m": "middle", "r": "right", "b": "back"}


def game_screens(game: AnyGame) -> list[Screen]:
    """One screen of each kind."""
    found: dict[tuple[Any, ...], Screen] = {}
    sets = import_module(f"tests.games.{game.name}.option_sets").OPTION_SETS
    for number in range(GAMES):
        seats, given = sets[number % len(sets)]
        luck = random.Random(number)
        for kind, screen in _screens(game, seats, given, luck):
            found.setdefault(kind, screen)
    return [found[kind] for kind in sorted(found, key=repr)][:MOST]


def _screens(game: AnyGame, seats: int, given: dict[str, Any], luck: random.Random) -> Iterator[tuple[Any, Screen]]:
    options = game.read_options(given, seats)
    state, names = game.setup(options, seats), NAMES[:seats]
    steer = getattr(import_module(f"tests.games.{game.name}.option_sets"), "steer", None)
    while acting := game.to_act(state):
        for seat in all_seats(seats):
            view = game.view(state, seat)

            def render(entered: Entry | None, view: Any = view) -> Rendering:
                drawn: Rendering = game.render(options, view, names, entered)
                return drawn

            prompt = game.prompt(options, view)
            if prompt is None:
                yield (view.phase, "waits", seats > 2), compose(Dialog(), render)
                continue
            now: Draft | Spelled = Draft(prompt)
            for gesture in spell(prompt, sample(prompt, luck.randrange)):
                assert isinstance(now, Draft), "the last press completes the move"
                steps = now.step
                kind = (view.phase, "acts", type(now.entry.prompt).__name__, steps.title[:5], steps.mode)
                yield kind, compose(Dialog(now), render)
                now = now.press(gesture)
        actor = acting[luck.randrange(len(acting))]
        asked = game.ask(options, state, actor)
        assert asked is not None, "an actor is asked"
        move = sample(asked, luck.randrange)
        state = game.apply(
            state, actor, move if steer is None or actor == CHANCE else steer(state, move, luck.randrange)
        )
    view = game.view(state, Seat(0))
    yield (view.phase, "over"), compose(Dialog(), lambda entered: game.render(options, view, names, entered))


def table_screens() -> list[Screen]:
    """The lobby, the menu, the rules, and what all must agree on."""
    screens = []
    for seats, keys in TABLE_SCENES:
        table = Table(CATALOG, NAMES[:seats])
        table.begin()
        for word in keys.split():
            table.handle(Gestured(Place(int(word[0])), KEYS[word[1]]))
        screens.append(table.screen(Place(0)))
    return [*screens, *clock_screens()]


def clock_screens() -> list[Screen]:
    """A question while think time passes: at its beginning, near its end, at the end, and in overtime."""
    table = Table(CATALOG, NAMES[:2], clock="turn 60")
    table.begin()
    table.handle(Answered(Seat(0), 1, {"move": "start"}))
    table.run_clock(0.0, runs=True)
    screens = [table.screen(Place(0))]
    for now in CLOCK_SECONDS:
        table.handle(Ticked(now))
        screens.append(table.screen(Place(0)))
    return screens


def sheet(screens: list[Screen]) -> Image.Image:
    """The screens side by side, enlarged with hard pixels."""
    wide, high = WIDTH * SCALE + GAP, HEIGHT * SCALE + GAP
    rows = -(-len(screens) // COLUMNS)
    made = Image.new("L", (wide * COLUMNS + GAP, high * rows + GAP), GREY)
    for number, screen in enumerate(screens):
        one = as_image(draw(screen)).resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)
        made.paste(one, (GAP + number % COLUMNS * wide, GAP + number // COLUMNS * high))
    return made


def sheets() -> Iterator[tuple[str, Image.Image]]:
    """All sheets by name."""
    yield "table", sheet(table_screens())
    for game in CATALOG:
        yield game.name, sheet(game_screens(game))


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in sheets():
        made.save(FOLDER / f"{name}.png", optimize=True)
        print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
