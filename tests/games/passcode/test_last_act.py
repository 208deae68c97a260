"""The event line says what the last player did and what comes next, and tells of a card what all have seen."""

import pytest
from msgspec import json, structs

from companion.core.seat import CHANCE
from companion.engine import Session
from companion.games.passcode import PASSCODE
from companion.games.passcode.rules import PasscodeView
from tests.games.passcode.play import Play, begun, completed, second_round

NAMES = ("Ann", "Bob", "Cleo")


def said(play: Play) -> str:
    return PASSCODE.describe(play.options, play.view(), NAMES[: play.seats])


def told(play: Play, *facts: str) -> None:
    """These stand in the line, one after the other."""
    rest = said(play)
    for fact in facts:
        assert fact in rest, said(play)
        rest = rest.split(fact, 1)[1]


def test_rolls_for_the_codes_and_for_the_beginning() -> None:
    play = Play(2, levels=[3])
    told(play, "Ann rolls", "number 1 of 3")
    play.roll(0, 4)
    told(play, "a 4 on top", "Ann turns it")
    play.do(0, "turn", to="left")
    told(play, "The die gives Ann a 1 and Bob a 6", "Bob rolls", "number 2 of 3")
    play = Play(3, levels=[3], turning=False)
    for seat in (0, 1, 2):
        play.roll(seat, 4)
    told(play, "The die gives Ann a 1, Bob a 2 and Cleo a 6", "Round 1")
    play.card("1", "1", "1", "1")
    told(play, "The die gives Ann a 1", "Ann rolls", "highest begins")
    play.roll(0, 5)
    play.roll(1, 5)
    told(play, "Bob rolled a 5", "Cleo rolls", "highest begins")
    play.roll(2, 3)
    told(play, "Cleo rolled a 3", "tie", "Ann and Bob roll again", "Ann rolls")
    play.roll(0, 2)
    play.roll(1, 6)
    told(play, "Bob rolled a 6", "Bob is to draw")


def test_a_card_is_drawn_and_played_or_dropped() -> None:
    play = begun()
    told(play, "Bob rolled a 1", "Ann is to draw", "0 of 3", "discard pile lies a 1")
    play.do(0, "draw", pile="draw")
    told(play, "Ann draws from the pile")
    play.card("2")
    told(play, "Ann drew a card", "0 of 3")
    play.do(0, "play", card="2")
    told(play, "Ann played a 2", "Bob is to draw")
    play.do(1, "draw", pile="discard")
    told(play, "Bob took the top of the discard pile")
    play.do(1, "discard", card="1")
    told(play, "Bob dropped a 1", "Ann is to draw", "1 of 3")
    play.draw(0, "KEY")
    play.do(0, "play", card="KEY")
    told(play, "Ann played a KEY for a 2", "Bob is to draw")
    play.draw(1, "FAIL")
    told(play, "Bob drew a FAIL", "Ann is to draw")


def test_three_fails_and_the_way_back() -> None:
    play = begun(2, "FAIL 1 1")
    play.draw(0, "2")
    play.do(0, "keep")
    told(play, "Ann kept the card", "Bob is to draw")
    for _ in range(2):
        play.drop(1)
        play.draw(0, "FAIL")
    told(play, "Ann drew the third FAIL", "locked out")
    for pips, way in ((3, "stays locked out"), (2, "back in")):
        play.drop(1)
        play.roll(0, pips)
        told(play, f"Ann rolled a {pips}", way)


def test_a_code_is_completed_and_locked_in() -> None:
    play = completed("3")
    told(play, "Ann played a 2", "completed LEVEL 3")
    play.do(0, "decline")
    told(play, "Ann laid no card down", "Bob is to draw")
    play = completed("KEY")
    play.do(0, "lay_down", card="KEY", number=4)
    told(play, "Ann laid down a KEY for a 4")
    play = completed("3")
    play.do(0, "lay_down", card="3")
    told(play, "Ann laid down a 3")
    for pips, way in ((2, "does not lock in"), (3, "locks in the code. These are the last turns")):
        play.drop(1)
        play.roll(0, pips)
        told(play, f"Ann rolled a {pips}", way, "Bob is to draw")
    play.drop(1)
    told(play, "Bob dropped a 1", "Ann wins the game", "LEVEL 3 locked in")


@pytest.mark.rule("P15")
def test_after_a_round_it_is_said_who_plays_which_level() -> None:
    play = second_round()
    told(play, "Round 2", "Ann and Bob play LEVEL 4, Cleo plays LEVEL 3.")


@pytest.mark.rule("P16")
def test_who_wins_is_told_by_the_lock_in_and_by_the_score_where_that_decided() -> None:
    play = completed("3")
    play.do(0, "lay_down", card="3")
    play.drop(1)
    play.roll(0, 3)
    play.drop(1)
    told(play, "Ann wins the game with LEVEL 3 locked in.")
    assert PASSCODE.ending is not None
    for winner in (0, 1):  # the first to lock in may win by the score, too
        view = structs.replace(play.view(), winners=(winner,), locked_in=(True, True))
        told_score = PASSCODE.ending(play.options, view, NAMES)
        assert "of those who locked in LEVEL 3, the one with the lowest score" in told_score


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
        b'{"do": "chance"}',
    ):
        assert session.answer(line)["ok"]
    sent = json.decode(json.encode(session.answer(b'{"do": "view", "seat": 0}')))["view"]
    assert {*PasscodeView.__struct_fields__} - {*sent} == {"last_act", "locked_in"}
    assert not {*sent} - {*PasscodeView.__struct_fields__}
