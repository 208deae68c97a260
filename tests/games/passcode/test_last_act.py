"""The event line says in a sentence what the last player did, and tells of a card what all have seen."""

import pytest
from msgspec import json

from companion.core.seat import CHANCE
from companion.engine.session import Session
from companion.games.passcode.game import PASSCODE
from companion.games.passcode.view import PasscodeView
from tests.games.passcode.play import Play, begun, completed

NAMES = ("Ann", "Bob", "Cleo")


def said(play: Play) -> str:
    return PASSCODE.describe(play.options, play.view(), NAMES[: play.seats])


def rolled(play: Play, pips: int) -> str:
    """What is said when Bob has dropped and Ann rolls."""
    play.drop(1)
    play.roll(0, pips)
    return said(play)


def test_rolls_for_the_codes_and_for_the_beginning() -> None:
    play = Play(2, levels=[3])
    assert said(play) == "Ann rolls the die for number 1 of 3."
    play.roll(0, 4)
    assert said(play) == "The die shows a 4 on top, and Ann turns it left or right."
    play.do(0, "turn", to="left")
    assert said(play) == "Ann turned the die. Bob rolls the die for number 2 of 3."
    play = Play(2, levels=[3], turning=False)
    play.roll(0, 4)
    assert said(play) == "Ann rolled a 4. Bob rolls the die for number 2 of 3."
    play.roll(1, 3)
    play.roll(0, 6)
    assert said(play) == "Ann rolled a 6. Round 1: the cards are dealt."
    play.card("1", "1", "1")
    play.roll(0, 2)
    assert said(play) == "Ann rolled a 2. Bob rolls: the highest begins."


def test_a_tie_for_the_beginning_is_told_with_who_roll_again() -> None:
    play = Play(3, levels=[3], turning=False)
    for seat in (0, 1, 2):
        play.roll(seat, 4)
    play.card("1", "1", "1", "1")
    play.roll(0, 5)
    play.roll(1, 5)
    assert said(play) == "Bob rolled a 5. Cleo rolls: the highest begins."
    play.roll(2, 3)
    assert said(play) == (
        "Cleo rolled a 3. A tie for the highest: Ann and Bob roll again. Ann rolls: the highest begins."
    )
    play.roll(0, 2)
    assert said(play) == "Ann rolled a 2. Bob rolls: the highest begins."
    play.roll(1, 6)
    assert said(play).startswith("Bob rolled a 6. Bob is to draw")


def test_a_card_is_drawn_and_played_or_dropped() -> None:
    play = begun()
    assert said(play) == "Bob rolled a 1. Ann is to draw, 0 of 3 digits. On the discard pile lies a 1."
    play.do(0, "draw", pile="draw")
    assert said(play) == "Ann draws from the pile."
    play.card("2")
    assert said(play) == "Ann drew a card from the pile, 0 of 3 digits."
    play.do(0, "play", card="2")
    assert said(play) == "Ann played a 2. Bob is to draw, 0 of 3 digits. On the discard pile lies a 1."
    play.do(1, "draw", pile="discard")
    assert said(play) == "Bob took the top of the discard pile, 0 of 3 digits."
    play.do(1, "discard", card="1")
    assert said(play) == "Bob dropped a 1. Ann is to draw, 1 of 3 digits."
    play.draw(0, "KEY")
    play.do(0, "play", card="KEY")
    assert said(play).startswith("Ann played a KEY for a 2. Bob is to draw")
    play.draw(1, "FAIL")
    assert said(play).startswith("Bob drew a FAIL. Ann is to draw")


def test_three_fails_and_the_way_back() -> None:
    play = begun(2, "FAIL 1 1")
    play.draw(0, "2")
    play.do(0, "keep")
    assert said(play).startswith("Ann kept the card. Bob is to draw")
    play.drop(1)
    play.draw(0, "FAIL")
    play.drop(1)
    play.draw(0, "FAIL")
    assert said(play).startswith("Ann drew the third FAIL and is locked out. Bob is to draw")
    assert rolled(play, 3).startswith("Ann rolled a 3 and stays locked out. Bob is to draw")
    assert rolled(play, 2).startswith("Ann rolled a 2 and is back in. Ann is to draw")


def test_a_code_is_completed_and_locked_in() -> None:
    play = completed("3")
    assert said(play) == "Ann played a 2. Ann has completed LEVEL 3 and may lay a card down."
    play.do(0, "decline")
    assert said(play).startswith("Ann laid no card down. Bob is to draw")
    play = completed("KEY")
    play.do(0, "lay_down", card="KEY", number=4)
    assert said(play).startswith("Ann laid down a KEY for a 4 to lock in. Bob is to draw")
    play = completed("3")
    play.do(0, "lay_down", card="3")
    assert said(play).startswith("Ann laid down a 3 to lock in. Bob is to draw")
    assert rolled(play, 2).startswith("Ann rolled a 2, which does not lock in. Bob is to draw")
    assert rolled(play, 3).startswith("Ann rolled a 3 and locked in. These are the last turns. Bob is to draw")
    play.drop(1)
    assert said(play).startswith("Bob dropped a 1. Ann wins the game")


@pytest.mark.rule("P20")
def test_nothing_is_said_of_a_card_that_only_its_owner_saw() -> None:
    drawn = []
    for card in ("2", "5", "KEY"):
        play = begun()
        play.do(0, "draw", pile="draw")
        play.do(CHANCE, "card", card=card)
        drawn.append((said(play), play.view().last_act, play.view(1).last_act))
    assert drawn[0] == drawn[1] == drawn[2]


def test_programs_are_sent_the_fields_of_the_protocol_alone() -> None:
    session = Session()
    for line in (
        b'{"do": "new", "game": "passcode", "seats": 2}',
        b'{"do": "move", "seat": 0, "move": {"move": "roll"}}',
    ):
        assert session.answer(line)["ok"]
    assert session.answer(b'{"do": "chance"}')["ok"]
    sent = json.decode(json.encode(session.answer(b'{"do": "view", "seat": 0}')))["view"]
    assert {*PasscodeView.__struct_fields__} - {*sent} == {"last_act"}
    assert not {*sent} - {*PasscodeView.__struct_fields__}
