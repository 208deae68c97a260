"""What is in front of a seat, in one ordered list.

The first active layer of a place draws its screen, takes its keys, and says what touch is asked. A key edits the layer's own
entry until it spells a whole move; a tap brings a whole move. From there both go the same way: `Layer.answer`.

    power off      *  the machine is being switched off
    journal fault  *  there is no journal to play on
    pause          *  the game needs a device that does not work
    proposal          all must agree on it
    notice            a sentence to be read; touch shows it beside the board
    recap             the round that was finished
    doubt             a whole move that is asked back
    choice            an own question from the menu: who plays the seat
    code           *  a code for a phone
    order          *  the game that a club wants to be played here
    rules             the player reads how it is played; touch does not see it
    die            *  a roll is awaited here
    game              entry, menu, pages

* is `Outside`: a layer of the app, whose state is not the table's, since a move that the journal refuses must not put it back.
The table asks such a layer what is there, and nothing else; its keys leave the table as the effect `Passed`.

A proposal is above a notice, so that silence agrees only to what is in sight. Menu and pages are no layers: they belong to the
question from which they were opened. Nor are the words that the title says for a moment. The die is below them, so that its
thrower can look at the game.

Invariant: a query (`active`, `made_from`, `screen`, `asked`) changes nothing, and can be called at any time.
"""

from collections.abc import Iterable
from typing import Any, Final, Protocol, get_args

from msgspec import structs

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import Choose, Move, Option, allows, check
from companion.core.recap import Pieces, Recap
from companion.core.screen import Rendering, Screen, title_with_name
from companion.core.seat import Place, Seat
from companion.table import recap as round_pages
from companion.table.agreement import (
    ALL_ASKED,
    ALL_MUST_AGREE,
    ProposalKind,
    asks_for_yes,
    proposal_lines,
    question_rendering,
)
from companion.table.data import AGAIN, DOUBT, ENDING, GAME, GO_ON, ROUND, Asked
from companion.table.effects import ShowPhoneCodes
from companion.table.lobby_rules import LEARN, STAYS_IN_LIST, SWAP, Lobby
from companion.table.lobby_screens import choice_card
from companion.table.pages import (
    is_weighed,
    move_to_weigh,
    offers_estimate,
    pages_and_menu,
    rendering,
    rules_book,
    table_entries,
)
from companion.table.seat_clocks import shown_times, time_at
from companion.table.state import REVIEW, ROLL, At, Choice, Doubt, Position
from companion.table.transaction import DEAD_KEY_SECONDS, Transaction
from companion.ui.editor import AfterGesture, Dialog, Draft, MenuEntry, in_list_above, needs_pages, take_gesture
from companion.ui.screens import (
    COVERED,
    Bookmark,
    after_first_page,
    compose,
    notice,
    question_screen,
    rules_screen,
    turn_page,
)

WORTH: Final = "Worth?"
"""What the box of ▶ says beside a whole move about which its player may ask."""
WEIGHING: Final = "One moment …"
LEARN_ELSEWHERE: Final = "How to play is on the seat's own screen: tap Screen, then press Learn."
HAND_OVER_HELP: Final = (
    "The machine plays this seat until you take it back here. It sees what you saw, and no more. Everybody is told, and the "
    "journal keeps it."
)
LEAVE: Final[Move] = {"move": "back"}
"""Closes an own question, and nothing else."""
NO_HINTS: Final = (
    'Hints are off. "My help" switches them on before a game, where the game is chosen. All can read who has them.'
)
ABANDON_QUESTION: Final = "End this game for everybody?"
NOT_YOURS_YET: Final = "Wait for your turn"
"""What a key says at a seat whose secrets are covered, since another player has the shared page."""
OFF_QUESTION: Final = "Switch the Pi off?"


