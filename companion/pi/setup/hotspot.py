"""Plan a Wi-Fi hotspot: `companion setup --hotspot` creates it with NetworkManager, for tables without a router.

The password is only in NetworkManager's own file, which only root may read, and never on a command line. The web port is
opened on the hotspot's address and stays closed to every other network.
"""

import re
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_DNS, uuid5

from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.pi.root_files import below, read_or_none
from companion.pi.setup.setup_plan import FileChange, PlannedCommand, SetupPlan

HOTSPOT_NAME: Final = "companion-hotspot"
HOTSPOT_PROFILE: Final = f"etc/NetworkManager/system-connections/{HOTSPOT_NAME}.nmconnection"
SOCKET_DROP_IN: Final = "etc/systemd/system/companion.socket.d/hotspot.conf"
HOTSPOT_ADDRESS: Final = "10.42.7.1"
"""The Pi's address in the hotspot's network."""
HOTSPOT_PORT: Final = 8080
INTERFACE: Final = "wlan0"

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
autoconnect=true
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
    """The plan that creates the network `ssid`. An existing hotspot keeps its password.

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
    after = _KEYFILE.format(
        name=HOTSPOT_NAME,
        uuid=_UUID,
        interface=INTERFACE,
        ssid=ssid,
        password=known or new_password(pick),
        address=HOTSPOT_ADDRESS,
    ).encode()
    changes = []
    if after != before:
        why = (
            f"makes this Pi a Wi-Fi network of its own, and only root may read it. From then on the Pi's Wi-Fi ({INTERFACE}) "
            "joins no other network: whoever is logged in over Wi-Fi loses the connection, and joins the hotspot to log in "
            "again. A network cable goes on working"
        )
        changes.append(FileChange(path, before, after, why, mode=0o600, secret=True))
    socket = below(root, SOCKET_DROP_IN)
    if (listens := read_or_none(socket)) != _LISTEN.encode():
        changes.append(FileChange(socket, listens, _LISTEN.encode(), "opens the table's page to that network alone"))
    commands = (
        PlannedCommand(("systemctl", "daemon-reload"), "has systemd read that"),
        PlannedCommand(("systemctl", "stop", "companion.socket", "companion.service"), "closes the old port"),
        PlannedCommand(("systemctl", "start", "companion.socket", "companion.service"), "opens the new one"),
        PlannedCommand(("nmcli", "connection", "load", f"/{HOTSPOT_PROFILE}"), "has NetworkManager read it"),
        PlannedCommand(("nmcli", "connection", "up", HOTSPOT_NAME), "switches the hotspot on"),
    )
    return SetupPlan(tuple(changes), _here(root, changes, commands), (), reboot=False)


def plan_hotspot_removal(root: Path) -> SetupPlan:
    """The plan that removes the hotspot; empty if there is none."""
    changes = [
        FileChange(path, before, None, "is not needed any more", secret=name == HOTSPOT_PROFILE)
        for name in (HOTSPOT_PROFILE, SOCKET_DROP_IN)
        if (before := read_or_none(path := below(root, name))) is not None
        and before.startswith(b"# Written by `companion setup")
    ]
    commands = (
        PlannedCommand(("nmcli", "connection", "reload"), "has NetworkManager forget the hotspot"),
        PlannedCommand(("systemctl", "daemon-reload"), "has systemd read that"),
        PlannedCommand(("systemctl", "stop", "companion.socket", "companion.service"), "closes the hotspot's port"),
        PlannedCommand(("systemctl", "start", "companion.socket", "companion.service"), "goes on with the others"),
    )
    return SetupPlan(tuple(changes), _here(root, changes, commands), (), reboot=False)


def join_code(root: Path) -> tuple[str, str, str] | None:
    """The hotspot's name, its password, and the QR code for joining it, as text; None if there is no hotspot or this user
    may not read its file."""
    from io import StringIO

    from segno.helpers import make_wifi

    data = read_or_none(below(root, HOTSPOT_PROFILE))
    ssid, secret = _value(data, "ssid"), _value(data, "psk")
    if ssid is None or secret is None:
        return None
    drawn = StringIO()
    make_wifi(ssid=ssid, password=secret, security="WPA").terminal(drawn, compact=True)
    return ssid, secret, drawn.getvalue()


def _here(root: Path, changes: list[FileChange], commands: tuple[PlannedCommand, ...]) -> tuple[PlannedCommand, ...]:
    """The commands, if there are changes and the root is /: the tools always change the running system."""
    return commands if changes and root == Path("/") else ()


def _value(data: bytes | None, key: str) -> str | None:
    found = re.search(rf"^{key}=(.+)$", (data or b"").decode("utf-8", "replace"), re.MULTILINE)
    return None if found is None else found[1]
