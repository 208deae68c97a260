"""The rules of Passcode: all that affects its state is in this file, and in rounds.py what lies between two rounds.

A turn is a draw and what is done with the card, or a roll of the die; chance says which card it was and how the die lies.
The law: a move that passed its prompt's check never raises.
"""

from typing import Any, Final, assert_never

from msgspec import structs

from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Seat
from companion.dice import attitude as die
from companion.games.passcode.cards import (
    FAIL,
    discarded,
    left_to_draw,
    only_fails_left,
    shuffled,
    taken,
    turned_over,
)
from companion.games.passcode.moves import (
    CardDrawn,
    ChanceMove,
    Decline,
    DieRolled,
    Discard,
    DrawCard,
    Keep,
    LayDown,
    PlayCard,
    RollDie,
    TurnCard,
    of_chance,
    of_seat,
)
from companion.games.passcode.options import Options
from companion.games.passcode.rounds import deal, end_playoff, end_round
from companion.games.passcode.state import (
    RULES,
    Attitude,
    LockIn,
    PasscodePlayer,
    State,
    clockwise,
    is_complete,
    next_digit,
)

FAILS: Final = 3
"""P10: so many lock a codebreaker out."""


def setup(options: Options, seats: int, rules: int = RULES) -> State:
    """A game before the first roll for the codes."""
    blank = tuple((None,) * level for level in options.levels)
    return State(options, options.levels, (blank,) * seats, (PasscodePlayer(),) * seats, rules=rules)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    if actor == CHANCE:
        return _luck(state, of_chance(move))
    made = of_seat(move)
    match made:
        case RollDie():
            return structs.replace(state, luck="die")
        case TurnCard(to):
            lies = _lies(state)
            return _write(state, lies if to == "left" else die.turned(lies))  # P4
        case DrawCard(pile):
            return _draw(state) if pile == "draw" else _take(state)
        case PlayCard(card):
            return _play(state, card)
        case Discard(card):  # P9
            return _end_turn(structs.replace(_without(state, card), piles=discarded(state.piles, card)))
        case LayDown(card, number):  # P12
            lock_in = LockIn(card, int(card) if number is None else number)
            return _end_turn(_with(_without(state, card), lock_in=lock_in))
        case Keep() | Decline():  # P9, P12
            return _end_turn(state)
        case _:
            assert_never(made)


def _luck(state: State, fallen: ChanceMove) -> State:
    owed = state.luck
    state = structs.replace(state, luck="")
    match fallen:
        case DieRolled(top, front):
            return _rolled(structs.replace(state, die=Attitude(top, front)))
        case CardDrawn(card) if owed == "deal":
            return _dealt(state, card)
        case CardDrawn(card) if owed == "card":
            return _drawn(state, card)
        case CardDrawn(card):
            state = structs.replace(state, piles=turned_over(state.piles, card))
            if card == FAIL:  # P5
                return _start_discard_pile(state, again=owed == "reopen")
            return _with_discard_pile(state, again=owed == "reopen")


# The die


def _lies(state: State) -> die.Attitude:
    assert state.die is not None, "nobody turns a die that was never rolled"
    return die.Attitude(state.die.top, state.die.front)


def _rolled(state: State) -> State:
    lies = _lies(state)
    match state.phase:
        case "codes" if state.options.turning:  # P4
            return structs.replace(state, phase="turning")
        case "codes":
            return _write(state, lies)
        case "first":
            return _compared(structs.replace(state, tops=(*state.tops, lies.top)))
        case _:
            return _tried(state, lies.top)


def _write(state: State, lies: die.Attitude) -> State:
    """P3: every codebreaker writes down the face towards the own seat; a playoff is for the tied alone (P18)."""
    seats = len(state.players)
    writers = state.tied or tuple(range(seats))
    faces = dict(zip(writers, die.towards(lies, len(writers)), strict=True))
    codes = tuple(_written(codes, faces[seat]) if seat in faces else codes for seat, codes in enumerate(state.codes))
    rolled = state.rolled + 1
    state = structs.replace(state, codes=codes, rolled=rolled, phase="codes")
    if rolled < sum(state.levels):
        return structs.replace(state, turn=rolled % seats)
    return deal(state, writers, writers[0])


def _written(codes: tuple[tuple[int | None, ...], ...], number: int) -> tuple[tuple[int | None, ...], ...]:
    """P3: LEVEL 3 is filled first, then 4, 5 and 6."""
    level = next(index for index, code in enumerate(codes) if None in code)
    code = codes[level]
    at = code.index(None)
    return (*codes[:level], (*code[:at], number, *code[at + 1 :]), *codes[level + 1 :])


def _compared(state: State) -> State:
    """P7: the highest begins; those who tie for the highest roll again."""
    if len(state.tops) < len(state.contenders):
        return structs.replace(state, turn=state.contenders[len(state.tops)])
    highest = max(state.tops)
    best = tuple(seat for seat, top in zip(state.contenders, state.tops, strict=True) if top == highest)
    if len(best) > 1:
        return structs.replace(state, contenders=best, tops=(), turn=best[0])
    return _begin_turn(structs.replace(state, contenders=(), tops=()), best[0])


