"""When all agree, by word or by silence, and whether a move may be taken back.

A proposal that all players must agree on: to take the last move back, to abandon the game, to switch the machine off, to give a
seat that is a phone a new code, or, for somebody whose phone is away, to let the machine play or to play without them. Who is
away is not asked.
To swap seats is a matter of two: in the lobby one proposes it, and only the other is asked.
One "no" ends it, and its proposer can withdraw it. The journal has nothing of it, so a power cut ends it too, and nothing was
agreed on. It stands in front of the game of every player who is asked, and of its proposer; the menu that opens while ● is held
leads to the pages of the game.

Invariants. A player who was asked and does nothing for SILENCE seconds counts as agreeing, so a player who has left cannot
block the table. Nothing but a proposal is agreed on by silence, and the screens of all players show the countdown. A held key
does not count as pressed again. Time comes in with every call, in seconds on one clock that never goes back.

Taking a move back loses nothing but the move. It must be the last entry, chance has not answered it and is not about to, and it
has shown nobody (its maker included) anything that they could not have told from the move itself and from what they saw before:
no arms, no answer, no verdict, no tile or card. Each game decides that for each of its moves (`Game.why_irreversible`); a move
that a game does not mention cannot be taken back. The machine asks for nothing, so what it has done since is no obstacle: it is
taken back, too, under the same conditions.
"""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.fonts.faces import height
from companion.core.game import AnyGame, Step
from companion.core.prompt import Choose, Move, Option, Prompt
from companion.core.screen import BODY, LINE_GAP, Rect, Rendering, Screen, ScreenPage, crowded, pitch, text_lines, wrap
from companion.core.seat import CHANCE, Seat, all_seats
from companion.core.words import MAX_NAME_LETTERS, listed, shortened

SILENCE: Final = 60
"""Seconds without a key or a tap after which a player who was asked counts as agreeing."""
STEP: Final = 10
"""Seconds between two numbers of the countdown. Each number redraws every screen, so there are few."""
_EARLY: Final = 1e-6
"""Seconds by which a timer may run early. Without them, rounding could make `deadline` return the same moment again."""


