"""The command `companion`: parse the command line, run the command, print errors, and return the exit status.

0: done; 1: failed, with a sentence on standard error; 2: wrong command line; 78: wrong configuration.
Each command imports its modules when it runs, so that `--version` and the engine start fast.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from companion import __version__
from companion.commands.shared import BAD_CONFIGURATION, FAILED
from companion.core.errors import CompanionError, ConfigError, own_fault

COMMANDS = (
    "table",
    "config",
    "setup",
    "doctor",
    "test_hardware",
    "pods",
    "phones",
    "support_bundle",
    "engine",
    "arena",
    "games",
    "puzzle",
    "die",
    "club",
)
"""In the order of --help: `commands/<name>_command.py`, which registers its own with `add_command`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
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
        # The reader of our output has closed it. Redirect it, so that Python's flush at exit does not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    except Exception as error:  # noqa: BLE001
        # The outermost handler: print a traceback only if requested, but always the places.
        _trace(parsed, error)
        print(own_fault(error), file=sys.stderr)
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
    for module in (import_module(f"companion.commands.{name}_command") for name in COMMANDS):
        module.add_command(commands)
    return parser


def _trace(parsed: argparse.Namespace, error: BaseException) -> None:
    if parsed.traceback:
        # Imported here, since no command needs it otherwise.
        import traceback

        traceback.print_exception(error)
