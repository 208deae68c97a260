"""The long trial: many tables, and everything between them and the database is killed again and again; half of the tables reach
the broker by links that are slow, and cut. Every game is there once.

COMPANION_TRIAL_TABLES sets another number of tables than 200.
"""

import asyncio
import itertools
import os
import resource
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from companion.config.club import ClubSettings
from tests.club.brokers import Broker
from tests.club.databases import cluster
from tests.club.running import SimulatedTable, club, simulated_table, until_paid
from tests.web.browsers.relay import Relay

pytestmark = [pytest.mark.anyio, pytest.mark.process, pytest.mark.slow]

TABLES = int(os.environ.get("COMPANION_TRIAL_TABLES", "200"))
GAMES = 20
BROKER, CLUB, DATABASE, LINKS = 50, 20, 5, 30
"""How often each is killed, and a link is cut and mended."""
DELAYS = (0.005, 0.02, 0.08)
"""Seconds that a message takes on each of the links; every second table is at one of them."""
AT_ONCE = 40
"""Tables that play at one time."""
PATIENCE = 1500.0


async def test_broker_club_and_database_are_killed_and_every_game_of_many_tables_is_there_once(
    at: Broker, tmp_path: Path
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    total, done = TABLES * GAMES, 0
    playing = asyncio.Semaphore(AT_ONCE)
    ended = asyncio.Event()

    async def play(table: SimulatedTable, number: int) -> None:
        nonlocal done
        for game in range(GAMES):
            async with playing:
                await table.play(number * GAMES + game)
            done += 1
            ended.set()

    async def kill(what: Callable[[], None], times: int) -> None:
        """Spread over all games."""
        for each in range(1, times + 1):
            while done < total * each // (times + 1):
                await ended.wait()
                ended.clear()
            await asyncio.to_thread(what)

    try:
        with cluster() as server, club(at, server.new()) as running:

            def kill_broker() -> None:
                at.kill()
                at.start()

            def kill_club() -> None:
                running.kill()
                running.start()

            def kill_database() -> None:
                server.kill()
                server.start()

            cuts = itertools.cycle(range(len(DELAYS)))

            async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
                links = [stack.enter_context(Relay(at.url, delay).running()) for delay in DELAYS]

                def cut_link() -> None:
                    link = links[next(cuts)]
                    link.cut()
                    link.mend()

                async def new_table(number: int) -> SimulatedTable:
                    url = links[number // 2 % len(links)].address if number % 2 else at.url
                    name = f"table-{number}"
                    return await stack.enter_async_context(simulated_table(tmp_path, name, at, ClubSettings(url, name)))

                tables = [await new_table(number) for number in range(TABLES)]
                async with asyncio.TaskGroup() as group:
                    for number, table in enumerate(tables):
                        group.create_task(play(table, number))
                    group.create_task(kill(kill_broker, BROKER))
                    group.create_task(kill(kill_club, CLUB))
                    group.create_task(kill(kill_database, DATABASE))
                    group.create_task(kill(cut_link, LINKS))
                await until_paid(tables)
            found = [(game["id"], game["table"]) for game in running.games()]
            expected = [(uuid, table.name) for table in tables for uuid in table.played]
            assert len(found) == total
            assert sorted(found) == sorted(expected)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
