"""A player reports what they drew from their own box; if reports contradict each other, all players report their pieces again.

Invariant: while all report again, no screen depends on what another seat has reported. The reports become part of the game, and
of the journal, only when all of them are there.
"""

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import submit
from companion.core.prompt import Move, check
from companion.core.seat import CHANCE, Actor, Place, Seat
from companion.table.effects import Append, DrawsCorrected
from companion.table.machine_seats.machine_effects import with_all_seen
from companion.table.moves import legal_move
from companion.table.open_game import game_of, prompt, result, with_questions
from companion.table.physical_draws import draw_reports
from companion.table.screens import recap_reading
from companion.table.screens.screen_updates import notify_all, publish, refresh, show
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition
from companion.ui.seat_desk import asked


def report(setup: TableSetup, state: TableState, actor: Actor, move: Move, urgent: Place | None) -> Transition:
    """Take a report as the move of chance that it is. Raises RuleError if this actor was not asked for it."""
    game = game_of(setup, state)
    question = None
    if actor != CHANCE:
        question = draw_reports.report_prompt(game, state.game_state, state.repeated_reports, actor)
    if actor == CHANCE or question is None:
        raise RuleError("Somebody else tells what was drawn.")
    check(question, move)
    if state.repeated_reports is not None:
        return _report_again(setup, state, state.repeated_reports.adding(actor, move), actor, urgent)
    try:
        game_state = submit(game, state.options, state.game_state, CHANCE, move)
    except RuleError:
        return _contradiction(setup, state, urgent)
    return legal_move.make_legal_move(setup, state, CHANCE, move, game_state, urgent)


def _report_again(
    setup: TableSetup, before: TableState, reports: draw_reports.RepeatedReports, seat: Seat, urgent: Place | None
) -> Transition:
    """Keep a repeated report; when all are there, correct the history of the game."""
    game = game_of(setup, before)
    state = structs.replace(before, repeated_reports=reports)
    if not draw_reports.all_have_reported(game, state.game_state, reports):
        # Only this desk changes, so no other screen can show what this seat has reported.
        place = state.opened.places[seat]
        state = state.with_desk(place, asked(state.desks[place], prompt(setup, state, place)))
        return state, [show(setup, state, place)]
    found = draw_reports.corrected(game, state.options, state.game_state, state.steps, reports)
    if found is None:
        return _contradiction(setup, state, urgent)
    number = state.number + 1
    state = structs.replace(state, game_state=found.state, number=number, steps=found.steps, repeated_reports=None)
    state = with_all_seen(setup, state)
    state = with_questions(setup, recap_reading.after_move(setup, before, state, CHANCE))
    entry = Append(DrawsCorrected(number, found.steps), result(setup, state))
    return state, [entry, *refresh(setup, state, urgent)]


def _contradiction(setup: TableSetup, state: TableState, urgent: Place | None) -> Transition:
    """The reports cannot all be right: everybody reads so, and all report their pieces again."""
    state = structs.replace(state, repeated_reports=draw_reports.none_yet(len(state.opened.names)))
    sentence = draw_reports.conflict(game_of(setup, state))
    state, shows = notify_all(setup, with_questions(setup, state), sentence, urgent)
    return state, [*shows, publish(setup, state, sentence)]
