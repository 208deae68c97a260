"""What the doctor finds of a table in a club, against a real Mosquitto."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config.club import ClubSettings
from companion.pi.doctor.club import check_club
from tests.club.brokers import broker, mosquitto

pytestmark = pytest.mark.process

NAME = "table-1"


def with_accounts(folder: Path, rules: str) -> str:
    """The lines of a configuration with a password for NAME and these access rules."""
    mosquitto()
    passwords, acl = folder / "passwords", folder / "acl"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), NAME, "right"], check=True)
    acl.write_text(rules)
    for file in (passwords, acl):
        file.chmod(0o600)
    return f"allow_anonymous false\npassword_file {passwords}\nacl_file {acl}"


@pytest.fixture
def club(tmp_path: Path) -> Callable[..., ClubSettings]:
    def settings(url: str, password: str = "right") -> ClubSettings:
        (tmp_path / "password").write_text(password + "\n")
        return ClubSettings(url, NAME, password_file=str(tmp_path / "password"))

    return settings


def found(settings: ClubSettings) -> list[tuple[str, str]]:
    return [(check.status, check.says) for check in check_club(settings, table_runs=False)]


def test_a_table_that_its_broker_takes(tmp_path: Path, club: Callable[..., ClubSettings]) -> None:
    with broker(tmp_path, with_accounts(tmp_path, "pattern readwrite companion/%u/#\n")) as at:
        assert [status for status, _ in found(club(at.url))] == ["ok", "ok"]
        ((status, says),) = found(club(at.url, "wrong"))
        assert status == "bad"
        assert "refuses this name or its password" in says


def test_access_rules_that_keep_the_table_out(tmp_path: Path, club: Callable[..., ClubSettings]) -> None:
    with broker(tmp_path, with_accounts(tmp_path, "topic readwrite other/#\n")) as at:
        said = found(club(at.url))
        assert [status for status, _ in said] == ["ok", "bad"]
        assert "Not authorized" in said[1][1]


def test_a_broker_and_a_file_that_are_not_there(tmp_path: Path, club: Callable[..., ClubSettings]) -> None:
    ((status, says),) = found(club("mqtt://127.0.0.1:1"))
    assert (status, "cannot be reached" in says) == ("bad", True)
    ((status, says),) = found(ClubSettings("mqtt://127.0.0.1:1", NAME, password_file=str(tmp_path / "none")))
    assert (status, "cannot be read" in says) == ("bad", True)


def test_a_name_that_is_taken_is_told(tmp_path: Path, club: Callable[..., ClubSettings]) -> None:
    with broker(tmp_path) as at:
        where = ["-h", "127.0.0.1", "-p", str(at.port)]
        subprocess.run(
            ["mosquitto_pub", *where, "-r", "-t", f"companion/{NAME}/availability", "-m", "online"], check=True
        )
        assert found(club(at.url))[-1] == ("note", f"a table called {NAME} is at the broker now")
