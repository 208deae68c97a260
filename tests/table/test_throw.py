"""Which place the table asks to throw the die. It comes from the game's record, not from the keys of its view."""

import random
from typing import Any

import pytest

from companion.core.prompt import ChancePrompt, sample
from companion.core.seat import CHANCE
from companion.games.catalog import find_game
from companion.table.effects import Answered, AskChance, MachineSeat, Opened, SeatAnswered, Throw
from companion.table.table import Table

NAMES = ("Ann", "Bob")
PLACES = (2, 5)


def throws(name: str, moves: int, options: dict[str, Any] | None = None) -> list[tuple[bool, Throw, int | None]]:
    """Of every question to chance in a random game: whether a die may answer it, who throws, and whose turn the view says."""
    game, pick = find_game(name), random.Random(3).randrange
    table = Table((game,), tuple("ABCDEF"))
    effects = table.resume(Opened(name, game.rules, options or {}, NAMES, PLACES), [])
    found = []
    for number in range(1, moves + 1):
        state = table.state.game_state
        view = game.view(state, None)
        actor = view.to_act[0]
        prompt = game.ask(table.state.options, state, actor)
        assert prompt is not None
        asked = [effect for effect in effects if isinstance(effect, AskChance)]
        assert bool(asked) == (actor == CHANCE)
        found += [
            (isinstance(one.prompt, ChancePrompt) and one.prompt.die, one.throw, getattr(view, "turn_of", None))
            for one in asked
        ]
        effects = table.handle(Answered(actor, number, sample(prompt, pick)))
    return found


def test_a_roll_is_asked_of_the_place_whose_turn_it_is() -> None:
    rolls = [(throw, turn) for is_die, throw, turn in throws("passcode", 60) if is_die]
    assert {turn for _, turn in rolls} == {0, 1}
    for throw, turn in rolls:
        assert turn is not None
        assert throw == Throw(PLACES[turn], PLACES[0], NAMES[0])


def first_throw(*machines: MachineSeat, rest: bool = False) -> Throw:
    """Who throws for the first number of a code in Passcode. `rest`: Ann lets the rest be rolled."""
    game = find_game("passcode")
    table = Table((game,), tuple("ABCDEF"))
    table.resume(Opened("passcode", game.rules, {}, NAMES, PLACES, machines=machines), [])
    answer = SeatAnswered(PLACES[0], "menu", 1, {"move": "roll_rest"}) if rest else Answered(0, 1, {"move": "roll"})
    (asked,) = (effect for effect in table.handle(answer) if isinstance(effect, AskChance))
    return asked.throw


def tapped_throw(*answers: SeatAnswered, own_throw: str = "") -> list[Throw]:
    """Each throw that Ann is asked for, whose seat is played by touch. Luck answers the throw with the same roll."""
    table = Table((find_game("passcode"),), tuple("ABCDEF"), own_throw=own_throw)
    table.resume(Opened("passcode", find_game("passcode").rules, {"turning": False}, NAMES, PLACES), [])
    found = []
    for answer in answers:
        effects = table.handle(answer)
        asked = [effect for effect in effects if isinstance(effect, AskChance)]
        found += [one.throw for one in asked]
        for one in asked:
            table.handle(Answered(CHANCE, one.number, {"move": "roll", "top": 1, "front": 2}))
    return found


def test_who_taps_roll_the_die_need_not_throw_it_as_well() -> None:
    assert tapped_throw(SeatAnswered(PLACES[0], "game", 1, {"move": "roll"})) == [
        Throw(PLACES[0], PLACES[0], "Ann", unasked=True)
    ]


def test_a_tap_throws_once_and_a_key_after_it_leaves_the_throw_to_the_hand() -> None:
    table = Table((find_game("passcode"),), tuple("ABCDEF"))
    table.resume(Opened("passcode", find_game("passcode").rules, {"turning": False}, NAMES, PLACES), [])
    table.handle(SeatAnswered(PLACES[0], "game", 1, {"move": "roll"}))
    table.handle(Answered(CHANCE, 2, {"move": "roll", "top": 1, "front": 2}))
    seat = table.state.game_state.turn
    (asked,) = (one for one in table.handle(Answered(seat, 3, {"move": "roll"})) if isinstance(one, AskChance))
    assert asked.throw == Throw(PLACES[seat], PLACES[0], "Ann")


def test_a_player_by_touch_can_throw_by_hand_where_a_tap_throws_the_die() -> None:
    own = SeatAnswered(PLACES[0], "menu", 1, {"move": "own_throw"})
    assert tapped_throw(own, own_throw="Roll my own die") == [Throw(PLACES[0], PLACES[0], "Ann", own=True)]
    assert tapped_throw(own) == [], "with a die that no tap throws there is nothing to choose"


def test_who_let_the_rest_be_rolled_can_still_throw_by_hand() -> None:
    table = Table((find_game("passcode"),), tuple("ABCDEF"), own_throw="Roll my own die")
    rules = find_game("passcode").rules
    table.resume(Opened("passcode", rules, {"turning": False, "levels": [3]}, NAMES, PLACES), [])
    effects = table.handle(SeatAnswered(PLACES[0], "menu", 1, {"move": "roll_rest"}))
    while table.state.game_state.phase == "codes":
        asked = [one for one in effects if isinstance(one, AskChance)]
        move = {"move": "roll", "top": 1, "front": 2}
        actor, number = (CHANCE, asked[0].number) if asked else (table.state.game_state.turn, table.state.number + 1)
        effects = table.handle(Answered(actor, number, move if asked else {"move": "roll"}))
    number = table.state.number + 1
    while table.state.game_state.luck:
        effects = table.handle(
            Answered(CHANCE, number, sample(table.state.position.chance, random.Random(3).randrange))
        )
        number += 1
    effects = table.handle(SeatAnswered(PLACES[0], "menu", number, {"move": "own_throw"}))
    (asked_now,) = (one.throw for one in effects if isinstance(one, AskChance))
    assert asked_now == Throw(PLACES[0], PLACES[0], "Ann", own=True)


def test_no_player_has_to_throw_for_the_machine_or_for_the_rest() -> None:
    assert first_throw() == Throw(PLACES[0], PLACES[0], "Ann")
    assert first_throw(MachineSeat(0, "best")) == Throw(None, PLACES[0], "Ann", "Ann", unasked=True)
    assert first_throw(rest=True) == Throw(PLACES[0], PLACES[0], "Ann", unasked=True)


@pytest.mark.parametrize(("name", "options"), [("davinci", {}), ("mastermind", {"codemaker": "table"})])
def test_what_chance_draws_without_a_die_is_thrown_by_no_seat(name: str, options: dict[str, Any]) -> None:
    asked = throws(name, 6, options)
    assert asked
    assert all(not is_die and throw.by is None for is_die, throw, _ in asked)
