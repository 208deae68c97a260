"""All that a table is at one moment, as one frozen value, and all that follows from it.

`TableState` has three parts: a `Position` (what the journal holds of the open game, the lobby included), a `PlaceState` for each
place (what that player enters, reads, and has not read yet), and what a restart forgets: the open proposal, and the think time
that passes.

Invariant: everything that an input changes is in this value. A caller whose journal refuses an entry puts the old value back.

What follows from a position alone (who acts, the view of each seat, what each seat is asked, the last event) is computed at most
once and kept in the Position itself. It cannot go stale: the memo lives in the object that holds the only values it depends on,
and these are frozen. Whoever goes back to an earlier state goes back to its memo.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, structs

from companion.core.game import Announcement, AnyGame, Event, Result, Step
from companion.core.prompt import Choose, Move, Option, Prompt, is_secret
from companion.core.recap import Recap
from companion.core.screen import Rendering
from companion.core.seat import CHANCE, PUBLIC, Actor, Observer, Place, Seat, all_places, all_seats, each_seat
from companion.core.words import listed
from companion.games.helps import Helps, asked_back, options_with
from companion.table import draws, lobby
from companion.table.agreement import Proposal
from companion.table.clock import OFF, ThinkTime, clock_setting, whole_time
from companion.table.draws import Material, RepeatedReports
from companion.table.effects import Awaited, MachineSeat, Opened, Pointed, Seen
from companion.table.lobby_rules import Lobby
from companion.ui.editor import Dialog
from companion.ui.screens import COVERED, HOLD, Bookmark, Secrecy, TimeLeft, sentence_pages

PRESS_OK: Final = "Press OK when read"
REVIEW: Final = "review"
"""The move that asks for the review of a game that is over; nothing is played by it."""
ROLL: Final[Move] = {"move": "roll"}
OLDER_RULES_HELP: Final = (
    "This version of the companion plays this game by newer rules, and the moves made so far may not fit them. Abandoned, the "
    "game stays in the list of finished games as far as it was played, and a new one can begin."
)


class TableSetup(Struct, frozen=True):
    """What does not change as long as a table exists.

    `games`: all that can be opened by name, the lobby included. `names`: the table's own for its places, in the lobby's order.
    `box`: the players draw tiles and cards from their own box. `switchable`: the lobby can switch the machine off.
    `phones`: the places that are phones, to which the lobby can give new codes. `new_seed`: gives a text of 128 random bits for a
    seat that the machine plays. `clock`: the think time until the lobby chooses another.
    `new_id`: gives a random UUID for each game that is opened.
    `own_throw`: how a player rolls otherwise than by the tap that throws the die, in a few words; empty: in no way.
    """

    games: dict[str, AnyGame]
    lobby: AnyGame
    names: tuple[str, ...]
    secrecy: Secrecy
    box: bool
    switchable: bool
    new_seed: Callable[[], str]
    phones: tuple[Place, ...] = ()
    clock: str = OFF
    own_throw: str = ""
    new_id: Callable[[], str] = str

    @property
    def places(self) -> tuple[Place, ...]:
        """All places of the table."""
        return all_places(len(self.names))

    def newest(self, name: str) -> AnyGame:
        """A game by its newest rules."""
        return self.games[name]


def table_setup(
    catalog: Sequence[AnyGame],
    names: tuple[str, ...],
    secrecy: Secrecy,
    material: Material,
    *,
    switchable: bool,
    new_seed: Callable[[], str],
    phones: Iterable[Place] = (),
    clock: str = OFF,
    own_throw: str = "",
    new_id: Callable[[], str] = str,
) -> TableSetup:
    """The setup of a table. Raises RuleError if no game of the catalog fits so few places."""
    own_phones = tuple(sorted(phones))
    the_lobby = lobby.make_lobby(tuple(catalog), names, clock, own_phones)
    return TableSetup(
        {game.name: game for game in (*catalog, the_lobby)},
        the_lobby,
        names,
        secrecy,
        box=material == "box",
        switchable=switchable,
        new_seed=new_seed,
        phones=own_phones,
        clock=clock,
        own_throw=own_throw,
        new_id=new_id,
    )


class Position(Struct, frozen=True, dict=True):
    """What the journal holds of the open game, which may be the lobby.

    `game`: by the rules by which it was begun; `is_newest`: they are those of this version. `box`: the players draw pieces from
    their own box. `state`: the game's own. `number`: how many entries the journal has of it. `steps`: the moves that count; a
    move that was taken back does not. `machines`: the seats that the machine plays now. `seen`: for each seat for which the
    machine may think all that it has seen, one view for each state of the game; empty for every other seat, and () where there is
    none. `reports`: what has been reported so far, while all players report their pieces again; the one thing here that the
    journal does not hold.
    """

    game: AnyGame
    opened: Opened
    options: Any
    state: Any
    number: int = 0
    steps: tuple[Step, ...] = ()
    machines: tuple[MachineSeat, ...] = ()
    seen: tuple[tuple[Seen, ...], ...] = ()
    reports: RepeatedReports | None = None
    is_newest: bool = True
    box: bool = False

    def with_seen(self, seen: tuple[tuple[Seen, ...], ...]) -> "Position":
        """The same with all that was seen. Nothing that is computed here depends on it."""
        after = structs.replace(self, seen=seen)
        after.__dict__.update(self.__dict__)
        return after

    def shown_to(self, seat: Seat | None) -> tuple[Any, ...]:
        """What the screens of a seat follow from. What another one reports again is no part of it."""
        reports = None if self.reports is None else self.reports.by_seat[seat] if seat is not None else ()
        return (self.opened, self.machines, self.state, self.number, reports)

    # Who plays

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return all_seats(len(self.opened.names))

    @cached_property
    def machine_seats(self) -> tuple[Seat, ...]:
        """The seats that the machine plays."""
        return tuple(machine.seat for machine in self.machines)

    @cached_property
    def machine_places(self) -> tuple[Place, ...]:
        """The places of the seats that the machine plays."""
        return tuple(self.opened.places[seat] for seat in self.machine_seats)

    @cached_property
    def _seat_of_place(self) -> dict[Place, Seat]:
        return {place: seat for seat, place in each_seat(self.opened.places) if seat not in self.machine_seats}

    def seat_at(self, place: Place) -> Seat | None:
        """The seat that is played from a place; None for a spectator, and where the machine plays."""
        return self._seat_of_place.get(place)

    def is_handed_over(self, place: Place) -> bool:
        """Whether the machine plays at a place for somebody who can take the seat back."""
        if place not in self.machine_places:
            return False
        return self.opened.places.index(place) in self.handed_over

    @property
    def handed_over(self) -> tuple[Seat, ...]:
        """The seats that the machine plays for somebody who can take them back."""
        from_start = [machine.seat for machine in self.opened.machines]
        return tuple(seat for seat in self.machine_seats if seat not in from_start)

    # How it stands

    @cached_property
    def acting(self) -> tuple[Actor, ...]:
        """Who may move now, as in every view."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether no more moves can be made in the open game."""
        return not self.acting

    @property
    def in_lobby(self) -> bool:
        """Whether the lobby is open."""
        return self.opened.game == lobby.NAME

    @property
    def is_older(self) -> bool:
        """Whether the open game was begun by older rules, and is not over: it does not go on, and any player can abandon it."""
        return not self.is_newest and not self.over

    @cached_property
    def awaits_report(self) -> bool:
        """Whether players now report what they drew from their own box."""
        return self.box and not self.is_older and draws.reporter(self.game, self.state) is not None

    @cached_property
    def result(self) -> Result | None:
        """How the open game ended; None before its end, and for a lobby."""
        return None if self.in_lobby or not self.over else self.game.result(self.state)

    @cached_property
    def recap(self) -> Recap | None:
        """The round that was finished last; None before, and in a game without rounds."""
        return self.game.recap(self.state)

    # What is seen and asked

    @cached_property
    def _views(self) -> dict[Observer, Any]:
        return {}

    def view(self, observer: Observer) -> Any:
        """What a seat, or the public, may know."""
        if observer not in self._views:
            self._views[observer] = self.game.view(self.state, observer)
        return self._views[observer]

    @property
    def is_open_phase(self) -> bool:
        """Whether the game says that nobody needs a secret now."""
        return self.view(PUBLIC).phase in self.game.open_phases

    @cached_property
    def is_open(self) -> bool:
        """Whether nobody needs to see a secret of their own now: in phases of the game, and while those who are asked have none,
        such as the Decoder of Mastermind."""
        if self.awaits_report:
            return False
        asked = [actor for actor in self.acting if actor != CHANCE and actor not in self.machine_seats]
        return self.is_open_phase or (bool(asked) and not any(map(self.has_secret, asked)))

    def has_secret(self, seat: Seat | None) -> bool:
        """Whether a seat knows something that not all may know, or is asked for such a thing."""
        asked = self.question(seat)
        if asked is not None and is_secret(asked):
            return True
        return bool(structs.replace(self.view(seat), seat=PUBLIC) != self.view(PUBLIC))

    def announcement(self, before: "Position") -> Announcement | None:
        """What the game announces to everybody about its last move, made in the position `before`; None for nearly every move."""
        announce = self.game.announce
        if announce is None:
            return None
        return announce(self.options, before.view(PUBLIC), self.steps[-1], self.view(PUBLIC), self.opened.names)

    @cached_property
    def event(self) -> str:
        """What happened last, in one sentence for everybody."""
        if self.is_older:
            return self.older_sentence
        return self.game.describe(self.options, self.view(PUBLIC), self.opened.names)

    def ending(self, seat: Seat | None) -> str:
        """How a game that is over ended, as the player of a seat reads it; empty before its end, and where its pages say so."""
        if not self.over or self.in_lobby or self.game.ending is None:
            return ""
        return self.game.ending(self.options, self.view(seat), self.opened.names)

    @property
    def older_sentence(self) -> str:
        """Why a game by older rules cannot be continued, and what to do."""
        title = self.game.title
        return f"This game of {title} was begun by older rules and cannot go on: abandon it, then begin a new one."

    @cached_property
    def _questions(self) -> dict[Seat | None, Prompt | None]:
        return {None: None}

    def question(self, seat: Seat | None) -> Prompt | None:
        """What a seat is asked: a move of the game, a report of what it drew, or what comes next once the game is over."""
        if seat not in self._questions:
            assert seat is not None, "a spectator is asked nothing"
            self._questions[seat] = self._asked(seat)
        return self._questions[seat]

    def _asked(self, seat: Seat) -> Prompt | None:
        if self.over:
            return self._next_game(seat)
        if self.is_older:
            end = Option({"move": "abandon"}, "End", "Abandon game")
            return Choose("Older rules", f"{self.older_sentence} {OLDER_RULES_HELP}", (end,), confirm=True)
        if self.awaits_report:
            return draws.report_prompt(self.game, self.state, self.reports, seat)
        return self.game.prompt(self.options, self.view(seat)) if seat in self.acting else None

    def _next_game(self, seat: Seat) -> Choose:
        """What each player is asked once the game is over: the same game again, its review, or the lobby."""
        reviewed = self.game.reviews and self.is_newest
        return Choose(
            self.drawing(seat).status,
            "The game is over. Play again: the same players and options."
            f"{' Short review: what luck brought, and what moves cost.' if reviewed else ''}"
            " Back to the lobby: change players, options or the game.",
            (
                Option({"move": "again"}, "Again", "Play again"),
                *((Option({"move": REVIEW}, "Review", "Short review"),) if reviewed else ()),
                Option({"move": "lobby"}, "Lobby", "Back to the lobby"),
            ),
        )

    @cached_property
    def chance(self) -> Prompt | None:
        """What chance is asked now; None if it is not, or while people report what they drew."""
        return None if self.awaits_report or self.is_older else self.game.ask(self.options, self.state, CHANCE)

    def helps(self, seat: Seat | None) -> Helps:
        """The helps that the player of a seat has switched on."""
        return self.opened.helps_of(seat)

    def helps_now(self, seat: Seat | None) -> Helps:
        """The helps that the player of a seat may use now: those switched on, while a move is asked for."""
        helps = self.helps(seat)
        return helps if helps and seat in self.acting and not self.awaits_report else ()

    def for_keys(self, seat: Seat | None) -> Prompt | None:
        """The question as keys answer it: with a step of confirmation for a player who may ask for an estimate there."""
        question = self.question(seat)
        return asked_back(self.game, question) if question is not None and "worth" in self.helps(seat) else question

    def own_options(self, seat: Seat | None) -> Any:
        """The options by which a seat is drawn and asked back: those of the game, with what its player has switched on."""
        return options_with(self.helps(seat), self.game, self.options)

    @cached_property
    def _drawings(self) -> dict[Observer, Rendering]:
        return {}

    def drawing(self, seat: Seat | None) -> Rendering:
        """The game as a seat, or a spectator, sees it, with nothing entered."""
        if seat not in self._drawings:
            names = self.opened.names
            self._drawings[seat] = self.game.render(self.own_options(seat), self.view(seat), names, None)
        return self._drawings[seat]

    def confirm_question(self, seat: Seat | None, move: Move) -> str | None:
        """The sentence that asks whether a legal move is meant, if the game asks so; else None."""
        doubt = self.game.confirm_question
        if doubt is None or seat is None or self.over or self.is_older or self.awaits_report:
            return None
        return doubt(self.own_options(seat), self.view(seat), move)

    def is_asked_for_roll(self, seat: Seat | None) -> bool:
        """Whether all that a seat is asked is to make a roll."""
        if seat is None or self.in_lobby or self.over:
            return False
        asked = self.question(seat)
        return isinstance(asked, Choose) and [option.move for option in asked.options] == [ROLL]

    def is_asked_to_roll(self, seat: Seat | None) -> bool:
        """Whether all that a seat is asked is to make one of several rolls."""
        asked = self.question(seat) if self.is_asked_for_roll(seat) else None
        return isinstance(asked, Choose) and asked.repeats


