"""How many questions the players of Break the Code need: `python -m tools.breakthecode_means`, with `--games 300 --seed 1`.

Each plays alone against the same random deals and the same order of cards, with six open ones: the questions before the right
guess, a wrong guess counting as one, with 95 % intervals. Once with a row of its own to look at, as in a game for two, and once
without. `greedy` asks what tells the most bits and guesses when one row is left; `best` is the plan of the strongest level
without anybody to race. Matches between the levels: `companion arena breakthecode --seats 2 --games 400 --bots best steady`.
"""

import argparse
import random
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Literal

from companion.games.breakthecode.mind import FEW, Plan, mass, parted, plan
from companion.games.breakthecode.possible import Rows, RowSet, members, rows_of
from companion.games.breakthecode.rules import (
    OPEN_CARDS,
    TILES,
    Question,
    cards_in_play,
    in_order,
    questions_of,
    true_answer,
)
from companion.games.reasons import mean_bits

Player = Literal["greedy", "best"]
PLAYERS: Final[tuple[Player, ...]] = ("greedy", "best")
_LENGTH: Final = 5


def alone(player: Player, rows: Rows, row: tuple[str, ...], cards: list[str]) -> int:
    """The questions before the right guess. `cards`: as they are opened."""
    live, lying, pile, turns = rows.all, cards[:OPEN_CARDS], cards[OPEN_CARDS:], 0
    while True:
        chosen = chosen_question(player, rows, live, tuple(one for card in lying for one in questions_of(card)))
        if chosen is None:
            guess = next(members(live))
            if rows.rows[guess] == row:
                return turns
            live &= ~(1 << guess)
        else:
            live &= rows.parts(chosen)[true_answer(row, chosen)]
            lying = [card for card in lying if card != chosen[0]] + pile[:1]
            pile = pile[1:]
        turns += 1


def chosen_question(player: Player, rows: Rows, live: RowSet, questions: tuple[Question, ...]) -> Question | None:
    """What a player asks; None: it guesses."""
    if live.bit_count() == 1 or not questions:
        return None
    if player == "best":
        found: Plan = plan(rows, live, questions, 3 if live.bit_count() <= FEW else 2)
        return found.question
    return max(questions, key=lambda one: mean_bits([mass(rows, part) for part in parted(rows, live, one)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for own in (True, False):
        counts: dict[Player, list[int]] = {player: [] for player in PLAYERS}
        luck = random.Random(given.seed)
        for _ in range(given.games):
            tiles, cards = list(TILES), list(cards_in_play(2))
            luck.shuffle(tiles)
            luck.shuffle(cards)
            row = in_order(tiles[:_LENGTH])
            rows = rows_of(in_order(tiles[: len(tiles) - _LENGTH * own]), _LENGTH)
            for player in PLAYERS:
                counts[player].append(alone(player, rows, row, cards))
        print("With a row of its own:" if own else "Without one:")
        for player, found in counts.items():
            print(f"  {player:8} {fmean(found):.2f} ± {1.96 * stdev(found) / sqrt(len(found)):.2f} questions")


if __name__ == "__main__":
    main()
