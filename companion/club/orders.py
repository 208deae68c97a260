"""The order of a club: which game this table plays next. It is the layer "order" in front of every seat in the lobby.

    ● start the game      ◀ later: this seat goes back to the lobby      ▶ more of the text

    an order comes → no game was begun by it before? → can this table play it? → shown in the lobby → started → finished, or left
                                                                        ↘ refused

The club is told each of these steps. The broker keeps the order, so after a restart it comes again: the journal knows whether a
game was begun by it.

An order may have a deadline: the end of the round. What is left of it stands in whole minutes behind the order, and while its
game is played on the pages for all and, where no think time passes, in the titles of the screens.

Invariants. A game in progress is never ended for an order. An order begins one game; another order replaces one that was not
started.
"""

import math
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from companion.club.wire import Order, OrderReport, trusted_time
from companion.core.errors import RuleError
from companion.core.fonts.faces import can_draw
from companion.core.game import Result
from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place, all_places
from companion.journal.rows import OrderedGame
from companion.table.effects import Abandoned, JournalEntry, Opened
from companion.table.lobby import name_move
from companion.table.state import At, TableSetup
from companion.ui.screens import TimeLeft, key_boxes, sentence_pages

LONGEST_TEXT: Final = 120
LONGEST_ID: Final = 64
_MINUTE: Final = 60
_LONGEST_LEFT: Final = 86_400.0
"""Seconds. A deadline that is further away is a mistake of the club."""


class Orders:
    """What the club wants of a table. `report` tells the club what becomes of it. `now`: seconds since 1970."""

    name = "order"

    def __init__(self, report: Callable[[OrderReport], None], now: Callable[[], float] = time.time) -> None:
        self._report = report
        self._now = now
        self._order: Order | None = None
        """The present one, which was not refused."""
        self._said = ""
        self._opened: Opened | None = None
        """The game that it begins; None once it has begun one."""
        self._is_shown = False
        self._in_lobby = False
        self._playing: Opened | None = None
        """The game in progress, where an order began it."""
        self._pages: dict[Place, int] = {}
        self._aside: set[Place] = set()

    # The layer

    def active(self, at: At) -> bool:
        """Whether the order is in front of a place: in the lobby, until it is put aside there."""
        return self._opened is not None and at.position.in_lobby and at.place not in self._aside

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The text, and which page of it is shown."""
        return (self._text, self._pages.get(at.place, 0))

    def screen(self, at: At) -> Screen:
        """What is to be played, and what the keys do."""
        pages = sentence_pages(self._text)
        page = self._pages.get(at.place, 0) % len(pages)
        return Screen((*pages[page], *key_boxes("Later", "Start", "More" if len(pages) > 1 else "")))

    def words(self, at: At) -> str:
        """All of the text."""
        return self._text

    @property
    def _text(self) -> str:
        """What is to be played, and what is left of the round."""
        left = self._minutes
        return self._said if left is None else f"{self._said} {minutes_text(left).capitalize()}."

    # Called by the one consumer of the queue

    @property
    def sentence(self) -> str | None:
        """What stands on the page of the table: what is to be played, or what is left of the round that is played."""
        if self._opened is None:
            left, order = self._minutes, self._order
            if left is None or order is None:
                return None
            return f"{_drawable(order.round) or 'This round'}: {minutes_text(left)}."
        return f"Next here: {self._text}{' Any seat starts it with ●.' if self._in_lobby else ''}"

    @property
    def present(self) -> tuple[str | None, str | None]:
        """The id of the order that is shown or played, and its round."""
        playing = self._playing.order if self._playing is not None else None
        order = self._order
        if playing:
            return playing, order.round or None if order is not None and order.order == playing else None
        return (None, None) if order is None or self._opened is None else (order.order, order.round or None)

    @property
    def _left(self) -> float | None:
        """How many seconds of the round are left, below 0 after its end. None: the order has no deadline, or one that is further
        away than a round can last; it is neither shown nor played; or this machine's clock cannot be trusted."""
        order, now = self._order, trusted_time(self._now())
        if order is None or order.deadline is None or now is None or self.present[0] != order.order:
            return None
        left = order.deadline - now
        return left if left <= _LONGEST_LEFT else None

    @property
    def _minutes(self) -> int | None:
        left = self._left
        return None if left is None else max(math.ceil(left / _MINUTE), 0)

    @property
    def time_left(self) -> TimeLeft | None:
        """What is left of the round, for the titles of the screens."""
        minutes = self._minutes
        return None if minutes is None else TimeLeft(f"{minutes}m", urgent=minutes <= 1)

    @property
    def until_next(self) -> float | None:
        """Seconds until another minute is shown; None: the same is shown from now on."""
        left, minutes = self._left, self._minutes
        return None if left is None or not minutes else left - (minutes - 1) * _MINUTE

    def withdraw(self) -> None:
        """There is no order any more. A game that it began goes on."""
        self._order = self._opened = None

    def take(self, order: Order, known: OrderedGame | None, setup: TableSetup) -> None:
        """An order has come. `known`: the game that was begun by it already."""
        if known is not None:
            self._order, self._opened = order, None
            self._report(OrderReport(order.order, known.became, known.id or None))
            return
        before = self._order
        if (
            before is not None
            and self._opened is not None
            and structs.replace(before, deadline=order.deadline) == order
        ):
            self._order = order  # the broker has sent it again, or the round's clock was started
            return
        try:
            self._opened = _game_of(order, setup)
        except RuleError as refusal:
            self._order = self._opened = None
            self._report(OrderReport(order.order, "refused", why=str(refusal)))
            return
        self._order, self._is_shown = order, False
        title = setup.games[order.game].title
        self._said = _drawable(f"{', '.join(part for part in (order.text, title, order.round) if part)}.")
        self._pages.clear()
        self._aside.clear()

    def settled(self, in_lobby: bool) -> None:
        """After each input: whether the lobby is open, where the order is seen."""
        self._in_lobby = in_lobby
        if in_lobby and self._opened is not None and not self._is_shown:
            assert self._order is not None, "it begins the game"
            self._is_shown = True
            self._report(OrderReport(self._order.order, "shown"))

    def take_gesture(self, place: Place, gesture: Gesture) -> Opened | None:
        """A key of a place that sees the order; the game, where that starts it."""
        match gesture:
            case "middle":
                return self._opened
            case "left" | "back":
                self._aside.add(place)
            case "right":
                self._pages[place] = (self._pages.get(place, 0) + 1) % len(sentence_pages(self._said))
            case _:
                pass
        return None

    def kept(self, entry: JournalEntry, result: Result | None) -> None:
        """The journal has an entry: the game of an order began or ended."""
        playing = self._playing
        match entry:
            case Opened():
                if playing is not None:
                    self._report(OrderReport(playing.order, "left", playing.id or None))
                self._playing = entry if entry.order else None
                self._aside.clear()
                if entry.order:
                    self._opened = None
                    self._report(OrderReport(entry.order, "started", entry.id or None))
            case Abandoned() if playing is not None:
                self._playing = None
                self._report(OrderReport(playing.order, "left", playing.id or None))
            case _ if playing is not None and result is not None:
                self._playing = None
                self._report(OrderReport(playing.order, "finished", playing.id or None))
            case _:
                pass

    def resumed(self, opened: Opened, *, over: bool) -> None:
        """The game that goes on after a restart. `over`: it is finished already."""
        self._playing = opened if opened.order and not over else None


