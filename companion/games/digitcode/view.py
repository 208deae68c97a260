"""What a seat may know of a game of Digit Code.

The law: built field by field; a code is in the view of the seat that made it, and of all once the game is over (C3, C18).
"""

from typing import Literal

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.digitcode.questions import AskedQuestion
from companion.games.digitcode.rules import Phase, Proposed, State, out, phase, result, to_act, wrong
from companion.games.digitcode.segments import Code


class CodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol. What was asked and proposed is what
    was since the last draw. `turn_of`: while codes are made, who will begin."""

    phase: Phase
    master: Seat | Literal["table"] | None
    codes: tuple[Code | None, ...]
    table_code: Code | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[Proposed, ...]
    wrong: tuple[int, ...]
    out: tuple[Seat, ...]
    replays: int


def view(state: State, observer: Observer) -> CodeView:
    """What `observer` may know."""
    standing = result(state)
    seats = len(state.codes)
    over = state.winners is not None
    return CodeView(
        game="digitcode",
        seats=seats,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=standing.scores,
        winners=standing.winners,
        master=state.options.master,
        codes=tuple(code if over or seat == observer else None for seat, code in enumerate(state.codes)),
        table_code=state.table_code if over else None,
        turn_of=state.turn_of,
        asked=state.asked,
        proposals=state.proposals,
        wrong=wrong(state.proposals, seats),
        out=out(state.proposals, seats),
        replays=state.replays,
    )
