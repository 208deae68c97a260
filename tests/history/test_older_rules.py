"""Records under all rules that a game ever had can be read, listed, exported and viewed move by move, as they were played.

tests/history/record.py wrote the files with the code of that version. They are never written again; of older
rules two games are left, and in the second one are moves whose rules have changed.
"""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.errors import RuleError
from companion.core.game import by_rules
from companion.games.catalog import CATALOG, find_game
from companion.history.journal_set import finished_games_page, journal_set
from companion.history.json_lines import decode_game_line, encode_game_line
from companion.history.view_at_move import view_at_move
from companion.journal.journal import Journal
from companion.table.effects import Abandoned
from tests.golden import strays
from tests.history.games import AT, keep
from tests.history.record import FOLDER, digest
from tests.laws.play import Case, one_round

FILES = sorted(FOLDER.glob("*/*.jsonl"))


def told_of(path: Path) -> str:
    """The game of a record, and its rules."""
    return f"{path.parent.name}-{path.stem}"


OLDER = [path for path in FILES if told_of(path) != f"{path.parent.name}-rules-{find_game(path.parent.name).rules}"]
every_file = pytest.mark.parametrize("path", FILES, ids=told_of)


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def test_there_is_a_record_of_every_rules_that_a_game_had() -> None:
    had = {f"{game.name}/rules-{rules}" for game in CATALOG for rules in range(1, game.rules + 1)}
    assert {told_of(path) for path in FILES} == {name.replace("/", "-") for name in had}
    assert strays("played", {name + suffix for name in had for suffix in (".jsonl", ".seen.json")}) == []


@every_file
def test_a_game_is_seen_as_it_was(path: Path) -> None:
    told = json.loads(path.with_suffix(".seen.json").read_text(encoding="utf-8"))
    for number, (line, known) in enumerate(zip(lines_of(path), told["digests"], strict=True)):
        one = decode_game_line(line)
        assert one.game.rules == one.kept.opened.rules
        assert encode_game_line(one) == line, number
        assert digest(one, told["keys"]) == known, number


@every_file
@pytest.mark.slow
def test_every_moment_of_it_can_be_looked_at(path: Path) -> None:
    for line in lines_of(path)[::3]:
        one = decode_game_line(line)
        for number in range(0, len(one.states), 7):
            for observer in (None, 0):
                assert view_at_move(one, observer, number).description


@pytest.mark.parametrize("path", OLDER, ids=told_of)
def test_the_moves_whose_rules_have_changed_are_among_them(path: Path) -> None:
    """Otherwise these files prove nothing. Under today's rules such a move is refused."""
    today = re.sub(rb'"rules":\d+\b', b'"rules":%d' % find_game(path.parent.name).rules, lines_of(path)[1])
    with pytest.raises(RuleError, match="does not replay"):
        decode_game_line(today)


@pytest.mark.parametrize("path", one_round(FILES), ids=told_of)
def test_an_export_is_taken_in_and_written_out_again(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    journal = str(tmp_path / "t.sqlite3")
    assert main(["import", str(path), "--journal", journal]) == 0
    capfdbinary.readouterr()
    assert main(["export", "--journal", journal]) == 0
    assert sorted(capfdbinary.readouterr().out.splitlines()) == sorted(path.read_bytes().splitlines())


@pytest.mark.parametrize("path", one_round(OLDER), ids=told_of)
def test_a_journal_of_them_is_listed(path: Path, tmp_path: Path) -> None:
    """One that is over, one that was abandoned half-way, and one in progress."""
    file = tmp_path / "t.sqlite3"
    one = decode_game_line(lines_of(path)[1])
    case = Case(one.game, len(one.kept.opened.names), one.kept.opened.options, one.options)
    half = len(one.kept.steps) // 2
    journal = Journal.open(file, lambda: AT)
    keep(journal, case, one.kept.steps)
    keep(journal, case, one.kept.steps[:half])
    journal.append(Abandoned(half + 1))
    keep(journal, case, one.kept.steps[: half + 1])
    journal.close()
    with journal_set([file]) as journals:
        page = finished_games_page(journals)
    assert page.faults == ()
    assert [(game.game, game.how) for game in page.games] == [(case.game.name, "abandoned"), (case.game.name, "over")]
    journal = Journal.open(file, str)
    held = journal.newest_game()
    journal.close()
    assert held is not None
    assert (held.opened.game, held.opened.rules, held.abandoned) == (case.game.name, case.game.rules, False)


def test_older_records_begin_no_game_and_share_the_one_door() -> None:
    for game in CATALOG:
        assert by_rules(game, game.rules) is game
        assert by_rules(game, game.rules + 1) is None
        for older in game.older:
            assert (older.name, older.view, older.apply) == (game.name, game.view, game.apply)
            assert older.rules < game.rules
