"""What a codebreaker is asked, from the view; what chance is asked, from the state.

Each way to use a card has a key of its own. Only if there are more than three ways are those to drop a card behind one key.
"""

from typing import Final

from companion.core.die import FACES, ORIENTATIONS
from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Move, Option, Prompt, Symbol, Wheel
from companion.games.passcode.moves import DIGIT_CARDS, KEY_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.state import State, next_cards
from companion.games.passcode.view import PasscodeView, is_playoff, next_digit

_FACES: Final = tuple(Symbol(number, str(number), str(number)) for number in FACES)
_DIE: Final = ChancePrompt(
    title="The die rolls",
    lots=tuple(Lot({"move": "roll", "top": top, "front": front}, 1) for top, front in ORIENTATIONS),
    die=True,
)
"""P1: all 24 orientations are equally likely."""

_SCORING: Final = (
    "The winner of a round scores nothing, all others the number on the LOCK IN card or the card in hand. A player who locks in "
    "the last LEVEL wins the game; of several, the lowest score wins."
)
"""P16, P17."""

_LAY_DOWN_HELP: Final = (
    "Your code is complete. Lock: lay the card down; from then on you roll for its number, once a turn. With a KEY you choose "
    f"the number, and it stands. Unless you win the round, its number counts against you. {_SCORING}"
)
_ROLL: Final[Move] = {"move": "roll"}
_WHICH_GOES: Final = "Drop which card?"


