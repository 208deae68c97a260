"""Every relative link and anchor of the project's Markdown files leads to something; README and ARCHITECTURE stay short."""

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.documents.markdown import ROOT, anchors, dead, documents, links, slugged

LIMITS = {"README.md": 120, "ARCHITECTURE.md": 150}
"""Lines at most."""
DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*/[0-9]*.md"), key=lambda path: path.name)
RECORDING_BYTES = 1_000_000


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_something(path: Path) -> None:
    assert dead(path) == []


def test_the_documents_that_people_look_for_are_found() -> None:
    names = {str(path.relative_to(ROOT)) for path in documents()}
    assert names >= {
        "README.md",
        "CONTRIBUTING.md",
        "docs/build.md",
        "firmware/PROTOCOL.md",
        "hardware/wiring/parts.md",
    }
    assert not any(name.startswith(".venv") for name in names)


@pytest.mark.parametrize(("name", "most"), LIMITS.items())
def test_the_first_documents_stay_short(name: str, most: int) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= most


def test_the_index_names_every_document_of_its_folder() -> None:
    linked = {link.target for link in links((DOCS / "README.md").read_text(encoding="utf-8"))}
    pages = {path.name for path in DOCS.glob("*.md")} - {"README.md"}
    folders = {f"{path.parent.name}/README.md" for path in DOCS.glob("*/README.md")}
    assert pages | folders <= linked


def test_the_index_of_decisions_names_each_by_its_number_and_title() -> None:
    index = (DOCS / "decisions/README.md").read_text(encoding="utf-8")
    assert DECISIONS
    for path in DECISIONS:
        number, title = path.name[:4], path.read_text(encoding="utf-8").splitlines()[0].partition(". ")[2]
        area = path.parent.name
        assert f"| {number} | [{title}]({area}/{path.name}) | {area} |" in index
    assert index.count("](") == len(DECISIONS), "each once"


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_every_decision_has_the_same_form(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(f"# {int(path.name[:4])}. ")
    assert [line for line in lines if line.startswith("#")][1:] == ["## Context", "## Decision", "## Consequences"]


def test_no_two_decisions_have_one_number() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert numbers == [f"{number:04d}" for number in range(1, len(numbers) + 1)]


def test_the_readme_shows_a_recording_that_moves_and_repeats() -> None:
    (target,) = (
        link.target for link in links((ROOT / "README.md").read_text(encoding="utf-8")) if link.target.endswith(".webp")
    )
    path = ROOT / target
    assert path.stat().st_size < RECORDING_BYTES
    with Image.open(path) as recording:
        assert getattr(recording, "n_frames", 1) >= 20
        assert recording.info["loop"] == 0, "for ever"


def test_make_screenshots_renews_the_recording_and_every_picture() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nscreenshots:")[2].partition("\n\n")[0]
    modules = re.findall(r"-m tools\.([\w.]+)", recipe)
    files = [ROOT.joinpath("tools", *name.split(".")).with_suffix(".py") for name in modules]
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    made = {
        name.replace("{seat}", seat) for name in re.findall(r'"([\w{}-]+\.(?:png|webp))"', sources) for seat in "01"
    }
    shown = {
        link.target
        for name in ("README.md", "docs/seat.md")
        for link in links((ROOT / name).read_text(encoding="utf-8"))
    }
    pictures = {Path(one).name for one in shown if one.endswith((".png", ".webp"))}
    assert pictures
    assert pictures <= made


# The reader of links itself: what it must find, and what it must leave alone.


def test_a_dead_link_a_dead_anchor_and_a_way_out_are_told_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# A place\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n[right](other.md#a-place) [self](#page) [wrong](missing.md)\n"
        "![picture](missing.png) [case](Other.md)\n[anchor](other.md#no-place)\n[out](../up.md) [web](https://example.org)\n"
        "[![badge](gone.svg)](other.md)\n[a]: gone.md\n",
        encoding="utf-8",
    )
    assert dead(page, tmp_path) == [
        "page.md:3: missing.md: there is no such file",
        "page.md:4: missing.png: there is no such file",
        "page.md:4: Other.md: there is no such file",
        "page.md:5: other.md#no-place: there is no such heading",
        "page.md:6: ../up.md leads out of the project",
        "page.md:7: gone.svg: there is no such file",
        "page.md:8: gone.md: there is no such file",
    ]


def test_code_holds_no_links() -> None:
    text = "`[a](b)` and\n\n    [c](d)\n\n```\n[e](f)\n```\n[g](h)\n"
    assert [(link.line, link.target) for link in links(text)] == [(8, "h")]


def test_a_line_of_code_in_a_list_and_a_paragraph_that_goes_on_are_told_apart() -> None:
    assert [link.target for link in links("- one\n    [a](b)\n")] == ["b"]


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("Phones", "phones"),
        ("A panel that does not answer", "a-panel-that-does-not-answer"),
        ("1. The Pi", "1-the-pi"),
        ("`docs/` and [a link](x.md)", "docs-and-a-link"),
        ("The README's picture, and more", "the-readmes-picture-and-more"),
        ("snake_case — a dash", "snake_case--a-dash"),
    ],
)
def test_an_anchor_is_made_as_github_makes_it(heading: str, slug: str) -> None:
    assert slugged(heading) == slug


def test_headings_of_one_name_are_numbered() -> None:
    assert anchors("# One\n\n## Two\n\n## Two\n\n```\n# no\n```\n") == {"one", "two", "two-1"}
