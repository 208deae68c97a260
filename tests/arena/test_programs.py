"""Outside programs at a seat: one that plays, and those that do anything else. What is left of them afterwards: nothing."""

import os
import select
import shlex
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from companion.arena import Contest, Outcome, entrants, line_ups, play
from companion.games.catalog import find_game
from tests.laws.play import one_round

PLAYS = """
import json, sys
def first(prompt):
    match prompt["kind"]:
        case "choose":
            return prompt["options"][0]["move"]
        case "menu":
            return first(prompt["branches"][0]["prompt"])
        case "dial":
            wheels = {wheel["field"]: wheel["symbols"][0]["value"] for wheel in prompt["wheels"]}
            return {"move": prompt["move"], **dict(prompt["fixed"]), **wheels}
for line in sys.stdin:
    asked = json.loads(line)
    assert asked.keys() == {"seat", "options", "view", "prompt"} and asked["view"]["seat"] == asked["seat"]
    assert asked["options"] == {"levels": [3], "turning": True} and asked["seat"] in asked["view"]["to_act"]
    print(json.dumps({"move": first(asked["prompt"])}), flush=True)
"""
ROLLS = """
import sys
sys.stdin.readline()
print('{"move": {"move": "roll"}}', flush=True)
"""


def outcome(folder: Path, program: str, *, against: str = "greedy", seats: int = 2, limit: float = 60) -> Outcome:
    file = folder / "program.py"
    file.write_text(program)
    given = f"cmd:{shlex.join([sys.executable, str(file)])}"
    game = find_game("passcode")
    playing = line_ups(game, entrants(game, (given, against)), seats)
    return play(Contest("passcode", {"levels": [3]}, playing, 4, 5, limit, None), 0)


@pytest.mark.process
@pytest.mark.parametrize("seats", one_round((2, 4)))
def test_a_program_plays_whole_games(tmp_path: Path, seats: int) -> None:
    found = outcome(tmp_path, PLAYS, seats=seats)
    assert found.fault is None
    assert sum(found.shares) == 1
    assert len(found.scores) == seats


@pytest.mark.process
@pytest.mark.parametrize(
    ("program", "did"),
    [
        ("import sys\nsys.stdin.readline()\nprint('{\"move\": {\"move\": \"steal\"}}', flush=True)\nsys.stdin.read()",
         "made a move that the rules refuse: "),
        ("import sys\nsys.stdin.readline()\nprint('{\"move\": {\"move\": \"roll\"}}\\n{}', flush=True)\nsys.stdin.read()",
         "answered with more than one line: after the first came '{}"),
        (ROLLS + "sys.stdin.readline()\nprint('[1]', flush=True)", 'answered with something else than {"move": ...}: \'[1]\''),
        (ROLLS + "sys.stdin.readline()\nprint('roll', flush=True)", "answered with a line that is not JSON: 'roll'"),
        (ROLLS + "sys.exit(3)", "ended with exit status 3 before it answered"),
        ("import os\nos.kill(os.getpid(), 9)", "was ended by signal 9 before it answered"),
        pytest.param("import sys\nwhile True: sys.stdout.write('x' * 65536)", "answered with more than 1048576 bytes",
                     marks=pytest.mark.slow),
        pytest.param("import os\nos.close(1)\nopen(0).read()", "closed its output before it answered", marks=pytest.mark.slow),
    ],
    ids=["cheats", "two lines", "no move", "no JSON", "ends", "is killed", "too much", "closes"],
)  # fmt: skip
def test_a_program_that_makes_no_move_loses_and_one_sentence_says_why(tmp_path: Path, program: str, did: str) -> None:
    found = outcome(tmp_path, program)
    assert found.fault is not None
    assert did in found.fault
    assert found.fault.startswith("Game 1: cmd:")
    assert found.fault.endswith(". It loses the game.")
    assert found.shares == (0.0, 1.0)
    assert found.line is None


@pytest.mark.process
def test_a_silent_program_loses_when_its_time_is_over_and_the_others_share_the_win(tmp_path: Path) -> None:
    found = outcome(tmp_path, "import sys\nsys.stdin.read()", seats=4, limit=0.05)
    assert found.fault is not None
    assert "gave no answer within 0.05 seconds" in found.fault
    assert found.shares == pytest.approx((0, 1 / 3, 1 / 3, 1 / 3))


@pytest.mark.process
def test_nothing_of_a_program_is_left(tmp_path: Path) -> None:
    """Not even of one that does not end, nor of what it started."""
    stays = f"""
import os, sys
child = os.fork()
if child:
    open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child}}")
    sys.stdin.readline()
    print("nonsense", flush=True)
os.set_blocking(0, True)
import signal
signal.pause()
"""
    assert outcome(tmp_path, stays).fault is not None
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        with suppress(ProcessLookupError):
            ended = os.pidfd_open(pid)
            assert select.select([ended], [], [], 60)[0], f"process {pid} still runs"
            os.close(ended)
