"""Folders of another user, for the tests of commands that root runs in them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.pi.hosts import open_folder

NOBODY: Final = 65534


def needs_root() -> None:
    """Skip the test where it is not root's, unless COMPANION_NEEDS_ROOT says that nothing may be skipped."""
    if os.geteuid() != 0:
        if os.environ.get("COMPANION_NEEDS_ROOT"):
            pytest.fail("these tests plant links in another user's folder, which takes root")
        pytest.skip("only root can act for another user")


@contextmanager
def two_folders() -> Iterator[tuple[Path, Path]]:
    """One that belongs to nobody, as the service's belongs to its user; and one that root alone may look into."""
    needs_root()
    with open_folder() as top:
        theirs, roots = top / "theirs", top / "roots"
        theirs.mkdir(0o700)
        os.chown(theirs, NOBODY, NOBODY)
        roots.mkdir(0o700)
        yield theirs, roots


def planted(link: Path, target: Path) -> None:
    """A link that nobody has made."""
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)


def given(path: Path) -> None:
    """The file is nobody's from now on."""
    os.chown(path, NOBODY, NOBODY)
