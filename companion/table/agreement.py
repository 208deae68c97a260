"""What all at a table must agree on: to take the last move back, to abandon the game; in the lobby, to switch the machine off.
And the menus where that is proposed.

A proposal stands on every other player's screen, over whatever they do there. Any no ends it, and so does who proposed it;
it is kept nowhere, so a power cut ends it too, and nothing is agreed on by it. While it stands, holding ● shows the game.

Law: whoever was asked and touches no key for SILENCE seconds counts as agreeing, so nobody who left can hold a table. Nothing
but a proposal is ever agreed on by silence, and the screens of all who play say when.
"""

from typing import Final, Literal

from msgspec import Struct, structs

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.core.screen import ACROSS, LINE, Rendering, ScreenPage, TextMark, wrap
from companion.core.seat import Seat
from companion.table.consent_timeout import SILENCE, ConsentTimeout
from companion.ui.compose import ENTRY_LINES
from companion.ui.editor import begin
from companion.ui.seat_desk import Desk

ProposalKind = Literal["take_back", "abandon", "switch_off"]

WANTS: Final[dict[ProposalKind, str]] = {
    "take_back": "wants to take the last move back.",
    "abandon": "wants to abandon this game.",
    "switch_off": "wants to switch the Pi off.",
}
STAYS: Final[dict[ProposalKind, str]] = {
    "take_back": "the game goes on",
    "abandon": "the game goes on",
    "switch_off": "the Pi stays on",
}
"""What a no means."""
HELP: Final = (
    "All who play must agree. Who was asked and touches no key for "
    f"{SILENCE} seconds counts as agreeing. A move can be taken back by who made it, as long as it is the last one and nothing "
    "secret was shown since. Holding ● shows the game."
)
OFF_HELP: Final = (
    "All who sit must agree. Who was asked and touches no key for "
    f"{SILENCE} seconds counts as agreeing. Nothing is lost: when the Pi is switched on, the lobby is as it was. Holding ● "
    "shows the lobby."
)
NO: Final[dict[ProposalKind, str]] = {
    "take_back": "No, play on",
    "abandon": "No, play on",
    "switch_off": "No, leave it on",
}


def _page(*lines: str) -> ScreenPage:
    return ScreenPage(
        "Table", tuple(TextMark(0, LINE * line, text) for line, text in enumerate(lines, 1)), opens="open"
    )


PAGE: Final = _page("● opens this menu:", "take back my move,", "abandon the game.", "All must agree.")
"""The last page that a player can look at during a game."""
LOBBY_PAGE: Final = _page("● opens this menu:", "switch the Pi off.", "All who sit must", "agree.")
"""The last page of the lobby, where the machine can be switched off."""


