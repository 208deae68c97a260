"""What a seat remembers of a round, beside what really lay where, and beside every deal that could have led there."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.prompt import Move, sample
from companion.core.seat import CHANCE
from companion.games.mind import mind_of
from companion.games.passcode import PASSCODE
from companion.games.passcode.mind import analyse
from companion.games.passcode.mind.seen import CARDS, Memory, memory_from, observe, worlds
from companion.games.passcode.rules import CARD_KINDS, FAIL_CARD, Options, State, left_to_draw
from companion.games.passcode.rules import view as view_of
from tests.laws.play import one_round

World = tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]
"""The others' hands, and how many of each of CARDS are in the draw pile."""


def moments(seats: int, options: Options, seed: int, idle: bool = False) -> Iterator[tuple[State, Any, Move, State]]:
    """Every step of a game between players that take any legal move: state, actor, move, state after it. `idle`: they put off
    what brings the end of a round nearer, so that the pile is gone through."""
    luck = random.Random(seed)
    state: State = PASSCODE.setup(options, seats)
    while acting := PASSCODE.to_act(state):
        prompt = PASSCODE.ask(options, state, acting[0])
        assert prompt is not None
        move = sample(prompt, luck.randrange)
        if idle and (move["move"] == "play" or move.get("pile") == "discard"):
            move = sample(prompt, luck.randrange)
        after = PASSCODE.apply(state, acting[0], move)
        yield state, acting[0], move, after
        state = after


@pytest.mark.parametrize(("seats", "levels"), [(2, (3, 4)), (3, (6,)), (4, (3,)), (6, (5,))])
def test_what_is_remembered_is_what_lies_there(seats: int, levels: tuple[int, ...]) -> None:
    options = Options(levels=levels, turning=False)
    seen: Memory | None = None
    seat = seats - 1
    for state, _, _, after in moments(seats, options, seats):
        seen = observe(seen, view_of(state, seat))
        assert observe(seen, view_of(state, seat)) == seen, "an equal view changes nothing"
        if after.phase == "over" or state.luck == "reopen":
            continue
        assert seen.discard == state.piles.discard
        assert seen.fails == state.piles.draw[CARD_KINDS.index(FAIL_CARD)] + state.piles.bottom
        for known, player in zip(seen.known, state.players, strict=True):
            assert not Counter(known) - Counter(player.hand)
        assert seen.known[seat] == tuple(sorted(seen.known[seat], key=state.players[seat].hand.index))
        hidden = Counter(card for player in state.players for card in player.hand)
        hidden -= Counter(card for known in seen.known for card in known)
        pile = Counter(dict(zip(CARD_KINDS, state.piles.draw, strict=True)))
        assert seen.unseen == tuple(pile[card] + hidden[card] for card in CARDS)
        odds = seen.odds()
        if left_to_draw(state.piles):
            assert sum(odds.values()) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "seed"), one_round([(2, 1), (2, 5), (3, 1), (3, 11)]))
def test_the_worlds_that_are_counted_are_those_that_can_have_been_dealt(seats: int, seed: int) -> None:
    """Every deal that fits what the seat saw is followed card by card, through piles that are made anew."""
    options = Options(levels=(6,), turning=False)
    seat = seed % seats
    seen: Memory | None = None
    possible: set[World] = set()
    shuffles = compared = 0
    for state, actor, move, after in moments(seats, options, seed, idle=True):
        seen = observe(seen, view_of(state, seat))
        if (
            state.luck == "deal"
            and not any(player.hand for player in state.players)
            and not sum(player.fails for player in state.players)
        ):
            possible = {(((),) * seats, (10,) * 7)}
        if possible:
            counted = analyse(options, seen, view_of(state, seat)).worlds
            assert counted == len({hands for hands, _ in possible})
            compared += 1
        shuffles += move == {"move": "draw", "pile": "draw"} and not left_to_draw(state.piles)
        possible = set(_followed(possible, state, actor, move, seat))
        if after.round != state.round:
            possible = set()
    assert compared > 100
    assert shuffles, "this seed plays long enough"


def _followed(possible: set[World], state: State, actor: Any, move: Move, seat: int) -> Iterator[World]:
    card = move.get("card")
    to = state.dealing[0] if state.luck == "deal" else state.turn
    for hands, pile in possible:
        if actor == CHANCE and card is not None and card != FAIL_CARD:
            if state.luck in ("deal", "card") and to != seat:
                for kind in range(7):
                    if pile[kind]:
                        yield _put(hands, to, (*hands[to], CARDS[kind])), _less(pile, kind)
            elif pile[CARDS.index(card)]:
                held = _put(hands, to, (*hands[to], card)) if state.luck in ("deal", "card") else hands
                yield held, _less(pile, CARDS.index(card))
        elif move == {"move": "draw", "pile": "discard"}:
            yield _put(hands, to, (*hands[to], state.piles.discard[-1])), pile
        elif move == {"move": "draw", "pile": "draw"} and not left_to_draw(state.piles):
            assert sum(pile) == 0
            under = Counter(state.piles.discard[:-1])
            yield hands, tuple(under[card] for card in CARDS)
        elif move["move"] in ("play", "discard", "lay_down"):
            if card in hands[to]:
                left = list(hands[to])
                left.remove(str(card))
                yield _put(hands, to, tuple(left)), pile
        else:
            yield hands, pile


def _put(hands: tuple[tuple[str, ...], ...], to: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*hands[:to], tuple(sorted(hand)), *hands[to + 1 :])


def _less(pile: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*pile[:kind], pile[kind] - 1, *pile[kind + 1 :])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_a_memory_the_worlds_are_those_of_the_view(seats: int) -> None:
    """The solver lists them one by one."""
    options = Options(levels=(4,), turning=False)
    compared = 0
    for number, (state, _, _, after) in enumerate(moments(seats, options, 5)):
        view = view_of(state, 0)
        if number % 17 == 0 and after.phase != "over":
            assert memory_from(view).hidden.count() == len(list(worlds(options, view)))
            assert analyse(options, None, view).worlds == memory_from(view).hidden.count()
            compared += 1
    assert compared > 5


def test_a_memory_can_begin_in_the_middle_of_a_round() -> None:
    """Who is given a seat late knows less, and plays all the same."""
    best = mind_of(PASSCODE).bots[-1]
    options = Options(levels=(5,), turning=False)
    steps = list(moments(3, options, 8))
    for start in range(0, len(steps), 23):
        seen: Memory | None = None
        for state, _, _, _ in steps[start : start + 60]:
            view = view_of(state, 1)
            seen = best.observe(options, seen, view)
            assert seen is not None
            assert min(seen.unseen) >= 0
            assert seen.hidden.ways
            prompt = PASSCODE.prompt(options, view)
            if prompt is not None:
                assert best.choose(options, seen, view, prompt, random.Random(1).randrange).why.endswith(".")
