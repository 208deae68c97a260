"""The puzzle of a day: the same on every machine, for each game and level; and how an answer is typed and judged.

The name of a game means the puzzle in an edition that the day draws; with a point and the name of an edition behind it, in that
edition.
"""

from typing import Final

import msgspec

from companion.core.errors import RequestError
from companion.core.game import AnyGame
from companion.core.prompt import check
from companion.games.catalog import CATALOG, find_game
from companion.games.mind import mind_of
from companion.games.puzzle import PUZZLE_LEVELS, Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict

SERIES: Final = 2
"""Raised when the makers change, since a day's puzzles are others then."""


def games_with_puzzles() -> tuple[AnyGame, ...]:
    """In the order of the catalog."""
    return tuple(game for game in CATALOG if mind_of(game).puzzles is not None)


def _maker(game: str) -> Maker:
    maker = mind_of(find_game(game)).puzzles
    assert maker is not None, "the name is that of a game with puzzles"
    return maker


def game_of_day(date: str) -> str:
    """The game whose puzzle is offered first on a day. `date`: as in 2026-01-31."""
    games = games_with_puzzles()
    return games[TextLuck(f"companion/{SERIES}/{date}")(len(games))].name


def known_level(level: str) -> PuzzleLevel:
    """The level of that name. Raises RequestError."""
    for known in PUZZLE_LEVELS:
        if known == level:
            return known
    raise RequestError(
        f"There is no level {level[:20]!r}: take {', '.join(PUZZLE_LEVELS[:-1])} or {PUZZLE_LEVELS[-1]}."
    )


def editions_of(game: AnyGame) -> dict[str, str]:
    """The editions of which a game has puzzles, with their titles; none where it has no editions."""
    editions = None if _maker(game.name).make_edition is None else game.editions
    return {} if editions is None else {str(one.value): one.label for one in editions.values}


def known_game(game: str) -> str:
    """The game of that name, or an edition of it. Raises RequestError where it has no puzzles."""
    names = [one.name for one in games_with_puzzles()]
    if game in names:
        return game
    name, _, edition = game.partition(".")
    if name in names and edition and (known := editions_of(find_game(name))):
        if edition in known:
            return game
        raise RequestError(f"There is no edition {edition[:20]!r}: take {', '.join(f'{name}.{one}' for one in known)}.")
    if title := next((one.title for one in CATALOG if one.name == game), ""):
        raise RequestError(f"{title} has no puzzles: none of its positions has one certain answer.")
    raise RequestError(f"There are no puzzles of {game[:20]!r}: take {', '.join(names)}.")


def puzzle_of_day(game: str, level: PuzzleLevel, date: str) -> Puzzle:
    """The puzzle of a day. `game`: a name as in `known_game`."""
    (name, _, edition), luck = game.partition("."), TextLuck(f"companion/{SERIES}/{game}/{level}/{date}")
    maker = _maker(name)
    if not edition:
        return maker.make(level, luck)
    assert maker.make_edition is not None, "the name is that of an edition"
    return maker.make_edition(level, luck, edition)


def judged(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether an answer is right, and why or why not. Raises RequestError for values that its fields do not have."""
    if len(answer) != len(puzzle.fields):
        raise RequestError(f"An answer has {len(puzzle.fields)} parts: {', '.join(one.name for one in puzzle.fields)}.")
    for value, field in zip(answer, puzzle.fields, strict=True):
        if value not in field.choices:
            raise RequestError(f"{value[:20]!r} cannot be the {field.name}: take {_some(field)}.")
    return _maker(puzzle.game).check_answer(puzzle, answer)


def judged_move(puzzle: Puzzle, text: str) -> Verdict:
    """The same of a move, in JSON, that a player of its view may make. Raises RequestError and RuleError."""
    try:
        move = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise RequestError("That is no move.") from error
    check(puzzle.prompt, move)
    return judged(puzzle, _maker(puzzle.game).answer_of(move))


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
