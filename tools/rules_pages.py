"""The rules as pages of the table's own web server, from docs/play/. `make pictures` writes them after the pictures.

They are rendered here, so that the table needs no Markdown library and no network. The pictures stay where they are: the wheel
takes them along (pyproject.toml).
"""

import re
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

SOURCE: Final = Path(__file__).parent.parent / "docs" / "play"
FOLDER: Final = Path(__file__).parent.parent / "companion" / "web" / "static" / "rules"
INDEX: Final = "README"
PAGE: Final = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>{title} · Codebreakers' Companion</title>
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/static/look.css">
    <link rel="stylesheet" href="/static/rules.css">
  </head>
  <body class="rules">
    <header class="masthead">
      <nav aria-label="Pages">
        <a href="/" data-bench hidden>Seats</a>
        <a href="/table">Table</a>
        <a href="/history">Finished games</a>
        <a href="/puzzle">Puzzle</a>
        <a href="/rules" {whole}>Rules</a>
      </nav>
    </header>
    <nav class="books" aria-label="Rules">
{books}
    </nav>
    <main>
{text}
    </main>
  </body>
</html>
"""


def pages() -> dict[str, str]:
    """The HTML of each page, by its name: "README" is the first one, the others are named after their games."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SOURCE.glob("*.md"))}
    order = [INDEX, *re.findall(r"\]\((.+?)\.md\)", sources[INDEX])]
    titles = {name: _title(sources[name]) for name in order}
    return {name: _page(name, sources[name], titles) for name in order}


def _page(name: str, source: str, titles: dict[str, str]) -> str:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    for token in tokens:
        if token.children is not None:
            token.children = _served(token.children, titles)
    text = parser.renderer.render(tokens, parser.options, {})
    # A picture alone in a paragraph is a figure with the text that says what is on it.
    text = re.sub(r"<p>(<img [^>]*alt=\"([^\"]*)\"[^>]*>)</p>", r"<figure>\1<figcaption>\2</figcaption></figure>", text)
    text = text.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    books = "\n".join(
        f'      <a href="{_path(one)}"{" aria-current=" + chr(34) + "page" + chr(34) if one == name else ""}>'
        f"{escape(title)}</a>"
        for one, title in titles.items()
    )
    return PAGE.format(
        title=escape(titles[name]),
        whole='aria-current="page"' if name == INDEX else 'aria-current="true"',
        books=books,
        text=text.rstrip(),
    )


def _served(tokens: list[Token], titles: dict[str, str]) -> list[Token]:
    """With the addresses of the table. A link to a document that the table does not serve becomes plain text."""
    kept: list[Token] = []
    is_open: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]), titles)
            is_open.append(address is not None)
            token.attrs["href"] = address or ""
        elif token.type == "image":
            token.attrs["src"] = _address(str(token.attrs["src"]), titles) or ""
        if not token.type.startswith("link_") or is_open[-1]:
            kept.append(token)
        if token.type == "link_close":
            is_open.pop()
    return kept


def _title(source: str) -> str:
    found = re.match(r"# (.+)\n", source)
    if found is None:
        raise ValueError("A page of the rules begins with a heading.")
    return found[1]


def _address(address: str, titles: dict[str, str]) -> str | None:
    """An address of docs/play/ as the table serves it; None for one that it does not serve."""
    if re.fullmatch(r"pictures/[a-z-]+/[a-z-]+\.png", address):
        return f"/rules/{address}"
    name, found, mark = address.partition(".md")
    if not found or name not in titles:
        return None
    return _path(name) + mark


def _path(name: str) -> str:
    return "/rules" if name == INDEX else f"/rules/{name}"


def write() -> None:
    """Write all pages, and remove those that are no longer there."""
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for path in FOLDER.glob("*.html"):
        if path.stem not in made:
            path.unlink()
    for name, html in made.items():
        (FOLDER / f"{name}.html").write_text(html, encoding="utf-8")


if __name__ == "__main__":
    write()
