"""Checks across keys: values that are valid alone but not together, such as the bench view on a public address."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from companion.config.document import Finding
from companion.config.pi_header import header_of
from companion.config.validation import Checked, toml_text
from companion.core.fonts.faces import undrawable_letters
from companion.devices.pins import RpiGpio, instead_of_original
from companion.devices.wiring import PhoneSeat, SeatKind
from companion.web.loopback import address, is_loopback

JOURNAL_FILE_NAME = "journal.sqlite3"


class HostSoftware(Struct, frozen=True):
    """What is installed where a configuration will run. `kernel`: a release such as "6.6.31+rpt-rpi-v8"."""

    kernel: str
    rpi_gpio: RpiGpio | None


def factory_findings(table: Checked, *, simulated: bool, host: HostSoftware | None) -> Iterator[Finding]:
    """Findings about the pin factory and the board's revision."""
    factory, revision = table.values.get(("pin_factory",)), table.values.get(("revision",))
    place = table.document.place(("pin_factory",))
    header = None
    if revision is not None and (header := header_of(revision)) is None:
        text = (
            f"gpiozero knows no board with a 40-pin header of revision 0x{revision:X}; "
            'write the code that "grep Revision /proc/cpuinfo" prints on the Pi, with 0x before it.'
        )
        yield Finding(table.document.place(("revision",)), text)
    if factory == "mock" and not simulated:
        yield Finding(place, '"mock" has no pins, and this table is not simulated; write "lgpio", or simulated = true.')
    if factory not in (None, "mock") and simulated:
        yield Finding(place, f"{toml_text(factory)} is for real pins, and this table is simulated; take it out.")
    if factory == "rpigpio" and host is not None and host.rpi_gpio == "original":
        if header is not None and header.soc == "BCM2712":
            text = f"the original RPi.GPIO, which is installed, cannot reach the pins of a Raspberry Pi {header.model}"
            yield Finding(place, f"{text}; {instead_of_original()}.")
        elif _release(host.kernel) >= (6, 6):
            text = f"the original RPi.GPIO, which is installed, sees no edges on Linux 6.6 and later, and this is {host.kernel}"
            yield Finding(place, f"{text}; {instead_of_original()}.")


def name_findings(table: Checked, names: tuple[str, ...]) -> Iterator[Finding]:
    """Findings about names that the screens cannot draw, and about names that two seats share."""
    for seat, name in enumerate(names):
        path = ("seats", seat, "name")
        if path in table.values and (letters := undrawable_letters(name)):
            text = f"the screens cannot draw {letters}; write the name {toml_text(name)} with other letters, for example A to Z."
            yield Finding(table.document.place(path), text)
        others = [other for other in range(len(names)) if names[other] == name and other != seat]
        # Of two equal names in the file the second gets the finding; of a name in the file and a default, the name does.
        if path in table.values and any(
            other < seat or ("seats", other, "name") not in table.values for other in others
        ):
            text = f"seats[{others[0]}] is called {toml_text(name)} too; give each seat a name of its own."
            yield Finding(table.document.place(path), text)


def web_findings(table: Checked, *, host: str, bench: bool) -> Iterator[Finding]:
    """Findings about the web address, its host names, and secrets that other machines could see."""
    values, place = table.values, table.document.place
    allowed = values.get(("web", "allowed_hosts"), ())
    unusable = ("web", "allowed_hosts") in table.broken
    listened = address(host)
    if host.lower() != "localhost" and listened is None:
        text = f'{toml_text(host)} is no address; write one of this machine\'s, for example "127.0.0.1".'
        yield Finding(place(("web", "host")), text)
    elif bench and not is_loopback(host):
        text = (
            f"the bench view shows every seat's secrets, and {host} can be reached by other machines; "
            'take it out, or write host = "127.0.0.1".'
        )
        yield Finding(place(("web", "bench")), text)
    if listened is not None and listened.is_unspecified and not allowed and not unusable:
        text = (
            f"{host} listens at every address of this machine, so the host names that browsers use must be listed; "
            'write for example allowed_hosts = ["companion.local"].'
        )
        yield Finding(place(("web", "host")), text)
    if ("web", "wifi_password") in values and ("web", "wifi") not in values and ("web", "wifi") not in table.broken:
        text = "is the password of a network without a name; write web.wifi, or take this line out."
        yield Finding(place(("web", "wifi_password")), text)
    for name, other in (("certificate", "key"), ("key", "certificate")):
        path = values.get(("web", name))
        if path is not None and not path.startswith("/"):
            text = f"{toml_text(path)} would depend on where the service was started; begin it with /."
            yield Finding(place(("web", name)), text)
        if path is not None and ("web", other) not in values and ("web", other) not in table.broken:
            yield Finding(
                place(("web", name)), f"TLS needs the {other}, too; write web.{other}, or take this line out."
            )
    for index, name in enumerate(allowed):
        if address(name) is None and not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", name):
            text = f'{toml_text(name)} is no host name; write it without scheme, port and path, for example "companion.local".'
            yield Finding(place(("web", "allowed_hosts", index)), text)


def phone_findings(table: Checked, seats: Iterable[SeatKind], *, has_page: bool) -> Iterator[Finding]:
    """Findings about seats that are phones at a table without a page."""
    if not has_page and any(isinstance(seat, PhoneSeat) for seat in seats):
        text = "a seat of this table is a phone, and phones need the page; write true, or take this line out."
        yield Finding(table.document.place(("web", "enabled")), text)


def journal_path(table: Checked, environ: Mapping[str, str]) -> Path | Finding:
    """Where the journal is: as written; else in systemd's state folder; else in the user's."""
    at = ("journal", "path")
    written = table.values.get(at)
    place = table.document.place(at)
    home = environ.get("HOME", "")
    if written is not None and written.startswith("~/"):
        if not home.startswith("/"):
            return Finding(place, "~ cannot be expanded, since HOME is not set; write the path in full.")
        return Path(home, written[2:])
    if written is not None:
        if not written.startswith("/"):
            text = f"{toml_text(written)} would depend on where the service was started; begin it with / or ~/."
            return Finding(place, text)
        return Path(written)
    # systemd separates several folders by colons; the first is the one that is meant for this.
    if state := environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(state, JOURNAL_FILE_NAME)
    # The XDG rules have a relative folder ignored.
    if (state := environ.get("XDG_STATE_HOME", "")).startswith("/"):
        return Path(state, "companion", JOURNAL_FILE_NAME)
    if home.startswith("/"):
        return Path(home, ".local", "state", "companion", JOURNAL_FILE_NAME)
    text = "is missing, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME says where it could be; write it in full."
    return Finding(place, text)


def _release(kernel: str) -> tuple[int, ...]:
    """`6.6.31+rpt-rpi-v8` is (6, 6)."""
    return tuple(int(number) for number in re.findall(r"\d+", kernel)[:2])
