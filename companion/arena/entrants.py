"""Who plays: bots of the catalog by their names, and outside programs by their command lines."""

import shlex
import shutil
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from companion.core.errors import RequestError
from companion.core.game import AnyGame
from companion.games.mind import mind_of

PROGRAM: Final = "cmd:"
"""How an entrant begins that is a command line."""


class Entrant(Struct, frozen=True):
    """`given`: as the command line names it; `command`: the words of an outside program, none for a bot."""

    given: str
    command: tuple[str, ...] = ()


def entrants(game: AnyGame, given: Sequence[str]) -> tuple[Entrant, ...]:
    """Raises RequestError where there is no such bot or program."""
    return tuple(_entrant(game, one) for one in given)


def line_ups(game: AnyGame, playing: tuple[Entrant, ...], seats: int | None) -> tuple[tuple[Entrant, ...], ...]:
    """Who plays together: one entrant a seat.

    Where there are more entrants than seats, every choice of them plays; where there are fewer, the last one takes the seats
    that are left. `seats`: None means one for each entrant, or as near to that as the game allows. Raises RequestError.
    """
    low, high = game.seats
    if seats is None:
        seats = min(max(len(playing), low), high)
    if not low <= seats <= high:
        raise RequestError(f"{game.title} is for {low} to {high} seats, not {seats}: give another number to --seats.")
    filled = playing + playing[-1:] * (seats - len(playing))
    return tuple(dict.fromkeys(combinations(filled, seats)))


def player_names(line_up: Sequence[Entrant]) -> tuple[str, ...]:
    """What the players are called in the file of games: at most 12 letters, each another name."""
    taken: list[str] = []
    for one in line_up:
        name = "program" if one.command else one.given[:9]
        same = sum(other == name or other.startswith(f"{name} ") for other in taken)
        taken.append(f"{name} {same + 1}" if same else name)
    return tuple(taken)


def _entrant(game: AnyGame, given: str) -> Entrant:
    if given.startswith(PROGRAM):
        return Entrant(given, _command(given))
    known = [bot.name for bot in mind_of(game).bots]
    if given not in known:
        raise RequestError(
            f"{game.title} has no bot {given[:40]!r}; its bots are {', '.join(known)}. A program is given as "
            f'"{PROGRAM}COMMAND LINE".'
        )
    return Entrant(given)


def _command(given: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(given.removeprefix(PROGRAM)))
    except ValueError as error:
        raise RequestError(f"The command line {given!r} cannot be read: {str(error).lower()}.") from error
    if not words:
        raise RequestError(
            f'There is no command line after "{PROGRAM}": write for example "{PROGRAM}python3 my_bot.py".'
        )
    if shutil.which(words[0]) is None:
        raise RequestError(f"The program {words[0]!r} cannot be started: there is no such program.")
    return words
