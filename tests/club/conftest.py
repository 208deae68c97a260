"""What several tests of the club need: each of the two databases, and a broker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.club.database import Database
from tests.browser import connected, running_chromium
from tests.club.brokers import Broker, broker
from tests.club.databases import Cluster, cluster
from tests.club.site import Site, site


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.sqlite3"
    made: Cluster = request.getfixturevalue("postgresql")
    return made.new()


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An empty one of each kind, with its tables."""
    made = Database(database_url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Site]:
    """The pages of a club with nothing in it."""
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    with site(database) as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_chromium() as address, connected(address) as made:
        yield made


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Broker]:
    """A broker without passwords."""
    folder = tmp_path / "broker"
    folder.mkdir()
    with broker(folder) as made:
        yield made
