"""The machine's moves: a choice counts for the question that it answers, and for no other."""

import subprocess
import sys

import pytest

from companion.machine_players.machine_player import MachineEnded, MachinePlayer
from companion.table.effects import Answered, AskMachine, MachineSeat, SeatMachines
from tests.daemon.test_machine import FAILING
from tests.patience import PATIENCE
from tests.until import next_turn, until


@pytest.mark.anyio
@pytest.mark.process
async def test_a_choice_for_an_older_question_is_no_move() -> None:
    made: list[Answered | MachineEnded] = []
    player = MachinePlayer(made.append, 0.0, (sys.executable, str(FAILING), "late"))
    player.seat(SeatMachines("mastermind", {}, 2, (MachineSeat(1, "best"),), ((),)))
    for number in (1, 2):
        player.ask(AskMachine(number, 1, "luck"))
        await until(lambda number=number: len(made) == number, next_turn)  # type: ignore[misc]
    assert made == [Answered(1, 1, {"move": "1"}), Answered(1, 2, {"move": "2"})]
    await player.close()


@pytest.mark.process
def test_a_thought_that_needs_too_much_memory_ends_its_process_alone() -> None:
    """Where the kernel does not count memory by service, nothing else would."""
    code = "from companion.machine_players.__main__ import MOST_MEMORY, step_back\nstep_back()\nbytearray(MOST_MEMORY)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 1
    assert answer.stderr.rstrip().endswith("MemoryError")
