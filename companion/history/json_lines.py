"""Games as JSON Lines: one finished game a line, with its keys in a fixed order.

Invariant: `decode_game_line` accepts each line of `encode_game_line`, and encoding the game again gives the same bytes. Any
other line is refused with the first reason found.
"""

import re
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.core.errors import RequestError, RuleError
from companion.core.fonts.faces import undrawable_letters
from companion.core.prompt import Move
from companion.core.seat import Actor, Seat
from companion.core.words import MAX_NAME_LETTERS
from companion.history.replay import ReplayedGame, game_and_options, replayed_ending
from companion.journal.rows import GameEnding, SavedGame
from companion.table.effects import Opened

_LINE_FORMAT: Final = 1
MAX_GAME_LINE_BYTES: Final = 1 << 22
"""Most bytes of a line."""


class LineMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move and who made it."""

    actor: Actor
    move: Move


class LineScore(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class GameLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file, in the order of its keys."""

    format: int
    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    players: tuple[str, ...]
    at: str
    moves: tuple[LineMove, ...]
    result: LineScore


_DECODER = msgspec.json.Decoder(GameLine)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode_game_line(one: ReplayedGame) -> bytes | None:
    """The line of a game, with its line feed; None for a game that is not over."""
    how = replayed_ending(one)
    return finished_game_line(one.kept, how) if how.how == "over" else None


def finished_game_line(kept: SavedGame, how: GameEnding) -> bytes:
    """The line of a game that is over, with its line feed."""
    line = GameLine(
        format=_LINE_FORMAT,
        game=kept.opened.game,
        rules=kept.opened.rules,
        options=kept.opened.options,
        seats=len(kept.opened.names),
        players=kept.opened.names,
        at=kept.at,
        moves=tuple(LineMove(actor, move) for actor, move in kept.steps),
        result=LineScore(how.scores, how.winners or ()),
    )
    return _ENCODER.encode(line) + b"\n"


def decode_game_line(text: bytes) -> ReplayedGame:
    """The replayed game of a line. Raises RequestError or RuleError with the reason why the line is refused."""
    try:
        return _checked_replay(_decoded(text))
    except RecursionError as error:
        raise RequestError("It is nested too deeply.") from error


def _decoded(text: bytes) -> GameLine:
    if len(text) > MAX_GAME_LINE_BYTES:
        raise RequestError(f"It is over {MAX_GAME_LINE_BYTES} bytes.")
    try:
        line: GameLine = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        reason = str(error).replace("Object missing required field", "it lacks the key").replace("`", "'")
        reason = reason.replace("Object contains unknown field", "it has the unknown key")
        raise RequestError(
            f"It is not a game as `companion export` writes it: {reason[:1].lower()}{reason[1:]}."
        ) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestError(f"It is not JSON: {error}.") from error
    if line.format != _LINE_FORMAT:
        raise RequestError(f"It is of format {line.format}, and this version reads format {_LINE_FORMAT}.")
    if len(line.players) != line.seats:
        raise RequestError(f"It names {len(line.players)} players for {line.seats} seats.")
    for name in line.players:
        if not 0 < len(name) <= MAX_NAME_LETTERS or not name.isprintable() or name != name.strip():
            raise RequestError(
                f"A player's name has 1 to {MAX_NAME_LETTERS} letters that can be printed, not {name[:40]!r}."
            )
        if letters := undrawable_letters(name):
            raise RequestError(
                f"The screens cannot draw {letters} of the player's name {name!r}: write the name with other letters."
            )
    if not _is_date(line.at):
        raise RequestError(f'"at" is a date and time like "2026-01-31T20:15:00+00:00", not {line.at[:40]!r}.')
    return line


def _checked_replay(line: GameLine) -> ReplayedGame:
    opened = Opened(line.game, line.rules, line.options, line.players)
    game, options = game_and_options(opened)
    steps = tuple((turn.actor, turn.move) for turn in line.moves)
    kept = SavedGame(opened, line.at, b"", steps, abandoned=False)
    one = ReplayedGame(kept, game, options, tuple(game.replay_states(options, line.seats, steps)))
    how = replayed_ending(one)
    if how.how != "over":
        raise RuleError("Its moves do not end the game.")
    if (how.scores, how.winners) != (line.result.scores, line.result.winners):
        claimed, found = (
            f"scores {list(scores)} and winners {list(winners or ())}"
            for scores, winners in ((line.result.scores, line.result.winners), (how.scores, how.winners))
        )
        raise RuleError(f"Its result does not agree: it says {claimed}, and its moves give {found}.")
    return one


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)", text, re.ASCII):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
