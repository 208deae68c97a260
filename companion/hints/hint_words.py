"""The hints that a player reads on the own screen: how many secrets are possible, what to do and why, and what a move in the
making promises."""

from typing import Any

from companion.core.game import AnyGame
from companion.core.prompt import Move, check, move_names
from companion.core.wording.move_words import move_words
from companion.hints.catalog import HINTS, expected, possible_count, suggestion

NOTHING = "There is nothing to suggest now."
OWN_CODE = "Your secret code is best made by yourself: a code that the machine suggests is one that others may guess."


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
    parts = [f"Try: {move_words(prompt, choice.move).rstrip('?')}.", choice.why]
    unit = HINTS[game.name].unit if game.name in HINTS else None
    count = possible_count(game, options, memory, view)
    if unit == "bits" and count is not None:
        if count > 1 and f"{count:,}" not in choice.why:
            parts.append(f"{count:,} codes are possible.")
        promise = expected(game, options, memory, view, choice.move)
        if promise is not None and promise.bits:
            parts.append(f"This tells {promise.bits:.1f} bits on average; each bit halves what is possible.")
    elif unit == "chance" and count is not None and "deduce" in move_names(prompt):
        parts.append("So you know every hidden tile." if count == 1 else f"The hidden tiles can lie in {count:,} ways.")
    return " ".join(parts)
