"""Illegal moves of Passcode, moment by moment."""

from typing import Any

from companion.core.seat import CHANCE, Actor
from companion.games.passcode.game import PASSCODE
from tests.games.passcode.play import Play, begun, completed
from tests.games.refused import Position, fields, shapes

ROLL: dict[str, Any] = {"move": "roll"}
ROLLED: dict[str, Any] = {"move": "roll", "top": 1, "front": 2}
TURN: dict[str, Any] = {"move": "turn", "to": "left"}
CARD: dict[str, Any] = {"move": "card", "card": "4"}
DRAW: dict[str, Any] = {"move": "draw", "pile": "draw"}
TOP: dict[str, Any] = {"move": "draw", "pile": "discard"}
KEEP: dict[str, Any] = {"move": "keep"}
DECLINE: dict[str, Any] = {"move": "decline"}


def play(card: Any) -> dict[str, Any]:
    return {"move": "play", "card": card}


def discard(card: Any) -> dict[str, Any]:
    return {"move": "discard", "card": card}


def lock(card: Any, **number: Any) -> dict[str, Any]:
    return {"move": "lay_down", "card": card, **number}


EVERY = (ROLL, TURN, DRAW, play("2"), discard("2"), lock("2"), KEEP, DECLINE)


def at(words: str, game: Play, actor: Actor, *moves: Any) -> Position:
    return Position(words, PASSCODE, game.options, game.state, actor, moves)


def drawing() -> Play:
    """Seat 0 of two begins a turn, and its code is 2, 2, 2."""
    return begun(2, "3 1 1")


def drawn(card: str = "2") -> Play:
    game = drawing()
    game.draw(0, card)
    return game


def after(game: Play, *moves: tuple[Actor, dict[str, Any]]) -> Play:
    for actor, move in moves:
        name, *rest = move.items()
        game.do(actor, name[1], **dict(rest))
    return game


def taken() -> Play:
    """Seat 0 has taken the only card of the discard pile to play it; for seat 1 the discard pile may be empty."""
    return after(drawing(), (0, TOP))


def locked_out() -> Play:
    game = drawing()
    for turn in range(3):
        game.draw(0, "FAIL")
        game.drop(1)
        assert turn < 3
    return game


def locking(card: str = "3") -> Play:
    """Seat 0 has laid a LOCK IN card down."""
    game = after(completed(card), (0, lock(card)))
    game.drop(1)
    return game


def complete_later() -> Play:
    """Seat 0 declined when its code was complete, and has drawn again."""
    game = after(completed("KEY"), (0, DECLINE))
    game.drop(1)
    game.draw(0, "4")
    return game


def lone() -> Play:
    """Seat 0 was dealt a FAIL, so it holds the card drawn alone."""
    game = begun(2, "FAIL 1 1")
    game.draw(0, "4")
    return game


def rolled(**options: Any) -> Play:
    return after(Play(2, **options), (0, ROLL))


def contest() -> Play:
    game = Play(2, turning=False, levels=[3])
    game.codes()
    game.deal("1", "1", "1")
    return game


POSITIONS = (
    at("The codes are rolled", Play(2), 0, *shapes(ROLL), *EVERY[1:], {**ROLLED}),
    at("Another rolls for the codes", Play(2), 1, ROLL, DRAW),
    at(
        "Chance says how the die lies", rolled(), CHANCE,
        *shapes(ROLLED), *fields(ROLLED, "top", 0, 7, "1", 2, 5), *fields(ROLLED, "front", 7), CARD, TURN,
    ),
    at(
        "The die lies askew", after(rolled(), (CHANCE, ROLLED)), 0,
        *shapes(TURN), *fields(TURN, "to", "up", "Left"), ROLL, DRAW,
    ),
    at("Rolls for who begins", contest(), 0, *EVERY[1:]),
    at(
        "A turn begins", drawing(), 0,
        *shapes(DRAW), *fields(DRAW, "pile", "top", "Draw"), {**DRAW, "card": "4"}, *EVERY[:2], *EVERY[3:],
    ),
    at("Another draws", drawing(), 1, DRAW, TOP),
    at(
        "Chance says which card is drawn", after(drawing(), (0, DRAW)), CHANCE,
        *shapes(CARD), *fields(CARD, "card", 4, "7", "key"), ROLLED,
    ),
    at(
        "A card was drawn, the next digit is 2", drawn(), 0,
        *shapes(play("2")), *fields(play("2"), "card", 2, 7, "7", "FAIL"), play("3"), play("6"), play("KEY"),
        discard("6"), discard("FAIL"), {**discard("2"), "pile": "draw"}, lock("2"), lock("KEY", number=2),
        KEEP, {**KEEP, "card": "2"}, DECLINE, ROLL, DRAW, TURN,
    ),
    at("A lone card was drawn", lone(), 0, play("4"), lock("4"), DECLINE, {**KEEP, "card": "4"}),
    at(
        "The code is complete, and a 3 is left", completed("3"), 0,
        *shapes(lock("3")), *fields(lock("3"), "card", 3, "4", "FAIL"), lock("3", number=3), lock("KEY", number=3),
        play("3"), discard("3"), KEEP, ROLL, DRAW, TURN, {**DECLINE, "card": "3"},
    ),
    at(
        "The code is complete, and a KEY is left", completed("KEY"), 0,
        lock("KEY"), *fields(lock("KEY"), "number", 0, 7, "3"), lock("3"), play("KEY"), discard("KEY"),
    ),
    at(
        "The code is complete since an earlier turn", complete_later(), 0,
        play("4"), lock("6"), lock("4", number=4), KEEP, DECLINE, ROLL, DRAW,
    ),
    at("A LOCK IN card is down", locking(), 0, *EVERY[1:], {**ROLL, "top": 3}),
    at("Locked out by three FAILs", locked_out(), 0, *EVERY[1:]),
)  # fmt: skip
