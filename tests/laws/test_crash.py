"""Law 7: a table that is stopped after any effect and taken up again forgets nothing that had been shown."""

import random
from collections.abc import Sequence
from typing import Any

from companion.core.game import Step
from companion.core.keys import Gesture
from companion.core.prompt import sample
from companion.core.screen import Screen
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Append, AskChance, Effect, Gestured, JournalEntry, Moved, Opened, Show
from companion.table.table import Table
from tests.key_spelling import spell
from tests.laws.lobby import through
from tests.laws.play import Case, every_case


class Disk:
    """What a journal holds: the last game opened, and its moves."""

    def __init__(self) -> None:
        self.opened: Opened | None = None
        self.steps: list[Step] = []

    def append(self, entry: JournalEntry) -> None:
        if isinstance(entry, Opened):
            self.opened, self.steps = entry, []
        else:
            assert isinstance(entry, Moved), "nobody proposes anything here"
            assert entry.number == len(self.steps) + 1
            self.steps.append((entry.actor, entry.move))


class Room:
    """A table whose power can be cut after any effect."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.disk = Disk()
        self.shown: dict[int, Screen] = {}
        self.table = Table(CATALOG, case.names)

    def carry_out(self, effects: Sequence[Effect], stop_after: int) -> list[AskChance]:
        asked: list[AskChance] = []
        appended = False
        for effect in effects[:stop_after]:
            match effect:
                case Append(entry):
                    assert not self.shown_since(effects, effect), "an Append stands before every Show"
                    self.disk.append(entry)
                    appended = True
                case Show(place):
                    self.shown[place] = self.table.screen(place)
                case AskChance():
                    asked.append(effect)
                case _:
                    pass
        assert appended or not any(isinstance(effect, Append) for effect in effects[:stop_after])
        return asked

    @staticmethod
    def shown_since(effects: Sequence[Effect], append: Effect) -> bool:
        return any(isinstance(effect, Show) for effect in effects[: effects.index(append)])

    def recovered(self) -> Table:
        """Another table, from what is on the disk alone."""
        table = Table(CATALOG, self.case.names)
        if self.disk.opened is not None:
            table.resume(self.disk.opened, self.disk.steps)
        else:
            table.begin()
        return table


@every_case
def test_stopping_after_any_effect_forgets_nothing_that_was_shown(case: Case) -> None:
    pick = random.Random(7).randrange
    room = Room(case)
    waiting = run(room, room.table.begin())
    for seat, move in through(room.table, case):
        waiting = run(room, room.table.handle(Answered(seat, room.table.state.number + 1, move)))
    assert room.table.game is case.game
    for _ in range(60):
        if waiting:
            waiting = run(room, room.table.handle(answer(waiting.pop(), pick)))
            continue
        acting = [seat for seat in range(case.seats) if room.table.prompt(seat) is not None]
        if not acting or (not room.table.state.number and room.table.game.name == "lobby"):
            break  # the game is over
        seat = acting[pick(len(acting))]
        prompt = room.table.prompt(seat)
        assert prompt is not None
        move = sample(prompt, pick)
        again: list[Gesture] = ["right"] if room.table.confirm_question(seat, move) else []
        *before, last = *spell(prompt, move), *again
        for gesture in before:
            run(room, room.table.handle(Gestured(seat, gesture)))
        waiting = run(room, room.table.handle(Gestured(seat, last)))


def answer(asked: AskChance, pick: Any) -> Answered:
    return Answered(CHANCE, asked.number, sample(asked.prompt, pick))


def run(room: Room, effects: list[Effect]) -> list[AskChance]:
    """Carry effects out one by one; after each, what a recovered table has made is all that was ever shown."""
    asked: list[AskChance] = []
    table: Table | None = None
    for count, effect in enumerate(effects):
        asked += room.carry_out([effect], 1)
        if isinstance(effect, Append):
            table = None
        elif isinstance(effect, Show):
            assert not any(isinstance(later, Append) for later in effects[count:]), "an Append stands before every Show"
            # Only an Append changes the disk, so one recovered table stands for all Shows since the last.
            table = table or room.recovered()
            standing = room.table.state
            assert table.state.opened == standing.opened
            assert table.state.game_state == standing.game_state, "a screen showed what a power cut undoes"
            assert table.state.number == standing.number
    return asked
