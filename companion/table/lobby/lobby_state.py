"""The state of the lobby, its view, and its moves.

Invariants: an option that names a player keeps naming that player when others join or leave. It is dropped when that player
leaves. Until somebody chooses a game or an option, the proposed game is the first of the catalog that fits those who joined.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, structs

from companion.core.game import AnyGame, View
from companion.core.options import Setting, Value
from companion.core.prompt import Move, same
from companion.core.seat import Observer, Place, Seat
from companion.core.words import listed
from companion.games.helps import Helps, offered_helps, switched
from companion.table.clock.clock_setting import OFF, clock_words
from companion.table.lobby.lobby_machines import LobbyPlayer, Machines, in_game, names_of, seated, without

LEARN: Final = "learn"
"""The move that chooses nothing: with keys it opens how the chosen game is played. Only the first one of a place is made: it
tells that somebody is there."""
STAYS_IN_LIST: Final = frozenset(("set", "help", "clock"))
"""The moves after which the list stays open, since several of them often follow each other."""
JOINED_FROM_START: Final = 2
"""At a table with at most this many places, all have joined from the start."""


class LobbyChoice(Struct, frozen=True):
    """An option of the chosen game that was set to another value than its default."""

    name: str
    value: Any


class Lobby(Struct, frozen=True):
    """`names`: one for each place; None: the table's own name for that place. `joined`: the places that play. `known`: the
    names to choose from. `chosen`: the name of the game. `choices`: its options so far. `started`: the lobby is over.
    `settled`: somebody has chosen the game. `first`: no game has been played at this table. `machines`: where the machine plays;
    these places are in `joined`, too. `present`: where somebody has made a move, or played the game before. `helps`: for each
    place what its player has switched on; empty while nobody has. `clock`: the think time, as in clock/clock_setting.py.
    `after`: the lobby follows a game.
    """

    names: tuple[str | None, ...]
    joined: tuple[Seat, ...]
    known: tuple[str, ...]
    chosen: str
    choices: tuple[LobbyChoice, ...] = ()
    started: bool = False
    settled: bool = False
    first: bool = False
    machines: Machines = ()
    present: tuple[Place, ...] = ()
    helps: tuple[Helps, ...] = ()
    clock: str = OFF
    after: bool = False

    @property
    def people(self) -> tuple[Place, ...]:
        """Where people play."""
        return tuple(place for place in self.joined if all(machine.place != place for machine in self.machines))


class LobbyView(View, frozen=True, kw_only=True):
    """The lobby as everybody sees it. Only the places have the list of names (`known`); the public has not. `first`: no game has
    been played at this table, so the lobby offers to show how one is played. `settled`: somebody has chosen the game. `clock`:
    the think time, as in clock/clock_setting.py. `after`: this lobby follows a game, which is over or was ended."""

    chosen: str
    title: str
    choices: tuple[LobbyChoice, ...]
    needs: str
    players: tuple[LobbyPlayer, ...]
    known: tuple[str, ...]
    first: bool
    settled: bool
    clock: str
    after: bool


def view(state: Lobby, observer: Observer, game: AnyGame, defaults: tuple[str, ...]) -> LobbyView:
    """What `observer` sees. `defaults`: the table's own names for its places."""
    seats = len(defaults)
    names, levels = place_names(state, defaults), {machine.place: machine.level for machine in state.machines}
    offered = offered_helps(game)
    return LobbyView(
        game="lobby",
        seats=seats,
        seat=observer,
        to_act=() if state.started else tuple(range(seats)),
        phase="over" if state.started else "choose",
        scores=(0,) * seats,
        winners=() if state.started else None,
        chosen=state.chosen,
        title=game.title,
        choices=state.choices,
        needs=needs(game, len(state.joined)),
        players=tuple(
            LobbyPlayer(
                place,
                name,
                place in state.joined,
                levels.get(place),
                place in state.present,
                tuple(one for one in helps_at(state, place) if one in offered),
            )
            for place, name in enumerate(names)
        ),
        known=() if observer is None else state.known,
        first=state.first,
        settled=state.settled,
        clock=state.clock,
        after=state.after,
    )


def helps_at(state: Lobby, place: Place) -> Helps:
    """What the player at a place has switched on; nothing where no person plays. Who gets up and sits down again still has it."""
    return state.helps[place] if state.helps and place in state.people else ()


def place_names(state: Lobby, defaults: tuple[str, ...]) -> tuple[str, ...]:
    """What each place is called. `defaults`: the table's own names for its places."""
    people = tuple(name or default for name, default in zip(state.names, defaults, strict=True))
    return names_of(people, state.machines)


def apply(state: Lobby, seat: Seat, move: Move, games: Mapping[str, AnyGame]) -> Lobby:
    """The lobby after a move that passed its check. `games`: those to choose from, by name."""
    present = {*state.present, seat} if move["move"] != "leave" else {*state.present} - {seat}
    return structs.replace(_applied(state, seat, move, games), present=tuple(sorted(present)))


