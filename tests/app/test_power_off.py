"""Switching the machine off: the screens, the requests to the system and their order, and a refusal.

A stand-in for the system's tools records the requests; no test asks this machine for anything.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion import cli
from companion.app import power, service
from companion.app.hardware import Surroundings
from companion.app.inputs import LivenessCheck
from companion.app.power import FAREWELL, GRACE, POWER_OFF, RunTool, farewell, is_offered, run_tool, switched_off
from companion.app.service import start_session
from companion.app.session import Session
from companion.commands import table_command as commands
from companion.config.configuration import Configuration, load
from companion.core.errors import JournalError
from companion.core.keys import Gesture
from companion.core.screen import misfits
from companion.journal.worker import JournalWorker
from companion.table.effects import Gestured
from companion.ui.raster import draw
from tests.advanced_loop import clock, run
from tests.app.test_lifecycle import are_dark, built, is_free
from tests.room import Room, configured, room
from tests.until import until

__all__ = ["built"]

KEYS: tuple[tuple[int, Gesture], ...] = (
    *((0, key) for key in ("back", "left", "middle", "right")),
    *((1, key) for key in ("right", "middle")),
)
"""Seat 0 proposes it, seat 1 agrees."""
START: tuple[Gesture, ...] = ("middle", "right")
"""Start, and Yes."""
LONGEST_NOTICE = 4
"""Pages."""
GONE = draw(farewell())


class Tools:
    """The stand-in. `asked`: each call, and whether the journal was free then; it answers `said` when `gate` is open."""

    def __init__(self, journal: Path, said: str | None) -> None:
        self.asked: list[tuple[tuple[str, ...], bool]] = []
        self.gate = asyncio.Event()
        self.called = asyncio.Event()
        self._journal = journal
        self._said = said

    async def run(self, words: tuple[str, ...]) -> str | None:
        try:
            free = is_free(self._journal)
        except JournalError:
            free = False
        self.asked.append((words, free))
        self.called.set()
        await self.gate.wait()
        return self._said


async def agreed(line: Room) -> None:
    for seat, gesture in KEYS:
        line.put(Gestured(seat, gesture, clock().time()))


async def reads(line: Room, seat: int) -> None:
    """Read the notice at a seat to its end."""
    for _ in range(LONGEST_NOTICE):
        if line.table.state.places[seat].unread:
            line.put(Gestured(seat, "middle", clock().time()))
            await clock().advance(0.1)
    assert line.table.state.places[seat].notices == ()


async def shows(line: Room, farewell: bool) -> None:
    """Wait until both screens show the farewell, or none does."""
    while [picture == GONE for picture in line.pictures] != [farewell] * 2:
        await line.news()


def with_tools(
    folder: Path,
    said: str | None,
    test: Callable[[Room, Tools], Awaitable[None]],
    worker: type[JournalWorker] = JournalWorker,
) -> None:
    async def play() -> None:
        configuration = configured(folder)
        tools = Tools(configuration.journal, said)
        async with room(configuration, run_tool=tools.run, journal=worker(configuration.journal)) as line:
            await agreed(line)
            await until(tools.called.is_set, tools.called.wait)
            await test(line, tools)

    run(play())


def test_every_screen_says_so_and_logind_is_asked_once_after_the_journal_was_closed(tmp_path: Path) -> None:
    async def test(line: Room, tools: Tools) -> None:
        assert tools.asked == [(POWER_OFF, True)]
        await shows(line, True)
        while line.event != FAREWELL:
            await line.news()
        assert not Path(f"{line.configuration.journal}-wal").exists(), "it was closed cleanly"
        standing = line.table.state
        for gesture in ("left", "middle", "right", "back"):
            line.put(Gestured(1, gesture, clock().time()))
        line.put(LivenessCheck())
        await clock().advance(5)
        assert line.session.inputs.empty(), "who feeds the watchdog takes inputs while the tool runs"
        assert line.table.state == standing, "no key does anything from then on"
        assert line.pictures == [GONE, GONE]
        assert len(tools.asked) == 1

    with_tools(tmp_path, None, test)


REFUSED = "Call failed: Interactive authentication required.\n"
SENTENCE = "The Pi stays on: Interactive authentication required. sudo companion doctor says more."


def test_a_refusal_is_one_sentence_and_the_table_goes_on(tmp_path: Path) -> None:
    async def test(line: Room, tools: Tools) -> None:
        tools.gate.set()
        for times in (1, 2):  # it can be asked again
            while line.event != SENTENCE:
                await line.news()
            table = line.table
            assert [own.notices for own in table.state.places] == [(SENTENCE,)] * 2
            await shows(line, False)
            for seat in (0, 1):
                assert not misfits(table.screen(seat))
                await reads(line, seat)
            assert len(tools.asked) == times
            if times == 1:
                line.event = ""
                await agreed(line)
        for gesture in START:
            line.put(Gestured(0, gesture, clock().time()))
        while line.view.get("game") != "mastermind":
            await line.news()
        held = await line.session.journal.open_game()
        assert held is not None
        assert held.opened.game == "mastermind"

    with_tools(tmp_path, REFUSED, test)


def test_a_machine_that_takes_the_order_and_stays_on_is_told_of(tmp_path: Path) -> None:
    async def test(line: Room, tools: Tools) -> None:
        tools.gate.set()
        await shows(line, True)
        await clock().advance(GRACE - 5)
        assert line.pictures == [GONE, GONE]
        await clock().advance(10)
        while not line.event.startswith("The Pi is still on 60 s after"):
            await line.news()
        assert line.table.game.name == "lobby"

    with_tools(tmp_path, None, test)


def test_a_fault_of_the_programs_own_is_a_sentence_too(tmp_path: Path) -> None:
    async def faulty(_: tuple[str, ...]) -> str | None:
        raise RuntimeError("can't start new thread")

    async def play() -> None:
        async with room(configured(tmp_path), run_tool=faulty) as line:
            await agreed(line)
            while not line.event.startswith("The Pi stays on: RuntimeError, "):
                await line.news()
            await shows(line, False)

    run(play())


def test_who_agreed_by_silence_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        configuration = configured(tmp_path)
        tools = Tools(configuration.journal, None)
        async with room(configuration, run_tool=tools.run) as line:
            for seat, gesture in KEYS[:4]:
                line.put(Gestured(seat, gesture, clock().time()))
            await clock().advance(65)
            while line.event != f"Player 2 gave no answer for 60 s. {FAREWELL}":
                await line.news()
            await until(tools.called.is_set, tools.called.wait)
            assert len(tools.asked) == 1

    run(play())


def test_without_a_tool_nothing_is_offered(tmp_path: Path) -> None:
    async def play() -> None:
        async with room(configured(tmp_path)) as line:
            await agreed(line)
            await clock().advance(70)
            assert line.session.stops is None
            assert not line.table.setup.switchable

    run(play())


@pytest.mark.anyio
async def test_the_end_is_the_usual_one(tmp_path: Path, built: list[object]) -> None:
    """Systemd ends the service: screens dark, the journal closed, and nothing waits for the tool any more."""
    configuration, stop = configured(tmp_path), asyncio.Event()
    configuration = structs.replace(configuration, web=structs.replace(configuration.web, enabled=False))
    tools = Tools(configuration.journal, None)
    started: list[Session] = []

    def listening(_: str | None) -> None:
        for seat, gesture in KEYS:
            started[0].inputs.put_nowait(Gestured(seat, gesture))

    async def noted(*arguments: Any, **named: Any) -> Session:
        started.append(await start_session(*arguments, **named))
        return started[0]

    async def run_and_stop(words: tuple[str, ...]) -> str | None:
        stop.set()
        return await tools.run(words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "start_session", noted)
        await service.serve(
            configuration,
            stop,
            environ={},
            pid=1,
            listening=listening,
            surroundings=Surroundings(run_tool=run_and_stop),
        )
    assert [words for words, _ in tools.asked] == [POWER_OFF]
    assert are_dark(built[0])
    assert is_free(configuration.journal)


def real(folder: Path, text: str = "") -> Configuration:
    file = folder / "table.toml"
    file.write_text(f'board = "two-seats"\nrevision = 0xC03114\njournal.path = "{folder}/journal.sqlite3"\n{text}')
    return load(file, {})


def pi(folder: Path, model: bytes = b"Raspberry Pi 4 Model B Rev 1.4\0") -> Path:
    file = folder / "sys/firmware/devicetree/base/model"
    file.parent.mkdir(parents=True)
    file.write_bytes(model)
    return folder


SERVICE = {"NOTIFY_SOCKET": "/run/systemd/notify"}


def test_the_service_on_a_raspberry_pi_offers_it_and_nobody_else_does(tmp_path: Path) -> None:
    root, table = pi(tmp_path), real(tmp_path)
    assert is_offered(table, SERVICE, root)
    assert not is_offered(table, {}, root), "no service"
    assert not is_offered(real(tmp_path, "table.power_off = false\n"), SERVICE, root)
    assert not is_offered(configured(tmp_path), SERVICE, root), "a simulated table"
    assert not is_offered(table, SERVICE, tmp_path / "elsewhere"), "no Raspberry Pi"
    assert not is_offered(table, SERVICE, pi(tmp_path / "other", b"Some other board\0"))


@pytest.mark.parametrize("command", ["play", "run"])
def test_only_run_asks_whether_to_offer_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """`companion play` never does, whatever the machine is."""
    given: list[RunTool | None] = []

    def serve(_configuration: Configuration, _listening: object, run_tool: RunTool | None = None, **_: object) -> int:
        given.append(run_tool)
        return 0

    real(tmp_path)
    monkeypatch.setattr(commands, "_serve", serve)
    monkeypatch.setattr(commands, "host_software", lambda: None)
    monkeypatch.setattr(power, "is_offered", lambda *_: True)
    words = {
        "play": ["--no-browser", "--port", "0", "--journal", str(tmp_path / "j")],
        "run": ["--config", str(tmp_path / "table.toml")],
    }
    assert cli.main([command, *words[command]]) == 0
    assert [tool is not None for tool in given] == [command == "run"]


def test_the_command_is_one_call_that_asks_nobody_for_a_password_and_overrides_no_inhibitor() -> None:
    assert POWER_OFF[0] == "busctl"
    assert "--allow-interactive-authorization=no" in POWER_OFF
    assert POWER_OFF[POWER_OFF.index("call") :] == (
        "call",
        "org.freedesktop.login1",
        "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager",
        "PowerOff",
        "b",
        "false",
    )


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (REFUSED, SENTENCE),
        ("", "The Pi stays on: logind refused. sudo companion doctor says more."),
        ("x\x1b[31m\n" * 99, "The Pi stays on: " + ("x [31m " * 9)[:60] + ". sudo companion doctor says more."),
    ],
)
def test_what_the_system_says_is_told_in_a_sentence_of_bounded_length(said: str, sentence: str) -> None:
    async def test() -> None:
        async def tool(_: tuple[str, ...]) -> str | None:
            return said

        assert (await switched_off(tool)).why == sentence

    asyncio.run(test())


PYTHON = (sys.executable, "-c")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*PYTHON, "print('well')"), None),
        ((*PYTHON, "import sys; sys.exit('no')"), "no\n"),
        ((*PYTHON, "import sys; sys.exit(3)"), f"{sys.executable} failed"),
        ((os.devnull,), f"{os.devnull}: Permission denied"),
        (("/nowhere/busctl",), "/nowhere/busctl: No such file or directory"),
    ],
)
def test_a_tool_says_why_it_failed(words: tuple[str, ...], said: str | None) -> None:
    assert asyncio.run(run_tool(words)) == said


def test_a_tool_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "_PATIENCE", 0.0)
    assert asyncio.run(run_tool((*PYTHON, "input()"))) == f"{sys.executable} does not end"
    assert asyncio.run(run_tool(("sleep", "1000"))) == "sleep does not end"


def test_no_test_reaches_the_tools_of_this_machine() -> None:
    with pytest.raises(AssertionError, match="a test would have run"):
        asyncio.run(power.run_tool(("true",)))
