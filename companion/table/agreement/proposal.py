"""A proposal that all players must agree on: to take the last move back, to abandon the game, to switch the machine off, or to
give a seat that is a phone a new code.

One "no" ends a proposal, and its proposer can withdraw it. The journal has nothing of it, so a power cut ends it too, and nothing
has been agreed on.

Invariant: a player who was asked and presses no key for SILENCE seconds counts as agreeing, so a player who has left cannot block
the table. Nothing but a proposal is agreed on by silence, and the screens of all players show the countdown.
"""

from typing import Literal

from msgspec import Struct, structs

from companion.core.seat import Place, Seat
from companion.table.agreement.consent_timeout import SILENCE, ConsentTimeout

ProposalKind = Literal["take_back", "abandon", "switch_off", "new_code"]


class Proposal(Struct, frozen=True):
    """`proposer`: the seat that proposes. `timeout`: since when each seat is silent. `agreed`: the other seats that count as
    agreeing so far. `silent`: those of them that agreed by silence. `unasked`: the seats that need not agree. `place`: the place
    that gets a new code."""

    kind: ProposalKind
    proposer: Seat
    timeout: ConsentTimeout
    agreed: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    unasked: tuple[Seat, ...] = ()
    place: Place | None = None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        done = (self.proposer, *self.agreed, *self.unasked)
        return tuple(seat for seat in range(len(self.timeout.active_at)) if seat not in done)

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
    return f"{who} touched no key for {SILENCE} s." if who else ""
