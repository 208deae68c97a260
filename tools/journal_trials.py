"""Runs the journal's damage and crash tests with high counts: `python -m tools.journal_trials [folder]`.

600 damaged WALs, 200 damaged files and missing WALs must each be reported or do no harm. Processes killed at random and random
power cuts must cause no report, and lose no acknowledged entry. Power cuts come from a log of strace, which must be installed:
every write between two syncs is lost, kept, or torn at 512 bytes.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.core.errors import JournalError
from companion.journal.files import scan_wal
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.journal.tables import read_connection
from companion.journal.worker import FullCheck
from tests.journal.images import KINDS, NAME, SECTOR, Image, damaged, found, played, put, taken

GAMES = ("mastermind", "davinci", "digitcode", "passcode")
WRITER = """
import os, sys, pathlib
from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.table.effects import Moved, Opened
path, runs, moves = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for run in range(runs):
    journal = Journal.open(path, str)
    if journal.newest_game() is None:
        journal.append(Opened("lobby", 2, {}, ("Ann", "Bob")))
    os.write(1, b"READY\\n")
    number = journal.newest_game().rows
    for _ in range(moves):
        number += 1
        journal.append(Moved(number, number % 2, {"move": "set", "value": number, "fill": "x" * (number % 90)}),
                       RollToLog("nest", 3, 2) if number % 3 == 0 else None)
        os.write(1, b"ACK %d\\n" % number)
    journal.close()
