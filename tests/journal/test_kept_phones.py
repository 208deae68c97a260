"""The file of the phones that hold seats."""

import logging
import stat
from pathlib import Path

import pytest

from companion.core.errors import FileError
from companion.journal.kept_phones import KeptPhone, kept_phones_path, read_kept_phones, write_kept_phones

PHONES = (KeptPhone(0, b"salt" * 4, b"\0\xff" * 16), KeptPhone(3, b"\1" * 16, b"d" * 32))


def test_each_journal_has_its_own() -> None:
    paths = {kept_phones_path(Path("/x", name)) for name in ("play-2-seats.sqlite3", "play-4-seats.sqlite3")}
    assert len(paths) == 2
    assert {path.parent for path in paths} == {Path("/x")}


def test_what_is_written_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    path = kept_phones_path(tmp_path / "new" / "journal.sqlite3")
    assert read_kept_phones(path) == ()
    write_kept_phones(path, PHONES)
    assert read_kept_phones(path) == PHONES
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_kept_phones(path, PHONES[:1])
    assert read_kept_phones(path) == PHONES[:1]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [b"", b"{}", b'[{"seat":0}]', b"\xff\xfe", b'[{"seat":0,"salt":"!","digest":""}]'])
def test_a_damaged_file_is_named_and_lets_nobody_in(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.phones.json"
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert read_kept_phones(path) == ()
    assert caplog.messages == [f"{path} cannot be read, so every phone of this table scans a new code."]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "journal.phones.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileError, match="it is a link"):
        write_kept_phones(tmp_path / "journal.phones.json", PHONES)
    assert not (tmp_path / "elsewhere").exists()
