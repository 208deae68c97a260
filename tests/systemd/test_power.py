"""What the daemon's user is granted to switch the machine off, and nothing beside it: by polkit, and by the bus.

polkit's rule is JavaScript: Node evaluates it, or Chromium where there is no Node. The bus is a real one of this test's own.
"""

import getpass
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.app.power import CAN_POWER_OFF, LOGIND, POWER_OFF
from companion.pi.doctor.service import POLKIT_RULES, SERVICE_USER
from tests.browser import connected, new_page, running_chromium
from tests.patience import PATIENCE
from tests.systemd.test_units import SERVICE_VALUES, SYSTEMD
from tools.deb.contents import FILES, depends

RULE = SYSTEMD / "companion.polkit.rules"
BUS = SYSTEMD / "companion.dbus.conf"
LOGIN = "org.freedesktop.login1."
GRANTED = {(SERVICE_USER, f"{LOGIN}power-off"), (SERVICE_USER, f"{LOGIN}power-off-multiple-sessions")}
USERS = (SERVICE_USER, "root", "pi", "Companion", "companion2", "", "nobody", "polkitd")
ACTIONS = (
    *(f"{LOGIN}power-off{more}" for more in ("", "-multiple-sessions", "-ignore-inhibit", "-x")),
    *(f"{LOGIN}reboot{more}" for more in ("", "-multiple-sessions", "-ignore-inhibit")),
    *(
        f"{LOGIN}{action}"
        for action in ("halt", "suspend", "hibernate", "set-reboot-parameter", "inhibit-block-shutdown")
    ),
    "org.freedesktop.systemd1.manage-units",
    "org.freedesktop.systemd1.manage-unit-files",
    "org.freedesktop.NetworkManager.settings.modify.system",
    "org.freedesktop.policykit.exec",
    "org.freedesktop.timedate1.set-time",
    "power-off",
    "",
)


def program(rule: str) -> str:
    """What tells, as JSON, the answers of a rule to every user and action; and how many rules there are."""
    return f"""(function () {{
        var rules = [];
        var polkit = {{
            Result: {{NO: "no", YES: "yes", AUTH_SELF: "self", AUTH_ADMIN: "admin", NOT_HANDLED: null}},
            addRule: function (rule) {{ rules.push(rule); }},
            addAdminRule: function () {{ throw "an administrator is named"; }},
            spawn: function () {{ throw "a program is run"; }},
            log: function () {{}}
        }};
        {rule}
        var answers = [];
        {json.dumps(USERS)}.forEach(function (user) {{
            {json.dumps(ACTIONS)}.forEach(function (id) {{
                var action = {{id: id, lookup: function () {{ return undefined; }}}};
                var groups = ["companion", "sudo", "root"];
                var subject = {{user: user, pid: 1, groups: groups, seat: "", session: "", local: true, active: true,
                    isInGroup: function (group) {{ return groups.indexOf(group) !== -1; }}}};
                answers.push([user, id, rules[0](action, subject)]);
            }});
        }});
        return JSON.stringify([rules.length, answers]);
    }})()"""


def evaluated(source: str) -> str:
    node = shutil.which("node") or shutil.which("nodejs")
    if node is not None:
        words = [node, "-e", f"process.stdout.write({source})"]
        return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    with running_chromium() as address, connected(address) as browser:
        return str(new_page(browser).evaluate(source))


def answers(rule: str) -> dict[tuple[str, str], str | None]:
    count, told = json.loads(evaluated(program(rule)))
    assert count == 1
    assert len(told) == len(USERS) * len(ACTIONS)
    return {(user, action): answer for user, action, answer in told}


def grants_that_alone(rule: str) -> bool:
    return all(answer == ("yes" if asked in GRANTED else None) for asked, answer in answers(rule).items())


@pytest.mark.process
def test_the_rule_grants_the_services_user_the_switch_and_says_nothing_else() -> None:
    assert grants_that_alone(RULE.read_text())


def test_the_rule_is_in_the_javascript_that_every_polkit_reads() -> None:
    """Debian's polkit runs it by Duktape, which knows ECMAScript 5."""
    text = RULE.read_text()
    assert not any(word in text for word in ("=>", "let ", "const ", "includes(", "`"))


