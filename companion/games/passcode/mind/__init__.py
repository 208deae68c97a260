"""The mind of Passcode: how each level plays and why, what a move is worth, and how a move that was made is judged.

The levels differ in how far they look and in what they remember, never in luck:

| level | what it thinks of |
|---|---|
| `hasty` | the next digit of its code, and nothing beyond |
| `greedy` | the whole rest of its code: holds what it needs soonest, takes from the discard pile what is better than that |
| `steady` | its turns to come, by the chances of cards, FAILs and die; only itself and what lies open; plays when it can |
| `best` | the same with every card that it has seen, how near the others are, and what a card is worth to the next seat |

What a move is worth is the chance to complete the code, with a LOCK IN card down, before the round ends, less what the move
leaves to the next seat, in hundredths, as the strongest bot reckons. So it can be below 0. There are no bits: what is hidden is
the next card, not a secret that questions narrow down. In a review only the draw has luck: the card that came, against the mean
of all that could have come. Rolls, and moves without a choice, are not reviewed.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.core.prompt import Move, Prompt, RandBelow, every
from companion.core.words import counted, percent
from companion.games.mind import RANDOM, Analysis, Best, Bot, Choice, Hints, Judgement, Mind, Moment, Promise, Reviewer
from companion.games.passcode.mind.chances import Reckoning, Turn, turn_choice
from companion.games.passcode.mind.seen import CARDS, SOLVER, Memory, memory_from, observe
from companion.games.passcode.rules import FAIL_CARD, KEY_CARD, Options, PasscodeView, prompt
from companion.games.reasons import cases

FEW = 1e-3
"""A difference of worth below this is none that a reason is made of."""


def move_reason(view: PasscodeView, move: Move, looks: int = 6, turn: Turn | None = None) -> str:
    """The reason. `looks`: how many digits of the code the player looks at; `turn`: what a player that reckons has found."""
    match move:
        case {"move": "roll"}:
            return _rolls(view)
        case {"move": "turn"}:
            return "To this player one number is as good as another."
        case {"move": "draw", "pile": "discard"}:
            return _to_take(view, turn)
        case {"move": "draw"}:
            return _draws(view, turn)
        case {"move": "play", "card": card}:
            return _plays(view, card)
        case {"move": "discard", "card": card}:
            return _discards(view, card, looks, turn)
        case {"move": "keep"}:
            return _keeps(view)
        case {"move": "lay_down", "card": card}:
            least = move.get("number") or card
            return (
                f"Each turn is then a roll for it, so begin at once. A {least} is the lowest that you can lay down, "
                "and costs the fewest points."
            )
        case _:
            return "This is your last turn of the round, and the card counts less in your hand than laid down."


def turn_reason(view: PasscodeView, move: Move) -> str:
    """Why a player that reckons turns the die so."""
    if view.is_playoff:
        return "In a playoff every number is as good as another."
    return f"Turned {move['to']}, the die gives you a number with which your code fills faster, compared with the others' codes."


def _rolls(view: PasscodeView) -> str:
    assert view.seat is not None, "a seat decides"
    lock_in, needed = view.lock_in[view.seat], view.next_digit(view.seat)
    if view.phase != "roll":
        return "A roll is all that can be done now."
    if lock_in is not None:
        return f"One roll in six shows the {lock_in.number} that locks your code in."
    return (
        "Any number lets you in again."
        if needed is None
        else f"One roll in six shows the {needed} that lets you in again."
    )


def _to_take(view: PasscodeView, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    top, needed, hold = view.discard_top, view.next_digit(view.seat), _hold(view)
    if needed is None:
        return f"Your code is complete, so any card will do to lock in, and the {top} cannot be a FAIL."
    if top == KEY_CARD:
        return "The KEY on the discard pile stands for any digit."
    if top == str(needed):
        return f"The {top} on the discard pile is the next digit of your code."
    if hold in (KEY_CARD, str(needed)):
        later = f", and the {top} comes later in your code" if top in _later(view) else ""
        return f"You can go on with the {hold} in your hand: an open card cannot be a FAIL{later}."
    if top in _later(view):
        return f"The {top} on the discard pile comes later in your code."
    if turn is not None and turn.threat(top) > turn.threat(None) + FEW:
        return f"The {top} would help the next player more than it costs you to take it."
    if view.fails[view.seat] == 2:
        return "Another FAIL would lock you out: take the open card, and wait for a better one."
    return f"The {top} on the discard pile cannot be a FAIL."


def _draws(view: PasscodeView, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    top = view.discard_top
    if top is None:
        return "Nothing lies on the discard pile."
    if turn is None:
        hold, needed = _hold(view), view.next_digit(view.seat)
        if hold is not None and top in (KEY_CARD, str(needed)):
            return f"The {top} on the discard pile helps your code no more than the {hold} in your hand."
        return f"The {top} on the discard pile is not what your code needs next."
    wanted, hold = turn.wanted(), _hold(view)
    if wanted is None:
        any_card = f"You hold the {hold} that completes your code" if turn.rest else "Your code is complete"
        return f"{any_card}, {_leaves_top(turn, top)}."
    after = f"after the {hold} in your hand" if turn.holds_next() else "next"
    chance = round(100 * turn.useful())
    return f"{_helps_less(view, top)} The next card is the {wanted} that you need {after}, or a KEY, in {chance} of 100 cases."


def _leaves_top(turn: Turn, top: str) -> str:
    """Why not to take the open card, where the code needs no card more than another."""
    if turn.threat(turn.under()) > turn.threat(top) + FEW:
        under = turn.under()
        if under is None:
            return f"and the card that would lie open without the {top} may help the next player more"
        return f"and the {under} below the open {top} would help the next player more"
    if top not in (KEY_CARD, "1") and not turn.rest:
        return f"and an unknown card may be a lower one to lock in than the open {top}"
    return f"and the open {top} is not needed"


def _helps_less(view: PasscodeView, top: str) -> str:
    """Why not to take the open card."""
    assert view.seat is not None, "a seat decides"
    if top in _later(view):
        return f"The open {top} is needed only later."
    if top in (KEY_CARD, str(view.next_digit(view.seat))):
        return f"An unknown card may help more than the open {top}."
    return f"The open {top} is not needed."


def _plays(view: PasscodeView, card: str) -> str:
    assert view.seat is not None, "a seat decides"
    needed = view.next_digit(view.seat)
    what = f"The {card} is the next digit of your code"
    if card == KEY_CARD:
        what = f"The KEY stands for the {needed} that your code needs next"
    left = _left(view, card)
    if len(view.current_code(view.seat)) == view.filled[view.seat] + 1:
        return f"{what}, and completes it."
    if left == KEY_CARD:
        return f"{what}, and the KEY is kept for a later one."
    other = f"other {left}" if left == card else left
    return f"{what}, and the {other} comes later in it." if left in _later(view) else f"{what}."


def _keeps(view: PasscodeView) -> str:
    """Of a card that is kept by who held none."""
    assert view.seat is not None, "a seat decides"
    (card,) = view.hand or ()
    needed = view.next_digit(view.seat)
    if needed is None:
        return f"Your code is complete, and the {card} can lock it in later."
    if card == KEY_CARD:
        return "The KEY stands for any digit, so keep it."
    if card == str(needed) or card in _later(view):
        return f"Your code needs the {card}, so keep it."
    return f"The {card} is not in the rest of your code, but a card in hand can lock the code in once it is complete."


def _discards(view: PasscodeView, card: str, looks: int, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    left, later = _left(view, card), _later(view)
    if view.next_digit(view.seat) is None:
        return f"Your code is complete, and the round ends before you could roll, so the {card} need not count against you."
    if left is None:
        return f"The {card} is not in the rest of your code, and an empty hand costs no points."
    spares = turn is not None and turn.threat(card) + FEW < turn.threat(left)
    helps = f", and the {card} helps the next player less" if spares else ""
    if left == card:
        return f"You hold two {'KEYs' if card == KEY_CARD else f'{card}s'}: drop one, and keep the other."
    if left == KEY_CARD:
        return f"The KEY stands for any digit, so keep it{helps}."
    if left == str(view.next_digit(view.seat)):
        waits = f"Play the {left} next turn: then you can keep the card that you draw instead of the {card}"
        return f"{waits}{helps}." if turn is None else f"{waits}. {_chance_to_wait(view, left, card, turn)}"
    if left in later and card in later and looks > 1:
        if later.index(left) < later.index(card):
            return f"Your code needs the {left} before the {card}, so keep the {left}{helps}."
    elif left in later and looks > 1:
        return f"The {left} comes later in your code, so keep it{helps}."
    if spares:
        return f"The {card} helps the next player less than the {left} would."
    if looks == 1:
        return f"The {card} is not the next digit of your code."
    if left in later:
        return "Both cards come later in your code, so either may go."
    if int(left) < int(card):
        return f"Neither card is in the rest of your code. If the {left} is left at the end, it costs fewer points."
    return "Neither card is in the rest of your code, so either may go."


def _chance_to_wait(view: PasscodeView, left: str, card: str, turn: Turn) -> str:
    """Why not to play at once, in the player's own chances; what is left to the next player counts apart."""
    top = view.discard_top
    waiting = turn.hand_worth(left)
    playing = turn.value({"move": "play", "card": left}) + turn.threat(top)
    spares = top is not None and turn.threat(card) + FEW < turn.threat(top)
    if percent(waiting) != percent(playing):
        chances = (
            f"Your chance to lock in before the round ends is {percent(waiting)} so, {percent(playing)} if you play now"
        )
    else:
        than = ", slightly higher so" if waiting > playing else ""
        chances = f"Your chance to lock in before the round ends is about {percent(waiting)} in either case{than}"
    return f"{chances}, and the {card} helps the next player less than the open {top}." if spares else f"{chances}."


