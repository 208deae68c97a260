"""What a codebreaker is asked, from the view; what chance is asked, from the state.

If there are at most three moves, each has a key of its own. If there are more, the first press chooses whether to play or to
discard, and the second chooses the card.
"""

from typing import Final

from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Move, Option, Prompt, Symbol, Wheel
from companion.dice.attitude import ATTITUDES, FACES
from companion.games.passcode.moves import DIGIT_CARDS, KEY_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.state import State, next_cards
from companion.games.passcode.view import PasscodeView, is_playoff, next_digit

_FACES: Final = tuple(Symbol(number, str(number), str(number)) for number in FACES)
_DIE: Final = ChancePrompt(
    title="The die rolls",
    lots=tuple(Lot({"move": "roll", "top": top, "front": front}, 1) for top, front in ATTITUDES),
    die=True,
)
"""P1: all 24 attitudes are equally likely."""

_SCORING: Final = (
    "The winner of a round scores nothing, all others the number on the LOCK IN card or the card in hand. A player who locks in "
    "the last LEVEL wins the game; of several, the lowest score wins."
)
"""P16, P17."""

_ROLL: Final[Move] = {"move": "roll"}

_MoveGroup = tuple[str, str, tuple[Option, ...]]
"""Moves of one kind: the label for a key, the text for a line, and the moves."""


def prompt(options: Options, view: PasscodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    match view.phase:
        case "codes":
            return _roll("Roll for the codes", _codes_help(view))
        case "turning":
            return Choose(
                "Turn the die",
                "The die lies askew. left: it stays as drawn on the left. right: a quarter turn more, as on the right. Every "
                "codebreaker gets the face towards their seat.",
                (
                    Option({"move": "turn", "to": "left"}, "left", "Turn it left"),
                    Option({"move": "turn", "to": "right"}, "right", "Turn it right"),
                ),
            )
        case "first":
            return _roll(
                "Highest roll begins", "The highest roll begins the first round. A tie for the highest: roll again."
            )
        case "roll":
            return _lock_roll(view, view.seat)
        case "draw":
            return _draw(view)
        case "play":
            return _play(view, view.seat)
        case _:
            return _lay_down(view, _hand(view))


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
    return Choose(title, help_text, (Option(_ROLL, "● roll", "Roll the die"),))


def _codes_help(view: PasscodeView) -> str:
    if is_playoff(view):
        return "A tie. Your roll gives each of the tied one number: the face towards their seat. The first to lock it in wins."
    return (
        "Each roll gives every codebreaker a number: the face of the die towards their seat. The fifth takes the top, the "
        "sixth the bottom."
    )


def _lock_roll(view: PasscodeView, seat: int) -> Prompt:
    lock_in = view.lock_in[seat]
    if lock_in is not None:  # P13
        return _roll(
            f"Roll a {lock_in.number} to lock in",
            f"One roll a turn. A {lock_in.number} locks your code in. The first to lock in wins the round; all others have "
            f"one last turn. {_SCORING}",
        )
    needed = next_digit(view, seat)
    if needed is None:  # P11
        return _roll(
            "Roll to be let in", "Three FAILs locked you out. Your code is complete, so any number lets you in again."
        )
    return _roll(
        f"Locked out: roll a {needed}",
        f"Three FAILs locked you out. One roll a turn: a {needed}, the next digit of your code, lets you in, and you draw.",
    )


def _draw(view: PasscodeView) -> Prompt:
    options = []
    if view.draw_pile or view.discard_pile > 1:
        options.append(Option({"move": "draw", "pile": "draw"}, "pile", "Draw from the pile"))
    if view.discard_top is not None:
        options.append(
            Option({"move": "draw", "pile": "discard"}, f"top {view.discard_top}", f"Take the {view.discard_top}")
        )
    return Choose(
        "Draw a card",
        "pile: a card nobody knows; a FAIL ends your turn, and three lock you out. top: the card on the discard pile, never a "
        "FAIL. An empty pile is shuffled again.",
        tuple(options),
    )


def _play(view: PasscodeView, seat: int) -> Prompt:
    """P9: a card is played or discarded; a player who held none may keep the one drawn."""
    hand = _hand(view)
    needed = next_digit(view, seat)
    if needed is None:
        return _lay_down(view, hand)
    use = _each("play", "use", "Play", tuple(card for card in hand if card in (str(needed), KEY_CARD)))
    held = " keep: you held no card, so you may hold it." if len(hand) == 1 else ""
    return _grouped(
        "Use or throw out?",
        f"use: play the next digit of your code, a {needed}, or a KEY for it. out: onto the discard pile. What is played stays "
        f"until the round ends.{held}",
        ("use", "Play a card", use),
        _out(hand),
        _keep(hand),
    )


def _lay_down(view: PasscodeView, hand: tuple[str, ...]) -> Prompt:
    """P12: the LOCK IN card. It may be declined in the turn that completes the code; in a later turn one card has to go."""
    title = "Lay down to lock in?"
    help_text = (
        "Your code is complete. lock: lay a card down; from then on you roll for its number, once a turn. With a KEY you state "
        f"the number, and it stands. Unless you win the round, its number counts against you. {_SCORING}"
    )
    decline = ("not now", "Hold the card", (Option({"move": "decline"}, "not now", "Hold the card"),))
    others = [decline] if view.phase == "lay_down" else [_out(hand), _keep(hand)]
    lock = _each("lay_down", "lock", "Lock in with", tuple(card for card in hand if card != KEY_CARD))
    if KEY_CARD not in hand:
        return _grouped(title, help_text, ("lock", "Lay a card down", lock), *others)
    stated = Dial(
        "KEY: state a number",
        help_text,
        "lay_down",
        (Wheel("number", "KEY for which?", _FACES),),
        (("card", KEY_CARD),),
    )
    branches = [Branch(option.label, option.text, Choose(option.text, "", (option,))) for option in lock]
    branches.append(Branch("lockKEY", "Lock in with the KEY", stated))
    branches += [Branch(label, text, Choose(text, help_text, options)) for label, text, options in others if options]
    return Menu(title, help_text, tuple(branches))


def _out(hand: tuple[str, ...]) -> _MoveGroup:
    return ("out", "Discard a card", _each("discard", "out", "Discard", hand))


def _keep(hand: tuple[str, ...]) -> _MoveGroup:
    """P9: only for a player who held no card before the draw."""
    return ("keep", "Keep it in hand", (Option({"move": "keep"}, "keep", "Keep it in hand"),) if len(hand) == 1 else ())


def _grouped(title: str, help_text: str, *groups: _MoveGroup) -> Prompt:
    """All moves at once if there are at most three; else the kind of move first."""
    flat = tuple(option for _, _, options in groups for option in options)
    if len(flat) <= 3:
        return Choose(title, help_text, flat)
    return Menu(
        title,
        help_text,
        tuple(Branch(label, text, Choose(text, help_text, options)) for label, text, options in groups if options),
    )


def _each(move: str, label: str, text: str, cards: tuple[str, ...]) -> tuple[Option, ...]:
    """A move for each kind of card."""
    return tuple(
        Option({"move": move, "card": card}, f"{label} {card}", f"{text} the {card}")
        for card in (*DIGIT_CARDS, KEY_CARD)
        if card in cards
    )


def _hand(view: PasscodeView) -> tuple[str, ...]:
    assert view.hand is not None, "a seat sees its own hand"
    return view.hand


def _cards(state: State) -> tuple[Lot, ...]:
    """P5: the FAILs at the bottom come after all other cards."""
    return tuple(Lot({"move": "card", "card": card}, count) for card, count in next_cards(state.piles))
