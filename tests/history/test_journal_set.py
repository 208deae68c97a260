"""The list of finished games: which games it has, how it reports a bad journal, and which games it does not replay."""

import io
import json
import sqlite3
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.game import Game
from companion.history.game_list import GameKey, ListedGame
from companion.history.journal_set import finished_games_page, journal_set
from companion.journal.files import VolumeFiles
from companion.journal.journal import Journal
from companion.journal.rows import GameEnding
from companion.table.effects import Abandoned
from tests.history.games import AT, EVERY, case_of, keep, opened, steps, unsettled, written

CASE = case_of("mastermind")


def listed(path: Path) -> tuple[list[str], list[str]]:
    with journal_set([path]) as journals:
        found = finished_games_page(journals)
    assert found.older is None
    return [f"{game.key} {game.title} {game.how} {game.moves}" for game in reversed(found.games)], list(found.faults)


def test_every_finished_game_is_listed_and_nothing_else(tmp_path: Path) -> None:
    games = [(case, steps(case, 1)) for case in map(case_of, ("mastermind", "davinci", "digitcode"))]
    journal = written(tmp_path / "t.sqlite3", *games, (CASE, steps(CASE, 5, most=3)))
    found, faults = listed(journal)
    assert faults == []
    assert found == [
        f"1.{2 * number} {case.game.title} over {len(made)}" for number, (case, made) in enumerate(games, 1)
    ]


def test_a_line_of_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = steps(CASE, 3)
    journal = written(tmp_path / "t.sqlite3", (CASE, made))
    assert main(["history", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out.startswith("1.2  2026-03-01 18:00  Mastermind  Ann, Bob  ")
    assert main(["history", "--json", "--journal", str(journal)]) == 0
    told = json.loads(capsys.readouterr().out)
    result = CASE.game.result(CASE.game.replay(CASE.options, CASE.seats, made))
    assert (told["scores"], told["winners"]) == (list(result.scores), list(result.winners or ()))
    assert (told["game"], told["players"], told["moves"], told["at"]) == ("mastermind", ["Ann", "Bob"], len(made), AT)


def test_a_single_round_counted_no_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    single = case_of("davinci")
    series = next(case for case in EVERY if case.game is single.game and case.given.get("rounds", 1) > 1)
    journal = written(tmp_path / "t.sqlite3", *((case, steps(case, 1)) for case in (single, series)))
    assert main(["history", "--json", "--journal", str(journal)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(one["counts"] for one in told) == [False, True]


def test_an_abandoned_game_is_listed_as_that_and_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    keep(journal, CASE, steps(CASE, 5, most=3))
    journal.append(Abandoned(4))
    journal.close()
    assert listed(tmp_path / "t.sqlite3")[0] == ["1.2 Mastermind abandoned 3"]
    assert main(["history", "--journal", str(tmp_path / "t.sqlite3")]) == 0
    assert "abandoned at 0:0  3 moves" in capsys.readouterr().out
    assert main(["export", "--journal", str(tmp_path / "t.sqlite3")]) == 0
    assert capsys.readouterr().out == ""


def test_a_game_that_was_settled_is_not_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 3)), (CASE, steps(CASE, 4)))
    first = listed(path)

    def fail(*_: object) -> object:
        raise AssertionError("it was replayed")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "replay_states", fail)
        assert listed(path) == first
        with pytest.raises(AssertionError, match="it was replayed"):
            listed(unsettled(path))
    assert listed(path) == first, "what no journal says is found out by a replay"


def test_a_list_writes_nothing_and_leaves_no_file(tmp_path: Path) -> None:
    path = unsettled(written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 3))))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(listed(path)[0]) == 1
    assert main(["die", "--journal", str(path)]) == main(["export", "--journal", str(path)]) == 0
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_pages_tell_every_game_once_newest_first(tmp_path: Path) -> None:
    """Across two volumes, with imported games, lobbies and an unfinished game between them."""
    path = tmp_path / "t.sqlite3"
    made = [steps(CASE, seed) for seed in range(5)]
    written(path, (CASE, made[0]), (CASE, steps(CASE, 5, most=3)), (CASE, made[1]))
    out = tmp_path / "games.jsonl"
    other = written(tmp_path / "other.sqlite3", (CASE, made[2]), (CASE, made[3]))
    assert main(["export", "--journal", str(other), "--out", str(out)]) == 0
    assert main(["import", str(out), "--journal", str(path)]) == 0
    written(VolumeFiles(path).path(2), (CASE, made[4]))
    for size in (1, 2, 3, 50):
        with journal_set([path]) as journals:
            found: list[ListedGame] = []
            keys, before = [], None
            while True:
                page = finished_games_page(journals, before, size)
                assert len(page.games) <= size
                found += page.games
                keys.append(page.older)
                if page.older is None:
                    break
                before = GameKey.of(page.older)
        assert [game.key for game in found] == ["2.2", "1.6", "1.2", "1.-2", "1.-1"], f"{size} a page: {keys}"


