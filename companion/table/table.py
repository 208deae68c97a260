"""The table: one game after another at one table, sans I/O. Inputs in, ordered effects out.

Laws: an Append stands before every Show of what it made true; inputs are taken strictly in order; what a seat is shown comes
from its own view alone, and who looks on sees the public one. `standing` is one frozen value, so a caller whose journal
failed puts the old one back and nothing has happened. Keys and screens are those of places at the table; who answers
without keys names a seat of the game.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, assert_never

from msgspec import structs, to_builtins

from companion.core.errors import JournalError, RuleError
from companion.core.game import AnyGame, Result, Step, announcement, ask, by_rules, replay, submit, to_act
from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import Choose, Move, Option, Prompt, check
from companion.core.recap import Recap
from companion.core.rules_book import Book
from companion.core.screen import Rendering, Screen, ScreenPage
from companion.core.seat import CHANCE, PUBLIC, Actor, Seat
from companion.table import consent_timeout, lobby_game, older_rules, physical_draws, round_summary
from companion.table.agreement import LOBBY_PAGE, PAGE, STAYS, Proposal, ProposalKind, by_silence, lobby_menu, menu
from companion.table.effects import (
    Abandoned,
    Append,
    AskChance,
    DrawsCorrected,
    Effect,
    EventLine,
    JournalEntry,
    Moved,
    Opened,
    Publish,
    RememberName,
    RoundSummaryShown,
    Show,
    SwitchOff,
    TakenBack,
    Throw,
)
from companion.table import seat_data as data
from companion.table.inputs import Answered, Gestured, Input, SeatAnswered, Ticked
from companion.table.lobby_state import Lobby
from companion.table.table_state import Place, TableState
from companion.table.take_back import state_before_last
from companion.ui import rules_pages as rulebook
from companion.ui.compose import ENTRY_LINES, PAGE_LINES, Secrecy, compose, pages
from companion.ui.rules_bookmark import Bookmark, turn_page
from companion.ui.seat_desk import Desk, Doubt, asked, is_leafing, touch

__all__ = ["LOBBY", "Table", "TableState", "entries"]

LOBBY: Final = lobby_game.NAME
NO_PRESS: Final = frozenset(("lift", "lower", *REPEATS))
"""Gestures by which nobody says that something was read: hands that lift the screen, and keys that were down before."""


class Table:
    """One table. `catalog`: the games that can be played at it; `names`: what its places are called until somebody sits
    there; `players`: the names that they can choose from; `switchable`: whether the lobby can switch the
    machine off."""

    def __init__(
        self,
        catalog: Sequence[AnyGame],
        names: tuple[str, ...],
        secrecy: Secrecy = "open",
        players: tuple[str, ...] = (),
        material: physical_draws.Source = "screens",
        *,
        switchable: bool = False,
    ) -> None:
        self._lobby = lobby_game.make(tuple(catalog), names)
        self._games = {game.name: game for game in (*catalog, self._lobby)}
        self._secrecy = secrecy
        self._box = material == "box"
        self._names = names
        self._known = players
        self._switchable = switchable
        self.standing = self._open(lobby_game.first(names, players))

    # What happens

    def begin(self) -> list[Effect]:
        """The effects of a table that has no journal yet: its lobby is opened."""
        self.standing = self._open(lobby_game.first(self._names, self._known))
        return [Append(self.standing.opened), *self.everything()]

    def resume(
        self, opened: Opened, steps: Iterable[Step], number: int | None = None, *, abandoned: bool = False
    ) -> list[Effect]:
        """Take up the game that the journal holds. Raises JournalError naming what does not replay.

        `steps`: the moves that hold; `number`: all entries, those taken back too (left out: as many as hold).
        A lobby of another version or of another table holds nothing that is worth an error: it begins anew. A game by older
        rules does not go on; its players are told so, and any of them can abandon it.
        """
        known = self._games.get(opened.game)
        if known is None:
            raise JournalError(f"The journal holds a game {opened.game!r} that this version does not have.")
        if known is self._lobby and (opened.rules != known.rules or len(opened.names) != len(self._names)):
            return self.begin()
        game = by_rules(known, opened.rules)
        if game is None:
            raise JournalError(
                f"The journal holds {known.title} by rules {opened.rules}, and this version plays it by rules {known.rules}."
            )
        if max(opened.places) >= len(self._names):
            raise JournalError(
                f"The journal holds a game of {max(opened.places) + 1} seats, and the table has {len(self._names)}."
            )
        held = tuple(steps)
        try:
            options = game.read_options(opened.options, len(opened.names))
            state = replay(game, options, len(opened.names), held)
        except RuleError as error:
            raise JournalError(f"The journal's game of {game.title} is damaged: {error}") from error
        entered = len(held) if number is None else number
        self.standing = structs.replace(self._bare(opened, options, state), number=entered, steps=held)
        if game.recap(state) is not None:
            self.standing = self.standing.with_pages(round_summary.unread(game, options, len(opened.names), held))
        self._ask_desks()
        onward = self._leave() if abandoned else self._go_on()
        if self._outdated:
            self.standing = self.standing.noting(older_rules.sentence(game), opened.places)
        return [*onward, *self.everything()]

    def handle(self, given: Input) -> list[Effect]:
        """The effects of one input, in the order in which they must be carried out."""
        recounted = self._recounted
        pressed = isinstance(given, SeatAnswered) or (isinstance(given, Gestured) and given.gesture not in NO_PRESS)
        takes_down = self.standing.said and pressed
        if takes_down:
            self.standing = structs.replace(self.standing, said=False)
        effects = self._handled(given)
        if takes_down and not any(isinstance(effect, Publish) for effect in effects):
            effects.append(EventLine(self._happened))
        if self._recounted != recounted:
            effects.append(RoundSummaryShown(self._recounted))
        return effects

    def _handled(self, given: Input) -> list[Effect]:
        match given:
            case Gestured(place, gesture, at):
                counted = self._touched(place, gesture, at)
                effects = self._gestured(place, gesture, at)
                return [*effects, *self._shows(None)] if counted and self.standing.proposal is not None else effects
            case SeatAnswered(place, at=at):
                counted = self._touched(place, "middle", at)
                effects = self._answered(given)
                return [*effects, *self._shows(None)] if counted and self.standing.proposal is not None else effects
            case Answered(actor, number, move):
                if number != self.standing.number + 1:
                    raise RuleError(f"That answers move {number}, and the table is at move {self.standing.number + 1}.")
                return self._move(actor, move, urgent=None)
            case Ticked(at):
                return self._passed(at)
            case _:
                assert_never(given)

    @property
    def deadline(self) -> float | None:
        """When a `Ticked` is due, in seconds on the clock of the gestures; None: nothing is waited for."""
        proposal = self.standing.proposal
        return None if proposal is None else proposal.deadline

    def ask_anew(self, at: float) -> None:
        """Until `at` nobody could answer what all must agree on: everybody has the whole time from now on."""
        proposal = self.standing.proposal
        if proposal is not None:
            anew = consent_timeout.begin(len(self.standing.opened.names), at)
            self.standing = self.standing.asking(structs.replace(proposal, patience=anew))

    def is_asking(self, place: Place) -> bool:
        """Whether something stands in front of the game at a place: the table's menu, or what all must agree on."""
        return self.standing.asides[place] is not None

    def everything(self) -> list[Effect]:
        """Every screen, the public view, and chance if it is to act: for a start, and for whoever joins."""
        recounted = self._recounted
        return [*self._shown(None), *((RoundSummaryShown(recounted),) if recounted else ())]

    def announce(self, text: str) -> list[Show]:
        """Let every screen say a sentence until its next key."""
        return self._remarked(text, None)

    def _remarked(self, text: str, urgent: Place | None) -> list[Show]:
        self.standing = self.standing.noting(text, tuple(range(len(self._names))))
        return self._shows(urgent)

    # What stands

    @property
    def game(self) -> AnyGame:
        """The game that is open, the lobby included, by the rules by which it was begun."""
        opened = self.standing.opened
        game = by_rules(self._games[opened.game], opened.rules)
        assert game is not None, "what cannot be played is not opened"
        return game

    @property
    def result(self) -> Result | None:
        """How the open game ended; None while it goes on, and of a lobby."""
        state = self.standing.state
        return None if self.game is self._lobby or to_act(self.game, state) else self.game.result(state)

    def prompt(self, place: Place) -> Prompt | None:
        """What a place is asked: by the game, or what next once it is over."""
        standing = self.standing
        seat = standing.seat_at(place)
        if seat is None:
            return None
        if not to_act(self.game, standing.state):
            return self._after(seat)
        if self._outdated:
            return older_rules.asked(self.game)
        if self._telling:
            return physical_draws.asked(self.game, standing.state, standing.again, seat)
        return ask(self.game, standing.options, standing.state, seat)

    def screen(self, place: Place) -> Screen:
        """What stands on the screen of a place."""
        beside, desk = self.standing.asides[place], self.standing.desks[place]
        if beside is None and (page := self._page(place)) is not None:
            return round_summary.screen(*self._round, page)
        if beside is None and desk.bookmark is not None and not desk.notice:
            return rulebook.picture(desk.bookmark, self._book)
        if beside is None:
            return compose(desk, lambda lines: self._face(place, lines), self._secrecy, self._more(place))
        # While the aside is looked away from, the pages are the game's.
        return compose(
            beside.desk, lambda lines: beside.face if lines == ENTRY_LINES else self._face(place, lines), self._secrecy
        )

    def doubt(self, place: Place, move: Move) -> str | None:
        """Whether keys that make this move are asked back, and in which sentence."""
        standing = self.standing
        if self._telling or self._outdated or not to_act(self.game, standing.state):
            return None
        return self.game.confirm_question(
            standing.options, self.game.view(standing.state, standing.seat_at(place)), move
        )

    def seat_moment(self, place: Place) -> data.SeatMoment:
        """All that a touch interface shows of a place."""
        standing = self.standing
        seat = standing.seat_at(place)
        view = self.game.view(standing.state, seat)
        beside, desk = standing.asides[place], standing.desks[place]
        return data.SeatMoment(
            place=place,
            number=standing.number + 1,
            title=self.game.title,
            view=view,
            names=standing.called,
            places=standing.opened.places,
            asked=self._asked(place),
            told=self._happened,
            notice=desk.notice if beside is None else beside.desk.notice,
            menu=self._menu(place),
            recap=self._recounted if standing.page_at(place) is not None else None,
            lifts=self._secrecy == "lift",
        )

    def _asked(self, place: Place) -> data.Asked:
        """The question in front of a place, the way a touch interface answers it."""
        standing = self.standing
        beside, desk = standing.asides[place], standing.desks[place]
        if beside is not None:
            prompt = None if beside.desk.draft is None else beside.desk.draft.prompt
            proposal = standing.proposal
            return data.Asked(data.MENU if proposal is None else f"{proposal.what} {proposal.by}", prompt, beside.lines)
        if standing.page_at(place) is not None:
            return data.Asked(data.ROUND, data.GO_ON)
        if desk.doubt is not None:
            return data.Asked(data.DOUBT, data.AGAIN, (desk.doubt.question,))
        seat = standing.seat_at(place)
        told = 0 if standing.again is None or seat is None else len(standing.again.told[seat])
        return data.Asked(f"{data.GAME} {told}" if told else data.GAME, self.prompt(place))

    def _menu(self, place: Place) -> Prompt | None:
        """What a player can propose now."""
        pages = self._more(place)
        if self.standing.asides[place] is not None:
            return None
        opened = menu(False) if PAGE in pages else lobby_menu(False) if LOBBY_PAGE in pages else None
        return None if opened is None or opened.desk.draft is None else opened.desk.draft.prompt

    def _answered(self, given: SeatAnswered) -> list[Effect]:
        """A move that was made as a whole. What refuses it stands on that seat's screen."""
        place, standing = given.seat, self.standing
        asked, proposes = self._asked(place), self._menu(place)
        try:
            if given.to == data.NOTICE:
                check(data.READ, given.move)
                self.standing = standing.noting("", (place,))
                return [self._show(place)]
            if given.to == data.MENU and proposes is not None:
                check(proposes, given.move)
                return self._agreed(place, given.move, given.at)
            if given.to != asked.to or asked.prompt is None or given.number != standing.number + 1:
                raise RuleError("The table has gone on meanwhile: look again, then answer.")
            if asked.to in (data.ROUND, data.DOUBT) or standing.asides[place] is not None:
                check(asked.prompt, given.move)
            self.standing = standing.noting("", (place,))
            if standing.asides[place] is not None:
                return self._agreed(place, given.move, given.at)
            if asked.to == data.ROUND:
                return self._read_on(place, 0, "middle")
            return self._settled(place, given.move, is_sure=asked.to == data.DOUBT)
        except RuleError as refusal:
            return self._refuse(place, refusal)

    def _settled(self, place: Place, move: Move, *, is_sure: bool) -> list[Effect]:
        """A move for the game, or what is said to the question whether it is meant. Raises RuleError."""
        desk, seat = self.standing.desks[place], self.standing.seat_at(place)
        assert seat is not None, "who looks on is asked nothing"
        self.standing = self.standing.with_desk(place, structs.replace(desk, doubt=None))
        if is_sure:
            if move["move"] == "back" or desk.doubt is None:
                return [self._show(place)]
            return self._move(seat, desk.doubt.move, urgent=place)
        prompt = self.prompt(place)
        question = None
        if prompt is not None and is_legal(prompt, move):
            question = self.doubt(place, move)
        if question is not None:
            doubted = structs.replace(self.standing.desks[place], doubt=Doubt(question, move), page=None)
            self.standing = self.standing.with_desk(place, doubted)
            return [self._show(place)]
        return self._move(seat, move, urgent=place)

    # How

    def _open(self, opened: Opened) -> TableState:
        game = self._games[opened.game]
        options = game.read_options(opened.options, len(opened.names))
        self.standing = self._bare(opened, options, game.setup(options, len(opened.names)))
        self._ask_desks()
        return self.standing

    def _bare(self, opened: Opened, options: Any, state: Any) -> TableState:
        nothing = (None,) * len(self._names)
        return TableState(opened, options, state, 0, (), (Desk(),) * len(self._names), nothing)

    def _face(self, place: Place, lines: int) -> Rendering:
        standing = self.standing
        view = self.game.view(standing.state, standing.seat_at(place))
        face: Rendering = self.game.render(standing.options, view, standing.opened.names, lines)
        if self._telling:
            said = physical_draws.status(self.game, standing.state, standing.again, standing.opened.names)
            return structs.replace(face, status=said)
        return face

    def _more(self, place: Place) -> tuple[ScreenPage, ...]:
        """The pages of the table's own: the way to the rules; for players, during a game, to what all must agree on; in the
        lobby to the switch."""
        standing = self.standing
        rules = (rulebook.PAGE,) if self._book else ()
        if self.game is self._lobby:
            return (*rules, LOBBY_PAGE) if self._switchable else rules
        plays = standing.seat_at(place) is not None
        return (*rules, PAGE) if plays and to_act(self.game, standing.state) and not self._outdated else rules

    @property
    def _book(self) -> Book:
        """The rules of the game that is played, or that the lobby has chosen."""
        state = self.standing.state
        return self._games[state.chosen].book if isinstance(state, Lobby) else self.game.book

    def _gestured(self, place: Place, gesture: Gesture, at: float) -> list[Effect]:
        standing = self.standing
        if standing.asides[place] is not None:
            return self._beside(place, gesture, at)
        desk = standing.desks[place]
        if (page := self._page(place)) is not None:
            return self._read_on(place, page, gesture)
        if desk.bookmark is not None and not desk.notice and gesture not in ("lift", "lower"):
            bookmark = turn_page(desk.bookmark, gesture, self._book)
            self.standing = standing.with_desk(place, structs.replace(desk, bookmark=bookmark))
            return [self._show(place)] if bookmark != desk.bookmark else []
        count = 1
        if is_leafing(desk, gesture):
            more = self._more(place)
            count = self._pages(place, desk) + len(more)
            opened = (desk.page or 0) % count - (count - len(more))
            if gesture == "middle" and opened >= 0:
                self.standing = self._opening(place, more[opened])
                return [self._show(place)]
        after, move = touch(desk, gesture, count)
        if after == desk and move is None:
            return []
        self.standing = standing.with_desk(place, after)
        if move is None:
            return [self._show(place)]
        question = None if desk.doubt is not None else self.doubt(place, move)
        if question is not None:
            self.standing = standing.with_desk(place, structs.replace(after, doubt=Doubt(question, move)))
            return [self._show(place)]
        try:
            seat = standing.seat_at(place)
            assert seat is not None, "who looks on is asked nothing"
            return self._move(seat, move, urgent=place)
        except RuleError as refusal:
            return self._refuse(place, refusal)

    def _opening(self, place: Place, page: ScreenPage) -> TableState:
        """With what a page of the table's own leads to."""
        desk = structs.replace(self.standing.desks[place], page=None)
        if page is rulebook.PAGE:
            return self.standing.with_desk(place, structs.replace(desk, bookmark=Bookmark()))
        opened = lobby_menu(desk.lifted) if page is LOBBY_PAGE else menu(desk.lifted)
        return self.standing.with_desk(place, desk).with_aside(place, opened)

    def _page(self, place: Place) -> int | None:
        """The page of the finished round that a place reads now; what is to be read at once comes before it."""
        return None if self.standing.desks[place].notice else self.standing.page_at(place)

    @property
    def _round(self) -> tuple[Recap, tuple[str, ...], round_summary.Pieces]:
        """The round that was finished last, and what it takes to draw it."""
        recap = self.game.recap(self.standing.state)
        assert recap is not None, "what is read has been played"
        return recap, self.standing.opened.names, self.game.pieces

    @property
    def _recounted(self) -> dict[str, Any] | None:
        """The finished round, as long as anybody reads it."""
        if all(page is None for page in self.standing.reading):
            return None
        recap, names, _ = self._round
        return round_summary.as_json(recap, names)

    def _read_on(self, place: Place, page: int, gesture: Gesture) -> list[Effect]:
        standing = self.standing
        after = round_summary.leafed(*self._round, page, gesture)
        if gesture in ("lift", "lower"):
            standing = standing.with_desk(place, structs.replace(standing.desks[place], lifted=gesture == "lift"))
        self.standing = standing.with_page(place, after)
        return [self._show(place)]

    def _finished(self, before: object, actor: Actor) -> None:
        """After a move: a round that it finished is to be read by all, and who moved has read the one before."""
        standing = self.standing
        if actor != CHANCE:
            standing = standing.with_page(standing.opened.places[actor], None)
        recap = self.game.recap(standing.state)
        if recap is not None and recap != self.game.recap(before):
            standing = standing.with_pages(tuple(range(len(standing.opened.names))))
        self.standing = standing

    def _pages(self, place: Place, desk: Desk) -> int:
        return len(pages(self._face(place, PAGE_LINES), desk.draft.prompt if desk.draft else None))

    def _move(self, actor: Actor, move: Move, urgent: Place | None) -> list[Effect]:
        standing = self.standing
        if not to_act(self.game, standing.state):
            return self._next(actor, move, urgent)
        if self._outdated:
            return self._given_up(actor, move, urgent)
        if self._telling:
            return self._told(actor, move, urgent)
        return self._made(actor, move, submit(self.game, standing.options, standing.state, actor, move), urgent)

    def _made(self, actor: Actor, move: Move, state: object, urgent: Place | None) -> list[Effect]:
        """A move that was legal, and led to that state."""
        standing = self.standing
        if isinstance(state, Lobby) and state.started:
            # The lobby cannot know whether the game takes these options with these players: ask before it is over.
            lobby_game.following(state, self._games[state.chosen], self._names)
        number = standing.number + 1
        self.standing = structs.replace(standing, state=state, number=number, steps=(*standing.steps, (actor, move)))
        proposal = standing.proposal
        if not to_act(self.game, state) or (proposal is not None and proposal.what == "take_back"):
            # What was proposed is no longer there to be agreed on.
            self.standing = self.standing.asking(None)
        self._finished(standing.state, actor)
        self._ask_desks()
        self._seated(standing)
        remark = self._remark(standing.state, (actor, move), state)
        return [
            self._append(Moved(number, actor, move)),
            *self._remember(),
            *self._go_on(),
            *self._shown(urgent, remark),
        ]

    def _seated(self, before: TableState) -> None:
        """Whoever sits down or leaves ends the question whether to switch off, since others would have to be asked."""
        proposal, was, now = self.standing.proposal, before.state, self.standing.state
        if proposal is None or not isinstance(was, Lobby) or not isinstance(now, Lobby):
            return
        changed = sorted(set(was.joined) ^ set(now.joined))
        if not changed:
            self.standing = self.standing.asking(proposal)  # somebody may be called otherwise now
            return
        did = "has sat down" if changed[0] in now.joined else "has left"
        said = f"{self.standing.called[changed[0]]} {did}: {STAYS[proposal.what]}."
        places = tuple(place for place, beside in enumerate(self.standing.asides) if beside is not None)
        self.standing = self.standing.asking(None).noting(said, places)

    def _append(self, entry: Moved | DrawsCorrected | Abandoned) -> Append:
        """An entry of the game that stands, with how it ended where this is its last one."""
        abandoned = isinstance(entry, Abandoned)
        return Append(entry, self.game.result(self.standing.state) if abandoned else self.result)

    def _remark(self, before: object, step: Step, after: object) -> str | None:
        """What everybody must read about a move, now on every screen."""
        standing = self.standing
        remark = announcement(self.game, standing.options, before, step, after, standing.opened.names)
        if remark is not None:
            standing = standing.noting(remark, tuple(range(len(self._names))))
            self.standing = structs.replace(standing, said=True)
        return remark

    def _remember(self) -> list[Effect]:
        """What the lobby's list of names has that the table's has not."""
        state = self.standing.state
        new = [name for name in state.known if name not in self._known] if isinstance(state, Lobby) else []
        self._known = (*self._known, *new)
        return [RememberName(name) for name in new]

    def _go_on(self) -> list[Effect]:
        """Out of a lobby that is over comes the game that was chosen in it."""
        state = self.standing.state
        if not isinstance(state, Lobby) or not state.started:
            return []
        return self._enter(lobby_game.following(state, self._games[state.chosen], self._names))

    def _leave(self) -> list[Effect]:
        """Back to the lobby, where the same can be chosen again."""
        return self._enter(lobby_game.after(self.standing.opened, self._names, self._known))

    def _after(self, seat: Seat) -> Prompt:
        """What any player is asked once a game is over."""
        standing = self.standing
        view = self.game.view(standing.state, seat)
        status = self.game.render(standing.options, view, standing.opened.names, PAGE_LINES).status
        return Choose(
            status,
            "The game is over. again: the same players and options. lobby: change players, options or the game.",
            (
                Option({"move": "again"}, "again", "The same once more"),
                Option({"move": "lobby"}, "lobby", "Change something"),
            ),
        )

    def _next(self, actor: Actor, move: Move, urgent: Place | None) -> list[Effect]:
        if actor == CHANCE:
            raise RuleError("The game is over.")
        check(self._after(actor), move)
        opened = self.standing.opened
        today = structs.replace(opened, rules=self._games[opened.game].rules)
        entered = self._leave() if move["move"] == "lobby" else self._enter(today)
        return [*entered, *self._shown(urgent)]

    # A game by older rules

    @property
    def _outdated(self) -> bool:
        """Whether the open game was begun by older rules, and is not over."""
        standing = self.standing
        return self.game.rules != self._games[self.game.name].rules and bool(to_act(self.game, standing.state))

    def _given_up(self, actor: Actor, move: Move, urgent: Place | None) -> list[Effect]:
        """It cannot go on, so nobody has to agree."""
        if actor == CHANCE:
            raise RuleError(older_rules.sentence(self.game))
        check(older_rules.asked(self.game), move)
        return [self._append(Abandoned(self.standing.number + 1)), *self._leave(), *self._shown(urgent)]

    def _enter(self, opened: Opened) -> list[Effect]:
        self.standing = self._open(opened)
        return [Append(opened)]

    # What is told

    @property
    def _telling(self) -> bool:
        """Whether the players tell what luck is asked for."""
        return self._box and not self._outdated and physical_draws.reporter(self.game, self.standing.state) is not None

    def _told(self, actor: Actor, move: Move, urgent: Place | None) -> list[Effect]:
        standing = self.standing
        prompt = None if actor == CHANCE else physical_draws.asked(self.game, standing.state, standing.again, actor)
        if actor == CHANCE or prompt is None:
            raise RuleError("Somebody else tells what was drawn.")
        check(prompt, move)
        if standing.again is None:
            try:
                state = submit(self.game, standing.options, standing.state, CHANCE, move)
            except RuleError:
                return self._conflict(urgent)
            return self._made(CHANCE, move, state, urgent)
        again = standing.again.adding(actor, move)
        place = standing.opened.places[actor]
        self.standing = structs.replace(standing, again=again)
        if not physical_draws.is_through(self.game, standing.state, again):
            # No other desk is touched, so that no other screen can tell what this seat has told.
            self.standing = self.standing.with_desk(place, asked(standing.desks[place], self.prompt(place)))
            return [self._show(place)]
        found = physical_draws.corrected(self.game, standing.options, standing.state, standing.steps, again)
        if found is None:
            return self._conflict(urgent)
        number = standing.number + 1
        self.standing = structs.replace(standing, state=found.state, number=number, steps=found.steps, again=None)
        self._finished(standing.state, CHANCE)
        self._ask_desks()
        return [self._append(DrawsCorrected(number, found.steps)), *self._shown(urgent)]

    def _conflict(self, urgent: Place | None) -> list[Effect]:
        """What was told cannot be: everybody reads so, and all tell theirs again."""
        standing = self.standing
        self.standing = structs.replace(standing, again=physical_draws.begin(len(standing.opened.names)))
        self._ask_desks()
        sentence = physical_draws.conflict(self.game)
        return [*self._remarked(sentence, urgent), self._public(sentence)]

    # What is agreed on

    def _touched(self, place: Place, gesture: Gesture, at: float) -> bool:
        """A key that is touched ends a silence; whether that is to be seen on the screens."""
        standing, proposal = self.standing, self.standing.proposal
        seat = standing.seat_at(place)
        if proposal is None or seat is None or seat in proposal.unasked or gesture in REPEATS:
            return False
        self.standing = standing.asking(proposal.touched(seat, at))
        return _lines(self.standing) != _lines(standing)

    def _passed(self, at: float) -> list[Effect]:
        """Time has passed: who was silent for so long agrees."""
        standing, proposal = self.standing, self.standing.proposal
        if proposal is None:
            return []
        after = proposal.passed(at)
        if after.agreed != proposal.agreed:
            try:
                return self._proposed(after, None)
            except RuleError as refusal:
                # What was proposed cannot be any more, so it is asked no more.
                self.standing = standing.asking(None)
                return list(self.announce(str(refusal)))
        self.standing = standing.asking(after)
        return list(self._shows(None)) if _lines(self.standing) != _lines(standing) else []

    def _beside(self, place: Place, gesture: Gesture, at: float) -> list[Effect]:
        standing = self.standing
        beside = standing.asides[place]
        assert beside is not None, "only what stands in front of a desk is answered here"
        count = self._pages(place, beside.desk) if is_leafing(beside.desk, gesture) else 1
        after, move = touch(beside.desk, gesture, count)
        if after == beside.desk and move is None:
            return []
        standing = standing.with_aside(place, structs.replace(beside, desk=after))
        self.standing = standing.with_desk(place, structs.replace(standing.desks[place], lifted=after.lifted))
        if move is None:
            return [self._show(place)]
        try:
            return self._agreed(place, move, at)
        except RuleError as refusal:
            self.standing = self.standing.with_aside(place, None)
            return self._refuse(place, refusal)

    def _agreed(self, place: Place, move: Move, at: float) -> list[Effect]:
        standing = self.standing
        seat, proposal, names = standing.seat_at(place), standing.proposal, standing.called
        assert seat is not None, "who looks on is asked nothing"
        match move["move"]:
            case "back":
                self.standing = standing.with_aside(place, None)
                return [self._show(place)]
            case "take_back" | "abandon" | "switch_off" as what:
                if proposal is not None:
                    raise RuleError(f"{names[proposal.by]} has asked that, and not all have answered.")
                if what == "take_back":
                    self._before_last(seat)
                asked_now = consent_timeout.begin(len(names), at)
                return self._proposed(Proposal(what, seat, asked_now, unasked=self._unasked(what, seat)), place)
            case "yes" if proposal is not None:
                return self._proposed(proposal.agreeing(seat), place)
            case answer:
                assert proposal is not None, "only who was asked answers"
                said = (
                    f"{names[seat]} has taken the question back."
                    if answer == "cancel"
                    else f"{names[seat]} does not agree: {STAYS[proposal.what]}."
                )
                others = [one for one, beside in enumerate(standing.asides) if beside is not None and one != place]
                self.standing = standing.asking(None).noting(said, tuple(others))
                return list(self._shows(place))

    def _unasked(self, what: ProposalKind, by: Seat) -> tuple[Seat, ...]:
        """Whose word is not needed: in the lobby, of whoever has not joined."""
        state = self.standing.state
        if what != "switch_off" or not isinstance(state, Lobby):
            return ()
        return tuple(seat for seat in range(len(state.names)) if seat not in (by, *state.joined))

    def _proposed(self, proposal: Proposal, place: Place | None) -> list[Effect]:
        """Ask who has not agreed yet; carry it out where all have."""
        standing = self.standing
        if proposal.waiting:
            self.standing = standing.asking(proposal)
            return list(self._shows(place))
        number, names, places = standing.number + 1, standing.called, standing.opened.places
        silence = by_silence(proposal, names)
        if proposal.what == "switch_off":
            self.standing = standing.asking(None)
            return [*self._shows(place), SwitchOff(silence)]
        if proposal.what == "abandon":
            kept, left = self._append(Abandoned(number)), self._leave()
            if silence:
                silence = f"{silence} The game is abandoned."
                self.standing = self.standing.noting(silence, places)
            return [kept, *left, *self._shown(place, silence)]
        before = self._before_last(proposal.by)
        self.standing = structs.replace(standing.asking(None), state=before, number=number, steps=standing.steps[:-1])
        self._ask_desks()
        self.standing = self.standing.noting(
            f"{silence} {names[proposal.by]}'s last move is taken back.".strip(), places
        )
        return [Append(TakenBack(number)), *self._shown(place)]

    def _before_last(self, seat: Seat) -> object:
        standing = self.standing
        return state_before_last(
            self.game, standing.options, standing.state, standing.steps, standing.opened.names, seat
        )

    # What is shown

    def _refuse(self, place: Place, refusal: RuleError) -> list[Effect]:
        self.standing = self.standing.noting(str(refusal), (place,))
        return [self._show(place)]

    def _ask_desks(self) -> None:
        """Every desk learns what its place is asked now."""
        desks = tuple(asked(desk, self.prompt(place)) for place, desk in enumerate(self.standing.desks))
        if self.game is self._lobby:
            # What others choose asks everybody anew; whoever reads the rules reads on.
            before = [desk.bookmark for desk in self.standing.desks]
            desks = tuple(structs.replace(desk, bookmark=was) for desk, was in zip(desks, before, strict=True))
        self.standing = structs.replace(self.standing, desks=desks)

    def _show(self, place: Place) -> Show:
        return Show(place, self.screen(place), urgent=True)

    def _shows(self, urgent: Place | None) -> list[Show]:
        places = sorted(range(len(self._names)), key=lambda place: place != urgent)
        return [Show(place, self.screen(place), urgent=place == urgent) for place in places]

    def _shown(self, urgent: Place | None, remark: str | None = None) -> list[Effect]:
        """Every screen, the public view, and chance if it is to act."""
        standing = self.standing
        prompt = None if self._telling or self._outdated else self.game.chance(standing.state)
        chance = [AskChance(standing.number + 1, prompt, self._throw())] if prompt is not None else []
        return [*self._shows(urgent), self._public(remark or ""), *chance]

    def _throw(self) -> Throw:
        """Who throws the die for the roll that chance is asked for."""
        opened = self.standing.opened
        seat = self.game.thrower(self.game.view(self.standing.state, PUBLIC))
        return Throw(None if seat is None else opened.places[seat], opened.places[0], opened.names[0])

    def _public(self, instead: str = "") -> Publish:
        """What all may know, and what happened last, or something else `instead` of it."""
        standing = self.standing
        view = self.game.view(standing.state, PUBLIC)
        told = instead or self._happened
        return Publish(standing.number, to_builtins(view), told, standing.opened.names, standing.opened.places)

    @property
    def _happened(self) -> str:
        """What happened last, as everybody may hear it."""
        standing = self.standing
        if self._outdated:
            return older_rules.sentence(self.game)
        return self.game.describe(standing.options, self.game.view(standing.state, PUBLIC), standing.opened.names)


def is_legal(prompt: Prompt, move: Move) -> bool:
    """Whether a prompt allows a move."""
    try:
        check(prompt, move)
    except RuleError:
        return False
    return True


def _lines(standing: TableState) -> tuple[tuple[str, ...] | None, ...]:
    """What stands in front of the game at every place, in words."""
    return tuple(None if beside is None else beside.lines for beside in standing.asides)


def entries(effects: Iterable[Effect]) -> list[JournalEntry]:
    """What the journal is asked to keep, in order."""
    return [effect.entry for effect in effects if isinstance(effect, Append)]
