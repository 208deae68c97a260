"""What a seat of Passcode has seen of the cards, and which hands and piles that leaves possible.

The memory of a round (every card that lay open, and who took which card from the discard pile) is a fold of the views of one
seat: two views in a row differ by one event, and that is read from the difference. A FAIL that was turned over to start a
discard pile changes no view, so it counts as one that is still to be drawn.

The others' hands, exactly, for somebody who has seen a whole round: the cards that nobody has seen lie in pools. The draw pile
with the hands drawn from it is one, and when the pile is made anew from the discard pile, its hidden cards become a pool of
their own, of which then every card is in a hand (P8). Where a hand holds cards of two pools, it may be either that was laid
out; each such way is kept.

A world of the laws is the others' hands; the draw pile is what then remains, in no order. A view has no memory: of the discard
pile it shows the top, and of the others' hands nothing, not even what was taken from there. So a world may contradict what was
once in sight. It is retold with those cards otherwise, and with every other public move as it was; a world that contradicts
nothing changes nothing but what chance drew in secret.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final

from msgspec import Struct, structs

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer, Seat, all_seats, each_seat
from companion.games.mind import Solver
from companion.games.passcode.rules import (
    CARD_KINDS,
    COPIES_IN_DECK,
    DIGIT_CARDS,
    FAIL_CARD,
    FAILS_TO_LOCK_OUT,
    KEY_CARD,
    Options,
    PasscodeView,
    State,
    apply,
    left_to_draw,
    setup,
)

Pool = tuple[int, ...]
"""How many of each of CARDS."""
Hand = tuple[int, ...]
"""The cards of a hand, as positions in CARDS, ascending."""


class Deal(Struct, frozen=True):
    """One way in which it may be. `pools`: the newest last, which alone has cards in the draw pile; `hands`: for each seat the
    pools that its hidden cards are of, ascending."""

    pools: tuple[Pool, ...]
    hands: tuple[tuple[int, ...], ...]


class HiddenCards(Struct, frozen=True):
    """All ways in which it may be, each once."""

    ways: tuple[Deal, ...]

    @staticmethod
    def fresh(seats: int, cards: Pool) -> "HiddenCards":
        """A shuffled pile of `cards`, and nothing in anybody's hand."""
        return HiddenCards((Deal((cards,), ((),) * seats),))

    def drawn(self, seat: Seat) -> "HiddenCards":
        """A seat drew a card that nobody else saw."""
        return HiddenCards(
            tuple(
                Deal(way.pools, _with_hand(way.hands, seat, (*way.hands[seat], len(way.pools) - 1)))
                for way in self.ways
            )
        )

    def out_of_pile(self, card: str) -> "HiddenCards":
        """A card of the draw pile was seen."""
        last = len(self.ways[0].pools) - 1
        return HiddenCards(
            tuple(Deal(_less(way.pools, last, card), way.hands) for way in self.ways if _has(way, last, card))
        )

    def shown(self, seat: Seat, card: str) -> "HiddenCards":
        """A hidden card of a seat was laid out."""
        ways: dict[Deal, None] = {}
        for way in self.ways:
            for pool in dict.fromkeys(way.hands[seat]):
                if _has(way, pool, card):
                    left = list(way.hands[seat])
                    left.remove(pool)
                    ways[Deal(_less(way.pools, pool, card), _with_hand(way.hands, seat, tuple(left)))] = None
        return HiddenCards(tuple(ways))

    def shuffled(self, pile: Pool) -> "HiddenCards":
        """P8: the draw pile was empty, and these cards are the new one."""
        return HiddenCards(tuple(Deal((*way.pools, pile), way.hands) for way in self.ways))

    def count(self) -> int:
        """How many different hands the others may hold, all together."""
        (first, *others) = self.ways
        if not others and len({pool for hand in first.hands for pool in hand}) <= 1:
            pool = next((pool for hand in first.hands for pool in hand), 0)
            return _ways_to_deal(first.pools[pool], tuple(len(hand) for hand in first.hands))
        return len({hands for way in self.ways for hands in _hands(way)})


def _ways_to_deal(pool: Pool, sizes: tuple[int, ...]) -> int:
    """How many ways there are to deal hands of these sizes out of a pool. Kind by kind: what is left of the sizes."""
    ways = {sizes: 1}
    for count in pool:
        following: dict[tuple[int, ...], int] = {}
        for left, number in ways.items():
            for after in _given(left, count):
                following[after] = following.get(after, 0) + number
        ways = following
    return ways.get((0,) * len(sizes), 0)


