"""What a player reads on the own screen who asks for help: how much is still possible, what to do and why, and what a move in
the making promises."""

from typing import Any

from companion.core.game import AnyGame
from companion.core.prompt import Move, check
from companion.hints.catalog import HINTS, suggestion
from companion.hints.helps import Helps
from companion.hints.promise_words import may_promise
from companion.hints.suggested_move import suggested_move

NOTHING = "There is nothing to suggest now."
NOTHING_HIDDEN = "There is nothing for you to find out now."
OWN_CODE = (
    "No code is suggested: others could ask for the same hint and know it. Choose one that nobody expects of you."
)


def promise_words(game: AnyGame, options: object, memory: Any, view: Any, move: Move) -> str:
    """What a move in the making promises, one that `may_promise`, in sentences. `memory`: as in `hint_words`. Raises RuleError
    where the move is not legal."""
    prompt = game.prompt(options, view)
    assert prompt is not None, "a seat that enters a move is asked for one"
    check(prompt, move)
    return HINTS[game.name].words(options, memory, view, move)


def hint_words(game: AnyGame, options: object, memory: Any, view: Any, helps: Helps) -> str:
    """The hint for a seat, in sentences: a move and why, what that move is worth, and how much is still possible, each where
    `helps` has it. `memory`: as `hints.catalog.remembered` makes it."""
    hints = HINTS[game.name]
    if "hint" not in helps:
        return hints.still_possible(options, memory, view, None) or NOTHING_HIDDEN
    prompt = game.prompt(options, view)
    if prompt is None:
        return NOTHING
    choice = suggestion(game, options, memory, view)
    if choice is None:
        return OWN_CODE
    said = [f"Try: {suggested_move(prompt, view, choice.move)}.", choice.why]
    if choice.tells_count:
        return " ".join(said)
    if "worth" in helps and hints.unit == "bits" and may_promise(game.name, choice.move):
        said.append(hints.words(options, memory, view, choice.move))
    elif "count" in helps and (left := hints.still_possible(options, memory, view, choice.move)):
        said.append(left)
    return " ".join(said)