class Layer(Protocol):
    """One kind of thing that can be in front of a seat. Its state is in `TableState`."""

    name: str

    def active(self, at: At) -> bool:
        """Whether this layer is open at a place."""

    def made_from(self, at: At) -> tuple[Any, ...]:
        """What its screen and its data follow from: another screen is shown if this has changed."""

    def screen(self, at: At) -> Screen:
        """What keys see."""

    def asked(self, at: At) -> Asked | None:
        """What touch is asked; None: touch sees the next layer below."""

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """A gesture of the keys, other than lifting and lowering; the whole move that it completed, or None."""

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """A whole move that passed the check of what is asked. Raises RuleError if it is refused; then nothing has happened."""


class Outside(Protocol):
    """A layer of the app. It is not told of keys: it only says what it shows. Everybody may read that, except a code."""

    name: str

    def active(self, at: At) -> bool:
        """Whether this layer is open at a place."""

    def made_from(self, at: At) -> tuple[Any, ...]:
        """Values that are compared: another screen is shown if one of them has changed."""

    def screen(self, at: At) -> Screen:
        """What keys see."""

    def words(self, at: At) -> str:
        """What touch reads in place of the screen's text, which has it page by page or shorter; empty: the screen has all."""


class OutsideLayer:
    """Puts a layer of the app into the list of layers: what it shows is the app's, its keys go there, and nothing is asked."""

    def __init__(self, of: Outside) -> None:
        self.name = of.name
        self.active = of.active
        self.screen = of.screen
        self.words = of.words
        self._made_from = of.made_from

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The same, to be compared by value."""
        return (self._made_from(at),)

    def asked(self, at: At) -> Asked | None:
        """Touch sees the device, and is asked nothing."""
        return Asked(self.name, None)

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """Nothing comes here: `Table.handle` passes the key on before it begins a transaction."""
        raise AssertionError("a key of a layer of the app has left the table")

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """Nothing was asked."""
        raise AssertionError("a layer of the app asks nothing")


def _in_dialog(
    work: Transaction, place: Place, dialog: Dialog, gesture: Gesture, now: float, *, of_game: bool
) -> AfterGesture:
    """A gesture on a dialog. Pages and menu are made only where the gesture needs them. A key that does nothing says why."""
    at = work.at(place)
    if needs_pages(dialog, gesture):
        after = take_gesture(
            dialog, gesture, *pages_and_menu(at, dialog, table_entries(at) if of_game else _way_out(dialog))
        )
    else:
        after = take_gesture(dialog, gesture, 1)
    if after.dead:
        work.flash(place, after.dead, now + DEAD_KEY_SECONDS)
    return after


def _way_out(dialog: Dialog) -> tuple[MenuEntry, ...]:
    """The option that leaves an own question, which the menu over it has, too: at the end of a long list nobody finds it."""
    options = dialog.prompt.options if isinstance(dialog.prompt, Choose) else ()
    return tuple(MenuEntry(option.text, "leave") for option in options if option.move == LEAVE)


def _is_entered_covered(at: At) -> bool:
    """Whether a secret is entered at a place whose secrets are covered, since another player has the page."""
    draft = at.own.dialog.draft
    return at.cover == COVERED and draft is not None and draft.is_secret


def _asking(at: At, dialog: Dialog, sentence: str, countdown: str = "") -> Screen:
    """A question of the table: the sentence and what is entered; while the player looks away, the pages are those of the game."""
    in_list = dialog.draft is not None and dialog.draft.step.mode == "list"

    def render(entry: Entry | None) -> Rendering:
        if entry is None:
            return rendering(at)
        chosen = choice_card(entry, at.setup.games, at.position.game)
        return chosen or question_rendering(sentence, countdown, in_list=in_list)

    menu = pages_and_menu(at, dialog, _way_out(dialog))[1] if dialog.menu is not None else ()
    flash = "" if at.own.flash is None else at.own.flash.text
    return compose(dialog, render, menu, cover=at.cover, flash=flash)


class ProposalLayer:
    """A proposal, in front of each player who has to agree and of its proposer."""

    name = "proposal"

    def active(self, at: At) -> bool:
        """Whether this place is asked, or waits for the others."""
        return at.own.agreement is not None

    def _lines(self, at: At) -> tuple[str, str]:
        assert at.state.proposal is not None, "an agreement is about a proposal"
        seat = Seat(at.position.opened.places.index(at.place))
        return proposal_lines(at.state.proposal, seat, at.state.player_names)

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The sentence, the countdown, and what the player does with them."""
        dialog, own = at.own.agreement, at.own
        looks = dialog is not None and (dialog.page is not None or dialog.menu is not None)
        game = (at.position.shown_to(at.seat), shown_times(at.state)) if looks else ()
        return (self._lines(at), dialog, own.flash, *game)

    def screen(self, at: At) -> Screen:
        """The question with its countdown, or what the player looks at meanwhile."""
        dialog = at.own.agreement
        assert dialog is not None, "only an active layer is drawn"
        return _asking(at, dialog, *self._lines(at))

    def asked(self, at: At) -> Asked | None:
        """The same with its sentences."""
        proposal, dialog = at.state.proposal, at.own.agreement
        assert proposal is not None, "only an active layer asks"
        assert dialog is not None, "only an active layer asks"
        prompt = dialog.prompt
        if isinstance(prompt, Choose):
            # One tap agrees. Where it stood, a second tap on the same spot must not say the contrary.
            prompt = structs.replace(prompt, confirm=not asks_for_yes(prompt))
        return Asked(f"{proposal.kind} {proposal.proposer}", prompt, tuple(filter(None, self._lines(at))))

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """An entry, the menu, or the pages of the game."""
        dialog = work.own(place).agreement
        assert dialog is not None, "only an active layer takes keys"
        after = _in_dialog(work, place, dialog, gesture, now, of_game=False)
        work.set(place, agreement=after.dialog)
        return None if isinstance(after.done, MenuEntry) else after.done

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """A yes, a no, or the question is taken back."""
        if move["move"] == "yes":
            work.agree(place)
        else:
            work.refuse(place, move["move"])


