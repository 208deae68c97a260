"""What an input changes: a transaction begins with a state, is worked on by one layer or one actor, and ends with another state
and its effects.

Invariants. If the input is refused, nothing has changed: whoever works on a transaction raises RuleError, and its state is
dropped. A position changes if and only if there is an Append; reports that are given again are the one exception. Screens are not
commanded: what a place shows follows from the state that the transaction leaves (`Table.shows`).
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, assert_never

from msgspec import structs, to_builtins

from companion.core.errors import JournalError, RuleError
from companion.core.game import Announcement, AnyGame, Event, Step
from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import ChancePrompt, Move, allows_part, check
from companion.core.seat import CHANCE, PUBLIC, Actor, Place, Seat, all_seats, each_place, each_seat
from companion.core.words import lower_first
from companion.table import draws, lobby, lobby_rules
from companion.table.agreement import (
    AFTER_NO,
    Proposal,
    ProposalKind,
    before_last_move,
    ended_sentence,
    proposal_question,
    public_sentence,
    silence_sentence,
    started_timeout,
)
from companion.table.clock import ThinkTime, is_up, with_kept
from companion.table.effects import (
    Abandoned,
    Append,
    AskChance,
    AskHint,
    AskPromise,
    AskReview,
    DrawsCorrected,
    DropPromise,
    Effect,
    EventLine,
    HandedOver,
    HintGiven,
    MachineSeat,
    Moved,
    NewCode,
    Opened,
    PhonesAway,
    PromiseGiven,
    Publish,
    RememberName,
    ReviewGiven,
    SeatsSwapped,
    SwitchOff,
    TakenBack,
    Throw,
    TimeUp,
)
from companion.table.help import asked_machine, see_move, with_all_seen
from companion.table.lobby_rules import SWAP, Lobby
from companion.table.pages import advice_page, estimate_page, move_to_weigh
from companion.table.seat_clocks import asked_seats, public_clock, running_seats
from companion.table.state import (
    REVIEW,
    ROLL,
    Advice,
    At,
    Cheer,
    Estimate,
    Finger,
    Flash,
    PlaceState,
    Position,
    TableSetup,
    TableState,
    first_position,
    fresh_state,
)
from companion.ui.editor import Dialog, asked, rebased

DEAD_KEY_SECONDS: Final = 1.5
"""How long the title says why a key did nothing."""
TIME_IS_UP: Final = "Time is up"
TIME_IS_UP_SECONDS: Final = 4
LONGEST_LOBBY: Final = 500
"""Entries of a lobby in the journal. Players who choose for long make some dozens."""
THINKING: Final = "The machine thinks about a hint: one moment."
COUNTING: Final = "The machine counts what is possible: one moment."
REVIEWING: Final = "The machine goes through the game: one moment."
NO_HINT: Final = "The machine found no answer: ask once more. If that does not help, play on without it."
NO_REVIEW: Final = "The machine could not review this game: the page Finished games may have it."
NO_ESTIMATE: Final = "You did not switch on Worth of a move, or the machine cannot weigh this move."
_RECENT: Final = 40
"""Moves that are looked at after a restart for what was done since each player's last one."""
_EARLY: Final = 1e-6
"""Seconds by which a timer may run early."""


class _Done(NamedTuple):
    """A move that was made, and what it did. `announced`: everybody has read it."""

    actor: Actor
    event: Event | None
    announced: bool


