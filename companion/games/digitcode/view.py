"""What a seat may know of a game of Digit Code.

Invariant: the view is built field by field. A code is in the view of the seat that made it, and of everybody once the game is
over (C3, C18).
"""

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.digitcode.moves import SixDigits
from companion.games.digitcode.options import CodeMaker
from companion.games.digitcode.state import AskedQuestion, Phase, ProposedCode, State, out, phase, result, to_act, wrong


class DigitCodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol. `asked` and `proposals`: those since the last
    draw. `turn_of`: while codes are made, the seat that will begin."""

    phase: Phase
    master: CodeMaker | None
    codes: tuple[SixDigits | None, ...]
    table_code: SixDigits | None
    turn_of: Seat
    asked: tuple[AskedQuestion, ...]
    proposals: tuple[ProposedCode, ...]
    wrong: tuple[int, ...]
    out: tuple[Seat, ...]
    replays: int


def view(state: State, observer: Observer) -> DigitCodeView:
    """What `observer` may know."""
    so_far = result(state)
    seats = len(state.codes)
    over = state.winners is not None
    return DigitCodeView(
        game="digitcode",
        seats=seats,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=so_far.scores,
        winners=so_far.winners,
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


def code_in_sight(view: DigitCodeView, maker: CodeMaker) -> SixDigits | None:
    """The code that was made by `maker`, where the view has it."""
    return view.table_code if maker == "table" else view.codes[maker]


def asked_about(view: DigitCodeView, maker: CodeMaker | None) -> tuple[AskedQuestion, ...]:
    """All questions about the code of `maker`, with their answers."""
    return tuple(one for one in view.asked if one.of == maker)
