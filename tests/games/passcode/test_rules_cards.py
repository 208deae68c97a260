"""The lines of the rules on the cards of a turn, P5 to P12, and on secrecy, P20."""

import pytest
from msgspec import structs

from companion.core.game import Event
from companion.core.prompt import ChancePrompt, weights
from companion.core.seat import CHANCE
from companion.games.passcode import PASSCODE
from companion.games.passcode.rules import CARD_KINDS, COPIES_IN_DECK, Piles
from companion.games.passcode.words import happened
from tests.games.passcode.play import Play, begun, completed


def lots(play: Play) -> dict[str, int]:
    prompt = PASSCODE.ask(play.options, play.state, CHANCE)
    assert isinstance(prompt, ChancePrompt)
    return {lot.move["card"]: weight for lot, weight in zip(prompt.lots, weights(prompt, 99), strict=True)}


def with_piles(play: Play, draw: dict[str, int], discard: tuple[str, ...], bottom: int = 0) -> None:
    """Other piles than those that were dealt, to come to a rare end quickly."""
    piles = Piles(tuple(draw.get(kind, 0) for kind in CARD_KINDS), bottom, discard)
    play.state = structs.replace(play.state, piles=piles)


@pytest.mark.rule("P5")
def test_90_cards_are_dealt_from_seat_0_and_one_is_turned_over() -> None:
    play = Play(3, levels=[3], turning=False)
    play.codes()
    assert sum(COPIES_IN_DECK) == 90
    assert lots(play) == {"1": 10, "2": 10, "3": 10, "4": 10, "5": 10, "6": 10, "FAIL": 20, "KEY": 10}
    assert play.view().phase == "draw"
    play.card("4")
    assert play.view().hands == (1, 0, 0)
    assert lots(play)["4"] == 9
    play.card("KEY", "6")
    assert [play.view(seat).hand for seat in range(3)] == [("4",), ("KEY",), ("6",)]
    play.card("2")
    assert (play.view().discard_top, play.view().discard_pile, play.view().draw_pile) == ("2", 1, 86)


@pytest.mark.rule("P5")
def test_a_fail_turned_over_goes_to_the_bottom_of_the_draw_pile() -> None:
    play = Play(2, levels=[3], turning=False)
    play.codes()
    play.card("1", "1", "FAIL", "FAIL")
    assert play.to_act == (CHANCE,)
    assert lots(play)["FAIL"] == 18
    assert play.view().draw_pile == 88
    play.card("3")
    assert play.view().discard_top == "3"
    assert play.view().fails == (0, 0)


@pytest.mark.rule("P6", "P9")
def test_a_fail_dealt_counts_and_its_owner_may_keep_the_first_card() -> None:
    play = begun(2, "FAIL 1 1")
    assert play.view().fails == (1, 0)
    assert play.view().hands == (0, 1)
    play.draw(0, "4")
    assert play.legal(0) == [{"move": "discard", "card": "4"}, {"move": "keep"}]
    play.do(0, "keep")
    assert play.view(0).hand == ("4",)
    assert play.to_act == (1,)
    play.draw(1, "3")
    assert 'not "keep" (P9)' in play.refused(1, "keep")


def test_all_read_who_was_dealt_a_fail_and_nothing_of_any_other_card() -> None:
    play = Play(2, levels=[3], turning=False)
    play.codes()
    told = []
    for card in ("FAIL", "1", "2"):
        before = play.view()
        play.card(card)
        told.append(happened(play.options, before, play.view(), ("Ann", "Bob")))
    assert told == [Event("Ann was dealt a FAIL: one of three, and no card in hand."), None, None]


@pytest.mark.rule("P7")
def test_the_highest_roll_begins_and_ties_roll_again() -> None:
    play = Play(4, levels=[3], turning=False)
    play.codes()
    play.deal("1", "1", "1", "1", "1")
    for seat, top in enumerate((2, 5, 3, 5)):
        assert (play.view().phase, play.to_act) == ("first", (seat,))
        play.roll(seat, top)
    assert play.to_act == (1,)
    play.roll(1, 4)
    play.roll(3, 4)
    assert play.to_act == (1,), "a tie again"
    play.roll(1, 1)
    play.roll(3, 2)
    assert (play.view().phase, play.to_act) == ("draw", (3,))
    play.drop(3)
    assert play.to_act == (0,), "clockwise"


