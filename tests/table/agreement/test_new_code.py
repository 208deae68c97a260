"""A new code for a seat that is a phone, from the lobby: when it is offered, who must agree, and what the screens say."""

import pytest

from companion.core.screen import crowded, misfits
from companion.games.catalog import CATALOG
from companion.table.agreement.consent_timeout import SILENCE
from companion.table.effects import Append, Effect, NewCode
from companion.table.inputs import Ticked
from companion.table.screens.seat_screen import table_entries
from companion.ui.key_spelling import spell
from tests.table.agreement.test_consent import NO, YES
from tests.table.agreement.test_consent_timeout import line, tick
from tests.table.agreement.test_switch_off import OPEN, PLACES
from tests.table.room import Room


def lobby(*joined: int, phones: tuple[int, ...] = (1, 2), switchable: bool = False) -> Room:
    room = Room(CATALOG, names=PLACES, switchable=switchable, phones=phones)
    for seat in joined:
        room.answer(seat, {"move": "join"})
    return room


def codes(effects: list[Effect]) -> list[NewCode]:
    return [effect for effect in effects if isinstance(effect, NewCode)]


def propose(room: Room, by: int, place: int) -> list[Effect]:
    """Ask for a new code with the keys of `by`; the effects of the last key."""
    room.press(by, *OPEN)
    overlay = room.table.state.overlays[by]
    assert overlay is not None
    assert overlay.desk.draft is not None
    return room.press(by, *spell(overlay.desk.draft.prompt, {"move": "new_code", "place": place}))


@pytest.mark.parametrize(
    ("phones", "switchable", "entry"),
    [
        ((1, 2), False, "New phone"),
        ((1, 2), True, "New phone, Pi off"),
        ((), True, "Switch the Pi off"),
        ((0,), True, "Switch the Pi off"),
        ((0,), False, None),
        ((), False, None),
    ],
)
def test_it_is_offered_for_the_phones_of_others(phones: tuple[int, ...], switchable: bool, entry: str | None) -> None:
    room = lobby(0, 1, phones=phones, switchable=switchable)
    offered = [one.text for one in table_entries(room.table.setup, room.table.state, 0) if one.action == "table"]
    assert offered == ([] if entry is None else [entry])


def test_all_who_sit_must_agree_the_player_of_that_phone_too() -> None:
    room = lobby(0, 1, 3)
    assert codes(propose(room, 0, 1)) == []
    for seat in (1, 3):
        overlay = room.table.state.overlays[seat]
        assert overlay is not None
        assert overlay.sentence == "Ann wants a new phone for seat 2."
    assert codes(room.press(3, *YES)) == []
    effects = room.press(1, *YES)
    assert codes(effects) == [NewCode(1, "")]
    assert not any(isinstance(effect, Append) for effect in effects)
    assert room.table.state.proposal is None


def test_who_still_has_the_phone_can_refuse() -> None:
    room = lobby(0, 1)
    propose(room, 0, 1)
    effects = room.press(1, *NO)
    assert codes(effects) == []
    assert "Bob does not agree: the seat keeps its phone." in line(room, 0)


def test_a_phone_that_is_lost_agrees_by_a_minute_of_silence() -> None:
    room = lobby(0, 1)
    propose(room, 0, 1)
    assert codes(tick(room, SILENCE - 1)) == []
    assert codes(list(room.table.handle(Ticked(SILENCE + 1)))) == [NewCode(1, "Bob touched no key for 60 s.")]


def test_for_a_seat_where_nobody_sits_only_the_others_are_asked() -> None:
    room = lobby(0, 1)
    propose(room, 0, 2)
    assert codes(room.press(1, *YES)) == [NewCode(2, "")]


@pytest.mark.parametrize("switchable", [True, False])
def test_every_screen_fits(switchable: bool) -> None:
    room = lobby(0, 1, 2, 3, phones=(0, 1, 2, 3), switchable=switchable)
    seen = []
    for key in ("back", "left", "middle", *("right",) * 6, "back", "left", "back"):
        room.press(0, key)
        seen.append(room.table.screen(0))
    other = lobby(0, 1, 2, 3, phones=(3,), switchable=switchable)
    propose(other, 0, 3)
    seen += [other.table.screen(place) for place in range(4)]
    for screen in seen:
        assert not misfits(screen)
        assert not crowded(screen)
