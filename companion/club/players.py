"""The players of a club: how many games they have played and won, and how well they play; and how somebody is forgotten.

A player is a name. The machine is no player, and neither is who was forgotten: their seats have names of their own.

A rating is openskill's Plackett-Luce, for each kind of game alone. Games are rated in the order in which they arrived: those who
have won are equal, and stand before the others, who are equal, too. A game that was struck out, or with fewer than two people,
is not rated. After a change of any result all games are rated again.

Invariant: once a name is forgotten and the database swept, no table of the club's has it, and no byte of an SQLite file.
"""

import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import sqlalchemy as sql
from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.club import tournaments
from companion.club.database import CORRECTION, FORGOTTEN, GAME, SEAT, Database
from companion.club.organisers import ORGANISER
from companion.club.tournament import SOMEBODY
from companion.core.errors import RequestError
from companion.table.lobby_rules import MACHINE_NAMES

_FORGOTTEN_NAME: Final = re.compile(rf"{SOMEBODY}( \d+)?", re.ASCII)
FIRST_RATING: Final = 1000
RATING_STEP: Final = 40
"""Of a rating, for each unit of openskill's skill. What is shown is the skill that a player has at least, almost for certain."""


class Rated(Struct, frozen=True):
    """How well somebody plays a game. `games`: how many were rated."""

    rating: int
    games: int


class Player(Struct, frozen=True):
    """Somebody who has played. `games`: those that count; `ratings`: by the kind of game."""

    name: str
    games: int
    wins: int
    ratings: dict[str, Rated]


def is_player(name: str) -> bool:
    """Whether a seat with this name is a person's whom the club knows."""
    return MACHINE_NAMES.fullmatch(name) is None and _FORGOTTEN_NAME.fullmatch(name) is None


