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


def test_what_is_loopback() -> None:
    assert [host for host in (*LOOPBACK, *REACHABLE) if is_loopback(host)] == LOOPBACK


def test_an_ipv4_address_in_the_clothes_of_ipv6_is_itself() -> None:
    assert address("::ffff:10.0.0.1") == address("10.0.0.1")
    assert address("table.local") is None


def configured(folder: Path, host: str) -> Configuration:
    file = folder / "table.toml"
    file.write_text(f'board = "bench"\n[[seats]]\n[web]\nhost = "{host}"\nbench = true\n', encoding="utf-8")
    return load(file, {"HOME": "/"})


def test_the_configuration_judges_alike_where_the_bench_may_be_seen(tmp_path: Path) -> None:
    for host in LOOPBACK:
        assert configured(tmp_path, host).web.bench, host
    for host in REACHABLE:
        with pytest.raises(ConfigError, match=r"web\."):
            configured(tmp_path, host)


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
