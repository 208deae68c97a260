"""Two phones in each of the other browsers, which start once for all tests of a module."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from tests.web.browsers.firefox import firefox_windows
from tests.web.browsers.webkit import webkit_windows
from tests.web.browsers.window import Phone, Window

BROWSERS: dict[str, Callable[[int], AbstractContextManager[list[Window]]]] = {
    "firefox": firefox_windows,
    "webkit": webkit_windows,
}


@pytest.fixture(scope="module", params=BROWSERS)
def windows(request: pytest.FixtureRequest) -> Iterator[list[Window]]:
    """Two windows with cookies of their own."""
    with BROWSERS[request.param](2) as opened:
        yield opened


@pytest.fixture
def phones(windows: list[Window]) -> Iterator[list[Phone]]:
    """A phone in each window. Their pages are closed before the table is."""
    yield [Phone(window) for window in windows]
    for window in windows:
        window.open("about:blank")
