"""What is out of the network's reach: one judgement, for what is bound and for who calls, however an address is written."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.config.configuration import Configuration, load
from companion.core.errors import ConfigError
from companion.web.loopback import address, is_loopback

LOOPBACK = ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LocalHost", "::ffff:127.0.0.1", "::1%lo", "::ffff:127.9.9.9"]
REACHABLE = [
    "", "0.0.0.0", "::", "::ffff:0.0.0.0", "192.168.1.4", "fe80::1%eth0", "table.local", "localhost.example",
    "localhost.evil.example", "127.1", "127.0.0.1%lo", "::ffff:10.0.0.1", "[::1]", " 127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("host", LOOPBACK)
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", REACHABLE)
def test_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_an_ipv4_address_in_the_clothes_of_ipv6_is_itself() -> None:
    assert address("::ffff:10.0.0.1") == address("10.0.0.1")
    assert address("table.local") is None


def configured(folder: Path, host: str) -> Configuration:
    file = folder / "table.toml"
    file.write_text(f'board = "bench"\n[[seats]]\n[web]\nhost = "{host}"\nbench = true\n', encoding="utf-8")
    return load(file, {"HOME": "/"})


@pytest.mark.parametrize("host", LOOPBACK)
def test_the_configuration_judges_alike_where_the_bench_may_be_seen(host: str, tmp_path: Path) -> None:
    assert configured(tmp_path, host).web.bench


@pytest.mark.parametrize("host", REACHABLE)
def test_the_configuration_judges_alike_where_it_may_not(host: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        configured(tmp_path, host)
    assert "web." in str(refused.value)


def test_every_address_is_every_address_in_any_clothes(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('board = "bench"\n[[seats]]\n[web]\nhost = "::ffff:0.0.0.0"\nbench = false\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="listens at every address of this machine, so the host names"):
        load(file, {"HOME": "/"})


@pytest.mark.process
def test_the_configuration_needs_no_web_server_for_it() -> None:
    """The first screen does not wait for one to be loaded."""
    code = "import sys, companion.config.configuration; print([name for name in sys.modules if name == 'starlette'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
