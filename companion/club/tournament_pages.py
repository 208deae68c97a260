"""Tournaments over HTTP: pages for everybody and for organisers, what is printed, lists, and JSON.

    GET  /tournaments                   all of them
    GET  /tournaments/new               a new one: game and system, then its options
    GET  /tournaments/<id>              one: its running round, standings and rounds; with forms for organisers
    POST /tournaments/<id>              what an organiser does: the field `do` says what, `_event` what it means
    POST /tournaments/<id>/delete       remove it: the field `sure` has its name
    GET  /tournaments/<id>/screen       pairings and clock for a projector
    GET  /tournaments/<id>/print/<what> names, tables, slips, standings or codes, for paper
    GET  /tournaments/<id>/<list>.csv   players, pairings or standings
    GET  /tournaments/<id>/code.svg     the page's address as a QR code
    GET  /tournaments/<id>/trail        what has happened, for organisers
    GET  /events/tournaments/<id>       server-sent events: a number that rises when something has changed
    GET  /api/tournaments               every tournament, the newest first
    GET  /api/tournaments/<id>          its players, released rounds and standings; for organisers its draft as well

Invariant: a draft, and the trail that tells of it, are in no answer to somebody who is no organiser.
"""

import io
from collections.abc import AsyncIterator, Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from companion.club.hall import Hall
from companion.club.pages import (
    BEAT,
    ask,
    checked_form,
    organiser_of,
    organiser_only,
    page,
    redirect,
    shared_page,
    swept,
)
from companion.club.pairing import System
from companion.club.results import title_of
from companion.club.tournament import (
    Added,
    Assigned,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Closed,
    Created,
    Entered,
    Event,
    Finished,
    OrderedAgain,
    Recalled,
    Released,
    Renamed,
    Reopened,
    Returned,
    Seated,
    Seating,
    Swapped,
    TableChanged,
    Tournament,
    Withdrawn,
    apply,
    event_text,
    fair_options,
    next_round,
    number_text,
    pairings_csv,
    players_csv,
    possible_sizes,
    read_names,
    result_text,
    standings_csv,
    table_label,
    tie_breaks,
    time_text,
)
from companion.club.tournaments import Tournaments
from companion.core.errors import RequestError, RuleError
from companion.core.game import AnyGame
from companion.core.options import Setting
from companion.core.words import listed
from companion.games.catalog import CATALOG, find_game
from companion.web.lookups.json_answers import json_answer
from companion.web.static_pages import SVG

SYSTEMS: Final[dict[System, str]] = {
    "swiss": "Swiss system",
    "round_robin": "Round robin",
    "pods": "Pods",
}
"""The systems, as people call them."""
LISTS: Final[dict[str, Callable[[Tournament], str]]] = {
    "players": players_csv,
    "pairings": pairings_csv,
    "standings": standings_csv,
}
PRINTS: Final = {
    "names": "Pairings by name",
    "tables": "Pairings by table",
    "slips": "Result slips",
    "standings": "Standings",
    "codes": "Codes for the tables",
}
ANCHORS: Final = {"live": "#live", "players": "#players", "tables": "#tables"}
"""Where on the page a form stands, by its field `from`."""
RESULTS_OF_TWO: Final = {"1-2": "1 : 0", "1-1": "½ : ½", "2-1": "0 : 1", "2-2": "0 : 0"}
"""The results that a table of two can have, by the places of its players."""


