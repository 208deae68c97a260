"""A tournament: what has happened in it, and what is so after that. No I/O.

    Event       something that an organiser did, or a table: players come and go, a draft is made, a round is released, results
    Happened    an event with its number, when it was, and who did it: the trail
    apply       the tournament after one more event; RuleError with a sentence where that cannot happen now
    proposed    an event as it may be added: what names, games and options have to be is judged here, once

A tournament is the fold of its events, as a game is the fold of its moves. A round begins as a draft, which only organisers see.
It is released, which sends its pairings to the tables; it is closed when every table has a result; then the next draft is made.
A release is taken back as long as the round has no result, and a round is opened again until the next one is released.
Until the round is closed its pairings can be changed by hand, and each change gives the pairing another order for its table.

Rules. A bye is worth a win, or the middle of a pod. Who comes late, or leaves and comes back, has no points for the rounds
missed. Who leaves during a round keeps that table, whose result an organiser enters; a draft with somebody who leaves is dropped.
Of equal points the tie-breaks decide (`tie_breaks`), and who is equal there too shares the place.

Invariants. Nobody sits twice in a round. A draft changes nothing that was released. A result can be corrected at any time, and
changes no pairing. A result that a game has brought is that game's: it changes when the game's result does, and not by hand.
An order's id follows from the event that made the pairing so, hence the same events give the same ids.
"""

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, assert_never
from unicodedata import normalize
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from companion.club.pairing import Pairing, System, bye_points, pair, place_points
from companion.club.wire import CLUB
from companion.config.club import TABLE_NAME
from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.words import listed
from companion.games.catalog import find_game
from companion.table.lobby import name_move

MOST_PLAYERS: Final = 512
MOST_ROUNDS: Final = 64
MOST_MINUTES: Final = 600
LONGEST_NAME: Final = 60
"""Letters of a tournament's name."""
SOMEBODY: Final = "Somebody"
"""What a player is called whom the club has forgotten; in a tournament with a number behind it."""

# Events


class Created(Struct, frozen=True, tag="created"):
    """There is a tournament. `sizes`: how many sit at one table. `rounds`: how many are planned, None where that is open;
    `minutes`: of a round, None without a clock."""

    name: str
    system: System
    game: str
    options: dict[str, Any] = {}
    sizes: tuple[int, int] = (2, 2)
    rounds: int | None = None
    minutes: int | None = None


class Added(Struct, frozen=True, tag="added"):
    """Players come. Each gets the next number from 0 on."""

    names: tuple[str, ...]


class Renamed(Struct, frozen=True, tag="renamed"):
    """A player is called otherwise."""

    player: int
    name: str


class Withdrawn(Struct, frozen=True, tag="withdrawn"):
    """A player leaves, from the next round on."""

    player: int


class Returned(Struct, frozen=True, tag="returned"):
    """A player who had left plays on."""

    player: int


class Assigned(Struct, frozen=True, tag="assigned"):
    """The tables of the club at which it is played: the next draft uses them in this order."""

    tables: tuple[str, ...]


class Drafted(Struct, frozen=True, tag="drafted"):
    """A draft of the next round: who sits together. It replaces a draft before it."""

    pairings: tuple[tuple[int, ...], ...]


class Swapped(Struct, frozen=True, tag="swapped"):
    """Two players change seats, in the draft or in the running round."""

    one: int
    other: int


class Seated(Struct, frozen=True, tag="seated"):
    """A pairing of the draft or of the running round has these players, none: it is taken out. `pairing`: None for a new one."""

    pairing: int | None
    players: tuple[int, ...]


class TableChanged(Struct, frozen=True, tag="table_changed"):
    """A pairing of the draft or of the running round plays at another table; None: at none that is in the club."""

    pairing: int
    table: str | None


class Released(Struct, frozen=True, tag="released"):
    """The draft counts from now on, and everybody sees it."""


class Recalled(Struct, frozen=True, tag="recalled"):
    """The release of the running round is taken back: it is a draft again."""


class ClockStarted(Struct, frozen=True, tag="clock_started"):
    """The time of the running round begins, or begins anew."""


class ClockPaused(Struct, frozen=True, tag="clock_paused"):
    """The time of the running round stands still."""


class ClockResumed(Struct, frozen=True, tag="clock_resumed"):
    """The time of the running round goes on."""


