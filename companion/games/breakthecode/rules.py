"""The rules of Break the Code: its options and moves, the state of a game, what a seat may know of it, and what it is asked.

Every player has a row of number tiles that only its owner sees. With three or four players a row lies face down in the middle,
too. A turn is a question, which a card asks and the table answers truly and aloud, or a guess at the whole row that is sought:
the other player's where two play, else the middle's.

    tiles   0 to 9 in black and in white, but both fives are green: B0 W0 B1 … B4 W4 G5 G5 B6 … W9, in the order of a row
    places  A to E from the left, or A to D where four play

Invariant (B14): the view is built field by field. A row is in the view of its owner, and of everybody once the game is over; the
middle's row of nobody before. All else that a view tells of a row are answers. The moves of a prompt come in this order: the open
cards in the order in which they were opened, guesses, `pass`.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, assert_never

from msgspec import Meta, Struct, structs

from companion.core.errors import RuleError
from companion.core.game import Result, View
from companion.core.moves import MoveRecord, Moves, MoveWords, as_json, fill, move_reader, named_values, one_of, option
from companion.core.options import Setting, read_record
from companion.core.prompt import Branch, ChancePrompt, Choose, Fill, Lot, Menu, Move, Prompt, Symbol
from companion.core.seat import CHANCE, Actor, Observer, Seat, all_seats, each_seat

SEATS: Final = (2, 4)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("first_seat", 0, "Who begins", "Who has the first turn; play goes on to the left.", of_seats=True),
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agreed on."""

    first_seat: Seat = Seat(0)


class SheetOptions(Options, frozen=True):
    """The same for the own screen of a player who has switched the helping sheet on."""