@pytest.mark.rule("P8")
def test_a_turn_begins_with_a_card_of_either_pile() -> None:
    play = begun(2, "1 1 6")
    assert play.legal(0) == [{"move": "draw", "pile": "draw"}, {"move": "draw", "pile": "discard"}]
    play.do(0, "draw", pile="discard")
    assert (play.view().discard_top, play.view().discard_pile) == (None, 0)
    assert (play.view(0).hand, play.view().phase, play.to_act) == (("1", "6"), "play", (0,))
    play.do(0, "discard", card="1")
    assert play.to_act == (1,), "one that was discarded again starts the pile"
    play.drop(1, "4")
    play.do(0, "draw", pile="discard")
    assert play.view().discard_top == "1", "below the top there was another card"
    assert play.to_act == (0,)


@pytest.mark.rule("P8")
@pytest.mark.parametrize("how", ["play", "keep", "lay_down"])
def test_a_discard_pile_of_which_the_only_card_was_used_is_started_anew_at_the_end_of_the_turn(how: str) -> None:
    if how == "lay_down":
        play = completed("4")
        play.do(0, "decline")
        play.state = structs.replace(play.state, piles=structs.replace(play.state.piles, discard=("6",)), turn=0)
        play.state = structs.replace(play.state, phase="draw")
    else:
        play = begun(2, "FAIL 1 2" if how == "keep" else "3 1 2")
    play.do(0, "draw", pile="discard")
    card = play.view(0).hand[-1]
    play.do(0, how, **({} if how == "keep" else {"card": card}))
    assert (play.to_act, play.view().turn_of, play.view().phase) == ((CHANCE,), 0, "play")
    before = play.view().draw_pile
    play.card("FAIL", "FAIL")
    seen = play.view()
    play.card("5")
    told = happened(play.options, seen, play.view(), ("Ann", "Bob"))
    assert told == Event("A 5 was turned over and begins the discard pile.", 0)
    assert (play.view().discard_top, play.view().discard_pile, play.view().draw_pile) == ("5", 1, before - 1)
    assert (play.view().phase, play.to_act) == ("draw", (1,))


@pytest.mark.rule("P8", "P14")
def test_a_last_turn_starts_the_discard_pile_anew_before_the_round_ends() -> None:
    play = completed("3")
    play.do(0, "lay_down", card="3")
    play.drop(1, "4")
    play.roll(0, 3)
    play.state = structs.replace(play.state, piles=structs.replace(play.state.piles, discard=("5",)))
    play.do(1, "draw", pile="discard")
    play.do(1, "play", card="5")
    assert (play.to_act, play.view().round_winner, play.view().winners) == ((CHANCE,), 0, None)
    before = play.view()
    play.card("2")
    assert play.view().winners == (0,)
    told = happened(play.options, before, play.view(), ("Ann", "Bob"))
    assert told == Event(
        "A 2 was turned over and begins the discard pile. Ann wins the game with LEVEL 3 locked in.", 1
    ), "the card ends the game, and no other line says so"


@pytest.mark.rule("P8")
def test_an_empty_draw_pile_is_all_of_the_discard_pile_but_its_top() -> None:
    play = begun()
    with_piles(play, {}, ("1", "1", "KEY", "4"))
    play.do(0, "draw", pile="draw")
    assert lots(play) == {"1": 2, "KEY": 1}
    assert (play.view().draw_pile, play.view().discard_pile, play.view().discard_top) == (3, 1, "4")
    play.card("KEY")
    assert play.view().draw_pile == 2


@pytest.mark.rule("P8")
def test_where_one_card_is_left_in_the_piles_it_is_the_discard_piles() -> None:
    play = begun()
    with_piles(play, {}, ("4",))
    assert play.legal(0) == [{"move": "draw", "pile": "discard"}]
    assert 'pile can be "discard" here' in play.refused(0, "draw", pile="draw")
    play.do(0, "draw", pile="discard")
    assert (play.view().phase, play.view().discard_top) == ("play", None)


@pytest.mark.rule("P8")
def test_fails_at_the_bottom_come_after_all_other_cards() -> None:
    play = begun()
    with_piles(play, {"3": 1, "FAIL": 1}, ("4",), bottom=2)
    play.do(0, "draw", pile="draw")
    assert lots(play) == {"3": 1, "FAIL": 1}
    play.card("FAIL")
    play.drop(1, "3")
    play.do(0, "draw", pile="draw")
    assert lots(play) == {"FAIL": 2}
    play.card("FAIL")
    assert play.view().draw_pile == 1