class Entered(Struct, frozen=True, tag="entered"):
    """The result of a pairing: the place of each player. `game`: of the game that brought it, or whose result was corrected;
    None: an organiser did, perhaps to correct it. Without `places` the game was struck out, and the pairing has no result any
    more. Rounds and pairings are counted from 0."""

    round: int
    pairing: int
    places: tuple[int, ...] | None
    game: str | None = None


class OrderedAgain(Struct, frozen=True, tag="ordered_again"):
    """The table of a pairing is to begin its game anew; a result that it has is void."""

    pairing: int


class Closed(Struct, frozen=True, tag="closed"):
    """All of the running round is played."""


class Reopened(Struct, frozen=True, tag="reopened"):
    """What was closed last is open again: the tournament if it was finished, else its last round."""


class Finished(Struct, frozen=True, tag="finished"):
    """The tournament is over."""


Event = (
    Created
    | Added
    | Renamed
    | Withdrawn
    | Returned
    | Assigned
    | Drafted
    | Swapped
    | Seated
    | TableChanged
    | Released
    | Recalled
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | Entered
    | OrderedAgain
    | Closed
    | Reopened
    | Finished
)
_DECODER: Final = msgspec.json.Decoder(Event)


def event_json(event: Event) -> str:
    """An event as it is stored."""
    return msgspec.json.encode(event).decode()


def read_event(text: str) -> Event:
    """The event in such a text. Raises msgspec.MsgspecError."""
    return _DECODER.decode(text)  # type: ignore[no-any-return]


class Happened(Struct, frozen=True):
    """An event of a tournament: its number from 0 on, when it was in seconds since 1970, and who did it."""

    number: int
    at: float
    who: str
    event: Event


# What is so


class Player(Struct, frozen=True):
    """Somebody who plays, or has left. `since`: how many rounds were released before."""

    name: str
    since: int = 0
    is_out: bool = False


class Seating(Struct, frozen=True):
    """Players at one table, in the order of their seats; one alone has a bye, none: it was taken out. `order`: the id of the
    order for its table, empty in a draft. `places`: the result; `game`: the game that brought it, and without a result one that
    was struck out."""

    players: tuple[int, ...]
    table: str | None = None
    order: str = ""
    places: tuple[int, ...] | None = None
    game: str | None = None

    @property
    def is_bye(self) -> bool:
        """Whether its one player meets nobody."""
        return len(self.players) == 1

    @property
    def is_open(self) -> bool:
        """Whether a result is waited for."""
        return len(self.players) > 1 and self.places is None

    @property
    def is_ordered(self) -> bool:
        """Whether its table is to play a game for it."""
        return self.is_open and self.order != "" and self.game is None


class Round(Struct, frozen=True):
    """A released round. `clock`: when its time began, in seconds since 1970, pauses left out; `paused`: since when it stands
    still."""

    pairings: tuple[Seating, ...]
    clock: float | None = None
    paused: float | None = None
    is_closed: bool = False


