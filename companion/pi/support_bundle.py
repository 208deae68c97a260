"""Make the support bundle: versions, the doctor's report, the effective configuration, counts, and known log lines.

Invariant: no file is copied into it. Every part comes from an allow-list, so it holds no move, code, name, token, address or
serial number, whatever the files contain:

- the configuration and the host: numbers, choices and pins are included unchanged, texts only if they are listed here. A new
  text key is left out until it is added below;
- the journal's entries, counted by kind with words from the lists here alone. Only a copy of its files is opened, in shared
  memory if the system has it, private, and deleted afterwards;
- log lines that match a pattern here, with their variable parts left out. Other lines are only counted.
"""

import gzip
import io
import re
import shutil
import sqlite3
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, assert_never, get_args

from msgspec.structs import replace

from companion.app.recent_log import read_recent_log, recent_log_path
from companion.config.boards import board_names
from companion.config.configuration import Configuration, load, simulated
from companion.config.effective import effective_toml
from companion.config.key_table import (
    TABLE_KEYS,
    FlagKind,
    HoursKind,
    OneOf,
    PanelKind,
    PinKind,
    PinsKind,
    SecondsKind,
    TextKind,
    TextsKind,
    WholeKind,
)
from companion.config.validation import toml_text, toml_value
from companion.core.errors import ConfigError, DeviceError
from companion.core.seat import Place, all_places, each_place, seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.panels.wires import wire_fault_reason
from companion.devices.pods.flash import PodAnswer
from companion.devices.wiring import PodSeat, Pull, SeatKind, Wiring
from companion.files import acting_for, write_file
from companion.games.catalog import CATALOG
from companion.journal.files import VolumeFiles
from companion.journal.rows import EndingKind, EntryKind
from companion.pi.doctor.check import DoctorCheck, bad, checks_json, note, ok
from companion.pi.doctor.examine import SERVICE_TABLE, examine_table
from companion.pi.host import Host, User
from companion.pi.root_files import below
from companion.pi.setup_plan import SERVICE_JOURNAL
from companion.web.loopback import is_loopback

LEFT_OUT: Final = "(left out)"
_KEYS: Final = {key.path: key for key in TABLE_KEYS}
_VERSION: Final = r"\d{1,4}(?:\.\d{1,4}){0,3}"
_KNOWN_OWNERS: Final = ("root", "companion")
_PATH: Final = re.compile(r"(?<![\w/])/(?!dev/gpiochip\d|proc/)[^\s'\",;:)]+")
"""A path in an error message, other than a device of the pins or a file in /proc."""


def anonymised(configuration: Configuration) -> Configuration:
    """The configuration without players' names, serial numbers and the owner's board path.

    The journal's path stays, because the checks open it; `journal_text` hides it in the report.
    """
    wiring = configuration.wiring
    seats = tuple(_unnamed(seat, wired) for seat, wired in each_place(wiring.seats))
    die: DieWiring = configuration.die
    if die.pod_serial() is not None:
        die = replace(die, serial="pod-die")
    board = configuration.board if configuration.board in board_names() else LEFT_OUT
    names = tuple(f"Player {seat_number(seat)}" for seat in all_places(len(configuration.names)))
    return replace(configuration, board=board, names=names, wiring=replace(wiring, seats=seats), die=die)


