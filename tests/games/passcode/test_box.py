"""Cards out of the box: who tells which, what may be offered, and how what all tell again corrects the history."""

from typing import Any

import pytest
from msgspec import structs

from companion.core.prompt import Choose, Move, every
from companion.core.seat import CHANCE
from companion.games.passcode import PASSCODE
from companion.games.passcode.box import BOX, corrected, offer, offer_again
from tests.games.passcode.play import Play

ALL = ["1", "2", "3", "4", "5", "6", "KEY", "FAIL"]


def cards(prompt: Choose | None) -> list[str]:
    assert prompt is not None
    return [move["card"] for move in every(prompt)]


def told(*hands: str) -> tuple[tuple[Move, ...], ...]:
    return tuple(tuple({"move": "card", "card": card} for card in hand.split()) for hand in hands)


def teller(play: Play) -> tuple[int, str] | None:
    now = BOX.reporter(play.state)
    return None if now is None else (now.seat, now.title)


@pytest.fixture
def play() -> Play:
    """Three who have rolled their codes of three numbers."""
    play = Play(3, levels=[3], turning=False)
    play.codes()
    return play


def opened(play: Play, cards: str = "2 5 KEY 3") -> Play:
    """Three cards are dealt, the fourth lies on the discard pile, and seat 0 begins."""
    play.card(*cards.split())
    for seat, top in enumerate((6, 1, 1)):
        play.roll(seat, top)
    return play


def test_each_tells_the_card_dealt_to_it_and_the_beginner_the_one_turned_over(play: Play) -> None:
    for seat, card in enumerate(("2", "FAIL", "KEY")):
        assert teller(play) == (seat, "Your first card?")
        play.card(card)
    assert teller(play) == (0, "Starter card?")
    play.card("FAIL")
    assert teller(play) == (0, "Starter card?"), "a FAIL does not start a discard pile"
    play.card("4")
    play.do(0, "roll")
    assert teller(play) is None, "a die is no card"


def test_who_used_the_only_card_of_the_discard_pile_tells_which_one_is_turned_over(play: Play) -> None:
    opened(play, "FAIL 5 KEY 3")
    play.do(0, "draw", pile="discard")
    assert teller(play) is None
    play.do(0, "keep")
    assert teller(play) == (0, "Starter card?")
    play.card("4")
    assert teller(play) is None


def test_who_draws_tells_which_card_it_is(play: Play) -> None:
    opened(play)
    assert teller(play) is None
    play.do(0, "draw", pile="draw")
    assert teller(play) == (0, "Which card is it?")
    play.card("1")
    play.do(0, "discard", card="1")
    play.do(1, "draw", pile="discard")
    play.do(1, "discard", card="1")
    for seat in (2, 0):
        play.drop(seat)
    play.do(1, "draw", pile="draw")
    assert teller(play) == (1, "Which card is it?")


def test_all_kinds_are_offered_but_those_of_which_all_copies_are_in_sight(play: Play) -> None:
    opened(play)
    play.do(0, "draw", pile="draw")
    view = PASSCODE.view(play.state, 0)
    assert cards(offer(view, "?")) == ALL
    ten = ("2",) * 10
    lying = structs.replace(view, board=(ten[:4], ten[:4], ten[:0]), discard_top="2")
    assert lying.hand == ("2",)
    assert cards(offer(lying, "?")) == [card for card in ALL if card != "2"]
    assert "2" in cards(offer(structs.replace(lying, hand=("3",)), "?")), "another may hold the tenth"
    assert "FAIL" in cards(offer(structs.replace(view, fails=(2, 2, 2)), "?"))


def test_what_another_holds_changes_no_offer(play: Play) -> None:
    opened(play)
    play.do(0, "draw", pile="draw")
    other = Play(3, levels=[3], turning=False)
    other.codes()
    opened(other, "2 6 6 3")
    other.do(0, "draw", pile="draw")
    one, two = (offer(PASSCODE.view(game.state, 0), "?") for game in (play, other))
    assert one == two


def test_told_again_are_the_cards_in_hand_which_are_no_fails_and_then_the_one_drawn(play: Play) -> None:
    opened(play)
    play.do(0, "draw", pile="draw")
    drawing, view = BOX.reporter(play.state), PASSCODE.view(play.state, 0)
    first = offer_again(view, (), drawing)
    assert first is not None
    assert (first.title, cards(first)) == ("Card in hand?", ALL[:-1])
    second = offer_again(view, told("4")[0], drawing)
    assert second is not None
    assert (second.title, cards(second)) == ("Which card is it?", ALL)
    assert offer_again(view, told("4 4")[0], drawing) is None
    assert offer_again(PASSCODE.view(play.state, 1), told("5")[0], None) is None


def test_a_card_told_wrongly_is_put_right_where_it_was_dealt(play: Play) -> None:
    opened(play)
    play.do(0, "draw", pile="draw")
    (way,) = corrected(play.options, play.steps, told("2 1", "6", "KEY"))
    state: Any = PASSCODE.replay(play.options, 3, way)
    assert [player.hand for player in state.players] == [("2", "1"), ("6",), ("KEY",)]
    before: Any = PASSCODE.replay(play.options, 3, way[:-1])
    assert BOX.settled(PASSCODE.view(before, None)) == BOX.settled(PASSCODE.view(play.state, None))


def test_a_card_that_all_saw_on_the_discard_pile_can_be_no_other(play: Play) -> None:
    opened(play)
    play.do(0, "draw", pile="discard")
    play.do(0, "discard", card="2")
    play.do(1, "draw", pile="draw")
    assert [player.hand for player in play.state.players] == [("3",), ("5",), ("KEY",)]
    assert list(corrected(play.options, play.steps, told("4", "5 1", "KEY"))) == []
    assert [
        step for step in next(iter(corrected(play.options, play.steps, told("3", "6 1", "KEY")))) if step[0] == CHANCE
    ]


def test_of_two_alike_that_one_was_played_that_all_had_seen(play: Play) -> None:
    """Seat 0 was dealt a 3, or so it told, and took the other 3 from the discard pile; it put one of them away."""
    opened(play, "3 5 KEY 3")
    play.do(0, "draw", pile="discard")
    play.do(0, "discard", card="3")
    play.do(1, "draw", pile="draw")
    (way,) = corrected(play.options, play.steps, told("6", "5 1", "KEY"))
    state: Any = PASSCODE.replay(play.options, 3, way)
    assert state.players[0].hand == ("6",)