def read_options(given: Mapping[str, Any], seats: int) -> Options:
    """The options of a game. Raises RuleError with a sentence that names the option."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise RuleError(f"Break the Code is for 2 to 4 seats, not {seats}.")
    options = read_record(Options, "Break the Code", given, SETTINGS)
    if not 0 <= options.first_seat < seats:  # B5
        raise RuleError(f"Option first_seat must be a seat from 0 to {seats - 1}, not {options.first_seat}.")
    return options


def with_sheet(options: Options) -> Options:
    """The options of a player whose own screen has the helping sheet."""
    return SheetOptions(options.first_seat)


GREEN: Final = "G5"
# B1, and in the order of a row (B3)
TILES: Final = tuple(GREEN if number == 5 else f"{back}{number}" for number in range(10) for back in "BW")
TILE_KINDS: Final = tuple(dict.fromkeys(TILES))
"""The names of the tiles, that of the two fives once."""
COPIES: Final = {tile: TILES.count(tile) for tile in TILE_KINDS}
RANK: Final = {tile: rank for rank, tile in enumerate(TILE_KINDS)}
COLOUR_WORDS: Final = {"B": "black", "W": "white", "G": "green"}
PLACES: Final = tuple("ABCDE")
MIDDLE: Final = "middle"

Row = tuple[str, ...]
"""Tiles from left to right, in the order of B3."""
_TILE: Final = named_values(*(Symbol(tile, tile, f"{COLOUR_WORDS[tile[0]]} {tile[1:]}") for tile in TILE_KINDS))
TileName = Annotated[str, _TILE.meta, _TILE]


def tile_number(tile: str) -> int:
    return int(tile[1:])


def tile_words(tile: str) -> str:
    """A tile by its colour and number, as in: black 7."""
    return f"{COLOUR_WORDS[tile[0]]} {tile[1:]}"


def row_words(row: Sequence[str]) -> str:
    """A row as a sentence says it, as in: B0 W3 G5 G5 B9."""
    return " ".join(row)


def in_order(tiles: Sequence[str]) -> Row:
    """B3: the tiles as they stand in a row."""
    return tuple(sorted(tiles, key=RANK.__getitem__))


def row_length(seats: int) -> int:
    """B2: the tiles of each row."""
    return 4 if seats == 4 else 5


def has_middle(seats: int) -> bool:
    """B2: whether a row lies in the middle."""
    return seats > 2


class Card(Struct, frozen=True):
    """A question card. `label`: for a key's box; `asks`: the whole question, for a line of a screen; `about`: what is asked for,
    in a sentence; `short`: for a table of answers, in letters without descenders, where no number is chosen; `numbers`: those of
    which the player chooses one."""

    name: str
    label: str
    asks: str
    about: str
    short: str = ""
    numbers: tuple[int, ...] = ()


def _a(number: int) -> str:
    return f"{'an' if number == 8 else 'a'} {number}"


def _where(first: int, second: int) -> Card:
    """B7: a card about two numbers."""
    words = f"{first} or {second}"
    asks, about = f"Where is {_a(first)}, or {_a(second)}?", f"where {_a(first)} or {_a(second)} lies"
    return Card(f"where_{first}_{second}", words, asks, about, numbers=(first, second))


# B7
CARDS: Final = {
    card.name: card
    for card in (
        Card("sum", "Sum", "Sum of all numbers?", "for the sum of all numbers", "Sum"),
        Card("sum_left", "Left +", "Sum of left three?", "for the sum of the left three", "Left +"),
        Card("sum_middle", "Mid +", "Sum of middle three?", "for the sum of the middle three", "Mid +"),
        Card("sum_right", "Right +", "Sum of right three?", "for the sum of the right three", "Ri +"),
        Card("sum_black", "Black +", "Sum of black tiles?", "for the sum of the black tiles", "Black +"),
        Card("sum_white", "White +", "Sum of white tiles?", "for the sum of the white tiles", "White +"),
        Card("spread", "Hi-lo", "Highest less lowest?", "for the highest number less the lowest", "Hi-lo"),
        Card("count_black", "Blacks", "How many black tiles?", "how many tiles are black", "Blacks"),
        Card("count_white", "Whites", "How many white tiles?", "how many tiles are white", "Whites"),
        Card("count_even", "Evens", "How many even tiles?", "how many numbers are even", "Evens"),
        Card("count_odd", "Odds", "How many odd tiles?", "how many numbers are odd", "Odds"),
        Card("pairs", "Pairs", "How many equal pairs?", "how many pairs of equal numbers there are", "Pairs"),
        Card("runs", "Follow", "Numbers that follow?", "which numbers follow each other", "Follow"),
        Card("same_colour", "Colour", "Same colour in a row?", "which neighbours have one colour", "Colour"),
        Card("where_0", "Where 0", "Where is a 0?", "where a 0 lies", "0 at"),
        Card("where_5", "Where 5", "Where is a 5?", "where a 5 lies", "5 at"),
        _where(1, 2),
        _where(3, 4),
        _where(6, 7),
        _where(8, 9),
        Card("middle", "C > 4", "Is C more than 4?", "whether C is more than 4", "C > 4"),
    )
}
CARD_NAMES: Final = tuple(CARDS)
OPEN_CARDS: Final = 6
"""B4: how many lie open."""
_NOT_WITH_FOUR: Final = ("sum_middle", "middle")
_HALF: Final = 4
"""B7: the middle number is asked whether it is greater."""


def cards_in_play(seats: int) -> tuple[str, ...]:
    """B8: the cards of a game."""
    return tuple(name for name in CARD_NAMES if seats < 4 or name not in _NOT_WITH_FOUR)


CardName = Annotated[str, one_of(*CARD_NAMES)]
Answer = bool | int | tuple[str, ...]
"""What is answered about a row: a number, whether it is so, or places."""
Question = tuple[str, int | None]
"""A card by its name, and the number that was chosen, None where there is no choice."""


def questions_of(card: str) -> tuple[Question, ...]:
    """The ways to ask a card."""
    return tuple((card, number) for number in CARDS[card].numbers) or ((card, None),)


def true_answer(row: Row, question: Question) -> Answer:
    """B7: the true answer about a row."""
    card, chosen = question
    numbers = [tile_number(tile) for tile in row]
    backs = [tile[0] for tile in row]
    match card:
        case "sum":
            return sum(numbers)
        case "sum_left":
            return sum(numbers[:3])
        case "sum_middle":
            return sum(numbers[1:4])
        case "sum_right":
            return sum(numbers[-3:])
        case "sum_black" | "sum_white":
            wanted = "B" if card == "sum_black" else "W"
            return sum(number for number, back in zip(numbers, backs, strict=True) if back == wanted)
        case "spread":
            return numbers[-1] - numbers[0]
        case "count_black" | "count_white":
            return backs.count("B" if card == "count_black" else "W")
        case "count_even" | "count_odd":
            return sum(number % 2 == (card == "count_odd") for number in numbers)
        case "pairs":
            return sum(left == right for left, right in itertools.pairwise(numbers))
        case "runs":
            return _places(right - left == 1 for left, right in itertools.pairwise(numbers))
        case "same_colour":
            return _places(left == right for left, right in itertools.pairwise(backs))
        case "middle":
            return numbers[len(numbers) // 2] > _HALF
        case _:
            wanted_number = int(card[-1]) if chosen is None else chosen
            return _places(number == wanted_number for number in numbers)


def _places(flags: Any) -> tuple[str, ...]:
    return tuple(place for place, flag in zip(PLACES, flags, strict=False) if flag)


def asked_words(question: Question) -> str:
    """A question as it is asked, with the number that was chosen."""
    card, chosen = question
    return CARDS[card].asks if chosen is None else f"Where is {_a(chosen)}?"


def about_words(question: Question) -> str:
    """What is asked for, after "ask"."""
    card, chosen = question
    return CARDS[card].about if chosen is None else f"where {_a(chosen)} lies"


class Deal(MoveRecord, frozen=True, tag="deal"):
    """Chance: the next tile of the deal, to a seat or to the middle."""

    words = MoveWords("{tile}", "{tile_words}", rules="B2")
    to: Annotated[int | Literal["middle"], Meta(extra_json_schema={"minimum": 0})]
    tile: TileName


class Open(MoveRecord, frozen=True, tag="open"):
    """Chance: the next open card."""

    words = MoveWords("{card}", rules="B4")
    card: CardName


class Ask(MoveRecord, frozen=True, tag="ask"):
    """B6: the question of an open card. `number`: the one that is chosen, where the card has two."""

    words = MoveWords("{label}", "{text}", "Ask", suggest="ask {about}", weighed=True, rules="B6, B7")
    card: CardName
    number: Annotated[int | None, Meta(extra_json_schema={"minimum": 1, "maximum": 9})] = None

    @property
    def question(self) -> Question:
        return self.card, self.number


class Guess(MoveRecord, frozen=True, tag="guess"):
    """B9: the whole row that is sought, in the order of B3."""

    words = MoveWords(accept="Guess", told="guessed {row}", suggest="guess {row}", weighed=True, rules="B3, B9")
    tiles: Annotated[tuple[TileName, ...], Meta(extra_json_schema={"minItems": 4, "maxItems": 5})]


class Pass(MoveRecord, frozen=True, tag="pass"):
    """B10, B11, B12: neither a question nor a guess."""

    words = MoveWords("Pass", "Pass: no guess", "Pass", told="passed", rules="B10, B11, B12")


MOVES: Final = Moves(seats=(Ask, Guess, Pass), chance=(Deal, Open))
AnyMove = Ask | Guess | Pass | Deal | Open

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""

Phase = Literal["deal", "open", "turn", "last", "over"]
LastAct = Literal["ask", "guess", "pass"]
BESIDE_PROTOCOL: Final = ("last_act",)
"""What only screens and pages use of a view."""


class AskedCard(Struct, frozen=True):
    """B6: a question that `seat` asked. `answers`: for each seat its answer; None for one that does not answer."""

    seat: Seat
    card: CardName
    number: int | None
    answers: tuple[Answer | None, ...]

    @property
    def question(self) -> Question:
        return self.card, self.number


class GuessedRow(Struct, frozen=True):
    """B9: a guess, and whether it was right."""

    seat: Seat
    tiles: tuple[TileName, ...]
    correct: bool


class ToldGuess(Struct, frozen=True):
    """A guess as an observer knows it. `tiles`: None while they are the middle's row, and the observer may not know that."""

    seat: Seat
    tiles: tuple[TileName, ...] | None
    correct: bool


