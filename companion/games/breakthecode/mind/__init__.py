"""The mind of Break the Code: how each level asks and why, what a move is worth, and how one that was made is judged.

A world is a row for every hand that the seat does not see (`possible.py`). Where two play, one row is hidden, and everything is
counted exactly. With three or four players the middle's row is what all the others leave. There the worlds are counted exactly,
too. While there are more than SAMPLED of them, the worth of a question is taken from an even sample, the same one each time.

The levels: `beginner` asks any card and guesses when it is certain. `steady` asks what tells most bits, and guesses when it is
certain. `best` asks what leads to the row in the fewest turns, two questions ahead, and guesses where that gives the better
chance to win: it minds how many rows the other players may have left, by what they have heard and by the tiles they may hold.

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
from companion.core.seat import CHANCE, Observer, Seat, clockwise
from companion.core.words import percent
from companion.games.breakthecode.mind.puzzles import BREAKTHECODE_PUZZLES
from companion.games.breakthecode.possible import (
    Knowledge,
    Rows,
    RowSet,
    World,
    answers_of,
    count_deals,
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
    Options,
    Question,
    Row,
    State,
    about_words,
    apply,
    has_middle,
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
from companion.games.reasons import as_good, better, code_question, codes_left, codes_told, mean_bits, sentence

SAMPLED: Final = 2_500
"""Of more worlds, where several hands are hidden, a sample stands for all."""


def actual_world(state: State, observer: Observer) -> World:
    """The rows of all hands."""
    return (*state.rows, *((state.middle,) if has_middle(state.seats) else ()))


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """The hands get the tiles of another world; one that holds the same gets them in the same order."""
    dealt: dict[Any, list[int]] = {}
    for number, (actor, move) in enumerate(steps):
        if actor == CHANCE and move["move"] == "deal":
            dealt.setdefault(move["to"], []).append(number)
    told = list(steps)
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
    total = sum(here.weights)
    after = 0.0
    for part in parts:
        rows = here.rows_sought(part).values()
        after += sum(rows) / total * mean_bits(rows)
    return max(0.0, round(mean_bits(here.rows_sought().values()) - after, 9))


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


def _play_steady(here: Sight, view: BreakTheCodeView, pick: RandBelow) -> Choice:
    question = max(here.open, key=lambda one: told_bits(here, one))
    told = told_bits(here, question)
    return asking(question, f"Of the open cards this one tells the most about the row: {told:.1f} bits on average.")


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
_RIVAL_WORLDS: Final = 24
"""In so many of the possible worlds it counts what the others may still have to choose from."""

_REMAINING: Final[tuple[tuple[int, tuple[float, ...]], ...]] = (
    (1, (1.0,)),
    (2, (0.5, 0.5)),
    (3, (0.25, 0.5, 0.25)),
    (4, (0.1, 0.5, 0.25, 0.15)),
    (6, (0.03, 0.48, 0.32, 0.1, 0.07)),
    (9, (0.0, 0.5, 0.27, 0.11, 0.12)),
    (25, (0.0, 0.3, 0.38, 0.2, 0.12)),
    (100, (0.0, 0.1, 0.46, 0.25, 0.19)),
    (250, (0.0, 0.01, 0.35, 0.39, 0.15, 0.1)),
    (1000, (0.0, 0.0, 0.29, 0.29, 0.12, 0.3)),
    (20_000, (0.0, 0.0, 0.04, 0.37, 0.37, 0.12, 0.1)),
)
"""Up to so many rows that are left: how likely the row is found in the first, second, … turn from now, as it was in 200 games of
this player alone (`tools/breakthecode_means.py`)."""

_AVERAGE: Final = ((1, 1.0), (2, 1.5), (3, 2.0), (5, 2.6), (9, 2.95), (25, 3.4), (100, 3.75), (250, 4.1), (3_000, 5.0))
"""The turns until the row is found with so many rows left, by the same games."""


def remaining(rows: float) -> tuple[float, ...]:
    """How likely a player with so many rows left finds the right one in each turn from now on."""
    return next((chances for most, chances in _REMAINING if rows <= most), _REMAINING[-1][1])


@cache
def average(rows: int) -> float:
    """How many turns such a player needs on average; between the numbers of the table by their logarithms."""
    for (low, few), (high, many) in pairwise(_AVERAGE):
        if rows <= high:
            return few + (many - few) * log2(max(rows, low) / low) / log2(high / low)
    return _AVERAGE[-1][1] + 0.26 * log2(rows / _AVERAGE[-1][0])


_READY: Final = 0.5
"""The race counts once the other player is certain in so many of the possible worlds: weighed earlier, it guesses too soon."""


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
    return _in_a_duel(here, view) if len(here.held.hidden) == 1 else _in_company(here, view)


def _in_a_duel(here: Sight, view: BreakTheCodeView) -> Choice:
    """Against one other player, whose row is sought."""
    (one,) = here.held.hidden
    rows, live = here.held.rows(one), here.held.live(one)
    count, total = live.bit_count(), rows.deals(live)
    found = plan(rows, live, here.open, 3 if count <= FEW else 2)
    theirs = rival_rows(here, view)
    first = view.seat == view.turn_of and _starts(view)
    row, heavy = next(iter(here.rows_sought().items()))
    guess = _worth_of_guess(heavy / total, count - 1, theirs, first=first)
    if found.question is None:
        return guessing(row, _why_guess(count, heavy / total), tells_count=True)
    parts = parted(rows, live, found.question)
    ask = sum(rows.deals(part) / total * _race(remaining(part.bit_count()), theirs, first=first) for part in parts)
    if guess > ask and sum(left <= 1 for left in theirs) >= _READY * len(theirs):
        return guessing(row, _why_now(count, heavy / total), tells_count=True)
    most = max(part.bit_count() for part in parts)
    return asking(found.question, _why_ask(count, most, found.turns), tells_count=True)


def _starts(view: BreakTheCodeView) -> bool:
    """Whether the view's seat had the first turn: it has had as many turns as the other one."""
    turns = [one.seat for one in view.asked] + [one.seat for one in view.guesses]
    return turns.count(Seat(view.seat or 0)) * 2 == len(turns)