def _game_of(order: Order, setup: TableSetup) -> Opened:
    """The game that an order begins. Raises RuleError with a sentence where this table cannot play it."""
    if not 0 < len(order.order) <= LONGEST_ID or not order.order.isprintable():
        raise RuleError(f"The id of an order is a text of 1 to {LONGEST_ID} letters.")
    game = setup.games.get(order.game)
    if game is None or game is setup.lobby:
        raise RuleError(f"This table has no game {order.game[:40]!r}.")
    count, (low, high) = len(order.players), game.seats
    if not low <= count <= high:
        raise RuleError(f"{game.title} is for {low} to {high} players, not {count}.")
    if count > len(setup.places):
        raise RuleError(f"This table has {len(setup.places)} seats, and the order names {count} players.")
    names = tuple(name_move(name)["name"] for name in order.players)
    if len({name.casefold() for name in names}) < count:
        raise RuleError("Two players of the order have one name.")
    game.read_options(order.options, count)
    places = all_places(count)
    return Opened(game.name, game.rules, order.options, names, places, clock=setup.clock, order=order.order)


def minutes_text(minutes: int) -> str:
    """What is left of a round."""
    return f"{minutes} minute{'s' if minutes > 1 else ''} left" if minutes else "time is over"


def _drawable(text: str) -> str:
    """A text of the club as the screens can draw it."""
    shown = "".join(letter if can_draw(letter) else "?" for letter in " ".join(text.split()))
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1].rstrip()}…"
