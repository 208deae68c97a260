"""How many requests a second `companion engine` answers, through real pipes, with views of full games.

Beside it, in the same run, a peer that does nothing but read a line and write one: what the pipes alone allow.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import IO, Any

from companion.core.prompt import sample
from companion.games.catalog import CATALOG

ECHO = "import sys\nfor line in sys.stdin.buffer:\n    sys.stdout.buffer.write(line)\n    sys.stdout.buffer.flush()\n"
ROUNDS = 1500


def main() -> None:
    """Print requests a second for each game, and the time of a random game."""
    print(
        "Requests a second through pipes, one at a time: a full game's views, prompts, checks and legal moves in turn"
    )
    print(f"{'game':12} {'requests/s':>11} {'echo peer/s':>12} {'ratio':>6}   {'random game, median ms':>22}")
    for game in CATALOG:
        new, moves, full = _random_game(game.name)
        lines = [json.dumps(new), *(json.dumps(move) for move in moves[:full])]
        acting = moves[full]["seat"]
        asked = [
            {"do": "view", "seat": 0},
            {"do": "view", "seat": None},
            {"do": "prompt", "seat": acting},
            {"do": "check", "seat": acting, "move": moves[full]["move"]},
            {"do": "legal", "seat": acting, "limit": 20},
            {"do": "to_act"},
        ]
        requests = [json.dumps(asked[number % len(asked)]) for number in range(ROUNDS)]
        ours = _rate([sys.executable, "-m", "companion", "engine"], lines, requests)
        echo = _rate([sys.executable, "-c", ECHO], [], requests)
        times = median(_time_of_game(game.name, seed) for seed in range(15))
        print(f"{game.name:12} {ours:11.0f} {echo:12.0f} {ours / echo:6.2f}   {times * 1000:22.1f}")


def _random_game(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """A random game with default options and as few seats as it takes: its moves, and how many of them make it full."""
    game = next(game for game in CATALOG if game.name == name)
    seats = max(game.seats[0], 2)
    options = game.read_options({}, seats)
    state = game.setup(options, seats)
    pick = random.Random(1).randrange
    moves: list[dict[str, Any]] = []
    while acting := game.to_act(state):
        prompt = game.ask(options, state, acting[0])
        assert prompt is not None
        move = sample(prompt, pick)
        moves.append({"do": "move", "seat": acting[0], "move": move})
        state = game.apply(state, acting[0], move)
    full = max(number for number, move in enumerate(moves) if move["seat"] != "chance")
    return {"do": "new", "game": name, "seats": seats, "options": {}}, moves, full


def _time_of_game(name: str, seed: int) -> float:
    game = next(game for game in CATALOG if game.name == name)
    seats = max(game.seats[0], 2)
    options = game.read_options({}, seats)
    pick = random.Random(seed).randrange
    started = time.perf_counter()
    state = game.setup(options, seats)
    while acting := game.to_act(state):
        prompt = game.ask(options, state, acting[0])
        assert prompt is not None
        state = game.apply(state, acting[0], sample(prompt, pick))
    return time.perf_counter() - started


def _rate(command: Sequence[str], first: Sequence[str], requests: Sequence[str]) -> float:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        _converse(process.stdin, process.stdout, first)
        started = time.perf_counter()
        _converse(process.stdin, process.stdout, requests)
        rate = len(requests) / (time.perf_counter() - started)
        process.stdin.close()
        return rate


def _converse(out: IO[bytes], back: IO[bytes], lines: Sequence[str]) -> None:
    for line in lines:
        out.write(line.encode() + b"\n")
        out.flush()
        answer = back.readline()
        assert not answer.startswith(b'{"ok":false'), answer
