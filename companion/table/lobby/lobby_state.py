"""What stands in the lobby, and what all may see of it.

Law: a choice that names a player follows that player when somebody joins or leaves, and goes when that player goes.
"""

from typing import Any, Final

from msgspec import Struct, structs

from companion.bots.level_names import level_for
from companion.core.game import AnyGame, View
from companion.core.options import Setting, Value
from companion.core.prompt import Move
from companion.core.seat import Observer, Place, Seat

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
LONGEST: Final = 8
"""Of what letters a name is entered, and how many it has at most."""
ALL_SIT: Final = 2
"""At a table of so few seats all have joined from the start."""


class LobbyChoice(Struct, frozen=True):
    """An option of the chosen game that was set to something else than its default."""

    name: str
    value: Any


class LobbyMachine(Struct, frozen=True):
    """A place at which the machine plays, and at which level of its bots."""

    place: Place
    level: str


class LobbyPlayer(Struct, frozen=True):
    """A place at the table: what whoever sits there is called, and whether they play. `level`: the machine's; None for people.
    `fixed`: the place is not free for the machine, since somebody there has pressed a key in this lobby."""

    seat: Seat
    name: str
    joined: bool
    level: str | None = None
    fixed: bool = False


class Lobby(Struct, frozen=True):
    """`names`: one for each place, None for what the table calls it; `known`: the names to choose from.

    `chosen`: the name of the game; `choices`: its options so far; `started`: the lobby is over. `machines`: the places where the
    machine plays, all of which are in `joined`; `present`: where somebody has pressed a key.
    """

    names: tuple[str | None, ...]
    joined: tuple[Seat, ...]
    known: tuple[str, ...]
    chosen: str
    choices: tuple[LobbyChoice, ...] = ()
    started: bool = False
    machines: tuple[LobbyMachine, ...] = ()
    present: tuple[Place, ...] = ()

    @property
    def machine_places(self) -> tuple[Place, ...]:
        """Where the machine plays."""
        return tuple(machine.place for machine in self.machines)

    @property
    def people(self) -> tuple[Place, ...]:
        """Where people play."""
        return tuple(place for place in self.joined if place not in self.machine_places)


class LobbyView(View, frozen=True, kw_only=True):
    """The lobby as all see it; only who sits at the table has the list of names (`known`)."""

    chosen: str
    title: str
    choices: tuple[LobbyChoice, ...]
    needs: str
    players: tuple[LobbyPlayer, ...]
    known: tuple[str, ...]


def view(state: Lobby, observer: Observer, game: AnyGame, defaults: tuple[str, ...]) -> LobbyView:
    """What `observer` sees. `defaults`: what the table calls its places."""
    seats = len(defaults)
    names, levels = called(state, defaults), {machine.place: machine.level for machine in state.machines}
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
            LobbyPlayer(seat, name, seat in state.joined, levels.get(seat), seat in state.present)
            for seat, name in enumerate(names)
        ),
        known=() if observer is None else state.known,
    )


def apply(state: Lobby, seat: Seat, move: Move, game: AnyGame) -> Lobby:
    """The lobby after a move that passed its check. `game`: the one that is chosen."""
    after = _applied(state, seat, move, game)
    gone = move["move"] == "leave"
    present = {*state.present, seat} - ({seat} if gone else set())
    return structs.replace(after, present=tuple(sorted(present)))


def called(state: Lobby, defaults: tuple[str, ...]) -> tuple[str, ...]:
    """What each place is called. The machine's names are told apart from those of people, whatever these choose."""
    machines = state.machine_places
    names = [name or default for name, default in zip(state.names, defaults, strict=True)]
    taken = {name for place, name in enumerate(names) if place not in machines}
    number = 0
    for place in machines:
        number += 1
        while machine_name(number) in taken:
            number += 1
        names[place] = machine_name(number)
    return tuple(names)


def machine_name(number: int) -> str:
    """What the machine is called, where it plays several seats: at most 8 letters, as all names."""
    return "Machine" if number == 1 else f"Machine{number}"


def _applied(state: Lobby, seat: Seat, move: Move, game: AnyGame) -> Lobby:
    match move["move"]:
        case "start":
            return structs.replace(state, started=True)
        case "join":
            return _seated(_without_machine(state, seat), tuple(sorted({*state.joined, seat})), game)
        case "add_machine":
            place = move["seat"]
            machines = sorted(
                (*_without_machine(state, place).machines, LobbyMachine(place, move["level"])), key=_place
            )
            seated = _seated(state, tuple(sorted({*state.joined, place})), game)
            return structs.replace(seated, machines=tuple(machines))
        case "remove_machine":
            place = move["seat"]
            return _seated(_without_machine(state, place), tuple(one for one in state.joined if one != place), game)
        case "leave":
            return _seated(state, tuple(one for one in state.joined if one != seat), game)
        case "name":
            return _named(state, seat, move["name"])
        case "new_name":
            name = entered(move["name"])
            known = state.known if name in state.known else (*state.known, name)
            return structs.replace(_named(state, seat, name), known=known)
        case "choose":
            levels = tuple(
                structs.replace(machine, level=level_for(move["game"], machine.level, state.chosen))
                for machine in state.machines
            )
            return structs.replace(state, chosen=move["game"], choices=(), machines=levels)
        case _:
            kept = tuple(choice for choice in state.choices if choice.name != move["option"])
            return structs.replace(state, choices=(*kept, LobbyChoice(move["option"], move["value"])))


def needs(game: AnyGame, players: int) -> str:
    """Why a game is not for so many players; empty where it is."""
    low, high = game.seats
    if low <= players <= high:
        return ""
    if low == high:
        return f"needs exactly {low} player{'s' if low != 1 else ''}"
    return f"needs {low} to {high} players"


def offered(setting: Setting, players: tuple[str, ...]) -> tuple[Value, ...]:
    """What the lobby offers for an option: the players by their names, where it is one of them."""
    of_seats = tuple(Value(seat, name) for seat, name in enumerate(players)) if setting.of_seats else ()
    return (*of_seats, *setting.values)


def playing(view: LobbyView) -> tuple[str, ...]:
    """Who plays, clockwise."""
    return tuple(player.name for player in view.players if player.joined)


def entered(letters: str) -> str:
    """A name as it stands on the screens: ANN B is Ann B."""
    return " ".join(word.capitalize() for word in letters.split())


def _without_machine(state: Lobby, place: Place) -> Lobby:
    return structs.replace(state, machines=tuple(one for one in state.machines if one.place != place))


def _place(machine: LobbyMachine) -> Place:
    return machine.place


def _named(state: Lobby, seat: Seat, name: str) -> Lobby:
    return structs.replace(state, names=(*state.names[:seat], name, *state.names[seat + 1 :]))


def _seated(state: Lobby, joined: tuple[Seat, ...], game: AnyGame) -> Lobby:
    of_seats = {setting.name for setting in game.settings if setting.of_seats}
    choices = []
    for choice in state.choices:
        if choice.name in of_seats and type(choice.value) is int:
            place = state.joined[choice.value]
            if place not in joined:
                continue
            choice = LobbyChoice(choice.name, joined.index(place))
        choices.append(choice)
    return structs.replace(state, joined=joined, choices=tuple(choices))
