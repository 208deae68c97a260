"""What a table is told by its owner: the records, and the way from a TOML file to them.

Law: `load` and `simulated` give a Configuration that can be used as it is, or raise ConfigError with every fault at once;
what `effective` writes of a Configuration loads to an equal one.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from companion.config.boards import board_of, table_name
from companion.config.cross_checks import Host, factory_findings, journal_path, name_findings, web_findings
from companion.config.document import Document, Finding, read
from companion.config.key_table import TABLE_KEYS
from companion.config.layers import Layers
from companion.config.pin_claims import pin_findings
from companion.config.seat_wiring import spi_ports, wire
from companion.config.table_wiring import die as die_of
from companion.config.table_wiring import i2c as i2c_of
from companion.config.table_wiring import sounds as sounds_of
from companion.config.validation import Checked, check
from companion.core.errors import ConfigError
from companion.core.seat import seat_number
from companion.devices.wiring_records import DieWiring, DimmingSettings, Wiring
from companion.table.physical_draws import Source
from companion.web.loopback import is_loopback

Secrecy = Literal["open", "lift"]

_DEFAULTS = {key.path: key.default for key in TABLE_KEYS}


class TableSettings(Struct, frozen=True):
    """How the table plays. `secrecy`: whether secrets show at once, or while both outer keys are held; `material`: whether
    tiles and cards live on the screens, or come from the box and are told; `power_off`: whether the lobby may offer to switch
    the machine off."""

    secrecy: Secrecy
    hold_ms: int
    repeat_ms: int
    material: Source = "screens"
    power_off: bool = True


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
    die: DieWiring = "machine"


def load(path: Path, environ: Mapping[str, str], host: Host | None = None) -> Configuration:
    """The configuration in the file `path`. `host`: the machine it is to run on, where that is
    to be judged too."""
    document = read(path, called=str(path), otherwise="write one, or name another with --config")
    return _configuration(check(document, TABLE_KEYS), environ, host)


def simulated(
    seats: int | None,
    environ: Mapping[str, str],
    *,
    board: str = "bench",
    port: int = 8080,
    secrecy: Secrecy = "open",
    material: Source = "screens",
    journal: Path | None = None,
    die: str = "machine",
) -> Configuration:
    """A table without hardware and without a file, at an address that only this machine reaches. `seats`: None for as many
    as the board has by itself. Raises ConfigError, as where there is no such board, or not so many seats."""
    data: dict[str, Any] = {
        "board": board,
        "simulated": True,
        "table": {"secrecy": secrecy, "material": material},
        "die": {"source": die},
        "web": {"port": port},
    }
    if seats is not None:
        data["seats"] = [{} for _ in range(seats)]
    if journal is not None:
        data["journal"] = {"path": str(journal.absolute())}
    document = Document(name="companion play", folder=Path(), data=data, lines=None)
    return _configuration(check(document, TABLE_KEYS), environ, None)


def _configuration(table: Checked, environ: Mapping[str, str], host: Host | None) -> Configuration:
    findings = [*table.findings]
    unread: tuple[str, ...] = ()
    board = None
    try:
        board, faults = board_of(table)
        findings += faults
    except ConfigError as error:
        # Where the board's file is no TOML, what the table itself says wrongly is told all the same.
        unread = error.findings
    if board is not None:
        findings += board.findings
    values = _Values(table)
    simulated = bool(values.get("simulated", board is not None and board.values.get(("simulated",), False)))
    revision = values.get("revision")
    findings += factory_findings(table, simulated=simulated, host=host)
    layers = Layers(table, board)
    seats, claims, wrong = wire(layers, simulated=simulated)
    sounds, buzzers = sounds_of(layers)
    i2c, resets = i2c_of(layers, seats)
    claims += [*buzzers, *resets]
    die, more, missing = die_of(layers, claims, simulated=simulated)
    findings += [*wrong, *missing, *pin_findings([*claims, *more], revision, spi_ports(layers))]
    names = tuple(
        table.values.get(("seats", seat, "name"), f"Player {seat_number(seat)}")
        for seat in range(table.seats() or len(seats))
    )
    findings += name_findings(table, names)
    address = values.get("web.host")
    web = Web(
        enabled=values.get("web.enabled"),
        host=address,
        port=values.get("web.port"),
        bench=values.get("web.bench", simulated and is_loopback(address)),
        allowed_hosts=values.get("web.allowed_hosts"),
    )
    findings += web_findings(table, host=address, bench=web.bench)
    journal = journal_path(table, environ)
    if isinstance(journal, Finding):
        findings.append(journal)
    if findings or unread or isinstance(journal, Finding):
        raise ConfigError((*_in_order(table, findings), *unread))
    return Configuration(
        board=table_name(table),
        wiring=Wiring(
            simulated=simulated,
            pin_factory=values.get("pin_factory", "mock" if simulated else "lgpio"),
            seats=seats,
            debounce_ms=values.get("keys.debounce_ms"),
            revision=revision,
            sounds=sounds,
            dimming=DimmingSettings(
                dim_after=values.get("displays.dim_after_s"),
                dim_contrast=values.get("displays.dim_contrast"),
                shift_every=values.get("displays.shift_every_s"),
            ),
            i2c=i2c,
        ),
        names=names,
        table=TableSettings(
            secrecy=values.get("table.secrecy"),
            hold_ms=values.get("keys.hold_ms"),
            repeat_ms=values.get("keys.repeat_ms"),
            material=values.get("table.material"),
            power_off=values.get("table.power_off"),
        ),
        web=web,
        journal=journal,
        die=die,
    )


class _Values(Struct, frozen=True):
    """The values of a table, under the paths by which they are documented."""

    table: Checked

    def get(self, path: str, otherwise: object = None) -> Any:
        """As written; else `otherwise`; else the documented default."""
        default = _DEFAULTS[path] if otherwise is None else otherwise
        return self.table.values.get(tuple(path.split(".")), default)


def _in_order(table: Checked, findings: Iterable[Finding]) -> Iterator[str]:
    """The sentences in the order of the file, the table's own before the board's."""
    ranked = sorted(findings, key=lambda one: (one.place.file != table.document.name, one.place.line or 0))
    return (one.sentence() for one in ranked)
