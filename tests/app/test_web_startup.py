"""The address at which a phone reaches the table; none is shown if it cannot."""

import socket
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from companion.app.web import ONLY_HERE, ONLY_HERE_BY_SYSTEMD, for_browsers, for_phones, open_pages
from companion.config.configuration import Web
from companion.core.screen import TextMark
from companion.web.hub import Hub
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room
from tests.seats.test_faults_at_the_table import AT_ONCE, press, unplug, waits
from tests.series import START
from tests.web.clients import Requests

WEB = Web(enabled=True, host="192.168.1.20", port=8080, bench=False, allowed_hosts=())
NAMED = Web(enabled=True, host="127.0.0.1", port=8080, bench=False, allowed_hosts=("table.example", "other"))


@pytest.mark.parametrize(
    ("web", "bound", "address"),
    [
        (WEB, ["192.168.1.20"], "192.168.1.20:8080"),
        (WEB, ["0.0.0.0"], "pi.local:8080"),
        (WEB, ["::"], "pi.local:8080"),
        (WEB, ["127.0.0.1", "fd00::7"], "[fd00::7]:8080"),
        (NAMED, ["0.0.0.0"], "table.example:8080"),
        (WEB, ["127.0.0.1"], None),
        (NAMED, ["127.0.0.1", "::1"], None),
    ],
)
def test_the_address_for_phones(web: Web, bound: list[str], address: str | None) -> None:
    assert for_phones(web, bound, "pi", 8080) == address


@pytest.mark.parametrize(
    ("web", "bound", "address"),
    [
        (WEB, "192.168.1.20", "192.168.1.20:8080"),
        (WEB, "0.0.0.0", "pi:8080"),
        (NAMED, "::", "table.example:8080"),
        (NAMED, "127.0.0.1", "127.0.0.1:8080"),
        (WEB, "::1", "[::1]:8080"),
    ],
)
def test_the_address_for_a_browser_on_this_machine(web: Web, bound: str, address: str) -> None:
    assert for_browsers(web, bound, "pi", 8080) == address


@pytest.mark.anyio
@pytest.mark.parametrize("reason", [ONLY_HERE, ONLY_HERE_BY_SYSTEMD, None])
async def test_where_there_is_none_the_screen_says_why(reason: str | None, tmp_path: Path) -> None:
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        if reason is not None:
            line.hub.phone_seats.set_address(None, reason)
        await Pilot(line, Mirror()).play(*START)
        await unplug(line, 1)
        await press(line, 0, "right")
        await waits(line)
        pause = line.watch.pause
        assert pause is not None
        said = " ".join(mark.text for mark in pause.screen(0).marks if isinstance(mark, TextMark))
        remedies = {ONLY_HERE: "web.host", ONLY_HERE_BY_SYSTEMD: "ListenStream in companion.socket"}
        assert remedies.get(reason or "", "web.enabled") in said
        assert line.phones is None


@pytest.mark.anyio
@pytest.mark.parametrize("systemd", [True, False])
async def test_the_remedy_is_where_the_port_comes_from(systemd: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket from systemd makes web.host irrelevant."""
    hub = Hub(2, ("Ada", "Ben"))
    web = Web(enabled=True, host="127.0.0.1", port=0, bench=False, allowed_hosts=())
    descriptors = [socket.create_server(("127.0.0.1", 0)).detach()] if systemd else []
    monkeypatch.setattr("companion.app.web.listen_fds", lambda _environ, _pid: descriptors)
    async with AsyncExitStack() as stack:
        await open_pages(web, hub, Requests(), {}, 1, stack)
        assert hub.phone_seats.address is None
        assert hub.phone_seats.unreachable == (ONLY_HERE_BY_SYSTEMD if systemd else ONLY_HERE)
