"""The levels that the lobby offers are the bots that there are."""

from companion.bots.catalog import BOTS
from companion.bots.level_names import LEVEL_NAMES, level_for, levels_of, middle_level


def test_the_names_are_those_of_the_catalog() -> None:
    assert {game: tuple(bot.name for bot in bots) for game, bots in BOTS.items()} == LEVEL_NAMES


def test_the_level_that_is_offered_first_is_neither_the_weakest_nor_the_strongest() -> None:
    for game, levels in LEVEL_NAMES.items():
        assert middle_level(game) in levels[1:-1]
    assert levels_of("new game") == ("random",)
    assert middle_level("new game") == "random"


def test_another_game_is_played_at_about_the_same_level() -> None:
    assert level_for("davinci", "casual", "mastermind") == "casual", "the same name"
    assert level_for("davinci", "novice", "mastermind") == "beginner"
    assert level_for("passcode", "beginner", "davinci") == "hasty"
    assert level_for("new game", "best", "davinci") == "random"
    assert level_for("davinci", "random", "new game") == "random"
    assert level_for("davinci", "odd", "mastermind") == middle_level("davinci")