class Transaction:
    """`state`: what the table will be. `by`: how the answer came that is worked on; the only place where keys and touch
    differ."""

    def __init__(self, setup: TableSetup, state: TableState) -> None:
        self.setup = setup
        self.state = state
        self.by: Literal["keys", "touch"] = "keys"
        self._before = state
        self._kept: list[Effect] = []
        self._others: list[Effect] = []
        self._lines: list[Effect] = []
        self._did: list[str] = []
        self._time_up: list[Place] = []
        self._event: str | None = None
        self._asks = False
        self._says = state.announced

    # Reading and writing the state

    def at(self, place: Place) -> At:
        """The table as one of its places sees it now."""
        return At(self.setup, self.state, place)

    def own(self, place: Place) -> PlaceState:
        """The state of a place."""
        return self.state.places[place]

    def advance(self, at: float) -> None:
        """Set the clock of the inputs to `at`."""
        clock = self.state.clock
        if clock is not None:
            self.state = structs.replace(self.state, clock=clock.at_time(at))

    def set(self, place: Place, **fields: Any) -> None:
        """Change the state of a place. Nothing is changed where every value is the same."""
        own = self.own(place)
        if any(getattr(own, name) is not value for name, value in fields.items()):
            self._put(place, structs.replace(own, **fields))

    def _put(self, place: Place, own: PlaceState) -> None:
        if own != self.own(place):
            places = self.state.places
            self.state = structs.replace(self.state, places=(*places[:place], own, *places[place + 1 :]))

    def notice(self, text: str, places: Iterable[Place] | None = None) -> None:
        """A sentence to be read on some screens, or on all. Where the machine plays, nobody would read it."""
        for place in self.setup.places if places is None else places:
            if place not in self.state.position.machine_places:
                self._put(place, self.own(place).noting(text))

    def read_notice(self, place: Place, rest: str = "") -> None:
        """The first of what is unread has been read, but for the rest."""
        own = self.own(place)
        if own.notices:
            self.set(place, notices=(*filter(None, (rest,)), *own.notices[1:]))
        else:
            self.set(place, since=rest)

    def read_all(self, place: Place) -> None:
        """All that was unread stood beside the board, and has been read."""
        self.set(place, notices=(), since="")

    def flash(self, place: Place, text: str, until: float) -> None:
        """What the title of a screen says until a time."""
        self.set(place, flash=Flash(text, until))

    def seat(self, place: Place) -> Seat:
        """The seat of a place at which somebody plays."""
        seat = self.state.seat_at(place)
        assert seat is not None, "a spectator is asked nothing"
        return seat

    def attempt(self, place: Place, act: Callable[[], None]) -> None:
        """Call `act` for the player at a place. If it is refused, all its changes are undone, and the player reads the reason."""
        state, event, asks = self.state, self._event, self._asks
        lists: tuple[list[Any], ...] = (self._kept, self._others, self._lines, self._did)
        lengths = [len(one) for one in lists]
        try:
            act()
        except RuleError as refusal:
            self.state, self._event, self._asks = state, event, asks
            for one, length in zip(lists, lengths, strict=True):
                del one[length:]
            self.notice(str(refusal), (place,))

    # Moves

    def answered(self, actor: Actor, number: int, move: Move) -> None:
        """Move `number` of an actor without keys. Raises RuleError for a stale or refused one."""
        if number != self.state.number + 1:
            raise RuleError(f"That answers move {number}, and the table is at move {self.state.number + 1}.")
        self.play(actor, move)

    def play(self, actor: Actor, move: Move) -> None:
        """Make a move. Raises RuleError if it is refused."""
        position = self.state.position
        if position.over:
            self._after_last_move(actor, move)
        elif position.is_older:
            self._abandon_older(actor, move)
        elif position.awaits_report:
            self._report(actor, move)
        else:
            prompt = position.chance if actor == CHANCE else position.question(actor)
            if position.in_lobby and move.get("move") == SWAP:
                raise RuleError("Seats are swapped only where the other player agrees.")
            after = position.game.answer(position.state, actor, move, prompt)
            self._legal(actor, move, after)

    def _legal(self, actor: Actor, move: Move, game_state: Any) -> None:
        """Make a legal move that leads to `game_state`. Raises RuleError if it starts a game that these players cannot play."""
        before = self.state
        if isinstance(game_state, Lobby) and game_state.started:
            # The lobby does not know whether the game takes these options with these players. So ask the game first.
            self._chosen_game(game_state)
        number, steps = before.number + 1, (*before.steps, (actor, move))
        clock, spent_ms = before.clock, 0
        if clock is not None and actor != CHANCE:
            clock, spent_ms = clock.with_whole_turn(actor), clock.spent_ms(actor)
        position = structs.replace(before.position, state=game_state, number=number, steps=steps)
        announced = position.announcement(before.position)
        said = None if announced is None else str(announced)
        position = see_move(before.position, position, announced=said is not None)
        self.state = structs.replace(before, position=position, clock=clock)
        if actor == CHANCE:
            for place, own in each_place(self.state.places):
                if own.rolls in ("throw", "own"):
                    self.set(place, rolls="")
        proposal = before.proposal
        if proposal is not None and (position.over or proposal.kind == "take_back"):
            # The proposal was about the position before this move.
            self._propose(None)
        self._show_recap(before.position, actor)
        self.ask_all()
        self._after_lobby_move(before)
        self._say_levels(before, actor)
        if actor != CHANCE:
            for place in self.setup.places:
                self._put(place, self.own(place).moved_on())
        if announced is not None:
            self._announce(announced)
        did = _event(
            position.game, position.options, before.position.view(PUBLIC), position.view(PUBLIC), position.opened.names
        )
        self._tell_missed(before.position, actor, None if said else did)
        if did is not None:
            self._did.append(did.once or did.text)
        self._kept.append(Append(Moved(number, actor, move, spent_ms), position.result))
        self._remember_names()
        self._start_chosen()
        self._shorten_lobby()
        self.refresh(said or "")

    def _announce(self, said: Announcement) -> None:
        """Everybody reads this, and before it what was missed."""
        for place in self.setup.places:
            if place not in self.state.position.machine_places:
                self._put(place, self.own(place).hearing(said))
        self._note_for_absent(Event(said.text))
        self.state = structs.replace(self.state, announced=True)

    def _tell_missed(self, before: Position, actor: Actor, did: Event | None) -> None:
        """Who is asked from now on reads what the others did meanwhile, unless that was announced or stays in sight."""
        position = self.state.position
        if did is not None:
            self._note_for_absent(did)
        if position.over or position.recap != before.recap:
            self._miss_again([])  # the end of a game, or of a round, is told by itself
            return
        self._note_missed(actor, did, None if did is None else did.out)
        if did is not None and did.out is not None:
            self.notice(did.text, (position.opened.places[did.out],))
        if did is not None and did.own:
            # What luck brought to a player's move is told to that player.
            maker = did.seat if actor == CHANCE else actor
            assert maker is not None, "an answer to a move has a maker"
            self.notice(did.own, (position.opened.places[maker],))
        self._tell_asked(before.acting)

    def _miss_again(self, recent: list[_Done]) -> None:
        """After a restart, or a move that was taken back: what was done since each player's last move is read again."""
        for place in self.state.opened.places:
            if not self.state.position.is_handed_over(place):
                self._put(place, self.own(place).has_acted())
        for done in recent:
            self._note_missed(done.actor, None if done.announced else done.event)
        self._tell_asked()

    def _note_missed(self, actor: Actor, did: Event | None, told: Seat | None = None) -> None:
        """The maker of a move has seen everything; all other people have missed what it did. The seat `told` reads it at once,
        so it has missed nothing."""
        position = self.state.position
        for seat, place in each_seat(position.opened.places):
            own = self.own(place)
            if seat in position.machine_seats:
                continue
            if seat == actor:
                self._put(place, own.has_acted())
            elif did is not None and seat not in (did.seat, told):
                self._put(place, own.missing(did))

    def _note_for_absent(self, did: Event) -> None:
        """People for whom the machine plays miss everything, also what it does in their name."""
        for place in self.state.position.machine_places:
            if self.state.position.is_handed_over(place):
                self._put(place, self.own(place).missing(did))

    def _tell_asked(self, before: tuple[Actor, ...] = ()) -> None:
        """Whoever is asked now, and was not `before`, reads what was missed."""
        position = self.state.position
        for seat, place in each_seat(position.opened.places):
            if seat in position.acting and seat not in before and seat not in position.machine_seats:
                self._put(place, self.own(place).told_missed())

    def _show_recap(self, before: Position, actor: Actor) -> None:
        """A move closes the recap for its maker. If it finished a round, all players get the recap of that round. What was told
        before the end of a round or game needs no reading any more."""
        position = self.state.position
        if actor != CHANCE:
            self.set(position.opened.places[actor], recap=None)
        ended = position.recap is not None and position.recap != before.recap
        if ended or actor != CHANCE:
            self.state = structs.replace(self.state, played_on=position.recap is not None and not ended)
        if ended:
            self._recap_for(position.seats)
        if (ended or position.over) and not position.in_lobby:
            for seat, place in each_seat(position.opened.places):
                if seat not in position.machine_seats:
                    self.set(place, cheer=Cheer())
            for place in self.setup.places:
                self.set(place, notices=())

    def _recap_for(self, seats: tuple[Seat, ...]) -> None:
        """The first page of the finished round in front of these seats, as far as people play them, and of no other."""
        position = self.state.position
        places = {position.opened.places[seat] for seat in seats} - {*position.machine_places}
        for place in self.setup.places:
            self.set(place, recap=0 if place in places else None)

    def ask_all(self) -> None:
        """Every place gets its question. What a player reads or has half entered stays as long as the same is asked."""
        position = self.state.position
        for place in self.setup.places:
            own, question = self.own(place), position.for_keys(position.seat_at(place))
            draft = own.dialog.draft
            if position.in_lobby and draft is not None and question is not None and own.doubt is None:
                # A choice of one player asks all players anew. They stay where they are in the lists, or in what they read.
                self.set(place, dialog=structs.replace(own.dialog, draft=rebased(draft, question)))
                continue
            dialog = asked(own.dialog, question)
            if dialog is own.dialog:
                continue
            reading = own.reading if position.in_lobby else None
            doubt = own.doubt if own.doubt is not None and own.doubt.from_menu else None
            self.set(place, dialog=dialog, reading=reading, doubt=doubt)

    # One game after another

    def open(self, opened: Opened) -> None:
        """Open a game, or a lobby. A game gets an id, and each seat of the machine a seed of its own. Raises RuleError for
        options that the game does not take."""
        machines = tuple(structs.replace(machine, seed=self.setup.new_seed()) for machine in opened.machines)
        named = "" if opened.game == lobby.NAME else self.setup.new_id()
        opened = structs.replace(opened, machines=machines, id=named)
        before = self.state
        position = with_all_seen(first_position(self.setup, opened))
        fresh = fresh_state(self.setup, position, before.known_names)
        self.state = structs.replace(fresh, stand_ins=before.stand_ins)
        self.ask_all()
        self._kept.append(Append(opened))
        if not position.in_lobby:
            for place in before.stand_ins:
                if place in opened.places:
                    self._hand_over_absent(place)

    def _how_it_ended(self) -> str:
        """Of the game that is over, in a few words for everybody, as in "Ann wins 9 to 4"."""
        return self.state.position.drawing(PUBLIC).status

    def to_lobby(self) -> None:
        """Open the lobby, with the players and the choices of the game that is open now. It tells how that ended: who opens the
        lobby may be the only one who has read it."""
        state, setup = self.state, self.setup
        last = self._how_it_ended() if state.position.over else ""
        self.open(lobby.lobby_after(state.opened, setup.names, state.known_names, setup.clock, last))

    def _end(self, seat: Seat, said: str, *, agreed: bool) -> None:
        """End a game that is not over, as all who were asked have agreed, and open the lobby. Everybody reads it there,
        but for who has ended it alone."""
        position, opened = self.state.position, self.state.opened
        self._kept.append(Append(Abandoned(position.number + 1), position.game.result(position.state)))
        machines = {machine.seat for machine in opened.machines}
        self.to_lobby()
        people = (one for one in each_seat(opened.places) if one[0] not in machines and (agreed or one[0] != seat))
        self.notice(said, [place for _, place in people])
        self.refresh(said)

    def _abandon_older(self, actor: Actor, move: Move) -> None:
        """It cannot go on, so one player decides alone. Raises RuleError for any other move."""
        position = self.state.position
        question = None if actor == CHANCE else position.question(actor)
        if question is None:
            raise RuleError(position.older_sentence)
        check(question, move)
        assert actor != CHANCE, "chance is asked nothing"
        self._end(actor, f"{position.opened.names[actor]} has ended the game.", agreed=False)

    def _after_last_move(self, actor: Actor, move: Move) -> None:
        """Open what a player chooses once the game is over; a review is asked for without a move. Raises RuleError for any other
        move."""
        question = None if actor == CHANCE else self.state.position.question(actor)
        if question is None:
            raise RuleError("The game is over.")
        check(question, move)
        opened = self.state.opened
        assert move["move"] != REVIEW, "the layer asks for it"
        assert actor != CHANCE, "chance is asked nothing"
        if move["move"] == "lobby":
            self.to_lobby()
            said = f"{opened.names[actor]} has opened the lobby."
        else:
            last = self._how_it_ended()
            self.open(structs.replace(opened, rules=self.setup.newest(opened.game).rules, order=""))
            said = f"{opened.names[actor]} begins the same game again. Last game: {last}."
        self.refresh(said)  # The others were still looking at the result.

    def _start_chosen(self) -> None:
        """Open the game that was chosen in a lobby that is over."""
        chosen = self.state.game_state
        if isinstance(chosen, Lobby) and chosen.started:
            self.open(self._chosen_game(chosen))

    def _chosen_game(self, chosen: Lobby) -> Opened:
        """The game that was chosen in a lobby. Raises RuleError if these players cannot play it by these options."""
        game = self.setup.newest(chosen.chosen)
        opened = lobby.chosen_game(chosen, game, self.setup.names)
        if opened.machines and self.setup.box and game.box is not None:
            raise RuleError(
                f"The machine cannot draw from your own box, so it cannot play {game.title} here: take it away from the table, "
                'or set material = "screens" below [table].'
            )
        return opened

    def _shorten_lobby(self) -> None:
        """A long lobby goes on as a new one that begins as it stands, so that neither a move nor a start of the table costs more
        the longer it lasts. The screens stay as they are, and no move of a lobby is ever taken back."""
        now, position = self.state.game_state, self.state.position
        if not isinstance(now, Lobby) or position.number < LONGEST_LOBBY:
            return
        opened = lobby.lobby_from(now, self.setup.names)
        options = position.game.read_options(opened.options, len(opened.names))
        short = structs.replace(position, opened=opened, options=options, number=0, steps=())
        self.state = structs.replace(self.state, position=short)
        self._kept.append(Append(opened))

    def _remember_names(self) -> None:
        """Keep the names that were entered in the lobby for the first time."""
        now, known = self.state.game_state, self.state.known_names
        if isinstance(now, Lobby) and (new := tuple(name for name in now.known if name not in known)):
            self.state = structs.replace(self.state, known_names=(*known, *new))
            self._kept += [RememberName(name) for name in new]

    # Pieces from the players' own box

    def _report(self, actor: Actor, move: Move) -> None:
        """Take a report as the move of chance that it is. Raises RuleError if this actor was not asked for it."""
        position = self.state.position
        question = None if actor == CHANCE else position.question(actor)
        if actor == CHANCE or question is None:
            raise RuleError("Somebody else tells what was drawn.")
        check(question, move)
        if position.reports is not None:
            self._report_again(position.reports.adding(actor, move), actor)
            return
        prompt = position.game.chance(position.state)
        try:
            after = position.game.answer(position.state, CHANCE, move, prompt)
        except RuleError:
            self._contradiction()
        else:
            self._legal(CHANCE, move, after)

    def _report_again(self, reports: draws.RepeatedReports, seat: Seat) -> None:
        """Keep a repeated report; when all are there, correct the history of the game."""
        before = self.state.position
        position = structs.replace(before, reports=reports)
        self.state = structs.replace(self.state, position=position)
        if not draws.all_have_reported(position.game, position.state, reports):
            place = position.opened.places[seat]
            self.set(place, dialog=asked(self.own(place).dialog, position.for_keys(seat)))
            return
        found = draws.corrected(position.game, position.options, position.state, position.steps, reports)
        if found is None:
            self._contradiction()
            return
        number = position.number + 1
        position = structs.replace(position, state=found.state, number=number, steps=found.steps, reports=None)
        self.state = structs.replace(self.state, position=with_all_seen(position))
        self._show_recap(before, CHANCE)
        self.ask_all()
        self._kept.append(Append(DrawsCorrected(number, found.steps), position.result))
        self.refresh()

    def _contradiction(self) -> None:
        """The reports contradict each other: tell everybody, and ask all players to report their pieces again."""
        position = self.state.position
        again = structs.replace(position, reports=draws.none_yet(len(position.seats)))
        self.state = structs.replace(self.state, position=again)
        self.ask_all()
        sentence = draws.conflict(position.game)
        self.notice(sentence)
        self.publish(sentence)

    def point(self, place: Place, number: int, move: Move) -> None:
        """The player at a place points by touch at what this part of a move names, or at nothing any more. What points at nothing
        on the table is not kept, and nobody is told."""
        position, seat = self.state.position, self.state.seat_at(place)
        points, asked_of = position.game.points, position.question(seat)
        part = None if points is None or number != position.number + 1 else points.place(move)
        if part is None or asked_of is None or not allows_part(asked_of, part):
            self.set(place, finger=None)
        else:
            self.set(place, finger=Finger(position.number, part))

    # What all must agree on

    def propose(self, place: Place, kind: ProposalKind, at: float, of_place: Place | None = None) -> None:
        """Ask all other players. `of_place`: the place that it is about, as in `Proposal`. Raises RuleError if another proposal
        is open, or if the move cannot be taken back."""
        seat, open_one = self.seat(place), self.state.proposal
        if open_one is not None:
            raise RuleError(f"{self.state.player_names[open_one.proposer]}'s question is still open. Answer it first.")
        if kind == "take_back":
            self._before_last_move(seat)
        timeout = started_timeout(len(self.state.opened.names), at)
        about = None if of_place is None else Seat(self.state.opened.places.index(of_place))
        self._put_to_all(Proposal(kind, seat, timeout, unasked=self._unasked(kind, seat, of_place), about=about))

    def agree(self, place: Place) -> None:
        """A player says yes."""
        proposal = self.state.proposal
        assert proposal is not None, "only an open proposal is answered"
        self._put_to_all(proposal.with_yes(self.seat(place)))

    def refuse(self, place: Place, word: str) -> None:
        """A player says no, or the proposer withdraws (`cancel`): the others are told, and nothing changes."""
        proposal, name = self.state.proposal, self.state.player_names[self.seat(place)]
        assert proposal is not None, "only an open proposal is answered"
        others = [one for one in self._places_asked() if one != place]
        self._propose(None)
        did = "has withdrawn the question" if word == "cancel" else f"does not agree: {AFTER_NO[proposal.kind]}"
        told = f"{name} {did}."
        self.notice(told, others)
        self._lines.append(EventLine(told, happened=False))

    def _put_to_all(self, proposal: Proposal) -> None:
        """Show a proposal to all who are asked; carry it out if all have agreed. A move that cannot be taken back any more stays,
        and everybody is told why."""
        if proposal.waiting:
            self._propose(proposal)
            return
        names, places = self.state.player_names, self.state.opened.places
        silence = silence_sentence(proposal, names)
        place = None if proposal.about is None else places[proposal.about]
        self._propose(None)
        match proposal.kind:
            case "switch_off":
                self._others.append(SwitchOff(silence))
            case "new_code":
                assert place is not None, "a new code is for a place"
                self._others.append(NewCode(place, silence))
            case "stand_in":
                assert place is not None, "the machine plays for a place"
                self._stand_in(place)
            case "leave_out":
                assert place is not None, "a place is left out"
                self._leave_out(place, silence)
            case "swap":
                assert place is not None, "seats are swapped with a place"
                self._swap(proposal.proposer, place, silence)
            case "abandon":
                self._end(proposal.proposer, ended_sentence(proposal, names), agreed=bool(proposal.agreed))
            case "take_back":
                try:
                    self._take_back(proposal, silence)
                except RuleError as refusal:
                    self.notice(str(refusal))
            case _:
                assert_never(proposal.kind)

    def _swap(self, seat: Seat, other: Place, silence: str) -> None:
        """Two players of the lobby swap seats. What each of them has not read goes along; what they were entering is dropped."""
        position, here = self.state.position, self.state.opened.places[seat]
        names = self.state.player_names
        unread = {here: self.own(other).notices, other: self.own(here).notices}
        move = {"move": SWAP, "seat": other}
        after = position.game.answer(position.state, seat, move, position.question(seat))
        for place, notices in unread.items():
            self._put(place, PlaceState(notices=notices))
        self._legal(seat, move, after)
        self._others.append(SeatsSwapped(here, other))
        said = f"{silence} {names[seat]} and {names[other]} have swapped seats.".strip()
        self.notice(said, unread)
        self.say(said)

    def _take_back(self, proposal: Proposal, silence: str) -> None:
        steps, before = self._before_last_move(proposal.proposer)
        position = self.state.position
        numbers = range(position.number + 1, position.number + 1 + len(position.steps) - len(steps))
        seen = tuple(views[: len(steps) + 1] for views in position.seen)
        position = structs.replace(position, state=before, number=numbers[-1], steps=steps, seen=seen)
        self.state = structs.replace(self.state, position=position)
        self.ask_all()
        *_, recent = _replayed(position.game, position.opened, steps)
        self._miss_again(recent)
        told = f"{silence} {position.opened.names[proposal.proposer]}'s last move is taken back.".strip()
        self.notice(told, position.opened.places)
        self._note_for_absent(Event(told))
        self._kept += [Append(TakenBack(number)) for number in numbers]
        self.refresh()

    def _before_last_move(self, seat: Seat) -> tuple[tuple[Step, ...], object]:
        now = self.state.position
        names = now.opened.names
        return before_last_move(now.game, now.options, now.state, now.steps, names, seat, now.machine_seats)

    def _unasked(self, kind: ProposalKind, proposer: Seat, of_place: Place | None) -> tuple[Seat, ...]:
        """The seats that need not agree. Of two who swap seats, nobody else is asked."""
        if kind == "swap":
            return tuple(seat for seat in self.state.position.seats if seat not in (proposer, of_place))
        return tuple(seat for seat in self.state.position.seats if seat not in self.state.present | {proposer})

    def _places_asked(self) -> list[Place]:
        """The places at which a proposal is in front of the game."""
        return [place for place, own in each_place(self.state.places) if own.agreement is not None]

    def _propose(self, proposal: Proposal | None) -> None:
        """Open, change or close the proposal in front of all who are asked. A player's entry stays as long as the same is
        asked."""
        begins_or_ends = (proposal is None) != (self.state.proposal is None)
        self.state = structs.replace(self.state, proposal=proposal)
        asked_of = (
            {} if proposal is None else dict(zip(self.state.opened.places, self.state.position.seats, strict=True))
        )
        for place in self.setup.places:
            seat, own = asked_of.get(place), self.own(place)
            if proposal is None or seat is None or seat in proposal.unasked:
                agreed = None
            else:
                agreed = asked(own.agreement or Dialog(), proposal_question(proposal, seat))
            # A held key must not go on scrolling in a list that comes back into sight later.
            dialog = structs.replace(own.dialog, scrolling=()) if begins_or_ends else own.dialog
            rolls = "" if proposal is not None and own.rolls == "rest" else own.rolls
            self._put(place, structs.replace(own, agreement=agreed, dialog=dialog, rolls=rolls))

    def _after_lobby_move(self, before: TableState) -> None:
        """A player who joins or leaves ends the proposal, since other players would have to be asked."""
        proposal, was, now = self.state.proposal, before.game_state, self.state.game_state
        if proposal is None or not isinstance(was, Lobby) or not isinstance(now, Lobby):
            return
        changed = sorted(set(was.people) ^ set(now.people))
        if changed:
            places, name = self._places_asked(), self.state.player_names[changed[0]]
            self._propose(None)
            did = "has sat down" if changed[0] in now.people else "has left"
            self.notice(f"{name} {did}: {AFTER_NO[proposal.kind]}.", places)

    def _say_levels(self, before: TableState, actor: Actor) -> None:
        """Who chooses another game reads which machine plays it at a level of another name, and so does everybody."""
        was, now = before.game_state, self.state.game_state
        if not isinstance(was, Lobby) or not isinstance(now, Lobby) or was.chosen == now.chosen or actor == CHANCE:
            return
        levels = {one.place: one.level for one in was.machines}
        names, game = lobby_rules.place_names(now, self.setup.names), self.setup.newest(now.chosen)
        said = " ".join(
            f"{game.title} has no level {levels[one.place]}, so {names[one.place]} plays at {one.level}: "
            f"it {lower_first(game.level_words()[one.level])}"
            for one in now.machines
            if one.place in levels and levels[one.place] != one.level
        )
        if said:
            self.notice(said, (Place(actor),))
            self.say(said)

    def pressed(self, place: Place, gesture: Gesture, at: float) -> None:
        """A key or a tap at a place shows that its player is there: the minute of silence begins anew, and what the screen
        shows for a moment goes away. A repeat of a held key shows nothing."""
        if gesture in REPEATS:
            return
        self.set(place, flash=None, cheer=None)
        proposal, seat = self.state.proposal, self.state.seat_at(place)
        if proposal is not None and seat is not None and seat not in proposal.unasked:
            self.state = structs.replace(self.state, proposal=proposal.with_key(seat, at))

    def tick(self, at: float) -> None:
        """It is `at`: what screens show for a moment goes, the countdown shows another number, and the players who were silent
        to its end agree."""
        for place, own in each_place(self.state.places):
            if own.flash is not None and own.flash.until <= at + _EARLY:
                self.set(place, flash=None)
            if own.cheer is not None and own.cheer.until <= at + _EARLY:
                self.set(place, cheer=own.cheer.after(at))
        proposal = self.state.proposal
        if proposal is None:
            return
        silent = proposal.at_time(at)
        for seat in silent.silent[len(proposal.silent) :]:
            # The question was not in sight, so nobody agrees to it by silence: it is shown for a whole minute first.
            place = self.state.opened.places[seat]
            shown = self.own(place).agreement
            if shown is not None and (shown.page is not None or shown.menu is not None):
                self.set(place, agreement=structs.replace(shown, page=None, menu=None))
                proposal = proposal.with_key(seat, at)
        after = proposal.at_time(at)
        if after.agreed != proposal.agreed:
            self._put_to_all(after)
        else:
            self.state = structs.replace(self.state, proposal=after)

    # Who plays a seat

    def hand_over(self, place: Place, level: str) -> None:
        """The machine plays the seat of a place from now on. Raises RuleError where it cannot."""
        seat, position = self.seat(place), self.state.position
        if len(position.machines) + 1 == len(position.seats):
            raise RuleError("All other seats are the machine's already, and one person has to play.")
        if self.setup.box and position.game.box is not None:
            raise RuleError("The machine cannot draw from your own box, so it cannot play this seat.")
        machines = sorted((*position.machines, MachineSeat(seat, level, self.setup.new_seed())), key=_seat_of)
        words = position.game.level_words()[level]
        how = ", as well as it can." if level == position.game.level_names()[-1] else f" and {lower_first(words)}"
        self._with_machines(place, tuple(machines), f"The machine plays for {position.opened.names[seat]} now{how}")

    def take_seat(self, place: Place) -> None:
        """Whoever has handed a seat over plays it again. Raises RuleError where the seat is nobody's: only the seat of a person
        is ever taken back, so nobody sees the secrets of a seat that the machine has had from the start."""
        position = self.state.position
        if not position.is_handed_over(place):
            raise RuleError("The machine has played this seat from the start, so its secrets are its own.")
        seat = position.opened.places.index(place)
        machines = tuple(machine for machine in position.machines if machine.seat != seat)
        missed = self.own(place).missed_meanwhile()
        self._with_machines(place, machines, f"{position.opened.names[seat]} plays again, not the machine.")
        self.set(place, missed=(), notices=(missed,) if missed else ())

    def _with_machines(self, place: Place, machines: tuple[MachineSeat, ...], said: str) -> None:
        position = self.state.position
        if position.over:
            raise RuleError("The game is over.")
        if self.state.proposal is not None:
            raise RuleError("Something is proposed, and not all have answered: answer that first.")
        number = position.number + 1
        position = with_all_seen(structs.replace(position, number=number, machines=machines))
        self.state = structs.replace(self.state, position=position)
        self._put(place, self.own(place).left())
        self.ask_all()
        self.notice(said, [one for one in position.opened.places if one != place])
        self._kept.append(Append(HandedOver(number, machines, position.steps)))
        self.refresh(said)

    def _stand_in(self, place: Place) -> None:
        """The machine plays for somebody whose phone is away, until it is back; in the lobby, from the next game on."""
        if self.state.position.in_lobby:
            said = f"The machine plays for {self.state.name_at(place)} in the next game, until the phone is back."
            self.notice(said)
            self.say(said)
        elif not self._hand_over_absent(place):
            return
        self.state = structs.replace(self.state, stand_ins=(*self.state.stand_ins, place))

    def _hand_over_absent(self, place: Place) -> bool:
        """The machine plays the seat as well as it can. Everybody reads it where it cannot."""
        try:
            self.hand_over(place, self.state.position.game.level_names()[-1])
        except RuleError as refusal:
            self.notice(str(refusal))
            return False
        return True

    def _leave_out(self, place: Place, silence: str) -> None:
        """Somebody whose phone is away leaves the lobby. A seat without a panel gets a new code, by which any phone can
        take it."""
        position, seat, name = self.state.position, Seat(place), self.state.name_at(place)
        after = position.game.answer(position.state, seat, {"move": "leave"}, position.question(seat))
        self._legal(seat, {"move": "leave"}, after)
        self.say(f"{silence} {name} is left out: the seat is free.".strip())
        if place in self.setup.phones:
            self._others.append(NewCode(place, ""))

    def phones_away(self, given: PhonesAway) -> None:
        """Note which phones are away. Who is back has the seat again that the machine has played meanwhile. Who has keys reads
        where to find what can be done for somebody who stays away; touch has it in sight."""
        before = self.state.missed
        self.state = structs.replace(self.state, away=given.places, awaited=given.awaited, late=given.late)
        for place in given.places:
            self.set(place, finger=None)
        panels = [place for place in self.setup.places if place not in self.setup.phones]
        for place in self.state.missed:
            if place not in before and self.state.seat_at(place) is not None:
                self.notice(f"{self.state.name_at(place)}'s phone is away. Hold ● to see what can be done.", panels)
        for place in self.state.returned:
            self.state = structs.replace(
                self.state, stand_ins=tuple(one for one in self.state.stand_ins if one != place)
            )
            if self.state.position.is_handed_over(place):
                self.take_seat(place)

    # What the machine thinks for a person

    def ask_hint(self, place: Place) -> None:
        """The player at a place asks for a hint; everybody is told that. A hint that is still valid is shown again."""
        if self.state.advice_at(place) is not None:
            self._to_advice(place)
            return
        seat, opened = self.seat(place), self.state.opened
        helps, name = opened.helps_of(seat), opened.names[seat]
        hinted = "hint" in helps
        self.notice(THINKING if hinted else COUNTING, (place,))
        self._lines.append(
            EventLine(f"{name} asks for a hint." if hinted else f"{name} asks how much is still possible.")
        )
        self._others.append(AskHint(place, self.state.number, seat, helps))

    def ask_review(self, place: Place) -> None:
        """The player at a place asks for the review of the game that is over."""
        if self.state.advice_at(place) is not None:
            self._to_advice(place)
            return
        self.notice(REVIEWING, (place,))
        state = self.state
        self._others.append(AskReview(place, state.number, self.seat(place), state.opened, state.steps))

    def ask_estimate(self, place: Place, move: Move) -> None:
        """The player at a place asks for the estimate of a move; with keys it is the one that is being entered. A known one is
        shown at once. Raises RuleError where there is none to ask for."""
        seat, number, by_keys = self.seat(place), self.state.number, self.by == "keys"
        position, known = self.state.position, self.own(place).estimate
        asked_of = position.question(seat)
        if asked_of is None or "worth" not in position.helps_now(seat) or not position.game.weighs(move):
            raise RuleError(NO_ESTIMATE)
        check(asked_of, move)
        if known is not None and (known.number, known.move) == (number, move):
            self.set(place, estimate=structs.replace(known, by_keys=by_keys))  # it is known, or under way
            if by_keys and known.words:
                self._to_estimate(place)
            return
        self.set(place, estimate=Estimate(number, move, by_keys=by_keys))
        self._others.append(AskPromise(place, number, seat, move))

    def thought(self, given: HintGiven | PromiseGiven | ReviewGiven) -> None:
        """Show an answer of the process that thinks. It is dropped if the position has changed, or nobody waits for it any
        more."""
        place, state = given.place, self.state
        seat, here = state.seat_at(place), given.number == state.number
        match given:
            case HintGiven(words=words):
                if here and state.opened.helps_of(seat):
                    self._advise(place, Advice(state.number, words) if words else None, NO_HINT)
            case ReviewGiven(sentences=sentences):
                if here and state.position.over and seat is not None:
                    review = Advice(state.number, "\n".join(sentences), sentences) if sentences else None
                    self._advise(place, review, NO_REVIEW)
            case PromiseGiven(move=move, words=words):
                asked_of = self.own(place).estimate
                if asked_of is None or asked_of.words or (asked_of.number, asked_of.move) != (given.number, move):
                    return
                if not words:
                    self.set(place, estimate=None)
                    self.notice(NO_HINT, (place,))
                    return
                self.set(place, estimate=structs.replace(asked_of, words=words))
                if asked_of.by_keys:
                    self._to_estimate(place)
            case _:
                assert_never(given)

    def _advise(self, place: Place, advice: Advice | None, sorry: str) -> None:
        if advice is None:
            self.set(place, notices=_but_waiting(self.own(place).notices))
            self.notice(sorry, (place,))
            return
        self.set(place, advice=advice)
        self._to_advice(place)

    def _to_advice(self, place: Place) -> None:
        """Open the page of the hint or review, and remove the notice that it is being computed."""
        own = self.own(place)
        dialog = structs.replace(own.dialog, page=advice_page(self.at(place)), menu=None)
        self.set(place, dialog=dialog, notices=_but_waiting(own.notices))

    def _to_estimate(self, place: Place) -> None:
        page = estimate_page(self.at(place))
        self.set(place, dialog=structs.replace(self.own(place).dialog, page=page, menu=None))

    def _drop_stale_estimates(self) -> None:
        """Drop estimates of another position, and of moves that are not being entered any more."""
        for place, own in each_place(self.state.places):
            asked_of = own.estimate
            if asked_of is None or (
                asked_of.number == self.state.number
                and (not asked_of.by_keys or asked_of.move == move_to_weigh(self.at(place)))
            ):
                continue
            self.set(place, estimate=None)
            if not asked_of.words:
                self._others.append(DropPromise(place))

    # Going on after a restart

    def resume(
        self,
        opened: Opened,
        steps: tuple[Step, ...],
        number: int,
        *,
        abandoned: bool,
        machines: tuple[MachineSeat, ...],
        spent_ms: Mapping[Seat, int],
    ) -> None:
        """Go on with an open game: its screens, and the lobby or the chosen game if the journal ends between two games. Raises
        JournalError that names what cannot be replayed."""
        setup, game = self.setup, self._playable(opened)
        options, game_state, readers, recent = _replayed(game, opened, steps)
        newest = opened.rules == setup.newest(opened.game).rules
        position = with_all_seen(
            Position(game, opened, options, game_state, number, steps, machines, is_newest=newest, box=setup.box)
        )
        state = fresh_state(setup, position, self.state.known_names)
        clock = None if state.clock is None else with_kept(state.clock, spent_ms)
        self.state = structs.replace(state, clock=clock)
        if position.recap is not None:
            self._recap_for(readers)
            self.state = structs.replace(self.state, played_on=len(readers) < len(position.seats))
        self.ask_all()
        self._did += [done.event.once or done.event.text for done in recent if done.event is not None]
        self._miss_again(recent)
        for done in recent:
            if done.event is not None and not done.announced:
                self._note_for_absent(done.event)
        if abandoned:
            self.to_lobby()
        else:
            self._start_chosen()
        if self.state.position.is_older:
            self.notice(self.state.position.older_sentence, opened.places)
        self.refresh()

    def _playable(self, opened: Opened) -> AnyGame:
        """The game by the rules by which it was begun. Raises JournalError if this table cannot play it."""
        known = self.setup.games.get(opened.game)
        if known is None:
            raise JournalError(f"The journal holds a game {opened.game!r} that this version does not have.")
        game = known.by_rules(opened.rules)
        if game is None:
            raise JournalError(
                f"The journal holds {known.title} by rules {opened.rules}, and this version plays it by rules {known.rules}."
            )
        if max(opened.places) >= len(self.setup.names):
            seats, places = max(opened.places) + 1, len(self.setup.names)
            raise JournalError(f"The journal holds a game of {seats} seats, and the table has {places}.")
        return game

    # The end of an input

    def settle(self) -> None:
        """What follows without an input: rolls that need no asking, estimates that nobody waits for, and whose time passes."""
        self._drop_stale_estimates()
        while (place := self._next_roll()) is not None:
            self.play(self.seat(place), ROLL)
        self._run_clock()

    def _next_roll(self) -> Place | None:
        """The place whose next roll is made without asking; None if there is none."""
        if self.state.proposal is not None:
            return None
        return next(
            (
                place
                for place, own in each_place(self.state.places)
                if own.rolls == "rest"
                and own.choice is None
                and own.doubt is None
                and self.state.position.is_asked_to_roll(self.state.seat_at(place))
            ),
            None,
        )

    def _run_clock(self) -> None:
        """Let time pass for those who are asked now. A player whose time is up is told, unless a move came at the last moment."""
        before, clock = self._before, self.state.clock
        if clock is None:
            return
        running = running_seats(self.state)
        clock = clock.with_asked(asked_seats(self.state), running)
        self.state = structs.replace(self.state, clock=clock)
        self._time_up = _ended(before, self.state)
        for place in self._time_up:
            seat = self.state.seat_at(place)
            if seat in running and is_up(clock.left(seat)):
                self.flash(place, TIME_IS_UP, clock.now + TIME_IS_UP_SECONDS)

    def refresh(self, event: str = "") -> None:
        """The public view, and the question to chance or to the machine if one of them is to act. `event`: what the event line
        says; if empty, what happened last in the game."""
        self.publish(event)
        self._asks = True

    def publish(self, event: str = "") -> None:
        """What all may know. `event`: as in `refresh`."""
        self._event = event

    def say(self, event: str) -> None:
        """The event line says this, although no move was made."""
        self._lines.append(EventLine(event))

    @property
    def kept(self) -> list[Effect]:
        """What the journal is to keep."""
        return self._kept

    @property
    def others(self) -> list[Effect]:
        """What leaves the table after its screens."""
        return self._others

    def news(self) -> list[Effect]:
        """What everybody may know."""
        news: list[Effect] = []
        state = self.state
        event = "" if self._event is None and state.absent != self._before.absent else self._event
        if event is not None:
            opened = state.opened
            said_once = bool(event) and state.announced
            did = self._did or ([event] if event and not state.announced else [])
            news.append(
                Publish(
                    state.number,
                    to_builtins(state.position.view(PUBLIC)),
                    event or state.position.event,
                    opened.names,
                    opened.places,
                    state.machine_seats,
                    state.position.handed_over,
                    state.absent,
                    said_once=said_once,
                    did=tuple(did),
                    anew=opened is not self._before.opened,
                )
            )
        elif self._says and not state.announced and not self._lines:
            news.append(EventLine(state.position.event, happened=False))  # the announcement has been read
        news += self._lines
        was, now = self._before.proposal, state.proposal
        if now is not None and (was is None or now.waiting != was.waiting):
            news.append(EventLine(public_sentence(now, state.player_names), happened=False))
        elif was is not None and now is None and not news:
            news.append(EventLine(state.position.event, happened=False))
        if state.clock is not self._before.clock or state.opened is not self._before.opened:
            shown = public_clock(state)
            if shown != public_clock(self._before):
                news.append(shown)
        return [*news, *map(TimeUp, self._time_up)]

    def questions(self) -> list[Effect]:
        """What chance or the machine is asked."""
        if not self._asks:
            return []
        position = self.state.position
        chance: list[Effect] = []
        if position.chance is not None:
            chance.append(AskChance(position.number + 1, position.chance, throw(self.state)))
        return [*chance, *asked_machine(position)]


