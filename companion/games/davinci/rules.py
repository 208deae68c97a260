"""The rules of Da Vinci Code: its options and moves, the state of a game, what a seat may know of it, and what it is asked.

There are 12 numbers and a dash in two colours. A tile has a name such as "B7", "W10" or "B-". In a round the seats take tiles in
turn. Then one after another draws a Clue Tile, points at a tile of another row and says what it is, until one row alone has a
tile unexposed. Which tile a seat took is a move of chance. On keys other seats are called left, across and right, so that each of
three has the key on its own side.

Invariant (D20): the view is built field by field. Of an unexposed tile in another seat's row or hand, the view holds only the
colour of its back. When the game is over the view holds the last rows, since their numbers are counted openly (D17).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Annotated, Any, Final, Literal, assert_never

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import Result, View
from companion.core.moves import (
    MoveRecord,
    Moves,
    MoveWords,
    as_json,
    dial,
    letters,
    move_reader,
    named_values,
    one_of,
    option,
    wheel,
    whole_number,
)
from companion.core.options import Setting, Value, read_record, switch
from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Move, Prompt, Symbol
from companion.core.recap import Points, Recap, Share
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, clockwise, each_seat, next_seat, seat_number
from companion.core.words import ordinal as nth

SEATS: Final = (2, 4)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("first_seat", 0, "Who begins", "The youngest player begins the first round.", of_seats=True),
    switch("advanced", False, "Dashes in play", "A black and a white tile with a dash, which may stand anywhere in a row."),
    Setting(
        "rounds", 1, "Rounds", "Three rounds are a tournament: the most points win. In one round the last player in wins.",
        (Value(1, "1"), Value(3, "3")),
    ),
    Setting(
        "empty_centre", "nothing", "Late mistakes",
        "What a wrong claim costs when the centre is empty: nothing but the turn, or one of your own tiles shown.",
        (Value("nothing", "nothing"), Value("reveal", "a tile")),
    ),
    switch(
        "memory_aid", False, "Memory aid",
        "no: which claims were wrong is for players to remember. yes: screens and the log keep them.",
    ),
)  # fmt: skip


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on before the game."""

    advanced: bool = False
    first_seat: Seat = Seat(0)
    empty_centre: Literal["nothing", "reveal"] = "nothing"
    memory_aid: bool = False
    rounds: Literal[1, 3] = 1


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Da Vinci Code is for 2 to 4 seats, not {seats}.")
    options = read_record(Options, "Da Vinci Code", given, SETTINGS)
    if not 0 <= options.first_seat < seats:  # D4
        raise RuleError(f"Option first_seat must be a seat from 0 to {seats - 1}, not {options.first_seat}.")
    return options


TileColour = Literal["black", "white"]

TILE_COLOURS: Final[tuple[TileColour, TileColour]] = ("black", "white")
DASH: Final = "-"
TILE_NUMBERS: Final = tuple(str(number) for number in range(12))
"""D1: the numbers as a deduction states them, rising."""

NUMBER_TILES: Final = tuple(letter + number for number in TILE_NUMBERS for letter in "BW")
"""D3: in the order of a row; of two equal numbers the black one stands first."""
DASH_TILES: Final = ("B-", "W-")
TileName = Annotated[str, one_of(*NUMBER_TILES, *DASH_TILES)]
"""The name of a tile."""
_FRONT: Final = named_values(*letters(*TILE_NUMBERS).symbols, Symbol(DASH, DASH, "dash"))
Front = Annotated[str, _FRONT.meta, _FRONT]
"""What the front of a tile shows: a number, or the dash."""
Position = Annotated[int, whole_number(0)]
"""The index of a tile in its row, from 0 at its owner's left."""
TILE_RANK: Final = {tile: rank for rank, tile in enumerate(NUMBER_TILES)}


class Take(MoveRecord, frozen=True, tag="take"):
    """A seat takes a tile of this colour."""

    words = MoveWords("{colour}", "A {colour} tile", suggest="take a {colour} tile", rules="D2, D5")
    colour: TileColour


class DrawTile(MoveRecord, frozen=True, tag="draw"):
    """Chance: which tile it was."""

    words = MoveWords("{front}", "The {tile_words}", rules="D2")
    tile: TileName


class Arrange(MoveRecord, frozen=True, tag="arrange"):
    """The positions of the dashes in the seat's row, the black one first."""

    words = MoveWords("{places}", "{row}", suggest="line up your row as {row}", rules="D14")
    positions: tuple[Position, ...]


