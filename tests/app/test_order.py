"""An entry is in the journal before any screen shows its effect. The consumer that waits for the journal feeds the watchdog."""

import asyncio
import socket
from pathlib import Path

import pytest
from msgspec import structs

from companion.app.systemd import SystemdNotify, Watchdog
from companion.core.game import Result
from companion.core.picture import Picture
from companion.devices.panels.bus import PanelBusDisplay
from companion.journal.rows import RollToLog
from companion.journal.worker import JournalWorker
from companion.table.effects import JournalEntry, Opened
from tests.mirror import Mirror
from tests.patience import PATIENCE
from tests.pilot import Pilot
from tests.room import configured, room
from tests.series import SERIES, START

pytestmark = pytest.mark.anyio


class Slow(JournalWorker):
    """Writes when `gate` is open."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()
        self.kept: list[JournalEntry] = []

    async def append(
        self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None
    ) -> None:
        self.asked.set()
        await self.gate.wait()
        await super().append(entry, rolled, result=result)
        self.kept.append(entry)


async def test_no_picture_is_handed_over_before_its_entry_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configuration = configured(tmp_path)
    worker = Slow(configuration.journal)
    kept_by: dict[tuple[int, Picture], int] = {}
    show = PanelBusDisplay.show

    def spy(display: PanelBusDisplay, picture: Picture, *, urgent: bool = False) -> None:
        kept_by.setdefault((display.seat, picture), len(worker.kept))
        show(display, picture, urgent=urgent)

    monkeypatch.setattr(PanelBusDisplay, "show", spy)
    mirror = Mirror()
    needed: dict[tuple[int, Picture], int] = {}
    async with room(configuration, journal=worker) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        for seat, move in SERIES:
            for gesture in mirror.spelled(seat, move):
                await pilot.do(seat, gesture)
                for number, picture in enumerate(mirror.pictures):
                    needed.setdefault((number, picture), len(mirror.entries))
    named = [structs.replace(one, id="") if isinstance(one, Opened) else one for one in worker.kept]
    assert named == mirror.entries
    assert len(needed) > 50
    for shown, entries in needed.items():
        assert kept_by[shown] >= entries


async def test_a_consumer_that_waits_feeds_no_watchdog(tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    worker = Slow(configuration.journal)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        async with room(configuration, journal=worker, notify=SystemdNotify(str(tmp_path / "notify"))) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            worker.gate.clear()
            worker.asked.clear()
            for gesture in pilot.mirror.spelled(*START):
                await pilot.press(START[0], gesture)
            await worker.asked.wait()
            feeding = asyncio.create_task(line.session.feed_watchdog(Watchdog(interval=0)))
            for _ in range(10):
                await asyncio.sleep(0)  # the table asks another question in each turn of the loop
            with pytest.raises(BlockingIOError):
                heard.recv(100)
            worker.gate.set()
            async with asyncio.timeout(PATIENCE):
                assert await asyncio.get_running_loop().sock_recv(heard, 100) == b"WATCHDOG=1"
            feeding.cancel()
            await asyncio.gather(feeding, return_exceptions=True)
