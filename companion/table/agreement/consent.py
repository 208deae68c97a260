"""How all players come to agree: a proposal is made, each of them answers or stays silent, and it is carried out."""

from typing import assert_never

from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import Step
from companion.core.keys import REPEATS, Gesture
from companion.core.seat import Place, Seat
from companion.table.agreement import consent_timeout
from companion.table.agreement.proposal import Proposal, ProposalKind, silence_sentence
from companion.table.agreement.proposal_screen import AFTER_NO
from companion.table.agreement.take_back import before_last_move
from companion.table.effects import Append, NewCode, SwitchOff, TakenBack
from companion.table.lobby.lobby_state import Lobby
from companion.table.machine_seats.machine_effects import seated_machines
from companion.table.moves.game_change import abandon
from companion.table.open_game import game_of, with_questions
from companion.table.screens.screen_updates import notify_all, refresh, show_all
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState, Transition


def propose(
    setup: TableSetup,
    state: TableState,
    place: Place,
    seat: Seat,
    kind: ProposalKind,
    at: float,
    new_code: Place | None = None,
) -> Transition:
    """Ask all other players. `new_code`: the place that gets one. Raises RuleError if another proposal is open, or if the move
    cannot be taken back."""
    open_proposal = state.proposal
    if open_proposal is not None:
        name = state.player_names[open_proposal.proposer]
        raise RuleError(f"{name} has asked that, and not all have answered.")
    if kind == "take_back":
        _before_last_move(setup, state, seat)
    timeout = consent_timeout.started_timeout(len(state.opened.names), at)
    proposal = Proposal(kind, seat, timeout, unasked=_unasked(state, kind, seat), place=new_code)
    return put_to_all(setup, state, proposal, place)


def put_to_all(setup: TableSetup, state: TableState, proposal: Proposal, place: Place | None) -> Transition:
    """Show a proposal to all who are asked; carry it out if all have agreed. `place`: whose key was pressed.

    Raises RuleError if a move that all agree to take back cannot be taken back any more.
    """
    if proposal.waiting:
        state = state.with_proposal(proposal)
        return state, [*show_all(setup, state, place)]
    silence = silence_sentence(proposal, state.player_names)
    match proposal.kind:
        case "switch_off":
            state = state.with_proposal(None)
            return state, [*show_all(setup, state, place), SwitchOff(silence)]
        case "new_code":
            assert proposal.place is not None, "a new code is for a place"
            state = state.with_proposal(None)
            return state, [*show_all(setup, state, place), NewCode(proposal.place, silence)]
        case "abandon":
            places = state.opened.places
            state, effects = abandon(setup, state)
            event = f"{silence} The game is abandoned." if silence else ""
            if event:
                state = state.with_notice(event, places)
            return state, [*effects, *refresh(setup, state, place, event)]
        case "take_back":
            return _take_back(setup, state, proposal, silence, place)
        case _:
            assert_never(proposal.kind)


def refuse_proposal(setup: TableSetup, state: TableState, place: Place, seat: Seat, answer: str) -> Transition:
    """A player says no, or the proposer withdraws (`cancel`): the others are told, and nothing changes."""
    proposal, name = state.proposal, state.player_names[seat]
    assert proposal is not None, "only an open proposal is answered"
    if answer == "cancel":
        sentence = f"{name} has taken the question back."
    else:
        sentence = f"{name} does not agree: {AFTER_NO[proposal.kind]}."
    others = tuple(one for one in places_asked(state) if one != place)
    state = state.with_proposal(None).with_notice(sentence, others)
    return state, [*show_all(setup, state, place)]


def with_key_pressed(state: TableState, place: Place, gesture: Gesture, at: float) -> TableState:
    """A key press of a player who is asked restarts the countdown of that player; a repeat of a held key does not."""
    proposal, seat = state.proposal, state.seat_at(place)
    if proposal is None or seat is None or seat in proposal.unasked or gesture in REPEATS:
        return state
    return state.with_proposal(proposal.with_key(seat, at))


