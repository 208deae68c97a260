"""A table's place in a club: the settings below [club], the address of a broker, and the invitation that a club gives a table.

Invariant: a password never travels to another machine without TLS.
"""

import base64
import binascii
import re
import textwrap
from collections.abc import Iterator
from typing import Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

from msgspec import Struct

from companion.config.document import Finding
from companion.config.validation import Checked, toml_text
from companion.core.errors import ConfigError
from companion.web.loopback import host_and_port, is_loopback

Discovery = Literal["device", "entities", "none"]
TABLE_NAME: Final = re.compile(r"[a-z0-9-]{1,32}")
"""Of a table: also its user name at the broker, and a level of its topics."""
PREFIX: Final = re.compile(r"[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,3}")
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


def table_name_fault(name: str) -> str | None:
    """Why this cannot be the name of a table, as a sentence; None where it can."""
    if TABLE_NAME.fullmatch(name):
        return None
    return f"{toml_text(name)} is no name of a table; write 1 to 32 small letters, digits and hyphens."


class BrokerAddress(Struct, frozen=True):
    """Where a broker listens. `tls`: the connection is encrypted, and the broker's certificate is checked."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        return f"{'mqtts' if self.tls else 'mqtt'}://{host_and_port(self.host, self.port)}"


class ClubSettings(Struct, frozen=True):
    """A table in a club. `broker`: its URL. `table`: the table's name there. `password_file` and `ca_file`: paths of the file
    with the table's password and of the club's own certificate authority. `prefix`: of all topics. `delay_s`: how late the public
    may see state and events. `discovery`: how Home Assistant is told of the table."""

    broker: str
    table: str
    password_file: str | None = None
    ca_file: str | None = None
    prefix: str = "companion"
    delay_s: float = 0.0
    discovery: Discovery = "device"


class Invitation(Struct, frozen=True):
    """What a table must know to join a club. `ca`: the certificate of the club's own authority, as PEM."""

    broker: str
    table: str
    password: str
    ca: str | None = None
    prefix: str = "companion"

    @property
    def written(self) -> str:
        """As one line, for a QR code or a file; it holds the password."""
        given = {"broker": self.broker, "table": self.table, "password": self.password}
        if self.prefix != "companion":
            given["prefix"] = self.prefix
        if self.ca is not None:
            body = "".join(line for line in self.ca.splitlines() if not line.startswith("-----"))
            given["ca"] = base64.urlsafe_b64encode(base64.b64decode(body)).decode().rstrip("=")
        return f"{INVITATION}?{urlencode(given, safe=':/')}"


INVITATION: Final = "codebreakers-club:"
"""How an invitation begins."""


def read_invitation(text: str) -> Invitation:
    """The invitation in a line. Raises ConfigError with a sentence."""
    words = text.strip()
    given = dict(parse_qsl(words.removeprefix(f"{INVITATION}?")))
    if not words.startswith(f"{INVITATION}?") or not given.keys() >= {"broker", "table", "password"}:
        raise ConfigError((f"This is no invitation of a club: it is one line that begins with {INVITATION}?broker=",))
    broker_address(given["broker"])
    name, prefix = given["table"], given.get("prefix", "companion")
    if not TABLE_NAME.fullmatch(name) or not PREFIX.fullmatch(prefix) or not given["password"].isprintable():
        raise ConfigError(("This invitation is damaged: have the club make another one.",))
    return Invitation(given["broker"], name, given["password"], _pem(given["ca"]) if "ca" in given else None, prefix)


def _pem(written: str) -> str:
    """Raises ConfigError."""
    try:
        der = base64.b64decode(written + "=" * (-len(written) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ConfigError(("The certificate in this invitation is damaged: copy the whole line.",)) from error
    body = "\n".join(textwrap.wrap(base64.b64encode(der).decode(), 64))
    return f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"


def broker_address(url: str, *, insecure: bool = False) -> BrokerAddress:
    """The address in a URL such as mqtts://club.local:8883. `insecure`: allow a connection to another machine without TLS.

    Raises ConfigError with a sentence.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigError((f"{toml_text(url)} is no address of a broker: {error}.",)) from error
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
        raise ConfigError((f"{toml_text(url)} is no address of a broker; write one like mqtts://club.local:8883.",))
    tls = parts.scheme == "mqtts"
    if not tls and not insecure and not (parts.hostname == "localhost" or is_loopback(parts.hostname)):
        raise ConfigError(
            (f"{toml_text(url)} would send passwords over the network unencrypted; write mqtts:// instead, for TLS.",)
        )
    return BrokerAddress(parts.hostname, port or _PORTS[parts.scheme], tls)


def club_findings(table: Checked) -> Iterator[Finding]:
    """Findings about a table's place in a club."""
    values, place = table.values, table.document.place
    given = [path for path in (*values, *table.broken) if path[0] == "club"]
    if not given:
        return
    for key in ("broker", "table"):
        if ("club", key) not in given:
            yield Finding(place(("club",)), f"{key} is missing; write club.{key}, or take the section out.")
    if (url := values.get(("club", "broker"))) is not None:
        try:
            broker_address(url)
        except ConfigError as error:
            yield Finding(place(("club", "broker")), error.findings[0])
    name = values.get(("club", "table"))
    if name is not None and (text := table_name_fault(name)) is not None:
        yield Finding(place(("club", "table")), text)
    if name == "club":
        yield Finding(place(("club", "table")), '"club" is the name of the club itself; write another one.')
    prefix = values.get(("club", "prefix"))
    if prefix is not None and not PREFIX.fullmatch(prefix):
        text = f"{toml_text(prefix)} cannot begin a topic; write letters, digits, _ and -, for example companion."
        yield Finding(place(("club", "prefix")), text)
    for key in ("password_file", "ca_file"):
        path = values.get(("club", key))
        if path is not None and not path.startswith("/"):
            text = f"{toml_text(path)} would depend on where the service was started; begin it with /."
            yield Finding(place(("club", key)), text)
