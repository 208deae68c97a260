"""The trials of the Debian package, in their order: each starts from what the one before left, and says what it saw."""

import os
import shutil
import socket
import subprocess

from companion.pi.boot_settings import with_block
from companion.pi.hotspot import HOTSPOT_PROFILE, SOCKET_DROP_IN
from companion.pi.setup_plan import MODULES_FILE, MODULES_HEAD
from tools.deb.checks import Failure, Packages, Trial, files, held, install, rights, see, told, version
from tools.deb.club_trials import a_club_goes_again, a_club_is_added
from tools.deb.contents import NAME
from tools.deb.debian_root import Root
from tools.deb.player_trials import the_machine_plays, the_puzzle_of_the_day_opens

JOURNAL = "/var/lib/companion/journal.sqlite3"
TABLE = "/etc/companion/table.toml"
UNITS = ("companion.socket", "companion.service", "companion-club.socket")
_NO_TIME = 60.0
"""Seconds after which a service that should be up or down is not coming."""
PAGES = (
    "/table",
    "/seat",
    "/phones",
    "/puzzle",
    "/static/touch.css",
    "/static/games/mastermind/board.js",
    "/static/touch/panel.js",
)
"""What a browser asks a table for, the touch interface of phones included."""


def lintian_finds_nothing(root: Root, packages: Packages) -> str:
    """Errors and warnings alike."""
    if shutil.which("lintian") is None:
        raise Failure("lintian is missing: sudo apt install lintian.")
    words = ["lintian", "--allow-root", "--fail-on", "error,warning", str(packages.first), str(packages.club)]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    see(answer.returncode == 0, f"lintian has something to say:\n{answer.stdout}{answer.stderr}")
    return "lintian finds neither an error nor a warning"


def it_installs_without_a_network(root: Root, packages: Packages) -> str:
    """The whole of it, by dpkg alone."""
    before = root.folder.with_name("before")
    before.write_text("\n".join(files(root)))
    install(root, packages.first)
    see(told(root, "dpkg-query", "--show", "--showformat=${db:Status-Abbrev}", NAME) == "ii ", "it is not installed")
    see(told(root, "dpkg", "--verify", NAME) == "", "dpkg finds files changed")
    see(root.run("sh", "-c", "ls /usr/lib/python3*/ensurepip/_bundled").returncode != 0, "this Debian has pip")
    return "it installs by dpkg alone, without a network and without pip"


def everything_is_whose_it_should_be(root: Root, packages: Packages) -> str:
    """Owners and modes: a file that others may write is code that others may run."""
    entry = told(root, "getent", "passwd", "companion").strip().split(":")
    see(entry[5:] == ["/var/lib/companion", "/usr/sbin/nologin"], f"the user is {entry}")
    user, group = int(entry[2]), int(entry[3])
    see(0 < user < 1000, f"the user's number is {user}")
    for name in ("companion", "gpio", "i2c", "spi", "dialout"):
        see(root.run("getent", "group", name).returncode == 0, f"there is no group {name}")
    state = root.file("/var/lib/companion").stat()
    see(rights(state) == (0o700, user, group), f"the state folder has {rights(state)}")
    table = root.file(TABLE).stat()
    see(rights(table) == (0o644, 0, 0), f"the configuration has {rights(table)}")
    found = told(
        root,
        "find",
        "/opt",
        "/usr/lib/companion",
        "/etc/companion",
        "(",
        "-perm",
        "/6022",
        "-o",
        "-not",
        "-uid",
        "0",
        ")",
        "-not",
        "-type",
        "l",
    )
    see(found == "", f"others may change these, or they change who runs them:\n{found}")
    see(os.readlink(root.file("/opt/companion")) == "companion-a", "/opt/companion does not mean the environment")
    return "user, groups, owners and modes are right, and nothing in /opt can be written by others"