def _hold(view: PasscodeView) -> str | None:
    return view.hand[0] if view.hand else None


def _left(view: PasscodeView, card: str) -> str | None:
    """The other card in hand."""
    hand = list(view.hand or ())
    hand.remove(card)
    return hand[0] if hand else None


def _later(view: PasscodeView) -> list[str]:
    """The digits that the code needs after the next one."""
    assert view.seat is not None, "a seat decides"
    return [str(digit) for digit in view.current_code(view.seat)[view.filled[view.seat] + 1 :]]


NEXT_ONLY: Final = 1
"""Digits of the code that `hasty` looks at."""
ALL: Final = 6


def analyse(options: Options, memory: Memory | None, view: PasscodeView) -> Analysis:
    """How many different hands the others may hold, all together, by all that a seat has seen; `memory`: that of `best`."""
    if view.phase == "over" and not view.is_playoff:  # P17: the hands have been counted
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
    top, needed = view.discard_top, view.next_digit(view.seat)
    if top is None or needed is None:
        return top is not None
    if top in (KEY_CARD, str(needed)) or looks == NEXT_ONLY or not view.hand:
        return top in (KEY_CARD, str(needed))
    return _need(view, top) < _need(view, view.hand[0])


def _need(view: PasscodeView, card: str) -> int:
    """How soon a card is needed: a KEY at once, then the digits of the code in their order; what it does not need, last."""
    assert view.seat is not None, "a seat decides"
    digits = [str(digit) for digit in view.current_code(view.seat)[view.filled[view.seat] :]]
    if card == KEY_CARD:
        return 0
    return 1 + (digits.index(card) if card in digits else len(digits))


