"""The pages of the results: which games were played, and one game with its result, which organisers change.

GET  /results?player=&table=&game=&before=    the newest first
GET  /results/ID                              one game
POST /results/ID/change                       another result: score-N, won-N, struck, reason, version
POST /results/ID/undo                         take the last change back: version
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.club.database import GameResult
from companion.club.pages import Form, ask, checked_form, frame_of, organiser_of, organiser_only, page, redirect
from companion.club.players import is_player
from companion.club.results import Filter, OneGame, Results, plain, title_of
from companion.club.tournament_pages import tournaments_of
from companion.core.errors import RequestError
from companion.core.seat import Seat, seat_number

_SCORE: Final = re.compile(r"-?\d{1,7}([.,]\d{1,3})?", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)


def result_routes() -> list[Route]:
    """These pages."""
    return [
        Route("/results", _list, methods=["GET"]),
        Route("/results/{uuid}", _game, methods=["GET"]),
        Route("/results/{uuid}/change", _change, methods=["POST"]),
        Route("/results/{uuid}/undo", _undo, methods=["POST"]),
    ]


async def _list(request: Request) -> Response:
    asked = request.query_params
    wanted = Filter(*(_text(asked.get(name, "")) for name in Filter.__struct_fields__))
    before = asked.get("before", "")
    number = int(before) if _NUMBER.fullmatch(before) else None
    results = Results(frame_of(request).database)
    games, are_more = await ask(request, lambda: results.page(wanted, number))
    kinds, tables = await ask(request, results.kinds_and_tables)
    chosen = {name: text for name in Filter.__struct_fields__ if (text := getattr(wanted, name))}
    older = f"/results?{urlencode(chosen | {'before': games[-1].number})}" if are_more else ""
    newest = f"/results?{urlencode(chosen)}" if number is not None else ""
    titles = sorted((title_of(kind), kind) for kind in kinds)
    return await page(
        request,
        "results.html",
        games=games,
        wanted=wanted,
        titles=titles,
        tables=tables,
        older=older,
        newest=newest,
        title_of=title_of,
    )


async def _game(request: Request) -> Response:
    return await _shown(request, await _found(request))


@organiser_only
async def _change(request: Request) -> Response:
    form = await checked_form(request)
    game = await _found(request)
    try:
        result = _result(form, len(game.names))
        version = _version(form)
        by, at = str(await organiser_of(request)), frame_of(request).now()
        results = Results(frame_of(request).database)
        reason = form.get("reason", "")
        followed = await ask(request, lambda: results.change(game.listed.id, version, result, by, reason, at))
    except RequestError as error:
        return await _shown(request, await _found(request), form, str(error))
    return _done(request, game, "The result is changed", followed)


@organiser_only
async def _undo(request: Request) -> Response:
    form = await checked_form(request)
    game = await _found(request)
    by, at = str(await organiser_of(request)), frame_of(request).now()
    try:
        version = _version(form)
        results = Results(frame_of(request).database)
        followed = await ask(request, lambda: results.undo(game.listed.id, version, by, at))
    except RequestError as error:
        return await _shown(request, await _found(request), None, str(error))
    return _done(request, game, "The last change is taken back", followed)


def _done(request: Request, game: OneGame, told: str, followed: str | None) -> Response:
    """The page of a game that was changed. `followed`: the tournament that has another result, too."""
    if followed is not None:
        tournaments_of(request).changed(followed)
        told += ", and the tournament's with it"
    return redirect(request, f"/results/{game.listed.id}", f"{told}.")


async def _found(request: Request) -> OneGame:
    results, uuid = Results(frame_of(request).database), request.path_params["uuid"]
    game = await ask(request, lambda: results.game(uuid)) if _text(uuid) else None
    if game is None:
        raise HTTPException(404, "There is no such game.")
    return game


async def _shown(request: Request, game: OneGame, typed: Form | None = None, fault: str | None = None) -> Response:
    """The page of a game; with what was `typed` in its form."""
    order, known = game.order, tournaments_of(request)
    return await page(
        request,
        "result.html",
        200 if fault is None else 400,
        fault=fault,
        game=game,
        typed=_typed(game) if typed is None else typed,
        is_open=typed is not None,
        is_player=is_player,
        played_for=await ask(request, lambda: known.ordered(order)) if order else None,
    )


def _typed(game: OneGame) -> Mapping[str, str]:
    """What the form of a game has at first: its result."""
    fields: dict[str, Any] = {f"score-{seat}": str(plain(score)) for seat, score in enumerate(game.result.scores)}
    fields |= {f"won-{seat}": "yes" for seat in game.result.winners}
    return fields | ({"struck": "yes"} if game.result.struck else {})


def _result(form: Form, seats: int) -> GameResult:
    """Raises RequestError with a sentence."""
    scores = []
    for seat in range(seats):
        text = form.get(f"score-{seat}", "").strip()
        if not _SCORE.fullmatch(text):
            raise RequestError(f"The score of seat {seat_number(Seat(seat))} is a number, such as 3 or 1.5.")
        scores.append(plain(float(text.replace(",", "."))))
    winners = tuple(seat for seat in range(seats) if f"won-{seat}" in form)
    return GameResult(tuple(scores), winners, "struck" in form)


def _version(form: Form) -> int:
    text = form.get("version", "")
    if not _NUMBER.fullmatch(text):
        raise RequestError("This form is not of a game's page.")
    return int(text)


def _text(text: str) -> str:
    """What can be looked for; empty for anything else."""
    text = text.strip()
    return text if text.isprintable() and len(text) <= 64 else ""