class PlaceTile(MoveRecord, frozen=True, tag="place"):
    """The position at which the tile in hand joins the seat's row: its index after it has joined."""

    words = MoveWords("{nth}", "{between}", suggest="put your new tile {between}", rules="D3, D13")
    position: Position


class Deduce(MoveRecord, frozen=True, tag="deduce"):
    """A statement what a tile of another row is."""

    words = MoveWords(
        accept="Claim",
        told="called {its_tile} {front}",
        suggest="say that {its_tile} is {front}",
        back="Claim this?",
        weighed=True,
        rules="D6",
    )
    seat: Seat
    position: Position
    value: Front


class Stop(MoveRecord, frozen=True, tag="stop"):
    """The end of a turn of correct deductions."""

    words = MoveWords("Stop", "Stop here", rules="D8")


class Reveal(MoveRecord, frozen=True, tag="reveal"):
    """The seat's own tile that a wrong deduction costs."""

    words = MoveWords("{nth}", "Show your {ordinal}?", "Show", suggest="show your {ordinal} tile", rules="D15")
    position: Position


MOVES: Final = Moves(seats=(Take, Arrange, PlaceTile, Deduce, Stop, Reveal), chance=(DrawTile,))
AnyMove = Take | DrawTile | Arrange | PlaceTile | Deduce | Stop | Reveal

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def all_tiles(*, advanced: bool) -> tuple[str, ...]:
    """D1, D14: the tiles that are in play, in a fixed order."""
    return (*NUMBER_TILES, *DASH_TILES) if advanced else NUMBER_TILES


def tile_colour(tile: str) -> TileColour:
    """The colour on the back of a tile."""
    return "black" if tile[0] == "B" else "white"


def tile_front(tile: str) -> str:
    """The front of a tile: a number, or the dash."""
    return tile[1:]


def tile_words(tile: str) -> str:
    """A tile by its name, as in: black 7, white dash."""
    front = tile_front(tile)
    return f"{tile_colour(tile)} {'dash' if front == DASH else front}"


def tile_name(colour: str, front: str) -> str:
    """The name of the tile of this colour with this front."""
    return colour[0].upper() + front


def tile_points(tiles: Iterable[str]) -> int:
    """D17: the sum of the numbers; a dash counts 0."""
    return sum(int(tile_front(tile)) for tile in tiles if tile not in DASH_TILES)


def joining_positions(row: tuple[str, ...], tile: str) -> tuple[int, ...]:
    """D3, D13: the positions at which `tile` may join `row` (indices after it has joined); exactly one if there is no dash."""
    rank = TILE_RANK.get(tile)
    if rank is None:
        return tuple(range(len(row) + 1))
    lowest, highest = 0, len(row)
    for index, standing in enumerate(row):
        other = TILE_RANK.get(standing)
        if other is None:
            continue
        if other > rank:
            highest = index
            break
        lowest = index + 1
    return tuple(range(lowest, highest + 1))


def row_with_dashes(tiles: tuple[str, ...], positions: tuple[int, ...]) -> tuple[str, ...]:
    """D14: a row of these tiles: the numbers in order, the dashes (the black one first) at `positions`."""
    dashes = dict(zip(positions, (dash for dash in DASH_TILES if dash in tiles), strict=True))
    numbers = iter(sorted((tile for tile in tiles if tile in TILE_RANK), key=TILE_RANK.__getitem__))
    return tuple(dashes.get(position) or next(numbers) for position in range(len(tiles)))


def dash_positions(row: tuple[str, ...]) -> tuple[int, ...]:
    """The positions of the dashes of a row, the black one first."""
    return tuple(row.index(dash) for dash in DASH_TILES if dash in row)


def ordinal(position: int) -> str:
    """What players call a position of a row, counted from its owner's left: "2nd" for 1."""
    return nth(position + 1)


Phase = Literal["deal", "arrange", "draw", "deduce", "go_on", "place", "reveal", "over"]


class Tile(Struct, frozen=True):
    """A tile of a row; `exposed`: it lies open for everybody to see."""

    name: str
    exposed: bool = False


TileRow = tuple[Tile, ...]
"""The tiles of a seat, from left to right as their owner sees them."""


class Deduction(Struct, frozen=True):
    """What `seat` said about the tile at `position` in the row of `target`, and whether that was correct."""

    seat: Seat
    target: Seat
    position: Position
    value: Front
    correct: bool


