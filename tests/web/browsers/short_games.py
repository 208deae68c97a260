"""Moves that lead to the end of a game soon, and are of all kinds on the way. All that is hidden is known to who chooses them."""

from typing import Final

from companion.core.prompt import Move
from companion.core.seat import Place
from companion.table.effects import Moved
from tests.mirror import Mirror
from tests.web.whole_games.test_whole_games import davinci, offered

QUESTIONS: Final = ("ask_line", "ask_parity", "ask_larger", "ask_space")
CODE: Final = [4, 0, 7, 1, 9, 3]
STOPS: Final = 2


def davinci_with_few_stops(mirror: Mirror, place: Place) -> Move:
    """The first claim of the game is wrong; who may stop first does so, and then all go on."""
    made = [entry.move["move"] for entry in mirror.entries if isinstance(entry, Moved)]
    stop: Move = {"move": "stop"}
    moves = offered(mirror, place)
    if stop in moves and made.count("stop") < STOPS:
        return stop
    right = davinci(mirror, place)
    return right if right["move"] != "deduce" or "deduce" in made else next(move for move in moves if move != right)


def digitcode_for_solvers(mirror: Mirror, place: Place) -> Move:
    """The first player makes a code; each of the others asks a question of each kind; then the first of them proposes it."""
    if mirror.number == 0:
        return {"move": "set_code", "digits": CODE}
    solvers = len(mirror.names) - 1
    if mirror.number > solvers * len(QUESTIONS):
        return {"move": "propose", "digits": CODE}
    kind = QUESTIONS[mirror.number % len(QUESTIONS)]
    questions = [move for move in offered(mirror, place) if move["move"] == kind]
    return questions[mirror.number % len(questions)]
