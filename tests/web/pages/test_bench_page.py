"""The bench page in a real browser: its screens, its keys, and what it does when the table goes away."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Page, expect

from companion.core.keys import KEYS, Key
from companion.core.picture import BLANK, Picture, PixelRun, applied
from companion.core.seat import Place
from companion.games.mastermind.editions import words_of
from companion.ui.screens import Secrecy
from companion.web.hub import Hub
from companion.web.messages import Fault, Public
from companion.web.server import Server
from companion.web.static_pages import StaticPages
from tests.browser import expect_screens, new_page
from tests.patience import PATIENCE
from tests.until import until_notified
from tests.web.clients import PAGES, Requests, serving

pytestmark = pytest.mark.browser

FACE = applied(BLANK, [PixelRun(page, 3 * page, bytes(range(1, 101))) for page in range(8)])
DOT = PixelRun(3, 64, b"\x3c\x7e\xff\xff\x7e\x3c")

GAME = {
    "game": "mastermind",
    "seats": 2,
    "seat": None,
    "to_act": [1],
    "phase": "guess",
    "scores": [0, 0],
    "winners": None,
    "colours": ["red", "yellow", "green", "blue", "white", "orange"],
    "games": 2,
    "game_number": 1,
    "pegs": 4,
    "max_rows": 9,
    "words": to_builtins(words_of("travel", "colours")),
    "codemaker": 0,
    "decoder": 1,
    "code": None,
    "rows": [{"pegs": ["red", "yellow", "green", "blue"], "red": 1, "white": 2}],
    "past": [],
}


class Table:
    """A hub and its server on a loop in a thread, since playwright's own loop runs in the test's. `served`: what the server takes
    besides."""

    def __init__(self, seats: int, pages: StaticPages = PAGES, secrecy: Secrecy = "open", **served: Any) -> None:
        names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Frida"][:seats]
        self.hub = Hub(seats, names, secrecy=secrecy)
        self.keys: list[tuple[int, Key, bool]] = []
        self.news = threading.Condition()
        self.requests = _Requests(self)
        self.port = 0
        self._pages = pages
        self._served = served
        self._server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="table")
        self._thread.start()

    def note(self, seat: int, key: Key, down: bool) -> None:
        with self.news:
            self.keys.append((seat, key, down))
            self.news.notify_all()

    def do(self, work: Callable[[], None]) -> None:
        """Do it on the loop, and wait until it is done."""
        done: Future[None] = Future()

        def run() -> None:
            work()
            done.set_result(None)

        self._loop.call_soon_threadsafe(run)
        done.result(PATIENCE)

    def open(self) -> None:
        self._server = serving(self.hub, self.requests, pages=self._pages, bench=True, port=self.port, **self._served)
        self.port = asyncio.run_coroutine_threadsafe(self._server.start(), self._loop).result(PATIENCE)

    def close(self) -> None:
        if self._server is not None:
            asyncio.run_coroutine_threadsafe(self._server.stop(), self._loop).result(PATIENCE)

    def end(self) -> None:
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


class _Requests(Requests):
    """Records keys where the test's thread can wait for them."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def press_key(self, seat: int, key: Key, down: bool) -> None:
        self._table.note(seat, key, down)


@contextlib.contextmanager
def table_and_page(
    browser: Browser,
    seats: int,
    path: str = "/",
    *,
    width: int = 1280,
    height: int = 800,
    pages: StaticPages = PAGES,
    secrecy: Secrecy = "open",
    ready: str = "body[data-link=up]",
    **served: Any,
) -> Iterator[tuple[Table, Page]]:
    """A table and a page that shows it, once there is what `ready` selects; an error on the page fails the test."""
    table = Table(seats, pages, secrecy, **served)
    errors: list[str] = []
    try:
        table.open()
        page = new_page(browser, viewport={"width": width, "height": height})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{table.port}{path}")
        page.wait_for_selector(ready)
        yield table, page
        page.close()
    finally:
        table.end()
    assert errors == []


def expect_screen(page: Page, seat: Place, picture: Picture) -> None:
    """Every one of the 8,192 pixels."""
    expect_screens(page, {seat: picture})


def expect_keys(table: Table, *keys: tuple[int, Key, bool]) -> None:
    """These and no others, in this order."""
    until_notified(table.news, lambda: len(table.keys) >= len(keys))
    with table.news:
        assert table.keys == list(keys)
        table.keys.clear()


