"""The pages of finished games: the list of them, a page at a time, and what one observer knew at one move of one.

Invariant: every answer comes from a `FinishedGames`, which knows finished games only. Any other game does not exist for it.
"""

import re
from typing import Any, Final, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.core.seat import Observer, Seat
from companion.web.lookups.json_answers import Answer, answered, said
from companion.web.static_pages import Handler

KEY: Final = re.compile(r"[0-9]{1,4}\.-?[0-9]{1,9}", re.ASCII)
NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)

HistoryAnswer = dict[str, Any]


class FinishedGames(Protocol):
    """The finished games of a table. All raise JournalError where the journal does not answer, or too many ask."""

    async def games(self, before: str | None) -> HistoryAnswer:
        """`games`: some that came before the one called so (None: the newest), newest first; `older`: before which the next
        page begins, null where there is none; `faults`: a sentence for each that cannot be read."""

    async def game(self, key: str) -> HistoryAnswer:
        """One of them. Raises RequestError where no finished game is called so."""

    async def view_at(self, key: str, seat: Observer, number: int) -> HistoryAnswer:
        """What `seat` knew after `number` moves. Raises RequestError where no finished game has that."""

    async def review(self, key: str) -> Answer:
        """What each deciding move of a game gained, against what was best. Raises RequestError as `game` does."""


def history_routes(past: FinishedGames, show: Handler) -> list[Route]:
    """The page, which `show` sends, and what it asks for."""

    async def games(request: Request) -> Response:
        before = request.query_params.get("before")
        if before is not None and not KEY.fullmatch(before):
            return said("That names no game.", 404)
        return await answered(lambda: past.games(before))

    async def game(request: Request) -> Response:
        key = str(request.path_params["key"])
        if not KEY.fullmatch(key):
            return said("That names no game.", 404)
        return await answered(lambda: past.game(key))

    async def view_at(request: Request) -> Response:
        key, seat, number = (str(request.path_params[name]) for name in ("key", "seat", "number"))
        if not KEY.fullmatch(key) or not NUMBER.fullmatch(number):
            return said("That names no moment of a game.", 404)
        if seat == "public":
            return await answered(lambda: past.view_at(key, None, int(number)))
        if not NUMBER.fullmatch(seat):
            return said("That names no seat.", 404)
        return await answered(lambda: past.view_at(key, Seat(int(seat)), int(number)))

    async def review(request: Request) -> Response:
        key = str(request.path_params["key"])
        if not KEY.fullmatch(key):
            return said("That names no game.", 404)
        return await answered(lambda: past.review(key))

    return [
        Route("/history", show, methods=["GET"]),
        Route("/history/games", games, methods=["GET"]),
        Route("/history/games/{key}", game, methods=["GET"]),
        Route("/history/games/{key}/review", review, methods=["GET"]),
        Route("/history/games/{key}/{seat}/{number}", view_at, methods=["GET"]),
    ]
