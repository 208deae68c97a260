"""Events become sounds on the buzzers of the seats concerned, unless sounds are off."""

from time import struct_time
from typing import Any, Final

import pytest

from companion.core.screen import Screen
from companion.core.seat import CHANCE, Actor
from companion.daemon.hardware import sound_cues
from companion.daemon.hardware.sound_cues import SoundCue, SoundCues, Sounder, is_quiet
from companion.devices.device_protocols import Buzzer, Sound
from companion.devices.wiring_records import SoundSettings
from companion.table.effects import Append, AskChance, Effect, Moved, Publish, RememberName, Show, TimeUp

ACCEPTED: Final = "accepted"
TURN: Final = "turn"
END: Final = "end"
REFUSED: Final = "refused"


def published(
    number: int,
    *to_act: Actor,
    game: str = "mastermind",
    over: bool = False,
    places: tuple[int, ...] = (),
    told: str = "Something happened.",
) -> Publish:
    view: dict[str, Any] = {"game": game, "to_act": to_act, "winners": (0,) if over else None}
    return Publish(number, view, told, places=places)


def after(*history: Publish) -> tuple[SoundCue, ...]:
    """The sounds after the last event."""
    cues = SoundCues()
    found: tuple[SoundCue, ...] = ()
    for one in history:
        found = cues.after([one])
    return found


def test_a_table_that_was_just_switched_on_is_silent() -> None:
    assert after(published(7, 1)) == ()
    assert after(published(0, 0, 1, game="lobby")) == ()
    assert after(published(9, over=True)) == ()


def test_a_turn_that_passes_is_accepted_here_and_called_there() -> None:
    assert after(published(3, 0), published(4, 1)) == (SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))


def test_a_move_of_a_turn_that_goes_on_is_accepted() -> None:
    assert after(published(3, 0), published(4, 0)) == (SoundCue(ACCEPTED, (0,)),)


def test_the_end_of_a_think_time_is_heard_before_a_move_that_comes_with_it() -> None:
    cues = SoundCues()
    assert cues.after([published(3, 0)]) == ()
    assert cues.after([TimeUp(1), TimeUp(2)]) == (SoundCue("time", (1, 2)),)
    both = cues.after([published(4, 1), TimeUp(0)])
    assert both == (SoundCue("time", (0,)), SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))


def test_of_several_who_may_move_the_one_who_did_is_meant() -> None:
    assert after(published(0, 0, 1, 2), published(1, 0, 2)) == (SoundCue(ACCEPTED, (1,)),)
    assert after(published(1, 0, 2), published(2, 0, 2)) == (SoundCue(ACCEPTED, (0, 2)),), "where all can tell"


def test_luck_is_no_turn_and_its_moves_are_not_accepted() -> None:
    asked = after(published(3, 0), published(4, CHANCE))
    assert asked == (SoundCue(ACCEPTED, (0,)),)
    assert after(published(3, 0), published(4, CHANCE), published(5, 0)) == ()
    assert after(published(3, 0), published(4, CHANCE), published(5, CHANCE), published(6, 2)) == (
        SoundCue(TURN, (2,)),
    )


def test_the_end_is_heard_once_and_alone() -> None:
    assert after(published(3, 0), published(4, over=True)) == (SoundCue(END),)
    assert after(published(3, CHANCE), published(4, over=True)) == (SoundCue(END),)
    assert after(published(3, 0), published(4, over=True), published(4, over=True)) == ()


def test_a_new_game_calls_who_begins() -> None:
    assert after(published(3, 0, 1, game="lobby"), published(0, 1)) == (SoundCue(TURN, (1,)),)
    assert after(published(9, over=True), published(0, 0)) == (SoundCue(TURN, (0,)),), "the same once more"
    dealt = published(9, 0, game="lobby"), published(0, CHANCE), published(1, CHANCE), published(2, 1)
    assert after(*dealt) == (SoundCue(TURN, (1,)),)


def test_in_the_lobby_it_is_nobodys_turn() -> None:
    assert after(published(9, over=True), published(0, 0, 1, game="lobby")) == ()
    assert after(published(0, 0, 1, game="lobby"), published(1, 0, 1, game="lobby")) == (SoundCue(ACCEPTED, (0, 1)),)
    # A lobby that is left has nobody to act, like a game that is over.
    assert after(published(0, 0, 1, game="lobby"), published(1, game="lobby", over=True)) == (
        SoundCue(ACCEPTED, (0, 1)),
    )


def test_seats_of_the_game_are_called_at_their_places() -> None:
    there = 2, 5
    assert after(published(3, 0, places=there), published(4, 1, places=there)) == (
        SoundCue(ACCEPTED, (2,)),
        SoundCue(TURN, (5,)),
    )


