"""Volumes are found by their files: a gap in the numbers hides none, and no number is used twice."""

import os
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.files import VolumeFiles
from companion.journal.worker import JournalWorker
from companion.table.effects import Moved, Opened

LOBBY = Opened("lobby", 2, {}, ("Ann", "Bob"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def test_a_hole_hides_no_volume(path: Path) -> None:
    volumes = VolumeFiles(path)
    for name in ("table-2.db", "table-4.db", "table-10.db"):
        (path.parent / name).touch()
    assert [file.name for file in volumes.existing()] == ["table-2.db", "table-4.db", "table-10.db"]
    assert [volumes.number(file) for file in volumes.existing()] == [2, 4, 10]
    assert (volumes.newest().name, volumes.following().name) == ("table-10.db", "table-11.db")


@pytest.mark.parametrize("left", ["table-3.db-mark", "table-3.db.damaged-1", "table-3.db.damaged-2-wal"])
def test_the_number_of_a_deleted_volume_is_not_used_again(path: Path, left: str) -> None:
    path.touch()
    (path.parent / left).touch()
    assert (VolumeFiles(path).newest().name, VolumeFiles(path).following().name) == ("table.db", "table-4.db")


def test_other_files_are_no_volumes(path: Path) -> None:
    for stem in ("table-1.db", "table-02.db", "table-0.db", "table-x.db", "table.db.lock", "tables.db", "table-2xdb"):
        (path.parent / stem).touch()
    (path.parent / "table-2.db.bak").touch()
    assert (VolumeFiles(path).existing(), VolumeFiles(path).following()) == ([], path)


def test_there_is_none_where_there_is_no_folder(tmp_path: Path) -> None:
    assert VolumeFiles(tmp_path / "none" / "table.db").newest() == tmp_path / "none" / "table.db"


@pytest.mark.anyio
async def test_the_first_volume_is_deleted_and_the_second_is_played_on(path: Path) -> None:
    """A former bug: the history was empty, and a new journal took the number of the deleted one."""

    def numbers() -> list[int]:
        return [VolumeFiles(path).number(file) for file in VolumeFiles(path).existing()]

    for number in (1, 2):
        worker = JournalWorker(path)
        if number == 1:
            await worker.open()
        else:
            await worker.open_new()
        await worker.append(LOBBY)
        await worker.append(Moved(1, 0, {"move": "start"}))
        await worker.close()
    path.unlink()
    worker = JournalWorker(path)
    held = await worker.open()
    assert held is not None
    assert len(held.steps) == 1
    assert numbers() == [2]
    await worker.open_new()
    assert numbers() == [2, 3]
    await worker.close()
    worker = JournalWorker(path)
    assert await worker.open() is None
    await worker.close()


@pytest.mark.anyio
@pytest.mark.parametrize("beside", [("-mark",), ("-wal",), ("-wal", "-mark")])
async def test_a_new_volume_begins_beside_a_file_that_was_emptied(path: Path, beside: tuple[str, ...]) -> None:
    """The emptied file is not the next volume: what is left beside it says that it had a game."""
    worker = JournalWorker(path)
    await worker.open()
    await worker.append(LOBBY)
    left = {kind: path.with_name(path.name + kind).read_bytes() for kind in beside}
    await worker.close()
    for file in path.parent.iterdir():
        file.unlink()
    path.write_bytes(b"")
    for kind, content in left.items():
        path.with_name(path.name + kind).write_bytes(content)
    worker = JournalWorker(path)
    with pytest.raises(JournalError, match="it is empty"):
        await worker.open()
    await worker.open_new()
    await worker.append(LOBBY)
    await worker.close()
    assert [VolumeFiles(path).number(file) for file in VolumeFiles(path).existing()] == [1, 2]
    assert path.read_bytes() == b""
    assert {kind: path.with_name(path.name + kind).read_bytes() for kind in beside} == left


@pytest.mark.anyio
async def test_a_new_volume_begins_when_the_file_is_emptied_while_the_table_is_open(path: Path) -> None:
    worker = JournalWorker(path)
    await worker.open()
    await worker.append(LOBBY)
    os.truncate(path, 0)
    with pytest.raises(JournalError, match="cut short"):
        await worker.append(LOBBY)
    await worker.open_new()
    await worker.append(LOBBY)
    await worker.close()
    assert [VolumeFiles(path).number(file) for file in VolumeFiles(path).existing()] == [1, 2]
