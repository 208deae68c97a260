"""What the table asks the process that thinks: one question after another, the newest of each place, and nothing that nobody
waits for any more; and what becomes of a question whose process fails."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import structs

from companion.core.errors import JournalError
from companion.games.catalog import CATALOG
from companion.table.effects import (
    Answered,
    AskHint,
    AskMachine,
    AskPromise,
    HintGiven,
    Opened,
    PromiseGiven,
    Seated,
    Thought,
)
from companion.table.table import Table
from companion.thinking.client import COMMAND, FAILED, LONGEST_SECONDS, MachineFailed, Thinking
from tests.app.test_machine import FAILING
from tests.patience import PATIENCE
from tests.table.helps import helps_at
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.process]
DAY = "2026-03-01"


class Asking:
    """A solver of Digit Code who asks before the first question; `given`: the answers, in order."""

    def __init__(self, how: str | None, longest: float) -> None:
        self.given: list[Answered | Thought | MachineFailed] = []
        command = COMMAND if how is None else (sys.executable, str(FAILING), how)
        self.thinking = Thinking(self.given.append, command, patience=PATIENCE, longest=longest)
        self.table = Table(CATALOG, ("Ann", "Bob"))
        game = next(game for game in CATALOG if game.name == "digitcode")
        opened = Opened("digitcode", game.rules, {"master": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1))
        self.table.resume(opened, [("chance", {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})])

    def ask(self, line: str | None = None, seat: int = 0) -> AskHint | AskPromise:
        """Ask for a hint, or what counting a line is worth."""
        number, helps = self.table.state.number, self.table.state.opened.helps_of(seat)
        move = {"move": "ask_line", "line": line}
        asked = AskHint(seat, number, seat, helps) if line is None else AskPromise(seat, number, seat, move)
        self.thinking.ask(asked, self.table.seated(seat))
        return asked

    def ask_machine(self, number: int, luck: str = "move") -> None:
        """Ask for a move of the machine."""
        self.thinking.ask(AskMachine(number, 1, luck), Seated("digitcode", {}, 2, 1, "best", ()))

    async def answers(self, count: int) -> None:
        await until(lambda: len(self.given) == count, next_turn)

    async def answer(self) -> Answered | Thought | MachineFailed:
        """The next one."""
        await self.answers(len(self.given) + 1)
        return self.given[-1]


@asynccontextmanager
async def asking(how: str | None = None, longest: float = LONGEST_SECONDS) -> AsyncIterator[Asking]:
    one = Asking(how, longest)
    try:
        yield one
    finally:
        await one.thinking.close()


async def test_a_process_that_has_answered_answers_the_next_question_too() -> None:
    async with asking() as one:
        one.ask()
        hint = await one.answer()
        assert isinstance(hint, HintGiven)
        assert hint.words.startswith("Try: ")
        assert one.thinking.takes(hint)
        assert not one.thinking.takes(hint), "it is taken once"
        one.ask("B")
        promise = await one.answer()
        assert isinstance(promise, PromiseGiven)
        assert promise.move == {"move": "ask_line", "line": "B"}
        assert one.thinking.takes(promise)
        one.thinking.forget()
        assert not one.thinking.is_running


async def test_a_question_that_is_asked_again_and_again_is_answered_once() -> None:
    async with asking() as one:
        for _ in range(200):
            one.ask("B")
        await one.answers(1)
        one.ask()
        await one.answers(2)


async def test_of_several_questions_of_a_place_the_newest_is_answered() -> None:
    async with asking() as one:
        for line in "BCDEF":
            one.ask(line)
        promise = await one.answer()
        assert isinstance(promise, PromiseGiven)
        assert promise.move["line"] == "F"
        assert one.thinking.takes(promise)


async def test_a_move_makes_the_questions_that_wait_void() -> None:
    async with asking() as one:
        one.ask("B")
        one.ask(seat=1)
        one.thinking.drop_stale()
        one.ask("C")
        promise = await one.answer()
        assert isinstance(promise, PromiseGiven), "nobody thought about the hint that waited"
        assert promise.move["line"] == "C"


async def test_a_choice_for_an_older_question_is_no_move() -> None:
    async with asking("plain") as one:
        one.ask_machine(1, "old")
        one.thinking.drop_stale()
        one.ask_machine(2, "new")
        assert await one.answer() == Answered(1, 2, {"move": "new"})
        one.ask_machine(3)
        one.thinking.drop_stale()
        one.ask()
        assert isinstance(await one.answer(), HintGiven)


async def test_the_machine_moves_before_questions_that_waited_longer() -> None:
    async with asking("plain") as one:
        one.ask()
        one.ask(seat=1)
        one.ask_machine(1)
        await one.answers(3)
        assert [type(answer) for answer in one.given] == [HintGiven, Answered, HintGiven]


async def test_only_what_is_new_is_told_with_a_question_and_everything_when_a_move_was_taken_back() -> None:
    async with asking("echo") as one:
        before = one.table.state

        async def told() -> str:
            one.ask()
            hint = await one.answer()
            assert isinstance(hint, HintGiven)
            return hint.words

        def count(line: str) -> None:
            one.table.handle(Answered(0, one.table.state.number + 1, {"move": "ask_line", "line": line}))

        assert await told() == "3 lines", "which seat it is, and two views"
        count("B")
        assert await told() == "1 lines"
        assert await told() == "0 lines"
        one.table.state = before
        count("C")
        assert await told() == "4 lines"
        one.table.state = before
        assert await told() == "3 lines"
        lower = structs.replace(one.table.seated(0), level="steady")
        one.thinking.ask(AskHint(0, 0, 0, ()), lower)
        assert await one.answer() == HintGiven(0, 0, "3 lines")


async def test_an_answer_in_the_queue_counts_for_nothing_once_its_game_is_over_or_another_was_asked_for() -> None:
    async with asking() as one:
        one.ask()
        await one.answers(1)
        one.thinking.forget()
        assert not one.thinking.takes(one.given[0])
        one.ask()
        await one.answers(2)
        one.ask("B")
        assert not one.thinking.takes(one.given[1])


async def test_a_process_that_never_answers_ends_with_its_game() -> None:
    async with asking("mute") as one:
        one.ask()
        one.ask("B")
        one.thinking.drop(0)
        assert one.thinking.is_running
        one.thinking.forget()
        assert not one.thinking.is_running
        assert one.given == []


@pytest.mark.parametrize("how", ["at once", "asked", "babble", "endless"])
async def test_a_process_that_fails_twice_gives_an_answer_without_words_and_does_not_wait(how: str) -> None:
    async with asking(how) as one:
        hint = one.ask()
        assert await one.answer() == HintGiven(0, hint.number, "")
        assert not one.thinking.is_running
        one.ask_machine(1)
        assert await one.answer() == MachineFailed()


async def test_a_process_that_answers_what_nobody_asked_is_ended() -> None:
    async with asking("unasked") as one:
        one.ask()
        await one.answers(1)
        await until(lambda: not one.thinking.is_running, next_turn)


async def test_a_process_that_hangs_is_ended_and_the_question_asked_once_more() -> None:
    async with asking("mute", longest=0.0) as one:
        hint = one.ask()
        assert await one.answer() == HintGiven(0, hint.number, "")
        assert not one.thinking.is_running


async def test_a_page_whose_process_fails_gets_no_answer_and_the_table_has_its_own_from_another_process() -> None:
    async with asking("beside") as one:
        page, other = (asyncio.create_task(one.thinking.puzzle("mastermind", level, DAY)) for level in ("easy", "hard"))
        await asyncio.sleep(0)
        one.ask_machine(1)
        assert await one.answer() == Answered(1, 1, {"move": "move"})
        with pytest.raises(JournalError, match=FAILED):
            await page
        assert await other, "it waited until the table had its answer"


async def test_what_a_page_has_asked_is_thought_about_anew_when_the_table_leaves_its_game() -> None:
    async with asking("stuck") as one:
        page = asyncio.create_task(one.thinking.puzzle("mastermind", "easy", DAY))
        await asyncio.sleep(0)
        one.ask_machine(1)
        one.thinking.forget()
        assert await page
        assert one.given == []


async def test_a_long_answer_is_an_answer() -> None:
    async with asking("long") as one:
        one.ask()
        hint = await one.answer()
        assert isinstance(hint, HintGiven)
        assert len(hint.words) == 200_000
