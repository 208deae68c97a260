"""Four phones at one table, through three games: whoever is connected keeps the own seat and name when a game is ended by all,
when one is played to its end, and when another one is chosen, and the machine is offered no seat."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.access.axe import violations
from tests.web.phone_games.short_games import DIGITS
from tests.web.touch.test_touch_page import propose
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SEATS: Final = 4


def all_sit(phones: list[Page]) -> None:
    """In the lobby everybody is at the own seat, by name, and no seat is the machine's to take."""
    for seat, phone in enumerate(phones):
        sitting = phone.locator(".touch .players .joined b")
        expect(sitting).to_have_text(
            [f"{name} (you)" if one == seat else name for one, name in enumerate(NAMES[:SEATS])]
        )
        expect(phone.locator(".touch .options").filter(has_text="Clock")).to_have_count(1)
        expect(phone.locator(".touch .options").filter(has_text="machine")).to_have_count(0)


def all_play(phones: list[Page], game: str) -> None:
    """That game has begun, with everybody at the own seat."""
    for phone, name in zip(phones, NAMES, strict=False):
        expect(phone.locator(f".touch[data-game={game}] h1")).to_have_text(name)


def begin(phone: Page, title: str) -> None:
    """Choose the game in the lobby, unless it is chosen already, and begin it."""
    if phone.locator(".touch .chosen h2").inner_text() != title:
        phone.locator(".touch button.card").filter(has_text=title).tap()
    expect(phone.locator(".touch .chosen h2")).to_have_text(title)
    TouchHands(phone).tap("start")
    phone.get_by_role("button", name="Yes, do it").tap()


def test_who_is_connected_keeps_seat_and_name_after_every_kind_of_game(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, seats=SEATS) as table:
        phones = [table.phone(browser, seat, named=True) for seat in range(SEATS)]
        ann, bob, *others = phones
        all_sit(phones)
        begin(bob, "Da Vinci Code")
        all_play(phones, "davinci")
        propose(ann, "End this game")
        for phone in (bob, *others):
            phone.get_by_role("button", name="Yes, I agree").tap()
        all_sit(phones)

        begin(others[0], "Digit Code")
        all_play(phones, "digitcode")
        TouchHands(ann).symbols(DIGITS)
        TouchHands(bob).tab("propose")
        TouchHands(bob).symbols(DIGITS)
        for phone in phones:
            expect(phone.locator(".touch .turn")).to_have_text("Game over")
        bob.get_by_role("button", name="Back to the lobby").tap()
        all_sit(phones)

        begin(others[1], "Passcode")
        all_play(phones, "passcode")


def test_two_who_swap_seats_keep_their_phones_and_names(browser: Browser, tmp_path: Path) -> None:
    with touch_table(tmp_path, seats=3) as table:
        phones = [table.phone(browser, seat, named=True) for seat in range(3)]
        ann, bob, cleo = phones
        ann.get_by_role("button", name="Swap seats").tap()
        ann.get_by_role("button", name=NAMES[2]).tap()
        expect(bob.locator(".touch p.told")).to_contain_text(f"{NAMES[0]} wants to swap seats with {NAMES[2]}.")
        assert violations(cleo) == []
        cleo.get_by_role("button", name="Yes, I agree").tap()
        for phone, own in ((ann, 2), (bob, 1), (cleo, 0)):
            seats = [NAMES[2], NAMES[1], NAMES[0]]
            seats[own] += " (you)"
            expect(phone.locator(".touch .players .joined b")).to_have_text(seats)
        begin(bob, "Da Vinci Code")
        expect(cleo.locator(".touch h1")).to_have_text(NAMES[2])
