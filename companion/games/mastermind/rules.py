"""The rules of Mastermind: its options and moves, the state of a series, what a seat may know of it, and what it is asked.

A series of games between two seats, or of one seat against the table. In each game the Codemaker (a seat, or the table: a move
of chance) sets a code, the Decoder guesses, and the arms answer, until the code is cracked or all rows are full.

Invariant: the view is built field by field. The code is in the view of the seat that made it, and of everybody once the series
is over (M3, M16).
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
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
from companion.core.prompt import Dial, Fill, Move, Prompt, Symbol
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, clockwise
from companion.games.mastermind.editions import (
    DIGITS,
    EDITIONS,
    MOST_SYMBOLS,
    NUMBERS,
    PEG_COLOURS,
    Edition,
    Symbols,
    Words,
    words_of,
)

PEGS: Final = (3, 5)
"""M17: the fewest and the most pegs of a code and of a guess."""
ROWS: Final = (6, 12)
"""M19: the fewest and the most guesses of a game."""
COLOURS: Final = (4, MOST_SYMBOLS)
"""M5: the fewest and the most symbols in play."""

_PIECE: Final = named_values(*PEG_COLOURS, *DIGITS)
_ARM: Final = numbers(0, PEGS[1])
Piece = Annotated[str, _PIECE.meta, _PIECE]
"""The name of a colour, or a digit."""
Pegs = Annotated[tuple[Piece, ...], row_of(*PEGS)]
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

    words = MoveWords(accept="Answer", back="Answer this?", suggest="answer {counts}", rules="M9, M14")
    red: ArmCount
    white: ArmCount


MOVES: Final = Moves(seats=(SetCode, Guess, PullArms), chance=(SetCode,))
AnyMove = SetCode | Guess | PullArms

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


Indication = Literal["auto", "manual"]
SEATS: Final = (1, 2)


def _each(low: int, high: int) -> tuple[Value, ...]:
    return tuple(Value(number, str(number)) for number in range(low, high + 1))


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "edition", "travel", "Rules",
        " ".join(f"{one.label}: {one.about}" for one in EDITIONS),
        EDITIONS,
    ),
    Setting(
        "games", None, "How many games",
        "An even number, so that both are Codemaker equally often. auto: two; alone, where the table is Codemaker, one.",
        (Value(None, "auto"), Value(2, "2"), Value(4, "4"), Value(6, "6"), Value(8, "8")),
    ),
    Setting(
        "first_codemaker", 0, "First code by", "Who makes the first code. If the table is Codemaker: who waits.",
        of_seats=True,
    ),
    Setting(
        "codemaker", "seat", "Codes made by",
        "table: the table makes every code; fewest rows win. Alone it always is the table.",
        (Value("seat", "players"), Value("table", "table")),
    ),
    Setting("pegs", 4, "Pegs", "How many pegs or digits a code has.", _each(*PEGS), rare=True),
    Setting(
        "symbols", "colours", "Made of", "What a code is made of.",
        (Value("colours", "colours"), Value("digits", "digits", (("colours", 10),))), rare=True,
    ),
    Setting("colours", 8, "Colours or digits", "How many are in play: the first ones.", _each(*COLOURS), rare=True),
    switch("repeats_in_code", False, "Repeats in code", "Whether a code may hold two alike. A guess may then, too.", rare=True),
    switch("repeats_in_guess", True, "Repeats in guess", "Whether a guess may hold two alike.", rare=True),
    Setting("rows", 9, "Rows", "How many guesses a game has.", _each(*ROWS), rare=True),
    Setting(
        "indication", "auto", "Arms",
        "auto: the table pulls the arms. by hand: the Codemaker does, and an error voids the game.",
        (Value("auto", "auto"), Value("manual", "by hand")), rare=True,
    ),
)  # fmt: skip
"""An edition stands before the options that it sets, and `symbols` before `colours` (M20)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the series. From `read_options`, `games` is a number."""

    edition: Edition = "travel"
    games: int | None = None
    first_codemaker: Seat = Seat(0)
    colours: Annotated[int, whole_number(*COLOURS)] = 8
    repeats_in_guess: bool = True
    indication: Indication = "auto"
    codemaker: Literal["seat", "table"] = "seat"
    pegs: Annotated[int, whole_number(*PEGS)] = 4
    repeats_in_code: bool = False
    rows: Annotated[int, whole_number(*ROWS)] = 9
    symbols: Symbols = "colours"

    @property
    def in_play(self) -> tuple[Symbol, ...]:
        """The symbols that a code is made of."""
        return (PEG_COLOURS if self.symbols == "colours" else DIGITS)[: self.colours]  # M5, M20

    @property
    def words(self) -> Words:
        """What things are called."""
        return words_of(self.edition, self.symbols)  # M23


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
    # M5, M17, M19
    for name, (low, high) in (("colours", COLOURS), ("pegs", PEGS), ("rows", ROWS)):
        if not low <= (value := getattr(options, name)) <= high:
            raise RuleError(f"Option {name} must be from {low} to {high}, not {value}.")
    if options.colours < options.pegs and not options.repeats_in_code:
        several = options.words.symbol[1]
        raise RuleError(
            f"There is no code of {options.pegs} with {options.colours} {several} and none of them twice: "
            f"take more {several} (colours), fewer places (pegs), or repeats (repeats_in_code)."
        )
    # M15: the table makes no errors, so its arms are never pulled by hand.
    indication: Indication = "auto" if options.codemaker == "table" else options.indication
    # M18
    repeats_in_guess = options.repeats_in_code or options.repeats_in_guess
    return structs.replace(options, games=games, indication=indication, repeats_in_guess=repeats_in_guess)


def _alone(options: Options, given: Mapping[str, Any]) -> Options:
    """M15: a single seat is the Decoder of every game, and the table its Codemaker."""
    if "codemaker" in given and options.codemaker != "table":
        raise RuleError('A single seat plays against the table: set option codemaker (Codes made by) to "table".')
    if options.first_codemaker != 0:
        raise RuleError(f"Option first_codemaker must be seat 0 where one plays alone, not {options.first_codemaker}.")
    games = 1 if options.games is None else options.games
    if games < 1:
        raise RuleError(f"Option games must be a number from 1 where one plays alone, not {games}.")
    return structs.replace(options, codemaker="table", games=games)


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

    `unfound`: how many codes were not cracked in their rows. `ended`: the last game that was not void.
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
    pegs, rows = state.options.pegs, state.options.rows
    if last.red is None or (last.red < pegs and len(state.rows) < rows):
        return state
    # M10, M11, M19: all rows without the code are as many points too. M15: with the table they count against the Decoder.
    codemaker, decoder = roles(state)
    scorer = decoder if codemaker == "table" else codemaker
    found = last.red == pegs
    counted = structs.replace(state, unfound=state.unfound + (not found))
    following = _next_game(counted, scorer, len(state.rows), void=False)
    return structs.replace(following, ended=_recap(state, following, found=found))


def recap(state: State) -> Recap | None:
    """The last game that was not void: both have seen its code."""
    return state.ended


def _recap(state: State, after: State, *, found: bool) -> Recap:
    """How the game of `state` ended: the row that cracked the code and its answer, or the code that nobody cracked."""
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
    pegs, words = state.options.pegs, state.options.words
    return Recap(
        f"Game {state.game_number} of {games(state)}",
        decoder,
        note,
        tuple(shares),
        did,
        (*_code(state), f"{pegs} {words.exact[1]}" if found else "the code"),
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
    """A series as one observer knows it. But for `words`, the keys are those of the engine protocol. `colours`: the symbols in
    play."""

    phase: Phase
    colours: tuple[Piece, ...]
    pegs: int
    max_rows: int
    games: int
    game_number: int
    codemaker: Seat | Literal["table"]
    decoder: Seat
    code: Pegs | None
    rows: tuple[GuessRow, ...]
    past: tuple[SeriesGame, ...]
    words: Words


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
        colours=tuple(str(symbol.value) for symbol in state.options.in_play),
        pegs=state.options.pegs,
        max_rows=state.options.rows,
        games=games(state),
        game_number=state.game_number,
        codemaker=codemaker,
        decoder=decoder,
        code=state.code if may_know_code else None,
        rows=state.rows,
        past=state.past,
        words=state.options.words,
    )


Arms = tuple[int, int]
"""What the red and the white arm show."""


@cache
def possible_arms(pegs: int) -> tuple[Arms, ...]:
    """M14, M21: all that some code can give, ascending: of four pegs 14."""
    return tuple(
        (red, white) for red in range(pegs + 1) for white in range(pegs + 1 - red) if (red, white) != (pegs - 1, 1)
    )


def prompt(options: Options, view: MastermindView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return _code_prompt(options)
    if view.phase == "arms":
        return _arms_prompt(options)
    number = len(view.rows) + 1
    title = "Guess" if number >= 10 and options.rows > 10 else "Your guess"  # a title has 90 pixels
    return structs.replace(_guess_prompt(options), title=f"{title} {number}/{options.rows}")


def chance(state: State) -> Prompt | None:
    """M15: the table's code; every legal code is equally likely."""
    return _code_prompt(state.options) if to_act(state) == ("chance",) else None


