"""The way through the lobby into the game of a case, move by move, for whoever carries the moves out."""

from collections.abc import Iterator

from companion.core.errors import RuleError
from companion.core.prompt import Move, check
from companion.table.table import Table
from tests.laws.play import Case


def through(table: Table, case: Case) -> Iterator[tuple[int, Move]]:
    """Who makes which move next. Each is to be made before the next is asked for."""
    for seat in range(case.seats):
        if seat not in table.state.game_state.joined:
            yield seat, {"move": "join"}
    if table.state.game_state.chosen != case.game.name:
        yield 0, {"move": "choose", "game": case.game.name}
    for name, value in case.given.items():
        move = {"move": "set", "option": name, "value": value}
        if is_offered(table, move):  # the laws play by options, too, that only outside programs ask for
            yield 0, move
    yield 0, {"move": "start"}


def is_offered(table: Table, move: Move) -> bool:
    prompt = table.prompt(0)
    assert prompt is not None
    try:
        check(prompt, move)
    except RuleError:
        return False
    return True
