"""A session to measure with: a series of Mastermind by keys, and every picture that one seat's screen was sent.

The moves are fixed, so the pictures are the same on every machine; both seats guess as people do, with a look at the older
rows and a slip of the finger now and then.
"""

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.prompt import Move
from companion.games.catalog import CATALOG
from companion.table.effects import Show
from companion.table.inputs import Gestured
from companion.table.table import Table
from companion.ui.raster import draw
from companion.ui.spell import spell

CODES = (("red", "blue", "green", "white"), ("pink", "silver", "yellow", "orange"))
GUESSES = (
    ("red", "red", "yellow", "yellow"),
    ("red", "green", "blue", "blue"),
    ("red", "white", "green", "pink"),
    ("orange", "blue", "green", "silver"),
    ("red", "blue", "white", "green"),
    ("silver", "pink", "orange", "yellow"),
    ("pink", "silver", "yellow", "white"),
)


def pictures(seat: int = 0) -> list[Picture]:
    """The pictures of one seat's screen in a series of two games, in order, those that changed nothing among them."""
    table = Table(CATALOG, ("Ann", "Bob"))
    seen: list[Picture] = []

    def take(effects: list[object]) -> None:
        seen.extend(draw(effect.screen) for effect in effects if isinstance(effect, Show) and effect.seat == seat)

    def press(acting: int, *gestures: Gesture) -> None:
        for gesture in gestures:
            take(list(table.handle(Gestured(acting, gesture))))

    def play(acting: int, move: Move) -> None:
        prompt = table.prompt(acting)
        assert prompt is not None
        press(acting, *spell(prompt, move))

    take(list(table.begin()))
    for setting, value in (("colours", 7), ("colours", 8)):
        play(0, {"move": "set", "option": setting, "value": value})
    play(1, {"move": "start"})
    for game, code in enumerate(CODES):
        maker, decoder = game % 2, 1 - game % 2
        play(maker, {"move": "set_code", "pegs": list(code)})
        for number, guess in enumerate((*GUESSES, code)):
            press(maker, "right", "right", "left")
            if number % 3 == 2:
                press(decoder, "back", "right", "right", "middle")
            press(decoder, "left", "back", "right", "left", "back")
            play(decoder, {"move": "guess", "pegs": list(guess)})
    return seen
