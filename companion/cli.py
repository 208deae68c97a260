"""The command `companion`: parses, calls, prints, and gives the exit status.

0: done; 1: something at the table failed, told in a sentence; 2: the command line is not right; 78: the configuration is not.
What a command needs is imported when it is given: the engine and `--version` need no event loop, and no screen waits for
the web.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.commands import (
    config_command,
    die_command,
    doctor_command,
    engine_command,
    games_command,
    pods_command,
    setup_command,
    support_bundle_command,
    table_command,
    test_hardware_command,
)
from companion.commands.exit_status import BAD_CONFIGURATION, FAILED
from companion.core.errors import CompanionError, ConfigError

COMMANDS = (
    table_command,
    config_command,
    setup_command,
    doctor_command,
    test_hardware_command,
    pods_command,
    support_bundle_command,
    engine_command,
    games_command,
    die_command,
)
"""In the order of --help; each module registers its own with `add_command`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except ConfigError as error:
        _trace(parsed, error)
        for finding in error.findings:
            print(finding, file=sys.stderr)
        return BAD_CONFIGURATION
    except CompanionError as error:
        _trace(parsed, error)
        print(error, file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to be said, and Python shall not try at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    except Exception as error:  # noqa: BLE001
        # The last supervisor: no traceback reaches a player unless one was asked for, but the places are always named.
        _trace(parsed, error)
        print(_unexpected(error), file=sys.stderr)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A referee for code-breaking games at a table.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument(
        "--traceback",
        action="store_true",
        help="where a command fails, print Python's traceback too, for a report; it stands before the command's name",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add_command(commands)
    return parser


def _trace(parsed: argparse.Namespace, error: BaseException) -> None:
    if parsed.traceback:
        # Imported here, since no command needs it otherwise.
        import traceback

        traceback.print_exception(error)


def _unexpected(error: BaseException) -> str:
    """A fault of the program in one line: what and where, without the values, which may be secrets."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return (
        f"The companion met a fault of its own ({type(error).__name__} at {' > '.join(places[-4:])}); please report it. "
        "companion --traceback COMMAND prints more, for the report."
    )
