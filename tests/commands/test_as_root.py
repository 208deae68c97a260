"""What root's commands do in a folder that belongs to another user, who has planted links in it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.journal.journal import Journal
from tests.history.games import AT, case_of, keep, steps, written
from tests.pi.hosts import as_nobody
from tests.users import NOBODY, given, planted, two_folders

CASE = case_of("mastermind")
Folders = tuple[Path, Path]


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[Folders]:
    """Nobody's and root's."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    with two_folders() as (theirs, roots):
        yield theirs, roots


@pytest.fixture
def lines(folders: Folders, capsys: pytest.CaptureFixture[str]) -> Path:
    """Games to import, in root's folder. What is imported lately is imported by it, while this user may."""
    _, roots = folders
    written(roots / "other.sqlite3", (CASE, steps(CASE, 1)))
    file = roots / "games.jsonl"
    assert cli.main(["export", "--journal", str(roots / "other.sqlite3"), "--out", str(file)]) == 0
    for command in (["import", str(file)], ["history"], ["die"]):
        assert cli.main([*command, "--journal", str(roots / "other.sqlite3")]) == 0
    capsys.readouterr()
    return file


def theirs_alone(folder: Path) -> bool:
    return {file.lstat().st_uid for file in (folder, *folder.iterdir())} == {NOBODY}


def secret(roots: Path) -> Path:
    """A journal that is none of nobody's business."""
    return written(roots / "secret.sqlite3", (CASE, steps(CASE, 2)))


def test_what_root_imports_its_user_can_open(folders: Folders, lines: Path) -> None:
    theirs, _ = folders
    path = theirs / "journal.sqlite3"
    assert cli.main(["import", str(lines), "--journal", str(path)]) == 0
    for command in (["export", "--out", str(theirs / "out.jsonl")], ["history"], ["die"]):
        assert cli.main([*command, "--journal", str(path)]) == 0
    assert theirs_alone(theirs)
    with as_nobody():
        journal = Journal.open(path, lambda: AT)
        assert journal.game(-1) is not None
        journal.close()
    assert (theirs / "out.jsonl").read_bytes() == lines.read_bytes()
    assert (os.geteuid(), os.getegid()) == (0, 0)


