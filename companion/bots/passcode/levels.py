"""The bots of Passcode. They differ in how far they look and in what they remember, never in luck.

| bot | what it thinks of |
|---|---|
| `hasty` | the next digit of its code, and nothing beyond |
| `greedy` | the whole rest of its code: holds what it needs soonest, takes from the discard pile what is better than that |
| `steady` | its turns to come, by the chances of cards, FAILs and die; only itself and what lies open; plays when it can |
| `best` | the same with every card that it has seen, how near the others are, and what a card is worth to the next seat |
"""

from collections.abc import Callable
from typing import Any, Final

from companion.bots.bot import RANDOM, Analysis, Bot, Choice
from companion.bots.passcode.reasons import move_reason, turn_reason
from companion.core.prompt import Move, Prompt, RandBelow, every
from companion.games.passcode.moves import KEY_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.view import PasscodeView, current_code, is_playoff, next_digit
from companion.solvers.passcode.choice import Mind, Turn, turn_choice
from companion.solvers.passcode.memory import Memory, memory_from, observe

NEXT_ONLY: Final = 1
"""Digits of the code that `hasty` looks at."""
ALL: Final = 6


def analyse(options: Options, memory: Memory | None, view: PasscodeView) -> Analysis:
    """How many different hands the others may hold, all together, by all that a seat has seen; `memory`: that of `best`."""
    if view.phase == "over" and not is_playoff(view):  # P17: the hands have been counted
        return Analysis(1)
    seen = memory_from(view) if memory is None else memory
    return Analysis(seen.hidden.count())


def _nothing(options: Options) -> None:
    return None


def _remember(options: Options, memory: Memory | None, view: PasscodeView) -> Memory:
    return observe(memory, view)


# Players of habit


def _by_habit(looks: int) -> Callable[[Options, None, PasscodeView, Prompt, RandBelow], Choice]:
    """A player that looks at so many digits of its code, and does what they ask for."""

    def choose(options: Options, memory: None, view: PasscodeView, prompt: Prompt, pick: RandBelow) -> Choice:
        move = _habit(view, list(every(prompt)), looks)
        return Choice(move, move_reason(view, move, looks=looks))

    return choose


def _habit(view: PasscodeView, moves: list[Move], looks: int) -> Move:
    if len(moves) == 1 or view.phase == "turning":
        return moves[0]
    if view.phase == "draw":
        return {"move": "draw", "pile": "discard" if _takes(view, looks) else "draw"}
    possible = {move["move"] for move in moves}
    if "lay_down" in possible:  # P17: the lowest number counts least
        return min((move for move in moves if move["move"] == "lay_down"), key=_number)
    if "play" in possible:
        return min((move for move in moves if move["move"] == "play"), key=lambda move: bool(move["card"] == KEY_CARD))
    if "keep" in possible:
        return {"move": "keep"}
    hand = view.hand or ()
    if looks == NEXT_ONLY:
        # The card that came last, unless it is a KEY.
        return {"move": "discard", "card": hand[0] if hand[-1] == KEY_CARD else hand[-1]}
    return {"move": "discard", "card": max(hand, key=lambda card: _need(view, card))}


def _takes(view: PasscodeView, looks: int) -> bool:
    """Whether the top of the discard pile is a card to take."""
    assert view.seat is not None, "a seat decides"
    top, needed = view.discard_top, next_digit(view, view.seat)
    if top is None or needed is None:
        return top is not None
    if top in (KEY_CARD, str(needed)) or looks == NEXT_ONLY or not view.hand:
        return top in (KEY_CARD, str(needed))
    return _need(view, top) < _need(view, view.hand[0])


def _need(view: PasscodeView, card: str) -> int:
    """How soon a card is needed: a KEY at once, then the digits of the code in their order; what it does not need, last."""
    assert view.seat is not None, "a seat decides"
    digits = [str(digit) for digit in current_code(view, view.seat)[view.filled[view.seat] :]]
    if card == KEY_CARD:
        return 0
    return 1 + (digits.index(card) if card in digits else len(digits))


def _number(move: Move) -> int:
    """What a LOCK IN card would be laid down for."""
    return int(move.get("number") or move["card"])


# Players that reckon


def _by_reckoning(mind: Mind) -> Callable[[Options, Memory | None, PasscodeView, Prompt, RandBelow], Choice]:
    """A player that makes the move of most worth, the first of several; without a memory what lies open is all it knows."""

    def choose(options: Options, memory: Memory | None, view: PasscodeView, prompt: Prompt, pick: RandBelow) -> Choice:
        moves = list(every(prompt))
        if view.phase == "turning":
            move: Move = {"move": "turn", "to": turn_choice(view)}
            return Choice(move, turn_reason(view, move))
        if len(moves) == 1:
            return Choice(moves[0], move_reason(view, moves[0]))
        turn = Turn(mind, view, memory_from(view) if memory is None else memory)
        move = max(moves, key=turn.value)
        return Choice(move, move_reason(view, move, turn=turn))

    return choose


HASTY: Final = Bot("hasty", _nothing, RANDOM.observe, _by_habit(NEXT_ONLY))
GREEDY: Final = Bot("greedy", _nothing, RANDOM.observe, _by_habit(ALL))
STEADY: Final = Bot("steady", _nothing, RANDOM.observe, _by_reckoning(Mind(denies=0.0, looks=False)))
BEST_MIND: Final = Mind(denies=0.8, looks=True)
"""How well `best` reckons."""
BEST: Final = Bot("best", _nothing, _remember, _by_reckoning(BEST_MIND))

LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (HASTY, GREEDY, STEADY, BEST)
"""All but `random`, weakest first."""
