"""The daemon's own copy of its last log lines: on the disk at a fault, at the start and at the stop, and at most 64 kB."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.errors import DeviceError
from companion.daemon.recent_log import HALF, RecentLog, append_synced, read_recent_log, recent_log, recent_log_path
from tests.patience import PATIENCE

NEVER = 3600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return recent_log_path(tmp_path / "journal.sqlite3")


def record(level: int, text: str) -> logging.LogRecord:
    return logging.LogRecord("companion", level, __file__, 1, text, None, None)


def texts(path: Path) -> list[str]:
    """The lines without their stamps."""
    return [line.partition("]: ")[2] for line in read_recent_log(path).splitlines()]


def test_a_fault_is_on_the_disk_with_what_was_logged_before_it(path: Path) -> None:
    """Nobody closes it: the process is killed, or the plug is pulled."""
    written = threading.Event()

    def append(path: Path, data: bytes) -> None:
        append_synced(path, data)
        written.set()

    kept = RecentLog(path, clock=lambda: 0.0, spacing=NEVER, append=append)
    kept.handle(record(logging.INFO, "the table stands"))
    assert texts(path) == []
    kept.handle(record(logging.WARNING, "seat 3: screen not answering"))
    assert written.wait(PATIENCE)
    assert texts(path) == ["INFO the table stands", "WARNING seat 3: screen not answering"]
    assert read_recent_log(path).startswith("1970-01-01T00:00:00+00:00 companion[")
    assert path.stat().st_mode & 0o777 == 0o600
    kept.close()


def test_a_flood_of_faults_is_written_at_intervals_and_loses_nothing_that_fits(path: Path) -> None:
    kept = RecentLog(path, spacing=NEVER)
    for number in range(100):
        kept.handle(record(logging.WARNING, f"fault {number}"))
    kept.close()
    assert texts(path) == [f"WARNING fault {number}" for number in range(100)]


def test_both_files_hold_64_kb_and_the_newest_lines(path: Path) -> None:
    for start in range(0, 4000, 100):
        kept = RecentLog(path, spacing=NEVER)
        for number in range(start, start + 100):
            kept.handle(record(logging.WARNING, f"fault {number}"))
        kept.close()
    assert sum(file.stat().st_size for file in path.parent.iterdir()) <= 2 * HALF
    kept_lines = texts(path)
    assert kept_lines == [f"WARNING fault {number}" for number in range(4000 - len(kept_lines), 4000)]
    assert len(kept_lines) > 500


@pytest.mark.parametrize(
    ("raised", "last"),
    [
        (None, "INFO the table has stopped"),
        (DeviceError("There are no pins."), "There are no pins."),
        (ValueError("a secret"), "The companion met a fault of its own (ValueError at "),
    ],
)
def test_how_a_run_ended_is_its_last_line(path: Path, raised: Exception | None, last: str) -> None:
    logging.getLogger("companion").setLevel(logging.INFO)

    def run() -> None:
        with recent_log(path.with_name("journal.sqlite3")):
            if raised is not None:
                raise raised

    if raised is None:
        run()
    else:
        with pytest.raises(type(raised)):
            run()
    first, *_, end = texts(path)
    assert first == "INFO the table starts"
    assert end.startswith(last)
    assert "secret" not in read_recent_log(path)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.mkdir(),
        lambda path: path.symlink_to(path.with_name("elsewhere")),
        lambda path: path.parent.rmdir(),
    ],
    ids=["a folder", "a link", "no folder"],
)
def test_a_file_that_cannot_be_written_costs_nothing_but_the_lines(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    path = tmp_path / "state" / "log"
    path.parent.mkdir()
    spoil(path)
    kept = RecentLog(path)
    kept.handle(record(logging.ERROR, "a fault"))
    kept.close()
    assert read_recent_log(path) == ""
    assert not path.with_name("elsewhere").exists()


def test_the_values_of_a_traceback_are_left_out(path: Path) -> None:
    kept = RecentLog(path, clock=time.time)
    try:
        raise ValueError("a secret code")
    except ValueError as error:
        one = record(logging.ERROR, "a page met a fault")
        one.exc_info = (ValueError, error, error.__traceback__)
        kept.handle(one)
    kept.close()
    assert "ValueError at test_recent_log.py:" in read_recent_log(path)
    assert "secret" not in read_recent_log(path)