class NoticeLayer:
    """A sentence to be read. The next key takes it away, or shows the rest of a long one."""

    name = "notice"

    def active(self, at: At) -> bool:
        """Whether something is unread."""
        return bool(at.own.unread)

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The first sentence; touch shows it beside the board."""
        return (at.own, at.position.shown_to(at.seat), at.state.proposal, time_at(at))

    def screen(self, at: At) -> Screen:
        """The sentence on the whole screen."""
        return notice(at.own.unread[0], is_awaited=at.seat is not None and at.seat in at.state.delaying)

    def asked(self, at: At) -> Asked | None:
        """Touch sees the board beside it."""
        return None

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """Any key but a repeat."""
        if gesture not in REPEATS:
            work.read_notice(place, after_first_page(work.own(place).unread[0]))
        return None

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """Touch reads all of them beside the board (`Transaction.read_all`)."""
        raise AssertionError("a notice asks nothing")


class RecapLayer:
    """The recap of a finished round, until its reader closes it."""

    name = "recap"

    def active(self, at: At) -> bool:
        """Whether it is read here."""
        return at.own.recap is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The page, and the round."""
        return (at.own, at.position.shown_to(at.seat))

    def screen(self, at: At) -> Screen:
        """A page of it."""
        page = at.own.recap
        assert page is not None, "only an active layer is drawn"
        return round_pages.screen(*self._round(at.position), page)

    def asked(self, at: At) -> Asked | None:
        """Whether to go on; the round itself is in the data."""
        recap, _, _ = self._round(at.position)
        return Asked(ROUND, structs.replace(GO_ON, title=f"{recap.title} is over"))

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """◀ ▶ turn the page, ● closes it."""
        page = work.own(place).recap
        assert page is not None, "only an active layer takes keys"
        work.set(place, recap=round_pages.page_after(*self._round(work.state.position), page, gesture))
        return None

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """The reader closes it."""
        work.set(place, recap=None)

    def _round(self, position: Position) -> tuple[Recap, tuple[str, ...], Pieces]:
        """The finished round, the names of the seats, and how the pieces are drawn that counted."""
        assert position.recap is not None, "only a finished round is read"
        assert position.game.recaps is not None, "a game without rounds has no recap"
        return position.recap, position.opened.names, position.game.recaps.pieces


