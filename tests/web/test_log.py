"""What the log may hold of the web: neither who came, nor anything that a seat sees or says, at any level."""

import asyncio
import logging
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from companion.core.errors import RequestError
from companion.core.picture import BLANK, PixelRun, applied
from companion.core.seat import Place
from companion.web.hub import Hub
from companion.web.page_handlers import Admitted, WrongCodeError
from tests.web.clients import Requests, cookie_of, drain, greeting, http, phone, post, serving, table, ws

pytestmark = pytest.mark.anyio

CODE, SECRET_TEXT = "scanned4711code", "session9f3atoken"
SECRET = applied(BLANK, [PixelRun(3, 20, b"\xc0\xff\xee\xda\x7a")])
SPELLED = ("c0 ff ee", "c0ffee", r"\xc0\xff\xee")

QUIET = logging.getLogger("tests.quiet")
"""Of the clients, who are in this process too."""


@pytest.fixture(autouse=True)
def everything(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Every logger that there is at DEBUG, before the server starts."""
    levels = {name: logging.getLogger(name).level for name in list(logging.root.manager.loggerDict)}
    for name in (*levels, "uvicorn", "uvicorn.error", "uvicorn.access", "websockets.server", "asyncio"):
        levels.setdefault(name, logging.NOTSET)
        logging.getLogger(name).setLevel(logging.DEBUG)
    QUIET.setLevel(logging.CRITICAL)
    with caplog.at_level(logging.DEBUG):
        yield
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def told(caplog: pytest.LogCaptureFixture) -> str:
    """All of every record: the sentence with its arguments, and tracebacks."""
    return caplog.text + "".join(repr(record.__dict__) for record in caplog.records)


class OnePhone(Requests):
    """Lets the phone in that sends CODE, and fails where it sends anything else."""

    async def join_phone(self, code: str, name: str | None, secret: str | None) -> Admitted:
        if code == CODE:
            return Admitted(1, SECRET_TEXT)
        raise WrongCodeError("Not that one.")

    def resume_phone(self, secret: str) -> Place:
        if secret == SECRET_TEXT:
            return Place(1)
        raise RequestError("Not that one.")


def with_phone() -> Hub:
    hub = table()
    hub.phone_seats.show(1, SECRET)
    return hub


async def test_no_screen_no_key_and_no_secret_of_a_phone_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    hub = with_phone()
    requests = OnePhone()
    async with (
        serving(hub, requests, bench=True) as server,
        ws(server, "/ws/bench", logger=QUIET) as bench,
        phone(server, SECRET_TEXT, logger=QUIET) as seat,
    ):
        assert cookie_of((await post(server, "/seat/join", {"code": CODE, "name": "planted"}))[1]).endswith(SECRET_TEXT)
        assert (await post(server, "/seat/join", {"code": f"{CODE}2"}))[0] == 403
        assert (await post(server, "/seat/join", f'{{"{CODE}'.encode()))[0] == 403
        await greeting(seat, 2)
        await greeting(bench, 8)
        hub.frame(1, (), SECRET)
        await greeting(bench, 1)
        await bench.send('{"seat":0,"key":"left","down":true}')
        await bench.send('{"name":{"seat":0,"text":"planted"}}')
        await requests.heard(1)
        await bench.send("planted")
        await until_closed(bench)
    text = told(caplog)
    for secret in (CODE, SECRET_TEXT, "planted", *SPELLED, '"key"', "127.0.0.1"):
        assert secret not in text, secret


async def until_closed(client: ClientConnection) -> None:
    with pytest.raises(Exception, match="1008"):
        await drain(client)


async def test_what_is_refused_or_malformed_adds_nothing_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(table(), bench=False) as server:
        # Whatever its level, uvicorn finds no fault with how these are refused.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        for path, origin in (("/ws/bench", None), ("/ws/table", "http://evil.example"), ("/ws/none", None)):
            options = {} if origin is None else {"origin": origin}
            with pytest.raises(InvalidStatus):
                await ws(server, path, logger=QUIET, **options)
        assert (await http(server, "/table", host="evil.example"))[0] == 403
        assert (await http(server, "/none"))[0] == 404
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")  # TLS, as some browsers try first
        assert b"400" in await reader.read()
        writer.close()
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /ws/table HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        writer.close()
    assert [record for record in caplog.records if record.name != "asyncio"] == []
    assert "127.0.0.1" not in told(caplog)
