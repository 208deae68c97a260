"""A crash is recovered silently. Damage is reported, the damaged files are copied, and the players may accept the loss."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.journal.files import scan_wal
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.journal.rows import SavedGame
from companion.journal.tables import read_connection
from companion.journal.worker import FullCheck
from companion.table.effects import Moved
from tests.history.games import LOBBY
from tests.journal.images import NAME, Image, damaged, found, played, put, stamp, taken, torn

GAMES = ("mastermind", "passcode")
FRAME = 24 + 512
STANDS = "The last moves of this game could not be read: it is now at move {}."
LOST = "The last entries of the journal could not be read: the table goes back to the lobby."

Shots = list[tuple[Image, tuple[Step, ...]]]


@pytest.fixture(scope="module", params=GAMES)
def shots(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shots:
    return list(played(tmp_path_factory.mktemp(request.param), request.param, 3, 40))


def valid_bytes(image: Image) -> int:
    return 32 + scan_wal(image["-wal"]).valid * FRAME


def is_told(said: object) -> bool:
    return isinstance(said, str) and ("could not be read" in said or "is damaged" in said)


def test_a_kill_between_two_moves_is_told_nothing(shots: Shots, tmp_path: Path) -> None:
    for image, safe in shots:
        assert found(put(tmp_path / "x", image)) == safe


def test_a_power_cut_in_the_middle_of_a_move_is_told_nothing(shots: Shots, tmp_path: Path) -> None:
    rnd = random.Random(1)
    for (before, safe), (after, more) in pairwise(shots):
        assert before[""] == after[""], "nothing is folded into the file here"
        assert found(put(tmp_path / "x", torn(before, after, rnd))) in (safe, more)


def test_two_crashes_one_after_the_other_are_told_nothing(shots: Shots, tmp_path: Path) -> None:
    """After the second crash, the frames that the first left behind the end of the WAL do not count as damage."""
    rnd = random.Random(2)
    for (before, safe), (after, more) in list(pairwise(shots))[::5]:
        path = put(tmp_path / "x", torn(before, after, rnd))
        journal = Journal.open(path, stamp)
        kept = journal.newest_game()
        assert kept is not None
        images = [taken(path.parent)]
        for number, actor in enumerate((0, 1, 0), kept.rows + 1):
            journal.append(Moved(number, actor, {"move": "x"}))
            images.append(taken(path.parent))
        journal.close()
        for number, (first, second) in enumerate(pairwise(images)):
            again = found(put(tmp_path / "y", torn(first, second, rnd)))
            assert not isinstance(again, str), again
            assert len(again) - len(kept.steps) in (number, number + 1)
        assert kept.steps in (safe, more)


@pytest.mark.slow
@pytest.mark.parametrize("has_mark", [True, False])
def test_every_damage_to_a_wal_is_told(shots: Shots, tmp_path: Path, has_mark: bool) -> None:
    """With the mark beside the journal all damage is found. Without it a truncation at the very end of a move leaves no trace, so
    only flipped bits are tested."""
    rnd = random.Random(3)
    for image, _ in shots * 2:
        content, end = image["-wal"], valid_bytes(image)
        if has_mark:
            changed = damaged(content, rnd, 0, end)
        else:
            at = rnd.randrange(end)
            changed = content[:at] + bytes([content[at] ^ 1 << rnd.randrange(8)]) + content[at + 1 :]
        if changed[:end] == content[:end]:
            continue
        left = {kind: data for kind, data in image.items() if has_mark or kind != "-mark"}
        assert is_told(found(put(tmp_path / "x", {**left, "-wal": changed})))


@pytest.mark.parametrize("has_mark", [True, False])
def test_a_missing_wal_is_told(shots: Shots, tmp_path: Path, has_mark: bool) -> None:
    image, _ = shots[-1]
    left = {kind: data for kind, data in image.items() if kind == "" or (has_mark and kind == "-mark")}
    for files in (left, {**left, "-wal": b""}):
        assert found(put(tmp_path / "x", files)) == LOST


def games(path: Path) -> dict[int, SavedGame | None]:
    with read_connection(path) as connection:
        reader = Reader(connection)
        return {game: reader.game(game) for (game,) in connection.execute("SELECT id FROM game").fetchall()}


def test_damage_to_the_file_is_told_at_start_or_when_idle_or_did_no_harm(tmp_path: Path) -> None:
    rnd = random.Random(4)
    folder = tmp_path / "played"
    folder.mkdir()
    *_, (_, safe) = played(folder, "mastermind", 5, 30)
    image = taken(folder)
    assert set(image) == {"", "-mark"}
    expected = games(put(tmp_path / "x", image))
    told = {"start": 0, "idle": 0, "harmless": 0}
    for _ in range(120):
        path = put(tmp_path / "x", {**image, "": damaged(image[""], rnd, 0, len(image[""]))})
        said = found(path)
        if isinstance(said, str):
            assert is_told(said) or "is a database, but no journal" in said or "version of the companion" in said, said
            told["start"] += 1
        elif checked(path):
            told["idle"] += 1
        else:
            assert (said, games(path)) == (safe, expected)
            told["harmless"] += 1
    assert all(told.values()), told


def checked(path: Path) -> list[str]:
    checking = FullCheck(path)
    faults: list[str] = []
    while (some := checking.next_faults()) is not None:
        faults += some
    return faults


def cut_short(shots: Shots) -> tuple[Image, tuple[Step, ...]]:
    """Damage the entry after the tenth move."""
    image, safe = shots[-1]
    at = valid_bytes(shots[9][0]) + 100
    content = image["-wal"]
    return {**image, "-wal": content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :]}, safe[:10]


def test_the_sentence_says_where_the_game_stands_and_the_files_stay_as_they_are(shots: Shots, tmp_path: Path) -> None:
    image, stands = cut_short(shots)
    path = put(tmp_path / "x", image)
    for _ in range(2):
        with pytest.raises(JournalError) as caught:
            Journal.open(path, stamp)
        assert str(caught.value) == STANDS.format(len(stands))
        assert caught.value.remedies == ("go on", "lobby")
        assert taken(path.parent) == image


def test_the_players_go_on_and_the_damaged_files_are_kept_aside(shots: Shots, tmp_path: Path) -> None:
    image, stands = cut_short(shots)
    path = put(tmp_path / "x", image)
    journal = Journal.open(path, stamp, accept=True)
    kept = journal.newest_game()
    assert kept is not None
    assert kept.steps == stands
    journal.append(Moved(kept.rows + 1, 0, {"move": "x"}))
    crashed = taken(path.parent)
    journal.close()
    assert {kind: (tmp_path / "x" / f"{NAME}.damaged-1{kind}").read_bytes() for kind in image} == image
    # The players are asked only once.
    assert found(put(tmp_path / "y", crashed)) == (*stands, (0, {"move": "x"}))
    assert found(path) == (*stands, (0, {"move": "x"}))


def test_damage_twice_is_kept_aside_twice(shots: Shots, tmp_path: Path) -> None:
    image, _ = cut_short(shots)
    path = put(tmp_path / "x", image)
    assert not isinstance(found(path, accept=True), str)
    for kind, content in image.items():
        path.with_name(NAME + kind).write_bytes(content)
    assert not isinstance(found(path, accept=True), str)
    assert (tmp_path / "x" / f"{NAME}.damaged-2-wal").read_bytes() == image["-wal"]


def test_where_the_wal_was_folded_into_the_file_nothing_is_lost(tmp_path: Path) -> None:
    """A damaged WAL would hide newer pages of the file behind older ones, so the file alone is used."""
    folder = tmp_path / "long"
    folder.mkdir()
    journal = Journal.open(folder / NAME, stamp)
    journal.append(LOBBY)
    for number in range(1, 60):
        journal.append(Moved(number, 0, {"move": "x", "number": number}))
    journal.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    image = taken(folder)
    journal.close()
    content = image["-wal"]
    middle = valid_bytes(image) // 2
    changed = {**image, "-wal": content[:middle] + b"\xff" * 8 + content[middle + 8 :]}
    path = put(tmp_path / "x", changed)
    assert is_told(found(path))
    steps = found(path, accept=True)
    assert not isinstance(steps, str)
    assert len(steps) == 59


@pytest.mark.parametrize("is_empty", [True, False])
def test_the_file_of_one_journal_beside_the_log_and_mark_of_another_is_told(
    shots: Shots, tmp_path: Path, is_empty: bool
) -> None:
    """A WAL does not say to which file it belongs. The mark does, and the WAL and the mark are copied before the game goes on."""
    folder = tmp_path / "other"
    folder.mkdir()
    journal = Journal.open(folder / NAME, stamp)
    if not is_empty:
        journal.append(LOBBY)
    journal.close()
    image, _ = shots[-1]
    mixed = {**image, "": taken(folder)[""]}
    path = put(tmp_path / "x", mixed)
    for _ in range(2):
        assert found(path) == LOST
        assert taken(path.parent) == mixed
    journal = Journal.open(path, stamp, accept=True)
    assert (journal.newest_game() is None) == is_empty
    assert (tmp_path / "x" / f"{NAME}.damaged-1-wal").read_bytes() == image["-wal"]
    journal.append(LOBBY)
    journal.close()
    assert found(path) == ()


def test_a_power_cut_while_the_wal_is_folded_into_the_file_is_told_nothing(tmp_path: Path) -> None:
    """The file alone is damaged then: its header counts pages that it does not have yet."""
    folder = tmp_path / "long"
    folder.mkdir()
    journal = Journal.open(folder / NAME, stamp)
    journal.append(LOBBY)
    for number in range(1, 40):
        journal.append(Moved(number, 0, {"move": "x", "number": number}))
    before = taken(folder)[""]
    journal.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    image = taken(folder)
    journal.close()
    assert len(image[""]) > len(before)
    steps = found(put(tmp_path / "x", {**image, "": image[""][:512] + before[512:]}))
    assert len(steps) == 39
    assert not isinstance(steps, str)