def anonymised_host(host: Host, configuration: Configuration) -> Host:
    """The host without user names, file owners and serial numbers. `configuration`: the original one."""
    known = {
        wired.serial.upper(): f"pod-{seat}"
        for seat, wired in each_place(configuration.wiring.seats)
        if isinstance(wired, PodSeat)
    }
    if (serial := configuration.die.pod_serial()) is not None:
        known[serial.upper()] = "pod-die"

    def owner(path: Path) -> str:
        name = host.owner(path)
        return name if name in _KNOWN_OWNERS else "the user"

    def serials() -> dict[str, str]:
        found = sorted(host.serials().items())
        strangers = [serial for serial, _ in found if serial.upper() not in known]
        return {
            known.get(serial.upper()) or f"other-{strangers.index(serial)}": _device(device) for serial, device in found
        }

    def hello(device: str) -> PodAnswer | None:
        true = {_device(one): one for one in host.serials().values()}
        answer = host.hello(true.get(device, device))
        if answer is None:
            return None
        # Its own version, and that of its MicroPython.
        firmware = answer.firmware if re.fullmatch(rf"{_VERSION}( {_VERSION})?", answer.firmware) else LEFT_OUT
        return replace(answer, firmware=firmware, serial="")

    def levels(wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
        try:
            return host.levels(wiring, pins)
        except DeviceError as error:
            # A library's message may name the file that it could not open.
            raise DeviceError(_PATH.sub(LEFT_OUT, str(error))) from error

    user = User(host.user.name if host.user.number == 0 else "the user", host.user.number, host.user.groups)
    return replace(host, user=user, owner=owner, serials=serials, hello=hello, levels=levels)


def journal_text(path: Path) -> str:
    """The service's journal path unchanged; any other path is left out."""
    return SERVICE_JOURNAL if str(path) == SERVICE_JOURNAL else LEFT_OUT


def effective_lines(configuration: Configuration) -> str:
    """Every effective key, one on a line, such as `seats[0].keys.left = 17`, anonymised."""
    data = tomllib.loads(effective_toml(anonymised(configuration)))
    return "".join(f"{path} = {_value(path, value)}\n" for path, value in _leaves(data, ""))


def _leaves(data: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for index, one in enumerate(value):
                yield from _leaves(one, f"{path}[{index}].")
        else:
            yield path, value


def _value(path: str, value: Any) -> str:
    key = _KEYS.get(re.sub(r"\[\d+\]", "[]", path))
    if key is None:
        return LEFT_OUT
    match key.kind:
        case FlagKind() | WholeKind() | SecondsKind() | PinKind() | PinsKind() | OneOf() | PanelKind() | HoursKind():
            return toml_value(value, key.kind)
        case TextsKind():
            return f"({len(value)} left out)"
        case TextKind():
            return _text(key.path, value)
        case _:
            assert_never(key.kind)


def _text(path: str, value: str) -> str:
    match path:
        # `anonymised` has replaced these.
        case "board" | "seats[].name" | "seats[].pod" | "die.serial":
            return toml_text(value)
        case "web.host" if is_loopback(value) or value in ("0.0.0.0", "::"):
            return toml_text(value)
        case "journal.path":
            return toml_text(journal_text(Path(value)))
        case _:
            return LEFT_OUT


def _unnamed(seat: Place, wired: SeatKind) -> SeatKind:
    return replace(wired, serial=f"pod-{seat}") if isinstance(wired, PodSeat) else wired


def _device(device: str) -> str:
    return device if re.fullmatch(r"/dev/tty(ACM|USB)\d{1,3}", device) else LEFT_OUT


_SHARED_MEMORY: Final = Path("/dev/shm")
_SOURCES: Final = ("machine", "page", "hand", "button", "coded", "nest", "pod", "serial")
_GAMES: Final = "SELECT name, count(*) FROM game GROUP BY name"
_ENTRIES: Final = "SELECT kind, count(*) FROM move GROUP BY kind"
_ENDINGS: Final = "SELECT how, count(*) FROM ending GROUP BY how"
_ROLLS: Final = "SELECT source, count(*) FROM roll GROUP BY source"


def journal_counts(journal: Path) -> Iterator[str]:
    """Lines for each volume of the journal and each kind of its entries. Files are read as the owner of their folder."""
    with acting_for(journal):
        lines = list(_counted(journal))
    yield from lines


def _counted(journal: Path) -> Iterator[str]:
    try:
        volumes = VolumeFiles(journal).existing()
    except OSError as error:
        yield f"The journal cannot be looked at: {error.strerror or 'it does not answer'}."
        return
    yield f"volumes: {len(volumes)}"
    for volume in volumes:
        number = VolumeFiles(journal).number(volume)
        try:
            yield from (f"volume {number}, {line}" for line in _of_volume(volume))
        except (sqlite3.Error, OSError) as error:
            # The message of an error may quote the file's content.
            yield f"volume {number} cannot be counted ({type(error).__name__})"


def _of_volume(volume: Path) -> Iterator[str]:
    yield f"size: {volume.stat().st_size} bytes"
    with tempfile.TemporaryDirectory(dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None) as folder:
        copy = Path(folder, "copy")
        shutil.copyfile(volume, copy)
        log = volume.with_name(volume.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name("copy-wal"))
        connection = sqlite3.connect(copy)
        try:
            yield f"format: {int(connection.execute('PRAGMA user_version').fetchone()[0])}"
            yield f"check: {'ok' if connection.execute('PRAGMA quick_check(1)').fetchone()[0] == 'ok' else 'damaged'}"
            yield from _tally(connection, "games of", _GAMES, tuple(game.name for game in CATALOG))
            yield from _tally(connection, "entries of kind", _ENTRIES, get_args(EntryKind))
            yield from _tally(connection, "games that ended", _ENDINGS, get_args(EndingKind))
            yield from _tally(connection, "rolls from", _ROLLS, _SOURCES)
        finally:
            connection.close()


def _tally(connection: Any, what: str, query: str, known: tuple[str, ...]) -> Iterator[str]:
    tally: dict[str, int] = {}
    for word, number in connection.execute(query).fetchall():
        called = word if word in known else "another kind"
        tally[called] = tally.get(called, 0) + int(number)
    for called in sorted(tally):
        yield f"{what} {called}: {tally[called]}"


_NUMBERS: Final = (121, 6, 110, 5, 11, 2, 13)
"""The errno values of a bus that have a sentence of their own."""
_OF_WIRES: Final = "|".join(sorted({re.escape(wire_fault_reason(OSError(number, ""))) for number in _NUMBERS}))
_AT: Final = r"0x7[0-7] on I2C bus \d{1,3}"
_OF_CHANNELS: Final = "|".join(
    (
        rf"the kernel has no multiplexer at {_AT} yet, see companion doctor",
        rf"the kernel has not found the multiplexer at {_AT}, check its cable and restart",
        rf"what the kernel drives at {_AT} is no TCA9548A, so nothing is shown there",
        rf"the multiplexer at {_AT} has no channel [0-7] here, so nothing is shown there",
        r"I2C bus \d{1,3} is not channel [0-7] of the multiplexer, so nothing is shown there; take panel\.bus out",
        r"I2C bus \d{1,3} is a channel of a multiplexer, but the configuration does not say which, so nothing is shown there; "
        r"write panel\.mux and panel\.channel",
        r"I2C bus \d{1,3} is itself a channel, so nothing is shown there; wire the multiplexer to a bus of the Pi's own",
        r"the kernel switches the multiplexer at 0x7[0-7] too, so nothing is shown there; take panel\.bus out",
        r"the multiplexer at 0x7[0-7] has another channel open, check its cable",
        r"the multiplexer at 0x7[0-7] did not keep its setting, check its cable",
        rf"the multiplexer at 0x7[0-7] cannot be (?:read|set): (?:{_OF_WIRES})",
        r"the kernel created its bus again, searching for it",
    )
)
_REASON: Final = f"{_OF_WIRES}|{_OF_CHANNELS}"
_BUS: Final = r"I2C bus \d{1,3}(?:, multiplexer 0x[0-9A-F]{2} channel [0-7])?, address 0x[0-9A-F]{2}|SPI \d\.\d"
_MORE: Final = r"(?: companion --traceback COMMAND prints more, for the report\.)?"
_PLACES: Final = r"[a-z_]{1,40}\.py:\d{1,5}(?: > [a-z_]{1,40}\.py:\d{1,5})*"
_KIND: Final = r"[A-Z][A-Za-z]{1,40}(?:Error|Exception|Interrupt|Warning|Exit)"

# Each pattern with its replacement; None keeps the line unchanged.
_DAEMON: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (rf"(?:[A-Z]+ )?seat \d: screen not answering \((?:{_BUS})\): (?:{_REASON})\.", None),
        (r"(INFO the table stands)(?:; its page is .*)?", r"\1"),
        (r"INFO the table (?:starts|has stopped)", None),
        (r"ERROR the machine(?:'s (?:hint|review))?: it has ended", None),
        (r"WARNING the page has too many visitors; connections that were ended: \d{1,9}", None),
        (
            r"WARNING the page takes no visitors, since the system has no file descriptors or memory left; times tried: \d{1,9}",
            None,
        ),
        (r"(WARNING refused): .*", r"\1: (left out)"),
        (r"INFO switching off: all who sit have agreed", None),
        (r"(ERROR The Pi stays on): .*", r"\1: (left out)"),
        (r"ERROR The Pi is still on \d{1,3} s after it was told to switch off\. Some program keeps it on\.", None),
        (r"(WARNING|ERROR) The journal (is|was|cannot|does|holds)\b.*", r"\1 The journal \2 (left out)"),
        (r"((?:WARNING |ERROR )?The journal) /.*", r"\1 (left out)"),
        (rf"The companion met a fault of its own \({_KIND} at {_PLACES}\); please report it\.{_MORE}", None),
        (r"Traceback \(most recent call last\):", None),
        (r'  File ".*/(\w{1,40}\.py)", line (\d{1,6}), in \w{1,60}', r"  File \1, line \2"),
        (rf"((?:[a-z_]+\.)*{_KIND})(?::.*)?", r"\1: (left out)"),
        (r"Starting companion\.(service|socket) - .*", r"Starting companion.\1"),
        (r"(Started|Stopping|Stopped|Listening on|Closed) companion\.(service|socket) - .*", r"\1 companion.\2"),
        (r"companion\.service: Main process exited, code=[a-z]{1,10}, status=\d{1,3}(?:/[A-Z]{1,10})?", None),
        (r"companion\.service: Failed with result '[a-z-]{1,30}'\.", None),
        (
            r"companion\.service: (Scheduled restart job, restart counter is at \d{1,6}|Deactivated successfully)\.",
            None,
        ),
        (r"companion\.service: Watchdog timeout \(limit [0-9a-z ]{1,12}\)!", None),
        (r"companion\.service: Start request repeated too quickly\.", None),
        (r"companion\.service: Killing process \d{1,7} \(companion\) with signal SIG[A-Z]{1,5}\.", None),
        (r"companion\.service: Consumed [0-9a-z. ]{1,20} CPU time\.", None),
    )
)
_KERNEL: Final = tuple(
    (re.compile(pattern), None)
    for pattern in (
        r"(?:hwmon hwmon\d{1,2}: )?(?:Under-?voltage detected!|Voltage normali[sz]ed)(?: \(0x[0-9a-f]{8}\))?",
        r"rpi_volt [a-z:_-]{1,40}: (?:Under-?voltage detected!|Voltage normali[sz]ed)",
        r"i2c /?dev entries driver",
        r"i2c[a-z0-9_-]{0,20}(?: [0-9a-f]{1,12}\.i2c)?(?: i2c-\d{1,3})?: "
        r"(?:i2c transfer timed out|controller timed out|transfer timed out|bus seems to be busy|lost arbitration"
        r"|timeout waiting for bus ready|SCL is stuck low[a-z, ]{0,40}|SDA stuck at low|clock stretch timeout)",
        r"i2c i2c-\d{1,3}: Added multiplexed i2c bus \d{1,3}",
        r"i2c i2c-\d{1,3}: Failed to register i2c client [a-z0-9]{1,20} at 0x[0-9a-f]{2} \(-\d{1,3}\)",
        r"pca954x \d{1,2}-00[0-9a-f]{2}: (?:probe failed|supply vdd not found, using dummy regulator"
        r"|registered \d multiplexed busses for I2C (?:switch|mux) pca95\d\d)",
        r"cdc_acm \d{1,2}-[0-9.]{1,8}:1\.\d: ttyACM\d{1,2}: USB ACM device",
        r"usb \d{1,2}-[0-9.]{1,8}: USB disconnect, device number \d{1,4}",
    )
)
_STAMP: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:?\d\d [\w./@-]+\[\d{1,7}\]: (.*)")
_UPTIME: Final = re.compile(r"(\[ *\d{1,9}\.\d{6}\]) (?:kernel: )?(.*)")


