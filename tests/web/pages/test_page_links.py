"""The pages link to each other, and the bench page teaches its keys to who has not used them yet."""

import re

import pytest
from playwright.sync_api import Browser, expect

from companion.web.messages import Public
from tests.web.clients import http, serving, table
from tests.web.pages.test_bench_page import GAME, expect_keys, table_and_page


def links(body: str) -> list[str]:
    """The addresses of the links that are shown at the head of a page."""
    head = body[body.index('class="masthead"') : body.index("</header>")]
    return re.findall(r'href="([^"]+)"(?! data-\w+ hidden)', head)


@pytest.mark.anyio
async def test_only_who_may_open_the_seats_has_a_link_to_them() -> None:
    others = ["/table", "/history", "/puzzle", "/rules"]
    for bench, shown in ((True, ["/", *others]), (False, others)):
        async with serving(table(), bench=bench) as server:
            for path in ("/table", "/rules", "/rules/passcode", *(["/"] if bench else [])):
                assert links((await http(server, path))[2]) == shown, path


@pytest.mark.anyio
async def test_a_phone_finds_back_to_its_seat_from_every_page() -> None:
    async with serving(table(), bench=False) as server:
        cookie = f"Cookie: companion-seat-{server.port}=SECRET\r\nAccept: text/html\r\n"
        for path in ("/table", "/rules", "/rules/break-the-code", "/nothing"):
            assert links((await http(server, path, more=cookie))[2])[0] == "/seat", path


@pytest.mark.browser
@pytest.mark.slow
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


@pytest.mark.browser
def test_a_hint_that_was_followed_goes_for_ever(browser: Browser) -> None:
    """Which hints there are, and when each goes: hints.js has its own tests."""
    with table_and_page(browser, 2) as (table, page):
        hint = page.locator("#hint")
        expect(hint).to_contain_text("Press a seat's keys")
        for _ in range(6):
            page.keyboard.press("a")
        expect(hint).to_be_hidden()
        table.do(lambda: table.hub.tell(Public(GAME, 3)))
        expect(hint).to_contain_text("Hold ●")
        page.get_by_role("button", name="Got it").click()
        expect(hint).to_be_hidden()
        page.reload()
        expect(page.locator("#middle")).to_have_attribute("data-number", "3")
        expect(hint).to_be_hidden()
        for button in page.locator("button.lift").all():
            expect(button).to_be_hidden()  # where secrets are open


@pytest.mark.browser
def test_one_button_holds_both_outer_keys_where_secrets_are_covered(browser: Browser) -> None:
    with table_and_page(browser, 2, secrecy="lift") as (table, page):
        lift = page.get_by_role("button", name="Lift Ben's Secrecy screen")
        lift.click()
        expect_keys(table, (1, "left", True), (1, "right", True))
        expect(lift).to_have_attribute("aria-pressed", "true")
        lift.click()
        expect_keys(table, (1, "left", False), (1, "right", False))
        expect(lift).to_have_attribute("aria-pressed", "false")