def test_the_command_tells_a_page_and_how_to_see_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "t.sqlite3", *((CASE, steps(CASE, seed)) for seed in range(3)))
    monkeypatch.setattr("companion.history.journal_set.finished_games_page.__defaults__", (None, 2))
    assert main(["history", "--journal", str(path)]) == 0
    said = capsys.readouterr()
    assert [line.split()[0] for line in said.out.splitlines()] == ["1.6", "1.4"]
    assert "--before 1.3" in said.err
    assert main(["history", "--journal", str(path), "--before", "1.3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["key"] == "1.2"
    assert main(["history", "--journal", str(path), "--all"]) == 0
    said = capsys.readouterr()
    assert ([line.split()[0] for line in said.out.splitlines()], said.err) == (["1.6", "1.4", "1.2"], "")
    assert main(["history", "--journal", str(path), "--before", "yesterday"]) == 1
    assert "'yesterday'" in capsys.readouterr().err


def test_export_believes_the_replay_and_not_the_list(tmp_path: Path) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 3)))
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
    VolumeFiles(path).path(2).write_bytes(b"no journal at all")
    written(VolumeFiles(path).path(3), (CASE, steps(CASE, 2)))
    found, faults = listed(path)
    assert [one.split()[0] for one in found] == ["1.2", "3.2"]
    (fault,) = faults
    assert fault.startswith(f"The journal {VolumeFiles(path).path(2)} is damaged")
    assert main(["history", "--journal", str(path)]) == 1
    said = capsys.readouterr()
    assert (len(said.out.splitlines()), said.err.strip()) == (2, fault)
    assert VolumeFiles(path).path(2).read_bytes() == b"no journal at all"


def test_a_damaged_game_is_named_and_the_rest_is_listed(tmp_path: Path) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 1)), (CASE, steps(CASE, 2)))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE entry SET actor = '0' WHERE id = (2 << 20) + 2")
        connection.execute("DELETE FROM ending")
    connection.close()
    found, faults = listed(path)
    assert [one.split()[0] for one in found] == ["1.4"]
    (fault,) = faults
    assert f"mastermind from {AT}" in fault
    assert "move 2 of game 2" in fault


def test_an_imported_game_that_lost_its_end_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "t.sqlite3", (CASE, steps(CASE, 1)))
    journal = Journal.open(path, lambda: AT)
    journal.add(opened(CASE), AT, steps(CASE, 2), GameEnding("over", 20, (9, 9), (0, 1)))
    journal.close()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM entry WHERE id = (SELECT max(id) FROM entry WHERE id < 0)")
    connection.close()
    games, faults = listed(path)
    assert len(games) == 1
    assert faults == [f"The game of mastermind from {AT} is left out: its last moves are missing."]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_terminal", [True, False])
def test_an_export_of_many_games_shows_its_progress_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    path = tmp_path / "t.sqlite3"
    journal = Journal.open(path, lambda: AT)
    made = steps(CASE, 2)
    for _ in range(45):
        journal.add(opened(CASE), AT, made, GameEnding("over", 20, (9, 9), (0, 1)))
    journal.close()
    told = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr("sys.stderr", told)
    assert main(["export", "--journal", str(path), "--out", str(tmp_path / "games")]) == 0
    assert len((tmp_path / "games").read_bytes().splitlines()) == 45
    shown = [text.split("] ")[-1] for text in told.getvalue().split("\r") if text.strip()]
    assert shown == (["20 of 45 games", "40 of 45 games", "\x1b[K"] if is_terminal else [])


def test_a_running_table_is_said_with_the_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.sqlite3"
    table = Journal.open(path, lambda: AT)
    for command in (["history"], ["export"], ["import", __file__]):
        assert main([*command, "--journal", str(path)]) == 1
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith(f"The journal {path} is in use by a running table: open the page /history")
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
