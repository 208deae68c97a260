"""A real Chromium for the tests that need one.

Law: where there is none they skip with a reason; with COMPANION_NEEDS_BROWSER set, as in `.ci/run`, they fail instead.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.patience import PATIENCE

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there is taken. The headless shell is the same engine without windows, for half the time."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser. While it is open, this thread must run no event loop of its own: playwright's runs in it."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = f"No Chromium: none of {', '.join(NAMES)} is installed ('sudo apt install chromium' brings it)."
        if os.environ.get("COMPANION_NEEDS_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


def new_page(browser: Browser, **options: Any) -> Page:
    """A page in a context of its own; `options` are those of `Browser.new_page`."""
    return patient(browser.new_page(**options))


def patient(page: Page) -> Page:
    """The page, which now waits as long as every test does."""
    page.set_default_timeout(PATIENCE * 1000)
    return page
