"""Who may do what at a club's broker: the files that Mosquitto reads, and the invitation that a table gets.

    companion club init       → the club's own authority and the broker's certificate, by openssl; the rules; the club's account
    companion club add-table  → a password of its own for a table, and its invitation as a line and a QR code

    passwords   a line for each user, with a hash of the password (PBKDF2 with SHA-512, as mosquitto_passwd writes it)
    access      what each user may read and write; it names no table, for its patterns hold for all of them
    mosquitto.conf  to be read by the broker; it names the files beside it
    tables.toml the address that tables use, and what their topics begin with
    club.toml, club-password  for the club itself
    ca.pem, ca.key, server.pem, server.key

Invariants. A table's password is random, is shown once, and stands nowhere in clear text on the club's side. A table has one
password at a time: to add it again makes the old one worthless.
"""

import base64
import grp
import hashlib
import os
import pwd
import re
import secrets
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.club.wire import CLUB
from companion.config.club import PREFIX, BrokerAddress, Invitation, table_name_fault
from companion.config.validation import toml_text
from companion.core.errors import CompanionError, ConfigError
from companion.files import write_file
from companion.web.loopback import address

FOLDER: Final = Path("/etc/codebreakers-club")
BROKER_USER: Final = "mosquitto"
CLUB_USER: Final = "codebreakers-club"
HOME_ASSISTANT: Final = "homeassistant"
ROUNDS: Final = 101
"""mosquitto_passwd's own. A password of 128 random bits needs no more."""
DAYS: Final = 3650
"""Of certificates: nobody in a café thinks of renewing one."""
TLS_PORT: Final = 8883
LOCAL_PORT: Final = 1883

_ACCESS: Final = """# Written by companion club init.
user {club}
topic readwrite {prefix}/#

user {home}
topic read {prefix}/#
topic readwrite homeassistant/#

pattern readwrite {prefix}/%u/#
pattern read {prefix}/{club}/#
pattern write homeassistant/+/%u/+/config
pattern read homeassistant/status
"""
_MOSQUITTO: Final = """# Written by companion club init.
# Tables reach the broker by TLS, and programs of this machine without it; all of them need a password.
listener {tls_port}
certfile {folder}/server.pem
keyfile {folder}/server.key

listener {local_port} 127.0.0.1

allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/access
# Tables and club say everything again that a broker has lost: it need not write its store, and wear a card, at each change.
persistence true
autosave_interval 300
max_queued_messages 20000
"""
_CLUB: Final = """# How the club runs: docs/club.md lists the settings.
broker = "mqtt://127.0.0.1:{local_port}"
database = "sqlite:////var/lib/codebreakers-club/club.sqlite3"
password_file = {password_file}
prefix = {prefix}
# What browsers may call this machine, besides its own name.
allowed_hosts = [{host}]
# Without the # before it, the next line lets everybody in this machine's network read the hall.
# host = "0.0.0.0"
"""
_OPENSSL: Final = """[req]
distinguished_name = dn
prompt = no
[dn]
CN = {name}
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""
_HOST: Final = re.compile(
    r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)


class AccountsError(CompanionError):
    """The accounts cannot be made; a sentence."""


def init(
    folder: Path,
    hosts: Sequence[str],
    *,
    prefix: str = "companion",
    tls_port: int = TLS_PORT,
    local_port: int = LOCAL_PORT,
) -> None:
    """Make everything that a broker and a club need, for a broker that tables know by each of these `hosts`, names or addresses.
    Where it was done before, the authority, the passwords and club.toml stay, and the broker gets another certificate. Raises
    CompanionError."""
    for host in hosts:
        if address(host) is None and not _HOST.fullmatch(host):
            raise AccountsError(f"{host[:60]!r} is no name or address of a machine: write one like club.local.")
    if not PREFIX.fullmatch(prefix):
        raise AccountsError(f"{prefix!r} cannot begin a topic; write letters, digits, _ and -.")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    _certificates(folder, hosts)
    here = folder.absolute()
    _write(folder / "access", _ACCESS.format(club=CLUB, home=HOME_ASSISTANT, prefix=prefix), BROKER_USER)
    text = _MOSQUITTO.format(folder=here, tls_port=tls_port, local_port=local_port)
    _write(folder / "mosquitto.conf", text, None, 0o644)
    broker = toml_text(str(BrokerAddress(hosts[0], tls_port, tls=True)))
    text = f"# The broker as tables know it, and what all topics begin with.\nbroker = {broker}\nprefix = {toml_text(prefix)}\n"
    _write(folder / "tables.toml", text, None, 0o644)
    password_file = folder / "club-password"
    if not password_file.exists() or not (folder / "passwords").exists():
        password = secrets.token_urlsafe(16)
        _write(password_file, f"{password}\n", CLUB_USER)
        _set_password(folder, CLUB, password)
    if not (folder / "club.toml").exists():
        file, names = toml_text(str(here / "club-password")), ", ".join(toml_text(host) for host in hosts)
        text = _CLUB.format(local_port=local_port, password_file=file, prefix=toml_text(prefix), host=names)
        _write(folder / "club.toml", text, None, 0o644)


def add_table(folder: Path, name: str) -> Invitation:
    """A new password for a table; one that it had before is worth nothing once the broker has read its files again. Raises
    CompanionError."""
    _known_table(name)
    try:
        about = tomllib.loads((folder / "tables.toml").read_text(encoding="utf-8"))
        broker, prefix = str(about["broker"]), str(about["prefix"])
        ca = (folder / "ca.pem").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise AccountsError(f"{folder} holds no accounts of a club yet: companion club init makes them.") from error
    password = secrets.token_urlsafe(16)
    _set_password(folder, name, password)
    return Invitation(broker, name, password, ca, prefix)


def remove_table(folder: Path, name: str) -> None:
    """Take a table's account away. Raises CompanionError where it has none."""
    _known_table(name)
    if not _set_password(folder, name, None):
        raise AccountsError(f"There is no table {name}.")


