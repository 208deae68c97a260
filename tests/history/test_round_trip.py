"""Import accepts what export writes; import followed by export gives the same bytes."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.history.json_lines import decode_game_line
from companion.journal.journal import Journal
from tests.history.games import AT, EVERY, opened, steps, written
from tests.laws.play import Case, every_case

SEEDS = range(3)


@pytest.mark.slow
@every_case
def test_a_line_is_the_game_that_was_played(case: Case, tmp_path: Path) -> None:
    games = [(case, steps(case, seed)) for seed in SEEDS]
    journal = written(tmp_path / "a.sqlite3", *games)
    out, again = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    assert main(["export", "--journal", str(journal), "--out", str(out)]) == 0
    lines = out.read_bytes().splitlines()
    kept = [decode_game_line(line).kept for line in lines]
    assert [(one.opened, one.at, one.steps) for one in kept] == [(opened(case), AT, made) for _, made in games]
    assert main(["import", str(out), "--journal", str(tmp_path / "b.sqlite3")]) == 0
    assert main(["export", "--journal", str(tmp_path / "b.sqlite3"), "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


@pytest.mark.slow
def test_all_games_in_one_file(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    journal = written(tmp_path / "a.sqlite3", *((case, steps(case, 7)) for case in EVERY))
    assert main(["export", "--journal", str(journal)]) == 0
    first = capfdbinary.readouterr().out
    assert len(first.splitlines()) == len(EVERY)
    (tmp_path / "a.jsonl").write_bytes(first)
    assert main(["import", str(tmp_path / "a.jsonl"), "--journal", str(tmp_path / "b.sqlite3")]) == 0
    capfdbinary.readouterr()
    assert main(["export", "--journal", str(tmp_path / "b.sqlite3")]) == 0
    assert capfdbinary.readouterr().out == first


def test_a_game_that_is_there_is_skipped_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = EVERY[0]
    journal = written(tmp_path / "a.sqlite3", (case, steps(case, 1)), (case, steps(case, 2)))
    out = tmp_path / "a.jsonl"
    assert main(["export", "--journal", str(journal), "--out", str(out)]) == 0
    assert main(["import", str(out), "--journal", str(journal)]) == 0
    said = capsys.readouterr().out
    assert f"{out}, line 2: this game is in the journal already." in said
    assert "Imported: 0; there already: 2; refused: 0." in said


def test_what_is_imported_is_never_the_open_game(tmp_path: Path) -> None:
    case = EVERY[0]
    running = steps(case, 5, most=3)
    other = written(tmp_path / "a.sqlite3", (case, steps(case, 1)))
    journal = written(tmp_path / "b.sqlite3", (case, running))
    out = tmp_path / "a.jsonl"
    assert main(["export", "--journal", str(other), "--out", str(out)]) == 0
    assert main(["import", str(out), "--journal", str(journal)]) == 0
    table = Journal.open(journal, lambda: AT)
    kept = table.newest_game()
    assert kept is not None
    assert (kept.opened, kept.steps) == (opened(case), tuple(running))
    table.close()


def test_games_in_progress_and_lobbies_are_not_exported(tmp_path: Path) -> None:
    case = EVERY[0]
    journal = written(tmp_path / "a.sqlite3", (case, steps(case, 5, most=3)))
    out = tmp_path / "a.jsonl"
    assert main(["export", "--journal", str(journal), "--out", str(out)]) == 0
    assert out.read_bytes() == b""
