"""What the documents tell people to type is there: commands with their options, targets of make, keys, modules."""

import contextlib
import io
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion import cli
from companion.devices.pods.firmware import firmware_module
from companion.devices.pods.flash import PodAnswer
from companion.pi.hardware_procedure import StepOutcome, steps_of, terminal_prompt
from companion.pi.hardware_test import hardware_report, outcome_line
from companion.pi.setup_plan import Plugged, starting_table
from companion.pod_wire import pod_messages
from tests.documents.markdown import ROOT, documents

PAGES = [path for path in documents() if path.name != "CHANGELOG.md" and "decisions" not in path.parts]
"""The log of changes may name what is gone."""
CODE = re.compile(r"`([^`\n]+)`|^ {4,}(\S.*)$", re.MULTILINE)
WORDS = re.compile(r"^(?:sudo )?(?:\.venv/bin/)?companion ((?:--?[\w-]+|[a-z][\w-]*)(?: .*)?)$")
COMMENT = re.compile(r"\s+#.*$")
KEY = re.compile(r"^((?:table|die|buzzer|keys|i2c|displays|web|journal|panel)\.[a-z_0-9]+) = ")


def code(path: Path) -> Iterator[str]:
    """Every stretch of code in a document, without comments."""
    for inline, indented in CODE.findall(path.read_text(encoding="utf-8")):
        yield COMMENT.sub("", (inline or indented).strip())


@cache
def helped(*command: str) -> str:
    """What `companion COMMAND --help` prints; "" where there is no such command."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()), pytest.raises(SystemExit) as end:
        cli.main([*command, "--help"])
    return said.getvalue() if end.value.code == 0 else ""


def wrong(line: str) -> str | None:
    """Why a line that begins with the companion's name cannot be typed; None where it can, or is no such line."""
    found = WORDS.match(line)
    if found is None:
        return None
    words = found[1].split()
    before = [word for word in words if word.startswith("-")] if words[0].startswith("-") else []
    rest = words[len(before) :] if before else words
    if any(word not in helped() for word in before):
        return f"{line}: there is no such option"
    if not rest or rest[0].isupper():
        return None
    command = [rest[0]]
    if not helped(*command):
        return f"{line}: there is no command {rest[0]}"
    if len(rest) > 1 and re.fullmatch("[a-z][a-z-]*", rest[1]) and re.search(rf"    {rest[1]}\s", helped(*command)):
        command.append(rest[1])
    text = helped(*command)
    unknown = [word for word in rest[1:] if word.startswith("--") and not re.search(rf"{re.escape(word)}\b", text)]
    return f"{line}: {' '.join(command)} has no {unknown[0]}" if unknown else None


def test_every_command_that_a_document_names_can_be_typed() -> None:
    assert [(path.name, complaint) for path in PAGES for line in code(path) if (complaint := wrong(line))] == []


def test_the_commands_are_found_and_judged() -> None:
    named = {found[1].split()[0] for path in PAGES for line in code(path) if (found := WORDS.match(line))}
    assert named >= {"play", "setup", "doctor", "config", "export", "pods", "die", "test-hardware", "support-bundle"}
    assert wrong("sudo companion doctr") == "sudo companion doctr: there is no command doctr"
    assert wrong("companion play --port 0 --wrong 1") == "companion play --port 0 --wrong 1: play has no --wrong"
    assert wrong("companion pods flash --role seat") is None
    assert wrong("companion pods flash --rule seat") == "companion pods flash --rule seat: pods flash has no --rule"
    assert wrong("companion --traceback COMMAND") is None
    assert wrong("companion --tracebak COMMAND") == "companion --tracebak COMMAND: there is no such option"


def test_every_target_of_make_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {found[1] for path in PAGES for line in code(path) if (found := re.match(r"make ([a-z][\w-]*)", line))}
    assert named >= {"play", "check", "test", "screenshots", "deb"}
    assert [name for name in sorted(named) if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_every_key_of_a_configuration_is_one() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert cli.main(["config", "--reference"]) == 0
    section, known = "", set()
    for line in said.getvalue().splitlines():
        if (heading := re.match(r"#?\[\[?([a-z0-9_]+)\]\]?$", line)) is not None:
            section = heading[1]
        elif (key := re.match(r"#([a-z0-9_.]+) = ", line)) is not None:
            known |= {key[1], f"{section}.{key[1]}"}
    named = {found[1] for path in PAGES for line in code(path) if (found := KEY.match(line))}
    assert named >= {"i2c.speed_khz", "panel.chip", "web.bench"}
    assert sorted(named - known) == []


def test_every_module_that_a_document_runs_is_there() -> None:
    named = {found[1] for path in PAGES for line in code(path) for found in re.finditer(r"python -m ([\w.]+)", line)}
    named -= {"pytest"}
    assert named >= {"tools.journal_trials"}
    assert [name for name in sorted(named) if find_spec(name) is None] == []


def test_what_the_guide_shows_of_a_pods_test_is_what_the_commands_print() -> None:
    serial = "E6614C311B4A6F2D"
    _, configuration = starting_table("six-pods", None, revision=None, found=Plugged((serial,)), environ={"HOME": "/"})
    steps = steps_of(configuration.wiring, range(1), configuration.die)
    outcomes = [StepOutcome(step, "ok", "pressed and released") for step in steps]
    firmware = pod_messages.pack_firmware(firmware_module("pod").FIRMWARE, "1.28.0")
    answer = PodAnswer(pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_SEAT, firmware, serial)
    printed = {
        *map(terminal_prompt, steps),
        *map(outcome_line, outcomes),
        hardware_report(outcomes, len(steps)).splitlines()[-1],
        f"{serial}  /dev/ttyACM0  {answer.describe()}",
    }
    shown = re.findall(
        r"^ {7}((?:seat 1|ok |Every|E66).*)$", (ROOT / "docs/build.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(shown) == 5
    assert set(shown) <= printed
