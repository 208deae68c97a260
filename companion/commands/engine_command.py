"""`companion engine`: serve the engine protocol on standard input and output."""

import argparse
import sys

from companion.commands.shared import DONE, Commands


def add_command(commands: Commands) -> None:
    """The command engine."""
    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(command=_engine)


def _engine(parsed: argparse.Namespace) -> int:
    from companion.engine import serve_lines

    serve_lines(sys.stdin.buffer, sys.stdout.buffer)
    return DONE
