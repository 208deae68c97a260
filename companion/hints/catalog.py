"""The hints of each game, and the functions that lobby, screens and pages call.

All are pure. `memory` is what the seat remembers, a fold over its sightings: keep it beside the seat and add each new view, or
make it anew from all of them.
"""

from collections.abc import Iterable
from typing import Any, Final

from companion.bots.bot import Choice
from companion.bots.catalog import ANALYSES, BOTS
from companion.bots.learn_from_move import followed
from companion.core.game import AnyGame, Step
from companion.core.prompt import Move, move_names
from companion.core.small_steps import finished
from companion.hints.davinci import DAVINCI_HINTS
from companion.hints.digitcode import DIGITCODE_HINTS
from companion.hints.hint import Best, Hints, Promise, Sighting
from companion.hints.mastermind import MASTERMIND_HINTS
from companion.hints.passcode import PASSCODE_HINTS

HINTS: Final[dict[str, Hints[Any, Any, Any]]] = {
    hints.game: hints for hints in (MASTERMIND_HINTS, DAVINCI_HINTS, DIGITCODE_HINTS, PASSCODE_HINTS)
}


def first_memory(game: AnyGame, options: object) -> Any:
    """What a seat remembers before its first view."""
    return BOTS[game.name][-1].start(options)


def next_memory(game: AnyGame, options: object, memory: Any, announced: Step | None, view: Any) -> Any:
    """What it remembers after one more view. `announced`: the move before it, if the game announced it to everybody."""
    return followed(BOTS[game.name][-1], options, memory, announced, view)


def remembered(game: AnyGame, options: object, sightings: Iterable[Sighting]) -> Any:
    """What it remembers after all of its sightings, oldest first."""
    memory = first_memory(game, options)
    for announced, view in sightings:
        memory = next_memory(game, options, memory, announced, view)
    return memory


def possible_count(game: AnyGame, options: object, memory: Any, view: Any) -> int | None:
    """How many secrets are still possible for the seat, exactly; None in a game without a solver that counts them."""
    count = ANALYSES.get(game.name)
    found: int | None = None if count is None else count(options, memory, view).worlds
    return found


def expected(game: AnyGame, options: object, memory: Any, view: Any, move: Move) -> Promise | None:
    """What a legal move of the seat promises, for a move in the making; None for a move that is not compared."""
    hints = HINTS.get(game.name)
    return None if hints is None else hints.promise(options, memory, view, move)


def best_move(game: AnyGame, options: object, memory: Any, view: Any) -> Best | None:
    """The legal move that promises most, by `expected` alone; None where nothing is compared."""
    hints = HINTS.get(game.name)
    return None if hints is None else finished(hints.best(options, memory, view))


def suggestion(game: AnyGame, options: object, memory: Any, view: Any) -> Choice | None:
    """What the game's strongest bot would play, and the reason; None where the seat is asked nothing, or is to set a code: a
    code that somebody suggests is one that others may guess.

    The same position always gives the same suggestion. It may look further ahead than `best_move`.
    """
    prompt = game.prompt(options, view)
    if prompt is None or move_names(prompt) == ("set_code",):
        return None
    return BOTS[game.name][-1].choose(options, memory, view, prompt, _first)


def _first(choices: int) -> int:
    """No luck: the first of several moves that are as good."""
    return 0
