"""Import accepts what export writes; import followed by export gives the same bytes."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.core.game import Step
from companion.games.catalog import CATALOG
from companion.history.json_lines import decode_game_line
from companion.journal.journal import Journal
from tests.history.games import AT, EVERY, case_of, opened, steps, written
from tests.laws.play import Case, every_case


def test_lines_are_the_games_that_were_played(tmp_path: Path) -> None:
    """A game of each kind, all in one file."""
    check_round_trip(tmp_path, [(case, steps(case, 7)) for case in (case_of(game.name) for game in CATALOG)])


@pytest.mark.slow
@every_case
def test_lines_of_every_option_set_are_the_games_that_were_played(case: Case, tmp_path: Path) -> None:
    check_round_trip(tmp_path, [(case, steps(case, seed)) for seed in range(3)])


def check_round_trip(folder: Path, games: list[tuple[Case, tuple[Step, ...]]]) -> None:
    """Export, import, and export again to the same bytes."""
    journal, other = written(folder / "a.sqlite3", *games), str(folder / "b.sqlite3")
    out, again = folder / "a.jsonl", folder / "b.jsonl"
    assert main(["export", "--journal", str(journal), "--out", str(out)]) == 0
    kept = [decode_game_line(line).kept for line in out.read_bytes().splitlines()]
    assert [(one.opened, one.at, one.steps) for one in kept] == [(opened(case), AT, made) for case, made in games]
    assert main(["import", str(out), "--journal", other]) == 0
    assert main(["export", "--journal", other, "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_without_a_file_the_lines_are_printed(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    journal = written(tmp_path / "a.sqlite3", *((EVERY[0], steps(EVERY[0], seed)) for seed in range(2)))
    assert main(["export", "--journal", str(journal)]) == 0
    printed = capfdbinary.readouterr().out
    assert main(["export", "--journal", str(journal), "--out", str(tmp_path / "a.jsonl")]) == 0
    assert (tmp_path / "a.jsonl").read_bytes() == printed
    assert printed.count(b"\n") == 2


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
