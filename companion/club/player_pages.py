"""The pages of the players: all of them, and one with the games. An organiser has one forgotten there.

GET  /players?page=N          those with most wins first
GET  /player?name=            one
POST /player/forget           name, sure (the name again)
"""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.club.pages import ask, checked_form, frame_of, organiser_of, organiser_only, page, redirect, swept
from companion.club.players import Player, Players, forget
from companion.club.results import Filter, Results, title_of
from companion.core.errors import RequestError

PAGE: Final = 100
"""Players on one page."""
LONGEST_NAME: Final = 64


def player_routes(players: Players) -> list[Route]:
    """These pages."""

    async def listed(request: Request) -> Response:
        asked = request.query_params.get("page", "1")
        number = int(asked) if re.fullmatch(r"[1-9]\d{0,6}", asked, re.ASCII) else 1
        everybody = await ask(request, players.all)
        shown = everybody[(number - 1) * PAGE : number * PAGE]
        pages = -(-len(everybody) // PAGE)
        kinds = sorted({kind for one in shown for kind in one.ratings}, key=title_of)
        return await page(
            request, "players.html", players=shown, number=number, pages=pages, kinds=kinds, title_of=title_of
        )

    async def found(request: Request, name: str) -> Player:
        player = await ask(request, lambda: players.player(name)) if 0 < len(name) <= LONGEST_NAME else None
        if player is None:
            raise HTTPException(404, "Nobody with this name has played here.")
        return player

    async def one(request: Request) -> Response:
        return await shown(request, await found(request, request.query_params.get("name", "")))

    async def shown(request: Request, player: Player, sure: str = "", fault: str | None = None) -> Response:
        results = Results(frame_of(request).database)
        games, are_more = await ask(request, lambda: results.page(Filter(player=player.name)))
        return await page(
            request,
            "player.html",
            200 if fault is None else 400,
            fault=fault,
            player=player,
            sure=sure,
            games=games,
            are_more=are_more,
            title_of=title_of,
        )

    @organiser_only
    async def forgotten(request: Request) -> Response:
        form = await checked_form(request)
        frame, name, by = frame_of(request), form.get("name", ""), str(await organiser_of(request))
        player = await found(request, name)
        sure = form.get("sure", "")
        if sure.strip() != name:
            return await shown(request, player, sure, "Write the name once more, exactly as it stands above.")
        try:
            games = await ask(request, lambda: forget(frame.database, name, by, now=frame.now))
        except RequestError as error:
            return await shown(request, player, sure, str(error))
        told = f"One player is forgotten, who is called Somebody now in {games} games.{await swept(request)}"
        return redirect(request, "/players", told)

    return [
        Route("/players", listed, methods=["GET"]),
        Route("/player", one, methods=["GET"]),
        Route("/player/forget", forgotten, methods=["POST"]),
    ]