def _given(sizes: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """The sizes that are left when up to `count` cards of a kind are dealt to the hands."""
    if not sizes:
        yield ()
        return
    for here in range(min(sizes[0], count) + 1):
        for rest in _given(sizes[1:], count - here):
            yield (sizes[0] - here, *rest)


def _hands(way: Deal) -> set[tuple[Hand, ...]]:
    """The hands that are possible in one way, each once: of every pool but the newest no card may be left over."""
    found: set[tuple[Hand, ...]] = {((),) * len(way.hands)}
    for pool, cards in enumerate(way.pools):
        sizes = tuple(hand.count(pool) for hand in way.hands)
        if not any(sizes):
            continue
        dealt = list(_dealt(cards, sizes))
        found = {
            tuple(tuple(sorted((*hand, *more))) for hand, more in zip(hands, given, strict=True))
            for hands in found
            for given in dealt
        }
    return found


def _dealt(pool: Pool, sizes: tuple[int, ...]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal hands of these sizes out of a pool."""
    if not sizes:
        yield ()
        return
    kinds = [kind for kind, count in enumerate(pool) if count]
    for hand in combinations_with_replacement(kinds, sizes[0]):
        left = tuple(count - hand.count(kind) for kind, count in enumerate(pool))
        if min(left) >= 0:
            for rest in _dealt(left, sizes[1:]):
                yield (hand, *rest)


def _has(way: Deal, pool: int, card: str) -> bool:
    return way.pools[pool][CARDS.index(card)] > 0


def _less(pools: tuple[Pool, ...], pool: int, card: str) -> tuple[Pool, ...]:
    at, cards = CARDS.index(card), pools[pool]
    return (*pools[:pool], (*cards[:at], cards[at] - 1, *cards[at + 1 :]), *pools[pool + 1 :])


def _with_hand(hands: tuple[tuple[int, ...], ...], seat: Seat, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])


ENDLESS: Final = 1000


class Memory(Struct, frozen=True):
    """`view`: the last one; `discard`: the cards of the discard pile, its top last; `unseen`: for each of CARDS how many lie in
    the draw pile or in hands that nobody showed; `fails`: FAILs in the draw pile; `known`: for each seat the cards in hand
    that all have seen; `hidden`: what the others' hands may be; `still`: how often the open card was taken since a card was drawn
    or played, so how long nothing new has come; ENDLESS where that was not seen."""

    view: PasscodeView
    discard: tuple[str, ...]
    unseen: tuple[int, ...]
    fails: int
    known: tuple[tuple[str, ...], ...]
    hidden: HiddenCards
    still: int = ENDLESS

    def odds(self) -> dict[str, float]:
        """The chance of each of KINDS to be the next card of the draw pile; of none where there is nothing to draw."""
        if not self.view.draw_pile:  # P8: all of the discard pile but its top is shuffled
            under = Counter(self.discard[:-1])
            return {card: count / under.total() for card, count in under.items()}
        fails = min(self.fails, self.view.draw_pile)
        others = self.view.draw_pile - fails
        unseen = sum(self.unseen)
        odds = {FAIL_CARD: fails / self.view.draw_pile}
        if others and unseen:
            share = others / self.view.draw_pile / unseen
            odds |= {card: count * share for card, count in zip(CARDS, self.unseen, strict=True) if count}
        return odds


def memory_from(view: PasscodeView) -> Memory:
    """What a round was before anything else of it was seen: what lies open now, and nothing of what did before."""
    cards = tuple(count for kind, count in zip(CARD_KINDS, COPIES_IN_DECK, strict=True) if kind != FAIL_CARD)
    nobody = tuple(() for _ in range(view.seats))
    fails = sum(view.fails) + FAILS_TO_LOCK_OUT * sum(view.locked_out)
    memory = Memory(
        view,
        (),
        cards,
        COPIES_IN_DECK[CARD_KINDS.index(FAIL_CARD)] - fails,
        nobody,
        HiddenCards.fresh(view.seats, cards),
    )
    for seat, (board, lock_in) in each_seat(zip(view.board, view.lock_in, strict=True)):
        for card in (*board, *([lock_in.card] if lock_in is not None else [])):
            memory = _out_of_pile(memory, card)
        for _ in range(view.hands[seat] if seat != view.seat else 0):
            memory = structs.replace(memory, hidden=memory.hidden.drawn(seat))
    for card in view.hand or ():
        assert view.seat is not None, "the public has no hand"
        memory = _knows(_out_of_pile(memory, card), view.seat, card)
    return _opens(memory, view.discard_top) if view.discard_top is not None else memory


def observe(memory: Memory | None, view: PasscodeView) -> Memory:
    """With one more view."""
    if memory is None or view.round != memory.view.round:
        return memory_from(view)
    before = memory.view
    if view.hands == before.hands and view.draw_pile == before.draw_pile and view.discard_pile == before.discard_pile:
        return memory if view is before else structs.replace(memory, view=view)
    return structs.replace(_event(memory, before, view), view=view)


def _event(memory: Memory, before: PasscodeView, view: PasscodeView) -> Memory:
    """What one move changed, or chance."""
    if view.phase == "over":
        return memory
    if view.draw_pile > before.draw_pile:  # P8
        if len(memory.discard) != before.discard_pile:
            return memory_from(view)
        under = Counter(memory.discard[:-1])
        pile = tuple(under[card] for card in CARDS)
        unseen = tuple(have + more for have, more in zip(memory.unseen, pile, strict=True))
        memory = structs.replace(
            memory, discard=memory.discard[-1:], unseen=unseen, hidden=memory.hidden.shuffled(pile)
        )
    drawn = view.draw_pile < before.draw_pile
    if drawn:
        memory = structs.replace(memory, still=0)
    for seat in all_seats(view.seats):
        gained = view.hands[seat] - before.hands[seat]
        if gained > 0 and drawn:
            memory = _drew(memory, before, view, seat)
        elif gained > 0:
            assert before.discard_top is not None, "it was taken"
            memory = structs.replace(memory, discard=memory.discard[:-1], still=memory.still + 1)
            memory = _knows(memory, seat, before.discard_top)
            if not memory.discard and view.discard_top is not None:
                memory = _opens(memory, view.discard_top)  # it lay there before the first view
        elif gained < 0:
            memory = _laid(memory, before, view, seat)
        elif drawn and (view.fails[seat], view.locked_out[seat]) != (before.fails[seat], before.locked_out[seat]):
            memory = structs.replace(memory, fails=memory.fails - 1)
    if view.discard_pile > before.discard_pile and drawn and view.discard_top is not None:  # P5
        memory = _opens(memory, view.discard_top)
    return memory


def _drew(memory: Memory, before: PasscodeView, view: PasscodeView, seat: Seat) -> Memory:
    if seat != view.seat:
        return structs.replace(memory, hidden=memory.hidden.drawn(seat))
    (card,) = (Counter(view.hand or ()) - Counter(before.hand or ())).elements()
    return _knows(_out_of_pile(memory, card), seat, card)


def _laid(memory: Memory, before: PasscodeView, view: PasscodeView, seat: Seat) -> Memory:
    """A card left a hand, for everybody to see."""
    lock_in = view.lock_in[seat]
    if len(view.board[seat]) > len(before.board[seat]):
        card = view.board[seat][-1]
        memory = structs.replace(memory, still=0)
    elif lock_in is not None and before.lock_in[seat] is None:
        card = lock_in.card
    else:
        assert view.discard_top is not None, "it was discarded"
        card = view.discard_top
        memory = structs.replace(memory, discard=(*memory.discard, card))
    if card in memory.known[seat]:
        left = list(memory.known[seat])
        left.remove(card)
        return structs.replace(memory, known=_put(memory.known, seat, tuple(left)))
    return structs.replace(_shown(memory, card), hidden=memory.hidden.shown(seat, card))


def _shown(memory: Memory, card: str) -> Memory:
    at = CARDS.index(card)
    return structs.replace(memory, unseen=(*memory.unseen[:at], memory.unseen[at] - 1, *memory.unseen[at + 1 :]))


def _out_of_pile(memory: Memory, card: str) -> Memory:
    return structs.replace(_shown(memory, card), hidden=memory.hidden.out_of_pile(card))


def _opens(memory: Memory, card: str) -> Memory:
    """A card of the draw pile starts the discard pile."""
    memory = _out_of_pile(memory, card)
    return structs.replace(memory, discard=(*memory.discard, card))


def _knows(memory: Memory, seat: Seat, card: str) -> Memory:
    """That a card is in that hand."""
    return structs.replace(memory, known=_put(memory.known, seat, (*memory.known[seat], card)))


def _put(known: tuple[tuple[str, ...], ...], seat: Seat, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*known[:seat], cards, *known[seat + 1 :])


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
    for hands in _dealings(_unseen(view), sizes):
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
    counted = view.phase == "over" and not view.is_playoff
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


def _dealings(unseen: Counter[str], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal hands of these sizes. The cards dealt are taken out of `unseen` until the next way is asked for."""
    if not sizes:
        yield ()
        return
    for hand in _hand(unseen, CARDS, sizes[0]):
        for rest in _dealings(unseen, sizes[1:]):
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
