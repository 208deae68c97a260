"""The rules of Mastermind: its options and moves, the state of a series, what a seat may know of it, and what it is asked.

A series of games between two seats, or of one seat against the table. In each game the Codemaker (a seat, or the table: a move
of chance) sets a code, the Decoder guesses, and the arms answer, until the code is cracked or nine rows are full.

Invariant: the view is built field by field. The code is in the view of the seat that made it, and of everybody once the series
is over (M3, M16).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import Result, View
from companion.core.moves import (
    MoveRecord,
    Moves,
    MoveWords,
    dial,
    fill,
    move_reader,
    named_values,
    numbers,
    row_of,
    wheel,
    whole_number,
)
from companion.core.options import Setting, Value, read_record, switch
from companion.core.prompt import Fill, Move, Prompt, Symbol
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, clockwise

PEG_COLOURS: Final[tuple[Symbol, ...]] = (
    Symbol("red", "R", "Red"),
    Symbol("yellow", "Y", "Yellow"),
    Symbol("green", "G", "Green"),
    Symbol("blue", "B", "Blue"),
    Symbol("white", "W", "White"),
    Symbol("orange", "O", "Orange"),
    Symbol("pink", "P", "Pink"),
    Symbol("silver", "S", "Silver"),
    Symbol("brown", "N", "Brown"),
    Symbol("violet", "V", "Violet"),
)
"""M5: the option `colours` takes the first ones. The label of brown is N, since B is blue."""

PEGS_IN_CODE: Final = 4
"""M3: pegs of a code and of a guess."""

_PEG: Final = named_values(*PEG_COLOURS)
_ARM: Final = numbers(0, PEGS_IN_CODE)
Peg = Annotated[str, _PEG.meta, _PEG]
"""The name of a colour."""
Pegs = Annotated[tuple[Peg, ...], row_of(PEGS_IN_CODE)]
"""A code or a guess."""
ArmCount = Annotated[int, _ARM.meta, _ARM]
"""What an arm shows."""


class SetCode(MoveRecord, frozen=True, tag="set_code"):
    """The code of this game, of the Codemaker or of chance."""

    words = MoveWords(accept="Set", told="has set a code", rules="M4")
    pegs: Pegs


class Guess(MoveRecord, frozen=True, tag="guess"):
    """A row of the Decoder."""

    words = MoveWords(accept="Guess", told="guessed {pegs}", suggest="{pegs}", weighed=True, rules="M6")
    pegs: Pegs


class PullArms(MoveRecord, frozen=True, tag="pull_arms"):
    """The Codemaker's answer, in manual indication."""

    words = MoveWords(accept="Answer", back="Answer this?", suggest="answer exact {red}, near {white}", rules="M9, M14")
    red: ArmCount
    white: ArmCount


MOVES: Final = Moves(seats=(SetCode, Guess, PullArms), chance=(SetCode,))
AnyMove = SetCode | Guess | PullArms

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def peg_symbol(colour: str) -> Symbol:
    """The symbol of a colour's name."""
    return next(peg for peg in PEG_COLOURS if peg.value == colour)


