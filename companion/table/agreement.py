"""What all at a table must agree on: to take the last move back, to abandon the game. And the menu where that is proposed.

A proposal stands on every other player's screen, over whatever they do there. Any no ends it, and so does who proposed it;
it is kept nowhere, so a power cut ends it too. While it stands, holding ● shows the game.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.core.screen import ACROSS, LINE, Face, Page, Text, wrap
from companion.core.seat import Seat
from companion.ui.desk import Desk
from companion.ui.editor import begin

What = Literal["take_back", "abandon"]

WANTS: Final[dict[What, str]] = {
    "take_back": "wants to take the last move back.",
    "abandon": "wants to abandon this game.",
}
HELP: Final = (
    "All who play must agree. A move can be taken back by who made it, as long as it is the last one and nothing secret was "
    "shown since. Holding ● shows the game."
)
PAGE: Final = Page(
    "Table",
    tuple(
        Text(0, LINE * line, text)
        for line, text in enumerate(
            ("● opens this menu:", "take back my move,", "abandon the game.", "All must agree."), 1
        )
    ),
    opens="open",
)
"""The last page that a player can look at during a game."""


class Proposal(Struct, frozen=True):
    """`by`: the seat that proposes; `agreed`: the other seats that said yes so far."""

    what: What
    by: Seat
    agreed: tuple[Seat, ...] = ()


class Aside(Struct, frozen=True):
    """What stands on a screen in front of the game: a desk of its own, and the lines above what is asked."""

    desk: Desk
    lines: tuple[str, ...]

    @property
    def face(self) -> Face:
        """The lines as a face."""
        marks = tuple(Text(0, LINE * number, line) for number, line in enumerate(self.lines, 1))
        return Face("The table", (Page("The table", marks),))


def menu(lifted: bool) -> Aside:
    """What one player can propose."""
    ways = (
        _way("retract", "Take my move back", {"move": "take_back"}, confirm=True),
        _way("back", "Back to the game", {"move": "back"}, confirm=False),
        _way("abandon", "Abandon the game", {"move": "abandon"}, confirm=True),
    )
    lines = ("◀ take my move back", "● back to the game", "▶ abandon the game", "All must agree.")
    return Aside(Desk(begin(Menu("The table", HELP, ways)), lifted=lifted), lines)


def aside(proposal: Proposal, seat: Seat, names: tuple[str, ...], lifted: bool) -> Aside:
    """What a proposal puts in front of a player."""
    waiting = [name for one, name in enumerate(names) if one != proposal.by and one not in proposal.agreed]
    wait = wrap(f"Waiting for {', '.join(waiting)}.")
    if seat == proposal.by:
        ask = Choose("You have asked", HELP, (_option("cancel", "Take the question back", {"move": "cancel"}),))
        return Aside(Desk(begin(ask), lifted=lifted), wait[:4])
    said = wrap(f"{names[proposal.by]} {WANTS[proposal.what]}")
    no = _option("no", "No, play on", {"move": "no"})
    if seat in proposal.agreed:
        return Aside(Desk(begin(Choose("You agreed", HELP, (no,), confirm=True)), lifted=lifted), (*said, *wait)[:4])
    yes = _option("yes", "Yes, I agree", {"move": "yes"})
    return Aside(Desk(begin(Choose("Do you agree?", HELP, (yes, no), confirm=True)), lifted=lifted), said[:4])


def _way(label: str, text: str, move: Move, *, confirm: bool) -> Branch:
    return Branch(label, text, Choose(text, HELP, (_option(label, text, move),), confirm=confirm))


def _option(label: str, text: str, move: Move) -> Option:
    return Option(move, label, text[:ACROSS])
