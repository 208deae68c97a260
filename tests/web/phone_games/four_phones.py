"""Four phones in any browser: from the picture of the table's page to the start of a game, and through a game in which they lose
their connections at random.

A mirror beside the table says what every move is. The phones are tapped, and show each position that the mirror reaches. At the
end they show what the engine says of the game.
"""

import io
import json
import random
import subprocess
from typing import Any, Final

import zxingcpp
from PIL import Image

from companion.core.seat import Place
from companion.journal.journal import Journal
from companion.journal.rows import SavedGame
from companion.table.effects import Opened
from tests.process import PYTHON
from tests.web.browsers.relay import Relay
from tests.web.browsers.window import Phone
from tests.web.phone_games.short_games import Choose, mirror_of
from tests.web.touch.touch_hands import Hands
from tests.web.touch.touch_tables import TouchTable

IS_AT: Final = "(number) => document.querySelector('.touch')?.dataset.number === String(number)"
NUMBER: Final = "() => Number(document.querySelector('.touch').dataset.number)"
IS_PAST: Final = "(number) => Number(document.querySelector('.touch').dataset.number) > number"
IS_GONE: Final = "(selector) => document.querySelector(selector) === null"
IS_LOST: Final = "() => document.body.dataset.link === 'down' && !document.getElementById('banner').hidden"
IS_UP: Final = "() => document.body.dataset.link === 'up'"
LAST_ATTRIBUTE: Final = (
    "(selector, name) => [...document.querySelectorAll(selector)].at(-1)?.getAttribute(name) ?? null"
)
CODES: Final = "(count) => document.querySelectorAll('svg.qr').length === count"
IN_SIGHT: Final = "(at) => document.querySelectorAll('svg.qr')[at].scrollIntoView({ block: 'center' })"
DRAWN: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
JOINED: Final = "(count) => document.querySelectorAll('.touch .players .joined').length === count"
PROPOSED: Final = "(title) => document.querySelector('.touch .chosen h2').innerText === title"
CHOSEN: Final = """(setting, value) => [...document.querySelectorAll(".touch .setting")]
  .some((one) => one.innerText.startsWith(setting) && one.innerText.includes(value))"""


class PhoneHands(Hands):
    """A finger on a phone at the end of a relay. `lost_at`: before that tap of the next move, counted from 0, the connection is
    lost for a moment; the tap that would make the move is tried without it, has no effect, and is made again."""

    def __init__(self, phone: Phone, relay: Relay) -> None:
        super().__init__()
        self.lost_at: int | None = None
        self._phone, self._relay = phone, relay

    def tap(self, name: str) -> None:
        if self.lost_at == 0:
            self.lose()
            if name == "bar go":
                super().tap(name)
                self._phone.reads(".touch .notice", "Your last tap did not reach the table.")
            self.find()
        if self.lost_at is not None:
            self.lost_at -= 1
        super().tap(name)

    def lose(self) -> None:
        """The connection is lost: the page says so."""
        self._relay.cut()
        self._phone.wait(IS_LOST)
        self._phone.reads("#banner", "Not connected to the table")
        assert self._phone.faults == []

    def find(self) -> None:
        """The connection is there again."""
        self._relay.mend()
        self._phone.wait(IS_UP)

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


def scanned(phone: Phone, address: str, count: int) -> list[str]:
    """What a camera reads off the page of the table, as this browser draws it: the addresses in the codes of so many seats."""
    phone.open(f"{address}/table")
    phone.wait(CODES, count)
    found: list[str] = []
    for at in range(count):
        phone.run(IN_SIGHT, at)
        phone.run(DRAWN)
        found += (one.text for one in zxingcpp.read_barcodes(Image.open(io.BytesIO(phone.window.picture()))))
    return list(dict.fromkeys(found))


def sit_down(phone: Phone, relay: Relay, code: str, name: str) -> None:
    """Take a seat by its code, through the relay, and write the name of its player."""
    phone.open(f"{relay.address}/seat#{code}")
    phone.reads("#said", "Who plays?")
    assert phone.run("() => location.hash") == ""
    phone.write(name)
    phone.tap("#ask button")
    phone.reads(".touch .name", name)


def gather(phones: list[Phone], count: int) -> None:
    """Wait until all phones show that so many play. An answer to what stood there before is refused."""
    for phone in phones:
        phone.wait(JOINED, count)