@pytest.mark.rule("P8")
def test_where_only_fails_are_left_the_discard_pile_stays_empty() -> None:
    play = begun()
    with_piles(play, {"FAIL": 2}, ("2",), bottom=1)
    play.do(0, "draw", pile="discard")
    play.do(0, "play", card="2")
    assert (play.view().phase, play.view().discard_top, play.view().draw_pile) == ("draw", None, 3)
    assert play.to_act == (1,), "and nothing is turned over"
    play.draw(1, "FAIL")
    assert (play.view().discard_top, play.to_act) == (None, (0,))


@pytest.mark.rule("P8")
def test_with_nothing_to_draw_from_the_turn_is_passed() -> None:
    """It takes fewer cards than a deck has: seat 0 plays the last one, seat 1 has nothing to draw, and seat 2 can but roll."""
    play = begun(3, "3 1 1 2")
    with_piles(play, {}, ("2",))
    first, second, third = play.state.players
    play.state = structs.replace(play.state, players=(first, second, structs.replace(third, locked_out=True)))
    play.do(0, "draw", pile="discard")
    play.do(0, "play", card="2")
    assert (play.view().phase, play.to_act) == ("roll", (2,))


@pytest.mark.rule("P9")
def test_a_turn_ends_with_a_card_discarded_or_played() -> None:
    play = begun(2, "3 1 1")
    play.draw(0, "2")
    assert play.legal(0) == [
        {"move": "play", "card": "2"},
        {"move": "discard", "card": "2"},
        {"move": "discard", "card": "3"},
    ]
    assert 'card can be "2" here' in play.refused(0, "play", card="3")
    assert 'card can be "2" or "3" here' in play.refused(0, "discard", card="6")
    assert "(P12)" in play.refused(0, "lay_down", card="3"), "an incomplete code cannot be locked in"
    play.do(0, "play", card="2")
    assert (play.view().board, play.view().filled, play.view(0).hand) == ((("2",), ()), (1, 0), ("3",))
    play.draw(1, "KEY")
    assert {"move": "play", "card": "KEY"} in play.legal(1), "a KEY is any digit"
    play.do(1, "discard", card="1")
    assert play.view().discard_top == "1"


@pytest.mark.rule("P9")
def test_a_code_is_filled_from_its_first_digit_to_its_last() -> None:
    play = begun(2, "3 1 1", rolls=[(1, 2), (1, 3), (1, 4)])
    play.draw(0, "4")
    assert "(P9)" in play.refused(0, "play", card="4")
    assert "(P9)" in play.refused(0, "play", card="3")


@pytest.mark.rule("P9")
def test_four_moves_are_two_presses_each_and_listed_once() -> None:
    play = begun(2, "2 1 1")
    play.draw(0, "KEY")
    assert play.legal(0) == [
        {"move": "play", "card": "2"},
        {"move": "play", "card": "KEY"},
        {"move": "discard", "card": "2"},
        {"move": "discard", "card": "KEY"},
    ]
    play.do(0, "play", card="KEY")
    play.drop(1)
    play.draw(0, "2")
    assert play.legal(0) == [{"move": "play", "card": "2"}, {"move": "discard", "card": "2"}]


@pytest.mark.rule("P10", "P11")
def test_three_fails_lock_out_until_the_next_digit_is_rolled() -> None:
    play = begun(2, "3 1 1")
    for fails in (1, 2):
        play.draw(0, "FAIL")
        assert play.view().fails == (fails, 0)
        assert play.to_act == (1,), "a FAIL ends the turn"
        play.drop(1)
    play.draw(0, "FAIL")
    assert (play.view().fails, play.view().locked_out) == ((0, 0), (True, False))
    play.drop(1)
    assert (play.view().phase, play.legal(0)) == ("roll", [{"move": "roll"}])
    play.roll(0, 3)
    assert play.view().locked_out == (True, False)
    play.do(1, "draw", pile="draw")
    assert lots(play)["FAIL"] == 17, "the three are out of play for the round"
    play.card("1")
    play.do(1, "discard", card="1")
    play.roll(0, 2)
    assert play.view().locked_out == (False, False)
    assert (play.view().phase, play.to_act) == ("draw", (0,)), "normal play in the same turn"
    play.draw(0, "FAIL")
    assert play.view().fails == (1, 0), "a new count"


