"""The pages of finished games: the list of them, a page at a time, and what one observer knew at one move of one.

Invariant: every answer comes from a `FinishedGames`, which knows finished games only. Any other game does not exist for it.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.core.errors import JournalError, RequestError
from companion.core.seat import Observer
from companion.web.static_pages import Handler

JSON: Final = "application/json"
KEY: Final = re.compile(r"[0-9]{1,4}\.-?[0-9]{1,9}", re.ASCII)
NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)

HistoryAnswer = dict[str, Any]


class FinishedGames(Protocol):
    """The finished games of a table. All raise JournalError where the journal does not answer, or too many ask.

    An answer `{"again": true}` says that a long game is being read: the same question, asked again, comes nearer to its answer.
    """

    async def games(self, before: str | None) -> HistoryAnswer:
        """`games`: some that came before the one called so (None: the newest), newest first; `older`: before which the next
        page begins, null where there is none; `faults`: a sentence for each that cannot be read."""

    async def game(self, key: str) -> HistoryAnswer:
        """One of them. Raises RequestError where no finished game is called so."""

    async def view_at(self, key: str, seat: Observer, number: int) -> HistoryAnswer:
        """What `seat` knew after `number` moves. Raises RequestError where no finished game has that."""


def history_routes(past: FinishedGames, show: Handler) -> list[Route]:
    """The page, which `show` sends, and what it asks for."""

    async def games(request: Request) -> Response:
        before = request.query_params.get("before")
        if before is not None and not KEY.fullmatch(before):
            return _said("That names no game.", 404)
        return await _answered(lambda: past.games(before))

    async def game(request: Request) -> Response:
        key = str(request.path_params["key"])
        if not KEY.fullmatch(key):
            return _said("That names no game.", 404)
        return await _answered(lambda: past.game(key))

    async def view_at(request: Request) -> Response:
        key, seat, number = (str(request.path_params[name]) for name in ("key", "seat", "number"))
        if not KEY.fullmatch(key) or not NUMBER.fullmatch(number):
            return _said("That names no moment of a game.", 404)
        if seat == "public":
            return await _answered(lambda: past.view_at(key, None, int(number)))
        if not NUMBER.fullmatch(seat):
            return _said("That names no seat.", 404)
        return await _answered(lambda: past.view_at(key, int(seat), int(number)))

    return [
        Route("/history", show, methods=["GET"]),
        Route("/history/games", games, methods=["GET"]),
        Route("/history/games/{key}", game, methods=["GET"]),
        Route("/history/games/{key}/{seat}/{number}", view_at, methods=["GET"]),
    ]


async def _answered(ask: Callable[[], Awaitable[HistoryAnswer]]) -> Response:
    try:
        answer = await ask()
        return Response(msgspec.json.encode(answer), 202 if "again" in answer else 200, media_type=JSON)
    except RequestError as error:
        return _said(str(error), 404)
    except JournalError as error:
        return _said(str(error), 503)


def _said(sentence: str, status: int) -> Response:
    return Response(msgspec.json.encode({"error": sentence}), status, media_type=JSON)
