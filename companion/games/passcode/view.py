"""What a codebreaker may know of a game of Passcode; the keys are those of the engine protocol.

Invariant: the view is built field by field. A hand is in the view of its owner alone. Of the draw pile the view holds only the
number of its cards (P20), of the discard pile only the number and the top card.
"""

from typing import Final

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.passcode.moves import HeldCard, LastAct
from companion.games.passcode.state import (
    CodesBySeat,
    DieOrientation,
    LockIn,
    Phase,
    State,
    left_to_draw,
    result,
    to_act,
)

BESIDE_PROTOCOL: Final = ("last_act",)
"""What the engine does not send of a view."""


class PasscodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it. In a playoff `levels` and `codes` have one more entry, the code of one number."""

    phase: Phase
    levels: tuple[int, ...]
    level: tuple[int, ...]
    codes: CodesBySeat
    turn_of: Seat
    filled: tuple[int, ...]
    board: tuple[tuple[HeldCard, ...], ...]
    hand: tuple[HeldCard, ...] | None
    hands: tuple[int, ...]
    fails: tuple[int, ...]
    locked_out: tuple[bool, ...]
    lock_in: tuple[LockIn | None, ...]
    draw_pile: int
    discard_pile: int
    discard_top: HeldCard | None
    die: DieOrientation | None
    round: int
    round_winner: Seat | None
    last_turns: tuple[Seat, ...]
    last_act: LastAct | None


def view(state: State, observer: Observer) -> PasscodeView:
    """What `observer` may know."""
    players = state.players
    so_far = result(state)
    discard = state.piles.discard
    return PasscodeView(
        game="passcode",
        seats=len(players),
        seat=observer,
        to_act=to_act(state),
        phase=state.phase,
        scores=so_far.scores,
        winners=so_far.winners,
        levels=state.levels,
        level=tuple([state.levels[player.level] for player in players]),
        codes=state.codes,
        turn_of=state.turn,
        filled=tuple([len(player.board) for player in players]),
        board=tuple([player.board for player in players]),
        hand=None if observer is None else players[observer].hand,
        hands=tuple([len(player.hand) for player in players]),
        fails=tuple([player.fails for player in players]),
        locked_out=tuple([player.locked_out for player in players]),
        lock_in=tuple([player.lock_in for player in players]),
        draw_pile=left_to_draw(state.piles),
        discard_pile=len(discard),
        discard_top=discard[-1] if discard else None,
        die=state.die,
        round=state.round,
        round_winner=state.round_winner,
        last_turns=state.last_turns,
        last_act=state.last_act,
    )


def rolls_in_sequence(view: PasscodeView) -> bool:
    """While the codes are made."""
    return view.phase in ("codes", "turning")


def thrower(view: PasscodeView) -> Seat:
    """The seat that throws the die: the one whose turn it is."""
    return view.turn_of


def current_code(view: PasscodeView, seat: Seat) -> tuple[int | None, ...]:
    """The code that a seat is breaking."""
    return view.codes[seat][view.levels.index(view.level[seat])]


def next_digit(view: PasscodeView, seat: Seat) -> int | None:
    """The number that a seat's code needs next; None where it is complete."""
    digits = current_code(view, seat)
    return digits[view.filled[seat]] if view.filled[seat] < len(digits) else None


def is_playoff(view: PasscodeView) -> bool:
    """Whether this is the playoff of the tied."""
    return view.levels[-1] == 1


def plays_round(view: PasscodeView, seat: Seat) -> bool:
    """Whether a seat takes part in the round; in a playoff only the tied do."""
    return not is_playoff(view) or view.level[seat] == 1


def writers(view: PasscodeView) -> tuple[Seat, ...]:
    """Who gets a number from a roll for codes: all, or in a playoff the tied, from the one who rolls (P18)."""
    if not is_playoff(view):
        return tuple(range(view.seats))
    clockwise = ((view.turn_of + step) % view.seats for step in range(view.seats))
    return tuple(seat for seat in clockwise if plays_round(view, seat))


def numbers_rolled(view: PasscodeView) -> int:
    """How many numbers of its codes the seat has whose turn it is."""
    return sum(number is not None for numbers in view.codes[view.turn_of] for number in numbers)
