"""Start and stop order. After every stop and failure the screens are dark and the journal is closed."""

import asyncio
import dataclasses
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from companion.app import service
from companion.config.configuration import Configuration
from companion.core.errors import ConfigError, DeviceError
from companion.core.picture import BLANK
from companion.devices.build import Devices, build
from companion.devices.simulated.pins import SimulatedKeys
from companion.games.mastermind import MASTERMIND
from companion.journal.journal import Journal
from companion.journal.worker import JournalWorker
from companion.table.table import Table
from companion.web.server import Server
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.process import Page, bench
from tests.room import configured
from tests.series import SERIES

pytestmark = pytest.mark.anyio


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Devices]:
    """The devices that are built during the test."""
    made: list[Devices] = []

    def noted(*arguments: Any) -> Devices:
        made.append(build(*arguments))
        return made[-1]

    monkeypatch.setattr("companion.app.hardware.build", noted)
    return made


@asynccontextmanager
async def served(
    configuration: Configuration, stop: asyncio.Event, environ: Mapping[str, str] | None = None
) -> AsyncIterator[Page]:
    """The table of `serve`, and a page that is closed only after the table."""
    address: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    environ = environ or {}
    serving = asyncio.create_task(
        service.serve(configuration, stop, environ=environ, pid=os.getpid(), listening=address.set_result)
    )
    serving.add_done_callback(lambda _: address.cancel())
    try:
        said = (await address or "").rstrip("/")
    except asyncio.CancelledError:
        await serving
        raise
    async with bench(said) as socket:
        yield Page(said, socket)
        stop.set()
        await serving


def are_dark(devices: Devices) -> bool:
    """Off, and its memory is blank, so a later start cannot show anything."""
    assert devices.panels is not None
    off = all(chip.pixels() == BLANK for chip in devices.panels.values())
    for chip in devices.panels.values():
        chip.command(b"\x8d\x14\xaf")
    return off and all(chip.pixels() == BLANK for chip in devices.panels.values())


def is_free(journal: Path) -> bool:
    Journal.open(journal, str).close()
    return True


async def test_at_the_end_screens_are_dark_keys_up_and_the_journal_closed(
    tmp_path: Path, built: list[Devices], monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration, stop = configured(tmp_path), asyncio.Event()
    order: list[str] = []
    for kind, method in ((Server, "stop"), (JournalWorker, "close")):
        note_async(monkeypatch, order, kind, method)
    note(monkeypatch, order, Devices, "close")
    async with served(configuration, stop) as page:
        pilot = Pilot(page, Mirror())
        for seat, move in SERIES[:2]:
            await pilot.play(seat, move)
        note(monkeypatch, order, SimulatedKeys, "release")
        pilot.mirror.do(1, "left")
        await page.press(1, "left", True)
        await pilot.agree()
    # When the page's connection ends its key is released, before the devices close.
    assert order == ["Server.stop", "SimulatedKeys.release", "Devices.close", "JournalWorker.close"]
    assert are_dark(built[0])
    assert not (tmp_path / "journal.sqlite3-wal").exists()
    assert is_free(configuration.journal)


def note(monkeypatch: pytest.MonkeyPatch, order: list[str], kind: type, method: str) -> None:
    real = getattr(kind, method)

    def noted(*arguments: object) -> None:
        order.append(f"{kind.__name__}.{method}")
        real(*arguments)

    monkeypatch.setattr(kind, method, noted)


def note_async(monkeypatch: pytest.MonkeyPatch, order: list[str], kind: type, method: str) -> None:
    real = getattr(kind, method)

    async def noted(one: object) -> None:
        order.append(f"{kind.__name__}.{method}")
        await real(one)

    monkeypatch.setattr(kind, method, noted)


@pytest.mark.parametrize("web", [True, False])
async def test_a_stop_before_the_start_is_over_still_ends_in_the_dark(
    tmp_path: Path, built: list[Devices], web: bool
) -> None:
    configuration, stop = configured(tmp_path), asyncio.Event()
    configuration = replace(configuration, web=replace(configuration.web, enabled=web))
    stop.set()
    addresses: list[str | None] = []
    await service.serve(configuration, stop, environ={}, pid=1, listening=addresses.append)
    assert [address is not None for address in addresses] == [web]
    assert are_dark(built[0])


async def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, built: list[Devices]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        configuration = configured(tmp_path, port=other.getsockname()[1])
        with pytest.raises(ConfigError, match=r"^The web server cannot listen at 127.0.0.1, port \d+: ") as caught:
            async with served(configuration, asyncio.Event()):
                raise AssertionError("it began")
    assert len(caught.value.findings) == 1
    assert are_dark(built[0])
    assert is_free(configuration.journal)


async def test_a_socket_that_others_reach_is_refused_for_the_bench_alone(
    tmp_path: Path, built: list[Devices], monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration, stop = configured(tmp_path), asyncio.Event()
    stop.set()
    addresses: list[str | None] = []
    for bench_too in (True, False):
        with socket.create_server(("0.0.0.0", 0)) as open_to_all:
            port, handed = open_to_all.getsockname()[1], open_to_all.dup().detach()
            monkeypatch.setattr("companion.app.web.listen_fds", lambda _environ, _pid, handed=handed: [handed])
            web = replace(configuration.web, bench=bench_too)
            serving = service.serve(
                replace(configuration, web=web), stop, environ={}, pid=1, listening=addresses.append
            )
            if bench_too:
                with pytest.raises(ConfigError, match="The bench view shows every secret"):
                    await serving
            else:
                await serving
                assert addresses == [f"http://{socket.gethostname()}:{port}/table"]
        with pytest.raises(OSError):
            os.fstat(handed)
        assert are_dark(built[-1])


async def test_a_fault_that_stays_ends_the_table_in_the_dark(
    tmp_path: Path, built: list[Devices], monkeypatch: pytest.MonkeyPatch
) -> None:
    class FaultyError(Exception):
        """Of the program's own."""

    def fail(*_: object) -> None:
        raise FaultyError

    configuration = configured(tmp_path)
    with pytest.raises(FaultyError):
        async with served(configuration, asyncio.Event()) as page:
            await Pilot(page, Mirror()).agree()
            monkeypatch.setattr(Table, "handle", fail)
            monkeypatch.setattr(Table, "refresh", fail)
            await page.press(0, "left", True)
            with pytest.raises(ConnectionClosed):
                while True:
                    await page.news()
    assert are_dark(built[0])
    assert is_free(configuration.journal)


async def test_no_pins_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Devices:
        raise DeviceError("no pins here.")

    monkeypatch.setattr("companion.app.hardware.build", fail)
    configuration = configured(tmp_path)
    with pytest.raises(DeviceError):
        await service.serve(configuration, asyncio.Event(), environ={}, pid=1, listening=lambda _: None)
    assert not configuration.journal.exists()


async def test_a_table_for_which_there_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.session.CATALOG", (dataclasses.replace(MASTERMIND, seats=(2, 2)),))
    with pytest.raises(ConfigError, match="There is no game for 1 seat"):
        await service.serve(configured(tmp_path, seats=1), asyncio.Event(), environ={}, pid=1, listening=lambda _: None)
