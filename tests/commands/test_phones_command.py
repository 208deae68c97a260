"""`companion play --phones` in a terminal, and `companion phones` beside it."""

import os
import pty
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.shared import BAD_CONFIGURATION, DONE, FAILED
from companion.commands.table_command import reach, where
from companion.config.configuration import simulated
from tests.process import PYTHON

CODE = r"write ([2-9A-Z]{3} [2-9A-Z]{3})"


class Terminal:
    """The output of a table of phones in a terminal."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.text = ""

    def until(self, pattern: str) -> re.Match[str]:
        """Read on until the output has that."""
        while (found := re.search(pattern, self.text)) is None:
            # At its end a terminal whose program is gone raises, which is the error of a test that waits in vain.
            self.text += os.read(self._descriptor, 4096).decode(errors="replace")
        return found


@contextmanager
def playing(folder: Path) -> Iterator[Terminal]:
    """`companion play --phones` with two seats, in a terminal of its own."""
    ours, its = pty.openpty()
    options = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--seats",
        "2",
        "--no-browser",
        "--journal",
        str(folder / "j.sqlite3"),
    )
    process = subprocess.Popen((*PYTHON, "play", "--phones", *options), stdout=its, stderr=its)
    os.close(its)
    try:
        yield Terminal(ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_the_terminal_has_the_codes_and_gets_a_new_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with playing(tmp_path) as terminal:
        port = terminal.until(r"The table is at http://127\.0\.0\.1:(\d+)/table")[1]
        terminal.until("Everybody in this machine's network can open that page")
        terminal.until("never on that page")
        first = terminal.until(f"Seat 1: scan, or open http://127.0.0.1:{port}/seat and {CODE}")[1]
        second = terminal.until(f"Seat 2: scan, or open http://127.0.0.1:{port}/seat and {CODE}")[1]
        assert "█" in terminal.text
        assert main(["phones", "--port", port]) == DONE
        page = f"free; open http://127.0.0.1:{port}/seat and write"
        assert capsys.readouterr().out == f"seat 1: {page} {first}\nseat 2: {page} {second}\n"
        terminal.text = ""
        assert main(["phones", "--port", port, "--new-code", "2"]) == DONE
        new = terminal.until(f"Seat 2: scan, or open .* and {CODE}")[1]
        assert "Seat 1" not in terminal.text
        assert new != second
        assert capsys.readouterr().out.endswith(f"seat 2: {page} {new}\n")
        assert main(["phones", "--port", port, "--new-code", "3"]) == FAILED
        assert capsys.readouterr().err == "This seat is no phone, so it has no code.\n"


def test_where_no_table_runs_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phones", "--port", "1"]) == FAILED
    assert "No table answers at 127.0.0.1:1 (ConnectionRefusedError)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--phones", "--board", "six-pods"), "--phones needs no hardware"),
        (("--phones", "--die", "page"), "--phones needs no hardware"),
        (("--host", "0.0.0.0"), "--host is for --phones"),
        (("--phones", "--host", "somewhere"), "is no address"),
    ],
)
def test_what_does_not_go_together(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--no-browser", *arguments]) == BAD_CONFIGURATION
    assert said in capsys.readouterr().err


def test_a_table_that_others_reach_serves_no_bench() -> None:
    for host in ("0.0.0.0", "127.0.0.1"):
        table = simulated(4, {"HOME": "/"}, phones_at=host, phone_hosts=["10.0.0.7"])
        assert (table.web.host, table.web.bench, table.web.allowed_hosts) == (host, False, ("10.0.0.7",))
        assert table.wiring.phones == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("options", "called"), [(["--port", "80"], "127.0.0.1:80"), (["--host", "::1", "--port", "443"], "[::1]:443")]
)
def test_a_request_comes_from_the_table_that_it_is_for(
    options: list[str], called: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also at a port that HTTP leaves out of a name."""
    sent: list[dict[str, str]] = []

    def request(self: HTTPConnection, method: str, url: str, body: object, headers: dict[str, str]) -> None:
        sent.append(headers)
        raise OSError

    monkeypatch.setattr(HTTPConnection, "request", request)
    assert main(["phones", *options]) == FAILED
    assert called in capsys.readouterr().err
    assert sent == [{"Origin": f"http://{called}", "Host": called}]


def test_only_plain_http_is_warned_of() -> None:
    assert "plain HTTP" in reach(encrypted=False)
    assert "plain HTTP" not in reach(encrypted=True)


def test_a_game_is_said_to_be_kept_only_where_there_is_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "table.sqlite3"
    assert "kept" not in where("http://10.0.0.7:8080/table", journal)
    journal.touch()
    assert "the game is kept" in where("http://10.0.0.7:8080/table", journal)
