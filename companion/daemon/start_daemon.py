"""Makes a daemon complete: its queue, hardware, gate, timers and journal, in the order in which they start."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

from companion.config.configuration import Configuration
from companion.core.errors import ConfigError, JournalError, RuleError
from companion.core.prompt import RandBelow
from companion.daemon.daemon import Daemon
from companion.daemon.daemon_inputs import DaemonInput
from companion.daemon.deadline_timer import DeadlineTimer
from companion.daemon.game_session import GameSession
from companion.daemon.hardware.table_hardware import Randomness, assemble_hardware
from companion.daemon.journal_recovery import JournalRecovery
from companion.daemon.pages.page_requests import PageRequests
from companion.daemon.pages.phone_joining import PhoneJoining
from companion.daemon.power.power_off import RunTool
from companion.daemon.power.power_off_task import PowerOffTask
from companion.daemon.roller.die_roller_text import own_throw
from companion.daemon.seat_screens import SeatScreens
from companion.daemon.systemd_notify import SystemdNotify
from companion.games.catalog import CATALOG
from companion.journal.kept_phones import kept_phones_path, read_kept_phones
from companion.journal.known_names import known_names_path, read_known_names, undrawable_names
from companion.journal.worker import IDLE_CHECK_TIMINGS, IdleCheck, IdleCheckTimings, JournalWorker, is_locked
from companion.machine_players.hint_maker import HintMaker
from companion.machine_players.machine_player import MachinePlayer
from companion.machine_players.machine_process import COMMAND
from companion.pause.fault_timing import FAULT_TIMINGS, FaultTimings
from companion.pause.pause_gate import PauseGate
from companion.pause.phone_access import TokenBytes
from companion.table.table import Table
from companion.web.hub import Hub

log = logging.getLogger("companion")

RETRY_DELAY: Final = 5.0
"""Seconds until chance is asked again after the journal refused its answer."""


async def start_daemon(
    configuration: Configuration,
    hub: Hub,
    stack: AsyncExitStack,
    *,
    notify: SystemdNotify,
    journal: JournalWorker | None = None,
    randbelow: RandBelow = secrets.randbelow,
    token_bytes: TokenBytes = secrets.token_bytes,
    retry_delay: float = RETRY_DELAY,
    timings: FaultTimings = FAULT_TIMINGS,
    idle_timings: IdleCheckTimings = IDLE_CHECK_TIMINGS,
    run_tool: RunTool | None = None,
    machine_command: tuple[str, ...] = COMMAND,
) -> Daemon:
    """Start the screens, then the journal, then the game, then the keys. `stack` stops them in reverse.

    `journal`: None for the one that the configuration names. `randbelow`: for the game's chance. `token_bytes`: for the
    secrets of phones. `run_tool`: runs a tool of the system, to switch the machine off; None where that is not offered.
    `machine_command`: starts the process that thinks where the machine plays a seat.
    Raises ConfigError where no game is for so many seats, DeviceError where there are no pins, and JournalError where another
    process has the journal.
    """
    first_table = _empty_table(configuration, switchable=run_tool is not None)
    loop, seats = asyncio.get_running_loop(), len(configuration.names)
    inputs: asyncio.Queue[DaemonInput] = asyncio.Queue()
    queue = inputs.put_nowait
    journal = journal or JournalWorker(configuration.journal)
    stack.push_async_callback(journal.close)
    randomness = Randomness(randbelow, token_bytes)
    kept_phones = read_kept_phones(kept_phones_path(configuration.journal))
    hardware = assemble_hardware(configuration, hub, loop, stack, queue, randomness, timings, kept_phones)
    gate = PauseGate(
        hardware.watch,
        hardware.screens,
        hub,
        cancel_presses=hardware.cancel_presses,
        set_status=notify.status,
    )
    for sentence in undrawable_names(known_names_path(configuration.journal)):
        log.warning("%s", sentence)
    deadline_timer = DeadlineTimer(loop, queue)
    stack.callback(deadline_timer.close)
    idle_check = IdleCheck(journal, _damage_report(hub), idle_timings)
    stack.push_async_callback(_cancel, asyncio.create_task(idle_check.run()))
    screens = SeatScreens(hardware, seats, hub.seat_feeds)
    power_off = PowerOffTask(run_tool, journal, screens, hub, queue)
    stack.push_async_callback(power_off.close)

    machine = MachinePlayer(queue, configuration.table.machine_pace, machine_command)
    stack.push_async_callback(machine.close)
    hints = HintMaker(queue, machine_command)
    stack.push_async_callback(hints.close)

    def new_table() -> Table:
        return _empty_table(configuration, switchable=power_off.is_offered)

    phones = PhoneJoining(hardware.phones, hardware.watch, journal, lambda: session.table, queue)
    session = GameSession(
        first_table,
        new_table,
        hardware=hardware,
        screens=screens,
        hub=hub,
        journal=journal,
        power_off=power_off,
        machine=machine,
        hints=hints,
        phones=phones,
        queue=queue,
        randbelow=randbelow,
        retry_delay=retry_delay,
    )
    recovery = JournalRecovery(
        journal,
        session,
        new_table=new_table,
        hardware=hardware,
        screens=screens,
        hub=hub,
        idle_check=idle_check,
        folder=configuration.journal.parent,
    )
    try:
        await recovery.resume()
    except JournalError as error:
        if is_locked(error):
            raise
        await recovery.fail(error)
    hardware.start_keys()
    return Daemon(
        inputs=inputs,
        hardware=hardware,
        hub=hub,
        journal=journal,
        gate=gate,
        screens=screens,
        session=session,
        recovery=recovery,
        power_off=power_off,
        page_requests=PageRequests(hardware, phones, loop, queue),
        deadline_timer=deadline_timer,
        idle_check=idle_check,
        notify=notify,
    )


def _empty_table(configuration: Configuration, *, switchable: bool) -> Table:
    """A table with the players that are known now. `switchable`: whether its lobby offers to switch the machine off."""
    players, settings = read_known_names(known_names_path(configuration.journal)), configuration.table
    try:
        return Table(
            CATALOG,
            configuration.names,
            settings.secrecy,
            players,
            settings.material,
            switchable=switchable,
            new_seed=_new_seed,
            phones=configuration.wiring.phones,
            clock=settings.clock,
            own_throw=own_throw(configuration.die),
        )
    except RuleError as error:
        raise ConfigError((str(error),)) from error


def _new_seed() -> str:
    """128 random bits as text."""
    return secrets.token_hex(16)


def _damage_report(hub: Hub) -> Callable[[str], None]:
    def report(fault: str) -> None:
        """A game that is over is damaged in the journal."""
        log.error("%s", fault)
        hub.event(f"{fault} The game on the table is whole.")

    return report


async def _cancel(task: asyncio.Task[None]) -> None:
    """End a task that runs without end. Raises what it raised."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
