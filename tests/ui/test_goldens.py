"""Golden screens: telling moments of the lobby and of Mastermind, as pictures whose diff a person can look at."""

from collections.abc import Callable
from typing import Final

import pytest

from companion.core.keys import Gesture
from companion.games.digitcode.game import DIGITCODE
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


def lobby(secrecy: Secrecy) -> Room:
    return Room(secrecy=secrecy)


def digits(secrecy: Secrecy) -> Room:
    """The lobby, where Digit Code is chosen."""
    return Room((DIGITCODE,), secrecy=secrecy)


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

MOMENTS: Final[dict[str, Callable[[Secrecy], Room]]] = {
    "01-lobby": lobby,
    "02-lobby-another-entry": pressed(lobby, 0, "right", "right"),
    "03-lobby-choosing-a-value": pressed(lobby, 0, "right", "middle"),
    "04-lobby-looking": pressed(lobby, 0, "back"),
    "05-code-to-set": series(),
    "06-code-narrowed": pressed(series(), 0, "left"),
    "07-code-half-typed": typed(series(), 0, code("RYGB"), 4),
    "08-code-to-confirm": typed(series(), 0, code("RYGB"), 1),
    "09-code-help": pressed(series(), 0, "back", "right", "right"),
    "10-first-guess": series(CODE),
    "11-code-lifted": pressed(series(CODE), 0, "lift"),
    "12-guess-half-typed": typed(series(CODE, *ROWS), 1, GUESS, 4),
    "13-guess-to-confirm": typed(series(CODE, *ROWS), 1, GUESS, 1),
    "14-ninth-guess": series(CODE, *FULL),
    "15-looking-at-the-board": pressed(series(CODE, *ROWS), 1, "back"),
    "16-score": pressed(series(CODE, *ROWS, CRACKED, (1, code("WOGR"))), 1, "right"),
    "17-arms-to-pull": series(CODE, (1, guess("RGWW")), **BY_HAND),
    "18-arms-to-confirm": typed(series(CODE, (1, guess("RGWW")), **BY_HAND), 0, arms(1, 1), 1),
    "19-arms-at-row-9": series(
        CODE, *(step for row in FULL for step in (row, (0, arms(2, 2)))), (1, guess("OOOO")), **BY_HAND
    ),
    "20-wrong-arms": series(*VOIDED, **BY_HAND),
    "21-second-code": series(CODE, *ROWS, CRACKED),
    "22-second-game": series(CODE, *ROWS, CRACKED, (1, code("WOGR"))),
    "23-table-is-codemaker": series((1, guess("WWWW")), codemaker="table"),
    "24-won": series(*END),
    "25-draw": series(CODE, CRACKED, (1, code("RYGB")), (0, guess("RYGB"))),
    "26-last-board": pressed(series(*END), 1, "back"),
    "27-six-colours": typed(series(colours=6), 0, code("RYGB"), 5),
    "28-remark": remarked,
    "29-rules-list": pressed(series(CODE), 0, "left", "left", "middle", "right"),
    "30-rules-page": pressed(series(CODE), 0, "left", "left", "middle", "right", "middle"),
    "31-rules-digits": pressed(digits, 0, "back", "left", "middle", "right", "middle"),
}


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
