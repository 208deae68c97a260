"""The outbox over a real journal: its window, its order, its pauses and its answers. The clock is advanced."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from companion.club.outbox import Outbox
from companion.club.wire import WINDOW, Ack
from companion.journal.worker import JournalWorker
from companion.table.effects import Moved, Opened
from tests.advanced_loop import clock, run
from tests.history.games import case_of, opened, result_of, steps
from tests.until import next_turn

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
RESULT = result_of(CASE, MADE)


class Sent:
    """A broker that takes everything. `sent`: the ids, in order, and when."""

    def __init__(self) -> None:
        self.sent: list[tuple[float, str]] = []

    def __call__(self, payload: bytes) -> int:
        self.sent.append((clock().time(), json.loads(payload)["id"]))
        return len(self.sent)

    @property
    def ids(self) -> list[str]:
        return [uuid for _, uuid in self.sent]


async def play(journal: JournalWorker, count: int, first: int = 0) -> None:
    one = opened(CASE)
    for number in range(first, first + count):
        await journal.append(Opened(one.game, one.rules, one.options, one.names, one.places, id=f"game-{number:02}"))
        for at, (actor, move) in enumerate(MADE, 1):
            await journal.append(Moved(at, actor, move), result=RESULT if at == len(MADE) else None)


@asynccontextmanager
async def outbox(
    folder: Path, uniform: Any = lambda low, high: 1.0
) -> AsyncIterator[tuple[Outbox, JournalWorker, Sent]]:
    journal, sent = JournalWorker(folder / "t.sqlite3", for_club=True), Sent()
    await journal.open()
    made = Outbox(journal, "table-1", sent, lambda: None, uniform)
    task = asyncio.create_task(made.run())
    try:
        yield made, journal, sent
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await journal.close()


async def settled(sent: Sent, count: int) -> None:
    """So many were sent, and no more are."""
    while len(sent.sent) < count:
        await next_turn()
    for _ in range(50):
        await next_turn()
    assert len(sent.sent) == count


def test_twenty_games_are_unacknowledged_at_most_and_an_ack_lets_the_next_go(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path) as (made, journal, sent):
            await play(journal, WINDOW + 5)
            made.connected(is_connected=True)
            await settled(sent, WINDOW)
            assert sent.ids == [f"game-{number:02}" for number in range(WINDOW)]
            made.take(Ack(ids=("game-03", "game-00", "unknown")))
            await settled(sent, WINDOW + 2)
            assert sent.ids[WINDOW:] == ["game-20", "game-21"]
            assert "game-03" not in [one.id for one in await journal.outbox(0, 99)]

    run(test())


def test_pauses_double_to_ten_minutes_and_never_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path) as (made, journal, sent):
            await play(journal, 1)
            made.connected(is_connected=True)
            await settled(sent, 1)
            for pause in (5, 10, 20, 40, 80, 160, 320, 600, 600, 600):
                before = len(sent.sent)
                made.puback(before)
                await clock().advance(pause - 1, step=1.0)
                assert len(sent.sent) == before
                await clock().advance(2, step=1.0)
                await settled(sent, before + 1)

    run(test())


def test_a_publish_that_the_broker_has_not_answered_is_left_to_the_connection(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path) as (made, journal, sent):
            await play(journal, 1)
            made.connected(is_connected=True)
            await settled(sent, 1)
            await clock().advance(60, step=1.0)
            await settled(sent, 1)

    run(test())


def test_after_a_connection_everything_goes_again_from_the_oldest(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path) as (made, journal, sent):
            await play(journal, 3)
            await settled(sent, 0)
            made.connected(is_connected=True)
            await settled(sent, 3)
            for mid in (1, 2, 3):
                made.puback(mid)
            await play(journal, 1, first=3)
            made.note_game()
            await settled(sent, 4)
            made.puback(4)
            made.connected(is_connected=False)
            await clock().advance(30, step=1.0)
            await settled(sent, 4)
            made.connected(is_connected=True)
            await settled(sent, 8)
            assert sent.ids[4:] == ["game-00", "game-01", "game-02", "game-03"]

    run(test())


def test_refused_games_block_nothing_and_go_again_when_the_club_asks(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path) as (made, journal, sent):
            await play(journal, WINDOW + 1)
            made.connected(is_connected=True)
            await settled(sent, WINDOW)
            made.take(Ack(refused={"game-00": "no"}))
            await settled(sent, WINDOW + 1)
            assert made.refused == {"game-00": "no"}
            made.take(Ack(ids=tuple(f"game-{number:02}" for number in range(1, WINDOW + 1)), again=True))
            await settled(sent, WINDOW + 2)
            assert (sent.ids[-1], made.refused) == ("game-00", {})
            assert [one.id for one in await journal.outbox(0, 99)] == ["game-00"]

    run(test())


def test_a_club_that_is_back_is_not_made_to_wait(tmp_path: Path) -> None:
    async def test() -> None:
        async with outbox(tmp_path, lambda low, high: low or 0.5) as (made, journal, sent):
            await play(journal, 1)
            made.connected(is_connected=True)
            await settled(sent, 1)
            for _ in range(9):
                made.puback(len(sent.sent))
                await clock().advance(310, step=5.0)
            before = len(sent.sent)
            made.puback(before)
            made.club_is_back()
            await clock().advance(1, step=0.5)
            await settled(sent, before + 1)

    run(test())
