"""What systemd hears, on a real datagram socket."""

import os
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.systemd import SystemdNotify, Watchdog, listen_fds


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """(what NOTIFY_SOCKET says, the socket at its other end)."""
    name = str(tmp_path / "notify")
    said = f"@{name}" if request.param == "abstract" else name
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("\0" + name if request.param == "abstract" else name)
        heard.setblocking(False)
        yield said, heard


def test_the_life_of_a_service(systemd: tuple[str, socket.socket]) -> None:
    said, heard = systemd
    notify = SystemdNotify.of({"NOTIFY_SOCKET": said})
    assert notify.ready("2 seats at http://127.0.0.1:8080")
    assert notify.alive()
    assert notify.status("Mastermind: seat 2 guesses")
    assert notify.stopping("blanking the screens")
    assert [heard.recv(4096).decode() for _ in range(4)] == [
        "READY=1\nSTATUS=2 seats at http://127.0.0.1:8080",
        "WATCHDOG=1",
        "STATUS=Mastermind: seat 2 guesses",
        "STOPPING=1\nSTATUS=blanking the screens",
    ]
    with pytest.raises(BlockingIOError):
        heard.recv(4096)


def test_a_status_is_one_line_whatever_a_player_is_called(systemd: tuple[str, socket.socket]) -> None:
    said, heard = systemd
    assert SystemdNotify.of({"NOTIFY_SOCKET": said}).status("Ada\nWATCHDOG=1 ü")
    assert heard.recv(4096).decode() == "STATUS=Ada WATCHDOG=1 ü"


def test_nobody_asked_and_nobody_listens(tmp_path: Path) -> None:
    for environ in ({}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}):
        assert SystemdNotify.of(environ) == SystemdNotify(None)
        assert not SystemdNotify.of(environ).alive()
    assert not SystemdNotify.of({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()


def test_without_a_file_descriptor_the_table_goes_on(systemd: tuple[str, socket.socket]) -> None:
    said, _ = systemd
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        assert not SystemdNotify.of({"NOTIFY_SOCKET": said}).alive()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert SystemdNotify.of({"NOTIFY_SOCKET": said}).alive()


def test_a_full_queue_does_not_stop_the_table(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(path)
        notify = SystemdNotify(path)
        assert notify.alive()
        assert not all(notify.alive() for _ in range(100_000))


@pytest.mark.parametrize(
    ("environ", "interval"),
    [
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "42"}, 5.0),
        ({"WATCHDOG_USEC": "10000000"}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "43"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "-1"}, None),
        ({"WATCHDOG_PID": "42"}, None),
        ({}, None),
    ],
)
def test_watchdog(environ: dict[str, str], interval: float | None) -> None:
    watchdog = Watchdog.of(environ, pid=42)
    assert (watchdog and watchdog.interval) == interval


@pytest.mark.parametrize(
    ("environ", "fds"),
    [
        ({"LISTEN_PID": "42", "LISTEN_FDS": "1"}, [3]),
        ({"LISTEN_PID": "42", "LISTEN_FDS": "2"}, [3, 4]),
        ({"LISTEN_PID": "43", "LISTEN_FDS": "1"}, []),
        ({"LISTEN_FDS": "1"}, []),
        ({"LISTEN_PID": "42"}, []),
        ({"LISTEN_PID": "42", "LISTEN_FDS": "many"}, []),
        ({}, []),
    ],
)
def test_listen_fds(environ: dict[str, str], fds: list[int]) -> None:
    assert listen_fds(environ, pid=42) == fds


def test_nothing_stays_open(systemd: tuple[str, socket.socket]) -> None:
    before = os.listdir("/proc/self/fd") if Path("/proc/self/fd").exists() else []
    SystemdNotify.of({"NOTIFY_SOCKET": systemd[0]}).alive()
    after = os.listdir("/proc/self/fd") if Path("/proc/self/fd").exists() else []
    assert len(before) == len(after)