class DoubtLayer:
    """Confirms a whole move: ▶ makes it, ◀ or holding ● drops it; ● does nothing, since it may still be down."""

    name = "doubt"

    def active(self, at: At) -> bool:
        """Whether a move waits to be confirmed."""
        return at.own.doubt is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The question, and the board beside it."""
        return (at.own, at.position.shown_to(at.seat), at.state.proposal)

    def screen(self, at: At) -> Screen:
        """The question on the whole screen."""
        assert at.own.doubt is not None, "only an active layer is drawn"
        return question_screen(at.own.doubt.question)

    def asked(self, at: At) -> Asked | None:
        """Whether it is meant."""
        doubt = at.own.doubt
        assert doubt is not None, "only an active layer asks"
        return Asked(ENDING if doubt.from_menu else DOUBT, AGAIN, (doubt.question,))

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """▶ is yes, ◀ and holding ● are no."""
        match gesture:
            case "right":
                return {"move": "yes"}
            case "left" | "back":
                return {"move": "back"}
            case _:
                return None

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """The move is made, put to all, or dropped."""
        doubt = work.own(place).doubt
        assert doubt is not None, "only an active layer is answered"
        work.set(place, doubt=None)
        if move["move"] == "back":
            return
        kind, of_place = doubt.move["move"], doubt.move.get("place")
        if doubt.from_menu:
            work.attempt(place, lambda: work.propose(place, kind, now, of_place))
        else:
            work.attempt(place, lambda: work.play(work.seat(place), doubt.move))


class ChoiceLayer:
    """An own question from the menu: at which level the machine shall play the seat, or whether its player comes back."""

    name = "choice"

    def active(self, at: At) -> bool:
        """Whether it was opened."""
        return at.own.choice is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The question, and what the player does with it."""
        return (at.own, at.position.shown_to(at.seat), shown_times(at.state))

    def screen(self, at: At) -> Screen:
        """A list, or the sentence above the boxes."""
        choice = at.own.choice
        assert choice is not None, "only an active layer is drawn"
        return _asking(at, choice.dialog, choice.question)

    def asked(self, at: At) -> Asked | None:
        """The same."""
        choice = at.own.choice
        assert choice is not None, "only an active layer asks"
        return Asked(self.name, choice.dialog.prompt, (choice.question,))

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """An entry, the menu, or the pages of the game."""
        choice = work.own(place).choice
        assert choice is not None, "only an active layer takes keys"
        after = _in_dialog(work, place, choice.dialog, gesture, now, of_game=False)
        work.set(place, choice=structs.replace(choice, dialog=after.dialog))
        return LEAVE if isinstance(after.done, MenuEntry) else after.done

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """Close the question, whatever was answered. A refusal becomes a notice."""
        work.set(place, choice=None)
        if move["move"] == "hand_over":
            work.attempt(place, lambda: work.hand_over(place, move["level"]))
        elif move["move"] == "take_seat":
            work.attempt(place, lambda: work.take_seat(place))


class RulesLayer:
    """How the game is played."""

    name = "rules"

    def active(self, at: At) -> bool:
        """Whether it is read here."""
        return at.own.reading is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        """Where in which rules, and the board that touch sees."""
        return (at.own, at.position.shown_to(at.seat), at.state.proposal, time_at(at))

    def screen(self, at: At) -> Screen:
        """The topics, or a page of one."""
        assert at.own.reading is not None, "only an active layer is drawn"
        return rules_screen(at.own.reading, rules_book(at))

    def asked(self, at: At) -> Asked | None:
        """Touch has its own rules."""
        return None

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """◀ ▶ turn the page, ● opens a topic, holding ● goes back."""
        at = work.at(place)
        assert at.own.reading is not None, "only an active layer takes keys"
        work.set(place, reading=turn_page(at.own.reading, gesture, rules_book(at)))
        return None

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """Nobody is asked anything here."""
        raise AssertionError("the rules ask nothing")


