"""What a seat may know of a series of Mastermind, and what it is asked.

The law: built field by field; the code is in the view of the seat that made it, and of all once the series is over (M3, M16).
"""

from typing import Final, Literal

from companion.core.game import View
from companion.core.prompt import Dial, Fill, Prompt, Symbol, Wheel
from companion.core.seat import Observer, Seat
from companion.games.mastermind.colours import COLOURS, PEGS, ROWS, Peg, Pegs
from companion.games.mastermind.rules import FinishedGame, Options, Phase, Row, State, phase, result, roles, to_act

NO_REPEAT = "A code may not hold two pegs of one colour."
NO_REPEAT_IN_GUESS = "A guess may not hold two pegs of one colour in this series."
COUNTS = tuple(Symbol(count, str(count), str(count)) for count in range(PEGS + 1))
Arms = tuple[int, int]
"""What the red and the white arm show."""
IMPOSSIBLE: Final[tuple[Arms, ...]] = tuple(
    (red, white)
    for red in range(PEGS + 1)
    for white in range(PEGS + 1)
    if red + white > PEGS or (red, white) == (PEGS - 1, 1)
)
"""M14: arms that no code could give."""
SLIP = "No code gives such arms: both together count four pegs at most, and never three red and one white."


class SeriesView(View, frozen=True, kw_only=True):
    """A series as one observer knows it; the keys are those of the engine protocol."""

    phase: Phase
    colours: tuple[Peg, ...]
    games: int
    game_number: int
    codemaker: Seat | Literal["table"]
    decoder: Seat
    code: Pegs | None
    rows: tuple[Row, ...]
    past: tuple[FinishedGame, ...]


def view(state: State, observer: Observer) -> SeriesView:
    """What `observer` may know."""
    codemaker, decoder = roles(state)
    standing = result(state)
    may_know_code = state.over or (observer is not None and observer == codemaker)
    return SeriesView(
        game="mastermind",
        seats=2,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=standing.scores,
        winners=standing.winners,
        colours=tuple(str(colour.value) for colour in COLOURS[: state.options.colours]),
        games=state.options.games,
        game_number=state.game_number,
        codemaker=codemaker,
        decoder=decoder,
        code=state.code if may_know_code else None,
        rows=state.rows,
        past=state.past,
    )


def prompt(options: Options, view: SeriesView, barred: tuple[Arms, ...] = IMPOSSIBLE) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act. `barred`: the arms that are refused."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return code_prompt(options)
    if view.phase == "arms":
        return Dial(
            title="Pull the arms",
            help="Red arm: right colour in the right place. White arm: right colour in a wrong place. A wrong arm voids the "
            "game and gives the Decoder 3 points. Arms that no code could give are not taken.",
            move="pull_arms",
            wheels=(Wheel("red", "red arm", COUNTS), Wheel("white", "white arm", COUNTS)),
            barred=barred,  # M14
            barred_rule=SLIP,
        )
    return Fill(
        title=between_arms(f"you: {len(view.rows) + 1} of {ROWS}"),
        help="Red blocks: pegs of the right colour in the right place. White blocks: right colour, wrong place. "
        + ("A guess may repeat a colour; the code never does." if options.repeats_in_guess else "No colour twice."),
        move="guess",
        field="pegs",
        symbols=COLOURS[: options.colours],
        length=PEGS,
        repeats=PEGS if options.repeats_in_guess else 1,  # M6
        repeat_rule=NO_REPEAT_IN_GUESS,
    )


def between_arms(text: str) -> str:
    """A title line that says which arm is which: 12 letters between red on the left and white on the right."""
    return f"red {text:^12.12}white"


def code_prompt(options: Options) -> Fill:
    """M4: the code, asked of its maker or of chance."""
    return Fill(
        title="Set the secret code",
        help="Four pegs, no colour twice. Only this screen shows them until the game ends. Each row that the Decoder needs is "
        "a point for you.",
        move="set_code",
        field="pegs",
        symbols=COLOURS[: options.colours],
        length=PEGS,
        repeats=1,
        repeat_rule=NO_REPEAT,
        secret=True,
    )


def chance(state: State) -> Prompt | None:
    """M15: the table's code; all legal codes alike."""
    return code_prompt(state.options) if to_act(state) == ("chance",) else None