def password_hash(password: str, salt: bytes) -> str:
    """As Mosquitto's password file has it."""
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def _known_table(name: str) -> None:
    if (fault := table_name_fault(name)) is not None:
        raise ConfigError((fault,))
    if name in (CLUB, HOME_ASSISTANT):
        raise ConfigError((f'"{name}" is the name of another program at the broker; write another one.',))


def _set_password(folder: Path, user: str, password: str | None) -> bool:
    """Replace the line of a user in the password file; None: take it out. Returns whether there was one."""
    path = folder / "passwords"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        lines = []
    except OSError as error:
        raise AccountsError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    others = [line for line in lines if not line.startswith(f"{user}:")]
    more = [] if password is None else [f"{user}:{password_hash(password, secrets.token_bytes(12))}"]
    _write(path, "".join(f"{line}\n" for line in (*others, *more)), BROKER_USER)
    return len(others) < len(lines)


def _certificates(folder: Path, hosts: Sequence[str]) -> None:
    """Raises AccountsError."""
    names = ", ".join(f"{'DNS' if address(host) is None else 'IP'}:{host}" for host in hosts)
    with tempfile.TemporaryDirectory() as made:  # of mode 0700
        work = Path(made)
        new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        kept = (folder / "ca.pem", folder / "ca.key")
        if all(path.exists() for path in kept):
            for path in kept:
                (work / path.name).write_bytes(path.read_bytes())
        else:
            (work / "ca.cnf").write_text(_OPENSSL.format(name="Companion club", names=names))
            _openssl(
                work, "req", "-x509", "-config", "ca.cnf", "-extensions", "ca", *new_key, "-sha256", "-days", str(DAYS),
                "-keyout", "ca.key", "-out", "ca.pem",
            )  # fmt: skip
            _write(kept[0], (work / "ca.pem").read_text(), None, 0o644)
            _write(kept[1], (work / "ca.key").read_text(), None)
        (work / "server.cnf").write_text(_OPENSSL.format(name=hosts[0][:64], names=names))
        _openssl(work, "req", "-new", "-config", "server.cnf", *new_key, "-keyout", "server.key", "-out", "server.csr")
        _openssl(
            work, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-sha256", "-days", str(DAYS),
            "-set_serial", str(secrets.randbits(120)), "-extfile", "server.cnf", "-extensions", "server", "-out", "server.pem",
        )  # fmt: skip
        _write(folder / "server.pem", (work / "server.pem").read_text(), None, 0o644)
        _write(folder / "server.key", (work / "server.key").read_text(), BROKER_USER)


def _openssl(work: Path, *words: str) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise AccountsError(
            "The certificates are made by openssl, which is missing: sudo apt install openssl brings it."
        )
    done = subprocess.run(
        [program, *words], cwd=work, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise AccountsError(f"openssl {words[0]} fails: {said[-1] if said else 'it says nothing'}.")


def _write(path: Path, text: str, reader: str | None, mode: int = 0o600) -> None:
    """`reader`: the user of the system that reads the file, to whom root gives it. Raises FileError."""
    write_file(path, text.encode(), mode)
    path.chmod(mode)
    if reader is not None and os.geteuid() == 0:
        with suppress(KeyError):  # it is not on this machine: the files are copied to where it is
            os.chown(path, pwd.getpwnam(reader).pw_uid, grp.getgrnam(reader).gr_gid)
