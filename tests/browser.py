"""A real Chromium for the tests that need one.

Law: where there is none they skip with a reason; with COMPANION_NEEDS_BROWSER set, as in `.ci/run`, they fail instead.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome")
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
