"""What the boards of the pages are drawn with, from the records of the games. `make schemas` writes companion/games/kits.js.

The letters, names and numbers of pieces stand once, in Python. The file is part of the repository, so that the pages need no
build, and the type checker of their modules reads it.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from companion.games.catalog import CATALOG
from tools.generated import write_where_it_differs

FILE: Final = Path(__file__).parent.parent / "companion" / "games" / "kits.js"
GUIDES: Final = Path(__file__).parent.parent / "docs" / "play"
HEAD: Final = """// @ts-check
// Generated from the records of the games by tools/board_kits.py: `make schemas` writes it anew.
"""


def text() -> str:
    """The whole file: a constant for each game, and the cards of all games."""
    kits = [f"export const {game.name} = {_json(game.kit)};\n" for game in CATALOG]
    cards = {
        game.name: {
            "title": game.title,
            "sign": game.sign,
            "about": game.about,
            "minutes": game.minutes,
            "players": game.seats,
            "rules": guide(game.title),
            "reviews": game.reviews,
            "options": {setting.name: setting.title for setting in game.settings},
            "of_seats": [setting.name for setting in game.settings if setting.of_seats],
        }
        for game in CATALOG
    }
    told = "\n/** What is told of each game; `of_seats`: the options that name a player. */\n"
    card = "title: string, sign: string, about: string, minutes: number, players: number[], rules: string, reviews: boolean"
    options = "options: Record<string, string>, of_seats: string[]"
    kind = f"/** @type {{Record<string, {{ {card}, {options} }}>}} */\n"
    return f"{HEAD}\n{chr(10).join(kits)}{told}{kind}export const cards = {_json(cards)};\n"


def guide(title: str) -> str:
    """The page on how a game is played, which begins with the game's title; the page of all rules while there is none."""
    guides = (page.stem for page in sorted(GUIDES.glob("*.md")) if page.read_text("utf-8").startswith(f"# {title}\n"))
    return next((f"/rules/{stem}" for stem in guides), "/rules")


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    if write_where_it_differs(FILE, text()):
        sys.stdout.write(f"{FILE}\n")
