"""What the middle of the table shows, as the state that a club gets.

Invariant: it is made from the messages to the page /table alone, and from what everybody sees: that a game began, ended or was
abandoned. So it tells two worlds apart only where /table does.
"""

from collections.abc import Callable
from typing import Any

from companion.club.wire import Event, Happening, Phase, PlaceKind, SeatShown, State
from companion.core.game import Result
from companion.core.options import values_of
from companion.core.seat import Place, all_places
from companion.games.catalog import find_game
from companion.table.effects import Abandoned, JournalEntry, Opened
from companion.table.table import LOBBY
from companion.web.messages import Event as EventLine
from companion.web.messages import Fault, Kept, Public


class PublicTable:
    """A table as everybody sees it. `places`: how many it has. `happened` gets each event. `now`: seconds since 1970, or None."""

    def __init__(self, places: int, happened: Callable[[Event], None], now: Callable[[], float | None]) -> None:
        self._happened = happened
        self._now = now
        self._places = all_places(places)
        self._public = Public({"game": LOBBY}, 0)
        self._said = ""
        self._fault: str | None = None
        self._stopped: Phase | None = None
        self._stop_reason: str | None = None
        self._opened: Opened | None = None
        self._pending: list[tuple[Happening, Opened]] = []
        """What has happened in a game, until the sentence about it comes."""
        self._to_act: tuple[Place, ...] = ()
        self._since: float | None = None

    def take(self, record: Kept) -> None:
        """A message to the page /table."""
        match record:
            case Public():
                self._public = record
                self._note_turn()
            case EventLine():
                self._said = record.text
                self._tell_pending()
            case Fault():
                self._note_fault(record.text)
            case _:
                pass

    def kept(self, entry: JournalEntry, result: Result | None) -> None:
        """The journal has an entry: a game began, ended, or was abandoned."""
        before = self._opened
        match entry:
            case Opened():
                self._opened = None if entry.game == LOBBY else entry
                if self._opened is not None:
                    self._pending.append(("game_started", self._opened))
            case Abandoned() if before is not None:
                self._pending.append(("game_abandoned", before))
            case _ if before is not None and result is not None:
                self._pending.append(("game_over", before))
            case _:
                pass

    def resumed(self, opened: Opened) -> None:
        """The game that goes on after a restart, or the lobby."""
        self._opened = None if opened.game == LOBBY else opened
        self._pending.clear()

    def stopped(self, phase: Phase | None, reason: str | None = None) -> None:
        """What stops the game now, as everybody reads it; None: nothing does."""
        self._stopped, self._stop_reason = phase, reason

    @property
    def game(self) -> Opened | None:
        """The game that is on the table, or was finished there last; None in the lobby."""
        return self._opened

    def state(self, order: str | None, round_name: str | None) -> State:
        """The state now."""
        view = self._public.view
        name = view["game"]
        in_lobby = name == LOBBY
        phase: Phase = self._stopped or ("lobby" if in_lobby else "over" if view.get("winners") is not None else "game")
        return State(
            phase=phase,
            game=None if in_lobby else name,
            edition=None if in_lobby else self._edition(name),
            title="Lobby" if in_lobby else find_game(name).title,
            order=order,
            round=round_name,
            places=self._in_lobby(view) if in_lobby else self._in_game(view),
            to_act=self._to_act,
            since=self._since,
            moves=0 if in_lobby else self._public.number,
            said=self._said,
            fault=self._fault or self._stop_reason,
        )

    def _edition(self, name: str) -> str | None:
        """The edition that is played, by the value of the option that chooses it; None where the game has no editions."""
        game, opened = find_game(name), self._opened
        if game.editions is None or opened is None or opened.game != name:
            return None
        chosen = values_of(game.settings, opened.options)[game.editions.name]
        return None if chosen is None else str(chosen)

    def _in_lobby(self, view: Any) -> tuple[SeatShown, ...]:
        shown = []
        for player in view.get("players", ()):
            kind: PlaceKind = "machine" if player["level"] is not None else "person" if player["joined"] else "empty"
            shown.append(SeatShown(Place(player["seat"]), player["name"] if kind != "empty" else "", kind, None))
        return tuple(shown) or tuple(SeatShown(place, "", "empty", None) for place in self._places)

    def _in_game(self, view: Any) -> tuple[SeatShown, ...]:
        public, shown = self._public, []
        for place in self._places:
            if place not in public.places:
                shown.append(SeatShown(place, "", "empty", None))
                continue
            seat = public.places.index(place)
            kind: PlaceKind = "machine" if seat in public.machines else "person"
            shown.append(SeatShown(place, public.names[seat], kind, view["scores"][seat]))
        return tuple(shown)

    def _note_turn(self) -> None:
        public = self._public
        acting = () if public.view["game"] == LOBBY else public.view.get("to_act", ())
        to_act = tuple(sorted(public.places[seat] for seat in acting if isinstance(seat, int)))
        if to_act != self._to_act:
            self._to_act, self._since = to_act, self._now()

    def _tell_pending(self) -> None:
        pending, self._pending = self._pending, []
        for what, opened in pending:
            text = self._said
            if what == "game_started":
                text = f"{find_game(opened.game).title} begins: {', '.join(opened.names)}."
            elif what == "game_abandoned":
                text = f"{find_game(opened.game).title} was ended before its end."
            self._happened(Event(what, opened.game, opened.id or None, text))

    def _note_fault(self, text: str | None) -> None:
        before, self._fault = self._fault, text
        opened = self._opened
        game, uuid = (None, None) if opened is None else (opened.game, opened.id or None)
        if text is not None:
            self._happened(Event("fault", game, uuid, text))
        elif before is not None:
            self._happened(Event("fault_gone", game, uuid, "All devices of this table work again."))
