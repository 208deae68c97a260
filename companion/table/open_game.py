"""The open game, as the table sees it: how to open one, who is asked what, and what all may know of it."""

from typing import Any

from msgspec import structs

from companion.core.game import AnyGame, Result, announcement, ask, to_act
from companion.core.prompt import Choose, Move, Option, Prompt
from companion.core.seat import PUBLIC, Place, Seat
from companion.games.helps import asked_back, options_with
from companion.table.clock.clock_setting import clock_setting
from companion.table.clock.think_time import whole_time
from companion.table.effects import Opened
from companion.table.moves import older_rules
from companion.table.physical_draws import draw_reports
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState
from companion.ui.kept_place import rebased
from companion.ui.seat_desk import Desk, asked


def new_game(setup: TableSetup, opened: Opened, known_names: tuple[str, ...]) -> TableState:
    """The state of a table where a game begins."""
    game = setup.newest(opened.game)
    options = game.read_options(opened.options, len(opened.names))
    game_state = game.setup(options, len(opened.names))
    return with_questions(setup, blank_state(setup, opened, options, game_state, known_names))


def blank_state(
    setup: TableSetup, opened: Opened, options: Any, game_state: Any, known_names: tuple[str, ...]
) -> TableState:
    """A state without moves, before any place has its question."""
    places = len(setup.names)
    blank = TableState(opened, options, game_state, 0, (), (Desk(),) * places, (None,) * places, known_names)
    setting = clock_setting(opened.clock)
    clock = None if setting is None else whole_time(setting, len(opened.names))
    return structs.replace(blank, machines=opened.machines, clock=clock)


def game_of(setup: TableSetup, state: TableState) -> AnyGame:
    """The open game, which may be the lobby, by the rules by which it was begun."""
    return setup.game_of(state.opened)


def in_lobby(setup: TableSetup, state: TableState) -> bool:
    """Whether the lobby is open."""
    return state.opened.game == setup.lobby.name


def is_over(setup: TableSetup, state: TableState) -> bool:
    """Whether no more moves can be made in the open game."""
    return not to_act(game_of(setup, state), state.game_state)


def has_older_rules(setup: TableSetup, state: TableState) -> bool:
    """Whether the open game was begun by older rules, and is not over."""
    opened = state.opened
    return opened.rules != setup.newest(opened.game).rules and not is_over(setup, state)


def awaits_report(setup: TableSetup, state: TableState) -> bool:
    """Whether players now report what they drew from their own box."""
    if not setup.box or has_older_rules(setup, state):
        return False
    return draw_reports.reporter(game_of(setup, state), state.game_state) is not None


def result(setup: TableSetup, state: TableState) -> Result | None:
    """How the open game ended; None while it goes on, and for a lobby."""
    if in_lobby(setup, state) or not is_over(setup, state):
        return None
    return game_of(setup, state).result(state.game_state)


def prompt(setup: TableSetup, state: TableState, place: Place) -> Prompt | None:
    """What a place is asked: a move of the game, a report of what it drew, or what comes next once the game is over."""
    seat, game = state.seat_at(place), game_of(setup, state)
    if seat is None:
        return None
    if is_over(setup, state):
        return next_question(setup, state, seat)
    if has_older_rules(setup, state):
        return older_rules.older_rules_prompt(game)
    if awaits_report(setup, state):
        return draw_reports.report_prompt(game, state.game_state, state.repeated_reports, seat)
    return ask(game, state.options, state.game_state, seat)


def next_question(setup: TableSetup, state: TableState, seat: Seat) -> Choose:
    """What each player is asked once the game is over: the same game again, or the lobby."""
    game = game_of(setup, state)
    status = game.render(state.options, game.view(state.game_state, seat), state.opened.names, None).status
    return Choose(
        status,
        "The game is over. Again: the same players and options. Lobby: change players, options or the game.",
        (
            Option({"move": "again"}, "Again", "The same once more"),
            Option({"move": "lobby"}, "Lobby", "Change something"),
        ),
    )


def own_options(setup: TableSetup, state: TableState, place: Place) -> Any:
    """The options by which a place is drawn and asked back: those of the game, with what its player has switched on."""
    helps = state.opened.helps_of(state.seat_at(place))
    return options_with(helps, game_of(setup, state), state.options)


def confirm_question(setup: TableSetup, state: TableState, place: Place, move: Move) -> str | None:
    """The sentence that asks whether a move is meant, if the game asks so; else None."""
    if is_over(setup, state) or has_older_rules(setup, state) or awaits_report(setup, state):
        return None
    game = game_of(setup, state)
    options = own_options(setup, state, place)
    return game.confirm_question(options, game.view(state.game_state, state.seat_at(place)), move)


def with_questions(setup: TableSetup, state: TableState) -> TableState:
    """The state after every desk has received the question of its place."""
    questions = tuple(_for_keys(setup, state, place, prompt(setup, state, place)) for place in setup.places)
    if not in_lobby(setup, state):
        desks = tuple(asked(desk, question) for desk, question in zip(state.desks, questions, strict=True))
    else:
        # A choice of one player asks all players anew. They stay where they are in the lists, or in what they read.
        desks = tuple(_asked_in_lobby(desk, question) for desk, question in zip(state.desks, questions, strict=True))
    return structs.replace(state, desks=desks)


def _for_keys(setup: TableSetup, state: TableState, place: Place, question: Prompt | None) -> Prompt | None:
    """The question as the keys of a place answer it: asked back for a player who may ask there what a move is worth."""
    weighs = "worth" in state.opened.helps_of(state.seat_at(place))
    return asked_back(game_of(setup, state), question) if question is not None and weighs else question


def _asked_in_lobby(desk: Desk, question: Prompt | None) -> Desk:
    if desk.draft is None or question is None or desk.doubt is not None:
        return structs.replace(asked(desk, question), bookmark=desk.bookmark)
    return structs.replace(desk, draft=rebased(desk.draft, question))


def public_view(setup: TableSetup, state: TableState) -> Any:
    """The view of somebody without a seat."""
    return game_of(setup, state).view(state.game_state, PUBLIC)


def last_event(setup: TableSetup, state: TableState) -> str:
    """What happened last, in one sentence for everybody."""
    game = game_of(setup, state)
    if has_older_rules(setup, state):
        return older_rules.older_rules_sentence(game)
    return game.describe(state.options, public_view(setup, state), state.opened.names)


def announced(setup: TableSetup, before: TableState, after: TableState) -> str | None:
    """What the game announces about the last move of `after`; None for nearly every move."""
    states = (before.game_state, after.steps[-1], after.game_state)
    return announcement(game_of(setup, after), after.options, *states, after.opened.names)
