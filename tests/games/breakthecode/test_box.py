"""Tiles out of the box: everybody enters the own row, and what all enter again corrects the deal."""

from companion.core.game import Step
from companion.core.prompt import Choose, Move, every
from companion.core.seat import CHANCE
from companion.games.breakthecode.box import BOX, corrected, offer, offer_again
from tests.games.breakthecode.test_rules import ANN, BOB, CLEO, LEFT, Play, three


def tiles(prompt: Choose | None) -> list[str]:
    assert prompt is not None
    return [move["tile"] for move in every(prompt)]


def deal(seat: int, tile: str) -> Move:
    return {"move": "deal", "to": seat, "tile": tile}


def test_each_seat_enters_its_own_row_and_nobody_the_middle_or_a_card() -> None:
    play = Play(3)
    for seat, row in enumerate((ANN, BOB, CLEO)):
        now = BOX.reporter(play.state)
        assert now is not None
        assert now.seat == seat
        play.deal(seat, row)
    assert BOX.reporter(play.state) is None
    assert BOX.reporter(play.deal("middle", LEFT).state) is None, "the next card is opened"
    assert BOX.reporter(three().state) is None


def test_everything_but_the_own_tiles_is_offered_whatever_others_hold() -> None:
    one, other = (Play(2).deal(0, row).deal(1, ("B2", "G5")) for row in (ANN, ("W4", "B6", "W6", "B7", "W9")))
    offered = offer(one.view(1), "?")
    assert offered == offer(other.view(1), "?")
    assert "B2" not in tiles(offered)
    assert {"G5", "B0", "W3"} <= set(tiles(offered)), "the second five, and what another seat holds"
    assert "G5" not in tiles(offer(Play(2).deal(0, ("G5", "G5")).view(0), "?"))


def test_what_all_enter_again_replaces_the_deal() -> None:
    play = Play(2).deal(0, ANN).deal(1, BOB[:2])
    drawing = BOX.reporter(play.state)
    told: tuple[Move, ...] = ()
    for tile in ("W1", "B2", "W0"):
        prompt = offer_again(play.view(1), told, drawing)
        assert tile in tiles(prompt)
        told = (*told, deal(1, tile))
    assert offer_again(play.view(1), told, drawing) is None
    assert offer_again(play.view(0), tuple(deal(0, tile) for tile in ANN), None) is None
    again = tuple(deal(0, tile) for tile in ("B1", *ANN[1:]))
    (history,) = corrected(play.options, play.steps, (again, told))
    wanted: list[Step] = [(CHANCE, move) for move in (*again, *told)]
    assert history == wanted
    assert Play.played.replay(play.options, 2, history).rows == (("B1", *ANN[1:]), ("W0", "W1", "B2"))
