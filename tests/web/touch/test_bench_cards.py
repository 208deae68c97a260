"""A seat's card on the bench, switched to touch: everything stays inside it, and nothing of the game is hidden."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from companion.core.seat import Seat
from companion.games.catalog import CATALOG, find_game
from companion.table.effects import MachineSeat, Opened
from tests.browser import new_page
from tests.web.pages.test_recap_page import recap
from tests.web.touch.touch_tables import touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1100, "height": 800},
    {"width": 1280, "height": 800},
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
)
OUTSIDE: Final = """() => [...document.querySelectorAll('.seat.touched')].flatMap((card) => {
  const edge = card.getBoundingClientRect();
  return [...card.querySelectorAll('*')].filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.right > edge.right + 0.5 || box.left < edge.left - 0.5))
    .map(([one]) => `${one.tagName} ${one.className} ${one.textContent}`.slice(0, 80));
})"""
BROKEN_WORDS: Final = """async (recap) => {
  const { recapTable } = await import('/static/recap.js');
  document.querySelector('.seat.touched .scene').replaceChildren(recapTable(recap));
  return [...document.querySelectorAll('.seat.touched .recap :is(th, td)')].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const tops = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
    return !cell.querySelector('*') && tops.size > cell.textContent.split(/\\s+/).length;
  }).map((cell) => cell.textContent);
}"""


@contextmanager
def bench_of(browser: Browser, folder: Path, name: str, *, secrecy: Any = "open", **options: object) -> Iterator[Page]:
    """The bench, where that game begins, or the lobby."""
    opened = None if name == "lobby" else Opened(name, find_game(name).rules, options, ("Ann", "Bob"))
    with touch_table(folder, opened, secrecy=secrecy, phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        bench.wait_for_selector("body[data-link=up]")
        yield bench
        bench.close()


def card(bench: Page, seat: int) -> Locator:
    """A seat's card, switched to touch."""
    found = bench.locator(f'.seat[data-seat="{seat}"]')
    found.get_by_role("button", name="Touch").click()
    found.locator(".touch .scene").wait_for()
    return found


def tap(seat: Locator, *names: str) -> None:
    for name in names:
        seat.locator(f'button[data-id="{name}"]').click()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(game.name, marks=() if game.name in ("davinci", "digitcode") else pytest.mark.slow)
        for game in CATALOG
    ],
)
def test_everything_stays_inside_the_card(name: str, browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, name) as bench:
        ann = card(bench, 0)
        for size in SIZES:
            bench.set_viewport_size(size)
            expect(ann.locator(".tools")).to_be_visible()
            assert bench.evaluate(OUTSIDE) == [], size


@pytest.mark.slow
def test_no_word_of_a_finished_round_is_broken_in_a_card(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "davinci") as bench:
        card(bench, 0)
        for size in SIZES:
            bench.set_viewport_size(size)
            assert bench.evaluate(BROKEN_WORDS, recap("Round 1 of 3")) == [], size


def test_several_helps_are_switched_on_without_opening_the_list_again(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "lobby") as bench:
        ann = card(bench, 0)
        ann.get_by_role("button", name="My help: off").click()
        ann.get_by_role("button", name="How many left").click()
        expect(ann.get_by_role("button", name="My help: count")).to_be_visible()
        ann.get_by_role("button", name="Suggest a move").click()
        ann.get_by_role("button", name="My help: count, hints").click()
        expect(ann.get_by_role("button", name="Suggest a move")).to_be_hidden()


