"""The club's pages in a real browser: no fault for axe, from 320 pixels to a television, by keyboard, and without scripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club.database import Database
from tests.browser import connected, new_page, running_chromium
from tests.club.site import PASSWORD, Site, site
from tests.web.access.axe import violations_in_both_schemes

pytestmark = [pytest.mark.browser, pytest.mark.process]

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_chromium() as address, connected(address) as made:
        yield made


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Site]:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    with site(database) as made:
        yield made


def judge(page: Page) -> None:
    """The page that is shown fits, and axe finds nothing."""
    for width in (320, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDER) == 0, f"{page.url} at {width}"
        assert violations_in_both_schemes(page) == [], f"{page.url} at {width}"


def log_in(page: Page, served: Site) -> None:
    """By the keyboard alone."""
    page.goto(f"{served.address}/login")
    page.keyboard.type("Olga")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def test_the_organiser_logs_in_and_out_without_scripts(browser: Browser, served: Site) -> None:
    page = new_page(browser, java_script_enabled=False)
    log_in(page, served)
    expect(page.locator(".who")).to_contain_text("Olga")
    expect(page.get_by_text("Waiting for tables")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.context.close()


def test_axe_finds_nothing_on_the_frame(browser: Browser, served: Site) -> None:
    page = new_page(browser)
    page.goto(f"{served.address}/login")
    page.get_by_label("Name").fill('<img src=x onerror="alert(1)">')
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.locator("img").count() == 0
    judge(page)
    log_in(page, served)
    judge(page)
    page.goto(f"{served.address}/nothing")
    judge(page)
    page.context.close()
