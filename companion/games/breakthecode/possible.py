"""Which rows agree with all answers, exactly. The helping sheet and the mind use it, and so does the question whether a guess is
meant that cannot be right.

A **hand** is a row by its owner: a seat, or the middle. What an observer does not see are hidden hands, filled from one pool of
tiles. All rows of that length which the pool allows are numbered, and a set of rows is an integer with a bit for each. An answer
about a hand keeps a set; a row in another hand bars those that need one of its tiles. A **world** is a row for every hidden hand.

All deals are equally likely, and each green five is a tile of its own. So a world in which two hidden fives lie apart is twice as
likely as another one (`weight`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, compress, count, islice
from math import factorial, prod
from typing import Final, Literal

from msgspec import Struct, structs

from companion.core.prompt import Move, RandBelow
from companion.core.seat import Seat, all_seats
from companion.games.breakthecode.rules import (
    COPIES,
    GREEN,
    MIDDLE,
    PLACES,
    RANK,
    TILES,
    Answer,
    BreakTheCodeView,
    Options,
    Question,
    Row,
    SheetOptions,
    row_words,
    true_answer,
)

Hand = Seat | Literal["middle"]
RowSet = int
"""A set of rows: bit n means row number n of `Rows`."""
Answered = tuple[Question, Answer]
World = tuple[Row, ...]
"""The rows of all hands: of each seat, then of the middle where there is one."""


class Rows:
    """All rows of `length` tiles from a pool, in a fixed order. `greens`: how many green fives the pool has."""

    def __init__(self, pool: Row, length: int) -> None:
        self.greens = pool.count(GREEN)
        self.rows: tuple[Row, ...] = tuple(dict.fromkeys(combinations(pool, length)))
        self.all: RowSet = (1 << len(self.rows)) - 1
        self._number = {row: number for number, row in enumerate(self.rows)}
        self._holding = {tile: _where(tile in row for row in self.rows) for tile in {*pool, GREEN}}
        both = _where(row.count(GREEN) > 1 for row in self.rows)
        some = self._holding[GREEN]
        self.by_greens: Final = (self.all & ~some, some & ~both, both)
        """The rows with no, one and two green fives."""
        self._parts: dict[Question, dict[Answer, RowSet]] = {}

    def only(self, row: Row) -> RowSet:
        """The set of one row; empty if the pool does not allow it."""
        number = self._number.get(row)
        return 0 if number is None else 1 << number

    def parts(self, question: Question) -> dict[Answer, RowSet]:
        """The rows by their answers to a question."""
        found = self._parts.get(question)
        if found is None:
            by_answer: dict[Answer, list[int]] = {}
            for number, row in enumerate(self.rows):
                by_answer.setdefault(true_answer(row, question), []).append(number)
            found = self._parts[question] = {answer: row_set(numbers) for answer, numbers in by_answer.items()}
        return found

    def agreeing(self, answers: Iterable[Answered]) -> RowSet:
        """The rows that give all of these answers."""
        left = self.all
        for question, answer in answers:
            left &= self.parts(question).get(answer, 0)
        return left

    def free_of(self, taken: Sequence[str]) -> RowSet:
        """The rows that are still possible when these tiles of the pool lie elsewhere."""
        barred = 0
        for tile in taken:
            if tile != GREEN:
                barred |= self._holding[tile]
        if greens := taken.count(GREEN):
            barred |= self._holding[GREEN] if greens == self.greens else self.by_greens[2]
        return self.all & ~barred

    def deals(self, live: RowSet) -> int:
        """In how many deals one of these rows is the hidden one."""
        return live.bit_count() + (self.greens > 1) * (live & self.by_greens[1]).bit_count()


@lru_cache(maxsize=32)
def rows_of(pool: Row, length: int) -> Rows:
    """The rows of that length from a pool; made once, since a game asks for the same again and again."""
    return Rows(pool, length)


def row_set(numbers: Sequence[int]) -> RowSet:
    """A set of the rows with these numbers, which rise."""
    bits = bytearray(numbers[-1] // 8 + 1 if numbers else 0)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


def _where(flags: Iterable[bool]) -> RowSet:
    return row_set(list(compress(count(), flags)))


def members(rows: RowSet) -> Iterator[int]:
    """The numbers of the rows in a set, rising."""
    digits = bin(rows)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


class HiddenHand(Struct, frozen=True):
    """A hand that an observer does not see. `answers`: what was answered about it; `found`: its row, if somebody guessed it;
    `missed`: what it was wrongly guessed to be, if nobody has."""

    hand: Hand
    length: int
    answers: tuple[Answered, ...]
    found: Row | None
    missed: tuple[Row, ...]


class Knowledge(Struct, frozen=True):
    """What an observer knows of the hands. `pool`: the tiles that it does not see."""

    pool: Row
    known: tuple[tuple[Hand, Row], ...]
    hidden: tuple[HiddenHand, ...]

    def rows(self, one: HiddenHand) -> Rows:
        """All rows that the pool allows a hand."""
        return rows_of(self.pool, one.length)

    def live(self, one: HiddenHand) -> RowSet:
        """The rows that agree with what was said about a hand alone."""
        rows = self.rows(one)
        left = rows.agreeing(one.answers)
        if one.found is not None:
            left &= rows.only(one.found)
        for missed in one.missed:
            left &= ~rows.only(missed)
        return left


def hands(view: BreakTheCodeView) -> tuple[Hand, ...]:
    """All hands, in the order of the deal."""
    return (*all_seats(view.seats), *((MIDDLE,) if view.middle is not None else ()))


def knowledge(view: BreakTheCodeView) -> Knowledge:
    """What the view's observer knows."""
    known: list[tuple[Hand, Row]] = []
    hidden: list[HiddenHand] = []
    for hand in hands(view):
        row = view.row_of(hand)
        seen = tuple(tile for tile in row if tile is not None)
        if len(seen) == len(row):
            known.append((hand, seen))
            continue
        said = [one for one in view.guesses if hand == (MIDDLE if view.middle is not None else 1 - one.seat)]
        found = next((one.tiles for one in said if one.correct), None)
        missed = () if found else tuple(dict.fromkeys(one.tiles for one in said if one.tiles is not None))
        hidden.append(HiddenHand(hand, len(row), answers_of(view, hand), found, missed))
    return Knowledge(unseen([tile for _, seen in known for tile in seen]), tuple(known), tuple(hidden))


