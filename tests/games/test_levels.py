"""The levels that the lobby offers are the bots that there are."""

from dataclasses import replace
from typing import Final

import pytest

from companion.core.game import AnyGame
from companion.games.catalog import CATALOG, find_game
from companion.games.davinci import DAVINCI
from companion.games.digitcode import DIGITCODE
from companion.games.helps import offered_helps
from companion.games.mastermind import MASTERMIND
from companion.games.mind import mind_of
from companion.games.passcode import PASSCODE

WITHOUT_MIND: Final = replace(MASTERMIND, name="new game", levels={}, package="", hints=False, reviews=False)
WITHOUT_HINTS: Final = replace(MASTERMIND, hints=False)
every_game = pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)


@every_game
def test_the_names_are_those_of_the_bots(game: AnyGame) -> None:
    assert tuple(bot.name for bot in mind_of(game).bots) == game.level_names()
    assert tuple(bot.name for bot in mind_of(WITHOUT_MIND).bots) == ("random",) == WITHOUT_MIND.level_names()


@every_game
def test_the_record_says_what_the_mind_has(game: AnyGame) -> None:
    mind = mind_of(game)
    assert game.hints == (mind.hints is not None)
    assert game.reviews == (mind.reviewer is not None)
    assert game.hints or not game.reviews, "a review counts in the unit of the hints"


def test_a_mind_without_hints_is_asked_for_none() -> None:
    assert offered_helps(WITHOUT_HINTS) == ()
    assert offered_helps(replace(DIGITCODE, hints=False)) == ("sheet",), "which needs no mind"
    guess = {"move": "guess", "pegs": []}
    assert (MASTERMIND.weighs(guess), WITHOUT_HINTS.weighs(guess)) == (True, False)


@every_game
def test_each_level_says_in_one_short_sentence_how_it_plays(game: AnyGame) -> None:
    words = game.level_words()
    assert tuple(words) == game.level_names()
    assert len(set(words.values())) == len(words)
    for sentence in words.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) <= 72
    assert all(sentence in game.levels_help() for sentence in words.values())


@every_game
def test_the_level_that_nobody_chose_is_neither_the_weakest_nor_the_strongest(game: AnyGame) -> None:
    first, *others = game.level_names()
    assert game.middle_level() in (others[:-1] or others), first
    assert WITHOUT_MIND.middle_level() == "random"


def test_another_game_is_played_at_about_the_same_level() -> None:
    assert DAVINCI.level_like("casual", MASTERMIND) == "casual", "the same name"
    assert DAVINCI.level_like("novice", MASTERMIND) == "beginner"
    assert PASSCODE.level_like("beginner", DAVINCI) == "hasty"
    assert WITHOUT_MIND.level_like("best", DAVINCI) == "random"
    assert DAVINCI.level_like("random", WITHOUT_MIND) == "random"
    assert DAVINCI.level_like("odd", MASTERMIND) == DAVINCI.middle_level()


def test_what_may_be_weighed_depends_on_the_move() -> None:
    assert PASSCODE.weighs({"move": "draw", "pile": "draw"})
    assert not PASSCODE.weighs({"move": "draw", "pile": "discard"}), "its card is known"
    assert not find_game("mastermind").weighs({"move": "set_code", "pegs": []})
