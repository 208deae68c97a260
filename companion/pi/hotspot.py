"""Plan a Wi-Fi hotspot: `companion setup --hotspot` creates it with NetworkManager, for tables without a router.

The command is mostly given over the very Wi-Fi that the hotspot ends. So everything that is needed to join it is printed first,
and systemd switches it on 15 seconds after the command has ended. It is on trial then:

    15 s      the hotspot is up (autoconnect=false, so a restart brings the old network back)
    10 min    somebody has joined: autoconnect=true, it stays; nobody has: it goes down, and the Pi joins its old network again

The password is only in NetworkManager's own file, which only root may read, and never on a command line. The web port is
opened on the hotspot's address and stays closed to every other network.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_DNS, uuid5

from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.pi.root_files import below, read_or_none, replace_file
from companion.pi.setup_plan import FileChange, PlannedCommand, SetupPlan

HOTSPOT_NAME: Final = "companion-hotspot"
HOTSPOT_PROFILE: Final = f"etc/NetworkManager/system-connections/{HOTSPOT_NAME}.nmconnection"
SOCKET_DROP_IN: Final = "etc/systemd/system/companion.socket.d/hotspot.conf"
HOTSPOT_ADDRESS: Final = "10.42.7.1"
"""The Pi's address in the hotspot's network."""
HOTSPOT_PORT: Final = 8080
INTERFACE: Final = "wlan0"
UP_AFTER: Final = 15
TRIAL: Final = 600
"""Seconds: until the hotspot is switched on, and from then until it ends if nobody has joined."""

_LEASES: Final = f"var/lib/NetworkManager/dnsmasq-{INTERFACE}.leases"
"""Where NetworkManager's dnsmasq keeps the addresses that it gave: lines of (until when, in Unix seconds; MAC; IP; ...)."""
_UP_UNIT: Final = "companion-hotspot-up"
_CHECK_UNIT: Final = "companion-hotspot-check"
_NETWORK_MANAGER: Final = "etc/NetworkManager"
_UUID: Final = uuid5(NAMESPACE_DNS, HOTSPOT_NAME)
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""
_LENGTH: Final = 12
_SSID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,30}[A-Za-z0-9]|[A-Za-z0-9]")

# Protected management frames are off: the Pi's own Wi-Fi driver refuses the keys that they need.
_KEYFILE: Final = """# Written by `companion setup --hotspot`, and taken out by `companion setup --undo`.
[connection]
id={name}
uuid={uuid}
type=wifi
interface-name={interface}
autoconnect={stays}
autoconnect-priority=10

[wifi]
mode=ap
band=bg
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf=1
psk={password}

[ipv4]
method=shared
address1={address}/24

[ipv6]
method=disabled
"""
_LISTEN: Final = f"""# Written by `companion setup --hotspot`: the page is reached from the hotspot, and from no other network.
[Socket]
ListenStream={HOTSPOT_ADDRESS}:{HOTSPOT_PORT}
FreeBind=yes
"""


def new_password(pick: RandBelow) -> str:
    """A random password of 12 letters and digits, 59 bits. `pick(n)` draws a number below n."""
    return "".join(_LETTERS[pick(len(_LETTERS))] for _ in range(_LENGTH))


def plan_hotspot(root: Path, ssid: str, pick: RandBelow) -> SetupPlan:
    """The plan that creates the network `ssid` on trial. An existing hotspot keeps its password; one that is known to work
    stays as it is.

    Raises DeviceError if NetworkManager is missing, or `ssid` is not a name that every phone accepts.
    """
    if not below(root, _NETWORK_MANAGER).is_dir():
        raise DeviceError(
            "There is no /etc/NetworkManager, so NetworkManager does not run this Pi's Wi-Fi; Raspberry Pi OS of Debian 12 or "
            "newer has it, older ones get it by sudo raspi-config, Advanced Options, Network Config."
        )
    if not _SSID.fullmatch(ssid):
        raise DeviceError(
            "The name of a hotspot has 1 to 32 of the letters A to Z, digits, blanks, dots, dashes and underscores, and begins "
            "and ends with a letter or a digit; choose another after --hotspot."
        )
    path = below(root, HOTSPOT_PROFILE)
    before = read_or_none(path)
    known = _value(before, "psk")
    password = known or new_password(pick)
    changes = []
    after = _profile(ssid, password, stays=False)
    if before not in (after, _profile(ssid, password, stays=True)):
        why = (
            f"makes this Pi a Wi-Fi network of its own, and only root may read it. From then on the Pi's Wi-Fi ({INTERFACE}) "
            "joins no other network: whoever is logged in over Wi-Fi loses the connection, and joins the hotspot to log in "
            "again. A network cable goes on working"
        )
        changes.append(FileChange(path, before, after, why, mode=0o600, secret=True))
    socket = below(root, SOCKET_DROP_IN)
    if (listens := read_or_none(socket)) != _LISTEN.encode():
        changes.append(FileChange(socket, listens, _LISTEN.encode(), "opens the table's page to that network alone"))
    commands = [
        PlannedCommand(("systemctl", "daemon-reload"), "has systemd read that"),
        PlannedCommand(("systemctl", "stop", "companion.socket", "companion.service"), "closes the old port"),
        PlannedCommand(("systemctl", "start", "companion.socket", "companion.service"), "opens the new one"),
    ]
    if before != _profile(ssid, password, stays=True):
        check = (sys.executable, "-m", "companion", "setup", "--hotspot-trial-ends")
        up = ("nmcli", "--wait", "90", "connection", "up", HOTSPOT_NAME)
        commands += [
            _end_of_trial(),
            PlannedCommand(("nmcli", "connection", "load", f"/{HOTSPOT_PROFILE}"), "has NetworkManager read it"),
            PlannedCommand(
                _later(_CHECK_UNIT, UP_AFTER + TRIAL, check),
                f"looks in {(UP_AFTER + TRIAL) // 60} minutes who has joined: if nobody has, the old network returns",
            ),
            PlannedCommand(_later(_UP_UNIT, UP_AFTER, up), f"switches the hotspot on, {UP_AFTER} seconds later"),
        ]
        # An earlier trial may have left the very same file.
        return SetupPlan(tuple(changes), tuple(commands) if root == Path("/") else (), (), reboot=False)
    return SetupPlan(tuple(changes), _here(root, changes, tuple(commands)), (), reboot=False)


