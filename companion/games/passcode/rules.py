"""The rules of Passcode: its options and moves, the state of a game, what a seat may know of it, and what it is asked.

A turn is a drawn card and its use, or a roll of the die. Chance says which card was drawn and how the die lies. The draw pile is
counts without an order, since nobody may know its order: chance says which card was on top (P20). Each way to use a card has a
key of its own. Only if there are more than three ways are those to drop a card behind one key.

Invariants. A move that passed its prompt's check never raises. The view is built field by field: a hand is in the view of its
owner alone; of the draw pile the view holds only the number of its cards (P20), of the discard pile only the number and the top
card. What the last player to act has just done is told as far as it lies open on the table: of a card from the draw pile only
that it was drawn, or that it was a FAIL, which is laid down at once (P10). A card that was taken from the discard pile is in a
hand now, and views hold no past, so it is not named.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, assert_never

from msgspec import Struct, structs

from companion.core import die
from companion.core.die import FACES, ORIENTATIONS, Orientation
from companion.core.errors import RuleError
from companion.core.game import Result, View
from companion.core.moves import (
    MoveRecord,
    Moves,
    MoveWords,
    as_json,
    dial,
    move_reader,
    numbers,
    one_of,
    option,
    wheel,
)
from companion.core.options import Setting, Value, read_record, switch
from companion.core.prompt import Branch, ChancePrompt, Choose, Lot, Menu, Move, Option, Prompt
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, clockwise, each_seat
from companion.core.words import listed

_LEVELS: Final = (3, 4, 5, 6)
"""P3: a LEVEL is named after the number of digits of its code."""
SEATS: Final = (2, 6)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "levels", [3, 4, 5, 6], "LEVELs",
        "The codes to be completed: LEVEL 3 has 3 digits. The last one has to be locked in. Fewer LEVELs make a shorter game.",
        (
            Value([3, 4, 5, 6], "3 to 6"), Value([3, 4, 5], "3 to 5"), Value([3, 4], "3 and 4"), Value([3], "only 3"),
            Value([4, 5, 6], "4 to 6"), Value([6], "only 6"),
        ),
    ),
    switch(
        "turning", True, "Turn the die",
        "yes: the player who rolls for the codes turns a die that lies askew left or right. no: it counts as it lies.",
        at_table=False,
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the game."""

    levels: tuple[Annotated[int, one_of(*_LEVELS)], ...] = _LEVELS
    turning: bool = True


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Passcode is for 2 to 6 seats, not {seats}.")
    options = read_record(Options, "Passcode", given, SETTINGS)
    # P19
    levels = options.levels
    if not levels or not set(levels) <= set(_LEVELS) or list(levels) != sorted(set(levels)):
        raise RuleError(
            f"Option levels must be some of 3, 4, 5 and 6, rising and each once, such as [3, 4], not {str(list(levels))[:40]}."
        )
    return options


FAIL_CARD: Final = "FAIL"
KEY_CARD: Final = "KEY"
DIGIT_CARDS: Final = ("1", "2", "3", "4", "5", "6")
CARD_KINDS: Final = (*DIGIT_CARDS, FAIL_CARD, KEY_CARD)
COPIES_IN_DECK: Final = (10, 10, 10, 10, 10, 10, 20, 10)
"""How many cards of each of CARD_KINDS: 90 in all."""
HeldCard = Annotated[str, one_of(*DIGIT_CARDS, KEY_CARD)]
"""A card that can be in a hand."""
AnyCard = Annotated[str, one_of(*CARD_KINDS)]
"""A card that can be in the draw pile."""
_FACE: Final = numbers(FACES[0], FACES[-1])
DieFace = Annotated[int, _FACE.meta, _FACE]
"""A face of the die, or the number that a KEY stands for."""


class RollDie(MoveRecord, frozen=True, tag="roll"):
    """A seat rolls the die."""

    words = MoveWords("Roll", "Roll the die", rules="P3, P7, P11, P13")


class TurnDie(MoveRecord, frozen=True, tag="turn"):
    """Whoever rolled for the codes turns a die that lies askew square with the table."""

    words = MoveWords("{to}", "Turn it {to}", told="turned the die", rules="P4")
    to: Literal["left", "right"]