class State(Struct, frozen=True):
    """A game. `pile`: the cards that lie in it, in no order, since luck decides which is opened next. `passes`: how many have
    passed in a row; `last_act`: what was done in the last turn. `ended`: whether the game is over."""

    options: Options
    rows: tuple[Row, ...]
    middle: Row
    open: tuple[str, ...]
    pile: tuple[str, ...]
    turn_of: Seat
    asked: tuple[AskedCard, ...]
    guesses: tuple[GuessedRow, ...]
    passes: int
    last_act: LastAct | None
    ended: bool

    @property
    def seats(self) -> int:
        return len(self.rows)

    @property
    def dealt_next(self) -> Seat | Literal["middle"] | None:
        """B2: where the next tile of the deal goes; None once all are dealt."""
        length = row_length(self.seats)
        for seat, row in each_seat(self.rows):
            if len(row) < length:
                return seat
        return MIDDLE if has_middle(self.seats) and len(self.middle) < length else None


def setup(options: Options, seats: int) -> State:
    """A game before its deal."""
    return State(options, ((),) * seats, (), (), cards_in_play(seats), options.first_seat, (), (), 0, None, ended=False)


def phase(state: State) -> Phase:
    """What is being decided."""
    if state.ended:
        return "over"
    if state.dealt_next is not None:
        return "deal"
    if len(state.open) < OPEN_CARDS and state.pile:  # B4
        return "open"
    return "last" if is_found(state.guesses) else "turn"


