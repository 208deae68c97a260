"""A seat's card on the bench, switched to touch: everything stays inside it, and nothing of the game is hidden."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from tests.browser import new_page
from tests.web.pages.test_recap_page import recap
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SIZES = ((1280, 800), (1440, 900), (1920, 1080))
OUTSIDE = """() => [...document.querySelectorAll('.seat.touched')].flatMap((card) => {
  const edge = card.getBoundingClientRect();
  return [...card.querySelectorAll('*')].filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.right > edge.right + 0.5 || box.left < edge.left - 0.5))
    .map(([one]) => `${one.tagName} ${one.className} ${one.textContent}`.slice(0, 80));
})"""


def opened(name: str, **options: object) -> Opened:
    game = next(game for game in CATALOG if game.name == name)
    return Opened(name, game.rules, options, ("Ann", "Bob"))


def card(bench: Page) -> TouchHands:
    """The first seat's card, switched to touch."""
    bench.wait_for_selector("body[data-link=up]")
    bench.locator('.seat[data-seat="0"]').get_by_role("button", name="Touch").click()
    bench.locator(".seat.touched .touch .scene").wait_for()
    return TouchHands(bench)


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_everything_stays_inside_the_card(name: str, browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened(name), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        for width, height in SIZES:
            bench.set_viewport_size({"width": width, "height": height})
            expect(bench.locator(".seat.touched .tools")).to_be_visible()
            assert bench.evaluate(OUTSIDE) == [], f"at {width} × {height}"
        bench.close()


def test_a_line_that_was_asked_about_stays_on_the_sheet(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("digitcode", master="table"), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        bench.locator('.seat.touched button[data-id="line C"]').click()
        bench.locator('.seat.touched button[data-id="bar go"]').click()
        asked = bench.locator('.seat.touched [data-id="line C"].told')
        expect(asked).to_be_visible()
        expect(asked.locator("b")).to_be_visible()
        bench.close()


def test_the_opening_rule_and_the_own_last_answer_stay_in_sight(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("digitcode", master="table", opening="each"), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        ann, bob = (bench.locator(f'.seat[data-seat="{seat}"]') for seat in (0, 1))
        expect(ann.locator(".opening")).to_have_text("First one of each kind: line, even/odd, larger, space")
        ann.locator('button[data-id="line C"]').click()
        ann.locator('button[data-id="bar go"]').click()
        expect(ann.locator(".opening")).to_have_count(0)
        answer = ann.locator(".own-answer b")
        expect(answer).to_have_text(re.compile(r"line C: \d filled"))
        heard = answer.inner_text()
        bob.get_by_role("button", name="Touch").click()
        bob.locator('button[data-id="line D"]').click()
        bob.locator('button[data-id="bar go"]').click()
        expect(ann.locator(".opening")).to_have_text("First one of each kind: even/odd, larger, space")
        expect(answer).to_have_text(heard)
        expect(bob.locator(".own-answer b")).to_have_text(re.compile("line D"))
        bench.close()


def test_who_makes_a_code_is_not_told_to_look_for_one(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("digitcode"), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        expect(bench.locator(".seat.touched .facts")).to_have_text("Your secret code, which Bob looks for")
        bench.close()


def test_the_rest_of_the_rolls_is_offered_beside_the_roll(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("passcode", levels=[3], turning=False), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        bench.locator('.seat.touched button[data-id="roll rest"]').click()
        expect(bench.locator(".seat.touched .turn")).to_have_text("Bob's turn")
        expect(bench.locator('.seat.touched button[data-id="roll rest"]')).to_have_count(0)
        bench.close()


def test_what_is_half_entered_stays_while_others_move_and_while_the_card_shows_its_keys(
    browser: Browser, tmp_path: Path
) -> None:
    with touch_table(tmp_path, opened("digitcode"), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        ann, bob = (bench.locator(f'.seat[data-seat="{seat}"]') for seat in (0, 1))
        for digit in (4, 0, 7):
            ann.locator(f'button[data-id="symbol {digit}"]').click()
        before = ann.locator(".scene").inner_text()
        bob.get_by_role("button", name="Touch").click()
        for digit in (1, 2, 3, 4, 5, 6):
            bob.locator(f'button[data-id="symbol {digit}"]').click()
        bob.locator('button[data-id="bar go"]').click()
        expect(bob.locator(".touch:not(.acting)")).to_be_visible()
        assert ann.locator(".scene").inner_text() == before
        ann.get_by_role("button", name="Keys").click()
        ann.get_by_role("button", name="Touch").click()
        expect(ann.locator(".touch .scene")).to_have_text(re.compile("4.*0.*7"))
        for digit in (1, 9, 3):
            ann.locator(f'button[data-id="symbol {digit}"]').click()
        ann.locator('button[data-id="bar go"]').click()
        expect(ann.locator(".facts").first).to_contain_text("yours is 407 193")
        bench.close()


def test_cover_covers_the_board_of_a_card_and_its_hold_to_look(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("mastermind"), secrecy="lift", phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        seat = bench.locator('.seat[data-seat="0"]')
        palette, look = seat.locator('button[data-id="symbol red"]'), seat.locator(".look")
        expect(palette).to_be_hidden()
        # The page was in the background: a switch that was on is off.
        look.press("Enter")
        expect(palette).to_be_visible()
        bench.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
        expect(palette).to_be_hidden()
        look.press("Enter")
        expect(palette).to_be_visible()
        # Two people share this screen. What is covered stays so when the page is loaded again.
        seat.get_by_role("button", name="Cover").click()
        expect(palette).to_be_hidden()
        expect(look).to_be_hidden()
        bench.reload()
        bench.locator(".seat.touched .touch .scene").wait_for()
        expect(palette).to_be_hidden()
        seat.get_by_role("button", name="Uncover").click()
        look.press("Enter")
        expect(palette).to_be_visible()
        # The picture and the text of the seat's own screen are not there.
        expect(seat.get_by_role("img")).to_have_count(0)
        expect(seat.locator("[data-text]")).to_be_hidden()
        bench.close()


BROKEN_WORDS = """async (recap) => {
  const { recapTable } = await import('/static/recap.js');
  document.querySelector('.seat.touched .scene').replaceChildren(recapTable(recap));
  return [...document.querySelectorAll('.seat.touched .recap :is(th, td)')].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const tops = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
    return !cell.querySelector('*') && tops.size > cell.textContent.split(/\\s+/).length;
  }).map((cell) => cell.textContent);
}"""


def test_no_word_of_a_finished_round_is_broken_in_a_card(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("davinci"), phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        card(bench)
        for width, height in ((1100, 800), *SIZES):
            bench.set_viewport_size({"width": width, "height": height})
            assert bench.evaluate(BROKEN_WORDS, recap("Round 1 of 3")) == [], f"at {width} × {height}"
        bench.close()


def test_in_a_narrow_window_the_card_says_what_was_done_above_its_board(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, opened("passcode", levels=[3], turning=False), phones=False) as table:
        bench = new_page(browser, viewport={"width": 390, "height": 844})
        bench.goto(table.address)
        card(bench)
        told = bench.locator(".seat.touched .touch > .told")
        expect(told).to_have_text("Ann rolls the die for number 1 of 3.")
        expect(told).to_be_in_viewport(ratio=1)
        bench.locator('.seat.touched button[data-id="roll"]').click()
        expect(told).to_have_text(re.compile("Ann rolled a .*Bob rolls the die"))
        bench.set_viewport_size({"width": 1280, "height": 800})
        expect(told).to_be_hidden()
        bench.close()
