"""The results of a club: which games were played, what their results are, and how an organiser changes one.

The line of a game stays as its table sent it. What the club takes for its result stands in the rows of its seats; each change is
a row of its own with the results before and after it, who made it, when and why. Undoing a change is a change back.

Invariants. The rows of the seats, and `struck` and `corrected` of the game, say what `after` of the game's last change says. The
tournament for which a game was played follows each change, in the same transaction.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sql
from msgspec import Struct

from companion.club import tournaments
from companion.club.database import CORRECTION, GAME, SEAT, Database, GameResult
from companion.core.errors import RequestError, RuleError
from companion.core.options import values_of
from companion.core.prompt import same
from companion.core.seat import Seat, seat_number
from companion.games.catalog import CATALOG, find_game
from companion.history.json_lines import GameLine

PAGE: Final = 50
"""Games on one page."""
LONGEST_REASON: Final = 300
HIGHEST_SCORE: Final = 1e6


class ListedGame(Struct, frozen=True):
    """A game in a list. `seats`: the names, scores, and who has won, by seat."""

    number: int
    id: str
    kind: str
    table: str
    received: float
    corrected: bool
    struck: bool
    seats: tuple[tuple[str, float, bool], ...]

    @property
    def title(self) -> str:
        """What the game is called."""
        return title_of(self.kind)


class Change(Struct, frozen=True):
    """A change of a result. `number`: rises."""

    number: int
    at: float
    by: str
    reason: str
    before: GameResult
    after: GameResult


class OneGame(Struct, frozen=True):
    """A game with all that is known of it. `at`: when it was played, as its table says. `sent`: the result that its moves give;
    `result`: the club's. `changes`: from the first on."""

    listed: ListedGame
    order: str | None
    at: str
    options: tuple[tuple[str, str], ...]
    moves: int
    sent: GameResult
    result: GameResult
    changes: tuple[Change, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(name for name, _, _ in self.listed.seats)

    @property
    def version(self) -> int:
        """The number of the last change; 0 before the first."""
        return self.changes[-1].number if self.changes else 0


class Filter(Struct, frozen=True):
    """Which games are asked for: all that agree with what is not empty."""

    player: str = ""
    table: str = ""
    game: str = ""


class ChangedMeanwhileError(RequestError):
    """Somebody else has changed this result."""


class Results:
    """The results in a database. All methods raise DatabaseError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, wanted: Filter, before: int | None = None) -> tuple[list[ListedGame], bool]:
        """Games, the newest first: those that came before the one with the number `before`. And whether there are more."""
        query = sql.select(GAME).order_by(GAME.c.number.desc()).limit(PAGE + 1)
        if before is not None:
            query = query.where(GAME.c.number < before)
        if wanted.table:
            query = query.where(GAME.c.club_table == wanted.table)
        if wanted.game:
            query = query.where(GAME.c.kind == wanted.game)
        if wanted.player:
            query = query.where(GAME.c.number.in_(sql.select(SEAT.c.game).where(SEAT.c.name == wanted.player)))
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            return _listed(connection, rows[:PAGE]), len(rows) > PAGE

    def kinds_and_tables(self) -> tuple[list[str], list[str]]:
        """Which kinds of games were played, and at which tables."""
        with self._database.reading() as connection:
            found = [
                [str(one) for one in connection.execute(sql.select(column).distinct().order_by(column)).scalars()]
                for column in (GAME.c.kind, GAME.c.club_table)
            ]
        return found[0], found[1]

    def game(self, uuid: str) -> OneGame | None:
        """The game with that id."""
        with self._database.reading() as connection:
            return _one(connection, uuid)

    def change(self, uuid: str, version: int, result: GameResult, by: str, reason: str, at: float) -> str | None:
        """Give a game another result. `version`: that of the game which the organiser has seen. Returns the id of the tournament
        whose result has changed with it. Raises RequestError with a sentence: ChangedMeanwhileError where the game has another
        version by now."""
        reason = " ".join(reason.split())
        if not reason:
            raise RequestError("Say why: the reason stands beside the result.")
        if len(reason) > LONGEST_REASON:
            raise RequestError(f"A reason has at most {LONGEST_REASON} letters.")
        with self._database.writing() as connection:
            game = _one(connection, uuid)
            if game is None:
                raise RequestError("There is no such game.")
            if game.version != version:
                raise ChangedMeanwhileError(
                    "Somebody else has changed this result meanwhile. Look at it, and send yours again if it is still right."
                )
            fault = _fault(result, len(game.names))
            if fault:
                raise RequestError(fault)
            if result == game.result:
                raise RequestError("This is the result already.")
            number = game.listed.number
            connection.execute(
                sql.insert(CORRECTION).values(
                    game=number, at=at, organiser=by, reason=reason, before=_json(game.result), after=_json(result)
                )
            )
            connection.execute(
                sql.update(GAME)
                .where(GAME.c.number == number)
                .values(struck=result.struck, corrected=result != game.sent)
            )
            for seat, score in enumerate(result.scores):
                connection.execute(
                    sql.update(SEAT)
                    .where(SEAT.c.game == number, SEAT.c.seat == seat)
                    .values(score=score, won=seat in result.winners)
                )
            try:
                return None if game.order is None else tournaments.follow(connection, uuid, by, at)
            except RuleError as refusal:
                raise RequestError(str(refusal)) from refusal

    def undo(self, uuid: str, version: int, by: str, at: float) -> str | None:
        """Take the last change back, by another change. Returns and raises as `change` does."""
        game = self.game(uuid)
        if game is None or not game.changes:
            raise RequestError("Nothing was changed in this game.")
        last = game.changes[-1]
        return self.change(uuid, version, last.before, by, f"Undone: {last.reason}"[:LONGEST_REASON], at)


def title_of(kind: str) -> str:
    """What a game is called; its name where this version does not know it."""
    return next((game.title for game in CATALOG if game.name == kind), kind)


def plain(score: float) -> int | float:
    """A score without a point where it needs none."""
    return int(score) if float(score).is_integer() else float(score)


def _fault(result: GameResult, seats: int) -> str:
    """Why this is no result; empty where it is one."""
    if len(result.scores) != seats or not {*result.winners} <= {*range(seats)}:
        return "This game has other seats."
    for seat, score in enumerate(result.scores):
        if not math.isfinite(score) or abs(score) > HIGHEST_SCORE or round(score, 3) != score:
            return f"The score of seat {seat_number(Seat(seat))} is a number, such as 3 or 1.5."
    return ""


def _json(result: GameResult) -> str:
    return msgspec.json.encode(result).decode()


def _listed(connection: sql.Connection, rows: Sequence[Any]) -> list[ListedGame]:
    seats: dict[int, list[tuple[str, float, bool]]] = {row.number: [] for row in rows}
    if rows:
        query = sql.select(SEAT).where(SEAT.c.game.in_(list(seats))).order_by(SEAT.c.game, SEAT.c.seat)
        for one in connection.execute(query):
            seats[one.game].append((one.name, plain(one.score), one.won))
    return [
        ListedGame(
            row.number,
            row.id,
            row.kind,
            row.club_table,
            row.received,
            row.corrected,
            row.struck,
            tuple(seats[row.number]),
        )
        for row in rows
    ]


def _one(connection: sql.Connection, uuid: str) -> OneGame | None:
    row = connection.execute(sql.select(GAME).where(GAME.c.id == uuid)).one_or_none()
    if row is None:
        return None
    (listed,) = _listed(connection, [row])
    query = sql.select(CORRECTION).where(CORRECTION.c.game == row.number).order_by(CORRECTION.c.number)
    changes = tuple(
        Change(
            one.number,
            one.at,
            one.organiser,
            one.reason,
            msgspec.json.decode(one.before, type=GameResult),
            msgspec.json.decode(one.after, type=GameResult),
        )
        for one in connection.execute(query)
    )
    line = msgspec.json.decode(row.line, type=GameLine)
    sent = GameResult(line.result.scores, tuple(sorted(line.result.winners)))
    result = GameResult(
        tuple(plain(score) for _, score, _ in listed.seats),
        tuple(seat for seat, (_, _, won) in enumerate(listed.seats) if won),
        row.struck,
    )
    return OneGame(listed, row.order_id, line.at, _options(line), len(line.moves), sent, result, changes)


def _options(line: GameLine) -> tuple[tuple[str, str], ...]:
    """The options that were given, in the words of the lobby."""
    try:
        settings = find_game(line.game).settings
    except RuleError:
        return tuple((name, str(value)) for name, value in line.options.items())
    titles = {one.name: one for one in settings}
    values = values_of(settings, line.options)
    said = []
    for name in line.options:
        setting = titles.get(name)
        if setting is None:
            said.append((name, str(line.options[name])))
            continue
        value = values[name]
        label = next((offered.label for offered in setting.values if same(offered.value, value)), None)
        if label is None and setting.of_seats and isinstance(value, int) and 0 <= value < len(line.players):
            label = line.players[value]
        said.append((setting.title, str(value) if label is None else label))
    return tuple(said)