def to_act(state: State) -> tuple[Actor, ...]:
    """Who may move now."""
    match phase(state):
        case "over":
            return ()
        case "deal" | "open":
            return (CHANCE,)
        case _:
            return (state.turn_of,)


def is_found(guesses: Sequence[GuessedRow | ToldGuess]) -> bool:
    """Whether somebody has guessed right."""
    return any(one.correct for one in guesses)


def out(guesses: Sequence[GuessedRow], seats: int) -> tuple[Seat, ...]:
    """B11: the seats that have no further turn; with two players none ever (B10)."""
    wrong = {one.seat for one in guesses if not one.correct}
    return tuple(seat for seat in all_seats(seats) if seats > 2 and seat in wrong)


def result(state: State) -> Result:
    """B13: a point for each winner."""
    if not state.ended:
        return Result((0,) * state.seats, None)
    winners = tuple(sorted({one.seat for one in state.guesses if one.correct}))
    return Result(tuple(int(seat in winners) for seat in range(state.seats)), winners)


def sought_row(state: State, seat: Seat) -> Row:
    """B9: the row that a seat looks for."""
    return state.middle if has_middle(state.seats) else state.rows[1 - seat]


def apply(state: State, actor: Actor, move: Move) -> State:
    """The state after a move that passed its prompt's check."""
    made = made_move(move)
    match made:
        case Deal(to, tile):
            if to == MIDDLE:
                return structs.replace(state, middle=in_order((*state.middle, tile)))
            rows = tuple(in_order((*row, tile)) if seat == to else row for seat, row in each_seat(state.rows))
            return structs.replace(state, rows=rows)
        case Open(card):
            pile = tuple(name for name in state.pile if name != card)
            return structs.replace(state, open=(*state.open, card), pile=pile)
        case Ask():
            return _ask(state, made.question)
        case Guess(tiles):
            correct = tiles == sought_row(state, state.turn_of)
            guesses = (*state.guesses, GuessedRow(state.turn_of, tiles, correct))
            return _turn_passes(structs.replace(state, guesses=guesses, passes=0, last_act="guess"))
        case Pass():
            return _turn_passes(structs.replace(state, passes=state.passes + 1, last_act="pass"))
        case _:
            assert_never(made)


