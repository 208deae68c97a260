"""Runs a real Chromium for the tests of pages.

Without a Chromium they are skipped with a reason. If COMPANION_NEEDS_BROWSER is set, as in `.ci/run`, they fail instead.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

from companion.core.picture import Picture
from companion.core.seat import Place
from tests.patience import PATIENCE
from tests.pictures import as_text

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one that is installed is used. The headless shell is the same engine without windows."""
POLL_MS = 8
"""Milliseconds between two checks of the page. A check at each frame would make the browser draw frames all the time."""
QUIET = (
    "--no-sandbox",
    "--headless",
    "--remote-debugging-port=0",
    "--hide-scrollbars",
    "--mute-audio",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-hang-monitor",
    "--disable-breakpad",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-dev-shm-usage",
    "--password-store=basic",
    "--force-color-profile=srgb",
)


@contextmanager
def running_chromium() -> Iterator[str]:
    """A headless browser in a process of its own: the address at which `connected` finds it."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = f"No Chromium: none of {', '.join(NAMES)} is installed ('sudo apt install chromium' brings it)."
        if os.environ.get("COMPANION_NEEDS_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True))
        command = [path, *QUIET, f"--user-data-dir={profile}", "about:blank"]
        process = stack.enter_context(
            subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        )
        stack.callback(_kill, process.pid)
        assert process.stderr is not None
        said = ""
        while (found := re.search(r"DevTools listening on (ws://\S+)", said)) is None:
            line = process.stderr.readline()
            assert line, f"Chromium did not start: {said}"
            said += line
        # Chromium goes on writing to the pipe, and would block if nobody read it.
        reader = threading.Thread(target=process.stderr.read, name="chromium")
        reader.start()
        stack.callback(reader.join, PATIENCE)
        stack.callback(_kill, process.pid)
        yield found[1]


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@contextmanager
def connected(address: str) -> Iterator[Browser]:
    """The browser at that address. Until the block ends, this thread must run no event loop: playwright's own runs in it."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(address)
        try:
            yield browser
        finally:
            browser.close()


class Connection:
    """A connection to the browser that tests with event loops of their own may interrupt.

    playwright's loop runs in this thread, also while the tests run, and no other can run beside it. Between two blocks of
    `resumed` it is suspended, so another one may run.
    """

    def __init__(self, browser: Browser, loop: asyncio.AbstractEventLoop) -> None:
        self._browser = browser
        self._loop = loop

    @contextmanager
    def resumed(self) -> Iterator[Browser]:
        """The browser; what tests have left open is closed afterwards."""
        asyncio._set_running_loop(self._loop)
        own = self._browser.contexts
        try:
            yield self._browser
        finally:
            for context in self._browser.contexts:
                if context not in own:
                    context.close()
            asyncio._set_running_loop(None)


@contextmanager
def suspended_connection(address: str) -> Iterator[Connection]:
    """A connection to the browser at that address, suspended."""
    with connected(address) as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        try:
            yield Connection(browser, loop)
        finally:
            asyncio._set_running_loop(loop)


def new_page(browser: Browser, **options: Any) -> Page:
    """A page in a context of its own, without animations, which cost the most time; `options` are those of `Browser.new_page`."""
    return patient(browser.new_page(**{"reduced_motion": "reduce", **options}))


@contextmanager
def finger_on(page: Page, x: float, y: float) -> Iterator[None]:
    """A finger is on that point of the page, which playwright's own touches leave at once."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    try:
        yield
    finally:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()


@contextmanager
def held(page: Page, button: Locator) -> Iterator[None]:
    """A finger is on a button."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    with finger_on(page, box["x"] + 20, box["y"] + 20):
        yield


def patient(page: Page) -> Page:
    """The page, with the timeout of all tests."""
    page.set_default_timeout(PATIENCE * 1000)
    return page


SHOWS = """([screens, texts]) => {
  const shows = ([seat, bytes]) => {
    const canvas = document.querySelector(`canvas[data-screen="${seat}"]`);
    if (canvas === null || canvas.width !== 128 || canvas.height !== 64) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
    return bytes.every((byte, at) => {
      const first = 4 * (1024 * (at >> 7) + (at & 127));
      for (let bit = 0; bit < 8; bit += 1) if (data[first + 512 * bit] > 128 !== (((byte >> bit) & 1) === 1)) return false;
      return true;
    });
  };
  const says = ([selector, attribute, text]) => {
    const element = document.querySelector(selector);
    return (attribute ? element?.getAttribute(attribute) : element?.textContent) === text;
  };
  return texts.every(says) && screens.every(shows);
}"""
_SHOWN = """(seat) => {
  const canvas = document.querySelector(`canvas[data-screen="${seat}"]`);
  const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  const lit = (at, bit) => data[4 * ((8 * (at >> 7) + bit) * 128 + (at & 127))] > 128;
  return Array.from({ length: 1024 }, (_, at) => [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte | (lit(at, bit) << bit), 0));
}"""


def shown(page: Page, seat: Place) -> Picture:
    """What a seat's screen on the page shows now."""
    return bytes(page.evaluate(_SHOWN, seat))


def expect_screens(page: Page, pictures: Mapping[Place, Picture], *texts: tuple[str, str | None, str]) -> None:
    """Wait until the screens show exactly these pictures, each of their 8,192 pixels, and the elements have these texts.

    `texts`: a selector, an attribute or None for the element's own text, and what is to stand there. All are compared at one
    moment in the page, by one request.
    """
    wanted = [[seat, list(picture)] for seat, picture in pictures.items()]
    try:
        page.wait_for_function(SHOWS, arg=[wanted, [list(text) for text in texts]], polling=POLL_MS)
    except TimeoutError:
        for selector, attribute, text in texts:
            element = page.locator(selector)
            found = element.get_attribute(attribute) if attribute else element.text_content()
            assert found == text, selector
        for seat, picture in pictures.items():
            assert as_text(shown(page, seat)) == as_text(picture), f"the screen of seat {seat}"
        raise
