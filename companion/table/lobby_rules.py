"""The lobby: what is chosen between games, and by which moves. Its state, its view, its prompts.

Invariants: an option that names a player keeps naming that player when others join or leave. It is dropped when that player
leaves. Until somebody chooses a game or an option, the proposed game is the first of the catalog that fits those who joined.
Every question is made from the view: who sits has three keys, Change leads to a list of all that can be set up, Start begins the
game, Learn shows how it is played.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, structs

from companion.core.game import AnyGame, View
from companion.core.options import Setting, Value, at_table, values_of
from companion.core.prompt import NOW, Branch, Choose, Menu, Move, Option, Prompt, Write, same
from companion.core.screen import wrap
from companion.core.seat import Observer, Place, Seat, all_seats, clockwise, each_place, seat_number
from companion.core.words import MAX_NAME_LETTERS, NAME_LETTERS, listed
from companion.games.helps import HELP_TITLES, Help, Helps, helps_words, offered_helps, switched
from companion.table.clock import CLOCKS, OFF, clock_words
from companion.table.effects import PACES, Pace

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
    the machine is not seated there. `helps`: what the player has switched on for the game. `phone`: the place is a phone.
    """

    seat: Seat
    name: str
    joined: bool
    level: str | None = None
    fixed: bool = False
    helps: Helps = ()
    phone: bool = False


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
        while _machine_name(number).casefold() in taken:
            number += 1
        called[place] = _machine_name(number)
    return tuple(called)


def machine_entries(players: tuple[LobbyPlayer, ...], own: Seat, game: AnyGame) -> Iterator[Branch]:
    """Of the lobby's menu: every machine with its level; then the places that are free for one, the next clockwise first."""
    others = [players[seat] for seat in clockwise(own, len(players))[1:]]
    for player in others:
        if player.level is not None:
            away = Option({"move": "remove_machine", "seat": player.seat}, "Away", "Take it away")
            yield Branch("Change", f"{player.name}\t{player.level}", _levels(game, player, away))
    free = [player for player in others if player.level is None and not (player.joined and player.fixed)]
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
    """The levels of the chosen game, weakest first, the one that the machine plays at marked."""
    options = (
        Option(
            {"move": "add_machine", "seat": player.seat, "level": level},
            "Take",
            f"{level}{NOW}" if level == player.level else level,
        )
        for level in game.level_names()
    )
    return Choose("How well?", f"{LEVEL_HELP} {game.levels_help()}", (*options, *more))


MACHINE_NAMES: Final = re.compile(r"Machine\d*", re.ASCII)
"""What the machine is called at a table."""


def _machine_name(number: int) -> str:
    """At most 8 letters, so it fits wherever a name does."""
    return "Machine" if number == 1 else f"Machine{number}"


