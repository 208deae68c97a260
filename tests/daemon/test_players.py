"""The list of names beside the journal: read as it was written by hand, and added to without loss."""

from pathlib import Path

from companion.daemon.players import MOST, add, beside, read


def test_names_are_read_once_each_and_what_is_none_is_passed_over(tmp_path: Path) -> None:
    path = beside(tmp_path / "journal.sqlite3")
    assert read(path) == ()
    path.write_text("Ann\n\n  Bob \nAnn\nBartholomew\nC\x07D\nEve 2", encoding="utf-8")
    assert read(path) == ("Ann", "Bob", "Eve 2")
    path.write_text("\n".join(f"P{number}" for number in range(100)), encoding="utf-8")
    assert len(read(path)) == MOST


def test_a_name_is_added_behind_all_that_was_there(tmp_path: Path) -> None:
    path = beside(tmp_path / "state" / "journal.sqlite3")
    add(path, "Ann")
    path.write_text("Bartholomew\nBob", encoding="utf-8")
    add(path, "Cleo")
    add(path, "Bob")
    assert path.read_text(encoding="utf-8") == "Bartholomew\nBob\nCleo\n"
