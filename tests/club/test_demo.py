"""`make club`: a broker, a club and tables on this machine, of which nothing is left at the end."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.app.demo import ORGANISER, Addresses, DemoError, find_mosquitto, run_demo
from companion.club.database import Database
from companion.club.organisers import Organisers
from tests.club.brokers import Peer, mosquitto, peer
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.process]

NAMES = ("table-1", "table-2", "table-3")


def states(hall: Peer, name: str) -> list[dict[str, Any]]:
    return [one.json for one in hall.on(f"companion/{name}/state")]


def listens(port: int) -> bool:
    with suppress(OSError):
        asyncio.run(asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), PATIENCE))
        return True
    return False


async def test_two_tables_play_by_themselves_and_everything_says_goodbye(tmp_path: Path) -> None:
    stop, started = asyncio.Event(), asyncio.get_running_loop().create_future()
    running = asyncio.create_task(
        run_demo(tmp_path, stop, started.set_result, mosquitto=mosquitto(), port=0, pace=0.01, reading=0.01)
    )
    await asyncio.wait((running, started), return_when=asyncio.FIRST_COMPLETED)
    found: Addresses = await started
    at = SimpleNamespace(port=urlsplit(found.broker).port)
    async with peer(at, "hall", "companion/#") as hall:
        assert [name for name, *_ in found.tables] == [*NAMES]
        for name, game in (("table-2", "mastermind"), ("table-3", "davinci")):
            # The machine moves too: more than one move of the guest has been made.
            await hall.until(
                lambda name=name, game=game: any(  # type: ignore[misc]
                    one["game"] == game and one["moves"] > 2 for one in states(hall, name)
                )
            )
        assert {one["phase"] for one in states(hall, "table-1")} == {"lobby"}
        organisers = Organisers(Database(f"sqlite:///{tmp_path}/club.sqlite3"))
        assert organisers.log_in(ORGANISER, found.password) is not None
        stop.set()
        await hall.until(lambda: hall.on("companion/club/availability")[-1].text == "offline")
        goodbyes = [one.topic.split("/")[1] for one in hall.heard if one.payload == b"offline"]
        # The broker may say one for us a second time, where it had sent us something that was not read.
        assert [*dict.fromkeys(goodbyes)] == ["table-3", "table-2", "table-1", "club"]
    await running


def wrapper(path: Path, option: str = "") -> str:
    """A Mosquitto that writes its number beside it, and gets one option more."""
    path.write_text(f'#!/bin/sh\necho $$ >{path}.pid\nexec {mosquitto()} "$@" {option}\n')
    path.chmod(0o755)
    return str(path)


async def test_a_broker_that_ends_or_does_not_start_ends_the_rest_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DemoError, match=r"apt install mosquitto"):
        find_mosquitto(("no-such-program",))
    wrong = wrapper(tmp_path / "wrong", "--no-such-option")
    with pytest.raises(DemoError, match=r"does not start: .*Unknown option"):
        await run_demo(tmp_path, asyncio.Event(), print, mosquitto=wrong, port=0)
    ends = wrapper(tmp_path / "ends")

    def end_it(_: Addresses) -> None:
        os.kill(int((tmp_path / "ends.pid").read_text()), signal.SIGKILL)

    with pytest.raises(DemoError, match="ended with status -9"):
        await run_demo(tmp_path, asyncio.Event(), end_it, mosquitto=ends, port=0)


def test_ctrl_c_ends_everything(tmp_path: Path) -> None:
    mosquitto()
    words = ["-m", "companion", "club", "demo", "--no-browser", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as made:
        assert made.stdout is not None
        printed = [made.stdout.readline() for _ in range(6)]
        ports = [int(port) for line in printed for port in re.findall(r"127\.0\.0\.1:(\d+)", line)]
        assert len(ports) == 5
        made.send_signal(signal.SIGINT)
        _, said = made.communicate(timeout=PATIENCE)
        assert (made.returncode, said) == (0, "")
    assert [port for port in ports if listens(port)] == []
