"""How strong the players of Digit Code are: `python -m tools.digitcode_means`, with `--codes 500 --duels 100 --seed 1`.

First each player alone against the table, all on the same codes, by the opening of four questions (C9): the questions and the
turns until the code is proposed, and the processor's time. Beside them a player that asks anything whose answer it does not
know. Then each level against the one before it and `best` against the greedy `sharp`, in duels and at one code for both, half
of them begun by either.
"""

import argparse
import random
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import sqrt
from typing import Any, Final

from msgspec import Struct

from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Seat
from companion.games.digitcode import DIGITCODE, possible
from companion.games.digitcode.mind import SHARP, SearchPosition, asking, player, proposing
from companion.games.digitcode.mind.counts import counts, digit_counts
from companion.games.digitcode.rules import QUESTIONS, SixDigits, State, question_kind
from companion.games.mind import Bot, mind_of

AnyBot = Bot[Any, Any, Any]
LEVELS: Final[dict[str, AnyBot]] = {bot.name: bot for bot in (*mind_of(DIGITCODE).bots, SHARP)}
"""And `sharp`, to compare with."""
_SOLVER: Final = Seat(0)
LONGEST: Final = 400
"""Moves after which a game counts as lost: a player that proposes nothing would play for ever."""


class Alone(Struct, frozen=True):
    """A game of one seat against the table: the processor's seconds for all the bot's choices, and for the `longest` of them."""

    found: bool
    questions: int
    turns: int
    seconds: float
    longest: float


def informative(here: SearchPosition, pick: RandBelow) -> Any:
    """Asks any question whose answer is not known, and proposes the code once it is certain."""
    numbers = digit_counts(here.asked, here.failed)
    if numbers.total == 1 and not here.in_opening:
        return proposing(next(possible.possible_codes(here.asked, here.failed)), "It is certain.")
    allowed = [one for one in QUESTIONS if question_kind(one) in here.kinds]
    telling = [one for one in allowed if len(counts(numbers, one)) > 1] or allowed
    return asking(telling[pick(len(telling))], "Its answer is not known.")


INFORMATIVE: Final[AnyBot] = player("random but informative", informative)


def drawn(seed: int, number: int) -> list[SixDigits]:
    """Codes, each with equal chance."""
    pick = random.Random(seed).randrange
    return [possible.draw_code((), (), pick) for _ in range(number)]


def alone(bot: AnyBot, code: SixDigits, pick: RandBelow, opening: str = "four") -> Alone:
    """A game of one seat against the table, which made this code."""
    options = DIGITCODE.read_options({"opening": opening}, 1)
    state = DIGITCODE.apply(DIGITCODE.setup(options, 1), CHANCE, {"move": "set_code", "digits": list(code)})
    times = [0.0]
    while DIGITCODE.to_act(state) and len(state.asked) < LONGEST:
        view = DIGITCODE.view(state, _SOLVER)
        prompt = DIGITCODE.prompt(options, view)
        assert prompt is not None
        started = time.process_time()
        move = bot.choose(options, None, view, prompt, pick).move
        times.append(time.process_time() - started)
        state = DIGITCODE.apply(state, _SOLVER, move)
    asked, proposed = len(state.asked), len(state.proposals)
    return Alone(state.winners == (0,), asked, asked + proposed, sum(times), max(times))


def match(bots: tuple[AnyBot, ...], given: Mapping[str, Any], pick: RandBelow) -> tuple[int, ...]:
    """The winners of a game between bots, by their seats; nobody where it takes too long."""
    options = DIGITCODE.read_options(given, len(bots))
    state: object = DIGITCODE.setup(options, len(bots))
    for _ in range(LONGEST):
        assert isinstance(state, State)
        acting = DIGITCODE.to_act(state)
        if not acting:
            break
        actor = acting[0]
        if actor == CHANCE:
            move = {"move": "set_code", "digits": list(possible.draw_code((), (), pick))}
        else:
            view = DIGITCODE.view(state, actor)
            prompt = DIGITCODE.prompt(options, view)
            assert prompt is not None
            move = bots[actor].choose(options, None, view, prompt, pick).move
        state = DIGITCODE.submit(options, state, actor, move)
    assert isinstance(state, State)
    return state.winners or ()


def series(first: AnyBot, second: AnyBot, games: int, seed: int, **given: Any) -> int:
    """How many of these games the first bot wins; it begins every other one."""
    won = 0
    for number in range(games):
        pick = random.Random(1_000_003 * seed + number).randrange
        won += match((first, second), {**given, "first_seat": number % 2}, pick) == (0,)
    return won


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m tools.digitcode_means", description=__doc__)
    parser.add_argument("--codes", type=int, default=500, help="codes for each player alone (500)")
    parser.add_argument("--duels", type=int, default=100, help="games of each pair in each kind of race (100)")
    parser.add_argument("--seed", type=int, default=1, help="of all luck (1)")
    given = parser.parse_args()
    if given.codes > 0:
        _print_means(given.codes, given.seed)
    names = [bot.name for bot in mind_of(DIGITCODE).bots]
    if given.duels > 0:
        print(f"\n{given.duels} games of each pair          won in duels      won at one code for both")
    for weaker, stronger in (*pairwise(names), ("sharp", "best")) if given.duels > 0 else ():
        pair = LEVELS[stronger], LEVELS[weaker]
        duels = series(*pair, given.duels, given.seed)
        shared = series(*pair, given.duels, given.seed, master="table", opening="one")
        print(
            f"{stronger:8} against {weaker:10} {_share(duels, given.duels):>20} {_share(shared, given.duels):>20}",
            flush=True,
        )


def _print_means(number: int, seed: int) -> None:
    print(f"{number} codes, alone      found   questions        turns   ms a turn     longest")
    codes = drawn(seed, number)
    players: tuple[tuple[AnyBot, str], ...] = (
        *((bot, "four") for name, bot in LEVELS.items() if name != "best"),
        (INFORMATIVE, "four"),
        (LEVELS["best"], "four"),
        (LEVELS["sharp"], "one"),
        (LEVELS["best"], "one"),
    )
    for bot, opening in players:
        games = [alone(bot, code, random.Random(f"{seed} {code}").randrange, opening) for code in codes]
        name = bot.name if opening == "four" else f"{bot.name}, free opening"
        questions, turns = _mean(games, lambda one: one.questions), _mean(games, lambda one: one.turns)
        each = [1000 * one.seconds / one.turns for one in games]
        found = 100 * sum(one.found for one in games) / number
        longest = 1000 * max(one.longest for one in games)
        times = f"{sum(each) / number:9.2f} {longest:11.1f}"
        print(f"{name:23} {found:5.1f} % {questions:>10} {turns:>12} {times}", flush=True)


def _mean(games: list[Alone], of: Callable[[Alone], int]) -> str:
    """The mean, with twice its standard error; of the games in which the code was found."""
    values = [of(one) for one in games if one.found]
    if len(values) < 2:
        return "-"
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return f"{mean:.2f}±{2 * sqrt(spread / len(values)):.2f}"


def _share(won: int, games: int) -> str:
    """How many were won, with the 95 % interval of Wilson."""
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{100 * share:.0f} % ({100 * (middle - half):.0f} to {100 * (middle + half):.0f})"


if __name__ == "__main__":
    main()
