"""The levels that the lobby offers are the bots that there are."""

from companion.bots.catalog import BOTS
from companion.bots.level_names import LEVEL_NAMES, level_for, level_words, levels_help, levels_of, middle_level


def test_the_names_are_those_of_the_catalog() -> None:
    assert {game: tuple(bot.name for bot in bots) for game, bots in BOTS.items()} == LEVEL_NAMES


def test_each_level_says_in_one_short_sentence_how_it_plays() -> None:
    for game, levels in LEVEL_NAMES.items():
        words = level_words(game)
        assert tuple(words) == levels
        assert len(set(words.values())) == len(levels)
        for sentence in words.values():
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert len(sentence) <= 72
        assert all(sentence in levels_help(game) for sentence in words.values())
    assert tuple(level_words("new game")) == ("random",)


def test_the_level_that_nobody_chose_is_neither_the_weakest_nor_the_strongest() -> None:
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