LEARN: Final = "learn"
"""The move that chooses nothing: with keys it opens how the chosen game is played. Only the first one of a place is made: it
tells that somebody is there."""
SWAP: Final = "swap"
"""The move by which two players swap seats. The table makes it once both have agreed."""
STAYS_IN_LIST: Final = frozenset(("set", "help", "clock", "pace"))
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
    place what its player has switched on; empty while nobody has. `clock`: the think time, as in clock.py. `after`: the lobby
    follows a game; `last`: how that ended, in a few words, empty where it was ended early. `pace`: how quickly the machine moves.
    """

    names: tuple[str | None, ...]
    joined: tuple[Place, ...]
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
    pace: Pace = "normal"
    last: str = ""

    @property
    def people(self) -> tuple[Place, ...]:
        """Where people play."""
        return tuple(place for place in self.joined if all(machine.place != place for machine in self.machines))


class LobbyView(View, frozen=True, kw_only=True):
    """The lobby as everybody sees it. Only the places have the list of names (`known`); the public has not. `first`: no game has
    been played at this table, so the lobby offers to show how one is played. `settled`: somebody has chosen the game. `clock`:
    the think time, as in clock.py. `after`: this lobby follows a game, which is over or was ended; `last`: how it ended,
    in a few words, empty where it was ended early. `pace`: how quickly the machine moves."""

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
    pace: Pace
    last: str


def view(
    state: Lobby, observer: Observer, game: AnyGame, defaults: tuple[str, ...], phones: tuple[Place, ...]
) -> LobbyView:
    """What `observer` sees. `defaults`: the table's own names for its places. `phones`: the places that are phones."""
    seats = len(defaults)
    names, levels = place_names(state, defaults), {machine.place: machine.level for machine in state.machines}
    offered = offered_helps(game)
    return LobbyView(
        game="lobby",
        seats=seats,
        seat=observer,
        to_act=() if state.started else all_seats(seats),
        phase="over" if state.started else "choose",
        scores=(0,) * seats,
        winners=() if state.started else None,
        chosen=state.chosen,
        title=chosen_title(state.choices, game),
        choices=state.choices,
        needs=needs(game, len(state.joined)),
        players=tuple(
            LobbyPlayer(
                Seat(place),
                name,
                place in state.joined,
                levels.get(place),
                place in state.present,
                tuple(one for one in helps_at(state, place) if one in offered),
                place in phones,
            )
            for place, name in each_place(names)
        ),
        known=() if observer is None else state.known,
        first=state.first,
        settled=state.settled,
        clock=state.clock,
        after=state.after,
        pace=state.pace,
        last=state.last,
    )


def helps_at(state: Lobby, place: Place) -> Helps:
    """What the player at a place has switched on; nothing where no person plays. Who gets up and sits down again still has it."""
    return state.helps[place] if state.helps and place in state.people else ()


def place_names(state: Lobby, defaults: tuple[str, ...]) -> tuple[str, ...]:
    """What each place is called. `defaults`: the table's own names for its places."""
    people = tuple(name or default for name, default in zip(state.names, defaults, strict=True))
    return names_of(people, state.machines)


def apply(state: Lobby, place: Place, move: Move, games: Mapping[str, AnyGame], defaults: tuple[str, ...]) -> Lobby:
    """The lobby after a move that passed its check. `games`: those to choose from, by name. `defaults`: the table's own names
    for its places."""
    if move["move"] == SWAP:
        return _with_swapped(state, place, move["seat"], games, defaults)
    present = {*state.present, place} if move["move"] != "leave" else {*state.present} - {place}
    return structs.replace(_applied(state, place, move, games), present=tuple(sorted(present)))


def _applied(state: Lobby, place: Place, move: Move, games: Mapping[str, AnyGame]) -> Lobby:
    match move["move"]:
        case "start":
            return structs.replace(state, started=True)
        case "join":
            return _with_joined(_without_machine(state, place), tuple(sorted({*state.joined, place})), games)
        case "add_machine":
            seats = seated(state.machines, move["seat"], move["level"])
            return _with_joined(
                structs.replace(state, machines=seats), tuple(sorted({*state.joined, move["seat"]})), games
            )
        case "remove_machine":
            left = tuple(one for one in state.joined if one != move["seat"])
            return _with_joined(_without_machine(state, move["seat"]), left, games)
        case "help":
            helps = list(state.helps or ((),) * len(state.names))
            helps[place] = switched(helps[place], move["help"], on=move["on"])
            return structs.replace(state, helps=tuple(helps))
        case "clock":
            return structs.replace(state, clock=move["time"])
        case "pace":
            return structs.replace(state, pace=move["pace"])
        case "play_machine":
            return _alone_with_machine(state, place, move, games)
        case "leave":
            return _with_joined(state, tuple(one for one in state.joined if one != place), games)
        case "name":
            return _with_name(state, place, move["name"])
        case "new_name":
            name = move["name"]
            known = state.known if name in state.known else (*state.known, name)
            return structs.replace(_with_name(state, place, name), known=known)
        case "choose":
            choices = state.choices if move["game"] == state.chosen else ()
            return structs.replace(_in_game(state, move["game"], games), choices=choices, settled=True)
        case "set":
            choices = _chosen(games[state.chosen], state.choices, move)
            return structs.replace(state, choices=choices, settled=True)
        case _:
            return state  # to look at how a game is played chooses nothing


