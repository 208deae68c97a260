"""What an observer may know of a series of Mastermind.

Invariant: the view is built field by field. The code is in the view of the seat that made it, and of everybody once the series
is over (M3, M16).
"""

from typing import Literal

from companion.core.game import View
from companion.core.seat import Observer, Seat
from companion.games.mastermind.moves import PEG_COLOURS, Peg, Pegs
from companion.games.mastermind.state import GuessRow, Phase, SeriesGame, State, games, phase, result, roles, to_act


class MastermindView(View, frozen=True, kw_only=True):
    """A series as one observer knows it; the keys are those of the engine protocol."""

    phase: Phase
    colours: tuple[Peg, ...]
    games: int
    game_number: int
    codemaker: Seat | Literal["table"]
    decoder: Seat
    code: Pegs | None
    rows: tuple[GuessRow, ...]
    past: tuple[SeriesGame, ...]


def view(state: State, observer: Observer) -> MastermindView:
    """What `observer` may know."""
    codemaker, decoder = roles(state)
    so_far = result(state)
    may_know_code = state.over or (observer is not None and observer == codemaker)
    return MastermindView(
        game="mastermind",
        seats=state.seats,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=so_far.scores,
        winners=so_far.winners,
        colours=tuple(str(colour.value) for colour in PEG_COLOURS[: state.options.colours]),
        games=games(state),
        game_number=state.game_number,
        codemaker=codemaker,
        decoder=decoder,
        code=state.code if may_know_code else None,
        rows=state.rows,
        past=state.past,
    )
