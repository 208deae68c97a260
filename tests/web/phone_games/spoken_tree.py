"""A page as a screen reader has it: roles, names, states and texts, in their order. Nothing else of the page is read."""

import re
from typing import Final

from msgspec import Struct
from playwright.sync_api import Locator, Page, expect

_LINE: Final = re.compile(
    r"^(?P<depth> *)- (?P<role>[a-z]+)(?: \"(?P<name>(?:[^\"\\]|\\.)*)\")?(?P<states>(?: \[[^]]+])*)(?::(?P<text>.*))?$"
)

ON_ITS_WAY: Final = "Sending …"
"""What the bar says while the table is slow to take an answer."""


class Node(Struct, frozen=True):
    """One thing that is read. `within`: the names of what it stands in, from the outside in. `states`: such as "disabled"."""

    role: str
    name: str
    text: str
    states: tuple[str, ...]
    within: tuple[str, ...]


class SpokenTree:
    """The whole of a page at one moment. `written`: as text."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.written = page.locator("body").aria_snapshot()
        self.nodes = tuple(_nodes(self.written))

    def buttons(self, within: str = "") -> list[Node]:
        """The buttons that can be used, all or those in the group of that name."""
        return [
            node
            for node in self.nodes
            if node.role == "button" and "disabled" not in node.states and (not within or within in node.within)
        ]

    def says(self, text: str) -> bool:
        """Whether a text of the page is exactly that."""
        return any(text in (node.name, node.text) for node in self.nodes)

    def items(self, of: str) -> list[str]:
        """What the list, or the part of the page, of that name has: its texts."""
        return [node.text or node.name for node in self.nodes if of in node.within and (node.text or node.name)]

    @property
    def told(self) -> str:
        """What was read aloud last."""
        return " ".join(node.text for node in self.nodes if node.role == "status")

    def press(self, button: Node) -> "SpokenTree":
        """Use a button; the page as it is once something has changed."""
        alike = [node for node in self.nodes if (node.role, node.name) == (button.role, button.name)]
        number = next(at for at, node in enumerate(alike) if node is button)
        self._page.get_by_role("button", name=button.name, exact=True).nth(number).tap()
        return self.changed()

    def changed(self) -> "SpokenTree":
        """The page once it is another one, and no answer is on its way any more."""
        expect(self._page.locator("body")).not_to_match_aria_snapshot(f"- /children: deep-equal\n{self.written}")
        expect(self._page.get_by_text(ON_ITS_WAY, exact=True)).to_have_count(0)
        return SpokenTree(self._page)


def _unquoted(found: re.Match[str]) -> str:
    return found[1] + found[2].replace("''", "'") + (found[3] or "")


def control(page: Page, role: str, name: str) -> Locator:
    """What has that role and that name."""
    return page.get_by_role(role, name=name, exact=True)


def _nodes(written: str) -> list[Node]:
    nodes: list[Node] = []
    path: list[tuple[int, str]] = []
    for line in written.splitlines():
        plain = re.sub(r"^( *- )'((?:[^']|'')*)'(:.*)?$", _unquoted, line)
        found = _LINE.match(plain)
        if found is None:
            continue
        depth = len(found["depth"])
        name = (found["name"] or "").replace('\\"', '"')
        text = (found["text"] or "").strip().strip('"')
        path = [one for one in path if one[0] < depth]
        states = tuple(re.findall(r"\[([^]]+)]", found["states"]))
        nodes.append(Node(found["role"], name, text, states, tuple(one for _, one in path)))
        path.append((depth, name or found["role"]))
    return nodes
