"""A club of tables at a real Mosquitto: what it takes in, how late the hall is, and what club and table cost each other.

intake    one client says finished games for 200 tables, and counts their acks: SQLite, PostgreSQL, and the check of a game's
          moves alone, in this process, without broker and database
hall      200 tables with connections of their own, each of which shows another state every five seconds; 500 readers of the
          hall's events; from a finished game to the hall
cup       a round of a tournament at these 200 tables; 500 pages show its pairings and follow each result
a table   bytes at the broker, and memory of broker and club, with these 200 tables and without
a key     two daemons as in bench.network, one of them in a club
"""

import asyncio
import json
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Final
from uuid import uuid4

from bench.clients.viewers import SAYS
from bench.goals import expect
from bench.network import MEMORY, PATIENCE, TWO_PANELS, Hands, bench_socket, by_turns, daemon, percentiles, visiting
from companion.app.demo import DemoError, find_mosquitto
from companion.club.database import Database
from companion.club.mqtt import Account, Connection, Listener
from companion.club.tournament import Added, Assigned, ClockStarted, Created, Released, next_round
from companion.club.tournaments import Tournaments
from companion.club.wire import OFFLINE, ONLINE, Ack, Topics, decoded
from companion.config.club import broker_address
from companion.history.json_lines import decode_game_line
from tests.club.brokers import Broker
from tests.club.databases import cluster
from tests.club.games import line
from tests.club.running import RunningClub, club

TABLES: Final = 200
GAMES: Final = 3000
UNDER_WAY: Final = 1000
"""Games that are not acknowledged, of all tables: five each."""
STATE_SECONDS: Final = 5.0
"""Between two states of a table: people take longer."""
HALL_SECONDS: Final = 30.0
RESULT_SECONDS: Final = 3.0
"""Between two results of a round: 200 tables in ten minutes."""
CLUB_TOPIC: Final = "companion/club/availability"
KEY_RATIO: Final = 1.05
KEY_TRIES: Final = 3


