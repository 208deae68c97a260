"""A public name of a module, and a file's name, have one meaning in the whole of `companion/`.

A name may stand in several files only in a role: the same part that each of them has.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from tests.documents.markdown import ROOT

SOURCES: Final = ROOT / "companion"


class Role(Struct, frozen=True):
    """`files`: a pattern of those that have the same part, as they are named in `companion/`; those of one role agree in its
    groups. `names`: which ones they share, as a pattern."""

    reason: str
    files: str
    names: str = r"\w+"

    def has(self, name: str, files: Iterable[str]) -> bool:
        """Whether a name is that of this role in all files."""
        found = [re.fullmatch(self.files, file) for file in files]
        parts = {None if one is None else one.groups() for one in found}
        return None not in parts and len(parts) == 1 and re.fullmatch(self.names, name) is not None


GAMES: Final = "(?:davinci|digitcode|mastermind|passcode)"

ROLES: Final = (
    Role("Every game has the same files.", rf"games/{GAMES}/(?:screens/)?(\w+)\.py"),
    Role("A Solver is the same functions for every game.", rf"solvers/{GAMES}/worlds\.py"),
    Role(
        "The memory of a seat is a fold over its views, wherever it is kept.",
        rf"solvers/{GAMES}/memory\.py|bots/{GAMES}/levels\.py",
        "Memory|observe",
    ),
    Role("The bots of every game are called by their levels.", rf"bots/{GAMES}/levels\.py"),
    Role("Hints are the same functions for every game.", rf"hints/{GAMES}\.py"),
    Role("A review judges moves of every game.", rf"review/{GAMES}\.py"),
    Role("A Maker makes puzzles of its game and checks answers.", rf"puzzles/{GAMES}\.py"),
    Role("Each command registers itself.", r"commands/(?:\w+/)?\w+_command\.py", "add_command"),
    Role("Each face of the screens is such tables.", r"core/fonts/\w+_face\.py", "METRICS|GLYPHS"),
    Role(
        "The lobby is a Game.",
        rf"table/lobby/lobby_\w+\.py|table/open_game\.py|games/{GAMES}/(?:prompts|view|rules|render|text|refusals)\.py",
        "prompt|view|apply|render|describe|explain|confirm_question",
    ),
    Role(
        "The same question, put to a game that is known only when it is asked.",
        rf"core/game\.py|table/open_game\.py|games/{GAMES}/state\.py",
        "to_act|result",
    ),
    Role(
        "The same question about the players' own pieces, put to the open game and answered by its box.",
        rf"table/physical_draws/draw_reports\.py|games/{GAMES}/box\.py",
        "reporter|corrected",
    ),
    Role("What a program runs first.", r"cli\.py|machine_players/__main__\.py", "main"),
    Role("The logger of a module.", ".*", "log"),
)

SAME_FILES: Final = (
    Role("Every game has the same files.", rf"games/{GAMES}/(?:screens/)?\w+\.py"),
    Role("A file for each game.", rf"(?:hints|puzzles|review)/{GAMES}\.py"),
    Role("Every game has the same files.", rf"(?:bots|solvers)/{GAMES}/\w+\.py"),
    Role("Which games a part knows, and by what.", r"(?:bots|games|hints|review|solvers)/catalog\.py"),
    Role(
        "What every game has, and what a game has of it.",
        rf"core/\w+\.py|games/{GAMES}/\w+\.py",
        "game|options|rules_book",
    ),
    Role("Python's own names.", ".*", "__init__|__main__"),
)


def public_names(tree: ast.Module) -> Iterator[str]:
    """The classes, functions and constants of a module, except for type variables."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                pass
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def sources() -> dict[str, Path]:
    return {path.relative_to(SOURCES).as_posix(): path for path in sorted(SOURCES.rglob("*.py"))}


def ambiguous(found: dict[str, set[str]], roles: tuple[Role, ...]) -> dict[str, list[str]]:
    """The names that stand for two things: in several files without a role that all of them have."""
    return {
        name: sorted(files)
        for name, files in found.items()
        if len(files) > 1 and not any(role.has(name, files) for role in roles)
    }


def test_a_public_name_has_one_meaning() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for file, path in sources().items():
        for name in public_names(ast.parse(path.read_text(encoding="utf-8"))):
            if not name.startswith("_"):
                found[name].add(file)
    assert ambiguous(found, ROLES) == {}
    unused = [
        role.reason for role in ROLES if not any(len(files) > 1 and role.has(n, files) for n, files in found.items())
    ]
    assert unused == [], "roles that excuse nothing"


def test_a_file_name_has_one_meaning() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for file, path in sources().items():
        found[path.stem].add(file)
    assert ambiguous(found, SAME_FILES) == {}


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("view", {"table/lobby/lobby_state.py", "games/passcode/view.py", "web/hub.py"}),
        ("setup", {"games/davinci/rules.py", "games/passcode/state.py"}),
        ("judge", {"review/davinci.py", "puzzles/davinci.py"}),
        ("question", {"ui/compose.py", "table/moves/older_rules.py"}),
    ],
)
def test_a_role_excuses_its_own_files_only(name: str, files: set[str]) -> None:
    assert ambiguous({name: files}, ROLES) == {name: sorted(files)}
