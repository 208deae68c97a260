"""How long the second guess of Mastermind takes: our solver beside pymastermind from PyPI, on the same position in the same run.

The position: one row stands and is answered. Classic is what pymastermind plays. Codes of Travel have no two pegs of one colour,
which it is told by its list of codes. Both may place any guess. Ours is found live, without the shipped strategy and without
numpy; what the shipped strategy takes is told beside it. Seconds of the processor, so that other work on the machine counts for
neither.

`make bench` installs the peer, which brings pandas; without it: pip install '.[bench]'.
"""

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, Final

from bench.goals import expect
from companion.games.mastermind.mind.codes import Code, CodeRules, Codes, Row, every_code, possible
from companion.games.mastermind.mind.guesses import best_guess, found_guess

POSITIONS: Final[tuple[tuple[str, CodeRules, Row], ...]] = (
    ("Classic", CodeRules(6, 4, True, True), ((0, 0, 1, 2), (1, 1))),
    ("6 colours", CodeRules(6), ((0, 0, 1, 2), (0, 1))),
    ("Travel", CodeRules(8), ((0, 1, 2, 3), (2, 0))),
)
"""What is played, and the strategy's first row. Some other answers leave more codes, with which the peer takes minutes."""
LEAST: Final = 50
"""How many times as fast ours has to be."""
REPEATS: Final = 5


def main() -> None:
    """Print both times and their ratio, and where ours is not LEAST times as fast."""
    try:
        from pymastermind import Code as PeersCode
        from pymastermind import Game
    except ImportError:
        print("pymastermind is not installed: pip install '.[bench]' brings it.")
        return
    print(
        f"{'edition':>9} {'codes left':>10} {'ours':>10} {'strategy':>10} {'peer':>9} {'ratio':>7}   expected to be left"
    )
    for edition, rules, row in POSITIONS:
        left = possible(rules, [row])
        game = Game(rules.pegs, list(range(rules.colours)))
        game.possibilities = [PeersCode(code) for code in every_code(rules).codes]
        game.guess = PeersCode(row[0])
        peer, found = _peers(game, row)
        assert len(game.possibilities) == len(left), "both play the same position"
        ours, guess = _ours(partial(found_guess, rules, [row]))
        shipped, _ = _ours(partial(best_guess, rules, [row], lambda choices: 0))
        ratio = peer / ours
        print(
            f"{edition:>9} {len(left):10} {ours * 1e3:7.1f} ms {shipped * 1e3:7.2f} ms {peer:7.2f} s {ratio:7.0f}"
            f"   ours {_expected(left, guess):.2f}, peer {_expected(left, found):.2f}"
        )
        expect(ratio >= LEAST, f"ours is {ratio:.0f} times as fast, and has to be {LEAST} times")


def _peers(game: Any, row: Row) -> tuple[float, Code]:
    """The seconds that the peer takes for its guess after a row, and the guess."""
    began = time.process_time()
    game.new_guess(row[1], "minmax", progress_bar=False)
    return time.process_time() - began, tuple(game.guess)


def _ours(find: Callable[[], Code]) -> tuple[float, Code]:
    """The seconds that a guess of ours takes at the median, with nothing kept from another; and the guess."""
    taken = []
    for _ in range(REPEATS):
        every_code.cache_clear()
        began = time.process_time()
        guess = find()
        taken.append(time.process_time() - began)
    return median(taken), guess


def _expected(left: Codes, guess: Code) -> float:
    """How many codes a guess is expected to leave."""
    parts = left.split(guess)
    return sum(part.bit_count() ** 2 for answer, part in parts.items() if answer != (len(guess), 0)) / len(left)
