"""Seats that are phones, as the watch over faults sees them: when the game waits for one, and what is told of it."""

import itertools

import pytest

from companion.core.errors import RequestError
from companion.table.effects import Awaited, PhonesAway
from companion.web.codes import JoinCode, OwnPhone, written
from companion.web.hub import Subscription
from tests.seats.watched_seats import ReportingPhone, WatchedSeats


class Three(WatchedSeats):
    """Three seats that play, 1 and 2 on phones of their own; seat 2 is to move."""

    def __init__(self) -> None:
        super().__init__(itertools.count(1), own=[1, 2])
        self.hub.join_board.set_page(self.hub.phone_seats.join_page)

    def sit(self, seat: int) -> tuple[str, Subscription[str | bytes]]:
        """A phone takes a seat: its secret, and its page."""
        admitted = self.watch.admit(self.phones.codes[seat])
        assert admitted.seat == seat
        page = self.hub.phone_seats.page(seat, ReportingPhone(self.watch))
        self.run()
        return admitted.secret, page

    @property
    def states(self) -> dict[int, str]:
        return {one.seat: one.state for one in self.hub.join_board.phones}


@pytest.fixture
def three() -> Three:
    return Three()


def test_the_codes_of_free_seats_are_shown_before_anything_happens(three: Three) -> None:
    assert three.hub.join_board.phones == tuple(OwnPhone(seat, "free", three.phones.codes[seat]) for seat in (1, 2))
    told: list[tuple[JoinCode, ...]] = []
    three.hub.join_board.listen(told.append)
    three.sit(1)
    assert [[code.seat for code in codes] for codes in told] == [[1, 2], [2]]


def test_a_free_seat_that_is_asked_shows_everybody_its_code_and_pauses_nothing(three: Three) -> None:
    three.acting = (0,)
    three.judge()
    three.run(10)
    assert (three.watch.away, three.watch.sentences) == (PhonesAway((1, 2)), "")
    three.acting = (1,)
    three.judge()
    code = written(three.phones.codes[1])
    sentence = f"No phone plays for Ben: open http://table.local:8080/seat there and write {code}."
    assert three.watch.away == PhonesAway((1, 2), Awaited("No phone: Ben", sentence, "No phone: Ben"))
    assert (three.watch.pause, three.watch.sentences) == (None, sentence)


def test_a_phone_that_is_put_away_between_turns_disturbs_nobody(three: Three) -> None:
    pages = {seat: three.sit(seat)[1] for seat in (1, 2)}
    three.run(20)
    pages[1].close()
    three.run(5.05)
    assert (three.watch.pause, three.watch.sentences) == (None, "")
    assert three.states == {1: "away", 2: "here"}
    three.acting = (1,)
    three.judge()
    for seconds, title, sentence, late in (
        (0, "Ben's phone", "Waiting for Ben's phone.", ()),
        (14, "Ben's phone", "Waiting for Ben's phone.", ()),
        (15, "Ben's phone", "Waiting for Ben's phone.", (1,)),
        (31, "Ben's phone: 1 min", "Ben's phone has been away for 1 min.", (1,)),
        (120, "Ben's phone: 3 min", "Ben's phone has been away for 3 min.", (1,)),
    ):
        three.run(seconds)
        assert three.watch.away == PhonesAway((1,), Awaited(title, sentence, "Ben is away"), late)
        assert (three.watch.pause, three.watch.sentences) == (None, sentence)
    three.hub.phone_seats.page(1, ReportingPhone(three.watch))
    three.run()
    assert three.watch.away == PhonesAway(()), "it is back at once"
    assert (three.watch.sentences, three.states[1]) == ("", "here")


def test_who_stays_away_is_noted_also_while_nobody_waits_for_that_phone(three: Three) -> None:
    pages = {seat: three.sit(seat)[1] for seat in (1, 2)}
    pages[1].close()
    three.run(5.05)
    three.run(14)
    assert three.watch.away == PhonesAway((1,))
    three.run(1)
    assert three.watch.away == PhonesAway((1,), late=(1,))


def test_a_phone_that_reloads_its_page_stops_nothing(three: Three) -> None:
    _, page = three.sit(2)
    three.run(20)
    page.close()
    three.run(1)
    assert three.watch.pause is None
    three.hub.phone_seats.page(2, ReportingPhone(three.watch))
    three.run(60)
    assert three.watch.pause is None


def test_a_phone_whose_yes_all_wait_for_stops_the_game_too(three: Three) -> None:
    """Silence agrees only to what is on the screen of everybody who is asked."""
    three.sit(2)
    _, page = three.sit(1)
    page.close()
    three.run(20)
    assert three.watch.pause is None
    three.asked = (1,)
    three.judge()
    assert three.watch.pause is not None


def test_phones_go_along_with_players_who_swap_seats(three: Three) -> None:
    """Each page is told its new seat when it connects anew, and what it shows of the old one is dropped."""
    secrets, pages = zip(*(three.sit(seat) for seat in (1, 2)), strict=True)
    three.watch.swap(1, 2)
    assert [three.watch.resume(secret) for secret in secrets] == [2, 1]
    for page in pages:
        assert page._dismissed is not None
        assert not page._dismissed.final
        page.close()
    three.run(1)
    assert three.states == {1: "away", 2: "away"}
    for seat in (1, 2):
        three.hub.phone_seats.page(seat, ReportingPhone(three.watch))
    three.run(60)
    assert three.states == {1: "here", 2: "here"}
    assert (three.watch.pause, three.watch.away) == (None, PhonesAway(()))


def test_a_phone_that_goes_to_a_seat_with_a_panel_leaves_a_code_behind(three: Three) -> None:
    secret, _ = three.sit(1)
    three.watch.swap(0, 1)
    assert three.watch.resume(secret) == 0
    assert three.watch.transferred == {0}
    assert three.states[1] == "free"
    assert {phone.seat: phone.transferred for phone in three.phones.kept} == {0: True}
    three.watch.swap(1, 0)
    assert (three.watch.resume(secret), three.watch.transferred) == (1, frozenset())
    assert {phone.seat: phone.transferred for phone in three.phones.kept} == {1: False}
    assert 1 not in three.phones.codes, "what was shown for it lets nobody in any more"


def test_a_new_code_puts_the_phone_out_at_once_and_all_of_it(three: Three) -> None:
    secret, page = three.sit(2)
    three.watch.put_out(2, "Out.")
    with pytest.raises(RequestError, match="plays no seat any more"):
        three.watch.resume(secret)
    assert page._dismissed is not None
    assert page._dismissed.final
    page.close()
    three.run(20)
    assert three.states[2] == "free"
    assert written(three.phones.codes[2]) in three.watch.sentences
    three.sit(2)
    assert three.watch.pause is None
    assert [one.sentence for one in three.watch.news()] == ["Seat 3 has a new phone."], "players read that in a game"
