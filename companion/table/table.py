"""The table: one game after another at one table, without I/O. Inputs go in, ordered effects come out.

Invariants: an Append comes before every Show of its effect. Inputs are taken strictly in order. What a seat is shown comes from
its own view alone; spectators see the public view. `state` is one frozen value, so a caller whose journal refused an entry puts
the old value back, and nothing has happened.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_
from typing import Any, Final, Literal, assert_never

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.keys import REPEATS
from companion.core.prompt import Move, Prompt, check, move_names
from companion.core.screen import Screen
from companion.core.seat import PUBLIC, Place, Seat
from companion.table import data, layers, lobby
from companion.table.agreement import public_sentence, started_timeout
from companion.table.clock import OFF
from companion.table.data import SeatMoment, pointing
from companion.table.draws import Material
from companion.table.effects import (
    Answered,
    Append,
    ClockShown,
    Effect,
    Gestured,
    HintGiven,
    Input,
    JournalEntry,
    MachineSeat,
    Opened,
    PageGiven,
    Passed,
    PassShown,
    PhonesAway,
    PointedShown,
    PromiseGiven,
    RecapShown,
    ReviewGiven,
    SeatAnswered,
    Seated,
    Show,
    Ticked,
    WaitShown,
)
from companion.table.help import seated
from companion.table.layers import Layers, Outside, OutsideLayer
from companion.table.lobby_rules import Lobby
from companion.table.pages import advice_page
from companion.table.recap import as_json
from companion.table.seat_clocks import public_clock
from companion.table.state import At, TableState, first_position, fresh_state, passes_to, table_setup, waiting_for
from companion.table.transaction import Transaction
from companion.ui.editor import Dialog
from companion.ui.screens import COVERED, Secrecy, TimeLeft, compose

__all__ = ["LOBBY", "Table", "TableState", "entries"]

LOBBY: Final = lobby.NAME
LIFTING: Final = ("lift", "lower")
NO_PRESS: Final = frozenset((*LIFTING, *REPEATS))
"""Gestures that do not confirm that a sentence was read: lifting the Secrecy screen, and repeats of a held key."""
STALE: Final = "The table has gone on meanwhile. Look again, then answer."
HINT_ELSEWHERE: Final = "The hint is on your own screen, behind the Secrecy screen: tap Screen."


class Table:
    """One table. `state`: all that it is now; a caller may put an earlier value back.

    `catalog`: the games that can be played at it. `names`: what its places are called until a player takes a name there.
    `players`: the names to choose from. `switchable`: whether the lobby can switch the machine off.
    `phones`: the places that are phones, to which the lobby can give new codes. `new_seed`: gives a text of 128 random bits for
    each seat that the machine plays, `new_id` a random UUID for each game. `clock`: the think time until the lobby chooses
    another, as in clock.py. `own_throw`: as in `TableSetup`. `outside`: the layers of the app that can be in front of a seat.
    """

    def __init__(
        self,
        catalog: Sequence[AnyGame],
        names: tuple[str, ...],
        secrecy: Secrecy = "open",
        players: tuple[str, ...] = (),
        material: Material = "screens",
        *,
        switchable: bool = False,
        phones: Iterable[Place] = (),
        new_seed: Callable[[], str] = str,
        new_id: Callable[[], str] = str,
        clock: str = OFF,
        own_throw: str = "",
        outside: Iterable[Outside] = (),
    ) -> None:
        self.setup = table_setup(
            catalog,
            names,
            secrecy,
            material,
            switchable=switchable,
            phones=phones,
            new_seed=new_seed,
            clock=clock,
            own_throw=own_throw,
            new_id=new_id,
        )
        self.layers = Layers(outside)
        self.state = self._first_lobby(players)
        self._shown: dict[Place, tuple[Any, ...]] = {}
        """What the screen of each place was made from when it was shown last."""
        self._parts: dict[Place, tuple[object, ...]] = {}
        """The parts of the state then: where they are the same values, nothing else need be looked at."""

    # Inputs

    def begin(self) -> list[Effect]:
        """Open the lobby of a table that has no journal yet."""
        self.state = self._first_lobby(self.state.known_names)
        return [Append(self.state.opened), *self.refresh()]

    def resume(
        self,
        opened: Opened,
        steps: Iterable[Step],
        number: int | None = None,
        *,
        abandoned: bool = False,
        machines: tuple[MachineSeat, ...] | None = None,
        spent_ms: Mapping[Seat, int] | None = None,
    ) -> list[Effect]:
        """Go on with the game that the journal holds. Raises JournalError that names what cannot be replayed.

        `steps`: the moves that count. `number`: all entries of the game, with those that were taken back; left out: as many as
        `steps`. A lobby of another version or of another table is no error: a new one is opened. A game by older rules does
        not go on; its players are told so, and any of them can abandon it. `machines`: the seats that the machine plays now;
        left out: those of `opened`. `spent_ms`: the think time that each player has used.
        """
        newest = self.setup.lobby
        if opened.game == newest.name and (opened.rules != newest.rules or len(opened.names) != len(self.setup.names)):
            return self.begin()
        work, held = Transaction(self.setup, self.state), tuple(steps)
        work.resume(
            opened,
            held,
            len(held) if number is None else number,
            abandoned=abandoned,
            machines=opened.machines if machines is None else machines,
            spent_ms=spent_ms or {},
        )
        work.settle()
        self.state = work.state
        told = self._told_anew(work)
        return [*work.kept, *self._all_shown(), *told, *work.others, *work.questions()]

    def handle(self, given: Input) -> list[Effect]:
        """The effects of one input, in the order in which they must be carried out: what the journal keeps, the screens, the
        news, what leaves the table, the questions. Raises RuleError for a refused answer of an actor without a seat."""
        if isinstance(given, Gestured) and (passed := self._passed(given)) is not None:
            return [passed]
        work = Transaction(self.setup, self.state)
        if self.state.announced and _is_press(given):
            work.state = structs.replace(work.state, announced=False)
        match given:
            case Gestured():
                work.advance(given.at)
                self._key(work, given)
            case SeatAnswered():
                work.advance(given.at)
                work.by = "touch"
                self._tap(work, given)
            case Answered():
                work.advance(given.at)
                work.answered(given.actor, given.number, given.move)
            case HintGiven() | PromiseGiven() | ReviewGiven():
                work.thought(given)
            case Ticked(at):
                work.advance(at)
                work.tick(at)
            case PhonesAway():
                work.phones_away(given)
            case PageGiven(place):
                if place is None or place == passes_to(self.setup, self.state):
                    work.state = structs.replace(work.state, holder=place)
            case _:
                assert_never(given)
        return self._settled(work, getattr(given, "place", None))

    def _settled(self, work: Transaction, urgent: Place | None = None) -> list[Effect]:
        """The transaction counts: its effects, in order. `urgent`: as in `shows`."""
        before = self._in_front()
        work.settle()
        # All look at the page together.
        if work.state.holder is not None and (
            any(own.recap is not None for own in work.state.places) or work.state.position.is_open
        ):
            work.state = structs.replace(work.state, holder=None)
        self.state = work.state
        return [
            *work.kept,
            *self.shows(urgent),
            *work.news(),
            *(now for now in self._in_front() if now not in before),
            *work.others,
            *work.questions(),
        ]

    def _passed(self, given: Gestured) -> Passed | None:
        """A key for a layer of the app: no countdown and no announcement is touched by it."""
        layer = self.layers.front(self.at(given.place))
        if not isinstance(layer, OutsideLayer) or given.gesture in LIFTING:
            return None
        return Passed(layer.name, given.place, given.gesture)

    def _key(self, work: Transaction, given: Gestured) -> None:
        place, gesture, now = given.place, given.gesture, given.at
        layer = self.layers.front(work.at(place))
        work.pressed(place, gesture, now)
        if gesture in LIFTING:
            work.set(place, lifted=gesture == "lift")
            return
        work.set(place, finger=None)
        move = layer.key(work, place, gesture, now)
        if move is not None:
            work.attempt(place, lambda: layer.answer(work, place, move, now))

    def _tap(self, work: Transaction, given: SeatAnswered) -> None:
        """An answer by touch: a whole move. It counts only for the question and the position that its player saw."""
        place, move, now = given.place, given.move, given.at
        work.pressed(place, "middle", now)
        if given.to == data.POINT:
            work.point(place, given.number, move)
            return
        layer, asked = self.layers.front_for_touch(work.at(place))
        try:
            if given.to == data.NOTICE:
                check(data.READ, move)
                if given.number == work.state.number + 1:
                    work.read_all(place)
                else:
                    work.read_notice(place)  # what came last has not been seen
                self._close_advice(work, place)
                return
            if given.number != work.state.number + 1:
                raise RuleError(STALE)
            in_front = layer is layers.GAME_LAYER
            if given.to == data.PROMISE and in_front:
                work.ask_estimate(place, move)
                return
            has_menu = layer in layers.HAS_MENU
            if given.to == data.MENU and has_menu and (menu := layers.touch_menu(work.at(place))) is not None:
                check(menu, move)
                layers.GAME_LAYER.answer_menu(work, place, move, now)
                return
            if given.to != asked.to or asked.prompt is None:
                raise RuleError(STALE)
            if layer is not layers.GAME_LAYER:
                check(asked.prompt, move)  # the game's own check says more
        except RuleError as refusal:
            work.notice(str(refusal), (place,))
            return
        work.read_all(place)
        self._close_advice(work, place)
        work.attempt(place, lambda: layer.answer(work, place, move, now))

    def _close_advice(self, work: Transaction, place: Place) -> None:
        """Close a hint that was read beside the board, as a notice is closed."""
        if work.state.advice_at(place) is not None:
            work.set(place, dialog=structs.replace(work.own(place).dialog, page=None))

    @property
    def deadline(self) -> float | None:
        """When a `Ticked` is due, in seconds on the clock of the gestures; None: the table waits for no time."""
        state = self.state
        ends = [brief.until for own in state.places for brief in (own.flash, own.cheer) if brief is not None]
        countdowns = [one.deadline for one in (state.proposal, state.clock) if one is not None]
        return min((*ends, *(end for end in countdowns if end is not None)), default=None)

    def look(self, place: Place, to: Literal["page", "menu", "die"], at: float) -> list[Show]:
        """The player who is to throw turns from the die to the pages of the game or to its menu, or back."""
        work = Transaction(self.setup, self.state)
        dialog = work.own(place).dialog
        match to:
            case "page":
                work.set(place, dialog=structs.replace(dialog, page=0))
            case "menu":
                layers.GAME_LAYER.key(work, place, "back", at)
            case "die":
                work.set(place, dialog=structs.replace(dialog, page=None, menu=None))
            case _:
                assert_never(to)
        self.state = work.state
        return self.shows(place)

    def put_back(self, before: TableState, at: float) -> None:
        """The journal refused what led here from `before`: everything is as it was then, with all that was half entered, and
        every screen must be shown again (`shows`). Who was asked to agree has the whole time again."""
        self.state = before
        self.restart_countdown(at)
        self._shown.clear()
        self._parts.clear()

    def restart_countdown(self, at: float) -> None:
        """A whole countdown of a proposal for everybody from `at` on, since nobody could answer until then."""
        proposal = self.state.proposal
        if proposal is not None:
            timeout = started_timeout(len(self.state.opened.names), at)
            self.state = structs.replace(self.state, proposal=structs.replace(proposal, timeout=timeout))

    def run_clock(self, at: float, *, runs: bool) -> list[Effect]:
        """Let think time pass from `at` on, or stop it for everybody. Repeating it does no harm."""
        clock = self.state.clock
        if clock is None or runs == (clock.since is not None):
            return []
        work = Transaction(self.setup, self.state)
        work.state = structs.replace(self.state, clock=clock.released(at) if runs else clock.at_time(at).held())
        work.settle()
        self.state = work.state
        return [*self.shows(), *work.news()]

    def note_round(self, left: TimeLeft | None) -> None:
        """So much is left of the round of a tournament in which the game is played; `shows` has the screens that show it."""
        if left != self.state.round_left:
            self.state = structs.replace(self.state, round_left=left)

    def open_game(self, opened: Opened) -> list[Effect]:
        """Open this game in the place of the lobby. Raises RuleError if there is none, or if it does not take the options."""
        if not self.state.position.in_lobby:
            raise RuleError("A game is played here already.")
        work = Transaction(self.setup, self.state)
        work.open(opened)
        work.refresh()
        return self._settled(work)

    def notify(self, text: str, places: Iterable[Place] | None = None) -> list[Show]:
        """A sentence to be read on every screen, or on some."""
        work = Transaction(self.setup, self.state)
        work.notice(text, places)
        self.state = work.state
        return self.shows()

    def refresh(self) -> list[Effect]:
        """Every screen, the public view, the recap that is read, and the question to chance if it is to act."""
        work = Transaction(self.setup, self.state)
        work.refresh()
        return [*self._all_shown(), *self._told_anew(work), *work.questions()]

    def seated(self, seat: Seat) -> Seated:
        """All that a seat has seen for which the machine thinks."""
        return seated(self.state.position, seat)

    # What is seen

    def shows(self, urgent: Place | None = None) -> list[Show]:
        """The places that show something else since it was asked last. `urgent`: the place that this answers; its screen comes
        first."""
        changed = []
        state = self.state
        pointed = state.pointed
        for place in sorted(self.setup.places, key=lambda one: one != urgent):
            at = At(self.setup, state, place)
            of_app, cover = self.layers.of_app(at), at.cover
            parts = (
                state.places[place],
                state.position,
                state.proposal,
                state.clock,
                state.awaited,
                state.away,
                state.late,
                state.stand_ins,
                state.round_left,
                cover,
                pointed,
                at.waits_for,
            )
            before = self._parts.get(place, ())
            if before and before[0] == of_app and all(map(is_, parts, before[1:])):
                continue
            self._parts[place] = (of_app, *parts)
            layer = self.layers.front(at)
            # A device below a notice or the rules takes the place of the board beside them.
            waits = (state.awaited, state.away, state.late, state.stand_ins, at.pointed, at.waits_for)
            made_from = (layer.name, bool(of_app), state.places[place].cheer, cover, *waits, *layer.made_from(at))
            if not _same(self._shown.get(place), made_from):
                self._shown[place] = made_from
                changed.append(Show(place, urgent=place == urgent))
        return changed

    def _all_shown(self) -> list[Show]:
        self._shown.clear()
        self._parts.clear()
        return self.shows()

    def screen(self, place: Place) -> Screen:
        """What is on the screen of a place."""
        at = self.at(place)
        screen = self.layers.front(at).screen(at)
        return Screen(screen.marks, at.own.cheer is not None and at.own.cheer.left % 2 == 1)

    def looks(self) -> Screen:
        """What somebody who looks on sees of the game, on a screen."""
        return compose(Dialog(), lambda _: self.state.position.drawing(None))

    def front(self, place: Place) -> str:
        """The name of the layer that is in front of a place."""
        return self.layers.front(self.at(place)).name

    def data(self, place: Place) -> bytes:
        """What a touch interface shows of a place, as JSON: the board and what is asked, or the device that is in front of it."""
        at = self.at(place)
        below, front = self.layers.front_for_touch(at)[0], self.layers.front(at)
        if not isinstance(below, OutsideLayer):
            return data.seat_bytes(self.seat_moment(place))
        return data.device_bytes(place, front.screen(at), below.words(at) if front is below else "")

    def seat_moment(self, place: Place) -> SeatMoment:
        """What a touch interface shows of a place: what is in front of it, and the board beside."""
        at = At(self.setup, self.state, place)
        own, position = at.own, at.position
        layer, asked = self.layers.front_for_touch(at)
        in_front = layer is layers.GAME_LAYER
        shown, game = position.state, position.game
        return SeatMoment(
            place=place,
            number=position.number + 1,
            title=game.title,
            view=position.view(at.seat),
            names=self.state.player_names,
            places=position.opened.places,
            asked=asked,
            event=self._event(at),
            notice="\n".join(filter(None, (*own.unread, self._hint(at)))),
            menu=layers.touch_menu(at) if layer in layers.HAS_MENU else None,
            recap=None if own.recap is None else recap_shown(self.state),
            lifts=self.setup.secrecy == "lift",
            covered=at.cover == COVERED,
            waits_for=at.waits_for,
            promising=_weighed(at),
            promise=own.estimate,
            sheet=None
            if game.sheet is None
            else game.sheet.data(position.own_options(at.seat), position.view(at.seat)),
            awaited="" if self.state.awaited is None else self.state.awaited.turn,
            pointed=at.pointed,
            pointed_words="".join(at.pointed_words()),
            offers=layers.offers(at) if in_front else None,
            absent=self.state.absent,
            handed_over=position.handed_over,
            levels=(self.setup.games[shown.chosen] if isinstance(shown, Lobby) else game).level_words(),
            round_left="" if self.state.round_left is None else self.state.round_left.text,
        )

    def _event(self, at: At) -> str:
        """What a place reads of the game: what is proposed, which round is over while it reads about that and the game goes on,
        or the last event."""
        if self.state.proposal is not None:
            return public_sentence(self.state.proposal, self.state.player_names)
        recap = None if at.own.recap is None or at.position.over else at.position.recap
        return at.position.event if recap is None else f"{recap.title} is over."

    def _hint(self, at: At) -> str:
        """The hint that is read at a place; empty if none is. One that is covered on the screen is not sent as a sentence."""
        advice, page = self.state.advice_at(at.place), at.own.dialog.page
        if advice is None or page is None or page != advice_page(at):
            return ""
        return HINT_ELSEWHERE if self.setup.secrecy == "lift" and not advice.review else advice.words

    def _in_front(self) -> tuple[RecapShown | PassShown | PointedShown | WaitShown, ...]:
        """What stands in front of the game on the pages, at what somebody points, and for whom the machine waits."""
        state, to = self.state, passes_to(self.setup, self.state)
        name = "" if to is None else state.opened.names[state.opened.places.index(to)]
        shown = None if state.played_on else recap_shown(state)
        waits = WaitShown(waiting_for(state.delaying, state.opened.names))
        return RecapShown(shown), PassShown(to, name), pointed_shown(state), waits

    # The position

    @property
    def game(self) -> AnyGame:
        """The game that is open, the lobby included, by the rules by which it was begun."""
        return self.state.position.game

    def prompt(self, place: Place) -> Prompt | None:
        """What a place is asked: by the game, or what comes next once it is over."""
        return self.state.position.question(self.state.seat_at(place))

    def confirm_question(self, place: Place, move: Move) -> str | None:
        """The sentence that asks whether a move made with keys is meant; None for nearly every move."""
        return self.state.position.confirm_question(self.state.seat_at(place), move)

    def at(self, place: Place) -> At:
        """The table as one of its places sees it."""
        return At(self.setup, self.state, place)

    def _first_lobby(self, known_names: tuple[str, ...]) -> TableState:
        opened = lobby.first_lobby(self.setup.names, known_names)
        work = Transaction(self.setup, fresh_state(self.setup, first_position(self.setup, opened), known_names))
        work.ask_all()
        return work.state

    def _told_anew(self, work: Transaction) -> list[Effect]:
        """Everything public, for pages that were just opened."""
        news: list[Effect] = [one for one in work.news() if not isinstance(one, ClockShown)]
        news += [one for one in self._in_front() if one not in NOTHING_IN_FRONT]
        if self.state.clock is not None:
            news.append(public_clock(self.state))
        return news


NOTHING_IN_FRONT: Final = (RecapShown(None), PassShown(), PointedShown(None), WaitShown())


def recap_shown(state: TableState) -> dict[str, Any] | None:
    """The finished round for the web pages, as long as any player reads it."""
    recap = state.position.recap
    if recap is None or all(own.recap is None for own in state.places):
        return None
    return as_json(recap, state.opened.names)


def pointed_shown(state: TableState) -> PointedShown:
    """For the pages, at what somebody points."""
    pointed, position = state.pointed, state.position
    if pointed is None or position.game.points is None:
        return PointedShown(None)
    names = position.opened.names
    words = "".join(position.game.points.words(position.view(PUBLIC), pointed.place, names))
    return PointedShown(pointed, pointing(names[pointed.seat], words))


def entries(effects: Iterable[Effect]) -> list[JournalEntry]:
    """What the journal is asked to keep, in order."""
    return [effect.entry for effect in effects if isinstance(effect, Append)]


def _weighed(at: At) -> tuple[str, ...]:
    """The names of the moves whose estimate the player at a place may ask for now."""
    asked = at.position.question(at.seat)
    if asked is None or "worth" not in at.position.helps_now(at.seat):
        return ()
    return tuple(name for name in move_names(asked) if at.position.game.weighs({"move": name}))


def _is_press(given: Input) -> bool:
    return isinstance(given, SeatAnswered) or (isinstance(given, Gestured) and given.gesture not in NO_PRESS)


def _same(one: tuple[Any, ...] | None, other: tuple[Any, ...]) -> bool:
    """Whether both hold the same values; the same frozen object needs no comparison."""
    return (
        one is not None
        and len(one) == len(other)
        and all(a is b or (isinstance(a, str | tuple) and a == b) for a, b in zip(one, other, strict=True))
    )
