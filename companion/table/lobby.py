"""The lobby: who plays, what, and by which options, itself written as a game, so it needs no second machinery.

The keys of its public view, beside those that all views have: `chosen` (the name of a game), `title` (the same in words),
`choices` (list of `{"name", "value"}`: options set to something else than their default), `needs` (empty, or why it cannot
start: "needs exactly 2 players"), `players`: one for each place at the table, `{"seat", "name", "joined"}`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Game, Result, View
from companion.core.options import Setting, Value
from companion.core.prompt import Branch, Choose, Menu, Move, Option, Prompt, same
from companion.core.screen import ACROSS, LINE, Face, Mark, Page, Text
from companion.core.seat import Actor, Observer


class Choice(Struct, frozen=True):
    """An option of the chosen game that was set to something else than its default."""

    name: str
    value: Any


class Lobby(Struct, frozen=True):
    """`chosen`: the name of the game; `choices`: its options so far; `started`: the lobby is over."""

    seats: int
    chosen: str
    choices: tuple[Choice, ...] = ()
    started: bool = False


class LobbyView(View, frozen=True, kw_only=True):
    """The lobby has no secrets: every view is the same but for whose it is."""

    chosen: str
    choices: tuple[Choice, ...]


def make(catalog: tuple[AnyGame, ...]) -> AnyGame:
    """The lobby for a catalog of games."""

    def fitting(seats: int) -> tuple[AnyGame, ...]:
        return tuple(game for game in catalog if game.seats[0] <= seats <= game.seats[1])

    def game_of(name: str) -> AnyGame:
        return next(game for game in catalog if game.name == name)

    def read_options(given: Mapping[str, Any], seats: int) -> None:
        if given:
            raise RuleError("The lobby has no options.")
        if not fitting(seats):
            raise RuleError(f"There is no game for {seats} seats.")

    def setup(options: None, seats: int) -> Lobby:
        return Lobby(seats, fitting(seats)[0].name)

    def view(state: Lobby, observer: Observer) -> LobbyView:
        everybody: tuple[Actor, ...] = () if state.started else tuple(range(state.seats))
        return LobbyView(
            game="lobby",
            seats=state.seats,
            seat=observer,
            to_act=everybody,
            phase="over" if state.started else "choose",
            scores=(0,) * state.seats,
            winners=() if state.started else None,
            chosen=state.chosen,
            choices=state.choices,
        )

    def prompt(options: None, view: LobbyView) -> Prompt | None:
        if view.seat is None or not view.to_act:
            return None
        game = game_of(view.chosen)
        branches = [Branch("start", f"Start {game.title}", _one({"move": "start"}, f"Start {game.title}"))]
        others = fitting(view.seats)
        if len(others) > 1:
            branches.append(Branch("game", f"Game: {game.title}"[:ACROSS], _games(others)))
        branches += [_branch(setting, view) for setting in game.settings]
        return Menu(
            "What shall we play?", "Leaf with ◀ ▶, take with ●. Any seat may choose; Start begins.", tuple(branches)
        )

    def apply(state: Lobby, actor: Actor, move: Move) -> Lobby:
        match move["move"]:
            case "start":
                return structs.replace(state, started=True)
            case "choose":
                return Lobby(state.seats, move["game"])
            case _:
                kept = tuple(choice for choice in state.choices if choice.name != move["option"])
                return structs.replace(state, choices=(*kept, Choice(move["option"], move["value"])))

    def face(options: None, view: LobbyView, names: tuple[str, ...], lines: int) -> Face:
        game = game_of(view.chosen)
        settings = game.settings
        per_page = lines - 1
        all_pages = [
            _page(game, view, settings[start : start + per_page]) for start in range(0, max(len(settings), 1), per_page)
        ]
        return Face(f"{game.title} begins", tuple(all_pages))

    def tell(options: None, view: LobbyView, names: tuple[str, ...]) -> str:
        return f"In the lobby: {game_of(view.chosen).title}."

    return Game(
        name="lobby",
        title="Lobby",
        rules=1,
        seats=(1, 6),
        settings=(),
        read_options=read_options,
        setup=setup,
        view=view,
        prompt=prompt,
        chance=lambda state: None,
        apply=apply,
        result=lambda state: Result((0,) * state.seats, () if state.started else None),
        explain=lambda options, view, move: None,
        tell=tell,
        face=face,
    )


def options_of(state: Lobby) -> dict[str, Any]:
    """The options of the game that was started, as it takes them."""
    return {choice.name: choice.value for choice in state.choices}


def _one(move: Move, text: str) -> Choose:
    return Choose(text[:ACROSS], "", (Option(move, "start", text[:ACROSS]),))


def _games(games: tuple[AnyGame, ...]) -> Choose:
    options = tuple(Option({"move": "choose", "game": game.name}, "take", game.title) for game in games)
    return Choose("Which game?", "", options)


def _branch(setting: Setting, view: LobbyView) -> Branch:
    options = tuple(
        Option({"move": "set", "option": setting.name, "value": value.value}, value.label, value.label)
        for value in offered(setting, view.seats)
    )
    now = f"{setting.title}: {_label(setting, view)}"
    shown = now if len(now) <= ACROSS else setting.title
    return Branch("change", shown, Choose(setting.title, setting.help, options))


def _page(game: AnyGame, view: LobbyView, settings: tuple[Setting, ...]) -> Page:
    marks: list[Mark] = [Text(0, LINE, f"{game.title}, {view.seats} seats"[:ACROSS])]
    for line, setting in enumerate(settings, 2):
        word = _label(setting, view)
        marks.append(Text(0, LINE * line, f"{setting.title[: ACROSS - len(word) - 1]:<{ACROSS - len(word)}}{word}"))
    return Page("The game", tuple(marks))


def _label(setting: Setting, view: LobbyView) -> str:
    value = next((choice.value for choice in view.choices if choice.name == setting.name), setting.default)
    return next((known.label for known in offered(setting, view.seats) if same(known.value, value)), str(value))


def offered(setting: Setting, seats: int) -> tuple[Value, ...]:
    """What the lobby offers for an option at a table of so many seats."""
    of_seats = tuple(Value(seat, f"seat {seat}") for seat in range(seats)) if setting.of_seats else ()
    return (*of_seats, *setting.values)
