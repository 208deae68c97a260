"""The list of names beside the journal: people edit it by hand, and additions lose nothing."""

import asyncio
from pathlib import Path

import pytest

from companion.core.errors import FileError, JournalError
from companion.files import NEW
from companion.journal.known_names import (
    MAX_OFFERED_NAMES,
    add_known_name,
    known_names_path,
    read_known_names,
    undrawable_names,
)
from companion.journal.worker import JournalWorker


def test_names_are_read_once_each_and_what_is_none_is_passed_over(tmp_path: Path) -> None:
    path = known_names_path(tmp_path / "journal.sqlite3")
    assert read_known_names(path) == ()
    path.write_text("Ann\n\n  Bob \nAnn\nMaximilianeXX\nC\x07D\nEve 2", encoding="utf-8")
    assert read_known_names(path) == ("Ann", "Bob", "Eve 2")
    path.write_text("\n".join(f"P{number}" for number in range(100)), encoding="utf-8")
    assert len(read_known_names(path)) == MAX_OFFERED_NAMES


def test_a_name_is_added_behind_all_that_was_there(tmp_path: Path) -> None:
    path = known_names_path(tmp_path / "state" / "journal.sqlite3")
    add_known_name(path, "Ann")
    path.write_text("Bartholomew\nBob", encoding="utf-8")
    add_known_name(path, "Cleo")
    add_known_name(path, "Bob")
    assert path.read_text(encoding="utf-8") == "Bartholomew\nBob\nCleo\n"


def test_a_name_beyond_those_that_are_offered_is_added_once(tmp_path: Path) -> None:
    path = known_names_path(tmp_path / "journal.sqlite3")
    path.write_text("".join(f"P{number}\n" for number in range(MAX_OFFERED_NAMES)), encoding="utf-8")
    for _ in range(5):
        add_known_name(path, "Last")
    assert path.read_text(encoding="utf-8").splitlines() == [
        *(f"P{number}" for number in range(MAX_OFFERED_NAMES)),
        "Last",
    ]


def test_a_name_that_the_screens_cannot_draw_is_told_and_left_where_it_is(tmp_path: Path) -> None:
    path = known_names_path(tmp_path / "journal.sqlite3")
    assert undrawable_names(path) == ()
    path.write_text("Zoë\nAnn\n李\nBartholomëw\nナ\n", encoding="utf-8")
    assert read_known_names(path) == ("Zoë", "Ann", "Bartholomëw")
    assert undrawable_names(path) == (
        f"{path}: the screens cannot draw 李, so the name 李 is not offered: write it with other letters.",
        f"{path}: the screens cannot draw ナ, so the name ナ is not offered: write it with other letters.",
    )
    add_known_name(path, "Bob")
    assert path.read_text(encoding="utf-8") == "Zoë\nAnn\n李\nBartholomëw\nナ\nBob\n"


def test_a_name_is_never_written_through_a_link(tmp_path: Path) -> None:
    path, other = known_names_path(tmp_path / "journal.sqlite3"), tmp_path / "other.txt"
    other.write_text("Ann\n", encoding="utf-8")
    path.symlink_to(other)
    with pytest.raises(FileError, match=r"players\.txt cannot be written: it is a link"):
        add_known_name(path, "Bob")
    assert (path.is_symlink(), other.read_text(encoding="utf-8")) == (True, "Ann\n")
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(NEW)] == []


def test_a_list_that_cannot_be_written_is_named_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    known_names_path(path).symlink_to(tmp_path / "other.txt")

    async def remember() -> None:
        worker = JournalWorker(path)
        try:
            await worker.remember("Bob")
        finally:
            await worker.close()

    with pytest.raises(JournalError) as told:
        asyncio.run(remember())
    why = "it is a link, and links are not followed; name another file."
    assert str(told.value) == f"{known_names_path(path)} cannot be written: {why}"
