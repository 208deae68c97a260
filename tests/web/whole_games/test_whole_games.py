"""A whole game of Digit Code by keys in a real browser: keyboard and mouse on the page, and below it the daemon with its journal,
mock pins and chip models. After each move every pixel of both screens is that of a mirror beside the table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.keys import Gesture
from companion.core.seat import CHANCE, Place
from companion.games.digitcode import DIGITCODE
from companion.table.effects import Opened
from tests.browser import expect_screens, new_page
from tests.mirror import NAMES, Mirror
from tests.web.phone_games.short_games import digitcode, mirror_of
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

KEYS: Final = ({"left": "a", "middle": "s", "right": "d"}, {"left": "j", "middle": "k", "right": "l"})
SEED: Final = 5


def test_a_whole_game_by_keys(browser: Browser, tmp_path: Path) -> None:
    opened = Opened("digitcode", DIGITCODE.rules, {}, NAMES)
    errors: list[str] = []
    with touch_table(tmp_path, opened, seed=SEED, phones=False) as table:
        page = new_page(browser, viewport={"width": 900, "height": 600})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(table.address)
        page.wait_for_selector("body[data-link=up]")
        mirror = mirror_of(opened, SEED)
        while acting := mirror.table.game.to_act(mirror.table.state.game_state):
            assert acting[0] != CHANCE
            seat = Place(acting[0])
            gestures = mirror.spelled(seat, digitcode(mirror, seat))
            press = click if mirror.number % 2 else strike
            press(page, seat, gestures)
            for gesture in gestures:
                mirror.do(seat, gesture)
            agree(page, mirror)
        winners = mirror.result.winners
        assert winners is not None
        assert len(winners) == 1
        expect(page.locator("#middle .turn")).to_have_text(f"{NAMES[winners[0]]} wins")
        page.reload()
        agree(page, mirror)
        page.close()
    assert errors == []


def strike(page: Page, seat: Place, gestures: Sequence[Gesture]) -> None:
    """A move by the keys of the keyboard that belong to a seat."""
    for gesture in gestures:
        page.keyboard.press(KEYS[seat][gesture])


def click(page: Page, seat: Place, gestures: Sequence[Gesture]) -> None:
    """A move by the mouse, on the keys of the seat's device."""
    for gesture in gestures:
        page.locator(f'button[data-seat="{seat}"][data-key="{gesture}"]').click()


def agree(page: Page, mirror: Mirror) -> None:
    """Every screen and the middle of the table are as they should be."""
    expect_screens(
        page,
        dict(enumerate(mirror.pictures)),
        ("#middle", "data-number", str(mirror.number)),
        ("#event", None, mirror.told),
    )
