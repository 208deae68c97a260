"""Which user controls a path, and acting as that user."""

import errno
import os
from pathlib import Path

import pytest

from companion.core.errors import FileError
from companion.host.owner import Owner, acting_as, acting_for, foreign
from tests.host.users import NOBODY, given, planted, two_folders

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