class DrawCard(MoveRecord, frozen=True, tag="draw"):
    """The card at the beginning of a turn."""

    words = MoveWords("{way}", "{what}", suggest="{what}", weighed=True, rules="P8")
    pile: Literal["draw", "discard"]


class PlayCard(MoveRecord, frozen=True, tag="play"):
    """A card is played: the next digit of the code, or a KEY for it."""

    words = MoveWords("{use} {card}", "Play the {card}", told="played a {card}{stands}", rules="P9")
    card: HeldCard


class Discard(MoveRecord, frozen=True, tag="discard"):
    """A card goes onto the discard pile."""

    words = MoveWords("Drop {it}", "Drop the {card}", told="dropped a {card}", rules="P9, P12")
    card: HeldCard


class Keep(MoveRecord, frozen=True, tag="keep"):
    """A player who held no card keeps the one drawn."""

    words = MoveWords("Keep", "Keep it in hand", told="kept the card", rules="P9")


class LayDown(MoveRecord, frozen=True, tag="lay_down"):
    """A card becomes the LOCK IN card; `number` is stated with a KEY."""

    words = MoveWords(
        "{use} {card}",
        "Lock in with the {card}",
        told="laid down a {card}{stands} to lock in",
        suggest="lock in with the {card}{stands}",
        rules="P12",
    )
    card: HeldCard
    number: DieFace | None = None


class Decline(MoveRecord, frozen=True, tag="decline"):
    """The player lays down no LOCK IN card this turn."""

    words = MoveWords("Not now", "Hold the card", told="laid no card down", rules="P12")


class DieRolled(MoveRecord, frozen=True, tag="roll"):
    """Chance: the orientation of the die."""

    words = MoveWords(rules="P1")
    top: DieFace
    front: DieFace


class CardDrawn(MoveRecord, frozen=True, tag="card"):
    """Chance: the card that was on top of the draw pile."""

    words = MoveWords("{sign}", "It is a {card}", rules="P5, P8")
    card: AnyCard


MOVES: Final = Moves(
    seats=(RollDie, TurnDie, DrawCard, PlayCard, Discard, Keep, LayDown, Decline), chance=(DieRolled, CardDrawn)
)
SeatMove = RollDie | TurnDie | DrawCard | PlayCard | Discard | Keep | LayDown | Decline
ChanceMove = DieRolled | CardDrawn

seat_move: Final[Callable[[Move], SeatMove]] = move_reader(SeatMove)
"""The record of a seat's move that passed its check."""
chance_move: Final[Callable[[Move], ChanceMove]] = move_reader(ChanceMove)
"""The record of a move of chance that passed its check."""

Did = Literal[
    "roll", "tie", "turn", "lock_in", "no_lock_in", "let_in", "no_let_in",
    "draw", "fail", "locked_out", "take", "play", "discard", "keep", "lay_down", "decline",
]  # fmt: skip


class LastAct(Struct, frozen=True):
    """What a player did. `card`: the one that all saw. `number`: on top of the die that was rolled, or what a card stands for.
    `tied`: who roll again after a roll that left a tie for the highest."""

    seat: Seat
    did: Did
    card: HeldCard | None = None
    number: DieFace | None = None
    tied: tuple[Seat, ...] = ()


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
    turn: Seat = Seat(0)
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
    for seat in clockwise(winner, len(players)):
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
    return Recap(f"Round {number}", winner, "Low scores break ties", tuple(shares))


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
        cleared_player(player, level if seat in tied else player.level) for seat, player in each_seat(state.players)
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


