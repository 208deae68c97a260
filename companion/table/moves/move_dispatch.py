"""Which part of the table a move is for: the game, the question after a game, a game by older rules, or a report of a draw."""

from companion.core.game import submit
from companion.core.prompt import Move
from companion.core.seat import Actor, Place
from companion.table.moves import legal_move
from companion.table.moves.game_change import abandon_older, after_last_move
from companion.table.open_game import awaits_report, game_of, has_older_rules, is_over
from companion.table.physical_draws.report_moves import report
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def make_move(setup: TableSetup, state: TableState, actor: Actor, move: Move, urgent: Place | None) -> Transition:
    """Make a move. `urgent`: the place whose key completed it. Raises RuleError if it is refused."""
    if is_over(setup, state):
        return after_last_move(setup, state, actor, move, urgent)
    if has_older_rules(setup, state):
        return abandon_older(setup, state, actor, move, urgent)
    if awaits_report(setup, state):
        return report(setup, state, actor, move, urgent)
    game_state = submit(game_of(setup, state), state.options, state.game_state, actor, move)
    return legal_move.make_legal_move(setup, state, actor, move, game_state, urgent)
