"""The command line: output, error output and exit status."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.config.configuration import load
from companion.config.document import Document
from companion.journal.journal import Journal
from tests.process import PYTHON

GOOD = """
board = "two-seats"
journal.path = "/var/lib/companion/journal.sqlite3"

[[seats]]
name = "Ada"

[[seats]]
name = "Ben"
panel.rotate = 180
"""
BAD = """
bord = "two-seats"
web.port = 70000

[[seats]]
panel.contrast = "bright"
"""


class Said:
    """What a command left behind."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, in which nothing is kept."""
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME", "DISPLAY", "WAYLAND_DISPLAY", "NOTIFY_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def say(capsys: pytest.CaptureFixture[str], *arguments: str) -> Said:
    try:
        status = cli.main(arguments)
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return Said(status, out, err)


def written(folder: Path, text: str) -> str:
    path = folder / "table.toml"
    path.write_text(text)
    return str(path)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    said = say(capsys, "--version")
    assert (said.status, said.out, said.err) == (0, f"companion {__version__}\n", "")
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text()
    assert re.findall(r"^## ([0-9.]+) ", changes, re.MULTILINE)[0] == __version__, "the newest release is this version"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("plai",), "invalid choice: 'plai'"),
        (("play", "--seats", "9"), "argument --seats: invalid choice: 9"),
        (("play", "--seats", "two"), "argument --seats: invalid int value: 'two'"),
        (("play", "--secrecy", "none"), "argument --secrecy: invalid choice: 'none'"),
        (("play", "--material", "wood"), "argument --material: invalid choice: 'wood'"),
        (("run",), "the following arguments are required: --config"),
        (("config", "--effective", "--reference"), "not allowed with argument"),
    ],
)
def test_a_command_line_that_is_not_right(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = say(capsys, *arguments)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err


def test_a_good_configuration(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(home, GOOD)
    said = say(capsys, "config", "--config", path)
    assert (said.status, said.out, said.err) == (0, f"{path}: 2 seats, nothing is wrong.\n", "")
    assert say(capsys, "config").out == "The simulated table: 2 seats, nothing is wrong.\n"


def test_a_bad_configuration_has_all_its_faults_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(home, BAD)
    for command in ("config", "run", "blank"):
        said = say(capsys, command, "--config", path)
        assert (said.status, said.out) == (78, "")
        lines = said.err.splitlines()
        assert len(lines) >= 3
        assert all(line.startswith(path) for line in lines)
        assert "did you mean" in said.err


@pytest.mark.parametrize("text", [None, GOOD])
def test_what_is_in_force_can_be_read_again(text: str | None, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(home, text or "")
    arguments = ("--config", path) if text else ()
    said = say(capsys, "config", *arguments, "--effective")
    assert said.status == 0
    again = home / "again.toml"
    again.write_text(said.out)
    assert say(capsys, "config", "--config", str(again), "--effective").out == said.out
    if text:
        assert load(again, os.environ) == load(Path(path), os.environ)


def test_blank_of_a_simulated_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = say(capsys, "blank", "--config", written(home, 'board = "bench"\n'))
    assert (said.status, said.out, said.err) == (0, "", "")


def test_blank_names_every_panel_that_does_not_answer(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = say(capsys, "blank", "--config", written(home, GOOD))
    assert said.status == 1
    assert [line.partition(":")[0] for line in said.err.splitlines()] == ["seat 1", "seat 2"]


def test_a_fault_of_the_program_is_one_line_without_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(self: Document, *_: object) -> None:
        raise ValueError("the code is red, blue, green, white")

    monkeypatch.setattr("companion.config.configuration.check_document", fail)
    said = say(capsys, "config")
    assert (said.status, said.out) == (1, "")
    assert re.fullmatch(
        r"The companion met a fault of its own \(ValueError at [a-z_.]+:\d+( > [a-z_.]+:\d+)*\); please report it\. "
        r"companion --traceback COMMAND prints more, for the report\.\n",
        said.err,
    )


def test_a_traceback_is_printed_where_one_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(self: Document, *_: object) -> None:
        raise ValueError("on purpose")

    table = written(home, 'board = "nowhere"\n')
    asked = say(capsys, "--traceback", "config", "--config", table)
    plain = say(capsys, "config", "--config", table)
    assert asked.status == plain.status == 78
    assert asked.err.startswith("Traceback (most recent call last):\n")
    assert asked.err.endswith(plain.err)
    monkeypatch.setattr("companion.config.configuration.check_document", fail)
    said = say(capsys, "--traceback", "config")
    assert said.err.startswith("Traceback (most recent call last):\n")
    assert "ValueError: on purpose" in said.err


def test_a_journal_in_use_is_one_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal.open(home / "game.sqlite3", str)
    said = say(capsys, "play", "--no-browser", "--port", "0", "--journal", str(home / "game.sqlite3"))
    journal.close()
    assert (said.status, said.out) == (1, "")
    assert said.err == (
        f"The journal {home / 'game.sqlite3'} is in use by another process: stop the other table, or give this one "
        "another journal.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("--board", "round"),
            'board: there is no board "round"; write one of bench, four-seats, six-pods, six-seats, two-seats.',
        ),
        (
            ("--board", "two-seats", "--seats", "3"),
            'seats[2]: the board has only 2 seats; take this one out, write kind = "phone", or choose a larger board.',
        ),
    ],
)
def test_a_board_that_cannot_be_played(
    arguments: tuple[str, ...], complaint: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = say(capsys, "play", "--no-browser", "--port", "0", *arguments)
    assert (said.status, said.out, said.err) == (78, "", f"companion play: {complaint}\n")


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ((), 2),
        (("--board", "four-seats"), 4),
        (("--board", "six-seats"), 6),
        (("--board", "six-pods"), 6),
        (("--board", "six-pods", "--seats", "3"), 3),
        (("--die", "nest"), 2),
        (("--die", "nest", "--seats", "3"), 3),
        (("--die", "nest", "--seats", "6"), 6),
    ],
)
def test_whatever_is_simulated_a_table_stands(
    arguments: tuple[str, ...], seats: int, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its port is taken, so that it ends by itself after its start."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = say(capsys, "play", "--no-browser", "--port", str(other.getsockname()[1]), *arguments)
    assert (said.status, said.out) == (78, "")
    assert said.err.startswith("The web server cannot listen")
    assert (home / f".local/state/companion/play-{seats}-seats.sqlite3").exists()


@pytest.mark.process
@pytest.mark.parametrize("arguments", [("engine",), ("config", "--reference")])
def test_nobody_reads_any_more(arguments: tuple[str, ...]) -> None:
    """No traceback, whether the pipe breaks while it answers or at its end."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PYTHON, *arguments], input=b'{"do": "games"}\n' * 3, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


LOADED = "import sys; from companion.cli import main; main({}); print(*sys.modules)"


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (
            ["engine"],
            {"asyncio", "logging", "PIL", "gpiozero", "luma", "sqlite3", "starlette", "uvicorn", "webbrowser"},
        ),
        (["config", "--reference"], {"asyncio", "PIL", "gpiozero", "luma", "sqlite3", "starlette", "uvicorn"}),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: list[str], absent: set[str]) -> None:
    code = LOADED.format(arguments)
    done = subprocess.run([sys.executable, "-c", code], input=b'{"do": "quit"}\n', capture_output=True, check=True)
    assert absent.isdisjoint(done.stdout.decode().splitlines()[-1].split())


@pytest.mark.process
def test_the_web_is_loaded_after_the_first_screen_is_shown() -> None:
    code = "import sys, companion.app.service; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    loaded = set(done.stdout.decode().split())
    assert "asyncio" in loaded
    assert {"starlette", "uvicorn", "websockets", "h11", "PIL", "gpiozero", "luma"}.isdisjoint(loaded)
