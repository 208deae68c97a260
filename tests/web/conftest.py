"""What the tests of the web share: a hub that notes its keys, and a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium


@pytest.fixture
def anyio_backend() -> str:
    """The loop on which the tests marked `anyio` run."""
    return "asyncio"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a module, which runs no event loop of its own."""
    with chromium() as opened:
        yield opened