class GameLayer:
    """The game: what is entered, its menu, its pages, or the wait for others."""

    name = "game"

    def active(self, at: At) -> bool:
        """Always: it is the last layer."""
        return True

    def made_from(self, at: At) -> tuple[Any, ...]:
        """Everything of the place and of the position; on a page, also the times of the others."""
        times = shown_times(at.state) if at.own.dialog.page is not None or at.seat is None else ()
        return (at.own, at.position.shown_to(at.seat), at.state.proposal, time_at(at), times)

    def screen(self, at: At) -> Screen:
        """The board with what is entered, a page, or the menu."""
        dialog = at.own.dialog
        waits_for = at.waits_for if dialog.page is None else ""  # a page keeps its title
        flash = waits_for if at.own.flash is None else at.own.flash.text
        if dialog.draft is not None and _is_entered_covered(at):
            # The labels of the keys stand beside the cover, and would follow what is entered.
            dialog = structs.replace(dialog, draft=Draft(dialog.draft.prompt))
        worth = WORTH if offers_estimate(at) else ""
        if worth and is_weighed(at):
            flash, worth = WEIGHING, ""
        menu = pages_and_menu(at, dialog, table_entries(at))[1] if dialog.menu is not None else ()

        def render(entry: Entry | None) -> Rendering:
            shown, awaited = rendering(at, entry), at.state.awaited
            if awaited is not None:
                return structs.replace(shown, status=awaited.title)
            name, place = at.pointed_words()
            if not place:
                return shown
            # The title has no room for who points: everybody knows whose turn it is.
            title = (
                title_with_name(name, f"{place} …", place.replace("'s", ":"))
                if name
                else f"{place[0].upper()}{place[1:]} …"
            )
            return structs.replace(shown, status=title)

        return compose(dialog, render, menu, time_at(at), worth, cover=at.cover, flash=flash)

    def asked(self, at: At) -> Asked | None:
        """The game's question. A second report of the same entry is another question."""
        seat, reports = at.seat, at.position.reports
        reported = 0 if seat is None or reports is None else len(reports.by_seat[seat])
        lines = tuple(filter(None, (at.position.ending(seat),)))
        return Asked(f"{GAME} {reported}" if reported else GAME, at.position.question(seat), lines)

    def key(self, work: Transaction, place: Place, gesture: Gesture, now: float) -> Move | None:
        """An entry, the menu, a page, or what a move is worth."""
        at = work.at(place)
        if gesture == "right" and offers_estimate(at):
            self._ask_estimate(work, place)
            return None
        before = at.own.dialog
        if _is_entered_covered(at) and not needs_pages(before, gesture):
            work.flash(place, NOT_YOURS_YET, now + DEAD_KEY_SECONDS)
            return None
        after = _in_dialog(work, place, before, gesture, now, of_game=True)
        work.set(place, dialog=after.dialog)
        if isinstance(after.done, MenuEntry):
            self._open(work, place, after.done, now)
            return None
        if after.done is not None and after.done["move"] == REVIEW and at.position.over:
            work.ask_review(place)
            return None
        if after.done is None or not at.position.in_lobby:
            return after.done
        if after.done["move"] == LEARN:
            work.set(place, reading=Bookmark(0, 0))
            known = isinstance(at.position.state, Lobby) and place in at.position.state.present
            return None if known else after.done
        if after.done["move"] in STAYS_IN_LIST and before.draft is not None:
            work.set(place, dialog=structs.replace(after.dialog, draft=in_list_above(before.draft)))
        return after.done

    def answer(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """Make a move of the game. Some games ask for confirmation of such a move first."""
        at, seat = work.at(place), work.seat(place)
        asked = at.position.question(seat)
        if move["move"] == REVIEW and at.position.over:
            work.ask_review(place)
            return
        if work.by == "touch":
            if move["move"] == LEARN:
                raise RuleError(LEARN_ELSEWHERE)
            if move == ROLL:
                work.set(place, rolls=at.own.rolls or "throw")  # who taps "Roll the die" has asked for the throw
        if at.position.in_lobby and move["move"] == SWAP and asked is not None:
            check(asked, move)
            work.set(place, dialog=structs.replace(at.own.dialog, draft=Draft(asked)))
            work.propose(place, "swap", now, move["seat"])
            return
        if asked is not None and allows(asked, move) and (why := at.position.confirm_question(seat, move)):
            work.set(place, doubt=Doubt(why, move), dialog=structs.replace(at.own.dialog, page=None))
            return
        work.play(seat, move)

    def answer_menu(self, work: Transaction, place: Place, move: Move, now: float) -> None:
        """An entry of the menu by touch. The page has already asked for confirmation of a proposal."""
        match move["move"]:
            case "own_throw":
                work.set(place, rolls="own")
                work.play(work.seat(place), ROLL)
            case "take_back" | "abandon" | "switch_off" | "new_code" | "stand_in" | "leave_out" as kind:
                work.propose(place, kind, now, move.get("place"))
            case _:
                entry = next(one for one in table_entries(work.at(place)) if one.action == move["move"])
                self._open(work, place, entry, now)

    def _ask_estimate(self, work: Transaction, place: Place) -> None:
        move = move_to_weigh(work.at(place))
        assert move is not None, "it is offered only beside a whole move"
        work.ask_estimate(place, move)

    def _open(self, work: Transaction, place: Place, entry: MenuEntry, now: float) -> None:
        """What an entry of the seat's menu does: it opens something, asks before a proposal, or proposes."""
        at = work.at(place)
        match entry.action:
            case "abandon":
                _ask_back(work, place, ABANDON_QUESTION, {"move": "abandon"})
            case "switch_off":
                _ask_back(work, place, OFF_QUESTION, {"move": "switch_off"})
            case "new_code":
                name = at.state.name_at(Place(entry.page))
                _ask_back(work, place, f"May another phone play for {name}?", {"move": "new_code", "place": entry.page})
            case "stand_in":
                name = at.state.name_at(Place(entry.page))
                question = f"Shall the machine play for {name}, as well as it can, until the phone is back?"
                _ask_back(work, place, question, {"move": "stand_in", "place": entry.page})
            case "leave_out":
                name = at.state.name_at(Place(entry.page))
                question = f"Play without {name}? The seat is free then."
                _ask_back(work, place, question, {"move": "leave_out", "place": entry.page})
            case "phone_codes":
                work.others.append(ShowPhoneCodes(place))
            case "hand_over":
                work.set(place, choice=_hand_over(at))
            case "play_again":
                work.set(place, choice=_take_back())
            case "hint":
                work.ask_hint(place)
            case "no_hints":
                work.notice(NO_HINTS, (place,))
            case "promise":
                self._ask_estimate(work, place)
            case "roll_rest":
                work.set(place, rolls="rest")
            case "take_back":
                work.attempt(place, lambda: work.propose(place, "take_back", now))
            case _:
                work.set(place, reading=Bookmark())


def _ask_back(work: Transaction, place: Place, question: str, move: Move) -> None:
    """Ask a player whether a proposal is meant, and say who is asked then, if anybody is."""
    asked = f"{question} {ALL_ASKED}" if _asks_others(work.at(place)) else question
    work.set(place, doubt=Doubt(asked, move, from_menu=True))


def _asks_others(at: At) -> bool:
    """Whether there is anybody else who must agree to what this seat proposes."""
    return bool(at.state.present - {at.seat})


def _hand_over(at: At) -> Choice:
    """A list of the levels of the open game, weakest first."""
    game = at.position.game
    levels = (Option({"move": "hand_over", "level": level}, "Take", f"Level {level}") for level in game.level_names())
    options = (*levels, Option(LEAVE, "Back", "Back to the game"))
    question = Choose("How well?", f"{HAND_OVER_HELP} {game.levels_help()}", options)
    return Choice("How well shall the machine play for you from now on?", Dialog(Draft(question)))


def _take_back() -> Choice:
    """Whether to play the seat again."""
    options = (
        Option({"move": "take_seat"}, "Play", "Play it myself"),
        Option(LEAVE, "Back", "Leave it to the machine"),
    )
    question = "Play this seat yourself again?"
    return Choice(question, Dialog(Draft(Choose("The machine", HAND_OVER_HELP, options))))


PROPOSALS: Final = tuple(kind for kind in get_args(ProposalKind) if kind != "swap")
"""The entries of the game's menu that are put to all."""
_OF_A_PLACE: Final = ("new_code", "stand_in", "leave_out")
OWN: Final = ("roll_rest", "hint", "hand_over", "play_again", "no_hints")
"""Those that concern nobody else and have a meaning by touch."""


def touch_menu(at: At) -> Choose | None:
    """What a player can propose to the others or ask the machine by touch, while a layer of HAS_MENU is in front; None: nothing.
    Its help is what is to be known before a proposal, where anybody else is asked."""
    actions = (*PROPOSALS, *OWN) if at.own.recap is None else PROPOSALS
    entries = (entry for entry in table_entries(at) if entry.action in actions)
    # With keys the die waits for its throw after every roll, so only a tap needs another way.
    own = at.setup.own_throw if at.position.is_asked_for_roll(at.seat) else ""
    rolls = (Option({"move": "own_throw"}, own, own),) if own else ()
    options = (*(Option(_menu_move(entry), entry.text, entry.text) for entry in entries), *rolls)
    return Choose("The table", ALL_MUST_AGREE if _asks_others(at) else "", options) if options else None


DOES: Final = {
    "stand_in": "as well as it can, until the phone is back",
    "new_code": "another phone takes the seat",
    "leave_out": "the seat gets a new code, for anybody",
}
"""What becomes of the seat of somebody whose phone is away."""


def offers(at: At) -> Choose | None:
    """What can be done for somebody whose phone stays away, which touch has in sight; None: nothing, or nobody is away."""
    menu, missed = touch_menu(at), at.state.missed
    if menu is None or not missed:
        return None
    awaited = at.state.awaited
    found = tuple(
        structs.replace(option, text=f"{option.text}\t{DOES[option.move['move']]}")
        for option in menu.options
        if option.move.get("place") == missed[0] and (option.move["move"] != "new_code" or not at.position.in_lobby)
    )
    said = f"{at.state.name_at(missed[0])}'s phone is away." if awaited is None else awaited.sentence
    return Choose(f"{said} Wait, or agree on:", "", found) if found else None


def _menu_move(entry: MenuEntry) -> Move:
    return {"move": entry.action, "place": entry.page} if entry.action in _OF_A_PLACE else {"move": entry.action}


GAME_LAYER: Final = GameLayer()
NOTICE_LAYER: Final = NoticeLayer()
_RECAP_LAYER: Final = RecapLayer()
HAS_MENU: Final[tuple[Layer, ...]] = (_RECAP_LAYER, GAME_LAYER)
"""Who reads how a round ended can propose to end the game, too."""
OWN_LAYERS: Final[tuple[Layer, ...]] = (
    ProposalLayer(),
    NOTICE_LAYER,
    _RECAP_LAYER,
    DoubtLayer(),
    ChoiceLayer(),
    RulesLayer(),
    GAME_LAYER,
)
ORDER: Final = (
    "power off",
    "journal fault",
    "pause",
    "proposal",
    "notice",
    "recap",
    "doubt",
    "choice",
    "code",
    "order",
    "rules",
    "die",
    "game",
)
"""The names of all layers, from the front to the back."""


class Layers:
    """The layers of one table. `outside`: those of the app that this table has."""

    def __init__(self, outside: Iterable[Outside] = ()) -> None:
        self.outside = tuple(map(OutsideLayer, outside))
        every: tuple[Layer, ...] = (*OWN_LAYERS, *self.outside)
        self._every = tuple(sorted(every, key=lambda layer: ORDER.index(layer.name)))

    def front(self, at: At) -> Layer:
        """What keys see, and what takes them."""
        return next(layer for layer in self._every if layer.active(at))

    def front_for_touch(self, at: At) -> tuple[Layer, Asked]:
        """What touch is asked, and by which layer."""
        for layer in self._every:
            if layer.active(at) and (asked := layer.asked(at)) is not None:
                return layer, asked
        raise AssertionError("the game is behind everything")

    def of_app(self, at: At) -> tuple[Any, ...]:
        """The layers of the app that are there, and what they show."""
        return tuple((layer.name, layer.made_from(at)) for layer in self.outside if layer.active(at))
