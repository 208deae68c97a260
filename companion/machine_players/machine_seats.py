"""The machine's seats as the process knows them: for each a bot, its memory, and the last view that it was shown.

Invariant: a choice follows from what was told of its own seat, and from the luck that came with the question.
"""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from msgspec import Raw, json

from companion.core.game import AnyGame, Step, replay_states
from companion.core.prompt import check
from companion.core.small_steps import finished
from companion.games.catalog import find_game
from companion.games.hints import hint_words, promise_words
from companion.games.mind import Bot, followed, mind_of
from companion.games.review import review_steps, seat_words
from companion.machine_players.machine_messages import (
    ChoiceMade,
    ChoiceWanted,
    FromProcess,
    HintMade,
    HintWanted,
    PageReviewWanted,
    PromiseWanted,
    PuzzlesWanted,
    PuzzleWanted,
    ReviewMade,
    ReviewWanted,
    SeatAssigned,
    ToProcess,
    ViewSeen,
)
from companion.machine_players.page_answers import PageAnswers


@dataclass(slots=True)
class _SeatInPlay:
    game: AnyGame
    options: Any
    bot: Bot[Any, Any, Any]
    memory: Any
    view: Any = None


class MachineSeats:
    """The seats that the process plays."""

    def __init__(self) -> None:
        self._seats: dict[int, _SeatInPlay] = {}
        self._pages = PageAnswers()

    def take(self, told: ToProcess) -> FromProcess | None:
        """Take notice, choose a move, or make a hint. Raises RuleError where a bot would break the rules."""
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
            case ChoiceWanted(number, seat, luck):
                return ChoiceMade(number, self._choose(self._seats[seat], luck))
            case HintWanted(seat, helps):
                own = self._seats[seat]
                return HintMade(hint_words(own.game, own.options, own.memory, own.view, helps))
            case PromiseWanted(seat, move):
                own = self._seats[seat]
                return HintMade(promise_words(own.game, own.options, own.memory, own.view, move))
            case ReviewWanted():
                return _review(told)
            case PageReviewWanted() | PuzzlesWanted() | PuzzleWanted():
                return self._pages.answer(told)

    def _see(self, own: _SeatInPlay, announced: Step | None, view: Raw) -> None:
        own.view = _decoder(own.game.name).decode(view)
        own.memory = followed(own.bot, own.options, own.memory, announced, own.view)

    def _choose(self, own: _SeatInPlay, luck: str) -> dict[str, Any]:
        prompt = own.game.prompt(own.options, own.view)
        assert prompt is not None, "the seat is to move"
        pick = random.Random(luck).randrange  # the text is a secret of 128 bits, which the journal keeps
        move = own.bot.choose(own.options, own.memory, own.view, prompt, pick).move
        check(prompt, move)
        return dict(move)


def _review(wanted: ReviewWanted) -> ReviewMade:
    game, seats = find_game(wanted.game), len(wanted.names)
    options = game.read_options(wanted.options, seats)
    states = tuple(replay_states(game, options, seats, wanted.steps))
    review = finished(review_steps(game, options, states, wanted.steps, wanted.names))
    own = next(one.lines for one in review.seats if one.seat == wanted.seat)
    pages = (tuple(line for line in lines if line) for lines in (own, review.lines))
    return ReviewMade(tuple(page for page in pages if page), seat_words(review, wanted.seat))


@cache
def _decoder(game: str) -> json.Decoder[Any]:
    """Reads a view of that game."""
    return json.Decoder(get_type_hints(find_game(game).view)["return"])