@pytest.mark.rule("P11")
def test_a_complete_code_is_freed_by_any_number() -> None:
    play = completed()
    play.do(0, "decline")
    for _ in range(3):
        play.drop(1)
        play.draw(0, "FAIL")
    assert play.view().locked_out == (True, False)
    play.drop(1)
    play.roll(0, 6)
    assert play.view().locked_out == (False, False)
    assert (play.view().phase, play.to_act) == ("draw", (0,))
    play.draw(0, "4")
    assert [move["move"] for move in play.legal(0)] == ["lay_down", "lay_down", "discard", "discard"]


@pytest.mark.rule("P12")
def test_the_last_digit_and_the_lock_in_card_are_one_turn() -> None:
    play = completed("3")
    assert (play.view().phase, play.to_act) == ("lay_down", (0,))
    assert play.legal(0) == [{"move": "lay_down", "card": "3"}, {"move": "decline"}]
    assert 'no key "number"' in play.refused(0, "lay_down", card="3", number=3)
    play.do(0, "lay_down", card="3")
    lock_in = play.view().lock_in[0]
    assert (lock_in.card, lock_in.number) == ("3", 3)
    assert play.view().hands[0] == 0
    assert play.to_act == (1,)


@pytest.mark.rule("P12")
def test_with_a_key_a_number_is_stated_and_stands() -> None:
    play = completed("KEY")
    numbers = [{"move": "lay_down", "card": "KEY", "number": number} for number in range(1, 7)]
    assert [move for move in play.legal(0) if move["move"] == "lay_down"] == numbers
    assert 'needs the key "number"' in play.refused(0, "lay_down", card="KEY")
    assert "number can be 1, 2" in play.refused(0, "lay_down", card="KEY", number=7)
    play.do(0, "lay_down", card="KEY", number=4)
    assert (play.view().lock_in[0].card, play.view().lock_in[0].number) == ("KEY", 4)


@pytest.mark.rule("P12")
def test_who_declined_draws_and_discards_or_lays_down() -> None:
    play = completed("6")
    play.do(0, "decline")
    assert (play.view().lock_in[0], play.view(0).hand) == (None, ("6",))
    play.drop(1)
    play.draw(0, "KEY")
    moves = play.legal(0)
    assert {"move": "lay_down", "card": "6"} in moves
    assert {"move": "lay_down", "card": "KEY", "number": 1} in moves
    assert [move for move in moves if move["move"] == "discard"] == [
        {"move": "discard", "card": "6"},
        {"move": "discard", "card": "KEY"},
    ]
    assert "(P9)" in play.refused(0, "play", card="KEY")
    assert "(P12)" in play.refused(0, "decline")
    play.do(0, "discard", card="6")
    play.drop(1)
    play.draw(0, "2")
    play.do(0, "lay_down", card="2")
    assert play.view().lock_in[0].number == 2
    assert play.view(0).hand == ("KEY",), "the other card stays"


@pytest.mark.rule("P12")
def test_without_a_card_in_hand_nothing_can_be_laid_down_until_one_is_drawn() -> None:
    play = begun(2, "FAIL 1 1")
    for _ in range(3):
        play.draw(0, "2")
        play.do(0, "play", card="2")
        play.drop(1)
    assert play.view().phase == "draw"
    play.draw(0, "4")
    assert play.legal(0) == [
        {"move": "lay_down", "card": "4"},
        {"move": "discard", "card": "4"},
        {"move": "keep"},
    ]
    play.do(0, "lay_down", card="4")
    assert play.view().lock_in[0].number == 4


@pytest.mark.rule("P20")
def test_a_hand_is_its_owners_alone() -> None:
    play = begun(3, "4 5 6 1")
    assert play.view(0).hand == ("4",)
    assert play.view(None).hand is None
    for secret in ("2", "3", "KEY"):
        other = begun(3, f"4 {secret} 6 1")
        assert other.view(0) == play.view(0)
        assert other.view(None) == play.view(None)
        other.draw(0, secret)
        play_drawn = begun(3, "4 5 6 1")
        play_drawn.draw(0, "1")
        assert other.view(2) == play_drawn.view(2)
    play.do(0, "draw", pile="draw")
    prompt = PASSCODE.ask(play.options, play.state, CHANCE)
    assert isinstance(prompt, ChancePrompt)
    assert prompt.secret
