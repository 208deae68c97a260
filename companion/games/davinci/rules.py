"""The rules of Da Vinci Code: all that affects its state is in this file.

A round: the seats take tiles in turn, then one after another draws a Clue Tile, points at a tile of somebody's row and says
what it is, until only one row has a tile unexposed. Which tile it was that a seat took comes in as a move of chance.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, assert_never

from msgspec import Struct, convert, structs

from companion.core.errors import RuleError
from companion.core.game import Result
from companion.core.options import Setting, Value, read, switch
from companion.core.prompt import Move
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.davinci.tiles import Colour, Front, Position, TileName, box, joints, lined_up, points, value

RULES: Final = 2
"""By rules 1 a tile of the set-up of advanced play joined its row at once, at a place that its owner chose."""

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("first_seat", 0, "Who is the youngest?", "The youngest player begins the first round.", of_seats=True),
    switch("advanced", False, "Dashes in play", "A black and a white tile with a dash, which may stand anywhere in a row."),
    Setting(
        "rounds", 1, "Rounds", "Three rounds are a tournament: the most points win. In one round the last player in wins.",
        (Value(1, "1"), Value(3, "3")),
    ),
    Setting(
        "empty_centre", "nothing", "Wrong, no tiles left",
        "What a wrong claim costs when the centre is empty: nothing but the turn, or one of your own tiles shown.",
        (Value("nothing", "nothing"), Value("reveal", "own tile")),
    ),
    switch("memory_aid", False, "Memory aid", "Whether the screens keep the claims of earlier turns, wrong ones too."),
)  # fmt: skip

Phase = Literal["deal", "arrange", "draw", "deduce", "go_on", "place", "reveal", "over"]

FOR_DEDUCTION: Final = 1
FOR_CODE: Final = 3
FOR_ROUND: Final = 5
"""D17: the points."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on before the game."""

    advanced: bool = False
    first_seat: int = 0
    empty_centre: Literal["nothing", "reveal"] = "nothing"
    memory_aid: bool = False
    rounds: Literal[1, 3] = 1


class Tile(Struct, frozen=True):
    """A tile that stands in a row, or lies in it for all to see."""

    name: str
    exposed: bool = False


Row = tuple[Tile, ...]


class Deduction(Struct, frozen=True):
    """What `seat` said of the tile at `position` of the row of `target`, and whether it was so."""

    seat: Seat
    target: Seat
    position: Position
    value: Front
    correct: bool


class Joined(Struct, frozen=True):
    """Where a Clue Tile joined a row: its index after it has joined."""

    seat: Seat
    position: Position


class State(Struct, frozen=True):
    """The round being played, or the last one when all is over.

    `centre`: the tiles in it; `taken`: the colour that `turn_of` takes from it, while chance has not said which tile it is;
    `clue`: the tile in the hand of `turn_of`; `log`: the deductions of this turn, with the memory aid those of the round.
    `arranging`: who has still to line up the row; `joined`: where the last Clue Tile went; `claims` and `codes`: for each
    seat its correct deductions of this round, and those that completed a code; `ended`: the round before, as it was scored.
    `rules`: by which of the rules it is played.
    """

    options: Options
    seats: int
    round: int
    turn_of: Seat
    phase: Phase
    centre: tuple[str, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, ...]
    taken: Colour | None = None
    clue: str | None = None
    log: tuple[Deduction, ...] = ()
    arranging: tuple[Seat, ...] = ()
    joined: Joined | None = None
    claims: tuple[int, ...] = ()
    codes: tuple[int, ...] = ()
    ended: Recap | None = None
    rules: int = RULES


class Take(Struct, frozen=True, tag_field="move", tag="take"):
    """A tile of this colour, of a seat."""

    colour: Colour


class DrawTile(Struct, frozen=True, tag_field="move", tag="draw"):
    """Which tile it was, of chance."""

    tile: TileName


class Arrange(Struct, frozen=True, tag_field="move", tag="arrange"):
    """Where the dashes stand in the own row, the black one before the white one."""

    positions: tuple[Position, ...]


class PlaceTile(Struct, frozen=True, tag_field="move", tag="place"):
    """Where the tile in hand joins the own row: its index after it has joined."""

    position: Position


class Deduce(Struct, frozen=True, tag_field="move", tag="deduce"):
    """What a tile of another row is."""

    seat: Seat
    position: Position
    value: Front


class Stop(Struct, frozen=True, tag_field="move", tag="stop"):
    """The end of a turn of correct deductions."""


class Reveal(Struct, frozen=True, tag_field="move", tag="reveal"):
    """The own tile that a wrong deduction costs."""

    position: Position


