"""The review of a player in sentences: luck and losses with their numbers and units."""

from companion.games.review import EVERY_MOVE, ChoiceSums, Review, SeatReview, luck_and_costs, seat_words
from tests.said import numbers


def test_luck_and_losses_have_words_and_units() -> None:
    good = luck_and_costs("Ann", 2.14, -0.38, None, "bits").split(", and ")
    bad = luck_and_costs("Ann", -0.2, 0.0, None, "chance").split(", and ")
    none = luck_and_costs("Ann", 0.3, -7.4, None, "points").split(", and ")
    assert ("good luck" in good[0], good[0].endswith(" 2.1 bits"), good[1].endswith(" 0.4 bits")) == (True,) * 3
    assert ("bad luck" in bad[0], bad[0].endswith(" 0.20 tiles"), bad[1].endswith(" nothing")) == (True,) * 3
    assert (numbers(none[0]), numbers(none[1])) == ([], ["7"])
    both = luck_and_costs("Ann", 0.5, -0.3, ChoiceSums(3, 1, -1.25), "chance")
    assert both.endswith("claims that were not the best cost 0.30 tiles, going on or stopping cost 1.25 tiles")


def test_a_player_reads_the_own_game() -> None:
    seats = (SeatReview(0, 9, 3.7, -3.5, 2, ("", "", "")), SeatReview(1, 0, 0.0, 0.0, 0, ("", "", "")))
    review = Review("mastermind", "bits", "", (), 12, "It was so.", seats, ("", "", ""))
    own, other = seat_words(review, 0), seat_words(review, 1)
    assert numbers(own) == ["12", "9", "3.7", "3.5", "2"]
    assert numbers(other) == ["12"]
    assert all(words.startswith("Turning point: move 12. It was so. ") for words in (own, other)), "what matters first"
    assert all(words.endswith(EVERY_MOVE) for words in (own, other))
