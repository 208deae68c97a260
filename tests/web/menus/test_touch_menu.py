"""What is found by touch before a game and beside it: how to play, how the machine plays, and what concerns others."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.core.picture import WIDTH
from companion.games.mastermind import MASTERMIND
from tests.web.access.axe import violations
from tests.web.touch.targets import SMALL, WIDER
from tests.web.touch.test_touch_page import CODE, propose, two_phones
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT
from tools.images.pictures import SCALE

pytestmark = [pytest.mark.browser, pytest.mark.process]


def read_rules(phone: Page, link: Locator, game: str) -> None:
    """The rules that a tap on a link opens in front of the seat: drawn, and in the words of touch."""
    link.tap()
    rules = phone.get_by_role("dialog", name=f"How to play {game}")
    expect(rules.get_by_role("heading", name="In pictures")).to_be_in_viewport()
    drawn = rules.locator("img").first
    expect(drawn).to_be_in_viewport()
    assert drawn.evaluate("image => image.decode().then(() => image.naturalWidth)") == WIDTH * SCALE
    expect(rules.get_by_text("By touch.").first).to_be_attached()
    expect(rules.get_by_text("With keys.")).to_have_count(0)
    assert violations(phone) == []
    assert phone.evaluate(WIDER) <= 0
    rules.get_by_role("button", name="Close").tap()
    expect(rules).to_have_count(0)


@pytest.mark.slow
def test_how_to_play_is_one_tap_from_the_lobby_and_two_from_the_table(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "lobby") as (_, ann, bob):
        read_rules(ann, ann.get_by_role("link", name="How to play Mastermind"), "Mastermind")
        ann.get_by_role("button", name=re.compile("^Play Digit Code instead")).tap()
        for phone in (ann, bob):
            expect(phone.get_by_role("link", name="How to play Digit Code")).to_have_attribute(
                "href", "/rules/digit-code"
            )
        ann.get_by_role("button", name="Start Digit Code").tap()
        ann.get_by_role("button", name="Yes").tap()
        bob.locator('.touch[data-game="digitcode"]').wait_for()
        bob.get_by_role("button", name="Menu").tap()
        read_rules(bob, bob.get_by_role("dialog").get_by_role("link"), "Digit Code")


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
        expect(own).to_have_text(["Roll on all my turns", "Let machine play", "Hints are off"])
        expect(proposals).to_have_text(["End this game", "Take back my move"])
        for size in (PORTRAIT, LANDSCAPE):
            ann.set_viewport_size(size)
            assert violations(ann) == []
            assert ann.evaluate(SMALL) == []
        # What concerns nobody else happens without a question to anybody.
        own.nth(1).tap()
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
        ann.locator('.touch[data-game="lobby"]').wait_for()
        with ann.context.expect_page() as opened:
            ann.get_by_role("link", name="See the last game").tap()
        game = opened.value
        expect(game.locator("#title")).to_contain_text("Mastermind: Ann, Bob")
        expect(game.locator("#place")).to_have_text("Step 1 of 1")
        game.get_by_role("button", name="Ann", exact=True).click()
        expect(
            game.locator("#middle").get_by_role("img", name="The code was red, yellow, green and blue")
        ).to_be_visible()