AnyMove = Take | DrawTile | Arrange | PlaceTile | Deduce | Stop | Reveal


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not 2 <= seats <= 4:
        raise RuleError(f"Da Vinci Code is for 2 to 4 seats, not {seats}.")
    options = read(Options, "Da Vinci Code", given, SETTINGS)
    if not 0 <= options.first_seat < seats:  # D4
        raise RuleError(f"Option first_seat must be a seat from 0 to {seats - 1}, not {options.first_seat}.")
    return options


def setup(options: Options, seats: int, rules: int = RULES) -> State:
    """The first round, before anybody has taken a tile."""
    return _round(options, seats, 1, (0,) * seats, rules)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made: AnyMove = convert(move, AnyMove)
    match made:
        case Take(colour):
            return structs.replace(state, taken=colour)
        case DrawTile(tile):
            return _drawn(state, tile)
        case Arrange(positions):
            assert actor != CHANCE, "rows are lined up by those who sit behind them"
            return _arranged(state, actor, positions)
        case PlaceTile(position):
            return _after_joining(_join(state, position))
        case Deduce():
            return _deduced(state, made)
        case Stop():  # D8
            return _put_away(state)
        case Reveal(position):  # D15
            exposed = _expose(state, state.turn_of, position)
            return _end_round(exposed) if is_decided(exposed) else _next_turn(exposed)
        case _:
            assert_never(made)


def result(state: State) -> Result:
    """The points so far, and who has won once all is over."""
    if state.phase != "over":
        return Result(state.scores, None)
    if state.options.rounds == 1:  # D12
        return Result(state.scores, in_play(state))
    best = max(state.scores)  # D19
    return Result(state.scores, tuple(seat for seat, score in enumerate(state.scores) if score == best))


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    if state.phase == "over":
        return ()
    if state.phase == "arrange":
        return state.arranging
    return (CHANCE,) if state.taken is not None else (state.turn_of,)


def recap(state: State) -> Recap | None:
    """The round that was finished last, where there are several (D17): its winner's tiles were counted openly."""
    return state.ended if state.options.rounds > 1 else None


def hand(seats: int) -> int:
    """D2: how many tiles a seat takes in the set-up."""
    return 3 if seats == 4 else 4


def is_dealing(state: State) -> bool:
    """Whether this is the set-up still: rows only grow, so the last of them is full only after it."""
    return any(len(row) < hand(state.seats) for row in state.rows)


def in_play(state: State) -> tuple[Seat, ...]:
    """D11: the seats that have an unexposed tile; in the set-up all."""
    if is_dealing(state):
        return tuple(range(state.seats))
    return tuple(seat for seat, row in enumerate(state.rows) if not all(tile.exposed for tile in row))


def is_decided(state: State) -> bool:
    """D12: whether one seat alone has unexposed tiles."""
    return len(in_play(state)) == 1


def _round(options: Options, seats: int, number: int, scores: tuple[int, ...], rules: int) -> State:
    first = (options.first_seat + number - 1) % seats  # D4, D19
    rows: tuple[Row, ...] = ((),) * seats
    none = (0,) * seats
    centre = box(advanced=options.advanced)
    return State(options, seats, number, first, "deal", centre, rows, scores, claims=none, codes=none, rules=rules)


def _drawn(state: State, tile: str) -> State:
    centre = tuple(left for left in state.centre if left != tile)
    drawn = structs.replace(state, centre=centre, taken=None, clue=tile)
    if state.phase == "draw":
        return structs.replace(drawn, phase="deduce")  # D5: it does not join the row yet
    if state.options.advanced and state.rules > 1:  # D14: in the order taken, until all have theirs
        row = (*state.rows[state.turn_of], Tile(tile))
        return _after_joining(structs.replace(drawn, clue=None, rows=_with(state.rows, state.turn_of, row)))
    return _put_away(drawn)


def _arranged(state: State, seat: Seat, positions: tuple[int, ...]) -> State:
    """D14: the dashes where their owner wants them, the numbers in order between them; once all have, play begins."""
    row = tuple(Tile(name) for name in lined_up(names(state.rows[seat]), positions))
    left = tuple(other for other in state.arranging if other != seat)
    phase: Phase = "arrange" if left else "draw"
    return structs.replace(state, rows=_with(state.rows, seat, row), arranging=left, phase=phase)


def _put_away(state: State) -> State:
    """The tile in hand, if there is one, joins the row: where its owner says, or where it must."""
    if state.clue is None:
        return _next_turn(state)  # D15: there was none to draw
    if state.options.advanced:
        return structs.replace(state, phase="place")  # D13
    return _after_joining(_join(state, joints(names(state.rows[state.turn_of]), state.clue)[0]))


