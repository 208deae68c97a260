"""Every relative link and anchor of the project's Markdown files leads to something."""

from pathlib import Path

from PIL import Image

from tests.documents.markdown import ROOT, anchors, dead, documents, links

DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*/[0-9]*.md"), key=lambda path: path.name)
RECORDING_BYTES = 1_000_000


def test_every_link_leads_to_something() -> None:
    assert [complaint for path in documents() for complaint in dead(path)] == []


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


def test_every_decision_has_the_same_form_and_its_own_number() -> None:
    for number, path in enumerate(DECISIONS, 1):
        assert path.name[:4] == f"{number:04d}", path
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith(f"# {number}. "), path
        headings = [line for line in lines if line.startswith("#")][1:]
        assert headings == ["## Context", "## Decision", "## Consequences"], path


def test_the_readme_shows_a_recording_that_moves_and_repeats() -> None:
    (target,) = (
        link.target for link in links((ROOT / "README.md").read_text(encoding="utf-8")) if link.target.endswith(".webp")
    )
    path = ROOT / target
    assert path.stat().st_size < RECORDING_BYTES
    with Image.open(path) as recording:
        assert getattr(recording, "n_frames", 1) >= 20
        assert recording.info["loop"] == 0, "for ever"


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


def test_links_in_code_are_none_and_anchors_are_made_as_github_makes_them() -> None:
    text = "`[a](b)` and\n\n    [c](d)\n\n```\n[e](f)\n```\n[g](h)\n- one\n    [i](j)\n"
    assert [(link.line, link.target) for link in links(text)] == [(8, "h"), (10, "j")]
    headings = "# One\n\n## The README's `x`, and [a link](x.md)\n\n## Two\n\n## Two\n\n```\n# no\n```\n# snake_case — a dash\n"
    assert anchors(headings) == {"one", "the-readmes-x-and-a-link", "two", "two-1", "snake_case--a-dash"}
