"""The place in the rules that a player reads: where each key leads."""

import pytest

from companion.core.keys import Gesture
from companion.core.rules_book import topic
from companion.ui.screens import Bookmark, turn_page

BOOK = (topic("One", "a"), topic("Two", "c"), topic("Three", "d", "e", "f"))
"""Topics of one, one and three pages."""


def test_the_list_goes_round_and_opens_at_the_first_page() -> None:
    assert [turn_page(Bookmark(at), "right", BOOK) for at in range(3)] == [Bookmark(1), Bookmark(2), Bookmark(0)]
    assert turn_page(Bookmark(0), "left", BOOK) == Bookmark(2)
    assert turn_page(Bookmark(2), "middle", BOOK) == Bookmark(2, 0)


def test_pages_lead_on_into_the_next_topic_and_back_to_the_last_page_of_the_one_before() -> None:
    assert turn_page(Bookmark(2, 0), "right", BOOK) == Bookmark(2, 1)
    assert turn_page(Bookmark(2, 2), "right", BOOK) == Bookmark(0, 0)
    assert turn_page(Bookmark(0, 0), "left", BOOK) == Bookmark(2, 2)


def test_a_page_leads_back_to_the_list_and_the_list_out() -> None:
    for gesture in ("middle", "back"):
        assert turn_page(Bookmark(2, 1), gesture, BOOK) == Bookmark(2)
    assert turn_page(Bookmark(2), "back", BOOK) is None


@pytest.mark.parametrize("gesture", ["lift", "lower"])
def test_what_means_nothing_leads_nowhere(gesture: Gesture) -> None:
    for bookmark in (Bookmark(1), Bookmark(2, 1)):
        assert turn_page(bookmark, gesture, BOOK) == bookmark


def test_a_book_that_became_shorter_is_read_on_within_it() -> None:
    assert turn_page(Bookmark(7), "middle", BOOK) == Bookmark(1, 0)
    assert turn_page(Bookmark(2, 9), "right", BOOK) == Bookmark(0, 0)
