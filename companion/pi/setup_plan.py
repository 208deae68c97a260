"""Plan what `companion setup` changes on a Raspberry Pi, a first configuration too, show the plan, and carry it out.

Invariant: the plan lists every change; a plan for a finished setup is empty; only the marked block of config.txt, the list of
kernel modules, and a configuration that is missing or still the package's are ever written.
"""

import difflib
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.config.boards import board_names, boards_folder
from companion.config.configuration import Configuration, load
from companion.config.pi_header import header_of
from companion.config.validation import toml_text
from companion.core.errors import ConfigError, DeviceError
from companion.core.seat import Place, all_places, seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.wiring import Wiring
from companion.pi.boot_settings import (
    ENCODING,
    boot_settings,
    conflicts,
    foreign_buses,
    settings_outside,
    with_block,
    without_block,
)
from companion.pi.host import Host
from companion.pi.resources_used import groups_needed, i2c_panels, pods, spi_panels
from companion.pi.root_files import backup_path, below, permissions, read_or_none, remove_file, replace_file
from companion.pod_wire import pod_messages

SERVICE_JOURNAL: Final = "/var/lib/companion/journal.sqlite3"
"""In the service's state folder. It is written out, so that commands started by hand use the service's table too."""


class Plugged(Struct, frozen=True):
    """The serial numbers of the connected Picos. `seats`: seat pods, then Picos without an answer; `nests`: dice nests."""

    seats: tuple[str, ...] = ()
    nests: tuple[str, ...] = ()


def plugged_in(host: Host) -> Plugged:
    """Query the role of every connected Pico."""
    seats: list[str] = []
    silent: list[str] = []
    nests: list[str] = []
    for serial, device in sorted(host.serials().items()):
        try:
            answer = host.hello(device)
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
    parts = [_seat(seat, listed[seat], found.seats) for seat in all_places(wanted)] + [
        _die(nest) for nest in found.nests
    ]
    text = _starting_text(board, revision, parts)
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


def _starting_text(board: str, revision: int | None, parts: Sequence[Sequence[str]]) -> str:
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


def _seat(seat: Place, pinned: Mapping[str, object], pods: Sequence[str]) -> list[str]:
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


CONFIG_TXT_FILES: Final = ("boot/firmware/config.txt", "boot/config.txt")
"""The path from Debian 12 on, and the older one."""
MODULES_FILE: Final = "etc/modules-load.d/companion-setup.conf"
TABLE_FILE: Final = "etc/companion/table.toml"

MODULES_HEAD: Final = "# Written by `companion setup`, and taken out by `companion setup --undo`.\n"


class FileChange(Struct, frozen=True):
    """One file's content `before` and `after`; None if it does not exist. `why`: the purpose, as the end of a sentence.

    `keep`: the path of a backup that is written first. `mode`: of a new file. `secret`: the content is not printed.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    why: str
    keep: Path | None = None
    mode: int = 0o644
    secret: bool = False


class PlannedCommand(Struct, frozen=True):
    """A call of a system tool, and its purpose."""

    words: tuple[str, ...]
    why: str


class SetupPlan(Struct, frozen=True):
    """All changes, in order. `warnings`: what a person has to fix. `reboot`: whether they need a restart."""

    changes: tuple[FileChange, ...]
    commands: tuple[PlannedCommand, ...]
    warnings: tuple[str, ...]
    reboot: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to do."""
        return not self.changes and not self.commands


def boot_file(root: Path) -> Path:
    """The config.txt that the firmware reads. Raises DeviceError if there is none."""
    for name in CONFIG_TXT_FILES:
        path = below(root, name)
        data = read_or_none(path)
        # Since Debian 12 the old path holds a file that only points to the new one.
        if data is not None and b"DO NOT EDIT THIS FILE" not in data[:200]:
            return path
    raise DeviceError(
        "There is no /boot/firmware/config.txt, so this is no Raspberry Pi, or its boot partition is not mounted; "
        "run it on the Pi."
    )


