"""The tests in JavaScript of this folder, one case a file. They need a Node of 18.19 or newer."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.patience import PATIENCE

pytestmark = [pytest.mark.node, pytest.mark.process]

HERE: Final = Path(__file__).parent
ENDING: Final = ".test.mjs"
NAMES: Final = sorted(file.name.removesuffix(ENDING) for file in HERE.glob(f"*{ENDING}"))
PROGRAMS: Final = ("node", "nodejs")
RULES: Final = {"die": pytest.mark.rule("P1", "P2", "P4")}
"""The lines of the rules that a file holds; its tests cite them."""


@pytest.fixture(scope="module")
def node() -> str:
    """The path of a Node."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        reason = (
            "No Node: the scripts of the pages are not tested without a browser ('sudo apt install nodejs' brings it)."
        )
        if os.environ.get("COMPANION_NEEDS_NODE"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


def check(node: str, file: Path) -> None:
    """Run a file's tests: at least one, all of which pass."""
    command = [node, "--import", str(HERE / "resolver.mjs"), "--test-reporter=tap", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    told = f"{run.stdout}\n{run.stderr}"
    assert run.returncode == 0, told
    count = {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", run.stdout, re.MULTILINE)}
    assert count.get("tests", 0) >= 1, f"{file.name} has no test\n{told}"
    assert count["pass"] == count["tests"], f"a test of {file.name} is left out\n{told}"


@pytest.mark.parametrize("name", [pytest.param(name, marks=RULES.get(name, ())) for name in NAMES])
def test_its_scripts_do_what_they_shall(node: str, name: str) -> None:
    check(node, HERE / f"{name}{ENDING}")


def test_every_file_with_tests_is_found() -> None:
    with_tests = {file for file in HERE.rglob("*.mjs") if '"node:test"' in file.read_text(encoding="utf-8")}
    assert {HERE / f"{name}{ENDING}" for name in NAMES} == with_tests


@pytest.mark.parametrize(
    ("script", "wrong"),
    [
        ("", "has no test"),
        ('import test from "node:test"; test("later", { skip: true }, () => {});', "is left out"),
        ('import test from "node:test"; test("wrong", () => { throw new Error("so it is"); });', "so it is"),
        ('import "/static/nothing.js";', "nothing.js"),
    ],
    ids=["empty", "skipped", "failing", "without its script"],
)
def test_a_file_that_proves_nothing_fails(node: str, tmp_path: Path, script: str, wrong: str) -> None:
    file = tmp_path / "some.test.mjs"
    file.write_text(script, encoding="utf-8")
    with pytest.raises(AssertionError, match=re.escape(wrong)):
        check(node, file)
