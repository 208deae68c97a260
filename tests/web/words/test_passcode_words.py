"""The headline of Passcode on the pages says what the one whose turn it is can do, and that a tie is rolled again."""

from functools import partial

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, expect

from companion.games.passcode import PASSCODE
from companion.web.messages import Public
from tests.games.passcode.play import Play, begun
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob")


def test_the_headline_says_what_is_legal(browser: Browser) -> None:
    drawn = begun()
    drawn.draw(0, "6")
    tie = Play(2, levels=[3], turning=False)
    for seat in (0, 1, 0):
        tie.roll(seat, 4)
    tie.card("1", "1", "1")
    tie.roll(0, 5)
    tie.roll(1, 5)
    with_two = to_builtins(PASSCODE.view(drawn.state, None))
    headlines = {
        "Ann plays one card, or drops one": with_two,
        "Ann plays, drops or keeps the card": with_two | {"hands": [1, 1]},  # P9: she held none
        "A tie for the highest: Ann rolls again": to_builtins(PASSCODE.view(tie.state, None)),
    }
    with table_and_page(browser, 2, "/table") as (room, page):
        for number, (headline, view) in enumerate(headlines.items()):
            room.do(partial(room.hub.tell, Public(view, number, NAMES, (0, 1))))
            expect(page.locator(".turn")).to_have_text(headline)
