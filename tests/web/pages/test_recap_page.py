"""The pages show a finished round until all players have read it, and the tile that joined a row last."""

from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, expect

from companion.core.recap import Points, Recap, Share
from companion.games.davinci import DAVINCI
from companion.games.mastermind import MASTERMIND
from companion.table.effects import Publish
from companion.table.recap import as_json
from companion.web import messages
from tests.games.davinci.tables import STOP, deduce, played, table
from tests.web.access.axe import violations
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser

NAMES = ("Kim", "Lou")


def recap(title: str) -> dict[str, Any]:
    won = Share(1, (Points("4 right claims", 4), Points("own hidden tiles", 7)), ("W7", "B-"), 11)
    return as_json(Recap(title, 1, "The most points win", (won, Share(0, (), (), 3))), NAMES)


@pytest.mark.rule("D8", "D17")
def test_a_round_is_summed_up_beside_the_game_that_goes_on(browser: Browser) -> None:
    state = played(table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1"), deduce(1, 1, "5"), STOP)
    view = to_builtins(DAVINCI.view(state, None))
    with table_and_page(browser, 2) as (room, page):
        panel, joined = page.locator("#recap"), page.locator(".tile.joined")
        room.do(lambda: room.hub.tell(messages.Public(view, 3, NAMES, (0, 1))))
        expect(panel).to_be_hidden()
        expect(joined).to_have_attribute("data-position", "1")
        expect(joined.locator(".unseen")).to_have_text("black hidden tile, joined last")
        room.do(lambda: room.hub.tell(messages.Recap(recap("Round 1 of 3"))))
        expect(panel.locator("h2")).to_have_text("Round 1 of 3: Lou wins")
        expect(panel.locator("thead th")).to_have_text(["Player", "Points for", "Tiles", "Round", "Total"])
        expect(panel.locator("tbody tr")).to_have_count(2)
        expect(panel.locator("tr.winner")).to_contain_text("4 right claims 4 · own hidden tiles 7")
        expect(panel.locator("tr.winner .chip")).to_have_text(["7white 7", "–black dash"])
        expect(panel.locator("tr.winner .number")).to_have_text(["+11", "11"])
        said = [page.locator(".turn"), page.locator("#event")]
        for told, mark in zip(said, ("", "."), strict=True):
            expect(told).to_have_text(f"Round 1 of 3 is over{mark}")
        expect(joined).to_have_count(0)  # The next round's board would look as if this one's had been wiped.
        assert violations(page) == []
        page.reload()
        expect(panel).to_be_visible()
        expect(said[0]).to_have_text("Round 1 of 3 is over")
        panel.get_by_role("button", name="Close").click()
        expect(panel).to_be_hidden()
        expect(said[0]).not_to_contain_text("over")
        expect(joined).to_have_count(1)
        room.do(lambda: room.hub.event("Kim takes a tile."))
        expect(page.locator("#event")).to_have_text("Kim takes a tile.")
        expect(panel).to_be_hidden()
        room.do(lambda: room.hub.tell(messages.Recap(recap("Round 2 of 3"))))
        expect(panel).to_be_visible()
        over = view | {"phase": "over", "winners": [1], "to_act": []}
        room.do(lambda: room.hub.publish(Publish(4, over, "Lou wins the tournament.", NAMES, (0, 1))))
        expect(said[0]).to_contain_text("Lou wins")
        expect(said[1]).to_have_text("Lou wins the tournament.")
        expect(panel).to_be_visible()
        room.do(lambda: room.hub.tell(messages.Recap()))
        expect(panel).to_be_hidden()


@pytest.mark.rule("M10")
def test_the_row_that_cracked_a_code_is_drawn_before_the_next_game(browser: Browser) -> None:
    options = MASTERMIND.read_options({}, 2)
    state: Any = MASTERMIND.setup(options, 2)
    row = {"pegs": ["red", "yellow", "green", "blue"]}
    for seat, move in ((0, {"move": "set_code", **row}), (1, {"move": "guess", **row})):
        state = MASTERMIND.submit(options, state, seat, move)
    ended = MASTERMIND.recap(state)
    assert ended is not None
    with table_and_page(browser, 2) as (room, page):
        room.do(lambda: room.hub.tell(messages.Public(to_builtins(MASTERMIND.view(state, None)), 2, NAMES, (0, 1))))
        room.do(lambda: room.hub.tell(messages.Recap(as_json(ended, NAMES))))
        panel = page.locator("#recap")
        expect(panel.locator("h2")).to_have_text("Game 1 of 2: Lou cracked it in 1")
        expect(panel.locator(".moment .peg")).to_have_text(["R", "Y", "G", "B"])
        expect(panel.locator(".moment .said")).to_have_text("4 red")
        expect(panel.locator("tr.winner")).to_have_count(0)  # the headline names Lou, and the points are Kim's
        expect(panel.locator("thead th")).to_have_text(["Player", "Points for", "Round", "Total"])
        assert violations(page) == []
