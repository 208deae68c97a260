"""Every game has the same file for the same role, and a public name means one thing in all games."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, partial
from pathlib import Path

import pytest
from msgspec import Struct

import companion.games
from companion.core.game import AnyGame, Game, View
from companion.games.catalog import CATALOG
from tests.documents.markdown import ROOT
from tests.games.shape import (
    MOST_FILES,
    OPTIONAL_ROLES,
    OWN_FILES,
    ROLE_OF_FIELD,
    ROLES,
    SCREENS,
    SHARED_NAMES,
)

FOLDER = Path(companion.games.__path__[0])
every_game = pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules(game: str) -> dict[str, ast.Module]:
    """The files of a game by their names without the ending, parsed."""
    return {path.stem: parsed(path) for path in (FOLDER / game).glob("*.py")}


def with_screens(game: str) -> dict[str, ast.Module]:
    """The files of a game and of its folder of screens, if it has one."""
    screens = {f"{SCREENS}.{path.stem}": parsed(path) for path in (FOLDER / game / SCREENS).glob("[!_]*.py")}
    return {**modules(game), **screens}


def defined(module: ast.Module) -> Iterator[str]:
    """The public names that a module defines itself; what it imports is not among them."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case ast.Assign(targets=targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case _:
                names = []
        yield from (name for name in names if not name.startswith("_"))


@cache
def imports_from_games() -> tuple[tuple[Path, str, frozenset[str]], ...]:
    """Each `from companion.games.… import …` of the code and the tests: the file, the module and the names."""
    found = []
    for path in [*FOLDER.parent.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if "companion.games." not in text:
            continue  # parsing all files takes seconds
        found += [
            (path, str(node.module), frozenset(alias.name for alias in node.names))
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion.games.")
        ]
    return tuple(found)


@every_game
def test_a_game_has_the_files_of_the_roles_and_no_other(game: AnyGame) -> None:
    found = modules(game.name)
    assert ROLES.keys() - found.keys() == set(), "a role without its file"
    allowed = ROLES.keys() | OPTIONAL_ROLES.keys() | OWN_FILES.get(game.name, {}).keys()
    assert found.keys() - allowed == set(), "a file without a role: give it one in tests/games/shape.py, or merge it"
    assert ("box" in found) == (game.box is not None)
    assert len(found) <= MOST_FILES


@every_game
def test_each_file_defines_what_its_role_promises(game: AnyGame) -> None:
    for role, module in modules(game.name).items():
        promised = {**ROLES, **OPTIONAL_ROLES}.get(role, ())
        assert set(promised) - set(defined(module)) == set(), f"{role}.py"


@every_game
def test_each_function_of_the_record_is_in_the_file_of_its_role(game: AnyGame) -> None:
    package = f"companion.games.{game.name}"
    for record in (game, *game.older):
        for field in fields(Game):
            value = getattr(record, field.name)
            function = value.func if isinstance(value, partial) else value
            if callable(function) and function.__module__ != Game.__module__:
                assert function.__module__ == f"{package}.{ROLE_OF_FIELD[field.name]}", field.name


@every_game
def test_the_records_of_the_game_are_in_the_files_of_their_roles(game: AnyGame) -> None:
    package = f"companion.games.{game.name}"
    options = game.read_options({}, game.seats[1])
    state = game.setup(options, game.seats[1])
    view = game.view(state, None)
    assert type(options).__module__ == f"{package}.options"
    assert type(state).__module__ == f"{package}.state"
    assert isinstance(view, View)
    assert type(view).__module__ == f"{package}.view"
    words = game.vocabulary
    moves: tuple[type[Struct], ...] = (*words.seat_moves, *words.chance_moves)
    assert {kind.__module__ for kind in moves} == {f"{package}.moves"}


@every_game
def test_nothing_is_exported_a_second_time(game: AnyGame) -> None:
    """A name is imported from the file that defines it, and no file lists names of others."""
    found = with_screens(game.name)
    package = f"companion.games.{game.name}"
    for path, module_name, names in imports_from_games():
        if module_name.startswith(f"{package}."):
            source = module_name.removeprefix(f"{package}.")
            assert names - set(defined(found[source])) == set(), f"{path.name} imports these from {source}.py"
    for role, module in found.items():
        assert "__all__" not in ast.dump(module), f"{role}.py"


def test_a_public_name_means_one_thing_in_all_games() -> None:
    """Only the names of roles are in several files; a constant of one file alone has an underscore."""
    places: dict[str, set[str]] = defaultdict(set)
    for game in CATALOG:
        for role, module in with_screens(game.name).items():
            for name in defined(module):
                places[name].add(f"{game.name}/{role}.py")
    assert {name: sorted(files) for name, files in places.items() if len(files) > 1 and name not in SHARED_NAMES} == {}


def test_a_public_constant_is_used_by_another_file() -> None:
    used: dict[str, set[Path]] = defaultdict(set)
    for path in [*FOLDER.parent.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        for name in set(re.findall(r"\b[A-Z][A-Z_]+\b", path.read_text(encoding="utf-8"))):
            used[name].add(path)
    for game in CATALOG:
        for role, module in with_screens(game.name).items():
            lonely = {name for name in defined(module) if name.isupper() and len(used[name]) == 1}
            assert lonely == set(), f"{game.name}/{role}.py: only this file uses them, so they begin with an underscore"


def test_the_guide_lists_the_files_of_the_roles() -> None:
    guide = (ROOT / "docs" / "develop.md").read_text(encoding="utf-8")
    section = guide.partition("## Add a game")[2].partition("\n## ")[0]
    folder = section.partition("In the folder")[2].partition("Outside the folder")[0]
    named = set(re.findall(r"`(\w+)\.py`", folder))
    assert named == ROLES.keys() | OPTIONAL_ROLES.keys()
