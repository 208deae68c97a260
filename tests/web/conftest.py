"""What the tests of the web share: a hub that notes its keys, and a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import connected, running_chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[str]:
    """One process for all modules: its start costs as much as several tests."""
    with running_chromium() as address:
        yield address


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """The connection of a module, which runs no event loop of its own."""
    with connected(chromium) as opened:
        yield opened
