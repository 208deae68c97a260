"""The sounds of a table, and whom one calls."""

from typing import Literal

from msgspec import Struct

from companion.core.seat import Place

Sound = Literal["turn", "accepted", "refused", "time", "end"]
"""turn: a seat has to move. accepted: a move was made. refused: the input had no effect. time: a player's think time is up. end:
the game is over, or a round of it."""


class SoundCue(Struct, frozen=True):
    """A sound, and the places that it calls; None: all of them."""

    sound: Sound
    places: tuple[Place, ...] | None = None
