"""The outbox of a table in a club: a finished game is in it from the transaction that ends it until the club has it."""

from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.games.catalog import CATALOG
from companion.history.json_lines import decode_game_line, finished_game_line
from companion.journal.journal import Journal
from companion.journal.rows import GameToSend
from companion.table.effects import Abandoned, Answered, Append, Moved, Opened, TakenBack
from companion.table.table import Table
from tests.history.games import AT, LOBBY, case_of, opened, result_of, steps

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
RESULT = result_of(CASE, MADE)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "t.sqlite3", lambda: AT)


def play(journal: Journal, *, for_club: bool = True, uuid: str = "") -> None:
    """One whole game."""
    one = opened(CASE)
    journal.append(Opened(one.game, one.rules, one.options, one.names, one.places, id=uuid))
    for number, (actor, move) in enumerate(MADE, 1):
        last = number == len(MADE)
        journal.append(Moved(number, actor, move), result=RESULT if last else None, for_club=for_club)


def waiting(journal: Journal, after: int = 0, limit: int = 20) -> list[GameToSend]:
    return journal.outbox(after, limit)


def test_a_finished_game_waits_until_it_is_acknowledged(journal: Journal, tmp_path: Path) -> None:
    for uuid in ("one", "two", "three"):
        play(journal, uuid=uuid)
    assert [one.id for one in waiting(journal, limit=2)] == ["one", "two"]
    assert [one.id for one in waiting(journal, after=1)] == ["two", "three"]
    journal.acknowledge([2])
    journal.close()
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    assert [one.id for one in waiting(journal)] == ["one", "three"]
    found = waiting(journal)[0]
    assert found.game is not None
    assert found.ending is not None
    again = decode_game_line(finished_game_line(found.game, found.ending))
    assert again.kept.steps == MADE
    journal.close()


def test_the_row_stands_or_falls_with_the_move_that_ends_the_game(journal: Journal) -> None:
    play(journal, uuid="one")
    journal.connection.execute("CREATE TEMP TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'full'); END")
    with pytest.raises(JournalError, match="move was not made"):
        play(journal, uuid="two")
    last = journal.newest_game()
    assert last is not None
    assert last.steps == MADE[:-1]
    assert [one.id for one in waiting(journal)] == ["one"]
    journal.close()


def test_a_table_without_a_club_and_a_game_that_was_ended_leave_no_row(journal: Journal) -> None:
    play(journal, for_club=False)
    journal.append(LOBBY)
    journal.append(opened(CASE))
    journal.append(Moved(1, *MADE[0]), for_club=True)
    journal.append(Abandoned(2), result=RESULT, for_club=True)
    assert waiting(journal) == []
    journal.close()


def test_a_game_that_goes_on_waits_no_longer(journal: Journal) -> None:
    play(journal, uuid="one")
    journal.append(TakenBack(len(MADE) + 1))
    assert waiting(journal) == []
    journal.append(Moved(len(MADE) + 2, *MADE[-1]), result=RESULT, for_club=True)
    assert [one.id for one in waiting(journal)] == ["one"]
    journal.close()


def test_a_game_that_has_no_id_of_its_own_gets_one_for_ever(journal: Journal, tmp_path: Path) -> None:
    """It was begun by a version before the ids."""
    play(journal)
    (one,) = waiting(journal)
    assert len(one.id) == 36
    journal.close()
    again = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    assert [one.id] == [found.id for found in waiting(again)]
    again.close()


def test_a_damaged_game_does_not_hide_the_others(journal: Journal) -> None:
    play(journal, uuid="one")
    play(journal, uuid="two")
    journal.connection.execute("UPDATE game SET players = '[]' WHERE id = 1")
    damaged, whole = waiting(journal)
    assert (damaged.game, damaged.fault) == (None, "The journal is damaged: game 1 is not what was written.")
    assert whole.id == "two"
    journal.close()


def test_each_game_gets_an_id_when_it_begins_and_a_lobby_has_none() -> None:
    ids = iter(("first", "second"))
    table = Table(CATALOG, CASE.names, new_id=lambda: next(ids))
    table.resume(opened(CASE), ())
    for number, (actor, move) in enumerate(MADE, 1):
        table.handle(Answered(actor, number, move))
    begun: list[str] = []
    for question in ("again", "lobby"):
        effects = table.handle(Answered(0, table.state.number + 1, {"move": question}))
        begun += [one.entry.id for one in effects if isinstance(one, Append) and isinstance(one.entry, Opened)]
        for number, (actor, move) in enumerate(MADE if question == "again" else (), 1):
            table.handle(Answered(actor, number, move))
    assert begun == ["first", ""]