def setup(options: Options, seats: int) -> State:
    """A game before the first roll for the codes."""
    blank = tuple((None,) * level for level in options.levels)
    return State(options, options.levels, (blank,) * seats, (PasscodePlayer(),) * seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = chance_move(move) if actor == CHANCE else seat_move(move)
    if (act := act_of(state, made)) is not None:
        state = structs.replace(state, last_act=act)
    match made:
        case DieRolled() | CardDrawn():
            return _luck(state, made)
        case RollDie():
            return structs.replace(state, luck="die")
        case TurnDie(to):
            lies = die_orientation(state)
            return _write(state, lies if to == "left" else lies.turned())  # P4
        case DrawCard(pile):
            return _draw(state) if pile == "draw" else _take(state)
        case PlayCard(card):
            return _play(state, card)
        case Discard(card):  # P9
            return _end_turn(structs.replace(without_held(state, card), piles=with_discarded(state.piles, card)))
        case LayDown(card, number):  # P12
            lock_in = LockIn(card, int(card) if number is None else number)
            return _end_turn(with_player(without_held(state, card), lock_in=lock_in))
        case Keep() | Decline():  # P9, P12
            return _end_turn(state)
        case _:
            assert_never(made)


def _luck(state: State, drawn: ChanceMove) -> State:
    owed = state.luck
    state = structs.replace(state, luck="")
    match drawn:
        case DieRolled(top, front):
            return _rolled(structs.replace(state, die=DieOrientation(top, front)))
        case CardDrawn(card) if owed == "deal":
            return _dealt(state, card)
        case CardDrawn(card) if owed == "card":
            return _drawn(state, card)
        case CardDrawn(card):
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
    writers = state.tied or all_seats(seats)
    faces = dict(zip(writers, lies.towards(len(writers)), strict=True))
    codes = tuple(
        with_digit_written(codes, faces[seat]) if seat in faces else codes for seat, codes in each_seat(state.codes)
    )
    rolled = state.rolled + 1
    state = structs.replace(state, codes=codes, rolled=rolled, phase="codes")
    if rolled < sum(state.levels):
        return structs.replace(state, turn=Seat(rolled % seats))
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
        others = clockwise(state.turn, len(state.players))[1:]
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
        taking = state.tied or all_seats(len(state.players))
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
        for seat, player in each_seat(state.players)
    )
    state = structs.replace(state, players=players, ended=round_recap(state.round, players, winner))
    last = len(state.options.levels) - 1
    # P16
    locked = [
        seat for seat in clockwise(winner, len(players)) if players[seat].locked_in and players[seat].level == last
    ]
    if locked:
        lowest = min(players[seat].score for seat in locked)
        best = tuple(seat for seat in locked if players[seat].score == lowest)
        return _over(state, best[0]) if len(best) == 1 else playoff(state, best)
    # P15: a complete code is not enough on the last LEVEL.
    raised = tuple(
        cleared_player(player, player.level + (player.level < last and len(player.board) == code_length(state, seat)))
        for seat, player in each_seat(players)
    )
    state = structs.replace(state, players=raised, round=state.round + 1, round_winner=None)
    return with_cards_owed(state, all_seats(len(players)), winner)  # P7: the winner of the last round begins


def _end_playoff(state: State) -> State:
    """P18: the first to lock in wins, and there are no last turns."""
    return _over(structs.replace(state, round_winner=state.turn), state.turn)


def _over(state: State, winner: Seat) -> State:
    return structs.replace(state, phase="over", winners=(winner,))


def act_of(state: State, made: SeatMove | ChanceMove) -> LastAct | None:
    """What a move in that state does; None where it does nothing yet, such as a roll before the die lies, and for a card that is
    dealt."""
    seat = state.turn
    match made:
        case RollDie() | DrawCard("draw"):
            return None
        case TurnDie():
            return LastAct(seat, "turn")
        case DrawCard():
            return LastAct(seat, "take")
        case PlayCard(card):
            return LastAct(seat, "play", card, digit_needed(state, seat))
        case Discard(card):
            return LastAct(seat, "discard", card)
        case LayDown(card, number):
            return LastAct(seat, "lay_down", card, int(card) if number is None else number)
        case Keep():
            return LastAct(seat, "keep")
        case Decline():
            return LastAct(seat, "decline")
        case DieRolled(top):
            tied = _tied(state, top)
            return LastAct(seat, "tie" if tied else _came_up(state, top), number=top, tied=tied)
        case CardDrawn(card):
            return LastAct(seat, _drew(state, card)) if state.luck == "card" else None
        case _:
            assert_never(made)


def _drew(state: State, card: str) -> Did:
    if card != FAIL_CARD:
        return "draw"
    return "locked_out" if state.players[state.turn].fails + 1 == FAILS_TO_LOCK_OUT else "fail"


def _tied(state: State, top: int) -> tuple[Seat, ...]:
    """P7: who roll again after the last roll for the first turn; nobody where one of them rolled the highest."""
    tops = (*state.tops, top)
    if state.phase != "first" or len(tops) < len(state.contenders):
        return ()
    best = highest_rollers(state.contenders, tops)
    return best if len(best) > 1 else ()


