"""What axe-core, with the rules of WCAG 2.2 AA and its best practices, finds wrong on a page."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}


def violations(page: Page) -> list[str]:
    """Each element that breaks a rule, with the rule and what is wrong."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:120]} {node['failureSummary']}" for one in found for node in one["nodes"]]
