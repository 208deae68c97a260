"""The real server on loopback: what it serves, what it refuses, and how it starts and ends."""

import asyncio
import signal
import socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.core.errors import ConfigError
from companion.web.hub import Hub
from companion.web.routes import create_app
from tests.patience import PATIENCE
from tests.web.clients import PAGES, Requests, drain, http, serving, table, upgrade, ws

pytestmark = pytest.mark.anyio


async def test_the_bench_page_and_all_that_it_loads() -> None:
    async with serving(table(), bench=True) as server:
        for path in ("/", "/table", *PAGES.paths):
            status, head, body = await http(server, path)
            assert status == 200, path
            assert body
            assert "cache-control: no-store" in head
            assert "x-content-type-options: nosniff" in head
            assert "content-security-policy: default-src 'self'" in head
            assert "server:" not in head
            assert "etag" not in head


async def test_without_a_bench_the_root_leads_to_the_public_view() -> None:
    async with serving(table(), bench=False) as server:
        status, head, _ = await http(server, "/")
        assert (status, "location: /table" in head) == (307, True)
        with pytest.raises(InvalidStatus) as refused:
            await ws(server, "/ws/bench")
        assert refused.value.response.status_code == 403


async def test_nothing_but_the_listed_paths() -> None:
    async with serving(table(), bench=True) as server:
        for path in (
            "/static/../server.py",
            "/static/%2e%2e/server.py",
            "/static/..%2fserver.py",
            "/static/seats/bench.html",
            "/static/",
            "/static//seats/bench.js",
            "/static/seats/bench.js%00.css",
            "/static/seats/bench.js/",
            "/..",
            "//etc/passwd",
            "/docs",
            "/openapi.json",
        ):
            status, _, body = await http(server, path)
            assert status in (307, 404), path
            assert "import " not in body, path
        # A head that goes on and on without an end.
        assert (await http(server, "/", more=f"X-Long: {'x' * 20_000}"))[0] == 400


async def test_an_address_that_is_no_page_leads_back() -> None:
    for bench in (True, False):
        async with serving(table(), bench=bench) as server:
            status, head, body = await http(server, "/nothing", more="Accept: text/html,*/*;q=0.8\r\n")
            assert status == 404
            assert "content-security-policy" in head
            assert "There is no such page" in body
            assert ('href="/" data-bench hidden' in body) is not bench
            for path in ("/table", "/seat", "/rules"):
                assert f'href="{path}"' in body
                assert (await http(server, path))[0] == 200
            assert (await http(server, "/static/nothing.js"))[2].strip() == "There is no such page."


async def test_a_rebound_name_gets_nothing() -> None:
    """Other routes and origins: test_attacks.py."""
    async with serving(table(), bench=True) as server:
        status, head, body = await http(server, "/", host=f"evil.example:{server.port}")
        assert status == 403
        assert "not a name of this table" in body
        assert "content-security-policy" in head


async def test_it_says_going_away_takes_no_signals_and_leaves_the_port() -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    server = serving(table(), bench=True)
    port = await server.start()
    assert port > 0
    assert {number: signal.getsignal(number) for number in before} == before
    async with ws(server, "/ws/bench") as bench, ws(server, "/ws/table") as public:
        farewells = [asyncio.ensure_future(drain(client)) for client in (bench, public)]
        async with asyncio.timeout(PATIENCE):
            await server.stop()
        for farewell in farewells:
            with pytest.raises(ConnectionClosed) as closed:
                await farewell
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
    again = serving(table(), bench=True, port=port)
    assert await again.start() == port
    await again.stop()
    await again.stop()


async def test_a_client_that_never_reads_costs_bounded_memory_and_does_not_hold_up_the_end() -> None:
    hub = table()
    server = serving(hub, bench=True)
    await server.start()
    loop = asyncio.get_running_loop()
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    with deaf:
        await loop.sock_connect(deaf, ("127.0.0.1", server.port))
        await loop.sock_sendall(deaf, upgrade(server, "/ws/bench"))
        assert b" 101 " in await loop.sock_recv(deaf, 20)
        (connection,) = server.connections
        for turn in range(10_000):
            hub.frame(0, (), bytes([turn % 255 + 1]) * 1024)
            await asyncio.sleep(0)
        assert connection.unsent < 200_000
        assert sum(map(len, hub._benches)) <= 64
        async with asyncio.timeout(PATIENCE):
            await server.stop()
    assert not server.connections


def test_a_bench_is_never_bound_to_an_address_that_others_reach() -> None:
    for bind in ("0.0.0.0", "::", "", "192.168.1.4", "table.local"):
        with pytest.raises(ConfigError, match="shows every secret"):
            create_app(Hub(1, ["Ada"]), Requests(), PAGES, bench=True, bind=bind)
        create_app(Hub(1, ["Ada"]), Requests(), PAGES, bench=False, bind=bind)


def test_nor_to_an_inherited_socket_that_others_reach() -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener, pytest.raises(ConfigError, match="shows every secret"):
        serving(Hub(1, ["Ada"]), bench=True, sockets=[listener])


async def test_an_inherited_socket_is_served() -> None:
    server = serving(table(), bench=False, sockets=[socket.create_server(("127.0.0.1", 0))])
    async with server:
        assert (await http(server, "/table"))[0] == 200


async def test_a_port_in_use_is_one_sentence() -> None:
    async with serving(table(), bench=True) as server:
        with pytest.raises(ConfigError, match=r"cannot listen at 127\.0\.0\.1, port \d+: .+ in use"):
            await serving(table(), bench=True, port=server.port).start()