def _ask(state: State, question: Question) -> State:
    seat, (card, number) = state.turn_of, question
    # B6: with four players the asking one answers, too.
    answers = tuple(
        true_answer(row, question) if who != seat or state.seats == 4 else None for who, row in each_seat(state.rows)
    )
    return _turn_passes(
        structs.replace(
            state,
            open=tuple(name for name in state.open if name != card),
            asked=(*state.asked, AskedCard(seat, card, number, answers)),
            passes=0,
            last_act="ask",
        )
    )


def _turn_passes(state: State) -> State:
    """B5: the next seat to the left that is not out; the end of the game where there is none, or no turn is left."""
    gone = out(state.guesses, state.seats)
    first, turn = state.options.first_seat, state.turn_of
    later = [Seat((turn + step) % state.seats) for step in range(1, state.seats + 1)]
    able = [seat for seat in later if seat not in gone]
    # B10, B11: after a right guess the round is played to its end.
    if is_found(state.guesses):
        able = [seat for seat in able if (seat - first) % state.seats > (turn - first) % state.seats]
    elif able and state.passes >= len(able):
        able = []  # B12: all have passed in a row
    return structs.replace(state, turn_of=able[0]) if able else structs.replace(state, ended=True)


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What a move revealed, so that it cannot be taken back; None for a pass after which the game goes on."""
    match move["move"]:
        case "deal":
            return "the tile has been seen."
        case "open":
            return "the card lies open."
        case "ask":
            return "the question has been answered."
        case "guess":
            return "it was called right or wrong."
        case _:
            return "it ended the game." if apply(state, actor, move).ended else None


class BreakTheCodeView(View, frozen=True, kw_only=True):
    """A game as one observer knows it; the keys are those of the engine protocol. None stands in place of each tile that the
    observer may not know. `middle`: None where there is none. `pile`: how many cards lie in it. `last_act`: what was done in the
    last turn, None before the first one."""

    phase: Phase
    rows: tuple[tuple[TileName | None, ...], ...]
    middle: tuple[TileName | None, ...] | None
    turn_of: Seat
    open: tuple[CardName, ...]
    pile: int
    asked: tuple[AskedCard, ...]
    guesses: tuple[ToldGuess, ...]
    out: tuple[Seat, ...]
    last_act: LastAct | None

    @property
    def sought(self) -> Seat | Literal["middle"] | None:
        """B9: whose row the view's own seat looks for; None for the public of two players, who have a row each to find."""
        if has_middle(self.seats):
            return MIDDLE
        return None if self.seat is None else Seat(1 - self.seat)

    def row_of(self, hand: Seat | Literal["middle"]) -> tuple[str | None, ...]:
        """The row of a seat or of the middle."""
        return (self.middle or ()) if hand == MIDDLE else self.rows[hand]


def view(state: State, observer: Observer) -> BreakTheCodeView:
    """What `observer` may know."""
    so_far = result(state)
    return BreakTheCodeView(
        game="breakthecode",
        seats=state.seats,
        seat=observer,
        to_act=to_act(state),
        phase=phase(state),
        scores=so_far.scores,
        winners=so_far.winners,
        rows=tuple(_shown(row, state.ended or seat == observer) for seat, row in each_seat(state.rows)),
        middle=_shown(state.middle, state.ended) if has_middle(state.seats) else None,
        turn_of=state.turn_of,
        open=state.open,
        pile=len(state.pile),
        asked=state.asked,
        guesses=tuple(_told(state, one, observer) for one in state.guesses),
        out=out(state.guesses, state.seats),
        last_act=state.last_act,
    )


def _shown(row: Row, known: bool) -> tuple[str | None, ...]:
    return row if known else (None,) * len(row)  # B14


def _told(state: State, one: GuessedRow, observer: Observer) -> ToldGuess:
    """B9, B11: that a guess of the middle's row was right is told, but not the row, for which others have a guess left."""
    is_secret = has_middle(state.seats) and one.correct and not state.ended and one.seat != observer
    return ToldGuess(one.seat, None if is_secret else one.tiles, one.correct)


