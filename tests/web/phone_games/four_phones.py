"""Four phones play a whole game by taps, while their connections are lost at random; and what the engine says of that game.

A phone's player knows what the phone was sent, and nothing else: a bot of the game chooses from the seat's view and prompt. The
bot begins anew for each move, since a phone that was away has not seen everything.
"""

import json
import random
import subprocess
from typing import Any, Final

from msgspec import convert
from playwright.sync_api import expect

from companion.bots.bot import Bot
from companion.bots.catalog import BOTS
from companion.core.game import AnyGame
from companion.core.prompt import Move, Prompt, allows
from companion.journal.journal import Journal
from companion.journal.rows import SavedGame
from tests.process import PYTHON
from tests.web.phone_games.phone import Phone
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import TouchTable

WAYS: Final = ("network", "reload", "battery")
"""How a phone loses its connection."""


class FourPhones:
    """`luck` draws who loses the connection, when and how, and is the luck of the bots."""

    def __init__(
        self, phones: list[Phone], game: AnyGame, options: dict[str, Any], level: str, luck: random.Random
    ) -> None:
        self.phones = phones
        self._hands = [UnsteadyHands(phone) for phone in phones]
        self._game, self._luck = game, luck
        self._bot: Bot[Any, Any, Any] = next(bot for bot in BOTS[game.name] if bot.name == level)
        self._given = options

    def play(self, losing: float) -> None:
        """Play to the end. `losing`: with what chance a phone loses its connection before a move."""
        turn = 0
        while acting := self._acting():
            seat = self._luck.choice(acting)
            if self._luck.random() < losing:
                self._lose(WAYS[turn % len(WAYS)], self._luck.randrange(len(self.phones)), seat)
                turn += 1
                continue
            self._move(seat, offline_at=self._luck.randrange(3) if self._luck.random() < losing else None)

    @property
    def players(self) -> list[int]:
        """The places of the players, in the order of the seats of the game."""
        return list(self.phones[0].data["places"])

    def _acting(self) -> list[int]:
        """The seats that are to act, as all phones know it, once luck has decided what it had to."""
        newest = max(self.phones, key=lambda phone: int(phone.data["number"]))
        while newest.data["view"]["to_act"] == ["chance"]:
            newest.wait_past(newest.data["number"])
        all_at_newest(self.phones)
        return list(newest.data["view"]["to_act"])

    def _lose(self, way: str, place: int, acting: int) -> None:
        """A phone loses its connection. Where the game needs it, the others read that it is gone; else they play on meanwhile."""
        phone = self.phones[place]
        if way == "reload":
            phone.reload()
            self._hands[place].page = phone.page
            return
        kept = None
        if way == "network":
            phone.go_offline()
        else:
            kept = phone.lose_battery()
        if place != self.players[acting]:
            self._move(acting, away=phone)
        elif way == "battery":  # A network that is lost says nothing to the table, which notices some seconds later.
            for other in self.phones:
                if other is not phone:
                    expect(other.page.locator(".touch .lines")).to_contain_text(f"seat {place + 1}")
        if kept is None:
            phone.come_back()
        else:
            phone.start_again(kept)
            self._hands[place].page = phone.page
        for one in self.phones:
            one.wait_past(-1)

    def _move(self, seat: int, away: Phone | None = None, offline_at: int | None = None) -> None:
        """One move of a seat, by taps. `offline_at`: the connection is lost for a moment before that tap, counted from 0."""
        place = self.players[seat]
        phone, hands = self.phones[place], self._hands[place]
        page = phone.page
        expect(page.locator(".touch.acting")).to_be_visible()
        number = int(phone.data["number"])
        if phone.data["to"] == "round":
            hands.tap("choose 0")
            expect(page.locator(".touch .recap")).to_have_count(0)
        prompt: Any = convert(phone.data["prompt"], Prompt)
        move = self._choice(phone.data["view"], prompt)
        assert allows(prompt, move)
        hands.offline_at = offline_at
        hands.make(self._game.name, move, prompt)
        phone.wait_past(number, or_paused=away is not None, or_asked_back=True)
        if phone.data["to"] == "doubt":
            page.get_by_role("button", name="Yes, do it").tap()
            phone.wait_past(number, or_paused=away is not None)
        for other in self.phones:
            if other is not away:
                other.wait_past(number, or_paused=away is not None)

    def _choice(self, view: dict[str, Any], prompt: Prompt) -> Move:
        options = self._game.read_options(self._given, len(self.players))
        blank = self._game.view(self._game.setup(options, len(self.players)), None)
        seen = convert(view, type(blank))
        memory = self._bot.observe(options, self._bot.start(options), seen)
        return self._bot.choose(options, memory, seen, prompt, self._luck.randrange).move


class UnsteadyHands(TouchHands):
    """`offline_at`: before that tap of the next move, counted from 0, the connection is lost. The tap is tried without it,
    has no effect, and is made again."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone.page)
        self.offline_at: int | None = None
        self._phone = phone

    def tap(self, name: str) -> None:
        if self.offline_at == 0:
            self._phone.go_offline()
            if name == "bar go":
                super().tap(name)
            self._phone.come_back()
        if self.offline_at is not None:
            self.offline_at -= 1
        super().tap(name)


def all_at_newest(phones: list[Phone]) -> None:
    """Wait until all phones show what one of them shows. An answer to an older position is refused."""
    newest = max(int(phone.data["number"]) for phone in phones)
    for phone in phones:
        phone.wait_past(newest - 1)


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