def test_the_opening_rule_and_the_own_answers_stay_in_sight(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "digitcode", master="table", opening="each") as bench:
        ann = card(bench, 0)
        expect(ann.locator(".opening")).to_have_text(
            "Your opening, question 1 of 4. Ask one of each kind: how many in a line, even/odd, larger, space filled?"
        )
        tap(ann, "line C", "bar go")
        expect(ann.locator(".opening")).to_have_count(0)
        expect(ann.locator('[data-id="line C"].told b')).to_be_visible()
        answer = ann.locator(".own-answer b")
        expect(answer).to_have_text(re.compile(r"line C: \d filled"))
        heard = answer.inner_text()
        bob = card(bench, 1)
        tap(bob, "line D", "bar go")
        expect(ann.locator(".opening")).to_have_text(
            "Your opening, question 2 of 4. Ask one of each kind: even/odd, larger, space filled?"
        )
        expect(answer).to_have_text(heard)
        expect(bob.locator(".own-answer b")).to_have_text(re.compile("line D"))


@pytest.mark.slow
def test_a_narrow_card_says_what_was_done_and_the_rest_of_the_rolls_is_offered(
    browser: Browser, tmp_path: Path
) -> None:
    with bench_of(browser, tmp_path, "passcode", levels=[3], turning=False) as bench:
        bench.set_viewport_size({"width": 390, "height": 844})
        ann = card(bench, 0)
        told = ann.locator(".sight > .told")
        expect(told).to_have_text("Ann rolls the die for number 1 of 3.")
        expect(told).to_be_in_viewport(ratio=1)
        bench.set_viewport_size({"width": 1280, "height": 800})
        expect(told).to_be_hidden()
        tap(ann, "roll rest")
        expect(ann.locator(".turn")).to_have_text("Bob's turn")
        expect(ann.locator('button[data-id="roll rest"]')).to_have_count(0)


def test_what_is_half_entered_stays_while_others_move_and_while_the_card_shows_its_keys(
    browser: Browser, tmp_path: Path
) -> None:
    with bench_of(browser, tmp_path, "digitcode") as bench:
        ann = card(bench, 0)
        expect(ann.locator(".facts")).to_contain_text("which Bob looks for")
        tap(ann, "symbol 4", "symbol 0", "symbol 7")
        before = ann.locator(".scene").inner_text()
        bob = card(bench, 1)
        tap(bob, *(f"symbol {digit}" for digit in (1, 2, 3, 4, 5, 6)), "bar go")
        expect(bob.locator(".touch:not(.acting)")).to_be_visible()
        assert ann.locator(".scene").inner_text() == before
        ann.get_by_role("button", name="Keys").click()
        expect(ann.locator("canvas")).to_be_visible()
        card(bench, 0)
        expect(ann.locator("canvas")).to_be_hidden()
        expect(ann.locator(".touch .places")).to_have_text(re.compile("4.*0.*7"))
        tap(ann, "symbol 1", "symbol 9", "symbol 3", "bar go")
        expect(ann.locator(".own-code")).to_contain_text("407 193")


def test_no_ring_stays_round_a_card_whose_button_is_gone_while_another_plays_by_keys(
    browser: Browser, tmp_path: Path
) -> None:
    with bench_of(browser, tmp_path, "mastermind") as bench:
        panel = card(bench, 0).locator(".touch")
        tap(panel, "symbol red", "symbol yellow", "symbol green", "symbol blue", "bar go")
        expect(panel).to_be_focused()
        bench.keyboard.press("ArrowDown")
        assert panel.evaluate("(panel) => getComputedStyle(panel).outlineStyle") == "none"


def test_a_page_that_several_share_is_passed_from_one_to_the_next(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "digitcode", secrecy="pass") as bench:
        asked = bench.locator("dialog.pass")
        expect(asked).to_have_text(re.compile("Ann's turn.*I am Ann"))
        bench.keyboard.press("Escape")
        expect(asked).to_be_visible()
        asked.get_by_role("button", name="I am Ann").press("Enter")
        expect(asked).to_be_hidden()
        ann, bob = card(bench, 0), card(bench, 1)
        expect(bob.locator('[data-id="symbol 1"]')).to_be_hidden()
        tap(ann, *(f"symbol {digit}" for digit in (4, 0, 7, 1, 9, 3)), "bar go")
        expect(asked).to_have_text(re.compile("Bob's turn.*I am Bob"))
        expect(ann.locator(".own-code .secret")).to_be_hidden()
        bench.reload()
        asked.get_by_role("button", name="I am Bob").click()
        expect(bob.locator('[data-id="symbol 1"]')).to_be_visible()
        assert "407193" not in re.sub(r"\s", "", bench.locator("body").inner_text())


