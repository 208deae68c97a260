"""Write a first configuration for the service."""

import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.config.boards import board_names, boards_folder
from companion.config.configuration import Configuration, load
from companion.config.pi_header import header_of
from companion.config.validation import toml_text
from companion.core.errors import ConfigError
from companion.core.seat import seat_number
from companion.link import pod_messages
from companion.pi.machine import Machine

SERVICE_JOURNAL: Final = "/var/lib/companion/journal.sqlite3"
"""In the service's state folder. It is written out, so that commands started by hand use the service's table too."""


class Plugged(Struct, frozen=True):
    """The serial numbers of the connected Picos. `seats`: seat pods, then Picos without an answer; `nests`: dice nests."""

    seats: tuple[str, ...] = ()
    nests: tuple[str, ...] = ()


def plugged_in(machine: Machine) -> Plugged:
    """Query the role of every connected Pico."""
    seats: list[str] = []
    silent: list[str] = []
    nests: list[str] = []
    for serial, device in sorted(machine.serials().items()):
        try:
            answer = machine.hello(device)
        except OSError:
            # An open table uses it, or this user has no access; the doctor reports either.
            answer = None
        (silent if answer is None else nests if answer.role == pod_messages.ROLE_NEST else seats).append(serial)
    return Plugged((*seats, *silent), tuple(nests))


def starting_table(
    board: str | None, seats: int | None, *, revision: int | None, found: Plugged, environ: Mapping[str, str]
) -> tuple[str, Configuration]:
    """The TOML of a table, and its Configuration. `seats`: None takes the board's default number.
    `revision`: the Raspberry Pi's, which the service itself cannot read; `found`: the connected pods.

    Raises ConfigError if there is no such board, or it has fewer seats.
    """
    boards = [name for name in board_names() if name != "bench"]
    if board not in boards:
        named = "" if board is None else f'there is no board "{board}"; '
        raise ConfigError((f"There is no configuration yet: {named}give --board with one of {', '.join(boards)}.",))
    pinned = tomllib.loads((boards_folder() / f"{board}.toml").read_text(encoding="utf-8"))
    listed = pinned["seats"]
    wanted = _default_seats(pinned, found) if seats is None else seats
    if not 1 <= wanted <= len(listed):
        raise ConfigError((f"--seats {wanted}: the board {board} has 1 to {len(listed)}.",))
    parts = [_seat(seat, listed[seat], found.seats) for seat in range(wanted)] + [_die(nest) for nest in found.nests]
    text = _text(board, revision, parts)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table.toml")
        file.write_text(text, encoding="utf-8")
        return text, load(file, environ)


def _default_seats(pinned: Mapping[str, Any], found: Plugged) -> int:
    """All of the board; if its seats are pods, as many as are connected."""
    listed = len(pinned["seats"])
    if pinned["seats"][0].get("kind") == "pod" and found.seats:
        return min(len(found.seats), listed)
    return int(pinned.get("default_seats", listed))


def _text(board: str, revision: int | None, parts: Sequence[Sequence[str]]) -> str:
    lines = [
        "# The table that companion.service plays. `companion config --reference` lists every key there is, and",
        "# `companion config --config /etc/companion/table.toml` says whether this file is right.",
        "",
        f"board = {toml_text(board)}",
    ]
    # gpiozero refuses the revision of a board that is newer than itself.
    if revision is not None and header_of(revision) is not None:
        lines += ["# This Raspberry Pi's, which the service cannot read by itself.", f"revision = 0x{revision:X}"]
    lines += ["", "[journal]", f"path = {toml_text(SERVICE_JOURNAL)}"]
    for part in parts:
        lines += ["", *part]
    return "\n".join(lines) + "\n"


def _seat(seat: int, pinned: Mapping[str, object], pods: Sequence[str]) -> list[str]:
    lines = [f"[[seats]]  # seat {seat_number(seat)}", '# name = "Ada"']
    if pinned.get("kind") == "pod":
        if seat < len(pods):
            lines.append(f"pod = {toml_text(pods[seat])}")
        else:
            lines += [
                "# The serial number that `companion pods list` prints when it is plugged in.",
                f'pod = "POD-{seat}"',
            ]
    return lines


def _die(nest: str) -> list[str]:
    return [
        "# A die's nest is plugged in. Without the signs in front of these lines, its die is the table's.",
        "# [die]",
        '# source = "serial"',
        f"# serial = {toml_text(nest)}",
    ]