def end_trial(root: Path, now: float, run: Callable[[tuple[str, ...]], str | None]) -> str:
    """End the trial of the hotspot: it stays if somebody has joined, else it goes down. Returns what became of it, a sentence.

    `now`: Unix seconds. `run`: runs a tool of the system.
    """
    path = below(root, HOTSPOT_PROFILE)
    data = read_or_none(path)
    if not _is_ours(data) or data is None:
        return "There is no hotspot of the companion's."
    if not _has_guests(root, now):
        run(("nmcli", "connection", "down", HOTSPOT_NAME))
        return (
            f"Nobody has joined the hotspot in {TRIAL // 60} minutes, so this Pi is back in its old network. To try it again: "
            "sudo companion setup --hotspot"
        )
    replace_file(path, data.replace(b"autoconnect=false", b"autoconnect=true"), 0o600, secret=True)
    run(("nmcli", "connection", "load", f"/{HOTSPOT_PROFILE}"))
    return "Somebody has joined the hotspot, so it stays, also after a restart."


def plan_hotspot_removal(root: Path) -> SetupPlan:
    """The plan that removes the hotspot; empty if there is none."""
    changes = [
        FileChange(path, before, None, "is not needed any more", secret=name == HOTSPOT_PROFILE)
        for name in (HOTSPOT_PROFILE, SOCKET_DROP_IN)
        if (before := read_or_none(path := below(root, name))) is not None and _is_ours(before)
    ]
    commands = (
        _end_of_trial(),
        PlannedCommand(("systemctl", "daemon-reload"), "has systemd read that"),
        PlannedCommand(("systemctl", "stop", "companion.socket", "companion.service"), "closes the hotspot's port"),
        PlannedCommand(("systemctl", "start", "companion.socket", "companion.service"), "goes on with the others"),
        # The last, since it ends the connection of whoever is logged in over the hotspot.
        PlannedCommand(("nmcli", "connection", "reload"), "has NetworkManager forget the hotspot"),
    )
    return SetupPlan(tuple(changes), _here(root, changes, commands), (), reboot=False)


def join_code(root: Path, plan: SetupPlan) -> tuple[str, str, str] | None:
    """The name of the hotspot that the plan makes or leaves, its password, and the QR code for joining it, as text; None if there
    is no hotspot or this user may not read its file."""
    from io import StringIO

    from segno.helpers import make_wifi

    path = below(root, HOTSPOT_PROFILE)
    data = next((change.after for change in plan.changes if change.path == path), read_or_none(path))
    ssid, secret = _value(data, "ssid"), _value(data, "psk")
    if ssid is None or secret is None:
        return None
    drawn = StringIO()
    make_wifi(ssid=ssid, password=secret, security="WPA").terminal(drawn, compact=True)
    return ssid, secret, drawn.getvalue()


def _profile(ssid: str, password: str, *, stays: bool) -> bytes:
    return _KEYFILE.format(
        name=HOTSPOT_NAME,
        uuid=_UUID,
        interface=INTERFACE,
        stays="true" if stays else "false",
        ssid=ssid,
        password=password,
        address=HOTSPOT_ADDRESS,
    ).encode()


def _is_ours(data: bytes | None) -> bool:
    """Whether the companion wrote the file; NetworkManager leaves the first line out when it writes a profile anew."""
    return data is not None and (
        data.startswith(b"# Written by `companion setup") or f"uuid={_UUID}\n".encode() in data
    )


def _has_guests(root: Path, now: float) -> bool:
    leases = (read_or_none(below(root, _LEASES)) or b"").decode("ascii", "replace").splitlines()
    return any(float(until) > now for until in (line.partition(" ")[0] for line in leases) if until.isdecimal())


def _end_of_trial() -> PlannedCommand:
    return PlannedCommand(("systemctl", "stop", f"{_UP_UNIT}.timer", f"{_CHECK_UNIT}.timer"), "ends an earlier trial")


def _later(unit: str, seconds: int, command: tuple[str, ...]) -> tuple[str, ...]:
    """Without the last option a timer may be late by a minute."""
    when = (f"--unit={unit}", f"--on-active={seconds}", "--timer-property=AccuracySec=1s")
    return ("systemd-run", "--quiet", "--collect", *when, *command)


def _here(root: Path, changes: list[FileChange], commands: tuple[PlannedCommand, ...]) -> tuple[PlannedCommand, ...]:
    """The commands, if there are changes and the root is /: the tools always change the running system."""
    return commands if changes and root == Path("/") else ()


def _value(data: bytes | None, key: str) -> str | None:
    found = re.search(rf"^{key}=(.+)$", (data or b"").decode("utf-8", "replace"), re.MULTILINE)
    return None if found is None else found[1]
