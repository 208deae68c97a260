"""What a touch interface shows of one place, in the same order in which `seat_screen` draws: overlay, recap, doubt, game.

Invariant: as for screens, a player's data are made from the view of that player's seat, a spectator's from the public view.
"""

from typing import Final

from companion.core.prompt import Choose, Move, Option, move_names
from companion.core.seat import Place
from companion.table import seat_data as data
from companion.table.lobby.lobby_state import Lobby
from companion.table.open_game import game_of, last_event, own_options, prompt
from companion.table.roll_sequence import is_asked_for_roll
from companion.table.screens.recap_reading import recap_json
from companion.table.screens.seat_screen import helps_now, hint_page, table_entries
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState
from companion.ui.seat_desk import MenuEntry

PROPOSALS: Final = ("take_back", "abandon", "switch_off", "new_code")
"""The entries of the seat's menu that are put to all. `new_code` is for a place."""
OWN: Final = ("roll_rest", "hint", "review", "hand_over", "play_again")
"""The entries that concern nobody else."""
HINT_ELSEWHERE: Final = "The hint is on your own screen, behind the Secrecy screen: tap Screen."


def seat_moment(setup: TableSetup, state: TableState, place: Place) -> data.SeatMoment:
    """All that is shown at a place."""
    game, overlay = game_of(setup, state), state.overlays[place]
    view = game.view(state.game_state, state.seat_at(place))
    desk = state.desks[place] if overlay is None else overlay.desk
    return data.SeatMoment(
        place=place,
        number=state.number + 1,
        title=game.title,
        view=view,
        names=state.player_names,
        places=state.opened.places,
        asked=question_in_front(setup, state, place),
        event=last_event(setup, state),
        notice=desk.notice or hint_in_front(setup, state, place),
        menu=possible_proposals(setup, state, place),
        recap=recap_json(setup, state) if state.recap_page_at(place) is not None else None,
        lifts=setup.secrecy == "lift",
        promising=promising_moves(setup, state, place),
        promise=state.promise_at(place),
        sheet=game.sheet(own_options(setup, state, place), view),
        levels=(setup.games[state.game_state.chosen] if isinstance(state.game_state, Lobby) else game).level_words(),
    )


def promising_moves(setup: TableSetup, state: TableState, place: Place) -> tuple[str, ...]:
    """The names of the moves about which the player at a place may ask now what they promise."""
    asked = prompt(setup, state, place)
    if asked is None or "worth" not in helps_now(setup, state, place):
        return ()
    return tuple(name for name in move_names(asked) if game_of(setup, state).weighs({"move": name}))


def question_in_front(setup: TableSetup, state: TableState, place: Place) -> data.Asked:
    """The question that is answered now at a place."""
    overlay, desk, proposal = state.overlays[place], state.desks[place], state.proposal
    if overlay is not None:
        lines = tuple(filter(None, overlay.lines))
        if overlay.desk.doubt is not None:
            return data.Asked(data.ENDING, data.AGAIN, lines)
        asked = None if overlay.desk.draft is None else overlay.desk.draft.prompt
        return data.Asked("" if proposal is None else f"{proposal.kind} {proposal.proposer}", asked, lines)
    if state.recap_page_at(place) is not None:
        return data.Asked(data.ROUND, data.GO_ON)
    if desk.doubt is not None:
        return data.Asked(data.DOUBT, data.AGAIN, (desk.doubt.question,))
    seat, reports = state.seat_at(place), state.repeated_reports
    reported = 0 if seat is None or reports is None else len(reports.by_seat[seat])
    # A second report of the same entry is another question.
    name = f"{data.GAME} {reported}" if reported else data.GAME
    return data.Asked(name, prompt(setup, state, place))


def hint_in_front(setup: TableSetup, state: TableState, place: Place) -> str:
    """The hint that is read at a place; empty if none is. One that is covered on the screen is not sent as a sentence."""
    advice, page = state.advice_at(place), state.desks[place].page
    if advice is None or page is None or page != hint_page(setup, state, place):
        return ""
    return advice.words if setup.secrecy == "open" or advice.review else HINT_ELSEWHERE


def possible_proposals(setup: TableSetup, state: TableState, place: Place) -> Choose | None:
    """What a player there can propose to the others or ask the machine now; None: nothing."""
    if state.overlays[place] is not None:
        return None
    entries = (entry for entry in table_entries(setup, state, place) if entry.action in (*PROPOSALS, *OWN))
    # With keys the die waits for its throw after every roll, so only a tap needs another way.
    own = setup.own_throw if is_asked_for_roll(setup, state, place) else ""
    rolls = (Option({"move": "own_throw"}, own, own),) if own else ()
    options = (*(Option(_move(entry), entry.text, entry.text) for entry in entries), *rolls)
    return Choose("The table", "", options) if options else None


def _move(entry: MenuEntry) -> Move:
    if entry.action == "new_code":
        return {"move": entry.action, "place": entry.page}
    return {"move": entry.action}
