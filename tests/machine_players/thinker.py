"""The machine's seats in this process: takes the effects of a table, and answers as the process of the daemon would."""

from collections.abc import Iterable

from msgspec import json

from companion.machine_players.machine_messages import ChoiceMade, ChoiceWanted, ToProcess
from companion.machine_players.machine_seats import MachineSeats
from companion.machine_players.seat_reports import everything_seen, view_seen
from companion.table.effects import Answered, AskMachine, Effect, MachineSees, SeatMachines

_DECODER = json.Decoder(ToProcess)


class Thinker:
    """`lines`: all that it was told, as it would go through the pipe."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.asked: AskMachine | None = None
        self._seats = MachineSeats()

    def take(self, effects: Iterable[Effect]) -> Answered | None:
        """The machine's move, where the effects ask for one."""
        self.asked = None
        for effect in effects:
            match effect:
                case SeatMachines():
                    self.tell(everything_seen(effect))
                case MachineSees(seat, seen):
                    self.tell([view_seen(seat, seen)])
                case AskMachine():
                    self.asked = effect
                case _:
                    pass
        return None if self.asked is None else self.answer(self.asked)

    def tell(self, messages: Iterable[ToProcess]) -> None:
        for message in messages:
            line = json.encode(message)
            self.lines.append(line)
            assert self._seats.take(_DECODER.decode(line)) is None

    def answer(self, asked: AskMachine) -> Answered:
        line = json.encode(ChoiceWanted(1, asked.seat, asked.luck))
        self.lines.append(line)
        choice = self._seats.take(_DECODER.decode(line))
        assert isinstance(choice, ChoiceMade)
        assert choice.id == 1
        return Answered(asked.seat, asked.number, choice.move)
