"""A whole game of each kind by the keys of the page of seats, in all browsers. After each move every pixel of all screens is that
of a mirror beside the table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from companion.core.seat import CHANCE, Place
from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.browser import SHOWS
from tests.mirror import NAMES, Mirror
from tests.web.browsers.chromium import chromium_windows
from tests.web.browsers.conftest import BROWSERS
from tests.web.browsers.window import Phone
from tests.web.phone_games.short_games import Choose, breakthecode, davinci, digitcode, mastermind, mirror_of, passcode
from tests.web.touch.touch_tables import touch_table

OTHER: Final = pytest.mark.other_browsers
pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED: Final = 1
"""With it the games are short."""
BY_KEYS: Final = """() => [...document.querySelectorAll("button")]
  .filter((one) => one.innerText === "Keys" && one.getAttribute("aria-pressed") === "false")
  .forEach((one) => one.click())"""


class Played(Struct, frozen=True):
    """A game of two: its options, and who chooses the moves."""

    options: dict[str, Any]
    choose: Choose


GAMES: Final = {
    "mastermind": Played({}, mastermind),
    "davinci": Played({"advanced": True}, davinci),
    "digitcode": Played({}, digitcode),
    "passcode": Played({"levels": [3], "turning": True}, passcode),
    "breakthecode": Played({}, breakthecode),
}


@pytest.fixture(scope="module", params=["chromium", *(pytest.param(name, marks=OTHER) for name in BROWSERS)])
def window(request: pytest.FixtureRequest) -> Iterator[Phone]:
    """One window of the browser, which starts once for all games."""
    name = request.param
    windows = chromium_windows(request.getfixturevalue("browser"), 1) if name == "chromium" else BROWSERS[name](1)
    with windows as (opened,):
        yield Phone(opened)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_keys(window: Phone, tmp_path: Path, name: str) -> None:
    played = GAMES[name]
    opened = Opened(name, find_game(name).rules, played.options, NAMES)
    with touch_table(tmp_path, opened, seed=SEED, phones=False) as table:
        window.open(table.address)
        window.wait("() => document.body.dataset.link === 'up'")
        window.run(BY_KEYS)
        mirror = mirror_of(opened, SEED)
        agree(window, mirror)
        while acting := mirror.table.game.to_act(mirror.table.state.game_state):
            assert acting[0] != CHANCE
            seat = Place(acting[0])
            for gesture in mirror.spelled(seat, played.choose(mirror, seat)):
                window.tap(f'button[data-seat="{seat}"][data-key="{gesture}"]')
                mirror.do(seat, gesture)
            agree(window, mirror)
        assert mirror.result.winners is not None
        assert window.faults == []
        window.open("about:blank")


def agree(window: Phone, mirror: Mirror) -> None:
    """Every screen, and the number of moves in the middle of the table, are as they should be."""
    wanted = [[seat, list(picture)] for seat, picture in enumerate(mirror.pictures)]
    window.wait(SHOWS, [wanted, [["#middle", "data-number", str(mirror.number)]]])