def test_what_was_told_from_the_box_and_cannot_be_is_refused() -> None:
    assert after(published(3, 0), published(3, 0, told="Two of you hold the same tile.")) == (SoundCue(REFUSED),)
    assert after(published(3, 0), published(3, 0)) == (), "but drawing all anew is nothing"


def test_nothing_that_is_not_published_is_heard() -> None:
    cues = SoundCues()
    cues.after([published(3, 0)])
    private: list[Effect] = [
        Show(0, Screen(()), urgent=True),
        Append(Moved(4, 0, {"move": "set_code", "pegs": ["red"]})),
        RememberName("Ann"),
    ]
    for effect in private:
        assert cues.after([effect]) == ()
    assert cues.after([*private, published(4, 1)]) == (SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))


class Heard:
    """A buzzer that records its notes."""

    def __init__(self) -> None:
        self.played: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.played.append(sound)

    def close(self) -> None:
        """It has no pin."""


class Room:
    """Three seats, the first two wired to the Pi and the last on a pod, and what is heard there."""

    def __init__(self, settings: SoundSettings = SoundSettings(), minute: int = 720) -> None:  # noqa: B008  # it is frozen
        self.table, self.pod = Heard(), Heard()
        own: dict[int, Buzzer] = {2: self.pod}
        self.sounder = Sounder(settings, self.table, own, lambda: minute, 3)
        self.sounder.after([published(0, 0)])

    @property
    def heard(self) -> tuple[list[Sound], list[Sound]]:
        return self.table.played, self.pod.played


def test_a_seat_with_a_buzzer_of_its_own_is_called_on_that_alone() -> None:
    room = Room()
    room.sounder.after([published(1, 2)])
    assert room.heard == ([ACCEPTED], [TURN])
    room.sounder.after([published(2, 1)])
    assert room.heard == ([ACCEPTED, TURN], [TURN, ACCEPTED])


def test_what_is_for_all_is_heard_everywhere() -> None:
    room = Room()
    room.sounder.refused()
    room.sounder.after([published(1, over=True)])
    assert room.heard == ([REFUSED, END], [REFUSED, END])


def test_a_table_without_any_buzzer_is_silent() -> None:
    sounder = Sounder(SoundSettings(), None, {}, lambda: 720, 3)
    sounder.after([published(0, 0)])
    sounder.after([published(1, 1)])
    sounder.refused()


def test_a_table_of_pods_alone_needs_no_buzzer_of_its_own() -> None:
    pods = [Heard(), Heard()]
    sounder = Sounder(SoundSettings(), None, dict(enumerate(pods)), lambda: 720, 2)
    sounder.after([published(0, 0)])
    sounder.after([published(1, 1)])
    assert [pod.played for pod in pods] == [[ACCEPTED], [TURN]]


def test_what_asks_luck_is_no_matter_of_sound() -> None:
    room = Room()
    room.sounder.after([published(1, CHANCE), AskChance(2, None)])  # type: ignore[arg-type]  # whatever it asks
    assert room.heard == ([ACCEPTED], [])


@pytest.mark.parametrize(
    ("settings", "minute", "heard"),
    [
        (SoundSettings(enabled=False), 720, False),
        (SoundSettings(quiet=(22 * 60, 8 * 60)), 23 * 60, False),
        (SoundSettings(quiet=(22 * 60, 8 * 60)), 12 * 60, True),
    ],
)
def test_off_and_in_quiet_hours_nothing_sounds(settings: SoundSettings, minute: int, heard: bool) -> None:
    room = Room(settings, minute)
    room.sounder.after([published(1, 2)])
    room.sounder.refused()
    assert bool(room.table.played) == bool(room.pod.played) == heard


def test_what_happens_in_quiet_hours_is_not_made_up_for() -> None:
    now = [3 * 60]
    table = Heard()
    sounder = Sounder(SoundSettings(quiet=(0, 360)), table, {}, lambda: now[0], 2)
    sounder.after([published(0, 0)])
    sounder.after([published(1, 1)])
    now[0] = 6 * 60
    sounder.after([published(2, 1)])
    assert table.played == [ACCEPTED]


MINUTES = (0, 1, 479, 480, 599, 600, 659, 660, 1319, 1320, 1438, 1439)


@pytest.mark.parametrize(
    ("hours", "quiet"),
    [
        (None, ()),
        ((600, 660), (600, 659)),
        ((1320, 480), (0, 1, 479, 1320, 1438, 1439)),
        ((0, 1), (0,)),
        ((1439, 0), (1439,)),
        ((600, 600), ()),
    ],
)
def test_quiet_hours_may_run_past_midnight(hours: tuple[int, int] | None, quiet: tuple[int, ...]) -> None:
    assert tuple(minute for minute in MINUTES if is_quiet(hours, minute)) == quiet


def test_the_minute_of_the_day_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_cues, "localtime", lambda: struct_time((2026, 11, 21, 22, 5, 59, 5, 325, 0)))
    assert sound_cues.local_minute() == 22 * 60 + 5
