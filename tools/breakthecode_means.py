"""How many questions the players of Break the Code need: `python -m tools.breakthecode_means`, with `--games 300 --seed 1`.

Each plays alone against the same random deals and the same order of cards, with six open ones: the questions before the right
guess, a wrong guess counting as one, with 95 % intervals. Once with a row of its own to look at, as in a game for two, and once
without. `greedy` asks what tells the most bits and guesses when one row is left; `best` is the plan of the strongest level
without anybody to race. Matches between the levels: `companion arena breakthecode --seats 2 --games 400 --bots best steady`.
"""

import argparse
import random
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Literal, NamedTuple

from companion.games.breakthecode.mind import FEW, Plan, parted, plan
from companion.games.breakthecode.possible import Rows, RowSet, members, rows_of
from companion.games.breakthecode.rules import (
    OPEN_CARDS,
    TILES,
    Question,
    Row,
    cards_in_play,
    in_order,
    questions_of,
    true_answer,
)
from companion.games.reasons import mean_bits

Player = Literal["greedy", "best"]
PLAYERS: Final[tuple[Player, ...]] = ("greedy", "best")
_LENGTH: Final = 5


class Deal(NamedTuple):
    """The rows that are possible before anything is asked, the true one, and the cards as they are opened."""

    rows: Rows
    row: Row
    cards: tuple[str, ...]


def random_deals(games: int, seed: int, *, own: bool) -> list[Deal]:
    """So many deals. `own`: whether the player holds a row, too, whose tiles it sees."""
    luck = random.Random(seed)
    dealt = []
    for _ in range(games):
        tiles, cards = list(TILES), list(cards_in_play(2))
        luck.shuffle(tiles)
        luck.shuffle(cards)
        unseen = in_order(tiles[: len(tiles) - _LENGTH * own])
        dealt.append(Deal(rows_of(unseen, _LENGTH), in_order(tiles[:_LENGTH]), tuple(cards)))
    return dealt


def alone(player: Player, deal: Deal) -> int:
    """The questions before the right guess."""
    rows, row = deal.rows, deal.row
    live, lying, pile, turns = rows.all, deal.cards[:OPEN_CARDS], deal.cards[OPEN_CARDS:], 0
    while True:
        chosen = chosen_question(player, rows, live, tuple(one for card in lying for one in questions_of(card)))
        if chosen is None:
            guess = next(members(live))
            if rows.rows[guess] == row:
                return turns
            live &= ~(1 << guess)
        else:
            live &= rows.parts(chosen)[true_answer(row, chosen)]
            lying = (*(card for card in lying if card != chosen[0]), *pile[:1])
            pile = pile[1:]
        turns += 1


def chosen_question(player: Player, rows: Rows, live: RowSet, questions: tuple[Question, ...]) -> Question | None:
    """What a player asks; None: it guesses."""
    if live.bit_count() == 1 or not questions:
        return None
    if player == "best":
        found: Plan = plan(rows, live, questions, 3 if live.bit_count() <= FEW else 2)
        return found.question
    return max(questions, key=lambda one: mean_bits([rows.deals(part) for part in parted(rows, live, one)]))


def mean(counts: Sequence[int]) -> str:
    """The mean with its 95 % interval."""
    return f"{fmean(counts):.2f} ± {1.96 * stdev(counts) / sqrt(len(counts)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for own in (True, False):
        dealt = random_deals(given.games, given.seed, own=own)
        print("With a row of its own:" if own else "Without one:")
        for player in PLAYERS:
            print(f"  {player:8} {mean([alone(player, deal) for deal in dealt])} questions")


if __name__ == "__main__":
    main()
