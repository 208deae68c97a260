"""A game that was played by older rules is replayed by them, and by no others: an invented older version of Mastermind, in which
every guess could repeat a colour."""

from dataclasses import replace
from functools import partial
from typing import Final

import pytest
from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.seat import all_seats
from companion.games.catalog import find_game
from companion.games.mastermind import MASTERMIND
from companion.history import replay
from companion.history.replay import replay_game, replayed_ending
from companion.journal.rows import SavedGame
from companion.table.effects import Opened
from tests.history.games import AT

OLD: Final[AnyGame] = replace(
    MASTERMIND,
    rules=MASTERMIND.rules - 1,
    prompt=lambda options, view: MASTERMIND.prompt(structs.replace(options, repeats_in_guess=True), view),
)
NOW: Final[AnyGame] = replace(MASTERMIND, older=(OLD,))
CODE: Final = ("red", "green", "blue", "white")
STEPS: Final[tuple[Step, ...]] = tuple(
    (seat, {"move": move, "pegs": list(pegs)})
    for maker, decoder in (all_seats(2), all_seats(2)[::-1])
    for seat, move, pegs in ((maker, "set_code", CODE), (decoder, "guess", ("red",) * 4), (decoder, "guess", CODE))
)


def played_by(rules: int) -> SavedGame:
    opened = Opened("mastermind", rules, {"repeats_in_guess": False}, ("Ann", "Bob"))
    return SavedGame(opened, AT, b"", STEPS, abandoned=False)


def test_a_record_is_found_by_the_number_of_its_rules() -> None:
    assert NOW.by_rules(NOW.rules) is NOW
    assert NOW.by_rules(OLD.rules) is OLD
    assert NOW.by_rules(NOW.rules + 1) is None


def test_a_game_is_replayed_by_the_rules_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "find_game", partial(find_game, catalog=(NOW,)))
    one = replay_game(played_by(OLD.rules))
    assert one.game is OLD
    assert replayed_ending(one).scores == (2, 2)
    with pytest.raises(RuleError, match=r"^Move 2 does not replay: A guess may not hold two pegs of one colour"):
        replay_game(played_by(NOW.rules))
    with pytest.raises(RuleError, match=f"by rules {NOW.rules + 1} of Mastermind, and this version plays it by rules"):
        replay_game(played_by(NOW.rules + 1))
