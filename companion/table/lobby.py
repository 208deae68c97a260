"""The lobby as a game, and who sits down at it from outside. Players choose there who plays, which game, and its options. It is a
Game itself, so the table runs it like any other.

A place joins with one key. Every player who has joined may choose. The last move, `start`, ends the lobby, and the table opens
the chosen game. The move `learn` chooses nothing: with keys it opens how the chosen game is played, and the first one tells that
somebody is there. The journal keeps the moves of the lobby like those of a game, so a choice that a screen showed survives a
power cut.

Its public view adds these keys to those of all views: `chosen` (the name of a game), `title` (the same in words), `choices`
(a list of `{"name", "value"}`: options with another value than their default), `needs` (empty, or why the game cannot start:
"needs exactly 2 players"), `first` (no game has been played at this table), `settled` (somebody has chosen the game),
`after` (the lobby follows a game), `last` (how that ended, as in "Ann wins 9 to 4", or empty), and
`players`: one for each place at the table, `{"seat", "name", "joined", "level", "fixed", "helps", "phone"}`; `level` is the
machine's if it plays there, else null; `fixed`: somebody made a move there in this lobby, or played the game before it; `helps`:
those of `games.helps` that the player has switched on; `phone`: who sits there scans a code. `{"move": "help", "help", "on"}`
switches one of them for the own seat.
`clock` is the think time ("off", "turn 60", "player 600", in seconds),
and `{"move": "clock", "time"}` chooses it. `pace` is how quickly the machine moves ("slow", "normal", "quick"), and
`{"move": "pace", "pace"}` chooses it where the machine plays.

Any free place can be the machine's. `{"move": "add_machine", "seat", "level"}` seats it where nobody made a move in this
lobby, or changes its level. `{"move": "remove_machine", "seat"}` takes it away. A person who joins there takes the place over.
While nobody made a move at another place, `{"move": "play_machine", "game"}` begins that game for two against the machine.

Two people who sit can swap places: `{"move": "swap", "seat"}`. The table makes this move only once the other one has agreed.
Names and helps go along, and the table tells the app, since phones go along, too.

A name that was entered on a page becomes the lobby's move of that place. Invariant: it counts only in the lobby, for a place that
has joined. It stands as it was entered, blanks at its ends apart. A name that the screens cannot draw is refused, and the refusal
says which letters those are. A phone that takes a place, or is put out, makes the moves by which its player joins or leaves.
"""

from collections.abc import Mapping
from typing import Any, Final
from unicodedata import normalize

from msgspec import Struct, ValidationError, convert, to_builtins

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Game, Result
from companion.core.prompt import Move
from companion.core.seat import Actor, Observer, Place, Seat, all_places, all_seats
from companion.core.words import name_fault, typed_fault
from companion.games.helps import Helps
from companion.table import lobby_rules, lobby_screens
from companion.table.clock import CLOCKS, OFF
from companion.table.effects import Answered, MachineSeat, Opened, Pace
from companion.table.lobby_rules import JOINED_FROM_START, Lobby, LobbyChoice, LobbyView, Machines, in_game, proposed

NAME: Final = "lobby"
RULES: Final = 4


class LobbyStart(Struct, frozen=True, forbid_unknown_fields=True):
    """How a lobby begins: the names to choose from, and what it takes over from the game before it. `goes_on`: it goes on as a
    lobby before it stands, and everything else is left out."""

    known: tuple[str, ...] = ()
    names: tuple[str | None, ...] | None = None
    joined: tuple[Place, ...] | None = None
    game: str | None = None
    choices: dict[str, Any] = {}
    machines: Machines = ()
    helps: tuple[Helps, ...] = ()
    clock: str | None = None
    pace: Pace = "normal"
    last: str = ""
    goes_on: Lobby | None = None


