"""The files of a journal as bytes, as after a crash, a power cut or damage; made without killing a process.

SIGKILL leaves the files of an open journal as they are between two entries. A power cut may lose, keep or tear the writes since
the last sync: each sector then has its old or its new content.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.table.effects import Moved
from tests.history.games import LOBBY, case_of, opened, steps

Image = dict[str, bytes]
NAME = "table.db"
KINDS = ("", "-wal", "-mark")
SECTOR = 512


def stamp() -> str:
    return "2026-01-01T00:00:00+00:00"


def taken(folder: Path) -> Image:
    """The current files of the journal."""
    return {kind: file.read_bytes() for kind in KINDS if (file := folder / f"{NAME}{kind}").exists()}


def put(folder: Path, image: Image) -> Path:
    """Write the files of an image into an emptied folder; returns the path of the journal."""
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    for kind, content in image.items():
        (folder / f"{NAME}{kind}").write_bytes(content)
    return folder / NAME


def played(folder: Path, game: str, seed: int, most: int) -> Iterator[tuple[Image, tuple[Step, ...]]]:
    """A journal with a finished game and the same game played again: its files after every entry of the second game, and the
    moves on the disk at that time. The journal stays open meanwhile."""
    case = case_of(game)
    journal = Journal.open(folder / NAME, stamp)
    try:
        for entry in (LOBBY, opened(case)):
            journal.append(entry)
        for number, (actor, move) in enumerate(steps(case, seed, 30), 1):
            journal.append(Moved(number, actor, move))
        journal.append(LOBBY)
        journal.append(Moved(1, 0, {"move": "start"}))
        journal.append(opened(case))
        made = steps(case, seed + 1, most)
        for number, (actor, move) in enumerate(made, 1):
            journal.append(Moved(number, actor, move), RollToLog("nest", 3, 2) if move["move"] == "roll" else None)
            yield taken(folder), made[:number]
    finally:
        journal.close()


def torn(before: Image, after: Image, rnd: random.Random) -> Image:
    """A power cut during the write of the last entry: each of its sectors is written or not, and the mark is an older one."""
    old, new = before["-wal"], after["-wal"]
    mixed = bytearray(new if rnd.random() < 0.7 else old)
    for at in range(0, len(mixed), SECTOR):
        if rnd.random() < 0.5:
            was = old[at : at + SECTOR]
            mixed[at : at + SECTOR] = was + bytes(len(mixed[at : at + SECTOR]) - len(was))
    return {**before, "-wal": bytes(mixed)}


def damaged(content: bytes, rnd: random.Random, start: int, end: int) -> bytes:
    """One damage between `start` and `end`: a flipped bit, a sector of zeros, a sector of random bytes, or a truncation."""
    at = rnd.randrange(start, end)
    sector = slice(at - at % SECTOR, min(at - at % SECTOR + SECTOR, len(content)))
    changed = bytearray(content)
    match rnd.randrange(4):
        case 0:
            changed[at] ^= 1 << rnd.randrange(8)
        case 1:
            changed[sector] = bytes(sector.stop - sector.start)
        case 2:
            changed[sector] = rnd.randbytes(sector.stop - sector.start)
        case _:
            del changed[at:]
    return bytes(changed)


def found(path: Path, *, accept: bool = False) -> tuple[Step, ...] | str:
    """The moves of the open game of a journal, or the error sentence. Leaves it marked open, as a crash does."""
    try:
        journal = Journal.open(path, stamp, accept=accept)
    except JournalError as error:
        return str(error)
    try:
        kept = journal.newest_game()
    except JournalError as error:
        return str(error)
    finally:
        journal.close()
    return kept.steps if kept is not None else ()
