"""The bot of the engine guide, as another program runs it: whole games of every game."""

import ast
import sys
from pathlib import Path
from subprocess import run

import pytest

from companion.games.catalog import CATALOG
from tests.laws.play import one_round

DOCS = Path(__file__).parent.parent.parent / "docs"
BOT = DOCS / "bot.py"
TABLES = [(game.name, seats) for game in CATALOG for seats in sorted({max(2, game.seats[0]), game.seats[1]})]


def played(game: str, seats: int, seed: int) -> dict[str, object]:
    """The result of one game; nothing else is printed."""
    command = [sys.executable, str(BOT), game, str(seats), str(seed), sys.executable, "-m", "companion", "engine"]
    done = run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    result = ast.literal_eval(done.stdout)
    assert isinstance(result, dict)
    return result


@pytest.mark.process
@pytest.mark.parametrize(("game", "seats"), one_round(TABLES))
def test_it_plays_a_whole_game(game: str, seats: int) -> None:
    result = played(game, seats, 1)
    assert isinstance(result["winners"], list)
    assert isinstance(result["scores"], list)
    assert len(result["scores"]) == seats
    if game == "mastermind":
        # Each row is a point for the other seat; a code that is not cracked in nine rows counts nine.
        assert all(1 <= rows < 9 for rows in result["scores"])
        assert played(game, seats, 1) == result, "the seed is all the luck there is"


@pytest.mark.process
def test_it_says_what_the_engine_refuses() -> None:
    command = [sys.executable, str(BOT), "mastermind", "7", "1", sys.executable, "-m", "companion", "engine"]
    done = run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "1 to 2 seats, not 7" in done.stderr


def test_it_needs_the_standard_library_alone() -> None:
    text = BOT.read_text(encoding="utf-8")
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
