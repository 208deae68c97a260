"""The files of a small game, as `docs/develop.md`, "Add a game", lists them: two players guess a secret number in turn."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Final

from companion.core.game import AnyGame

PACKAGE: Final = "small_games"
NAME: Final = "higherlower"

GAME_FILES: Final[dict[str, str]] = {
    "__init__": '''
        """Higher or lower: a secret number, found by guesses."""

        from companion.core.game import Game
        from {package} import rules, screens, words

        HIGHERLOWER = Game(
            name="{name}", title="Higher or lower", rules=1, seats=rules.SEATS, settings=rules.SETTINGS,
            read_options=rules.read_options, setup=rules.setup, view=rules.view, prompt=rules.prompt, to_act=rules.to_act,
            chance=rules.chance, apply=rules.apply, result=rules.result, describe=words.describe,
            render=screens.render, why_irreversible=rules.why_irreversible, moves=rules.MOVES,
            book=screens.BOOK,
        )
    ''',
    "rules": '''
        """What may be done, and what happens then."""

        from typing import Literal

        from msgspec import Struct, structs

        from companion.core.errors import RuleError
        from companion.core.game import Result, View
        from companion.core.moves import MoveRecord, Moves, MoveWords, as_json, dial, numbers, wheel
        from companion.core.options import Setting, Value, read_record
        from companion.core.prompt import ChancePrompt, Lot
        from companion.core.seat import CHANCE


        SEATS = (2, 2)
        SETTINGS = (Setting("most", 8, "Highest number", "The secret is from 1 to this.", (Value(8, "8"), Value(4, "4"))),)


        class Options(Struct, frozen=True, forbid_unknown_fields=True):
            most: int = 8


        def read_options(given, seats):
            options = read_record(Options, "Higher or lower", given, SETTINGS)
            if not 2 <= options.most <= 9:
                raise RuleError(f"Option most must be from 2 to 9, not {options.most}.")
            return options


        class Guess(MoveRecord, frozen=True, tag="guess"):
            words = MoveWords(accept="Guess", told="guessed {number}")
            number: int


        class Hide(MoveRecord, frozen=True, tag="hide"):
            number: int


        MOVES = Moves(seats=(Guess,), chance=(Hide,))


        Phase = Literal["hide", "guess", "over"]


        class AnsweredGuess(Struct, frozen=True):
            seat: int
            number: int
            answer: Literal["higher", "lower", "right"]


        class State(Struct, frozen=True):
            options: Options
            secret: int | None = None
            guesses: tuple[AnsweredGuess, ...] = ()


        def phase(state):
            if state.secret is None:
                return "hide"
            return "over" if state.guesses and state.guesses[-1].answer == "right" else "guess"


        def to_act(state):
            return {"hide": (CHANCE,), "guess": (len(state.guesses) % 2,), "over": ()}[phase(state)]


        def result(state):
            if phase(state) != "over":
                return Result((0, 0), None)
            winner = state.guesses[-1].seat
            return Result((int(winner == 0), int(winner == 1)), (winner,))


        def why_irreversible(state, actor, move):
            return "the guess has been answered."


        def setup(options, seats):
            return State(options)


        def apply(state, actor, move):
            number = move["number"]
            if move["move"] == "hide":
                return structs.replace(state, secret=number)
            answer = "right" if number == state.secret else "higher" if number < state.secret else "lower"
            return structs.replace(state, guesses=(*state.guesses, AnsweredGuess(actor, number, answer)))


        class HigherLowerView(View, frozen=True, kw_only=True):
            phase: Phase
            secret: int | None
            guesses: tuple[AnsweredGuess, ...]


        def view(state, observer):
            so_far = result(state)
            return HigherLowerView(
                game="{name}", seats=2, seat=observer, to_act=to_act(state), phase=phase(state), scores=so_far.scores,
                winners=so_far.winners, secret=state.secret if phase(state) == "over" else None, guesses=state.guesses,
            )


        def prompt(options, view):
            if view.seat not in view.to_act:
                return None
            number = wheel(Guess, "number", "Your guess?", numbers(1, options.most).symbols)
            return dial(Guess, "The table says higher or lower.", number, title="Your guess?")


        def chance(state):
            if phase(state) != "hide":
                return None
            lots = tuple(Lot(as_json(Hide(number)), 1) for number in range(1, state.options.most + 1))
            return ChancePrompt("A secret number", lots, secret=True)
    ''',
    "words": '''
        """What happens, in words."""

        from companion.core.moves import told
        from {package}.rules import Guess


        def status(view, names):
            if view.winners is not None:
                return f"{names[view.winners[0]]} wins"
            return f"{names[view.to_act[0]]} guesses" if view.phase == "guess" else "A number is chosen"


        def describe(options, view, names):
            if not view.guesses:
                return "A secret number is chosen."
            last = view.guesses[-1]
            return f"{names[last.seat]} {told(Guess(last.number))}: {last.answer}."
    ''',
    "screens": '''
        """The page, the rules, and what stands in the body while a guess is entered."""

        from companion.core.rules_book import topic
        from companion.core.screen import BODY, Rendering, ScreenPage, text_lines
        from {package}.words import status


        def render(options, view, names, entry):
            last = view.guesses[-BODY.lines("text"):]
            lines = tuple(f"{names[one.seat]}: {one.number} {one.answer}" for one in last) or ("No guess yet.",)
            marks = text_lines(lines)
            return Rendering(status(view, names), (ScreenPage("Guesses", marks, "List"),), marks if entry else None)


        BOOK = (topic("The game", "Guess the number in turn. Whoever names it wins."),)
    ''',
}
"""The text of each file of the game's folder, by its name without the ending."""

SOLVER: Final = '''
    """Which secrets are still possible."""

    from companion.core.seat import CHANCE
    from companion.games.mind import Solver


    def worlds(options, view):
        if view.phase == "hide":
            yield None
            return
        for number in range(1, options.most + 1):
            if all(_answer(number, one.number) == one.answer for one in view.guesses):
                yield number


    def guess(options, view, pick):
        possible = list(worlds(options, view))
        return possible[pick(len(possible))]


    def actual_world(state, observer):
        return state.secret


    def determinize(steps, observer, world):
        return [(actor, {{"move": "hide", "number": world}} if actor == CHANCE else move) for actor, move in steps]


    def _answer(secret, number):
        return "right" if number == secret else "higher" if number < secret else "lower"


    SOLVER = Solver("{name}", worlds, guess, actual_world, determinize)
'''


def write(folder: Path) -> None:
    """Write the package with the game and its solver below `folder`."""
    game, solver = folder / PACKAGE / NAME, folder / f"{PACKAGE}_solvers"
    for path in (game, solver):
        path.mkdir(parents=True)
    (folder / PACKAGE / "__init__.py").write_text("", encoding="utf-8")
    (solver / "__init__.py").write_text("", encoding="utf-8")
    (solver / "worlds.py").write_text(dedent(SOLVER).format(name=NAME), encoding="utf-8")
    for role, text in GAME_FILES.items():
        filled = dedent(text).replace("{package}", f"{PACKAGE}.{NAME}").replace("{name}", NAME).lstrip()
        (game / f"{role}.py").write_text(filled, encoding="utf-8")


@contextmanager
def made(folder: Path) -> Iterator[AnyGame]:
    """The game, from files written below `folder`, which is on sys.path; its modules are forgotten afterwards."""
    write(folder)
    try:
        record: AnyGame = import_module(f"{PACKAGE}.{NAME}").HIGHERLOWER
        yield record
    finally:
        for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
            del sys.modules[name]
