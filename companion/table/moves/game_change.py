"""How one game follows another at the table: from the lobby into the chosen game, the same game again, or back to the lobby."""

from typing import Final

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.prompt import Move, check
from companion.core.seat import CHANCE, Actor, Place
from companion.table.effects import Abandoned, Append, Opened, RememberName
from companion.table.lobby import lobby_game
from companion.table.lobby.lobby_state import Lobby
from companion.table.machine_seats.machine_effects import seated_machines, with_all_seen
from companion.table.moves import older_rules
from companion.table.open_game import game_of, new_game, next_question
from companion.table.screens.screen_updates import refresh
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition

LONGEST_LOBBY: Final = 500
"""Entries of a lobby in the journal. Players who choose for long make some dozens."""


def enter(setup: TableSetup, state: TableState, opened: Opened) -> Transition:
    """Open a game, or a lobby. Each seat of the machine gets a seed of its own."""
    machines = tuple(structs.replace(machine, seed=setup.new_seed()) for machine in opened.machines)
    opened = structs.replace(opened, machines=machines)
    after = with_all_seen(setup, new_game(setup, opened, state.known_names))
    seated = seated_machines(setup, after) if state.machines or machines else []
    return after, [Append(opened), *seated]


def back_to_lobby(setup: TableSetup, state: TableState) -> Transition:
    """Open the lobby, with the players and the choices of the game that is open now."""
    return enter(setup, state, lobby_game.lobby_after(state.opened, setup.names, state.known_names, setup.clock))


def abandon(setup: TableSetup, state: TableState) -> Transition:
    """End a game that is not over, and open the lobby."""
    score = game_of(setup, state).result(state.game_state)
    last_entry = Append(Abandoned(state.number + 1), score)
    state, effects = back_to_lobby(setup, state)
    return state, [last_entry, *effects]


def abandon_older(setup: TableSetup, state: TableState, actor: Actor, move: Move, urgent: Place | None) -> Transition:
    """Abandon a game by older rules. It cannot go on, so one player decides alone. Raises RuleError for any other move."""
    game = game_of(setup, state)
    if actor == CHANCE:
        raise RuleError(older_rules.older_rules_sentence(game))
    check(older_rules.older_rules_prompt(game), move)
    state, effects = abandon(setup, state)
    return state, [*effects, *refresh(setup, state, urgent)]


def after_last_move(setup: TableSetup, state: TableState, actor: Actor, move: Move, urgent: Place | None) -> Transition:
    """Open what a player chooses once the game is over. Raises RuleError for any other move."""
    if actor == CHANCE:
        raise RuleError("The game is over.")
    check(next_question(setup, state, actor), move)
    if move["move"] == "lobby":
        state, effects = back_to_lobby(setup, state)
    else:
        opened = state.opened
        state, effects = enter(setup, state, structs.replace(opened, rules=setup.newest(opened.game).rules))
    return state, [*effects, *refresh(setup, state, urgent)]


def start_chosen(setup: TableSetup, state: TableState) -> Transition:
    """Open the game that was chosen in a lobby that is over; nothing in any other state.

    Raises RuleError if these players cannot play it by these options.
    """
    lobby = state.game_state
    if not isinstance(lobby, Lobby) or not lobby.started:
        return state, []
    return enter(setup, state, open_chosen_game(setup, lobby))


def shorten_lobby(setup: TableSetup, state: TableState) -> Transition:
    """A long lobby goes on as a new one that begins as it stands, so that neither a move nor a start of the table costs more the
    longer it lasts. The screens stay as they are, and no move of a lobby is ever taken back."""
    lobby = state.game_state
    if not isinstance(lobby, Lobby) or state.number < LONGEST_LOBBY:
        return state, []
    opened = lobby_game.lobby_from(lobby, setup.names)
    options = game_of(setup, state).read_options(opened.options, len(opened.names))
    return structs.replace(state, opened=opened, options=options, number=0, steps=()), [Append(opened)]


def open_chosen_game(setup: TableSetup, lobby: Lobby) -> Opened:
    """The game that was chosen in a lobby. Raises RuleError if these players cannot play it by these options."""
    game = setup.newest(lobby.chosen)
    opened = lobby_game.chosen_game(lobby, game, setup.names)
    if opened.machines and setup.box and game.box is not None:
        raise RuleError(
            f"The machine cannot draw from your own box, so it cannot play {game.title} here: take it away from the table, or "
            'set material = "screens" below [table].'
        )
    return opened


def remember_names(state: TableState) -> Transition:
    """Keep the names that were entered in the lobby for the first time."""
    lobby = state.game_state
    if not isinstance(lobby, Lobby):
        return state, []
    new = tuple(name for name in lobby.known if name not in state.known_names)
    return structs.replace(state, known_names=(*state.known_names, *new)), [RememberName(name) for name in new]