class Finger(Struct, frozen=True):
    """The player at a place points by touch, while the game has `number` entries: `move` may lack fields."""

    number: int
    move: Move


class Doubt(Struct, frozen=True):
    """A complete move that waits for confirmation: `question` in a sentence, and the move that ▶ makes. `from_menu`: it is an
    entry of the menu that is put to all, and not a move of the game."""

    question: str
    move: Move
    from_menu: bool = False


class Choice(Struct, frozen=True):
    """A question that the player at a place has opened from the menu, and that concerns nobody else: `question` is the title, the
    dialog has the list."""

    question: str
    dialog: Dialog


class Flash(Struct, frozen=True):
    """Words in the title of a screen until a time, in seconds on the table's clock: why a key did nothing, or that time is up."""

    text: str
    until: float


CHEER_SECONDS: Final = 0.3
"""How long each picture of a cheer stands."""


class Cheer(Struct, frozen=True):
    """A screen blinks, since a round or a game is over. `left`: pictures that still come; those of odd numbers are inverted.
    `until`: when the next one comes, in seconds on the table's clock."""

    left: int = 4
    until: float = 0.0

    def after(self, at: float) -> "Cheer | None":
        """The next picture, at its time; None: it is over."""
        return Cheer(self.left - 1, at + CHEER_SECONDS) if self.left > 1 else None