def test_the_screens_show_every_pixel_that_was_sent(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        expect_screen(page, 0, BLANK)
        table.do(lambda: table.hub.frame(0, (), FACE))
        expect_screen(page, 0, FACE)
        expect_screen(page, 1, BLANK)
        dotted = applied(FACE, [DOT])
        table.do(lambda: table.hub.frame(0, (DOT,), dotted))
        expect_screen(page, 0, dotted)
        page.reload()
        expect_screen(page, 0, dotted)
        table.do(lambda: table.hub.frame(0, (), BLANK))
        expect_screen(page, 0, BLANK)
        scale = page.locator("canvas").first.evaluate("(canvas) => canvas.getBoundingClientRect().width / 128")
        assert scale == int(scale) >= 2


def test_keys_by_mouse_hold_and_let_go(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        page.locator('[data-seat="1"][data-key="middle"]').hover()
        page.mouse.down()
        expect_keys(table, (1, "middle", True))
        page.mouse.move(5, 5)
        page.mouse.up()
        expect_keys(table, (1, "middle", False))
        page.locator('[data-seat="0"][data-key="left"]').click()
        expect_keys(table, (0, "left", True), (0, "left", False))
        page.locator('[data-seat="0"][data-key="left"]').hover()
        page.mouse.down(button="right")
        page.mouse.up(button="right")
        page.keyboard.press("j")
        expect_keys(table, (1, "left", True), (1, "left", False))


def test_every_key_of_the_table_has_a_key_of_the_keyboard(browser: Browser) -> None:
    """It is the one that the page shows on it. Other layouts and keys that stick: keyboard.js has its own tests."""
    with table_and_page(browser, 6) as (table, page):
        shown = page.locator("button.key kbd").all_inner_texts()
        assert len(set(shown)) == len(shown) == 18
        every = [(seat, key) for seat in range(6) for key in KEYS]
        for (seat, key), legend in zip(every, shown, strict=True):
            assert page.locator(f'button.key[data-seat="{seat}"][data-key="{key}"] kbd').inner_text() == legend
            page.keyboard.press(legend)
        expect_keys(table, *((*one, down) for one in every for down in (True, False)))
        page.keyboard.press("Control+a")
        page.locator('[data-seat="3"][data-key="left"]').focus()
        page.keyboard.press("Space")
        expect_keys(table, (3, "left", True), (3, "left", False))


def test_no_key_sticks_when_the_window_or_the_page_goes(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        page.keyboard.down("a")
        page.keyboard.down("d")
        expect_keys(table, (0, "left", True), (0, "right", True))
        page.evaluate("() => window.dispatchEvent(new Event('blur'))")
        expect_keys(table, (0, "left", False), (0, "right", False))
        page.keyboard.down("j")
        expect_keys(table, (1, "left", True))
        page.goto("about:blank")
        expect_keys(table, (1, "left", False))


def test_it_says_that_the_line_is_lost_and_finds_the_table_again(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        banner = page.locator("#banner")
        expect(banner).to_be_hidden()
        page.keyboard.down("a")
        expect_keys(table, (0, "left", True))
        table.close()
        expect(banner).to_contain_text("Not connected to the table")
        expect(page.locator("body")).to_have_attribute("data-link", "down")
        expect_keys(table, (0, "left", False))
        table.do(lambda: table.hub.frame(1, (), FACE))
        table.do(lambda: table.hub.event("Ben was away."))
        table.open()
        expect(page.locator("body")).to_have_attribute("data-link", "up")
        expect(banner).to_be_hidden()
        expect(page.locator("#event")).to_have_text("Ben was away.")
        expect_screen(page, 1, FACE)
        page.keyboard.press("j")
        expect_keys(table, (1, "left", True), (1, "left", False))


def test_the_middle_shows_the_game_and_the_code_only_when_the_view_has_it(browser: Browser) -> None:
    with table_and_page(browser, 2) as (table, page):
        table.do(lambda: table.hub.tell(Public(GAME, 3)))
        middle = page.locator("#middle")
        expect(middle).to_have_attribute("data-number", "3")
        expect(middle.locator(".turn")).to_have_text("Ben guesses: row 2 of 9")
        expect(middle.locator(".row").first).to_contain_text("red, yellow, green and blue; red arm 1, white arm 2")
        expect(middle.locator(".code .peg")).to_have_count(0)
        expect(page.locator('section[data-seat="1"]')).to_have_class("seat acting")
        code = ["red", "blue", "white", "green"]
        table.do(
            lambda: table.hub.tell(Public(GAME | {"phase": "over", "to_act": [], "winners": [0], "code": code}, 4))
        )
        expect(middle.locator(".code .peg")).to_have_text(["R", "B", "W", "G"])
        expect(middle.locator(".turn")).to_have_text("Ada wins the series")
        table.do(lambda: table.hub.tell(Fault("Ben's screen does not answer.")))
        expect(page.locator("#fault")).to_have_text("Ben's screen does not answer.")
        table.do(lambda: table.hub.tell(Fault()))
        expect(page.locator("#fault")).to_be_hidden()


def test_a_covered_screen_stays_covered(browser: Browser) -> None:
    with table_and_page(browser, 2) as (_, page):
        seat = page.locator('section[data-seat="0"]')
        seat.get_by_role("button", name="Cover").click()
        expect(seat.locator("canvas")).to_have_css("visibility", "hidden")
        page.reload()
        expect(seat.locator("canvas")).to_have_css("visibility", "hidden")
        seat.get_by_role("button", name="Uncover").click()
        expect(seat.locator("canvas")).to_be_visible()


def test_the_public_page_has_neither_screens_nor_keys(browser: Browser) -> None:
    with table_and_page(browser, 2, "/table") as (table, page):
        table.do(lambda: table.hub.frame(0, (), FACE))
        table.do(lambda: table.hub.tell(Public(GAME, 3)))
        expect(page.locator(".turn")).to_have_text("Ben guesses: row 2 of 9")
        assert page.locator("canvas, button").count() == 0
