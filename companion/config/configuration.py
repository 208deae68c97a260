"""Load a table's configuration: the records, and how a TOML file becomes them.

Invariant: `load` and `simulated` return a Configuration that is ready to use, or raise ConfigError with all findings at once;
the output of `effective_toml` loads to an equal Configuration.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.config.boards import board_of, board_setting
from companion.config.club import ClubSettings, club_findings
from companion.config.cross_checks import (
    HostSoftware,
    factory_findings,
    journal_path,
    name_findings,
    phone_findings,
    web_findings,
)
from companion.config.document import Document, Finding, read_document
from companion.config.key_table import TABLE_KEYS
from companion.config.layers import Layers
from companion.config.validation import Checked, check_document
from companion.config.wiring import die_of, pin_findings, spi_ports, wire_seats
from companion.config.wiring import i2c_settings as i2c_of
from companion.config.wiring import sound_settings as sounds_of
from companion.core.errors import ConfigError
from companion.core.seat import all_places, seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.dice.machine import MachineDie
from companion.devices.wiring import DimmingSettings, Wiring
from companion.table.clock import OFF
from companion.table.draws import Material
from companion.ui.screens import Secrecy
from companion.web.loopback import is_loopback

_DEFAULTS = {key.path: key.default for key in TABLE_KEYS}


class TableSettings(Struct, frozen=True):
    """How the table plays.

    `secrecy`: whether secrets show at once, or only while both outer keys are held, or, on a simulated table alone, only to the
    one who has the page that several share. `material`: whether tiles and cards exist on the screens, or come from the box and
    are entered by the players. `power_off`: whether the lobby may offer to switch the machine off. `machine_pace`: seconds for a
    move of the machine where it plays a seat. `clock`: the think time until the lobby chooses another.
    """

    secrecy: Secrecy
    hold_ms: int
    repeat_ms: int
    material: Material = "screens"
    power_off: bool = True
    machine_pace: float = 2.5
    clock: str = OFF


class Web(Struct, frozen=True):
    """The web page's settings. `bench`: serve the view that shows every secret. `allowed_hosts`: accepted host names, in
    addition to localhost and `host`. `certificate` and `key`: paths of PEM files, for TLS. `wifi` and
    `wifi_password`: of the network that phones join first."""

    enabled: bool
    host: str
    port: int
    bench: bool
    allowed_hosts: tuple[str, ...]
    certificate: str | None = None
    key: str | None = None
    wifi: str | None = None
    wifi_password: str | None = None


class Configuration(Struct, frozen=True):
    """All effective settings. `names[seat]` is shown on the screens; `journal` is an absolute path. `club`: None for a table in
    no club."""

    board: str
    wiring: Wiring
    names: tuple[str, ...]
    table: TableSettings
    web: Web
    journal: Path
    die: DieWiring = MachineDie()
    club: ClubSettings | None = None


def load(path: Path, environ: Mapping[str, str], host: HostSoftware | None = None) -> Configuration:
    """Load the configuration file `path`. `host`: the machine that it will run on; None skips the checks against it.

    Raises ConfigError with all findings.
    """
    document = read_document(path, called=str(path), otherwise="write one, or name another with --config")
    return _configuration(check_document(document, TABLE_KEYS), environ, host)


def simulated(
    seats: int | None,
    environ: Mapping[str, str],
    *,
    board: str = "bench",
    port: int = 8080,
    secrecy: Secrecy = "open",
    material: Material = "screens",
    journal: Path | None = None,
    die: str = "machine",
    phones_at: str | None = None,
    phone_hosts: Iterable[str] = (),
    club: Mapping[str, Any] | None = None,
) -> Configuration:
    """A simulated table without a file, served on the loopback address. `seats`: None takes the board's default number.
    `phones_at`: the address to listen at, for a table whose seats are all phones; then the bench is not served, and `phone_hosts`
    are the names by which phones call this machine. `club`: the settings of the section [club].

    Raises ConfigError, for example if the board does not exist or has fewer seats.
    """
    data: dict[str, Any] = {
        "board": board,
        "simulated": True,
        "table": {"material": material},
        "die": {"source": die},
        "web": {"port": port},
    }
    if seats is not None:
        data["seats"] = [{} if phones_at is None else {"kind": "phone"} for _ in range(seats)]
    if phones_at is not None:
        data["web"] |= {"host": phones_at, "bench": False, "allowed_hosts": list(phone_hosts)}
    if club is not None:
        data["club"] = dict(club)
    if journal is not None:
        data["journal"] = {"path": str(journal.absolute())}
    document = Document(name="companion play", folder=Path(), data=data, lines=None)
    configuration = _configuration(check_document(document, TABLE_KEYS), environ, None)
    return replace(configuration, table=replace(configuration.table, secrecy=secrecy))


def _configuration(table: Checked, environ: Mapping[str, str], host: HostSoftware | None) -> Configuration:
    findings = [*table.findings]
    unread: tuple[str, ...] = ()
    board = None
    try:
        board, faults = board_of(table)
        findings += faults
    except ConfigError as error:
        # If the board's file is not TOML, the findings of the table itself are still reported.
        unread = error.findings
    if board is not None:
        findings += board.findings
    values = _Values(table)
    simulated = bool(values.get("simulated", board is not None and board.values.get(("simulated",), False)))
    revision = values.get("revision")
    findings += factory_findings(table, simulated=simulated, host=host)
    layers = Layers(table, board)
    seats, claims, wrong = wire_seats(layers, simulated=simulated)
    sounds, buzzers = sounds_of(layers)
    i2c, resets = i2c_of(layers, seats)
    claims += [*buzzers, *resets]
    die, more, missing = die_of(layers, claims, simulated=simulated)
    findings += [*wrong, *missing, *pin_findings([*claims, *more], revision, spi_ports(layers))]
    names = tuple(
        table.values.get(("seats", seat, "name"), f"Player {seat_number(seat)}")
        for seat in all_places(table.seats() or len(seats))
    )
    findings += name_findings(table, names)
    address = values.get("web.host")
    web = Web(
        enabled=values.get("web.enabled"),
        host=address,
        port=values.get("web.port"),
        bench=values.get("web.bench", simulated and is_loopback(address)),
        allowed_hosts=values.get("web.allowed_hosts"),
        certificate=values.get("web.certificate"),
        key=values.get("web.key"),
        wifi=values.get("web.wifi"),
        wifi_password=values.get("web.wifi_password"),
    )
    findings += web_findings(table, host=address, bench=web.bench)
    findings += phone_findings(table, seats, has_page=web.enabled)
    findings += club_findings(table)
    journal = journal_path(table, environ)
    if isinstance(journal, Finding):
        findings.append(journal)
    if findings or unread or isinstance(journal, Finding):
        raise ConfigError((*_in_order(table, findings), *unread))
    return Configuration(
        board=board_setting(table),
        wiring=Wiring(
            simulated=simulated,
            pin_factory=values.get("pin_factory", "mock" if simulated else "lgpio"),
            seats=seats,
            debounce_ms=values.get("keys.debounce_ms"),
            settle_ms=values.get("keys.settle_ms"),
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
            machine_pace=values.get("table.machine_pace"),
            clock=values.get("table.clock"),
        ),
        web=web,
        journal=journal,
        die=die,
        club=_club_of(values) if any(path[0] == "club" for path in table.values) else None,
    )


def _club_of(values: "_Values") -> ClubSettings:
    return ClubSettings(**{name: values.get(f"club.{name}") for name in ClubSettings.__struct_fields__})


class _Values(Struct, frozen=True):
    """The values of a table, by documented path."""

    table: Checked

    def get(self, path: str, otherwise: object = None) -> Any:
        """The value from the file; else `otherwise`; else the documented default."""
        default = _DEFAULTS[path] if otherwise is None else otherwise
        return self.table.values.get(tuple(path.split(".")), default)


def _in_order(table: Checked, findings: Iterable[Finding]) -> Iterator[str]:
    """The findings as sentences, in the order of the file; the table's before the board's."""
    ranked = sorted(findings, key=lambda one: (one.place.file != table.document.name, one.place.line or 0))
    return (one.sentence() for one in ranked)
