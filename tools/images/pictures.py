"""Renews the pictures of docs/play/: screens of games that are played in memory, with luck from fixed seeds. `make pictures`.

Nothing is drawn here: each picture is what the table would show at that seat, three times as large, with hard pixels.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PIL import Image

from companion.core.keys import Gesture
from companion.core.picture import HEIGHT, WIDTH, Picture
from companion.core.prompt import Move, Prompt, every, move_names, sample
from companion.core.seat import CHANCE, Place, Seat
from companion.devices.panels.image import as_image
from companion.games.catalog import CATALOG, find_game
from companion.table.effects import Answered, AskChance, Effect, Gestured, Opened
from companion.table.table import Table
from companion.ui.raster import draw
from tests.key_spelling import spell

FOLDER: Final = Path(__file__).parents[2] / "docs" / "play" / "pictures"
SCALE: Final = 3
NAMES: Final = ("North", "East", "South", "West")
PATIENCE: Final = 5_000
"""Moves within which a scene must come to what it shows."""


class Played:
    """A table at which one game is played, at each place the seat of its number. `seed`: all its luck."""

    def __init__(self, game: str, seats: int = 2, seed: int = 1, **options: Any) -> None:
        self._luck = random.Random(seed)
        # Where four sit in the corners of the world, two sit across from each other.
        called = NAMES[:seats] if seats > 2 else NAMES[0:3:2]
        self.table = Table(CATALOG, called)
        found = find_game(game)
        self._carry_out(self.table.resume(Opened(found.name, found.rules, options, called), ()))

    @property
    def public(self) -> Any:
        """What all may know."""
        return self.table.game.view(self.table.state.game_state, None)

    def move(self, by: int, /, **move: Any) -> "Played":
        """A move, of a seat whose keys nobody looks at."""
        self._carry_out(self.table.handle(Answered(Seat(by), self.table.state.number + 1, move)))
        return self

    def press(self, seat: int, *gestures: Gesture) -> "Played":
        for gesture in gestures:
            self._carry_out(self.table.handle(Gestured(Place(seat), gesture)))
        return self

    def typed(self, by: int, but: int, /, **move: Any) -> "Played":
        """All `but` the last keys of a move."""
        gestures = spell(self.asked(by), move)
        return self._read(by).press(by, *gestures[: len(gestures) - but])

    def until(self, done: Callable[["Played"], bool], *liked: str) -> "Played":
        """Any moves until that is so; those called as in `liked` first, where there are some."""
        for _ in range(PATIENCE):
            if done(self):
                return self
            seat = self.public.to_act[0]
            self.move(seat, **self._some_move(self.asked(seat), liked))
        raise AssertionError("the scene never comes")

    def asked(self, seat: int) -> Prompt:
        prompt = self.table.prompt(Place(seat))
        assert prompt is not None, f"seat {seat} is asked nothing"
        return prompt

    def picture(self, seat: int) -> Picture:
        """What stands on a seat's screen."""
        return draw(self._read(seat).table.screen(Place(seat)))

    def _read(self, seat: int) -> "Played":
        """The player at a seat has read what the others did meanwhile."""
        while self.table.state.places[seat].since:
            self.press(seat, "middle")
        return self

    def _some_move(self, prompt: Prompt, liked: tuple[str, ...]) -> Move:
        best = next((name for name in liked if name in move_names(prompt)), None)
        if best is None:
            return sample(prompt, self._luck.randrange)
        return self._luck.choice([move for move in every(prompt) if move["move"] == best])

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, AskChance):
                move = sample(effect.prompt, self._luck.randrange)
                self._carry_out(self.table.handle(Answered(CHANCE, effect.number, move)))


def enlarged(picture: Picture) -> Image.Image:
    """A picture as an image, each pixel a square."""
    small: Image.Image = as_image(picture)
    return small.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)


def write(folder: Path = FOLDER) -> list[Path]:
    """Make every picture, and remove those that are made no more."""
    from tools.images.picture_scenes import SCENES

    made = []
    for name, scene in SCENES.items():
        path = folder / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        enlarged(scene()).save(path, optimize=True)
        made.append(path)
    for path in set(folder.rglob("*.png")) - set(made):
        path.unlink()
    return made


if __name__ == "__main__":
    sys.stdout.write(f"{len(write())} pictures in {FOLDER}\n")