def make_lobby(
    catalog: tuple[AnyGame, ...], names: tuple[str, ...], clock: str = OFF, phones: tuple[Place, ...] = ()
) -> AnyGame:
    """The lobby for a catalog of games. `names`: the table's own names for its places. `clock`: the think time until another one
    is chosen. `phones`: the places that are phones. Raises RuleError if no game fits."""
    games = {game.name: game for game in catalog if game.seats[0] <= len(names)}
    if not games:
        raise RuleError(f"There is no game for {len(names)} {'seat' if len(names) == 1 else 'seats'}.")

    def read_options(given: Mapping[str, Any], seats: int) -> LobbyStart:
        try:
            before = convert(dict(given), LobbyStart)
        except ValidationError as error:
            raise RuleError(f"The lobby cannot begin like that: {str(error).lower()}.") from error
        playing = {*(before.joined or ())}
        named = {one.place for one in before.machines} | {place for place, one in enumerate(before.helps) if one}
        fits = playing <= set(range(seats)) and named <= playing
        if not fits or len(before.names or names) != seats or len(before.helps or names) != seats:
            raise RuleError(f"The lobby of a table with {seats} seats cannot begin with other ones.")
        if before.clock is not None and before.clock not in CLOCKS:
            raise RuleError(f"The lobby cannot begin like that: {before.clock!r} is no think time.")
        if before.goes_on is not None and (before.goes_on.chosen not in games or len(before.goes_on.names) != seats):
            raise RuleError("The lobby cannot go on as one of other games or seats.")
        return before

    def setup(before: LobbyStart, seats: int) -> Lobby:
        if before.goes_on is not None:
            return before.goes_on
        everybody = all_places(seats) if seats <= JOINED_FROM_START else ()
        joined = everybody if before.joined is None else before.joined
        # Who played the game before is still there, and nobody else's to replace.
        played = joined if before.game is not None else ()
        game = games.get(before.game or "")
        return Lobby(
            before.names or (None,) * seats,
            joined,
            before.known,
            proposed(games, len(joined)) if game is None else game.name,
            () if game is None else _choices(game, before.choices),
            # A level that this version does not have becomes another one.
            machines=() if game is None else in_game(before.machines, game, game),
            first=before.game is None and not before.known,
            present=tuple(place for place in played if all(one.place != place for one in before.machines)),
            settled=game is not None,
            helps=before.helps,
            clock=clock if before.clock is None else before.clock,
            pace=before.pace,
            after=before.game is not None,
            last=before.last,
        )

    def view(state: Lobby, observer: Observer) -> LobbyView:
        return lobby_rules.view(state, observer, games[state.chosen], names, phones)

    def apply(state: Lobby, actor: Actor, move: Move) -> Lobby:
        assert actor != "chance", "chance has nothing to choose"
        return lobby_rules.apply(state, Place(actor), move, games, names)

    return Game(
        name=NAME,
        title="Lobby",
        rules=RULES,
        seats=(1, 6),
        settings=(),
        read_options=read_options,
        setup=setup,
        view=view,
        prompt=lambda options, view: lobby_rules.prompt(view, games),
        to_act=lambda state: () if state.started else all_seats(len(names)),
        chance=lambda state: None,
        apply=apply,
        result=lambda state: Result((0,) * len(state.names), () if state.started else None),
        describe=lambda options, view, names: lobby_screens.describe(view),
        render=lambda options, view, names, entry: lobby_screens.render(view, games, entry),
        confirm_question=lambda options, view, move: lobby_rules.confirm_question(view, move, games[view.chosen]),
    )


def chosen_game(state: Lobby, game: AnyGame, names: tuple[str, ...]) -> Opened:
    """The game that a lobby opens. Raises RuleError if these players cannot play it by these options."""
    of_places = lobby_rules.place_names(state, names)
    called = tuple(of_places[place] for place in state.joined)
    for name in called:
        if called.count(name) > 1:
            raise RuleError(f"Two players are called {name}: one of them takes another name.")
    if lobby_rules.needs(game, len(called)):
        raise RuleError(lobby_rules.why_not_startable(game, len(called)))
    without = {one.name for one in game.settings} - {one.name for one in lobby_rules.offered_settings(game, called)}
    chosen = lobby_rules.sent_options(game, state.choices)
    options = {name: value for name, value in chosen.items() if name not in without}
    game.read_options(options, len(called))
    machines = tuple(MachineSeat(Seat(state.joined.index(one.place)), one.level) for one in state.machines)
    helps = tuple(lobby_rules.helps_at(state, place) for place in state.joined)
    kept = helps if any(helps) else ()
    return Opened(game.name, game.rules, options, called, state.joined, machines, kept, state.clock, state.pace)


def _choices(game: AnyGame, given: Mapping[str, Any]) -> tuple[LobbyChoice, ...]:
    """What was chosen for the game before, but what every lobby begins with."""
    usual = lobby_rules.sent_options(game, ())
    chosen = {name: value for name, value in given.items() if name not in usual or usual[name] != value}
    return tuple(LobbyChoice(name, value) for name, value in chosen.items())