def start(phone: Phone, title: str, chosen: tuple[tuple[str, ...], ...]) -> None:
    """Choose the game by its card, its options by the lines of the menu that lead to them, and begin it."""
    if not phone.run(PROPOSED, title):
        number = phone.run(NUMBER)
        phone.tap(".touch button.card", title)
        phone.wait(IS_PAST, number)
    for setting, *lines in chosen:
        if phone.run(CHOSEN, setting, lines[0]):
            continue
        number = phone.run(NUMBER)
        phone.tap(".touch .setting", setting)
        for line in lines:
            phone.tap(".touch .option.open .choices button", line)
        # The next tap is an answer to what stands there then.
        phone.wait(IS_PAST, number)
    phone.tap('button[data-id="start"]')
    phone.tap("button", "Yes, do it")


class FourPhones:
    """A game on phones at all places, each at the end of a relay of its own. `lost`: how often a phone lost its connection, and
    when; how often its page was loaded again afterwards."""

    def __init__(
        self,
        phones: list[Phone],
        relays: list[Relay],
        opened: Opened,
        names: tuple[str, ...],
        seed: int,
    ) -> None:
        self._phones, self._relays, self._opened = phones, relays, opened
        self._hands = [PhoneHands(*one) for one in zip(phones, relays, strict=True)]
        self._mirror = mirror_of(opened, seed, names)
        self.lost = {"before a move": 0, "in a move": 0, "waiting": 0, "reload": 0}

    def play(self, choose: Choose, losing: float, luck: random.Random) -> None:
        """All moves. `losing`: with what chance a phone loses its connection at a move. Whoever is to act gets it back before the
        move or in it, others after it."""
        self._all_at_newest()
        while acting := self._mirror.table.game.to_act(self._mirror.table.state.game_state):
            assert isinstance(acting[0], int)
            place = self._opened.places[acting[0]]
            away = luck.randrange(len(self._phones)) if luck.random() < losing else place
            if away != place:
                self._hands[away].lose()
            elif luck.random() < losing:
                self.lost["before a move"] += 1
                self._hands[place].lose()
                self._hands[place].find()
            elif luck.random() < losing:
                self._hands[place].lost_at = luck.randrange(3)
            self._move(acting[0], place, choose)
            if away != place:
                self._come_back(away, loaded=luck.random() < 0.5)
            self._all_at_newest()

    def _come_back(self, place: Place, *, loaded: bool) -> None:
        self.lost["waiting"] += 1
        self._relays[place].mend()
        if loaded:
            self.lost["reload"] += 1
            self._phones[place].open(f"{self._relays[place].address}/seat")

    def _move(self, seat: int, place: Place, choose: Choose) -> None:
        prompt = self._mirror.table.prompt(place)
        assert prompt is not None
        move: dict[str, Any] = choose(self._mirror, place)
        hands = self._hands[place]
        hands.make(self._opened.game, move, prompt)
        self.lost["in a move"] += hands.lost_at is not None and hands.lost_at < 0
        hands.lost_at = None
        self._mirror.answer(seat, move)
        self._is_at_newest(self._phones[place])

    def _all_at_newest(self) -> None:
        for phone in self._phones:
            self._is_at_newest(phone)

    def _is_at_newest(self, phone: Phone) -> None:
        number = self._mirror.number + 1
        phone.wait(IS_AT, number, what=lambda: f"move {number} is due;")


def kept_game(table: TouchTable) -> SavedGame:
    """The game that the journal holds, once the table has ended."""
    journal = Journal.open(table.journal, str)
    try:
        game = journal.newest_game()
    finally:
        journal.close()
    assert game is not None
    return game


def engine_result(saved: SavedGame) -> tuple[list[int], list[int] | None]:
    """What `companion engine`, a program of its own, says of the moves of a game: the scores, and who won."""
    opened = saved.opened
    requests: list[dict[str, Any]] = [
        {"do": "new", "game": opened.game, "seats": len(opened.names), "options": opened.options},
        *({"do": "move", "seat": actor, "move": move} for actor, move in saved.steps),
        {"do": "result"},
        {"do": "quit"},
    ]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    run = subprocess.run((*PYTHON, "engine"), input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(answer["ok"] for answer in answers), answers
    return answers[-2]["scores"], answers[-2]["winners"]


def verdict(winners: list[int], seat: int | None, names: tuple[str, ...]) -> str:
    """What a phone shows above the scores."""
    if seat in winners:
        return "You win" if len(winners) == 1 else "A draw"
    if not winners:
        return "Nobody wins"
    *others, last = [names[winner] for winner in winners]
    return f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"