"""


def damage(folder: Path, rnd: random.Random, wals: int, files: int) -> Counter[str]:
    """Damage of every kind, in all games, at random places of what counts; each time with the mark and without it."""
    tally: Counter[str] = Counter()
    for trial in range(wals // 20):
        game = GAMES[trial % len(GAMES)]
        played_in = folder / f"played-{trial}"
        played_in.mkdir()
        shots = list(played(played_in, game, trial, 10 + rnd.randrange(60)))
        for _ in range(20):
            image, safe = rnd.choice(shots)
            end = 32 + scan_wal(image["-wal"]).valid * (24 + 512)
            log = image["-wal"]
            while log[:end] == image["-wal"][:end]:
                log = damaged(image["-wal"], rnd, 0, end)
            for what, left in (("WAL", KINDS), ("WAL, no mark", KINDS[:2])):
                said = found(put(folder / "x", {kind: {**image, "-wal": log}[kind] for kind in left}))
                tally[f"{what}: {'told' if isinstance(said, str) else 'NOT TOLD' if said != safe else 'whole'}"] += 1
        for others in (["", "-mark"], [""]):
            said = found(put(folder / "x", {kind: image[kind] for kind in others}))
            tally[f"missing WAL: {'told' if isinstance(said, str) else 'NOT TOLD'}"] += 1
        image = taken(played_in)
        expected = games(put(folder / "x", image))
        for _ in range(-(-files * 20 // wals)):
            changed = damaged(image[""], rnd, 0, len(image[""]))
            path = put(folder / "x", {**image, "": changed})
            said = found(path)
            if isinstance(said, str):
                tally["file: told at start"] += 1
            elif faults(path):
                tally["file: told while idle"] += 1
            else:
                is_whole = said == shots[-1][1] and games(path) == expected
                tally[f"file: {'no game is different' if is_whole else 'NOT TOLD'}"] += 1
    return tally


def games(path: Path) -> dict[int, Any]:
    with read_connection(path) as connection:
        reader = Reader(connection)
        return {game: reader.game(game) for (game,) in connection.execute("SELECT id FROM game").fetchall()}


def faults(path: Path) -> list[str]:
    checking, said = FullCheck(path), []
    while (some := checking.next_faults()) is not None:
        said += some
    return said


def kills(folder: Path, rnd: random.Random, count: int) -> Counter[str]:
    """One journal, whose process is killed again and again, at the start too."""
    tally: Counter[str] = Counter()
    path, acknowledged = folder / NAME, 0
    for _ in range(count):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), "50", "20"], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        if rnd.random() < 0.8:
            writer.stdout.readline()
            time.sleep(rnd.uniform(0, 0.1))
        else:
            time.sleep(rnd.uniform(0.1, 0.5))
        writer.kill()
        numbers = [int(line[4:]) for line in writer.stdout.read().splitlines() if line.startswith(b"ACK")]
        writer.communicate()
        acknowledged = max([acknowledged, *numbers])
        tally[f"kill: {judged(path, acknowledged)}"] += 1
    return tally


def judged(path: Path, acknowledged: int) -> str:
    """What a start makes of a journal of which so many entries were acknowledged."""
    try:
        journal = Journal.open(path, str)
    except JournalError as error:
        return f"TOLD ({error})"
    kept = journal.newest_game()
    journal.close()
    rows = 0 if kept is None else kept.rows
    return "nothing told, nothing lost" if acknowledged <= rows <= acknowledged + 1 else f"LOST {acknowledged - rows}"


def cuts(folder: Path, rnd: random.Random, count: int) -> Counter[str]:
    """The power is cut at random places of a log of all writes and syncs."""
    path, log = folder / NAME, folder / "strace.log"
    calls = "trace=openat,close,pwrite64,write,ftruncate,fsync,fdatasync,unlink"
    trace = ["strace", "-f", "-xx", "-s", "70000", "-e", calls, "-o", str(log)]
    subprocess.run([*trace, sys.executable, "-c", WRITER, str(path), "4", "130"], check=True, capture_output=True)
    operations = list(_operations(log, str(path)))
    begin = next(number for number, one in enumerate(operations) if one[0] == "ready")
    points = sorted(rnd.sample(range(begin, len(operations)), min(count, len(operations) - begin)))
    tally: Counter[str] = Counter()
    durable: dict[str, bytes] = {}
    pending: dict[str, list[Any]] = {}
    acknowledged = 0
    for number, (what, name, *rest) in enumerate(operations):
        if points and number == points[0]:
            points.pop(0)
            tally[f"cut: {judged(put(folder / 'x', _cut(durable, pending, rnd)), acknowledged)}"] += 1
        match what:
            case "ack":
                acknowledged = rest[0]
            case "ready":
                pass
            case "sync":
                durable[name] = _applied(durable.get(name, b""), pending.pop(name, []))
            case "unlink":
                durable.pop(name, None)
                pending.pop(name, None)
            case _:
                pending.setdefault(name, []).append((what, *rest))
    return tally


def _operations(log: Path, base: str) -> Iterator[tuple[Any, ...]]:
    names: dict[tuple[str, int], str] = {}
    for line in log.read_text(encoding="ascii").splitlines():
        said = re.match(r"(\d+) +(\w+)\((.*)\) += (-?\d+)", line)
        if said is None or int(said[4]) < 0:
            continue
        thread, call, given, result = said[1], said[2], said[3], int(said[4])
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in re.findall(r'"((?:\\x..)*)"', given)]
        number = re.match(r"\d+", given)
        of = names.get((thread, int(number[0])), "") if number else ""
        match call:
            case "openat":
                names[thread, result] = texts[0].decode()
            case "close":
                names.pop((thread, int(given)), None)
            case "unlink" if texts[0].decode().startswith(base):
                yield "unlink", texts[0].decode().removeprefix(base)
            case "write" if given.startswith("1,"):
                for told in texts[0].splitlines():
                    yield ("ready", "") if told == b"READY" else ("ack", "", int(told[4:]))
            case "pwrite64" if of.startswith(base):
                yield "write", of.removeprefix(base), int(given.rsplit(",", 1)[1]), texts[0]
            case "ftruncate" if of.startswith(base):
                yield "cut", of.removeprefix(base), int(given.rsplit(",", 1)[1])
            case "fsync" | "fdatasync" if of.startswith(base):
                yield "sync", of.removeprefix(base)


def _cut(durable: dict[str, bytes], pending: dict[str, list[Any]], rnd: random.Random) -> Image:
    mode = rnd.choice(("drop", "some", "torn", "all"))
    image = {}
    for name in {*durable, *pending}:
        kept: list[Any] = []
        for one in pending.get(name, []):
            if mode == "all" or (mode == "some" and rnd.random() < 0.5):
                kept.append(one)
            elif mode == "torn" and one[0] == "write":
                at, content = one[1:]
                first = -at % SECTOR
                edges = [0, *range(first or SECTOR, len(content), SECTOR), len(content)]
                pieces = pairwise(edges)
                kept += [("write", at + low, content[low:high]) for low, high in pieces if rnd.random() < 0.5]
        if name in durable or kept:
            image[name] = _applied(durable.get(name, b""), kept)
    return {name: content for name, content in image.items() if name in (*KINDS, "-journal")}


def _applied(content: bytes, operations: list[Any]) -> bytes:
    changed = bytearray(content)
    for what, at, *rest in operations:
        end = at + len(rest[0]) if what == "write" else at
        changed.extend(bytes(max(0, end - len(changed))))
        if what == "write":
            changed[at:end] = rest[0]
        else:
            del changed[at:]
    return bytes(changed)


def main() -> None:
    """Run them all, and print what came of it."""
    rnd = random.Random(8)
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        places = [Path(folder, name) for name in ("damage", "kills", "cuts")]
        for place in places:
            place.mkdir()
        tally = damage(places[0], rnd, 600, 200) + kills(places[1], rnd, 100) + cuts(places[2], rnd, 2000)
    print(json.dumps(dict(sorted(tally.items())), indent=1))


if __name__ == "__main__":
    main()
