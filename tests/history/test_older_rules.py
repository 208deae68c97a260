"""Records under all rules that a game ever had can be read, listed, exported and viewed move by move, as they were played.

tests/history/record.py wrote the files with the code of that version. They are never written again.
"""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core.errors import RuleError
from companion.core.game import by_rules
from companion.games.catalog import CATALOG, find_game
from companion.history.journal_set import finished_games_page, journal_set
from companion.history.json_lines import decode_game_line, encode_game_line
from companion.history.view_at_move import view_at_move
from companion.journal.journal import Journal
from tests.history.record import FOLDER, digest
from tests.laws.play import one_round

FILES = sorted(FOLDER.glob("*/*.jsonl"))


def told_of(path: Path) -> str:
    """The game of a record, and its rules."""
    return f"{path.parent.name}-{path.stem}"


GAMES = [
    pytest.param(line, told, id=f"{told_of(path)}-{number}")
    for path in FILES
    for number, (line, told) in enumerate(
        zip(
            path.read_bytes().splitlines(keepends=True),
            json.loads(path.with_suffix(".seen.json").read_text(encoding="utf-8")),
            strict=True,
        )
    )
]


def test_there_is_a_record_of_every_rules_that_a_game_had() -> None:
    had = {f"{game.name}-rules-{rules}" for game in CATALOG for rules in range(1, game.rules + 1)}
    assert {told_of(path) for path in FILES} == had
    assert {told_of(path) for path in FOLDER.glob("*/*.sql")} == had


@pytest.mark.parametrize(("line", "told"), GAMES)
def test_a_game_is_seen_as_it_was(line: bytes, told: dict[str, Any]) -> None:
    one = decode_game_line(line)
    assert one.game.rules == one.kept.opened.rules
    assert encode_game_line(one) == line
    seats = len(one.kept.opened.names)
    assert digest(one, [*range(seats), None], told["keys"]) == told["digest"]


@pytest.mark.parametrize(("line", "told"), GAMES[::3])
@pytest.mark.slow
def test_every_moment_of_it_can_be_looked_at(line: bytes, told: dict[str, Any]) -> None:
    one = decode_game_line(line)
    for number in range(0, len(one.states), 7):
        for observer in (None, 0):
            assert view_at_move(one, observer, number).description


def test_the_moves_whose_rules_have_changed_are_among_them() -> None:
    """Otherwise these files prove nothing. Under today's rules the moves are refused or lead to other states."""
    for name in ("mastermind", "davinci", "passcode"):
        refused = 0
        for line in (FOLDER / name / "rules-1.jsonl").read_bytes().splitlines():
            today = re.sub(rb'"rules":1\b', b'"rules":%d' % find_game(name).rules, line)
            try:
                decode_game_line(today)
            except RuleError as error:
                refused += "does not replay" in str(error)
        assert refused >= 2, name


@pytest.mark.parametrize("path", one_round(FILES), ids=told_of)
def test_an_export_is_taken_in_and_written_out_again(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    journal = str(tmp_path / "t.sqlite3")
    assert main(["import", str(path), "--journal", journal]) == 0
    capfdbinary.readouterr()
    assert main(["export", "--journal", journal]) == 0
    assert sorted(capfdbinary.readouterr().out.splitlines()) == sorted(path.read_bytes().splitlines())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.sql")), ids=told_of)
def test_a_journal_of_them_is_listed(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript(path.read_text(encoding="utf-8"))
    connection.close()
    with journal_set([file]) as journals:
        page = finished_games_page(journals)
    assert page.faults == ()
    name, rules = path.parent.name, path.stem.removeprefix("rules-")
    assert [(game.game, game.how) for game in reversed(page.games)] == [
        (name, how) for how in ("over", "over", "abandoned")
    ]
    journal = Journal.open(file, str)
    held = journal.newest_game()
    journal.close()
    assert held is not None
    assert (held.opened.game, held.opened.rules, held.abandoned) == (name, int(rules), False)


def test_older_records_begin_no_game_and_share_the_one_door() -> None:
    for game in CATALOG:
        assert by_rules(game, game.rules) is game
        assert by_rules(game, game.rules + 1) is None
        for older in game.older:
            assert (older.name, older.view, older.apply) == (game.name, game.view, game.apply)
            assert older.rules < game.rules
