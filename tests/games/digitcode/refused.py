"""Illegal moves of Digit Code, moment by moment."""

from typing import Any

from companion.core.seat import CHANCE, Actor
from companion.games.digitcode.game import DIGITCODE
from tests.games.digitcode.play import FOUR, ONE, OTHER, Play, duel, mastered
from tests.games.refused import CONTROL, HUGE, Position, fields, shapes

CODE: dict[str, Any] = {"move": "set_code", "digits": list(ONE)}
PROPOSE: dict[str, Any] = {"move": "propose", "digits": list(ONE)}
PASS: dict[str, Any] = {"move": "pass"}
LINE, PARITY, LARGER, SPACE = FOUR


def at(words: str, play: Play, actor: Actor, *moves: Any) -> Position:
    return Position(words, DIGITCODE, play.options, play.state, actor, moves)


def sixes(move: dict[str, Any]) -> tuple[Any, ...]:
    """Everything that can be wrong with six digits."""
    start = list(ONE[:5])
    wrong: list[Any] = [[], start, [*ONE, 1], "407193", 407193, None, {}, [*start, 10], [*start, -1], [*start, "3"]]
    wrong += [
        [*start, True],
        [*start, 3.0],
        [*start, None],
        [*start, HUGE],
        [*start, CONTROL],
        [*start, [3]],
        [*start, 10**30],
    ]
    wrong += [[4, 0, 4, 1, 4, 3], [4, 4, 7, 1, 9, 3], [4, 0, 7, 4, 9, 3]]
    return tuple({**move, "digits": each} for each in wrong)  # fmt: skip


def misasked() -> tuple[Any, ...]:
    """Everything that can be wrong with a question."""
    return (
        *fields(LINE, "line", "p", "T", "AB", ""),
        *fields(PARITY, "place", "t", "A", 0),
        *fields(LARGER, "places", [], ["U"], ["U", "V", "W"], ["V", "U"], ["T", "V"], ["T", "T"], ["T", "Z"], ["T", None], "UV"),
        *fields(SPACE, "column", "f", "M", ""), *fields(SPACE, "row", "F", "J", "Z"),
        {**SPACE, "column": "M", "row": "F"}, {**SPACE, "column": "A", "row": "J"},
    )  # fmt: skip


LAST = duel().ask(0, 0, 1, 2, 3).ask(1, 0, 1, 2, 3).propose(0, OTHER)

POSITIONS = (
    at("A code is made", Play(2), 0, *shapes(CODE), *sixes(CODE), LINE, PROPOSE, PASS),
    at("A code is made already", Play(2).code(0, ONE), 0, CODE, LINE),
    at("A solver waits for the master's code", Play(3), 1, CODE, LINE),
    at("The table makes a code", Play(1), CHANCE, *sixes(CODE)[:3], {**CODE, "digits": [4, 4, 7, 1, 9, 3]}, LINE),
    at("The first question of the opening", duel(), 0, CODE, PASS, PROPOSE, LINE | {"place": "T"}),
    at("The third question of the opening", duel().ask(0, 0, 1), 0, LINE, PARITY, PROPOSE),
    at("Another asks", duel(), 1, LINE, PROPOSE, PASS),
    at(
        "A question or a proposal", mastered(3), 1,
        *shapes(LINE), *shapes(SPACE), *misasked(), *shapes(PROPOSE), *sixes(PROPOSE), CODE, PASS,
    ),
    at("A question or a proposal, of two", duel(opening="one"), 0, CODE, PASS, {**PASS, "x": 1}),
    at("The master waits", mastered(3), 0, LINE, PROPOSE),
    at("The last chance", LAST, 1, *shapes(PASS), LINE, CODE, *sixes(PROPOSE)[:4], {**PROPOSE, "digits": [4, 4, 7, 1, 9, 3]}),
    at("The game is over", duel(opening="one").propose(0, OTHER).move(1, PASS), 0, LINE, PROPOSE),
)  # fmt: skip
