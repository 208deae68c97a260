"""How many sequences of moves there are to a depth, derived by hand; and that no card is ever lost."""

import random

from companion.core.prompt import sample
from companion.games.passcode import PASSCODE
from companion.games.passcode.rules import FAIL_CARD, State, left_to_draw
from tests.games.passcode.play import Play, begun, turn
from tests.games.perft import counts


def counted(play: Play, depth: int) -> list[int]:
    return counts(PASSCODE, play.options, play.state, depth)


def test_counts_from_the_start() -> None:
    """A roll is 1 move and 24 of chance; with the option turning 2 more.

    With: 1, 24, 24 * 2 = 48, then the next roll 48, 48 * 24 = 1,152. Without: 1, 24, 24 (the next seat's roll), 576.
    """
    turning, lying = Play(2, levels=[3]), Play(2, levels=[3], turning=False)
    assert counted(turning, 5) == [1, 24, 48, 48, 1152]
    assert counted(lying, 4) == [1, 24, 24, 576]


def test_counts_of_the_deal() -> None:
    """Eight kinds of cards for each of two seats, and eight to start the discard pile: 8, 64, 512.

    Then a FAIL turned over (64 of 512) is followed by 8 more cards, and any other (448) by the one roll of seat 0: 960.
    """
    play = Play(2, levels=[3], turning=False)
    play.codes()
    assert counted(play, 4) == [8, 64, 512, 64 * 8 + 448]


def test_counts_of_a_turn() -> None:
    """Seat 0 holds a 1 and needs a 2; seat 1 holds a 1 and needs a 5; a 3 lies on the discard pile.

    Depth 1: two piles. Depth 2: chance has 8 cards for the one drawn; the 3 taken, the 1 or the 3 is discarded: 10.
    Depth 3. Drawn a FAIL: 2 (seat 1 draws). A 1: discards it, 1 move. A 2: play it, or discard it or the 1: 3. A KEY: 3. Each of
    3, 4, 5, 6: 2. Together 2 + 1 + 3 + 3 + 8 = 17. The 3 taken and one discarded, seat 1 has two piles: 4. In all 21.
    """
    play = begun(2, "1 1 3")
    assert counted(play, 3) == [2, 10, 21]


def test_counts_of_locking_in() -> None:
    """Seat 0 has completed its code and holds a KEY: six numbers or decline, 7; then seat 1's two piles, 14; then
    8 cards from the draw pile and from the discard pile, where another card lies below, seat 1's two discards: 7 * (8 + 2).
    """
    play = begun(2, "KEY 1 3")
    for number in range(3):
        turn(play, 0, "2")
        if number < 2:
            play.drop(1, "4")
    assert counted(play, 3) == [7, 14, 70]


def test_all_ninety_cards_are_somewhere_throughout_a_random_game() -> None:
    pick, play, fails = random.Random(2).randrange, Play(3, levels=[3, 4]), 0
    state = play.state
    while acting := PASSCODE.to_act(state):
        prompt = PASSCODE.ask(play.options, state, acting[0])
        assert prompt is not None
        move = sample(prompt, pick)
        before, state = state, PASSCODE.apply(state, acting[0], move)
        fails += before.luck in ("deal", "card") and move["card"] == FAIL_CARD
        if state.round != before.round:
            fails = 0
        elif state.phase not in ("codes", "turning"):
            assert cards_in_sight(state) + fails == 90
    assert state.round > 1


def cards_in_sight(state: State) -> int:
    """Every card that is not a FAIL lying in front of somebody."""
    hands = sum(len(player.hand) + len(player.board) + (player.lock_in is not None) for player in state.players)
    return hands + left_to_draw(state.piles) + len(state.piles.discard)
