"""The law of two worlds for a club: where the public cannot tell two worlds apart, every byte to the broker is the same."""

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.club.public import PublicTable
from companion.club.wire import Event, encoded
from companion.core.prompt import Menu, Prompt, every, sample
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Append, Effect, EventLine, Opened, Publish
from companion.table.table import Table
from companion.web.hub import Hub
from tests.laws.play import Case, every_case, everything_seen, moments

VALUES = 6
"""So many values of a secret move are compared at a moment."""


class Said:
    """What a club hears of a table: the bytes of all states and events, in order."""

    def __init__(self, case: Case) -> None:
        self.bytes: list[bytes] = []
        self.hub = Hub(case.seats, case.names)
        self.public = PublicTable(case.seats, self._event, lambda: 0.0)
        self.hub.listen(self._take)

    def _event(self, event: Event) -> None:
        self.bytes.append(encoded(event))

    def _take(self, record: Any) -> None:
        self.public.take(record)
        self.bytes.append(encoded(self.public.state(None, None)))

    def hear(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(entry, result):
                    self.public.kept(entry, result)
                case Publish():
                    self.hub.publish(effect)
                case EventLine(event, happened):
                    self.hub.event(event, happened=happened)
                case _:
                    pass


def secret_moves(prompt: Prompt, pick: Any) -> list[Any]:
    if isinstance(prompt, Menu):
        return [move for branch in prompt.branches for move in secret_moves(branch.prompt, pick)]
    if not prompt.secret:
        return []
    some = [sample(prompt, pick) for _ in range(VALUES)]
    return [next(iter(every(prompt))), *some]


@every_case
def test_every_byte_is_the_same_where_the_public_cannot_tell(case: Case) -> None:
    pick = random.Random(5).randrange
    compared = 0
    for moment in moments(case, seed=17, count=12):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            alike: dict[str, set[tuple[bytes, ...]]] = {}
            for move in secret_moves(prompt, pick):
                after = case.game.apply(moment.state, actor, move)
                group = repr(everything_seen(case, after, None)) if actor == CHANCE else ""
                alike.setdefault(group, set()).add(tuple(heard(case, moment.steps, actor, move)))
            assert all(len(said) == 1 for said in alike.values())
            compared += len(alike)
    assert compared or not any(
        secret in repr(moments(case, 17, 12)[-1].steps) for secret in ("set_code", "draw", "card")
    )


def heard(case: Case, steps: Any, actor: Any, move: Any) -> list[bytes]:
    """What a club hears of that move."""
    table, said = Table(CATALOG, case.names), Said(case)
    opened = Opened(case.game.name, case.game.rules, case.given, case.names)
    said.public.resumed(opened)
    said.hear(table.resume(opened, steps))
    said.bytes.clear()
    said.hear(table.handle(Answered(actor, table.state.number + 1, move)))
    assert said.bytes, "a move is heard of"
    assert all(msgspec.json.decode(one) for one in said.bytes)
    return said.bytes
