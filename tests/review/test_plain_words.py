"""The review of a player in sentences: luck and losses with their numbers, as a person would say them."""

from companion.review.plain_words import EVERY_MOVE, luck_and_skill, seat_words
from companion.review.review import Review, SeatReview


def test_luck_and_losses_have_words_and_units() -> None:
    lost = "by choices that were not the best"
    assert luck_and_skill("Ann", 2.14, -0.38, "bits") == f"Ann had 2.1 bits of good luck and lost 0.4 bits {lost}"
    assert luck_and_skill("Bob", -0.2, 0.0, "chance") == f"Bob had 0.20 tiles of bad luck and lost nothing {lost}"
    assert luck_and_skill("You", 0.3, -7.4, "points") == (
        f"You had neither good nor bad luck and lost 7 hundredths of a chance {lost}"
    )


def test_a_player_reads_the_own_game() -> None:
    seats = (SeatReview(0, 9, 3.7, -3.5, 2, ("", "", "")), SeatReview(1, 0, 0.0, 0.0, 0, ("", "", "")))
    review = Review("mastermind", "bits", "", (), 12, "It was so.", seats, ("", "", ""))
    assert seat_words(review, 0) == (
        "9 of your moves are weighed. You had 3.7 bits of good luck and lost 3.5 bits by choices that were not the best. "
        f"2 of your moves could not be right, by what you knew then. The turning point was move 12. It was so. {EVERY_MOVE}"
    )
    assert seat_words(review, 1) == (
        f"No move of yours can be weighed. The turning point was move 12. It was so. {EVERY_MOVE}"
    )
