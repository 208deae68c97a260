"""Tournaments over HTTP.

GET /api/tournaments               every tournament, the newest first
GET /api/tournaments/<id>          its players, released rounds and standings; for organisers its draft as well
"""

from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.club.pages import ask, organiser_of
from companion.club.tournament import Seating, Tournament, tie_breaks
from companion.club.tournaments import Tournaments
from companion.core.errors import RequestError
from companion.web.lookups.json_answers import JSON


def tournament_routes() -> list[Route]:
    """All addresses of tournaments."""
    return [
        Route("/api/tournaments", _all_json),
        Route("/api/tournaments/{id}", _one_json),
    ]


def tournaments_of(request: Request) -> Tournaments:
    """Those of the application that was asked."""
    found: Tournaments = request.app.state.tournaments
    return found


async def _tournament(request: Request) -> Tournament:
    """The one in the address. Raises HTTPException where there is none."""
    uuid, known = request.path_params["id"], tournaments_of(request)
    try:
        return await ask(request, lambda: known.get(uuid))
    except RequestError as error:
        raise HTTPException(404, str(error)) from error


# Programs

STATES: Final = ("planned", "running", "between rounds", "finished")


def state_of(one: Tournament) -> str:
    """In a word or two."""
    if one.is_finished:
        return "finished"
    return "running" if one.running is not None else "between rounds" if one.rounds else "planned"


def _head(one: Tournament) -> dict[str, Any]:
    created = one.created
    return {
        "id": one.id,
        "name": created.name,
        "system": created.system,
        "game": created.game,
        "options": created.options,
        "minutes": created.minutes,
        "players": sum(not player.is_out for player in one.players),
        "round": len(one.rounds),
        "rounds": one.planned,
        "state": state_of(one),
    }


def tournament_json(one: Tournament, known: Tournaments, *, with_draft: bool) -> dict[str, Any]:
    """A tournament for programs. `with_draft`: for organisers."""

    def pairing(seating: Seating) -> dict[str, Any]:
        said = known.said(seating)
        return {
            "table": seating.table,
            "players": one.names(seating),
            "bye": seating.is_bye,
            "points": one.points(seating),
            "game": seating.game,
            "order": None if said is None else said.said,
        }

    ties = tie_breaks(one.created.system)
    found = _head(one) | {
        "players": [
            {"name": player.name, "left": player.is_out, "rounds_missed": player.since} for player in one.players
        ],
        "tables": one.tables,
        "rounds": [
            {
                "round": number,
                "clock": played.clock,
                "deadline": one.deadline if played is one.running else None,
                "closed": played.is_closed,
                "pairings": [pairing(seating) for seating in played.pairings if seating.players],
            }
            for number, played in enumerate(one.rounds, 1)
        ],
        "standings": [
            {
                "place": row.place,
                "name": one.name(row.player),
                "points": row.points,
                "tie_breaks": dict(zip(ties, row.ties, strict=True)),
                "played": row.played,
                "left": one.players[row.player].is_out,
            }
            for row in one.standings
        ],
        "rounds_planned": one.planned,
    }
    if with_draft:
        found["draft"] = None if one.draft is None else [pairing(seating) for seating in one.draft if seating.players]
    return found


async def _all_json(request: Request) -> Response:
    return _json([_head(one) for one in await ask(request, tournaments_of(request).all)])


async def _one_json(request: Request) -> Response:
    one, organiser = await _tournament(request), await organiser_of(request)
    return _json(tournament_json(one, tournaments_of(request), with_draft=organiser is not None))


def _json(value: object) -> Response:
    return Response(msgspec.json.encode(value), media_type=JSON)
