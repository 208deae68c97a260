"""What is found by touch before a game and beside it: how to play, how the machine plays, and what concerns others."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.mastermind import MASTERMIND
from tests.web.access.axe import violations
from tests.web.touch.targets import SMALL, WIDER
from tests.web.touch.test_touch_page import CODE, propose, two_phones
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT

pytestmark = [pytest.mark.browser, pytest.mark.process]


def opened_page(phone: Page, link: Locator) -> Page:
    """The page that a tap on a link opens beside the seat."""
    with phone.context.expect_page() as opened:
        link.tap()
    return opened.value


@pytest.mark.slow
def test_how_to_play_is_one_tap_from_the_lobby_and_two_from_the_table(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "lobby") as (_, ann, bob):
        rules = opened_page(ann, ann.get_by_role("link", name="How to play Mastermind"))
        expect(rules.get_by_role("heading", level=1)).to_have_text("Mastermind")
        rules.close()
        ann.get_by_role("button", name="Game: Mastermind").tap()
        ann.get_by_role("button", name="Digit Code", exact=True).tap()
        for phone in (ann, bob):
            expect(phone.get_by_role("link", name="How to play Digit Code")).to_have_attribute(
                "href", "/rules/digit-code"
            )
        ann.get_by_role("button", name="Start Digit Code").tap()
        ann.get_by_role("button", name="Yes").tap()
        bob.locator('.touch[data-game="digitcode"]').wait_for()
        bob.get_by_role("button", name="Menu").tap()
        rules = opened_page(bob, bob.get_by_role("dialog").get_by_role("link"))
        expect(rules.get_by_role("heading", level=1)).to_have_text("Digit Code")


@pytest.mark.slow
def test_levels_of_the_machine_come_from_the_weakest_with_how_they_play(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "lobby", seats=3) as (_, ann, _bob):
        ann.get_by_role("button", name="Add machine").tap()
        levels = ann.get_by_role("group", name="How well?").get_by_role("button")
        names = [f"{level}: {words}" for level, words in MASTERMIND.level_words().items()]
        expect(levels).to_have_count(len(names))
        assert [level.get_attribute("aria-label") for level in levels.all()] == names
        expect(levels.first).to_contain_text("Plays any legal move, by luck.")
        for size in (PORTRAIT, LANDSCAPE):
            ann.set_viewport_size(size)
            assert violations(ann) == []
            assert ann.evaluate(SMALL) == []
            assert ann.evaluate(WIDER) <= 0


def test_the_menu_says_truly_what_others_must_agree_to(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "passcode") as (_, ann, _bob):
        ann.get_by_role("button", name="Menu").tap()
        menu = ann.get_by_role("dialog")
        own, proposals = (
            menu.get_by_role("group", name=name).get_by_role("button") for name in ("For you alone", "For all")
        )
        expect(own).to_have_text(["Make all my rolls", "Let machine play"])
        expect(proposals).to_have_text(["End this game", "Take back my move"])
        for size in (PORTRAIT, LANDSCAPE):
            ann.set_viewport_size(size)
            assert violations(ann) == []
            assert ann.evaluate(SMALL) == []
        # What concerns nobody else happens without a question to anybody.
        own.last.tap()
        ann.get_by_role("button", name="Level steady").tap()
        expect(ann.locator(".touch > header .name")).to_have_text("Watching")


@pytest.mark.slow
def test_a_game_that_all_ended_can_be_seen_from_the_lobby(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        hands = TouchHands(ann)
        hands.symbols(CODE)
        bob.locator(".touch.acting").wait_for()
        propose(ann, "End this game")
        bob.get_by_role("button", name="Yes, I agree").tap()
        TouchHands(bob).go()
        ann.locator('.touch[data-game="lobby"]').wait_for()
        game = opened_page(ann, ann.get_by_role("link", name="See the last game"))
        expect(game.locator("#title")).to_contain_text("Mastermind: Ann, Bob")
        expect(game.locator("#place")).to_have_text("1 of 1")
        game.get_by_role("button", name="Ann", exact=True).click()
        expect(
            game.locator("#middle").get_by_role("img", name="The code was red, yellow, green and blue")
        ).to_be_visible()