def _in_game(state: Lobby, name: str, games: Mapping[str, AnyGame]) -> Lobby:
    """With another game, which the machines play at about the same levels."""
    return structs.replace(state, chosen=name, machines=in_game(state.machines, games[name], games[state.chosen]))


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


def offered_settings(game: AnyGame, players: tuple[str, ...]) -> tuple[Setting, ...]:
    """The options of a game that have a meaning for these players: who is alone is not asked for another one."""
    return tuple(one for one in game.settings if not one.of_seats or len(players) != 1)


def offered_values(setting: Setting, players: tuple[str, ...]) -> tuple[Value, ...]:
    """The values that the lobby offers for an option; for an option that names a player, the players come first."""
    if setting.of_two and len(players) == 2:
        return (Value(setting.default, setting.of_two), *setting.values)
    of_seats = tuple(Value(seat, name) for seat, name in enumerate(players)) if setting.of_seats else ()
    return (*of_seats, *setting.values)


def sent_options(game: AnyGame, choices: Iterable[LobbyChoice]) -> dict[str, Any]:
    """The options with which a lobby opens a game after these choices."""
    return at_table(game.settings, {choice.name: choice.value for choice in choices})


def value_label(setting: Setting, view: LobbyView, game: AnyGame) -> str:
    """The value of an option of the chosen game in words, as it stands now."""
    value = values_of(game.settings, sent_options(game, view.choices))[setting.name]
    players = joined_names(view)
    values = offered_values(setting, players)
    if setting.of_two and len(players) == 2 and type(value) is int:
        return setting.of_two
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


def _alone_with_machine(state: Lobby, place: Place, move: Move, games: Mapping[str, AnyGame]) -> Lobby:
    """Begin a game, or an edition of one: the player at `place` plays it against the machine, which gets the next place and a
    middling level."""
    other, game = Place((place + 1) % len(state.names)), move["game"]
    choices = state.choices if game == state.chosen else ()
    if "option" in move:
        choices = _chosen(games[game], choices, move)
    chosen = structs.replace(state, chosen=game, choices=choices, machines=(), settled=True)
    machines = seated((), other, games[game].middle_level())
    return structs.replace(_with_joined(chosen, tuple(sorted((place, other))), games), machines=machines, started=True)


def _chosen(game: AnyGame, choices: tuple[LobbyChoice, ...], move: Move) -> tuple[LobbyChoice, ...]:
    """The choices with the one of a move. An edition is played as it is, without what was set for another one."""
    setting = next(one for one in game.settings if one.name == move["option"])
    replaced = {setting.name, *setting.decides}
    return (*(one for one in choices if one.name not in replaced), LobbyChoice(setting.name, move["value"]))


def _without_machine(state: Lobby, place: Place) -> Lobby:
    return structs.replace(state, machines=without(state.machines, place))


def _with_swapped(
    state: Lobby, one: Place, other: Place, games: Mapping[str, AnyGame], defaults: tuple[str, ...]
) -> Lobby:
    """Each of two players has the other's place, with the own name and help; an option that names one of them follows."""

    def moved(place: Any) -> Any:
        return {one: other, other: one}.get(place, place)

    called, names = place_names(state, defaults), list(state.names)
    for place in (one, other):
        name = called[moved(place)]
        names[place] = None if name == defaults[place] else name
    helps = tuple(state.helps[moved(place)] for place in range(len(state.helps)))
    of_seats = {setting.name for setting in games[state.chosen].settings if setting.of_seats}
    choices = tuple(
        LobbyChoice(choice.name, state.joined.index(moved(state.joined[choice.value])))
        if choice.name in of_seats and type(choice.value) is int
        else choice
        for choice in state.choices
    )
    return structs.replace(state, names=tuple(names), helps=helps, choices=choices)


