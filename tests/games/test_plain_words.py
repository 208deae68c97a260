"""The review of a player in short sentences: the turning point, then luck and losses with their numbers and units."""

from companion.games.review import EVERY_MOVE, ChoiceSums, Review, ReviewedMove, SeatReview, luck_and_costs, seat_words
from tests.said import numbers


def sums(luck: float, skill: float, choices: ChoiceSums | None = None) -> SeatReview:
    return SeatReview(0, 9, luck, skill, 0, "", choices)


def test_luck_and_losses_have_words_and_units() -> None:
    luck, cost = luck_and_costs(sums(2.14, -0.38), "bits")
    assert ("Good luck" in luck, " 2.1 bits (" in luck, cost.endswith(" 0.4 bits.")) == (True,) * 3
    assert "halves" in luck, "the first number is explained"
    assert "halves" in luck_and_costs(sums(0.0, -0.38), "bits")[1]
    assert not any("halves" in one for one in luck_and_costs(sums(0.0, 0.0), "bits"))
    luck, cost = luck_and_costs(sums(-0.2, 0.0), "chance")
    assert ("Bad luck" in luck, " 0.2 right claims (" in luck, "were the best" in cost) == (True,) * 3
    luck, cost = luck_and_costs(sums(0.3, -7.4), "points")
    assert (numbers(luck), numbers(cost)) == ([], ["7", "100"])
    both = luck_and_costs(sums(0.5, -0.3, ChoiceSums(3, 1, -1.25)), "chance")
    assert [numbers(one) for one in both[1:3]] == [["0.3"], ["1.2"]]
    assert ["weaker claims" in one for one in both[1:3]] == [True, False], "what each of them cost is apart"


def test_a_player_reads_the_own_game() -> None:
    seats = (
        SeatReview(0, 9, 3.7, -3.5, 2, "You won. So it was.", None),
        SeatReview(1, 0, 0.0, 0.0, 0, "Ann won.", None),
    )
    move = ReviewedMove(25, 12, 0, "red: right", *(None,) * 8, contradiction=False, why="")
    review = Review("mastermind", "bits", "", (move,), 25, "Ann won.", seats)
    own, other = (seat_words(review, seat, ("Ann", "Bob")) for seat in (0, 1))
    assert own[:3] == ("Turning point, your 12th move: red: right.", "You won.", "So it was."), "what matters first"
    assert other[:2] == ("Turning point, Ann's 12th move: red: right.", "Ann won.")
    assert [number for one in own[3:] for number in numbers(one)] == ["3.7", "3.5", "2", "9"]
    assert own[-1] == other[-1] == EVERY_MOVE