def advance_countdown(setup: TableSetup, state: TableState, at: float) -> Transition:
    """Show another number of the countdown. The players who were silent to its end agree."""
    before = state.proposal
    if before is None:
        return state, []
    proposal = before.at_time(at)
    if proposal.agreed != before.agreed:
        try:
            return put_to_all(setup, state, proposal, None)
        except RuleError as refusal:
            # The move cannot be taken back any more, so nobody is asked any more.
            state, shows = notify_all(setup, state.with_proposal(None), str(refusal))
            return state, [*shows]
    after = state.with_proposal(proposal)
    changed = has_other_overlays(state, after)
    return after, [*show_all(setup, after, None)] if changed else []


def restarted(state: TableState, at: float) -> TableState:
    """With a whole countdown from `at` on for everybody, since nobody could answer until then."""
    proposal = state.proposal
    if proposal is None:
        return state
    timeout = consent_timeout.started_timeout(len(state.opened.names), at)
    return state.with_proposal(structs.replace(proposal, timeout=timeout))


def after_lobby_move(before: TableState, state: TableState) -> TableState:
    """A player who joins or leaves ends the proposal, since other players would have to be asked."""
    proposal, was, now = state.proposal, before.game_state, state.game_state
    if proposal is None or not isinstance(was, Lobby) or not isinstance(now, Lobby):
        return state
    changed = sorted(set(was.people) ^ set(now.people))
    if not changed:
        return state.with_proposal(proposal)  # a player may have another name now
    did = "has sat down" if changed[0] in now.people else "has left"
    sentence = f"{state.player_names[changed[0]]} {did}: {AFTER_NO[proposal.kind]}."
    return state.with_proposal(None).with_notice(sentence, places_asked(state))


def overlay_lines(state: TableState) -> tuple[tuple[str, ...] | None, ...]:
    """The text of the overlay at every place."""
    return tuple(None if overlay is None else overlay.lines for overlay in state.overlays)


def has_other_overlays(before: TableState, after: TableState) -> bool:
    """Whether the text of an overlay is another one, at any place."""
    return after.overlays is not before.overlays and overlay_lines(after) != overlay_lines(before)


def places_asked(state: TableState) -> tuple[Place, ...]:
    """The places that have an overlay."""
    return tuple(place for place, overlay in enumerate(state.overlays) if overlay is not None)


def _take_back(
    setup: TableSetup, state: TableState, proposal: Proposal, silence: str, place: Place | None
) -> Transition:
    steps, before = _before_last_move(setup, state, proposal.proposer)
    numbers = range(state.number + 1, state.number + 1 + len(state.steps) - len(steps))
    seen = tuple(views[: len(steps) + 1] for views in state.seen)
    state = state.with_proposal(None)
    state = structs.replace(state, game_state=before, number=numbers[-1], steps=steps, seen=seen)
    state = with_questions(setup, state)
    sentence = f"{silence} {state.opened.names[proposal.proposer]}'s last move is taken back.".strip()
    state = state.with_notice(sentence, state.opened.places)
    anew = seated_machines(setup, state) if state.machines else []
    entries = [Append(TakenBack(number)) for number in numbers]
    return state, [*entries, *anew, *refresh(setup, state, place)]


def _before_last_move(setup: TableSetup, state: TableState, seat: Seat) -> tuple[tuple[Step, ...], object]:
    game, names = game_of(setup, state), state.opened.names
    return before_last_move(game, state.options, state.game_state, state.steps, names, seat, state.machine_seats)


def _unasked(state: TableState, kind: ProposalKind, proposer: Seat) -> tuple[Seat, ...]:
    """The seats that need not agree: those of the machine; in the lobby, those where nobody has joined."""
    lobby = state.game_state
    if kind not in ("switch_off", "new_code") or not isinstance(lobby, Lobby):
        return state.machine_seats
    return tuple(seat for seat in range(len(lobby.names)) if seat not in (proposer, *lobby.people))
