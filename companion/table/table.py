"""The table: one game after another at one table, sans I/O. Inputs in, ordered effects out.

Laws: an Append stands before every Show of what it made true; inputs are taken strictly in order; what a seat is shown comes
from its own view alone. `standing` is one frozen value, so a caller whose journal failed puts the old one back and nothing
has happened.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, structs, to_builtins

from companion.core.errors import JournalError, RuleError
from companion.core.game import AnyGame, Step, ask, replay, submit, to_act
from companion.core.keys import Gesture
from companion.core.prompt import Choose, Move, Option, Prompt, check
from companion.core.screen import Screen
from companion.core.seat import CHANCE, PUBLIC, Actor, Seat
from companion.table import lobby
from companion.table.effects import Append, AskChance, Effect, Entry, Moved, Opened, Publish, Show
from companion.table.inputs import Answered, Gestured, Input
from companion.ui.compose import PAGE_LINES, Secrecy, compose, pages
from companion.ui.desk import Desk, asked, touch

LOBBY = "lobby"


class Standing(Struct, frozen=True):
    """All that a table is at one moment."""

    opened: Opened
    options: Any
    state: Any
    number: int
    """Moves made in this game."""
    desks: tuple[Desk, ...]


class Table:
    """One table. `catalog`: the games that can be played at it."""

    def __init__(self, catalog: Sequence[AnyGame], names: tuple[str, ...], secrecy: Secrecy = "open") -> None:
        self._lobby = lobby.make(tuple(catalog))
        self._games = {game.name: game for game in (*catalog, self._lobby)}
        self._secrecy = secrecy
        self._names = names
        self.standing = self._open(Opened(LOBBY, self._lobby.rules, {}, names))

    # What happens

    def begin(self) -> list[Effect]:
        """The effects of a table that has no journal yet: its lobby is opened."""
        self.standing = self._open(Opened(LOBBY, self._lobby.rules, {}, self._names))
        return [Append(self.standing.opened), *self.everything()]

    def resume(self, opened: Opened, steps: Iterable[Step]) -> list[Effect]:
        """Take up the game that the journal holds. Raises JournalError naming what does not replay."""
        game = self._games.get(opened.game)
        if game is None:
            raise JournalError(f"The journal holds a game {opened.game!r} that this version does not have.")
        if game.rules != opened.rules:
            raise JournalError(
                f"The journal holds {game.title} by rules {opened.rules}, and this version plays it by rules {game.rules}."
            )
        if len(opened.names) != len(self._names):
            raise JournalError(
                f"The journal holds a game of {len(opened.names)} seats, and the table has {len(self._names)}."
            )
        played = list(steps)
        try:
            options = game.read_options(opened.options, len(opened.names))
            state = replay(game, options, len(opened.names), played)
        except RuleError as error:
            raise JournalError(f"The journal's game of {game.title} is damaged: {error}") from error
        self.standing = Standing(opened, options, state, len(played), (Desk(),) * len(opened.names))
        self._ask_desks()
        return [*self._go_on(), *self.everything()]

    def handle(self, given: Input) -> list[Effect]:
        """The effects of one input, in the order in which they must be carried out."""
        match given:
            case Gestured(seat, gesture):
                return self._gestured(seat, gesture)
            case Answered(actor, number, move):
                if number != self.standing.number + 1:
                    raise RuleError(f"That answers move {number}, and the table is at move {self.standing.number + 1}.")
                return self._move(actor, move, urgent=None)

    def everything(self) -> list[Effect]:
        """Every screen, the public view, and chance if it is to act: for a start, and for whoever joins."""
        return [*self._shows(None), self._publish(), *self._chance()]

    def remark(self, text: str) -> list[Show]:
        """Let every screen say a sentence until its next key."""
        desks = tuple(structs.replace(desk, notice=text) for desk in self.standing.desks)
        self.standing = structs.replace(self.standing, desks=desks)
        return [Show(seat, self.screen(seat), urgent=False) for seat in range(len(desks))]

    # What stands

    @property
    def game(self) -> AnyGame:
        """The game that is open, the lobby included."""
        return self._games[self.standing.opened.game]

    def prompt(self, seat: Seat) -> Prompt | None:
        """What a seat is asked: by the game, or what next once it is over."""
        standing = self.standing
        if not to_act(self.game, standing.state):
            return self._after(seat)
        return ask(self.game, standing.options, standing.state, seat)

    def screen(self, seat: Seat) -> Screen:
        """What stands on a seat's screen."""
        standing = self.standing
        view = self.game.view(standing.state, seat)

        def face(lines: int) -> Any:
            return self.game.face(standing.options, view, standing.opened.names, lines)

        return compose(standing.desks[seat], face, self._secrecy)

    # How

    def _open(self, opened: Opened) -> Standing:
        game = self._games[opened.game]
        options = game.read_options(opened.options, len(opened.names))
        state = game.setup(options, len(opened.names))
        desks = tuple(asked(Desk(), ask(game, options, state, seat)) for seat in range(len(opened.names)))
        return Standing(opened, options, state, 0, desks)

    def _gestured(self, seat: Seat, gesture: Gesture) -> list[Effect]:
        standing = self.standing
        desk = standing.desks[seat]
        view = self.game.view(standing.state, seat)
        face = self.game.face(standing.options, view, standing.opened.names, PAGE_LINES)
        count = len(pages(face, desk.draft.prompt if desk.draft else None))
        after, move = touch(desk, gesture, count)
        if after == desk and move is None:
            return []
        self._set_desk(seat, after)
        if move is None:
            return [Show(seat, self.screen(seat), urgent=True)]
        try:
            return self._move(seat, move, urgent=seat)
        except RuleError as refusal:
            self._set_desk(seat, structs.replace(self.standing.desks[seat], notice=str(refusal)))
            return [Show(seat, self.screen(seat), urgent=True)]

    def _move(self, actor: Actor, move: Move, urgent: Seat | None) -> list[Effect]:
        standing = self.standing
        if not to_act(self.game, standing.state):
            return self._next(actor, move)
        state = submit(self.game, standing.options, standing.state, actor, move)
        if isinstance(state, lobby.Lobby) and state.started:
            # The lobby cannot know whether the game takes these options with this many seats: ask before it is over.
            self._games[state.chosen].read_options(lobby.options_of(state), len(standing.opened.names))
        number = standing.number + 1
        self.standing = structs.replace(standing, state=state, number=number)
        self._ask_desks()
        appended = Append(Moved(number, actor, move))
        onward = self._go_on()
        if onward:
            return [appended, *onward, *self._shows(urgent), self._publish(), *self._chance()]
        return [appended, *self._shows(urgent), self._publish(), *self._chance()]

    def _go_on(self) -> list[Effect]:
        """Out of a lobby that is over comes the game that was chosen in it."""
        standing = self.standing
        if standing.opened.game != LOBBY or not standing.state.started:
            return []
        chosen = self._games[standing.state.chosen]
        return self._enter(Opened(chosen.name, chosen.rules, lobby.options_of(standing.state), standing.opened.names))

    def _after(self, seat: Seat) -> Prompt:
        """What any seat is asked once a game is over."""
        view = self.game.view(self.standing.state, seat)
        status = self.game.face(self.standing.options, view, self.standing.opened.names, PAGE_LINES).status
        return Choose(
            status,
            "The game is over. again: the same game with the same options. lobby: choose another.",
            (
                Option({"move": "again"}, "again", "The same once more"),
                Option({"move": "lobby"}, "lobby", "Choose another game"),
            ),
        )

    def _next(self, actor: Actor, move: Move) -> list[Effect]:
        if actor == CHANCE:
            raise RuleError("The game is over.")
        check(self._after(actor), move)
        opened = self.standing.opened
        if move["move"] == "lobby":
            opened = Opened(LOBBY, self._lobby.rules, {}, opened.names)
        return [*self._enter(opened), *self._shows(actor), self._publish(), *self._chance()]

    def _enter(self, opened: Opened) -> list[Effect]:
        self.standing = self._open(opened)
        return [Append(opened)]

    def _set_desk(self, seat: Seat, desk: Desk) -> None:
        desks = self.standing.desks
        self.standing = structs.replace(self.standing, desks=(*desks[:seat], desk, *desks[seat + 1 :]))

    def _ask_desks(self) -> None:
        """Every desk learns what its seat is asked now."""
        desks = tuple(asked(desk, self.prompt(seat)) for seat, desk in enumerate(self.standing.desks))
        self.standing = structs.replace(self.standing, desks=desks)

    def _shows(self, urgent: Seat | None) -> list[Effect]:
        seats = range(len(self.standing.desks))
        first = sorted(seats, key=lambda seat: seat != urgent)
        return [Show(seat, self.screen(seat), urgent=seat == urgent) for seat in first]

    def _publish(self) -> Publish:
        standing = self.standing
        view = self.game.view(standing.state, PUBLIC)
        told = self.game.tell(standing.options, view, standing.opened.names)
        return Publish(standing.number, to_builtins(view), told)

    def _chance(self) -> list[Effect]:
        prompt = self.game.chance(self.standing.state)
        return [AskChance(self.standing.number + 1, prompt)] if prompt is not None else []


def entries(effects: Iterable[Effect]) -> list[Entry]:
    """What the journal is asked to keep, in order."""
    return [effect.entry for effect in effects if isinstance(effect, Append)]
