"""The Markdown files of the project: their headings as anchors, and what they link to."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
_SKIPPED: Final = frozenset({"node_modules", "build", "dist"})
"""Folders that hold nothing of ours; so do all whose name begins with a dot, but for .github."""

_HEADING: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$")
_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)")
_CODE: Final = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_LINK: Final = re.compile(r"!?\[((?:[^\[\]]|!\[[^\[\]]*\]\([^()]*\))*)\]\(<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\)")
_REFERENCE: Final = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?")
_HTML: Final = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)\s*=\s*[\"']([^\"']+)[\"']")
_ANCHOR: Final = re.compile(r"<\w+\b[^>]*?\b(?:id|name)\s*=\s*[\"']([^\"']+)[\"']")
_SCHEME: Final = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


class Link(Struct, frozen=True):
    """`line`: from 1. `target`: as it is written."""

    line: int
    target: str


def documents(root: Path = ROOT) -> list[Path]:
    """Every Markdown file of the project."""
    return sorted(
        path
        for path in root.rglob("*.md")
        if not any(
            part in _SKIPPED or (part.startswith(".") and part != ".github") for part in path.relative_to(root).parts
        )
    )


def links(text: str) -> Iterator[Link]:
    """Every link and picture in a Markdown text, but not what stands in code."""
    for number, line in _prose(text):
        bare = _CODE.sub("", line)
        for found in (*_targets(bare), *_HTML.findall(bare)):
            yield Link(number, found)
        if (named := _REFERENCE.match(bare)) is not None:
            yield Link(number, named[1])


def anchors(text: str) -> frozenset[str]:
    """What a link to a place in this text may be called, as GitHub makes it of headings."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    for _, line in _prose(text):
        if (heading := _HEADING.match(line)) is not None:
            slug = slugged(heading[1])
            found.append(slug if not seen[slug] else f"{slug}-{seen[slug]}")
            seen[slug] += 1
        found += _ANCHOR.findall(line)
    return frozenset(found)


def slugged(heading: str) -> str:
    """The anchor of a heading: its text in small letters, without punctuation, a dash for each blank."""
    plain = _LINK.sub(lambda link: link[1], heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")


def dead(path: Path, root: Path = ROOT) -> list[str]:
    """A sentence for each relative link in a file that leads nowhere."""
    complaints = []
    for link in links(path.read_text(encoding="utf-8")):
        if _SCHEME.match(link.target):
            continue
        name, _, anchor = unquote(link.target).partition("#")
        place = f"{path.relative_to(root)}:{link.line}"
        target = (path.parent / name).resolve() if name else path
        if name.startswith("/") or not target.is_relative_to(root.resolve()):
            complaints.append(f"{place}: {link.target} leads out of the project")
        elif not _exists(target):
            complaints.append(f"{place}: {link.target}: there is no such file")
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target.read_text(encoding="utf-8"))):
            complaints.append(f"{place}: {link.target}: there is no such heading")
    return complaints


def _targets(text: str) -> Iterator[str]:
    """The targets of the inline links in a line; a picture may stand in a link's text."""
    for found in _LINK.finditer(text):
        yield found[2]
        yield from _targets(found[1])


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside of fenced and indented code, with their numbers from 1."""
    fence = ""
    blank = True
    for number, line in enumerate(text.splitlines(), 1):
        opened = _FENCE.match(line)
        if opened is not None and fence in ("", opened[1]):
            fence = "" if fence else opened[1]
        elif not fence and not (blank and line.startswith("    ")):
            yield number, line
            blank = not line.strip()


def _exists(target: Path) -> bool:
    """Also by the letters' case, which some systems pass over and others do not."""
    return target.exists() and (target.parent == target or target.name in {one.name for one in target.parent.iterdir()})
