"""The list of finished games: which are in it, what it says when a journal will not do, and what it does not replay."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.archive import listing
from companion.archive.shelf import history, shelf
from companion.cli import main
from companion.core.game import replay
from companion.journal.files import Volumes
from companion.journal.journal import Journal
from companion.table.effects import Abandoned, TakenBack
from tests.archive.games import AT, EVERY, case_of, keep, steps, written

CASE = case_of("mastermind")


def listed(path: Path) -> tuple[list[str], list[str]]:
    with shelf([path], str) as journals:
        games, faults = history(journals)
    return [f"{game.number} {game.key} {game.title} {game.how} {game.moves}" for game in games], faults


def test_every_finished_game_is_listed_and_nothing_else(tmp_path: Path) -> None:
    games = [(case, steps(case, 1)) for case in EVERY]
    journal = written(tmp_path / "t.sqlite3", *games, (CASE, steps(CASE, 5, most=3)))
    found, faults = listed(journal)
    assert faults == []
    assert found == [
        f"{number} 1.{2 * number} {case.game.title} over {len(made)}" for number, (case, made) in enumerate(games, 1)
    ]


def test_a_line_of_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = steps(CASE, 3)
    journal = written(tmp_path / "t.sqlite3", (CASE, made))
    assert main(["history", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out.startswith("1  2026-03-01 18:00  Mastermind  Ann, Bob  ")
    assert main(["history", "--json", "--journal", str(journal)]) == 0
    told = json.loads(capsys.readouterr().out)
    result = CASE.game.result(replay(CASE.game, CASE.options, CASE.seats, made))
    assert (told["scores"], told["winners"]) == (list(result.scores), list(result.winners or ()))
    assert (told["game"], told["players"], told["moves"], told["at"]) == ("mastermind", ["Ann", "Bob"], len(made), AT)


def test_an_abandoned_game_is_listed_as_that_and_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    keep(journal, CASE, steps(CASE, 5, most=3))
    journal.append(Abandoned(4))
    journal.close()
    assert listed(tmp_path / "t.sqlite3")[0] == ["1 1.2 Mastermind abandoned 3"]
    assert main(["history", "--journal", str(tmp_path / "t.sqlite3")]) == 0
    assert "abandoned at 0:0  3 moves" in capsys.readouterr().out
    assert main(["export", "--journal", str(tmp_path / "t.sqlite3")]) == 0
    assert capsys.readouterr().out == ""


def test_a_last_move_taken_back_takes_the_game_off_the_list(tmp_path: Path) -> None:
    made = steps(CASE, 3)
    path = written(tmp_path / "t.sqlite3", (CASE, made))
    assert len(listed(path)[0]) == 1
    journal = Journal.open(path, lambda: AT)
    journal.append(TakenBack(len(made) + 1))
    journal.close()
    assert listed(path) == ([], [])


def test_what_was_listed_once_is_not_replayed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 3)), (CASE, steps(CASE, 5, most=3)))
    first = listed(path)

    def fail(*_: object) -> object:
        raise AssertionError("it was replayed")

    with monkeypatch.context() as patched:
        patched.setattr(listing, "played", fail)
        assert listed(path) == first
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM ending")
    connection.close()
    assert listed(path) == first


def test_export_believes_the_replay_and_not_the_list(tmp_path: Path) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 3)))
    listed(path)
    assert main(["export", "--journal", str(path), "--out", str(tmp_path / "a")]) == 0
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE ending SET scores = '[77,0]'")
    connection.close()
    assert main(["export", "--journal", str(path), "--out", str(tmp_path / "b")]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_damaged_journal_is_named_and_the_rest_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.sqlite3"
    written(path, (CASE, steps(CASE, 1)))
    Volumes(path).path(2).write_bytes(b"no journal at all")
    written(Volumes(path).path(3), (CASE, steps(CASE, 2)))
    found, faults = listed(path)
    assert [one.split()[1] for one in found] == ["1.2", "3.2"]
    assert faults == [f"The journal {Volumes(path).path(2)} is damaged (it is not a SQLite file); it is left as it is."]
    assert main(["history", "--journal", str(path)]) == 1
    said = capsys.readouterr()
    assert (len(said.out.splitlines()), said.err.strip()) == (2, faults[0])
    assert Volumes(path).path(2).read_bytes() == b"no journal at all"


def test_a_damaged_game_is_named_and_the_rest_is_listed(tmp_path: Path) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 1)), (CASE, steps(CASE, 2)))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE entry SET actor = '0' WHERE id = (2 << 20) + 2")
    connection.close()
    found, faults = listed(path)
    assert [one.split()[1] for one in found] == ["1.4"]
    assert faults == [
        f"The game of mastermind from {AT} is left out: The journal is damaged: move 2 of game 2 is not what was written."
    ]


def test_a_running_table_is_said_with_the_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.sqlite3"
    table = Journal.open(path, lambda: AT)
    for command in (["history"], ["export"], ["import", __file__]):
        assert main([*command, "--journal", str(path)]) == 1
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith(f"The journal {path} is in use by a running table: look at the page /history")
        assert said.endswith("or stop the table first.")
    table.close()


def test_no_journal_at_all_is_said_and_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "--journal", str(tmp_path / "t.sqlite3")]) == 1
    assert capsys.readouterr().err.startswith(f"There is no journal at {tmp_path / 't.sqlite3'}: name one")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "t.sqlite3")
    assert main(["history", "--journal", str(tmp_path / "t.sqlite3")]) == 0
    assert capsys.readouterr().out == "No game has been finished yet.\n"


def test_without_a_name_all_tables_of_this_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    (tmp_path / "companion").mkdir()
    for name in ("journal.sqlite3", "play-2-seats.sqlite3", "play-4-seats.sqlite3"):
        written(tmp_path / "companion" / name, (CASE, steps(CASE, 1)))
    assert main(["history"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
