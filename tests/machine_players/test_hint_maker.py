"""The processes of hints: one request after another at a place, and nothing that nobody waits for any more."""

import sys

import pytest

from companion.games.catalog import CATALOG
from companion.machine_players.hint_maker import HintMaker
from companion.machine_players.machine_process import COMMAND
from companion.table.effects import AskHint, AskPromise, Opened
from companion.table.inputs import HintGiven, PromiseGiven, Thought
from companion.table.machine_seats.machine_effects import asked_hint, asked_promise
from companion.table.table import Table
from tests.daemon.test_machine import FAILING
from tests.table.helps import helps_at
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.process]

MUTE = (sys.executable, str(FAILING), "mute")
BABBLING = (sys.executable, str(FAILING), "babble")
LINE = {"move": "ask_line", "line": "B"}


def questions() -> tuple[AskHint, AskPromise]:
    """What a solver of Digit Code asks before the first question."""
    table = Table(CATALOG, ("Ann", "Bob"))
    game = next(game for game in CATALOG if game.name == "digitcode")
    opened = Opened("digitcode", game.rules, {"master": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1))
    table.resume(opened, [("chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})])
    return asked_hint(table.setup, table.state, 0, 0), asked_promise(table.setup, table.state, 0, 0, LINE)


async def test_a_process_that_has_answered_answers_the_next_request_too() -> None:
    given: list[Thought] = []
    maker, (hint, promise) = HintMaker(given.append, COMMAND), questions()
    maker.ask(hint)
    await until(lambda: len(given) == 1, next_turn)
    assert isinstance(given[0], HintGiven)
    assert given[0].words.startswith("Try: ")
    assert maker.takes(given[0])
    assert not maker.takes(given[0]), "it is taken once"
    waiting = maker.processes
    maker.ask(promise)
    assert (waiting, maker.processes) == (1, 1)
    await until(lambda: len(given) == 2, next_turn)
    assert isinstance(given[1], PromiseGiven)
    assert given[1].move == LINE
    assert maker.takes(given[1])
    maker.forget()
    assert maker.processes == 0
    await maker.close()


async def test_an_answer_in_the_queue_counts_for_nothing_once_its_game_is_over_or_another_was_asked_for() -> None:
    given: list[Thought] = []
    maker, (hint, promise) = HintMaker(given.append, COMMAND), questions()
    maker.ask(hint)
    await until(lambda: len(given) == 1, next_turn)
    maker.forget()
    assert not maker.takes(given[0])
    maker.ask(hint)
    await until(lambda: len(given) == 2, next_turn)
    maker.ask(promise)
    assert not maker.takes(given[1])
    await maker.close()


async def test_a_thought_that_nobody_waits_for_ends_with_its_process() -> None:
    given: list[Thought] = []
    maker, (hint, promise) = HintMaker(given.append, MUTE), questions()
    maker.ask(hint)
    maker.ask(promise)
    assert maker.processes == 1
    maker.drop(0)
    assert maker.processes == 0
    maker.drop(0)
    await maker.close()
    assert given == []


async def test_a_process_that_fails_gives_an_answer_without_words_and_does_not_wait() -> None:
    given: list[Thought] = []
    maker, (hint, _) = HintMaker(given.append, BABBLING), questions()
    maker.ask(hint)
    await until(lambda: len(given) == 1, next_turn)
    assert given == [HintGiven(0, hint.number, "")]
    assert maker.processes == 0
    await maker.close()
