"""How many questions a player of Digit Code needs, and how long it thinks about one.

Beside the best player, in the same run and on the same codes, two baselines: one that asks what tells the most bits (`sharp`),
and one that asks anything whose answer it does not know. Twice: by the opening of one question of each kind, and free.
"""

import random

from tools.digitcode_means import INFORMATIVE, LEVELS, AnyBot, alone, drawn

CODES = 25
SEED = 20


def main() -> None:
    """Print questions and turns a code, and the processor's time a turn, as ratios too."""
    codes = drawn(SEED, CODES)
    print(f"{CODES} codes each, one seat against the table; a turn is a question or a proposal")
    head = f"{'questions':>10} {'ratio':>6} {'turns':>7} {'ratio':>6} {'ms a turn':>10} {'ratio':>6} {'longest':>8}"
    print(f"{'player':24} {head}")
    for opening, words in (("four", "a question of each kind"), ("one", "free")):
        print(f"opening: {words}")
        ours = _row(LEVELS["best"], codes, opening)
        for bot in (LEVELS["best"], LEVELS["sharp"], INFORMATIVE):
            row = ours if bot is LEVELS["best"] else _row(bot, codes, opening)
            questions, turns, each, longest = row
            ratios = [ours[number] / row[number] for number in range(3)]
            print(
                f"{bot.name:24} {questions:10.2f} {ratios[0]:6.2f} {turns:7.2f} {ratios[1]:6.2f} "
                f"{each:10.2f} {ratios[2]:6.2f} {longest:8.1f}"
            )


def _row(bot: AnyBot, codes: list[tuple[int, ...]], opening: str) -> tuple[float, float, float, float]:
    games = [alone(bot, code, random.Random(f"{SEED} {code}").randrange, opening) for code in codes]
    turns = sum(game.turns for game in games)
    return (
        sum(game.questions for game in games) / len(games),
        turns / len(games),
        1000 * sum(game.seconds for game in games) / turns,
        1000 * max(game.longest for game in games),
    )


if __name__ == "__main__":
    main()
