"""The pages of the rules that the table serves are those of docs/play/."""

import asyncio
import re

import pytest

from tests.web.clients import PAGES, serving, table
from tools.rules_pages import FOLDER, pages


def test_the_pages_are_rendered_from_the_documents_as_they_are() -> None:
    assert {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.html")} == pages(), (
        "`make pictures` renews them"
    )


@pytest.mark.anyio
async def test_all_that_the_pages_show_and_link_to_is_served() -> None:
    async with serving(table(), bench=True) as server:
        asked = set(PAGES.rules)
        for path, page in PAGES.rules.items():
            asked |= set(re.findall(r'(?:href|src)="([^"#]+)', page.body.decode())) - {"/history", "/puzzle"}
            assert "http" not in page.body.decode(), path
            assert 'src=""' not in page.body.decode(), path
        for path in sorted(asked):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 200"), path
            writer.close()
            await writer.wait_closed()
