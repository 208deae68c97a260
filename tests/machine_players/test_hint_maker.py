"""The process of hints: one question after another, the newest of each place, and nothing that nobody waits for any more."""

import sys

import pytest

from companion.games.catalog import CATALOG
from companion.machine_players.hint_maker import HintMaker
from companion.table.effects import Answered, AskHint, AskPromise, HintGiven, Opened, PromiseGiven, Thought
from companion.table.table import Table
from tests.daemon.test_machine import FAILING
from tests.table.helps import helps_at
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.process]


class Asking:
    """A solver of Digit Code who asks before the first question; `given`: the answers, in order."""

    def __init__(self, how: str | None = None) -> None:
        self.given: list[Thought] = []
        command = () if how is None else ((sys.executable, str(FAILING), how),)
        self.maker = HintMaker(self.given.append, *command)
        self.table = Table(CATALOG, ("Ann", "Bob"))
        game = next(game for game in CATALOG if game.name == "digitcode")
        opened = Opened("digitcode", game.rules, {"master": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1))
        self.table.resume(opened, [("chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})])

    def ask(self, line: str | None = None, seat: int = 0) -> AskHint | AskPromise:
        """Ask for a hint, or what counting a line is worth."""
        number, helps = self.table.state.number, self.table.state.opened.helps_of(seat)
        move = {"move": "ask_line", "line": line}
        asked = AskHint(seat, number, seat, helps) if line is None else AskPromise(seat, number, seat, move)
        self.maker.ask(asked, self.table.advised(seat))
        return asked

    async def answers(self, count: int) -> None:
        await until(lambda: len(self.given) == count, next_turn)


async def test_a_process_that_has_answered_answers_the_next_question_too() -> None:
    asking = Asking()
    asking.ask()
    await asking.answers(1)
    (hint,) = asking.given
    assert isinstance(hint, HintGiven)
    assert hint.words.startswith("Try: ")
    assert asking.maker.takes(hint)
    assert not asking.maker.takes(hint), "it is taken once"
    asking.ask("B")
    await asking.answers(2)
    promise = asking.given[1]
    assert isinstance(promise, PromiseGiven)
    assert promise.move == {"move": "ask_line", "line": "B"}
    assert asking.maker.takes(promise)
    asking.maker.forget()
    assert not asking.maker.is_running
    await asking.maker.close()


async def test_a_question_that_is_asked_again_and_again_is_answered_once() -> None:
    asking = Asking()
    for _ in range(200):
        asking.ask("B")
    await asking.answers(1)
    asking.ask()
    await asking.answers(2)
    await asking.maker.close()


async def test_of_several_questions_of_a_place_the_newest_is_answered() -> None:
    asking = Asking()
    for line in "BCDEF":
        asking.ask(line)
    await asking.answers(1)
    (promise,) = asking.given
    assert isinstance(promise, PromiseGiven)
    assert promise.move["line"] == "F"
    assert asking.maker.takes(promise)
    await asking.maker.close()


async def test_a_move_makes_the_questions_that_wait_void() -> None:
    asking = Asking()
    asking.ask("B")
    asking.ask(seat=1)
    asking.maker.drop_stale()
    asking.ask("C")
    await asking.answers(1)
    (promise,) = asking.given
    assert isinstance(promise, PromiseGiven), "nobody thought about the hint that waited"
    assert promise.move["line"] == "C"
    await asking.maker.close()


async def test_only_what_is_new_is_told_with_a_question_and_everything_when_a_move_was_taken_back() -> None:
    asking = Asking("echo")
    before = asking.table.state

    async def told() -> str:
        asking.ask()
        await asking.answers(len(asking.given) + 1)
        hint = asking.given[-1]
        assert isinstance(hint, HintGiven)
        return hint.words

    def count(line: str) -> None:
        asking.table.handle(Answered(0, asking.table.state.number + 1, {"move": "ask_line", "line": line}))

    assert await told() == "3 lines", "which seat it is, and two views"
    count("B")
    assert await told() == "1 lines"
    assert await told() == "0 lines"
    asking.table.state = before
    count("C")
    assert await told() == "4 lines"
    asking.table.state = before
    assert await told() == "3 lines"
    await asking.maker.close()


async def test_an_answer_in_the_queue_counts_for_nothing_once_its_game_is_over_or_another_was_asked_for() -> None:
    asking = Asking()
    asking.ask()
    await asking.answers(1)
    asking.maker.forget()
    assert not asking.maker.takes(asking.given[0])
    asking.ask()
    await asking.answers(2)
    asking.ask("B")
    assert not asking.maker.takes(asking.given[1])
    await asking.maker.close()


async def test_a_process_that_never_answers_ends_with_its_game() -> None:
    asking = Asking("mute")
    asking.ask()
    asking.ask("B")
    asking.maker.drop(0)
    assert asking.maker.is_running
    asking.maker.forget()
    assert not asking.maker.is_running
    await asking.maker.close()
    assert asking.given == []


@pytest.mark.parametrize("how", ["at once", "babble", "endless"])
async def test_a_process_that_fails_gives_an_answer_without_words_and_does_not_wait(how: str) -> None:
    asking = Asking(how)
    hint = asking.ask()
    await asking.answers(1)
    assert asking.given == [HintGiven(0, hint.number, "")]
    assert not asking.maker.is_running
    await asking.maker.close()


async def test_a_long_answer_is_an_answer() -> None:
    asking = Asking("long")
    asking.ask()
    await asking.answers(1)
    (hint,) = asking.given
    assert isinstance(hint, HintGiven)
    assert len(hint.words) == 200_000
    await asking.maker.close()
