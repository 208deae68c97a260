"""One finished game, for the tests of the page of finished games."""

import base64
from typing import Any

from msgspec import to_builtins

from companion.core.game import Step
from companion.core.seat import Observer
from companion.games.review import review_game
from companion.history.replay import replay_game, view_at_move
from companion.journal.rows import SavedGame
from tests.history.games import AT, opened
from tests.laws.play import Case


class FinishedGame:
    """One finished game, without a journal."""

    def __init__(self, case: Case, made: tuple[Step, ...], names: tuple[str, ...] = ()) -> None:
        self.made = made
        self.played = replay_game(SavedGame(opened(case), AT, b"", made, abandoned=False))
        self._names = names or ("Ann", "Bob", "Cleo", "Dan")[: case.seats]
        self.review_of_moves = review_game(self.played.game, self.played.options, self.played.states, made, self._names)

    async def games(self, before: str | None) -> dict[str, Any]:
        """Two pages: the game, and nothing but a fault."""
        if before is not None:
            return {"games": [], "faults": ["The journal t.sqlite3 is damaged."], "older": None}
        return {"games": [await self.game("1.2")], "faults": ["The journal t-2.sqlite3 is damaged."], "older": "1.2"}

    async def game(self, key: str) -> dict[str, Any]:
        one = {
            "key": key,
            "at": AT,
            "game": self.played.game.name,
            "title": self.played.game.title,
            "players": list(self._names),
        }
        how = {"how": "over", "scores": [9, 9], "winners": [0, 1], "moves": len(self.made), "counts": True}
        return {**one, **how}

    async def view_at(self, key: str, seat: Observer, number: int) -> dict[str, Any]:
        then = view_at_move(self.played, seat, number)
        picture = None if then.picture is None else base64.b64encode(then.picture).decode()
        return {"number": number, "view": then.view, "told": then.description, "picture": picture}

    async def review(self, key: str) -> dict[str, Any]:
        found: dict[str, Any] = to_builtins(self.review_of_moves)
        return found
