"""The files and folders that the developers' documents name are there."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.documents.markdown import ROOT

PAGES = [ROOT / "ARCHITECTURE.md", ROOT / "docs/develop.md", *sorted((ROOT / "docs/decisions").rglob("*.md"))]
TOKEN = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"\.?[\w.-]+(?:/[\w.-]+)*\.(?:py|js|html|toml|md|yml|service|socket|scad)")
FOLDER = re.compile(r"[\w.-]+(?:/[\w.-]+)*/")
SKIPPED = re.compile(r"\.(?!github|ci|pre-commit|editorconfig)|__pycache__$")
OWNERS = frozenset({"config.txt", "table.toml"})
"""Files of a table's owner."""


def tree(root: Path) -> frozenset[str]:
    """Every file and folder of the project from its root on; a folder ends with a slash."""

    def below(folder: Path) -> Iterator[str]:
        for path in folder.iterdir():
            if SKIPPED.match(path.name):
                continue
            yield path.relative_to(root).as_posix() + "/" * path.is_dir()
            if path.is_dir():
                yield from below(path)

    return frozenset(below(root))


def unknown(text: str, paths: frozenset[str]) -> list[str]:
    """What a text names as a file or a folder and `paths` does not have, however much of its beginning is left out."""
    named = {
        one for found in TOKEN.findall(text) for one in spread(found) if FILE.fullmatch(one) or FOLDER.fullmatch(one)
    }
    return sorted(one for one in named - OWNERS if not any(path == one or path.endswith(f"/{one}") for path in paths))


def spread(name: str) -> list[str]:
    """A name with {a,b} in it as the names that are meant."""
    found = re.fullmatch(r"([^{}]*)\{([^{}]*)\}([^{}]*)", name)
    return [name] if found is None else [f"{found[1]}{one}{found[3]}" for one in found[2].split(",")]


def test_every_file_that_a_document_names_is_there() -> None:
    paths = tree(ROOT)
    missing = {path.name: unknown(path.read_text(encoding="utf-8"), paths) for path in PAGES}
    assert {name: names for name, names in missing.items() if names} == {}


def test_a_name_that_leads_nowhere_is_found() -> None:
    paths = frozenset({"companion/", "companion/ui/", "companion/ui/font.py", "docs/", "docs/a.md"})
    text = (
        "`ui/font.py`, `font.py`, `docs/`, `{ui,gone}/`, `nofont.py`, `table.toml`, `core.game.View`, `games/<name>/`"
    )
    assert unknown(text, paths) == ["gone/", "nofont.py"]


def test_the_tree_has_what_is_kept_and_nothing_else() -> None:
    found = tree(ROOT)
    assert found >= {"companion/cli.py", "docs/decisions/", ".github/workflows/release.yml", ".ci/run"}
    assert not any(path.startswith((".venv", ".git/")) or "__pycache__" in path for path in found)