OUT_OF_ORDER: Final = "A row rises from left to right, and of two equal numbers the black one stands left."
TOO_OFTEN: Final = "There is one tile of each kind, and two green fives."
ASK_LABEL: Final = "Ask"
_CARDS_ON_A_KEY: Final = 3
"""So many cards each have a key of their own on the next step."""


def guess_prompt(length: int, stake: str = "") -> Fill:
    """B9: a row of so many tiles. `stake`: what a wrong guess costs, as a sentence."""
    return fill(
        Guess,
        "Your guess",
        "Name all tiles from left to right. Low numbers stand left, and of two equal numbers the black one. There are two green "
        "fives and no others." + stake,
        length,
        repeats=1,
        repeats_of=((GREEN, COPIES[GREEN]),),
        repeat_rule=TOO_OFTEN,
        rising_rule=OUT_OF_ORDER,
    )


_PASS: Final = option(Pass())


def prompt(options: Options, view: BreakTheCodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    # B10, B11; in a last turn nothing is left to lose.
    stake = "" if view.phase == "last" else f" A wrong guess {'ends your turn' if view.seats == 2 else 'puts you out'}."
    guess = Branch("Guess", "Guess the whole row", guess_prompt(row_length(view.seats), stake))
    passing = Branch(_PASS.label, _PASS.text, Choose(_PASS.text, "", (_PASS,), confirm=True, accept=Pass.words.accept))
    # A pass comes first: of guesses there are thousands, and a program may ask for the first legal moves alone.
    if view.phase == "last":  # B10, B11
        words = (
            "The other player has found your row. This is your last turn: guess theirs, and both of you win. Or pass."
            if view.seats == 2
            else "Somebody has found the row. This is your last turn: guess it, and you win as well. Or pass."
        )
        return Menu("Last turn", words, (passing, guess))
    if not view.open:  # B12
        return Menu("Guess or pass?", f"No card is left. Nobody wins if all pass in a row.{stake}", (passing, guess))
    whose = "the other player's row" if view.seats == 2 else "the row in the middle"
    asks = (
        Branch(ASK_LABEL, " / ".join(CARDS[card].label for card in some), _cards(some))
        for some in (view.open[:_CARDS_ON_A_KEY], view.open[_CARDS_ON_A_KEY:])
        if some
    )
    help_text = (
        f"You look for {whose}: {row_length(view.seats)} of the tiles 0 to 9, black and white (both 5s are green), the lowest "
        f"on the left. Ask: choose one of the open cards, and the table answers it aloud for "
        f"{'all' if view.seats == 4 else 'all others' if view.seats > 2 else 'the other player'}. "
        f"Guess: name the whole row.{stake}"
    )
    return Menu("Ask or guess?", help_text, (*asks, guess))


def _cards(cards: tuple[str, ...]) -> Menu:
    return Menu("Which question?", "", tuple(map(_card, cards)))


def _card(name: str) -> Branch:
    """A card, and behind it the number that is chosen."""
    card = CARDS[name]
    asks = tuple(
        option(Ask(name), label=card.label, text=card.label)
        if number is None
        else option(Ask(name, number), label=str(number), text=asked_words((name, number)))
        for _, number in questions_of(name)
    )
    title = "Which number?" if card.numbers else card.label
    return Branch(card.label, card.asks, Choose(title, "", asks, accept=Ask.words.accept))


def chance(state: State) -> Prompt | None:
    """B2, B4: each tile that is not dealt, each card of the pile, all equally likely."""
    if state.ended:
        return None
    if (to := state.dealt_next) is not None:
        dealt = [tile for row in (*state.rows, state.middle) for tile in row]
        left = [(tile, COPIES[tile] - dealt.count(tile)) for tile in TILE_KINDS]
        lots = tuple(Lot(as_json(Deal(to, tile)), copies) for tile, copies in left if copies)
        return ChancePrompt("A tile is dealt", lots, help="Only its owner sees it.", secret=True)
    if phase(state) == "open":
        return ChancePrompt("A card is opened", tuple(Lot(as_json(Open(card)), 1) for card in state.pile))
    return None
