"""The mind of Break the Code: how each level asks and why, what a move is worth, and how one that was made is judged.

A world is a row for every hand that the seat does not see (`possible.py`). Where two play, one row is hidden, and everything is
counted exactly. With three or four players the middle's row is what all the others leave. There the worlds are counted exactly,
too. While there are more than SAMPLED of them, the worth of a question is taken from an even sample, the same one each time.

The levels: `beginner` asks any card and guesses when it is certain. `steady` asks what tells most bits, and guesses when it is
certain. `best` asks what leads to the row in the fewest turns, two questions ahead. It guesses among few rows where another
player may be certain already, by what that one has heard and by the tiles that it may hold.

A view holds every question, answer and guess, so no level needs a memory. Bits are those of the row that is sought.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import log2
from typing import Any, Final

from msgspec import Struct

from companion.core.game import Step
from companion.core.prompt import Move, Prompt, RandBelow
from companion.core.seat import CHANCE, Observer, Seat, all_seats, clockwise
from companion.core.words import percent
from companion.games.breakthecode.mind.puzzles import BREAKTHECODE_PUZZLES
from companion.games.breakthecode.possible import (
    Knowledge,
    Rows,
    RowSet,
    World,
    answers_of,
    count_worlds,
    draw_world,
    hidden_rows,
    knowledge,
    members,
    rows_of,
    weight,
    worlds,
)
from companion.games.breakthecode.rules import (
    MIDDLE,
    TILES,
    Answer,
    Ask,
    BreakTheCodeView,
    Guess,
    GuessedRow,
    Options,
    Question,
    Row,
    State,
    about_words,
    apply,
    has_middle,
    in_order,
    is_found,
    made_move,
    questions_of,
    row_length,
    row_words,
    true_answer,
    view,
)
from companion.games.breakthecode.words import spoken_answer
from companion.games.mind import (
    BITS_MEASURE,
    Analysis,
    Best,
    Bot,
    Choice,
    Hints,
    Judgement,
    Mind,
    Moment,
    Promise,
    Reviewer,
    Solver,
)
from companion.games.reasons import (
    SMALL_LOSS,
    as_good,
    better,
    code_question,
    codes_left,
    codes_told,
    mean_bits,
    sentence,
)

SAMPLED: Final = 2_500
"""Of more worlds, where several hands are hidden, a sample stands for all."""


def actual_world(state: State, observer: Observer) -> World:
    """The rows of all hands."""
    return (*state.rows, *((state.middle,) if has_middle(state.seats) else ()))


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """The hands get the tiles of another world; one that holds the same gets them in the same order. Who guessed the middle's
    row right, guesses right there, too."""
    dealt: dict[Any, list[int]] = {}
    for number, (actor, move) in enumerate(steps):
        if actor == CHANCE and move["move"] == "deal":
            dealt.setdefault(move["to"], []).append(number)
    told = list(steps)
    if MIDDLE in dealt:
        middle = in_order([steps[number][1]["tile"] for number in dealt[MIDDLE]])
        for number, (actor, move) in enumerate(steps):
            if move["move"] == "guess" and tuple(move["tiles"]) == middle:
                told[number] = (actor, {**move, "tiles": list(world[-1])})
    for hand, row in zip((*range(len(world) - (MIDDLE in dealt)), MIDDLE), world, strict=False):
        places = dealt.get(hand, [])
        if sorted(told[number][1]["tile"] for number in places) == sorted(row):
            continue
        for number, tile in zip(places, row, strict=True):
            told[number] = (CHANCE, {**told[number][1], "tile": tile})
    return told


SOLVER: Final = Solver("breakthecode", worlds, draw_world, actual_world, determinize)


class Sight(Struct, frozen=True):
    """What a seat that is to act knows. `held`: all that it knows of hands; `at`: which of the hidden ones is sought. `worlds`:
    those that are looked at, with their `weights`; where one hand is hidden, all of them. `count`: how many there are. `open`:
    what can be asked."""

    held: Knowledge
    at: int
    worlds: tuple[tuple[Row, ...], ...]
    weights: tuple[int, ...]
    count: int
    open: tuple[Question, ...]

    @property
    def kind(self) -> str:
        """What the worlds are called: rows, or deals of several rows."""
        return "row" if len(self.held.hidden) == 1 else "deal"

    def rows_sought(self, numbers: Iterable[int] | None = None) -> dict[Row, int]:
        """The rows that may be sought with their weights, the likeliest first; in the worlds with these numbers, or in all."""
        found: dict[Row, int] = {}
        for number in range(len(self.worlds)) if numbers is None else numbers:
            row = self.worlds[number][self.at]
            found[row] = found.get(row, 0) + self.weights[number]
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def bits(self, numbers: Iterable[int] | None = None) -> float:
        """How much is not known of the row that is sought, in these worlds."""
        return mean_bits(self.rows_sought(numbers).values())

    def split(self, question: Question) -> dict[tuple[Answer | None, ...], list[int]]:
        """The numbers of the worlds by what all hidden hands would answer. The middle answers nothing."""
        by_answer: dict[tuple[Answer | None, ...], list[int]] = {}
        hidden = self.held.hidden
        answered: list[dict[Row, Answer]] = [{} for _ in hidden]
        for number, world in enumerate(self.worlds):
            said: list[Answer | None] = []
            for one, known, row in zip(hidden, answered, world, strict=True):
                if one.hand == MIDDLE:
                    continue
                if row not in known:
                    known[row] = true_answer(row, question)
                said.append(known[row])
            by_answer.setdefault(tuple(said), []).append(number)
        return by_answer


def sight(view: BreakTheCodeView) -> Sight:
    """What the view's own seat knows, which looks for a row."""
    assert view.seat is not None, "the public plays nothing"
    open_now = () if is_found(view.guesses) else tuple(one for card in view.open for one in questions_of(card))
    return _sight(knowledge(view), view.sought, open_now)