def answers_of(view: BreakTheCodeView, hand: Hand) -> tuple[Answered, ...]:
    """What was answered about a hand; of the middle nothing ever is."""
    said = () if hand == MIDDLE else ((one.question, one.answers[hand]) for one in view.asked)
    return tuple((question, answer) for question, answer in said if answer is not None)


def unseen(seen: Iterable[str]) -> Row:
    """All tiles but these."""
    left = list(TILES)
    for tile in seen:
        left.remove(tile)
    return tuple(left)


def worlds(options: Options, view: BreakTheCodeView) -> Iterator[World]:
    """Every world that the view allows, each once, in a fixed order."""
    held = knowledge(view)
    return (_world(view, held, found) for found in hidden_rows(held))


def draw_world(options: Options, view: BreakTheCodeView, pick: RandBelow) -> World:
    """One possible world by luck. A hand's row is drawn among those after which the rest is possible, so each has some chance."""
    held = knowledge(view)
    return _world(view, held, next(hidden_rows(held, pick=pick)))


def _world(view: BreakTheCodeView, held: Knowledge, found: Sequence[Row]) -> World:
    world = dict(held.known) | {one.hand: row for one, row in zip(held.hidden, found, strict=True)}
    return tuple(world[hand] for hand in hands(view))


def hidden_rows(held: Knowledge, *, step: int = 1, pick: RandBelow | None = None) -> Iterator[tuple[Row, ...]]:
    """The rows of the hidden hands in every world. `step`: of the rows of each hand but the last one only every so manieth is
    looked at, for an even sample; `pick`: each hand's rows come in a drawn order."""
    lives = [held.live(one) for one in held.hidden]

    def filled(at: int, taken: Row) -> Iterator[tuple[Row, ...]]:
        if at == len(lives):
            yield ()
            return
        rows = held.rows(held.hidden[at])
        numbers = members(lives[at] & rows.free_of(taken))
        if pick is not None:
            numbers = _drawn(list(numbers), pick)
        elif at + 1 < len(lives):
            numbers = islice(numbers, -len(taken) % step, None, step)
        for number in numbers:
            row = rows.rows[number]
            for others in filled(at + 1, (*taken, *row)):
                yield (row, *others)

    return filled(0, ())


def _drawn(numbers: list[int], pick: RandBelow) -> Iterator[int]:
    while numbers:
        yield numbers.pop(pick(len(numbers)))


