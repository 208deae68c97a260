"""The workflow that builds a release: right by the schema of such files, its shell parses, and it builds what the guide names."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.patience import PATIENCE
from tools.deb.wheels import MACHINES

pytestmark = [pytest.mark.process, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github/workflows/release.yml"


def complaints(file: Path) -> str:
    """What the linter says of a workflow; "": nothing. It has the schema with it and asks no network."""
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    answer = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return "" if answer.returncode == 0 else answer.stdout + answer.stderr


def loaded(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(file)
    return found


def dangling(workflow: dict[str, Any]) -> list[str]:
    """What the schema cannot see: jobs, matrix values and steps that are named and are not there; shell that does not parse."""
    jobs, found = workflow["jobs"], []
    for name, job in jobs.items():
        needed = job.get("needs", [])
        found += [f"{name} needs {one}" for one in ([needed] if isinstance(needed, str) else needed) if one not in jobs]
        matrix = job.get("strategy", {}).get("matrix", {})
        found += [
            f"{name} says matrix.{one}" for one in re.findall(r"matrix\.(\w+)", str(job["steps"])) if one not in matrix
        ]
        for step in job["steps"]:
            # GitHub puts its values in before the shell sees the line.
            script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
            answer = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
            found += [f"{name}: {answer.stderr}"] if answer.returncode else []
    return found


def test_the_workflow_is_right() -> None:
    assert complaints(WORKFLOW) == ""
    assert dangling(loaded(WORKFLOW)) == []


def test_it_builds_for_every_raspberry_pi_that_the_guide_names() -> None:
    jobs = loaded(WORKFLOW)["jobs"]
    built = jobs["package"]["strategy"]["matrix"]["arch"]
    guide = (ROOT / "docs/build.md").read_text()
    assert set(re.findall(r"_(arm\w+)\.deb", guide)) == set(built) <= set(MACHINES)
    script = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    assert "sha256sum" in script
    for target in re.findall(r"^ *make ([\w-]+)", script, re.MULTILINE):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target
    for module in re.findall(r"-m (tools[\w.]+)", script):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module


def test_the_version_that_the_tag_must_say_is_read_from_where_it_stands() -> None:
    from companion import __version__

    script = next(step["run"] for step in loaded(WORKFLOW)["jobs"]["package"]["steps"] if "sed" in step.get("run", ""))
    assert shutil.which("bash")
    for tag, status in ((f"v{__version__}", 0), ("v0.0.0", 1)):
        answer = subprocess.run(
            ["bash", "-e", "-c", script], cwd=ROOT, env={"TAG": tag, "PATH": "/usr/bin:/bin"}, check=False
        )
        assert answer.returncode == status
