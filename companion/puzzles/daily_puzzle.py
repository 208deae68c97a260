"""The puzzle of a day: the same on every machine, for each game and level."""

from typing import Final

from companion.core.errors import RequestError
from companion.core.small_steps import SmallSteps
from companion.puzzles.davinci import DAVINCI_PUZZLES
from companion.puzzles.digitcode import DIGITCODE_PUZZLES
from companion.puzzles.mastermind import MASTERMIND_PUZZLES
from companion.puzzles.puzzle import PUZZLE_LEVELS, Field, Maker, Puzzle, PuzzleLevel, Verdict
from companion.puzzles.seeded_random import TextLuck

MAKERS: Final[dict[str, Maker]] = {
    maker.game: maker for maker in (MASTERMIND_PUZZLES, DAVINCI_PUZZLES, DIGITCODE_PUZZLES)
}
TITLES: Final = {"mastermind": "Mastermind", "davinci": "Da Vinci Code", "digitcode": "Digit Code"}
SERIES: Final = 1
"""Raised when the makers change, since a day's puzzles are others then."""


def game_of_day(date: str) -> str:
    """The game whose puzzle is offered first on a day. `date`: as in 2026-01-31."""
    return tuple(MAKERS)[TextLuck(f"companion/{SERIES}/{date}")(len(MAKERS))]


def known_level(level: str) -> PuzzleLevel:
    """The level of that name. Raises RequestError."""
    for known in PUZZLE_LEVELS:
        if known == level:
            return known
    raise RequestError(
        f"There is no level {level[:20]!r}: take {', '.join(PUZZLE_LEVELS[:-1])} or {PUZZLE_LEVELS[-1]}."
    )


def known_game(game: str) -> str:
    """The game of that name. Raises RequestError where it has no puzzles."""
    if game in MAKERS:
        return game
    if game == "passcode":
        raise RequestError("Passcode has no puzzles: its next card is luck, so no position has a certain answer.")
    raise RequestError(f"There are no puzzles of {game[:20]!r}: take {', '.join(MAKERS)}.")


def puzzle_steps(game: str, level: PuzzleLevel, date: str) -> SmallSteps[Puzzle]:
    """The puzzle of a day, in small steps. `game`: one of MAKERS."""
    return MAKERS[game].make(level, TextLuck(f"companion/{SERIES}/{game}/{level}/{date}"))


def judged(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether an answer is right, and why or why not. Raises RequestError for values that its fields do not have."""
    if len(answer) != len(puzzle.fields):
        raise RequestError(f"An answer has {len(puzzle.fields)} parts: {', '.join(one.name for one in puzzle.fields)}.")
    for value, field in zip(answer, puzzle.fields, strict=True):
        if value not in field.choices:
            raise RequestError(f"{value[:20]!r} cannot be the {field.name}: take {_some(field)}.")
    return MAKERS[puzzle.game].check_answer(puzzle, answer)


def typed_answer(puzzle: Puzzle, text: str) -> tuple[str, ...] | None:
    """The answer of a typed line, such as "red blue green pink", "rbgp", "152 306" or "Ben 3rd 8"; None where it is none."""
    return _matched(puzzle.fields, _plain(text))


def _matched(fields: tuple[Field, ...], text: str) -> tuple[str, ...] | None:
    if not fields:
        return () if not text else None
    choices = fields[0].choices
    others = fields[0].typed or ((),) * len(choices)
    initials = {choice[0].lower() for choice in choices}
    short = len(initials) == len(choices)
    # Longer spellings first, so that 11 is not taken for a 1.
    spellings = sorted(
        (
            (spelled, choice)
            for choice, other in zip(choices, others, strict=True)
            for spelled in {*map(_plain, (choice, *other)), *([choice[0].lower()] if short else [])}
        ),
        key=lambda one: (-len(one[0]), one),
    )
    for spelled, choice in spellings:
        if text.startswith(spelled):
            rest = _matched(fields[1:], text[len(spelled) :])
            if rest is not None:
                return (choice, *rest)
    return None


def _plain(text: str) -> str:
    """Small letters and digits alone."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _some(field: Field) -> str:
    shown = ", ".join(field.choices[:12])
    return shown if len(field.choices) <= 12 else f"{shown}, ..."
