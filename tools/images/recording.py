"""Renews docs/pictures/play.webp: a short recording of the page while a round of Mastermind is played, by `make screenshots`.

One frame for each key, so the recording shows the same on every machine, however long a key takes there.
"""

import io

from PIL import Image
from playwright.sync_api import Page

from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import Place
from tests.key_spelling import spell
from tools.images.screenshots import FOLDER, Players, table_page

PATH = FOLDER / "play.webp"
SIZE = (960, 600)
"""Of the recording, in pixels; the page is laid out for 1280 × 800 and scaled down."""
KEY_MS, READ_MS, LAST_MS = 350, 1800, 4000
"""How long a frame stands: after a key, after a move, and the last one before the recording begins again."""
QUALITY = 80
CODE = "red blue green white"
GUESSES = ("red yellow green blue", "red blue pink orange", CODE)


class Recording:
    """The frames so far, each with the time for which it stands."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._players = Players(page)
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    def start(self, seat: int) -> None:
        """Begin the game, which is not recorded."""
        self._players.start(seat)

    def play(self, seat: int, move: Move) -> None:
        """Make a move, with a frame after each key."""
        prompt = self._players.mirror.prompt(Place(seat))
        assert prompt is not None
        keys: tuple[Gesture, ...] = tuple(spell(prompt, move))
        for at, key in enumerate(keys):
            self._players.press(seat, key)
            self.take(READ_MS if at == len(keys) - 1 else KEY_MS)

    def take(self, milliseconds: int) -> None:
        """One frame of what the page shows, once every screen shows what the game says."""
        self._players.settled()
        self._page.wait_for_timeout(600)  # the page's own animations
        with Image.open(io.BytesIO(self._page.screenshot())) as shot:
            self._frames.append(shot.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS))
        self._times.append(milliseconds)

    def save(self) -> None:
        """Write docs/pictures/play.webp, which repeats for ever."""
        self._times[-1] = LAST_MS
        first, *rest = self._frames
        first.save(PATH, save_all=True, append_images=rest, duration=self._times, loop=0, quality=QUALITY, method=6)
        print(
            f"{PATH.name}: {len(self._frames)} frames, {sum(self._times) / 1000:.0f} s, {PATH.stat().st_size // 1024} KiB"
        )


def main() -> None:
    """Play a round and write the recording."""
    with table_page(1280, 800) as (page, _):
        recording = Recording(page)
        recording.start(0)
        recording.take(READ_MS)
        recording.play(0, {"move": "set_code", "pegs": CODE.split()})
        for guess in GUESSES:
            recording.play(1, {"move": "guess", "pegs": guess.split()})
        recording.save()


if __name__ == "__main__":
    main()