def rival_rows(here: Sight, view: BreakTheCodeView) -> list[float]:
    """How many rows the other player may have left for the view's own row, in some of the worlds that are possible."""
    assert view.seat is not None, "a seat has a row"
    rows = rows_of(TILES, row_length(view.seats))
    live = rows.agreeing(answers_of(view, view.seat))
    for guessed in view.guesses:
        if guessed.seat != view.seat and not guessed.correct:
            live &= ~rows.only(guessed.tiles)
    step = max(1, len(here.worlds) // _RIVAL_WORLDS)
    return [float((live & rows.free_of(world[0])).bit_count()) for world in here.worlds[::step]]


def _worth_of_guess(chance: float, left: int, theirs: Sequence[float], *, first: bool) -> float:
    """How much likelier the seat wins than the other one if it guesses now. `left`: the rows after a wrong guess."""
    last = sum(remaining(rows)[0] for rows in theirs) / len(theirs) if first else 0.0
    wrong = _race(remaining(max(1, left)), theirs, first=first)
    return chance * (1 - last) + (1 - chance) * wrong


def _race(mine: tuple[float, ...], theirs: Sequence[float], *, first: bool) -> float:
    """The chance to win less that to lose, with the other player to move next. `mine`: how likely each turn of the seat from its
    next one on is the one in which it is right. A tie in a round is a shared win."""
    found = 0.0
    for rows in theirs:
        for their_turn, chance in enumerate(remaining(rows)):
            for turn, own in enumerate(mine):
                # The other player's next turn is in this round if the seat began it, so one round before its own next turn.
                behind = their_turn - 1 if first else their_turn
                found += own * chance * ((turn < behind) - (turn > behind))
    return found / len(theirs)


def _rival_hands(here: Sight, view: BreakTheCodeView, world: Sequence[Row]) -> list[float]:
    """In one world, how many deals are possible for each rival that is still in the game, in the order of their turns."""
    assert view.seat is not None, "a seat has a row"
    held = here.held
    own = view.rows[view.seat]
    rows = rows_of(TILES, row_length(view.seats))
    by_hand = {one.hand: row for one, row in zip(held.hidden, world, strict=True)}
    found = []
    for seat in clockwise(view.seat, view.seats)[1:]:
        if seat in view.out:
            continue
        taken = by_hand[seat]
        lives = [
            rows.free_of(taken) & rows.agreeing(answers_of(view, other)) for other in clockwise(seat, view.seats)[1:]
        ]
        first, *more = lives
        ways = 0
        for number in members(first):
            left = more[0] & rows.free_of((*taken, *rows.rows[number]))
            ways += left.bit_count()
            if ways > _OPEN_FIELD:
                break
        found.append(float(ways))
    assert own, "a row was dealt"
    return found


_OPEN_FIELD: Final = 400
"""A rival with more deals left is not close."""


def _in_company(here: Sight, view: BreakTheCodeView) -> Choice:
    """Against two or three players who look for the same row. A wrong guess ends the own game, and all hear each answer."""
    rows = here.rows_sought()
    total = sum(rows.values())
    row, heavy = next(iter(rows.items()))
    chance = heavy / total
    question = max(here.open, key=lambda one: (_shared_bits(here, one), told_bits(here, one)))
    if len(rows) > _GAMBLE:
        return asking(question, _why_shared(here, question))
    step = max(1, len(here.worlds) // 8)
    some = [_rival_hands(here, view, world) for world in here.worlds[::step]]
    ready = sum(1 - _none_ready(rivals) for rivals in some) / len(some)
    after = 0.0
    for part in here.split(question).values():
        after += max(here.rows_sought(part).values()) / total
    # A rival who is ready guesses before the own next turn; who is not, hears the answer, too.
    if chance > (1 - ready) * after:
        return guessing(row, _why_now(len(rows), chance), tells_count=True)
    return asking(question, _why_shared(here, question))


_GAMBLE: Final = 12
"""With more rows than this no guess is weighed."""


def _none_ready(rivals: Sequence[float]) -> float:
    """The chance that no rival guesses right in its next turn, by how many deals each has left."""
    return float(all(ways > 1 for ways in rivals))


def _shared_bits(here: Sight, question: Question) -> float:
    """Bits about the row, and a part of those about the deal: what is known of the others' rows leads to the middle's, too."""
    parts = here.split(question).values()
    deal = mean_bits([sum(here.weights[number] for number in part) for part in parts])
    return round(told_bits(here, question) + 0.4 * deal, 9)


def _why_guess(count: int, chance: float) -> str:
    return f"It must be one of {count} rows: guessing one is as quick as asking, and right with a chance of {percent(chance)}."


def _why_now(count: int, chance: float) -> str:
    return (
        f"The other side may be about to find the row. To guess one of {count} now, which is right with a chance of "
        f"{percent(chance)}, gives a better chance to win than to ask."
    )


def _why_ask(count: int, most: int, turns: float) -> str:
    return (
        f"This question is the quickest way that was found: of {count:,} rows that are possible now, at most {most:,} will be "
        f"left, and you need about {turns:.1f} turns on average."
    )


def _why_shared(here: Sight, question: Question) -> str:
    told = f"{told_bits(here, question):.1f} bits on average"
    return f"Of the open cards this one tells the most about the row in the middle: {told}."


BEGINNER: Final = player("beginner", _play_beginner)
STEADY: Final = player("steady", _play_steady)
BEST: Final = player("best", _play_best)
LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (BEGINNER, STEADY, BEST)
"""All but `random`, weakest first."""


# Hints, and the review.


def analyse(options: Options, memory: None, view: BreakTheCodeView) -> Analysis:
    """How many worlds are possible by the view."""
    return Analysis(count_worlds(knowledge(view)))


def _seeks(view: BreakTheCodeView) -> bool:
    return view.seat is not None and view.phase in ("turn", "last") and view.seat not in view.out


def promise(options: Options, memory: None, view: BreakTheCodeView, move: Move) -> Promise | None:
    """The bits of a question or of a guess."""
    if not _seeks(view):
        return None
    told = _promised(sight(view), move)
    return Promise(told, told)


def _promised(here: Sight, move: Move) -> float:
    match made_move(move):
        case Ask() as ask:
            return told_bits(here, ask.question)
        case _ if move["move"] == "guess":
            return _guess_bits(here.rows_sought(), tuple(move["tiles"]))
        case _:
            return 0.0


def _guess_bits(rows: Mapping[Row, int], row: Row) -> float:
    """What a guess is expected to tell: it is right, or it is not."""
    heavy, total = rows.get(row, 0), sum(rows.values())
    return round(mean_bits([heavy, total - heavy]), 9) if 0 < heavy < total else 0.0


def best(options: Options, memory: None, view: BreakTheCodeView) -> Best | None:
    """The question that tells the most, or a guess where none tells more."""
    if not _seeks(view) or view.seat not in view.to_act:
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
    made = made_move(move)
    if isinstance(made, Ask):
        return code_question(here.count, sizes(here, made.question), kind=here.kind)
    if move["move"] != "guess":
        return "A pass tells nothing."
    rows = here.rows_sought()
    heavy, total = rows.get(tuple(move["tiles"]), 0), sum(rows.values())
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
    if not held.hidden:
        return None
    return codes_left(count_worlds(held), kind="row" if len(held.hidden) == 1 else "deal")


HINTS: Final = Hints("breakthecode", "bits", promise, best, words, still_possible)
SMALL_LOSS: Final = 0.05
"""A move that promised so few bits less than the best one was as good."""


def judge(moment: Moment) -> Judgement:
    """The judgement of a question, a guess or a pass."""
    here = sight(moment.view)
    top = best(moment.options, moment.memory, moment.view)
    assert top is not None, "a seat that acts looks for a row"
    made = made_move(moment.move)
    after_state = apply(moment.state, moment.seat, moment.move)
    before = here.count
    worth = _promised(here, moment.move)
    if moment.move["move"] == "pass":
        why = "A guess would have cost nothing."
        return Judgement("passed", why, 0.0, 0.0, top.promise.worth, before, before)
    if not isinstance(made, Ask):
        return _judged_guess(moment, here, worth, top)
    seen = view(after_state, moment.seat)
    after = count_worlds(knowledge(seen))
    question = made.question
    gained = _gained(here, seen, question)
    said = [spoken_answer(question, answer) for answer in seen.asked[-1].answers if answer is not None]
    loss = top.promise.worth - worth
    here_sizes = sizes(here, question)
    if _is_certain(here):
        why = "The row was certain already, and a question cost a turn."
    else:
        told = codes_told(before, after, here_sizes, "this question", kind=here.kind)
        other = as_good("no other open card", loss) if loss < SMALL_LOSS else _better(here, top, here_sizes)
        why = f"{sentence(told)} {sentence(other)}"
    return Judgement(
        f"asked {about_words(question)}: {', '.join(said)}", why, gained, worth, top.promise.worth, before, after
    )


def _gained(here: Sight, seen: BreakTheCodeView, question: Question) -> float:
    """The bits that the answers told about the row."""
    if len(here.held.hidden) == 1:
        return log2(count_deals(here.held) / count_deals(knowledge(seen)))
    said = tuple(seen.asked[-1].answers[one.hand] for one in here.held.hidden if one.hand != MIDDLE)
    left = here.rows_sought(here.split(question).get(said, ())).values()
    return mean_bits(here.rows_sought().values()) - (mean_bits(left) if left else 0.0)


def _judged_guess(moment: Moment, here: Sight, worth: float, top: Best) -> Judgement:
    row = tuple(moment.move["tiles"])
    rows = here.rows_sought()
    total, heavy = sum(rows.values()), rows.get(row, 0)
    correct = apply(moment.state, moment.seat, moment.move).guesses[-1].correct
    possible = heavy > 0 or here.count > SAMPLED
    if correct:
        gained = log2(total / heavy) if heavy else log2(len(rows))
        why = "Only this row was left." if len(rows) == 1 else f"The chance was {percent(heavy / total)}."
    elif not possible:
        gained, why = 0.0, "It could not be the row, by what was seen and heard."
    else:
        gained = log2(total / (total - heavy)) if heavy < total else 0.0
        why = f"It could be the row, with a chance of {percent(heavy / total)}, and was not."
    return Judgement(
        said=f"guessed {row_words(row)}: {'right' if correct else 'wrong'}",
        why=why,
        gained=gained,
        expected=worth,
        best=top.promise.worth,
        before=here.count,
        after=None,
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