def _came_up(state: State, top: int) -> Did:
    if state.phase != "roll":
        return "roll"
    lock_in = state.players[state.turn].lock_in
    if lock_in is not None:  # P13
        return "lock_in" if top == lock_in.number else "no_lock_in"
    return "let_in" if digit_needed(state, state.turn) in (None, top) else "no_let_in"  # P11


def act_words(act: LastAct, names: tuple[str, ...]) -> str:
    """An act in words, as one or two sentences without the last full stop."""
    name = names[act.seat]
    match act.did:
        case "roll":
            return f"{name} rolled a {act.number}"
        case "tie":
            tied = listed([names[seat] for seat in act.tied])
            return f"{name} rolled a {act.number}. A tie for the highest: {tied} roll again"
        case "lock_in":
            return f"{name} rolled a {act.number}, which locks in the code"
        case "no_lock_in":
            return f"{name} rolled a {act.number}, which does not lock in"
        case "let_in":
            return f"{name} rolled a {act.number} and is back in"
        case "no_let_in":
            return f"{name} rolled a {act.number} and stays locked out"
        case "draw":
            return f"{name} drew a card from the pile"
        case "fail":
            return f"{name} drew a FAIL"
        case "locked_out":
            return f"{name} drew the third FAIL and is locked out"
        case "take":
            return f"{name} took the top of the discard pile"
        case "turn" | "play" | "discard" | "keep" | "lay_down" | "decline" as move:
            stands = f" for a {act.number}" if act.card == KEY_CARD else ""
            return f"{name} {MOVES.words(move).told.format(card=act.card, stands=stands)}"
        case _:
            assert_never(act.did)


BESIDE_PROTOCOL: Final = ("last_act", "locked_in")
"""What the engine does not send of a view."""


class PasscodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it. In a playoff `levels` and `codes` have one more entry, the code of one number.
    `locked_in`: who has locked in this round."""

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
    locked_in: tuple[bool, ...]

    @property
    def is_playoff(self) -> bool:
        """Whether this is the playoff of the tied."""
        return self.levels[-1] == 1

    def plays_round(self, seat: Seat) -> bool:
        """Whether a seat takes part in the round; in a playoff only the tied do."""
        return not self.is_playoff or self.level[seat] == 1

    def current_code(self, seat: Seat) -> tuple[int | None, ...]:
        """The code that a seat is breaking."""
        return self.codes[seat][self.levels.index(self.level[seat])]

    def next_digit(self, seat: Seat) -> int | None:
        """The number that a seat's code needs next; None where it is complete."""
        digits = self.current_code(seat)
        return digits[self.filled[seat]] if self.filled[seat] < len(digits) else None


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
        locked_in=tuple([player.locked_in for player in players]),
    )


def writers(view: PasscodeView) -> tuple[Seat, ...]:
    """Who gets a number from a roll for codes: all, or in a playoff the tied, from the one who rolls (P18)."""
    if not view.is_playoff:
        return all_seats(view.seats)
    return tuple(seat for seat in clockwise(view.turn_of, view.seats) if view.plays_round(seat))


def numbers_rolled(view: PasscodeView) -> int:
    """How many numbers of its codes the seat has whose turn it is."""
    return sum(number is not None for numbers in view.codes[view.turn_of] for number in numbers)


_DIE: Final = ChancePrompt(
    title="The die rolls",
    lots=tuple(Lot(as_json(DieRolled(top, front)), 1) for top, front in ORIENTATIONS),
    die=True,
)
"""P1: all 24 orientations are equally likely."""

_SCORING: Final = (
    "The winner of a round scores nothing, all others the number on the LOCK IN card or the card in hand. A player who locks in "
    "the last LEVEL wins the game; of several, the lowest score wins."
)
"""P16, P17."""

_LAY_DOWN_HELP: Final = (
    "Your code is complete. Lock: lay the card down; from then on you roll for its number, once a turn. With a KEY you choose "
    f"the number, and it stands. Unless you win the round, its number counts against you. {_SCORING}"
)
_ROLL: Final = (option(RollDie()),)
_CARD_COMES: Final = {card: as_json(CardDrawn(card)) for card in CARD_KINDS}
_WHICH_GOES: Final = "Drop which card?"


