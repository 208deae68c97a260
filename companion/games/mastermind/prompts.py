"""What a seat is asked in Mastermind, from its view; what chance is asked, from the state."""

from typing import Final

from companion.core.prompt import Dial, Fill, Prompt, Symbol, Wheel
from companion.games.mastermind.moves import PEG_COLOURS, PEGS_IN_CODE
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import MAX_GUESSES, State, to_act
from companion.games.mastermind.view import MastermindView

Arms = tuple[int, int]
"""What the red and the white arm show."""
NO_REPEAT_IN_CODE: Final = "A code may not hold two pegs of one colour."
NO_REPEAT_IN_GUESS: Final = "A guess may not hold two pegs of one colour in this series."
_IMPOSSIBLE_ARMS: Final[tuple[Arms, ...]] = tuple(
    (red, white)
    for red in range(PEGS_IN_CODE + 1)
    for white in range(PEGS_IN_CODE + 1)
    if red + white > PEGS_IN_CODE or (red, white) == (PEGS_IN_CODE - 1, 1)
)
"""M14: arms that no code could give."""
_IMPOSSIBLE_ARMS_RULE: Final = (
    "No code gives such arms: both together count four pegs at most, and never three red and one white."
)
_COUNTS: Final = tuple(Symbol(count, str(count), str(count)) for count in range(PEGS_IN_CODE + 1))


def prompt(options: Options, view: MastermindView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return _code_prompt(options)
    if view.phase == "arms":
        return Dial(
            title="Answer this?",
            help="Exact, the red arm: right colour in the right place. Near, the white arm: right colour in a wrong place. A peg "
            "of the code counts once. A wrong arm voids the game and gives the Decoder 3 points. Arms that no code could give "
            "are not taken.",
            move="pull_arms",
            wheels=(Wheel("red", "How many exact?", _COUNTS), Wheel("white", "How many near?", _COUNTS)),
            barred=_IMPOSSIBLE_ARMS,  # M14
            barred_rule=_IMPOSSIBLE_ARMS_RULE,
            accept="Answer",
        )
    return Fill(
        title=f"Your guess {len(view.rows) + 1}/{MAX_GUESSES}",
        help="Exact: so many pegs have the right colour in the right place. Near: so many others have a right colour in a wrong "
        "place. A peg of the code counts once. "
        + ("A guess may repeat a colour; the code never does." if options.repeats_in_guess else "No colour twice."),
        move="guess",
        field="pegs",
        symbols=PEG_COLOURS[: options.colours],
        length=PEGS_IN_CODE,
        repeats=PEGS_IN_CODE if options.repeats_in_guess else 1,  # M6
        repeat_rule=NO_REPEAT_IN_GUESS,
        accept="Guess",
    )


def chance(state: State) -> Prompt | None:
    """M15: the table's code; every legal code is equally likely."""
    return _code_prompt(state.options) if to_act(state) == ("chance",) else None


def _code_prompt(options: Options) -> Fill:
    """M4: the code, asked of its maker or of chance."""
    return Fill(
        title="Set the code",
        help="Four pegs, no colour twice. Only this screen shows them until the game ends. Each row that the Decoder needs is "
        "a point for you.",
        move="set_code",
        field="pegs",
        symbols=PEG_COLOURS[: options.colours],
        length=PEGS_IN_CODE,
        repeats=1,
        repeat_rule=NO_REPEAT_IN_CODE,
        secret=True,
        accept="Set",
    )
