"""What several tests of the club need: each of the two databases, and a broker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.brokers import Broker, broker
from tests.club.databases import Cluster, cluster


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
def at(tmp_path: Path) -> Iterator[Broker]:
    """A broker without passwords."""
    folder = tmp_path / "broker"
    folder.mkdir()
    with broker(folder) as made:
        yield made