def daemon_lines(lines: Iterable[str]) -> Iterator[str]:
    """What leaves of `journalctl --output=short-iso --no-hostname`."""
    return _passed(lines, _STAMP, _DAEMON)


def kernel_lines(lines: Iterable[str]) -> Iterator[str]:
    """What leaves of `dmesg`."""
    return _passed(lines, _UPTIME, _KERNEL)


def _passed(
    lines: Iterable[str], stamp: re.Pattern[str], known: Iterable[tuple[re.Pattern[str], str | None]]
) -> Iterator[str]:
    forms = tuple(known)
    unknown = 0
    for line in lines:
        stamped = stamp.fullmatch(line)
        message = None if stamped is None else _form(stamped[2], forms)
        if stamped is None or message is None:
            unknown += 1
            continue
        if unknown:
            yield _left_out(unknown)
            unknown = 0
        yield f"{stamped[1]} {message}"
    if unknown:
        yield _left_out(unknown)


def _form(message: str, forms: Iterable[tuple[re.Pattern[str], str | None]]) -> str | None:
    for pattern, instead in forms:
        if found := pattern.fullmatch(message):
            return message if instead is None else found.expand(instead)
    return None


def _left_out(number: int) -> str:
    return "(1 line left out)" if number == 1 else f"({number} lines left out)"


