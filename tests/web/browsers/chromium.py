"""The Chromium of the tests, as windows of phones: touches, and cookies of their own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import finger_on, patient
from tests.web.browsers.window import HEIGHT, WIDTH, Window


class ChromiumWindow:
    """A `Window`."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._finger = ExitStack()

    def open(self, address: str) -> None:
        """See `Window`."""
        # Else an address that differs in its fragment alone would load nothing.
        for url in ("about:blank", address):
            self._page.goto(url)

    def run(self, source: str) -> Any:
        """See `Window`."""
        return self._page.evaluate(source)

    def touch(self, x: int, y: int) -> None:
        """See `Window`."""
        self._page.touchscreen.tap(x, y)

    def put_down(self, x: int, y: int) -> None:
        """See `Window`."""
        self._finger.enter_context(finger_on(self._page, x, y))

    def lift(self) -> None:
        """See `Window`."""
        self._finger.close()

    def write(self, text: str) -> None:
        """See `Window`."""
        self._page.keyboard.type(text)

    def picture(self) -> bytes:
        """See `Window`."""
        return self._page.screenshot()


@contextmanager
def chromium_windows(browser: Browser, count: int) -> Iterator[list[Window]]:
    """Windows of a running Chromium."""
    contexts = [
        browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=1,
            reduced_motion="reduce",
        )
        for _ in range(count)
    ]
    try:
        yield [ChromiumWindow(patient(context.new_page())) for context in contexts]
    finally:
        for context in contexts:
            context.close()
