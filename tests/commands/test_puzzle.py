"""The command `companion puzzle`: asks until the answer is right, explains wrong ones, and keeps a streak."""

import datetime
import io
from pathlib import Path

import pytest

from companion import cli
from companion.commands import puzzle_command
from companion.games.daily_puzzle import puzzle_of_day
from companion.games.puzzle import Puzzle

DAY = "2026-01-21"
"""On this day the easy puzzle of Mastermind is one of Travel."""


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def today() -> str:
    return datetime.date.today().isoformat()


def puzzle(day: str) -> Puzzle:
    return puzzle_of_day("mastermind", "easy", day)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_wrong_answer_is_explained_and_the_right_one_ends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    right = puzzle(DAY).answer
    typed(monkeypatch, "nonsense", "red red red red", " ".join(right))
    assert cli.main(["puzzle", "mastermind", "--date", DAY]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Mastermind: The last row (easy, {DAY})\n")
    assert "An answer names peg 1, peg 2, peg 3, peg 4; 'nonsense' does not." in shown
    assert "Not right. A code has no colour twice." in shown
    assert "Right. It agrees with every row, and no other code does." in shown
    assert "streak" not in shown, "another day's puzzle does not count"
    assert not list(state.rglob("puzzles.json"))


def test_todays_puzzle_counts_for_the_streak_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    day = today()
    for _ in range(2):
        typed(monkeypatch, " ".join(puzzle(day).answer))
        assert cli.main(["puzzle", "mastermind"]) == 0
        assert capsys.readouterr().out.endswith("Your streak: 1 day in a row (longest: 1).\n")
    (kept,) = state.rglob("puzzles.json")
    assert f'"last":"{day}"' in kept.read_text()
    kept.write_text("not ours")
    typed(monkeypatch, " ".join(puzzle(day).answer))
    assert cli.main(["puzzle", "mastermind"]) == 0
    assert "is not a file of this command. Move it away, and a new one begins." in capsys.readouterr().out
    assert kept.read_text() == "not ours"


def test_giving_up_shows_the_answer_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "answer")
    assert cli.main(["puzzle", "mastermind", "--date", DAY]) == 1
    assert f"The answer is {' '.join(puzzle(DAY).answer)}." in capsys.readouterr().out
    typed(monkeypatch)
    assert cli.main(["puzzle", "mastermind", "--date", DAY]) == 1


def test_a_tile_is_typed_as_its_clue_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tile, value) = puzzle_of_day("davinci", "easy", DAY).answer
    owner, place, _ = tile.split()
    typed(monkeypatch, f"{owner[:-2]} {place} {value}")
    assert cli.main(["puzzle", "davinci", "--date", DAY]) == 0
    shown = capsys.readouterr().out
    (row,) = [line for line in shown.splitlines() if f"{owner} row: " in line]
    assert any(named.startswith(f"{place} ") and named.endswith(" ?") for named in row.split(": ")[1].split(", "))
    assert f'Type a hidden tile and its number: "{owner[:-2]} ' in shown
    assert "Right. In every possible arrangement it is this tile" in shown


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "There are no puzzles of 'chess': take mastermind, davinci, digitcode, breakthecode.\n"),
        (["--date", "31.1.2026"], "A date is like 2026-01-31, not '31.1.2026'.\n"),
        (["--level", "mean"], "There is no level 'mean': take easy, medium or hard.\n"),
    ],
)
def test_what_does_not_exist_is_said(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzle", *words]) == 1
    assert capsys.readouterr().err == reason


@pytest.mark.slow
def test_every_kind_of_puzzle_says_how_to_answer() -> None:
    for game, level in (("mastermind", "hard"), ("digitcode", "medium"), ("davinci", "easy")):
        for day in range(1, 9):
            found = puzzle_of_day(game, level, f"2026-03-{day:02}")
            assert puzzle_command._shown(found, DAY)[-1].startswith("Type ")
