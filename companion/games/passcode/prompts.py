"""What a codebreaker is asked, made from the view alone; what luck is asked, made from the state.

Three moves or fewer stand above the three keys, so that one press makes them; where there are more, the first press says
whether to play or to discard, and the second which card.
"""

from typing import Final

from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Move, Option, Prompt, Symbol, Wheel
from companion.dice.attitude import ATTITUDES, FACES
from companion.games.passcode.cards import DIGITS, KEY, outcomes
from companion.games.passcode.options import Options
from companion.games.passcode.state import State
from companion.games.passcode.view import TableView, is_playoff, next_digit

NUMBERS: Final = tuple(Symbol(number, str(number), str(number)) for number in FACES)
DIE: Final = ChancePrompt(
    title="The die rolls",
    lots=tuple(Lot({"move": "roll", "top": top, "front": front}, 1) for top, front in ATTITUDES),
    die=True,
)
"""P1: all 24 attitudes alike."""

LOWEST: Final = (
    "The winner of a round scores nothing, all others the number on the LOCK IN card or the card in hand. Who locks in the last "
    "LEVEL wins the game; of several who do, the lowest score wins."
)
"""P16, P17."""

ROLL: Final[Move] = {"move": "roll"}

Way = tuple[str, str, tuple[Option, ...]]
"""A kind of move: its label for a key, its text for a line, and its moves."""


def prompt(options: Options, view: TableView) -> Prompt | None:
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
                "codebreaker notes the face towards the own seat.",
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
    """What luck owes: a die, or the next card of the draw pile by the number of such cards in it."""
    match state.luck:
        case "":
            return None
        case "die":
            return DIE
        case "deal" | "card":  # P20
            return ChancePrompt("The next card", _cards(state), secret=True)
        case "open" | "reopen":
            return ChancePrompt("The next card", _cards(state))


# What is asked


def _roll(title: str, help_text: str) -> Prompt:
    return Choose(title, help_text, (Option(ROLL, "● roll", "Roll the die"),))


def _codes_help(view: TableView) -> str:
    if is_playoff(view):
        return "A tie. Your roll gives each of the tied one number: the face towards the own seat. Who locks it in first, wins."
    return (
        "Each roll gives every codebreaker a number: the face of the die towards the own seat. The fifth takes the top, the "
        "sixth the bottom."
    )


def _lock_roll(view: TableView, seat: int) -> Prompt:
    lock_in = view.lock_in[seat]
    if lock_in is not None:  # P13
        return _roll(
            f"Roll a {lock_in.number} to lock in",
            f"One roll a turn. A {lock_in.number} locks your code in. The first to lock in wins the round; all others have "
            f"one last turn. {LOWEST}",
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


def _draw(view: TableView) -> Prompt:
    ways = []
    if view.draw_pile or view.discard_pile > 1:
        ways.append(Option({"move": "draw", "pile": "draw"}, "pile", "Draw from the pile"))
    if view.discard_top is not None:
        ways.append(
            Option({"move": "draw", "pile": "discard"}, f"top {view.discard_top}", f"Take the {view.discard_top}")
        )
    return Choose(
        "Draw a card",
        "pile: a card nobody knows; a FAIL ends your turn, and three lock you out. top: the card on the discard pile, never a "
        "FAIL. An empty pile is shuffled anew.",
        tuple(ways),
    )


def _play(view: TableView, seat: int) -> Prompt:
    """P9: one card is played or goes; who held none may keep the one drawn."""
    hand = _hand(view)
    needed = next_digit(view, seat)
    if needed is None:
        return _lay_down(view, hand)
    use = _each("play", "use", "Play", tuple(card for card in hand if card in (str(needed), KEY)))
    held = " keep: you held no card, so you may hold it." if len(hand) == 1 else ""
    return _few(
        "Use or throw out?",
        f"use: play the next digit of your code, a {needed}, or a KEY for it. out: onto the discard pile. What is played stays "
        f"until the round ends.{held}",
        ("use", "Play a card", use),
        _out(hand),
        _keep(hand),
    )


def _lay_down(view: TableView, hand: tuple[str, ...]) -> Prompt:
    """P12: the LOCK IN card; in the turn that completes the code it may be declined, in a later turn one card goes anyhow."""
    title = "Lay down to lock in?"
    help_text = (
        "Your code is complete. lock: lay a card down; from then on you roll for its number, once a turn. With a KEY you state "
        f"the number, and it stands. Unless you win the round, its number counts against you. {LOWEST}"
    )
    decline = ("not now", "Hold the card", (Option({"move": "decline"}, "not now", "Hold the card"),))
    others = [decline] if view.phase == "lay_down" else [_out(hand), _keep(hand)]
    lock = _each("lay_down", "lock", "Lock in with", tuple(card for card in hand if card != KEY))
    if KEY not in hand:
        return _few(title, help_text, ("lock", "Lay a card down", lock), *others)
    stated = Dial(
        "KEY: state a number", help_text, "lay_down", (Wheel("number", "KEY for which?", NUMBERS),), (("card", KEY),)
    )
    branches = [Branch(option.label, option.text, Choose(option.text, "", (option,))) for option in lock]
    branches.append(Branch("lockKEY", "Lock in with the KEY", stated))
    branches += [Branch(label, text, Choose(text, help_text, options)) for label, text, options in others if options]
    return Menu(title, help_text, tuple(branches))


def _out(hand: tuple[str, ...]) -> Way:
    return ("out", "Discard a card", _each("discard", "out", "Discard", hand))


def _keep(hand: tuple[str, ...]) -> Way:
    """P9: only who held no card before the draw."""
    return ("keep", "Keep it in hand", (Option({"move": "keep"}, "keep", "Keep it in hand"),) if len(hand) == 1 else ())


def _few(title: str, help_text: str, *ways: Way) -> Prompt:
    """All the moves above the keys where there are three at most; else the kind of move first."""
    flat = tuple(option for _, _, options in ways for option in options)
    if len(flat) <= 3:
        return Choose(title, help_text, flat)
    return Menu(
        title,
        help_text,
        tuple(Branch(label, text, Choose(text, help_text, options)) for label, text, options in ways if options),
    )


def _each(move: str, label: str, text: str, cards: tuple[str, ...]) -> tuple[Option, ...]:
    """A move for each kind of card."""
    return tuple(
        Option({"move": move, "card": card}, f"{label} {card}", f"{text} the {card}")
        for card in (*DIGITS, KEY)
        if card in cards
    )


def _hand(view: TableView) -> tuple[str, ...]:
    assert view.hand is not None, "a seat sees its own hand"
    return view.hand


def _cards(state: State) -> tuple[Lot, ...]:
    """P5: the FAILs at the bottom come after all other cards."""
    return tuple(Lot({"move": "card", "card": card}, count) for card, count in outcomes(state.piles))
