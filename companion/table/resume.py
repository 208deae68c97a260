"""How a table takes up the game that the journal holds."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from companion.core.errors import JournalError, RuleError
from companion.core.game import AnyGame, Step, by_rules
from companion.core.seat import Seat
from companion.table.clock.think_time import with_kept
from companion.table.effects import MachineSeat, Opened
from companion.table.machine_seats.machine_effects import seated_machines, with_all_seen
from companion.table.moves import older_rules
from companion.table.moves.game_change import back_to_lobby, start_chosen
from companion.table.open_game import blank_state, has_older_rules, with_questions
from companion.table.screens.recap_reading import replayed_with_readers
from companion.table.screens.screen_updates import refresh
from companion.table.table_setup import TableSetup
from companion.table.table_state import Transition


def holds_other_lobby(setup: TableSetup, opened: Opened) -> bool:
    """Whether the journal ends in a lobby of another version or of another table. Nothing of it is needed."""
    lobby = setup.lobby
    return opened.game == lobby.name and (opened.rules != lobby.rules or len(opened.names) != len(setup.names))


def resume_game(
    setup: TableSetup,
    opened: Opened,
    steps: Iterable[Step],
    known_names: tuple[str, ...],
    number: int | None = None,
    *,
    abandoned: bool = False,
    machines: tuple[MachineSeat, ...] | None = None,
    spent_ms: Mapping[Seat, int],
) -> Transition:
    """Go on with an open game: its screens, and the lobby or the chosen game if the journal ends between two games.

    `steps`: the moves that count. `number`: how many entries the journal has of the game, with those that were taken back; left
    out: as many as `steps`. `machines`: the seats that the machine plays now; left out: those of `opened`. `spent_ms`: the think
    time that each player has used. Raises JournalError that names what cannot be replayed.
    """
    game = _playable(setup, opened)
    held = tuple(steps)
    options, game_state, readers = _replayed(game, opened, held)
    state = structs.replace(blank_state(setup, opened, options, game_state, known_names), steps=held)
    playing = opened.machines if machines is None else machines
    clock = None if state.clock is None else with_kept(state.clock, spent_ms)
    state = structs.replace(state, number=len(held) if number is None else number, machines=playing, clock=clock)
    if game.recap(state.game_state) is not None:
        state = state.with_recap_for(readers)
    state = with_questions(setup, with_all_seen(setup, state))
    state, effects = back_to_lobby(setup, state) if abandoned else start_chosen(setup, state)
    if not effects and state.machines:
        effects = seated_machines(setup, state)
    if has_older_rules(setup, state):
        state = state.with_notice(older_rules.older_rules_sentence(game), opened.places)
    return state, [*effects, *refresh(setup, state, None)]


def _playable(setup: TableSetup, opened: Opened) -> AnyGame:
    """The game by the rules by which it was begun. Raises JournalError if this table cannot play it."""
    known = setup.games.get(opened.game)
    if known is None:
        raise JournalError(f"The journal holds a game {opened.game!r} that this version does not have.")
    game = by_rules(known, opened.rules)
    if game is None:
        raise JournalError(
            f"The journal holds {known.title} by rules {opened.rules}, and this version plays it by rules {known.rules}."
        )
    if max(opened.places) >= len(setup.names):
        raise JournalError(
            f"The journal holds a game of {max(opened.places) + 1} seats, and the table has {len(setup.names)}."
        )
    return game


def _replayed(game: AnyGame, opened: Opened, steps: tuple[Step, ...]) -> tuple[Any, Any, tuple[Seat, ...]]:
    """The options of the game, its state, and who has made no move since its last round ended."""
    try:
        options = game.read_options(opened.options, len(opened.names))
        return options, *replayed_with_readers(game, options, len(opened.names), steps)
    except RuleError as error:
        raise JournalError(f"The journal's game of {game.title} is damaged: {error}") from error