def the_command_works(root: Root, packages: Packages) -> str:
    """As the owner calls it, and as the service does."""
    words = told(root, "companion", "--version").split()
    see(words == ["companion", version(packages.first).rpartition("-")[0]], f"the command says {words}")
    said = told(root, "/opt/companion/bin/companion", "config", "--config", TABLE)
    see("nothing is wrong" in said, f"the configuration that comes with it: {said}")
    # For a newer Python there is no wheel of lgpio, and only Raspberry Pi OS has a package of it.
    old = told(root, "python3", "-c", "import sys; print(sys.version_info < (3, 12))").strip() == "True"
    site = "import companion, msgspec, PIL.Image; print(companion.__file__)"
    site += "; import lgpio; print(lgpio.gpiochip_open.__name__)" if old else ""
    words = told(root, "env", "LG_WD=/tmp", "/opt/companion/bin/python3", "-c", site).split()
    see(words[0].startswith("/opt/companion/lib/"), f"the library is {words[0]}")
    see(words[1:] == (["gpiochip_open"] if old else []), f"lgpio is {words[1:]}")
    # What puts the firmware on a pod.
    see("mpremote" in told(root, "/opt/companion/bin/python3", "-m", "mpremote", "version"), "there is no mpremote")
    return f"the command works{', with lgpio,' if old else ''} and finds nothing wrong in the table that comes with it"


def systemd_is_content(root: Root, packages: Packages) -> str:
    """The units as installed, with the real paths."""
    for unit in UNITS:
        see(told(root, "systemctl", "is-enabled", unit).strip() == "enabled", f"{unit} is not enabled")
    places = [f"/usr/lib/systemd/system/{unit}" for unit in (*UNITS, "companion-club.service")]
    said = root.run("systemd-analyze", "verify", *places)
    see((said.returncode, said.stdout) == (0, ""), f"systemd-analyze verify: {said.stdout}")
    said = root.run("systemd-analyze", "security", "--offline=true", "--threshold=7", places[1])
    see(said.returncode == 0, f"the service is exposed more than 0.7: {said.stdout[-300:]}")
    return "the units are enabled and verified, and the table's is exposed at most 0.7 of 10"


def udev_understands_its_rules(root: Root, packages: Packages) -> str:
    """Udev reads every rule for any device, and says which line it cannot read."""
    said = root.run("udevadm", "test", "/sys/class/mem/null").stdout
    ours = [line for line in said.splitlines() if "70-companion.rules" in line]
    see(len(ours) == 1 and ours[0].startswith("Reading rules file:"), f"udev says: {ours or said[-300:]}")
    if root.run("udevadm", "verify", "--help").returncode == 0:
        told(root, "udevadm", "verify", "/usr/lib/udev/rules.d/70-companion.rules")
    return "udev reads the rules without a complaint"


def a_table_stands(root: Root, packages: Packages) -> str:
    """The service's own command line under the service's user, with a socket as systemd brings it, to READY and back."""
    notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    web = socket.create_server(("127.0.0.1", 0))
    with notices, web:
        notices.bind(str(root.file("/tmp/notify")))
        root.file("/tmp/notify").chmod(0o666)
        notices.settimeout(_NO_TIME)
        # The pid is known only when it is that of the command: nothing forks from here on.
        words = ["exec", "setpriv", "--reuid=companion", "--regid=companion", "--clear-groups", "--no-new-privs"]
        command = f"cd /tmp; LISTEN_PID=$$ {' '.join(words)} /opt/companion/bin/companion run --config {TABLE}"
        environ = {**root.environ, "NOTIFY_SOCKET": "/tmp/notify", "LISTEN_FDS": "1", "LG_WD": "/tmp"}
        script = f"exec 3<&{web.fileno()}; {command}"
        process = subprocess.Popen(
            root.words("sh", "-c", script),
            cwd=root.folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[web.fileno()],
            text=True,
        )
        try:
            answer = notices.recv(4096).decode()
            pages = {path: _status(web.getsockname()[1], path) for path in PAGES}
            process.terminate()
            said, _ = process.communicate(timeout=_NO_TIME)
        except TimeoutError:
            process.kill()
            raise Failure(f"the table does not get ready: {process.communicate()[0]}") from None
        finally:
            process.kill()
            root.file("/tmp/notify").unlink()
    see(answer.startswith("READY=1"), f"it says {answer}")
    see(pages == dict.fromkeys(PAGES, "HTTP/1.1 200 OK"), f"the pages say {pages}")
    see(process.returncode == 0, f"it stops with {process.returncode}: {said}")
    journal = root.file(JOURNAL).stat()
    see(rights(journal)[1:] == rights(root.file("/var/lib/companion").stat())[1:], "the journal is not the service's")
    return "a table stands as the service's user, answers on a socket that was handed over, and stops"