class Players:
    """The players in a database. All methods raise DatabaseError, and may be called on any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._model = PlackettLuce()
        self._skills: dict[str, dict[str, tuple[PlackettLuceRating, int]]] = {}
        """By name, then by kind of game: the skill, and how many games were rated."""
        self._last = 0
        """The number of the last game that was rated."""
        self._changes: tuple[int, int] = (0, 0)
        """The last change of a result, and of a name, that the skills know."""

    def all(self) -> list[Player]:
        """All players, those with most wins first."""
        games = sql.func.sum(sql.case((GAME.c.struck, 0), else_=1))
        wins = sql.func.sum(sql.case((GAME.c.struck, 0), (SEAT.c.won, 1), else_=0))
        query = (
            sql.select(SEAT.c.name, games, wins)
            .join(GAME, GAME.c.number == SEAT.c.game)
            .group_by(SEAT.c.name)
            .order_by(wins.desc(), games, SEAT.c.name)
        )
        with self._database.reading() as connection, self._lock:
            self._rate(connection)
            return [
                Player(name, int(played), int(won), self._rated(name))
                for name, played, won in connection.execute(query)
                if is_player(name)
            ]

    def player(self, name: str) -> Player | None:
        """One of them."""
        return next((one for one in self.all() if one.name == name), None)

    # Ratings

    def _rated(self, name: str) -> dict[str, Rated]:
        return {
            kind: Rated(round(FIRST_RATING + RATING_STEP * skill.ordinal()), games)
            for kind, (skill, games) in sorted(self._skills.get(name, {}).items())
        }

    def _rate(self, connection: sql.Connection) -> None:
        """Rate the games that have come since the last time, or all of them after a change."""
        # Read before the games: a change that comes in between is found the next time.
        changes = (_last(connection, CORRECTION.c.number), _last(connection, FORGOTTEN.c.number))
        if changes != self._changes:
            self._skills, self._last, self._changes = {}, 0, changes
        query = (
            sql.select(GAME.c.number, GAME.c.kind, SEAT.c.name, SEAT.c.won)
            .join(SEAT, SEAT.c.game == GAME.c.number)
            .where(GAME.c.number > self._last, sql.not_(GAME.c.struck))
            .order_by(GAME.c.number, SEAT.c.seat)
        )
        seats: list[tuple[str, bool]] = []
        number, kind = self._last, ""
        for row in connection.execution_options(yield_per=1000).execute(query):
            if row.number != number:
                self._rate_game(kind, seats)
                number, kind, seats = row.number, row.kind, []
            if is_player(row.name):
                seats.append((row.name, row.won))
        self._rate_game(kind, seats)
        self._last = number

    def _rate_game(self, kind: str, seats: Sequence[tuple[str, bool]]) -> None:
        names = [name for name, _ in seats]
        if len(names) < 2 or len({*names}) < len(names):
            return
        known = [self._skills.setdefault(name, {}).get(kind) or (self._model.rating(), 0) for name in names]
        rated = self._model.rate([[skill] for skill, _ in known], ranks=[1.0 if won else 2.0 for _, won in seats])
        for name, (skill,), (_, games) in zip(names, rated, known, strict=True):
            self._skills[name][kind] = (skill, games + 1)


def _last(connection: sql.Connection, column: sql.Column[int]) -> int:
    return connection.execute(sql.select(sql.func.max(column))).scalar() or 0


# To forget somebody


def forget(database: Database, name: str, by: str, now: Callable[[], float] = time.time) -> int:
    """Replace a name by `SOMEBODY` wherever the club keeps it; `Database.sweep` cleans the files afterwards. Returns how many
    games had it. Raises RequestError with a sentence, and DatabaseError."""
    if not is_player(name):
        raise RequestError(f"{name} is no player.")
    with database.writing() as connection:
        if connection.execute(sql.select(ORGANISER.c.number).where(ORGANISER.c.name == name)).first() is not None:
            raise RequestError(f"{name} is an organiser: companion club remove-organiser {name} comes first.")
        found = [
            forget_in(connection, name) for forget_in in (_forget_in_games, _forget_in_changes, tournaments.forget)
        ]
        if not any(found):
            raise RequestError(f"The club knows nobody called {name}.")
        connection.execute(sql.insert(FORGOTTEN).values(at=now(), organiser=by, swept=False))
    return found[0]


def _forget_in_games(connection: sql.Connection, name: str) -> int:
    query = sql.select(GAME.c.number, GAME.c.line).where(
        GAME.c.number.in_(sql.select(SEAT.c.game).where(SEAT.c.name == name))
    )
    found = connection.execute(query).all()
    for number, text in found:
        line: dict[str, Any] = json.loads(text)
        line["players"] = [SOMEBODY if one == name else one for one in line["players"]]
        written = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        connection.execute(sql.update(GAME).where(GAME.c.number == number).values(line=written))
        # A reason may name them: of these games in whatever form.
        _forget_in_reasons(connection, re.compile(re.escape(name), re.IGNORECASE), CORRECTION.c.game == number)
    connection.execute(sql.update(SEAT).where(SEAT.c.name == name).values(name=SOMEBODY))
    return len(found)


def _forget_in_changes(connection: sql.Connection, name: str) -> int:
    gone = connection.execute(
        sql.update(CORRECTION).where(CORRECTION.c.organiser == name).values(organiser=SOMEBODY)
    ).rowcount
    connection.execute(sql.update(FORGOTTEN).where(FORGOTTEN.c.organiser == name).values(organiser=SOMEBODY))
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return gone + _forget_in_reasons(connection, word, sql.true())


def _forget_in_reasons(connection: sql.Connection, name: re.Pattern[str], where: sql.ColumnElement[bool]) -> int:
    changed = 0
    for number, reason in connection.execute(sql.select(CORRECTION.c.number, CORRECTION.c.reason).where(where)).all():
        if name.search(reason):
            without = name.sub(SOMEBODY, reason)[:300]
            connection.execute(sql.update(CORRECTION).where(CORRECTION.c.number == number).values(reason=without))
            changed += 1
    return changed
