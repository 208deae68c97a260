"""The hints that a player reads on the own screen: how many secrets are possible, what to do and why, and what a move in the
making promises."""

from typing import Any

from companion.core.game import AnyGame
from companion.core.prompt import Move, check, move_names
from companion.hints.catalog import HINTS, expected, possible_count, suggestion
from companion.hints.promise_words import may_promise
from companion.hints.suggested_move import suggested_move

NOTHING = "There is nothing to suggest now."
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


def hint_words(game: AnyGame, options: object, memory: Any, view: Any) -> str:
    """The hint for a seat, in sentences. `memory`: as `hints.catalog.remembered` makes it."""
    prompt = game.prompt(options, view)
    if prompt is None:
        return NOTHING
    choice = suggestion(game, options, memory, view)
    if choice is None:
        return OWN_CODE
    parts = [f"Try: {suggested_move(prompt, view, choice.move)}.", choice.why]
    hints = HINTS.get(game.name)
    count = possible_count(game, options, memory, view)
    if hints is None or count is None:
        return " ".join(parts)
    if hints.unit == "bits" and may_promise(game.name, choice.move):
        if count > 1 and f"{count:,}" not in choice.why:
            parts.append(hints.words(options, memory, view, choice.move))
    elif hints.unit == "chance" and "deduce" in move_names(prompt):
        promise = expected(game, options, memory, view, choice.move)
        parts.append(_ways(count, certain=promise is not None and promise.worth == 1))
    return " ".join(parts)


def _ways(count: int, *, certain: bool) -> str:
    """In how many ways the hidden tiles can lie. `certain`: in all of them what is suggested is right."""
    if count == 1:
        return "The hidden tiles can lie in no other way, so you know them all."
    if certain:
        return f"The hidden tiles can lie in {count:,} ways, and it is so in {'both' if count == 2 else 'all'} of them."
    return f"The hidden tiles can lie in {count:,} ways."
