"""A game of Passcode in words: the title of a seat that waits, and the event line, which says what the last player to act did and
how the game stands.
"""

from companion.core.game import Event
from companion.core.moves import MoveRecord
from companion.core.screen import title_with_name
from companion.core.seat import Seat, all_seats
from companion.core.words import listed, who_wins
from companion.games.passcode.rules import (
    FAILS_TO_LOCK_OUT,
    DrawCard,
    LastAct,
    LayDown,
    Options,
    PasscodeView,
    act_words,
    numbers_rolled,
    way_to_draw,
    writers,
)


def status(view: PasscodeView, names: tuple[str, ...]) -> str:
    """The title of a seat that waits, or of a game that is over."""
    if view.winners is not None:
        winner = view.winners[0]
        how = "" if view.is_playoff else f": LEVEL {view.levels[-1]}"
        return f"You win{how}" if winner == view.seat else title_with_name(names[winner], " wins")
    if cards_are_dealt(view):
        return "Dealing cards"
    if view.phase in ("play", "lay_down") and "chance" in view.to_act:
        return "A card comes"
    if view.turn_of == view.seat:
        return "Your card comes" if view.phase == "draw" else "The die rolls"
    return title_with_name(names[view.turn_of], _does(view), "'s turn")


def _does(view: PasscodeView) -> str:
    """What the seat whose turn it is does now, after its name."""
    match view.phase:
        case "codes":
            return " rolls"
        case "turning":
            return " turns the die"
        case "first":
            return " rolls"
        case "roll":
            number = number_to_roll(view, view.turn_of)
            return f" rolls for {number}" if number else " rolls"
        case _ if view.round_winner is not None:
            return "'s last turn"
        case "draw":
            return " draws"
        case "play" if view.next_digit(view.turn_of) is not None:
            return " has drawn"
        case _:
            return " may lock in"


def describe(options: Options, view: PasscodeView, names: tuple[str, ...]) -> str:
    """The public view's last event as one or more sentences."""
    name = names[view.turn_of]
    if view.phase == "turning" and view.die is not None:
        return f"The die shows a {view.die.top} on top, and {name} turns it left or right."
    if view.phase == "draw" and "chance" in view.to_act and not cards_are_dealt(view):
        return f"{_last_turns(view, names)}{name} draws from the pile."
    act = "" if view.last_act is None else act_words(view.last_act, names)
    if view.last_act is not None and _gave_numbers(view, view.last_act):
        act = _numbers(view, names)
    done = f"{act}. " if act else ""
    if view.winners is not None:
        return f"{done}{ending(options, view, names)}"
    if cards_are_dealt(view):
        return f"{done}Round {view.round}: the cards are dealt. {_climbs(view, names)}".rstrip()
    match view.phase:
        case "codes":
            return f"{done}{_codes(view, name)}"
        case "first":
            return f"{done}To see who begins, {name} rolls: the highest begins."
        case "play" if "chance" not in view.to_act:
            return f"{_last_turns(view, names)}{act}, {progress(view, view.turn_of)}."
        case _:
            return f"{done}{_last_turns(view, names)}{_turn(view, name)}"


def happened(options: Options, before: PasscodeView, after: PasscodeView, names: tuple[str, ...]) -> Event | None:
    """What a move did: the last act, if it is a new one. While the codes are rolled, the screens show every number. A card that
    begins the discard pile anew can end the round, or the game."""
    act = after.last_act
    end = ""
    if after.winners is not None:
        end = f" {ending(options, after, names)}"
    elif after.round > before.round:
        end = f" Round {before.round} is over. {_climbs(after, names)}"
    if act is None or act is before.last_act:
        turned = f"{_turned_over(before, after)}{end}".strip()
        return Event(turned, before.turn_of) if turned else _dealt_fail(before, after, names)
    did = _numbers(after, names) if after.codes != before.codes else act_words(act, names)
    if act.did == "take":
        did = f"{names[act.seat]} took the {before.discard_top} of the discard pile"
    own = ""
    if act.did == "fail" and not end:  # P10
        own = f"You drew FAIL {after.fails[act.seat]} of {FAILS_TO_LOCK_OUT}: your turn ends."
    elif act.did == "locked_out" and not end:
        own = "You drew the third FAIL: you are locked out, and roll the die to come back in."
    return Event(f"{did}.{end}", act.seat, stays=before.phase in ("codes", "turning", "first"), own=own)


def _climbs(view: PasscodeView, names: tuple[str, ...]) -> str:
    """P15: who plays which LEVEL, as in: Ann plays LEVEL 4, Bob and Cleo play LEVEL 3. Empty in the first round, where all play
    the same one, and in a playoff."""
    if view.round == 1 or view.is_playoff:
        return ""
    by_level = [
        (level, [names[seat] for seat in all_seats(view.seats) if view.level[seat] == level]) for level in view.levels
    ]
    parts = [
        f"{listed(who)} {'play' if len(who) > 1 else 'plays'} LEVEL {level}" for level, who in by_level[::-1] if who
    ]
    return f"{', '.join(parts)}."


