"""Events become cues for the pages, and sounds on the buzzers of the seats concerned, unless sounds are off."""

from time import struct_time
from typing import Any, Final

import pytest

from companion.app import sounds
from companion.app.sounds import SoundCues, Sounder, is_quiet
from companion.core.seat import CHANCE, Actor
from companion.core.sound import Sound, SoundCue
from companion.devices.protocols import Buzzer
from companion.devices.wiring import SoundSettings
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


LOBBY_OF_TWO = published(0, 0, 1, game="lobby")
OVER = published(9, over=True)
DEALT = (published(9, 0, game="lobby"), published(0, CHANCE), published(1, CHANCE))
TOLD_AGAIN = published(3, 0, told="Two of you hold the same tile.")


@pytest.mark.parametrize(
    ("history", "heard"),
    [
        # A table that was just switched on is silent.
        ([published(7, 1)], ()),
        ([LOBBY_OF_TWO], ()),
        ([OVER], ()),
        # A turn that passes is accepted here and called there; one that goes on is accepted.
        ([published(3, 0), published(4, 1)], (SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))),
        ([published(3, 0), published(4, 0)], (SoundCue(ACCEPTED, (0,)),)),
        # Of several who may move the one who did is meant, or all where nobody can tell.
        ([published(0, 0, 1, 2), published(1, 0, 2)], (SoundCue(ACCEPTED, (1,)),)),
        ([published(1, 0, 2), published(2, 0, 2)], (SoundCue(ACCEPTED, (0, 2)),)),
        # Luck has no turn, and its moves are not accepted.
        ([published(3, 0), published(4, CHANCE)], (SoundCue(ACCEPTED, (0,)),)),
        ([published(3, 0), published(4, CHANCE), published(5, 0)], ()),
        ([published(3, 0), published(4, CHANCE), published(5, CHANCE), published(6, 2)], (SoundCue(TURN, (2,)),)),
        # The end is heard once and alone.
        ([published(3, 0), published(4, over=True)], (SoundCue(END),)),
        ([published(3, CHANCE), published(4, over=True)], (SoundCue(END),)),
        ([published(3, 0), published(4, over=True), published(4, over=True)], ()),
        # A new game calls who begins, the same game once more too.
        ([LOBBY_OF_TWO, published(0, 1)], (SoundCue(TURN, (1,)),)),
        ([OVER, published(0, 0)], (SoundCue(TURN, (0,)),)),
        ([*DEALT, published(2, 1)], (SoundCue(TURN, (1,)),)),
        # In the lobby it is nobody's turn. One that is left has nobody to act, like a game that is over.
        ([OVER, LOBBY_OF_TWO], ()),
        ([LOBBY_OF_TWO, published(1, 0, 1, game="lobby")], (SoundCue(ACCEPTED, (0, 1)),)),
        ([LOBBY_OF_TWO, published(1, game="lobby", over=True)], (SoundCue(ACCEPTED, (0, 1)),)),
        # Seats of the game are called at their places.
        (
            [published(3, 0, places=(2, 5)), published(4, 1, places=(2, 5))],
            (SoundCue(ACCEPTED, (2,)), SoundCue(TURN, (5,))),
        ),
        # What was told from the box and cannot be is refused; drawing all anew is nothing.
        ([published(3, 0), TOLD_AGAIN], (SoundCue(REFUSED),)),
        ([published(3, 0), published(3, 0)], ()),
    ],
)
def test_what_is_heard_after_the_last_event(history: list[Publish], heard: tuple[SoundCue, ...]) -> None:
    assert after(*history) == heard


def test_the_end_of_a_think_time_is_heard_before_a_move_that_comes_with_it() -> None:
    cues = SoundCues()
    assert cues.after([published(3, 0)]) == ()
    assert cues.after([TimeUp(1), TimeUp(2)]) == (SoundCue("time", (1, 2)),)
    both = cues.after([published(4, 1), TimeUp(0)])
    assert both == (SoundCue("time", (0,)), SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))


def test_nothing_that_is_not_published_is_heard() -> None:
    cues = SoundCues()
    cues.after([published(3, 0)])
    private: list[Effect] = [
        Show(0, urgent=True),
        Append(Moved(4, 0, {"move": "set_code", "pegs": ["red"]})),
        RememberName("Ann"),
    ]
    for effect in private:
        assert cues.after([effect]) == ()
    assert cues.after([*private, published(4, 1)]) == (SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (1,)))


def unheard(_cues: tuple[SoundCue, ...]) -> None:
    """No page is open."""


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
        self.told: list[SoundCue] = []
        self.sounder = Sounder(settings, self.table, own, lambda: minute, 3, self.told.extend)
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


def test_a_table_of_pods_alone_or_without_any_buzzer_needs_none_of_its_own() -> None:
    pods = [Heard(), Heard()]
    for own in ({}, dict(enumerate(pods))):
        sounder = Sounder(SoundSettings(), None, dict[int, Buzzer](own), lambda: 720, 2, unheard)
        sounder.after([published(0, 0)])
        sounder.after([published(1, 1)])
    assert [pod.played for pod in pods] == [[ACCEPTED], [TURN]]


def test_what_asks_luck_is_no_matter_of_sound() -> None:
    room = Room()
    room.sounder.after([published(1, CHANCE), AskChance(2, None)])  # whatever it asks
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
    assert room.told == [SoundCue(ACCEPTED, (0,)), SoundCue(TURN, (2,)), SoundCue(REFUSED)], (
        "pages have their own switch"
    )


def test_what_happens_in_quiet_hours_is_not_made_up_for() -> None:
    now = [3 * 60]
    table = Heard()
    sounder = Sounder(SoundSettings(quiet=(0, 360)), table, {}, lambda: now[0], 2, unheard)
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
    monkeypatch.setattr(sounds, "localtime", lambda: struct_time((2026, 11, 21, 22, 5, 59, 5, 325, 0)))
    assert sounds.local_minute() == 22 * 60 + 5
