"""The commands test-hardware and support-bundle, as they are typed."""

import tarfile
from pathlib import Path

import pytest

from companion import cli
from companion.daemon.config import load
from companion.journal.journal import Journal

REAL = 'board = "two-seats"\njournal.path = "{}"\n\n[[seats]]\nname = "Adelheid"\n\n[[seats]]\n'


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    path = tmp_path / "table.toml"
    path.write_text(REAL.format(tmp_path / "journal.sqlite3"))
    return path


def test_a_simulated_table_has_nothing_to_go_through(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.write_text("simulated = true\n" + table.read_text())
    assert cli.main(["test-hardware", "--config", str(table)]) == 78
    assert capsys.readouterr().err == (
        f"{table}: this table is simulated, so it has no hardware; name the board that you built (board = …).\n"
    )


def test_a_seat_that_the_table_does_not_have(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["test-hardware", "--config", str(table), "--seat", "2"]) == 78
    assert capsys.readouterr().err == f"{table}: there is no seat 2; this table has seats 0 to 1.\n"


def test_a_table_that_is_open_keeps_its_devices(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal.open(load(table, {}, "6.1").journal, str)
    assert cli.main(["test-hardware", "--config", str(table)]) == 1
    journal.close()
    said = capsys.readouterr()
    assert "A table is open and has the devices: close it first" in said.out + said.err


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
