"""The touch page as people with other eyes, hands and phones meet it; and what it keeps to itself."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.browser import held, new_page
from tests.web.access.axe import violations
from tests.web.touch.targets import SMALL, check_dark, check_page
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import TouchTable, touch_table

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob")
CODE = ["red", "yellow", "green", "blue"]
ROWS_IN_SIGHT: Final = """() => {
  const scene = document.querySelector(".touch .scene").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".touch .rows li")].map((row) => row.getBoundingClientRect());
  return rows.filter((row) => row.top >= scene.top - 1 && row.bottom <= scene.bottom + 1).length;
}"""
LISTEN: Final = """() => {
  window.heard = [];
  const live = document.querySelector('.touch [aria-live]');
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
}"""
KEPT: Final = "() => [document.title, location.href, JSON.stringify(localStorage), String(history.state)]"
FOCUSED: Final = "() => document.activeElement.dataset.id"


@contextmanager
def two_phones(
    browser: Browser,
    folder: Path,
    name: str,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Iterator[tuple[TouchTable, Page, Page]]:
    """Seat 0 and seat 1 of a game that begins. An error on either page fails the test."""
    errors: list[str] = []
    opened = None if name == "lobby" else Opened(name, find_game(name).rules, options or {}, NAMES)
    with touch_table(folder, opened, **more) as table:
        phones = [table.phone(browser, seat, named=name == "lobby") for seat in (0, 1)]
        for phone in phones:
            phone.on("pageerror", lambda error: errors.append(str(error)))
        yield table, phones[0], phones[1]
        for phone in phones:
            phone.context.close()
    assert errors == []


def propose(phone: Page, entry: str) -> None:
    """Choose an entry of the menu to which all who play must agree, and confirm it."""
    phone.locator('[data-act="tool menu"]').tap()
    button = phone.locator(".touch-dialog .choices button").filter(has_text=entry)
    expect(button).to_have_text(entry)
    button.tap()
    expect(button).to_have_text(f"{entry}: tap again to ask the others")
    button.tap()


def test_a_code_is_set_by_keyboard_and_the_other_phone_learns_of_it_and_not_what_it_is(
    browser: Browser, tmp_path: Path
) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (table, ann, bob):
        bob.evaluate(LISTEN)
        ann.locator('button[data-id="symbol red"]').focus()
        for _colour in CODE:
            ann.keyboard.press("Enter")
            assert ann.evaluate(FOCUSED).startswith("symbol "), "the focus stays on the palette"
            ann.keyboard.press("Tab")
        while ann.evaluate(FOCUSED) != "bar go":
            ann.keyboard.press("Tab")
        outline = ann.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", "the focus can be seen"
        expect(ann.locator('button[data-id="bar ask"]')).to_have_count(
            0
        )  # Only who has hints asks what a move is worth.
        ann.keyboard.press("Space")
        expect(bob.locator(".touch.acting")).to_be_visible()
        assert bob.evaluate(ROWS_IN_SIGHT) >= 9

        # A screen reader hears each event once, and whose turn it is; what is half entered is no event.
        TouchHands(bob).tap("symbol red")
        TouchHands(bob).tap("bar undo")
        heard = bob.evaluate("() => window.heard")
        assert len(heard) == 1
        assert heard[0].endswith("Your turn.")

        # The code is nowhere in the other phone's page, nor in what the own browser keeps or shows to others.
        expect(ann.locator(".own-code [role=img]")).to_have_attribute("aria-label", re.compile("yellow"))
        told = [*ann.evaluate(KEPT), bob.evaluate("() => document.querySelector('.scene').innerHTML")]
        assert not any("yellow" in words for words in told)
        assert ann.url == f"{table.address}/seat"
        assert ann.evaluate("() => [...document.querySelectorAll('input')].every((one) => one.autocomplete === 'off')")


def test_the_green_button_stays_in_sight_however_long_the_pad_is(browser: Browser, tmp_path: Path) -> None:
    """Such as 99 numbers of a game without a board of its own."""
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        ann.evaluate("() => { document.querySelector('.touch .pad').style.minHeight = '1200px'; }")
        expect(ann.locator('button[data-id="bar go"]')).to_be_in_viewport(ratio=1)


def test_secrets_are_covered_until_the_button_is_held(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "davinci", secrecy="lift") as (_, ann, bob):
        for seat, phone in enumerate((ann, bob, ann, bob)):
            TouchHands(phone).tap("stack black" if seat < 2 else "stack white")
        mine = ann.locator(".rack").last.locator(".front.secret").first
        expect(mine).to_be_hidden()
        look = ann.locator(".look")
        expect(look).to_have_text("Hold to look")
        with held(ann, look):
            expect(mine).to_be_visible()
        expect(mine).to_be_hidden()
        # A keyboard cannot hold: there it is a switch.
        look.focus()
        ann.keyboard.press("Enter")
        expect(mine).to_be_visible()
        check_page(ann)
        check_dark(ann)


def test_the_agreement_is_asked_and_answered_by_touch(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        propose(bob, "End this game")
        expect(ann.locator(".touch .lines")).to_contain_text("Bob wants to end this game.")
        ann.get_by_role("button", name="Yes, I agree").tap()
        expect(bob.locator(".touch[data-game=lobby]")).to_be_visible()
        check_page(bob)


@pytest.mark.slow
def test_every_page_of_digit_code_is_accessible_and_a_doubtful_question_is_asked_back(
    browser: Browser, tmp_path: Path
) -> None:
    with two_phones(browser, tmp_path, "digitcode", {"opening": "one"}) as (_, ann, bob):
        TouchHands(ann).symbols([4, 0, 7, 1, 9, 3])
        TouchHands(bob).symbols([8, 0, 5, 2, 7, 4])
        for phone in (ann, bob, ann):
            hands = TouchHands(phone)
            hands.tap("line C")
            hands.go()
        expect(ann.locator(".touch .lines")).to_have_text("You asked this before: line C has 3 filled. Again?")
        ann.get_by_role("button", name="No, back").tap()
        expect(ann.locator('button[data-id="line C"]')).to_be_visible()
        for tab in ("sheet", "digits", "propose", "answers"):
            TouchHands(ann).tap(f"tab {tab}")
            check_page(ann)
        ann.locator('[data-act="tool menu"]').tap()
        assert violations(ann) == []
        assert ann.evaluate(SMALL) == []


def test_the_others_see_where_a_player_points_until_the_finger_goes_away(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "davinci") as (table, ann, bob):
        television = new_page(browser)
        television.goto(f"{table.address}/table")
        for phone in (ann, bob) * 4 + (ann,):
            phone.locator("button.stack").first.click()
        ann.locator("button.tile").nth(2).click()
        seen = [(bob, "Ann points at your 3rd tile"), (television, "Ann points at Bob's 3rd tile")]
        for page, words in seen:
            expect(page.locator(".pointed")).to_have_count(1)
            expect(page.locator("body")).to_contain_text(words)
        expect(ann.locator(".pointed")).to_have_count(0)
        ann.locator("[data-act='bar undo']").click()
        for page, words in seen:
            expect(page.locator(".pointed")).to_have_count(0)
            expect(page.locator("body")).not_to_contain_text(words)
        television.context.close()