class Tournament(Struct, frozen=True, dict=True):
    """Everything that is so. `draft`: the next round, while it is not released. `events`: how many have happened."""

    id: str
    created: Created
    at: float
    players: tuple[Player, ...] = ()
    tables: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    draft: tuple[Seating, ...] | None = None
    is_finished: bool = False
    events: int = 1

    @property
    def running(self) -> Round | None:
        """The round that is played now."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_closed else None

    @property
    def deadline(self) -> float | None:
        """When the time of the running round is over, in seconds since 1970; None while its clock does not run."""
        running, minutes = self.running, self.created.minutes
        if running is None or running.clock is None or running.paused is not None or minutes is None:
            return None
        return running.clock + 60 * minutes

    @property
    def left(self) -> float | None:
        """How many seconds of the running round are left while its clock is paused; None while it is not."""
        running, minutes = self.running, self.created.minutes
        if running is None or running.clock is None or running.paused is None or minutes is None:
            return None
        return max(0.0, running.clock + 60 * minutes - running.paused)

    @property
    def planned(self) -> int | None:
        """How many rounds there will be; None where that is open."""
        count = sum(not one.is_out for one in self.players)
        if self.created.rounds is None and self.created.system == "round_robin" and count > 1:
            return max(count - 1 + count % 2, len(self.rounds))
        return self.created.rounds

    def points(self, seating: Seating) -> tuple[float, ...] | None:
        """What the players of a pairing get; None while it has no result."""
        if seating.is_bye:
            return (bye_points(self.created.system, self.created.sizes),)
        return None if seating.places is None else place_points(seating.places)

    @cached_property
    def ordered(self) -> dict[str, tuple[int, int]]:
        """The round and the number of each released pairing, by its order."""
        return {
            seating.order: (number, at)
            for number, played in enumerate(self.rounds)
            for at, seating in enumerate(played.pairings)
            if seating.order
        }

    def name(self, player: int) -> str:
        """Of a player."""
        return self.players[player].name

    def names(self, seating: Seating) -> tuple[str, ...]:
        """Of the players of a pairing."""
        return tuple(map(self.name, seating.players))

    def unseated(self, pairings: Sequence[Seating]) -> tuple[int, ...]:
        """Who plays on and sits at none of these tables."""
        seated = {player for one in pairings for player in one.players}
        return tuple(at for at, one in enumerate(self.players) if not one.is_out and at not in seated)

    @cached_property
    def standings(self) -> "tuple[Standing, ...]":
        """Everybody, the first place first."""
        return _standings(self)


def fold(uuid: str, events: Iterable[Happened], before: Tournament | None = None) -> Tournament:
    """The tournament `uuid` after its events; `before`: what is so before the first of them. Raises RuleError where they cannot
    have happened, or there are none."""
    found = before
    for happened in events:
        found = apply(found, happened, uuid)
    if found is None:
        raise RuleError("There is no such tournament.")
    return found


def apply(before: Tournament | None, happened: Happened, uuid: str = "") -> Tournament:
    """The tournament after an event. `uuid`: of a new one. Raises RuleError with a sentence where it cannot happen now."""
    event = happened.event
    if before is None:
        if not isinstance(event, Created):
            raise RuleError("A tournament begins with its creation.")
        return _create(event, happened.at, uuid)
    if before.is_finished and not isinstance(event, Entered | Renamed | Reopened):
        raise RuleError("The tournament is finished.")
    return msgspec.structs.replace(_after(before, event, happened), events=before.events + 1)


def _create(event: Created, at: float, uuid: str) -> Tournament:
    if not 0 < len(event.name) <= LONGEST_NAME or not event.name.isprintable():
        raise RuleError(f"The name of a tournament has 1 to {LONGEST_NAME} letters.")
    low, high = event.sizes
    if not 2 <= low <= high <= 6 or (event.system != "pods" and event.sizes != (2, 2)):
        raise RuleError("Two sit at a table, and 2 to 6 in a pod.")
    if event.rounds is not None and not 1 <= event.rounds <= MOST_ROUNDS:
        raise RuleError(f"A tournament has 1 to {MOST_ROUNDS} rounds.")
    if event.minutes is not None and not 1 <= event.minutes <= MOST_MINUTES:
        raise RuleError(f"A round takes 1 to {MOST_MINUTES} minutes.")
    return Tournament(uuid, event, at)


def _after(before: Tournament, event: Event, happened: Happened) -> Tournament:
    replace = msgspec.structs.replace
    match event:
        case Created():
            raise RuleError("The tournament is there already.")
        case Added(names):
            return _added(before, names)
        case Renamed(player, name):
            _has_player(before, player)
            _free(before, name, player)
            return _with_player(before, player, name=name)
        case Withdrawn(player):
            if _has_player(before, player).is_out:
                raise RuleError(f"{before.name(player)} has left already.")
            drafted = before.draft is not None and any(player in one.players for one in before.draft)
            left = _with_player(before, player, is_out=True)
            return replace(left, draft=None) if drafted else left
        case Returned(player):
            if not _has_player(before, player).is_out:
                raise RuleError(f"{before.name(player)} has not left.")
            return _with_player(before, player, is_out=False)
        case Assigned(tables):
            if len(set(tables)) < len(tables):
                raise RuleError("A table stands twice in the list.")
            for table in tables:
                _table_name(table)
            return replace(before, tables=tables)
        case Drafted(pairings):
            return replace(before, draft=_draft(before, pairings))
        case Swapped(one, other):
            return _swapped(before, one, other, happened.number)
        case Seated(pairing, players):
            return _seated(before, pairing, players, happened.number)
        case TableChanged(pairing, table):
            return _table_changed(before, pairing, table, happened.number)
        case Released():
            if before.draft is None:
                raise RuleError("There is no draft to be released.")
            if not any(one.players for one in before.draft):
                raise RuleError("Nobody sits in the draft.")
            ordered = tuple(_ordered(before.id, one, happened.number, at) for at, one in enumerate(before.draft))
            return replace(before, rounds=(*before.rounds, Round(ordered)), draft=None)
        case Recalled():
            return _recalled(before)
        case ClockStarted():
            if before.created.minutes is None:
                raise RuleError("This tournament is played without a clock.")
            return _with_round(before, replace(_running(before), clock=happened.at, paused=None))
        case ClockPaused():
            if before.deadline is None:
                raise RuleError("No clock runs.")
            return _with_round(before, replace(_running(before), paused=happened.at))
        case ClockResumed():
            running = _running(before)
            if running.clock is None or running.paused is None:
                raise RuleError("The clock is not paused.")
            began = running.clock + happened.at - running.paused
            return _with_round(before, replace(running, clock=began, paused=None))
        case Entered():
            return _entered(before, event)
        case OrderedAgain(pairing):
            running = _running(before)
            old = _pairing(running.pairings, pairing)
            if len(old.players) < 2:
                raise RuleError("Nobody is met there.")
            again = _ordered(before.id, old, happened.number, pairing)
            return _with_round(before, replace(running, pairings=_put(running.pairings, pairing, again)))
        case Closed():
            running = _running(before)
            _all_played(before)
            return _with_round(before, replace(running, is_closed=True))
        case Reopened():
            if before.is_finished:
                return replace(before, is_finished=False)
            if before.running is not None or not before.rounds:
                raise RuleError("No round is closed that could be opened again.")
            return _with_round(replace(before, draft=None), replace(before.rounds[-1], is_closed=False))
        case Finished():
            if before.running is not None:
                raise RuleError(f"Round {len(before.rounds)} is not closed yet.")
            _all_played(before)
            return replace(before, draft=None, is_finished=True)
        case _:
            assert_never(event)


def _all_played(tournament: Tournament) -> None:
    """Raises RuleError where a round waits for a result: the running one, or one in which a game was struck out."""
    for number, played in enumerate(tournament.rounds, 1):
        waiting = [one for one in played.pairings if one.is_open]
        if waiting:
            more = f" and {len(waiting) - 1} more" if len(waiting) > 1 else ""
            raise RuleError(f"Round {number} waits for the result of {listed(tournament.names(waiting[0]))}{more}.")


def _has_player(tournament: Tournament, player: int) -> Player:
    if not 0 <= player < len(tournament.players):
        raise RuleError("There is no such player.")
    return tournament.players[player]


def _free(tournament: Tournament, name: str, but: int | None = None) -> None:
    """Raises RuleError for a name that another player has."""
    if any(one.name.casefold() == name.casefold() for at, one in enumerate(tournament.players) if at != but):
        raise RuleError(f"There is a player {name} already: give the second one another name.")


def _with_player(tournament: Tournament, player: int, **changes: Any) -> Tournament:
    changed = msgspec.structs.replace(tournament.players[player], **changes)
    return msgspec.structs.replace(tournament, players=_put(tournament.players, player, changed))


def _added(before: Tournament, names: tuple[str, ...]) -> Tournament:
    if not names:
        raise RuleError("Nobody is named.")
    if len(before.players) + len(names) > MOST_PLAYERS:
        raise RuleError(f"A tournament has at most {MOST_PLAYERS} players.")
    after = before
    for name in names:
        _free(after, name)
        after = msgspec.structs.replace(after, players=(*after.players, Player(name, len(before.rounds))))
    return after


def _table_name(table: str) -> None:
    if not TABLE_NAME.fullmatch(table) or table == CLUB:
        raise RuleError(f"{table[:40]!r} is no name of a table: it has 1 to 32 small letters, digits and -.")


def _draft(before: Tournament, pairings: tuple[tuple[int, ...], ...]) -> tuple[Seating, ...]:
    if before.running is not None:
        raise RuleError(f"Round {len(before.rounds)} is not closed yet.")
    _all_played(before)
    if before.created.rounds is not None and len(before.rounds) >= before.created.rounds:
        raise RuleError(f"All {before.created.rounds} rounds are played.")
    made: tuple[Seating, ...] = ()
    tables = iter(before.tables)
    for players in pairings:
        _may_sit(before, players, made)
        made = (*made, Seating(players, next(tables, None) if len(players) > 1 else None))
    return made


def _may_sit(
    tournament: Tournament, players: tuple[int, ...], others: Sequence[Seating], staying: tuple[int, ...] = ()
) -> None:
    """Raises RuleError where these players cannot sit together while `others` sit elsewhere. `staying`: who sits there already,
    and may stay there after leaving."""
    most = tournament.created.sizes[1]
    if len(players) > most:
        raise RuleError(f"At most {most} sit at a table.")
    if len(set(players)) < len(players):
        raise RuleError("A player stands twice in the list.")
    for player in players:
        if _has_player(tournament, player).is_out and player not in staying:
            raise RuleError(f"{tournament.name(player)} has left.")
        if any(player in one.players for one in others):
            raise RuleError(f"{tournament.name(player)} sits at another table.")


def _open_round(tournament: Tournament) -> tuple[Seating, ...]:
    """The pairings that can be changed by hand: those of the draft, else of the running round."""
    return tournament.draft if tournament.draft is not None else _running(tournament).pairings


def _running(tournament: Tournament) -> Round:
    if tournament.running is None:
        raise RuleError("No round is played now.")
    return tournament.running


def _pairing(pairings: tuple[Seating, ...], at: int) -> Seating:
    if not 0 <= at < len(pairings) or not pairings[at].players:
        raise RuleError("There is no such pairing.")
    return pairings[at]


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _ordered(uuid: str, seating: Seating, number: int, at: int) -> Seating:
    """A pairing without a result, and with the id of its order, which the event with this number made."""
    order = str(uuid5(UUID(uuid), f"{number} {at}")) if len(seating.players) > 1 else ""
    return msgspec.structs.replace(seating, order=order, places=None, game=None)


def _with_open_round(
    before: Tournament, pairings: tuple[Seating, ...], changed: Iterable[int], number: int
) -> Tournament:
    """Put the pairings back where they came from; in a running round those that have changed get new orders."""
    if before.draft is not None:
        return msgspec.structs.replace(before, draft=pairings)
    for at in changed:
        pairings = _put(pairings, at, _ordered(before.id, pairings[at], number, at))
    return _with_round(before, msgspec.structs.replace(_running(before), pairings=pairings))


def _with_round(before: Tournament, last: Round) -> Tournament:
    return msgspec.structs.replace(before, rounds=(*before.rounds[:-1], last))


def _without_result(tournament: Tournament, seating: Seating) -> Seating:
    """Raises RuleError where the pairing has a result."""
    if seating.places is not None:
        raise RuleError(f"{listed(tournament.names(seating))} have a result: order their game again first.")
    return seating


def _swapped(before: Tournament, one: int, other: int, number: int) -> Tournament:
    pairings = _open_round(before)
    seats: list[tuple[int, int]] = []
    for player in (one, other):
        _has_player(before, player)
        found = [(at, all_.players.index(player)) for at, all_ in enumerate(pairings) if player in all_.players]
        if not found:
            raise RuleError(f"{before.name(player)} sits at no table of this round.")
        _without_result(before, pairings[found[0][0]])
        seats += found
    if one == other:
        raise RuleError("A player cannot change seats with themselves.")
    for (at, seat), player in zip(seats, (other, one), strict=True):
        players = _put(pairings[at].players, seat, player)
        pairings = _put(pairings, at, msgspec.structs.replace(pairings[at], players=players))
    return _with_open_round(before, pairings, {at for at, _ in seats}, number)


def _free_table(tournament: Tournament, pairings: Sequence[Seating]) -> str | None:
    """A table of the tournament at which nobody sits."""
    taken = {one.table for one in pairings}
    return next((table for table in tournament.tables if table not in taken), None)


def _seated(before: Tournament, pairing: int | None, players: tuple[int, ...], number: int) -> Tournament:
    pairings = _open_round(before)
    if pairing is None:
        if not players:
            raise RuleError("Nobody is named.")
        _may_sit(before, players, pairings)
        table = _free_table(before, pairings) if len(players) > 1 else None
        return _with_open_round(before, (*pairings, Seating(players, table)), [len(pairings)], number)
    old = _without_result(before, _pairing(pairings, pairing))
    others = (*pairings[:pairing], *pairings[pairing + 1 :])
    _may_sit(before, players, others, old.players)
    table = old.table
    if len(players) < 2:
        table = None
    elif table is None:
        table = _free_table(before, others)
    return _with_open_round(before, _put(pairings, pairing, Seating(players, table)), [pairing], number)


def _recalled(before: Tournament) -> Tournament:
    """The running round as a draft; without one where somebody in it has left meanwhile."""
    pairings = tuple(
        Seating(one.players, one.table) for one in (_without_result(before, each) for each in _running(before).pairings)
    )
    number = len(before.rounds) - 1
    players = tuple(msgspec.structs.replace(one, since=min(one.since, number)) for one in before.players)
    has_left = any(players[player].is_out for one in pairings for player in one.players)
    draft = None if has_left else pairings
    return msgspec.structs.replace(before, players=players, rounds=before.rounds[:-1], draft=draft)


def _table_changed(before: Tournament, pairing: int, table: str | None, number: int) -> Tournament:
    pairings = _open_round(before)
    old = _without_result(before, _pairing(pairings, pairing))
    if table is not None:
        _table_name(table)
        if len(old.players) < 2:
            raise RuleError("Who has a bye needs no table.")
        for at, one in enumerate(pairings):
            if one.table == table and at != pairing and (before.draft is not None or one.is_open):
                raise RuleError(f"{listed(before.names(one))} play at {table_label(table)}.")
    moved = msgspec.structs.replace(old, table=table)
    return _with_open_round(before, _put(pairings, pairing, moved), [pairing], number)


def _entered(before: Tournament, event: Entered) -> Tournament:
    if not 0 <= event.round < len(before.rounds):
        raise RuleError(f"There is no round {event.round + 1}.")
    played = before.rounds[event.round]
    old = _pairing(played.pairings, event.pairing)
    if old.is_bye:
        raise RuleError(f"{before.name(old.players[0])} has a bye.")
    if event.game is not None and event.game != old.game and (old.game is not None or old.places is not None):
        raise RuleError(f"{listed(before.names(old))} have a result.")
    is_struck = event.places is None and event.game is not None and event.game == old.game
    if not is_struck and not _is_result(event.places, len(old.players)):
        raise RuleError(
            "A result gives each player a place from 1 on; who shares one leaves out the next: 1, 2, 2 and 4."
        )
    new = msgspec.structs.replace(old, places=event.places, game=event.game)
    changed = msgspec.structs.replace(played, pairings=_put(played.pairings, event.pairing, new))
    return msgspec.structs.replace(before, rounds=_put(before.rounds, event.round, changed))


def _is_result(places: Sequence[int] | None, players: int) -> bool:
    return places is not None and len(places) == players and is_ranking(places)


def is_ranking(places: Sequence[int]) -> bool:
    """Whether these can be the places of one table. Two who are both second have both lost."""
    return places == (2, 2) or all(place == 1 + sum(other < place for other in places) for place in places)


# What may be added


def proposed(before: Tournament | None, event: Event) -> Event:
    """The event as it may be added, with names in their usual form. Raises RuleError for names that no table can show, a game
    that there is not, and options that it has not."""
    match event:
        case Created():
            game = find_game(event.game)
            for count in sorted({*event.sizes}):
                if not game.seats[0] <= count <= game.seats[1]:
                    raise RuleError(f"{game.title} is not for {count} players.")
                game.read_options(event.options, count)
            return msgspec.structs.replace(event, name=" ".join(normalize("NFC", event.name).split()))
        case Added(names):
            return Added(tuple(_player_name(name) for name in names))
        case Renamed(player, name):
            return Renamed(player, _player_name(name))
        case Entered(number, at, _, None) if before is not None and number < len(before.rounds):
            old = _pairing(before.rounds[number].pairings, at)
            if old.game is not None and old.places is not None:
                raise RuleError(
                    f"The game of {listed(before.names(old))} has this result: it is corrected on that game's page."
                )
            return event
        case _:
            return event


def _player_name(text: str) -> str:
    try:
        return str(name_move(text)["name"])
    except RuleError as error:
        raise RuleError(f"{text.strip()[:40]!r}: {error}") from error


def fair_options(game: AnyGame) -> dict[str, Any]:
    """The options by which nobody at a table has another part than the others: where the lobby offers the table for what else one
    of the players does, the table does it."""
    return {
        setting.name: value.value
        for setting in game.settings
        if setting.of_seats
        for value in setting.values
        if value.value == "table"
    }


def possible_sizes(game: AnyGame, system: System) -> tuple[int, int] | None:
    """How many may sit at one table of a game; None where it cannot be played so."""
    low, high = game.seats
    if system != "pods":
        return (2, 2) if low <= 2 <= high else None
    return (max(low, 3), min(high, 6)) if high >= 3 else None


def next_round(tournament: Tournament) -> Drafted:
    """A draft of the next round. Raises RuleError where it cannot be made."""
    players = [str(at) for at, one in enumerate(tournament.players) if not one.is_out]
    if len(players) < 2:
        raise RuleError("A round needs two players.")
    _draft(tournament, ())
    history = [
        [Pairing(tuple(map(str, one.players)), tournament.points(one)) for one in played.pairings if one.players]
        for played in tournament.rounds
    ]
    created = tournament.created
    made = pair(history, players, created.system, sizes=created.sizes, rounds=tournament.planned)
    return Drafted(tuple(tuple(map(int, one.players)) for one in made))


def places_of(scores: Sequence[float], winners: Sequence[int]) -> tuple[int, ...]:
    """The places of a finished game: who won is first, the others follow by their scores, the better ones first. Where a winner
    has less than somebody else, less is better."""
    fewer = any(scores[won] < score for won in winners for score in scores)
    keys = [(seat not in winners, score if fewer else -score) for seat, score in enumerate(scores)]
    # Winners share the first place, whatever their scores.
    keys = [(False, 0.0) if not lost else (lost, score) for lost, score in keys]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


# Standings


class Standing(NamedTuple):
    """The place of a player, and what it comes from. `ties`: in the order of `tie_breaks`."""

    place: int
    player: int
    points: float
    ties: tuple[float, ...]
    played: int


def tie_breaks(system: System) -> tuple[str, ...]:
    """What decides between players of equal points, by name."""
    match system:
        case "swiss":
            return ("Median", "Buchholz")
        case "round_robin":
            return ("Sonneborn-Berger", "Wins")
        case "pods":
            return ("First places", "Second places")
        case _:
            assert_never(system)


def _standings(tournament: Tournament) -> tuple[Standing, ...]:
    results: dict[int, list[tuple[Seating, int, float]]] = {at: [] for at in range(len(tournament.players))}
    for played in tournament.rounds:
        for one in played.pairings:
            for seat, points in enumerate(tournament.points(one) or ()):
                results[one.players[seat]].append((one, seat, points))
    total = {player: sum(points for _, _, points in own) for player, own in results.items()}
    rows = [
        (-total[player], *(-tie for tie in _ties(tournament.created.system, player, own, total)), player)
        for player, own in results.items()
    ]
    made: list[Standing] = []
    for at, row in enumerate(sorted(rows)):
        *keys, player = row
        shares = made and (-made[-1].points, *(-tie for tie in made[-1].ties)) == tuple(keys)
        place = made[-1].place if shares else at + 1
        played_games = sum(not one.is_bye for one, _, _ in results[int(player)])
        made.append(
            Standing(place, int(player), total[int(player)], tuple(-tie + 0.0 for tie in keys[1:]), played_games)
        )
    return tuple(made)


def _ties(
    system: System, player: int, own: Sequence[tuple[Seating, int, float]], total: dict[int, float]
) -> tuple[float, ...]:
    if system == "pods":
        places = [one.places[seat] for one, seat, _ in own if one.places is not None and not one.is_bye]
        return (float(places.count(1)), float(places.count(2)))
    # A bye counts as a game with somebody who has as many points as the player (FIDE Handbook C.07, 16.4).
    met = [total[player] if one.is_bye else total[one.players[1 - seat]] for one, seat, _ in own]
    if system == "round_robin":
        won = sum(points == 1.0 for one, _, points in own if not one.is_bye)
        return (sum(points * other for (_, _, points), other in zip(own, met, strict=True)), float(won))
    median = sum(sorted(met)[1:-1]) if len(met) > 2 else sum(met)
    return (median, sum(met))


# Words and lists


def table_label(table: str | None) -> str:
    """What people call a table: Table 4 for table-4."""
    found = re.fullmatch(r"table-0*([0-9]+)", table or "")
    return f"Table {found[1]}" if found else (table or "No table")


def number_text(points: float) -> str:
    """3, 2½ or 1.33."""
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return str(int(whole)) if rest == 0 else f"{points:.2f}"


def time_text(seconds: float) -> str:
    """What is left, as 12:05 or 1:02:05."""
    whole = math.ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes:02}:{whole % 60:02}"


def result_text(tournament: Tournament, seating: Seating) -> str:
    """1 : 0, or the points of a pod; "bye"; empty without a result."""
    if seating.is_bye:
        return "bye"
    points = tournament.points(seating)
    return " : ".join(map(number_text, points)) if points is not None else ""


def event_text(before: Tournament | None, event: Event) -> str:
    """What happened, as the trail says it. `before`: the tournament when it happened."""
    if before is None or isinstance(event, Created):
        return "made the tournament"

    def who(player: int) -> str:
        return before.name(player) if 0 <= player < len(before.players) else "?"

    def pairing(at: int) -> str:
        pairings = before.draft or (before.rounds[-1].pairings if before.rounds else ())
        return listed(before.names(pairings[at])) if at < len(pairings) else "?"

    match event:
        case Added(names):
            return f"added {listed(names)}"
        case Renamed(player, name):
            return f"called {who(player)} {name}"
        case Withdrawn(player):
            return f"noted that {who(player)} has left"
        case Returned(player):
            return f"noted that {who(player)} is back"
        case Assigned(tables):
            return f"gave it {listed([table_label(one) for one in tables]) or 'no tables'}"
        case Drafted():
            return f"made a draft of round {len(before.rounds) + 1}"
        case Swapped(one, other):
            return f"had {who(one)} and {who(other)} change seats"
        case Seated(None, players):
            return f"put {listed([who(one) for one in players])} at a table"
        case Seated(at, players):
            assert at is not None, "the case before"
            return f"put {listed([who(one) for one in players]) or 'nobody'} where {pairing(at)} sat"
        case TableChanged(at, table):
            return f"moved {pairing(at)} to {table_label(table)}"
        case Released():
            return f"released round {len(before.rounds) + 1}"
        case Recalled():
            return f"took back the release of round {len(before.rounds)}"
        case ClockStarted():
            return f"started the clock of round {len(before.rounds)}"
        case ClockPaused():
            return f"paused the clock of round {len(before.rounds)}"
        case ClockResumed():
            return f"let the clock of round {len(before.rounds)} go on"
        case Entered(number, at, places, game):
            pairings = before.rounds[number].pairings if number < len(before.rounds) else ()
            if at >= len(pairings):
                return f"entered a result in round {number + 1}"
            old = pairings[at]
            result = result_text(before, msgspec.structs.replace(old, places=places))
            if game is not None and places is None:
                return f"struck out the game of {listed(before.names(old))} in round {number + 1}"
            what = "corrected" if old.places is not None or (game is not None and game == old.game) else "entered"
            return f"{what} the result of {listed(before.names(old))} in round {number + 1}: {result}"
        case OrderedAgain(at):
            return f"had {pairing(at)} begin their game again"
        case Closed():
            return f"closed round {len(before.rounds)}"
        case Reopened():
            what = "the tournament" if before.is_finished else f"round {len(before.rounds)}"
            return f"opened {what} again"
        case Finished():
            return "finished the tournament"
        case _:
            assert_never(event)


def renamed_event(event: Event, player: int, first: int, name: str) -> Event:
    """The event with `name` in the place of a player's own. `first`: how many players there were before the event."""
    match event:
        case Added(names) if first <= player < first + len(names):
            return Added(_put(names, player - first, name))
        case Renamed(renamed, _) if renamed == player:
            return Renamed(player, name)
        case _:
            return event


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def read_names(text: str) -> tuple[str, ...]:
    """The names in a list, one a line, or in the column "name" of a table with commas, semicolons or tabs. Raises RuleError."""
    lines = text.lstrip("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    mark = max(",;\t", key=first.count)
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark)]
    except csv.Error as error:
        raise RuleError(f"The list cannot be read: {error}.") from error
    rows = [row for row in rows if any(row)]
    column = 0
    if rows and "name" in (titles := [cell.casefold() for cell in rows[0]]):
        column = titles.index("name")
        rows = rows[1:]
    names = [row[column] for row in rows if len(row) > column and row[column]]
    return tuple(name[1:] if name[:1] == "'" and name[1:2] in _FORMULA else name for name in names)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV in which no cell is a formula."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    for row in rows:
        cells = [f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in row]
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells])
    return made.getvalue()


def players_csv(tournament: Tournament) -> str:
    """The list of players."""
    rows = [("number", "name", "state")]
    rows += [(str(at), one.name, "left" if one.is_out else "plays") for at, one in enumerate(tournament.players, 1)]
    return csv_text(rows)


def pairings_csv(tournament: Tournament) -> str:
    """All released pairings, one player a row."""
    rows: list[Sequence[object]] = [("round", "table", "seat", "name", "points")]
    for number, played in enumerate(tournament.rounds, 1):
        for one in played.pairings:
            points = tournament.points(one)
            for seat, name in enumerate(tournament.names(one)):
                table = "bye" if one.is_bye else one.table or ""
                rows.append((number, table, seat + 1, name, "" if points is None else points[seat]))
    return csv_text(rows)


def standings_csv(tournament: Tournament) -> str:
    """The standings."""
    ties = tie_breaks(tournament.created.system)
    rows: list[Sequence[object]] = [("place", "name", "points", *map(str.lower, ties), "played")]
    rows += [
        (one.place, tournament.name(one.player), one.points, *one.ties, one.played) for one in tournament.standings
    ]
    return csv_text(rows)
