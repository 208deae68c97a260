"""Runs with the Python of the installed package: asks the process that plays the machine's seats for the first move of every
level in every game, says how the process stands with the system, and tells systemd, if that started it, that it is done.

The line: a tab between its name and what was seen.
"""

import os
import random
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

from msgspec import Raw, json

from companion.core.prompt import sample
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.games.mind import mind_of
from companion.table.effects import Seated, Seen
from companion.thinking.client import COMMAND
from companion.thinking.messages import ChoiceMade, ChoiceWanted, everything_seen
from companion.thinking.process import MOST_MEMORY

SEATS = 2
LOWER, LOWEST = 10, 19
"""How much nicer the machine's process is than what starts it, and how nice it can be at most."""


def first_moves(machine: "subprocess.Popen[bytes]") -> int:
    """How many moves it made, each a legal one."""
    assert machine.stdin is not None
    assert machine.stdout is not None
    made = 0
    for game in CATALOG:
        options = game.read_options({}, SEATS)
        state = game.setup(options, SEATS)
        while game.to_act(state) == (CHANCE,):
            prompt = game.chance(state)
            assert prompt is not None, "chance is to act"
            state = game.apply(state, CHANCE, sample(prompt, random.randrange))
        seat = game.to_act(state)[0]
        assert seat != CHANCE
        seen = (Seen(None, Raw(json.encode(game.view(state, seat)))),)
        for bot in mind_of(game).bots:
            own = everything_seen(Seated(game.name, {}, SEATS, seat, bot.name, seen))
            machine.stdin.write(b"".join(json.encode(line) + b"\n" for line in (*own, ChoiceWanted(seat, "luck"))))
            machine.stdin.flush()
            choice = json.decode(machine.stdout.readline(), type=ChoiceMade)
            game.apply(state, seat, choice.move)
            made += 1
    return made


def main() -> None:
    """Ask, and say what was seen."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as machine:
        every = first_moves(machine) == sum(len(mind_of(game).bots) for game in CATALOG)
        about = Path("/proc", str(machine.pid))
        nice = int(about.joinpath("stat").read_text().rpartition(")")[2].split()[16])
        first_to_go = about.joinpath("oom_score_adj").read_text().strip()
        limits = about.joinpath("limits").read_text()
        limited = "limited" if re.search(rf"(?m)^Max data size +{MOST_MEMORY} ", limits) else "not limited"
    priority = "lower priority" if nice == min(os.nice(0) + LOWER, LOWEST) else f"nice {nice}"
    moves = "every move" if every else "moves are missing"
    sys.stdout.write(f"machine\t{moves}, {priority}, {limited}, oom {first_to_go}, exit {machine.returncode}\n")
    sys.stdout.flush()
    address = os.environ.get("NOTIFY_SOCKET")
    if address is not None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", address)
        signal.pause()


if __name__ == "__main__":
    main()
