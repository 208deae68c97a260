"""Go through a table's screens, keys, sounds and die with somebody who sits at it."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.ending import DONE, FAILED, told
from companion.commands.where import this_host
from companion.commands.words import Commands

if TYPE_CHECKING:
    from companion.daemon.config import Configuration
    from companion.devices.ports import Buzzer
    from companion.pi.trial import Trial
    from companion.pi.trial_steps import Outcome


def add(commands: Commands) -> None:
    """The command test-hardware."""
    test = commands.add_parser("test-hardware", help="go through every screen, key and sound, and throw the die thrice")
    test.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="default: /etc/companion/table.toml"
    )
    test.add_argument("--seat", type=int, default=None, metavar="N", help="only this seat, counted from 0")
    test.set_defaults(command=_test)


def _test(parsed: argparse.Namespace) -> int:
    import asyncio

    from companion.core.errors import ConfigError
    from companion.daemon.config import load
    from companion.pi.doctor import TABLE
    from companion.pi.hardware_test import report
    from companion.pi.look_service import START, STOP, is_running, may_start
    from companion.pi.machine import this_machine
    from companion.pi.pipes import pipe_folder
    from companion.pi.trial import Trial
    from companion.pi.trial_steps import steps_of

    path: Path = parsed.config or TABLE
    configuration = load(path, os.environ, this_host())
    if configuration.wiring.simulated:
        raise ConfigError(
            (f"{path}: this table is simulated, so it has no hardware; name the board that you built (board = …).",)
        )
    machine = this_machine(os.environ)
    match is_running(machine, configuration.journal):
        case True:
            return told(
                [f"A table is open and has the devices: close it first ({STOP}), and open it afterwards ({START})."]
            )
        case None:
            return told(["Whether a table is open and has the devices, this user may not see: run it with sudo."])
        case False if may_start(machine):
            says = "the first page that asks for something would start it in the middle of the test"
            return told(
                [f"The service waits for pages: {says}. Close it first ({STOP}), and open it afterwards ({START})."]
            )
        case False:
            pass
    seats = range(len(configuration.names))
    if parsed.seat is not None and parsed.seat not in seats:
        raise ConfigError((f"{path}: there is no seat {parsed.seat}; this table has seats 0 to {seats[-1]}.",))
    chosen = seats if parsed.seat is None else (parsed.seat,)
    steps = steps_of(configuration.wiring, chosen, configuration.die if parsed.seat is None else None)
    trial = Trial(steps)
    try:
        with pipe_folder():
            asyncio.run(_run(configuration, trial))
    except KeyboardInterrupt:
        # What was found until then is told all the same.
        print()
    print(report(trial.outcomes, len(steps)))
    return DONE if [outcome.status for outcome in trial.outcomes] == ["ok"] * len(steps) else FAILED


async def _run(configuration: "Configuration", trial: "Trial") -> None:
    import asyncio
    import secrets
    from contextlib import ExitStack

    from companion.devices.build import build
    from companion.devices.build_die import build_die
    from companion.pi.hardware_test import HardwareTest

    loop = asyncio.get_running_loop()
    over: asyncio.Future[tuple[Outcome, ...]] = loop.create_future()
    test = HardwareTest(trial, loop, lambda text: print(text, file=sys.stdout, flush=True), over.set_result)
    with ExitStack() as stack:
        devices = build(configuration.wiring, loop, test.on_runs, test.on_fault)
        stack.callback(devices.close)
        simulated = configuration.wiring.simulated
        die = build_die(
            configuration.die,
            lambda: devices.pins,
            loop,
            secrets.randbelow,
            test.on_die_trouble,
            simulated=simulated,
        )
        stack.callback(die.close)
        buzzers: dict[int | None, Buzzer] = dict(devices.buzzers.items())
        if devices.buzzer is not None:
            buzzers[None] = devices.buzzer
        test.start(devices.displays, devices.keys, buzzers, die)
        await over