def _number(move: Move) -> int:
    """What a LOCK IN card would be laid down for."""
    return int(move.get("number") or move["card"])


# Players that reckon


def _by_reckoning(mind: Reckoning) -> Callable[[Options, Memory | None, PasscodeView, Prompt, RandBelow], Choice]:
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
STEADY: Final = Bot("steady", _nothing, RANDOM.observe, _by_reckoning(Reckoning(denies=0.0, looks=False)))
BEST_RECKONING: Final = Reckoning(denies=0.8, looks=True)
"""How well `best` reckons."""
BEST: Final = Bot("best", _nothing, _remember, _by_reckoning(BEST_RECKONING))

LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (HASTY, GREEDY, STEADY, BEST)
"""All but `random`, weakest first."""


COMPARED: Final = frozenset({"draw", "play", "discard", "keep", "lay_down", "decline"})
"""The moves that are compared. A roll and the turning of the die are not."""


def turn_of(memory: Memory | None, view: PasscodeView) -> Turn:
    """The turn of the view's seat, by all that it has seen."""
    return Turn(BEST_RECKONING, view, memory_from(view) if memory is None else memory)


def points(worth: float) -> float:
    """The worth that a solver's turn finds, in hundredths."""
    return round(100 * worth, 7)


def promise(options: Options, memory: Memory | None, view: PasscodeView, move: Move) -> Promise | None:
    """The worth of a move."""
    if move["move"] not in COMPARED:
        return None
    return Promise(points(turn_of(memory, view).value(move)))


def best(options: Options, memory: Memory | None, view: PasscodeView) -> Best | None:
    """The move of most worth, the first of several."""
    asked = prompt(options, view)
    if asked is None or view.phase not in ("draw", "play", "lay_down"):
        return None
    turn = turn_of(memory, view)
    found: Best | None = None
    for move in every(asked):
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
        f"You have not seen {counted(sum(unseen.values()) + turn.seen.fails, 'card')}. "
        f"Among them are {needed}{unseen[KEY_CARD]} KEY and {turn.seen.fails} FAIL."
    )


PASSCODE_HINTS: Final = Hints("passcode", "points", promise, best, words, still_possible)


SMALL_LOSS: Final = 0.5
"""A move whose worth was so few points below the best one's was as good."""


