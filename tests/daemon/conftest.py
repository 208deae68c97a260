"""What the tests of the daemon share."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The loop on which the tests marked `anyio` run."""
    return "asyncio"
