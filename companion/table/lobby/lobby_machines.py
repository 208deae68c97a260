"""The machine in the lobby: where it plays, at which level, what it is called, and the entries of the menu that change it."""

from collections.abc import Iterator

from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.prompt import Branch, Choose, Menu, Option
from companion.core.seat import Place, Seat, seat_number
from companion.games.helps import Helps

TAKE_HELP = "The machine plays at this place. Sit takes the place over: you play here, and the machine leaves it."
LEVEL_HELP = (
    "The machine plays this place at the level that you choose. It sees no more than a player at this place would. From the "
    "weakest level to the strongest:"
)


class LobbyMachine(Struct, frozen=True):
    """A place at which the machine plays, and at which level of its bots."""

    place: Place
    level: str


class LobbyPlayer(Struct, frozen=True):
    """A place at the table: the name of its player, and whether that player has joined.

    `level`: the machine's; None for a person. `fixed`: somebody made a move there in this lobby, or played the game before it, so
    the machine is not seated there. `helps`: what the player has switched on for the game.
    """

    seat: Seat
    name: str
    joined: bool
    level: str | None = None
    fixed: bool = False
    helps: Helps = ()


Machines = tuple[LobbyMachine, ...]
"""In the order of the places."""


def without(machines: Machines, place: Place) -> Machines:
    """Without the machine at a place."""
    return tuple(one for one in machines if one.place != place)


def seated(machines: Machines, place: Place, level: str) -> Machines:
    """With a machine of that level at a place."""
    return tuple(sorted((*without(machines, place), LobbyMachine(place, level)), key=lambda one: one.place))


def in_game(machines: Machines, game: AnyGame, before: AnyGame) -> Machines:
    """The same machines in another game, at about the same levels. `before`: the game that was chosen."""
    return tuple(LobbyMachine(one.place, game.level_like(one.level, before)) for one in machines)


def names_of(names: tuple[str, ...], machines: Machines) -> tuple[str, ...]:
    """What each place is called. The machine never has the name of a person, whatever name that person takes
    and in whatever letters, capital or small.

    `names`: what each place would be called with a person at it.
    """
    places = [machine.place for machine in machines]
    called = list(names)
    taken = {name.casefold() for place, name in enumerate(names) if place not in places}
    number = 0
    for place in places:
        number += 1
        while _name(number).casefold() in taken:
            number += 1
        called[place] = _name(number)
    return tuple(called)


def machine_entries(players: tuple[LobbyPlayer, ...], own: Place, game: AnyGame) -> Iterator[Branch]:
    """Of the lobby's menu: every machine with its level; then the places that are free for one, the next clockwise first."""
    clockwise = [players[(own + step) % len(players)] for step in range(1, len(players))]
    for player in clockwise:
        if player.level is not None:
            away = Option({"move": "remove_machine", "seat": player.seat}, "Away", "Take it away")
            yield Branch("Change", f"{player.name}\t{player.level}", _levels(game, player, away))
    free = [player for player in clockwise if player.level is None and not (player.joined and player.fixed)]
    if free:
        yield Branch("Add", f"Add machine\tSeat {seat_number(free[0].seat)}", _levels(game, free[0]))
    if len(free) > 1:
        places = tuple(
            Branch(f"Seat {seat_number(player.seat)}", f"Seat {seat_number(player.seat)}", _levels(game, player))
            for player in free[1:]
        )
        yield Branch("Add", "Add machine elsewhere", Menu("At which seat?", "", places))


def take_over_question(player: LobbyPlayer) -> Choose:
    """What is asked at a place where the machine plays."""
    return Choose(f"{player.name} plays", TAKE_HELP, (Option({"move": "join"}, "Sit", "Play here myself"),))


def _levels(game: AnyGame, player: LobbyPlayer, *more: Option) -> Choose:
    """The levels of the chosen game, weakest first."""
    options = (
        Option({"move": "add_machine", "seat": player.seat, "level": level}, "Take", level)
        for level in game.level_names()
        if level != player.level
    )
    return Choose("How well?", f"{LEVEL_HELP} {game.levels_help()}", (*options, *more))


def _name(number: int) -> str:
    """At most 8 letters, so it fits wherever a name does."""
    return "Machine" if number == 1 else f"Machine{number}"
