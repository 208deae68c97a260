"""The commands test-hardware and support-bundle, as they are typed."""

import os
import tarfile
from pathlib import Path
from typing import NoReturn

import pytest

from companion import cli
from companion.config.configuration import load
from companion.config.cross_checks import HostSoftware
from companion.core.errors import DeviceError
from companion.journal.journal import Journal
from tests.pi.hosts import as_nobody, host, open_folder

REAL = 'board = "two-seats"\njournal.path = "{}"\n\n[[seats]]\nname = "Adelheid"\n\n[[seats]]\n'


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    path = tmp_path / "table.toml"
    path.write_text(REAL.format(tmp_path / "journal.sqlite3"))
    return path


def test_what_cannot_be_tested_is_one_line(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A seat that the table does not have, a table that is open, and one that is simulated."""
    assert cli.main(["test-hardware", "--config", str(table), "--seat", "3"]) == 78
    assert "seats 1 to 2" in capsys.readouterr().err
    journal = Journal.open(load(table, {}, HostSoftware("6.1", None)).journal, str)
    assert cli.main(["test-hardware", "--config", str(table)]) == 1
    journal.close()
    assert "sudo systemctl stop companion.socket companion.service" in capsys.readouterr().err
    table.write_text("simulated = true\n" + table.read_text())
    assert cli.main(["test-hardware", "--config", str(table)]) == 78
    said = capsys.readouterr().err
    assert said.startswith(f"{table}: this table is simulated")
    assert said.count("\n") == 1


def test_a_service_that_a_page_would_start_is_closed_first(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that listens opens the table for whoever looks at its page, in the middle of the test."""
    tools = {
        "systemctl is-active companion.service": "inactive\n",
        "systemctl show --property=LoadState --value companion.service": "loaded\n",
        "systemctl is-active companion.socket": "active\n",
    }
    monkeypatch.setattr("companion.pi.host.this_host", lambda _environ: host(Path("/"), tools=tools))
    assert cli.main(["test-hardware", "--config", str(table)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The service waits for pages: ")
    assert "(sudo systemctl stop companion.socket companion.service)" in said


def test_whoever_may_not_look_is_sent_to_sudo(capsys: pytest.CaptureFixture[str]) -> None:
    with open_folder() as folder:
        journal = folder / "state/journal.sqlite3"
        journal.parent.mkdir()
        (folder / "table.toml").write_text(REAL.format(journal))
        Journal.open(journal, str).close()
        command = ["test-hardware", "--config", str(folder / "table.toml"), "--seat", "7"]
        assert cli.main(command) == 78
        capsys.readouterr()
        journal.parent.chmod(0)
        with as_nobody():
            assert cli.main(command) == 1
        journal.parent.chmod(0o700)
    assert "run it with sudo" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["test-hardware", "blank"])
def test_no_pipe_of_lgpio_is_left_in_the_folder(command: str, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """lgpio makes it where LG_WD says, and else where the command was given."""
    seen: list[str | None] = []

    def opened(*_arguments: object) -> NoReturn:
        seen.append(os.environ.get("LG_WD"))
        raise DeviceError("No pins.")

    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setattr(f"companion.devices.build.{'build' if command == 'test-hardware' else 'blank'}", opened)
    assert cli.main([command, "--config", str(table)]) == 1
    assert len(seen) == 1
    assert seen[0] is not None
    assert not Path(seen[0]).exists()
    assert "LG_WD" not in os.environ
    monkeypatch.setenv("LG_WD", "/run/companion")
    cli.main([command, "--config", str(table)])
    assert seen[1] == os.environ["LG_WD"] == "/run/companion"


def test_the_bundle_is_written_where_it_was_asked_for(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = table.with_name("bundle.tar.gz")
    assert cli.main(["support-bundle", "--config", str(table), "--out", str(wanted)]) == 0
    said = capsys.readouterr().out
    with tarfile.open(wanted) as bundle:
        names = [Path(name).name for name in bundle.getnames()]
        texts = b"".join(file.read() for member in bundle if (file := bundle.extractfile(member)) is not None)
    assert "configuration.txt" in names
    assert said == f"{wanted} holds {', '.join(names)}. Open it and read it before you send it.\n"
    assert b"Adelheid" not in texts, "a player's name is nobody's business"


def test_where_nothing_can_be_written_that_is_said(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["support-bundle", "--config", str(table), "--out", str(table / "bundle.tar.gz")]) != 0
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert str(table) in err