def test_the_bus_carries_two_methods_and_the_greeting() -> None:
    """Of the service's user; and what the daemon and the doctor call is among them."""
    (policy,) = ElementTree.parse(BUS).getroot()
    assert policy.attrib == {"user": SERVICE_USER}
    first, *others = policy
    assert (first.tag, first.attrib) == ("deny", {"send_destination": "*"})
    login, _, manager = LOGIND
    assert [
        (one.tag, *(one.attrib[f"send_{key}"] for key in ("destination", "interface", "member"))) for one in others
    ] == [
        ("allow", "org.freedesktop.DBus", "org.freedesktop.DBus", "Hello"),
        ("allow", login, manager, "PowerOff"),
        ("allow", login, manager, "CanPowerOff"),
    ]
    assert all(len(one.attrib) == 3 for one in others)
    assert [words[words.index(manager) + 1] for words in (POWER_OFF, CAN_POWER_OFF)] == ["PowerOff", "CanPowerOff"]


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of whoever calls on a bus of this test's own, on which this user is what `companion` is on a Pi. Whoever
    may call logind there finds one that ends at once."""
    if shutil.which("dbus-daemon") is None or shutil.which("busctl") is None:
        reason = "dbus-daemon or busctl is not installed ('sudo apt install dbus-daemon systemd' brings them)."
        if os.environ.get("COMPANION_NEEDS_DBUS"):
            pytest.fail(reason)
        pytest.skip(reason)
    own, services, config = tmp_path / "own.conf", tmp_path / "services", tmp_path / "bus.conf"
    own.write_text(BUS.read_text().replace(f'"{SERVICE_USER}"', f'"{getpass.getuser()}"'))
    services.mkdir()
    (services / "login.service").write_text(f"[D-BUS Service]\nName={LOGIND[0]}\nExec=/bin/false\n")
    everybody = (
        '<policy context="default"><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>'
    )
    config.write_text(
        '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"\n'
        ' "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">\n'
        f"<busconfig><type>custom</type><listen>unix:dir={tmp_path}</listen><auth>EXTERNAL</auth>"
        f"<servicedir>{services}</servicedir>{everybody}<include>{own}</include></busconfig>"
    )
    words = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        try:
            assert daemon.stdout is not None
            yield {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": daemon.stdout.readline().strip(), "LC_ALL": "C"}
        finally:
            daemon.terminate()


def said(words: tuple[str, ...], environ: dict[str, str]) -> str:
    assert environ["DBUS_SYSTEM_BUS_ADDRESS"].startswith("unix:path=")
    answer = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode != 0
    return answer.stderr.strip()


@pytest.mark.process
@pytest.mark.slow
def test_a_real_bus_holds_the_services_user_to_that(bus: dict[str, str]) -> None:
    """With questions alone: the doctor's goes through to logind, and others do not, to logind or the bus itself."""
    assert said(CAN_POWER_OFF, bus) == "Call failed: Process org.freedesktop.login1 exited with status 1"
    before = CAN_POWER_OFF[:-1]
    for others in ("ListSessions", "ListInhibitors", "CanReboot"):
        assert said((*before, others), bus) == "Call failed: Access denied"
    driver = ("busctl", "--system", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames")
    assert said(driver, bus) == "Call failed: Access denied"


def test_the_package_brings_both_where_they_are_read() -> None:
    assert f"/{FILES['systemd/companion.polkit.rules']}" == POLKIT_RULES[0]
    assert FILES["systemd/companion.dbus.conf"] == "usr/share/dbus-1/system.d/companion.conf"
    assert "polkitd" in depends("arm64", ("3.11",))[1].split(", ")
    assert SERVICE_VALUES["Service", "User"] == [SERVICE_USER]


def test_the_service_waits_for_the_socket_that_is_bound_into_it() -> None:
    """Without it the service starts all the same, and a switch is refused in a sentence."""
    assert "dbus.socket" in SERVICE_VALUES["Unit", "After"][0].split()
    assert all(path.startswith("-") for path in SERVICE_VALUES["Service", "BindReadOnlyPaths"])
