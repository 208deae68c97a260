"""The pages link to each other, and the bench page teaches its keys to who has not used them yet."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.clients import http, serving, table
from tests.web.pages.test_bench_page import GAME, expect_keys, table_and_page


def links(body: str) -> list[str]:
    """The addresses of the links that are shown at the head of a page."""
    head = body[body.index('class="masthead"') : body.index("</header>")]
    return re.findall(r'href="([^"]+)"(?! data-bench hidden)', head)


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/table", "/rules", "/rules/passcode"])
async def test_only_who_may_open_the_seats_has_a_link_to_them(path: str) -> None:
    others = ["/table", "/history", "/puzzle", "/rules"]
    async with serving(table(), bench=True) as server:
        assert links((await http(server, "/"))[2]) == ["/", *others]
        assert links((await http(server, path))[2]) == ["/", *others]
    async with serving(table(), bench=False) as server:
        assert links((await http(server, path))[2]) == others


@pytest.mark.browser
def test_from_page_to_page_and_back(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        for name, path in (("Table", "/table"), ("Rules", "/rules"), ("Seats", "/")):
            page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()
            page.wait_for_url(f"**{path}")
            current = page.get_by_role("navigation", name="Pages").locator("[aria-current=page]")
            expect(current).to_have_text(name)
        page.get_by_role("link", name="Rules").click()
        page.get_by_role("navigation", name="Rules").get_by_role("link", name="Da Vinci Code").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Da Vinci Code")


def hint(page: Page) -> str:
    shown = page.locator("#hint")
    return shown.locator("span").inner_text() if shown.is_visible() else ""


@pytest.mark.browser
def test_a_hint_goes_for_ever_when_it_was_followed(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        assert "Press a seat's keys" in hint(page)
        for _ in range(6):
            page.keyboard.press("a")
        expect(page.locator("#hint")).to_be_hidden()
        table.do(lambda: table.hub.public(GAME, 3))
        expect(page.locator("#hint")).to_contain_text("Hold ●")
        page.reload()
        expect(page.locator("#hint")).to_contain_text("Hold ●")
        page.clock.install()
        page.keyboard.down("s")
        page.clock.run_for(700)
        page.keyboard.up("s")
        expect(page.locator("#hint")).to_be_hidden()
        page.reload()
        expect(page.locator("#middle")).to_have_attribute("data-number", "3")
        expect(page.locator("#hint")).to_be_hidden()


@pytest.mark.browser
def test_a_hint_can_be_closed(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        page.get_by_role("button", name="Got it").click()
        expect(page.locator("#hint")).to_be_hidden()
        page.reload()
        page.wait_for_selector("body[data-link=up]")
        expect(page.locator("#hint")).to_be_hidden()


@pytest.mark.browser
def test_one_button_holds_both_outer_keys_where_secrets_are_covered(browser: Browser) -> None:
    with table_and_page(browser, 2, can_lift=True) as (table, page):
        lift = page.get_by_role("button", name="Lift Ben's Secrecy screen")
        lift.hover()
        page.mouse.down()
        expect_keys(table, (1, "left", True), (1, "right", True))
        expect(lift).to_have_attribute("aria-pressed", "true")
        page.mouse.move(5, 5)
        page.mouse.up()
        expect_keys(table, (1, "left", False), (1, "right", False))
        expect(lift).to_have_attribute("aria-pressed", "false")
        # Who cannot hold, with a keyboard or a screen reader, presses it once more to end it.
        lift.focus()
        for press in (lambda: page.keyboard.press("Space"), lambda: lift.evaluate("(button) => button.click()")):
            press()
            expect_keys(table, (1, "left", True), (1, "right", True))
            press()
            expect_keys(table, (1, "left", False), (1, "right", False))


@pytest.mark.browser
def test_there_is_nothing_to_lift_where_secrets_are_open(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        expect(page.locator("button.lift")).to_have_count(2)
        for button in page.locator("button.lift").all():
            expect(button).to_be_hidden()
