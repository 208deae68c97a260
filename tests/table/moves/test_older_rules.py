"""A game in progress that was begun by older rules: all players read so, and any of them can abandon it.

No game has older rules, so these are invented: a lower number is all that the table goes by."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.seat import CHANCE
from companion.table.effects import Abandoned, Answered, Append, AskChance, Gestured, Opened, Publish
from companion.table.table import LOBBY, Table
from tests.history.games import case_of, opened, steps
from tests.table.room import words


def with_older(game: AnyGame) -> AnyGame:
    """The game as it would be after its rules have changed."""
    return replace(game, rules=game.rules + 1, older=(game,))


def sentence(table: Table, seat: int) -> str:
    """All that a notice says: ● shows the rest of it, then takes it away."""
    said: list[str] = []
    while table.state.places[seat].unread:
        *lines, box = words(table.screen(seat)).split("\n")
        assert box in ("More", "OK")
        said += lines
        assert not [effect for effect in table.handle(Gestured(seat, "middle")) if isinstance(effect, Append)]
    return " ".join(said)


@pytest.mark.parametrize("material", ["screens", "box"])
@pytest.mark.parametrize("name", ["mastermind", "davinci"])
def test_all_are_told_and_any_player_abandons_it(name: str, material: Any) -> None:
    case = case_of(name)
    made = steps(case, 3)
    for moves in (1, 2, 7):
        table = Table((with_older(case.game),), (*case.names, "Gus"), material=material)
        effects = table.resume(opened(case), made[:moves])
        said = f"This game of {table.game.title} was begun by older rules and cannot go on: abandon it, then begin a new one."
        assert [effect.event for effect in effects if isinstance(effect, Publish)] == [said]
        assert not any(isinstance(effect, AskChance | Append) for effect in effects)
        for seat in range(case.seats):
            assert sentence(table, seat) == said
        with pytest.raises(RuleError):
            table.handle(Answered(0, moves + 1, made[moves][1]))
        with pytest.raises(RuleError, match="older rules"):
            table.handle(Answered(CHANCE, moves + 1, made[moves][1]))
        effects = []
        for gesture in ("middle", "middle"):  # what is asked; OK
            assert effects == []
            effects = [
                effect for effect in table.handle(Gestured(case.seats - 1, gesture)) if isinstance(effect, Append)
            ]
        first, second = effects
        assert isinstance(first, Append)
        assert first.entry == Abandoned(moves + 1)
        assert first.result is not None, "an abandoned game is settled as it stands"
        assert isinstance(second, Append)
        assert isinstance(second.entry, Opened)
        assert table.game.name == LOBBY


def test_one_that_is_over_is_looked_at_and_played_again_by_the_rules_of_today() -> None:
    case = case_of("mastermind")
    made = steps(case, 3)
    table = Table((with_older(case.game),), case.names)
    table.resume(opened(case), made)
    assert table.game is case.game
    assert table.game.result(table.state.game_state).winners is not None
    table.handle(Answered(0, len(made) + 1, {"move": "again"}))
    assert table.state.opened.options == case.given
    assert table.state.opened.rules == table.game.rules == case.game.rules + 1