def throw(state: TableState) -> Throw:
    """Who throws the die that chance is asked for: anybody, where it is the machine's turn and the die needs a hand."""
    opened, position = state.opened, state.position
    first, name = opened.places[0], opened.names[0]
    seat = position.chance.thrower if isinstance(position.chance, ChancePrompt) else None
    if seat is None:
        return Throw(None, first, name)
    if seat in position.machine_seats:
        return Throw(None, first, name, opened.names[seat], unasked=True)
    place = opened.places[seat]
    rolls = state.places[place].rolls
    return Throw(place, first, name, unasked=rolls in ("rest", "throw"), own=rolls == "own")


def _but_waiting(notices: tuple[str, ...]) -> tuple[str, ...]:
    """The notices without those that ask to wait for an answer which has come."""
    return tuple(one for one in notices if one not in (THINKING, COUNTING, REVIEWING))


def _seat_of(machine: MachineSeat) -> Seat:
    return machine.seat


def _ended(before: TableState, state: TableState) -> list[Place]:
    """The places of the players whose time has come to its end, for each once."""
    was, now = before.clock, state.clock
    if was is None or now is None or before.opened != state.opened:
        return []
    then: ThinkTime = was.at_time(now.now)
    seats = (seat for seat in was.running if not is_up(was.left(seat)) and is_up(then.left(seat)))
    return [state.opened.places[seat] for seat in seats]


