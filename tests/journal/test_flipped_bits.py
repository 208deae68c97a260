"""A flipped bit in the file of a journal is told before anything is written, or changes nothing that a game shows."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.table.effects import Moved
from tests.history.games import LOBBY
from tests.journal.images import NAME, Image, found, put, stamp, taken

PAGE = 512
LEAF = 13
SECRET = "orange"


def crashed(folder: Path, moves: int) -> Image:
    """The files of a journal whose table was killed before its next move. Its open game has so many moves."""
    journal = Journal.open(folder / NAME, stamp)
    journal.append(LOBBY)
    journal.append(Moved(1, 0, {"move": "start"}))
    journal.append(LOBBY)
    for number in range(1, moves + 1):
        journal.append(Moved(number, 0, {"move": "x", "number": number, "colour": SECRET}))
    journal.close()
    again = Journal.open(folder / NAME, stamp)
    image = taken(folder)
    again.close()
    return image


def varint(content: bytes, at: int) -> tuple[int, int]:
    """A number as SQLite writes it, and where it ends."""
    value = 0
    while True:
        value = value << 7 | content[at] & 127
        at += 1
        if content[at - 1] < 128:
            return value, at


def entry_cells(content: bytes, game: int) -> Iterator[tuple[int, int]]:
    """Where the head of each entry of a game is in the file: from its length and id to the end of the types of its columns."""
    for page in range(PAGE, len(content), PAGE):
        if content[page] != LEAF:
            continue
        for cell in range(int.from_bytes(content[page + 3 : page + 5], "big")):
            pointer = page + 8 + 2 * cell
            at = page + int.from_bytes(content[pointer : pointer + 2], "big")
            key, record = varint(content, varint(content, at)[1])
            if key >> 20 == game and key & 0xFFFFF:
                yield at, record + varint(content, record)[0]


def flipped(image: Image, at: int, bit: int) -> Image:
    content = bytearray(image[""])
    content[at] ^= 1 << bit
    return {**image, "": bytes(content)}


def unwritten(folder: Path) -> Image:
    """The files now, without the empty WAL that reading leaves."""
    return {kind: content for kind, content in taken(folder).items() if content}


def test_no_flipped_bit_in_an_entry_of_the_open_game_sets_it_back_in_silence(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    image = crashed(tmp_path / "made", 9)
    assert "-wal" in image, "it could be folded into the damaged file"
    safe = found(put(tmp_path / "x", image))
    assert len(safe) == 9
    heads = list(entry_cells(image[""], 2))
    assert len(heads) == 9
    told = 0
    for start, end in heads[4::4]:
        for at in range(start, end):
            for bit in range(8):
                changed = flipped(image, at, bit)
                said = found(put(tmp_path / "x", changed))
                if isinstance(said, str):
                    told += 1
                    assert unwritten(tmp_path / "x") == changed, "nothing is written to what is refused"
                else:
                    assert said == safe
    assert told > 150


def test_moves_that_a_damaged_id_hides_are_missed(tmp_path: Path) -> None:
    """A search by id ends at an id that is too great, and the newest entry is found from the other side."""
    (tmp_path / "made").mkdir()
    image = crashed(tmp_path / "made", 9)
    at, _ = list(entry_cells(image[""], 2))[4]
    _, start = varint(image[""], at)
    path = put(tmp_path / "x", flipped(image, start, 1))
    for _ in range(2):
        with pytest.raises(JournalError, match="moves of game 2 are missing"):
            Journal.open(path, stamp)


def test_an_entry_whose_id_is_damaged_is_not_one_of_a_later_game(tmp_path: Path) -> None:
    """The players go on without the last move, which then must not come back in the next game."""
    (tmp_path / "made").mkdir()
    Journal.open(tmp_path / "made" / NAME, stamp).close()
    crashed(tmp_path / "made", 9)
    path = tmp_path / "made" / NAME
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE entry SET id = (3 << 20) + 9 WHERE id = (2 << 20) + 9")
    connection.close()
    with pytest.raises(JournalError, match="could not be read"):
        Journal.open(path, stamp)
    journal = Journal.open(path, stamp, accept=True)
    journal.append(LOBBY)
    journal.append(Moved(1, 0, {"move": "start"}))
    journal.close()
    assert found(path) == ((0, {"move": "start"}),)


def test_no_sentence_quotes_what_a_game_holds(tmp_path: Path) -> None:
    """Python's library quotes a text that it cannot decode, and the screens show the sentence to everybody."""
    (tmp_path / "made").mkdir()
    image = crashed(tmp_path / "made", 9)
    said = found(put(tmp_path / "x", flipped(image, image[""].index(SECRET.encode()), 7)))
    assert isinstance(said, str)
    assert "cannot be decoded" in said
    assert SECRET[1:] not in said


def test_a_damaged_time_does_not_end_the_game(tmp_path: Path) -> None:
    """It is told when the game is finished and the table is idle."""
    (tmp_path / "made").mkdir()
    image = crashed(tmp_path / "made", 9)
    at = image[""].rindex(stamp().encode())
    assert len(found(put(tmp_path / "x", flipped(image, at, 0)))) == 9
