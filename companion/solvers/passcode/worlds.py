"""Passcode: which cards the others may hold. A world is those hands; the draw pile is what then remains, in no order.

A view has no memory: of the discard pile it shows the top, and of the others' hands nothing, not even what was taken from
there. So a world may contradict what was once in sight. It is retold with those cards otherwise, and with every other
public move as it was; a world that contradicts nothing changes nothing but what chance drew in secret.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer
from companion.games.passcode.moves import CARD_KINDS, COPIES_IN_DECK, DIGIT_CARDS, FAIL_CARD, KEY_CARD
from companion.games.passcode.options import Options
from companion.games.passcode.rules import apply, setup
from companion.games.passcode.state import State, left_to_draw
from companion.games.passcode.view import PasscodeView, is_playoff
from companion.solvers.solver import Solver

CARDS = (*DIGIT_CARDS, KEY_CARD)
"""What a hand may hold; a FAIL is in sight at once (P6, P10)."""


class World(Struct, frozen=True):
    """`hands`: for each seat its cards in order, none where the observer sees them; `options`: those of the game."""

    options: Options
    hands: tuple[tuple[str, ...], ...]


@dataclass(eq=False, slots=True)
class Token:
    """One card on its way through a round. `named`: the steps that name it; `told`: what it is in the world retold."""

    card: str
    named: list[int]
    told: str = ""


@dataclass(slots=True)
class Round:
    """Where the cards of a round are. `events`, in order: a card left the draw pile, or several went back into it."""

    hands: list[list[Token]]
    discard: list[Token] = field(default_factory=list)
    board: list[Token] = field(default_factory=list)
    events: list[Token | list[Token]] = field(default_factory=list)


def worlds(options: Options, view: PasscodeView) -> Iterator[World]:
    """Every way in which the others' hands can be made of the cards that are not in sight."""
    sizes = _hidden(view)
    for hands in _hands(_unseen(view), sizes):
        yield World(options, hands)


def guess(options: Options, view: PasscodeView, pick: RandBelow) -> World:
    """Hands dealt from the cards that are not in sight."""
    unseen = _unseen(view)
    hands = []
    for size in _hidden(view):
        hand = []
        for _ in range(size):
            card = tuple(unseen.elements())[pick(unseen.total())]
            unseen[card] -= 1
            hand.append(card)
        hands.append(tuple(sorted(hand)))
    return World(options, tuple(hands))


def actual_world(state: State, observer: Observer) -> World:
    """The hands as they are."""
    counted = state.phase == "over" and not state.tied
    hands = tuple(
        () if counted or seat == observer else tuple(sorted(player.hand)) for seat, player in enumerate(state.players)
    )
    return World(state.options, hands)


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """The last round with other cards: those in the hidden hands, and those of the discard pile that left no room for them."""
    told = list(steps)
    if not any(world.hands):
        return told
    last = _follow(steps, world)
    room = Counter(dict.fromkeys(CARDS, COPIES_IN_DECK[0]))
    for token in last.board + last.discard[-1:]:
        _tell(room, token, token.card)
    for seat, tokens in enumerate(last.hands):
        wanted = [token.card for token in tokens] if seat == observer else list(world.hands[seat])
        for token in sorted(tokens, key=lambda token: token.card not in wanted):
            card = token.card if token.card in wanted else wanted[0]
            wanted.remove(card)
            _tell(room, token, card)
    _settle(room, last.discard[:-1])
    # Backwards in time a card that left the draw pile makes room, and those that went into it take some.
    for event in reversed(last.events):
        if isinstance(event, list):
            _settle(room, event)
        else:
            room[event.told] += 1
            for step in event.named if event.told != event.card else ():
                actor, move = told[step]
                told[step] = (actor, {**move, "card": event.told})
    return told


def _hidden(view: PasscodeView) -> tuple[int, ...]:
    """How many cards of each seat are not in sight. Those of a game that is over have been counted (P17)."""
    counted = view.phase == "over" and not is_playoff(view)
    return tuple(0 if counted or seat == view.seat else count for seat, count in enumerate(view.hands))


def _unseen(view: PasscodeView) -> Counter[str]:
    seen = Counter(view.hand or ())
    for board, lock_in in zip(view.board, view.lock_in, strict=True):
        seen.update(board)
        seen.update([lock_in.card] if lock_in is not None else [])
    seen.update([view.discard_top] if view.discard_top is not None else [])
    return Counter(
        {card: count - seen[card] for card, count in zip(CARD_KINDS, COPIES_IN_DECK, strict=True) if card != FAIL_CARD}
    )


def _hands(unseen: Counter[str], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal hands of these sizes. The cards dealt are taken out of `unseen` until the next way is asked for."""
    if not sizes:
        yield ()
        return
    for hand in _hand(unseen, CARDS, sizes[0]):
        for rest in _hands(unseen, sizes[1:]):
            yield (hand, *rest)


def _hand(unseen: Counter[str], cards: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """Every hand of this size, its cards in the order of `cards`. Those it holds are out of `unseen` while it is looked at."""
    if size == 0:
        yield ()
        return
    for index, card in enumerate(cards):
        if unseen[card] > 0:
            unseen[card] -= 1
            for rest in _hand(unseen, cards[index:], size - 1):
                yield (card, *rest)
            unseen[card] += 1


def _follow(steps: Sequence[Step], world: World) -> Round:
    """Where the cards of the last round went, FAILs aside."""
    seats = len(world.hands)
    state = setup(world.options, seats)
    now = Round([[] for _ in range(seats)])
    for number, (actor, move) in enumerate(steps):
        name, card = move["move"], move.get("card")
        if actor == CHANCE and name == "card" and card != FAIL_CARD:
            token = Token(str(card), [number])
            now.events.append(token)
            match state.luck:
                case "deal":
                    now.hands[state.dealing[0]].append(token)
                case "card":
                    now.hands[state.turn].append(token)
                case _:
                    now.discard.append(token)
        elif name == "draw" and move["pile"] == "discard":
            now.hands[state.turn].append(now.discard.pop())
        elif name == "draw" and not left_to_draw(state.piles):
            now.events.append(now.discard[:-1])
            del now.discard[:-1]
        elif name in ("play", "discard", "lay_down"):
            hand = now.hands[state.turn]
            token = next(token for token in hand if token.card == card)
            hand.remove(token)
            token.named.append(number)
            (now.discard if name == "discard" else now.board).append(token)
        round_before = state.round
        state = apply(state, actor, move)
        if state.round != round_before:
            now = Round([[] for _ in range(seats)])
    return now


def _tell(room: Counter[str], token: Token, card: str) -> None:
    token.told = card
    room[card] -= 1


def _settle(room: Counter[str], tokens: list[Token]) -> None:
    """What nobody has in sight any more stays as it was where there is room for it."""
    without = []
    for token in tokens:
        if room[token.card] > 0:
            _tell(room, token, token.card)
        else:
            without.append(token)
    for token in without:
        _tell(room, token, next(card for card in CARDS if room[card] > 0))


SOLVER = Solver("passcode", worlds, guess, actual_world, determinize)
