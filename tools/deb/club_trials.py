"""The trials of the package that adds a club, in a root where the table's stands."""

import subprocess

from tools.deb.checks import Packages, files, install, rights, see, told
from tools.deb.contents import CLUB_NAME
from tools.deb.debian_root import Root

FOLDER = "/etc/codebreakers-club"
DATABASE = "sqlite:////var/lib/codebreakers-club/club.sqlite3"
UNIT = "codebreakers-club.service"


def as_club(root: Root, *command: str) -> tuple[str, ...]:
    """The words of a command that the club's user gives."""
    own = ("setpriv", "--reuid=codebreakers-club", "--regid=codebreakers-club", "--clear-groups", "--no-new-privs")
    return (*own, "/opt/companion/bin/companion", "club", *command)


def a_club_is_added(root: Root, packages: Packages) -> str:
    """To a table that goes on working: accounts, and the service's own command line under the service's user."""
    root.folder.with_name("before-club").write_text("\n".join(files(root)))
    install(root, packages.club)
    told(root, "companion", "config", "--config", "/etc/companion/table.toml")
    see(told(root, "systemctl", "is-enabled", UNIT).strip() == "enabled", f"{UNIT} is not enabled")
    place = f"/usr/lib/systemd/system/{UNIT}"
    said = root.run("systemd-analyze", "verify", place)
    see((said.returncode, said.stdout) == (0, ""), f"systemd-analyze verify: {said.stdout}")
    said = root.run("systemd-analyze", "security", "--offline=true", "--threshold=13", place)
    see(said.returncode == 0, f"the service is exposed more than 1.3: {said.stdout[-300:]}")
    told(root, "companion", "club", "init", "club.local")
    line = told(root, "companion", "club", "add-table", "table-1")
    see("codebreakers-club:?broker=mqtts://club.local:8883" in line, f"add-table says: {line}")
    entry = told(root, "getent", "passwd", "codebreakers-club").strip().split(":")
    secret = root.file(f"{FOLDER}/club-password").stat()
    see(rights(secret) == (0o600, int(entry[2]), int(entry[3])), f"the club's password has {rights(secret)}")
    root.file("/var/lib/codebreakers-club").mkdir(mode=0o700)
    told(root, "chown", "codebreakers-club:", "/var/lib/codebreakers-club")
    _the_service_runs(root)
    told(root, *as_club(root, "backup", "--config", f"{FOLDER}/club.toml", "/var/lib/codebreakers-club/copy.sqlite3"))
    see(told(root, *as_club(root, "games", "--database", DATABASE)) == "", "a new club has games")
    return "a club is added to a table's package: accounts, a service that runs as its own user, and a copy of its database"


def _the_service_runs(root: Root) -> None:
    process = subprocess.Popen(
        root.words(*as_club(root, "run", "--config", f"{FOLDER}/club.toml", "--port", "0")),
        cwd=root.folder,
        env=root.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        see(said.startswith("The club is at http://127.0.0.1:"), f"the club says: {said}")
        process.terminate()
        see(process.wait(60) == 0, f"the club ends with {process.returncode}")
    finally:
        process.kill()
        process.communicate()


def a_club_goes_again(root: Root, packages: Packages) -> str:
    """Removed, the table goes on and the games stay; purged, nothing of it is left."""
    told(root, "dpkg", "--remove", CLUB_NAME)
    told(root, "companion", "config", "--config", "/etc/companion/table.toml")
    see(
        root.run("/opt/companion/bin/python3", "-c", "import sqlalchemy").returncode != 0,
        "its libraries are there still",
    )
    see(root.file(f"{FOLDER}/passwords").exists(), "the accounts are gone")
    told(root, "dpkg", "--purge", CLUB_NAME)
    usual = {f"/etc/{name}{dash}" for name in ("passwd", "group", "shadow", "gshadow") for dash in ("", "-")}
    before = set(root.folder.with_name("before-club").read_text().split("\n"))
    # The environment is made anew in the other one of its two places.
    left = sorted(
        name
        for name in set(files(root)) - before - usual
        if "__pycache__" not in name and not name.startswith("/opt/companion")
    )
    see(left == [], f"these are left: {left}")
    return "removal of the club leaves table and games, and purging leaves nothing of it"