def an_upgrade_keeps_what_is_the_owners(root: Root, packages: Packages) -> str:
    """Configuration, journal, and a unit that was switched off; the environment is a new one."""
    with root.file(TABLE).open("a") as table:
        table.write('\n[table]\nsecrecy = "lift"\n')
    written, journal = held(root, TABLE), held(root, JOURNAL)
    told(root, "systemctl", "disable", "companion.service")
    install(root, packages.newer)
    see(held(root, TABLE) == written, "the configuration was changed")
    see(held(root, JOURNAL) == journal, "the journal was changed")
    see(
        root.run("systemctl", "is-enabled", "companion.service").stdout.strip() == "disabled", "the service is on again"
    )
    see(os.readlink(root.file("/opt/companion")) == "companion-b", "the environment is the old one")
    see(not root.file("/opt/companion-a").exists(), "the old environment is still there")
    told(root, "companion", "config", "--config", TABLE)
    told(root, "systemctl", "enable", "companion.service")
    return "an upgrade keeps configuration, journal and a unit that was off, and makes the environment anew"


def a_lame_upgrade_leaves_the_old_one(root: Root, packages: Packages) -> str:
    """Half an environment is none: what worked goes on working."""
    shutil.copy(packages.lame, root.file("/tmp/package.deb"))
    said = root.run("dpkg", "--install", "/tmp/package.deb")
    see(said.returncode != 0 and "The new environment does not work" in said.stdout, f"dpkg says:\n{said.stdout}")
    see("Traceback" not in said.stdout, f"dpkg says:\n{said.stdout}")
    see(os.readlink(root.file("/opt/companion")) == "companion-b", "the link means another environment")
    see(not root.file("/opt/companion-a").exists(), "the lame environment is still there")
    told(root, "companion", "config", "--config", TABLE)
    install(root, packages.newer)
    return "a package that cannot work is refused in a sentence, and the old environment goes on working"


def another_python_is_noticed(root: Root, packages: Packages) -> str:
    """As after an upgrade of the distribution, which leaves an environment of a Python that is gone."""
    home = root.file(f"/opt/{os.readlink(root.file('/opt/companion'))}")
    settings = home / "pyvenv.cfg"
    settings.write_text(settings.read_text().replace("version = 3.", "version = 3.9"))
    before = os.readlink(root.file("/opt/companion"))
    told(root, "dpkg-trigger", "--by-package=python3-minimal", "/usr/bin/python3")
    told(root, "dpkg", "--triggers-only", "--pending")
    see(os.readlink(root.file("/opt/companion")) != before, "the dead environment is still in force")
    again = os.readlink(root.file("/opt/companion"))
    told(root, "dpkg-trigger", "--by-package=python3-minimal", "/usr/bin/python3")
    told(root, "dpkg", "--triggers-only", "--pending")
    see(os.readlink(root.file("/opt/companion")) == again, "an environment that is right is made anew")
    told(root, "companion", "--version")
    return "when Debian brings another Python the environment is made anew, and else left alone"


