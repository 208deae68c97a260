"""The accounts of a club, tried against a real Mosquitto: what each may do, and the certificates."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import structs

from companion.cli import main
from companion.club import accounts
from companion.club.accounts import AccountsError, add_table, init, password_hash, remove_table
from companion.club.mqtt import client_id
from companion.config.club import ClubSettings, Invitation, read_invitation
from companion.core.errors import ConfigError
from companion.pi.doctor.check import DoctorCheck
from companion.pi.doctor.club import check_club
from tests.club.brokers import Broker, broker, free_port, mosquitto, peer
from tests.club.running import RunningClub, simulated_table, until_paid
from tests.patience import PATIENCE
from tests.process import playing

pytestmark = [pytest.mark.anyio, pytest.mark.process]

DENIED = "Not authorized"


def made(folder: Path, *hosts: str) -> Path:
    """The folder of accounts for a broker at free ports."""
    init(folder, hosts or ("localhost",), tls_port=free_port(), local_port=free_port())
    return folder


@contextmanager
def running(folder: Path) -> Iterator[Broker]:
    """A broker with these accounts."""
    work = folder / "broker"
    work.mkdir()
    with broker(work, (folder / "mosquitto.conf").read_text()) as at:
        yield at


def club_password(folder: Path) -> str:
    return (folder / "club-password").read_text().strip()


async def test_a_table_says_and_reads_what_is_its_own(tmp_path: Path) -> None:
    folder = made(tmp_path)
    one, two = (add_table(folder, f"table-{number}") for number in (1, 2))
    with running(folder) as at:
        async with (
            peer(at, "club", "companion/#", password=club_password(folder)) as club,
            peer(at, "table-1", "companion/#", "homeassistant/#", password=one.password) as table,
            peer(at, "table-2", "companion/#", password=two.password),
        ):
            answers = {
                topic: await table.answer(topic)
                for topic in (
                    "companion/table-1/games",
                    "homeassistant/device/table-1/companion/config",
                    "companion/table-2/games",
                    "companion/table-2/state",
                    "companion/table-2/ack",
                    "companion/club/availability",
                    "companion/club/games",
                    "homeassistant/device/table-2/companion/config",
                    "homeassistant/status",
                    "elsewhere",
                )
            }
            allowed = [topic for topic, answer in answers.items() if answer != DENIED]
            assert allowed == ["companion/table-1/games", "homeassistant/device/table-1/companion/config"]
            for topic in ("companion/table-2/order", "companion/table-1/order", "companion/club/availability"):
                assert await club.answer(topic) != DENIED
            await table.until(lambda: bool(table.on("companion/club/availability")))
            assert {each.topic for each in table.heard} == {
                "companion/table-1/games", "companion/table-1/order", "companion/club/availability",
            }  # fmt: skip
            assert {each.topic for each in club.heard} >= {"companion/table-1/games", "companion/table-2/order"}


async def test_a_table_that_takes_the_session_of_another_hears_nothing_of_it(tmp_path: Path) -> None:
    """The broker lets it in under the other's client id, and then looks at its own name for each message."""
    folder = made(tmp_path)
    one, two = (add_table(folder, f"table-{number}") for number in (1, 2))
    with running(folder) as at:
        async with peer(at, "table-2", "companion/table-2/#", password=two.password, session=600):
            pass
        async with peer(at, "club", password=club_password(folder)) as club:
            await club.answer("companion/table-2/ack")
            taken = peer(at, "table-1", "companion/table-1/#", password=one.password, session=600, client_id="table-2")
            async with taken as thief:
                await club.answer("companion/table-2/order")
                await club.answer("companion/table-1/order")
                await thief.until(lambda: bool(thief.heard))
                assert {each.topic for each in thief.heard} == {"companion/table-1/order"}


async def test_a_table_cannot_end_the_connection_of_another_and_a_new_password_does(tmp_path: Path) -> None:
    folder, topic = made(tmp_path), "companion/table-2/availability"
    one, two = (add_table(folder, f"table-{number}") for number in (1, 2))
    (tmp_path / "password").write_text(two.password)
    with running(folder) as at:
        table = simulated_table(tmp_path, "table-2", at, ClubSettings(at.url, "table-2", str(tmp_path / "password")))
        async with peer(at, "club", topic, password=club_password(folder)) as club, table as stolen:

            def said() -> list[str]:
                return [each.text for each in club.on(topic)]

            await club.until(lambda: said() == ["online"])
            # Whatever it can know of the other, and of how ids are made.
            for guess in ("table-2", client_id("table-2", None), client_id("table-2", one.password)):
                async with peer(at, "table-1", password=one.password, client_id=guess) as thief:
                    await thief.answer("companion/table-1/games")
            await club.answer("companion/club/games")
            assert said() == ["online"]
            # With the right id it would be so.
            async with peer(at, "table-1", password=one.password, client_id=client_id("table-2", two.password)):
                await club.until(lambda: said()[:2] == ["online", "offline"])
            await club.until(lambda: said()[-1] == "online")
            add_table(folder, "table-2")
            at.reload()
            async with asyncio.timeout(PATIENCE):
                while stolen.link._connection.is_connected:
                    await asyncio.sleep(0)


def says(invitation: Invitation, folder: Path) -> DoctorCheck:
    """The first thing that the doctor says of a table with that invitation."""
    (folder / "password").write_text(invitation.password)
    settings = ClubSettings(invitation.broker, invitation.table, str(folder / "password"), str(folder / "ca.pem"))
    return next(check_club(settings, table_runs=False))


