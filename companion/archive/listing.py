"""The list of finished games, out of the journals that a table has written one after another.

Law: a game that is neither over nor abandoned is not in it, nor is a lobby.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from companion.archive.replay import ending, played
from companion.core.errors import JournalError, RuleError
from companion.games.catalog import CATALOG
from companion.journal.endings import heads, settle
from companion.journal.journal import Journal
from companion.journal.rows import Ending, Head, How
from companion.table.table import LOBBY


class Listed(Struct, frozen=True):
    """A finished game. `number`: its place in the list, from 1; `key`: its name for ever; `moves`: how many."""

    number: int
    key: str
    at: str
    game: str
    title: str
    players: tuple[str, ...]
    how: How
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    moves: int


def key_of(volume: int, game: int) -> str:
    """The name of a game: which of the journals it is in, and its id there."""
    return f"{volume}.{game}"


def listed(found: Iterable[tuple[str, Head, Ending]]) -> list[Listed]:
    """The finished ones among some games, numbered in their order."""
    titles = {game.name: game.title for game in CATALOG}
    finished = [each for each in found if each[2].how != "open"]
    return [
        Listed(
            number=number,
            key=key,
            at=head.at,
            game=head.opened.game,
            title=titles.get(head.opened.game, head.opened.game),
            players=head.opened.names,
            how=how.how,
            scores=how.scores,
            winners=how.winners,
            moves=how.moves,
        )
        for number, (key, head, how) in enumerate(finished, 1)
    ]


def is_game(head: Head) -> bool:
    """Whether it is more than a lobby."""
    return head.opened.game != LOBBY


def settled(journal: Journal) -> Iterator[tuple[Head, Ending] | str]:
    """Every game of a journal with how it stands, replayed where that is not known; a sentence for what cannot be told.

    What was replayed is settled at the end, for the next list. Raises JournalError where the file does not answer.
    """
    found, faults = heads(journal)
    yield from faults
    fresh: list[tuple[int, bytes, Ending]] = []
    for head in filter(is_game, found):
        how = head.ending
        if how is None:
            try:
                how = replayed(journal, head)
            except (JournalError, RuleError) as error:
                yield unlisted(head, str(error))
                continue
            fresh.append((head.id, head.chain, how))
        yield head, how
    if fresh:
        settle(journal, fresh)


def replayed(journal: Journal, head: Head) -> Ending:
    """How a game stands by its replay. Raises JournalError and RuleError."""
    kept = journal.game(head.id)
    assert kept is not None, "its head was read just now"
    return ending(played(kept))


def unlisted(head: Head, reason: str) -> str:
    """Why a game is left out."""
    return f"The game of {head.opened.game} from {head.at} is left out: {reason}"


def as_json(games: Iterable[Listed]) -> list[dict[str, Any]]:
    """The list as JSON values."""
    return [msgspec.to_builtins(game) for game in games]
