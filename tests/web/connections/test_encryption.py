"""TLS with real clients, and what is said of files that are no certificate and key.

The files in tls/ were made for this test, and nothing else knows them.
"""

import asyncio
import ssl
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from companion.core.errors import ConfigError
from companion.web.connections.encryption import server_context
from tests.patience import PATIENCE
from tests.web.clients import serving, table

FILES = Path(__file__).parent / "tls"
CERTIFICATE, KEY = FILES / "table.pem", FILES / "table.key"


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


@pytest.mark.anyio
async def test_pages_and_sockets_are_encrypted(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(table(), bench=True, encryption=server_context(CERTIFICATE, KEY)) as server:
        place = f"localhost:{server.port}"
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, ssl=trusting(), server_hostname="localhost"
            )
            body = b'{"code":"BAD"}'
            head = f"POST /seat/join HTTP/1.1\r\nHost: {place}\r\nOrigin: https://{place}\r\nContent-Length: {len(body)}\r\n"
            writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
            answer = (await reader.read()).decode()
            writer.close()
            assert answer.startswith("HTTP/1.1 403")
            assert "No seat of this table is played from a phone." in answer
            async with connect(f"wss://{place}/ws/bench", origin=f"https://{place}", ssl=trusting()) as bench:  # type: ignore[arg-type]
                assert '"type":"hello"' in str(await bench.recv())
    assert caplog.text == ""


@pytest.mark.anyio
async def test_who_speaks_no_tls_gets_nothing_and_stops_nobody() -> None:
    async with (
        serving(table(), bench=True, encryption=server_context(CERTIFICATE, KEY)) as server,
        asyncio.timeout(PATIENCE),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"HTTP" not in await reader.read()
        writer.close()
        silent, its = await asyncio.open_connection("127.0.0.1", server.port)
        place = f"localhost:{server.port}"
        async with connect(f"wss://{place}/ws/table", origin=f"https://{place}", ssl=trusting()) as page:  # type: ignore[arg-type]
            assert '"type":"hello"' in str(await page.recv())
        its.close()
        assert await silent.read() == b""


@pytest.mark.parametrize(
    ("certificate", "key", "said"),
    [
        ("none.pem", "table.key", "web.certificate: {0} cannot be read (no such file or directory)"),
        ("table.pem", "none.key", "web.key: {1} cannot be read (no such file or directory)"),
        ("table.pem", "", "web.key: {1} cannot be read (is a directory)"),
        ("table.pem", "other.key", "web.key: {1} is not the key of the certificate {0}"),
        ("table.pem", "locked.key", "web.key: {1} is protected by a password"),
        ("table.key", "table.key", "web.certificate: {0} and {1} are no certificate and key in PEM form"),
        ("table.pem", "table.pem", "web.certificate: {0} and {1} are no certificate and key in PEM form"),
    ],
)
def test_files_that_cannot_be_used_are_named(certificate: str, key: str, said: str) -> None:
    files = FILES / certificate, FILES / key
    with pytest.raises(ConfigError) as refused:
        server_context(*files)
    (finding,) = refused.value.findings
    assert finding.startswith(said.format(*files))
    assert finding.endswith(".")
