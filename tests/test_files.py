"""A file is written whole or not at all, follows no planted link, and root acts as the folder's owner."""

import errno
import os
from pathlib import Path

import pytest

from companion.core.errors import FileError
from companion.files import NEW, Owner, acting_as, acting_for, foreign, replacing, write_file
from tests.users import NOBODY, given, planted, two_folders


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert (path.read_bytes(), names(tmp_path)) == (b"new", ["out"])


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), replacing(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["out"])


def test_it_is_written_in_the_folder_that_was_opened(tmp_path: Path) -> None:
    """Whoever moves the folder away and puts another in its place gets nothing into that."""
    folder, moved = tmp_path / "folder", tmp_path / "moved"
    folder.mkdir()
    with replacing(folder / "out") as file:
        file.write(b"new")
        folder.rename(moved)
        folder.mkdir()
    assert (names(folder), (moved / "out").read_bytes()) == ([], b"new")


def test_a_link_that_comes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with pytest.raises(FileError, match="it is a link"), replacing(path) as file:
        file.write(b"new")
        path.symlink_to(tmp_path / "other")
    assert names(tmp_path) == ["out"]
    assert path.is_symlink()


def test_the_new_file_takes_nothing_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where somebody has guessed its name."""
    monkeypatch.setattr("companion.files.secrets.token_hex", lambda _: "guessed")
    planted = tmp_path / f"{NEW}guessed"
    (tmp_path / "precious").write_bytes(b"old")
    for link in (True, False):
        if link:
            planted.symlink_to(tmp_path / "precious")
        else:
            planted.write_bytes(b"somebody's")
        with pytest.raises(FileError, match="file exists"):
            write_file(tmp_path / "out", b"new")
        assert (tmp_path / "precious").read_bytes() == b"old"
        planted.unlink()


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("folder", "it is a folder"),
        (".", "it is a folder"),
        ("link", "it is a link"),
        ("pipe", "it is no regular file"),
        ("none/out", "there is no folder {folder}/none"),
        ("file/out", "there is no folder {folder}/file"),
        ("x" * 300, "file name too long"),
    ],
)
def test_what_cannot_be_written_is_named_with_its_reason(tmp_path: Path, place: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    before = names(tmp_path)
    with pytest.raises(FileError) as caught:
        write_file(tmp_path / place, b"new")
    assert f"{tmp_path / place} cannot be written: {reason.format(folder=tmp_path)}" in str(caught.value)
    assert names(tmp_path) == before


def test_its_permissions_are_those_that_were_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_file(tmp_path / "mine", b"", 0o600)
        write_file(tmp_path / "all", b"")
    finally:
        os.umask(before)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("mine", "all")] == [0o600, 0o644]


THEM = Owner(NOBODY, NOBODY)


def test_the_first_on_the_way_who_is_not_root_counts() -> None:
    with two_folders() as (theirs, roots):
        (roots / "file").touch()
        (roots / "link").symlink_to(theirs)
        (roots / "back").symlink_to("../roots/file")
        planted(roots / "planted", roots / "file")
        (roots / "given").touch()
        given(roots / "given")
        planted(theirs / "home", roots)
        for path, owner in {
            roots / "file": None,
            roots / "none" / "at" / "all": None,
            roots / "back": None,
            roots / "link" / "file": THEM,
            roots / ".." / "theirs": THEM,
            roots / "planted": THEM,
            roots / "given": THEM,
            theirs / "home" / "file": THEM,
            theirs / ".." / "roots" / "file": THEM,
        }.items():
            assert foreign(path) == owner, path


def test_links_that_go_round_are_one_sentence() -> None:
    with two_folders() as (_, roots):
        (roots / "round").symlink_to(roots / "round")
        with (
            pytest.raises(FileError, match="cannot be looked at: too many levels of symbolic links"),
            acting_for(roots / "round"),
        ):
            pass


def test_root_is_root_again_whatever_happens() -> None:
    with two_folders() as (theirs, roots):
        before = os.geteuid(), os.getegid(), os.getgroups()
        with pytest.raises(PermissionError), acting_for(theirs / "file"):
            assert (os.geteuid(), os.getegid(), os.getgroups()) == (NOBODY, NOBODY, [NOBODY])
            (roots / "file").touch()
        assert (os.geteuid(), os.getegid(), os.getgroups()) == before


def test_whoever_is_not_root_acts_for_nobody_else(tmp_path: Path) -> None:
    with two_folders() as (theirs, _), acting_as(THEM):
        assert foreign(theirs) is None
        with acting_for(theirs / "file"):
            (theirs / "file").touch()
        assert (theirs / "file").stat().st_uid == NOBODY


def test_where_the_system_lets_root_be_nobody_else_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_groups: list[int]) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with two_folders() as (theirs, _):
        before = os.geteuid(), os.getegid(), os.getgroups()
        monkeypatch.setattr(os, "setgroups", refused)  # as in a container without CAP_SETGID
        with pytest.raises(FileError, match="root cannot act as nobody here"), acting_for(theirs):
            pass
        assert (os.geteuid(), os.getegid(), os.getgroups()) == before
