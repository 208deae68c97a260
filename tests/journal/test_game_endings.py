"""The entry that ends a game stores its ending in the same transaction; an entry that continues the game deletes it."""

import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.games.catalog import CATALOG
from companion.history.replay import replay_game, replayed_ending
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.journal.rows import GameEnding
from companion.table.effects import Abandoned, Answered, Append, DrawsCorrected, Effect, JournalEntry, Moved, TakenBack
from companion.table.table import Table
from tests.history.games import AT, LOBBY, case_of, opened, result_of, steps
from tests.laws.play import Case, one_case

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
RESULT = result_of(CASE, MADE)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A journal with a game whose last move is missing."""
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    journal.append(LOBBY)
    journal.append(opened(CASE))
    for number, (actor, move) in enumerate(MADE[:-1], 1):
        journal.append(Moved(number, actor, move))
    return journal


def last_entry(number: int = len(MADE)) -> Moved:
    return Moved(number, *MADE[-1])


def settled(journal: Journal, game: int = 2) -> GameEnding | None:
    head = Reader(journal.connection).head(game)
    assert head is not None
    return head.ending


@one_case
def test_what_a_table_keeps_is_what_a_replay_finds(case: Case, tmp_path: Path) -> None:
    """A whole game at a table with a journal: the stored ending equals the replayed one."""
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    table = Table(CATALOG, case.names)
    table.resume(opened(case), ())

    def carry_out(effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Append):
                journal.append(effect.entry, result=effect.result)

    journal.append(opened(case))
    made = steps(case, 4)
    for number, (actor, move) in enumerate(made, 1):
        assert settled(journal, 1) is None
        carry_out(table.handle(Answered(actor, number, move)))
    kept = journal.game(1)
    assert kept is not None
    assert kept.steps == made
    assert settled(journal, 1) == replayed_ending(replay_game(kept))
    journal.close()


def test_it_is_one_transaction(journal: Journal) -> None:
    statements: list[str] = []
    journal.connection.set_trace_callback(statements.append)
    journal.append(last_entry(), result=RESULT)
    journal.connection.set_trace_callback(None)
    assert [statement.split()[0] for statement in statements] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
    journal.close()


def test_neither_is_kept_without_the_other(journal: Journal) -> None:
    journal.connection.execute("CREATE TEMP TRIGGER no BEFORE INSERT ON ending BEGIN SELECT raise(ABORT, 'full'); END")
    with pytest.raises(JournalError, match="so the move was not made: full"):
        journal.append(last_entry(), result=RESULT)
    journal.connection.execute("DROP TRIGGER no")
    kept = journal.newest_game()
    assert kept is not None
    assert kept.steps == MADE[:-1]
    journal.append(last_entry(), result=RESULT)
    assert settled(journal) is not None
    journal.close()


AFTER: list[JournalEntry] = [TakenBack(len(MADE) + 1), DrawsCorrected(len(MADE) + 1, MADE[:4])]


@pytest.mark.parametrize("after", AFTER, ids=["taken back", "told anew"])
def test_a_game_that_goes_on_is_not_settled(journal: Journal, after: JournalEntry) -> None:
    journal.append(last_entry(), result=RESULT)
    assert settled(journal) is not None
    journal.append(after)
    assert settled(journal) is None
    assert journal.connection.execute("SELECT count(*) FROM ending").fetchone() == (0,)
    journal.close()


def test_an_abandoned_game_has_no_winner(journal: Journal) -> None:
    journal.append(Abandoned(len(MADE)), result=RESULT)
    found = settled(journal)
    assert found is not None
    assert (found.how, found.moves, found.winners) == ("abandoned", len(MADE) - 1, None)
    journal.close()


def test_a_lobby_has_no_result() -> None:
    table = Table(CATALOG, ("Ann", "Bob"))
    appended = [effect for effect in table.begin() if isinstance(effect, Append)]
    appended += [effect for effect in table.handle(Answered(0, 1, {"move": "start"})) if isinstance(effect, Append)]
    assert [effect.result for effect in appended] == [None] * 3


def test_one_that_is_read_in_is_settled_with_its_moves(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    made: tuple[Step, ...] = MADE
    statements: list[str] = []
    how = GameEnding("over", len(made), (9, 9), (0, 1))
    journal.connection.set_trace_callback(statements.append)
    assert journal.add(opened(CASE), AT, made, how) == -1
    journal.connection.set_trace_callback(None)
    assert statements.count("COMMIT") == 1
    assert settled(journal, -1) == how
    journal.close()


def test_a_damaged_ending_is_found_out_again(journal: Journal) -> None:
    journal.append(last_entry(), result=RESULT)
    for column, value in (("how", "'lost'"), ("scores", "'nine'"), ("winners", "'{}'"), ("chain", "x'00'")):
        journal.connection.execute("SAVEPOINT before")
        journal.connection.execute(f"UPDATE ending SET {column} = {value}")
        assert settled(journal) is None, column
        journal.connection.execute("ROLLBACK TO before")
        journal.connection.execute("RELEASE before")
    assert settled(journal) is not None
    journal.close()


def test_the_columns_are_text_that_anybody_can_read(journal: Journal, tmp_path: Path) -> None:
    journal.append(last_entry(), result=RESULT)
    journal.close()
    connection = sqlite3.connect(tmp_path / "t.sqlite3")
    row = connection.execute("SELECT game, how, moves, scores, winners FROM ending").fetchone()
    connection.close()
    assert RESULT is not None
    assert row == (
        2,
        "over",
        len(MADE),
        str(list(RESULT.scores)).replace(" ", ""),
        str(list(RESULT.winners or ())).replace(" ", ""),
    )
