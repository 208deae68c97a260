"""The process that thinks: the table comes before a page's work that is under way, and memory is limited."""

import random
import subprocess
import sys
from typing import Any

import pytest
from msgspec import json

from companion.core.game import Step
from companion.core.prompt import sample
from companion.games.catalog import find_game
from companion.thinking.client import COMMAND
from tests.patience import PATIENCE

pytestmark = pytest.mark.process
OPTIONS = {"rounds": 3}


def long_game(moves: int) -> list[Step]:
    """The beginning of a game whose review takes seconds."""
    game = find_game("davinci")
    options = game.read_options(OPTIONS, 4)
    pick, state, steps = random.Random(6).randrange, game.setup(options, 4), list[Step]()
    while len(steps) < moves:
        actor = game.to_act(state)[0]
        prompt = game.ask(options, state, actor)
        assert prompt is not None
        steps.append((actor, sample(prompt, pick)))
        state = game.submit(options, state, *steps[-1])
    return steps


def lines(*messages: dict[str, Any]) -> bytes:
    return b"".join(json.encode(message) + b"\n" for message in messages)


def page_review() -> dict[str, Any]:
    return {
        "say": "page review", "game": "davinci", "rules": find_game("davinci").rules, "options": OPTIONS,
        "names": ["Ann", "Bob", "Cem", "Dan"], "steps": long_game(150),
    }  # fmt: skip


def test_a_move_of_the_machine_does_not_wait_for_a_review_that_a_page_asked_for_before() -> None:
    game = find_game("mastermind")
    options = game.read_options({}, 2)
    seat = (
        {"say": "seat", "seat": 0, "level": "random", "game": "mastermind", "options": {}, "seats": 2},
        {"say": "view", "seat": 0, "announced": None, "view": game.view(game.setup(options, 2), 0)},
        {"say": "choose", "seat": 0, "luck": "luck"},
    )
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines(page_review(), *seat))
        process.stdin.flush()
        said = [json.decode(process.stdout.readline())["say"] for _ in range(2)]
        process.stdin.close()
    assert said == ["choice", "page"]
    assert process.returncode == 0


def test_a_review_ends_with_the_daemon() -> None:
    ended = subprocess.run(COMMAND, input=lines(page_review()), capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_failure_of_the_table_s_question_in_the_midst_of_a_review_is_one_line_of_the_log() -> None:
    """It is no error of the review."""
    told = lines(page_review(), {"say": "choose", "seat": 0, "luck": "luck"})
    ended = subprocess.run(COMMAND, input=told, capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr == b"the machine's process failed: KeyError: 0\n"


def test_a_thought_that_needs_too_much_memory_ends_its_process_alone() -> None:
    """Where the kernel does not count memory by service, nothing else would."""
    code = "from companion.thinking.process import MOST_MEMORY, step_back\nstep_back()\nbytearray(MOST_MEMORY)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 1
    assert answer.stderr.rstrip().endswith("MemoryError")
