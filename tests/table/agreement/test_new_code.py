"""A new code for a seat that is a phone, from the lobby: when it is offered, who must agree, and what the screens say."""

from companion.core.keys import Key
from companion.games.catalog import CATALOG
from companion.table.agreement import SILENCE
from companion.table.effects import Append, Effect, NewCode, PhonesAway, Ticked
from companion.table.pages import table_entries
from companion.ui.editor import MenuEntry
from tests.table.agreement.test_consent import YES
from tests.table.agreement.test_silence_agrees import tick
from tests.table.agreement.test_switch_off import PLACES
from tests.table.room import Room, menu_of


def lobby(*joined: int, phones: tuple[int, ...] = (1, 2), switchable: bool = False) -> Room:
    room = Room(CATALOG, names=PLACES, switchable=switchable, phones=phones)
    for seat in joined:
        room.answer(seat, {"move": "join"})
    return room


def codes(effects: list[Effect]) -> list[NewCode]:
    return [effect for effect in effects if isinstance(effect, NewCode)]


def menu(room: Room, by: int) -> tuple[MenuEntry, ...]:
    """The menu that is open at a place."""
    return menu_of(room.table, by)


def open_question(room: Room, by: int, place: int) -> None:
    """Hold ●, and take the entry about the phone of that place."""
    room.press(by, "back")
    entry = next(one for one in menu(room, by) if (one.action, one.page) == ("new_code", place))
    scrolling: list[Key] = ["right"] * menu(room, by).index(entry)
    room.press(by, *scrolling)
    assert entry.text in room.words(by)
    room.press(by, "middle")


def propose(room: Room, by: int, place: int) -> list[Effect]:
    """Ask for a new code with the keys of `by`; the effects of the last key."""
    open_question(room, by, place)
    return room.press(by, "right")


def test_it_is_offered_for_the_phones_of_others() -> None:
    for phones, switchable, wanted in (
        ((1, 2), False, [("new_code", 1), ("new_code", 2)]),
        ((0, 1), True, [("new_code", 1), ("switch_off", 0)]),
        ((0,), False, []),
        ((), True, [("switch_off", 0)]),
    ):
        room = lobby(0, 1, phones=phones, switchable=switchable)
        entries = table_entries(room.table.at(0))
        offered = [(one.action, one.page) for one in entries if one.action not in ("rules", "phone_codes")]
        assert offered == wanted, (phones, switchable)


def test_it_is_asked_back_before_the_others_are_asked() -> None:
    room = lobby(0, 1)
    before = room.words(0)
    open_question(room, 0, 1)
    assert "another phone" in room.words(0).replace("\n", " ")
    assert room.table.state.proposal is None
    room.press(0, "left")
    assert (room.table.state.proposal, room.words(0)) == (None, before)


def test_all_who_sit_must_agree_the_player_of_that_phone_too() -> None:
    room = lobby(0, 1, 3)
    assert codes(propose(room, 0, 1)) == []
    for seat, whom in ((1, "you"), (3, "Bob")):
        assert f"Ann wants a new phone for {whom}." in room.words(seat).replace("\n", " ")
    assert codes(room.press(3, *YES)) == []
    effects = room.press(1, *YES)
    assert codes(effects) == [NewCode(1, "")]
    assert not any(isinstance(effect, Append) for effect in effects)
    assert room.table.state.proposal is None


def test_a_phone_that_is_lost_agrees_by_a_minute_of_silence() -> None:
    room = lobby(0, 1)
    propose(room, 0, 1)
    assert codes(tick(room, SILENCE - 1)) == []
    assert codes(list(room.table.handle(Ticked(SILENCE + 1)))) == [NewCode(1, "Bob gave no answer for 60 s.")]


def test_whoever_sits_there_with_a_phone_that_is_away_is_not_waited_for() -> None:
    room = lobby(0, 1, 3)
    room.carry_out(room.table.handle(PhonesAway((1,))))
    assert codes(propose(room, 0, 1)) == []
    assert room.events[-1] == "Ann wants a new phone for Bob. Waiting for Dan."
    assert codes(room.press(3, *YES)) == [NewCode(1, "")]


def test_for_a_seat_where_nobody_sits_only_the_others_are_asked() -> None:
    room = lobby(0, 1)
    propose(room, 0, 2)
    assert codes(room.press(1, *YES)) == [NewCode(2, "")]