@cache
def _arms_prompt(options: Options) -> Dial:
    """M9: the answer to a guess."""
    words, pegs = options.words, options.pegs
    given = "such arms" if words.arms else "such an answer"
    every = numbers(0, pegs).symbols
    return dial(
        PullArms,
        f"{words.meaning} A wrong answer voids the game and gives the Decoder 3 points. What no code could give is not taken.",
        wheel(PullArms, "red", _how_many(words.parts[0]), every),
        wheel(PullArms, "white", _how_many(words.parts[1]), every),
        barred=tuple(sorted({*product(range(pegs + 1), repeat=2)} - {*possible_arms(pegs)})),  # M14, M21
        barred_rule=f"No code gives {given}: both together count {pegs} {words.piece[1]} at most, "
        f"and never {words.counts(pegs - 1, 1)}.",
    )


def _how_many(what: str) -> str:
    # A title has room for 15 letters.
    return f"How many {what.lower()}?" if len(what) <= 5 else f"{what}?"


@cache
def _guess_prompt(options: Options) -> Fill:
    """M6: a guess, but for its number."""
    words = options.words
    symbol = words.symbol[0]
    if options.repeats_in_code:
        repeats = f"Code and guess may repeat a {symbol}."
    elif options.repeats_in_guess:
        repeats = f"A guess may repeat a {symbol}; the code never does."
    else:
        repeats = f"No {symbol} twice."
    return fill(
        Guess,
        "Your guess",
        f"{words.meaning} {repeats}",
        options.pegs,
        options.in_play,
        repeats=options.pegs if options.repeats_in_guess else 1,
        repeat_rule=f"A guess may not hold two {words.piece[1]} of one {symbol} in this series."
        if options.symbols == "colours"
        else "A guess may not hold a digit twice in this series.",
    )


@cache
def _code_prompt(options: Options) -> Fill:
    """M4, M18: the code, asked of its maker or of chance."""
    words = options.words
    repeats = f"{words.symbol[1]} may repeat" if options.repeats_in_code else f"no {words.symbol[0]} twice"
    return fill(
        SetCode,
        "Set the code",
        f"{NUMBERS[options.pegs]} {words.piece[1]}, {repeats}. Only this screen shows them until the game ends. "
        "Each row that the Decoder needs is a point for you.",
        options.pegs,
        options.in_play,
        repeats=options.pegs if options.repeats_in_code else 1,
        repeat_rule="A code may not hold two pegs of one colour."
        if options.symbols == "colours"
        else "A code may not hold a digit twice.",
        secret=True,
    )


def named(view: MastermindView, made: MoveRecord) -> dict[str, str]:
    """An answer in the words of the edition."""
    return {"counts": view.words.counts(made.red, made.white)} if isinstance(made, PullArms) else {}