def _gave_numbers(view: PasscodeView, act: LastAct) -> bool:
    """P3, P5, P7: whether that act, the last one, was a roll for the codes: nobody has rolled for the first turn since, as seat 0
    rolls first."""
    is_before_others = view.phase == "codes" or cards_are_dealt(view) or (view.phase == "first" and view.turn_of == 0)
    return act.did in ("roll", "turn") and is_before_others


def _numbers(view: PasscodeView, names: tuple[str, ...]) -> str:
    """P2: which number each player gets from the newest roll for the codes. With two to four players the top is nobody's."""
    newest = {
        seat: [number for level in view.codes[seat] for number in level if number is not None] for seat in writers(view)
    }
    return "The die gives " + listed(f"{names[seat]} a {newest[seat][-1]}" for seat in sorted(newest))


def ending(options: Options, view: PasscodeView, names: tuple[str, ...]) -> str:
    """P16, P18: who has won the game, and by what. The score decides only among those who locked in the last LEVEL."""
    assert view.winners is not None, "only a game that is over has ended"
    wins = who_wins(view.winners, names, view.seat)
    if view.is_playoff:
        return f"{wins} the playoff of those with the same score, as the first to lock in."
    last = view.levels[-1]
    locked = [seat for seat in all_seats(view.seats) if view.locked_in[seat] and view.level[seat] == last]
    if len(locked) == 1:
        return f"{wins} the game with LEVEL {last} locked in."
    return f"{wins} the game: of those who locked in LEVEL {last}, the one with the lowest score."


def _turned_over(before: PasscodeView, after: PasscodeView) -> str:
    """P8: which card begins the discard pile anew, since the line of the act before does not name it. The first one of a round
    is on the screens when play begins."""
    if cards_are_dealt(before) or before.discard_pile or not after.discard_pile:
        return ""
    return f"A {after.discard_top} was turned over and begins the discard pile."


def _dealt_fail(before: PasscodeView, after: PasscodeView, names: tuple[str, ...]) -> Event | None:
    """P6: whom the deal gave a FAIL in place of a card. All read it, that player too."""
    to = next((seat for seat in all_seats(after.seats) if after.fails[seat] > before.fails[seat]), None)
    if to is None or not cards_are_dealt(before):
        return None
    return Event(f"{names[to]} was dealt a FAIL: one of three, and no card in hand.")


def named(view: PasscodeView, made: MoveRecord) -> dict[str, str]:
    """What a suggestion calls the things that a move of the view's seat names."""
    match made:
        case DrawCard(pile):
            return {"what": way_to_draw(pile, view.discard_top)}
        case LayDown(_, number):
            return {"stands": f" as a {number}" if number is not None else ""}
        case _:
            return {}


def progress(view: PasscodeView, seat: Seat) -> str:
    """How many digits of a code are filled."""
    length = len(view.current_code(seat))
    if view.filled[seat] == length:
        return "code complete"
    return f"{view.filled[seat]} of {length} digits done"


def number_to_roll(view: PasscodeView, seat: Seat) -> int | None:
    """The number that a seat rolls for; None if any number will do."""
    lock_in = view.lock_in[seat]
    return lock_in.number if lock_in is not None else view.next_digit(seat)


def cards_are_dealt(view: PasscodeView) -> bool:
    """Whether the cards are being dealt: the discard pile is empty, and nobody has drawn a second card."""
    opening = view.phase == "draw" and "chance" in view.to_act and view.discard_top is None
    return opening and not any(view.filled) and max(view.hands) < 2


def _codes(view: PasscodeView, name: str) -> str:
    if view.is_playoff:
        return f"A tie: {name} rolls one number for each of the tied."
    return f"{name} rolls the die for number {numbers_rolled(view) + 1} of {sum(view.levels)}."


def _last_turns(view: PasscodeView, names: tuple[str, ...]) -> str:
    """P14: a reminder that these are the last turns."""
    if view.round_winner is None:
        return ""
    is_told = view.last_act is not None and view.last_act.did == "lock_in"
    return "These are the last turns. " if is_told else f"{names[view.round_winner]} has locked in; last turns. "


def _turn(view: PasscodeView, name: str) -> str:
    filled, length = view.filled[view.turn_of], len(view.current_code(view.turn_of))
    stands = "the whole code" if filled == length else f"{filled} of {length} digits"
    match view.phase:
        case "play" | "lay_down" if "chance" in view.to_act:  # P8
            return f"{name} used the only card of the discard pile, so another one is turned over."
        case "draw":
            is_told = view.last_act is not None and view.last_act.did == "discard"
            hidden = is_told or view.discard_top is None
            top = "" if hidden else f" On the discard pile lies a {view.discard_top}."
            return f"{name} is to draw and has {stands}.{top}"
        case "lay_down":
            return f"{name} has completed LEVEL {view.level[view.turn_of]} and may lay a card down."
        case _:
            number = number_to_roll(view, view.turn_of)
            need = f"a {number}" if number else "any number"
            why = "to lock in" if view.lock_in[view.turn_of] is not None else "locked out"
            return f"{name} rolls for {need}, {why}."