def _with_name(state: Lobby, place: Place, name: str) -> Lobby:
    return structs.replace(state, names=(*state.names[:place], name, *state.names[place + 1 :]))


def _with_joined(state: Lobby, joined: tuple[Place, ...], games: Mapping[str, AnyGame]) -> Lobby:
    if not state.settled:
        return structs.replace(_in_game(state, proposed(games, len(joined)), games), joined=joined)
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


_SHORT_NAME: Final = 10
"""Letters of an edition's name that leave room beside it."""
QUESTION_LINES = 4
"""Lines that a question has on a screen."""
LOBBY_HELP = (
    "Change: the game, its options, your name. Start: begins the game for all who sit. Learn: how the game is played. "
    "Everybody who sits may choose."
)
HELP_MEANINGS: Final[dict[Help, str]] = {
    "count": "How many left: how much is still possible, in your menu.",
    "worth": "Worth of a move: Worth? beside a move says what it is expected to tell.",
    "hint": "Suggest a move: Hint in your menu says what to do, and why.",
    "sheet": "Helping sheet: your screen works out what is still possible.",
}
HELPS_HELP = "Everybody reads who plays with help."
CLOCK_HELP = (
    "How long players may think: for each of their moves, or for all moves of a game together. At the end there is a sound. The "
    "clock never moves for anybody, and a move can be made after it."
)
PACE_HELP = (
    "How long the machine waits before each of its moves, so that all can follow it. It waits longer where it thinks longer, "
    "and while somebody has not yet read what it did."
)
JOIN_HELP = "Sit: you play along. Then choose your name, the game and its options, or wait for the others."
CHANGE_HELP = (
    "Each line is something to choose, with how it stands now at the right. What one player chooses counts for all."
)
MACHINE_HELP = (
    "The machine takes the next seat at the level that is named, and the game begins at once. For another level go back, then "
    "Change and Add machine."
)
SWAP_HELP = "You change places with another player, who is asked first. Each of you keeps the own name, help and phone."
NAME_HELP = (
    "First a group of letters, then one of them. After Z: Done, the accents of the last letter, and blank, digits and small "
    "or capital letters."
)


def prompt(view: LobbyView, games: Mapping[str, AnyGame]) -> Prompt | None:
    """What a place is asked: to join, or which choice to make."""
    if view.seat is None or not view.to_act:
        return None
    player = view.players[view.seat]
    if player.level is not None:
        return take_over_question(player)
    if not player.joined:
        return Choose(
            f"Seat {seat_number(view.seat)} is free", JOIN_HELP, (Option({"move": "join"}, "Sit", "Sit down here"),)
        )
    game = games[view.chosen]
    change = Menu("What to change?", CHANGE_HELP, tuple(_changes(view, games, game)))
    middle = Branch("Games", "Another game", _games(view, games)) if view.needs else _start(view, game)
    # Who is alone at the table most likely wants somebody to play with.
    last = (_alone(games, view.chosen),) if offers_machine(view) else _learn(game)
    return Menu(f"You: {player.name}", LOBBY_HELP, (Branch("Change", "Change", change), middle, *last))


def offers_machine(view: LobbyView) -> bool:
    """Whether the first screen offers a game against the machine."""
    return len(view.players) > 1 and is_alone(view)


def _alone(games: Mapping[str, AnyGame], first: str) -> Branch:
    return Branch("Machine", "Play the machine", _against_machine(games, first))


def _learn(game: AnyGame) -> tuple[Branch, ...]:
    return (_branch("Learn", "How to play", {"move": LEARN}),) if game.book else ()


