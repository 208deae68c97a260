"""A player's phone is away in a game: what the others see, and what those who are there can agree on."""

import pytest

from companion.core.prompt import Choose
from companion.core.screen import misfits
from companion.table.effects import Append, Awaited, HandedOver, NewCode, PhonesAway, SeatAnswered
from companion.table.layers import touch_menu
from companion.table.pages import table_entries
from companion.table.state import MEANWHILE
from tests.table.agreement.test_consent import NO, YES
from tests.table.machine_seats.seated import Seated

BANNER = Awaited("Seat 3's phone: 1 min", "Seat 3's phone has been away for 1 min.")


@pytest.fixture
def three() -> Seated:
    """Three play Da Vinci Code with all tiles drawn; it is the turn of the first."""
    room = Seated(3, thinks=False)
    for seat in range(3):
        room.move(seat, {"move": "join"})
    room.move(0, {"move": "choose", "game": "davinci"})
    room.move(0, {"move": "start"})
    assert room.table.game.name == "davinci"
    return room


def away(room: Seated, *places: int, awaited: Awaited | None = BANNER, late: bool = False) -> None:
    room.carry_out(room.table.handle(PhonesAway(places, awaited, places if late else ())))


def offered_by_touch(room: Seated, place: int) -> tuple[str, list[str]]:
    """What touch has in sight of whoever stays away: the sentence, and the names of the proposals."""
    prompt = room.table.seat_moment(place).offers
    if prompt is None:
        return "", []
    assert isinstance(prompt, Choose)
    assert all(option.text.count("\t") == 1 for option in prompt.options), "each says what it does"
    return prompt.title, [option.move["move"] for option in prompt.options]


def to_lobby(room: Seated) -> None:
    """The two who are there end the game."""
    propose(room, 0, "abandon")
    room.press(1, *YES)
    assert room.table.state.position.in_lobby


def propose(room: Seated, by: int, kind: str, place: int | None = None) -> None:
    move = {"move": kind} if place is None else {"move": kind, "place": place}
    tap = SeatAnswered(by, "menu", room.table.state.number + 1, move)
    room.carry_out(room.table.handle(tap))


def test_everybody_keeps_their_board_below_a_title_that_says_whom_the_game_waits_for(three: Seated) -> None:
    before = {place: three.table.screen(place).marks for place in (0, 1)}
    away(three, 2)
    for place in (0, 1):
        screen = three.table.screen(place)
        assert not misfits(screen)
        kept = [mark for mark in before[place] if mark in screen.marks]
        assert len(kept) > len(before[place]) // 2
    away(three, awaited=None)
    assert {place: three.table.screen(place).marks for place in (0, 1)} == before


def test_what_can_be_proposed_for_whoever_is_away(three: Seated) -> None:
    def offered(place: int) -> list[tuple[str, int]]:
        entries = table_entries(three.table.at(place))
        return [(one.action, one.page) for one in entries if one.action in ("new_code", "stand_in")]

    assert offered(0) == []
    away(three, 2, awaited=None)
    assert offered(0) == offered(1) == [("stand_in", 2), ("new_code", 2)]
    assert offered(2) == []
    menu = touch_menu(three.table.at(0))
    assert menu is not None
    assert {"move": "stand_in", "place": 2} in [option.move for option in menu.options]


def test_whom_a_proposal_is_about_is_named(three: Seated) -> None:
    away(three, 2)
    assert [one.text for one in table_entries(three.table.at(0))][:2] == ["Machine for Seat 3", "New phone: Seat 3"]
    propose(three, 0, "stand_in", 2)
    assert three.events[-1] == "Seat 1 wants the machine to play for Seat 3. Waiting for Seat 2."


def test_those_who_are_there_agree_on_a_new_code(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "new_code", 2)
    proposal = three.table.state.proposal
    assert proposal is not None
    assert proposal.waiting == (1,), "who is away is not asked"
    assert three.table.state.places[2].agreement is None
    assert NewCode(2, "") in three.press(1, *YES)


