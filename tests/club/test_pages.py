"""The club's pages in a real browser: no fault for axe, from 320 pixels to a television, by keyboard, and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club.database import GameResult
from companion.club.results import Results
from tests.browser import new_page
from tests.club.games import stored
from tests.club.site import PASSWORD, Site
from tests.web.access.axe import violations_in_both_schemes
from tests.web.touch.targets import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.process]


def judge(page: Page) -> None:
    """The page that is shown fits, and axe finds nothing."""
    for width in (1920, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDER) == 0, f"{page.url} at {width}"
    assert violations_in_both_schemes(page) == [], page.url


def log_in(page: Page, served: Site, name: str = "Olga") -> None:
    """By the keyboard alone."""
    page.goto(f"{served.address}/login")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.insert_text(name)
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
    for path in ("/", "/account", "/nothing"):
        page.goto(served.address + path)
        judge(page)
    page.context.close()


HOSTILE = ("<img src=x onerror=alert(1)>", "\u202eevil", "אבגדהו", "🎲" * 64)
"""The longest is of an organiser, the others of players, too."""


def test_axe_finds_nothing_on_results_and_players_whatever_people_are_called(browser: Browser, served: Site) -> None:
    uuid = stored(served.database, names=("<img src=x>", "אבג\"דהו'"))
    stored(served.database, names=("Ann", "Machine"), kind="davinci", table="t" * 32)
    results = Results(served.database)
    for number, by in enumerate(HOSTILE):
        game = results.game(uuid)
        assert game is not None
        results.change(uuid, game.version, GameResult((number, 9_999_999 / 10), (0,)), by, f"{by} " * 4, 1.0)
    page = new_page(browser)
    served.organisers.set_password(HOSTILE[3], PASSWORD)
    log_in(page, served, HOSTILE[3])
    for path in ("/results", f"/results/{uuid}", "/players", "/player?name=%3Cimg%20src=x%3E", "/results?player=none"):
        page.goto(served.address + path)
        for hidden in page.locator("details:not([open]) > summary").all():
            hidden.press("Enter")
        judge(page)
        assert page.locator("main img, script").count() == 0
    page.context.close()


def test_an_organiser_changes_a_result_by_the_keyboard_without_scripts(browser: Browser, served: Site) -> None:
    uuid = stored(served.database, names=("Ann", "Bob"))
    page = new_page(browser, java_script_enabled=False)
    log_in(page, served)
    page.goto(f"{served.address}/results/{uuid}")
    page.get_by_text("Change the result").press("Enter")
    page.get_by_label("Score").first.fill("12")
    page.get_by_label("won").nth(1).check()
    page.get_by_label("Why").fill("The die fell down")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("The result is changed.")
    expect(page.get_by_role("row").nth(1)).to_contain_text("12")
    expect(page.get_by_text("The die fell down")).to_be_visible()
    page.get_by_role("button", name="Take the last change back").click()
    expect(page.get_by_role("status")).to_have_text("The last change is taken back.")
    page.context.close()
