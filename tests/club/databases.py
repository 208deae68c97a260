"""Databases for tests: SQLite, and a PostgreSQL of the test's own, which listens on a Unix socket alone.

Without a PostgreSQL its tests are skipped with a reason. If COMPANION_NEEDS_POSTGRESQL is set, as in `.ci/run`, they fail.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
import pytest

from tests.patience import PATIENCE

_HOMES: Final = "/usr/lib/postgresql"


def _program(name: str) -> str:
    found = sorted(Path(_HOMES).glob(f"*/bin/{name}")) or [Path(path) for path in [shutil.which(name)] if path]
    if not found:
        if os.environ.get("COMPANION_NEEDS_POSTGRESQL"):
            pytest.fail(f"{name} is missing")
        pytest.skip("needs PostgreSQL: sudo apt install postgresql")
    return str(found[-1])


class Cluster:
    """A PostgreSQL server in a folder of its own, which can be stopped at once and started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="club-pg-", dir="/tmp"))
        # PostgreSQL does not run as root.
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(self._folder, "postgres")
        self._data = self._folder / "data"
        initdb = [_program("initdb"), "-D", str(self._data), "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run(*initdb, "--locale", "C.UTF-8")

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self._folder} -c fsync=off"
        words = [
            _program("pg_ctl"),
            "-D",
            str(self._data),
            "-w",
            "-l",
            str(self._folder / "log"),
            "-o",
            options,
            "start",
        ]
        for _ in range(20):
            # After a kill the memory of the last client's process may be in use for a moment.
            with suppress(subprocess.CalledProcessError):
                self._run(*words)
                return
        self._run(*words)

    def kill(self) -> None:
        """As a power cut would: `immediate` writes nothing more."""
        self._run(_program("pg_ctl"), "-D", str(self._data), "-w", "-m", "immediate", "stop")

    def new(self) -> str:
        """The URL of an empty database."""
        name = f"club_{uuid4().hex}"
        with psycopg.connect(f"host={self._folder} user=club dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://club@/{name}?host={self._folder}"

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, *words: str) -> None:
        subprocess.run([*self._as, *words], check=True, stdout=subprocess.DEVNULL, cwd=self._folder, timeout=PATIENCE)


@contextmanager
def cluster() -> Iterator[Cluster]:
    _program("initdb")
    made = Cluster()
    made.start()
    try:
        yield made
    finally:
        made.close()