def prompt(options: Options, view: PasscodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    match view.phase:
        case "codes":
            return _codes_roll(view)
        case "turning":
            return Choose(
                "Turn the die",
                "The die lies askew. Left: it stays as drawn on the left. Right: a quarter turn more, as on the right. Every "
                "codebreaker gets the face towards their seat.",
                (
                    Option({"move": "turn", "to": "left"}, "Left", "Turn it left"),
                    Option({"move": "turn", "to": "right"}, "Right", "Turn it right"),
                ),
            )
        case "first":
            return _roll("Roll to begin", "The highest roll begins the first round. A tie for the highest: roll again.")
        case "roll":
            return _lock_roll(view, view.seat)
        case "draw":
            return _draw(view)
        case "play":
            return _play(view, view.seat)
        case _:
            return _may_lay_down(_hand(view))


def chance(state: State) -> Prompt | None:
    """What chance owes: a roll, or the next card of the draw pile, each kind as likely as its number of cards."""
    match state.luck:
        case "":
            return None
        case "die":
            return _DIE
        case "deal" | "card":  # P20
            return ChancePrompt("The next card", _cards(state), secret=True)
        case "open" | "reopen":
            return ChancePrompt("The next card", _cards(state))


# What is asked


def _roll(title: str, help_text: str) -> Prompt:
    return Choose(title, help_text, (Option(_ROLL, "Roll", "Roll the die"),))


def _codes_roll(view: PasscodeView) -> Prompt:
    if is_playoff(view):
        return _roll(
            "Roll: playoff",
            "A tie. Your roll gives each of the tied one number: the face towards their seat. The first to lock it in wins.",
        )
    return _roll(
        "Roll the die",
        "Each roll gives every codebreaker a number: the face of the die towards their seat. The fifth takes the top, the "
        "sixth the bottom.",
    )


def _lock_roll(view: PasscodeView, seat: int) -> Prompt:
    last = view.round_winner is not None
    lock_in = view.lock_in[seat]
    if lock_in is not None:  # P13
        return _roll(
            f"Last turn: roll {lock_in.number}" if last else f"Roll: a {lock_in.number} locks in",
            f"One roll a turn. A {lock_in.number} locks your code in. The first to lock in wins the round; all others have "
            f"one last turn. {_SCORING}",
        )
    needed = next_digit(view, seat)
    if needed is None:  # P11
        return _roll(
            "Roll: back in", "Three FAILs locked you out. Your code is complete, so any number lets you in again."
        )
    return _roll(
        f"Last turn: roll {needed}" if last else f"Roll {needed}: back in",
        f"Three FAILs locked you out. One roll a turn: a {needed}, the next digit of your code, lets you in, and you draw.",
    )


def _draw(view: PasscodeView) -> Prompt:
    options = []
    if view.draw_pile or view.discard_pile > 1:
        options.append(Option({"move": "draw", "pile": "draw"}, "Draw", "Draw from the pile"))
    top = view.discard_top
    if top is not None:
        label = "Take it" if top == KEY_CARD else f"Take {top}"
        options.append(Option({"move": "draw", "pile": "discard"}, label, f"Take the {top}"))
    title = "Draw or take?" if len(options) == 2 else "Draw a card" if top is None else f"Take the {top}"
    return Choose(
        title if view.round_winner is None else "Last turn: draw?",
        "Draw: a card that nobody knows. A FAIL ends your turn, and three lock you out. Take: the top of the discard pile, never "
        "a FAIL. An empty pile is shuffled again.",
        tuple(options),
    )


def _play(view: PasscodeView, seat: int) -> Prompt:
    """P9: a card is played or discarded; a player who held none may keep the one drawn."""
    hand = _hand(view)
    needed = next_digit(view, seat)
    if needed is None:
        return _lay_down_or_drop(hand)
    fitting = tuple(card for card in _kinds(hand) if card in (str(needed), KEY_CARD))
    held = " Keep: you held no card, so you may hold it." if len(hand) == 1 else ""
    help_text = (
        f"Play or use: the next digit of your code, a {needed}, or a KEY for it. Drop: onto the discard pile. What is played "
        f"stays until the round ends.{held}"
    )
    if not fitting:
        title = "Drop or keep?" if len(hand) == 1 else _WHICH_GOES
    else:
        title = "Play a card?" if len(fitting) > 1 else f"Play the {fitting[0]}?"
    ways = tuple(_one({"move": "play", "card": card}, _use("Play", card), f"Play the {card}") for card in fitting)
    # The cards that can be played come first, so that the keys about one card are beside each other.
    return _ways(
        title, help_text, ways, (*fitting, *(card for card in _kinds(hand) if card not in fitting)), _keep(hand)
    )


def _may_lay_down(hand: tuple[str, ...]) -> Prompt:
    """P12: the LOCK IN card may be declined in the turn that completes the code."""
    (card,) = hand
    decline = _one({"move": "decline"}, "Not now", "Hold the card")
    return _ways(f"Lock in the {card}?", _LAY_DOWN_HELP, (_lay_down(card),), (), (decline,))


def _lay_down_or_drop(hand: tuple[str, ...]) -> Prompt:
    """P12: in a later turn a card is laid down or discarded."""
    kinds = _kinds(hand)
    title = "Lock in a card?" if len(kinds) > 1 else f"Lock in the {kinds[0]}?"
    return _ways(title, _LAY_DOWN_HELP, tuple(map(_lay_down, kinds)), kinds, _keep(hand))


def _lay_down(card: str) -> Branch:
    """A KEY needs its number."""
    if card != KEY_CARD:
        return _one({"move": "lay_down", "card": card}, f"Lock {card}", f"Lock in with the {card}")
    stated = Dial(
        "Which number?",
        _LAY_DOWN_HELP,
        "lay_down",
        (Wheel("number", "Which number?", _FACES),),
        (("card", KEY_CARD),),
    )
    return Branch(_use("Lock", KEY_CARD), "Lock in with the KEY", stated)


def _keep(hand: tuple[str, ...]) -> tuple[Branch, ...]:
    """P9: only for a player who held no card before the draw."""
    return (_one({"move": "keep"}, "Keep", "Keep it in hand"),) if len(hand) == 1 else ()


def _ways(
    title: str, help_text: str, uses: tuple[Branch, ...], drops: tuple[str, ...], others: tuple[Branch, ...]
) -> Prompt:
    """A key for each way; all drops share one if the keys would not do."""
    out = tuple(
        Option({"move": "discard", "card": card}, "Drop it" if card == KEY_CARD else f"Drop {card}", f"Drop the {card}")
        for card in drops
    )
    if len(uses) + len(out) + len(others) <= 3:
        branches = (*uses, *(Branch(option.label, option.text, Choose(title, help_text, (option,))) for option in out))
    else:
        branches = (*uses, Branch("Drop", "Drop a card", Choose(_WHICH_GOES, help_text, out)))
    branches = (*branches, *others)
    flat = [branch.prompt.options for branch in branches if isinstance(branch.prompt, Choose)]
    if len(flat) == len(branches) and all(len(options) == 1 for options in flat):
        return Choose(title, help_text, tuple(options[0] for options in flat))
    return Menu(title, help_text, branches)


def _one(move: Move, label: str, text: str) -> Branch:
    """A way that is a single move."""
    return Branch(label, text, Choose(text, "", (Option(move, label, text),)))


def _use(verb: str, card: str) -> str:
    """The label for a card; a KEY leaves room for a short verb only."""
    return "Use KEY" if card == KEY_CARD else f"{verb} {card}"


def _kinds(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Each kind of card in hand once, in a fixed order."""
    return tuple(card for card in (*DIGIT_CARDS, KEY_CARD) if card in hand)


def _hand(view: PasscodeView) -> tuple[str, ...]:
    assert view.hand is not None, "a seat sees its own hand"
    return view.hand


def _cards(state: State) -> tuple[Lot, ...]:
    """P5: the FAILs at the bottom come after all other cards."""
    return tuple(Lot({"move": "card", "card": card}, count) for card, count in next_cards(state.piles))
