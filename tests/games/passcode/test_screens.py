"""The screens of Passcode at moments that random games rarely come to fit their display."""

import random

from companion.core.screen import Screen, box
from companion.games.passcode import PASSCODE
from companion.games.passcode.box import BOX
from companion.games.passcode.rules import CARD_KINDS
from companion.games.passcode.screens import pieces
from tests.games.fits import assert_fits, assert_seat_fits, fits
from tests.games.passcode.play import begun, tie


def test_every_screen_of_a_playoff_fits() -> None:
    play, luck = tie(turning=True), random.Random(1).randrange
    assert_fits(PASSCODE, play.options, play.state, luck)
    play.roll(1, 1, 3)
    assert_fits(PASSCODE, play.options, play.state, luck)
    play.do(1, "turn", to="right")
    play.card("2", "6", "1")
    assert_fits(PASSCODE, play.options, play.state, luck)


def test_cards_that_are_reported_again_fit() -> None:
    play = begun(2, "1 1 3")
    prompt = BOX.offer_again(play.view(0), (), None)
    assert_seat_fits(PASSCODE, play.options, play.state, 0, prompt, random.Random(1).randrange)


def test_the_pieces_of_a_recap_are_sixteen_rows_high() -> None:
    for kind in CARD_KINDS:
        marks = pieces((kind, kind), 34)
        assert min(box(mark).y for mark in marks) == 34
        assert max(box(mark).bottom for mark in marks) == 50
        fits(Screen(marks))