class JoinedTile(Struct, frozen=True):
    """A Clue Tile that joined the row of `seat`. `position`: its index after it has joined."""

    seat: Seat
    position: Position


class State(Struct, frozen=True):
    """The round being played, or the last one when all is over.

    `centre`: the tiles in it; `taken`: the colour that `turn_of` takes from it, until chance says which tile it is; `clue`:
    the tile in the hand of `turn_of`; `log`: the deductions of this turn, with the memory aid those of the round; `arranging`:
    the seats that have still to line up their rows; `joined`: the last Clue Tile that joined a row; `claims` and `codes`: for
    each seat its correct deductions of this round, and those that exposed the last tile of a row; `ended`: the scores of the
    round before.
    """

    options: Options
    seats: int
    round: int
    turn_of: Seat
    phase: Phase
    centre: tuple[str, ...]
    rows: tuple[TileRow, ...]
    scores: tuple[int, ...]
    taken: TileColour | None = None
    clue: str | None = None
    log: tuple[Deduction, ...] = ()
    arranging: tuple[Seat, ...] = ()
    joined: JoinedTile | None = None
    claims: tuple[int, ...] = ()
    codes: tuple[int, ...] = ()
    ended: Recap | None = None


def result(state: State) -> Result:
    """The points so far, and the winners once the game is over."""
    if state.phase != "over":
        return Result(state.scores, None)
    if state.options.rounds == 1:  # D12
        return Result(state.scores, in_play(state))
    best = max(state.scores)  # D19
    return Result(state.scores, tuple(seat for seat, score in each_seat(state.scores) if score == best))


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    if state.phase == "over":
        return ()
    if state.phase == "arrange":
        return state.arranging
    return (CHANCE,) if state.taken is not None else (state.turn_of,)


def recap(state: State) -> Recap | None:
    """The last finished round of several (D17); its winner's tiles were counted openly."""
    return state.ended if state.options.rounds > 1 else None


def tiles_dealt(seats: int) -> int:
    """D2: how many tiles a seat takes in the set-up."""
    return 3 if seats == 4 else 4


def is_dealing(state: State) -> bool:
    """Whether the set-up is still going on. Rows only grow, so the shortest row is full only after it."""
    return any(len(row) < tiles_dealt(state.seats) for row in state.rows)


def in_play(state: State) -> tuple[Seat, ...]:
    """D11: the seats that have an unexposed tile; all seats in the set-up."""
    if is_dealing(state):
        return all_seats(state.seats)
    return tuple(seat for seat, row in each_seat(state.rows) if not all(tile.exposed for tile in row))


def is_decided(state: State) -> bool:
    """D12: whether one seat alone has unexposed tiles."""
    return len(in_play(state)) == 1


