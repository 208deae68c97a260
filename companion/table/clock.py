"""How much think time the seats of a game have left: none is counted, one for each turn, or one for each player over a whole
game.

The setting is written as one text, in the configuration, in the lobby's moves and in the journal: "off", "turn 60" or "player
600", in seconds. Pure: time comes in with every call, in seconds on one clock. Invariant: time passes for the seats that are
`running` and for no others, and for nobody while `since` is None. Nothing happens to a seat whose time is up: it has less than no
time, which screens show as overtime.
"""

import math
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, structs

from companion.core.seat import Seat, all_seats

ClockKind = Literal["turn", "player"]

OFF: Final = "off"
CLOCKS: Final = (
    OFF,
    "turn 30",
    "turn 60",
    "turn 120",
    "turn 300",
    "player 300",
    "player 600",
    "player 1200",
    "player 1800",
    "player 3600",
)
"""What can be chosen. The lobby's moves name them, so none is ever taken out."""


class ClockSetting(Struct, frozen=True):
    """A think time of so many seconds, for each turn or for each player."""

    kind: ClockKind
    seconds: int


def clock_setting(text: str) -> ClockSetting | None:
    """The think time in one of CLOCKS; None: there is none."""
    if text == OFF:
        return None
    kind, seconds = text.split()
    return ClockSetting("turn" if kind == "turn" else "player", int(seconds))


def clock_words(text: str) -> str:
    """A think time in words: "off", "30 s a turn", "10 min a player"."""
    setting = clock_setting(text)
    if setting is None:
        return OFF
    minutes, rest = divmod(setting.seconds, 60)
    return f"{setting.seconds} s a {setting.kind}" if rest else f"{minutes} min a {setting.kind}"


URGENT: Final = 10
"""Seconds from which a screen counts each second."""
MINUTE: Final = 60
MOST_MINUTES: Final = 99
"""Minutes of overtime at which a screen stops counting."""
_EARLY: Final = 1e-6
"""Seconds by which a timer may run early, as in agreement.py."""


class ThinkTime(Struct, frozen=True):
    """`spent`: for each seat the seconds that it has used of its turn or of the game, up to `since`. `asked`: who is asked for a
    move; `running`: whose time passes, of these. `since`: from when on it passes; None: it stands still, since a device is waited
    for or the table has just started. `now`: the time that the screens show."""

    setting: ClockSetting
    spent: tuple[float, ...]
    asked: tuple[Seat, ...] = ()
    running: tuple[Seat, ...] = ()
    since: float | None = None
    now: float = 0.0

    def left(self, seat: Seat) -> float:
        """Seconds that a seat has left; below 0 it is in overtime."""
        return self.setting.seconds - self.spent[seat] - self._passed(seat)

    def at_time(self, at: float) -> "ThinkTime":
        """At that time. An input that comes late does not turn the time back."""
        return structs.replace(self, now=max(self.now, at))

    def with_asked(self, asked: tuple[Seat, ...], running: tuple[Seat, ...]) -> "ThinkTime":
        """From now on these seats are asked, and time passes for those of them that are `running`. A seat that is not asked any
        more has a whole turn again."""
        if asked == self.asked and running == self.running:
            return self
        after = structs.replace(self._up_to_now(), asked=asked, running=running)
        for seat in set(self.asked) - {*asked}:
            after = after.with_whole_turn(seat)
        return after if self.since is None else structs.replace(after, since=self.now)

    def held(self) -> "ThinkTime":
        """From now on it stands still for everybody."""
        return structs.replace(self._up_to_now(), since=None)

    def released(self, at: float) -> "ThinkTime":
        """From then on it passes."""
        return self if self.since is not None else structs.replace(self, since=at, now=at)

    def with_whole_turn(self, seat: Seat) -> "ThinkTime":
        """A turn of that seat is over, so its next one has the whole time. The time of a player goes on."""
        if self.setting.kind == "player" or self.left(seat) == self.setting.seconds:
            return self
        spent = -self._passed(seat)
        return structs.replace(self, spent=(*self.spent[:seat], spent, *self.spent[seat + 1 :]))

    def spent_ms(self, seat: Seat) -> int:
        """The milliseconds that a player has used of the game, for the journal; 0 where each turn has a time of its own."""
        return 0 if self.setting.kind == "turn" else max(round((self.setting.seconds - self.left(seat)) * 1000), 0)

    def _passed(self, seat: Seat) -> float:
        """Seconds of a seat's time since `since`."""
        return self.now - self.since if self.since is not None and seat in self.running else 0.0

    def _up_to_now(self) -> "ThinkTime":
        return structs.replace(
            self, spent=tuple(self.setting.seconds - self.left(seat) for seat in all_seats(len(self.spent)))
        )

    @property
    def deadline(self) -> float | None:
        """When a screen shows another time; None if no time passes."""
        if self.since is None:
            return None
        ends = (_next_shown(self.left(seat)) for seat in self.running)
        waits = [self.left(seat) - end for seat, end in zip(self.running, ends, strict=True) if end is not None]
        return self.now + min(waits) if waits else None


def whole_time(setting: ClockSetting, seats: int) -> ThinkTime:
    """Of a game that begins. It stands still until `released`."""
    return ThinkTime(setting, (0.0,) * seats)


def with_kept(time: ThinkTime, spent_ms: Mapping[Seat, int]) -> ThinkTime:
    """After a restart. `spent_ms`: what the journal has of each player, in milliseconds."""
    if time.setting.kind == "turn":
        return time
    return structs.replace(time, spent=tuple(spent_ms.get(seat, 0) / 1000 for seat in all_seats(len(time.spent))))


def is_up(left: float) -> bool:
    """Whether the time of a seat with so many seconds is up."""
    return left <= _EARLY


def shown(left: float) -> str:
    """What a screen shows: "1:40", and in overtime "0:00", "+0:20", "+3m"."""
    if not is_up(left):
        seconds = _shown_seconds(left)
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    over = int(_EARLY - left)
    if over < MINUTE:
        return f"+0:{over // 10 * 10}" if over >= 10 else "0:00"
    return f"+{min(over // MINUTE, MOST_MINUTES)}m"


def _next_shown(left: float) -> float | None:
    """The seconds left at which a screen shows another time; None: it shows the same from now on."""
    if not is_up(left):
        return float(_shown_seconds(left) - _step(left))
    over = int(_EARLY - left)
    step = 10 if over < MINUTE else MINUTE
    return None if over >= MOST_MINUTES * MINUTE else -float((over // step + 1) * step)


def _step(left: float) -> int:
    """Seconds between two times that a screen shows. Each one redraws it, so there are few."""
    left -= _EARLY
    return 10 if left > MINUTE else 5 if left > URGENT else 1


def _shown_seconds(left: float) -> int:
    step = _step(left)
    return math.ceil((left - _EARLY) / step) * step