def test_cover_covers_the_board_of_a_card_and_its_hold_to_look(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "mastermind", secrecy="lift") as bench:
        seat = card(bench, 0)
        palette, look = seat.locator('button[data-id="symbol red"]'), seat.locator(".look")
        expect(look).to_be_visible()
        expect(palette).to_be_hidden()
        # The page was in the background: a switch that was on is off.
        look.press("Enter")
        expect(palette).to_be_visible()
        bench.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
        expect(palette).to_be_hidden()
        look.press("Enter")
        expect(palette).to_be_visible()
        # Two people share this screen. The card and its cover stay when the page is loaded again.
        seat.get_by_role("button", name="Cover").click()
        expect(palette).to_be_hidden()
        expect(look).to_be_hidden()
        bench.reload()
        bench.locator(".seat.touched .touch .scene").wait_for()
        expect(palette).to_be_hidden()
        seat.get_by_role("button", name="Uncover").click()
        # Only with the seat's data does the card know that there is a Secrecy screen; a hidden button takes no key.
        expect(look).to_be_visible()
        look.press("Enter")
        expect(palette).to_be_visible()
        # The picture and the text of the seat's own screen are not there.
        expect(seat.get_by_role("img", name=re.compile("screen$"))).to_have_count(0)
        expect(seat.locator("[data-text]")).to_be_hidden()
        look.press("Enter")
        # With a mouse: a click shows what can be clicked, until the turn is over.
        look.click()
        tap(seat, "symbol red", "symbol yellow", "symbol green", "symbol blue", "bar go")
        expect(seat.locator(".own-code")).to_be_visible()
        expect(seat.locator(".own-code .secret")).to_be_hidden()
        seat.get_by_role("button", name="Lift").click()
        expect(seat.locator(".own-code .secret")).to_be_visible()


def test_a_covered_card_does_not_tell_which_tiles_of_break_the_code_are_held(browser: Browser, tmp_path: Path) -> None:
    opacity = "(tiles) => new Set(tiles.map((one) => getComputedStyle(one).opacity)).size"
    with bench_of(browser, tmp_path, "breakthecode", secrecy="lift") as bench:
        seat = card(bench, 0)
        seat.get_by_role("button", name="Guess the row").click()
        tiles = seat.locator(".pick")
        expect(tiles).to_have_count(19)
        assert tiles.evaluate_all(opacity) == 1
        seat.locator(".look").press("Enter")
        expect(seat.locator(".touch.covered")).to_have_count(0)
        assert tiles.evaluate_all(opacity) == 2