@lru_cache(maxsize=8)
def _sight(held: Knowledge, sought: Any, open_now: tuple[Question, ...]) -> Sight:
    at = next(number for number, one in enumerate(held.hidden) if one.hand == sought)
    count = count_worlds(held)
    step = _step(held, count)
    while not (found := tuple(hidden_rows(held, step=step))):
        step //= 2  # none of a few rows was the one looked at
    return Sight(held, at, found, tuple(weight(held, world) for world in found), count, open_now)


def _step(held: Knowledge, count: int) -> int:
    """Of how many rows of each hand but the last one is looked at, so that about SAMPLED worlds are."""
    free = sum(one.hand != MIDDLE for one in held.hidden) - 1
    if count <= SAMPLED or free < 1:
        return 1
    most = count / SAMPLED
    # The middle's row is what is left, so the last hand that is stepped through is the one before it.
    return max(2, round(float(most ** (1 / (free + 1)))))


def told_bits(here: Sight, question: Question) -> float:
    """The bits that a question is expected to tell about the row that is sought, rounded, so that equals are equal."""
    parts = here.split(question).values()
    if len(here.held.hidden) == 1:
        return round(mean_bits([sum(here.weights[number] for number in part) for part in parts]), 9)
    after = sum(sum(here.weights[number] for number in part) * here.bits(part) for part in parts)
    return max(0.0, round(here.bits() - after / sum(here.weights), 9))


def sizes(here: Sight, question: Question) -> tuple[int, ...]:
    """For each answer that can come, how many worlds it leaves; of a sample, as many as that stands for."""
    scale = here.count / len(here.worlds)
    return tuple(max(1, round(len(part) * scale)) for part in here.split(question).values())


# Levels.


def asking(question: Question, why: str, *, tells_count: bool = False) -> Choice:
    """A question as a move."""
    card, number = question
    return Choice({"move": "ask", "card": card} | ({} if number is None else {"number": number}), why, tells_count)


def guessing(row: Row, why: str, *, tells_count: bool = False) -> Choice:
    """A guess as a move."""
    return Choice({"move": "guess", "tiles": list(row)}, why, tells_count)


CERTAIN: Final = "Only this row agrees with everything that you see and have heard."


def _last_try(here: Sight) -> Choice:
    """A guess that costs nothing: the likeliest row."""
    rows = here.rows_sought()
    row, heavy = next(iter(rows.items()))
    chance = percent(heavy / sum(rows.values()))
    return guessing(row, f"A guess costs nothing now, and this one is right with a chance of {chance}.")


def _is_certain(here: Sight) -> bool:
    return here.count <= SAMPLED and len(here.rows_sought()) == 1


def _play_beginner(here: Sight, view: BreakTheCodeView, pick: RandBelow) -> Choice:
    question = here.open[pick(len(here.open))]
    return asking(question, "This player asks any open card, and waits until one row alone is left.")


def bits_explained(bits: float) -> str:
    """So many bits, with what one is."""
    return f"{bits:.1f} bits on average, where one bit halves what is possible"


