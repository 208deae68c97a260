"""What a codebreaker may know of a game of Passcode; the keys are those of the engine protocol.

The law: built field by field. A hand is in the view of its owner alone, and of the draw pile there is but the number of its
cards (P20). A view has no memory either: of the discard pile it shows the top.
"""

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.passcode.cards import HeldCard, left_to_draw
from companion.games.passcode.state import Attitude, Codes, LockIn, Phase, State, result, to_act


class TableView(View, frozen=True, kw_only=True):
    """A game as one observer knows it. In a playoff `levels` and `codes` have one more entry, the code of one number."""

    phase: Phase
    levels: tuple[int, ...]
    level: tuple[int, ...]
    codes: Codes
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
    die: Attitude | None
    round: int
    round_winner: Seat | None
    last_turns: tuple[Seat, ...]


def view(state: State, observer: Observer) -> TableView:
    """What `observer` may know."""
    players = state.players
    standing = result(state)
    discard = state.piles.discard
    return TableView(
        game="passcode",
        seats=len(players),
        seat=observer,
        to_act=to_act(state),
        phase=state.phase,
        scores=standing.scores,
        winners=standing.winners,
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
    )


def thrower(view: TableView) -> Seat:
    """Who throws the die: whoever's turn it is."""
    return view.turn_of


def code(view: TableView, seat: Seat) -> tuple[int | None, ...]:
    """The code that a seat is at."""
    return view.codes[seat][view.levels.index(view.level[seat])]


def next_digit(view: TableView, seat: Seat) -> int | None:
    """The number that a seat's code needs next; None where it is complete."""
    digits = code(view, seat)
    return digits[view.filled[seat]] if view.filled[seat] < len(digits) else None


def is_playoff(view: TableView) -> bool:
    """Whether the tied play for one number."""
    return view.levels[-1] == 1


def playing(view: TableView, seat: Seat) -> bool:
    """Whether a seat takes part in the round: all do, but in a playoff the tied alone."""
    return not is_playoff(view) or view.level[seat] == 1
