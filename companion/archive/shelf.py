"""All journals of a table, open at once, for the commands that read them while no table runs.

Law: one that is damaged is named and skipped; one that a running table holds ends the command with what to do about it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from companion.archive.lines import LIMIT, read, written
from companion.archive.listing import Listed, is_game, key_of, listed, settled, unlisted
from companion.archive.replay import ending, played
from companion.core.errors import JournalError, RuleError
from companion.journal.endings import heads, holds, settle
from companion.journal.files import Volumes
from companion.journal.journal import Journal
from companion.journal.rows import Head

Clock = Callable[[], str]


class Volume(Struct, frozen=True):
    """One open journal and its place on the shelf, from 1; one that is skipped keeps its place."""

    number: int
    path: Path
    journal: Journal


class Shelf(Struct, frozen=True):
    """The open journals, oldest first, and a sentence for each that was skipped."""

    volumes: tuple[Volume, ...]
    faults: tuple[str, ...]


@contextmanager
def shelf(bases: Sequence[Path], clock: Clock, *, new: bool = False) -> Iterator[Shelf]:
    """The journals of the tables at `bases`; with `new` the first one is made where there is none.

    Raises JournalError where there is none at all, and where a table holds one.
    """
    paths: dict[int, Path] = {}
    for base in bases:
        before = max(paths, default=0)  # the keys of one table's games are those of its page
        volumes_of = Volumes(base)
        paths |= {before + volumes_of.number(path): path for path in volumes_of.existing()}
    if new and not paths:
        paths = {1: Volumes(bases[0]).newest()}
    if not paths:
        raise JournalError(f"There is no journal at {bases[0]}: name one with --journal, or play a game first.")
    with ExitStack() as stack:
        volumes, faults = [], []
        for number, path in paths.items():
            try:
                journal = Journal.open(path, clock)
            except JournalError as error:
                if isinstance(error.__cause__, BlockingIOError):
                    raise JournalError(
                        f"The journal {path} is in use by a running table: look at the page /history of that table "
                        "(http://localhost:8080/history where its port is the usual one), or stop the table first."
                    ) from error
                is_asked = "lobby" in error.remedies
                faults.append(f"{path}: {error} Start the table, which asks what to do." if is_asked else str(error))
            else:
                stack.callback(journal.close)
                volumes.append(Volume(number, path, journal))
        yield Shelf(tuple(volumes), tuple(faults))


def history(on: Shelf) -> tuple[list[Listed], list[str]]:
    """The finished games, and what could not be read, in sentences."""
    found, faults = [], list(on.faults)
    for volume in on.volumes:
        try:
            for each in settled(volume.journal):
                if isinstance(each, str):
                    faults.append(each)
                else:
                    found.append((key_of(volume.number, each[0].id), *each))
        except JournalError as error:
            faults.append(f"{volume.path}: {error}")
    return listed(found), faults


def exported(on: Shelf) -> Iterator[bytes | str]:
    """The line of every game that is over, from its replay alone; a sentence for each that cannot be told."""
    yield from on.faults
    for volume in on.volumes:
        try:
            found, faults = heads(volume.journal)
        except JournalError as error:
            yield f"{volume.path}: {error}"
            continue
        yield from faults
        for head in filter(is_game, found):
            if isinstance(line := _line(volume.journal, head), bytes | str):
                yield line


def imported(on: Shelf, base: Path, text: bytes) -> bool:
    """Take one line into the newest journal of the table at `base`; False where one of the journals has that game.

    Raises RequestError or RuleError with the reason why the line is refused; JournalError where nothing can be kept.
    """
    one = read(text)
    opened, at, steps = one.kept.opened, one.kept.at, one.kept.steps
    if any(holds(volume.journal, opened, at, steps) for volume in on.volumes):
        return False
    into = next((volume for volume in on.volumes if volume.path == Volumes(base).newest()), None)
    if into is None:
        raise JournalError(" ".join(on.faults))
    game = into.journal.add(opened, at, steps)
    kept = into.journal.game(game)
    assert kept is not None, "it was added just now"
    settle(into.journal, [(game, kept.chain, ending(one))])
    return True


def lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file. Of one that is too long only enough is given to be refused."""
    while line := file.readline(LIMIT + 2):
        yield line
        while not line.endswith(b"\n") and (line := file.readline(LIMIT + 2)):
            pass


def _line(journal: Journal, head: Head) -> bytes | str | None:
    try:
        kept = journal.game(head.id)
        assert kept is not None, "its head was read just now"
        return written(played(kept))
    except (JournalError, RuleError) as error:
        return unlisted(head, str(error))