def tile_names(row: "Iterable[Tile | ShownTile]") -> tuple[str, ...]:
    """The names of the tiles of a row, left to right."""
    return tuple(tile.name for tile in row)


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None if only the move itself.

    These can be taken back: the position chosen for an unseen tile, and a stop that reveals nothing.
    """
    match move["move"]:
        case "arrange":
            return "all have seen how the row stands."
        case "place" if not state.log[-1].correct:
            return "the tile lies open."  # D9
        case "place":
            return None
        case "stop" if state.clue is None or state.options.advanced:
            return None  # D13: its owner has still to choose the position
        case "stop":
            return "all have seen where the new tile joined the row."
        case "take":
            return "the tile has been drawn."
        case "deduce":
            return "it was called right or wrong."
        case _:
            return "the tile has been seen."


_FOR_DEDUCTION: Final = 1
_FOR_CODE: Final = 3
_FOR_ROUND: Final = 5
"""D17: the points."""


def setup(options: Options, seats: int) -> State:
    """The first round, before anybody has taken a tile."""
    return _round(options, seats, 1, (0,) * seats)


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
    match made:
        case Take(colour):
            return structs.replace(state, taken=colour)
        case DrawTile(tile):
            return _drawn(state, tile)
        case Arrange(positions):
            assert actor != CHANCE, "a seat lines up its own row"
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


def _round(options: Options, seats: int, number: int, scores: tuple[int, ...]) -> State:
    first = Seat((options.first_seat + number - 1) % seats)  # D4, D19
    rows: tuple[TileRow, ...] = ((),) * seats
    none = (0,) * seats
    centre = all_tiles(advanced=options.advanced)
    return State(options, seats, number, first, "deal", centre, rows, scores, claims=none, codes=none)


def _drawn(state: State, tile: str) -> State:
    centre = tuple(left for left in state.centre if left != tile)
    drawn = structs.replace(state, centre=centre, taken=None, clue=tile)
    if state.phase == "draw":
        return structs.replace(drawn, phase="deduce")  # D5: it joins the row at the end of the turn
    if state.options.advanced:  # D14: in the order taken, until all seats have theirs
        row = (*state.rows[state.turn_of], Tile(tile))
        return _after_joining(structs.replace(drawn, clue=None, rows=_with(state.rows, state.turn_of, row)))
    return _put_away(drawn)


def _arranged(state: State, seat: Seat, positions: tuple[int, ...]) -> State:
    """D14: the owner chooses the positions of the dashes; the numbers are in order. Play begins when all rows are lined up."""
    row = tuple(Tile(name) for name in row_with_dashes(tile_names(state.rows[seat]), positions))
    left = tuple(other for other in state.arranging if other != seat)
    phase: Phase = "arrange" if left else "draw"
    return structs.replace(state, rows=_with(state.rows, seat, row), arranging=left, phase=phase)


def _put_away(state: State) -> State:
    """The tile in hand, if there is one, joins the row: at a position that its owner chooses, or at the only possible one."""
    if state.clue is None:
        return _next_turn(state)  # D15: the centre was empty
    if state.options.advanced:
        return structs.replace(state, phase="place")  # D13
    return _after_joining(_join(state, joining_positions(tile_names(state.rows[state.turn_of]), state.clue)[0]))


def _join(state: State, position: int) -> State:
    assert state.clue is not None, "only a tile in hand can join a row"
    seat, row = state.turn_of, state.rows[state.turn_of]
    # There is no deduction in the set-up (D2). Before a Clue Tile joins there was one, right (D8) or wrong (D9).
    failed = bool(state.log) and not state.log[-1].correct
    joined = (*row[:position], Tile(state.clue, failed), *row[position:])
    log = tuple(
        structs.replace(said, position=said.position + 1) if said.target == seat and said.position >= position else said
        for said in state.log
    )
    last = JoinedTile(seat, position) if state.log else None  # D8
    return structs.replace(state, rows=_with(state.rows, seat, joined), clue=None, log=log, joined=last)


def _after_joining(state: State) -> State:
    if state.log:
        return _next_turn(state)
    following = structs.replace(state, turn_of=next_seat(state.turn_of, state.seats))  # D2: one tile at a time, in turn
    if is_dealing(following):
        return structs.replace(following, phase="deal")
    if state.options.advanced:  # D14
        return structs.replace(following, phase="arrange", arranging=all_seats(state.seats))
    return structs.replace(following, phase="draw")


def _deduced(state: State, made: Deduce) -> State:
    correct = tile_front(state.rows[made.seat][made.position].name) == made.value
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
        _award(state, seat, _FOR_DEDUCTION + (_FOR_CODE if is_out else 0)),  # D17
        claims=_with(state.claims, seat, state.claims[seat] + 1),
        codes=_with(state.codes, seat, state.codes[seat] + is_out),
    )
    return _end_round(scored) if is_decided(scored) else structs.replace(scored, phase="go_on")


def _next_turn(state: State) -> State:
    alive = in_play(state)
    following = next(
        seat for seat in clockwise(next_seat(state.turn_of, state.seats), state.seats) if seat in alive
    )  # D10, D11
    phase: Phase = "draw" if state.centre else "deduce"  # D15
    log = state.log if state.options.memory_aid else ()  # D16
    return structs.replace(state, turn_of=following, phase=phase, log=log)


def _end_round(state: State) -> State:
    (winner,) = in_play(state)
    left = [tile.name for tile in state.rows[winner] if not tile.exposed]  # D18
    if state.clue is not None and state.turn_of == winner:  # D12
        left.append(state.clue)
    scored = _award(state, winner, _FOR_ROUND + tile_points(left))  # D17
    ended = _recap(scored, winner, tuple(left))
    if state.round == state.options.rounds:
        return structs.replace(scored, phase="over", ended=ended)
    following = _round(state.options, state.seats, state.round + 1, scored.scores)
    return structs.replace(following, ended=ended)


def _recap(state: State, winner: Seat, left: tuple[str, ...]) -> Recap:
    """D17: the points of each seat in a round that is over. `left`: the winner's tiles, which are counted openly."""
    shares = []
    for seat in clockwise(winner, state.seats):
        claims, codes = state.claims[seat], state.codes[seat]
        entries = [
            Points(f"{claims} right claim{'s' * (claims != 1)}", claims * _FOR_DEDUCTION),
            Points(f"{codes} code{'s' * (codes != 1)} laid open", codes * _FOR_CODE),
        ]
        if seat == winner:
            entries += [Points("won the round", _FOR_ROUND), Points("own hidden tiles", tile_points(left))]
        counted = tuple(entry for entry in entries if entry.points or seat == winner)
        shares.append(Share(seat, counted, left if seat == winner else (), state.scores[seat]))
    return Recap(f"Round {state.round} of {state.options.rounds}", winner, "The most points win", tuple(shares))


