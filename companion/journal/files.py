"""Which file is the journal: the newest of `table.db`, `table-2.db`, `table-3.db`, so that one that will not do can stay."""

from pathlib import Path


def newest(path: Path) -> Path:
    """The file in use: the one with the highest number that exists, or `path` itself."""
    number = 1
    while numbered(path, number + 1).exists():
        number += 1
    return numbered(path, number)


def following(path: Path) -> Path:
    """The file for a new journal beside those that there are."""
    number = 1
    while numbered(path, number).exists():
        number += 1
    return numbered(path, number)


def numbered(path: Path, number: int) -> Path:
    """The file with that number; the first has none in its name."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def number_of(path: Path, file: Path) -> int:
    """The number of one of the files there are."""
    return 1 if file.name == path.name else int(file.stem.rpartition("-")[2])


def existing(path: Path) -> list[Path]:
    """All the files there are, oldest first."""
    found: list[Path] = []
    while (file := numbered(path, len(found) + 1)).exists():
        found.append(file)
    return found
