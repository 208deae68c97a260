"""All journals of a table, locked for the commands that read them while no table runs.

Invariants: a damaged journal is named and skipped. A journal that a running table has open ends the command with a remedy. Only
`Intake` writes, into the newest journal of one table.
"""

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from companion.core.errors import JournalError, RuleError
from companion.history.game_list import (
    GAMES_PER_PAGE,
    GameKey,
    GameListPage,
    JournalVolume,
    error_with_path,
    games_page,
    is_game,
    journal_volumes,
    left_out_sentence,
)
from companion.history.json_lines import MAX_GAME_LINE_BYTES, decode_game_line, encode_game_line
from companion.history.replay import ReplayCache, replay_game, replayed_ending
from companion.journal.files import VolumeFiles
from companion.journal.journal import Journal
from companion.journal.opening import lock_journal
from companion.journal.reader import Reader, damaged_game_sentence, open_reader
from companion.journal.rows import GameHead, LoggedRoll
from companion.table.table import LOBBY

_Clock = Callable[[], str]


class JournalSet(Struct, frozen=True):
    """The locked journals of the tables, oldest first, and one sentence for each journal that is skipped."""

    volumes: tuple[JournalVolume, ...]
    faults: tuple[str, ...]


class Intake(Struct, frozen=True):
    """The journal that receives imported games, and the others, which may have them already."""

    journal: Journal
    others: tuple[Reader, ...]


@contextmanager
def journal_set(bases: Sequence[Path], excluded: Path | None = None) -> Iterator[JournalSet]:
    """Lock the journals of the tables at `bases`, except the file `excluded`. Raises JournalError if a table has one open."""
    volumes, faults = [], []
    with ExitStack() as stack:
        for volume in journal_volumes(bases):
            if volume.path == excluded:
                continue
            try:
                stack.callback(os.close, lock_journal(volume.path))
            except JournalError as error:
                raise journal_in_use_error(volume.path, error) from error
            except OSError as error:
                faults.append(f"The journal {volume.path} cannot be opened: {error.strerror or error}.")
            else:
                volumes.append(volume)
        yield JournalSet(tuple(volumes), tuple(faults))


@contextmanager
def existing_journal_set(bases: Sequence[Path]) -> Iterator[JournalSet]:
    """The same; raises JournalError also if there is no journal at all."""
    if not journal_volumes(bases):
        raise JournalError(f"There is no journal at {bases[0]}: name one with --journal, or play a game first.")
    with journal_set(bases) as journals:
        yield journals


@contextmanager
def intake(bases: Sequence[Path], clock: _Clock) -> Iterator[Intake]:
    """Open the newest journal of the first table; create it if there is none. Raises JournalError if it cannot be used."""
    into = VolumeFiles(bases[0]).newest()
    with ExitStack() as stack:
        try:
            journal = Journal.open(into, clock)
        except JournalError as error:
            raise journal_in_use_error(into, error) from error
        except OSError as error:
            raise JournalError(f"The journal {into} cannot be opened: {error.strerror or error}.") from error
        stack.callback(journal.close)
        journals = stack.enter_context(journal_set(bases, excluded=into))
        others: list[Reader] = []
        for volume in journals.volumes:
            try:
                others.append(stack.enter_context(open_reader(volume.path, live=False)))
            except JournalError:
                # An unreadable journal has no game that an import could repeat.
                continue
        yield Intake(journal, tuple(others))


def journal_in_use_error(path: Path, error: JournalError) -> JournalError:
    """The error for a journal that cannot be opened; if a running table has it, with the page that shows the same list."""
    if not isinstance(error.__cause__, BlockingIOError):
        return error
    return JournalError(
        f"The journal {path} is in use by a running table: open the page /history of that table "
        "(http://localhost:8080/history where its port is the usual one), or stop the table first."
    )


def finished_games_page(
    journals: JournalSet, before: GameKey | None = None, size: int = GAMES_PER_PAGE
) -> GameListPage:
    """A page of the finished games; the first page has the faults of journals that could not be opened."""
    found = games_page(journals.volumes, before, ReplayCache(), quoted=True, size=size)
    return found if before is not None else GameListPage(found.games, (*journals.faults, *found.faults), found.older)


def game_count(journals: JournalSet) -> int:
    """How many games the journals hold, with those that are not over."""
    count = 0
    for volume in journals.volumes:
        with suppress(JournalError), open_reader(volume.path, live=False) as reader:
            count += reader.count(excluded=LOBBY)
    return count


def exported_lines(journals: JournalSet) -> Iterator[bytes | str]:
    """One JSON line for each game whose replay is over, and a sentence (str) for each game that cannot be exported."""
    yield from journals.faults
    for volume in journals.volumes:
        try:
            with open_reader(volume.path, live=False) as reader:
                for number, head in reader.every():
                    line = damaged_game_sentence(number) if head is None else _line(reader, head)
                    if line is not None:
                        yield line
        except JournalError as error:
            yield error_with_path(volume.path, error)


def logged_rolls(journals: JournalSet) -> tuple[list[LoggedRoll], list[str]]:
    """The log of the die of all journals, oldest first, and one sentence for each journal that cannot be read."""
    found, faults = [], list(journals.faults)
    for volume in journals.volumes:
        try:
            with open_reader(volume.path, live=False) as reader:
                found += reader.rolls()
        except JournalError as error:
            faults.append(error_with_path(volume.path, error))
    return found, faults


def import_line(into: Intake, text: bytes) -> bool:
    """Import one line; False if one of the journals has that game already.

    Raises RequestError or RuleError with the reason why the line is refused, and JournalError if the journal cannot be written.
    """
    one = decode_game_line(text)
    opened, at, steps = one.kept.opened, one.kept.at, one.kept.steps
    if any(reader.holds(opened, at, steps) for reader in (*into.others, Reader(into.journal.connection))):
        return False
    into.journal.add(opened, at, steps, replayed_ending(one))
    return True


def bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, without a byte order mark. A line that is too long is cut to a length that import still refuses."""
    mark = BOM_UTF8
    while line := file.readline(MAX_GAME_LINE_BYTES + 2):
        yield line.removeprefix(mark)
        mark = b""
        while not line.endswith(b"\n") and (line := file.readline(MAX_GAME_LINE_BYTES + 2)):
            pass


def _line(reader: Reader, head: GameHead) -> bytes | str | None:
    if not is_game(head):
        return None
    try:
        kept = reader.game(head.id)
        assert kept is not None, "its head was read before"
        return encode_game_line(replay_game(kept))
    except (JournalError, RuleError) as error:
        return left_out_sentence(head, str(error))
