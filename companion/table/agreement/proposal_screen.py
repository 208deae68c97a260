"""How a proposal looks: an overlay in front of the game of every player who is asked, and of its proposer.

It covers whatever the player does there. Holding ● shows the game behind it.
"""

from typing import Final

from msgspec import Struct

from companion.core.prompt import Choose, Option
from companion.core.screen import LINE, Rendering, ScreenPage, TextMark, wrap
from companion.core.seat import Seat
from companion.table.agreement.consent_timeout import SILENCE
from companion.table.agreement.proposal import Proposal, ProposalKind
from companion.ui.compose import ENTRY_LINES
from companion.ui.editor import begin
from companion.ui.seat_desk import Desk

WANTS: Final[dict[ProposalKind, str]] = {
    "take_back": "wants to take the last move back.",
    "abandon": "wants to abandon this game.",
    "switch_off": "wants to switch the Pi off.",
}
NO: Final[dict[ProposalKind, str]] = {
    "take_back": "No, play on",
    "abandon": "No, play on",
    "switch_off": "No, leave it on",
}
AFTER_NO: Final[dict[ProposalKind, str]] = {
    "take_back": "the game goes on",
    "abandon": "the game goes on",
    "switch_off": "the Pi stays on",
}
"""What happens after a "no"."""
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


class Overlay(Struct, frozen=True):
    """What is on a screen in front of the game: a desk of its own, and the lines above its question."""

    desk: Desk
    lines: tuple[str, ...]

    @property
    def face(self) -> Rendering:
        """The lines as a rendering."""
        marks = tuple(TextMark(0, LINE * number, line) for number, line in enumerate(self.lines, 1))
        return Rendering("The table", (ScreenPage("The table", marks),))


def proposal_overlay(proposal: Proposal, seat: Seat, names: tuple[str, ...], lifted: bool) -> Overlay:
    """The overlay of a seat that proposes, is asked, or has agreed. `lifted`: the player lifts the Secrecy screen."""
    waiting, timeout = proposal.waiting, proposal.timeout
    wait = wrap(f"Waiting for {', '.join(names[one] for one in waiting)}.")
    countdown = _countdown(max((timeout.seconds_left(one) for one in waiting), default=0))
    help_text = OFF_HELP if proposal.kind == "switch_off" else HELP
    if seat == proposal.proposer:
        withdraw = Option({"move": "cancel"}, "cancel", "Take the question back")
        ask = Choose("You have asked", help_text, (withdraw,))
        return Overlay(Desk(begin(ask), lifted=lifted), (*wait[: ENTRY_LINES - 1], countdown))
    wish = wrap(f"{names[proposal.proposer]} {WANTS[proposal.kind]}")
    no = Option({"move": "no"}, "no", NO[proposal.kind])
    if seat in proposal.agreed:
        lines = (*wish, *wait) if len(wish) + len(wait) < ENTRY_LINES else wait[: ENTRY_LINES - 1]
        ask = Choose("You agreed", help_text, (no,), confirm=True)
        return Overlay(Desk(begin(ask), lifted=lifted), (*lines, countdown))
    yes = Option({"move": "yes"}, "yes", "Yes, I agree")
    ask = Choose("Do you agree?", help_text, (yes, no), confirm=True)
    lines = (*wish[: ENTRY_LINES - 1], _countdown(timeout.seconds_left(seat)))
    return Overlay(Desk(begin(ask), lifted=lifted), lines)


def _countdown(seconds: int) -> str:
    return f"No key for {seconds} s: yes."