def confirm_question(view: LobbyView, move: Move, game: AnyGame) -> str | None:
    """Before the game begins: which one, with which clock, and who plays, as far as a screen has room for names. None if it is
    going to be refused, or concerns nobody but the one who begins it."""
    players = joined_names(view)
    people = sum(player.joined and player.level is None for player in view.players)
    if move["move"] != "start" or people == 1 or view.needs or len(set(players)) < len(players):
        return None
    named = listed(players) if len(players) > 1 else f"{players[0]} alone"
    counted = f"{len(players)} players"
    helped = sum(player.helps != () for player in view.players)
    helps, counted_helps = helps_sentence(view), (f"{helped} with help.",) if helped else ()
    title = view.title
    begun = title if view.clock == OFF else f"{title}, {clock_words(view.clock)},"
    ways = ((named, helps), (counted, helps), (named, counted_helps), (counted, counted_helps))
    questions = [" ".join((f"Start {begun} with {who}?", *more)) for who, more in ways]
    return next((question for question in questions if len(wrap(question)) <= QUESTION_LINES), questions[-1])


def _changes(view: LobbyView, games: Mapping[str, AnyGame], game: AnyGame) -> Iterator[Branch]:
    """The lines of the list: the game and its options, its editions first; who plays; then what concerns this place. A name is
    last, one press above the first."""
    assert view.seat is not None, "the public is asked nothing"
    yield Branch("Game", f"Game\t{game.title}", _games(view, games))
    settings = offered_settings(game, joined_names(view))
    rare = [setting for setting in settings if setting.rare]
    if len(rare) < 2:
        rare = []  # a list of one line is no shorter
    yield from (_setting(setting, view, game) for setting in settings if setting not in rare)
    if rare:
        # Where editions have names, who looks for single options wants other rules than those of any edition.
        title = "More options" if game.editions is None else "Own rules"
        more = tuple(_setting(setting, view, game) for setting in rare)
        yield Branch(title.partition(" ")[0], title, Menu(title, CHANGE_HELP, more))
    yield _clock(view)
    yield from machine_entries(view.players, view.seat, game)
    if any(player.level is not None for player in view.players):
        yield _pace(view)
    others = [one for one in view.players if one.seat != view.seat and one.joined and one.fixed and one.level is None]
    if others:
        yield _swap(others)
    if offers_machine(view):
        yield from _learn(game)
    if offered := offered_helps(game):
        yield _helps(view.players[view.seat], offered)
    yield _branch("Leave", "Leave the table", {"move": "leave"})
    yield Branch("Name", f"Your name\t{view.players[view.seat].name}", _name(view))


def _swap(others: list[LobbyPlayer]) -> Branch:
    """With whom this player would swap seats. The other one is asked."""
    options = tuple(
        Option({"move": SWAP, "seat": one.seat}, one.name, f"{one.name}\tSeat {seat_number(one.seat)}")
        for one in others
    )
    text = f"Swap seats\t{others[0].name}" if len(others) == 1 else "Swap seats"
    return Branch("Swap", text, Choose("Swap with whom?", SWAP_HELP, options))


def _helps(player: LobbyPlayer, offered: Helps) -> Branch:
    """A list of switches for what is offered in the game. It stays open, so each press shows what it did."""
    switches = tuple(
        # A label that fits no box, so that the switches are a list, in which their values are in sight.
        _branch(f"{title}: {now}", f"{title}\t{now}", {"move": "help", "help": one, "on": one not in player.helps})
        for one, title in HELP_TITLES.items()
        if one in offered
        for now in ("on" if one in player.helps else "off",)
    )
    now, meaning = helps_words(player.helps, offered), " ".join(HELP_MEANINGS[one] for one in offered)
    return Branch(f"My help: {now}", f"My help\t{now}", Menu("My help", f"{meaning} {HELPS_HELP}", switches))


def _clock(view: LobbyView) -> Branch:
    times: list[tuple[str, Move]] = [(clock_words(time), {"move": "clock", "time": time}) for time in CLOCKS]
    return _choice("Clock", clock_words(view.clock), CLOCK_HELP, times)