def _tried(state: State, top: int) -> State:
    """The one roll of a turn."""
    lock_in = state.players[state.turn].lock_in
    if lock_in is not None:  # P13
        return _locked_in(state) if top == lock_in.number else _end_turn(state)
    if next_digit(state, state.turn) in (None, top):  # P11: where no digit is next, any number frees
        return _begin_turn(_with(state, locked_out=False), state.turn)
    return _end_turn(state)


def _locked_in(state: State) -> State:
    state = _with(state, locked_in=True)
    if state.tied:
        return end_playoff(state)  # P18
    if state.round_winner is None:  # P14
        others = clockwise(len(state.players), state.turn)[1:]
        state = structs.replace(state, round_winner=state.turn, last_turns=others)
    return _end_turn(state)


# The cards


def _dealt(state: State, card: str) -> State:
    to, *rest = state.dealing
    player = state.players[to]
    player = (
        structs.replace(player, fails=player.fails + 1)  # P6
        if card == FAIL
        else structs.replace(player, hand=(*player.hand, card))
    )
    state = structs.replace(
        state, players=_put(state.players, to, player), piles=taken(state.piles, card), dealing=tuple(rest)
    )
    return structs.replace(state, luck="deal") if rest else _start_discard_pile(state, again=False)


def _start_discard_pile(state: State, *, again: bool) -> State:
    """P5, P8: a card is to be turned over; where only FAILs are left, the discard pile stays empty."""
    if not only_fails_left(state.piles):
        return structs.replace(state, luck="reopen" if again else "open")
    return _with_discard_pile(state, again=again)


def _with_discard_pile(state: State, *, again: bool) -> State:
    """What comes after a card was turned over: the round begins, or goes on."""
    if not again:
        return _begin_round(state)
    return structs.replace(state, phase="play") if state.rules == 1 else _pass_on(state)


def _begin_round(state: State) -> State:
    if state.round > 1:
        return _begin_turn(state, state.turn)
    everybody = tuple(range(len(state.players)))  # P7
    return structs.replace(state, phase="first", contenders=everybody, tops=(), turn=everybody[0])


def _draw(state: State) -> State:
    """P8: from the draw pile; where it is empty, the discard pile is shuffled first."""
    return structs.replace(state, piles=shuffled(state.piles), luck="card")


def _take(state: State) -> State:
    """P8: the top of the discard pile."""
    *under, top = state.piles.discard
    state = _with(state, hand=(*state.players[state.turn].hand, top))
    state = structs.replace(state, piles=structs.replace(state.piles, discard=tuple(under)))
    if state.rules == 1 and not under:
        return _start_discard_pile(state, again=True)
    return structs.replace(state, phase="play")


def _drawn(state: State, card: str) -> State:
    state = structs.replace(state, piles=taken(state.piles, card))
    player = state.players[state.turn]
    if card != FAIL:
        state = _with(state, hand=(*player.hand, card))
        return structs.replace(state, phase="play")
    # P10
    fails = player.fails + 1
    if fails == FAILS:
        return _end_turn(_with(state, fails=0, locked_out=True))
    return _end_turn(_with(state, fails=fails))


def _play(state: State, card: str) -> State:
    """P9: after the last digit, the card left in hand may be laid down in the same turn (P12)."""
    player = state.players[state.turn]
    state = _with(_without(state, card), board=(*player.board, card))
    if is_complete(state, state.turn) and state.players[state.turn].hand:
        return structs.replace(state, phase="lay_down")
    return _end_turn(state)


# Turns


def _begin_turn(state: State, seat: Seat) -> State:
    player = state.players[seat]
    if player.lock_in is not None or player.locked_out:  # P11, P13
        return structs.replace(state, turn=seat, phase="roll")
    if state.piles.discard or left_to_draw(state.piles):
        return structs.replace(state, turn=seat, phase="draw")
    # P8: nothing to draw from, so the turn is passed. Boards, hands and LOCK INs never hold more than 48 of the 70 cards
    # that are no FAILs, so a whole deck never comes to this.
    return _end_turn(structs.replace(state, turn=seat))


def _end_turn(state: State) -> State:
    """P8: a discard pile of which the only card was used is started anew, whoever's turn it was, before play goes on."""
    if state.piles.discard or state.rules == 1:
        return _pass_on(state)
    return _start_discard_pile(state, again=True)


def _pass_on(state: State) -> State:
    if state.round_winner is None:
        taking = state.tied or tuple(range(len(state.players)))
        return _begin_turn(state, taking[(taking.index(state.turn) + 1) % len(taking)])
    if not state.last_turns:
        return end_round(state)
    return _begin_turn(structs.replace(state, last_turns=state.last_turns[1:]), state.last_turns[0])  # P14


def _with(state: State, **changes: Any) -> State:
    """With changes to the codebreaker whose turn it is."""
    player = structs.replace(state.players[state.turn], **changes)
    return structs.replace(state, players=_put(state.players, state.turn, player))


def _without(state: State, card: str) -> State:
    """A card leaves the hand of the codebreaker whose turn it is."""
    hand = state.players[state.turn].hand
    at = hand.index(card)
    return _with(state, hand=hand[:at] + hand[at + 1 :])


def _put(players: tuple[PasscodePlayer, ...], seat: Seat, player: PasscodePlayer) -> tuple[PasscodePlayer, ...]:
    return (*players[:seat], player, *players[seat + 1 :])
