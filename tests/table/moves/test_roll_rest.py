"""Rolls that follow each other: a player lets them be made, and is asked only what has a choice."""

from typing import Any

import pytest

from companion.core.prompt import Prompt, every
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.games.passcode import PASSCODE
from companion.table.effects import Moved, Opened, SeatAnswered
from companion.table.table import Table
from tests.table.room import Room, menu_of


class Rolling(Room):
    """Two players make their codes in Passcode; chance answers at once, with one roll after the other."""

    def __init__(self, **options: Any) -> None:
        super().__init__(CATALOG)
        self.kept = []
        self.carry_out(self.table.resume(Opened("passcode", PASSCODE.rules, options, ("Ann", "Bob")), ()))

    def luck(self, number: int, prompt: Prompt) -> None:
        rolls = list(every(prompt))
        self.answer(CHANCE, rolls[number * 5 % len(rolls)])

    @property
    def moved(self) -> list[Moved]:
        return [entry for entry in self.kept if isinstance(entry, Moved)]

    def actions(self, place: int) -> list[str]:
        return [entry.action for entry in menu_of(self.table, place)]

    def rest(self, place: int) -> None:
        """The player lets the rolls be made."""
        number = self.table.state.number + 1
        self.carry_out(self.table.handle(SeatAnswered(place, "menu", number, {"move": "roll_rest"})))

    @property
    def phase(self) -> str:
        return str(self.table.game.view(self.table.state.game_state, None).phase)


def test_without_decisions_two_choices_make_all_codes() -> None:
    rolling = Rolling(levels=[3], turning=False)
    assert "roll_rest" in rolling.actions(0)
    assert "roll_rest" not in rolling.actions(1), "it is not Bob's turn"
    rolling.rest(0)
    assert rolling.table.game.view(rolling.table.state.game_state, None).to_act == (1,)
    rolling.rest(1)
    assert rolling.phase != "codes"
    assert next(move.move for move in rolling.moved if move.actor == 0) == {"move": "roll"}
    assert sum(move.actor in (0, 1) for move in rolling.moved) == 3


def test_a_decision_between_two_rolls_is_asked_and_the_next_roll_is_not() -> None:
    rolling = Rolling()
    rolling.rest(0)
    assert rolling.phase == "turning", "which way the die is turned is Ann's choice"
    rolling.answer(0, {"move": "turn", "to": "left"})
    rolling.rest(1)
    rolling.answer(1, {"move": "turn", "to": "right"})
    made = [(move.actor, move.move["move"]) for move in rolling.moved if move.actor != CHANCE]
    assert made == [(0, "roll"), (0, "turn"), (1, "roll"), (1, "turn"), (0, "roll")]
    assert rolling.phase == "turning"


def test_the_rolls_of_the_game_itself_are_asked_for_again() -> None:
    rolling = Rolling(levels=[3], turning=False)
    rolling.rest(0)
    rolling.rest(1)
    number = rolling.table.state.number
    assert rolling.phase == "first"
    assert rolling.table.prompt(0) is not None
    assert "roll_rest" not in rolling.actions(0)
    assert rolling.table.state.number == number


def test_a_proposal_ends_it() -> None:
    rolling = Rolling()
    rolling.rest(0)
    number = rolling.table.state.number + 1
    rolling.carry_out(rolling.table.handle(SeatAnswered(1, "menu", number, {"move": "abandon"})))
    assert rolling.table.state.proposal is not None
    assert {own.rolls for own in rolling.table.state.places} == {""}


@pytest.mark.parametrize("name", ["mastermind", "davinci", "digitcode"])
def test_games_without_such_rolls_do_not_offer_it(name: str) -> None:
    game = next(game for game in CATALOG if game.name == name)
    table = Table(CATALOG, ("Ann", "Bob"))
    table.resume(Opened(name, game.rules, {}, ("Ann", "Bob")), ())
    for place in (0, 1):
        assert "roll_rest" not in [entry.action for entry in menu_of(table, place)]