def test_the_machine_plays_until_the_phone_is_back(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    assert three.table.state.position.machine_places == (2,)
    assert three.table.seat_moment(0).handed_over == (2,), "boards mark the seat"
    assert three.table.state.needed.playing == (0, 1)
    away(three, 2, awaited=None)
    assert three.table.state.position.machine_places == (2,), "it is still away"
    propose(three, 0, "abandon")
    away(three)
    assert three.table.state.position.machine_places == (2,), "an open question is answered first"
    three.press(1, *NO)
    assert three.table.state.proposal is None
    assert three.table.state.returned == (2,)
    away(three)
    assert not three.table.state.position.machine_places
    handed = [entry for entry in three.kept if isinstance(entry, HandedOver)]
    assert [[one.seat for one in entry.machines] for entry in handed] == [[2], []]
    assert any(isinstance(effect, Append) for effect in three.effects)
    assert three.table.state.stand_ins == ()


def test_whoever_comes_back_reads_what_was_done_meanwhile_and_by_the_machine_in_their_name(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    for seat in (0, 1, 2):
        three.move(seat, {"move": "take", "colour": "black"})
    away(three, awaited=None)
    (told,) = three.table.state.places[2].unread
    assert told.startswith(MEANWHILE)
    assert [told.count(name) for name in ("Seat 1 drew", "Seat 2 drew", "Seat 3 drew")] == [1, 1, 1]
    assert three.table.state.places[2].missed == ()


def test_a_no_leaves_the_seat_as_it_is(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "stand_in", 2)
    three.press(1, *NO)
    assert three.table.state.proposal is None
    assert three.table.state.position.machine_places == ()


def test_the_longest_name_fits_above_the_board(three: Seated) -> None:
    away(three, 2, awaited=Awaited("WWWWWWWWWWWW's phone: 99 min", "Waiting for WWWWWWWWWWWW's phone for 99 min."))
    for place in (0, 1):
        assert not misfits(three.table.screen(place))


def test_who_is_there_is_offered_what_can_be_done_once_the_phone_stays_away(three: Seated) -> None:
    for seat in (0, 1):
        three.move(seat, {"move": "take", "colour": "black"})
    away(three, 2)
    assert offered_by_touch(three, 0) == ("", [])
    away(three, 2, late=True)
    told, moves = offered_by_touch(three, 0)
    assert told.startswith(BANNER.sentence)
    assert moves == ["stand_in", "new_code"]
    assert offered_by_touch(three, 1) == (told, moves)
    away(three, 2, awaited=None, late=True)
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    assert offered_by_touch(three, 0) == ("", [])


def test_the_machine_plays_on_in_the_next_game_until_the_phone_is_back(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    to_lobby(three)
    away(three, 2, awaited=None, late=True)
    assert offered_by_touch(three, 0)[1] == ["leave_out"], "what was agreed goes on, and the others need not wait"
    assert three.table.seat_moment(0).absent == {2: "the machine plays until back"}
    three.move(0, {"move": "start"})
    assert three.table.game.name == "davinci"
    assert three.table.state.position.machine_places == (2,)
    away(three, awaited=None)
    assert not three.table.state.position.machine_places


def test_whoever_is_back_in_the_lobby_plays_the_next_game(three: Seated) -> None:
    away(three, 2)
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    to_lobby(three)
    away(three, 2, awaited=None)
    away(three, awaited=None)
    three.move(0, {"move": "start"})
    assert three.table.state.position.machine_places == ()


def test_the_lobby_says_whose_phone_is_away_and_what_can_be_done(three: Seated) -> None:
    away(three, 2)
    to_lobby(three)
    away(three, 2, awaited=None)
    assert three.published[-1].absent == {}, "it may be back soon"
    away(three, 2, awaited=None, late=True)
    assert three.published[-1].absent == {2: "phone is away"}, "the television tells it, too"
    told, moves = offered_by_touch(three, 0)
    assert "Seat 3's phone is away." in told
    assert moves == ["stand_in", "leave_out"]
    assert three.table.seat_moment(0).absent == {2: "phone is away"}
    assert any("Seat 3's phone is away." in text for text in three.table.state.places[0].unread), "keys read it, too"
    propose(three, 0, "stand_in", 2)
    three.press(1, *YES)
    assert three.published[-1].absent == {2: "the machine plays until back"}
    assert offered_by_touch(three, 0)[1] == ["leave_out"], "who is gone for good"
    three.move(0, {"move": "start"})
    assert three.table.state.position.machine_places == (2,)
    assert three.published[-1].absent == {}, "in a game boards mark the seat"


def test_those_who_are_there_can_play_without_whoever_is_away_who_can_come_back(three: Seated) -> None:
    away(three, 2)
    to_lobby(three)
    away(three, 2, awaited=None, late=True)
    propose(three, 0, "leave_out", 2)
    three.press(1, *YES)
    assert three.table.state.game_state.people == (0, 1)
    assert (offered_by_touch(three, 0), three.table.seat_moment(0).absent) == (("", []), {})
    away(three, awaited=None)
    three.move(2, {"move": "join"})
    assert three.table.state.game_state.people == (0, 1, 2)