def judge(moment: Moment) -> Judgement | None:
    """The judgement of a draw, and of what was done with the card; None where there was no choice."""
    if moment.move["move"] not in COMPARED:
        return None
    asked = prompt(moment.options, moment.view)
    if asked is None or len(list(every(asked))) < 2:
        return None
    made = promise(moment.options, moment.memory, moment.view, moment.move)
    top = best(moment.options, moment.memory, moment.view)
    assert made is not None
    assert top is not None, "a move is legal"
    card = None
    if moment.move == {"move": "draw", "pile": "draw"} and moment.following is not None:
        card = moment.following[1].get("card")
    gained = made.worth if card is None else points(turn_of(moment.memory, moment.view).drawn(str(card)))
    if made.worth >= top.promise.worth - SMALL_LOSS:
        why = f"No other move promised more{_reason(moment, moment.move)}."
    else:
        loss, named = max(1, round(top.promise.worth - made.worth)), _named(top.move, moment)
        why = f"{named[0].upper()}{named[1:]} promised {loss} per cent more{_reason(moment, top.move)}."
    said = _named(moment.move, moment)
    return Judgement(
        said=said if card is None else f"{said}: {card}",
        why=why,
        gained=gained,
        expected=made.worth,
        best=top.promise.worth,
    )


def _reason(moment: Moment, move: Move) -> str:
    """What speaks for a move, as far as a few words can say it."""
    view: PasscodeView = moment.view
    needed, rest = view.next_digit(moment.seat), _rest(moment)
    match move:
        case {"move": "discard", "card": card}:
            return _kept(moment, str(card))
        case {"move": "play"} if needed is not None:
            return f": the code needs a {needed} next"
        case {"move": "draw", "pile": "discard"} if view.discard_top == KEY_CARD:
            return ": a KEY fills any place, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"} if view.discard_top == str(needed):
            return ": the code needs it next, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"} if view.discard_top in rest:
            return ": the code needs it later, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"}:
            return ": an open card cannot be a FAIL"
        case {"move": "draw"}:
            return _open_card(view.discard_top, rest)
        case {"move": "keep"} if needed is None:
            return ": it can lock the code in later"
        case {"move": "keep"} if KEY_CARD in (view.hand or ()):
            return ": a KEY can fill any place later"
        case {"move": "keep"} if {*(view.hand or ())} & {*rest}:
            return ": the code still needs it"
        case {"move": "lay_down"}:
            return ": every turn is a roll for it then"
        case _:
            return ""


def _rest(moment: Moment) -> list[str]:
    """The digits that the code still needs, the next one first."""
    view: PasscodeView = moment.view
    return [str(digit) for digit in view.current_code(moment.seat)[view.filled[moment.seat] :]]


def _open_card(top: str | None, rest: list[str]) -> str:
    """Why not to take the open card, where it is plain."""
    if top is None or top == KEY_CARD or not rest or top == rest[0]:
        return ""
    return f": the open {top} is needed only later" if top in rest else f": the open {top} is not needed"


def _kept(moment: Moment, card: str) -> str:
    """What speaks for a discard: the card that is kept, or nothing."""
    view: PasscodeView = moment.view
    hand, needed = list(view.hand or ()), view.next_digit(moment.seat)
    hand.remove(card)
    rest = _rest(moment)
    if not hand and card not in (KEY_CARD, *rest) and rest:
        return f": the {card} is not in the rest of the code"
    if not hand or needed is None:
        return ""
    (left,) = hand
    if left == card:
        return f": both cards are {card}s"
    if left == KEY_CARD:
        return ": it keeps the KEY, which can fill any place later"
    turn = turn_of(moment.memory, view)
    spared = turn.threat(left) - turn.threat(card)
    less = f"the {card} helps the next player less"
    if left in rest and card in rest:
        sooner = turn.hand_worth(left) - turn.hand_worth(card) if rest.index(left) < rest.index(card) else 0.0
        reasons = sorted(((sooner, f"the code needs the {left} before the {card}"), (spared, less)), reverse=True)
        said = ", and ".join(reason for worth, reason in reasons if worth > FEW)
        return said and f": {said}"
    if left in rest:
        return f": it keeps the {left}, which the code still needs"
    if card in rest or card == KEY_CARD:
        return ""
    if spared > FEW:
        return f": neither card is in the rest of the code, and {less}"
    return ": neither card is in the rest of the code"


def _named(move: Move, moment: Moment) -> str:
    match move:
        case {"move": "draw", "pile": "discard"}:
            return f"taking the open {moment.view.discard_top}"
        case {"move": "draw"}:
            return "drawing from the pile"
        case {"move": "play", "card": card}:
            return f"playing the {card}"
        case {"move": "discard", "card": card}:
            return f"discarding the {card}"
        case {"move": "lay_down", "card": card}:
            stated = f" as a {move['number']}" if move.get("number") else ""
            return f"laying down the {card}{stated}"
        case {"move": "keep"}:
            return f"keeping the {(moment.view.hand or ('card',))[0]}"
        case _:
            return "laying down no card"


MIND: Final = Mind(
    levels=LEVELS,
    solver=SOLVER,
    analyse=analyse,
    hints=PASSCODE_HINTS,
    reviewer=Reviewer(
        judge,
        "The numbers are per cent: by so much a move raised or lowered the chance to complete the code and lay a LOCK IN card "
        "down before the round ends. What it gave the next player is taken off.",
        5.0,
    ),
)
