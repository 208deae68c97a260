"""The machine's seats in this process: takes the effects of a table, and answers as the process of the daemon would."""

from collections.abc import Iterable

from msgspec import json

from companion.table.effects import Answered, AskMachine, Effect
from companion.table.table import Table
from companion.thinking import thinker
from companion.thinking.messages import ChoiceMade, ChoiceWanted, ToProcess, everything_seen

_DECODER = json.Decoder(ToProcess)


class Thinker:
    """What it is told goes through JSON, as it would to the process."""

    def __init__(self) -> None:
        self._thinker = thinker.Thinker()

    def take(self, effects: Iterable[Effect], table: Table) -> Answered | None:
        """The machine's move, where the effects ask for one."""
        asked = next((effect for effect in effects if isinstance(effect, AskMachine)), None)
        if asked is None:
            return None
        for message in (*everything_seen(table.seated(asked.seat)), ChoiceWanted(asked.seat, asked.luck)):
            choice = self._thinker.take(_DECODER.decode(json.encode(message)))
        assert isinstance(choice, ChoiceMade)
        return Answered(asked.seat, asked.number, choice.move)
