"""The sounds of a table: what happened becomes cues for the pages and the phones, and sounds on the buzzers of the seats that
they call.

The whole table hears every buzzer. Quiet hours are of the buzzers alone: a page has a switch of its own. Invariant: sounds depend
only on what is public: the public view, the public sentence, and a think time that is up. So tables with the same public history
sound the same, whatever a seat was refused, drew or entered on its own screen.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import localtime

from msgspec import Struct

from companion.core.seat import Place, Seat, all_places
from companion.core.sound import SoundCue
from companion.devices.protocols import Buzzer
from companion.devices.wiring import SoundSettings
from companion.table.effects import Effect, Publish, RecapShown, TimeUp
from companion.table.table import LOBBY

MinuteOfDay = Callable[[], int]


def local_minute() -> int:
    """Minutes after midnight, local time."""
    now = localtime()
    return now.tm_hour * 60 + now.tm_min


class _PublicState(Struct, frozen=True):
    """What became public last. `acting`: the places that were last to act, without chance."""

    game: str
    number: int
    said: str
    over: bool
    by_chance: bool
    acting: frozenset[Place]


class SoundCues:
    """The sounds after each list of a table's effects."""

    def __init__(self) -> None:
        self._state: _PublicState | None = None

    def after(self, effects: Sequence[Effect]) -> tuple[SoundCue, ...]:
        """The cues, the more important ones last; none for the first state, when the table was switched on."""
        cues: tuple[SoundCue, ...] = ()
        for effect in effects:
            if isinstance(effect, Publish):
                before, self._state = self._state, _state_after(effect, self._state)
                if before is not None:
                    cues = _cues(before, self._state)
            elif isinstance(effect, RecapShown) and effect.recap is not None and cues and cues[-1].sound != "end":
                cues = (*cues, SoundCue("end"))
        ended = tuple(effect.place for effect in effects if isinstance(effect, TimeUp))
        return (SoundCue("time", ended), *cues) if ended else cues


def _state_after(published: Publish, before: _PublicState | None) -> _PublicState:
    view = published.view
    by_chance = bool(view["to_act"]) and not any(isinstance(actor, int) for actor in view["to_act"])
    # The machine is not called to its turn.
    seats = [Seat(actor) for actor in view["to_act"] if isinstance(actor, int) and actor not in published.machines]
    acting = frozenset(_places(seats, published.places))
    if by_chance and before is not None and before.game == view["game"] and published.number > before.number:
        # A move of chance does not change whose turn it is.
        acting = before.acting
    over = view["winners"] is not None and view["game"] != LOBBY
    return _PublicState(view["game"], published.number, published.event, over, by_chance, acting)


def _places(seats: Sequence[Seat], places: Sequence[Place]) -> list[Place]:
    return [places[seat] for seat in seats] if places else [Place(seat) for seat in seats]


def _cues(before: _PublicState, now: _PublicState) -> tuple[SoundCue, ...]:
    opened = now.game != before.game or now.number < before.number
    if now.over and (opened or not before.over):
        return (SoundCue("end"),)
    if opened:
        # In the lobby it is nobody's turn.
        return (SoundCue("turn", _sorted(now.acting)),) if now.acting and now.game != LOBBY else ()
    if now.number == before.number:
        # No move was made, and yet all read something new: a physical draw was refused as impossible.
        return () if now.said == before.said else (SoundCue("refused"),)
    moved = before.acting - now.acting or before.acting
    made = () if before.by_chance else (SoundCue("accepted", _sorted(moved)),)
    new = now.acting - before.acting
    return (*made, SoundCue("turn", _sorted(new))) if new else made


def _sorted(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places))


class Sounder:
    """Plays the sounds, outside of quiet hours. A seat with a buzzer of its own (`own`) is called on that one, all others on the
    table's (`table`). `tell` takes the cues for the pages.

    `minute`: minutes after midnight, local time.
    """

    def __init__(
        self,
        settings: SoundSettings,
        table: Buzzer | None,
        own: Mapping[Place, Buzzer],
        minute: MinuteOfDay,
        seats: int,
        tell: Callable[[tuple[SoundCue, ...]], None],
    ) -> None:
        self._settings = settings
        self._table = table
        self._own = own
        self._minute = minute
        self._seats = seats
        self._tell = tell
        self._cues = SoundCues()

    def after(self, effects: Sequence[Effect]) -> None:
        """Play the sounds of effects that were carried out."""
        if cues := self._cues.after(effects):
            self._give(cues)

    def refused(self) -> None:
        """Play the sound of a refusal. Only for a refusal that is announced to everybody."""
        self._give((SoundCue("refused"),))

    def _give(self, cues: tuple[SoundCue, ...]) -> None:
        self._tell(cues)
        for cue in cues:
            self._play(cue)

    def _play(self, cue: SoundCue) -> None:
        if not self._settings.enabled or is_quiet(self._settings.quiet, self._minute()):
            return
        places = all_places(self._seats) if cue.places is None else cue.places
        if self._table is not None and any(place not in self._own for place in places):
            self._table.play(cue.sound)
        for place in places:
            if place in self._own:
                self._own[place].play(cue.sound)


def is_quiet(hours: tuple[int, int] | None, minute: int) -> bool:
    """Whether a minute of the day is within quiet hours. They may run past midnight; equal limits mean never."""
    if hours is None:
        return False
    start, end = hours
    return start <= minute < end if start <= end else minute >= start or minute < end