class Crowd(Listener):
    """One client that speaks for tables."""

    def __init__(self, at: Broker, name: str) -> None:
        will = (f"companion/{name}/availability", OFFLINE) if name != "all" else None
        self.there, self.acked, self.club_is_there = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.ids: set[str] = set()
        self.topics: list[str] = (
            [CLUB_TOPIC, "companion/+/ack"] if name == "all" else [f"companion/{name}/ack", f"companion/{name}/order"]
        )
        self.connection = Connection(broker_address(at.url), Account(name, None, will), self)
        self.task = asyncio.create_task(self.connection.run())

    def connected(self) -> None:
        self.connection.subscribe(self.topics)
        self.there.set()

    def message(self, topic: str, payload: bytes) -> None:
        if topic == CLUB_TOPIC and payload == ONLINE:
            self.club_is_there.set()
        elif topic.endswith("/ack") and (ack := decoded(payload, Ack, topic)) is not None:
            self.ids.update(ack.ids)
            self.acked.set()

    async def until_acked(self, count: int) -> None:
        async with asyncio.timeout(300):
            while len(self.ids) < count:
                self.acked.clear()
                await self.acked.wait()

    async def close(self) -> None:
        await self.connection.close()
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def main() -> None:
    """Print all of it."""
    try:
        find_mosquitto()
    except DemoError as error:
        print(error)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with folder() as place, cluster() as postgresql:
            print(f"{GAMES} finished games of {TABLES} tables, a second")
            alone = check_alone()
            print(f"  the moves alone are checked  {alone:6.0f}")
            for name, database in (("SQLite", f"sqlite:///{place}/club.sqlite3"), ("PostgreSQL", postgresql.new())):
                taken = asyncio.run(intake(place / name, database))
                print(f"  {name:10} takes in        {taken:6.0f}   ({taken / alone:.2f} of that)")
        with folder() as place:
            asyncio.run(hall(place))
        with folder() as place:
            asyncio.run(cup(place))
        with folder() as place:
            key(place)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def folder() -> Iterator[Path]:
    """In memory where there is room, since a disk is slow at times on its own account."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)


@contextmanager
def broker(place: Path) -> Iterator[Broker]:
    place.mkdir()
    at = Broker(place, "allow_anonymous true\nmax_queued_messages 20000\nsys_interval 1")
    at.start()
    try:
        yield at
    finally:
        at.close()


def check_alone() -> float:
    """Games a second."""
    text = json.dumps(line()).encode()
    began = time.perf_counter()
    for _ in range(500):
        decode_game_line(text)
    return 500 / (time.perf_counter() - began)


async def intake(place: Path, database: str) -> float:
    """Games a second, from the first one that is said to the last ack."""
    with broker(place) as at, club(at, database):
        crowd = Crowd(at, "all")
        await crowd.club_is_there.wait()
        shown, began = line(), time.perf_counter()
        for number in range(GAMES):
            if number >= UNDER_WAY:
                await crowd.until_acked(number - UNDER_WAY)
            said = {"v": 1, "id": str(uuid4()), "table": f"table-{number % TABLES}", "order": None, "line": shown}
            topic = f"companion/table-{number % TABLES}/games"
            crowd.connection.publish(topic, json.dumps(said).encode())
            if number % 20 == 0:
                await asyncio.sleep(0)
        await crowd.until_acked(GAMES)
        taken = GAMES / (time.perf_counter() - began)
        await crowd.close()
        return taken


def state(name: str, said: str, moves: int, phase: str = "game") -> bytes:
    """As a table of two tells it."""
    places = [{"place": seat, "name": f"Player {seat} of {name}", "kind": "person", "score": moves} for seat in (0, 1)]
    told = {
        "v": 1, "at": 1_800_000_000.5, "software": "0", "phase": phase, "game": "mastermind", "edition": "travel",
        "title": "Mastermind", "order": None, "round": None, "places": places, "to_act": [moves % 2],
        "since": 1_800_000_000.5, "moves": moves, "said": said, "fault": None,
    }  # fmt: skip
    return json.dumps(told).encode()


async def hall(place: Path) -> None:
    """Print how late it is, and what a table costs."""
    with broker(place / "broker") as at, club(at, f"sqlite:///{place}/club.sqlite3") as running:
        before = (memory(at), memory(running))
        async with tables(at) as made:
            # Once each has shown a state, so that what is kept of it is there.
            for one in made:
                one.connection.publish(f"{one.topics[0][:-4]}/state", state("x", "It begins.", 0), qos=0, retain=True)
            while await asyncio.to_thread(lambda: len(running.json("/api/tables"))) < TABLES:
                await asyncio.sleep(0.1)
            after = (memory(at), memory(running))
            with visiting(running.address, "bench.clients.viewers") as viewers:
                watched, counted = memory(running), Bytes(at)
                await counted.there.wait()
                began = [*counted.now], time.monotonic()
                busy = cpu(running)
                await play(made)
                used = (cpu(running) - busy) / (time.monotonic() - began[1])
                seconds, came = (
                    time.monotonic() - began[1],
                    [now - then for now, then in zip(counted.now, began[0], strict=True)],
                )
                told, _ = await asyncio.to_thread(viewers.communicate, "\n", PATIENCE)
                found = json.loads(told)
                await counted.close()
    ages = quantiles([1000 * age for age in found["ages"]], n=100)
    print(
        f"From a finished game to the hall, {TABLES} tables, {found['readers']} readers, a state every {STATE_SECONDS:.0f} s"
    )
    print(f"  median {ages[49]:.0f} ms, 99th {ages[98]:.0f} ms; the club uses {100 * used:.0f} % of one processor")
    print(f"A table costs, of {TABLES}")
    print(f"  at the broker  {kilobytes(before[0], after[0])} kB of memory, {came[0] / seconds / TABLES:.0f} bytes a second in, "
          f"{came[1] / seconds / TABLES:.0f} out")  # fmt: skip
    print(f"  at the club    {kilobytes(before[1], after[1])} kB of memory; a reader of the hall "
          f"{(watched - after[1]) / found['readers'] / 1000:.0f} kB")  # fmt: skip
    print(f"  without tables: broker {before[0] / 1e6:.0f} MB, club {before[1] / 1e6:.0f} MB")


async def cup(place: Path) -> None:
    """Print how late the pages of a tournament are, and what they cost."""
    url = f"sqlite:///{place}/club.sqlite3"
    orders = await released(url)
    path = f"/tournaments/{orders.pop('')}"
    with broker(place / "broker") as at, club(at, url) as running:
        crowd = Crowd(at, "all")
        await crowd.club_is_there.wait()
        with visiting(running.address, "bench.clients.followers", path) as followers:
            began, busy, sent = time.monotonic(), cpu(running), list[float]()
            for table, order in orders.items():
                if time.monotonic() - began > HALL_SECONDS:
                    break
                sent.append(time.monotonic())
                game = {"v": 1, "id": str(uuid4()), "table": table, "order": order, "line": line()}
                crowd.connection.publish(f"companion/{table}/games", json.dumps(game).encode())
                await asyncio.sleep(RESULT_SECONDS)
            used = (cpu(running) - busy) / (time.monotonic() - began)
            told, _ = await asyncio.to_thread(followers.communicate, "\n", PATIENCE)
        await crowd.close()
    found = json.loads(told)
    ages = [
        1000 * (min(seen) - at)
        for number, at in enumerate(sent, 1)
        for one in found["seen"]
        if (seen := [when for results, when in one if results >= number])
    ]
    late = quantiles(ages, n=100)
    print(f"From a result to a tournament's pages, {TABLES} tables, {found['readers']} pages, a result every "
          f"{RESULT_SECONDS:.0f} s")  # fmt: skip
    print(f"  median {late[49]:.0f} ms, 99th {late[98]:.0f} ms; the club uses "
          f"{100 * used:.0f} % of one processor; {found['pages']} pages of {found['bytes'] / 1000:.0f} kB")  # fmt: skip


async def released(url: str) -> dict[str, str]:
    """A tournament whose first round is released: the order of each table, and under "" its id."""
    database = Database(url)
    database.migrate()
    known = Tournaments(database)
    uuid = (await known.create(Created("Cup", "swiss", "mastermind", minutes=20), "bench")).id
    names = tuple(f"Player {number:03}" for number in range(2 * TABLES))
    for event in (Added(names), Assigned(tuple(f"table-{number}" for number in range(TABLES)))):
        await known.note(uuid, event, "bench")
    await known.note(uuid, next_round(known.get(uuid)), "bench")
    for said in (Released(), ClockStarted()):
        await known.note(uuid, said, "bench")
    pairings = known.get(uuid).rounds[0].pairings
    database.close()
    return {str(one.table): one.order for one in pairings} | {"": uuid}


@asynccontextmanager
async def tables(at: Broker) -> AsyncIterator[list[Crowd]]:
    """Connected, each by itself."""
    async with AsyncExitStack() as stack:
        made = []
        for number in range(TABLES):
            one = Crowd(at, f"table-{number}")
            stack.push_async_callback(one.close)
            await one.there.wait()
            one.connection.publish(f"companion/table-{number}/availability", ONLINE, retain=True)
            made.append(one)
        yield made


async def play(made: list[Crowd]) -> None:
    """Every table shows states, and each fifth is the end of a game."""
    end = time.monotonic() + HALL_SECONDS
    sent, began = 0, time.monotonic()
    shown = line()
    while time.monotonic() < end:
        table = sent % TABLES
        name, round_of = f"table-{table}", sent // TABLES
        is_end = (round_of + table) % 5 == 0
        topics = Topics("companion", name)
        said = (
            f"{SAYS}{time.monotonic()}"
            if is_end
            else "Ann has guessed red, green, blue, yellow: red arm 1, white arm 2."
        )
        shows = state(name, said, round_of + 1, "over" if is_end else "game")
        made[table].connection.publish(topics.of("state"), shows, qos=0, retain=True)
        if is_end:
            game = {"v": 1, "id": str(uuid4()), "table": name, "order": None, "line": shown}
            made[table].connection.publish(topics.of("games"), json.dumps(game).encode())
        sent += 1
        due = began + sent * STATE_SECONDS / TABLES
        await asyncio.sleep(max(0.0, due - time.monotonic()))
    await asyncio.sleep(1.0)


class Bytes(Crowd):
    """What the broker counts: bytes received and sent, all told."""

    def __init__(self, at: Broker) -> None:
        self.now = [0, 0]
        super().__init__(at, "all")
        self.topics = ["$SYS/broker/bytes/+"]

    def connected(self) -> None:
        self.connection.subscribe(self.topics)

    def message(self, topic: str, payload: bytes) -> None:
        which = {"received": 0, "sent": 1}.get(topic.rpartition("/")[2])
        if which is not None:
            self.now[which] = int(payload)
            if all(self.now):
                self.there.set()


def process_of(one: Broker | RunningClub) -> int:
    process = one._process
    assert process is not None
    return process.pid


def memory(one: Broker | RunningClub) -> int:
    """Bytes that it has in memory."""
    text = Path(f"/proc/{process_of(one)}/status").read_text()
    return 1024 * int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS")))


def cpu(one: RunningClub) -> float:
    """Seconds of a processor that it has used."""
    fields = Path(f"/proc/{process_of(one)}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def kilobytes(before: int, after: int) -> str:
    return f"{(after - before) / TABLES / 1000:.0f}"


def key(place: Path) -> None:
    """Print how long a key takes to its frame at a table in a club and at one in none."""
    print("From a key to its frame, ms")
    ratios: list[float] = []
    while not ratios or (min(ratios) > KEY_RATIO and len(ratios) < KEY_TRIES):
        ratios.append(asyncio.run(keys(place / str(len(ratios)))))
    least = min(ratios)
    expect(
        least <= KEY_RATIO,
        f"a key takes {least:.2f} times as long at a table in a club, and may take {KEY_RATIO} times",
    )


async def keys(place: Path) -> float:
    """The ratio of the medians."""
    place.mkdir()
    with broker(place / "broker") as at, club(at, f"sqlite:///{place}/club.sqlite3"):
        joined = f'{TWO_PANELS}[club]\nbroker = "{at.url}"\ntable = "table-1"\n'
        async with AsyncExitStack() as stack:
            addresses = [
                stack.enter_context(daemon(place / name, None, text))
                for name, text in (("alone", TWO_PANELS), ("joined", joined))
            ]
            hands = [Hands(await stack.enter_async_context(bench_socket(address))) for address in addresses]
            taken = await by_turns(hands)
    alone, member = (percentiles(one) for one in taken)
    ratio = member[0] / alone[0]
    print(f"  alone      median {alone[0]:6.2f}  99th {alone[1]:6.2f}")
    print(f"  in a club  median {member[0]:6.2f}  99th {member[1]:6.2f}   ratio of the medians {ratio:.3f}")
    return ratio


if __name__ == "__main__":
    main()
