"""The table in docs/touch.md: how many taps and how many presses of keys each task takes. Whole games are counted for it."""

import random
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import Final

from companion.core.prompt import Move, Prompt, every, sample
from tests.key_spelling import spell

PAGE: Final = Path(__file__).parents[3] / "docs" / "touch.md"
TASKS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "mastermind": {
        "set a code of four pegs": ("set_code",),
        "guess four pegs": ("guess",),
        "pull both arms": ("pull_arms",),
    },
    "davinci": {
        "take a tile": ("take",),
        "point at a tile and say its number": ("deduce",),
        "stop": ("stop",),
        "put a tile into a gap of your row": ("place",),
        "line up your row": ("arrange",),
    },
    "digitcode": {
        "make a code of six digits": ("set_code",),
        "ask about a line": ("ask_line",),
        "ask about a space": ("ask_space",),
        "ask whether a digit is even": ("ask_parity",),
        "ask which of two digits is larger": ("ask_larger",),
        "propose six digits": ("propose",),
    },
    "passcode": {
        "draw a card": ("draw",),
        "roll, or turn the die": ("roll", "turn"),
        "play, discard or keep a card": ("play", "discard", "keep"),
        "lock in with a card": ("lay_down",),
    },
    "breakthecode": {
        "ask an open card": ("ask",),
        "guess the row": ("guess",),
        "pass": ("pass",),
    },
}
"""The rows: what is to be done, and the moves that do it."""
MANY: Final = 1500
"""Legal moves of a prompt that are all spelled; of more, so many are drawn."""


class TapCount:
    """What was counted in a game: for each kind of move the taps, and the presses for all legal moves of the positions met."""

    def __init__(self) -> None:
        self._taps: dict[str, set[int]] = defaultdict(set)
        self._presses: dict[str, set[int]] = defaultdict(set)
        self._prompts: list[Prompt] = []

    def add(self, prompt: Prompt, move: Move, taps: int) -> None:
        """A move that was made by so many taps."""
        self._taps[move["move"]].add(taps)
        if prompt in self._prompts:
            return
        self._prompts.append(prompt)
        moves = list(islice(every(prompt), MANY + 1))
        if len(moves) > MANY:
            pick = random.Random(MANY).randrange
            moves = [sample(prompt, pick) for _ in range(MANY // 5)]
        for one in moves:
            self._presses[one["move"]].add(len(spell(prompt, one)))

    def rows(self, game: str) -> dict[str, tuple[str, str]]:
        """The rows of the table for that game: the taps and the presses, from the fewest to the most."""
        return {task: (_range(self._taps, kinds), _range(self._presses, kinds)) for task, kinds in TASKS[game].items()}


def _range(counted: dict[str, set[int]], kinds: tuple[str, ...]) -> str:
    numbers = set().union(*(counted[kind] for kind in kinds))
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def documented(title: str) -> dict[str, tuple[str, str]]:
    """The rows of a game in docs/touch.md, by its title."""
    rows: dict[str, tuple[str, str]] = {}
    game = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and line.startswith("|"):
            game = cells[0] or game
            if game == title:
                rows[cells[1]] = (cells[2], cells[3])
    return rows
