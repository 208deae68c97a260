"""The bots of Mastermind, weakest first: how they look at a series, and what they say.

The Decoder's levels differ in the rows that they compare with and in how far they look ahead. Against a Codemaker who has seen
one of their games in this series, they open with colours drawn by luck, since a code could be made against what was seen. In
the first game, and against the table, they always open alike: so each of them needs the same number of rows over all codes.

As Codemaker all set their codes by luck, which nobody can play against; `steady` first learns with which rows its opponent
opens. Arms are always pulled right.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.bots.bot import RANDOM, Analysis, Bot, Choice
from companion.bots.mastermind.decoders import Guesser, guess_best, guess_casual, guess_novice, guess_steady
from companion.core.prompt import Prompt, RandBelow, sample
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import right_arms
from companion.games.mastermind.view import MastermindView
from companion.solvers.mastermind.codes import Code, Row, every_code, possible

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
    return Analysis(every_code(options.colours).fitting(answered_rows(view)).bit_count())


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
            rows = answered_rows(view)
            left = possible(options.colours, rows)
            guess, why = level(
                options.colours, options.repeats_in_guess, rows, left, pick if _was_seen(view) else _first
            )
            return Choice({"move": "guess", "pegs": peg_names(view, guess)}, why, tells_count)


def _set(options: Options, memory: FirstRows, view: MastermindView, prompt: Prompt, pick: RandBelow) -> Choice:
    if not memory:
        return Choice(sample(prompt, pick), "A code drawn by luck: no Decoder can be ready for it.")
    every = every_code(options.colours)
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