def weight(held: Knowledge, world: Sequence[Row]) -> int:
    """How many deals make a world of the hidden rows: two where two hidden fives lie apart."""
    return 2 if held.pool.count(GREEN) > 1 and any(row.count(GREEN) == 1 for row in world) else 1


@lru_cache(maxsize=128)
def count_worlds(held: Knowledge) -> int:
    """How many worlds `worlds` has, without the walk."""
    if not held.hidden:
        return 1
    for one in held.hidden:
        if one.hand == MIDDLE and one.missed:
            # Of a row about which nothing is answered: all worlds less those in which it is what was wrongly guessed.
            others = tuple(other for other in held.hidden if other.hand != MIDDLE)
            ways = [
                count_worlds(structs.replace(held, hidden=(*others, structs.replace(one, found=found, missed=()))))
                for found in (None, *one.missed)
            ]
            return ways[0] - sum(ways[1:])
    clued = [one for one in held.hidden if one.answers or one.missed or one.found is not None]
    clued.sort(key=lambda one: held.live(one).bit_count())
    rest = tuple(one.length for one in held.hidden if one not in clued)
    lives = [held.live(one) for one in clued]
    greens, size = held.pool.count(GREEN), len(held.pool)
    if not clued:
        return _ways(size, greens, rest)

    def counted(at: int, taken: Row) -> int:
        rows = held.rows(clued[at])
        left = lives[at] & rows.free_of(taken)
        if at + 1 < len(clued):
            return sum(counted(at + 1, (*taken, *rows.rows[number])) for number in members(left))
        used = taken.count(GREEN)
        free = size - len(taken) - clued[at].length
        by_greens = enumerate(rows.by_greens[: greens - used + 1])
        return sum((left & part).bit_count() * _ways(free, greens - used - here, rest) for here, part in by_greens)

    return counted(0, ())


@lru_cache(maxsize=256)
def _ways(size: int, greens: int, lengths: tuple[int, ...]) -> int:
    """In how many ways so many tiles, of which `greens` are green fives, which are alike, fill rows of these lengths."""
    parts = (*lengths, size - sum(lengths))
    ways = factorial(size) // prod(map(factorial, parts))
    if greens > size:
        return 0
    if greens < 2:
        return ways
    together = sum(ways * length * (length - 1) for length in parts) // (size * (size - 1))
    return (ways + together) // 2


LISTED: Final = 4_000
"""Of more worlds no list is made for a sheet."""


class SheetData(Struct, frozen=True):
    """The helping sheet. `count`: how many rows are possible, or where several are hidden, how many ways to deal them; `tiles`:
    by place, "A" to "E", which tiles of the sought row may lie there; none while too many are possible to be listed."""

    count: int
    tiles: dict[str, tuple[str, ...]]


def sheet(options: Options, view: BreakTheCodeView) -> SheetData | None:
    """The sheet of the view's own seat; None where it has none."""
    if not isinstance(options, SheetOptions) or view.sought is None or view.phase in ("deal", "over"):
        return None
    return _sheet(knowledge(view), view.sought)


@lru_cache(maxsize=64)
def _sheet(held: Knowledge, sought: Hand) -> SheetData:
    count = count_worlds(held)
    at = next(number for number, one in enumerate(held.hidden) if one.hand == sought)
    if len(held.hidden) > 1 and count > LISTED:
        return SheetData(count, {})
    found = {world[at] for world in hidden_rows(held)}
    return SheetData(
        count,
        {
            place: tuple(sorted({row[number] for row in found}, key=RANK.__getitem__))
            for number, place in enumerate(PLACES[: held.hidden[at].length])
        },
    )


def confirm_question(options: Options, view: BreakTheCodeView, move: Move) -> str | None:
    """A question back for a guess that cannot be right by what its seat sees and has heard; None for any other move."""
    if move["move"] != "guess" or view.seat is None:
        return None
    row = tuple(move["tiles"])
    own = view.rows[view.seat]
    for tile in row:
        if own.count(tile) + row.count(tile) > COPIES[tile]:
            return f"You hold {tile} yourself, so this cannot be right. Guess it all the same?"
    tried = (one for one in view.guesses if view.seats > 2 or one.seat == view.seat)
    if any(one.tiles == row and not one.correct for one in tried):
        return f"{row_words(row)} was guessed before and was wrong. Guess it again?"
    if view.sought != MIDDLE and view.sought is not None:
        for one in view.asked:
            answer = one.answers[view.sought]
            if answer is not None and true_answer(row, one.question) != answer:
                return "This does not agree with an answer that you have heard. Guess it all the same?"
    return None