class Advice(Struct, frozen=True):
    """A hint in words, or a review in sentences, for the player at a place. It holds while the game has `number` entries."""

    number: int
    words: str
    review: tuple[str, ...] = ()


class Estimate(Struct, frozen=True):
    """What a move that is being entered promises, in words, for the player at a place who asked after `number` entries; without
    words while that is thought about. `by_keys`: it is the move that the keys of the place are about to make."""

    number: int
    move: Move
    words: str = ""
    by_keys: bool = True


MOST_NOTICES: Final = 4
"""Sentences that wait to be read at a place. Who was away reads the newest ones."""


SINCE: Final = "Since your turn:"
MEANWHILE: Final = "While the machine played for you:"
LEFT_OUT: Final = "Earlier moves are left out."
SINCE_PAGES: Final = 3
"""Pages of a screen for what was done since a player's last turn."""
_SURELY_FITS: Final = 120
"""A text of so many letters fits on SINCE_PAGES pages however wide they are, so it is not laid out to find out."""
MOST_MISSED: Final = 20
"""Events that are kept for a player; SINCE_PAGES pages hold fewer."""


class PlaceState(Struct, frozen=True):
    """What the player at one place enters, reads, and has not read yet.

    `dialog`: with the game's question. `agreement`: with the proposal that all must agree on; None where this place is asked
    nothing about one. `choice`: an own question in front of the game. `doubt`: a whole move that is asked back. `notices`:
    sentences to be read, the oldest first. `recap`: the page of the finished round in front of the game. `reading`: where the
    player reads in the rules. `lifted`: the Secrecy screen is up. `flash`: words in the title for a moment. `cheer`: a round
    or a game has just ended. `advice`: the hint or review that was given last. `estimate`: what was asked last about a move.
    `finger`: at what was pointed by touch. `rolls`: which rolls are made without asking: "rest", all of several in a row;
    "throw", the one that was tapped for; or "own": the player throws by hand the one that was tapped for. `missed`: what the
    others did since the player was asked last, the oldest first; `since`: the same in one text, once the player is asked again,
    to be read after the notices. `follows`: the end of the last announcement, which says who does what next.
    """

    dialog: Dialog = Dialog()
    agreement: Dialog | None = None
    choice: Choice | None = None
    doubt: Doubt | None = None
    notices: tuple[str, ...] = ()
    recap: int | None = None
    reading: Bookmark | None = None
    lifted: bool = False
    flash: Flash | None = None
    cheer: Cheer | None = None
    advice: Advice | None = None
    estimate: Estimate | None = None
    finger: Finger | None = None
    rolls: Literal["", "rest", "throw", "own"] = ""
    missed: tuple[Event, ...] = ()
    since: str = ""
    follows: str = ""

    @property
    def unread(self) -> tuple[str, ...]:
        """What is to be read, the first of it first."""
        return (*self.notices, self.since) if self.since else self.notices

    def noting(self, text: str) -> "PlaceState":
        """With one more sentence to be read. None stands there twice."""
        if not text or text in self.notices:
            return self
        return structs.replace(self, notices=(*self.notices, text)[-MOST_NOTICES:])

    def missing(self, event: Event) -> "PlaceState":
        """Something was done while this player was not asked."""
        return structs.replace(self, missed=(*self.missed, event)[-MOST_MISSED:])

    def moved_on(self) -> "PlaceState":
        """Another move is made: the end of an unread announcement, which says what follows, is out of date and goes."""
        if not self.follows:
            return self
        cut = (one.removesuffix(self.follows).rstrip() for one in self.notices)
        return structs.replace(self, notices=tuple(filter(None, cut)), follows="")

    def hearing(self, announced: Announcement) -> "PlaceState":
        """Something is announced to all. It is read after what the player missed before it, as things happened."""
        missed = [event.text for event in self.missed]
        before, text = structs.replace(self, missed=(), since="").noting(self.since), _latest((*missed, announced.text))
        # What follows is left out where it would take another page.
        if len(sentence_pages(all_of_it := f"{text} {announced.follows}")) == len(sentence_pages(text)):
            text = all_of_it
        # Of two alike, the last one is read in its place.
        kept = tuple(one for one in before.notices if one != text)
        return structs.replace(before, notices=kept, follows=announced.follows).noting(text)

    def told_missed(self) -> "PlaceState":
        """The player is asked, and reads first what was done meanwhile, unless all of it stays in sight."""
        read = structs.replace(self, missed=()) if self.missed else self
        if all(event.stays for event in self.missed):
            return read
        return structs.replace(read, since=_latest([event.text for event in self.missed], SINCE))

    def left(self) -> "PlaceState":
        """The player leaves the seat to the machine, or comes back. What is unread is kept with what is missed from now on."""
        unread = (Event(text.removeprefix(SINCE).strip()) for text in self.unread)
        return structs.replace(self, recap=None, notices=(), since="", missed=(*unread, *self.missed)[-MOST_MISSED:])

    def missed_meanwhile(self) -> str:
        """What was done while the machine played for this player; empty: nothing."""
        return _latest([event.text for event in self.missed], MEANWHILE) if self.missed else ""

    def has_acted(self) -> "PlaceState":
        """The player makes a move: what was done before need not be read any more."""
        return structs.replace(self, missed=(), since="") if self.missed or self.since else self


