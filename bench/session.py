"""A recorded session for the measurements: a series of Mastermind by keys, and every picture for the two screens.

The moves are fixed, so the pictures are the same on every machine. The seats play as people do: every guess takes its nine
presses; every other guess has a slip of the finger, noticed and taken back; and the Decoder opens a wrong group of colours
now and then. The way there (switching on, and the lobby) is told apart, since it comes once in an evening.
"""

from collections.abc import Callable, Sequence

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.prompt import Move
from companion.core.seat import Place
from companion.games.catalog import CATALOG
from companion.table.effects import Effect, Gestured, Show
from companion.table.table import Table
from companion.ui.raster import draw
from tests.key_spelling import spell

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

UNDO: tuple[Gesture, ...] = ("back", "middle")
"""The menu opens, and its first entry takes the last peg back."""

Screens = tuple[list[Picture], list[Picture]]
Press = Callable[[Place, Gesture], None]
"""Makes a gesture at a place, and has the table take it before it returns."""


def new_table() -> Table:
    """The table that is played at."""
    return Table(CATALOG, ("Ann", "Bob"))


def agree(table: Table, press: Press) -> None:
    """Through the lobby to the first code."""
    _play(table, press, Place(0), {"move": "set", "option": "games", "value": len(CODES)})
    _play(table, press, Place(0), {"move": "start"})
    press(Place(0), "right")  # the lobby asks back before a game begins


def series(table: Table, press: Press) -> None:
    """From there to the last arm of the series."""
    for game, code in enumerate(CODES):
        maker, decoder = Place(game % 2), Place(1 - game % 2)
        _play(table, press, maker, {"move": "set_code", "pegs": list(code)})
        for number, guess in enumerate((*GUESSES, code)):
            slips: list[Gesture] = []
            if number % 2:
                slips += ["left", "right", *UNDO]
            if number % 3 == 0:
                slips += ["middle", "back"]
            for gesture in slips:
                press(decoder, gesture)
            _play(table, press, decoder, {"move": "guess", "pegs": list(guess)})
        for reader in (maker, decoder):
            press(reader, "middle")  # the row that cracked the code is read


def pictures() -> tuple[Screens, Screens]:
    """The pictures of each seat's screen, in order: until the first code is asked for; and from there to the last arm of a
    series of four games."""
    table = new_table()
    before: Screens = ([], [])
    played: Screens = ([], [])
    seen = before

    def take(effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                seen[effect.place].append(draw(table.screen(effect.place)))

    def press(acting: Place, gesture: Gesture) -> None:
        take(table.handle(Gestured(acting, gesture)))

    take(table.begin())
    agree(table, press)
    seen = played
    series(table, press)
    return before, played


def _play(table: Table, press: Press, acting: Place, move: Move) -> None:
    draft = table.state.places[acting].dialog.draft
    assert draft is not None
    for gesture in spell(draft, move):
        press(acting, gesture)
