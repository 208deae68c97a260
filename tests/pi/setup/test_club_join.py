"""`companion setup --club`: what an invitation changes, and what it leaves."""

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.config.club import Invitation
from companion.config.configuration import load
from companion.core.errors import ConfigError
from companion.pi.club_join import with_club

CA = "-----BEGIN CERTIFICATE-----\nMTIz\n-----END CERTIFICATE-----\n"
INVITATION = Invitation("mqtts://club.local:8883", "table-4", "secret-1", CA, "hall")
TABLE = '# Mine.\nboard = "bench"\n\n[[seats]]\nname = "Ada"\n\n[[seats]]\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "etc/companion").mkdir(parents=True)
    (tmp_path / "etc/companion/table.toml").write_text(TABLE)
    return tmp_path


def join(root: Path, invitation: Invitation, *more: str) -> int:
    line = root / "line"
    line.write_text(f"{invitation.written}\n")
    return main(["setup", "--club", str(line), "--yes", "--root", str(root), *more])


def test_a_table_joins_by_the_line_of_its_club_and_again_by_another(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert join(root, INVITATION, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "+[club]" in shown
    assert "secret-1" not in shown
    assert not (root / "etc/companion/club-password").exists()

    assert join(root, INVITATION) == 0
    table = root / "etc/companion/table.toml"
    club = load(table, os.environ).club
    assert club is not None
    assert (club.broker, club.table, club.prefix) == ("mqtts://club.local:8883", "table-4", "hall")
    assert table.read_text().startswith(TABLE)
    password = root / club.password_file.lstrip("/") if club.password_file else root
    assert (password.read_text(), password.stat().st_mode & 0o777) == ("secret-1\n", 0o640)
    assert club.ca_file is not None
    assert (root / club.ca_file.lstrip("/")).read_text() == CA
    capsys.readouterr()
    assert join(root, INVITATION) == 0
    assert capsys.readouterr().out == "There is nothing to do.\n"

    own = table.read_text().replace("[club]\n", "[club]  # ours\ndelay_s = 60\n") + '\n[journal]\npath = "/tmp/j"\n'
    table.write_text(own)
    assert join(root, Invitation("mqtts://other.local:8883", "table-5", "secret-2")) == 0
    text = table.read_text()
    assert text.startswith(TABLE)
    assert text.endswith('\n[journal]\npath = "/tmp/j"\n')
    club = load(table, os.environ).club
    assert club is not None
    assert (club.table, club.prefix, club.ca_file, club.delay_s) == ("table-5", "companion", None, 60)
    assert not (root / "etc/companion/club-ca.pem").exists()


def test_what_no_line_can_be_put_into_is_left_as_it_is(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ('club.broker = "mqtts://a"\n', 'club = {broker = "mqtts://a"}\n', "nonsense"):
        with pytest.raises(ConfigError):
            with_club(text, {"broker": "mqtts://b:1"})
    (root / "line").write_text("codebreakers-club:?broker=mqtts://club.local")
    assert main(["setup", "--club", str(root / "line"), "--yes", "--root", str(root)]) == 78
    assert "no invitation" in capsys.readouterr().err
    (root / "etc/companion/table.toml").unlink()
    assert join(root, INVITATION) == 78
