"""Every line of the rules of every game in the catalog is held by a test, and no test cites a line that there is not."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games.catalog import CATALOG
from tests.games.rule_lines import RULE_LINES

TESTS = Path(__file__).parents[1]


def marks(source: str) -> Iterator[tuple[int, object]]:
    """The line and the arguments of each rule mark: pytest.mark.rule(...), or rule(...) where that is its short name."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in ("pytest.mark.rule", "mark.rule", "rule"):
            for argument in node.args:
                yield node.lineno, argument.value if isinstance(argument, ast.Constant) else None


@cache
def cited() -> dict[object, list[str]]:
    """Where each id is cited in the source, whatever part of the suite is run."""
    found: dict[object, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "rule" in source:
            for line, name in marks(source):
                found[name].append(f"{path.relative_to(TESTS)}:{line}")
    return found


@pytest.mark.parametrize("game", [game.name for game in CATALOG])
def test_every_line_of_the_rules_has_a_test(game: str) -> None:
    assert [line for line in RULE_LINES[game] if line not in cited()] == [], "these have none"


def test_no_test_cites_a_line_that_there_is_not() -> None:
    known = {line for lines in RULE_LINES.values() for line in lines}
    assert {str(name): places for name, places in cited().items() if name not in known} == {}


def test_marks_are_found_in_source() -> None:
    source = """
@pytest.mark.rule("M1", "M2")
def test_one(): ...

@rule("M3")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("M4"))])
def test_two(x): ...

@pytest.mark.other("M5")
def test_three(): ...

@pytest.mark.rule(*LINES)
def test_four(): ...
"""
    assert sorted(str(name) for _, name in marks(source)) == ["M1", "M2", "M3", "M4", "None"]
