"""The bytes and transactions that a move writes; the counts are the same on every machine."""

from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.table.effects import Moved
from tests.history.games import LOBBY, case_of, opened, steps
from tests.journal.images import NAME, stamp

GOAL = 1_500
GAMES = ("mastermind", "davinci", "digitcode", "passcode")


def written() -> int:
    """Bytes that this thread has passed to write calls."""
    with open("/proc/thread-self/io", encoding="ascii") as file:
        return int(dict(line.split(": ") for line in file.read().splitlines())["wchar"])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_writes_at_most_1500_bytes_and_is_one_transaction(game: str, tmp_path: Path) -> None:
    """All writes count: lobbies, heads of games, marks and checkpoints."""
    case = case_of(game)
    journal = Journal.open(tmp_path / NAME, stamp)
    series = [steps(case, seed, 120) for seed in range(6)]
    said: list[str] = []
    journal.connection.set_trace_callback(said.append)
    before, entries, moves = written(), 0, 0
    for made in series:
        journal.append(LOBBY)
        journal.append(opened(case))
        entries += 2
        for number, (actor, move) in enumerate(made, 1):
            journal.append(Moved(number, actor, move), RollToLog("nest", 3, 2) if move["move"] == "roll" else None)
        entries, moves = entries + len(made), moves + len(made)
    a_move = (written() - before) / moves
    journal.close()
    assert 400 < a_move <= GOAL
    assert sum(word == "COMMIT" for word in said) == entries