def _pace(view: LobbyView) -> Branch:
    paces: list[tuple[str, Move]] = [(pace, {"move": "pace", "pace": pace}) for pace in PACES]
    return _choice("Machine's pace", view.pace, PACE_HELP, paces)


def _choice(title: str, now: str, help_text: str, values: Iterable[tuple[str, Move]]) -> Branch:
    """A line that opens a list of values, each with its move; `now`: the label of the one that is chosen."""
    options = tuple(Option(move, label, f"{label}{NOW}" if label == now else label) for label, move in values)
    # A label that fits no box, so that a short list is a list too, in which the value is in sight.
    return Branch(f"{title}: {now}", f"{title}\t{now}", Choose(title, help_text, options))


def _start(view: LobbyView, game: AnyGame) -> Branch:
    return _branch("Start", f"Start {view.title}", {"move": "start"})


def chosen_title(choices: Iterable[LobbyChoice], game: AnyGame) -> str:
    """What is going to be played: the game, or the edition of it that was chosen, as in "Classic Mastermind"."""
    if (editions := game.editions) is None:
        return game.title
    value = values_of(game.settings, sent_options(game, choices))[editions.name]
    label = next((one.label for one in editions.values[1:] if same(one.value, value)), "")
    # A long name needs no game's beside it.
    return label if len(label) > _SHORT_NAME else f"{label} {game.title}".strip()


def _branch(label: str, text: str, move: Move) -> Branch:
    return Branch(label, text, Choose(text, "", (Option(move, label, text),)))


def _games(view: LobbyView, games: Mapping[str, AnyGame]) -> Choose:
    """All games, from three players on first those for so many; at the right the one that is chosen, and how many players those
    need that do not fit."""
    players = len(joined_names(view))
    options = []
    for game in sorted(games.values(), key=lambda one: players > 2 and needs(one, players) != ""):
        note = NOW if game.name == view.chosen else f"\tfor {number_needed(game)}" if needs(game, players) else ""
        text = f"{game.title}{note}"
        options.append(Option({"move": "choose", "game": game.name}, game.title, text))
    return Choose(
        "Which game?", "At the right: how many players a game needs that does not fit those who sit.", tuple(options)
    )


def _against_machine(games: Mapping[str, AnyGame], first: str) -> Choose:
    """The games for two, so that each is near, the `first` one at the top, then the editions of them; the choice begins the game
    at once, since nobody else is there to be asked."""
    options: list[Option] = []
    editions: list[Option] = []
    for game in sorted(games.values(), key=lambda one: one.name != first):
        if needs(game, 2):
            continue
        begin: Move = {"move": "play_machine", "game": game.name}
        options.append(Option(begin, game.title, game.title))
        if (setting := game.editions) is not None:
            for edition in setting.values[1:]:
                chosen = {**begin, "option": setting.name, "value": edition.value}
                # A long name has no room for the game's beside it, and needs none.
                text = edition.label if len(edition.label) > _SHORT_NAME else f"{edition.label}\t{game.title}"
                editions.append(Option(chosen, edition.label, text))
    return Choose("Begin which?", MACHINE_HELP, (*options, *editions), accept="Start")


def _name(view: LobbyView) -> Prompt:
    """The menu of names: those that no player at the table has, and a new one."""
    new = Write("Your name", NAME_HELP, "new_name", "name", NAME_LETTERS, MAX_NAME_LETTERS)
    taken = {player.name for player in view.players}
    free = [_branch(name, name, {"move": "name", "name": name}) for name in view.known if name not in taken]
    return Menu("Who are you?", "", (*free, Branch("New", "Another name", new))) if free else new


def _setting(setting: Setting, view: LobbyView, game: AnyGame) -> Branch:
    values: list[tuple[str, Move]] = [
        (value.label, {"move": "set", "option": setting.name, "value": value.value})
        for value in offered_values(setting, joined_names(view))
    ]
    return _choice(setting.title, value_label(setting, view, game), setting.help, values)