def _play_steady(here: Sight, view: BreakTheCodeView, pick: RandBelow) -> Choice:
    question = max(here.open, key=lambda one: told_bits(here, one))
    told = told_bits(here, question)
    return asking(question, f"Of the open cards this one tells the most about the row: {bits_explained(told)}.")


def player(name: str, solving: Any) -> Bot[Options, BreakTheCodeView, None]:
    """A level: how it plays while it is not certain and cards are open."""

    def choose(options: Options, memory: None, view: BreakTheCodeView, prompt: Prompt, pick: RandBelow) -> Choice:
        here = sight(view)
        if _is_certain(here):
            return guessing(here.worlds[0][here.at], CERTAIN, tells_count=True)
        if not here.open:
            return _last_try(here)
        chosen: Choice = solving(here, view, pick)
        return chosen

    return Bot(name, lambda options: None, lambda options, memory, view: None, choose)


# The strongest level.

_FIRST_TRIES: Final = 4
"""So many of the questions that look best one question ahead are looked at further."""
FEW: Final = 16
"""With so many rows left or fewer it looks a third question ahead."""
_GAMBLE: Final = 12
"""With more rows than this no guess is weighed."""
_RIVAL_WORLDS: Final = 24
"""In so many of the possible worlds it is looked at what the others know."""
_AVERAGE: Final = ((1, 1.0), (2, 1.5), (3, 2.0), (5, 2.6), (9, 2.95), (25, 3.4), (100, 3.75), (250, 4.1), (3_000, 5.0))
"""The turns until the row is found with so many rows left, in 200 games of this player alone (`tools/breakthecode_means.py`)."""


@cache
def average(rows: int) -> float:
    """How many turns such a player needs on average; between the numbers of the table by their logarithms."""
    for (low, few), (high, many) in pairwise(_AVERAGE):
        if rows <= high:
            return few + (many - few) * log2(max(rows, low) / low) / log2(high / low)
    return _AVERAGE[-1][1] + 0.26 * log2(rows / _AVERAGE[-1][0])


class Plan(Struct, frozen=True):
    """The best way on from a set of rows: turns on average, and the question; None: a guess."""

    turns: float
    question: Question | None


def parted(rows: Rows, live: RowSet, question: Question) -> list[RowSet]:
    """The rows by their answers to a question."""
    return [part for one in rows.parts(question).values() if (part := live & one)]


def plan(rows: Rows, live: RowSet, questions: tuple[Question, ...], depth: int) -> Plan:
    """The way on that takes the fewest turns, by so many questions ahead. A new card comes for each that is asked; which is not
    known, so none is counted on."""
    count = live.bit_count()
    if count <= 2:
        return Plan(average(count), None)
    total = rows.deals(live)
    tried: list[tuple[float, Question, list[RowSet]]] = []
    for question in questions:
        parts = parted(rows, live, question)
        if len(parts) > 1:
            turns = sum(rows.deals(part) * average(part.bit_count()) for part in parts) / total
            tried.append((1 + turns, question, parts))
    tried.sort(key=lambda one: one[0])
    found = Plan(1 + (1 - 1 / count) * average(count - 1), None)
    for turns, question, parts in tried[:_FIRST_TRIES]:
        if depth > 1:
            others = tuple(one for one in questions if one[0] != question[0])
            ahead = sum(
                rows.deals(part) * min(average(part.bit_count()), plan(rows, part, others, depth - 1).turns)
                for part in parts
            )
            turns = 1 + ahead / total
        if turns < found.turns or (found.question is None and turns <= found.turns):
            found = Plan(turns, question)
    return found


def _play_best(here: Sight, view: BreakTheCodeView, pick: RandBelow) -> Choice:
    rows = here.rows_sought()
    row, heavy = next(iter(rows.items()))
    chance = percent(heavy / sum(rows.values()))
    question, why = _best_question(here)
    if question is None:
        why = f"It must be one of {len(rows)} rows: guessing one is as quick as asking, and right with a chance of {chance}."
        return guessing(row, why, tells_count=True)
    if len(rows) <= _GAMBLE:
        # Who is certain guesses before the own next turn, in which the likeliest row would be guessed.
        after = sum(max(here.rows_sought(part).values()) for part in here.split(question).values())
        if heavy > (1 - _rivals_certain(here, view)) * after:
            why = (
                f"The other side may be about to find the row. To guess one of {len(rows)} now, which is right with a chance "
                f"of {chance}, gives a better chance to win than to ask."
            )
            return guessing(row, why, tells_count=True)
    return asking(question, why, tells_count=here.kind == "row")


