"""`companion run` as systemd starts it: configuration, socket, NOTIFY_SOCKET, watchdog, and SIGTERM."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mirror import Mirror
from tests.patience import PATIENCE
from tests.pilot import Pilot
from tests.process import PYTHON, Page, bench
from tests.series import SERIES

pytestmark = [pytest.mark.anyio, pytest.mark.process]

# Descriptor 3, and a LISTEN_PID that only the process itself can know.
SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.argv[2], sys.argv[2:])
"""

TABLE = """
board = "bench"
journal.path = "{folder}/journal.sqlite3"
[[seats]]
name = "Ada"
[[seats]]
name = "Ben"
"""


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The other end of NOTIFY_SOCKET."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(PATIENCE)
        yield heard


def start(folder: Path, listener: socket.socket) -> subprocess.Popen[bytes]:
    config = folder / "table.toml"
    config.write_text(TABLE.format(folder=folder))
    return subprocess.Popen(
        [sys.executable, "-c", SYSTEMD, str(listener.fileno()), *PYTHON, "run", "--config", str(config)],
        env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "200000"},
        pass_fds=[listener.fileno()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


async def test_a_service_from_ready_to_stopping(tmp_path: Path, systemd: socket.socket) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = start(tmp_path, listener)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            assert systemd.recv(1000) == b"READY=1\nSTATUS=playing"
            async with bench(address) as connection:
                pilot = Pilot(Page(address, connection), Mirror(("Ada", "Ben")))
                for seat, move in SERIES[:3]:
                    await pilot.play(seat, move)
            for _ in range(3):
                assert systemd.recv(1000) == b"WATCHDOG=1"
            process.terminate()
            while (said := systemd.recv(1000)) == b"WATCHDOG=1":
                pass
            assert said == b"STOPPING=1\nSTATUS=stopping"
            _, log = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
            assert process.returncode == 0
            # The log has no address, no message and no screen content.
            assert log.decode() == f"INFO the table stands; its page is {address}/\n"
        finally:
            process.kill()
            process.communicate()
