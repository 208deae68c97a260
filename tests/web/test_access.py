"""Who may talk to the server at all."""

from starlette.types import Scope

from companion.web.access import bench_refusal, is_this_machine, refusal


def scope(
    *,
    host: str | None = "localhost:8080",
    origin: str | None = None,
    socket: bool = False,
    server: str = "127.0.0.1",
    client: str = "127.0.0.1",
    **more: str,
) -> Scope:
    headers = [(name.replace("_", "-"), value) for name, value in more.items()]
    if host is not None:
        headers.append(("host", host))
    if origin is not None:
        headers.append(("origin", origin))
    return {
        "type": "websocket" if socket else "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        "server": (server, 8080),
        "client": (client, 50000),
    }


OURS = [
    "localhost",
    "localhost:8080",
    "LOCALHOST:8080",
    "127.0.0.1:8080",
    "[::1]:8080",
    "table.local:8080",
    "Table.Local",
]
FOREIGN = [
    None,
    "",
    "evil.example",
    "evil.example:8080",
    "localhost.evil.example",
    "localhost.",
    "127.0.0.1.nip.io",
    "user@localhost",
    "localhost@evil.example",
    "localhost:8080/x",
    "localhost:notaport",
    "localhost, evil.example",
    "[::1",
    "::1",
    "192.168.1.9:8080",
    "2130706433",
    "l\u00f6calhost",
    "\x00",
]


def test_names_of_this_machine_are_answered_and_foreign_ones_refused_even_where_they_point_at_us() -> None:
    for host in (*OURS, *FOREIGN):
        for asked in (scope(host=host), scope(host=host, origin=f"http://{host}", socket=True)):
            assert (refusal(asked, {"table.local"}) is None) == (host in OURS), asked


def test_two_hosts_are_refused() -> None:
    twice = scope()
    twice["headers"].append((b"host", b"localhost:8080"))
    assert refusal(twice, ()) is not None


def test_the_address_at_which_the_client_reached_us_is_ours() -> None:
    for host, server in (("192.168.1.4", "192.168.1.4"), ("192.168.1.4:80", "::ffff:192.168.1.4")):
        assert refusal(scope(host=host, server=server), ()) is None, host
        assert refusal(scope(host=host, server="192.168.1.5"), ()) is not None, host


def test_pages_of_other_origins_are_refused() -> None:
    for origin in (
        "http://evil.example",
        "http://localhost:3000",
        "http://localhost",
        "http://localhost:8080.evil.example",
        "http://localhost:8080/",
        "http://127.0.0.1:8080",
        "file://localhost:8080",
        "localhost:8080",
        "null",
        "",
    ):
        assert refusal(scope(origin=origin), ()) is not None, origin
        assert refusal(scope(origin=origin, socket=True), ()) is not None, origin


def test_a_socket_must_name_its_origin_and_a_page_need_not() -> None:
    assert refusal(scope(socket=True), ()) is not None
    assert refusal(scope(), ()) is None


def test_a_second_origin_does_not_help() -> None:
    twice = scope(origin="http://localhost:8080", socket=True)
    twice["headers"].append((b"origin", b"http://evil.example"))
    assert refusal(twice, ()) is not None


def test_the_bench_is_for_this_machine_only() -> None:
    assert bench_refusal(scope()) is None
    assert bench_refusal(scope(client="::1", host="[::1]:8080")) is None
    assert bench_refusal(scope(client="::ffff:127.0.0.1")) is None
    for other in (
        scope(client="192.168.1.7"),
        scope(client="::ffff:192.168.1.7"),
        scope(client="testclient"),
        scope(host="table.local"),
        scope(x_forwarded_for="127.0.0.1"),
        scope(forwarded="for=127.0.0.1"),
        scope(via="1.1 proxy"),
        {**scope(), "client": None},
    ):
        assert bench_refusal(other) is not None


def test_this_machine_is_who_has_the_address_that_it_calls() -> None:
    cases: list[tuple[str, str, str, dict[str, str], bool]] = [
        ("localhost:8080", "127.0.0.1", "127.0.0.1", {}, True),
        ("192.168.1.4:8080", "192.168.1.4", "192.168.1.4", {}, True),
        ("192.168.1.4:8080", "::ffff:192.168.1.4", "::ffff:192.168.1.4", {}, True),
        ("192.168.1.4:8080", "192.168.1.4", "192.168.1.9", {}, False),
        ("table.local:8080", "192.168.1.4", "192.168.1.4", {}, False),
        ("192.168.1.9:8080", "192.168.1.4", "192.168.1.4", {}, False),
        ("192.168.1.4:8080", "192.168.1.4", "192.168.1.4", {"x_forwarded_for": "192.168.1.9"}, False),
        ("192.168.1.4:8080", "192.168.1.4", "192.168.1.4", {"via": "1.1 proxy"}, False),
        ("localhost:8080", "127.0.0.1", "127.0.0.1", {"forwarded": "for=192.168.1.9"}, False),
        ("localhost:8080", "192.168.1.4", "192.168.1.9", {}, False),
    ]
    for host, server, client, more, here in cases:
        asked = scope(host=host, server=server, client=client, **more)
        assert is_this_machine(asked) == here, asked
        # And whoever may see the secrets is on this machine at a loopback name.
        assert here or bench_refusal(asked) is not None, asked


def test_what_changes_something_names_its_origin() -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert refusal({**scope(), "method": method}, ()) is not None, method
        assert refusal({**scope(origin="http://localhost:8080"), "method": method}, ()) is None, method
