"""What the tests of the web share: a hub that notes its keys, and a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import Connection, running_chromium, suspended_connection


@pytest.fixture(scope="session")
def chromium() -> Iterator[str]:
    """One process for all modules: its start costs as much as several tests."""
    with running_chromium() as address:
        yield address


@pytest.fixture(scope="session")
def connection(chromium: str) -> Iterator[Connection]:
    """One connection for all modules: each would start a driver of its own."""
    with suspended_connection(chromium) as made:
        yield made


@pytest.fixture(scope="module")
def browser(connection: Connection) -> Iterator[Browser]:
    """The browser, for a module that runs no event loop of its own."""
    with connection.resumed() as opened:
        yield opened
