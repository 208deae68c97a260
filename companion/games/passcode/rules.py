"""The rules of Passcode: how a move changes the state. The state is in `state.py`, the options and the moves are in
`options.py` and `moves.py`.

A turn is a drawn card and its use, or a roll of the die. Chance says which card was drawn and how the die lies.
Invariant: a move that passed its prompt's check never raises.
"""

from typing import assert_never

from msgspec import structs

from companion.core import die
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.passcode import moves
from companion.games.passcode.last_act import act_of
from companion.games.passcode.moves import FAIL_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.state import (
    FAILS_TO_LOCK_OUT,
    DieOrientation,
    LockIn,
    PasscodePlayer,
    State,
    cleared_player,
    clockwise,
    code_length,
    die_orientation,
    digit_needed,
    highest_rollers,
    is_complete,
    left_to_draw,
    only_fails_left,
    playoff,
    reshuffled,
    round_points,
    round_recap,
    with_cards_owed,
    with_digit_written,
    with_discarded,
    with_player,
    with_player_at,
    with_turned_over,
    without_drawn,
    without_held,
)


def setup(options: Options, seats: int) -> State:
    """A game before the first roll for the codes."""
    blank = tuple((None,) * level for level in options.levels)
    return State(options, options.levels, (blank,) * seats, (PasscodePlayer(),) * seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = moves.chance_move(move) if actor == CHANCE else moves.seat_move(move)
    if (act := act_of(state, made)) is not None:
        state = structs.replace(state, last_act=act)
    match made:
        case moves.DieRolled() | moves.CardDrawn():
            return _luck(state, made)
        case moves.RollDie():
            return structs.replace(state, luck="die")
        case moves.TurnDie(to):
            lies = die_orientation(state)
            return _write(state, lies if to == "left" else die.turned(lies))  # P4
        case moves.DrawCard(pile):
            return _draw(state) if pile == "draw" else _take(state)
        case moves.PlayCard(card):
            return _play(state, card)
        case moves.Discard(card):  # P9
            return _end_turn(structs.replace(without_held(state, card), piles=with_discarded(state.piles, card)))
        case moves.LayDown(card, number):  # P12
            lock_in = LockIn(card, int(card) if number is None else number)
            return _end_turn(with_player(without_held(state, card), lock_in=lock_in))
        case moves.Keep() | moves.Decline():  # P9, P12
            return _end_turn(state)
        case _:
            assert_never(made)


def _luck(state: State, drawn: moves.ChanceMove) -> State:
    owed = state.luck
    state = structs.replace(state, luck="")
    match drawn:
        case moves.DieRolled(top, front):
            return _rolled(structs.replace(state, die=DieOrientation(top, front)))
        case moves.CardDrawn(card) if owed == "deal":
            return _dealt(state, card)
        case moves.CardDrawn(card) if owed == "card":
            return _drawn(state, card)
        case moves.CardDrawn(card):
            state = structs.replace(state, piles=with_turned_over(state.piles, card))
            if card == FAIL_CARD:  # P5
                return _start_discard_pile(state, again=owed == "reopen")
            return _with_discard_pile(state, again=owed == "reopen")


# The die


def _rolled(state: State) -> State:
    lies = die_orientation(state)
    match state.phase:
        case "codes" if state.options.turning:  # P4
            return structs.replace(state, phase="turning")
        case "codes":
            return _write(state, lies)
        case "first":
            return _compared(structs.replace(state, tops=(*state.tops, lies.top)))
        case _:
            return _tried(state, lies.top)


def _write(state: State, lies: die.Orientation) -> State:
    """P3: each codebreaker gets the face towards their seat; in a playoff only the tied do (P18)."""
    seats = len(state.players)
    writers = state.tied or tuple(range(seats))
    faces = dict(zip(writers, die.towards(lies, len(writers)), strict=True))
    codes = tuple(
        with_digit_written(codes, faces[seat]) if seat in faces else codes for seat, codes in enumerate(state.codes)
    )
    rolled = state.rolled + 1
    state = structs.replace(state, codes=codes, rolled=rolled, phase="codes")
    if rolled < sum(state.levels):
        return structs.replace(state, turn=rolled % seats)
    return with_cards_owed(state, writers, writers[0])


def _compared(state: State) -> State:
    """P7: the highest begins; those who tie for the highest roll again."""
    if len(state.tops) < len(state.contenders):
        return structs.replace(state, turn=state.contenders[len(state.tops)])
    best = highest_rollers(state.contenders, state.tops)
    if len(best) > 1:
        return structs.replace(state, contenders=best, tops=(), turn=best[0])
    return _begin_turn(structs.replace(state, contenders=(), tops=()), best[0])


def _tried(state: State, top: int) -> State:
    """The one roll of a turn."""
    lock_in = state.players[state.turn].lock_in
    if lock_in is not None:  # P13
        return _locked_in(state) if top == lock_in.number else _end_turn(state)
    if digit_needed(state, state.turn) in (None, top):  # P11: with a complete code any number lets in
        return _begin_turn(with_player(state, locked_out=False), state.turn)
    return _end_turn(state)


def _locked_in(state: State) -> State:
    state = with_player(state, locked_in=True)
    if state.tied:
        return _end_playoff(state)  # P18
    if state.round_winner is None:  # P14
        others = clockwise(len(state.players), state.turn)[1:]
        state = structs.replace(state, round_winner=state.turn, last_turns=others)
    return _end_turn(state)


# The cards


def _dealt(state: State, card: str) -> State:
    to, *rest = state.dealing
    player = state.players[to]
    if card == FAIL_CARD:  # P6
        state = with_player_at(state, to, fails=player.fails + 1)
    else:
        state = with_player_at(state, to, hand=(*player.hand, card))
    state = structs.replace(state, piles=without_drawn(state.piles, card), dealing=tuple(rest))
    return structs.replace(state, luck="deal") if rest else _start_discard_pile(state, again=False)


def _start_discard_pile(state: State, *, again: bool) -> State:
    """P5, P8: a card is to be turned over; if only FAILs are left, the discard pile stays empty."""
    if not only_fails_left(state.piles):
        return structs.replace(state, luck="reopen" if again else "open")
    return _with_discard_pile(state, again=again)


def _with_discard_pile(state: State, *, again: bool) -> State:
    """What comes after a card was turned over: the round begins, or goes on."""
    return _pass_on(state) if again else _begin_round(state)


def _begin_round(state: State) -> State:
    if state.round > 1:
        return _begin_turn(state, state.turn)
    everybody = tuple(range(len(state.players)))  # P7
    return structs.replace(state, phase="first", contenders=everybody, tops=(), turn=everybody[0])


def _draw(state: State) -> State:
    """P8: a card from the draw pile; if it is empty, the discard pile is shuffled first."""
    return structs.replace(state, piles=reshuffled(state.piles), luck="card")


def _take(state: State) -> State:
    """P8: the top of the discard pile."""
    *under, top = state.piles.discard
    state = with_player(state, hand=(*state.players[state.turn].hand, top))
    state = structs.replace(state, piles=structs.replace(state.piles, discard=tuple(under)))
    return structs.replace(state, phase="play")


def _drawn(state: State, card: str) -> State:
    state = structs.replace(state, piles=without_drawn(state.piles, card))
    player = state.players[state.turn]
    if card != FAIL_CARD:
        state = with_player(state, hand=(*player.hand, card))
        return structs.replace(state, phase="play")
    # P10
    fails = player.fails + 1
    if fails == FAILS_TO_LOCK_OUT:
        return _end_turn(with_player(state, fails=0, locked_out=True))
    return _end_turn(with_player(state, fails=fails))


def _play(state: State, card: str) -> State:
    """P9: after the last digit, the card left in hand may be laid down in the same turn (P12)."""
    player = state.players[state.turn]
    state = with_player(without_held(state, card), board=(*player.board, card))
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
    """P8: if the only card of the discard pile was used, a new card starts it before play goes on."""
    if state.piles.discard:
        return _pass_on(state)
    return _start_discard_pile(state, again=True)


def _pass_on(state: State) -> State:
    if state.round_winner is None:
        taking = state.tied or tuple(range(len(state.players)))
        return _begin_turn(state, taking[(taking.index(state.turn) + 1) % len(taking)])
    if not state.last_turns:
        return _end_round(state)
    return _begin_turn(structs.replace(state, last_turns=state.last_turns[1:]), state.last_turns[0])  # P14


# Rounds


def _end_round(state: State) -> State:
    """P14: the last turn is over, and the first to lock in has won the round."""
    winner = state.round_winner
    assert winner is not None, "a round ends with the last turns after a lock-in"
    players = tuple(
        player if seat == winner else structs.replace(player, score=player.score + round_points(player))
        for seat, player in enumerate(state.players)
    )
    state = structs.replace(state, players=players, ended=round_recap(state.round, players, winner))
    last = len(state.options.levels) - 1
    # P16
    locked = [
        seat for seat in clockwise(len(players), winner) if players[seat].locked_in and players[seat].level == last
    ]
    if locked:
        lowest = min(players[seat].score for seat in locked)
        best = tuple(seat for seat in locked if players[seat].score == lowest)
        return _over(state, best[0]) if len(best) == 1 else playoff(state, best)
    # P15: a complete code is not enough on the last LEVEL.
    raised = tuple(
        cleared_player(player, player.level + (player.level < last and len(player.board) == code_length(state, seat)))
        for seat, player in enumerate(players)
    )
    state = structs.replace(state, players=raised, round=state.round + 1, round_winner=None)
    return with_cards_owed(state, tuple(range(len(players))), winner)  # P7: the winner of the last round begins


def _end_playoff(state: State) -> State:
    """P18: the first to lock in wins, and there are no last turns."""
    return _over(structs.replace(state, round_winner=state.turn), state.turn)


def _over(state: State, winner: Seat) -> State:
    return structs.replace(state, phase="over", winners=(winner,))
