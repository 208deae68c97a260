"""The daemon's own copy of its last log lines, beside the journal: what is left of them after "it hung, and I pulled the plug".

Raspberry Pi OS keeps the system's log in memory, so the restart that frees a table also takes away what it said before.

    log line → pending lines (memory) → a fault, the start or the stop → `log` thread → the file; when it is full, it becomes .old

Both files together hold at most 64 kB. Lines of a run that ended without "the table has stopped" were followed by a crash, a hang
or a power cut. What the loop logs never waits for the disk, and a disk that fails costs nothing but these lines.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.core.errors import CompanionError, own_fault

HALF: Final = 32_000
"""Bytes of a file, and of the lines that wait."""
SPACING: Final = 10.0
"""Seconds between two writes: a loose cable makes a fault every few seconds, and each write wears the card."""


def recent_log_path(journal: Path) -> Path:
    """The newer of the two files beside a journal; the older one has .old after its name."""
    return journal.with_name(journal.name + ".log")


def read_recent_log(path: Path) -> str:
    """What both files hold, the older first; nothing where there is none. Links are not followed. Raises no OSError."""
    return "".join(_read(file) for file in (_older(path), path))


@contextmanager
def recent_log(journal: Path) -> Iterator[None]:
    """Keep what is logged in the block, and how it ended."""
    kept = RecentLog(recent_log_path(journal))
    logging.getLogger().addHandler(kept)
    try:
        kept.keep("INFO the table starts")
        kept.write()
        yield
        kept.keep("INFO the table has stopped")
    except CompanionError as error:
        kept.keep(str(error))
        raise
    except Exception as error:
        kept.keep(own_fault(error))
        raise
    finally:
        logging.getLogger().removeHandler(kept)
        kept.close()


class RecentLog(logging.Handler):
    """Keeps log lines in `path`, stamped as journalctl's short-iso does. `clock`: Unix seconds. Closing it writes the rest."""

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.time,
        spacing: float = SPACING,
        append: Callable[[Path, bytes], None] | None = None,
    ) -> None:
        super().__init__(logging.INFO)
        self._path = path
        self._clock = clock
        self._spacing = spacing
        self._append = append or append_synced
        self._guard = threading.Lock()
        self._pending: deque[bytes] = deque()
        self._size = 0
        self._is_writing = False
        self._worker = ThreadPoolExecutor(1, "log")
        self._closing = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; a warning or an error is written. The values in a traceback may be secrets, and are left out."""
        self.keep(f"{record.levelname} {record.getMessage()}")
        if record.exc_info and record.exc_info[1] is not None:
            self.keep(own_fault(record.exc_info[1]))
        if record.levelno >= logging.WARNING:
            self.write()

    def keep(self, text: str) -> None:
        """Keep lines that are no log record."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(self._clock()))
        lines = [f"{stamp} companion[{os.getpid()}]: {line}\n".encode()[:HALF] for line in text.splitlines()]
        with self._guard:
            self._pending.extend(lines)
            self._size += sum(map(len, lines))
            while self._size > HALF:
                self._size -= len(self._pending.popleft())

    def write(self) -> None:
        """Have the thread write what waits."""
        with self._guard:
            if not self._is_writing and not self._closing.is_set():
                self._is_writing = True
                self._worker.submit(self._write_in_turn)

    def close(self) -> None:
        """Write what waits, and return when it is on the disk, or cannot be."""
        self._closing.set()
        self._worker.submit(self._write_pending)
        self._worker.shutdown()
        super().close()

    def _write_in_turn(self) -> None:
        """On the thread: write now, and again after the spacing what has come meanwhile."""
        while self._write_pending():
            self._closing.wait(self._spacing)

    def _write_pending(self) -> bool:
        with self._guard:
            data = b"".join(self._pending)
            self._pending.clear()
            self._size = 0
            self._is_writing = bool(data)
        with suppress(OSError):
            self._append(self._path, data)
        return bool(data)


def append_synced(path: Path, data: bytes) -> None:
    """Append to the file and return when it is on the disk; a full file becomes the older one. Raises OSError."""
    if data:
        with suppress(FileNotFoundError):
            if path.stat(follow_symlinks=False).st_size + len(data) > HALF:
                path.replace(_older(path))
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            os.write(file, data)
            os.fsync(file)
        finally:
            os.close(file)


def _read(file: Path) -> str:
    with suppress(OSError):
        opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return os.read(opened, 2 * HALF).decode("utf-8", "replace")
        finally:
            os.close(opened)
    return ""


def _older(path: Path) -> Path:
    return path.with_name(path.name + ".old")