def _event(game: AnyGame, options: Any, before: Any, after: Any, names: tuple[str, ...]) -> Event | None:
    """What a move did, from the public views before and after it. Of a game that does not say so, the log has the event line."""
    if game.happened is not None:
        return game.happened(options, before, after, names)
    return None if game.name == lobby.NAME else Event(game.describe(options, after, names), stays=True)


def _replayed(game: AnyGame, opened: Opened, steps: tuple[Step, ...]) -> tuple[Any, Any, tuple[Seat, ...], list[_Done]]:
    """The options of a game, its state, the seats that have made no move since its last round ended, who read it again, and the
    last moves of the open round."""
    seats, names = len(opened.names), opened.names
    waiting: tuple[Seat, ...] = ()
    recent: deque[tuple[Any, Step, Any]] = deque(maxlen=_RECENT)
    try:
        options = game.read_options(opened.options, seats)
        states = game.replay_states(options, seats, steps)
        state = next(states)
        recap = game.recap(state)
        for step, after in zip(steps, states, strict=True):
            recent.append((state, step, after))
            waiting = tuple(seat for seat in waiting if seat != step[0])
            state, before, recap = after, recap, game.recap(after)
            if recap != before:
                waiting = all_seats(seats)
                recent.clear()
    except RuleError as error:
        raise JournalError(f"The journal's game of {game.title} is damaged: {error}") from error
    done = [
        _Done(
            step[0],
            _event(game, options, game.view(was, PUBLIC), game.view(now, PUBLIC), names),
            game.announcement(options, was, step, now, names) is not None,
        )
        for was, step, now in recent
    ]
    return options, state, waiting, done
