"""The order of a club: which game this table plays next. It is the layer "order" in front of every seat in the lobby.

    ● start the game      ◀ later: this seat goes back to the lobby      ▶ more of the text

    an order comes → no game was begun by it before? → can this table play it? → shown in the lobby → started → finished, or left
                                                                        ↘ refused

The club is told each of these steps. The broker keeps the order, so after a restart it comes again: the journal knows whether a
game was begun by it.

Invariants. A game in progress is never ended for an order. An order begins one game; another order replaces one that was not
started.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.club.wire import Order, OrderReport
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
from companion.ui.screens import key_boxes, sentence_pages

LONGEST_TEXT: Final = 120
LONGEST_ID: Final = 64


class Orders:
    """What the club wants of a table. `report` tells the club what becomes of it."""

    name = "order"

    def __init__(self, report: Callable[[OrderReport], None]) -> None:
        self._report = report
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
        return (self._said, self._pages.get(at.place, 0))

    def screen(self, at: At) -> Screen:
        """What is to be played, and what the keys do."""
        pages = sentence_pages(self._said)
        page = self._pages.get(at.place, 0) % len(pages)
        return Screen((*pages[page], *key_boxes("Later", "Start", "More" if len(pages) > 1 else "")))

    def words(self, at: At) -> str:
        """All of the text."""
        return self._said

    # Called by the one consumer of the queue

    @property
    def sentence(self) -> str | None:
        """What stands on the page of the table: what is to be played."""
        if self._opened is None:
            return None
        return f"Next here: {self._said}{' Any seat starts it with ●.' if self._in_lobby else ''}"

    @property
    def present(self) -> tuple[str | None, str | None]:
        """The id of the order that is shown or played, and its round."""
        playing = self._playing.order if self._playing is not None else None
        order = self._order
        if playing:
            return playing, order.round or None if order is not None and order.order == playing else None
        return (None, None) if order is None or self._opened is None else (order.order, order.round or None)

    def withdraw(self) -> None:
        """There is no order any more. A game that it began goes on."""
        self._order = self._opened = None

    def take(self, order: Order, known: OrderedGame | None, setup: TableSetup) -> None:
        """An order has come. `known`: the game that was begun by it already."""
        if known is not None:
            self._order, self._opened = order, None
            self._report(OrderReport(order.order, known.became, known.id or None))
            return
        if order == self._order and self._opened is not None:
            return  # the broker has sent it again
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


def _drawable(text: str) -> str:
    """A text of the club as the screens can draw it."""
    shown = "".join(letter if can_draw(letter) else "?" for letter in " ".join(text.split()))
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1].rstrip()}…"