def test_a_table_that_is_added_again_has_another_password_and_no_other_works(tmp_path: Path) -> None:
    folder = made(tmp_path)
    old = add_table(folder, "table-1")
    other = add_table(folder, "table-2")
    assert add_table(folder, "table-10").password not in (folder / "passwords").read_text()
    with running(folder) as at:
        assert says(old, folder).status == "ok"
        assert says(structs.replace(old, password=other.password), folder).status == "bad"
        new = add_table(folder, "table-1")
        remove_table(folder, "table-2")
        at.reload()
        while says(new, folder).status != "ok":
            pass  # it reads its files soon
        for gone in (old, other):
            assert "refuses this name or its password" in says(gone, folder).says
    with pytest.raises(AccountsError, match="There is no table table-2"):
        remove_table(folder, "table-2")
    assert [line.partition(":")[0] for line in (folder / "passwords").read_text().splitlines()] == [
        "club", "table-10", "table-1",
    ]  # fmt: skip


def test_what_is_wrong_with_a_certificate_is_one_clear_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = made(tmp_path / "club"), made(tmp_path / "elsewhere")
    invitation = add_table(folder, "table-1")
    init(folder, ("other.example", "127.0.0.2"), tls_port=int(invitation.broker.rpartition(":")[2]))
    with running(folder):
        assert says(invitation, folder).says.endswith(
            "cannot be reached: its certificate is not for the name localhost"
        )
        address = structs.replace(invitation, broker=invitation.broker.replace("localhost", "127.0.0.1"))
        assert says(address, folder).says.endswith("its certificate is not for the address 127.0.0.1")
        (folder / "ca.pem").write_text((elsewhere / "ca.pem").read_text())
        assert says(invitation, folder).says.endswith("of an authority that is not trusted here; see ca_file")
    shutil.rmtree(folder / "broker")
    monkeypatch.setattr(accounts, "DAYS", -1)
    expired = tmp_path / "expired"
    shutil.copytree(elsewhere, expired)
    invitation = add_table(made(expired), "table-1")
    with running(expired):
        assert says(invitation, expired).says.endswith("its certificate has expired")


async def test_a_simulated_table_joins_by_the_file_of_its_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder, file = made(tmp_path / "club"), tmp_path / "table-1.club"
    assert main(["club", "add-table", "table-1", "--folder", str(folder), "--to", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    with running(folder) as at:
        async with (
            peer(at, "club", "companion/#", password=club_password(folder)) as club,
            playing(tmp_path / "journal.sqlite3", "--club", str(file)),
        ):
            await club.until(lambda: bool(club.on("companion/table-1/state")))
    assert main(["play", "--club", str(file), "--table", "table-2"]) == 78
    code = tmp_path / "table-1.svg"
    assert main(["club", "add-table", "table-1", "--folder", str(folder), "--to", str(code)]) == 0
    assert code.read_text().startswith("<?xml")


async def test_tables_by_tls_and_the_club_by_its_own_configuration_meet(tmp_path: Path) -> None:
    folder = made(tmp_path / "club")
    invitation = read_invitation(add_table(folder, "table-1").written)
    (tmp_path / "password").write_text(f"{invitation.password}\n")
    assert invitation.ca is not None
    (tmp_path / "ca.pem").write_text(invitation.ca)
    settings = ClubSettings(
        invitation.broker, invitation.table, str(tmp_path / "password"), str(tmp_path / "ca.pem"), invitation.prefix
    )
    with running(folder) as at:
        club = RunningClub(at, f"sqlite:///{tmp_path}/club.sqlite3", "--config", str(folder / "club.toml"))
        club.start()
        try:
            async with simulated_table(tmp_path, "table-1", at, settings) as table, asyncio.timeout(PATIENCE):
                await table.play(1)
                await until_paid([table])
            assert [game["id"] for game in club.games()] == table.played
        finally:
            club.close()


def test_a_password_is_written_as_mosquitto_writes_it(tmp_path: Path) -> None:
    """Vector: mosquitto_passwd -b of 2.0.11."""
    program = mosquitto("mosquitto_passwd")
    import base64

    file = tmp_path / "passwords"
    file.touch(mode=0o600)
    subprocess.run([program, "-b", str(file), "table-1", "pässword"], check=True)
    _, _, _, salt, _ = (line := file.read_text().strip()).split("$")
    assert line == f"table-1:{password_hash('pässword', base64.b64decode(salt))}"


async def test_what_is_no_name_of_a_table_or_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AccountsError, match="companion club init makes them"):
        add_table(tmp_path, "table-1")
    for name in ("club", "homeassistant", "Table", "a:b", "a/b", "+", "x\nroot"):
        with pytest.raises(ConfigError):
            add_table(tmp_path, name)
    for host in ("", "a b", "x,DNS:y", "x\ny", "-a"):
        with pytest.raises(AccountsError):
            init(tmp_path / "club", [host])
    assert not (tmp_path / "club").exists()


def test_an_invitation_is_one_line_and_a_damaged_one_is_refused() -> None:
    whole = Invitation("mqtts://[fd00::1]:8883", "table-4", "a&b=c+d e", None, "hall/a")
    assert read_invitation(f" {whole.written}\r\n") == whole
    for wrong in (
        "",
        "https://example.org",
        whole.written.replace("password", "secret"),
        whole.written.replace("table-4", "Table"),
        whole.written.replace("mqtts", "mqtt"),
        f"{whole.written}&ca=%00",
    ):
        with pytest.raises(ConfigError):
            read_invitation(wrong)
