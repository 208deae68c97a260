"""Detects that somebody deleted, replaced or truncated a file of the open journal.

SQLite reports no error when it writes to a deleted file or past the end of a truncated one.
"""

import os
from pathlib import Path

from companion.core.errors import JournalError


class FilePresence:
    """The state of the files at the last check. Raises OSError if a file is missing at the start. `is_short`: a file was
    truncated since, so writing to it would do more damage."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._seen = {file: os.stat(file) for file in files}
        self.is_short = False

    def check(self) -> None:
        """Raises JournalError if a file was deleted, replaced or truncated: the files of an open journal only grow."""
        for file, before in self._seen.items():
            try:
                now = os.stat(file)
            except FileNotFoundError as error:
                raise _gone(file, "deleted") from error
            except OSError as error:
                raise _gone(file, f"made unreadable ({error.strerror or error})") from error
            if not os.path.samestat(before, now):
                raise _gone(file, "replaced by another")
            if now.st_size < before.st_size:
                self.is_short = True
                raise _gone(file, "cut short")
            self._seen[file] = now


def _gone(file: Path, what: str) -> JournalError:
    return JournalError(
        f"The journal's file {file} was {what} while the table was open: put it back and choose again, or begin a new one."
    )