def removal_leaves_the_journal(root: Root, packages: Packages) -> str:
    """And the configuration; the rest goes."""
    journal, written = held(root, JOURNAL), held(root, TABLE)
    told(root, "dpkg", "--remove", NAME)
    see(held(root, JOURNAL) == journal, "the journal was changed")
    see(held(root, TABLE) == written, "the configuration was changed")
    left = [name for name in files(root) if name.startswith(("/opt/", "/usr/lib/companion", "/usr/bin/companion"))]
    see(left == [], f"these are left: {left}")
    return "removal leaves journal and configuration, and nothing in /opt"


def it_comes_back(root: Root, packages: Packages) -> str:
    """Installed again after a removal, it finds what was left."""
    journal, written = held(root, JOURNAL), held(root, TABLE)
    install(root, packages.first)
    see(held(root, JOURNAL) == journal, "the journal was changed")
    see(held(root, TABLE) == written, "the configuration was changed")
    see(told(root, "systemctl", "is-enabled", "companion.service").strip() == "enabled", "the service is off")
    told(root, "companion", "config", "--config", TABLE)
    return "installed again it finds journal and configuration"


def purge_takes_everything(root: Root, packages: Packages) -> str:
    """Every file that was not there before is gone; the user stays, since its number must not be another's. What `companion
    setup` wrote for the firmware is told of, since the command that takes it out goes too."""
    boot, modules = root.file("/boot/firmware/config.txt"), root.file(f"/{MODULES_FILE}")
    boot.parent.mkdir(parents=True)
    written = with_block("dtparam=audio=on\n", ["dtparam=i2c_arm=on"])
    boot.write_text(written)
    modules.write_text(f"{MODULES_HEAD}i2c-dev\n")
    # A hotspot's profile and drop-in are found by the check of what is left.
    networks = root.file(f"/{HOTSPOT_PROFILE}").parent
    networks.mkdir(parents=True)
    root.file(f"/{SOCKET_DROP_IN}").parent.mkdir()
    for name in (HOTSPOT_PROFILE, SOCKET_DROP_IN):
        root.file(f"/{name}").write_text("# Written by `companion setup --hotspot`\n")
    said = told(root, "dpkg", "--purge", NAME)
    last = 'delete the lines from "# >>> companion setup" to "# <<< companion setup".'
    see(f"config.txt keeps what companion setup wrote; if nothing else needs it, {last}" in said, f"dpkg says:\n{said}")
    see(boot.read_text() == written, "config.txt was changed")
    boot.unlink()
    for folder in (boot.parent, networks, networks.parent):
        folder.rmdir()
    # Files that other packages write when anything is installed or a user is made.
    usual = {
        "/etc/.pwd.lock",
        *(f"/etc/{name}{dash}" for name in ("passwd", "group", "shadow", "gshadow") for dash in ("", "-")),
    }
    before = set(root.folder.with_name("before").read_text().split("\n"))
    left = sorted(name for name in set(files(root)) - before - usual if "__pycache__" not in name)
    see(left == [], f"these are left: {left}")
    see(root.run("getent", "passwd", "companion").returncode == 0, "the user is gone")
    install(root, packages.first)
    see(not root.file(JOURNAL).exists(), "the journal is still there")
    return "purging takes every file that it brought or setup wrote, tells of config.txt, and it can be installed anew"


TRIALS: tuple[Trial, ...] = (
    lintian_finds_nothing,
    it_installs_without_a_network,
    everything_is_whose_it_should_be,
    the_command_works,
    systemd_is_content,
    udev_understands_its_rules,
    a_table_stands,
    the_machine_plays,
    the_puzzle_of_the_day_opens,
    an_upgrade_keeps_what_is_the_owners,
    a_lame_upgrade_leaves_the_old_one,
    another_python_is_noticed,
    removal_leaves_the_journal,
    it_comes_back,
    purge_takes_everything,
    a_club_is_added,
    a_club_goes_again,
)


def _status(port: int, path: str) -> str:
    """The first line of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=_NO_TIME) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return wire.makefile("rb").readline().decode(errors="replace").strip()
