"""Whole series in a real browser: keys clicked on the page, results read from its screens and from the middle of its table.

Everything below the page is the real thing too: server, mock pins, table, journal, chip models.
"""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.config.configuration import Configuration
from companion.core.keys import Gesture
from companion.core.prompt import RandBelow
from companion.core.seat import Seat
from companion.daemon.lifecycle import serve
from tests.browser import expect_screens, new_page
from tests.mirror import Mirror
from tests.room import configured
from tests.series import CODE_A, CODE_B, SERIES, START, WRONG, Line, arms, code, guess, option

pytestmark = pytest.mark.browser

TAPS = """([seat, keys]) => {
  for (const key of keys) {
    const button = document.querySelector(`button[data-seat="${seat}"][data-key="${key}"]`);
    const { left, top, width, height } = button.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX: left + width / 2, clientY: top + height / 2 };
    button.dispatchEvent(new PointerEvent("pointerdown", at));
    button.dispatchEvent(new PointerEvent("pointerup", at));
  }
}"""
"""A tap of each key in turn, as fast as the browser goes."""


CENTRE = """([seat, key]) => {
  const button = document.querySelector(`button[data-seat="${seat}"][data-key="${key}"]`);
  const { left, top, width, height } = button.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
"""Where a key is on the page."""


@contextlib.contextmanager
def served(configuration: Configuration, pick: RandBelow) -> Iterator[str]:
    """The daemon on a loop in a thread, since playwright's own loop runs in the test's; the address of its page."""
    address: Future[str | None] = Future()
    stopping: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def main() -> None:
        stop = asyncio.Event()
        stopping.set_result((asyncio.get_running_loop(), stop))
        await serve(configuration, stop, environ={}, pid=1, listening=address.set_result, randbelow=pick)

    with ThreadPoolExecutor(1, thread_name_prefix="daemon") as thread:
        done = thread.submit(lambda: asyncio.run(main()))
        loop, stop = stopping.result(30)
        try:
            yield address.result(30) or ""
        finally:
            loop.call_soon_threadsafe(stop.set)
            done.result(30)


class Player:
    """Two hands on the mouse, and eyes that compare the page with a mirror."""

    def __init__(self, page: Page, mirror: Mirror) -> None:
        self.page = page
        self.mirror = mirror

    def click(self, seat: Seat, gestures: tuple[Gesture, ...]) -> None:
        """One real click after another, each answered by the seat's own screen. For a step back, the key is held until then."""
        for gesture in gestures:
            self.page.mouse.move(*self.page.evaluate(CENTRE, [seat, "middle" if gesture == "back" else gesture]))
            self.page.mouse.down()
            if gesture != "back":
                self.page.mouse.up()
            self.mirror.do(seat, gesture)
            expect_screens(self.page, {seat: self.mirror.picture(seat)})
            if gesture == "back":
                self.page.mouse.up()
        self.agree()

    def tap(self, seat: Seat, gestures: tuple[Gesture, ...]) -> None:
        """The whole move at once."""
        self.page.evaluate(TAPS, [seat, list(gestures)])
        for gesture in gestures:
            self.mirror.do(seat, gesture)
        self.agree()

    def agree(self) -> None:
        """Every screen and the middle of the table are as they should be."""
        expect_screens(
            self.page,
            dict(enumerate(self.mirror.pictures)),
            ("#middle", "data-number", str(self.mirror.number)),
            ("#event", None, self.mirror.told),
        )

    def play(self, moves: tuple[Line, ...], *, by: str) -> None:
        """Make moves by `click` or by `tap`."""
        for seat, move in moves:
            {"click": self.click, "tap": self.tap}[by](seat, self.mirror.spelled(seat, move))


@contextlib.contextmanager
def sat_down(browser: Browser, folder: Path, seed: int = 1) -> Iterator[Player]:
    """A page at a fresh table; an error on the page fails the test."""
    errors: list[str] = []
    with served(configured(folder, hold_ms=3000), random.Random(seed).randrange) as address:
        # A page of this size costs two thirds of one of 1280 by 800: without a GPU each pixel is drawn by the processor.
        page = new_page(browser, viewport={"width": 900, "height": 600})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.wait_for_selector("body[data-link=up]")
        player = Player(page, Mirror(pick=random.Random(seed).randrange))
        player.agree()
        yield player
        page.close()
    assert errors == []


def test_a_series_of_two_games_by_clicks(browser: Browser, tmp_path: Path) -> None:
    with sat_down(browser, tmp_path) as player:
        player.play(SERIES, by="click")
        middle = player.page.locator("#middle")
        expect(middle.locator(".turn")).to_have_text(f"{player.mirror.names[0]} wins the series")
        player.page.reload()
        player.agree()


def test_arms_pulled_by_hand_and_once_wrongly(browser: Browser, tmp_path: Path) -> None:
    with sat_down(browser, tmp_path) as player:
        player.play((option("indication", "manual"), START, code(0, *CODE_A)), by="click")
        player.play((guess(1, *WRONG), arms(0, 3, 0)), by="click")
        assert player.mirror.result.scores == (0, 3)  # M14
        player.play((code(0, *CODE_A), guess(1, *CODE_A), arms(0, 4, 0)), by="tap")
        player.play((code(1, *CODE_B), guess(0, *CODE_B), arms(1, 4, 0)), by="tap")
        assert player.mirror.result.scores == (1, 4)
        expect(player.page.locator("#middle .turn")).to_have_text(f"{player.mirror.names[1]} wins the series")


def test_the_table_makes_the_codes(browser: Browser, tmp_path: Path) -> None:
    with sat_down(browser, tmp_path, seed=8) as player:
        player.play((option("codemaker", "table"), option("first_codemaker", 1), START), by="click")
        for seat, extra in ((0, 1), (1, 0)):
            drawn = player.mirror.table.state.game_state.code
            player.play((guess(seat, *WRONG),) * extra, by="tap")
            player.play((guess(seat, *drawn),), by="tap")
        assert player.mirror.result.scores == (2, 1)
        expect(player.page.locator("#middle .turn")).to_have_text(f"{player.mirror.names[1]} wins the series")
