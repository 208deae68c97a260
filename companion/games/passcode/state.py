"""The state of a game of Passcode, what can be read from it, and changes of its parts: piles, codes, players, rounds.

The draw pile is counts without an order, since nobody may know its order: chance says which card was on top (P20).
"""

from typing import Any, Final, Literal

from msgspec import Struct, structs

from companion.core.die import Orientation
from companion.core.game import Result
from companion.core.prompt import Move
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.passcode.moves import CARD_KINDS, COPIES_IN_DECK, FAIL_CARD, KEY_CARD, DieFace, HeldCard, LastAct
from companion.games.passcode.options import Options

Phase = Literal["codes", "turning", "first", "draw", "play", "lay_down", "roll", "over"]
DrawnByLuck = Literal["", "die", "deal", "open", "card", "reopen"]
"""What chance owes: nothing; a roll; a card dealt; the card that starts a round's discard pile; the card that was drawn; the
card that starts the discard pile again after its last one was used."""

_PLAYOFF_LEVEL: Final = 1
"""P18: digits of a playoff's code, which comes after the last LEVEL."""
_FAIL_INDEX: Final = CARD_KINDS.index(FAIL_CARD)
FAILS_TO_LOCK_OUT: Final = 3
"""P10: this number of FAILs locks a codebreaker out."""


class Piles(Struct, frozen=True):
    """`draw`: how many of each of CARD_KINDS; `bottom`: the FAILs below these; `discard`: from the first card to the top."""

    draw: tuple[int, ...] = COPIES_IN_DECK
    bottom: int = 0
    discard: tuple[str, ...] = ()


class DieOrientation(Struct, frozen=True):
    """The orientation of the die, as views show it."""

    top: DieFace
    front: DieFace


class LockIn(Struct, frozen=True):
    """A LOCK IN card and its number: the card's own, or the one stated with a KEY."""

    card: HeldCard
    number: DieFace


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


CodesBySeat = tuple[tuple[tuple[DieFace | None, ...], ...], ...]
"""For each seat a code for each level, None where it is not rolled yet."""


class State(Struct, frozen=True):
    """The game so far. `turn`: whose turn it is; `luck`: what chance owes.

    `levels`: the lengths of the codes, the playoff's last; `rolled`: rolls for codes so far; `contenders` and `tops`: the seats
    that roll for the first turn, and their rolls so far; `dealing`: the seats that are still to be dealt a card; `round_winner`:
    the first seat to lock in, in this round; `last_turns`: the seats whose last turn is to come; `tied`: the seats in the
    playoff, from the one that begins; `ended`: the scores of the round before; `last_act`: what the last player to act
    has done.
    """

    options: Options
    levels: tuple[int, ...]
    codes: CodesBySeat
    players: tuple[PasscodePlayer, ...]
    phase: Phase = "codes"
    luck: DrawnByLuck = ""
    turn: Seat = 0
    rolled: int = 0
    die: DieOrientation | None = None
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
    last_act: LastAct | None = None


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    if state.phase == "over":
        return ()
    return (CHANCE,) if state.luck else (state.turn,)


def result(state: State) -> Result:
    """P16: the scores so far, and the winner once the game is over."""
    return Result(tuple(player.score for player in state.players), state.winners)


def recap(state: State) -> Recap | None:
    """The last finished round; a playoff scores nothing."""
    return state.ended


def code_length(state: State, seat: Seat) -> int:
    """How many digits the current code of a seat has."""
    return state.levels[state.players[seat].level]


def is_complete(state: State, seat: Seat) -> bool:
    """P12: whether the last digit of the code has been played."""
    return len(state.players[seat].board) == code_length(state, seat)


def digit_needed(state: State, seat: Seat) -> int | None:
    """P9: the number that a seat's code needs next; None where it is complete."""
    player = state.players[seat]
    return None if is_complete(state, seat) else state.codes[seat][player.level][len(player.board)]


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """All seats in the order of play, from `first` on."""
    return tuple((first + step) % seats for step in range(seats))


def highest_rollers(contenders: tuple[Seat, ...], tops: tuple[DieFace, ...]) -> tuple[Seat, ...]:
    """P7: who rolled the highest number of those who roll for the first turn; `tops`: their rolls."""
    return tuple(seat for seat, top in zip(contenders, tops, strict=True) if top == max(tops))


def round_points(player: PasscodePlayer) -> int:
    """P17: the number on the LOCK IN card, else on the card in hand; a KEY in hand and an empty hand count nothing."""
    if player.lock_in is not None:
        return player.lock_in.number
    return sum(int(card) for card in player.hand if card != KEY_CARD)


def round_recap(number: int, players: tuple[PasscodePlayer, ...], winner: Seat) -> Recap:
    """P17: the numbers that counted. Everybody sees who holds a card; the score reveals its number."""
    shares = []
    for seat in clockwise(len(players), winner):
        player = players[seat]
        if seat == winner:
            what = "locked in first"
        elif player.lock_in is not None:
            what = "LOCK IN card"
        else:
            what = "card in hand" if player.hand else "no card in hand"
        pieces = player.hand if player.lock_in is None else (player.lock_in.card,)
        entry = Points(what, 0 if seat == winner else round_points(player))
        shares.append(Share(seat, (entry,), pieces, player.score))
    return Recap(f"Round {number}", winner, "The lowest score wins", tuple(shares))


