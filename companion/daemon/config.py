"""What a table is told by its owner: the records, and the way from a TOML file to them.

Law: `load` and `simulated` give a Configuration that can be used as it is, or raise ConfigError with every fault at once;
what `effective` writes of a Configuration loads to an equal one.
"""

import ipaddress
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from msgspec import Struct

from companion.core.errors import ConfigError
from companion.daemon.boards import board_of, table_name
from companion.daemon.config_keys import TABLE_KEYS
from companion.daemon.document import Document, Finding, read
from companion.daemon.schema import Checked, check, quoted
from companion.daemon.toml_lines import KeyPath
from companion.daemon.wiring import Layers, wire
from companion.devices.settings import PinFactory, SeatWiring, Wiring

Secrecy = Literal["open", "lift"]

LOOPBACK = "127.0.0.1"


class TableSettings(Struct, frozen=True):
    """How the table plays. `secrecy`: whether secrets show at once, or while both outer keys are held."""

    secrecy: Secrecy
    hold_ms: int


class Web(Struct, frozen=True):
    """The table in a browser. `bench`: the view that shows every secret. `allowed_hosts`: beside localhost and `host`."""

    enabled: bool
    host: str
    port: int
    bench: bool
    allowed_hosts: tuple[str, ...]


class Configuration(Struct, frozen=True):
    """Everything that is in force. `names[seat]` stands on the screens; `journal` is an absolute path."""

    board: str
    wiring: Wiring
    names: tuple[str, ...]
    table: TableSettings
    web: Web
    journal: Path


def load(path: Path, environ: Mapping[str, str], kernel: str | None = None) -> Configuration:
    """The configuration in the file `path`. `kernel`: the release that runs, where it shall be judged too."""
    document = read(path, otherwise="write one, or name another with --config")
    return _configuration(check(document, TABLE_KEYS), environ, kernel)


def simulated(
    seats: int,
    environ: Mapping[str, str],
    *,
    board: str = "bench",
    port: int = 8080,
    secrecy: Secrecy = "open",
    journal: Path | None = None,
) -> Configuration:
    """A table without hardware and without a file, at an address that only this machine reaches."""
    data: dict[str, Any] = {
        "board": board,
        "simulated": True,
        "seats": [{} for _ in range(seats)],
        "table": {"secrecy": secrecy},
        "web": {"port": port},
    }
    if journal is not None:
        data["journal"] = {"path": str(journal.absolute())}
    document = Document(name="companion play", folder=Path(), data=data, lines=None)
    return _configuration(check(document, TABLE_KEYS), environ, None)


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine reaches `host`, an address or localhost."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _configuration(table: Checked, environ: Mapping[str, str], kernel: str | None) -> Configuration:
    findings = [*table.findings]
    fatal: tuple[str, ...] = ()
    board = None
    try:
        board, faults = board_of(table)
        findings += faults
    except ConfigError as error:
        # The board's file is no TOML: what the table itself says wrongly is told all the same.
        fatal = error.findings
    if board is not None:
        findings += board.findings
    layers = Layers(table, board)
    is_simulated = _is_simulated(layers)
    factory: PinFactory = _or(table, "pin_factory", "mock" if is_simulated else "lgpio")
    revision: int | None = table.values.get(("revision",))
    findings += _pi_findings(table, is_simulated, revision, kernel)
    seats, faults = wire(layers, revision)
    findings += faults
    names = tuple(_or(table, ("seats", seat, "name"), f"Seat {seat + 1}") for seat in range(len(seats)))
    findings += _twice(table)
    web = _web(table, is_simulated)
    findings += _web_findings(table, web)
    journal = _journal(table, environ)
    if isinstance(journal, Finding):
        findings.append(journal)
    if findings or fatal or isinstance(journal, Finding):
        raise ConfigError((*_in_order(table, findings), *fatal))
    return Configuration(
        board=table_name(table),
        wiring=_wiring(table, seats, factory, revision, simulated=is_simulated),
        names=names,
        table=TableSettings(secrecy=_or(table, "table.secrecy"), hold_ms=_or(table, "keys.hold_ms")),
        web=web,
        journal=journal,
    )


def _wiring(
    table: Checked, seats: tuple[SeatWiring, ...], factory: PinFactory, revision: int | None, *, simulated: bool
) -> Wiring:
    return Wiring(
        simulated=simulated,
        pin_factory=factory,
        seats=seats,
        debounce_ms=_or(table, "keys.debounce_ms"),
        revision=revision,
    )


def _or(table: Checked, at: str | KeyPath, otherwise: object = None) -> Any:
    """The value of a key; where the table is silent, what is given here, else the default of its documentation."""
    path: KeyPath = tuple(at.split(".")) if isinstance(at, str) else at
    if path in table.values:
        return table.values[path]
    return _DEFAULTS[".".join(map(str, path))] if otherwise is None else otherwise


_DEFAULTS = {key.path: key.default for key in TABLE_KEYS}


def _is_simulated(layers: Layers) -> bool:
    boards = layers.board is not None and layers.board.values.get(("simulated",), False)
    return bool(_or(layers.table, "simulated", boards))


def _in_order(table: Checked, findings: Iterable[Finding]) -> Iterator[str]:
    """The sentences in the order of the file, the table's own before the board's."""
    ranked = sorted(findings, key=lambda one: (one.place.file != table.document.name, one.place.line or 0))
    return (one.sentence() for one in ranked)
