"""What axe-core, with the rules of WCAG 2.2 AA and its best practices, finds wrong on a page."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
CONTRAST: Final = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page, options: dict[str, Any] = RULES) -> list[str]:
    """Each element that breaks a rule, with the rule and what is wrong."""
    found = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:120]} {node['failureSummary']}" for one in found for node in one["nodes"]]


def violations_in_both_schemes(page: Page) -> list[str]:
    """The same of the page in light colours, and in dark ones what cannot be read: nothing but colours differs."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + violations(page, CONTRAST)
