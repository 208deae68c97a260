"""The machine's moves: a choice counts for the question that it answers, and for no other."""

import sys

import pytest

from companion.machine_players.machine_player import MachineEnded, MachinePlayer
from companion.table.effects import Answered, AskMachine, MachineSeat, SeatMachines
from tests.daemon.test_machine import FAILING
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