class ConsentTimeout(Struct, frozen=True):
    """`active_at`: for each seat, when it was asked or pressed its last key after that. `now`: the time that the screens show."""

    active_at: tuple[float, ...]
    now: float

    def with_key(self, seat: Seat, at: float) -> "ConsentTimeout":
        """After a key press of that seat."""
        return ConsentTimeout((*self.active_at[:seat], at, *self.active_at[seat + 1 :]), at)

    def at_time(self, at: float) -> "ConsentTimeout":
        """At that time."""
        return structs.replace(self, now=at)

    def seconds_left(self, seat: Seat) -> int:
        """Seconds until the seat counts as agreeing, as the countdown shows them; 0: it counts as agreeing."""
        return max(SILENCE - STEP * self._steps(seat), 0)

    def deadline(self, seats: Iterable[Seat]) -> float | None:
        """When the countdown of one of these seats shows another number, or ends; None if there are no seats."""
        return min((self.active_at[seat] + STEP * (self._steps(seat) + 1) for seat in seats), default=None)

    def _steps(self, seat: Seat) -> int:
        # A key that was pressed before the countdown restarted may arrive after it.
        return max(int((self.now - self.active_at[seat] + _EARLY) // STEP), 0)


def started_timeout(seats: int, at: float) -> ConsentTimeout:
    """All seats are asked now."""
    return ConsentTimeout((at,) * seats, at)


ProposalKind = Literal["take_back", "abandon", "switch_off", "new_code", "stand_in", "leave_out", "swap"]


class Proposal(Struct, frozen=True):
    """`proposer`: the seat that proposes. `timeout`: since when each seat is silent. `agreed`: the other seats that count as
    agreeing so far. `silent`: those of them that agreed by silence. `unasked`: the seats that need not agree. `about`: the seat
    that gets a new code, for which the machine plays, that is left out, or with which the proposer swaps seats."""

    kind: ProposalKind
    proposer: Seat
    timeout: ConsentTimeout
    agreed: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    unasked: tuple[Seat, ...] = ()
    about: Seat | None = None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        done = (self.proposer, *self.agreed, *self.unasked)
        return tuple(seat for seat in all_seats(len(self.timeout.active_at)) if seat not in done)

    @property
    def deadline(self) -> float | None:
        """When the countdown shows another number, or a seat counts as agreeing; None if all have agreed."""
        return self.timeout.deadline(self.waiting)

    def with_yes(self, seat: Seat) -> "Proposal":
        """After that seat said yes."""
        return structs.replace(self, agreed=(*self.agreed, seat))

    def with_key(self, seat: Seat, at: float) -> "Proposal":
        """After a key press of that seat, which restarts its countdown."""
        return structs.replace(self, timeout=self.timeout.with_key(seat, at))

    def at_time(self, at: float) -> "Proposal":
        """At that time: the seats that were silent for SILENCE seconds count as agreeing."""
        timeout = self.timeout.at_time(at)
        more = tuple(seat for seat in self.waiting if not timeout.seconds_left(seat))
        return structs.replace(self, timeout=timeout, agreed=(*self.agreed, *more), silent=(*self.silent, *more))


def silence_sentence(proposal: Proposal, names: tuple[str, ...]) -> str:
    """A sentence that names who agreed by silence; empty if nobody did."""
    *others, last = [names[seat] for seat in proposal.silent] or [""]
    who = f"{', '.join(others)} and {last}" if others else last
    return f"{who} gave no answer for {SILENCE} s." if who else ""


def ended_sentence(proposal: Proposal, names: tuple[str, ...]) -> str:
    """What became of a game that all agreed to end: who proposed it, and who agreed, by word or by silence."""
    said = listed(names[seat] for seat in proposal.agreed if seat not in proposal.silent)
    agreed = f" {said} agreed." if said else ""
    return f"{names[proposal.proposer]} has ended the game.{agreed} {silence_sentence(proposal, names)}".strip()


SENTENCE: Final = Rect(BODY.x, BODY.y, BODY.width, pitch("label") + height("label"))
"""The room for the sentence, two lines of large letters. The line for the countdown below it ends one row above the boxes."""
YES: Final[Move] = {"move": "yes"}
"""The answer that agrees."""
WANTS: Final[dict[ProposalKind, str]] = {
    "take_back": "wants the last move back.",
    "abandon": "wants to end this game.",
    "switch_off": "wants to switch the Pi off.",
    "new_code": "wants a new phone for",
    "stand_in": "wants the machine to play for",
    "leave_out": "wants to play without",
    "swap": "wants to swap seats with",
}
NO: Final[dict[ProposalKind, str]] = {
    "take_back": "No, play on",
    "abandon": "No, play on",
    "switch_off": "No, leave it on",
    "new_code": "No, keep the phone",
    "stand_in": "No, wait",
    "leave_out": "No, wait",
    "swap": "No, stay here",
}
AFTER_NO: Final[dict[ProposalKind, str]] = {
    "take_back": "the game goes on",
    "abandon": "the game goes on",
    "switch_off": "the Pi stays on",
    "new_code": "the seat keeps its phone",
    "stand_in": "the game waits",
    "leave_out": "the seat stays taken",
    "swap": "all keep their seats",
}
"""What happens after a "no"."""
ALL_ASKED: Final = f"The others are asked; no answer in {SILENCE} s is a yes."
"""What a proposer is told before."""
_SILENCE_HELP: Final = f"Who was asked and does nothing for {SILENCE} seconds counts as agreeing."
ALL_MUST_AGREE: Final = f"All who play must agree. {_SILENCE_HELP}"
PROPOSAL_HELP: Final = (
    f"{ALL_MUST_AGREE} A move can be taken back by who made it, as long as it is the last one and "
    "nothing secret was shown since."
)
OFF_HELP: Final = (
    f"All who sit must agree. {_SILENCE_HELP} Nothing is lost: when the Pi is switched on, the lobby is as it was."
)
CODE_HELP: Final = (
    f"All who sit must agree. {_SILENCE_HELP} Then the phone of the seat is put out, and the page /table shows a new "
    "code."
)
SWAP_HELP: Final = (
    f"The other player must agree. {_SILENCE_HELP} Then the two change places at the table, and each keeps the own name, help "
    "and phone."
)
STAND_IN_HELP: Final = (
    f"All who are there must agree. {_SILENCE_HELP} Then the machine plays for that player, as well as it can, until the phone "
    "is back. It sees what the player saw, and no more."
)
LEAVE_OUT_HELP: Final = (
    f"All who are there must agree. {_SILENCE_HELP} Then the seat is free, and its new code stands on the page /table: any "
    "phone can take it."
)


def proposal_question(proposal: Proposal, seat: Seat) -> Choose:
    """What a seat is asked that proposes, is asked, or has agreed."""
    help_text = help_of(proposal.kind)
    if seat == proposal.proposer:
        return Choose("You have asked", help_text, (Option({"move": "cancel"}, "Cancel", "Withdraw my question"),))
    no = Option({"move": "no"}, "No", NO[proposal.kind])
    if seat in proposal.agreed:
        return Choose("You agreed", help_text, (no,), confirm=True)
    # A swap is undone by another one, so a slip is no harm.
    sure = proposal.kind != "swap"
    # Yes is on the right, as in every question of the table.
    return Choose("Do you agree?", help_text, (no, Option(YES, "Yes", "Yes, I agree")), confirm=sure)


def asks_for_yes(question: Prompt | None) -> bool:
    """Whether the seat that is asked this has not answered a proposal yet."""
    return isinstance(question, Choose) and any(option.move == YES for option in question.options)


def proposal_lines(proposal: Proposal, seat: Seat, names: tuple[str, ...]) -> tuple[str, str]:
    """The sentence above that question, and below it what silence will mean."""
    waiting, timeout = proposal.waiting, proposal.timeout
    if seat == proposal.proposer or seat in proposal.agreed:
        left = max((timeout.seconds_left(one) for one in waiting), default=0)
        return _wait(tuple(names[one] for one in waiting)), _countdown(left)
    lengths = range(MAX_NAME_LETTERS, 0, -1)
    every = (_wanted(proposal, tuple(shortened(name, letters) for name in names), seat) for letters in lengths)
    wanted = next(filter(_fits, every))
    with_agreed = f"{wanted}{_agreed(proposal, names)}"
    return with_agreed if _fits(with_agreed) else wanted, _countdown(timeout.seconds_left(seat))


def public_sentence(proposal: Proposal, names: tuple[str, ...]) -> str:
    """What all may know of it: who wants what, who agrees, and who has not answered."""
    waiting = listed(tuple(names[seat] for seat in proposal.waiting))
    return f"{_wanted(proposal, names)}{_agreed(proposal, names)} Waiting for {waiting}."


def _agreed(proposal: Proposal, names: tuple[str, ...]) -> str:
    agree = tuple(names[seat] for seat in proposal.agreed)
    return f" {listed(agree)} {'agrees' if len(agree) == 1 else 'agree'}." if agree else ""


def _fits(sentence: str) -> bool:
    """Whether there is room for it, and its accents stand free of deep letters."""
    lines = wrap(sentence, SENTENCE.width, "label")
    return len(lines) <= SENTENCE.lines("label") and not crowded(Screen(text_lines(lines, SENTENCE, "label")))


def _wanted(proposal: Proposal, names: tuple[str, ...], reader: Seat | None = None) -> str:
    about = proposal.about
    whom = "" if about is None else " you." if reader == about else f" {names[about]}."
    return f"{names[proposal.proposer]} {WANTS[proposal.kind]}{whom}"


def question_rendering(sentence: str, countdown: str = "", *, in_list: bool = False) -> Rendering:
    """A question of the table in front of the game: the sentence, and the countdown in the last line; while a list is asked for,
    that list."""
    last = Rect(BODY.x, SENTENCE.bottom + LINE_GAP, BODY.width, height("text"))
    marks = (
        *text_lines(wrap(sentence, SENTENCE.width, "label"), SENTENCE, "label"),
        *text_lines((countdown,), last),
    )
    return Rendering("The table", (ScreenPage("The table", marks),), None if in_list else marks)


def help_of(kind: ProposalKind) -> str:
    """What a player can read about a proposal."""
    return {
        "switch_off": OFF_HELP,
        "new_code": CODE_HELP,
        "stand_in": STAND_IN_HELP,
        "leave_out": LEAVE_OUT_HELP,
        "swap": SWAP_HELP,
    }.get(kind, PROPOSAL_HELP)


def _wait(names: tuple[str, ...]) -> str:
    """Who has not answered yet; if there is no room for all names, how many players."""
    all_named = f"Waiting for {', '.join(names)}."
    if _fits(all_named):
        return all_named
    return f"Waiting for {len(names)} players." if len(names) > 1 else "Waiting for the other player."


def _countdown(seconds: int) -> str:
    return f"No answer in {seconds} s: yes."


def before_last_move(
    game: AnyGame,
    options: object,
    state: object,
    steps: tuple[Step, ...],
    names: tuple[str, ...],
    seat: Seat,
    machines: tuple[Seat, ...] = (),
) -> tuple[tuple[Step, ...], object]:
    """The steps and the game's state before the last move of `seat`. `machines`: the seats whose moves since then go, too.

    Raises RuleError if a move cannot be taken back.
    """
    while steps:
        *earlier, (actor, move) = steps
        if actor == CHANCE or game.to_act(state) == (CHANCE,):
            raise RuleError("That move stays: luck has answered it.")
        if actor != seat and actor not in machines:
            raise RuleError(f"The last move is {names[actor]}'s, who alone can ask for it.")
        if not game.to_act(state):
            raise RuleError("That move stays: the game is over.")
        steps = tuple(earlier)
        before = game.replay(options, len(names), steps)
        why = game.why_irreversible
        reason = "this game has no taking back." if why is None else why(before, actor, move)
        if reason is not None:
            stays = "That move stays" if actor == seat else f"{names[actor]} has moved since, and that stays"
            raise RuleError(f"{stays}: {reason}")
        if actor == seat:
            return steps, before
        state = before
    raise RuleError("There is no move to take back.")
