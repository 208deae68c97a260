"""What a legal move does at the table: the game's new state, the journal's entry, the questions, and the screens."""

from msgspec import structs

from companion.core.game import to_act
from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Place
from companion.table.agreement.consent import after_lobby_move
from companion.table.effects import Append, Moved
from companion.table.lobby.lobby_state import Lobby
from companion.table.machine_seats.machine_effects import see_move
from companion.table.moves.game_change import open_chosen_game, remember_names, shorten_lobby, start_chosen
from companion.table.open_game import game_of, result, with_questions
from companion.table.screens import recap_reading
from companion.table.screens.screen_updates import refresh, with_announcement
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def make_legal_move(
    setup: TableSetup, before: TableState, actor: Actor, move: Move, game_state: object, urgent: Place | None
) -> Transition:
    """Make a legal move that leads to `game_state`. Raises RuleError if it starts a game that these players cannot play."""
    if isinstance(game_state, Lobby) and game_state.started:
        # The lobby does not know whether the game takes these options with these players. So ask the game first.
        open_chosen_game(setup, game_state)
    number, steps = before.number + 1, (*before.steps, (actor, move))
    clock, spent_ms = before.clock, 0
    if clock is not None and actor != CHANCE:
        clock, spent_ms = clock.with_whole_turn(actor), clock.spent_ms(actor)
    throwing = None if actor == CHANCE else before.throwing
    state = structs.replace(before, game_state=game_state, number=number, steps=steps, clock=clock, throwing=throwing)
    proposal = before.proposal
    if not to_act(game_of(setup, state), game_state) or (proposal is not None and proposal.kind == "take_back"):
        # The proposal was about the position before this move.
        state = state.with_proposal(None)
    state = recap_reading.after_move(setup, before, state, actor)
    state = after_lobby_move(before, with_questions(setup, state))
    state, announcement = with_announcement(setup, before, state)
    entry = Append(Moved(number, actor, move, spent_ms), result(setup, state))
    state, seen = see_move(setup, before, state)
    state, names = remember_names(state)
    state, game_opened = start_chosen(setup, state)
    state, shortened = shorten_lobby(setup, state)
    return state, [entry, *seen, *names, *game_opened, *shortened, *refresh(setup, state, urgent, announcement)]
