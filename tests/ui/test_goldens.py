"""Golden screens: telling moments of each game in words, a file for each game; and the letters of each face in pixels.

What is drawn is proven by the marks and by tests/ui/test_raster.py, so only the letters themselves are kept as pictures.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from companion.core.fonts.faces import FACE_METRICS, Face
from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH
from companion.core.screen import Screen, TextMark, pitch, wrap
from companion.games.davinci import DAVINCI
from companion.games.digitcode import DIGITCODE
from companion.ui.raster import draw
from companion.ui.screens import Secrecy
from tests.golden import holds, strays
from tests.pictures import as_text
from tests.screen_text import screen_words
from tests.table.room import Room, arms, code, guess

CODE = (0, code("RYGB"))
ROWS = tuple((1, guess(letters)) for letters in ("RRYY", "OWGB", "RYBG", "WWWW"))
CRACKED = (1, guess("RYGB"))
BULLS = ((0, code("0123")), *((1, guess(digits)) for digits in ("4567", "0432", "3210", "9876")))
BASEBALL = ((0, code("023")), *((1, guess(digits)) for digits in ("102", "456")))
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
    "mastermind: code to set": series(),
    "mastermind: code group opened": pressed(series(), 0, "left"),
    "mastermind: code half entered": typed(series(), 0, code("RYGB"), 4),
    "mastermind: code to confirm": typed(series(), 0, code("RYGB"), 1),
    "mastermind: dead key": pressed(typed(series(), 0, code("RYGB"), 1), 0, "right"),
    "mastermind: menu": pressed(series(), 0, "back"),
    "mastermind: first guess": series(CODE),
    "mastermind: code lifted": pressed(series(CODE), 0, "lift"),
    "mastermind: guess half entered": typed(series(CODE, *ROWS), 1, GUESS, 4),
    "mastermind: guess to confirm": typed(series(CODE, *ROWS), 1, GUESS, 1),
    "mastermind: ninth guess": series(CODE, *FULL),
    "mastermind: score": pressed(series(CODE, *ROWS, CRACKED, (1, code("WOGR"))), 1, "right"),
    "mastermind: arms to pull": series(CODE, (1, guess("RGWW")), **BY_HAND),
    "mastermind: arms to confirm": typed(series(CODE, (1, guess("RGWW")), **BY_HAND), 0, arms(1, 1), 1),
    "mastermind: wrong arms": series(*VOIDED, **BY_HAND),
    "mastermind: second code": series(CODE, *ROWS, CRACKED),
    "mastermind: table is codemaker": series((1, guess("WWWW")), codemaker="table"),
    "mastermind: won": series(*END),
    "mastermind: draw": series(CODE, CRACKED, (1, code("RYGB")), (0, guess("RYGB"))),
    "mastermind: notice": remarked,
    "mastermind: notice second page": pressed(series(*VOIDED, **BY_HAND), 1, "middle"),
    "mastermind: classic, guess half entered": typed(series((0, code("RRGB")), *ROWS, edition="classic"), 1, GUESS, 4),
    "mastermind: super, guess to confirm": typed(
        series((0, code("RRGBS")), *((1, guess(row)) for row in ("RRYYW", "OWGBP", "RYBGS", "WWWWW")), edition="super"),
        1,
        guess("WWWWW"),
        1,
    ),
    "mastermind: first steps, code to confirm": typed(series(edition="first_steps"), 0, code("RYG"), 1),
    "mastermind: bulls, digit group opened": pressed(series(edition="bulls_and_cows"), 0, "left"),
    "mastermind: bulls, guess half entered": typed(series(*BULLS, edition="bulls_and_cows"), 1, guess("0153"), 7),
    "mastermind: bulls to count": series(*BULLS[:2], edition="bulls_and_cows", **BY_HAND),
    "mastermind: baseball, guess to confirm": typed(series(*BASEBALL, edition="number_baseball"), 1, guess("014"), 1),
    "mastermind: baseball, cracked": series(*BASEBALL, (1, guess("023")), edition="number_baseball"),
    "mastermind: strikes to count": series(*BASEBALL[:2], edition="number_baseball", **BY_HAND),
    "digitcode: code to make": game(DIGITCODE),
    "digitcode: code half made": typed(game(DIGITCODE), 0, {"move": "set_code", "digits": DIGITS[0]}, 10),
    "digitcode: opening 1 of 4": digitcode(),
    "digitcode: which line": pressed(digitcode(), 0, "left", "left"),
    "digitcode: ask or solve": digitcode(*OPENING),
    "digitcode: which column": pressed(digitcode(*OPENING), 0, "middle", "right"),
    "digitcode: which row": typed(digitcode(*OPENING), 0, SPACE, 1),
    "digitcode: asked again": typed(digitcode(*OPENING), 0, OPENING[0][1], 0),
    "digitcode: answers of lines": pressed(digitcode(*OPENING), 1, "right", "right", "right"),
    "digitcode: last chance": digitcode(*OPENING, (0, {"move": "propose", "digits": DIGITS[1]})),
    "davinci: first tile": game(DAVINCI),
    "davinci: tile to draw": game(DAVINCI, *TAKES),
    "davinci: which tile": game(DAVINCI, *DRAWN),
    "davinci: which number": pressed(game(DAVINCI, *DRAWN), 0, "left", "left"),
}
"""The game and what the moment is called, and the room in which it is."""


GAMES: Final = tuple(dict.fromkeys(name.partition(":")[0] for name in MOMENTS))

FACES: Final = [(face, 1) for face in FACE_METRICS] + [("value", 2)]
"""Every face and size in which something is drawn."""
LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüß?!.,:;-/()&%◀▶●◉"
"""Those that a screen has room for are drawn, the digits first."""


def told(moment: str) -> Iterator[str]:
    """What both seats read, and where secrets are covered, what it looks like before they are lifted."""
    opened, covered = (MOMENTS[moment](secrecy).shown for secrecy in ("open", "lift"))
    yield moment
    for seat in sorted(opened):
        lines, hidden = screen_words(opened[seat]), screen_words(covered[seat])
        yield f"  seat {seat}: {lines[0]}"
        yield from (f"      {line}" for line in lines[1:])
        yield from (f"      covered: {line}" for line in hidden if line not in lines)


@pytest.mark.parametrize("game", GAMES)
def test_its_moments_read_as_they_did(game: str) -> None:
    holds(
        f"screens/{game}.txt",
        "".join(f"{line}\n" for moment in MOMENTS if moment.startswith(f"{game}:") for line in told(moment)),
    )


def letters(face: Face, scale: int) -> Screen:
    """A screen full of letters."""
    lines = wrap(LETTERS, (WIDTH - 2) // scale, face)
    down = scale * pitch(face)
    room = (HEIGHT - 2) // down
    return Screen(
        tuple(
            TextMark(1, 1 + scale * FACE_METRICS[face].rise + number * down, line, face, scale=scale)
            for number, line in enumerate(lines[:room])
        )
    )


@pytest.mark.parametrize(("face", "scale"), FACES)
def test_the_letters_of_a_face_look_as_they_did(face: Face, scale: int) -> None:
    holds(f"faces/{face}-{scale}.txt", as_text(draw(letters(face, scale))))


def test_no_file_is_left_over() -> None:
    assert strays("screens", {f"{game}.txt" for game in GAMES}) == []
    assert strays("faces", {f"{face}-{scale}.txt" for face, scale in FACES}) == []
