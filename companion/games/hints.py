"""What a seat may be told in private about its game: how much is still possible, what to do and why, and what a move that is
being entered promises. The process that thinks (thinking/thinker.py) and the review (review.py) call these functions; what they
say comes from the game's mind.

All are pure. `memory` is what the seat remembers, a fold over its sightings: keep it beside the seat and add each new view, or
make it anew from all of them.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import convert

from companion.core.game import AnyGame, Step
from companion.core.moves import worded
from companion.core.prompt import Move, check, move_names
from companion.games.helps import Helps
from companion.games.mind import Best, Choice, Promise, Sighting, followed, mind_of


def first_memory(game: AnyGame, options: object) -> Any:
    """What a seat remembers before its first view."""
    return mind_of(game).strongest.start(options)


def next_memory(game: AnyGame, options: object, memory: Any, announced: Step | None, view: Any) -> Any:
    """What it remembers after one more view. `announced`: the move before it, if the game announced it to everybody."""
    return followed(mind_of(game).strongest, options, memory, announced, view)


def remembered(game: AnyGame, options: object, sightings: Iterable[Sighting]) -> Any:
    """What it remembers after all of its sightings, oldest first."""
    memory = first_memory(game, options)
    for announced, view in sightings:
        memory = next_memory(game, options, memory, announced, view)
    return memory


def possible_count(game: AnyGame, options: object, memory: Any, view: Any) -> int | None:
    """How many secrets are still possible for the seat, exactly; None in a game without a solver that counts them."""
    count = mind_of(game).analyse
    return None if count is None else count(options, memory, view).worlds


def expected(game: AnyGame, options: object, memory: Any, view: Any, move: Move) -> Promise | None:
    """What a legal move of the seat promises; None for a move that is not compared."""
    hints = mind_of(game).hints
    return None if hints is None else hints.promise(options, memory, view, move)


def best_move(game: AnyGame, options: object, memory: Any, view: Any) -> Best | None:
    """The legal move that promises most, by `expected` alone; None where nothing is compared."""
    hints = mind_of(game).hints
    return None if hints is None else hints.best(options, memory, view)


def suggestion(game: AnyGame, options: object, memory: Any, view: Any) -> Choice | None:
    """What the game's strongest bot would play, and the reason; None where the seat is asked nothing, or is to set a code: a
    code that somebody suggests is one that others may guess.

    The same position always gives the same suggestion. It may look further ahead than `best_move`.
    """
    prompt = game.prompt(options, view)
    if prompt is None or move_names(prompt) == ("set_code",):
        return None
    return mind_of(game).strongest.choose(options, memory, view, prompt, _first)


def _first(choices: int) -> int:
    """No luck: the first of several moves that are as good."""
    return 0


def suggested_move(game: AnyGame, view: Any, move: Move) -> str:
    """What a hint says to do, as the end of a sentence: "say that the 2nd tile on your left is a 7", "count line B"."""
    kind = game.moves.of(view.seat)[move["move"]]
    made, words = convert(move, kind), kind.words
    named = {} if game.named is None else game.named(view, made)
    said = worded(words.suggest or words.text or words.label, made, named.items())
    return said[:1].lower() + said[1:]


NOTHING = "There is nothing to suggest now."
NOTHING_HIDDEN = "There is nothing for you to find out now."
OWN_CODE = (
    "No code is suggested: others could ask for the same hint and know it. Choose one that nobody expects of you."
)


def promise_words(game: AnyGame, options: object, memory: Any, view: Any, move: Move) -> str:
    """What a move promises that the seat is entering, in sentences; one that promises nothing is not asked about. `memory`: as
    in `hint_words`. Raises RuleError where the move is not legal."""
    prompt = game.prompt(options, view)
    assert prompt is not None, "a seat that enters a move is asked for one"
    check(prompt, move)
    hints = mind_of(game).hints
    assert hints is not None, "a game that offers helps has hints"
    return hints.words(options, memory, view, move)


def hint_words(game: AnyGame, options: object, memory: Any, view: Any, helps: Helps) -> str:
    """The hint for a seat, in sentences: a move and why, what that move is worth, and how much is still possible, each where
    `helps` has it. `memory`: as `remembered` makes it."""
    hints = mind_of(game).hints
    assert hints is not None, "a game that offers helps has hints"
    if "hint" not in helps:
        return hints.still_possible(options, memory, view, None) or NOTHING_HIDDEN
    prompt = game.prompt(options, view)
    if prompt is None:
        return NOTHING
    choice = suggestion(game, options, memory, view)
    if choice is None:
        return OWN_CODE
    said = [f"Try: {suggested_move(game, view, choice.move)}.", choice.why]
    if choice.tells_count:
        return " ".join(said)
    if "worth" in helps and hints.unit == "bits" and game.weighs(choice.move):
        said.append(hints.words(options, memory, view, choice.move))
    elif "count" in helps and (left := hints.still_possible(options, memory, view, choice.move)):
        said.append(left)
    return " ".join(said)