def _latest(sentences: Sequence[str], title: str = "") -> str:
    """These sentences in one text, below a title; of too many, the oldest are left out."""
    lines, before = sentences, title
    while (
        len(text := f"{before} {' '.join(lines)}".strip()) > _SURELY_FITS
        and len(sentence_pages(text)) > SINCE_PAGES
        and len(lines) > 1
    ):
        lines, before = lines[1:], f"{title} {LEFT_OUT}".strip()
    return text


class Needed(NamedTuple):
    """The places that a running game needs. `acting`: those of them that it asks for a move; `asked`: those that all others wait
    for to agree; `names`: of those who play, in the order of `playing`. The machine needs no device."""

    playing: tuple[Place, ...] = ()
    acting: tuple[Place, ...] = ()
    asked: tuple[Place, ...] = ()
    names: tuple[str, ...] = ()


class TableState(Struct, frozen=True):
    """`known_names`: the names that players can choose from. `proposal`: what all must agree on now. `announced`: the event line
    has an announcement. `clock`: the think time of the open game; None where there is none. `away`: the places whose phone is
    not connected; `awaited`: whom of them the game waits for; `late`: as in `PhonesAway`. `stand_ins`: the places for which the
    machine plays until their phone is back, as all others have agreed, in the next game, too. `holder`: the player
    who has the page that several share; None: nobody said. `round_left`: what is left of the round of a tournament in which the
    game is played. `played_on`: somebody has made a move since the last round ended, so the pages show the game again."""

    position: Position
    places: tuple[PlaceState, ...]
    known_names: tuple[str, ...] = ()
    proposal: Proposal | None = None
    announced: bool = False
    clock: ThinkTime | None = None
    away: tuple[Place, ...] = ()
    awaited: Awaited | None = None
    late: tuple[Place, ...] = ()
    stand_ins: tuple[Place, ...] = ()
    holder: Place | None = None
    round_left: TimeLeft | None = None
    played_on: bool = False

    @property
    def returned(self) -> tuple[Place, ...]:
        """The places whose player is back and has the seat again as soon as nothing is proposed."""
        over = self.position.over or self.proposal is not None
        return () if over else tuple(place for place in self.stand_ins if place not in self.away)

    @property
    def missed(self) -> tuple[Place, ...]:
        """The places for which something can be done, since their players' phones are away: in a game of those whom it asks, and
        for whom the machine does not play; in the lobby of all who sit."""
        now = self.game_state
        if isinstance(now, Lobby):
            return tuple(place for place in self.late if place in now.people)
        return tuple(place for place in self.late if place in self.needed.acting and place not in self.stand_ins)

    @property
    def absent(self) -> dict[Place, str]:
        """What the lobby says of those who sit and whose phones are away."""
        now = self.game_state
        gone = [place for place in self.late if isinstance(now, Lobby) and place in now.people]
        return {place: "the machine plays until back" if place in self.stand_ins else "phone is away" for place in gone}

    @property
    def present(self) -> frozenset[Seat]:
        """The seats that are asked what all must agree on: not those of the machine, nor those whose phone is away, nor in the
        lobby those where nobody has joined."""
        now = self.game_state
        there = set(map(Seat, now.people)) if isinstance(now, Lobby) else set(self.position.seats)
        away = {self.seat_at(place) for place in self.away}
        return frozenset(there - set(self.machine_seats) - away)

    def name_at(self, place: Place) -> str:
        """What the player at a place of the open game is called, or who sits there in the lobby."""
        return self.player_names[self.opened.places.index(place)]

    @property
    def opened(self) -> Opened:
        """The open game, as the journal has it."""
        return self.position.opened

    @property
    def options(self) -> Any:
        """Of the open game, as it reads them."""
        return self.position.options

    @property
    def game_state(self) -> Any:
        """Of the open game."""
        return self.position.state

    @property
    def number(self) -> int:
        """How many entries the journal has of the open game."""
        return self.position.number

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves that count."""
        return self.position.steps

    @property
    def machines(self) -> tuple[MachineSeat, ...]:
        """The seats that the machine plays now."""
        return self.position.machines

    @property
    def machine_seats(self) -> tuple[Seat, ...]:
        """The same by their numbers."""
        return self.position.machine_seats

    def seat_at(self, place: Place) -> Seat | None:
        """As `Position.seat_at`."""
        return self.position.seat_at(place)

    @property
    def delaying(self) -> tuple[Seat, ...]:
        """Who has not read the last announcement, where the next move is the machine's: it waits for them for a while."""
        if not self.position.acting or any(actor not in self.machine_seats for actor in self.position.acting):
            return ()
        return self.unread_by

    @property
    def unread_by(self) -> tuple[Seat, ...]:
        """The people who have a sentence to read."""
        people = ((seat, place) for seat, place in each_seat(self.opened.places) if self.seat_at(place) is not None)
        return tuple(seat for seat, place in people if self.places[place].notices)

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the seats of the game are called; in the lobby, the names that the players have chosen there."""
        names, state = self.opened.names, self.game_state
        if not isinstance(state, Lobby):
            return names
        return tuple(own or name for own, name in zip(state.names, names, strict=True))

    @property
    def needed(self) -> Needed:
        """Which places the open game needs now; none between games."""
        position, places, machines = self.position, self.opened.places, self.machine_seats
        if position.in_lobby or position.over:
            return Needed()
        people = tuple(place for seat, place in each_seat(places) if seat not in machines)
        acting = tuple(places[actor] for actor in position.acting if actor != CHANCE and actor not in machines)
        asked = () if self.proposal is None else tuple(map(places.__getitem__, self.proposal.waiting))
        return Needed(people, acting, asked, tuple(self.opened.names[places.index(place)] for place in people))

    @property
    def pointed(self) -> Pointed | None:
        """At what somebody points now while a move is made; None: nobody, or at nothing."""
        position = self.position
        if position.game.points is None:
            return None
        for seat in position.acting:
            if seat != CHANCE and (place := position.game.points.place(self._so_far(seat))) is not None:
                return Pointed(seat, place)
        return None

    def _so_far(self, seat: Seat) -> Move:
        """What a seat has entered openly of its move, by touch or by keys."""
        own = self.places[self.opened.places[seat]]
        if own.finger is not None and own.finger.number == self.number:
            return own.finger.move
        return (own.dialog.draft and own.dialog.draft.so_far) or {"move": ""}

    def advice_at(self, place: Place) -> Advice | None:
        """The hint or review that holds now at a place; None if there is none."""
        advice = self.places[place].advice
        return advice if advice is not None and advice.number == self.number else None


def sharing(setup: TableSetup, state: TableState) -> tuple[Place, ...]:
    """The players who share one page, of whom only one at a time may see secrets; none between games, and where one is alone."""
    if setup.secrecy != "pass":
        return ()
    people = tuple(place for place in state.needed.playing if place not in setup.phones)
    return people if len(people) > 1 else ()


def passes_to(setup: TableSetup, state: TableState) -> Place | None:
    """The player to whom the page must be given now: the next who is asked, clockwise, once the one who has it is asked nothing.
    None: to nobody; also while all read the end of a round, or are to agree."""
    people = sharing(setup, state)
    if not people or state.position.is_open:
        return None
    asked = [place for place in people if state.position.question(state.seat_at(place)) is not None]
    holder = state.holder if state.holder in people else None
    together = state.proposal is not None or any(own.recap is not None for own in state.places)
    if not asked or together or holder in asked:
        return None
    return min(asked, key=lambda place: (place - (-1 if holder is None else holder) - 1) % len(setup.names))


class At(NamedTuple):
    """A table as one of its places sees it."""

    setup: TableSetup
    state: TableState
    place: Place

    @property
    def own(self) -> PlaceState:
        """The state of the place."""
        return self.state.places[self.place]

    @property
    def position(self) -> Position:
        """The open game."""
        return self.state.position

    @property
    def seat(self) -> Seat | None:
        """The seat that is played from the place; None for a spectator."""
        return self.state.position.seat_at(self.place)

    @property
    def cover(self) -> str:
        """What stands on the cover of this place's secrets; empty: they are in sight."""
        setup, state = self.setup, self.state
        if setup.secrecy == "lift":
            return "" if self.own.lifted else HOLD
        if self.place not in sharing(setup, state):
            return ""
        if self.position.is_open:
            return COVERED if self.position.is_open_phase or self.position.has_secret(self.seat) else ""
        is_held = self.place == state.holder and passes_to(setup, state) is None
        return "" if is_held else COVERED

    @property
    def waits_for(self) -> str:
        """For whom a player waits who has read how a round ended: for those who are to move and still read it; at a shared page,
        for all who still read it; and for whom the machine waits with its move. Empty: for nobody."""
        places, position = self.state.places, self.position
        shares, acting = self.place in sharing(self.setup, self.state), position.acting
        if self.own.recap is not None or (self.seat in acting and not shares):
            return ""
        read = (seat for seat, place in each_seat(position.opened.places) if places[place].recap is not None)
        reading = [seat for seat in read if shares or seat in acting] or list(self.state.delaying)
        if self.seat in reading:
            return PRESS_OK
        return waiting_for(reading, position.opened.names)

    @property
    def pointed(self) -> Pointed | None:
        """At what another player points now."""
        pointed = self.state.pointed
        return None if pointed is None or pointed.seat == self.seat else pointed

    def pointed_words(self) -> tuple[str, str]:
        """The same as the player at the place calls it, as in `Pointing`; empty where nobody points at anything."""
        pointed, points = self.pointed, self.position.game.points
        if pointed is None or points is None:
            return "", ""
        return points.words(self.position.view(self.seat), pointed.place, self.position.opened.names)


def waiting_for(seats: Iterable[Seat], names: tuple[str, ...]) -> str:
    """Who has something to read yet, as a title; empty: nobody."""
    waiting = listed(names[seat] for seat in seats)
    return waiting and f"Waiting for {waiting}"


def first_position(setup: TableSetup, opened: Opened) -> Position:
    """Where a game begins."""
    seats = len(opened.names)
    game = setup.newest(opened.game)
    options = game.read_options(opened.options, seats)
    return Position(game, opened, options, game.setup(options, seats), machines=opened.machines, box=setup.box)


def fresh_state(setup: TableSetup, position: Position, known_names: tuple[str, ...]) -> TableState:
    """A table where nobody has done anything yet, before any place has its question."""
    setting = clock_setting(position.opened.clock)
    clock = None if setting is None else whole_time(setting, len(position.opened.names))
    return TableState(position, (PlaceState(),) * len(setup.names), known_names, clock=clock)
