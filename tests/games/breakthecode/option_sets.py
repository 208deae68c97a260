"""The options under which the laws, the random games and the golden playthroughs play Break the Code."""

from collections.abc import Callable
from typing import Any, Final

from companion.core.prompt import Move
from companion.games.breakthecode.rules import State, questions_of, sought_row

OPTION_SETS: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (2, {}),
    (3, {"first_seat": 2}),
    (4, {}),
    (2, {"first_seat": 1}),
    (3, {}),
    (4, {"first_seat": 3}),
)

_OFTEN: Final = 5


def steer(state: State, move: Move, pick: Callable[[int], int]) -> Move:
    """By luck alone a third of all turns would be guesses, nearly all of them wrong. Most become questions, and of the others one
    in two is right, so that games have answers and winners."""
    if move["move"] != "guess":
        return move
    if state.open and not any(one.correct for one in state.guesses) and pick(_OFTEN):
        card, number = questions_of(state.open[pick(len(state.open))])[-1]
        return {"move": "ask", "card": card} | ({} if number is None else {"number": number})
    return move if pick(2) else {"move": "guess", "tiles": list(sought_row(state, state.turn_of))}
