"""What a contributor's tools are told: the hooks, the forms for issues, the editor."""

import configparser
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.documents.markdown import ROOT

FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def loaded(path: Path) -> Any:
    return YAML(typ="safe").load(path)


def commands_of_check() -> list[str]:
    """What `make check` runs, as it is typed in the environment."""
    recipe = re.search(r"^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe is not None
    return [line.strip().removeprefix("@").replace("$(BIN)", ".venv/bin") for line in recipe[1].splitlines()]


def test_the_hooks_are_what_make_check_runs() -> None:
    (only,) = loaded(ROOT / ".pre-commit-config.yaml")["repos"]
    assert only["repo"] == "local", "so that versions stand in pyproject.toml alone"
    assert [hook["entry"] for hook in only["hooks"]] == commands_of_check()
    assert {hook["language"] for hook in only["hooks"]} == {"system"}
    assert not any(hook["pass_filenames"] for hook in only["hooks"])


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_the_forms_are_right_by_their_schema(path: Path) -> None:
    schema = "vendor.github-issue-config" if path.stem == "config" else "vendor.github-issue-forms"
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]
    answer = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_bug_form_offers_every_game() -> None:
    from companion.games.catalog import CATALOG

    (games,) = (field for field in loaded(ROOT / ".github/ISSUE_TEMPLATE/bug.yml")["body"] if field.get("id") == "game")
    assert set(games["attributes"]["options"]) == {"None", *(game.title for game in CATALOG)}


def test_the_editor_breaks_lines_where_ruff_does() -> None:
    parser = configparser.ConfigParser()
    parser.read_string("[all]\n" + (ROOT / ".editorconfig").read_text())
    with (ROOT / "pyproject.toml").open("rb") as file:
        length = tomllib.load(file)["tool"]["ruff"]["line-length"]
    assert parser["*.py"]["max_line_length"] == str(length)
