"""The mind of Mastermind: which codes are still possible, how each level plays and why, and what a row is worth.

A world is the code of the game being played, or None before there is one.

The Decoder's levels differ in the rows that they compare with and in how far they look ahead. A weaker level thinks as a person
does who looks less far: `novice` compares a code with the last two rows only, `casual` with the last three, `steady` with all,
and each of them places the first code that it finds. `best` weighs what a row is expected to leave. Against a Codemaker who has
seen one of their games in this series, they open with colours drawn by luck, since a code could be made against what was seen.
In the first game, and against the table, they always open alike: so each of them needs the same number of rows over all codes.

As Codemaker all set their codes by luck, which nobody can play against; `steady` first learns with which rows its opponent
opens. Arms are always pulled right.

Hints and reviews count the bits that the arms are expected to tell about the code, and what they leave.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import log2
from typing import Final

from companion.core.game import Step
from companion.core.prompt import Move, Prompt, RandBelow, sample
from companion.core.seat import CHANCE, Observer
from companion.core.words import mean_count
from companion.games.mastermind.editions import row_text
from companion.games.mastermind.mind.codes import (
    Code,
    CodeRules,
    Codes,
    Row,
    as_placed,
    code_rules,
    every_code,
    possible,
)
from companion.games.mastermind.mind.guesses import best_guess, bits_of, is_quickest, most_bits
from companion.games.mastermind.mind.puzzles import MASTERMIND_PUZZLES
from companion.games.mastermind.rules import MastermindView, Options, State, phase, right_arms
from companion.games.mind import (
    BITS_MEASURE,
    RANDOM,
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
from companion.games.reasons import SMALL_LOSS, as_good, better, code_question, codes_left, codes_told, sentence

World = tuple[str, ...]


def worlds(options: Options, view: MastermindView) -> Iterator[World | None]:
    """Every code that all arms so far agree with. A wrong arm ends its game, so those that stand are right (M14)."""
    if view.phase == "code":
        yield None
    elif view.code is not None:
        yield view.code
    else:
        answered = [row for row in view.rows if row.red is not None]
        rules = code_rules(options)
        names = view.colours
        for numbers in rules.rows(range(rules.colours), repeats=rules.repeats_in_code):  # M4, M18
            code = tuple([names[number] for number in numbers])
            if all(right_arms(code, row.pegs) == (row.red, row.white) for row in answered):
                yield code


def guess(options: Options, view: MastermindView, pick: RandBelow) -> World | None:
    """One of the possible codes, each with equal chance."""
    possible = list(worlds(options, view))
    return possible[pick(len(possible))]


def actual_world(state: State, observer: Observer) -> World | None:
    """The code of the game being played."""
    return None if phase(state) == "code" else state.code


def determinize(steps: Sequence[Step], observer: Observer, world: World | None) -> list[Step]:
    """The last code set is another; its maker, who saw it, is not told otherwise."""
    told = list(steps)
    if world is None:
        return told
    for index in range(len(told) - 1, -1, -1):
        actor, move = told[index]
        if move["move"] == "set_code":
            if actor == CHANCE or actor != observer:
                told[index] = (actor, {"move": "set_code", "pegs": list(world)})
            break
    return told


SOLVER = Solver("mastermind", worlds, guess, actual_world, determinize)


Guesser = Callable[[CodeRules, Sequence[Row], Codes, RandBelow], tuple[Code, str]]
"""Takes which codes and guesses there are, the rows, the codes that they leave (at least one) and luck; gives a guess and the
reason for it."""

QUICKEST: Final = "With it you need the fewest rows on average."
"""Of a row that need not be the one that tells most."""
_WORDS: Final = {2: "two", 3: "three"}


def guess_novice(rules: CodeRules, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits the last two rows and stands in no row."""
    return _by_last(2, rules, rows, pick)