def test_two_people_at_one_page_are_told_in_the_lobby_and_cover_all_seats_in_one_press(
    browser: Browser, tmp_path: Path
) -> None:
    with touch_table(tmp_path, phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        shared, cards = bench.locator("#shared"), bench.locator(".seat")
        shared.get_by_role("button").click()
        expect(bench.locator(".seat.covered")).to_have_count(2)
        expect(shared.get_by_role("button")).to_have_count(0)
        cards.first.get_by_role("button", name="Uncover").click()
        expect(shared.get_by_role("button")).to_be_visible()
        ann = card(bench, 0)
        line = ann.get_by_role("button", name="Codes made by: players")
        line.click()
        expect(ann.locator(".option.open")).to_contain_text("the table makes every code")
        line.click()
        tap(ann, "start", "choose 1")
        expect(ann.locator(".touch[data-game=mastermind]")).to_be_visible()
        expect(shared).to_be_hidden()
        bench.close()


def test_who_plays_alone_and_who_has_no_mouse_plays_by_touch_until_they_choose_keys(
    browser: Browser, tmp_path: Path
) -> None:
    machine = (MachineSeat(Seat(1), "best", "0" * 32),)
    opened = Opened("mastermind", find_game("mastermind").rules, {}, ("Ann", "Machine"), machines=machine)
    with touch_table(tmp_path, opened, phones=False) as table:
        alone = new_page(browser, viewport={"width": 1280, "height": 800})
        alone.goto(table.address)
        ann, other = (alone.locator(f'.seat[data-seat="{seat}"]') for seat in (0, 1))
        expect(ann.locator(".touch[data-game=mastermind]")).to_be_visible()
        expect(other.get_by_role("group", name=re.compile("^How"))).to_be_hidden()
        # There are no others to ask.
        ann.locator('[data-act="tool menu"]').click()
        end = alone.get_by_role("dialog").get_by_role("button", name="End this game")
        end.click()
        expect(end).to_have_text("End this game: tap again")
        alone.keyboard.press("Escape")
        # Nobody here plays with keys, so nothing is said of them but how they come back, until that is read.
        expect(other.locator(".key kbd").first).to_be_hidden()
        hint = alone.locator("#hint")
        expect(hint).to_contain_text("Keys, beside your name")
        assert alone.evaluate(
            "[innerHeight - document.documentElement.scrollHeight, hint.scrollWidth - hint.clientWidth]"
        ) == [0, 0]
        alone.get_by_role("button", name="Got it").click()
        expect(hint).to_be_hidden()
        alone.reload()
        expect(ann.locator(".touch[data-game=mastermind]")).to_be_visible()
        expect(hint).to_be_hidden()
        ann.get_by_role("button", name="Keys").click()
        expect(hint).to_contain_text("Press a seat's keys")
        alone.reload()
        expect(ann.get_by_role("button", name="Keys")).to_have_attribute("aria-pressed", "true")
        expect(ann.locator("canvas")).to_be_visible()
        alone.close()
        chooses = new_page(browser, viewport={"width": 1280, "height": 800})
        chooses.goto(table.address)
        expect(chooses.locator("#hint")).to_contain_text("Keys, beside your name")
        seat = chooses.locator('.seat[data-seat="0"]')
        for name in ("Keys", "Touch"):
            seat.get_by_role("button", name=name).click()
        expect(seat.locator(".touch[data-game=mastermind]")).to_be_visible()
        expect(chooses.locator("#hint")).to_be_hidden()
        chooses.close()
        finger = new_page(browser, viewport={"width": 1280, "height": 800}, has_touch=True, is_mobile=True)
        finger.goto(table.address)
        expect(finger.locator('.seat[data-seat="0"] .touch[data-game=mastermind]')).to_be_visible()
        expect(finger.locator("#hint")).to_be_hidden()
        finger.close()
    with touch_table(tmp_path / "two", Opened("mastermind", 2, {}, ("Ann", "Bob")), phones=False) as table:
        finger = new_page(browser, viewport={"width": 1280, "height": 800}, has_touch=True, is_mobile=True)
        finger.goto(table.address)
        expect(finger.locator(".seat.touched .touch")).to_have_count(2)
        finger.close()


@pytest.mark.slow
def test_a_card_that_is_switched_twice_while_its_scripts_load_has_one_board(browser: Browser, tmp_path: Path) -> None:
    with bench_of(browser, tmp_path, "mastermind") as bench:
        held: list[Route] = []
        bench.route("**/touch/card.js", lambda route: held.append(route))
        ann = bench.locator('.seat[data-seat="0"]')
        with bench.expect_request("**/touch/card.js"):
            ann.get_by_role("button", name="Touch").click()
        ann.get_by_role("button", name="Keys").click()
        ann.get_by_role("button", name="Touch").click()
        held[0].continue_()
        ann.locator(".touch[data-number]").wait_for()
        expect(ann.locator(".touch")).to_have_count(1)
