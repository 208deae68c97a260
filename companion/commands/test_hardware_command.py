"""`companion test-hardware`: test a table's screens, keys, sounds and die with a person at the table."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.shared import DONE, FAILED, Commands, host_software, run_and_report
from companion.core.seat import Place, all_places, seat_number

if TYPE_CHECKING:
    from companion.config.configuration import Configuration
    from companion.devices.protocols import Buzzer
    from companion.pi.hardware_procedure import Procedure, StepOutcome


def add_command(commands: Commands) -> None:
    """The command test-hardware."""
    test = commands.add_parser("test-hardware", help="test every screen, key and sound, and three throws of the die")
    test.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="default: /etc/companion/table.toml"
    )
    test.add_argument("--seat", type=int, default=None, metavar="N", help="only this seat, counted from 1")
    test.set_defaults(command=_test)


def _test(parsed: argparse.Namespace) -> int:
    import asyncio

    from companion.config.configuration import load
    from companion.core.errors import ConfigError
    from companion.pi.doctor.examine import SERVICE_TABLE
    from companion.pi.doctor.service import START_COMMAND, STOP_COMMAND, is_running, may_start
    from companion.pi.hardware_procedure import Procedure, steps_of
    from companion.pi.hardware_test import hardware_report
    from companion.pi.host import this_host
    from companion.pi.lgpio_pipe import pipe_folder

    path: Path = parsed.config or SERVICE_TABLE
    configuration = load(path, os.environ, host_software())
    if configuration.wiring.simulated:
        raise ConfigError(
            (f"{path}: this table is simulated, so it has no hardware; name the board that you built (board = …).",)
        )
    host = this_host(os.environ)
    match is_running(host, configuration.journal):
        case True:
            return run_and_report(
                [
                    f"A table is open and uses the devices: close it first ({STOP_COMMAND}), "
                    f"and open it afterwards ({START_COMMAND})."
                ]
            )
        case None:
            return run_and_report(
                ["This user may not see whether a table is open and uses the devices: run it with sudo."]
            )
        case False if may_start(host):
            says = "the first page that asks for something would start it in the middle of the test"
            return run_and_report(
                [
                    f"The service waits for pages: {says}. Close it first ({STOP_COMMAND}), "
                    f"and open it afterwards ({START_COMMAND})."
                ]
            )
        case False:
            pass
    seats = all_places(len(configuration.names))
    if parsed.seat is not None and parsed.seat - 1 not in seats:
        raise ConfigError(
            (f"{path}: there is no seat {parsed.seat}; this table has the seats 1 to {seat_number(seats[-1])}.",)
        )
    chosen = seats if parsed.seat is None else (Place(parsed.seat - 1),)
    steps = steps_of(configuration.wiring, chosen, configuration.die if parsed.seat is None else None)
    if not steps:
        of_whom = "Every seat of this table" if parsed.seat is None else f"Seat {parsed.seat}"
        raise ConfigError((f"{path}: {of_whom} is a phone, so there is no hardware to test.",))
    procedure = Procedure(steps)
    try:
        with pipe_folder():
            asyncio.run(_run(configuration, procedure))
    except KeyboardInterrupt:
        # The outcomes so far are still reported.
        print()
    print(hardware_report(procedure.outcomes, len(steps)))
    return DONE if [outcome.status for outcome in procedure.outcomes] == ["ok"] * len(steps) else FAILED


async def _run(configuration: "Configuration", procedure: "Procedure") -> None:
    import asyncio
    import secrets
    from contextlib import ExitStack

    from companion.devices.build import build
    from companion.devices.dice.die import DieParts
    from companion.pi.hardware_test import HardwareTest

    loop = asyncio.get_running_loop()
    over: asyncio.Future[tuple[StepOutcome, ...]] = loop.create_future()
    test = HardwareTest(procedure, loop, lambda text: print(text, file=sys.stdout, flush=True), over.set_result)
    with ExitStack() as stack:
        devices = build(configuration.wiring, loop, test.on_runs, test.on_fault)
        stack.callback(devices.close)
        simulated = configuration.wiring.simulated
        parts = DieParts(lambda: devices.pin_factory, loop, secrets.randbelow, test.on_die_trouble, simulated=simulated)
        die = configuration.die.build(parts)
        stack.callback(die.close)
        buzzers: dict[Place | None, Buzzer] = dict(devices.buzzers.items())
        if devices.buzzer is not None:
            buzzers[None] = devices.buzzer
        test.start(devices.displays, devices.keys, buzzers, die)
        await over
