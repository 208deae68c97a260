"""The review of a player in sentences: luck and losses with their numbers, as a person would say them."""

from companion.review.plain_words import EVERY_MOVE, luck_and_skill, seat_words
from companion.review.review import Review, SeatReview


def test_luck_and_losses_have_words_and_units() -> None:
    lost = "and choices that were not the best cost"
    assert luck_and_skill("Ann", 2.14, -0.38, "bits") == f"good luck brought Ann 2.1 bits, {lost} 0.4 bits"
    assert luck_and_skill("Bob", -0.2, 0.0, "chance") == f"bad luck cost Bob 0.20 tiles, {lost} nothing"
    assert luck_and_skill("you", 0.3, -7.4, "points") == f"luck neither helped nor hurt you, {lost} 7 % of a chance"


def test_a_player_reads_the_own_game() -> None:
    seats = (SeatReview(0, 9, 3.7, -3.5, 2, ("", "", "")), SeatReview(1, 0, 0.0, 0.0, 0, ("", "", "")))
    review = Review("mastermind", "bits", "", (), 12, "It was so.", seats, ("", "", ""))
    assert seat_words(review, 0) == (
        "9 of your moves are weighed. Good luck brought you 3.7 bits, and choices that were not the best cost 3.5 bits. "
        f"2 of your moves could not be right, by what you knew then. The turning point was move 12. It was so. {EVERY_MOVE}"
    )
    assert seat_words(review, 1) == (
        f"No move of yours can be weighed. The turning point was move 12. It was so. {EVERY_MOVE}"
    )
