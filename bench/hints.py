"""How long hints, the review of a game and a puzzle take: processor time in milliseconds.

Games between the strongest bot and weaker ones; a hint is made for each position in which a seat is asked something.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Any, Final

from companion.core.game import AnyGame, Step
from companion.core.prompt import sample
from companion.core.seat import CHANCE, all_seats, each_seat
from companion.games.catalog import find_game
from companion.games.daily_puzzle import games_with_puzzles, puzzle_of_day
from companion.games.hints import best_move, expected, first_memory, next_memory, possible_count, suggestion
from companion.games.mind import announced_step, followed, mind_of
from companion.games.puzzle import PUZZLE_LEVELS
from companion.games.review import review_game

SEED: Final = 20
GAMES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("mastermind", 2, {}),
    ("mastermind", 2, {"colours": 10}),
    ("davinci", 2, {}),
    ("davinci", 4, {"advanced": True}),
    ("digitcode", 2, {}),
    ("digitcode", 5, {"master": "table"}),
    ("breakthecode", 2, {}),
    ("breakthecode", 4, {}),
    ("passcode", 2, {}),
    ("passcode", 6, {}),
)


def main() -> None:
    """Print the mean and the longest time of each function."""
    for name, seats, given in GAMES:
        game = find_game(name)
        options = game.read_options(given, seats)
        states, steps = _played(game, options, seats)
        print(f"{name}, {seats} seats {given or ''}: {len(steps)} moves")
        for what, times in _hints(game, options, seats, states, steps).items():
            print(f"  {what:16} mean {sum(times) / len(times):7.2f}  longest {max(times):7.2f}")
        names = tuple(f"Player {n + 1}" for n in range(seats))
        print(f"  {'review':16} whole {_time(partial(review_game, game, options, states, steps, names)):6.1f}")
    for name in (one.name for one in games_with_puzzles()):
        for level in PUZZLE_LEVELS:
            made = [_time(partial(puzzle_of_day, name, level, f"2026-01-{day:02}")) for day in range(1, 21)]
            print(f"puzzle {name} {level}: mean {sum(made) / len(made):.1f}  longest {max(made):.1f}")


def _played(game: AnyGame, options: Any, seats: int) -> tuple[list[Any], list[Step]]:
    pick = random.Random(SEED).randrange
    bots = list(islice(cycle(reversed(mind_of(game).bots[1:])), seats))
    states, steps = [game.setup(options, seats)], list[Step]()
    memories = [followed(bot, options, bot.start(options), None, game.view(states[0], n)) for n, bot in each_seat(bots)]
    while acting := game.to_act(states[-1]):
        actor, state = acting[0], states[-1]
        if actor == CHANCE:
            prompt = game.chance(state)
            assert prompt is not None, "chance is to act"
            move = sample(prompt, pick)
        else:
            view = game.view(state, actor)
            prompt = game.prompt(options, view)
            assert prompt is not None, "the seat is to act"
            move = bots[actor].choose(options, memories[actor], view, prompt, pick).move
        states.append(game.submit(options, state, actor, move))
        steps.append((actor, move))
        announced = announced_step(game, options, state, steps[-1], states[-1], seats)
        memories = [
            followed(bot, options, memories[n], announced, game.view(states[-1], n)) for n, bot in each_seat(bots)
        ]
    return states, steps


def _hints(game: AnyGame, options: Any, seats: int, states: list[Any], steps: list[Step]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = defaultdict(list)

    def timed(what: str, work: Callable[[], object]) -> None:
        times[what].append(_time(work))

    memories = [first_memory(game, options) for _ in range(seats)]
    for number, state in enumerate(states):
        announced = None
        if number:
            announced = announced_step(game, options, states[number - 1], steps[number - 1], state, seats)
        views = [game.view(state, seat) for seat in all_seats(seats)]
        memories = [
            next_memory(game, options, memory, announced, view) for memory, view in zip(memories, views, strict=True)
        ]
        if number == len(steps) or steps[number][0] == CHANCE:
            continue
        actor, move = steps[number]
        assert isinstance(actor, int), "the move is a seat's"
        memory, view = memories[actor], views[actor]
        timed("possible_count", partial(possible_count, game, options, memory, view))
        timed("expected", partial(expected, game, options, memory, view, move))
        timed("best_move", partial(best_move, game, options, memory, view))
        timed("suggestion", partial(suggestion, game, options, memory, view))
    return times


def _time(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return 1000 * (time.thread_time() - begun)


if __name__ == "__main__":
    main()