def _best_question(here: Sight) -> tuple[Question | None, str]:
    """The question that leads to the row soonest, and why; None: a guess does."""
    hidden = here.held.hidden
    if len(hidden) > 1:
        question = max(here.open, key=lambda one: (_shared_bits(here, one), told_bits(here, one)))
        told = bits_explained(told_bits(here, question))
        return question, f"Of the open cards this one tells the most about the row in the middle: {told}."
    found = plan(here.held.rows(hidden[0]), here.held.live(hidden[0]), here.open, 3 if here.count <= FEW else 2)
    if found.question is None:
        return None, ""
    return found.question, (
        f"This question is the quickest way that was found: of {here.count:,} rows that are possible now, at most "
        f"{max(sizes(here, found.question)):,} will be left, and you need about {found.turns:.1f} turns on average."
    )


def _rivals_certain(here: Sight, view: BreakTheCodeView) -> float:
    """In which share of the possible worlds another player is certain of the row that it seeks."""
    assert view.seat is not None, "a seat has a row"
    rows = rows_of(TILES, row_length(view.seats))
    lives = [rows.agreeing(answers_of(view, seat)) for seat in all_seats(view.seats)]
    if view.seats == 2:
        for one in view.guesses:
            assert one.tiles is not None, "of two players all guesses are known"
            lives[1 - one.seat] &= ~rows.only(one.tiles)
    at = {one.hand: number for number, one in enumerate(here.held.hidden)}
    rivals = [seat for seat in at if seat != MIDDLE and seat not in view.out]

    def certain(world: Sequence[Row], seat: Seat) -> bool:
        others = [lives[other] for other in clockwise(seat, view.seats)[1:]]
        return _ways(rows, others, world[at[seat]]) == 1

    some = here.worlds[:: max(1, len(here.worlds) // _RIVAL_WORLDS)]
    return sum(any(certain(world, seat) for seat in rivals) for world in some) / len(some)


def _ways(rows: Rows, lives: Sequence[RowSet], taken: Row) -> int:
    """In how many ways hands have one of these rows each when these tiles lie elsewhere; counted to two."""
    first, *rest = lives
    left = first & rows.free_of(taken)
    if not rest:
        return left.bit_count()
    found = 0
    for number in members(left):
        found += _ways(rows, rest, (*taken, *rows.rows[number]))
        if found > 1:
            break
    return found


def _shared_bits(here: Sight, question: Question) -> float:
    """Bits about the row, and a part of those about the deal: what is known of the others' rows leads to the middle's, too."""
    parts = here.split(question).values()
    deal = mean_bits([sum(here.weights[number] for number in part) for part in parts])
    return round(told_bits(here, question) + 0.4 * deal, 9)


BEGINNER: Final = player("beginner", _play_beginner)
STEADY: Final = player("steady", _play_steady)
BEST: Final = player("best", _play_best)
LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (BEGINNER, STEADY, BEST)
"""All but `random`, weakest first."""


# Hints, and the review.


def analyse(options: Options, memory: None, view: BreakTheCodeView) -> Analysis:
    """How many worlds are possible by the view."""
    return Analysis(count_worlds(knowledge(view)))


def promise(options: Options, memory: None, view: BreakTheCodeView, move: Move) -> Promise:
    """The bits of a question or of a guess."""
    told = _promised(sight(view), move)
    return Promise(told, told)


def _promised(here: Sight, move: Move) -> float:
    match made_move(move):
        case Ask() as ask:
            return told_bits(here, ask.question)
        case Guess(tiles):
            return _guess_bits(here.rows_sought(), tiles)
        case _:
            return 0.0


def _guess_bits(rows: Mapping[Row, int], row: Row) -> float:
    """What a guess is expected to tell: it is right, or it is not."""
    heavy, total = rows.get(row, 0), sum(rows.values())
    return round(mean_bits([heavy, total - heavy]), 9) if 0 < heavy < total else 0.0


def best(options: Options, memory: None, view: BreakTheCodeView) -> Best | None:
    """The question that tells the most, or a guess where none tells more."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    here = sight(view)
    rows = here.rows_sought()
    row = next(iter(rows))
    told = _guess_bits(rows, row)
    guess = Best(guessing(row, "").move, Promise(told, told))
    if len(rows) == 1 or not here.open:
        return guess
    question = max(here.open, key=lambda one: told_bits(here, one))
    most = told_bits(here, question)
    return guess if told > most else Best(asking(question, "").move, Promise(most, most))


def words(options: Options, memory: None, view: BreakTheCodeView, move: Move) -> str:
    """How many rows or deals a question leaves, or whether a guess can be right."""
    here = sight(view)
    match made_move(move):
        case Ask() as ask:
            return code_question(here.count, sizes(here, ask.question), kind=here.kind)
        case Guess(tiles):
            return _guess_words(here, tiles)
        case _:
            return "A pass tells nothing."


def _guess_words(here: Sight, row: Row) -> str:
    rows = here.rows_sought()
    heavy, total = rows.get(row, 0), sum(rows.values())
    if heavy == total and here.count <= SAMPLED:
        return "This is certain: no other row is possible."
    if not heavy and here.count <= SAMPLED:
        return "This cannot be right, by what you see and have heard."
    if not heavy:
        return "This may be right, but the chance is small: very many rows are possible."
    return f"This may be right, with a chance of {percent(heavy / total)}."


def still_possible(options: Options, memory: None, view: BreakTheCodeView, suggested: Move | None) -> str | None:
    """How many rows or deals are possible."""
    if view.seat is None or view.phase in ("deal", "over"):
        return None
    held = knowledge(view)
    return codes_left(count_worlds(held), kind="row" if len(held.hidden) == 1 else "deal")


HINTS: Final = Hints("breakthecode", "bits", promise, best, words, still_possible)


def judge(moment: Moment) -> Judgement:
    """The judgement of a question, a guess or a pass."""
    here = sight(moment.view)
    top = best(moment.options, moment.memory, moment.view)
    assert top is not None, "a seat that acts looks for a row"
    after = apply(moment.state, moment.seat, moment.move)
    match made_move(moment.move):
        case Ask() as ask:
            return _judged_question(here, ask.question, view(after, moment.seat), top)
        case Guess():
            return _judged_guess(here, after.guesses[-1], top)
        case _:
            why = "A guess would have cost nothing."
            return Judgement("passed", why, 0.0, 0.0, top.promise.worth, here.count, here.count)


def _judged_question(here: Sight, question: Question, seen: BreakTheCodeView, top: Best) -> Judgement:
    """`seen`: what its seat sees after the answers."""
    answers = seen.asked[-1].answers
    left = here.split(question).get(tuple(answers[one.hand] for one in here.held.hidden if one.hand != MIDDLE), ())
    worth, after, leaves = told_bits(here, question), count_worlds(knowledge(seen)), sizes(here, question)
    loss = top.promise.worth - worth
    if _is_certain(here):
        why = "The row was certain already, and a question cost a turn."
    else:
        told = codes_told(here.count, after, leaves, "this question", kind=here.kind)
        other = as_good("no other open card", loss) if loss < SMALL_LOSS else _better(here, top, leaves)
        why = f"{sentence(told)} {sentence(other)}"
    return Judgement(
        said=f"asked {about_words(question)}: {', '.join(spoken_answer(question, one) for one in answers if one is not None)}",
        why=why,
        gained=here.bits() - (here.bits(left) if left else 0.0),
        expected=worth,
        best=top.promise.worth,
        before=here.count,
        after=after,
    )


def _judged_guess(here: Sight, made: GuessedRow, top: Best) -> Judgement:
    rows = here.rows_sought()
    total, heavy = sum(rows.values()), rows.get(made.tiles, 0)
    possible = heavy > 0 or here.count > SAMPLED
    if made.correct:
        gained = log2(total / heavy) if heavy else log2(len(rows))
        why = "Only this row was left." if len(rows) == 1 else f"The chance was {percent(heavy / total)}."
    elif not possible:
        gained, why = 0.0, "It could not be the row, by what was seen and heard."
    else:
        gained = log2(total / (total - heavy)) if heavy < total else 0.0
        why = f"It could be the row, with a chance of {percent(heavy / total)}, and was not."
    return Judgement(
        said=f"guessed {row_words(made.tiles)}: {'right' if made.correct else 'wrong'}",
        why=why,
        gained=gained,
        expected=_guess_bits(rows, made.tiles),
        best=top.promise.worth,
        before=here.count,
        contradiction=not possible,
    )


def _better(here: Sight, top: Best, made: tuple[int, ...]) -> str:
    """What speaks for the best move, which promised more."""
    move = made_move(top.move)
    if not isinstance(move, Ask):
        return "a guess promised more"
    return better(f"to ask {about_words(move.question)}", sizes(here, move.question), made, kind=here.kind)


MIND: Final = Mind(
    levels=LEVELS,
    solver=SOLVER,
    analyse=analyse,
    hints=HINTS,
    reviewer=Reviewer(judge, BITS_MEASURE, 1.0),
    puzzles=BREAKTHECODE_PUZZLES,
)
