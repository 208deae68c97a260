"""Players who cannot see play all four games on phones: they know the roles, names, states and texts. Digit Code they play to its
end, where luck alone leads soon; of the others they make the first moves."""

import random
import time
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from companion.games.catalog import find_game
from tests.patience import PATIENCE
from tests.web.phone_games.blind_player import BlindPlayer
from tests.web.phone_games.four_phones import engine_result, kept_game, verdict
from tests.web.phone_games.short_games import counted_scores
from tests.web.phone_games.spoken_tree import SpokenTree
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.slow]

GAMES: Final = (
    ("mastermind", (), 1),
    ("davinci", (("Dashes in play", "yes"),), 2),
    ("digitcode", (("Opening", "free"),), 3),
    ("passcode", (("LEVELs", "only 3"),), 4),
    ("breakthecode", (), 5),
)
"""Each game, the options that are chosen, and a seed."""
WHOLE: Final = "digitcode"
ASKED: Final = ("Your turn", "Game 1 of 2 is over", "Round 1 is over")
"""What the head says to who has a button to press."""
LONGEST: Final = 1000
"""Buttons that a whole game may take."""
BEGINNING: Final = 24
"""Moves of a game that is not played to its end; the deal of Break the Code takes 16."""


@pytest.mark.parametrize(("name", "chosen", "seed"), GAMES, ids=[game[0] for game in GAMES])
def test_blind_players_play(
    browser: Browser, tmp_path: Path, name: str, chosen: tuple[tuple[str, str], ...], seed: int
) -> None:
    title = find_game(name).title
    errors: list[str] = []
    luck = random.Random(seed)
    with touch_table(tmp_path, seats=2, seed=seed) as table:
        codes = [f"{table.address}/seat#{table.code(seat)}" for seat in (0, 1)]
        players = [BlindPlayer(browser, code, NAMES[seat], errors, luck) for seat, code in enumerate(codes)]
        if players[0].page.locator(".touch .chosen h2").inner_text() != title:
            players[0].press(f"Play {title} instead")
        for setting, value in chosen:
            players[0].press(f"{setting}: ")
            players[0].press(value)
        for button in (f"Start {title}", "Yes, do it"):
            players[0].press(button)
        ended = play(players, None if name == WHOLE else BEGINNING)
        read = [player.result() for player in players if ended]
        assert all("Your turn." in " ".join(player.heard) for player in players)
        for player in players:
            player.page.context.close()
    assert errors == []
    saved = kept_game(table)
    assert ended or len(saved.steps) >= BEGINNING
    if ended:
        scores, winners = engine_result(saved)
        assert winners is not None
        for seat, (told, points) in enumerate(read):
            shown = enumerate(counted_scores(saved.opened, tuple(scores)))
            assert points == {("You" if other == seat else NAMES[other]): score for other, score in shown}
            assert told == verdict(winners, seat, NAMES)


def play(players: list[BlindPlayer], moves: int | None) -> bool:
    """Play so many moves, whoever is asked; None: to the end. Whether the game has ended."""
    trees = [player.tree() for player in players]
    for _ in range(LONGEST):
        if all(tree.items("The result") for tree in trees):
            return True
        number = players[0].page.locator(".touch").get_attribute("data-number")
        if moves is not None and int(number or 0) > moves:
            return False
        asked = [player for player, tree in zip(players, trees, strict=True) if any(map(tree.says, ASKED))]
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
