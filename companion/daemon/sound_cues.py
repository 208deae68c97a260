"""What a table says aloud: what happened becomes a sound, on the buzzers of those whom it is for.

The whole table hears every buzzer. Law: a sound follows from what all are told, the public view and the public sentence, and
from nothing else; so tables with the same public history sound the same, whatever a seat was refused, drew or entered on its
own screen.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import localtime

from msgspec import Struct

from companion.core.seat import Seat
from companion.devices.device_protocols import Buzzer, Sound
from companion.devices.wiring_records import SoundSettings
from companion.table.effects import Effect, Publish
from companion.table.table import LOBBY

Clock = Callable[[], int]


def local_minute() -> int:
    """Minutes after midnight, local time."""
    now = localtime()
    return now.tm_hour * 60 + now.tm_min


class SoundCue(Struct, frozen=True):
    """A sound, and the places at the table that it is for; None: for all."""

    sound: Sound
    places: tuple[Seat, ...] | None = None


class _Told(Struct, frozen=True):
    """What all were told last. `acting`: the places that were last to act, luck left out."""

    game: str
    number: int
    said: str
    over: bool
    by_luck: bool
    acting: frozenset[Seat]


class SoundCues:
    """What is to sound after each list of a table's effects."""

    def __init__(self) -> None:
        self._told: _Told | None = None

    def after(self, effects: Iterable[Effect]) -> tuple[SoundCue, ...]:
        """The cues, the more important ones last. A table that was only just switched on has nothing to say."""
        cues: tuple[SoundCue, ...] = ()
        for effect in effects:
            if isinstance(effect, Publish):
                before, self._told = self._told, _told(effect, self._told)
                if before is not None:
                    cues = _cues(before, self._told)
        return cues


def _told(published: Publish, before: _Told | None) -> _Told:
    view = published.view
    seats = [actor for actor in view["to_act"] if isinstance(actor, int)]
    by_luck = bool(view["to_act"]) and not seats
    acting = frozenset(_places(seats, published.places))
    if by_luck and before is not None and before.game == view["game"] and published.number > before.number:
        # Whose turn it is does not change while luck is asked.
        acting = before.acting
    over = view["winners"] is not None and view["game"] != LOBBY
    return _Told(view["game"], published.number, published.told, over, by_luck, acting)


def _places(seats: Sequence[Seat], places: Sequence[Seat]) -> list[Seat]:
    return [places[seat] for seat in seats] if places else list(seats)


def _cues(before: _Told, now: _Told) -> tuple[SoundCue, ...]:
    opened = now.game != before.game or now.number < before.number
    if now.over and (opened or not before.over):
        return (SoundCue("end"),)
    if opened:
        # In the lobby it is nobody's turn.
        return (SoundCue("turn", _sorted(now.acting)),) if now.acting and now.game != LOBBY else ()
    if now.number == before.number:
        # No move was made, and yet all read something new: what was told from the box cannot be.
        return () if now.said == before.said else (SoundCue("refused"),)
    moved = before.acting - now.acting or before.acting
    made = () if before.by_luck else (SoundCue("accepted", _sorted(moved)),)
    new = now.acting - before.acting
    return (*made, SoundCue("turn", _sorted(new))) if new else made


def _sorted(places: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(places))


class Sounder:
    """Plays what is to sound, unless all are to be quiet. A seat with a buzzer of its own (`own`) is called on that, all the
    others on the table's (`table`).

    `minute`: minutes after midnight, local time.
    """

    def __init__(
        self, settings: SoundSettings, table: Buzzer | None, own: Mapping[Seat, Buzzer], minute: Clock, seats: int
    ) -> None:
        self._settings = settings
        self._table = table
        self._own = own
        self._minute = minute
        self._seats = seats
        self._cues = SoundCues()

    def after(self, effects: Iterable[Effect]) -> None:
        """The table's effects were carried out."""
        for cue in self._cues.after(effects):
            self._play(cue)

    def refused(self) -> None:
        """Something does not count, and everybody is told so: only then may this be called."""
        self._play(SoundCue("refused"))

    def _play(self, cue: SoundCue) -> None:
        if not self._settings.enabled or is_quiet(self._settings.quiet, self._minute()):
            return
        places = range(self._seats) if cue.places is None else cue.places
        if self._table is not None and any(place not in self._own for place in places):
            self._table.play(cue.sound)
        for place in places:
            if place in self._own:
                self._own[place].play(cue.sound)


def is_quiet(hours: tuple[int, int] | None, minute: int) -> bool:
    """Whether a minute of the day is within quiet hours, which may run past midnight; from and to alike: never."""
    if hours is None:
        return False
    start, end = hours
    return start <= minute < end if start <= end else minute >= start or minute < end