def _award(state: State, seat: Seat, more: int) -> State:
    return structs.replace(state, scores=_with(state.scores, seat, state.scores[seat] + more))


def _expose(state: State, seat: Seat, position: int) -> State:
    row = state.rows[seat]
    lying = _with(row, position, Tile(row[position].name, True))
    return structs.replace(state, rows=_with(state.rows, seat, lying))


def _with(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


class ShownTile(Struct, frozen=True):
    """A tile of a row; `value` is None where the observer may not know it."""

    colour: TileColour
    value: Front | None
    exposed: bool

    @property
    def name(self) -> str:
        """What can be seen of the tile: its name, or its colour alone (`tile_name`)."""
        return tile_name(self.colour, self.value or "")


class ClueTile(Struct, frozen=True):
    """The tile in its owner's hand; `value` is None for all others, and for everybody while it is being drawn."""

    owner: Seat
    colour: TileColour
    value: Front | None

    @property
    def name(self) -> str:
        """What can be seen of the tile: its name, or its colour alone (`tile_name`)."""
        return tile_name(self.colour, self.value or "")


class CentreCounts(Struct, frozen=True):
    """How many tiles of each colour are left in the centre."""

    black: int
    white: int


class DavinciView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol.

    `turn_log` holds the deductions of this turn. With the memory aid it holds those of the whole round, and a position moves
    with its tile when another tile joins that row later. `joined`: the last Clue Tile of this round that joined a row (D8).
    """

    phase: Phase
    round: int
    rounds: int
    advanced: bool
    turn_of: Seat
    centre: CentreCounts
    rows: tuple[tuple[ShownTile, ...], ...]
    clue: ClueTile | None
    out: tuple[Seat, ...]
    joined: JoinedTile | None
    turn_log: tuple[Deduction, ...]

    @property
    def is_dealing(self) -> bool:
        """Whether the set-up is still going on."""
        return any(len(row) < tiles_dealt(self.seats) for row in self.rows)

    @property
    def this_turn(self) -> tuple[Deduction, ...]:
        """The deductions of the turn being played: the last ones of its player, since nobody has two turns in a row."""
        start = len(self.turn_log)
        while start and self.turn_log[start - 1].seat == self.turn_of:
            start -= 1
        return self.turn_log[start:]

    def side(self, seat: Seat) -> str:
        """Which side another seat is on, as the view's seat sees it."""
        assert self.seat is not None, "only a seat has neighbours"
        steps = (seat - self.seat) % self.seats
        if steps == 1:
            return "left"
        return "right" if steps == self.seats - 1 else "across"


def view(state: State, observer: Observer) -> DavinciView:
    """What `observer` may know."""
    so_far = result(state)
    alive = in_play(state)
    black = sum(tile[0] == "B" for tile in state.centre)
    taken = CentreCounts(black - (state.taken == "black"), len(state.centre) - black - (state.taken == "white"))
    open_to_all = state.phase == "over"
    return DavinciView(
        game="davinci",
        seats=state.seats,
        seat=observer,
        to_act=to_act(state),
        phase=state.phase,
        scores=so_far.scores,
        winners=so_far.winners,
        round=state.round,
        rounds=state.options.rounds,
        advanced=state.options.advanced,
        turn_of=state.turn_of,
        centre=taken,
        rows=tuple(_row(row, open_to_all or seat == observer) for seat, row in each_seat(state.rows)),
        clue=_clue(state, open_to_all or state.turn_of == observer),
        out=tuple(seat for seat in all_seats(state.seats) if seat not in alive),
        joined=state.joined,
        turn_log=state.log,
    )


def _row(row: TileRow, known: bool) -> tuple[ShownTile, ...]:
    return tuple(
        ShownTile(tile_colour(tile.name), tile_front(tile.name) if known or tile.exposed else None, tile.exposed)
        for tile in row
    )


def _clue(state: State, known: bool) -> ClueTile | None:
    if state.taken is not None:
        return ClueTile(state.turn_of, state.taken, None)
    if state.clue is None:
        return None
    return ClueTile(state.turn_of, tile_colour(state.clue), tile_front(state.clue) if known else None)


_TILE_COMES: Final = {tile: Lot(as_json(DrawTile(tile)), 1) for tile in (*NUMBER_TILES, *DASH_TILES)}
_ALOUD_HELP: Final = (
    "Say it aloud, too. Nobody may write it down, and the screens delete a wrong claim at the end of the turn. "
)
_DEDUCE_HELP: Final = (
    "Choose a hidden tile of another row, counted from its owner's left, then say what it is. Right: it lies open, and you may "
    "go on or stop. Wrong: your turn ends, and your new tile joins your row open for all to see. In a long row a line over a "
    "number marks a black tile, and one under it an own tile that lies open. "
)
_EMPTY_CENTRE_HELP: Final = {
    "nothing": "No tiles are left to draw, so a wrong claim costs nothing but the turn. ",
    "reveal": "No tiles are left to draw: a wrong claim costs one of your own hidden tiles. ",
}
_POINTS_HELP: Final = (
    "Points: 1 for each right claim, 3 more if it opens the last tile of a row, 5 for winning the round, and for the winner the "
    "sum of their hidden tiles, where a dash counts 0. "
)
_ARRANGE_HELP: Final = (
    "All tiles are taken: line up yours. Numbers rise from left to right; of two equal ones the black tile stands left. A dash "
    "may stand anywhere and is not moved later. You are asked even without a dash, so that the question reveals nothing."
)
_ORDINALS: Final = 6
"""So many choices share three keys in pairs: two ordinals fit a key's box."""
_LAST_SHORT_ORDINAL: Final = 9
_PLACE_HELP: Final = (
    "Numbers rise from left to right; of two equal ones the black tile stands left. A dash may stand anywhere, and a number "
    "on either side of it. You are asked even if there is only one place, so that the question reveals nothing."
)


def prompt(options: Options, view: DavinciView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    match view.phase:
        case "deal" | "draw":
            return _take(view)
        case "arrange":
            return _arrange(view)
        case "place":
            return _place(view)
        case "reveal":
            return _reveal(view)
        case "go_on":
            on = Branch("Go on", "Point at another tile", _deduce(options, view))
            stop = option(Stop())
            return Menu(
                "Right! And now?",
                "Go on: point at another tile, of any player. "
                + ("Stop: your new tile joins your row, hidden." if view.clue is not None else "Stop: your turn ends."),
                (on, Branch(stop.label, stop.text, Choose(stop.text, "", (stop,)))),
            )
        case _:
            return _deduce(options, view)


def chance(state: State) -> Prompt | None:
    """D2: each tile left of the colour that was taken, all equally likely."""
    if state.taken is None:
        return None
    return ChancePrompt(
        title=f"A {state.taken} tile",
        lots=tuple(_TILE_COMES[tile] for tile in state.centre if tile_colour(tile) == state.taken),
        help="Which tile it is; only the player who took it sees it.",
        secret=True,
    )


def rows_in_reach(view: DavinciView) -> tuple[Seat, ...]:
    """D6: the seats whose tiles the view's seat may name, clockwise from its left."""
    assert view.seat is not None, "only a seat deduces"
    return tuple(seat for seat in clockwise(view.seat, view.seats)[1:] if seat not in view.out)


def _take(view: DavinciView) -> Choose:
    assert view.seat is not None, "a seat takes tiles"
    left = {"black": view.centre.black, "white": view.centre.white}
    dealing = view.is_dealing
    help_text = (
        "Take tiles for your secret row, in turn. The backs show their colour; all see it, and only you see the front."
        + (" All line up their rows when they have their tiles." if view.advanced else "")
        if dealing
        else "The backs show the colour; only you see the front. Then you point at another player's tile and say what it is. "
        "Right: your new tile can join your row hidden. Wrong: it joins open."
    )
    return Choose(
        f"Take a tile {len(view.rows[view.seat]) + 1}/{tiles_dealt(view.seats)}" if dealing else "Draw a tile",
        help_text,
        tuple(option(Take(colour)) for colour in TILE_COLOURS if left[colour]),  # D2: not a colour that has run out
    )


def _arrange(view: DavinciView) -> Choose:
    """D14: every order that the seat's own tiles can have."""
    assert view.seat is not None, "a seat lines up its own row"
    tiles = tile_names(view.rows[view.seat])
    dashes = sum(tile in DASH_TILES for tile in tiles)
    return Choose(
        "Line up your row",
        _ARRANGE_HELP,
        tuple(
            option(
                Arrange(positions), places=_arrange_label(positions), row=" ".join(row_with_dashes(tiles, positions))
            )
            for positions in permutations(range(len(tiles)), dashes)
        ),
    )


def _arrange_label(positions: tuple[int, ...]) -> str:
    # Numbers, as above the row: two ordinals with a line between them do not fit a key's box.
    return ",".join(str(position + 1) for position in positions) or "OK"


def _place(view: DavinciView) -> Choose:
    assert view.seat is not None, "only a seat has a row"
    assert view.clue is not None, "a position is asked for a tile in hand"
    row = view.rows[view.seat]
    tiles = tile_names(row)
    tile = view.clue.name
    positions = joining_positions(tiles, tile)  # D13
    labels = position_labels(positions, len(tiles) + 1) if len(positions) > 1 else ("Add it",)
    options = []
    for position, label in zip(positions, labels, strict=True):
        before = tiles[position - 1] if position else ""
        after = tiles[position] if position < len(tiles) else ""
        options.append(option(PlaceTile(position), nth=label, between=_between(before, after, position)))
    return Choose("Add your tile", _PLACE_HELP, tuple(options))


def _between(before: str, after: str, position: int) -> str:
    if before and after:
        return f"{position + 1}: from {before} to {after}"
    if before:
        return f"{position + 1}: at the right end"
    return f"{position + 1}: at the left end" if after else "1: the first tile"


def _reveal(view: DavinciView) -> Choose:
    assert view.seat is not None, "only a seat has tiles"
    row = view.rows[view.seat]
    standing = tuple(position for position, tile in enumerate(row) if not tile.exposed)
    return Choose(
        "Show which tile?",
        "The centre is empty, so a wrong claim costs one of your hidden tiles; you choose which. A player who shows the last "
        "one is out.",
        tuple(
            option(Reveal(position), nth=label, ordinal=ordinal(position))
            for position, label in zip(standing, position_labels(standing, len(row)), strict=True)
        ),
        confirm=True,
        accept=Reveal.words.accept,
    )


def position_labels(positions: Sequence[int], length: int) -> tuple[str, ...]:
    """What the keys call some positions of a row of `length` tiles. Only few ordinals fit beside each other above a key."""
    short = len(positions) > _ORDINALS or length > _LAST_SHORT_ORDINAL
    return tuple(str(position + 1) if short else ordinal(position) for position in positions)


def _deduce(options: Options, view: DavinciView) -> Prompt:
    reached = rows_in_reach(view)
    help_text = (
        (_DEDUCE_HELP if view.clue is not None else _EMPTY_CENTRE_HELP[options.empty_centre])
        + _POINTS_HELP
        + _ALOUD_HELP
    )
    dials = [_dial(view, seat, help_text) for seat in reached]
    if len(dials) == 1:
        return dials[0]
    return Menu(
        "Whose tile?",
        help_text,
        tuple(
            Branch(view.side(seat).capitalize(), f"Seat {seat_number(seat)}, {view.side(seat)}", dial)
            for seat, dial in zip(reached, dials, strict=True)
        ),
    )


def _dial(view: DavinciView, target: Seat, help_text: str) -> Dial:
    row = view.rows[target]
    standing = tuple(position for position, tile in enumerate(row) if not tile.exposed)  # D6
    tiles = tuple(
        Symbol(position, label, ordinal(position))
        for position, label in zip(standing, position_labels(standing, len(row)), strict=True)
    )
    fronts = _FRONT.symbols[:-1]
    if view.advanced:
        fronts = (_FRONT.symbols[-1], *fronts)  # a group "8 – 11" would not show the dash at its end
    return dial(
        Deduce,
        help_text,
        wheel(Deduce, "position", "Which tile?", tiles),
        wheel(Deduce, "value", "What is it?", fronts),
        fixed=(("seat", target),),
    )