def tournament_routes() -> list[Route]:
    """All addresses of tournaments."""
    return [
        Route("/tournaments", _list_page, methods=["GET"]),
        Route("/tournaments/new", _new_page, methods=["GET"]),
        Route("/tournaments/new", _create, methods=["POST"]),
        Route("/tournaments/{id}", _one_page, methods=["GET"]),
        Route("/tournaments/{id}", _do, methods=["POST"]),
        Route("/tournaments/{id}/delete", _delete, methods=["POST"]),
        Route("/tournaments/{id}/screen", _screen_page, methods=["GET"]),
        Route("/tournaments/{id}/trail", _trail_page, methods=["GET"]),
        Route("/tournaments/{id}/print/{what}", _print_page, methods=["GET"]),
        Route("/tournaments/{id}/code.svg", _code, methods=["GET"]),
        Route("/tournaments/{id}/{what}.csv", _csv, methods=["GET"]),
        Route("/events/tournaments/{id}", _watched, methods=["GET"]),
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


# Pages


class Row(Struct, frozen=True):
    """A pairing as a page shows it. `at`: its number in the round, `state`: what its table does, in words."""

    at: int
    seating: Seating
    label: str
    names: tuple[str, ...]
    result: str
    state: str

    @property
    def people(self) -> list[tuple[int, str]]:
        """Who sits there, by number and name."""
        return list(zip(self.seating.players, self.names, strict=True))


class Shown(Struct, frozen=True, dict=True):
    """A tournament as templates get it; what is for organisers alone is empty for others."""

    one: Tournament
    hall: Hall
    known: Tournaments
    now: float

    def rows(self, pairings: tuple[Seating, ...]) -> list[Row]:
        """The pairings of a round, those that were taken out left out."""
        one = self.one
        return [
            Row(
                at,
                seating,
                "Bye" if seating.is_bye else table_label(seating.table),
                one.names(seating),
                "" if seating.is_bye else result_text(one, seating),
                self._state(seating),
            )
            for at, seating in enumerate(pairings)
            if seating.players
        ]

    @cached_property
    def online(self) -> frozenset[str]:
        """The tables that are connected."""
        return frozenset(shown.table for shown in self.hall.tables if shown.online)

    def _state(self, seating: Seating) -> str:
        if not seating.is_open:
            return ""
        if seating.game is not None:
            return "its game is struck out"
        if seating.table is None:
            return "no table yet"
        away = "" if seating.table in self.online else ", table is not connected"
        said = self.known.said(seating)
        match said.said if said is not None else None:
            case "shown":
                return f"shown at the table{away}"
            case "started":
                return f"playing{away}"
            case "finished":
                return f"finished, the result is on its way{away}"
            case "left":
                return f"ended before its end{away}"
            case "refused":
                assert said is not None, "it has said so"
                return f"refused by the table: {said.why}"
            case _:
                return f"sent to the table{away}" if seating.order else "" if not away else away[2:]

    @property
    def by_name(self) -> list[tuple[str, str, str]]:
        """Everybody in the last round by name, with the table and whom they meet."""
        rounds = self.one.rounds
        found = [
            (name, row.label, listed([other for other in row.names if other != name]))
            for row in (self.rows(rounds[-1].pairings) if rounds else ())
            for name in row.names
        ]
        return sorted(found, key=lambda entry: entry[0].casefold())

    @property
    def tables(self) -> list[str]:
        """Its own tables, and those that the club knows."""
        return list(dict.fromkeys((*self.one.tables, *(shown.table for shown in self.hall.tables))))

    @property
    def pairings(self) -> tuple[Seating, ...]:
        """Those that can be changed: of the draft, else of the running round."""
        running = self.one.running
        return self.one.draft if self.one.draft is not None else running.pairings if running is not None else ()

    @cached_property
    def free_tables(self) -> list[str]:
        """Tables to which a pairing can be moved."""
        taken = {one.table for one in self.pairings if self.one.draft is not None or one.is_open}
        return [table for table in self.tables if table not in taken]

    @cached_property
    def free_players(self) -> list[tuple[int, str]]:
        """Who plays on and sits nowhere, by number and name."""
        return [(player, self.one.name(player)) for player in self.one.unseated(self.pairings)]

    @property
    def seated(self) -> list[tuple[int, str]]:
        """Who sits in the draft, or in the running round without a result: by name, with their numbers."""
        players = [player for one in self.pairings if one.places is None for player in one.players]
        return sorted(((player, self.one.name(player)) for player in players), key=lambda pair: pair[1].casefold())

    @property
    def is_complete(self) -> bool:
        """Whether the running round can be closed."""
        return self.one.running is not None and not any(one.is_open for one in self.one.running.pairings)

    @property
    def may_recall(self) -> bool:
        """Whether the release of the running round can be taken back."""
        return self.one.running is not None and all(seating.places is None for seating in self.one.running.pairings)

    @property
    def may_draft(self) -> bool:
        """Whether the next round can be drafted."""
        planned = self.one.planned
        return self.one.running is None and (planned is None or len(self.one.rounds) < planned)


def _shown(request: Request, one: Tournament) -> dict[str, Any]:
    """What every template of a tournament gets."""
    hall: Hall = request.app.state.hall
    known = tournaments_of(request)
    now = known.now()
    created = one.created
    return {
        "one": one,
        "shown": Shown(one, hall, known, now),
        "turn": known.turn(one.id),
        "now": now,
        "game": title_of(created.game),
        "system": SYSTEMS[created.system],
        "state": state_of(one),
        "ties": tie_breaks(created.system),
        "number_text": number_text,
        "time_text": time_text,
        "table_label": table_label,
        "results": RESULTS_OF_TWO,
        "prints": PRINTS,
    }


async def _list_page(request: Request) -> Response:
    all_ = await ask(request, tournaments_of(request).all)
    rows = [(one, title_of(one.created.game), SYSTEMS[one.created.system], state_of(one)) for one in all_]
    return await page(request, "tournaments.html", rows=rows)


async def _one_page(request: Request) -> Response:
    async def made() -> Response:
        return await _answer(request, await _tournament(request))

    return await shared_page(request, _turn(request), made)


async def _answer(
    request: Request,
    one: Tournament,
    status: int = 200,
    fault: str | None = None,
    typed: Mapping[str, str] | None = None,
) -> Response:
    """The page of a tournament. `typed`: what was in a form that could not be taken."""
    return await page(request, "tournament.html", status, fault=fault, typed=typed or {}, **_shown(request, one))


async def _screen_page(request: Request) -> Response:
    async def made() -> Response:
        return await page(request, "tournament_screen.html", **_shown(request, await _tournament(request)))

    return await shared_page(request, _turn(request), made)


def _turn(request: Request) -> int:
    """Of the tournament in the address, whether it is there or not."""
    return tournaments_of(request).turn(request.path_params["id"])


async def _print_page(request: Request) -> Response:
    what = request.path_params["what"]
    if what not in PRINTS:
        raise HTTPException(404, "There is no such page.")
    values = _shown(request, await _tournament(request))
    here = str(request.base_url).rstrip("/")
    return await page(request, "tournament_print.html", what=what, title=PRINTS[what], address=here, **values)


@organiser_only
async def _trail_page(request: Request) -> Response:
    known, one = tournaments_of(request), await _tournament(request)
    trail = await ask(request, lambda: known.trail(one.id))
    rows, before = [], None
    for happened in trail:
        rows.append((happened.at, happened.who, event_text(before, happened.event)))
        before = apply(before, happened, one.id)
    return await page(request, "tournament_trail.html", trail=rows[::-1], **_shown(request, one))


async def _code(request: Request) -> Response:
    from segno import make

    one, written = await _tournament(request), io.BytesIO()
    make(f"{str(request.base_url).rstrip('/')}/tournaments/{one.id}", micro=False).save(
        written, "svg", scale=8, light="#fff"
    )
    return Response(written.getvalue(), media_type=SVG)


async def _csv(request: Request) -> Response:
    make = LISTS.get(request.path_params["what"])
    if make is None:
        raise HTTPException(404, "There is no such list.")
    text = make(await _tournament(request))
    name = f"{request.path_params['what']}.csv"
    # A spreadsheet takes a file without the mark for one of another encoding.
    return Response(
        "\ufeff" + text,
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _watched(request: Request) -> Response:
    known, one = tournaments_of(request), await _tournament(request)

    async def told() -> AsyncIterator[bytes]:
        turn: int | None = known.turn(one.id)
        while turn is not None:
            yield f"data: {turn}\n\n".encode()
            turn = await known.until_changed(one.id, turn, BEAT)

    return StreamingResponse(told(), media_type="text/event-stream")


# A new tournament


def _games(system: System) -> list[AnyGame]:
    return [game for game in CATALOG if possible_sizes(game, system) is not None]


def _settings(game: AnyGame) -> list[Setting]:
    """The options that an organiser chooses: not those that name a seat, which means somebody else at each table."""
    return [setting for setting in game.settings if setting.values and not setting.of_seats]


@organiser_only
async def _new_page(request: Request) -> Response:
    chosen = request.query_params
    if "game" not in chosen:
        return await page(request, "tournament_new.html", games=CATALOG, systems=SYSTEMS, game=None, typed={})
    return await _ask_for_more(request, chosen.get("game", ""), chosen.get("system", ""), {}, None)


async def _ask_for_more(
    request: Request, game_name: str, system_name: str, typed: Mapping[str, str], fault: str | None
) -> Response:
    """The second half of the form, about a game and a system that fit."""
    status = 200 if fault is None else 400
    game = next((one for one in CATALOG if one.name == game_name), None)
    system = next((one for one in SYSTEMS if one == system_name), None)
    sizes = None if game is None or system is None else possible_sizes(game, system)
    if game is None or system is None or sizes is None:
        reason = "That game cannot be played by this system: pods need a game for three or more."
        values = {
            "games": CATALOG,
            "systems": SYSTEMS,
            "game": None,
            "typed": {"game": game_name, "system": system_name},
        }
        return await page(request, "tournament_new.html", 400, fault=fault or reason, **values)
    return await page(
        request, "tournament_new.html", status, fault=fault, game=game, system=system, sizes=sizes,
        settings=_settings(game), typed=typed, systems=SYSTEMS,
    )  # fmt: skip


@organiser_only
async def _create(request: Request) -> Response:
    form, who = await checked_form(request), await organiser_of(request)
    assert who is not None, "organisers alone"
    try:
        made = await tournaments_of(request).create(_created(form), who)
    except RuleError as refusal:
        return await _ask_for_more(request, form.get("game", ""), form.get("system", ""), form, str(refusal))
    return redirect(request, f"/tournaments/{made.id}", "The tournament is there. Now enter its players.")


def _created(form: Mapping[str, str]) -> Created:
    """The tournament that a form asks for. Raises RuleError."""
    game = find_game(form.get("game", ""))
    system = next((one for one in SYSTEMS if one == form.get("system")), None)
    sizes = None if system is None else possible_sizes(game, system)
    if system is None or sizes is None:
        raise RuleError("That game cannot be played by this system.")
    options = fair_options(game)
    for setting in _settings(game):
        chosen = form.get(f"option-{setting.name}", "")
        if chosen.isdecimal() and int(chosen) < len(setting.values):
            options[setting.name] = setting.values[int(chosen)].value
    low, high = sizes
    if system == "pods":
        low = _number(form, "least", "players at a table") or low
        high = _number(form, "most", "players at a table") or high
    rounds, minutes = _number(form, "rounds", "rounds"), _number(form, "minutes", "minutes")
    return Created(form.get("name", ""), system, game.name, options, (low, high), rounds, minutes)


def _number(form: Mapping[str, str], name: str, what: str) -> int | None:
    """A whole number that may be left out. Raises RuleError."""
    text = form.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise RuleError(f"The number of {what} is a whole number.")
    return int(text)


# What an organiser does


@organiser_only
async def _do(request: Request) -> Response:
    form, who = await checked_form(request), await organiser_of(request)
    assert who is not None, "organisers alone"
    one, known = await _tournament(request), tournaments_of(request)
    try:
        if form.get("do") == "draft":
            event: Event = await ask(request, lambda: next_round(one))
        else:
            event = _event(one, form)
        after = await known.note(one.id, event, who)
    except RuleError as refusal:
        return await _answer(request, await _tournament(request), 400, str(refusal), form)
    except RequestError as error:
        raise HTTPException(404, str(error)) from error
    told = f"Done: {who} {event_text(one, event)}."
    was_drafted = isinstance(event, Recalled) or one.draft is not None
    if isinstance(event, Withdrawn | Recalled | Reopened) and was_drafted and after.draft is None:
        told += " The draft is dropped: make it anew."
    return redirect(request, f"/tournaments/{one.id}{ANCHORS.get(form.get('from', ''), '')}", told)


@organiser_only
async def _delete(request: Request) -> Response:
    form, who = await checked_form(request), await organiser_of(request)
    assert who is not None, "organisers alone"
    one = await _tournament(request)
    if " ".join(form.get("sure", "").split()) != one.created.name:
        fault = "Write the tournament's name once more, exactly as it stands above."
        return await _answer(request, one, 400, fault, {"do": "delete"})
    try:
        await tournaments_of(request).delete(one.id, who)
    except RequestError as error:
        raise HTTPException(404, str(error)) from error
    return redirect(request, "/tournaments", f"{one.created.name} is deleted.{await swept(request)}")


def _event(one: Tournament, form: Mapping[str, str]) -> Event:
    """What a form means. Raises RuleError with a sentence, and HTTPException where it is no form of ours."""
    whole = partial(_whole, form)
    match form.get("do"):
        case "add":
            file = form.get("file", "")
            if "\ufffd" in file:
                raise RuleError("The file is no list of names as text. Save it as CSV, and choose that file.")
            return Added((*read_names(form.get("names", "")), *read_names(file)))
        case "rename":
            return Renamed(whole("player"), form.get("name", ""))
        case "withdraw":
            return Withdrawn(whole("player"))
        case "return":
            return Returned(whole("player"))
        case "assign":
            return Assigned(tuple(form.get("tables", "").replace(",", " ").split()))
        case "swap":
            return Swapped(whole("one"), whole("other"))
        case "seat":
            chosen = [form.get(f"seat{seat}", "") for seat in range(one.created.sizes[1])]
            players = tuple(int(text) for text in chosen if text.isascii() and text.isdecimal())
            return Seated(whole("pairing") if form.get("pairing") else None, players)
        case "table":
            return TableChanged(whole("pairing"), form.get("table") or None)
        case "release":
            return Released()
        case "recall":
            return Recalled()
        case "clock":
            return ClockStarted()
        case "pause":
            return ClockPaused()
        case "resume":
            return ClockResumed()
        case "result":
            return Entered(whole("round"), whole("pairing"), _places(form))
        case "again":
            return OrderedAgain(whole("pairing"))
        case "close":
            return Closed()
        case "reopen":
            return Reopened()
        case "finish":
            return Finished()
        case _:
            raise HTTPException(400, "This is not a form of this page.")


def _whole(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise RuleError("Choose something first.")
    return int(text)


def _places(form: Mapping[str, str]) -> tuple[int, ...]:
    """The places of a table: of two in one field, of a pod in one for each player."""
    places = [form[name] for name in (f"place{seat}" for seat in range(6)) if name in form]
    texts = form["result"].split("-") if "result" in form else places
    if not texts or not all(text.isascii() and text.isdecimal() and len(text) == 1 for text in texts):
        raise RuleError("Choose a result first.")
    return tuple(map(int, texts))


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
                "paused": played.paused,
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
    return json_answer([_head(one) for one in await ask(request, tournaments_of(request).all)])


async def _one_json(request: Request) -> Response:
    one, organiser = await _tournament(request), await organiser_of(request)
    return json_answer(tournament_json(one, tournaments_of(request), with_draft=organiser is not None))
