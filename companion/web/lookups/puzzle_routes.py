"""The page of the puzzles and what it asks for. It has nothing to do with the table's game."""

import re
from typing import Final, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.web.lookups.json_answers import Answer, answered, said
from companion.web.static_pages import Handler

WORD: Final = re.compile(r"[a-z]{1,20}", re.ASCII)
GAME: Final = re.compile(r"[a-z]{1,20}(\.[a-z_]{1,20})?", re.ASCII)
"""A game, or an edition of one: mastermind.classic."""
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MAX_MOVE_LETTERS: Final = 200
"""Of a move in JSON."""


class Puzzles(Protocol):
    """The puzzles of a day. All raise RequestError for what does not exist, and JournalError where too many ask."""

    async def offered(self, day: str) -> Answer:
        """`games`: their titles by name; `editions`: for games that have some, their titles by name; `levels`; `today`: the
        game of that day."""

    async def puzzle(self, game: str, level: str, day: str) -> Answer:
        """A puzzle without its answer."""

    async def answer(self, game: str, level: str, day: str, move: str | None) -> Answer:
        """`right` and `why` for a move of the puzzle's prompt, in JSON; without a move the right `answer`."""


def puzzle_routes(puzzles: Puzzles, show: Handler) -> list[Route]:
    """The page, which `show` sends, and what it asks for."""

    async def offered(request: Request) -> Response:
        day = str(request.path_params["day"])
        if not DAY.fullmatch(day):
            return said("That names no day.", 404)
        return await answered(lambda: puzzles.offered(day))

    async def puzzle(request: Request) -> Response:
        name = _name(request)
        return said("That names no puzzle.", 404) if name is None else await answered(lambda: puzzles.puzzle(*name))

    async def answer(request: Request) -> Response:
        name, move = _name(request), request.query_params.get("move", "")
        if name is None or len(move) > MAX_MOVE_LETTERS:
            return said("That names no puzzle.", 404)
        return await answered(lambda: puzzles.answer(*name, move))

    async def solution(request: Request) -> Response:
        name = _name(request)
        return (
            said("That names no puzzle.", 404) if name is None else await answered(lambda: puzzles.answer(*name, None))
        )

    return [
        Route("/puzzle", show, methods=["GET"]),
        Route("/puzzle/{day}", offered, methods=["GET"]),
        Route("/puzzle/{day}/{game}/{level}", puzzle, methods=["GET"]),
        Route("/puzzle/{day}/{game}/{level}/answer", answer, methods=["GET"]),
        Route("/puzzle/{day}/{game}/{level}/solution", solution, methods=["GET"]),
    ]


def _name(request: Request) -> tuple[str, str, str] | None:
    """Game, level and day; None where they cannot be a puzzle's."""
    game, level, day = (str(request.path_params[name]) for name in ("game", "level", "day"))
    return (game, level, day) if GAME.fullmatch(game) and WORD.fullmatch(level) and DAY.fullmatch(day) else None
