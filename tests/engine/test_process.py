"""The engine as another program runs it: a process with pipes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from tests.engine.talk import line
from tests.patience import PATIENCE


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "companion", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process
        process.kill()


def pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


@pytest.mark.process
def test_each_answer_comes_before_the_next_request(engine: subprocess.Popen[bytes]) -> None:
    """Answers are not buffered: a program that waits for each answer gets it."""
    requests, answers = pipes(engine)
    told = []
    for request in (
        line(do="new", game="mastermind", seats=2),
        b"garbage \xff\n",
        line(do="to_act"),
        line(do="quit"),
    ):
        requests.write(request)
        requests.flush()
        told.append(json.loads(answers.readline()))
    assert [answer["ok"] for answer in told] == [True, False, True, True]
    assert answers.read() == b"", "nothing but answers"
    assert engine.wait(PATIENCE) == 0
    assert engine.stderr is not None
    assert engine.stderr.read() == b""


@pytest.mark.process
def test_the_end_of_input_ends_the_engine_well(engine: subprocess.Popen[bytes]) -> None:
    out, error = engine.communicate(line(do="games") + b'{"do": "to_act"}', timeout=PATIENCE)
    assert [json.loads(text)["ok"] for text in out.splitlines()] == [True, False]
    assert error == b""
    assert engine.returncode == 0
