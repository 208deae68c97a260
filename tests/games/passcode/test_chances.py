"""The worth of hands, against cases that can be reckoned by hand and against games of cards that are dealt out."""

import random
from itertools import product

import pytest

from companion.games.passcode.mind.chances import CLOSE, FAIL, KEY_OPEN, WANTED, rest_of, worth_of
from companion.games.passcode.rules import FAILS_TO_LOCK_OUT

PACE = 0.9
RESTS = [(0,), (0, 1), (0, 0), (0, 1, 0), (0, 1, 2, 0)]


def test_the_rest_of_a_code_is_named_by_the_order_of_its_digits() -> None:
    assert rest_of((3, 5, 3), 0) == ((0, 1, 0), {"3": 0, "5": 1})
    assert rest_of((3, 5, 3), 1) == ((0, 1), {"5": 0, "3": 1})
    assert rest_of((3, 5, None), 0) == ((0, 1), {"3": 0, "5": 1})
    assert rest_of((3, 5, 3), 3) == ((), {})


@pytest.mark.parametrize("fails", range(FAILS_TO_LOCK_OUT))
def test_who_holds_the_last_digit_takes_an_open_card_and_is_done_next_turn(fails: int) -> None:
    """The open card cannot be a FAIL, so the chance is that of the round to last one turn."""
    last = worth_of((0,), PACE)
    assert last.held(0, fails) == pytest.approx(PACE)
    assert last.held(last.key, fails) == pytest.approx(PACE)
    # Without a card left there is nothing to lay down, so it takes one turn more.
    assert last.played(last.none, fails) == pytest.approx(PACE)
    assert last.played(last.junk, fails) == 1


def test_locked_out_is_one_roll_in_six() -> None:
    """The chance x: a roll next turn frees in one case of six and begins a turn without FAILs, else it is x once more."""
    for rest in RESTS:
        hand = worth_of(rest, PACE)
        for card in range(hand.none + 1):
            x = hand.locked_out(card)
            assert x == pytest.approx(hand.held(card, 0) / 6 + PACE * 5 / 6 * x)
            assert hand.failed(card, FAILS_TO_LOCK_OUT - 1) == x


@pytest.mark.parametrize(("rest", "fails"), list(product(RESTS, range(FAILS_TO_LOCK_OUT))))
def test_better_cards_and_fewer_fails_are_worth_more(rest: tuple[int, ...], fails: int) -> None:
    hand = worth_of(rest, PACE)
    assert hand.held(hand.key, fails) + CLOSE >= hand.held(0, fails) > hand.held(hand.junk, fails)
    assert hand.held(hand.junk, fails) + CLOSE >= hand.held(hand.none, fails)
    for card in range(hand.none + 1):
        assert worth_of(rest, 0.97).held(card, fails) > hand.held(card, fails)
        if fails:
            assert hand.held(card, fails - 1) + CLOSE >= hand.held(card, fails)


@pytest.mark.parametrize(
    "rest", [(0, 1), *(pytest.param(rest, marks=pytest.mark.slow) for rest in ((0, 0), (0, 1, 2)))]
)
def test_cards_dealt_out_complete_the_code_as_often_as_the_worth_says(rest: tuple[int, ...]) -> None:
    """Whoever always makes the move of most worth, in 6,000 games with a fixed seed."""
    luck = random.Random(7)
    games = 6000
    done = sum(_played(rest, luck) for _ in range(games))
    expected = worth_of(rest, PACE).held(worth_of(rest, PACE).junk, 0)
    # Three standard deviations.
    assert abs(done / games - expected) < 3 * (expected * (1 - expected) / games) ** 0.5


def _played(rest: tuple[int, ...], luck: random.Random) -> bool:
    """One game with digits 0 to 5 and a KEY, 6; whether the code was complete before the round was over."""
    hold, fails, locked = 5, 0, False
    while luck.random() < PACE:
        if locked and luck.random() >= 1 / 6:
            continue
        locked = False
        renamed, names = rest_of(rest, 0)
        now = worth_of(renamed, PACE)
        numbers = [now.card("KEY" if card == 6 else str(card), names) for card in range(7)]
        top = _open(luck, rest[0])
        pile = FAIL * now.failed(numbers[hold], fails)
        pile += sum(now.with_card(numbers[hold], numbers[card], fails) for card in range(7)) / 9
        takes = now.with_card(numbers[hold], numbers[top], fails) > pile
        card = top if takes else luck.choice([0, 1, 2, 3, 4, 5, 6, None, None])
        if card is None:
            locked = fails + 1 == FAILS_TO_LOCK_OUT
            fails = 0 if locked else fails + 1
            continue
        ways = [(now.held(numbers[card], fails), card, False), (now.held(numbers[hold], fails), hold, False)]
        for used, left in ((card, hold), (hold, card)):
            if used in (6, rest[0]):
                ways.append((now.played(numbers[left], fails), left, True))
        _, hold, played = max(ways, key=lambda way: way[0])
        rest = rest[1:] if played else rest
        if not rest:
            return True
    return False


def _open(luck: random.Random, wanted: int) -> int:
    drawn = luck.random()
    if drawn < KEY_OPEN:
        return 6
    if drawn < KEY_OPEN + WANTED:
        return wanted
    return luck.choice([digit for digit in range(6) if digit != wanted])
