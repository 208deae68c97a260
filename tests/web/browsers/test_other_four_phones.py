"""Four phones in Firefox and in WebKit read their seats' codes off pictures of the page of the table, and play a whole game of
Da Vinci Code by taps while they lose their connections at random. The scores on all of them are those of the engine."""

import io
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
import zxingcpp
from PIL import Image

from companion.core.game import to_act
from companion.core.seat import Seat
from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.mirror import Mirror
from tests.web.browsers.conftest import BROWSERS
from tests.web.browsers.relay import Relay
from tests.web.browsers.test_other_whole_games import IS_AT, IS_LOST, SCORES, SEEN, PhoneHands
from tests.web.browsers.window import Phone
from tests.web.phone_games.four_phones import engine_result, kept_game
from tests.web.phone_games.test_four_phones import verdict
from tests.web.touch.test_touch_games import SEED, davinci_of_all_kinds
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SEATS: Final = 4
LOSING: Final = 0.15
"""With what chance a phone loses its connection before a move."""
LUCK: Final = 11
"""A seed with which phones are away both when they are to act and when they are not."""
IS_UP: Final = "() => document.body.dataset.link === 'up'"
CODES: Final = "(count) => document.querySelectorAll('svg.qr').length === count"
IN_SIGHT: Final = "(at) => document.querySelectorAll('svg.qr')[at].scrollIntoView({ block: 'center' })"
DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"


@pytest.fixture(params=BROWSERS)
def four(request: pytest.FixtureRequest) -> Iterator[list[Phone]]:
    """A phone in each of four windows. Their pages are closed before the table is."""
    with BROWSERS[request.param](SEATS) as windows:
        yield [Phone(window) for window in windows]


def scanned(phone: Phone, address: str) -> list[str]:
    """What a camera reads off the page of the table, as it is drawn by this browser: the addresses in the codes of the seats."""
    phone.open(f"{address}/table")
    phone.wait(CODES, SEATS)
    found: list[str] = []
    for at in range(SEATS):
        phone.run(IN_SIGHT, at)
        phone.run(DRAWN)
        found += (one.text for one in zxingcpp.read_barcodes(Image.open(io.BytesIO(phone.window.picture()))))
    return list(dict.fromkeys(found))


class FourPhones:
    """A game on four phones, each at the end of a relay of its own. `lost`: how often a phone lost its connection, and when; how
    often its page was loaded again afterwards."""

    def __init__(self, phones: list[Phone], relays: list[Relay], opened: Opened) -> None:
        self._phones, self._relays, self._game = phones, relays, opened.game
        self._hands = [PhoneHands(phone) for phone in phones]
        self._luck = random.Random(LUCK)
        self._mirror = Mirror(opened.names, pick=random.Random(SEED).randrange)
        self._mirror._carry_out(self._mirror.table.resume(opened, []))
        self.lost = {"acting": 0, "waiting": 0, "reload": 0}

    def play(self) -> None:
        """All moves. Whoever is to act gets the connection back before the move, others after it."""
        while acting := to_act(self._mirror.table.game, self._mirror.table.state.game_state):
            seat = acting[0]
            assert isinstance(seat, int)
            away = self._luck.randrange(SEATS) if self._luck.random() < LOSING else None
            if away is not None:
                self._cut(away)
            if away == seat:
                self.lost["acting"] += 1
                self._relays[seat].mend()
                self._phones[seat].wait(IS_UP)
            self._move(seat)
            if away is not None and away != seat:
                self._come_back(away)
            for phone in self._phones:
                self._is_at_newest(phone)

    def _cut(self, seat: Seat) -> None:
        phone = self._phones[seat]
        self._relays[seat].cut()
        phone.wait(IS_LOST)
        phone.reads("#banner", "Not connected to the table")
        assert phone.faults == []

    def _come_back(self, seat: Seat) -> None:
        self.lost["waiting"] += 1
        self._relays[seat].mend()
        if self._luck.random() < 0.5:
            self.lost["reload"] += 1
            self._phones[seat].open(f"{self._relays[seat].address}/seat")

    def _move(self, seat: Seat) -> None:
        prompt = self._mirror.table.prompt(seat)
        assert prompt is not None
        move = davinci_of_all_kinds(self._mirror, seat)
        self._hands[seat].make(self._game, move, prompt)
        self._mirror.answer(seat, move)
        self._is_at_newest(self._phones[seat])

    def _is_at_newest(self, phone: Phone) -> None:
        number = self._mirror.number + 1
        phone.wait(IS_AT, number, what=lambda: f"move {number} is due;")


def test_four_phones_that_lose_their_connections_play_a_whole_game(four: list[Phone], tmp_path: Path) -> None:
    opened = Opened("davinci", find_game("davinci").rules, {}, NAMES[:SEATS])
    with touch_table(tmp_path, opened, seats=SEATS, seed=SEED) as table, ExitStack() as stack:
        relays = [stack.enter_context(Relay(table.address).running()) for _ in four]
        codes = [address.partition("#")[2] for address in scanned(four[0], table.address)]
        assert sorted(codes) == sorted(table.code(seat) for seat in range(SEATS))
        codes.sort(key=[table.code(seat) for seat in range(SEATS)].index)
        for phone, relay, code in zip(four, relays, codes, strict=True):
            # The address in a code is the table's own; each phone reaches it through its relay.
            phone.open(f"{relay.address}/seat#{code}")
            phone.wait("(selector) => document.querySelector(selector) !== null", SEEN)
        game = FourPhones(four, relays, opened)
        game.play()
        assert all(game.lost.values()), f"each way to lose a connection happened: {game.lost}"
        shown = [(phone.says(".touch .result h2"), phone.run(SCORES), phone.faults) for phone in four]
        for phone in four:
            phone.open("about:blank")
    scores, winners = engine_result(kept_game(table))
    assert winners is not None
    for seat, (told, points, faults) in enumerate(shown):
        assert points == scores
        assert told == verdict(winners, seat, opened.names)
        assert faults == []