Indication = Literal["auto", "manual"]
SEATS: Final = (1, 2)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "games", None, "How many games",
        "An even number, so that both are Codemaker equally often. auto: two; alone, where the table is Codemaker, one.",
        (Value(None, "auto"), Value(2, "2"), Value(4, "4"), Value(6, "6"), Value(8, "8")),
    ),
    Setting(
        "first_codemaker", 0, "First code by", "Who makes the first code. If the table is Codemaker: who waits.",
        of_seats=True,
    ),
    Setting("colours", 8, "Colours", "How many colours of pegs are in play.", (Value(6, "6"), Value(7, "7"), Value(8, "8"))),
    switch(
        "repeats_in_guess", True, "Repeats in guess", "Whether a guess may hold two pegs of one colour. A code never may.",
        rare=True,
    ),
    Setting(
        "indication", "auto", "Arms",
        "auto: the table pulls the arms. by hand: the Codemaker does, and an error voids the game.",
        (Value("auto", "auto"), Value("manual", "by hand")), rare=True,
    ),
    Setting(
        "codemaker", "seat", "Who makes codes",
        "table: the table makes every code; fewest rows win. Alone it always is the table.",
        (Value("seat", "players"), Value("table", "table")),
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the series. From `read_options`, `games` is a number."""

    games: int | None = None
    first_codemaker: Seat = Seat(0)
    colours: Annotated[int, whole_number(4, len(PEG_COLOURS))] = len(PEG_COLOURS) - 2
    repeats_in_guess: bool = True
    indication: Indication = "auto"
    codemaker: Literal["seat", "table"] = "seat"


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a series. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Mastermind is for 2 seats, or for 1 against the table, not for {seats}.")
    options = read_record(Options, "Mastermind", given, SETTINGS)
    if seats == 1:
        options = _alone(options, given)
    games = 2 if options.games is None else options.games
    # M1
    if seats == 2 and (games < 2 or games % 2):
        raise RuleError(
            f"Option games must be an even number from 2, so that both are Codemaker equally often, not {games}."
        )
    # M2
    if options.first_codemaker not in (0, 1):
        raise RuleError(f"Option first_codemaker must be seat 0 or 1, not {options.first_codemaker}.")
    # M5
    if not 4 <= options.colours <= len(PEG_COLOURS):
        raise RuleError(f"Option colours must be from 4 to {len(PEG_COLOURS)}, not {options.colours}.")
    # M15: the table makes no errors, so its arms are never pulled by hand.
    indication: Indication = "auto" if options.codemaker == "table" else options.indication
    return structs.replace(options, games=games, indication=indication)


def _alone(options: Options, given: Mapping[str, Any]) -> Options:
    """M15: a single seat is the Decoder of every game, and the table its Codemaker."""
    if "codemaker" in given and options.codemaker != "table":
        raise RuleError('A single seat plays against the table: set option codemaker (Codemaker) to "table".')
    if options.first_codemaker != 0:
        raise RuleError(f"Option first_codemaker must be seat 0 where one plays alone, not {options.first_codemaker}.")
    games = 1 if options.games is None else options.games
    if games < 1:
        raise RuleError(f"Option games must be a number from 1 where one plays alone, not {games}.")
    return structs.replace(options, codemaker="table", games=games)


MAX_GUESSES: Final = 9
"""M10: guesses of a game."""
ERROR_POINTS: Final = 3
"""M14: points of the Decoder for wrong arms."""

Phase = Literal["code", "guess", "arms", "over"]


class GuessRow(Struct, frozen=True):
    """A guess and its arms; `red` and `white` are None until the arms are out."""

    pegs: Pegs
    red: ArmCount | None
    white: ArmCount | None


class SeriesGame(Struct, frozen=True):
    """A game that has ended. `rows`: how many; `void`: ended by an indication error; `points`: one a seat."""

    codemaker: Seat | Literal["table"]
    decoder: Seat
    code: Pegs
    rows: int
    void: bool
    points: tuple[int, ...]


class State(Struct, frozen=True):
    """The series so far. `code` and `rows` are those of the game being played, and of the last one when all is over.

    `unfound`: how many codes were not cracked in their nine rows. `ended`: the last game that was not void.
    """

    options: Options
    game_number: int
    code: tuple[str, ...] | None
    rows: tuple[GuessRow, ...]
    past: tuple[SeriesGame, ...]
    over: bool
    seats: int = 2
    unfound: int = 0
    ended: Recap | None = None


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    codemaker, decoder = roles(state)
    match phase(state):
        case "over":
            return ()
        case "guess":
            return (decoder,)
        case "code" | "arms":
            return (CHANCE if codemaker == "table" else codemaker,)


def result(state: State) -> Result:
    """M13: the points so far, and who has won once the series is over."""
    scores = tuple(sum(past.points[seat] for past in state.past) for seat in range(state.seats))
    if not state.over:
        return Result(scores, None)
    if state.seats == 1:  # M15
        return Result(scores, () if state.unfound else all_seats(1))
    best = min(scores) if state.options.codemaker == "table" else max(scores)  # M15
    return Result(scores, tuple(seat for seat in all_seats(2) if scores[seat] == best))


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.over:
        return "over"
    if state.code is None:
        return "code"
    return "arms" if state.rows and state.rows[-1].red is None else "guess"


def roles(state: State) -> tuple[Seat | Literal["table"], Seat]:
    """M12: the Codemaker and the Decoder of the game being played; they switch from game to game."""
    if state.seats == 1:
        return "table", Seat(0)  # M15
    first, second = clockwise(state.options.first_codemaker, 2)
    maker, decoder = (first, second) if state.game_number % 2 else (second, first)
    return ("table" if state.options.codemaker == "table" else maker), decoder  # M15


def games(state: State) -> int:
    """M1: how many games the series has."""
    assert state.options.games is not None, "read_options has set it"
    return state.options.games


def right_arms(code: tuple[str, ...], guess: tuple[str, ...]) -> tuple[int, int]:
    """M8: what the red and the white arm show for a guess."""
    red = sum(one == other for one, other in zip(code, guess, strict=True))
    common = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return red, common - red


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    Moves that the arms have not answered can be taken back.
    """
    match move["move"]:
        case "set_code":
            return None
        case "guess" if state.options.indication == "manual":
            return None  # M9: the Codemaker has not pulled the arms yet
        case "guess":
            return "the arms have answered it."
        case _:
            return "the arms have been seen."


def setup(options: Options, seats: int) -> State:
    """A series before its first code."""
    return State(options, game_number=1, code=None, rows=(), past=(), over=False, seats=seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
    match made:
        case SetCode(pegs):
            return structs.replace(state, code=pegs, rows=())
        case Guess(pegs):
            row = GuessRow(pegs, None, None)
            if state.options.indication == "auto":  # M9
                row = GuessRow(pegs, *right_arms(_code(state), pegs))
            return _end_if_done(structs.replace(state, rows=(*state.rows, row)))
        case PullArms(red, white):
            last = state.rows[-1]
            if (red, white) != right_arms(_code(state), last.pegs):
                return _void(state)
            return _end_if_done(structs.replace(state, rows=(*state.rows[:-1], GuessRow(last.pegs, red, white))))


def _code(state: State) -> tuple[str, ...]:
    assert state.code is not None, "a guess comes after the code"
    return state.code


def _end_if_done(state: State) -> State:
    last = state.rows[-1]
    if last.red is None or (last.red < PEGS_IN_CODE and len(state.rows) < MAX_GUESSES):
        return state
    # M10, M11: nine rows without the code are nine points too. M15: with the table they count against the Decoder.
    codemaker, decoder = roles(state)
    scorer = decoder if codemaker == "table" else codemaker
    found = last.red == PEGS_IN_CODE
    counted = structs.replace(state, unfound=state.unfound + (not found))
    following = _next_game(counted, scorer, len(state.rows), void=False)
    return structs.replace(following, ended=_recap(state, following, found=found))


def recap(state: State) -> Recap | None:
    """The last game that was not void: both have seen its code."""
    return state.ended


def _recap(state: State, after: State, *, found: bool) -> Recap:
    """How the game of `state` ended: the row that cracked the code with its arms full, or the code that nobody cracked."""
    (_, decoder), rows = roles(state), len(state.rows)
    gained, totals = after.past[-1].points, result(after).scores
    shares = [
        Share(seat, (Points(f"{rows} row{'s' * (rows != 1)}", gained[seat]),) if gained[seat] else (), (), totals[seat])
        for seat in clockwise(decoder, state.seats)
    ]
    note = (
        "All cracked: you win"
        if state.seats == 1
        else f"{'Fewest' if state.options.codemaker == 'table' else 'Most'} points win"
    )
    did = f"cracked it in {rows}" if found else "did not crack it"
    return Recap(
        f"Game {state.game_number} of {games(state)}",
        decoder,
        note,
        tuple(shares),
        did,
        (*_code(state), *((str(PEGS_IN_CODE), "0") if found else ())),
    )


def _void(state: State) -> State:
    # M14: the same game of the series begins again; its rows score nothing.
    return _next_game(state, roles(state)[1], ERROR_POINTS, void=True)


def _next_game(state: State, scorer: int, points: int, *, void: bool) -> State:
    """Add the game that has ended to the series, and begin the next one unless this was the last."""
    codemaker, decoder = roles(state)
    shares = tuple(points if seat == scorer else 0 for seat in range(state.seats))
    past = (*state.past, SeriesGame(codemaker, decoder, _code(state), len(state.rows), void, shares))
    if void:
        return structs.replace(state, code=None, rows=(), past=past)
    if state.game_number == games(state):
        return structs.replace(state, past=past, over=True)
    return structs.replace(state, game_number=state.game_number + 1, code=None, rows=(), past=past)


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


Arms = tuple[int, int]
"""What the red and the white arm show."""
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


def prompt(options: Options, view: MastermindView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return _code_prompt(options.colours)
    if view.phase == "arms":
        return dial(
            PullArms,
            "Exact, the red arm: right colour in the right place. Near, the white arm: right colour in a wrong place. A peg "
            "of the code counts once. A wrong arm voids the game and gives the Decoder 3 points. Arms that no code could give "
            "are not taken.",
            wheel(PullArms, "red", "How many exact?"),
            wheel(PullArms, "white", "How many near?"),
            barred=_IMPOSSIBLE_ARMS,  # M14
            barred_rule=_IMPOSSIBLE_ARMS_RULE,
        )
    title = f"Your guess {len(view.rows) + 1}/{MAX_GUESSES}"
    return structs.replace(_guess_prompt(options.colours, options.repeats_in_guess), title=title)


def chance(state: State) -> Prompt | None:
    """M15: the table's code; every legal code is equally likely."""
    return _code_prompt(state.options.colours) if to_act(state) == ("chance",) else None


@cache
def _guess_prompt(colours: int, repeats: bool) -> Fill:
    """M6: a guess, but for its number."""
    return fill(
        Guess,
        "Your guess",
        "Exact: so many pegs have the right colour in the right place. Near: so many others have a right colour in a wrong "
        "place. A peg of the code counts once. "
        + ("A guess may repeat a colour; the code never does." if repeats else "No colour twice."),
        PEGS_IN_CODE,
        PEG_COLOURS[:colours],
        repeats=PEGS_IN_CODE if repeats else 1,
        repeat_rule="A guess may not hold two pegs of one colour in this series.",
    )


@cache
def _code_prompt(colours: int) -> Fill:
    """M4: the code, asked of its maker or of chance."""
    return fill(
        SetCode,
        "Set the code",
        "Four pegs, no colour twice. Only this screen shows them until the game ends. Each row that the Decoder needs is a point "
        "for you.",
        PEGS_IN_CODE,
        PEG_COLOURS[:colours],
        repeats=1,
        repeat_rule="A code may not hold two pegs of one colour.",
        secret=True,
    )
