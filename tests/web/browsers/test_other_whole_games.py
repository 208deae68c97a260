"""In Firefox and in WebKit four phones read their seats' codes off pictures of the page of the table, and play whole games of all
four games by taps while they lose their connections at random. The scores on all of them are those of the engine."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.web.browsers.conftest import BROWSERS
from tests.web.browsers.four_phones import Choose, FourPhones, gather, scanned, sit_down, start
from tests.web.browsers.relay import Relay
from tests.web.browsers.short_games import davinci_with_few_stops, digitcode_for_solvers
from tests.web.browsers.window import HEIGHT, WIDTH, Phone, Window
from tests.web.phone_games.four_phones import engine_result, kept_game
from tests.web.phone_games.test_four_phones import verdict
from tests.web.touch.test_touch_games import mastermind
from tests.web.touch.touch_tables import NAMES, touch_table
from tests.web.whole_games.test_whole_games import passcode

pytestmark = [pytest.mark.browser, pytest.mark.process]

SEATS: Final = 4
SEED: Final = 1
"""With it the games are short."""
LUCK: Final = 3
"""With it phones are lost in each way in every game."""
SCORES: Final = (
    "() => [...document.querySelectorAll('.touch .result [data-score]')].map((score) => Number(score.innerText))"
)
PAGE: Final = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"

GAMES: tuple[tuple[str, tuple[int, ...], tuple[tuple[str, ...], ...], dict[str, Any], Choose, float], ...] = (
    ("mastermind", (1, 3), (("More options", "Arms", "by hand"),), {"indication": "manual"}, mastermind, 0.5),
    ("davinci", (0, 1, 2, 3), (("Dashes in play", "yes"),), {"advanced": True}, davinci_with_few_stops, 0.15),
    ("digitcode", (0, 1, 2, 3), (), {}, digitcode_for_solvers, 0.4),
    ("passcode", (0, 1, 2, 3), (("LEVELs", "only 3"),), {"levels": [3]}, passcode, 0.15),
)
"""Each game, the places that play it, the options as taps and as data, who chooses the moves, how likely a phone is lost
at a move."""


@pytest.fixture(scope="module", params=BROWSERS)
def four_windows(request: pytest.FixtureRequest) -> Iterator[list[Window]]:
    """Four windows with cookies of their own."""
    with BROWSERS[request.param](SEATS) as opened:
        yield opened


@pytest.fixture
def four(four_windows: list[Window]) -> Iterator[list[Phone]]:
    """A phone in each window. Whatever came of the game, its pages are closed."""
    yield [Phone(window) for window in four_windows]
    for window in four_windows:
        window.open("about:blank")


@pytest.mark.parametrize(
    ("name", "places", "chosen", "options", "choose", "losing"), GAMES, ids=[game[0] for game in GAMES]
)
def test_four_phones_that_lose_their_connections_play_a_whole_game(
    four: list[Phone],
    tmp_path: Path,
    name: str,
    places: tuple[int, ...],
    chosen: tuple[tuple[str, ...], ...],
    options: dict[str, Any],
    choose: Choose,
    losing: float,
) -> None:
    game = find_game(name)
    opened = Opened(name, game.rules, options, tuple(NAMES[place] for place in places), places)
    with touch_table(tmp_path, seats=SEATS, seed=SEED) as table, ExitStack() as stack:
        relays = [stack.enter_context(Relay(table.address).running()) for _ in four]
        codes = [address.partition("#")[2] for address in scanned(four[0], table.address, SEATS)]
        seats = [table.code(seat) for seat in range(SEATS)]
        assert sorted(codes) == sorted(seats)
        # The address in a code is the table's own; each phone reaches it through its relay.
        for phone, relay, code, called in zip(four, relays, sorted(codes, key=seats.index), NAMES, strict=False):
            sit_down(phone, relay, code, called)
        gather(four, len(four))
        for left, place in enumerate(sorted(set(range(SEATS)) - set(places)), start=1):
            four[place].tap("button", "Leave the table")
            gather(four, len(four) - left)
        start(four[places[0]], game.title, chosen)
        for phone in four:
            phone.wait("(selector) => document.querySelector(selector) !== null", f".touch[data-game={name}]")

        game_of_four = FourPhones(four, relays, opened, NAMES[:SEATS], random.Random(SEED).randrange)
        game_of_four.play(choose, losing, random.Random(LUCK))

        assert all(game_of_four.lost.values()), f"each way to lose a connection happened: {game_of_four.lost}"
        shown = [(phone.says(".touch .result h2"), phone.run(SCORES), phone.faults) for phone in four]
        for phone in four:
            phone.reads(".touch .turn", "Game over")
            assert phone.run(PAGE) == [WIDTH, HEIGHT], "what is longer scrolls inside"
            phone.open("about:blank")
    saved = kept_game(table)
    scores, winners = engine_result(saved)
    assert (saved.opened.game, saved.opened.places, saved.opened.names) == (name, places, opened.names)
    assert winners is not None
    for place, (told, points, faults) in enumerate(shown):
        assert points == scores
        assert told == verdict(winners, places.index(place) if place in places else None, opened.names)
        assert faults == []
