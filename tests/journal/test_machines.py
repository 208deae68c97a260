"""The machine's seats in the journal: which they are, at which level, with which seed, and who took a seat over later."""

from pathlib import Path

from msgspec import structs

from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.journal.rows import chain_digest, opened_of, sorted_json
from companion.table.effects import HandedOver, MachineSeat, Moved, Opened, TakenBack
from companion.table.table import Table

CODE = {"move": "set_code", "pegs": ["red", "yellow", "green", "blue"]}
MACHINE = MachineSeat(1, "best", "00112233445566778899aabbccddeeff")
OPENED = Opened("mastermind", 2, {}, ("Ann", "Machine"), (0, 3), (MACHINE,))
LATER = (MachineSeat(0, "novice", "ffeeddccbbaa99887766554433221100"),)


def clock() -> str:
    return "2026-11-22T18:00:00+00:00"


def test_machines_and_the_helps_of_a_seat_are_read_as_they_were_written(tmp_path: Path) -> None:
    opened = structs.replace(OPENED, helps=(("count", "hint"), ()))
    journal = Journal.open(tmp_path / "journal.sqlite3", clock)
    journal.append(opened)
    journal.append(Moved(1, 0, CODE))
    journal.close()
    again = Journal.open(tmp_path / "journal.sqlite3", clock)
    saved = again.newest_game()
    again.close()
    assert saved is not None
    assert (saved.opened, saved.machines, saved.rows) == (opened, None, 1)


def test_an_unknown_help_of_a_later_version_does_not_count() -> None:
    players = sorted_json(
        [
            {"name": "Ann", "place": 0},
            {"name": "Bob", "place": 1, "helps": ["worth", "oracle", "count"]},
        ]
    )
    head = (1, "davinci", 2, "{}", players)
    opened = opened_of((*head, chain_digest(b"", *head)))
    assert opened.helps == ((), ("count", "worth"))


def test_a_seat_that_is_handed_over_keeps_the_moves_and_their_count(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    journal = Journal.open(path, clock)
    steps = ((0, CODE),)
    journal.append(OPENED)
    journal.append(Moved(1, 0, CODE))
    journal.append(HandedOver(2, LATER, steps))
    journal.close()
    again = Journal.open(path, clock)
    saved = again.newest_game()
    assert saved is not None
    assert (saved.steps, saved.machines, saved.rows, saved.abandoned) == (steps, LATER, 2, False)
    again.append(TakenBack(3))
    back = again.newest_game()
    again.append(Moved(4, 0, CODE))
    final = again.newest_game()
    again.close()
    assert back is not None
    assert final is not None
    assert (back.steps, back.machines) == ((), LATER)
    assert (final.steps, final.rows) == (steps, 4)


def test_what_is_saved_is_taken_up_with_its_machines(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite3", clock)
    journal.append(OPENED)
    journal.append(Moved(1, 0, CODE))
    journal.append(HandedOver(2, LATER, ((0, CODE),)))
    saved = journal.newest_game()
    journal.close()
    assert saved is not None
    table = Table(CATALOG, ("A", "B", "C", "D"))
    table.resume(saved.opened, saved.steps, saved.rows, machines=saved.machines)
    assert table.state.machines == LATER
    assert (table.state.seat_at(0), table.state.seat_at(3), table.state.number) == (None, 1, 2)
