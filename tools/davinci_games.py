"""Plays seeded games of Da Vinci Code between bots, counts who wins.

    python -m tools.davinci_games            the strength of the best bot: 2,000 games against each of three players by luck
    python -m tools.davinci_games levels     every level against the next one

Options: --against NAMES, --games N, --first N, --jobs N, --options JSON, --seats N.
Game number n has the same tiles whatever the number of jobs.
"""

import argparse
import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from typing import Any, Final

from companion.core.game import Step
from companion.core.prompt import Prompt, RandBelow, check, sample
from companion.core.seat import CHANCE, each_seat
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind import BEST
from companion.games.davinci.mind.hidden import Spot, by_order
from companion.games.davinci.mind.turn import START, Memory, claims, hear, observe, sight
from companion.games.davinci.rules import DavinciView, Options, State
from companion.games.mind import Bot, Choice, mind_of

AnyBot = Bot[Any, Any, Any]
MOST_MOVES: Final = 3000


Values = Callable[[Memory, DavinciView], dict[Spot, list[str]]]


def _all_that_fits(memory: Memory, view: DavinciView) -> dict[Spot, list[str]]:
    """The values of each tile by all that can be known and remembered."""
    found: dict[Spot, list[str]] = {}
    for claim in claims(sight(view, memory.wrong)):
        found.setdefault(claim.spot, []).append(claim.value)
    return found


def _in_order(memory: Memory, view: DavinciView) -> dict[Spot, list[str]]:
    """The values of each tile by its open neighbours and the tiles in sight, without what was claimed in earlier turns."""
    return {spot: list(values) for spot, values in by_order(view).items()}


def _guesser(name: str, values: Values) -> AnyBot:
    """Any tile, and any of its values; whether to go on, and all else, by luck."""

    def choose(options: Options, memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
        if view.phase not in ("deduce", "go_on"):
            return Choice(sample(prompt, pick), "By luck.")
        if view.phase == "go_on" and pick(2):
            return Choice({"move": "stop"}, "By luck.")
        found = values(memory, view)
        spot = sorted(found)[pick(len(found))]
        said = sorted(found[spot])[pick(len(found[spot]))]
        return Choice({"move": "deduce", "seat": spot[0], "position": spot[1], "value": said}, "By luck.")

    return Bot(
        name,
        lambda options: START,
        lambda options, memory, view: observe(memory, view),
        choose,
        lambda options, memory, step: hear(memory, step),
    )


CONSISTENT: Final = _guesser("consistent", _all_that_fits)
"""Deduces at random among all values that are consistent with what it has seen and heard; it forgets nothing."""
ORDERLY: Final = _guesser("orderly", _in_order)
"""Deduces at random among the values that are consistent with the order of the row and the tiles in sight."""

BOTS: Final = mind_of(DAVINCI).bots
PLAYERS: Final[dict[str, AnyBot]] = {bot.name: bot for bot in (*BOTS, CONSISTENT, ORDERLY)}


Look = Callable[[State, State, Sequence[Any]], None]
"""Is shown every state, the one after it, and then the memories of the seats."""


def game(bots: Sequence[AnyBot], seed: int, given: dict[str, Any], look: Look | None = None) -> State:
    """The last state of one game."""
    seats = len(bots)
    luck = random.Random(seed)
    picks = [random.Random(seed * 10 + seat + 1).randrange for seat in range(seats)]
    names = tuple(f"Seat {seat + 1}" for seat in range(seats))
    options = DAVINCI.read_options({"first_seat": seed // 2 % seats, **given}, seats)
    state = DAVINCI.setup(options, seats)
    memories = [bot.observe(options, bot.start(options), DAVINCI.view(state, seat)) for seat, bot in each_seat(bots)]
    for _ in range(MOST_MOVES):
        acting = DAVINCI.to_act(state)
        if not acting:
            return state
        actor = acting[0]
        prompt = DAVINCI.ask(options, state, actor)
        assert prompt is not None
        if actor == CHANCE:
            move = sample(prompt, luck.randrange)
        else:
            view = DAVINCI.view(state, actor)
            move = bots[actor].choose(options, memories[actor], view, prompt, picks[actor]).move
            check(prompt, move)
        step: Step = (actor, move)
        after = DAVINCI.apply(state, actor, move)
        said = DAVINCI.announcement(options, state, step, after, names)
        for seat, bot in each_seat(bots):
            if said is not None:
                memories[seat] = bot.note_announcement(options, memories[seat], step)
            memories[seat] = bot.observe(options, memories[seat], DAVINCI.view(after, seat))
        if look is not None:
            look(state, after, memories)
        state = after
    raise AssertionError(f"game {seed} does not end")


def _won(names: Sequence[str], given: dict[str, Any], seed: int) -> float:
    """What the first of these players gets of the win; in every other game the seats are turned."""
    turned = seed % len(names)
    bots = [PLAYERS[names[(seat + turned) % len(names)]] for seat in range(len(names))]
    winners = DAVINCI.result(game(bots, seed, given)).winners or ()
    mine = -turned % len(names)
    return 1 / len(winners) if mine in winners else 0.0


def wilson(won: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate (Wilson's score interval)."""
    rate = won / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def match(names: Sequence[str], games: int, jobs: int, given: dict[str, Any], first: int = 0) -> float:
    """How many games the first of these players won, printed with its interval."""
    with get_context("fork").Pool(jobs) as pool:
        won = sum(pool.imap_unordered(partial(_won, names, given), range(first, first + games), chunksize=20))
    low, high = wilson(won, games)
    print(
        f"{names[0]:10} against {' '.join(names[1:]):24} {won:7.1f} of {games}: {won / games:7.2%}  [{low:.2%}, {high:.2%}]",
        flush=True,
    )
    return won


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("strength", "levels"), default="strength")
    parser.add_argument("--against", nargs="*", default=[CONSISTENT.name, ORDERLY.name, "random"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--options", type=json.loads, default={})
    given = parser.parse_args()
    more = given.seats - 1
    if given.what == "strength":
        for other in given.against:
            match([BEST.name, *[other] * more], given.games, given.jobs, given.options, given.first)
    else:
        names = [bot.name for bot in BOTS]
        for weaker, stronger in pairwise(names):
            match([stronger, *[weaker] * more], given.games, given.jobs, given.options, given.first)


if __name__ == "__main__":
    main()