def guess_casual(rules: CodeRules, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits the last three rows and stands in no row."""
    return _by_last(3, rules, rows, pick)


def guess_steady(rules: CodeRules, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits all rows."""
    if not rows:
        return _opening(rules, pick)
    fitting = set(left.codes)
    guess = next(code for code in _in_order(rules, rows) if code in fitting)
    return guess, "The first code that this player found to fit every row."


def guess_best(rules: CodeRules, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The best guess that is known."""
    guess = best_guess(rules, rows, pick)
    return guess, guess_reason(left, guess, quickest=is_quickest(rules, rows, guess))


def guess_reason(left: Codes, guess: Code, *, quickest: bool) -> str:
    """Why to place the best guess that is known while those codes are left. `quickest`: no other one leads to the code in fewer
    rows; else no other one tells more."""
    count = len(left)
    if count == 1:
        return "Only this code fits every row."
    parts = {answer: part.bit_count() for answer, part in left.split(guess).items()}
    fits = (len(guess), 0) in parts
    itself = "may be the code, and" if fits else "cannot be the code, but"
    if max(parts.values()) == 1:
        return f"{count} codes still fit. This row {itself} whatever the answer, the code is known then."
    expected = sum(size * size for size in parts.values()) / count
    said = f"{count:,} codes still fit. This row {itself} on average it leaves {mean_count(expected)} of them."
    # A code that tells all others but two apart needs the fewest rows too, where none tells all apart.
    if quickest or (fits and len(parts) == count - 1):
        return f"{said} {QUICKEST}"
    return (
        f"{said} No other row tells more: {bits_of(left, guess):.1f} bits on average, where one bit halves the codes."
    )


def _by_last(compared: int, rules: CodeRules, rows: Sequence[Row], pick: RandBelow) -> tuple[Code, str]:
    if not rows:
        return _opening(rules, pick)
    placed = {guess for guess, _ in rows}
    fitting = set(possible(rules, rows[-compared:]).codes)
    guess = next(code for code in _in_order(rules, rows) if code in fitting and code not in placed)
    if len(rows) <= compared:
        return guess, "The first code that this player found to fit every row."
    return guess, f"This code fits the last {_WORDS[compared]} rows; this player looks no further back."


def _opening(rules: CodeRules, pick: RandBelow) -> tuple[Code, str]:
    every = every_code(rules).codes
    return every[pick(len(every))], "Nothing is known yet, so any code will do."


def _in_order(rules: CodeRules, rows: Sequence[Row]) -> Iterator[Code]:
    """Every code, the colours that were placed first before all others.

    So the order is the first row's own: whatever that was drawn to be, the same codes take as many guesses.
    """
    return rules.rows(as_placed(rules.colours, rows), repeats=rules.repeats_in_code)


FirstRows = tuple[tuple[int, Code], ...]
"""For each game in which the opponent was the Decoder: how many games were over before it, and the first row."""


def start(options: Options) -> FirstRows:
    """Nothing is known of the opponent."""
    return ()


def observe(options: Options, memory: FirstRows, view: MastermindView) -> FirstRows:
    """The opponent's first row of this game, once it stands."""
    if view.seat is None or view.decoder == view.seat or not view.rows:
        return memory
    game = len(view.past)
    first = peg_numbers(view, view.rows[0].pegs)
    return (*((number, row) for number, row in memory if number != game), (game, first))


def analyse(options: Options, memory: FirstRows, view: MastermindView) -> Analysis:
    """How many codes are still possible: one for who knows it, and one before there is any."""
    if view.phase == "code" or view.code is not None:
        return Analysis(1)
    return Analysis(every_code(code_rules(options)).fitting(answered_rows(view)).bit_count())


def _choose(
    level: Guesser,
    learns: bool,
    tells_count: bool,
    options: Options,
    memory: FirstRows,
    view: MastermindView,
    prompt: Prompt,
    pick: RandBelow,
) -> Choice:
    match view.phase:
        case "code":
            return _set(options, memory if learns else (), view, prompt, pick)
        case "arms":
            return _pull(view)
        case _:
            rules, rows = code_rules(options), answered_rows(view)
            left = possible(rules, rows)
            guess, why = level(rules, rows, left, pick if _was_seen(view) else _first)
            return Choice({"move": "guess", "pegs": peg_names(view, guess)}, why, tells_count)


def _set(options: Options, memory: FirstRows, view: MastermindView, prompt: Prompt, pick: RandBelow) -> Choice:
    if not memory:
        return Choice(sample(prompt, pick), "A code drawn by luck: no Decoder can be ready for it.")
    every = every_code(code_rules(options))
    left: Counter[Code] = Counter()
    for _, first in memory:
        for part in every.split(first).values():
            left.update(dict.fromkeys(every.chosen(part), part.bit_count()))
    most = max(left.values())
    hardest = [code for code in every.codes if left[code] == most]
    code = hardest[pick(len(hardest))]
    average = f"{round(most / len(memory)):,}"
    why = f"Against the first rows of the other player so far, no code leaves more codes possible than this one: {average}."
    return Choice({"move": "set_code", "pegs": peg_names(view, code)}, why)


def _pull(view: MastermindView) -> Choice:
    assert view.code is not None, "only the Codemaker pulls arms, and sees the code"
    red, white = right_arms(view.code, view.rows[-1].pegs)
    return Choice(
        {"move": "pull_arms", "red": red, "white": white}, "This is what the row has in common with the code."
    )


def _was_seen(view: MastermindView) -> bool:
    """Whether the Codemaker has seen a game of this Decoder."""
    return view.codemaker != "table" and any(past.decoder == view.seat for past in view.past)


def _first(choices: int) -> int:
    return 0


def left_codes(options: Options, view: MastermindView) -> Codes:
    """The codes that all answers agree with."""
    return possible(code_rules(options), answered_rows(view))


def answered_rows(view: MastermindView) -> list[Row]:
    """The rows that have been answered."""
    return [
        (peg_numbers(view, row.pegs), (row.red, row.white))
        for row in view.rows
        if row.red is not None and row.white is not None
    ]


def peg_numbers(view: MastermindView, pegs: Sequence[str]) -> Code:
    return tuple(view.colours.index(peg) for peg in pegs)


def peg_names(view: MastermindView, code: Code) -> list[str]:
    return [view.colours[colour] for colour in code]


def _bot(
    name: str, level: Guesser, *, learns: bool = False, tells_count: bool = False
) -> Bot[Options, MastermindView, FirstRows]:
    """`tells_count`: all its reasons for a guess say how many codes fit."""
    return Bot(name, start, observe, partial(_choose, level, learns, tells_count))


LEVELS: Final[tuple[Bot[Options, MastermindView, FirstRows], ...]] = (
    _bot("novice", guess_novice),
    _bot("casual", guess_casual),
    _bot("steady", guess_steady, learns=True),
    _bot("best", guess_best, tells_count=True),
)
"""All but `random`, weakest first."""


def _true_arms(options: Options, memory: None, view: MastermindView, prompt: Prompt, pick: RandBelow) -> Choice:
    return _pull(view) if view.phase == "arms" else RANDOM.choose(options, memory, view, prompt, pick)


TRUE_RANDOM: Final = replace(RANDOM, choose=_true_arms)
"""`random` as the machine plays it at a table: arms pulled by luck make nearly every game void, so a series would never end."""


def promise(options: Options, memory: FirstRows, view: MastermindView, move: Move) -> Promise | None:
    """The bits of a guess."""
    if move["move"] != "guess":
        return None
    told = bits_of(left_codes(options, view), peg_numbers(view, move["pegs"]))
    return Promise(told, told)


def best(options: Options, memory: FirstRows, view: MastermindView) -> Best | None:
    """The guess that tells the most; of equal ones a code that is possible."""
    if view.phase != "guess" or view.seat != view.decoder:
        return None
    rules, rows = code_rules(options), answered_rows(view)
    left = possible(rules, rows)
    guess, told = most_bits(rules, rows, left)
    return Best({"move": "guess", "pegs": peg_names(view, guess)}, Promise(told, told))


def words(options: Options, memory: FirstRows, view: MastermindView, move: Move) -> str:
    """How many codes a guess leaves, and whether it can be the code."""
    left, guess = left_codes(options, view), peg_numbers(view, move["pegs"])
    is_possible = guess in left.codes
    if len(left) == 1:
        return (
            "This is the code: no other one is possible."
            if is_possible
            else "This cannot be the code: only one code is left, and it is another."
        )
    told = code_question(len(left), left.sizes(guess))
    if is_possible:
        return f"{told} The guess may be the code itself."
    number = contradicted_row(options, view, tuple(move["pegs"]))
    why = (
        f"No code has a {options.words.symbol[0]} twice."
        if number is None
        else f"Row {number} rules out that it is the code."
    )
    return f"{told} {why}"


def contradicted_row(options: Options, view: MastermindView, pegs: tuple[str, ...]) -> int | None:
    """The number of the first row that says that these pegs, which are not possible, are not the code; None: a repeated colour
    says so."""
    if len(set(pegs)) < len(pegs) and not options.repeats_in_code:
        return None
    return next(n for n, row in enumerate(view.rows, 1) if right_arms(pegs, row.pegs) != (row.red, row.white))


def still_possible(options: Options, memory: FirstRows, view: MastermindView, suggested: Move | None) -> str | None:
    """How many codes are possible for the Decoder."""
    if view.phase != "guess" or view.seat != view.decoder:
        return None
    return codes_left(len(left_codes(options, view)))


MASTERMIND_HINTS: Final = Hints("mastermind", "bits", promise, best, words, still_possible)


QUICKEST_THEN: Final = "Yet this row is among those that find the code in the fewest rows on average."


def judge(moment: Moment) -> Judgement | None:
    """The judgement of a guess; None for setting a code and pulling arms."""
    if moment.move["move"] != "guess":
        return None
    options, view, pegs = moment.options, moment.view, tuple(moment.move["pegs"])
    rules = code_rules(options)
    left = possible(rules, answered_rows(view))
    answer = right_arms(moment.state.code, pegs)
    part = left.split(peg_numbers(view, pegs)).get(answer, 0).bit_count()
    before, after = len(left), 1 if answer == rules.cracked else part
    made = promise(options, moment.memory, view, moment.move)
    top = best(options, moment.memory, view)
    assert made is not None
    assert top is not None, "the Decoder is asked for a guess"
    gained = log2(before / after)
    fits = peg_numbers(view, pegs) in set(left.codes)
    # A row that cannot be the code is no oversight where no other row promised more, or none needs fewer rows: then it only asks.
    loss = top.promise.worth - made.worth
    numbers = peg_numbers(view, pegs)
    planned = not fits and is_quickest(rules, answered_rows(view), numbers)
    asks = not fits and before > 1 and (loss < SMALL_LOSS or planned)
    said = _told(moment, left, after, loss, top.move["pegs"])
    if answer == rules.cracked:
        why = "Only this code was left." if before == 1 else f"This was the code, one of {before:,} that were possible."
    elif asks:
        why = f"It could not be the code and was only a question. {sentence(said)}"
        if loss >= SMALL_LOSS:
            why = f"{why} {QUICKEST_THEN}"
    elif not fits:
        why = f"{_conflict(moment)}. {sentence(said)}"
    else:
        why = sentence(said)
    return Judgement(
        said=f"{row_text(pegs)}: {options.words.answer(*answer)}",
        why=why,
        gained=gained,
        expected=made.worth,
        best=top.promise.worth,
        before=before,
        after=after,
        contradiction=not fits and not asks,
    )


def _told(moment: Moment, left: Codes, after: int, loss: float, best_pegs: Sequence[str]) -> str:
    """What the row left, and what speaks for a better one. `loss`: how many bits more that one promised."""
    if len(left) == 1:
        return f"only {row_text(best_pegs)} was left"
    made, top = (left.sizes(peg_numbers(moment.view, pegs)) for pegs in (moment.move["pegs"], best_pegs))
    rest = as_good("no row", loss) if loss < SMALL_LOSS else better(row_text(best_pegs), top, made)
    return f"{codes_told(len(left), after, made, 'this row')}. {rest[0].upper()}{rest[1:]}"


def _conflict(moment: Moment) -> str:
    """Why the row could not be the code: its repeated colour, or the first row that it contradicts."""
    pegs = tuple(moment.move["pegs"])
    number = contradicted_row(moment.options, moment.view, pegs)
    if number is None:
        twice = next(colour for colour in pegs if pegs.count(colour) > 1)
        return f"It could not be the code: {twice} is in it more than once"
    row = moment.view.rows[number - 1]
    red, white = right_arms(pegs, row.pegs)
    words = moment.options.words
    shown = f"{words.answer(red, white)}, not {words.answer(row.red, row.white)}"
    return f"It could not be the code: if it were, row {number} would show {shown}"


MIND: Final = Mind(
    levels=LEVELS,
    solver=SOLVER,
    analyse=analyse,
    hints=MASTERMIND_HINTS,
    reviewer=Reviewer(judge, BITS_MEASURE, 1.0),
    puzzles=MASTERMIND_PUZZLES,
    weakest=TRUE_RANDOM,
)
