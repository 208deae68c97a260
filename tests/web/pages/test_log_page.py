"""What happened, as the page of seats lists it: beside the seats or over the foot of the middle."""

from functools import partial
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.access.axe import violations
from tests.web.pages.layout import position, show
from tests.web.pages.test_bench_page import Table, table_and_page

pytestmark = pytest.mark.browser

BOXES: Final = "(all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))"


def happens(room: Table, *events: str) -> None:
    """Each of them is the last event in its turn."""
    for event in events:
        room.do(partial(room.hub.event, event))


def test_what_happened_is_read_by_wheel_and_keys_and_keeps_its_place(browser: Browser) -> None:
    with table_and_page(browser, 2) as (room, page):
        happens(room, *(f"Ann takes tile {number}." for number in range(50)))
        log = page.locator(".log ol")
        tops = "(list, text) => [...list.children].find((one) => one.textContent === text).getBoundingClientRect().top"
        expect(page.locator("#event")).to_have_text("Ann takes tile 49.")
        expect(log.locator("li").first).to_have_text("Ann takes tile 49.")
        expect(log.locator("li").first).to_be_in_viewport()
        log.hover()
        page.mouse.wheel(0, -300)
        page.wait_for_function("() => document.querySelector('.log ol').scrollTop === -300")
        before = log.evaluate(tops, "Ann takes tile 30.")
        happens(room, "Bob takes a tile.")
        expect(log.locator("li").first).to_have_text("Bob takes a tile.")
        assert abs(log.evaluate(tops, "Ann takes tile 30.") - before) < 1
        assert log.evaluate(
            "(list) => list.lastChild.getBoundingClientRect().top < list.firstChild.getBoundingClientRect().top"
        )
        log.press("Home")
        expect(log.locator("li").last).to_be_in_viewport()
        assert violations(page) == []


@pytest.mark.parametrize("seats", [2, 4])
def test_what_happened_leaves_the_board_as_it_is_when_it_opens(browser: Browser, seats: int) -> None:
    with table_and_page(browser, seats) as (room, page):
        show(room, page, *position("davinci", seats, 30)[1:])
        happens(room, *(f"Ann takes tile {number}." for number in range(50)))
        log, middle = page.locator(".log"), page.locator("#middle")
        parts = middle.locator(".spot, .stack")
        before = parts.evaluate_all(BOXES)
        log.locator("summary").click()
        assert parts.evaluate_all(BOXES) == before
        if seats == 4:
            expect(log.locator("li").first).to_be_in_viewport()
            assert violations(page) == []
        else:
            expect(log.locator("ol")).to_be_hidden()
