"""A table against a club of a test, on a real Mosquitto: what it says, and that each finished game arrives."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.club import link
from companion.config.club import ClubSettings
from companion.config.configuration import Configuration
from companion.core.options import values_of
from companion.games.mastermind import MASTERMIND
from companion.history.json_lines import decode_game_line
from companion.table.effects import Answered
from companion.web.messages import Club
from tests.club.brokers import Broker, broker, peer
from tests.patience import PATIENCE
from tests.room import Room, configured, room
from tests.series import SERIES, START, code, guess
from tests.until import until

pytestmark = [pytest.mark.anyio, pytest.mark.process]

NAME = "table-1"
ALL = ("companion/#",)


def in_club(folder: Path, at: Broker, **more: Any) -> Configuration:
    return structs.replace(configured(folder), club=ClubSettings(at.url, NAME, **more))


@asynccontextmanager
async def table(folder: Path, at: Broker, **more: Any) -> AsyncIterator[Room]:
    async with room(in_club(folder, at, **more)) as made:
        yield made


async def play(made: Room, moves: Any) -> None:
    """Make moves of whole series by the names of their players, one after another."""
    for seat, move in moves:
        before = (made.view.get("game"), made.number)
        made.put(Answered(seat, made.table.state.number + 1, move))
        await until(lambda before=before: (made.view.get("game"), made.number) != before, made.news)  # type: ignore[misc]


async def play_series(made: Room, again: bool = False) -> None:
    """A whole series of Mastermind. The last question of the one before it chooses it again."""
    await until(lambda: made.number is not None, made.news)
    await play(made, [(0, {"move": "again"}), *SERIES[1:]] if again else SERIES)


async def sent_all(made: Room) -> None:
    """The outbox is empty."""
    async with asyncio.timeout(PATIENCE):
        while await made.session.journal.outbox(0, 20):
            await asyncio.sleep(0)


async def test_everything_that_a_table_says_from_start_to_end(at: Broker, tmp_path: Path) -> None:
    async with peer(at, "club", *ALL) as club:
        async with table(tmp_path, at) as made:
            await club.until(lambda: bool(club.on("companion/table-1/availability")))
            await play_series(made)
            await club.until(lambda: bool(club.on("companion/table-1/games")))
            await club.until(lambda: club.on("companion/table-1/state")[-1].json["phase"] == "over")
            sent = club.on("companion/table-1/games")[0].json
            assert (sent["v"], sent["table"], sent["order"]) == (1, NAME, None)
            assert sent["id"] == made.table.state.opened.id
            events = [one.json for one in club.on("companion/table-1/event")]
            assert [(one["what"], one["id"]) for one in events] == [
                ("game_started", sent["id"]),
                ("game_over", sent["id"]),
            ]
            state = club.on("companion/table-1/state")[-1].json
            assert [place["name"] for place in state["places"]] == list(made.names)
            assert (state["game"], state["to_act"], state["fault"]) == (made.view["game"], [], None)
            assert [place["score"] for place in state["places"]] == list(made.view["scores"])
            assert state["edition"] == values_of(MASTERMIND.settings, {})["edition"]
            assert events[-1]["text"] == state["said"]
            await until(lambda: made.event == state["said"], made.news)
            line = sent["line"]
            replayed = decode_game_line(json.dumps(line).encode())
            assert len(replayed.kept.steps) == len(SERIES) - 1
            club.say("companion/table-1/ack", {"v": 1, "ids": [sent["id"]], "refused": {}, "more": "ignored"})
            await sent_all(made)
        await club.until(lambda: club.on("companion/table-1/availability")[-1].text == "offline")
        assert club.on("companion/table-1/state")[-1].json["phase"] == "closing"
    async with peer(at, "later", *ALL) as later:
        expected = {"companion/table-1/availability": 1, "companion/table-1/state": 0}
        await later.until(lambda: {one.topic for one in later.heard} >= {*expected})
        kept = {one.topic: one.qos for one in later.heard if one.retained}
        assert {topic: qos for topic, qos in kept.items() if not topic.endswith("/picture")} == expected


async def test_a_game_is_sent_until_the_club_itself_has_it_also_after_a_restart(at: Broker, tmp_path: Path) -> None:
    """The broker acknowledges every publish, and that takes nothing out of the outbox."""
    async with peer(at, "club", *ALL) as club:
        async with table(tmp_path, at) as made:
            await play_series(made)
            await club.until(lambda: bool(club.on("companion/table-1/games")))
        async with table(tmp_path, at) as made:
            await club.until(lambda: len(club.on("companion/table-1/games")) >= 2)
            first, second = (one.json for one in club.on("companion/table-1/games")[:2])
            assert first == second
            club.say("companion/table-1/ack", {"v": 2, "ids": [first["id"]], "refused": {}})
            club.say("companion/table-1/ack", "not JSON")
            club.say("companion/table-1/ack", {"v": 1, "ids": [first["id"]], "refused": {}})
            await sent_all(made)
        before = len(club.on("companion/table-1/games"))
        async with table(tmp_path, at):
            await club.until(lambda: club.on("companion/table-1/availability")[-1].text == "online")
        assert len(club.on("companion/table-1/games")) == before


async def test_a_refused_game_is_shown_kept_and_sent_again_when_the_club_asks(at: Broker, tmp_path: Path) -> None:
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        await play_series(made)
        await club.until(lambda: bool(club.on("companion/table-1/games")))
        uuid = club.on("companion/table-1/games")[0].json["id"]
        shown: list[str | None] = []
        told = asyncio.Event()

        def hear(record: object) -> None:
            if isinstance(record, Club):
                shown.append(record.text)
                told.set()

        made.hub.listen(hear)
        club.say("companion/table-1/ack", {"v": 1, "ids": [], "refused": {uuid: "It does not replay."}})
        await told.wait()
        assert shown == ["The club refuses a finished game: It does not replay."]
        assert [one.id for one in await made.session.journal.outbox(0, 20)] == [uuid]
        sent = len(club.on("companion/table-1/games"))
        club.say("companion/table-1/ack", {"v": 1, "ids": [], "refused": {}, "again": True})
        await club.until(lambda: len(club.on("companion/table-1/games")) > sent)
        assert shown[-1] is None


async def test_a_broker_that_comes_back_gets_everything_and_a_crash_sends_the_will(at: Broker, tmp_path: Path) -> None:
    at.close()
    async with table(tmp_path, at) as made:
        await play_series(made)
        at.start()
        async with peer(at, "club", *ALL) as club:
            await club.until(lambda: bool(club.on("companion/table-1/games")))
            first = club.on("companion/table-1/games")[0].json
            await club.until(lambda: bool(club.on("companion/table-1/event")))
        at.kill()
        at.start()
        async with peer(at, "club", *ALL) as club:
            await club.until(lambda: bool(club.on("companion/table-1/games")))
            assert club.on("companion/table-1/games")[0].json == first
            # Somebody else takes the name: the broker ends our connection, and sends the will.
            async with peer(at, NAME):
                await club.until(lambda: club.on("companion/table-1/availability")[-1].text == "offline")


async def test_a_publish_that_the_broker_forbids_is_told_on_the_page(tmp_path: Path) -> None:
    """The PUBACK says so (0x87): a client that only looks for one takes it for a success."""
    folder = tmp_path / "broker"
    folder.mkdir()
    rules = folder / "acl"
    rules.write_text(f"user {NAME}\ntopic readwrite companion/another/#\n")
    rules.chmod(0o600)
    with broker(folder, f"allow_anonymous true\nacl_file {rules}") as at:
        async with table(tmp_path, at) as made:
            told = asyncio.Event()
            shown: list[str | None] = []

            def hear(record: object) -> None:
                if isinstance(record, Club):
                    shown.append(record.text)
                    if record.text is not None and "does not take" in record.text:
                        told.set()

            made.hub.listen(hear)
            await told.wait()
            assert "Not authorized" in str(shown[-1])
            assert "companion/table-1/" in str(shown[-1])


async def test_home_assistant_is_told_of_the_table_and_told_again_when_it_has_started(
    at: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "LONGEST_WAIT", 0.0)
    topic = f"homeassistant/device/{NAME}/companion/config"
    async with peer(at, "home", *ALL, "homeassistant/#") as home, table(tmp_path, at):
        await home.until(lambda: bool(home.on(topic) and home.on("companion/table-1/picture")))
        assert len(home.on(topic)[0].json["child_devices"]) == 2
        assert home.on("companion/table-1/picture")[0].payload.startswith(b"\x89PNG")
        home.say("homeassistant/status", "online")
        await home.until(lambda: len(home.on(topic)) == 2)
    async with peer(at, "later", "homeassistant/#") as later:
        await later.until(lambda: bool(later.on(topic)))
        assert later.on(topic)[0].retained, "it is there when the table is away"


async def test_a_broker_that_allows_no_home_assistant_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    rules = folder / "acl"
    rules.write_text(
        f"user {NAME}\ntopic readwrite companion/{NAME}/#\ntopic read companion/club/#\n\nuser club\ntopic read #\n"
    )
    rules.chmod(0o600)
    with broker(folder, f"allow_anonymous true\nacl_file {rules}") as at:
        async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
            told: list[str | None] = []
            made.hub.listen(lambda record: told.append(record.text) if isinstance(record, Club) else None)
            await play_series(made)
            await club.until(lambda: bool(club.on("companion/table-1/games")))
            assert [text for text in told if text] == []


async def test_state_comes_at_most_once_a_second_and_the_last_one_always(at: Broker, tmp_path: Path) -> None:
    states = "companion/table-1/state"
    async with peer(at, "club", *ALL) as club, table(tmp_path, at) as made:
        await until(lambda: made.number is not None, made.news)
        await play(made, [START, code(0, "red", "green", "blue", "yellow")])
        await play(made, [guess(1, "red", "green", "yellow", "blue")])
        await club.until(lambda: [one.json["moves"] for one in club.on(states)[-1:]] == [2])
        times = [one.json["at"] for one in club.on(states)]
        assert len(times) <= 2 + (times[-1] - times[0])


def test_a_table_without_a_club_loads_none_of_it(tmp_path: Path) -> None:
    script = f"""
import asyncio, sys
from pathlib import Path
from tests.room import configured, room
async def main():
    async with room(configured(Path({str(tmp_path)!r}))) as made:
        while made.number is None:
            await made.news()
asyncio.run(main())
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "companion.app.session" in loaded
    assert not [one for one in loaded if one.startswith(("paho", "companion.club"))]