FOLDER: Final = "companion-support"
_LINES: Final = 500
_LOG: Final = (
    "journalctl", "--unit=companion.service", f"--lines={_LINES}", "--output=short-iso", "--no-hostname", "--no-pager",
    "--quiet",
)  # fmt: skip
_README: Final = """\
This bundle was made by `companion support-bundle`. Open it and read it before you send it.

checks.txt, checks.json   the report of `companion doctor`
configuration.txt         every effective key
journal.txt               how many entries of each kind the journal holds
log.txt, kernel.txt       the log lines that have a known form
kept-log.txt              the same from the table's own copy of its last lines, which outlives a restart

Left out: moves, codes and hands of cards; the names of players and users; tokens; addresses and names of the network; the
serial numbers of the Raspberry Pi and of pods; comments of the configuration; every other line of the logs.
"""


def collect_bundle(host: Host, path: Path | None) -> dict[str, str]:
    """The bundle's files by name. `path`: the configuration; None takes the service's, or the simulated table."""
    configuration, first = _configuration(host, path)
    unnamed = anonymised_host(host, configuration) if configuration is not None else host
    known = anonymised(configuration) if configuration is not None else None
    called = journal_text(configuration.journal) if configuration is not None else ""
    checks = examine_table(unnamed, known, first, called=called, quoted=False)
    return {
        "README.txt": _README,
        "checks.txt": "".join(f"{check.line()}\n" for check in checks),
        "checks.json": checks_json(checks) + "\n",
        "configuration.txt": effective_lines(configuration) if configuration is not None else "It has errors.\n",
        "journal.txt": _lines(journal_counts(below(host.root, configuration.journal)))
        if configuration is not None
        else "",
        "log.txt": _lines(daemon_lines((host.run(_LOG) or "").splitlines())),
        "kept-log.txt": _lines(daemon_lines(_kept_log(host, configuration).splitlines())),
        "kernel.txt": _lines(kernel_lines((host.run(("dmesg",)) or "").splitlines())),
    }