@pytest.mark.parametrize("command", ["history", "export", "die", "import"])
def test_no_link_leads_root_to_another_journal(
    command: str, folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, roots = folders
    hidden = secret(roots)
    before, names = hidden.read_bytes(), {file.name for file in roots.iterdir()}
    planted(theirs / "journal.sqlite3", hidden)
    given_file = [str(lines)] if command == "import" else []
    assert cli.main([command, *given_file, "--journal", str(theirs / "journal.sqlite3")]) == 1
    said = capsys.readouterr()
    assert "mastermind" not in said.out.lower(), "nothing of it is told"
    assert len(said.err.splitlines()) == 1
    assert hidden.read_bytes() == before
    assert {file.name for file in roots.iterdir()} == names


@pytest.mark.parametrize("name", ["journal.sqlite3.lock", "journal.sqlite3-wal", "journal.sqlite3-shm"])
def test_no_link_beside_a_journal_has_root_make_a_file(
    name: str, folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, roots = folders
    planted(theirs / name, roots / "made")
    status = cli.main(["import", str(lines), "--journal", str(theirs / "journal.sqlite3")])
    assert len(capsys.readouterr().err.splitlines()) == status, "where SQLite needs the file, there is one sentence"
    assert not (roots / "made").exists()


def test_no_link_has_root_read_a_file_that_is_imported(
    folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, _ = folders
    planted(theirs / "games.jsonl", lines)
    assert cli.main(["import", str(theirs / "games.jsonl"), "--journal", str(theirs / "journal.sqlite3")]) == 1
    assert capsys.readouterr().err == f"The file {theirs / 'games.jsonl'} cannot be read: Permission denied.\n"


WRITING = {
    "export": ["export", "--journal", "{roots}/other.sqlite3"],
    "die": ["die", "sheet"],
    "support-bundle": ["support-bundle", "--config", "{roots}/table.toml"],
}


def writing(name: str, folders: Folders, out: Path) -> list[str]:
    _, roots = folders
    (roots / "table.toml").write_text(f'board = "bench"\nsimulated = true\njournal.path = "{roots}/other.sqlite3"\n')
    return [*(word.format(roots=roots) for word in WRITING[name]), "--out", str(out)]


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITING)
@pytest.mark.parametrize("suffix", ["", ".part", ".companion-new", ".new", ".tmp"])
def test_no_link_has_root_write_over_a_file(name: str, suffix: str, folders: Folders, lines: Path) -> None:
    """Where the link is what was named, the command refuses; beside it, a link is nothing."""
    theirs, roots = folders
    out = theirs / "out"
    assert cli.main(writing(name, folders, roots / "first")) == 0
    (roots / "precious").write_text("root's")
    planted(theirs / f"out{suffix}", roots / "precious")
    assert cli.main(writing(name, folders, out)) == (0 if suffix else 1)
    assert (roots / "precious").read_text() == "root's"
    assert out.is_symlink() == (not suffix)
    assert theirs_alone(theirs)


@pytest.mark.parametrize("name", WRITING)
def test_no_link_on_the_way_has_root_write_elsewhere(
    name: str, folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, roots = folders
    assert cli.main(writing(name, folders, roots / "first")) == 0
    capsys.readouterr()
    planted(theirs / "folder", roots)
    assert cli.main(writing(name, folders, theirs / "folder" / "out")) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (roots / "out").exists()


def test_the_bundle_counts_no_journal_to_which_a_link_leads(
    folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import tarfile

    theirs, roots = folders
    (roots / "table.toml").write_text(f'board = "bench"\nsimulated = true\njournal.path = "{theirs}/journal.sqlite3"\n')
    journal = Journal.open(theirs / "journal.sqlite3", lambda: AT)
    keep(journal, CASE, steps(CASE, 1))
    journal.close()
    for file in theirs.iterdir():
        given(file)
    command = ["support-bundle", "--config", str(roots / "table.toml"), "--out", str(roots / "bundle.tar.gz")]

    def counted() -> str:
        assert cli.main(command) == 0
        with tarfile.open(roots / "bundle.tar.gz") as bundle:
            found = bundle.extractfile("companion-support/journal.txt")
            assert found is not None
            return found.read().decode()

    assert "volume 1, games of mastermind: 1" in counted()
    (theirs / "journal.sqlite3").unlink()
    planted(theirs / "journal.sqlite3", secret(roots))
    assert "mastermind" not in counted()


@pytest.mark.parametrize("command", ["play", "run"])
def test_root_opens_no_table_in_anothers_folder(
    command: str, folders: Folders, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, roots = folders
    path = theirs / "journal.sqlite3"
    (roots / "table.toml").write_text(
        f'board = "bench"\nsimulated = true\nweb.enabled = false\njournal.path = "{path}"\n'
    )
    words = ["run", "--config", str(roots / "table.toml")] if command == "run" else ["play", "--journal", str(path)]
    assert cli.main(words) == 1
    assert capsys.readouterr().err.startswith(
        f"The journal {path} belongs to nobody, and a table that root opens would keep"
    )
    assert list(theirs.iterdir()) == []


@pytest.mark.parametrize("more", [["--board", "two-seats"], ["--undo"], ["--hotspot"]], ids=lambda more: more[0])
@pytest.mark.parametrize("how", ["--yes", "--dry-run"])
def test_root_sets_no_system_up_in_anothers_folder(
    how: str, more: list[str], folders: Folders, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, roots = folders
    hidden = roots / "hidden"
    hidden.write_text("secret=1\n")
    hidden.chmod(0o600)
    for folder in ("boot/firmware", "etc/NetworkManager"):
        (theirs / folder).mkdir(parents=True)
    planted(theirs / "boot/firmware/config.txt", hidden)
    before = sorted(theirs.rglob("*"))
    assert cli.main(["setup", "--root", str(theirs), *more, how]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"The folder {theirs} belongs to nobody, whose links could lead root elsewhere: give ")
    assert "secret" not in said.out + said.err
    assert hidden.read_text() == "secret=1\n"
    assert sorted(theirs.rglob("*")) == before
