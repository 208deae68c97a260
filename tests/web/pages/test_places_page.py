"""The pages of a table at which not everybody plays: names, lamps and who looks on; and names entered there."""

import pytest
from playwright.sync_api import Browser, expect

from companion.web.messages import DieShown, Public
from tests.web.pages.test_bench_page import GAME, expect_keys, table_and_page

pytestmark = pytest.mark.browser


def test_two_of_four_play_by_their_own_names_and_the_others_look_on(browser: Browser) -> None:
    with table_and_page(browser, 4) as (table, page):
        table.do(lambda: table.hub.tell(Public(GAME, 3, ("Kim", "Lou"), (1, 3))))
        expect(page.locator("#middle .turn")).to_have_text("Lou guesses: row 2 of 9")
        expect(page.locator("#middle .plate .name")).to_have_text(["Kim", "Lou"])
        for place, name, role in ((0, "Ada", "watching"), (1, "Kim", ""), (2, "Cleo", "watching"), (3, "Lou", "")):
            seat = page.locator(f'section[data-seat="{place}"]')
            expect(seat.locator("h2")).to_have_text(name)
            expect(seat.locator(".role")).to_have_text(role)
            expect(seat.locator("canvas")).to_have_attribute("aria-label", f"{name}'s screen")
        expect(page.locator("section.acting")).to_have_attribute("data-seat", "3")
        assert page.locator("section.watching").count() == 2
        # The die is told of by places.
        table.do(lambda: table.hub.tell(DieShown("awaited", 3, 0)))
        expect(page.locator(".die-says")).to_have_text("Lou, throw the die")
        page.reload()
        expect(page.locator("#middle .turn")).to_have_text("Lou guesses: row 2 of 9")
        expect(page.locator('section[data-seat="3"] h2')).to_have_text("Lou")


def test_no_name_is_written_outside_the_lobby_and_letters_in_a_field_are_no_keys(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        table.do(lambda: table.hub.tell(Public(GAME, 3)))
        name = page.locator('section[data-seat="1"] .name')
        expect(name).to_be_disabled()
        lobby = {
            "game": "lobby",
            "seats": 2,
            "to_act": [0, 1],
            "phase": "choose",
            "winners": None,
            "chosen": "mastermind",
        }
        players = [{"seat": seat, "name": called, "joined": True} for seat, called in enumerate(("Ada", "Ben"))]
        table.do(lambda: table.hub.tell(Public({**lobby, "players": players}, 0)))
        name.click()
        field = page.get_by_label("Name", exact=True)
        field.press_sequentially("Zoë/MAX")
        expect(field).to_have_value("Zoë/MAX")  # as it was typed
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_value("Zoë/MAX")  # to be mended, while the table says what is wrong with it
        field.fill("Bartholomew J")
        expect(field).to_have_value("Bartholomew J")  # not cut off
        expect(field).not_to_have_attribute("aria-invalid", "true")
        field.press("Enter")
        expect(field).to_have_attribute("aria-invalid", "true")
        field.press("Escape")
        expect(field).to_have_count(0)
        name.click()
        field.fill("kim")
        table.do(lambda: table.hub.tell(Public(GAME, 1)))  # the game begins meanwhile
        expect(field).to_have_count(0)
        table.do(lambda: table.hub.tell(Public({**lobby, "players": players}, 0)))
        name.click()
        field.fill("kim")
        field.press("Enter")
        expect(field).to_have_count(0)
        expect(name).to_be_focused()
        page.locator("body").click(position={"x": 640, "y": 5})
        page.keyboard.press("j")
        expect_keys(table, (1, "left", True), (1, "left", False))
        assert table.requests.names == [(1, text) for text in ("Zoë/MAX", "Bartholomew J", "kim")]