def next_cards(piles: Piles) -> tuple[tuple[str, int], ...]:
    """P5, P8: the cards that can come next, each with its number of copies; the FAILs at the bottom come last of all."""
    above = tuple((kind, count) for kind, count in zip(CARD_KINDS, piles.draw, strict=True) if count)
    return above or ((FAIL_CARD, piles.bottom),)


def left_to_draw(piles: Piles) -> int:
    """How many cards the draw pile holds."""
    return sum(piles.draw) + piles.bottom


def only_fails_left(piles: Piles) -> bool:
    """P8: whether no card of the draw pile can start a discard pile."""
    return sum(piles.draw) == piles.draw[_FAIL_INDEX]


def without_drawn(piles: Piles, card: str) -> Piles:
    """The piles without the card that chance drew."""
    if not sum(piles.draw):
        return structs.replace(piles, bottom=piles.bottom - 1)
    at = CARD_KINDS.index(card)
    return structs.replace(piles, draw=(*piles.draw[:at], piles.draw[at] - 1, *piles.draw[at + 1 :]))


def with_turned_over(piles: Piles, card: str) -> Piles:
    """P5: the piles after a card was drawn to start the discard pile; a FAIL goes to the bottom of the draw pile instead."""
    piles = without_drawn(piles, card)
    return structs.replace(piles, bottom=piles.bottom + 1) if card == FAIL_CARD else with_discarded(piles, card)


def with_discarded(piles: Piles, card: str) -> Piles:
    """The piles with one more card on the discard pile."""
    return structs.replace(piles, discard=(*piles.discard, card))


def reshuffled(piles: Piles) -> Piles:
    """P8: if the draw pile is empty, all of the discard pile but its top becomes the new one."""
    if left_to_draw(piles):
        return piles
    under, top = piles.discard[:-1], piles.discard[-1:]
    return Piles(tuple(under.count(kind) for kind in CARD_KINDS), 0, top)


def die_orientation(state: State) -> Orientation:
    assert state.die is not None, "a die is read after its roll"
    return Orientation(state.die.top, state.die.front)


def with_digit_written(codes: tuple[tuple[int | None, ...], ...], number: int) -> tuple[tuple[int | None, ...], ...]:
    """P3: the codes of a seat with one more digit; LEVEL 3 is filled first, then 4, 5 and 6."""
    level = next(index for index, code in enumerate(codes) if None in code)
    code = codes[level]
    at = code.index(None)
    return (*codes[:level], (*code[:at], number, *code[at + 1 :]), *codes[level + 1 :])


def with_player(state: State, **changes: Any) -> State:
    """The state with changes to the codebreaker whose turn it is."""
    return with_player_at(state, state.turn, **changes)


def with_player_at(state: State, seat: Seat, **changes: Any) -> State:
    """The state with changes to one codebreaker."""
    player = structs.replace(state.players[seat], **changes)
    return structs.replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def without_held(state: State, card: str) -> State:
    """The state without a card that the codebreaker held whose turn it is."""
    hand = state.players[state.turn].hand
    at = hand.index(card)
    return with_player(state, hand=hand[:at] + hand[at + 1 :])


def with_cards_owed(state: State, to: tuple[Seat, ...], beginner: Seat) -> State:
    """P5: a new pile of 90 cards; chance owes each of `to` a card; then `beginner` is to act."""
    return structs.replace(state, phase="draw", luck="deal", turn=beginner, piles=Piles(), dealing=to)


def playoff(state: State, tied: tuple[Seat, ...]) -> State:
    """P18: the round of a code of one number each. `tied`: clockwise from the winner of the round before."""
    level = len(state.levels)
    players = tuple(
        cleared_player(player, level if seat in tied else player.level) for seat, player in enumerate(state.players)
    )
    blank = (None,) * _PLAYOFF_LEVEL
    return structs.replace(
        state,
        levels=(*state.levels, _PLAYOFF_LEVEL),
        codes=tuple((*codes, blank) for codes in state.codes),
        players=players,
        phase="codes",
        turn=tied[0],
        piles=Piles(),
        round=state.round + 1,
        round_winner=None,
        tied=tied,
    )


def cleared_player(player: PasscodePlayer, level: int) -> PasscodePlayer:
    """A player before a new round: no cards on the board, in hand or in front; the same score."""
    return PasscodePlayer(level=level, score=player.score)


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    All moves can be taken back until chance answers them or is asked again.
    """
    match move:
        case {"move": "roll"}:
            return "the die has been thrown."
        case {"move": "draw", "pile": "draw"}:
            return "a card has been drawn."
        case {"move": "draw"}:
            return "all have seen which card lay below."  # P8
        case _:
            return None