class Proposal(Struct, frozen=True):
    """`by`: the seat that proposes; `patience`: since when each seat is silent; `agreed`: the other seats that count as
    agreeing so far; `silent`: those of them that have said nothing; `unasked`: the seats whose word is not needed."""

    what: ProposalKind
    by: Seat
    patience: ConsentTimeout
    agreed: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    unasked: tuple[Seat, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        done = (self.by, *self.agreed, *self.unasked)
        return tuple(seat for seat in range(len(self.patience.heard)) if seat not in done)

    @property
    def help(self) -> str:
        """What the agreement is, in sentences."""
        return OFF_HELP if self.what == "switch_off" else HELP

    @property
    def deadline(self) -> float | None:
        """When the screens tell something else, or somebody counts as agreeing; None where all have agreed."""
        return self.patience.deadline(self.waiting)

    def agreeing(self, seat: Seat) -> "Proposal":
        """That seat said yes."""
        return structs.replace(self, agreed=(*self.agreed, seat))

    def touched(self, seat: Seat, at: float) -> "Proposal":
        """A key of that seat was touched, so it is there."""
        return structs.replace(self, patience=self.patience.touched(seat, at))

    def passed(self, at: float) -> "Proposal":
        """The time is `at`: who has been silent for so long counts as agreeing."""
        patience = self.patience.passed(at)
        more = tuple(seat for seat in self.waiting if not patience.left(seat))
        return structs.replace(self, patience=patience, agreed=(*self.agreed, *more), silent=(*self.silent, *more))


class SideQuestion(Struct, frozen=True):
    """What stands on a screen in front of the game: a desk of its own, and the lines above what is asked."""

    desk: Desk
    lines: tuple[str, ...]

    @property
    def face(self) -> Rendering:
        """The lines as a face."""
        marks = tuple(TextMark(0, LINE * number, line) for number, line in enumerate(self.lines, 1))
        return Rendering("The table", (ScreenPage("The table", marks),))


def menu(lifted: bool) -> SideQuestion:
    """What one player can propose."""
    ways = (
        _way("retract", "Take my move back", {"move": "take_back"}, confirm=True),
        _way("back", "Back to the game", {"move": "back"}, confirm=False),
        _way("abandon", "Abandon the game", {"move": "abandon"}, confirm=True),
    )
    lines = ("◀ take my move back", "● back to the game", "▶ abandon the game", "All must agree.")
    return SideQuestion(Desk(begin(Menu("The table", HELP, ways)), lifted=lifted), lines)


def lobby_menu(lifted: bool) -> SideQuestion:
    """What can be proposed in the lobby of a machine that can be switched off."""
    ways = (
        _way("back", "Back to the lobby", {"move": "back"}, confirm=False),
        _way("off", "Switch the Pi off", {"move": "switch_off"}, confirm=True),
    )
    lines = ("◀ back to the lobby", "▶ switch the Pi off", "All who sit must", "agree.")
    return SideQuestion(Desk(begin(Menu("The table", OFF_HELP, ways)), lifted=lifted), lines)


def side_question(proposal: Proposal, seat: Seat, names: tuple[str, ...], lifted: bool) -> SideQuestion:
    """What a proposal puts in front of a player."""
    waiting, patience = proposal.waiting, proposal.patience
    wait = wrap(f"Waiting for {', '.join(names[one] for one in waiting)}.")
    countdown = _countdown(max((patience.left(one) for one in waiting), default=0))
    if seat == proposal.by:
        ask = Choose(
            "You have asked", proposal.help, (_option("cancel", "Take the question back", {"move": "cancel"}),)
        )
        return SideQuestion(Desk(begin(ask), lifted=lifted), (*wait[: ENTRY_LINES - 1], countdown))
    said = wrap(f"{names[proposal.by]} {WANTS[proposal.what]}")
    no = _option("no", NO[proposal.what], {"move": "no"})
    if seat in proposal.agreed:
        lines = (*said, *wait) if len(said) + len(wait) < ENTRY_LINES else wait[: ENTRY_LINES - 1]
        return SideQuestion(
            Desk(begin(Choose("You agreed", proposal.help, (no,), confirm=True)), lifted=lifted), (*lines, countdown)
        )
    yes = _option("yes", "Yes, I agree", {"move": "yes"})
    lines = (*said[: ENTRY_LINES - 1], _countdown(patience.left(seat)))
    return SideQuestion(
        Desk(begin(Choose("Do you agree?", proposal.help, (yes, no), confirm=True)), lifted=lifted), lines
    )


def by_silence(proposal: Proposal, names: tuple[str, ...]) -> str:
    """Who has agreed by silence, in a sentence; empty where nobody has."""
    *others, last = [names[seat] for seat in proposal.silent] or [""]
    who = f"{', '.join(others)} and {last}" if others else last
    return f"{who} touched no key for {SILENCE} s." if who else ""


def _countdown(seconds: int) -> str:
    return f"No key for {seconds} s: yes."


def _way(label: str, text: str, move: Move, *, confirm: bool) -> Branch:
    return Branch(label, text, Choose(text, HELP, (_option(label, text, move),), confirm=confirm))


def _option(label: str, text: str, move: Move) -> Option:
    return Option(move, label, text[:ACROSS])