def _applied(state: Lobby, seat: Seat, move: Move, games: Mapping[str, AnyGame]) -> Lobby:
    match move["move"]:
        case "start":
            return structs.replace(state, started=True)
        case "join":
            return _with_joined(_without_machine(state, seat), tuple(sorted({*state.joined, seat})), games)
        case "add_machine":
            joined = _with_joined(state, tuple(sorted({*state.joined, move["seat"]})), games)
            return structs.replace(joined, machines=seated(state.machines, move["seat"], move["level"]))
        case "remove_machine":
            left = tuple(one for one in state.joined if one != move["seat"])
            return _with_joined(_without_machine(state, move["seat"]), left, games)
        case "help":
            helps = list(state.helps or ((),) * len(state.names))
            helps[seat] = switched(helps[seat], move["help"], on=move["on"])
            return structs.replace(state, helps=tuple(helps))
        case "clock":
            return structs.replace(state, clock=move["time"])
        case "play_machine":
            return _alone_with_machine(state, seat, move["game"], games)
        case "leave":
            return _with_joined(state, tuple(one for one in state.joined if one != seat), games)
        case "name":
            return _with_name(state, seat, move["name"])
        case "new_name":
            name = move["name"]
            known = state.known if name in state.known else (*state.known, name)
            return structs.replace(_with_name(state, seat, name), known=known)
        case "choose":
            choices = state.choices if move["game"] == state.chosen else ()
            machines = in_game(state.machines, games[move["game"]], games[state.chosen])
            return structs.replace(state, chosen=move["game"], choices=choices, machines=machines, settled=True)
        case "set":
            kept = tuple(choice for choice in state.choices if choice.name != move["option"])
            return structs.replace(state, choices=(*kept, LobbyChoice(move["option"], move["value"])), settled=True)
        case _:
            return state  # to look at how a game is played chooses nothing


def proposed(games: Mapping[str, AnyGame], players: int) -> str:
    """The first game of the catalog that so many can play; the first of all while nobody has joined, and if none fits."""
    fitting = (game.name for game in games.values() if players and not needs(game, players))
    return next(fitting, next(iter(games)))


def needs(game: AnyGame, players: int) -> str:
    """Why a game cannot be played by that many players; empty if it can."""
    low, high = game.seats
    if low <= players <= high:
        return ""
    if low == high:
        return f"needs exactly {low} player{'s' if low != 1 else ''}"
    return f"needs {low} to {high} players"


def number_needed(game: AnyGame) -> str:
    """How many players a game needs: "2", or "2 to 4"."""
    low, high = game.seats
    return str(low) if low == high else f"{low} to {high}"


def why_not_startable(game: AnyGame, players: int) -> str:
    """Why so many cannot play a game, and what to do."""
    return f"{game.title} {needs(game, players)}, and {players} joined: let some join or leave, or choose another game."


def offered_values(setting: Setting, players: tuple[str, ...]) -> tuple[Value, ...]:
    """The values that the lobby offers for an option; for an option that names a player, the players come first."""
    of_seats = tuple(Value(seat, name) for seat, name in enumerate(players)) if setting.of_seats else ()
    return (*of_seats, *setting.values)


def value_label(setting: Setting, choices: tuple[LobbyChoice, ...], players: tuple[str, ...]) -> str:
    """The value of an option in words, as it stands after these choices."""
    value = next((choice.value for choice in choices if choice.name == setting.name), setting.default)
    values = offered_values(setting, players)
    return next((known.label for known in values if same(known.value, value)), "-" if setting.of_seats else str(value))


def helps_sentence(view: LobbyView) -> tuple[str, ...]:
    """Who plays with help, as a sentence; nothing if nobody does."""
    named = tuple(player.name for player in view.players if player.helps)
    return (f"{listed(named)} {'plays' if len(named) == 1 else 'play'} with help.",) if named else ()


def clock_sentence(view: LobbyView) -> tuple[str, ...]:
    """How much think time there is, as a sentence; nothing if there is no clock."""
    return (f"The clock: {clock_words(view.clock)}.",) if view.clock != OFF else ()


def joined_names(view: LobbyView) -> tuple[str, ...]:
    """The names of the players who have joined, clockwise."""
    return tuple(player.name for player in view.players if player.joined)


def is_alone(view: LobbyView) -> bool:
    """Whether nobody is known to be at another place, and the machine plays nowhere."""
    return all(not player.fixed and player.level is None for player in view.players if player.seat != view.seat)


def _alone_with_machine(state: Lobby, seat: Seat, game: str, games: Mapping[str, AnyGame]) -> Lobby:
    """The lobby is over: `seat` plays `game` against the machine, which has the next place clockwise and a middling level."""
    other = (seat + 1) % len(state.names)
    choices = state.choices if game == state.chosen else ()
    chosen = structs.replace(state, chosen=game, choices=choices, machines=(), settled=True)
    machines = seated((), other, games[game].middle_level())
    return structs.replace(_with_joined(chosen, tuple(sorted((seat, other))), games), machines=machines, started=True)


def _without_machine(state: Lobby, place: Place) -> Lobby:
    return structs.replace(state, machines=without(state.machines, place))


def _with_name(state: Lobby, seat: Seat, name: str) -> Lobby:
    return structs.replace(state, names=(*state.names[:seat], name, *state.names[seat + 1 :]))


def _with_joined(state: Lobby, joined: tuple[Seat, ...], games: Mapping[str, AnyGame]) -> Lobby:
    if not state.settled:
        return structs.replace(state, joined=joined, chosen=proposed(games, len(joined)))
    of_seats = {setting.name for setting in games[state.chosen].settings if setting.of_seats}
    choices = []
    for choice in state.choices:
        if choice.name in of_seats and type(choice.value) is int:
            place = state.joined[choice.value]
            if place not in joined:
                continue
            choice = LobbyChoice(choice.name, joined.index(place))
        choices.append(choice)
    return structs.replace(state, joined=joined, choices=tuple(choices))
