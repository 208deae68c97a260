"""All that a game of Passcode is at one moment, and what can be read from it without changing it."""

from typing import Final, Literal

from msgspec import Struct

from companion.core.game import Result
from companion.core.recap import Recap
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.passcode.cards import HeldCard, Piles
from companion.games.passcode.moves import Face
from companion.games.passcode.options import Options

RULES: Final = 2
"""By rules 1 a new card started the discard pile as soon as its only card was taken, and not at the end of that turn."""

Phase = Literal["codes", "turning", "first", "draw", "play", "lay_down", "roll", "over"]
DrawnByLuck = Literal["", "die", "deal", "open", "card", "reopen"]
"""What chance owes: nothing; a roll; a card dealt; the card that starts a round's discard pile; the card that was drawn; the
card that starts the discard pile again after its last one was used."""

PLAYOFF_LEVEL: Final = 1
"""P18: digits of a playoff's code. It stands behind the last LEVEL."""


class Attitude(Struct, frozen=True):
    """How the die lies, as views show it."""

    top: Face
    front: Face


class LockIn(Struct, frozen=True):
    """A LOCK IN card and its number: the card's own, or the one stated with a KEY."""

    card: HeldCard
    number: Face


class PasscodePlayer(Struct, frozen=True):
    """One codebreaker. `level`: which of the state's levels; `board`: the cards played; `hand`: with the card drawn last."""

    level: int = 0
    score: int = 0
    board: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    fails: int = 0
    locked_out: bool = False
    lock_in: LockIn | None = None
    locked_in: bool = False


Codes = tuple[tuple[tuple[Face | None, ...], ...], ...]
"""For each seat a code for each level, None where it is not rolled yet."""


class State(Struct, frozen=True):
    """The game so far. `turn`: whose turn it is; `luck`: what chance owes it.

    `levels`: the lengths of the codes, the playoff's behind the others; `rolled`: rolls for codes so far; `contenders` and
    `tops`: who rolls for the beginning, and what they rolled so far; `dealing`: who is to be dealt a card yet;
    `round_winner`: who was first to lock in, in this round; `last_turns`: whose last turn is to come; `tied`: who plays the
    playoff, from the one who begins it; `ended`: the round before, as it was scored; `rules`: by which it is played.
    """

    options: Options
    levels: tuple[int, ...]
    codes: Codes
    players: tuple[PasscodePlayer, ...]
    phase: Phase = "codes"
    luck: DrawnByLuck = ""
    turn: Seat = 0
    rolled: int = 0
    die: Attitude | None = None
    contenders: tuple[Seat, ...] = ()
    tops: tuple[int, ...] = ()
    piles: Piles = Piles()
    dealing: tuple[Seat, ...] = ()
    round: int = 1
    round_winner: Seat | None = None
    last_turns: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] | None = None
    ended: Recap | None = None
    rules: int = RULES


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    if state.phase == "over":
        return ()
    return (CHANCE,) if state.luck else (state.turn,)


def result(state: State) -> Result:
    """P16: the scores so far, and who has won once the game is over."""
    return Result(tuple(player.score for player in state.players), state.winners)


def recap(state: State) -> Recap | None:
    """The round that was finished last; a playoff scores nothing."""
    return state.ended


def length(state: State, seat: Seat) -> int:
    """How many digits the code has that a seat is at."""
    return state.levels[state.players[seat].level]


def is_complete(state: State, seat: Seat) -> bool:
    """P12: whether the last digit of the code has been played."""
    return len(state.players[seat].board) == length(state, seat)


def next_digit(state: State, seat: Seat) -> int | None:
    """P9: the number that a seat's code needs next; None where it is complete."""
    player = state.players[seat]
    return None if is_complete(state, seat) else state.codes[seat][player.level][len(player.board)]


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """All seats in the order of play, from one of them on."""
    return tuple((first + step) % seats for step in range(seats))
