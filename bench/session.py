"""A session to measure with: a series of Mastermind by keys, and every picture that the two screens were sent.

The moves are fixed, so the pictures are the same on every machine. The seats play as people do: every guess takes its nine
presses; every other guess has a slip of the finger, noticed and taken back; and the Decoder opens a wrong group of colours
now and then. The way there (switching on, and the lobby) is told apart, since it comes once in an evening.
"""

from collections.abc import Sequence

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.prompt import Move
from companion.games.catalog import CATALOG
from companion.table.effects import Effect, Show
from companion.table.inputs import Gestured
from companion.table.table import Table
from companion.ui.raster import draw
from companion.ui.spell import spell

CODES = (
    ("red", "blue", "green", "white"),
    ("pink", "silver", "yellow", "orange"),
    ("white", "red", "silver", "blue"),
    ("green", "orange", "pink", "yellow"),
)
GUESSES = (
    ("red", "red", "yellow", "yellow"),
    ("red", "green", "blue", "blue"),
    ("orange", "white", "green", "pink"),
    ("orange", "blue", "green", "silver"),
    ("silver", "pink", "orange", "yellow"),
    ("yellow", "green", "white", "red"),
    ("pink", "silver", "yellow", "white"),
)


Screens = tuple[list[Picture], list[Picture]]


def pictures() -> tuple[Screens, Screens]:
    """The pictures of each seat's screen, in order, those that changed nothing among them: until the first code is asked
    for; and from there to the last arm of a series of four games."""
    table = Table(CATALOG, ("Ann", "Bob"))
    before: Screens = ([], [])
    series: Screens = ([], [])
    seen = before

    def take(effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                seen[effect.seat].append(draw(effect.screen))

    def press(acting: int, *gestures: Gesture) -> None:
        for gesture in gestures:
            take(table.handle(Gestured(acting, gesture)))

    def play(acting: int, move: Move) -> None:
        prompt = table.prompt(acting)
        assert prompt is not None
        press(acting, *spell(prompt, move))

    take(table.begin())
    play(0, {"move": "set", "option": "games", "value": len(CODES)})
    play(0, {"move": "start"})
    seen = series
    for game, code in enumerate(CODES):
        maker, decoder = game % 2, 1 - game % 2
        play(maker, {"move": "set_code", "pegs": list(code)})
        for number, guess in enumerate((*GUESSES, code)):
            if number % 2:
                press(decoder, "left", "right", "back")
            if number % 3 == 0:
                press(decoder, "middle", "back")
            play(decoder, {"move": "guess", "pegs": list(guess)})
    return before, series