def own_table(root: Path) -> bytes | None:
    """The owner's table.toml; None if there is none, or if it is still the package's simulated table.

    The package's file is recognised by its values, because its comments change between versions.
    """
    data = read_or_none(below(root, TABLE_FILE))
    try:
        means = tomllib.loads((data or b"").decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return data
    if means.get("board") != "bench" or means.get("journal", {"path": SERVICE_JOURNAL}) != {"path": SERVICE_JOURNAL}:
        return data
    return None if means.keys() <= {"board", "journal"} else data


def plan_setup(
    root: Path, wiring: Wiring, die: DieWiring, *, table: str | None, user: str | None, groups: Iterable[str] | None
) -> SetupPlan:
    """The plan for a table. `table`: the configuration to write if there is none; `user`: the user to add to the hardware's
    groups (None: nobody), who is a member of `groups` already.

    Raises DeviceError without a config.txt, ConfigError if the block in it is broken.
    """
    path = boot_file(root)
    text = _text(path)
    changes = [*_boot(path, text, with_block(text, boot_settings(wiring)), "switches the table's buses on")]
    changes += _modules(root, _needed(wiring, die))
    target = below(root, TABLE_FILE)
    if table is not None and own_table(root) is None:
        before = read_or_none(target)
        keep = None if before is None else backup_path(target, before)
        changes.append(FileChange(target, before, table.encode(), "is a configuration to start from", keep))
    warnings = [conflict.sentence() for conflict in conflicts(settings_outside(text), wiring, die)]
    warnings += [
        f"I2C bus {bus} is not one that this command can switch on; do that in config.txt by hand."
        for bus in foreign_buses(wiring)
    ]
    # usermod always changes the running system.
    is_this_one = user is not None and root == Path("/")
    missing = _missing_groups(root, wiring, die, groups or ()) if is_this_one else ()
    commands = tuple(
        PlannedCommand(
            ("usermod", "--append", "--groups", group, user or ""), f"lets {user} use the table's {what} by hand"
        )
        for group, what in missing
    )
    return SetupPlan(tuple(changes), commands, tuple(warnings), any(change.path == path for change in changes))


def plan_undo(root: Path) -> SetupPlan:
    """The plan that removes the block from config.txt, and the list of modules; the configuration and the groups stay.

    Raises as `plan_setup`.
    """
    path = boot_file(root)
    text = _text(path)
    changes = [*_boot(path, text, without_block(text), "takes the companion's block out")]
    modules = below(root, MODULES_FILE)
    if (data := read_or_none(modules)) is not None and data.startswith(MODULES_HEAD.encode()):
        changes.append(FileChange(modules, data, None, "is not needed any more"))
    return SetupPlan(tuple(changes), (), (), any(change.path == path for change in changes))


def carry_out(plan: SetupPlan, run: Callable[[tuple[str, ...]], str | None]) -> tuple[str, ...]:
    """Make the changes; returns a sentence for each tool that failed. Raises DeviceError if a file cannot be written."""
    for change in plan.changes:
        if read_or_none(change.path) != change.before:
            raise DeviceError(f"The file {change.path} has changed meanwhile; run it again.")
        if change.keep is not None and change.before is not None:
            replace_file(change.keep, change.before, permissions(change.path))
        if change.after is None:
            remove_file(change.path)
        else:
            replace_file(change.path, change.after, change.mode, secret=change.secret)
    return tuple(
        f'"{" ".join(command.words)}" did not work; run it by hand.'
        for command in plan.commands
        if run(command.words) is None
    )


def describe_plan(plan: SetupPlan) -> Iterator[str]:
    """The plan in sentences."""
    for change in plan.changes:
        does = "is written" if change.before is None else "is changed" if change.after is not None else "is taken out"
        kept = f" What was there is kept as {change.keep.name}." if change.keep is not None else ""
        yield f"{change.path} {does}: it {change.why}.{kept}"
    for command in plan.commands:
        yield f"{' '.join(command.words)}: it {command.why}."


def diff(plan: SetupPlan) -> Iterator[str]:
    """The changes of the files as a unified diff; every line with its line end."""
    for change in plan.changes:
        if change.secret:
            yield f"--- {change.path}: holds a password, and is not printed\n"
            continue
        before, after = (
            (data or b"").decode(ENCODING).splitlines(keepends=True) for data in (change.before, change.after)
        )
        names = (str(change.path), str(change.path)) if change.after is not None else (str(change.path), "/dev/null")
        for line in difflib.unified_diff(before, after, *names):
            yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode(ENCODING)
    except OSError as error:
        raise DeviceError(f"The file {path} cannot be read: {error.strerror or error}.") from error


def _boot(path: Path, before: str, after: str, why: str) -> Iterator[FileChange]:
    if after != before:
        data = before.encode(ENCODING)
        yield FileChange(path, data, after.encode(ENCODING), why, backup_path(path, data))


def _needed(wiring: Wiring, die: DieWiring) -> tuple[str, ...]:
    """The drivers that create the device files; the Pi's firmware loads only the drivers of the buses."""
    if wiring.simulated:
        return ()
    needed = ["i2c-dev"] if any(i2c_panels(wiring)) else []
    needed += ["spidev"] if any(spi_panels(wiring)) else []
    return (*needed, "cdc_acm") if any(pods(wiring, die)) else tuple(needed)


def _modules(root: Path, needed: tuple[str, ...]) -> Iterator[FileChange]:
    path = below(root, MODULES_FILE)
    before = read_or_none(path)
    elsewhere = _loaded(root)
    missing = [name for name in needed if name.replace("-", "_") not in elsewhere]
    after = (MODULES_HEAD + "".join(f"{name}\n" for name in missing)).encode() if missing else None
    if after is None and before is not None and not before.startswith(MODULES_HEAD.encode()):
        return
    if after != before:
        yield FileChange(
            path, before, after, "has the drivers loaded at every start" if after else "is not needed any more"
        )


def _loaded(root: Path) -> set[str]:
    """The drivers that other files load at every start."""
    files = [below(root, "etc/modules")]
    for folder in ("etc/modules-load.d", "usr/lib/modules-load.d", "lib/modules-load.d"):
        files += sorted(below(root, folder).glob("*.conf"))
    own = below(root, MODULES_FILE)
    lines = (
        line for file in files if file != own for line in (read_or_none(file) or b"").decode(ENCODING).splitlines()
    )
    return {line.strip().replace("-", "_") for line in lines if not line.lstrip().startswith(("#", ";"))}


def _missing_groups(root: Path, wiring: Wiring, die: DieWiring, groups: Iterable[str]) -> Iterator[tuple[str, str]]:
    there = {
        line.partition(":")[0] for line in (read_or_none(below(root, "etc/group")) or b"").decode(ENCODING).splitlines()
    }
    for group, what in groups_needed(wiring, die):
        if group in there and group not in groups:
            yield group, what


def board_of_table(path: Path, wanted: str | None, is_: str) -> None:
    """Raises ConfigError if `wanted` is not the board of the existing configuration, `is_`."""
    if wanted is not None and wanted != is_:
        raise ConfigError(
            (f'{path}: the board is "{is_}", and this file is never written over; write board = "{wanted}" there.',)
        )
