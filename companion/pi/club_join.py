"""Plan how a table joins a club: `companion setup --club` writes what an invitation says, and shows it first.

Invariant: of an own table.toml the section [club] alone changes.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from companion.config.club import Invitation
from companion.config.validation import toml_text
from companion.core.errors import ConfigError
from companion.pi.root_files import backup_path, below, read_or_none
from companion.pi.setup_plan import TABLE_FILE, FileChange, PlannedCommand, SetupPlan

PASSWORD_FILE: Final = "etc/companion/club-password"
CA_FILE: Final = "etc/companion/club-ca.pem"
_SECTION: Final = re.compile(r"^\[club\][^\n]*\n(?:(?!\[)[^\n]*\n)*", re.MULTILINE)


def plan_club(root: Path, invitation: Invitation) -> SetupPlan:
    """The plan by which the table of table.toml joins a club, or another one. Raises ConfigError where there is no table.toml, or
    where it says what club the table is in in another form than a section."""
    table, password, ca = (below(root, name) for name in (TABLE_FILE, PASSWORD_FILE, CA_FILE))
    before = read_or_none(table)
    if before is None:
        raise ConfigError((f"There is no {table} yet: companion setup --board NAME writes one.",))
    settings = {"broker": invitation.broker, "table": invitation.table, "password_file": f"/{PASSWORD_FILE}"}
    settings |= {} if invitation.ca is None else {"ca_file": f"/{CA_FILE}"}
    settings |= {} if invitation.prefix == "companion" else {"prefix": invitation.prefix}
    wanted = [
        (password, f"{invitation.password}\n".encode(), "is the table's password at the broker", 0o640),
        (
            ca,
            None if invitation.ca is None else invitation.ca.encode(),
            "tells the club's own broker from others",
            0o644,
        ),
    ]
    changes = [
        FileChange(path, found, data, why, mode=mode, secret=path == password)
        for path, data, why, mode in wanted
        if (found := read_or_none(path)) != data
    ]
    after = with_club(before.decode("utf-8"), settings).encode()
    if after != before:
        changes.append(FileChange(table, before, after, "says which club the table is in", backup_path(table, before)))
    commands = (
        PlannedCommand(("chgrp", "companion", str(password)), "lets the service read the password"),
        PlannedCommand(("systemctl", "restart", "companion.socket", "companion.service"), "has the table join"),
    )
    is_here = root == Path("/") and bool(changes)
    return SetupPlan(tuple(changes), commands if is_here else (), (), reboot=False)


def with_club(text: str, settings: dict[str, str]) -> str:
    """A configuration with another section [club]; what the owner has set there besides stays. Raises ConfigError."""
    try:
        means: dict[str, Any] = tomllib.loads(text)
        own = {key: value for key, value in means.get("club", {}).items() if key in ("delay_s", "discovery")}
        both = (settings | own).items()
        lines = [f"{key} = {toml_text(value) if isinstance(value, str) else value}" for key, value in both]
        section = "".join(f"{line}\n" for line in ("[club]", *lines))
        found = _SECTION.search(text)
        if found is not None:
            end = "\n" if text[found.end() :] else ""
            after = f"{text[: found.start()]}{section}{end}{text[found.end() :]}"
        else:
            after = f"{text}{'' if text.endswith(chr(10)) or not text else chr(10)}\n{section}"
        if tomllib.loads(after) == means | {"club": settings | own}:
            return after
    except tomllib.TOMLDecodeError as error:
        raise ConfigError((f"table.toml cannot be read: {error}.",)) from error
    raise ConfigError(("Take what table.toml says of a club out, and have it done again.",))
