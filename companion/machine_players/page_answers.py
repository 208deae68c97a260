"""What the process that thinks answers to web pages: reviews of finished games, and the puzzles of a day.

It knows nothing of the table: a finished game comes with the question.
"""

from collections import OrderedDict
from datetime import date
from typing import Any, Final, assert_never

from msgspec import Raw, json

from companion.core.errors import RequestError, RuleError
from companion.core.game import by_rules, replay_states
from companion.core.small_steps import finished
from companion.games.catalog import find_game
from companion.games.daily_puzzle import game_of_day, games_with_puzzles, judged, known_game, known_level, puzzle_steps
from companion.games.puzzle import PUZZLE_LEVELS, Puzzle
from companion.games.review import Review, review_steps
from companion.machine_players.machine_messages import (
    PageMade,
    PageRefused,
    PageReviewWanted,
    PageWanted,
    PuzzlesWanted,
    PuzzleWanted,
)

_MAX_PUZZLES: Final = 12
"""Most puzzles that are kept: those who solve one ask about it several times."""
_YEARS: Final = range(2020, 2100)
_SHOWN: Final = ("game", "title", "kind", "level", "task", "grade", "deductions", "worlds", "drawing")
"""What a page is told of a puzzle, beside clues and fields: not the answer."""


class PageAnswers:
    """The answers of one process."""

    def __init__(self) -> None:
        self._puzzles: OrderedDict[tuple[str, str, str], Puzzle] = OrderedDict()

    def answer(self, wanted: PageWanted) -> PageMade | PageRefused:
        """What is asked for, or why there is no such thing."""
        try:
            return PageMade(Raw(json.encode(self._made(wanted))))
        except (RequestError, RuleError) as error:
            return PageRefused(str(error))

    def _made(self, wanted: PageWanted) -> object:
        match wanted:
            case PageReviewWanted():
                return _review(wanted)
            case PuzzlesWanted(day):
                titles = {game.name: game.title for game in games_with_puzzles()}
                return {"games": titles, "levels": PUZZLE_LEVELS, "today": game_of_day(_known_day(day))}
            case PuzzleWanted():
                return self._of_puzzle(wanted)
            case _:
                assert_never(wanted)

    def _of_puzzle(self, wanted: PuzzleWanted) -> object:
        found = self._puzzle(wanted)
        match wanted.ask:
            case "puzzle":
                return _without_answer(found)
            case "verdict":
                return judged(found, wanted.values)
            case "solution":
                return {"answer": found.answer}
            case _:
                assert_never(wanted.ask)

    def _puzzle(self, wanted: PuzzleWanted) -> Puzzle:
        level = known_level(wanted.level)
        name = known_game(wanted.game), level, _known_day(wanted.day)
        found = self._puzzles.pop(name, None) or finished(puzzle_steps(name[0], level, name[2]))
        self._puzzles[name] = found
        if len(self._puzzles) > _MAX_PUZZLES:
            self._puzzles.popitem(last=False)
        return found


def _review(wanted: PageReviewWanted) -> Review:
    game, seats = by_rules(find_game(wanted.game), wanted.rules), len(wanted.names)
    assert game is not None, "the daemon has asked for rules that this version knows"
    options = game.read_options(wanted.options, seats)
    states = tuple(replay_states(game, options, seats, wanted.steps))
    return finished(review_steps(game, options, states, wanted.steps, wanted.names))


def _without_answer(found: Puzzle) -> dict[str, Any]:
    return {
        **{key: getattr(found, key) for key in _SHOWN},
        "clues": [{"text": clue.text, "pieces": clue.pieces} for clue in found.clues],
        "fields": [{"name": field.name, "choices": field.choices} for field in found.fields],
    }


def _known_day(day: str) -> str:
    """A date as it is spelled in a puzzle's name. Raises RequestError."""
    try:
        found = date.fromisoformat(day)
    except ValueError as error:
        raise RequestError(f"A date is like 2026-01-31, not {day[:20]!r}.") from error
    if found.year not in _YEARS:
        raise RequestError(f"There are puzzles for the years {_YEARS[0]} to {_YEARS[-1]}.")
    return found.isoformat()
