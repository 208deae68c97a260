"""What lies between two rounds of Passcode: dealing, the end of a round, its score, the LEVELs, the playoff, the end."""

from msgspec import structs

from companion.core.recap import Points, Recap, Share
from companion.core.seat import Seat
from companion.games.passcode.cards import KEY, Piles
from companion.games.passcode.state import PLAYOFF_LEVEL, PasscodePlayer, State, clockwise, length


def deal(state: State, to: tuple[Seat, ...], beginner: Seat) -> State:
    """P5: 90 cards, shuffled anew, of which everybody is owed one; then `beginner` is to act."""
    return structs.replace(state, phase="draw", luck="deal", turn=beginner, piles=Piles(), dealing=to)


def end_round(state: State) -> State:
    """P14: the last turn is over, and the first to lock in has won the round."""
    winner = state.round_winner
    assert winner is not None, "a round ends with the last turns after a lock-in"
    players = tuple(
        player if seat == winner else structs.replace(player, score=player.score + points(player))
        for seat, player in enumerate(state.players)
    )
    state = structs.replace(state, players=players, ended=_recap(state.round, players, winner))
    last = len(state.options.levels) - 1
    # P16
    locked = [
        seat for seat in clockwise(len(players), winner) if players[seat].locked_in and players[seat].level == last
    ]
    if locked:
        lowest = min(players[seat].score for seat in locked)
        best = tuple(seat for seat in locked if players[seat].score == lowest)
        return _over(state, best[0]) if len(best) == 1 else _playoff(state, best)
    # P15: on the last LEVEL completing is not enough.
    raised = tuple(
        _cleared(player, player.level + (player.level < last and len(player.board) == length(state, seat)))
        for seat, player in enumerate(players)
    )
    state = structs.replace(state, players=raised, round=state.round + 1, round_winner=None)
    return deal(state, tuple(range(len(players))), winner)  # P7: the winner of the last round begins


def end_playoff(state: State) -> State:
    """P18: the first to lock in wins, and there are no last turns."""
    return _over(structs.replace(state, round_winner=state.turn), state.turn)


def points(player: PasscodePlayer) -> int:
    """P17: the number on the LOCK IN card, else on the card in hand; a KEY in hand and an empty hand count nothing."""
    if player.lock_in is not None:
        return player.lock_in.number
    return sum(int(card) for card in player.hand if card != KEY)


def _recap(number: int, players: tuple[PasscodePlayer, ...], winner: Seat) -> Recap:
    """P17: the numbers that counted. Whose card is in hand, and how many, all see; its number is in the score."""
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
        entry = Points(what, 0 if seat == winner else points(player))
        shares.append(Share(seat, (entry,), pieces, player.score))
    return Recap(f"Round {number}", winner, "The lowest score wins", tuple(shares))


def _over(state: State, winner: Seat) -> State:
    return structs.replace(state, phase="over", winners=(winner,))


def _playoff(state: State, tied: tuple[Seat, ...]) -> State:
    """P18: a round with a code of one number each. The tied come in clockwise order from the winner of the round."""
    level = len(state.levels)
    players = tuple(
        _cleared(player, level if seat in tied else player.level) for seat, player in enumerate(state.players)
    )
    blank = (None,) * PLAYOFF_LEVEL
    return structs.replace(
        state,
        levels=(*state.levels, PLAYOFF_LEVEL),
        codes=tuple((*codes, blank) for codes in state.codes),
        players=players,
        phase="codes",
        turn=tied[0],
        piles=Piles(),
        round=state.round + 1,
        round_winner=None,
        tied=tied,
    )


def _cleared(player: PasscodePlayer, level: int) -> PasscodePlayer:
    """Before a new round: nothing on the board, in hand or in front; the score stays."""
    return PasscodePlayer(level=level, score=player.score)
