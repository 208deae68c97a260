"""What the page of the table and the terminal show of the seats that are phones."""

import json
from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from companion.commands.table_command import TerminalCodes, drawn
from companion.web.codes import JoinBoard, JoinCode, OwnPhone, Wifi
from companion.web.hub import Hub
from companion.web.messages import Public, encode

CODE = "ABCDEFGH2345"


def read(rows: Sequence[str]) -> str:
    """What a phone reads off a QR code of these rows."""
    edge, scale = 4, 6
    side = len(rows) + 2 * edge
    picture = Image.new("L", (side, side), 255)
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            picture.putpixel((x + edge, y + edge), 0 if module == "1" else 255)
    (found,) = zxingcpp.read_barcodes(picture.resize((side * scale, side * scale), Image.Resampling.NEAREST))
    return found.text


@pytest.mark.parametrize(
    "page",
    [
        "http://10.0.0.7:8080/seat",
        "https://companion.local:8080/seat",
        "http://[fe80::1]:8080/seat",
        "http://ein_name/seat",
    ],
)
def test_a_phone_reads_the_page_and_the_code_off_it(page: str) -> None:
    board = JoinBoard(lambda _shown: None)
    board.show([OwnPhone(0, "here"), OwnPhone(2, "free", CODE), OwnPhone(3, "away")])
    board.set_page(page)
    message: dict[str, Any] = json.loads(encode(board.shown))
    here, free, away = message["seats"]
    assert (message["type"], message["page"]) == ("join", page)
    assert here == {"seat": 0, "state": "here"}
    assert away == {"seat": 3, "state": "away"}
    assert free["code"] == "ABC DEF"
    assert read(free["qr"]).lower() == f"{page}#{CODE}".lower()
    assert read(free["qr"]).partition("#")[2] == CODE


def test_a_phone_reads_the_network_to_join_first_off_it() -> None:
    board = JoinBoard(lambda _shown: None)
    board.show([OwnPhone(0, "free", CODE)])
    for network, text in (
        (Wifi("Table; 1", 'pa"ss:w'), 'WIFI:T:WPA;S:Table\\; 1;P:pa\\"ss\\:w;;'),
        (Wifi("open", ""), "WIFI:S:open;;"),
    ):
        board.set_page("http://10.42.7.1:8080/seat", network)
        wifi = board.shown.wifi
        assert wifi is not None
        assert (wifi.name, wifi.password) == (network.name, network.password)
        assert read(wifi.qr) == text
    board.set_page("http://10.42.7.1:8080/seat")
    assert board.shown.wifi is None


@pytest.mark.anyio
async def test_nothing_is_sent_twice_and_nothing_at_a_table_without_phones() -> None:
    hub = Hub(1, ["Ada"])
    board, table = hub.join_board, hub.table()
    before = list(hub._current_messages())
    board.set_page("http://a/seat")
    board.show([])
    assert list(hub._current_messages()) == before
    await table.next()
    for _ in range(2):
        board.show([OwnPhone(0, "free", CODE)])
        board.set_page("http://a/seat")
    assert len(table) == len(before)
    board.show([])
    assert board.shown.seats == (), "the last seat has returned to its panel"
    assert len(table) == len(before) + 1


def test_a_seat_with_a_panel_is_told_apart() -> None:
    board = JoinBoard(lambda _shown: None)
    board.show([OwnPhone(0, "here", has_panel=True), OwnPhone(1, "away")])
    seats = json.loads(encode(board.shown))["seats"]
    assert seats == [{"seat": 0, "state": "here", "has_panel": True}, {"seat": 1, "state": "away"}]


def test_a_page_that_comes_later_gets_the_codes_that_are_good_now() -> None:
    hub = Hub(1, ["Ada"])
    hub.join_board.set_page("http://a/seat")
    for state, code in (("free", CODE), ("here", ""), ("free", CODE[::-1])):
        hub.join_board.show([OwnPhone(0, state, code)])
    told = [message for message in hub._current_messages() if '"join"' in message]
    assert told == [encode(hub.join_board.shown)]
    assert "ABC DEF" not in told[0]


def test_a_page_that_comes_later_hears_of_the_game_first_and_so_shows_no_code_that_it_does_not_need() -> None:
    hub = Hub(1, ["Ada"])
    hub.join_board.set_page("http://a/seat")
    hub.join_board.show([OwnPhone(0, "free", CODE)])
    hub.tell(Public({"game": "mastermind"}, 1))
    kinds = [json.loads(message)["type"] for message in hub._current_messages()]
    assert kinds.index("public") < kinds.index("join")


def test_the_terminal_shows_each_code_once_as_a_picture_and_in_letters() -> None:
    out: list[str] = []
    codes = TerminalCodes(out.append)
    first, second = JoinCode(0, "http://a/seat", CODE), JoinCode(1, "http://a/seat", CODE[::-1])
    codes.show((first, second))
    codes.show((second,))
    codes.show((first, second))
    assert out == [drawn(first), drawn(second), drawn(first)], "a seat that is free again is shown again"
    assert "Seat 1: scan, or open http://a/seat and write ABC DEF" in out[0]
    picture = StringIO()
    first.qr().terminal(picture, compact=True)
    assert out[0].startswith(picture.getvalue())
