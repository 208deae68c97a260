"""Whole games by taps on two phones, in Firefox and in WebKit: joined by the code, one connection lost and found again."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import to_act
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.table.effects import Opened
from tests.mirror import NAMES, Mirror
from tests.web.browsers.relay import Relay
from tests.web.browsers.window import HEIGHT, WIDTH, Phone
from tests.web.touch.test_touch_games import GAMES, SEED, won
from tests.web.touch.touch_hands import Hands
from tests.web.touch.touch_tables import TouchTable, touch_table

pytestmark = pytest.mark.browser

Choose = Callable[[Mirror, Seat], Move]

IS_AT = "(number) => document.querySelector('.touch')?.dataset.number === String(number)"
IS_GONE = "(selector) => document.querySelector(selector) === null"
IS_LOST = "() => document.body.dataset.link === 'down' && !document.getElementById('banner').hidden"
LAST_ATTRIBUTE = "(selector, name) => [...document.querySelectorAll(selector)].at(-1)?.getAttribute(name) ?? null"
SCORES = "() => [...document.querySelectorAll('.touch .result [data-score]')].map((score) => Number(score.innerText))"
PAGE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
SEEN = ".touch[data-number]"


class PhoneHands(Hands):
    """A finger on such a phone."""

    def __init__(self, phone: Phone) -> None:
        super().__init__()
        self._phone = phone

    def tap_first(self, selector: str) -> None:
        """See `Hands`."""
        self._phone.tap(selector)

    def attribute_of_last(self, selector: str, name: str) -> str | None:
        """See `Hands`."""
        found = self._phone.run(LAST_ATTRIBUTE, selector, name)
        return None if found is None else str(found)

    def has(self, selector: str) -> bool:
        """See `Hands`."""
        return self._phone.has(selector)

    def until_gone(self, selector: str) -> None:
        """See `Hands`."""
        self._phone.wait(IS_GONE, selector)


class Play:
    """A game on two phones, the first of which is at the end of a relay."""

    def __init__(self, phones: list[Phone], relay: Relay, opened: Opened) -> None:
        self._phones = phones
        self._relay = relay
        self._hands = [PhoneHands(phone) for phone in phones]
        self._game = opened.game
        self.mirror = Mirror(pick=random.Random(SEED).randrange)
        self.mirror._carry_out(self.mirror.table.resume(opened, []))

    @property
    def acting(self) -> Seat | None:
        """Who is to move; None at the end."""
        acting = to_act(self.mirror.table.game, self.mirror.table.state.game_state)
        if not acting:
            return None
        assert isinstance(acting[0], int)
        return acting[0]

    def move(self, seat: Seat, choose: Choose) -> None:
        """Make a move, and see that the phone which made it shows it."""
        prompt = self.mirror.table.prompt(seat)
        assert prompt is not None
        move = choose(self.mirror, seat)
        self._hands[seat].make(self._game, move, prompt)
        self.mirror.answer(seat, move)
        self.is_at(self._phones[seat])

    def is_at(self, phone: Phone) -> None:
        """Wait until a phone shows as many moves as were made."""
        phone.wait(IS_AT, self.mirror.number + 1, what=lambda: f"move {self.mirror.number + 1} is due;")

    def to_the_end(self, choose: Choose) -> None:
        """All moves. While the second player makes their second one, the first has no connection; then its page loads anew."""
        first = self._phones[0]
        others = 0
        while (seat := self.acting) is not None:
            others += seat == 1
            is_cut = seat == 1 and others == 2
            if is_cut:
                self._relay.cut()
                first.wait(IS_LOST)
                first.reads("#banner", "Not connected to the table")
            self.move(seat, choose)
            if is_cut:
                self._relay.mend()
            for phone in self._phones:
                self.is_at(phone)
            if is_cut:
                assert first.faults == []
                first.open(f"{self._relay.address}/seat")
                self.is_at(first)
        assert others >= 2, "this game had no moment to lose the connection at"


def joined(phone: Phone, table: TouchTable, address: str, seat: Seat) -> None:
    """Take a seat by its code."""
    phone.open(f"{address}/seat#{table.code(seat)}")
    phone.wait("(selector) => document.querySelector(selector) !== null", SEEN)
    assert phone.run("() => location.hash") == ""


@pytest.mark.parametrize(("name", "options", "choose"), GAMES, ids=[game[0] for game in GAMES])
def test_a_whole_game_by_taps_in_another_browser(
    phones: list[Phone], tmp_path: Path, name: str, options: dict[str, Any], choose: Choose
) -> None:
    game = next(game for game in CATALOG if game.name == name)
    opened = Opened(name, game.rules, options, NAMES)
    with touch_table(tmp_path, opened, seed=SEED) as table, Relay(table.address).running() as relay:
        for seat, (phone, address) in enumerate(zip(phones, (relay.address, table.address), strict=True)):
            joined(phone, table, address, seat)
        play = Play(phones, relay, opened)
        play.to_the_end(choose)
        for seat, phone in enumerate(phones):
            phone.reads(".touch .result h2", won(play.mirror, seat))
            phone.reads(".touch .turn", "Game over")
            assert tuple(phone.run(SCORES)) == play.mirror.result.scores
            assert phone.run(PAGE) == [WIDTH, HEIGHT], "what is longer scrolls inside"
            assert phone.faults == []