def prompt(options: Options, view: PasscodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    match view.phase:
        case "codes":
            return _codes_roll(view)
        case "turning":
            return Choose(
                "Turn the die",
                "The die lies askew. Left: it stays as drawn on the left. Right: a quarter turn more, as on the right. Every "
                "codebreaker gets the face towards their seat.",
                (option(TurnDie("left")), option(TurnDie("right"))),
            )
        case "first":
            return _roll("Roll to begin", "The highest roll begins the first round. A tie for the highest: roll again.")
        case "roll":
            return _lock_roll(view, view.seat)
        case "draw":
            return _draw_prompt(view)
        case "play":
            return _play_prompt(view, view.seat)
        case _:
            return _may_lay_down(_hand(view))


def chance(state: State) -> Prompt | None:
    """What chance owes: a roll, or the next card of the draw pile, each kind as likely as its number of cards."""
    match state.luck:
        case "":
            return None
        case "die":
            return structs.replace(_DIE, thrower=state.turn)
        case "deal" | "card":  # P20
            return ChancePrompt("The next card", _cards(state), secret=True)
        case "open" | "reopen":
            return ChancePrompt("The next card", _cards(state))


# What is asked


def _roll(title: str, help_text: str, *, repeats: bool = False) -> Prompt:
    return Choose(title, help_text, _ROLL, repeats=repeats)


def _codes_roll(view: PasscodeView) -> Prompt:
    if view.is_playoff:
        return _roll(
            "Roll: playoff",
            "A tie. Your roll gives each of the tied one number: the face towards their seat. The first to lock it in wins.",
            repeats=True,
        )
    return _roll(
        "Roll the die",
        "Each roll gives every codebreaker a number: the face of the die towards their seat. The fifth takes the top, the "
        "sixth the bottom.",
        repeats=True,
    )


def _lock_roll(view: PasscodeView, seat: Seat) -> Prompt:
    last = view.round_winner is not None
    lock_in = view.lock_in[seat]
    if lock_in is not None:  # P13
        return _roll(
            f"Last turn: roll {lock_in.number}" if last else f"Roll: a {lock_in.number} locks in",
            f"One roll a turn. A {lock_in.number} locks your code in. The first to lock in wins the round; all others have "
            f"one last turn. {_SCORING}",
        )
    needed = view.next_digit(seat)
    if needed is None:  # P11
        return _roll(
            "Roll: back in", "Three FAILs locked you out. Your code is complete, so any number lets you in again."
        )
    return _roll(
        f"Last turn: roll {needed}" if last else f"Roll {needed}: back in",
        f"Three FAILs locked you out. One roll a turn: a {needed}, the next digit of your code, lets you in, and you draw.",
    )


def _draw_prompt(view: PasscodeView) -> Prompt:
    options = []
    if view.draw_pile or view.discard_pile > 1:
        options.append(_draw_from("draw", None))
    top = view.discard_top
    if top is not None:
        options.append(_draw_from("discard", top))
    needed = None if view.seat is None else view.next_digit(view.seat)
    needs = "" if needed is None else f"You need a {needed} next, or a KEY, which stands for any number. "
    title = "Draw or take?" if len(options) == 2 else "Draw a card" if top is None else f"Take the {top}"
    return Choose(
        title if view.round_winner is None else "Last turn: draw?",
        f"{needs}Draw: a card that nobody knows. A FAIL ends your turn, and three lock you out. Take: the top of the discard "
        "pile, never a FAIL. An empty pile is shuffled again.",
        tuple(options),
    )


def way_to_draw(pile: str, top: str | None) -> str:
    """What it is to draw a card; `top`: of the discard pile."""
    return "draw from the pile" if pile == "draw" else f"take the {top}"


@cache
def _draw_from(pile: Literal["draw", "discard"], top: str | None) -> Option:
    way = "Draw" if pile == "draw" else "Take it" if top == KEY_CARD else f"Take {top}"
    return option(DrawCard(pile), way=way, what=way_to_draw(pile, top))


def _play_prompt(view: PasscodeView, seat: Seat) -> Prompt:
    """P9: a card is played or discarded; a player who held none may keep the one drawn."""
    hand = _hand(view)
    needed = view.next_digit(seat)
    if needed is None:
        return _lay_down_or_drop(hand)
    fitting = tuple(card for card in _kinds(hand) if card in (str(needed), KEY_CARD))
    held = " Keep: you held no card, so you may hold it." if len(hand) == 1 else ""
    help_text = (
        f"Play or use: the next digit of your code, a {needed}, or a KEY for it. Drop: onto the discard pile. What is played "
        f"stays until the round ends.{held}"
    )
    if not fitting:
        title = "Drop or keep?" if len(hand) == 1 else _WHICH_GOES
    else:
        title = "Play a card?" if len(fitting) > 1 else f"Play the {fitting[0]}?"
    ways = tuple(map(_play_it, fitting))
    # The cards that can be played come first, so that the keys about one card are beside each other.
    return _ways(
        title, help_text, ways, (*fitting, *(card for card in _kinds(hand) if card not in fitting)), _keep(hand)
    )


def _may_lay_down(hand: tuple[str, ...]) -> Prompt:
    """P12: the LOCK IN card may be declined in the turn that completes the code."""
    (card,) = hand
    decline = _one(Decline())
    return _ways(f"Lock in the {card}?", _LAY_DOWN_HELP, (_lay_down(card),), (), (decline,))


def _lay_down_or_drop(hand: tuple[str, ...]) -> Prompt:
    """P12: in a later turn a card is laid down or discarded."""
    kinds = _kinds(hand)
    title = "Lock in a card?" if len(kinds) > 1 else f"Lock in the {kinds[0]}?"
    return _ways(title, _LAY_DOWN_HELP, tuple(map(_lay_down, kinds)), kinds, _keep(hand))


@cache
def _play_it(card: str) -> Branch:
    return _one(PlayCard(card), use=_use("Play", card))


@cache
def _drop_it(card: str) -> Option:
    return option(Discard(card), it="it" if card == KEY_CARD else card)


@cache
def _lay_down(card: str) -> Branch:
    """A KEY needs its number."""
    if card != KEY_CARD:
        return _one(LayDown(card), use="Lock")
    number = wheel(LayDown, "number", "Which number?")
    stated = dial(LayDown, _LAY_DOWN_HELP, number, title=number.title, fixed=(("card", KEY_CARD),))
    way = option(LayDown(KEY_CARD), use=_use("Lock", KEY_CARD))
    return Branch(way.label, way.text, stated)


def _keep(hand: tuple[str, ...]) -> tuple[Branch, ...]:
    """P9: only for a player who held no card before the draw."""
    return (_one(Keep()),) if len(hand) == 1 else ()


def _ways(
    title: str, help_text: str, uses: tuple[Branch, ...], drops: tuple[str, ...], others: tuple[Branch, ...]
) -> Prompt:
    """A key for each way; all drops share one if the keys would not do."""
    out = tuple(map(_drop_it, drops))
    if len(uses) + len(out) + len(others) <= 3:
        branches = (*uses, *(Branch(drop.label, drop.text, Choose(title, help_text, (drop,))) for drop in out))
    else:
        branches = (*uses, Branch("Drop", "Drop a card", Choose(_WHICH_GOES, help_text, out)))
    branches = (*branches, *others)
    flat = [branch.prompt.options for branch in branches if isinstance(branch.prompt, Choose)]
    if len(flat) == len(branches) and all(len(options) == 1 for options in flat):
        return Choose(title, help_text, tuple(options[0] for options in flat))
    return Menu(title, help_text, branches)


def _one(made: MoveRecord, **named: str) -> Branch:
    """A way that is a single move."""
    way = option(made, **named)
    return Branch(way.label, way.text, Choose(way.text, "", (way,)))


def _use(verb: str, card: str) -> str:
    """The verb on the key for a card; a KEY leaves room for a short one only."""
    return "Use" if card == KEY_CARD else verb


def _kinds(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Each kind of card in hand once, in a fixed order."""
    return tuple(card for card in (*DIGIT_CARDS, KEY_CARD) if card in hand)


def _hand(view: PasscodeView) -> tuple[str, ...]:
    assert view.hand is not None, "a seat sees its own hand"
    return view.hand


def _cards(state: State) -> tuple[Lot, ...]:
    """P5: the FAILs at the bottom come after all other cards."""
    return tuple(Lot(_CARD_COMES[card], count) for card, count in next_cards(state.piles))