def pack_bundle(files: Mapping[str, str], now: int) -> bytes:
    """A .tar.gz of the files, without the maker's user name. `now`: seconds since 1970."""
    raw = io.BytesIO()
    # By default the headers would hold a file name and a user.
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, text in files.items():
            data = text.encode()
            entry = tarfile.TarInfo(f"{FOLDER}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), now, 0o644
            archive.addfile(entry, io.BytesIO(data))
    return raw.getvalue()


def write_bundle(path: Path, data: bytes) -> None:
    """Write the bundle, readable for its owner alone. Raises FileError."""
    write_file(path, data, 0o600)


def _configuration(host: Host, path: Path | None) -> tuple[Configuration | None, DoctorCheck]:
    """The configuration and its check. Findings may quote the file, so only their number is included."""
    what = "configuration"
    usual = below(host.root, SERVICE_TABLE)
    if path is None and not usual.exists():
        return simulated(2, host.environ), note(what, f"there is no {SERVICE_TABLE}, so the simulated table is checked")
    try:
        configuration = load(path or usual, host.environ)
    except ConfigError as error:
        says = f"it has {len(error.findings)} faults, which quote it, so they are left out"
        return None, bad(what, says, "companion config --config prints them")
    seats = len(configuration.names)
    return configuration, ok(what, f"{seats} {'seat' if seats == 1 else 'seats'}, nothing is wrong")


def _kept_log(host: Host, configuration: Configuration | None) -> str:
    return "" if configuration is None else read_recent_log(recent_log_path(below(host.root, configuration.journal)))


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
