"""Which think time a table has: none, one for each turn, or one for each player over a whole game.

It is written as one text, in the configuration, in the lobby's moves and in the journal: "off", "turn 60" or "player 600", in
seconds.
"""

from typing import Final, Literal

from msgspec import Struct

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