def lobby_after(
    opened: Opened, names: tuple[str, ...], known: tuple[str, ...], clock: str = OFF, last: str = ""
) -> Opened:
    """The lobby after a game: its players keep their places, and its options can be changed before it is played again. `clock`:
    the table's own think time. `last`: how the game ended."""
    called: list[str | None] = [None] * len(names)
    machines = {opened.places[one.seat]: one.level for one in opened.machines}
    for place, name in zip(opened.places, opened.names, strict=True):
        called[place] = None if name == names[place] or place in machines else name
    options: dict[str, Any] = {"joined": list(opened.places), "game": opened.game}
    if known:
        options["known"] = list(known)
    if any(called):
        options["names"] = called
    if opened.options:
        options["choices"] = opened.options
    if opened.clock != clock:
        options["clock"] = opened.clock
    if last:
        options["last"] = last
    if opened.pace != "normal":
        options["pace"] = opened.pace
    if any(opened.helps):
        at = dict(zip(opened.places, opened.helps, strict=True))
        options["helps"] = [list(at.get(place, ())) for place in all_places(len(names))]
    if machines:
        options["machines"] = [{"place": place, "level": level} for place, level in machines.items()]
    return Opened(NAME, RULES, options, names)


def lobby_from(state: Lobby, names: tuple[str, ...]) -> Opened:
    """The lobby that goes on as `state` stands, without the moves that led there."""
    return Opened(NAME, RULES, {"goes_on": to_builtins(state)}, names)


def first_lobby(names: tuple[str, ...], known: tuple[str, ...]) -> Opened:
    """The lobby of a table at which no game was played yet."""
    return Opened(NAME, RULES, {"known": list(known)} if known else {}, names)


class NameEntered(Struct, frozen=True):
    """Somebody entered `text` on the page as the name of the player at a place."""

    place: Place
    text: str


def name_answer(game_state: object, number: int, named: NameEntered) -> Answered:
    """The move that sets the name, as move `number` of the open game. Raises RuleError, with a sentence for everybody, if the
    name cannot be set."""
    if not isinstance(game_state, Lobby) or game_state.started:
        raise RuleError("Names are chosen in the lobby: end this game first, then choose them.")
    if named.place not in game_state.joined:
        raise RuleError(f"Nobody sits at place {named.place + 1} yet: press Sit there first, then choose the name.")
    return Answered(Seat(named.place), number, name_move(named.text))


def name_move(text: str) -> Move:
    """The move by which a player takes a name. Raises RuleError, with a sentence, where it cannot be a name."""
    name = normalize("NFC", text).strip()
    if fault := name_fault(name) or typed_fault(name):
        raise RuleError(f"A name that {fault}")
    return {"move": "new_name", "name": name}


class SeatTaken(Struct, frozen=True):
    """A player called `name` sits down at `place`."""

    place: Place
    name: str


class SeatLeft(Struct, frozen=True):
    """The phone of `place` was disconnected, so nobody plays there any more."""

    place: Place


def is_naming(game_state: object) -> bool:
    """Whether the lobby is open, where names are chosen."""
    return isinstance(game_state, Lobby) and not game_state.started


def has_name(game_state: object, place: Place) -> bool:
    """Whether a player with a name of their own has joined at that place of the lobby."""
    return isinstance(game_state, Lobby) and place in game_state.joined and game_state.names[place] is not None


def name_refusal(game_state: object, taken: SeatTaken, leaving: Place | None = None) -> str | None:
    """Why this player cannot have that name, in a sentence; None where they can. It is for the lobby. `leaving`: the place that
    the player gives up for it."""
    try:
        name: str = name_move(taken.name)["name"]
    except RuleError as refusal:
        return str(refusal)
    if isinstance(game_state, Lobby) and name in (
        game_state.names[place] for place in game_state.joined if place not in (taken.place, leaving)
    ):
        return f"{name} sits at this table already: choose another name."
    return None


def sitting_move(game_state: object, given: SeatTaken | SeatLeft) -> Move | None:
    """The move by which somebody joins at that place, or leaves it; None where there is nothing to do."""
    if not isinstance(game_state, Lobby) or game_state.started:
        return None
    if isinstance(given, SeatLeft):
        return {"move": "leave"} if given.place in game_state.people else None
    return None if given.place in game_state.joined else {"move": "join"}
