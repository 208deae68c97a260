"""What a codebreaker remembers of a round: every card that lay open, and who took which card from the discard pile.

It is a fold of the views of one seat: two views in a row differ by one event, and that is read from the difference. A FAIL that
was turned over to start a discard pile changes no view, so it counts as one that is still to be drawn.
"""

from collections import Counter
from typing import Final

from msgspec import Struct, structs

from companion.games.passcode.moves import CARD_KINDS, COPIES_IN_DECK, FAIL_CARD
from companion.games.passcode.view import PasscodeView
from companion.solvers.passcode.chances import FAILS
from companion.solvers.passcode.hidden import HiddenCards
from companion.solvers.passcode.worlds import CARDS

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
    fails = sum(view.fails) + FAILS * sum(view.locked_out)
    memory = Memory(
        view,
        (),
        cards,
        COPIES_IN_DECK[CARD_KINDS.index(FAIL_CARD)] - fails,
        nobody,
        HiddenCards.fresh(view.seats, cards),
    )
    for seat, (board, lock_in) in enumerate(zip(view.board, view.lock_in, strict=True)):
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
    for seat in range(view.seats):
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


def _drew(memory: Memory, before: PasscodeView, view: PasscodeView, seat: int) -> Memory:
    if seat != view.seat:
        return structs.replace(memory, hidden=memory.hidden.drawn(seat))
    (card,) = (Counter(view.hand or ()) - Counter(before.hand or ())).elements()
    return _knows(_out_of_pile(memory, card), seat, card)


def _laid(memory: Memory, before: PasscodeView, view: PasscodeView, seat: int) -> Memory:
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


def _knows(memory: Memory, seat: int, card: str) -> Memory:
    """That a card is in that hand."""
    return structs.replace(memory, known=_put(memory.known, seat, (*memory.known[seat], card)))


def _put(known: tuple[tuple[str, ...], ...], seat: int, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*known[:seat], cards, *known[seat + 1 :])
