"""How a proposal looks: an overlay in front of the game of every player who is asked, and of its proposer.

It covers whatever the player does there. The menu that opens while ● is held leads to the pages of the game.
"""

from typing import Final

from msgspec import Struct

from companion.core.fonts.faces import height
from companion.core.prompt import Choose, Option
from companion.core.screen import BODY, LINE_GAP, Rect, Rendering, ScreenPage, lines_in, pitch, text_lines, wrap
from companion.core.seat import Seat, seat_number
from companion.table.agreement.consent_timeout import SILENCE
from companion.table.agreement.proposal import Proposal, ProposalKind
from companion.ui.editor import empty_draft, step
from companion.ui.seat_desk import Desk

SENTENCE: Final = Rect(BODY.x, BODY.y, BODY.width, pitch("label") + height("label"))
"""The room for the sentence, two lines of large letters. The line for the countdown below it ends one row above the boxes."""
WANTS: Final[dict[ProposalKind, str]] = {
    "take_back": "wants the last move back.",
    "abandon": "wants to abandon this game.",
    "switch_off": "wants to switch the Pi off.",
    "new_code": "wants a new phone for seat",
}
NO: Final[dict[ProposalKind, str]] = {
    "take_back": "No, play on",
    "abandon": "No, play on",
    "switch_off": "No, leave it on",
    "new_code": "No, keep the phone",
}
AFTER_NO: Final[dict[ProposalKind, str]] = {
    "take_back": "the game goes on",
    "abandon": "the game goes on",
    "switch_off": "the Pi stays on",
    "new_code": "the seat keeps its phone",
}
"""What happens after a "no"."""
PROPOSAL_HELP: Final = (
    "All who play must agree. Who was asked and touches no key for "
    f"{SILENCE} seconds counts as agreeing. A move can be taken back by who made it, as long as it is the last one and nothing "
    "secret was shown since."
)
OFF_HELP: Final = (
    "All who sit must agree. Who was asked and touches no key for "
    f"{SILENCE} seconds counts as agreeing. Nothing is lost: when the Pi is switched on, the lobby is as it was."
)

CODE_HELP: Final = (
    "All who sit must agree. Who was asked and touches no key for "
    f"{SILENCE} seconds counts as agreeing. Then the phone of the seat is put out, and the page /table shows a new code."
)


class Overlay(Struct, frozen=True):
    """What is on a screen in front of the game: a desk of its own, a sentence, and below it what silence will mean."""

    desk: Desk
    sentence: str
    countdown: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says, to notice a change."""
        return (self.sentence, self.countdown)

    @property
    def rendering(self) -> Rendering:
        """The sentence, and the countdown in the last line; while a list is asked for, that list."""
        last = Rect(BODY.x, SENTENCE.bottom + LINE_GAP, BODY.width, height("text"))
        marks = (
            *text_lines(wrap(self.sentence, SENTENCE.width, "label"), SENTENCE, "label"),
            *text_lines((self.countdown,), last),
        )
        in_list = self.desk.draft is not None and step(self.desk.draft).mode == "list"
        return Rendering("The table", (ScreenPage("The table", marks),), None if in_list else marks)


def proposal_overlay(proposal: Proposal, seat: Seat, names: tuple[str, ...], lifted: bool) -> Overlay:
    """The overlay of a seat that proposes, is asked, or has agreed. `lifted`: the player lifts the Secrecy screen."""
    waiting, timeout = proposal.waiting, proposal.timeout
    wait = _wait(tuple(names[one] for one in waiting))
    countdown = _countdown(max((timeout.seconds_left(one) for one in waiting), default=0))
    help_text = help_of(proposal.kind)
    if seat == proposal.proposer:
        withdraw = Option({"move": "cancel"}, "Cancel", "Take the question back")
        ask = Choose("You have asked", help_text, (withdraw,))
        return Overlay(Desk(empty_draft(ask), lifted=lifted), wait, countdown)
    of_seat = "" if proposal.place is None else f" {seat_number(proposal.place)}."
    wish = f"{names[proposal.proposer]} {WANTS[proposal.kind]}{of_seat}"
    no = Option({"move": "no"}, "No", NO[proposal.kind])
    if seat in proposal.agreed:
        ask = Choose("You agreed", help_text, (no,), confirm=True)
        return Overlay(Desk(empty_draft(ask), lifted=lifted), wait, countdown)
    yes = Option({"move": "yes"}, "Yes", "Yes, I agree")
    ask = Choose("Do you agree?", help_text, (yes, no), confirm=True)
    return Overlay(Desk(empty_draft(ask), lifted=lifted), wish, _countdown(timeout.seconds_left(seat)))


def help_of(kind: ProposalKind) -> str:
    """What a player can read about a proposal."""
    return {"switch_off": OFF_HELP, "new_code": CODE_HELP}.get(kind, PROPOSAL_HELP)


def _wait(names: tuple[str, ...]) -> str:
    """Who has not answered yet; if there is no room for all names, how many players."""
    all_named = f"Waiting for {', '.join(names)}."
    fits = len(wrap(all_named, SENTENCE.width, "label")) <= lines_in(SENTENCE, "label")
    return all_named if fits else f"Waiting for {len(names)} players."


def _countdown(seconds: int) -> str:
    return f"No key for {seconds} s: yes."