def _join(state: State, position: int) -> State:
    assert state.clue is not None, "only a tile in hand can join a row"
    seat, row = state.turn_of, state.rows[state.turn_of]
    # Nothing is deduced in the set-up (D2), and before a Clue Tile joins something is: right (D8) or wrong (D9).
    failed = bool(state.log) and not state.log[-1].correct
    joined = (*row[:position], Tile(state.clue, failed), *row[position:])
    log = tuple(
        structs.replace(said, position=said.position + 1) if said.target == seat and said.position >= position else said
        for said in state.log
    )
    last = Joined(seat, position) if state.log else None  # D8
    return structs.replace(state, rows=_with(state.rows, seat, joined), clue=None, log=log, joined=last)


def _after_joining(state: State) -> State:
    if state.log:
        return _next_turn(state)
    following = structs.replace(state, turn_of=(state.turn_of + 1) % state.seats)  # D2: one tile at a time, in turn
    if is_dealing(following):
        return structs.replace(following, phase="deal")
    if state.options.advanced and state.rules > 1:  # D14
        return structs.replace(following, phase="arrange", arranging=tuple(range(state.seats)))
    return structs.replace(following, phase="draw")


def _deduced(state: State, made: Deduce) -> State:
    correct = value(state.rows[made.seat][made.position].name) == made.value
    said = Deduction(state.turn_of, made.seat, made.position, made.value, correct)
    logged = structs.replace(state, log=(*state.log, said))
    if correct:  # D7
        return _found(_expose(logged, made.seat, made.position), made.seat)
    if state.clue is None and state.options.empty_centre == "reveal":  # D15
        return structs.replace(logged, phase="reveal")
    return _put_away(logged)  # D9


def _found(state: State, target: Seat) -> State:
    is_out = all(tile.exposed for tile in state.rows[target])
    seat = state.turn_of
    scored = structs.replace(
        _award(state, seat, FOR_DEDUCTION + (FOR_CODE if is_out else 0)),  # D17
        claims=_with(state.claims, seat, state.claims[seat] + 1),
        codes=_with(state.codes, seat, state.codes[seat] + is_out),
    )
    return _end_round(scored) if is_decided(scored) else structs.replace(scored, phase="go_on")


def _next_turn(state: State) -> State:
    alive = in_play(state)
    following = next(
        seat for step in range(1, state.seats + 1) if (seat := (state.turn_of + step) % state.seats) in alive
    )  # D10, D11
    phase: Phase = "draw" if state.centre else "deduce"  # D15
    log = state.log if state.options.memory_aid else ()  # D16
    return structs.replace(state, turn_of=following, phase=phase, log=log)


def _end_round(state: State) -> State:
    (winner,) = in_play(state)
    left = [tile.name for tile in state.rows[winner] if not tile.exposed]  # D18
    if state.clue is not None and state.turn_of == winner:  # D12
        left.append(state.clue)
    scored = _award(state, winner, FOR_ROUND + points(left))  # D17
    ended = _recap(scored, winner, tuple(left))
    if state.round == state.options.rounds:
        return structs.replace(scored, phase="over", ended=ended)
    following = _round(state.options, state.seats, state.round + 1, scored.scores, state.rules)
    return structs.replace(following, ended=ended)


def _recap(state: State, winner: Seat, left: tuple[str, ...]) -> Recap:
    """D17: what every seat got in a round that is over, for what. `left`: the winner's tiles, which are counted openly."""
    shares = []
    for step in range(state.seats):
        seat = (winner + step) % state.seats
        claims, codes = state.claims[seat], state.codes[seat]
        entries = [
            Points(f"{claims} right claim{'s' * (claims != 1)}", claims * FOR_DEDUCTION),
            Points(f"{codes} code{'s' * (codes != 1)} laid open", codes * FOR_CODE),
        ]
        if seat == winner:
            entries += [Points("won the round", FOR_ROUND), Points("own hidden tiles", points(left))]
        counted = tuple(entry for entry in entries if entry.points or seat == winner)
        shares.append(Share(seat, counted, left if seat == winner else (), state.scores[seat]))
    return Recap(f"Round {state.round} of {state.options.rounds}", winner, "The most points win", tuple(shares))


def _award(state: State, seat: Seat, more: int) -> State:
    return structs.replace(state, scores=_with(state.scores, seat, state.scores[seat] + more))


def _expose(state: State, seat: Seat, position: int) -> State:
    row = state.rows[seat]
    lying = _with(row, position, Tile(row[position].name, True))
    return structs.replace(state, rows=_with(state.rows, seat, lying))


def names(row: Row) -> tuple[str, ...]:
    """The tiles of a row, left to right."""
    return tuple(tile.name for tile in row)


def _with(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
