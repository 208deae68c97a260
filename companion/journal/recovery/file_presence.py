"""Whether the files of an open journal are still those that were opened: somebody may delete them or cut them short.

SQLite writes on to a file that has no name any more, and past the end of one that was cut short, without a word.
"""

import os
from pathlib import Path

from companion.core.errors import JournalError


class FilePresence:
    """The files as they were at the last look. Raises OSError where one is not there at the first. `is_short`: whether one was
    cut short since, so that what is written into it would only do more harm."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._seen = {file: os.stat(file) for file in files}
        self.is_short = False

    def check(self) -> None:
        """Raises JournalError where a file has gone, is another one, or is shorter than it was: an open journal only grows."""
        for file, before in self._seen.items():
            try:
                now = os.stat(file)
            except FileNotFoundError as error:
                raise _gone(file, "deleted") from error
            except OSError as error:
                raise _gone(file, f"taken away ({error.strerror or error})") from error
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
