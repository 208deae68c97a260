"""A game in progress that was begun by older rules: all players read so, and any of them can abandon it."""

from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.history.json_lines import decode_game_line
from companion.table.effects import Abandoned, Answered, Append, AskChance, Effect, Gestured, Opened, Publish
from companion.table.table import LOBBY, Table
from tests.history.record import FOLDER
from tests.table.room import words

NAMES = ("Mastermind", "Da Vinci Code", "Passcode")
ABANDON = {"move": "abandon"}


def recorded(name: str) -> Any:
    """A game that was recorded by rules 1."""
    return decode_game_line((FOLDER / name / "rules-1.jsonl").read_bytes().splitlines()[1]).kept


def sentence(table: Table, seat: int) -> str:
    """All that a notice says: ● shows the rest of it, then takes it away."""
    said: list[str] = []
    while table.state.places[seat].notices:
        *lines, box = words(table.screen(seat)).split("\n")
        assert box in ("More", "OK")
        said += lines
        assert not [effect for effect in table.handle(Gestured(seat, "middle")) if isinstance(effect, Append)]
    return " ".join(said)


def resumed(name: str, moves: int | None = None) -> tuple[Table, list[Effect], Any]:
    kept = recorded(name)
    steps = kept.steps if moves is None else kept.steps[:moves]
    table = Table(CATALOG, ("Ann", "Bob", "Cleo")[: len(kept.opened.names)])
    return table, table.resume(kept.opened, steps), kept


@pytest.mark.parametrize("name", ["mastermind", "davinci", "passcode"])
@pytest.mark.parametrize("material", ["screens", "box"])
def test_all_are_told_and_any_player_abandons_it(name: str, material: Any) -> None:
    for moves in (1, 7, 12, 31):
        kept = recorded(name)
        places = ("Ann", "Bob", "Cleo", "Dan")[: len(kept.opened.names) + 1]
        table = Table(CATALOG, places, material=material)
        effects = table.resume(kept.opened, kept.steps[:moves])
        said = f"This game of {table.game.title} was begun by older rules and cannot go on: abandon it, then begin a new one."
        assert [effect.event for effect in effects if isinstance(effect, Publish)] == [said]
        assert not any(isinstance(effect, AskChance | Append) for effect in effects)
        for seat in range(len(kept.opened.names)):
            assert sentence(table, seat) == said
        with pytest.raises(RuleError):
            table.handle(Answered(0, moves + 1, {"move": "guess", "pegs": ["red"] * 4}))
        with pytest.raises(RuleError, match="older rules"):
            table.handle(Answered(CHANCE, moves + 1, kept.steps[moves][1]))
        last = len(kept.opened.names) - 1
        effects = []
        for gesture in ("middle", "middle"):  # what is asked; OK
            assert effects == []
            effects = [effect for effect in table.handle(Gestured(last, gesture)) if isinstance(effect, Append)]
        first, second = effects
        assert isinstance(first, Append)
        assert first.entry == Abandoned(moves + 1)
        assert first.result is not None, "an abandoned game is settled as it stands"
        assert isinstance(second, Append)
        assert isinstance(second.entry, Opened)
        assert table.game.name == LOBBY


def test_one_that_is_over_is_looked_at_and_played_again_by_the_rules_of_today() -> None:
    table, _, kept = resumed("mastermind")
    assert table.game.rules == 1
    assert table.game.result(table.state.game_state).winners is not None
    table.handle(Answered(0, len(kept.steps) + 1, {"move": "again"}))
    assert table.state.opened.options == kept.opened.options
    assert table.state.opened.rules == table.game.rules > 1
