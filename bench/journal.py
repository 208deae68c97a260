"""What a move costs the card: bytes and syncs of six games of each kind, every file of the journal and every fold counted.

Run where strace is: it sees each call by which the journal's process writes and syncs.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GOAL = 1_500
GAMES = ("mastermind", "davinci", "digitcode", "passcode")
WRITER = """
import os, pathlib, sys
from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.table.effects import Moved
from tests.history.games import LOBBY, case_of, opened, steps
case = case_of(sys.argv[2])
series = [steps(case, seed, 120) for seed in range(6)]
journal = Journal.open(pathlib.Path(sys.argv[1]), lambda: "2026-01-01T00:00:00+00:00")
os.write(2, b"BEGIN")
for made in series:
    journal.append(LOBBY)
    journal.append(opened(case))
    for number, (actor, move) in enumerate(made, 1):
        journal.append(Moved(number, actor, move), RollToLog("nest", 3, 2) if move["move"] == "roll" else None)
os.write(2, b"END")
print(sum(map(len, series)), 2 * len(series))
"""


def main() -> None:
    """Print a line for each game."""
    if shutil.which("strace") is None:
        print("strace is not installed: apt install strace")
        return
    for game in GAMES:
        moves, others, wrote, synced = measured(game)
        print(
            f"{game:10}  {wrote / moves:5.0f} bytes a move (goal {GOAL}), {synced / (moves + others):.3f} syncs an entry; "
            f"{moves} moves, {others} games opened"
        )


def measured(game: str) -> tuple[int, int, int, int]:
    """Moves, games opened, bytes written and syncs of a series."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        trace = ["strace", "-f", "-o", str(log), "-e", "trace=pwrite64,write,fsync,fdatasync"]
        writer = [sys.executable, "-c", WRITER, str(Path(folder, "table.db")), game]
        told = subprocess.run([*trace, *writer], check=True, capture_output=True, text=True).stdout
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    begin, end = (next(at for at, line in enumerate(lines) if f'"{word}"' in line) for word in ("BEGIN", "END"))
    calls = [re.search(r" (\w+)\(.* = (\d+)$", line) for line in lines[begin + 1 : end]]
    found = [(call[1], int(call[2])) for call in calls if call]
    wrote = sum(count for name, count in found if name in ("pwrite64", "write"))
    synced = sum(name in ("fsync", "fdatasync") for name, _ in found)
    moves, others = map(int, told.split())
    return moves, others, wrote, synced
