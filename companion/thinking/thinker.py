"""What the process that thinks answers: moves, hints and promises for seats, and reviews and puzzles.

For each seat it keeps a bot, its memory, and the last view that it was shown. Of a finished game it knows nothing: that comes
with the question.

Invariant: what is answered about a seat follows from what was told of that seat, and from the luck that came with the question.
"""

import random
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final, assert_never, get_type_hints

from msgspec import Raw, json

from companion.core.errors import RequestError, RuleError
from companion.core.game import AnyGame, Step
from companion.core.prompt import check
from companion.core.seat import Seat
from companion.games.catalog import find_game
from companion.games.daily_puzzle import (
    editions_of,
    game_of_day,
    games_with_puzzles,
    judged_move,
    known_game,
    known_level,
    puzzle_of_day,
)
from companion.games.hints import hint_words, promise_words
from companion.games.mind import Bot, followed, mind_of
from companion.games.puzzle import PUZZLE_LEVELS, Puzzle
from companion.games.review import Review, review_game, seat_words
from companion.thinking.messages import (
    ChoiceMade,
    ChoiceWanted,
    FromProcess,
    HintMade,
    HintWanted,
    PageMade,
    PageRefused,
    PageReviewWanted,
    PageWanted,
    PromiseWanted,
    PuzzlesWanted,
    PuzzleWanted,
    ReviewMade,
    ReviewWanted,
    SeatAssigned,
    ToProcess,
    ViewSeen,
)

_MAX_PUZZLES: Final = 12
"""Most puzzles that are kept: those who solve one ask about it several times."""
_YEARS: Final = range(2020, 2100)
_SHOWN: Final = ("game", "title", "kind", "level", "task", "grade", "view", "names", "prompt", "hints")
"""What a page is told of a puzzle: not the answer."""


@dataclass(slots=True)
class _SeatInPlay:
    game: AnyGame
    options: Any
    bot: Bot[Any, Any, Any]
    memory: Any
    view: Any = None


class Thinker:
    """What one process knows."""

    def __init__(self) -> None:
        self._seats: dict[Seat, _SeatInPlay] = {}
        self._puzzles: OrderedDict[tuple[str, str, str], Puzzle] = OrderedDict()

    def take(self, told: ToProcess) -> FromProcess | None:
        """Take notice, or answer a question. Raises RuleError where a bot would break the rules."""
        match told:
            case SeatAssigned(seat, level, name, given, seats):
                game = find_game(name)
                options = game.read_options(given, seats)
                bot = next(bot for bot in mind_of(game).table_bots if bot.name == level)
                self._seats[seat] = _SeatInPlay(game, options, bot, bot.start(options))
                return None
            case ViewSeen(seat, announced, view):
                self._see(self._seats[seat], announced, view)
                return None
            case ChoiceWanted(seat, luck):
                return ChoiceMade(_choice(self._seats[seat], luck))
            case HintWanted(seat, helps):
                own = self._seats[seat]
                return HintMade(hint_words(own.game, own.options, own.memory, own.view, helps))
            case PromiseWanted(seat, move):
                own = self._seats[seat]
                return HintMade(promise_words(own.game, own.options, own.memory, own.view, move))
            case ReviewWanted():
                return _seat_review(told)
            case PageReviewWanted() | PuzzlesWanted() | PuzzleWanted():
                return self._for_page(told)
            case _:
                assert_never(told)

    def _see(self, own: _SeatInPlay, announced: Step | None, view: Raw) -> None:
        own.view = _decoder(own.game.name).decode(view)
        own.memory = followed(own.bot, own.options, own.memory, announced, own.view)

    # What pages ask

    def _for_page(self, wanted: PageWanted) -> PageMade | PageRefused:
        """What is asked for, or why there is no such thing."""
        try:
            return PageMade(Raw(json.encode(self._made(wanted))))
        except (RequestError, RuleError) as error:
            return PageRefused(str(error))

    def _made(self, wanted: PageWanted) -> object:
        match wanted:
            case PageReviewWanted(name, rules, given, names, steps):
                game = find_game(name).by_rules(rules)
                assert game is not None, "the daemon has asked for rules that this version knows"
                return _review(game, given, names, steps)
            case PuzzlesWanted(day):
                titles = {game.name: game.title for game in games_with_puzzles()}
                editions = {game.name: known for game in games_with_puzzles() if (known := editions_of(game))}
                today = game_of_day(_known_day(day))
                return {"games": titles, "editions": editions, "levels": PUZZLE_LEVELS, "today": today}
            case PuzzleWanted():
                return self._of_puzzle(wanted)
            case _:
                assert_never(wanted)

    def _of_puzzle(self, wanted: PuzzleWanted) -> object:
        found = self._puzzle(wanted)
        match wanted.ask:
            case "puzzle":
                return {key: getattr(found, key) for key in _SHOWN}
            case "verdict":
                return judged_move(found, wanted.move)
            case "solution":
                return {"answer": found.answer}
            case _:
                assert_never(wanted.ask)

    def _puzzle(self, wanted: PuzzleWanted) -> Puzzle:
        level = known_level(wanted.level)
        name = known_game(wanted.game), level, _known_day(wanted.day)
        found = self._puzzles.pop(name, None) or puzzle_of_day(name[0], level, name[2])
        self._puzzles[name] = found
        if len(self._puzzles) > _MAX_PUZZLES:
            self._puzzles.popitem(last=False)
        return found


def _choice(own: _SeatInPlay, luck: str) -> dict[str, Any]:
    prompt = own.game.prompt(own.options, own.view)
    assert prompt is not None, "the seat is to move"
    pick = random.Random(luck).randrange  # the text is a secret of 128 bits, which the journal keeps
    move = own.bot.choose(own.options, own.memory, own.view, prompt, pick).move
    check(prompt, move)
    return dict(move)


def _seat_review(wanted: ReviewWanted) -> ReviewMade:
    review = _review(find_game(wanted.game), wanted.options, wanted.names, wanted.steps)
    return ReviewMade(seat_words(review, wanted.seat, wanted.names))


def _review(game: AnyGame, given: dict[str, Any], names: tuple[str, ...], steps: Sequence[Step]) -> Review:
    options = game.read_options(given, len(names))
    states = tuple(game.replay_states(options, len(names), steps))
    return review_game(game, options, states, steps, names)


def _known_day(day: str) -> str:
    """A date as it is spelled in a puzzle's name. Raises RequestError."""
    try:
        found = date.fromisoformat(day)
    except ValueError as error:
        raise RequestError(f"A date is like 2026-01-31, not {day[:20]!r}.") from error
    if found.year not in _YEARS:
        raise RequestError(f"There are puzzles for the years {_YEARS[0]} to {_YEARS[-1]}.")
    return found.isoformat()


@cache
def _decoder(game: str) -> json.Decoder[Any]:
    """Reads a view of that game."""
    return json.Decoder(get_type_hints(find_game(game).view)["return"])
