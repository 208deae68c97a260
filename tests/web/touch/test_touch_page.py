"""The touch page as people with other eyes, hands and phones meet it; and what it keeps to itself."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from tests.browser import new_page
from tests.web.access.axe import violations
from tests.web.touch.targets import OVERLAPPING, SMALL, WIDER, check_widths
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT, TouchTable, touch_table

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob")
CODE = ["red", "yellow", "green", "blue"]


def opened(name: str, options: dict[str, Any]) -> Opened | None:
    game = next((game for game in CATALOG if game.name == name), None)
    return None if game is None else Opened(name, game.rules, options, NAMES)


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
    with touch_table(folder, opened(name, options or {}), **more) as table:
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


def begin(name: str, phone: Page) -> None:
    """Half a move, so that the bar and the pad have something in them."""
    hands = TouchHands(phone)
    match name:
        case "mastermind":
            hands.tap("symbol red")
        case "digitcode":
            hands.tap("symbol 4")
        case "lobby":
            hands.tap("branch 1")
        case _:
            pass


@pytest.mark.parametrize("name", ["lobby", "mastermind", "davinci", "digitcode", "passcode"])
def test_axe_finds_nothing_acting_and_waiting_dark_and_light(browser: Browser, tmp_path: Path, name: str) -> None:
    with two_phones(browser, tmp_path, name) as (_, acting, waiting):
        begin(name, acting)
        for phone in (acting, waiting):
            for scheme in ("light", "dark"):
                phone.emulate_media(color_scheme=scheme)
                assert violations(phone) == []
            for size in (LANDSCAPE, PORTRAIT):
                phone.set_viewport_size(size)
                assert violations(phone) == []
                assert phone.evaluate(SMALL) == []
                assert phone.evaluate(OVERLAPPING) == []
            check_widths(phone)


def test_axe_finds_nothing_in_the_middle_of_digit_code_and_in_the_menu(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "digitcode", {"opening": "one"}) as (_, ann, bob):
        TouchHands(ann).symbols([4, 0, 7, 1, 9, 3])
        TouchHands(bob).symbols([8, 0, 5, 2, 7, 4])
        hands = TouchHands(ann)
        hands.tap("line C")
        for tab in ("sheet", "digits", "propose", "answers"):
            hands.tap(f"tab {tab}")
            assert violations(ann) == []
            check_widths(ann)
        ann.locator('[data-act="tool menu"]').tap()
        assert violations(ann) == []
        assert ann.evaluate(SMALL) == []


def test_a_row_of_four_pegs_takes_five_taps(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        hands = TouchHands(ann)
        hands.symbols(CODE)
        assert hands.taps == 5
        expect(bob.locator(".touch.acting")).to_be_visible()
        # Nothing of the code is in the other phone's page.
        assert "yellow" not in json.dumps(bob.evaluate("() => document.querySelector('.scene').innerHTML"))


def test_what_is_half_entered_is_undone_step_by_step(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        hands = TouchHands(ann)
        for colour in CODE:
            hands.tap(f"symbol {colour}")
        expect(ann.locator(".touch .hint")).to_have_text("red, yellow, green and blue")
        # What the prompt bars is dead, and says why.
        expect(ann.locator('button[data-id="symbol pink"]')).to_have_attribute("aria-disabled", "true")
        for left in ("red, yellow and green …", "red and yellow …", "red …"):
            hands.tap("bar undo")
            expect(ann.locator(".touch .hint")).to_have_text(left)
        expect(ann.locator('button[data-id="symbol red"]')).to_have_attribute(
            "title", "A code may not hold two pegs of one colour."
        )
        hands.tap("bar undo")
        expect(ann.locator('button[data-id="bar undo"]')).to_have_count(0)


def test_everything_works_by_keyboard_and_keeps_the_focus(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        ann.locator('button[data-id="symbol red"]').focus()
        for _colour in CODE:
            ann.keyboard.press("Enter")
            focused = ann.evaluate("() => document.activeElement.dataset.id")
            assert focused.startswith("symbol "), "the focus stays on the palette"
            ann.keyboard.press("Tab")
        while ann.evaluate("() => document.activeElement.dataset.id") != "bar go":
            ann.keyboard.press("Tab")
        outline = ann.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", "the focus can be seen"
        ann.keyboard.press("Space")
        expect(bob.locator(".touch.acting")).to_be_visible()


def test_a_screen_reader_hears_each_event_once_and_whose_turn_it_is(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        bob.evaluate(
            """() => {
              window.heard = [];
              const live = document.querySelector('.touch [aria-live]');
              new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
            }"""
        )
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        TouchHands(bob).tap("symbol red")
        TouchHands(bob).tap("bar undo")
        heard = bob.evaluate("() => window.heard")
        assert len(heard) == 1
        assert heard[0].endswith("Your turn.")


def test_secrets_are_covered_until_the_button_is_held(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "davinci", secrecy="lift") as (_, ann, bob):
        for seat, phone in enumerate((ann, bob, ann, bob)):
            TouchHands(phone).tap("stack black" if seat < 2 else "stack white")
        mine = ann.locator(".rack").last.locator(".front.secret").first
        expect(mine).to_be_hidden()
        look = ann.locator(".look")
        expect(look).to_have_text("Hold to look")
        box = look.bounding_box()
        assert box is not None
        ann.mouse.move(box["x"] + 20, box["y"] + 20)
        ann.mouse.down()
        expect(mine).to_be_visible()
        ann.mouse.up()
        expect(mine).to_be_hidden()
        # A keyboard cannot hold: there it is a switch.
        look.focus()
        ann.keyboard.press("Enter")
        expect(mine).to_be_visible()


def test_secrets_are_hidden_when_the_page_goes_to_the_background(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        code = ann.locator(".own-code .secret")
        expect(code).to_be_visible()
        ann.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
        expect(code).to_be_hidden()
        ann.locator(".look").tap()
        expect(code).to_be_visible()
        ann.evaluate(
            """() => {
              Object.defineProperty(document, 'hidden', { value: true, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )
        expect(code).to_be_hidden()
        ann.evaluate("() => dispatchEvent(Object.assign(new Event('deviceorientation'), { beta: 175 }))")
        expect(code).to_be_hidden()


def test_no_secret_is_in_the_title_the_address_or_the_storage(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (table, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        kept = ann.evaluate(
            "() => [document.title, location.href, JSON.stringify(localStorage), String(history.state)]"
        )
        assert ann.url == f"{table.address}/seat"
        assert not any(colour in word for word in kept for colour in ("yellow", "green", "blue"))
        assert ann.evaluate("() => [...document.querySelectorAll('input')].every((one) => one.autocomplete === 'off')")


def test_the_seats_own_screen_is_one_tap_away(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, _bob):
        expect(ann.locator("canvas")).to_be_hidden()
        ann.locator('[data-act="tool screen"]').tap()
        expect(ann.locator("canvas")).to_be_visible()
        assert all(box["width"] >= 60 for key in ann.locator("button.key").all() if (box := key.bounding_box()))
        ann.locator('[data-act="tool screen"]').tap()
        expect(ann.locator("canvas")).to_be_hidden()


def test_text_of_twice_the_size_is_still_there(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        ann.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
        assert ann.evaluate(WIDER) <= 0
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()


def test_the_agreement_is_asked_and_answered_by_touch(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
        propose(bob, "End this game")
        expect(ann.locator(".touch .lines")).to_contain_text("Bob wants to abandon this game.")
        ann.get_by_role("button", name="Yes, I agree").tap()
        TouchHands(ann).go()
        expect(bob.locator(".touch[data-game=lobby]")).to_be_visible()


def test_a_doubtful_question_is_asked_back(browser: Browser, tmp_path: Path) -> None:
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


def test_a_card_of_the_bench_is_switched_to_touch_and_stays_so(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, phones=False) as table:
        bench = new_page(browser, viewport={"width": 1280, "height": 800})
        bench.goto(table.address)
        bench.wait_for_selector("body[data-link=up]")
        card = bench.locator('.seat[data-seat="0"]')
        card.get_by_role("button", name="Touch").click()
        card.locator('button[data-id="start"]').wait_for()
        expect(card.locator("canvas")).to_be_hidden()
        bench.reload()
        card.locator('button[data-id="start"]').click()
        card.get_by_role("button", name="Yes, do it").click()
        expect(bench.locator("#middle .turn")).to_have_text("Player 1 sets the secret code")
        for colour in CODE:
            card.locator(f'button[data-id="symbol {colour}"]').click()
        card.locator('button[data-id="bar go"]').click()
        expect(bench.locator("#middle")).to_have_attribute("data-number", "1")
        card.get_by_role("button", name="Keys").click()
        expect(card.locator("canvas")).to_be_visible()
        bench.close()


def test_everything_is_in_reach_on_a_phone_on_its_side(browser: Browser, tmp_path: Path) -> None:
    with two_phones(browser, tmp_path, "mastermind") as (_, ann, bob):
        for phone in (ann, bob):
            phone.set_viewport_size(LANDSCAPE)
            assert phone.evaluate(WIDER) <= 0
            assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight"), (
                "what is longer scrolls inside"
            )
        TouchHands(ann).symbols(CODE)
        expect(bob.locator(".touch.acting")).to_be_visible()
