"""Make the support bundle: versions, the doctor's report, the effective configuration, counts, and known log lines.

Invariant: no file is copied into it. Every part comes from an allow-list (anonymise.py, log_allow_list.py,
journal_counts.py), so it holds no move, code, name, token, address or serial number, whatever the files contain.
"""

import gzip
import io
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from companion.app.recent_log import read_recent_log, recent_log_path
from companion.config.configuration import Configuration, load, simulated
from companion.core.errors import ConfigError
from companion.files import write_file
from companion.pi.bundle.anonymise import anonymised, anonymised_machine, effective_lines, journal_text
from companion.pi.bundle.journal_counts import journal_counts
from companion.pi.bundle.log_allow_list import daemon_lines, kernel_lines
from companion.pi.doctor.check import DoctorCheck, bad, checks_json, note, ok
from companion.pi.doctor.examine import SERVICE_TABLE, examine_table
from companion.pi.machine import Machine
from companion.pi.root_files import below

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


def collect_bundle(machine: Machine, path: Path | None) -> dict[str, str]:
    """The bundle's files by name. `path`: the configuration; None takes the service's, or the simulated table."""
    configuration, first = _configuration(machine, path)
    unnamed = anonymised_machine(machine, configuration) if configuration is not None else machine
    known = anonymised(configuration) if configuration is not None else None
    called = journal_text(configuration.journal) if configuration is not None else ""
    checks = examine_table(unnamed, known, first, called=called, quoted=False)
    return {
        "README.txt": _README,
        "checks.txt": "".join(f"{check.line()}\n" for check in checks),
        "checks.json": checks_json(checks) + "\n",
        "configuration.txt": effective_lines(configuration) if configuration is not None else "It has errors.\n",
        "journal.txt": _lines(journal_counts(below(machine.root, configuration.journal)))
        if configuration is not None
        else "",
        "log.txt": _lines(daemon_lines((machine.run(_LOG) or "").splitlines())),
        "kept-log.txt": _lines(daemon_lines(_kept_log(machine, configuration).splitlines())),
        "kernel.txt": _lines(kernel_lines((machine.run(("dmesg",)) or "").splitlines())),
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


def _configuration(machine: Machine, path: Path | None) -> tuple[Configuration | None, DoctorCheck]:
    """The configuration and its check. Findings may quote the file, so only their number is included."""
    what = "configuration"
    usual = below(machine.root, SERVICE_TABLE)
    if path is None and not usual.exists():
        return simulated(2, machine.environ), note(
            what, f"there is no {SERVICE_TABLE}, so the simulated table is checked"
        )
    try:
        configuration = load(path or usual, machine.environ)
    except ConfigError as error:
        says = f"it has {len(error.findings)} faults, which quote it, so they are left out"
        return None, bad(what, says, "companion config --config prints them")
    seats = len(configuration.names)
    return configuration, ok(what, f"{seats} {'seat' if seats == 1 else 'seats'}, nothing is wrong")


def _kept_log(machine: Machine, configuration: Configuration | None) -> str:
    return "" if configuration is None else read_recent_log(recent_log_path(below(machine.root, configuration.journal)))


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
