"""Hints for Passcode: what a move makes of the chance to complete the code, with a LOCK IN card down, before the round ends.

The worth of a move is that of the strongest bot, in hundredths: the own chance, less what the move leaves to the next seat. So
it can be below 0. There are no bits: what is hidden is the next card, not a secret that questions narrow down.
"""

from typing import Final

from companion.bots.passcode.levels import BEST_MIND
from companion.core.prompt import Move, every
from companion.core.small_steps import SmallSteps
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.prompts import prompt
from companion.games.passcode.view import PasscodeView
from companion.hints.hint import Best, Hints, Promise
from companion.hints.promise_words import cases
from companion.solvers.passcode.choice import Turn
from companion.solvers.passcode.memory import Memory, memory_from
from companion.solvers.passcode.worlds import CARDS

COMPARED: Final = frozenset({"draw", "play", "discard", "keep", "lay_down", "decline"})
"""The moves that are compared. A roll and the turning of the die are not."""


def turn_of(memory: Memory | None, view: PasscodeView) -> Turn:
    """The turn of the view's seat, by all that it has seen."""
    return Turn(BEST_MIND, view, memory_from(view) if memory is None else memory)


def points(worth: float) -> float:
    """The worth that a solver's turn finds, in hundredths."""
    return round(100 * worth, 7)


def promise(options: Options, memory: Memory | None, view: PasscodeView, move: Move) -> Promise | None:
    """The worth of a move."""
    if move["move"] not in COMPARED:
        return None
    return Promise(points(turn_of(memory, view).value(move)))


def best(options: Options, memory: Memory | None, view: PasscodeView) -> SmallSteps[Best | None]:
    """The move of most worth, the first of several."""
    asked = prompt(options, view)
    if asked is None or view.phase not in ("draw", "play", "lay_down"):
        return None
    turn = turn_of(memory, view)
    found: Best | None = None
    for move in every(asked):
        yield
        worth = points(turn.value(move))
        if found is None or worth > found.promise.worth:
            found = Best(move, Promise(worth))
    return found


def words(options: Options, memory: Memory | None, view: PasscodeView, move: Move) -> str:
    """What the next card of the draw pile may be."""
    turn = turn_of(memory, view)
    fail = f"a FAIL {cases(turn.seen.odds().get(FAIL_CARD, 0.0))}"
    if not turn.rest:
        return f"Your code is complete, so any number will do. The next card is {fail}."
    wanted, hold = turn.wanted(), view.hand[0] if view.hand else ""
    if wanted is None:
        return f"You hold the {hold} that completes your code. The next card is {fail}."
    after = f"after the {hold} in your hand" if turn.holds_next() else "next"
    return f"The next card is the {wanted} that you need {after}, or a KEY, {cases(turn.useful())}; it is {fail}."


def still_possible(options: Options, memory: Memory | None, view: PasscodeView, suggested: Move | None) -> str | None:
    """Which cards may come: those that the seat has not seen, in the draw pile or in other hands."""
    if view.phase not in ("draw", "play", "lay_down"):
        return None
    turn = turn_of(memory, view)
    unseen = dict(zip(CARDS, turn.seen.unseen, strict=True))
    wanted = turn.wanted()
    needed = "" if wanted is None else f"{unseen[wanted]} with the {wanted} that you need, "
    return (
        f"You have not seen {sum(unseen.values()) + turn.seen.fails} cards. "
        f"Among them are {needed}{unseen[KEY_CARD]} KEY and {turn.seen.fails} FAIL."
    )


PASSCODE_HINTS: Final = Hints("passcode", "points", promise, best, words, still_possible)
