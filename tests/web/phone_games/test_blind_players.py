"""Players who cannot see play whole games of all four games on phones: they know the roles, names, states and texts."""

import random
import time
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from companion.games.catalog import find_game
from tests.patience import PATIENCE
from tests.web.phone_games.blind_player import BlindPlayer
from tests.web.phone_games.four_phones import engine_result, kept_game
from tests.web.phone_games.spoken_tree import SpokenTree
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

GAMES: Final = (
    ("mastermind", (), 1),
    ("davinci", (("Dashes in play", "yes"),), 2),
    ("digitcode", (("Opening", "free"),), 3),
    ("passcode", (("LEVELs", "only 3"),), 4),
)
"""Each game, the options that are chosen, and a seed."""
LONGEST: Final = 2000
"""Buttons that a game may take."""


@pytest.mark.parametrize(("name", "chosen", "seed"), GAMES, ids=[game[0] for game in GAMES])
def test_blind_players_play_a_whole_game(
    browser: Browser, tmp_path: Path, name: str, chosen: tuple[tuple[str, str], ...], seed: int
) -> None:
    title = find_game(name).title
    errors: list[str] = []
    luck = random.Random(seed)
    with touch_table(tmp_path, seats=2, seed=seed) as table:
        codes = [f"{table.address}/seat#{table.code(seat)}" for seat in (0, 1)]
        players = [BlindPlayer(browser, code, NAMES[seat], errors, luck) for seat, code in enumerate(codes)]
        for setting, value in (("Game", title), *chosen):
            players[0].press(f"{setting}: ")
            players[0].press(value)
        for button in (f"Start {title}", "Yes, do it"):
            players[0].press(button)
        play(players)
        read = [player.result() for player in players]
        assert all("Your turn." in " ".join(player.heard) for player in players)
        for player in players:
            player.page.context.close()
    assert errors == []
    scores, winners = engine_result(kept_game(table))
    assert winners is not None
    for seat, (told, points) in enumerate(read):
        assert points == {("You" if other == seat else NAMES[other]): score for other, score in enumerate(scores)}
        assert told == said(winners, seat)


def play(players: list[BlindPlayer]) -> None:
    """Play to the end, whoever is asked."""
    trees = [player.tree() for player in players]
    for _ in range(LONGEST):
        if all(tree.items("The result") for tree in trees):
            return
        asked = [player for player, tree in zip(players, trees, strict=True) if tree.says("Your turn")]
        if asked:
            asked[0].step()
            trees = [player.tree() for player in players]
        else:
            trees = changed(players, trees)
    raise AssertionError("the game did not end")


def changed(players: list[BlindPlayer], before: list[SpokenTree]) -> list[SpokenTree]:
    """All pages once any of them is another one: which of them is behind is not known."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        trees = [player.tree() for player in players]
        if [tree.written for tree in trees] != [tree.written for tree in before]:
            return trees
    raise AssertionError(f"no page changed: {before[0].written}")


def said(winners: list[int], seat: int) -> str:
    """What a player reads of who won."""
    if len(winners) != 1:
        return "A draw" if winners else "Nobody wins"
    return "You win" if winners == [seat] else f"{NAMES[winners[0]]} wins"
