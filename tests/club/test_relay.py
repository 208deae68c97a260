"""The way of a table without a network to its broker, which encrypts what goes that way."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.club.accounts import add_table
from companion.club.mqtt import Account, Connection, Listener
from companion.config.club import Invitation, broker_address
from tests.club.test_accounts import made, running
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.process]

# Systemd sets the number of the process that it starts.
HANDED = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'}; "
)
HANDED += "os.execv(sys.executable, [sys.executable, '-m', 'companion', *sys.argv[2:]])"


@contextmanager
def relayed(folder: Path, table: Path) -> Iterator[Path]:
    """The socket of `companion club relay`, as systemd starts it."""
    path = folder / "relay.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen()
        number = str(listener.fileno())
        words = [sys.executable, "-c", HANDED, number, "club", "relay", "--config", str(table)]
        with subprocess.Popen(words, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL) as process:
            try:
                yield path
            finally:
                process.terminate()
                assert process.wait(PATIENCE) == 0


class Told(Listener):
    """What comes first: a connection, or the sentence that there is none."""

    def __init__(self) -> None:
        self.first: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def connected(self) -> None:
        if not self.first.done():
            self.first.set_result("connected")

    def trouble(self, sentence: str | None) -> None:
        if sentence is not None and not self.first.done():
            self.first.set_result(sentence)


async def told(invitation: Invitation, ca: Path, relay: Path) -> str:
    listener = Told()
    account = Account(invitation.table, invitation.password)
    address = broker_address(invitation.broker)
    connection = Connection(address, account, listener, ca_file=str(ca), relay=str(relay))
    task = asyncio.create_task(connection.run())
    async with asyncio.timeout(PATIENCE):
        said = await listener.first
    await connection.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return said


async def test_the_broker_of_the_configuration_is_reached_and_its_certificate_counts(tmp_path: Path) -> None:
    folder, elsewhere = made(tmp_path / "club"), made(tmp_path / "elsewhere")
    invitation = add_table(folder, "table-1")
    table = tmp_path / "table.toml"
    with relayed(tmp_path, table) as way:
        table.write_text('board = "bench"\n')
        assert (await told(invitation, folder / "ca.pem", way)).endswith("the connection is closed at once.")
        table.write_text(f'[club]\nbroker = "{invitation.broker}"\n')
        assert (await told(invitation, folder / "ca.pem", way)).endswith("the connection is closed at once.")
        with running(folder):
            for _ in range(6):  # more than are carried at a time
                assert await told(invitation, folder / "ca.pem", way) == "connected"
            assert "authority that is not trusted" in await told(invitation, elsewhere / "ca.pem", way)


def test_it_gets_its_socket_from_systemd_alone(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "club", "relay", "--config", str(tmp_path / "table.toml")]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("LISTEN_")}
    done = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 78
    assert "from systemd" in done.stderr
