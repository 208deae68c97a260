"""Golden screens: telling moments of each game, as pictures whose diff a person can look at."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.games.davinci.game import DAVINCI
from companion.games.digitcode.game import DIGITCODE
from companion.games.passcode.game import PASSCODE
from companion.ui.compose import Secrecy
from companion.ui.raster import draw
from tests.golden import holds, strays
from tests.pictures import as_text
from tests.table.room import Room, arms, code, guess

CODE = (0, code("RYGB"))
ROWS = tuple((1, guess(letters)) for letters in ("RRYY", "OWGB", "RYBG", "WWWW"))
CRACKED = (1, guess("RYGB"))
FULL = tuple((1, guess("RYBG")) for _ in range(8))
BY_HAND = {"indication": "manual"}
VOIDED = (CODE, (1, guess("RGWW")), (0, arms(1, 1)), (1, guess("RYBG")), (0, arms(3, 0)))


def series(*moves: tuple[int, dict[str, object]], **options: object) -> Callable[[Secrecy], Room]:
    """A room in which a series stands after some moves."""
    return lambda secrecy: Room(secrecy=secrecy).start(**options).play(*moves)


def pressed(make: Callable[[Secrecy], Room], seat: int, *gestures: Gesture) -> Callable[[Secrecy], Room]:
    """The same after some keys of a seat."""

    def made(secrecy: Secrecy) -> Room:
        room = make(secrecy)
        room.press(seat, *gestures)
        return room

    return made


def typed(make: Callable[[Secrecy], Room], seat: int, move: dict[str, object], but: int) -> Callable[[Secrecy], Room]:
    """The same with all `but` the last presses of a move."""

    def made(secrecy: Secrecy) -> Room:
        room = make(secrecy)
        room.enter(seat, move, but)
        return room

    return made


def remarked(secrecy: Secrecy) -> Room:
    room = series(CODE)(secrecy)
    room.carry_out(room.table.notify("The screen of seat 2 does not answer; the game goes on without it."))
    return room


GUESS = guess("RYBW")
END = (CODE, *ROWS, CRACKED, (1, code("WOGR")), (0, guess("WOGR")))


def digitcode(*moves: tuple[Any, dict[str, Any]], **options: object) -> Callable[[Secrecy], Room]:
    """Digit Code, both codes made."""
    codes = tuple((seat, {"move": "set_code", "digits": digits}) for seat, digits in enumerate(DIGITS))
    return game(DIGITCODE, *codes, *moves, **options)


def game(record: AnyGame, *moves: tuple[Any, dict[str, Any]], **options: object) -> Callable[[Secrecy], Room]:
    """A game after some moves; chance draws the first of its lots."""
    return lambda secrecy: Room((record,), secrecy=secrecy).start(**options).play(*moves)


DIGITS: Final = ([4, 0, 7, 1, 9, 3], [8, 2, 8, 5, 6, 0])
OPENING: Final[tuple[tuple[int, dict[str, Any]], ...]] = tuple(
    (seat, question)
    for seat in (0, 1)
    for question in (
        {"move": "ask_line", "line": "P"},
        {"move": "ask_parity", "place": "W"},
        {"move": "ask_larger", "places": ["U", "V"]},
        {"move": "ask_space", "column": "F", "row": "M"},
    )
)
SPACE: Final[dict[str, Any]] = {"move": "ask_space", "column": "F", "row": "K"}
TAKES: Final = tuple((seat, {"move": "take", "colour": colour}) for colour in ("black", "white") * 2 for seat in (0, 1))
DRAWN: Final = (*TAKES, (0, {"move": "take", "colour": "white"}))

MOMENTS: Final[dict[str, Callable[[Secrecy], Room]]] = {
    "mastermind/code/01-code-to-set": series(),
    "mastermind/code/02-code-group-opened": pressed(series(), 0, "left"),
    "mastermind/code/03-code-half-entered": typed(series(), 0, code("RYGB"), 4),
    "mastermind/code/04-code-to-confirm": typed(series(), 0, code("RYGB"), 1),
    "mastermind/code/05-dead-key": pressed(typed(series(), 0, code("RYGB"), 1), 0, "right"),
    "mastermind/code/06-menu": pressed(series(), 0, "back"),
    "mastermind/guesses/07-first-guess": series(CODE),
    "mastermind/guesses/08-code-lifted": pressed(series(CODE), 0, "lift"),
    "mastermind/guesses/09-guess-half-entered": typed(series(CODE, *ROWS), 1, GUESS, 4),
    "mastermind/guesses/10-guess-to-confirm": typed(series(CODE, *ROWS), 1, GUESS, 1),
    "mastermind/guesses/11-ninth-guess": series(CODE, *FULL),
    "mastermind/arms/12-score": pressed(series(CODE, *ROWS, CRACKED, (1, code("WOGR"))), 1, "right"),
    "mastermind/arms/13-arms-to-pull": series(CODE, (1, guess("RGWW")), **BY_HAND),
    "mastermind/arms/14-arms-to-confirm": typed(series(CODE, (1, guess("RGWW")), **BY_HAND), 0, arms(1, 1), 1),
    "mastermind/arms/15-wrong-arms": series(*VOIDED, **BY_HAND),
    "mastermind/series/16-second-code": series(CODE, *ROWS, CRACKED),
    "mastermind/series/17-table-is-codemaker": series((1, guess("WWWW")), codemaker="table"),
    "mastermind/series/18-won": series(*END),
    "mastermind/series/19-draw": series(CODE, CRACKED, (1, code("RYGB")), (0, guess("RYGB"))),
    "mastermind/series/20-notice": remarked,
    "mastermind/series/21-notice-second-page": pressed(series(*VOIDED, **BY_HAND), 1, "middle"),
    "digitcode/codes/01-code-to-make": game(DIGITCODE),
    "digitcode/codes/02-code-half-made": typed(game(DIGITCODE), 0, {"move": "set_code", "digits": DIGITS[0]}, 10),
    "digitcode/questions/03-question-1-of-4": digitcode(),
    "digitcode/questions/04-which-line": pressed(digitcode(), 0, "left", "left"),
    "digitcode/questions/05-ask-or-solve": digitcode(*OPENING),
    "digitcode/questions/06-which-column": pressed(digitcode(*OPENING), 0, "middle", "right"),
    "digitcode/questions/07-which-row": typed(digitcode(*OPENING), 0, SPACE, 1),
    "digitcode/questions/08-asked-again": typed(digitcode(*OPENING), 0, OPENING[0][1], 0),
    "digitcode/questions/09-answers-of-lines": pressed(digitcode(*OPENING), 1, "right", "right", "right"),
    "digitcode/codes/10-last-chance": digitcode(*OPENING, (0, {"move": "propose", "digits": DIGITS[1]})),
    "davinci/01-first-tile": game(DAVINCI),
    "davinci/02-tile-to-draw": game(DAVINCI, *TAKES),
    "davinci/03-which-tile": game(DAVINCI, *DRAWN),
    "davinci/04-which-number": pressed(game(DAVINCI, *DRAWN), 0, "left", "left"),
    "passcode/01-roll": game(PASSCODE),
}
"""What a moment is called, and the room in which it is."""


def names() -> list[str]:
    return [f"{moment}-{secrecy}.txt" for moment in MOMENTS for secrecy in ("open", "lift")]


@pytest.mark.parametrize("secrecy", ["open", "lift"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_looks_as_it_did(moment: str, secrecy: Secrecy) -> None:
    shown = MOMENTS[moment](secrecy).shown
    pictures = (f"Seat {seat}\n{as_text(draw(shown[seat]))}" for seat in sorted(shown))
    holds(f"screens/{moment}-{secrecy}.txt", "\n".join(pictures))


def test_no_picture_is_left_over() -> None:
    assert strays("screens", set(names())) == []
